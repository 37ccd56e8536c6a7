"""What goes wrong in a designer's own rules: reported with their file and line, and the move that was made.

An exception is the author's if it went through code of the game's folder: the place is the innermost line
there. Anything else is ours.
"""

from __future__ import annotations

import linecache
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import lru_cache
from pathlib import Path
from traceback import walk_tb
from types import CodeType, FrameType, TracebackType
from typing import NamedTuple

from generator.catalog.paths import shown_path
from generator.catalog.problems import Place, Problem
from generator.catalog.wording import clipped, pluralize
from generator.rules.positions import BadPosition
from generator.rules.protocol import State
from generator.rules.watch import Endless, endless, pulse

OWN = "own_"
"""What the names of all packages begin with that code of a user's own is imported into."""
RULES_FILE = "rules.py"
"""The file beside a game.yaml that its rules stand in."""
_PACKAGE_DIR = str(Path(__file__).resolve().parents[1]) + os.sep
_PACKAGE = f"{__name__.partition('.')[0]}."
_PROTOCOL = ("generator", "rules", "protocol.py")
_MAX_FRAMES = 6
"""Of the author's, the outermost and the innermost half; a recursion has a thousand."""
_MAX_SOURCE = 160
_MAX_WORDS = 400
"""Letters of a line of code and of an exception's words that are shown."""


class AuthorFrame(NamedTuple):
    """A call in the author's code that was under way."""

    line: int
    function: str
    source: str
    """The line of code, without spaces around it."""
    file: str


class RulesError(Exception):
    """Raised where the rules in a game's folder go wrong; ``str()`` says how, and during which move."""

    def __init__(
        self,
        message: str,
        place: Place | None = None,
        *,
        move: str | None = None,
        seat: int | None = None,
        frames: tuple[AuthorFrame, ...] = (),
        hint: str | None = None,
    ) -> None:
        message = plain_text(message)
        super().__init__(message)
        self.message = message
        """Without the move: ``ZeroDivisionError: division by zero``."""
        self.place = place
        self.move = move
        """In notation; None while no move was made."""
        self.seat = seat
        """Whose move it was, or who was to choose one."""
        self.frames = frames
        """The author's part of the traceback, outermost first."""
        self.hint = None if hint is None else plain_text(hint)
        self.is_imagined = False
        """Whether it went wrong in a position that a bot thought of, and not in the game."""

    def __str__(self) -> str:
        where = " in a position that a bot imagined" if self.is_imagined else ""
        if self.seat is None:
            return f"{self.message},{where}" if where else self.message
        doing = "was to choose a move" if self.move is None else f"made `{self.move}`"
        return f"{self.message}, while seat {self.seat} {doing}{where}"

    def problem(self) -> Problem:
        """The same as a problem in the user's files, with the author's part of the traceback."""
        return Problem(str(self), self.place, hint=self.hint, trace="\n".join(_trace_lines(self.frames)))


def author_error(
    error: BaseException,
    folder: Path,
    move: str | None = None,
    seat: int | None = None,
    file: str = RULES_FILE,
) -> RulesError:
    """The error of an author's that an exception stands for, whatever it is.

    ``folder``: the game's, or a bot's. ``move`` and ``seat``: what was being made, by whom. ``file``: what is
    named where no line of the folder is known. What a RulesError says itself stays; only what it lacks is
    added.
    """
    if isinstance(error, MemoryError) and pulse() is not None:
        pulse().make_room_to_report()
    frames = tuple(_frames(error.__traceback__, folder))
    if isinstance(error, RulesError) and type(error).__module__.startswith(_PACKAGE):
        error.frames = error.frames or frames
        error.place = error.place or _place_of(error.frames, folder / file)
        if error.seat is None:
            error.move, error.seat = error.move or move, seat
        return error
    place: Place | None = _place_of(frames, folder / file)
    hint = None
    message = _words_of(error)
    if isinstance(error, SyntaxError) and error.filename and is_authors_file(error.filename, folder):
        place = Place(shown_path(Path(error.filename)), error.lineno or 0, max(error.offset or 0, 0))
        message = f"{type(error).__name__}: {error.msg}"
        source = (error.text or "").strip()
        frames = (AuthorFrame(error.lineno or 0, "", source, place.file),) if source else ()
    elif isinstance(error, NotImplementedError) and (missing := _missing_method(error)) is not None:
        message, place = missing
        place = place or Place(shown_path(folder / file))
    elif isinstance(error, ModuleNotFoundError):
        hint = _import_hint(error, folder)
    return RulesError(message, place, move=move, seat=seat, frames=frames, hint=hint)


