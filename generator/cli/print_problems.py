"""The closing lines of a run: what was written, and problems; and how far a run is."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple, NoReturn, TextIO

from generator.catalog.problems import MISSING_GLYPH, Place, Problem, Problems
from generator.catalog.wording import clipped, join_words, listed, pluralize
from generator.cli.console import console, print_json

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from generator.press.build import Written
    from generator.press.job import PrintJob
    from generator.press.messages import PrinterUse

MAX_OF_A_KIND = 10
"""Problems of one kind that are printed one by one; who has more mends these first."""
MAX_WARNINGS = 3
"""Of so many warnings of a kind each is printed; more have one cause, and are one line."""
MAX_NAMED = 3
"""Places that such a line names."""
MAX_LETTERS = 12_000
"""Of all problems that are printed: some hundred lines."""
MAX_PATH = 400
"""Letters of the path of a file."""
MAX_CARD = 60
"""Letters of a card's name."""
BAR_AFTER = 2.0
"""Seconds of work after which a bar shows how far it is."""
MAX_NAMES = 6
"""Cards or files that the line on missing letters names."""
REST = "--json lists them all"
"""Where the problems are that are not printed one by one."""


def report(
    wanted: Sequence[Path],
    written: Sequence[Written],
    problems: Problems,
    *,
    as_json: bool,
    rest: str = REST,
    before: Problems | None = None,
    strict: bool = False,
    with_bleed: bool = True,
    use: PrinterUse | None = None,
) -> None:
    """Problems go to standard error, files to standard output; with ``as_json`` all to the latter.

    ``wanted`` are the files that were to be written; ``rest`` says where the problems are that are too
    many to be printed here; ``use``, which back pages are corrected. Of the problems printed ``before``,
    in an earlier round, only the number is printed again. Errors come last, and that nothing was written
    because of them, or if ``strict`` because of warnings.
    """
    missing = _missing(wanted, written)
    if as_json:
        print_json(_as_dict(missing, written, problems, use))
        return
    _print_new(problems, before, rest)
    if written:
        _print_table(written, with_bleed=with_bleed, use=use)
        print_missing_letters(problems)
    elif problems.has_errors or (strict and problems):
        print_nothing_written(problems)
    else:
        print("nothing to print")


def _missing(wanted: Sequence[Path], written: Sequence[Written]) -> list[Path]:
    there = {file.path for file in written}
    return [path for path in wanted if path not in there]


def print_nothing_written(problems: Problems) -> None:
    """The last line of a run that wrote nothing, whether for errors or, if ``--strict``, for warnings."""
    why = "" if problems.has_errors else ": with --strict warnings are errors"
    print(f"nothing was written{why}", file=sys.stderr)


def print_missing_letters(problems: Problems) -> None:
    """The very last line of a run that printed boxes in place of letters: on paper it is seen too late."""
    found = {problem for problem in problems.found if problem.code == MISSING_GLYPH}
    if not found:
        return
    letters = {letter for problem in found for letter in problem.subject or ""}
    cards = sorted({problem.card for problem in found if problem.card})
    files = sorted({problem.place.file for problem in found if problem.place and not problem.card})
    where = [f"{pluralize(len(cards), 'card')} ({_some(cards, MAX_CARD)})"] if cards else []
    where += [_some(files, MAX_PATH)] if files else []
    line = (
        f"missing letters: boxes are printed in place of {pluralize(len(letters), 'letter')} "
        f"that no font has, in {pluralize(len(found), 'place')} of {join_words(where, 'and')}; "
        "add a font that has them to `fonts` in the theme, and print again"
    )
    sys.stdout.flush()
    if sys.stderr.isatty():
        console(on_errors=True).print(line, style="bad", soft_wrap=True)
    else:
        print(line, file=sys.stderr)


