"""Errors and warnings about the user's files, with their places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar, Literal, NamedTuple

from generator.catalog.wording import clipped, one_line

Severity = Literal["error", "warning"]

MAX_PROBLEMS = 10_000
"""Bounds the memory and time that a hopeless file can take. Merged, there are far fewer."""

NUMBER_TOO_LARGE = "number too large"
"""The code of a number that is too large for any game."""
UNKNOWN_KEY = "unknown key"
"""The code of a key that a part of game.yaml does not have; the subject is the key."""
UNKNOWN_FIELD = "unknown field"
MISSING_FIELD = "missing field"
BAD_ID = "bad id"
COPIES_TWICE = "copies twice"
"""Codes of problems of single cards in a list."""
MISSING_FILE = "missing file"
MISSING_ICON = "missing icon"
PRINTED_INSTEAD = "a marked box is printed instead"
"""What becomes of a picture or icon that is missing: the card is printed all the same."""
OUTSIDE_FOLDER = "outside folder"
MISSING_GLYPH = "missing glyph"
TEXT_OVERFLOW = "text overflow"
UNDRAWABLE = "undrawable"
NO_BLEED = "no bleed"
"""Codes of problems with the texts and pictures of a card."""
BAD_PICTURE = "bad picture"
RAW_MARKUP = "raw markup"
ONE_CAUSE = (MISSING_FILE, BAD_PICTURE, RAW_MARKUP)
"""Codes of problems that are one however many places show it, such as a file that many cards name."""
CONSEQUENCE = "consequence"
"""The code of what follows from an error that was reported: an error too, but it is not shown."""

_MAX_SHEET = 40
"""Letters of a sheet's name that are shown; spreadsheets allow 31."""
_MAX_PLACE, _MAX_FIELD, _MAX_MESSAGE, _MAX_CARD, _MAX_HINT = 400, 120, 600, 60, 500
"""Letters of each part of a problem that are shown. What a sentence quotes is clipped there; this is for the
rest."""


class Place(NamedTuple):
    """A place in a user's file. Lines and columns count from 1; 0 means the file as a whole.

    Of a workbook they are the rows and columns of a ``sheet``: ``heroes.xlsx:Heroes!D3``.
    """

    file: str
    line: int = 0
    column: int = 0
    sheet: str = ""

    def inside(self, line: int, column: int = 0) -> Place:
        """A place in the same file, and on the same sheet."""
        return self._replace(line=line, column=column)

    def __str__(self) -> str:
        if self.sheet:
            row = f"!{_letters(self.column)}{self.line}" if self.line else ""
            return f"{self.file}:{clipped(self.sheet, _MAX_SHEET)}{row}"
        if not self.line:
            return self.file
        if not self.column:
            return f"{self.file}:{self.line}"
        return f"{self.file}:{self.line}:{self.column}"


def _letters(column: int) -> str:
    """What a spreadsheet calls a column: A to Z, AA …"""
    before, last = divmod(column - 1, 26)
    return _letters(before) + chr(ord("A") + last) if column else ""


class Problem(NamedTuple):
    """One finding, with everything needed to fix it.

    ``str()`` gives the message a user reads, for example
    ``cards/gateway/city.yaml:41:7: error: attack: expected a whole number, got 'five' (card red-templar)``.
    """

    message: str
    place: Place | None = None
    severity: Severity = "error"
    card: str | None = None
    field: str | None = None
    hint: str | None = None
    others: int = 0
    """How many more cards have the same problem at the same place."""
    code: str | None = None
    """The kind of problem, for code that depends on it: no code reads the message."""
    subject: str | None = None
    """What it is about, as written in the card or layout: the name of an icon or a file."""
    trace: str = ""
    """Lines that are shown below it: the author's part of a traceback."""

    def __str__(self) -> str:
        text = f"{_end_of(str(self.place))}: " if self.place else ""
        text += f"{self.severity}: "
        if self.field:
            text += f"{clipped(self.field, _MAX_FIELD)}: "
        text += clipped(self.message, _MAX_MESSAGE)
        if self.card:
            # A card without a name is called by its number, `card 3`.
            card = clipped(self.card.removeprefix("card "), _MAX_CARD)
            text += f" (card {card}{self._others_text()})"
        if self.hint:
            text += f"; {clipped(self.hint, _MAX_HINT)}"
        return one_line(text)

    def _others_text(self) -> str:
        if not self.others:
            return ""
        return f" and {self.others:,} other{'s' if self.others > 1 else ''}"

    def to_dict(self) -> dict[str, object]:
        """The problem as JSON-ready values, for ``--json``."""
        place = self.place or Place("")
        trace = {"trace": self.trace.splitlines()} if self.trace else {}
        return {
            "severity": self.severity,
            "file": place.file or None,
            "line": place.line or None,
            "column": place.column or None,
            **({"sheet": place.sheet} if place.sheet else {}),
            "card": self.card,
            "field": self.field,
            "message": self.message,
            "hint": self.hint,
            "others": self.others,
            **trace,
        }


def _finding(problem: Problem) -> Problem:
    """What a problem has in common with the same one on other cards."""
    code = problem.code
    if code in (MISSING_FILE, MISSING_ICON) and problem.severity == "warning" and problem.subject is not None:
        # The card list reports it, and each layout that shows it.
        return Problem(str(code), severity="warning", subject=problem.subject)
    if problem.code in ONE_CAUSE:
        return problem._replace(card=None, place=None)
    return problem._replace(card=None)


