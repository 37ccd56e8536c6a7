"""Rules of one's own: what is wrong in them, with the file, the line and the move that was being made."""

from __future__ import annotations

from pathlib import Path
from traceback import extract_tb
from typing import NamedTuple

from generator.catalog.paths import shown_path
from generator.catalog.problems import Place


class Frame(NamedTuple):
    """A line of the author's code that was running."""

    line: int
    function: str
    source: str


class RulesError(Exception):
    """Raised where rules of one's own can't be used, or can't go on."""

    def __init__(
        self,
        message: str,
        place: Place | None = None,
        move: str | None = None,
        seat: int | None = None,
        frames: tuple[Frame, ...] = (),
    ) -> None:
        self.message = message
        self.place = place
        self.move = move
        self.seat = seat
        self.frames = frames
        super().__init__(message)

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place else ""
        who = "" if self.seat is None else f"seat {self.seat} made "
        doing = f", while {who}`{self.move}`" if self.move else ""
        return f"{where}{self.message}{doing}"


def author_error(
    error: BaseException, folder: Path, move: str | None = None, seat: int | None = None
) -> RulesError:
    """The error in words, at the innermost line of a file in the author's folder."""
    inside = [frame for frame in extract_tb(error.__traceback__) if folder in Path(frame.filename).parents]
    frames = tuple(Frame(frame.lineno or 0, frame.name, frame.line or "") for frame in inside)
    place = Place(shown_path(Path(inside[-1].filename)), inside[-1].lineno or 0) if inside else None
    if isinstance(error, RulesError):
        return RulesError(
            error.message, error.place or place, error.move or move, seat, error.frames or frames
        )
    return RulesError(f"{type(error).__name__}: {error}", place, move, seat, frames)