def _some(names: Sequence[str], longest: int) -> str:
    more = f" and {len(names) - MAX_NAMES:,} more" if len(names) > MAX_NAMES else ""
    return listed(names[:MAX_NAMES], longest=longest) + more


def print_all(problems: Problems, rest: str = REST, file: TextIO | None = None) -> None:
    """The problems, if there are any, and how many; on standard error, or into ``file``."""
    if not problems:
        return
    file = file or sys.stderr
    hidden = _print_chosen(problems, file)
    if hidden:
        print(f"{pluralize(hidden, 'problem')} left out here; {rest}", file=file)
    print(how_many(problems), file=file)


def _print_new(problems: Problems, before: Problems | None, rest: str) -> None:
    """The problems that were not printed before, and how many of those are mended and how many are not."""
    if before is None:
        print_all(problems, rest)
        return
    mended, new = _without(before, problems), _without(problems, before)
    for word, known in (("mended", mended), ("as before", _without(problems, new))):
        if known:
            print(f"{word}: {how_many(known)}", file=sys.stderr)
    print_all(new, rest)


def _without(problems: Problems, others: Problems) -> Problems:
    """The problems less those that are among the others, wherever in their file they stand."""
    known = Counter(_identity(problem) for problem in others)
    left = Problems()
    for problem in problems:
        if known[_identity(problem)]:
            known[_identity(problem)] -= 1
        else:
            left.extend([problem])
    return left


def _identity(problem: Problem) -> Problem:
    """The problem without its line: a line that is put in above it makes no other problem of it."""
    place = problem.place and Place(problem.place.file)
    return problem._replace(place=place, others=0)


def print_problems(problems: Problems) -> None:
    """The problems on standard error, without how many there are."""
    _print_chosen(problems, sys.stderr)


def how_many(problems: Problems) -> str:
    """``1 error, 4 warnings``."""
    return f"{pluralize(problems.count('error'), 'error')}, {pluralize(problems.count('warning'), 'warning')}"


def problems_as_dict(problems: Problems) -> dict[str, object]:
    """What every answer to ``--json`` has of problems: all of them, however many."""
    return {
        "problems": [problem.to_dict() for problem in problems],
        "errors": problems.count("error"),
        "warnings": problems.count("warning"),
    }


class StopRun(Exception):  # noqa: N818 - it is no error of the program
    """Raised to end a run with what is wrong in the user's files; whoever runs the command reports it."""

    def __init__(self, problems: Problems, *, counted: bool) -> None:
        super().__init__("the run ends with problems")
        self.problems = problems
        self.counted = counted
        """Whether their number is printed too."""


def stop_with(problems: Problems, *, counted: bool = False) -> NoReturn:
    """Ends the run with what is wrong in the user's files, and how many problems there are if ``counted``."""
    raise StopRun(problems, counted=counted)


# Which problems are printed where there are too many


class Chosen(NamedTuple):
    """A problem that is printed, and those like it that are not."""

    problem: Problem
    more: Sequence[Problem]


def _print_chosen(problems: Problems, file: TextIO) -> int:
    """Prints as many problems as can be read, and says of the others how many there are: how many that is."""
    found = problems.merged()
    chosen = choose(found)
    for problem, more in chosen:
        is_warning = problem.severity == "warning"
        print(problem, f"; {_named(problem, more)}" if more and is_warning else "", sep="", file=file)
        for line in problem.trace.splitlines():
            print(line, file=file)
        if more and not is_warning:
            print(f"… and {len(more):,} more like this", file=file)
    hidden = len(found) - len(chosen)
    others = hidden - sum(len(more) for _, more in chosen)
    if others:
        print(f"… and {others:,} more of other kinds", file=file)
    return hidden