def _order(problem: Problem) -> tuple[object, ...]:
    place = problem.place or Place("")
    return problem.severity == "error", place.file, place.sheet, place.line, place.column


def _end_of(place: str) -> str:
    """A place with as much of a long path as is of use: its end, with line and column."""
    return place if len(place) <= _MAX_PLACE else "…" + place[1 - _MAX_PLACE :]


class Problems:
    """Collects problems so that a run can report all of them at once."""

    __slots__ = ("_errorless", "found")

    def __init__(self) -> None:
        self.found: list[Problem] = []
        self._errorless = 0
        """So many of the first are known to be warnings: a build of thousands of files asks after each."""

    def error(
        self,
        message: str,
        place: Place | None = None,
        *,
        card: str | None = None,
        field: str | None = None,
        hint: str | None = None,
        code: str | None = None,
    ) -> None:
        self.found.append(Problem(message, place, "error", card, field, hint, code=code))

    def warning(
        self,
        message: str,
        place: Place | None = None,
        *,
        card: str | None = None,
        field: str | None = None,
        hint: str | None = None,
        code: str | None = None,
    ) -> None:
        self.found.append(Problem(message, place, "warning", card, field, hint, code=code))

    def add(
        self,
        error: InputError,
        place: Place | None = None,
        *,
        card: str | None = None,
        field: str | None = None,
    ) -> None:
        """Reports what was raised about a value at ``place``."""
        self.found.append(error.at(place, card=card, field=field))

    @contextmanager
    def reporting(
        self, place: Place | None = None, *, card: str | None = None, field: str | None = None
    ) -> Iterator[None]:
        """Reports the :class:`InputError` that ends the block, if one does, and goes on behind it."""
        try:
            yield
        except InputError as error:
            self.add(error, place, card=card, field=field)

    def extend(self, problems: Iterable[Problem]) -> None:
        self.found.extend(problems)

    @property
    def has_errors(self) -> bool:
        has_errors = self.has_errors_since(self._errorless)
        if not has_errors:
            self._errorless = len(self.found)
        return has_errors

    def replace_since(self, before: int, problems: Iterable[Problem]) -> None:
        """Puts others in the place of all but the first ``before``."""
        self.found[before:] = problems
        self._errorless = min(self._errorless, before)

    def has_errors_since(self, before: int) -> bool:
        """Whether there are errors among all but the first ``before`` that were found."""
        return any(problem.severity == "error" for problem in self.found[before:])

    @property
    def too_many(self) -> bool:
        """Whether there are so many that reading should stop: nobody fixes ten thousand at once."""
        return len(self.found) >= MAX_PROBLEMS

    def count(self, severity: Severity) -> int:
        return sum(problem.severity == severity for problem in self.merged())

    def merged(self) -> list[Problem]:
        """Warnings, then errors, each in file order, with the same finding on many cards reported once.

        Errors come last, for the end of what is printed is what stays on the screen.
        """
        cards: dict[Problem, set[str | None]] = {}
        first: dict[Problem, Problem] = {}
        too_large = {problem.place for problem in self.found if problem.code == NUMBER_TOO_LARGE} - {None}
        for problem in self.found:
            if problem.code == CONSEQUENCE or (
                # Such a number is read as text; that this is no number then was reported already.
                problem.place in too_large and problem.code != NUMBER_TOO_LARGE
            ):
                continue
            finding = _finding(problem)
            cards.setdefault(finding, set()).add(problem.card)
            first.setdefault(finding, problem)
        merged = [problem._replace(others=len(cards[finding]) - 1) for finding, problem in first.items()]
        return sorted(merged, key=_order)

    def __iter__(self) -> Iterator[Problem]:
        return iter(self.merged())

    def __len__(self) -> int:
        return len(self.merged())

    def __bool__(self) -> bool:
        return bool(self.found)


class InputError(Exception):
    """Raised where work cannot go on; carries the message for the user.

    Parsers of a single value (a length, a colour, an attribute) raise it with a message only;
    the caller that knows the place, card and field adds them with :meth:`at`.
    """

    SEVERITY: ClassVar[Severity] = "error"

    def __init__(
        self,
        message: str,
        *,
        place: Place | None = None,
        hint: str | None = None,
        code: str | None = None,
        subject: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.place = place
        self.hint = hint
        self.code = code
        self.subject = subject

    def at(self, place: Place | None, *, card: str | None = None, field: str | None = None) -> Problem:
        return Problem(
            self.message,
            self.place or place,
            self.SEVERITY,
            card,
            field,
            self.hint,
            code=self.code,
            subject=self.subject,
        )


class StandInError(InputError):
    """Raised for what can't be had as it is, with what is printed all the same: only a warning."""

    SEVERITY = "warning"

    def __init__(self, error: InputError, value: Any, more: str = "") -> None:
        super().__init__(
            error.message + more, place=error.place, hint=error.hint, code=error.code, subject=error.subject
        )
        self.value = value


class MissingExtraError(InputError):
    """Raised where a package of an extra is needed and not installed."""
