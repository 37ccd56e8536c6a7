"""Games whose cards can be measured, built into PDFs inside this process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from games import read_game, write_game

from generator.catalog.press_settings import SETTINGS
from generator.catalog.problems import Problems
from generator.catalog.sizes import Size, paper
from generator.press.build import Written, build
from generator.press.planning import plan_jobs
from generator.press.request import PrintRequest

from .pdf_measure import Edges, Page, Pdf

TRIM_FRONT, TRIM_BACK = (1.0, 0.0), (0.0, 1.0)
"""Red and green of the surface that covers a trim exactly; its blue is the card's number in 255ths."""
BLEED = (1.0, 0.502, 0.0)
CORNER, OTHER_CORNER = (0.0, 0.502, 1.0), (0.502, 0.0, 1.0)
"""A patch 1 mm from the left and 2 mm from the top, and its mirror image at the right."""

MARKED = """\
<card>
  <rect x="-3" y="-3" width="{{ component.width + 6 }}" height="{{ component.height + 6 }}" fill="#ff8000"/>
  {% set own = "#COLOUR%02x"|format(number) %}
  <rect width="{{ component.width }}" height="{{ component.height }}" fill="{{ own }}"/>
  <rect x="1" y="2" width="7" height="3" fill="#0080ff"/>
  <rect x="{{ component.width - 8 }}" y="2" width="7" height="3" fill="#8000ff"/>
</card>
"""


@dataclass(frozen=True, slots=True)
class Built:
    """A finished file, opened, and what the build told of it."""

    pdf: Pdf
    written: Written

    @property
    def pages(self) -> list[Page]:
        return self.pdf.pages


def request_of(papers: Size, **given: Any) -> PrintRequest:
    """A request with the press settings, and what else is asked for, as keywords."""
    named = {name: given.pop(name) for name in SETTINGS if name in given}
    settings = {name: value for name, value in named.items() if value is not None}
    return PrintRequest(papers, settings, **given)


def build_game(folder: Path, *, papers: str = "a4", out: Path | None = None, **given: Any) -> list[Built]:
    """Builds the game in ``folder``; it may have warnings, but no errors."""
    problems = Problems()
    game = read_game(folder, problems)
    jobs = plan_jobs(game, request_of(paper(papers), **given))
    written = build(jobs, out or folder / "output", problems, lambda _: None)
    assert not problems.has_errors, "\n".join(str(problem) for problem in problems)
    return [Built(Pdf(file.path), file) for file in written]


def build_one(folder: Path, **given: Any) -> Built:
    """Builds a game that makes a single file."""
    (built,) = build_game(folder, **given)
    return built


def marked_game(
    folder: Path, *, size: str = "poker", copies: Sequence[int] = (1,), back: bool = True, **component: Any
) -> Path:
    """Cards with a surface on the trim, one on the bleed, and patches that tell left, right, top, bottom."""
    return write_game(
        folder,
        cards=[{"name": f"Card {number}", "copies": count} for number, count in enumerate(copies, 1)],
        front=MARKED.replace("COLOUR", "ff00"),
        back=MARKED.replace("COLOUR", "00ff") if back else None,
        component={"size": size, **component},
    )


def replaced(path: str, old: str, new: str) -> Callable[[Path], None]:
    """What changes a file of a game."""

    def change(game: Path) -> None:
        text = (game / path).read_text()
        assert old in text
        (game / path).write_text(text.replace(old, new, 1))

    return change


def numbered_trims(page: Page, side: str) -> list[tuple[int, Edges]]:
    """The cards of a page by number, with the box of each trim, in the order of drawing."""
    wanted = TRIM_FRONT if side == "front" else TRIM_BACK
    return [
        (round(ink.colour[2] * 255), ink.box)
        for ink in page.ink
        if ink.kind == "fill" and ink.colour[:2] == wanted and len(ink.colour) == 3 and not _patch(ink.colour)
    ]


def _patch(colour: tuple[float, ...]) -> bool:
    return colour in (BLEED, CORNER, OTHER_CORNER)


def inside(inner: Edges, outer: Edges, slack: float = 0.01) -> bool:
    return (
        inner[0] >= outer[0] - slack
        and inner[1] >= outer[1] - slack
        and inner[2] <= outer[2] + slack
        and inner[3] <= outer[3] + slack
    )


def band_of(page: Page) -> Edges | None:
    """The strip that the slug clears for itself: the page's own white surface."""
    white = [ink for ink in page.fills((1.0, 1.0, 1.0)) if not ink.forms]
    return white[-1].box if white else None