def _named(problem: Problem, more: Sequence[Problem]) -> str:
    """How many problems are like one, and where the first of them are: their places, or else their cards."""
    places = {problem.place, None}
    names: dict[str, None] = {}
    for other in more:
        if len(names) > MAX_NAMED:
            break
        is_there = other.place in places
        places.add(other.place)
        if not is_there or other.card:
            names[f"card {clipped(str(other.card), MAX_CARD)}" if is_there else str(other.place)] = None
    shown = list(names)[:MAX_NAMED]
    where = f": {listed(shown, longest=MAX_PATH)}{' …' if len(more) > len(shown) else ''}" if shown else ""
    return f"{len(more):,} more like this{where}"


def choose(found: Sequence[Problem]) -> list[Chosen]:
    """The problems to print, in their order: the first of each kind, then the second, while there is room.

    Of more warnings of a kind than a few, only the first is printed.
    """
    kinds: dict[object, list[int]] = {}
    ranks = []
    for at, problem in enumerate(found):
        same = kinds.setdefault(_kind(problem), [])
        ranks.append(len(same))
        same.append(at)
    turns: list[int] = []
    for same in kinds.values():
        is_one_line = found[same[0]].severity == "warning" and len(same) > MAX_WARNINGS
        turns += same[: 1 if is_one_line else MAX_OF_A_KIND]
    turns.sort(key=lambda at: (ranks[at], found[at].severity != "error", at))
    shown = set(_within_bounds(turns, found))
    more = {}
    for same in kinds.values():
        last = max((at for at in same if at in shown), default=None)
        more[last] = [found[at] for at in same if at not in shown]
    return [Chosen(found[at], more.get(at, ())) for at in sorted(shown)]


def _within_bounds(turns: Iterable[int], found: Sequence[Problem]) -> Iterator[int]:
    letters = 0
    for at in turns:
        letters += len(str(found[at]))
        if letters > MAX_LETTERS:
            return
        yield at