def error_of_thread(frame: FrameType | None) -> RulesError | None:
    """The error of a thread of an author's that does not end; None where it is not in their code."""
    while frame is not None:
        if frame.f_globals.get("__name__", "").startswith(OWN):
            at = frame_of(Path(frame.f_code.co_filename), frame.f_lineno, frame.f_code.co_name)
            message = "a thread that the rules or a bot began does not end"
            return RulesError(message, Place(at.file, at.line), frames=(at,))
        frame = frame.f_back
    return None


def is_authors(error: BaseException, folder: Path) -> bool:
    """Whether an exception is the author's: it went through code of the folder, or a method is missing there.

    An interruption is not, nor is what a signal or a lost output stream ends.
    """
    if isinstance(error, RulesError | Endless):
        return True
    if isinstance(error, KeyboardInterrupt) and pulse() is None:
        # Nothing distinguishes Ctrl-C from an author's own.
        return False
    if isinstance(error, SyntaxError) and error.filename and is_authors_file(error.filename, folder):
        return True
    files = [frame.f_code.co_filename for frame, _ in walk_tb(error.__traceback__)]
    if (
        isinstance(error, SystemExit | GeneratorExit | KeyboardInterrupt)
        and files
        and files[-1].startswith(_PACKAGE_DIR)
    ):
        return False
    if isinstance(error, NotImplementedError) and _missing_method(error) is not None:
        return True
    return any(is_authors_file(file, folder) for file in files)


@contextmanager
def blame(
    folder: Path | None,
    move: str | None = None,
    seat: int | None = None,
    *,
    but: tuple[type[Exception], ...] = (),
) -> Iterator[None]:
    """Inside, an exception that is the author's becomes a RulesError; for no ``folder`` nothing happens.

    ``but``: exceptions that the protocol wants here, which are no errors.
    """
    if folder is None:
        yield
        return
    watched = None if seat is None else pulse()
    try:
        with nullcontext() if watched is None or seat is None else watched.blaming(seat, move):
            yield
    except BaseException as error:
        if isinstance(error, but) or not is_authors(error, folder):
            raise
        rules_error = author_error(error, folder, move, seat)
        if rules_error is error:
            raise
        raise rules_error from error


@contextmanager
def imagining(folder: Path | None) -> Iterator[None]:
    """Inside, a bot plays on in positions of its own making; for no ``folder`` nothing happens.

    Whatever is raised becomes a RulesError that says so: a position that can't be comes of the game that was
    played up to there, though no code of the author's is at work when it shows. A call that was stopped
    because it never ended stays what it is: who plays on after that would wait again.
    """
    if folder is None:
        yield
        return
    watched = pulse()
    try:
        with nullcontext() if watched is None else watched.imagining():
            yield
    except BaseException as error:
        if isinstance(error, Endless) or not (isinstance(error, Exception) or is_authors(error, folder)):
            raise
        rules_error = author_error(error, folder)
        rules_error.is_imagined = True
        if rules_error is error:
            raise
        raise rules_error from error


@lru_cache(maxsize=4096)
def is_authors_file(file: str, folder: Path) -> bool:
    """Whether code of that file is the author's: it lies in the folder, not in packages installed there."""
    inside = str(folder.resolve()) + os.sep
    return (
        file.startswith(inside)
        and not file.startswith(_PACKAGE_DIR)
        and f"{os.sep}site-packages{os.sep}" not in file
    )


def place_of_code(thing: object, folder: Path) -> Place | None:
    """Where the author wrote a function, method or class; None if it is not in the folder."""
    code = getattr(getattr(thing, "__func__", thing), "__code__", None)
    if isinstance(code, CodeType):
        file, line = code.co_filename, code.co_firstlineno
    elif isinstance(thing, type):
        file = _file_of(thing)
        line = _line_of_class(thing, file)
    else:
        return None
    return Place(shown_path(Path(file)), line) if file and is_authors_file(file, folder) else None


def words_of_move(state: State, move: int) -> str:
    """The move in words; where they are what is broken, its number."""
    try:
        return state.text(move)
    except Exception:
        return f"move number {move}"


def place_of_rules(folder: Path) -> Place:
    """The file with the rules as a whole."""
    return Place(shown_path(folder / RULES_FILE))


def _line_of_class(kind: type, file: str) -> int:
    """Where its definition begins; 0 if that can't be found."""
    wanted = f"class {kind.__name__}"
    for number, line in enumerate(linecache.getlines(file), start=1):
        text = line.strip()
        if text.startswith(wanted) and text[len(wanted) : len(wanted) + 1] in ("(", ":"):
            return number
    return 0


def _words_of(error: BaseException) -> str:
    if isinstance(error, Endless):
        return endless(error.seconds)
    if isinstance(error, MemoryError):
        return "it takes too much memory"
    if isinstance(error, BadPosition):
        first, *others = error.faults
        more = f", and {pluralize(len(others), 'more fault')}" if others else ""
        return f"the position can't be: {clipped(str(first), _MAX_WORDS)}{more}"
    return named_words(error)


def named_words(error: BaseException) -> str:
    """What an exception is called, and its words."""
    name, words = clipped(type(error).__name__, _MAX_WORDS), clipped(plain_text(error), _MAX_WORDS)
    return f"{name}: {words}".rstrip(": ")


def plain_text(thing: object) -> str:
    """The words of a thing that an author may have made: of their own class it may have none to give, and as
    a text of their own class it could be sent to no other process."""
    if type(thing) is str:
        return thing
    try:
        return str.__str__(thing if isinstance(thing, str) else str(thing))
    except (Exception, Endless) as error:
        return f"(its own words can't be had: {type(error).__name__})"


def _place_of(frames: tuple[AuthorFrame, ...], file: Path) -> Place:
    if not frames:
        return Place(shown_path(file))
    return Place(frames[-1].file, frames[-1].line)


def _frames(trace: TracebackType | None, folder: Path) -> Iterator[AuthorFrame]:
    for frame, line in walk_tb(trace):
        code = frame.f_code
        if is_authors_file(code.co_filename, folder):
            yield frame_of(Path(code.co_filename), line, code.co_name)


def frame_of(file: Path, line: int, function: str) -> AuthorFrame:
    """A call in the author's code, from what Python says of it."""
    source = linecache.getline(str(file), line).strip()
    return AuthorFrame(line, "" if function == "<module>" else function, source, shown_path(file))


def place_in_study(game: int, made: int | None, seat: int | None, bot: object) -> str:
    """``game 17, move 5, seat 1 (greedy)``; ``made``: how many decisions were made before."""
    words = [f"game {game}"]
    if made is not None:
        words.append(f"move {made + 1}")
    if seat is not None:
        words.append(f"seat {seat} ({bot})")
    return ", ".join(words)


def _trace_lines(frames: tuple[AuthorFrame, ...]) -> Iterator[str]:
    """As Python shows a traceback; of a long one the ends."""
    half = _MAX_FRAMES // 2
    is_long = len(frames) > _MAX_FRAMES
    for number, frame in enumerate(frames):
        if is_long and half <= number < len(frames) - half:
            if number == half:
                yield f"  … {len(frames) - 2 * half:,} more calls"
            continue
        within = f", in {frame.function}" if frame.function else ""
        yield f"  {frame.file}, line {frame.line}{within}"
        if frame.source:
            yield f"    {clipped(frame.source, _MAX_SOURCE)}"


def _missing_method(error: NotImplementedError) -> tuple[str, Place | None] | None:
    """The sentence for a method of the protocol that the author's class lacks; None if it is no such."""
    frames = [frame for frame, _ in walk_tb(error.__traceback__)]
    # Compiled, the protocol has another file, but its frames are still called so.
    if not frames or Path(frames[-1].f_code.co_filename).parts[-3:] != _PROTOCOL:
        return None
    method = frames[-1].f_code.co_name
    if "self" not in frames[-1].f_locals:
        return f"the method `{method}` is missing", None
    kind = type(frames[-1].f_locals["self"])
    place = Place(shown_path(Path(file)), _line_of_class(kind, file)) if (file := _file_of(kind)) else None
    return f"the class `{kind.__name__}` has no method `{method}`", place


def _file_of(kind: type) -> str:
    return str(getattr(sys.modules.get(kind.__module__), "__file__", "") or "")


def _import_hint(error: ModuleNotFoundError, folder: Path) -> str | None:
    name = (error.name or "").partition(".")[0]
    if name and ((folder / f"{name}.py").is_file() or (folder / name).is_dir()):
        return f"a module of the game's own folder is imported with a dot: `from .{name} import …`"
    return None