_OWN_WORDS = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`|[\d.,]*\d""")
_KIND_LETTERS = 200
"""Letters of a message by which its kind is known."""


def _kind(problem: Problem) -> object:
    """What problems of one kind have in common: all but the words and numbers that are the user's own."""
    field = (problem.field or "").rpartition(".")[2]
    message = problem.message.replace(problem.subject, "…") if problem.subject else problem.message
    words = [_OWN_WORDS.sub("…", text) for text in (field, message[:_KIND_LETTERS])]
    return problem.severity, problem.code, *words


def noun_of(jobs: Iterable[PrintJob]) -> str:
    """What a progress bar counts for jobs."""
    return "cards and pictures" if any(job.dpi for job in jobs) else "cards"


@contextmanager
def progress_bar(
    total: int,
    *,
    hidden: bool,
    doing: str = "laying out",
    noun: str = "cards",
    done: int = 0,
    with_rate: bool = False,
) -> Iterator[Callable[[int], None]]:
    """Yields a function to call with how many more are done. Nothing is drawn unless a person is looking.

    ``done``: how many were done before; ``with_rate``: also how many are done in a second is shown.
    """
    if hidden or not sys.stderr.isatty():
        yield _say_nothing
        return
    bar = _LateBar(total, doing, noun, done, with_rate=with_rate)
    try:
        yield bar.advance
    finally:
        bar.close()


class _LateBar:
    """A bar that appears when the work has gone on for a while; what is done sooner needs none.

    A timer draws it, not the next step that is done: a first step may take minutes.
    """

    def __init__(self, total: int, doing: str, noun: str, done: int, *, with_rate: bool) -> None:
        import threading

        self.total, self.doing, self.noun, self.done, self.with_rate = total, doing, noun, done, with_rate
        self.new = 0
        self.began = monotonic()
        self.drawn: tuple[Progress, TaskID] | None = None
        self.lock = threading.Lock()
        self.is_closed = False
        self.timer = threading.Timer(BAR_AFTER, self._draw)
        self.timer.daemon = True
        self.timer.start()

    def advance(self, count: int) -> None:
        self.new += count
        if self.drawn is not None:
            bar, task = self.drawn
            bar.update(task, completed=self.done + self.new, rate=self._rate())

    def close(self) -> None:
        self.timer.cancel()
        with self.lock:
            self.is_closed = True
            if self.drawn is not None:
                self.drawn[0].stop()

    def _draw(self) -> None:
        with self.lock:
            if self.is_closed:
                return
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

            columns = (
                TextColumn(self.doing),
                BarColumn(),
                MofNCompleteColumn(),
                TextColumn(f"{self.noun}{{task.fields[rate]}}"),
                TimeRemainingColumn(),
            )
            bar = Progress(*columns, console=console(on_errors=True), transient=True)
            task = bar.add_task(
                self.noun, total=self.total, completed=self.done + self.new, rate=self._rate()
            )
            bar.start()
            self.drawn = bar, task

    def _rate(self) -> str:
        return f", {self.new / (monotonic() - self.began):,.1f} a second" if self.with_rate else ""


def _say_nothing(count: int) -> None:
    del count


def _as_dict(
    missing: Sequence[Path], written: Sequence[Written], problems: Problems, use: PrinterUse | None
) -> dict[str, object]:
    return {
        "files": [
            {
                "file": file.path.as_posix(),
                "game": file.game,
                "component": file.component,
                "pages": file.pages,
                "cards": file.cards,
                "content": file.content,
                "unchanged": file.unchanged,
                **_bled_as_dict(file),
                **_pngs_as_dict(file),
                **({"printer": use.printer.name} if use and file.path in use.corrected else {}),
            }
            for file in written
        ],
        "not_written": [path.as_posix() for path in missing],
        **problems_as_dict(problems),
    }


def _pngs_as_dict(file: Written) -> dict[str, object]:
    """What a folder of PNG files has besides."""
    if not file.pngs:
        return {}
    return {
        "pngs": [path.as_posix() for path in file.pngs],
        "removed": [path.as_posix() for path in file.removed],
    }


def _bled_as_dict(file: Written) -> dict[str, object]:
    """Where the cards have little bleed: how much, and with what gap they would have more."""
    bled = file.bled
    if bled is None or not bled.is_little:
        return {}
    values: dict[str, object] = {"bleed": {"least": bled.least, "full": bled.full}}
    if bled.gap:
        values["wider_gap"] = {"gap": bled.gap, "bleed": bled.then, "more_pages": bled.more_pages}
    return values


def _print_table(
    written: Sequence[Written], *, with_bleed: bool = False, use: PrinterUse | None = None
) -> None:
    from generator.press.build import count_cards

    names = [shown(file.path) + ("/" if file.pngs else "") for file in written]
    width = max(len(name) for name in names)
    for name, file in zip(names, written, strict=True):
        end = "  unchanged" if file.unchanged else ""
        # A rulebook has no cards.
        cards = pluralize(file.cards, file.noun) if file.cards else ""
        pages = pluralize(len(file.pngs), "PNG") if file.pngs else pluralize(file.pages, "page")
        print(f"{name:<{width}}  {pages:>9}  {cards:>10}{end}".rstrip())
    removed = [path for file in written for path in file.removed]
    if removed:
        print(f"removed, since nothing shows it any longer: {listed(map(shown, removed), longest=MAX_PATH)}")
    if with_bleed:
        from generator.press.messages import bleed_lines

        for line in bleed_lines(written):
            print(line)
    for line in use.lines([file.path for file in written]) if use is not None else ():
        print(line)
    files = sum(len(file.pngs) or 1 for file in written)
    sheets = sum(file.pages for file in written)
    print(", ".join([pluralize(files, "file"), pluralize(sheets, "page"), *count_cards(written)]))


def shown(path: Path) -> str:
    """A path as it is shown: from the working folder, where it lies inside."""
    try:
        return path.resolve().relative_to(Path.cwd().resolve()).as_posix()
    except ValueError:
        return path.as_posix()
