"""One page of each kind of bundled sheet, and of a report, rasterised from the real PDF."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pypdfium2

from generator.catalog.bundle import find_game
from generator.catalog.load import load_game
from generator.catalog.problems import Problems
from generator.catalog.sizes import PAPERS
from generator.press.build import build
from generator.press.planning import plan_jobs
from generator.press.request import PrintRequest
from generator.reports.pdf import write_pdf
from tests.reports.balance_report import balance_report

if TYPE_CHECKING:
    from PIL.Image import Image

EXPECTED = Path(__file__).resolve().parent / "expected"
DPI = 50


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page (from 0) of what ``gatepress build GAME --only SET`` makes for A4."""

    name: str
    game: str
    cards: str
    page: int

    @property
    def expected(self) -> Path:
        return EXPECTED / f"{self.name}.png"


@dataclass(frozen=True, slots=True)
class ReportPage:
    """A page (from 0) of the report on a made-up study."""

    name: str
    page: int

    @property
    def expected(self) -> Path:
        return EXPECTED / f"{self.name}.png"


SHEETS: tuple[Sheet | ReportPage, ...] = (
    Sheet("battle-gate-fronts", "battle-gate", "five-a-side", 0),
    Sheet("battle-gate-backs", "battle-gate", "five-a-side", 1),
    Sheet("battle-gate-blank", "battle-gate", "blanks", 0),
    Sheet("battle-gate-deck-sheet", "battle-gate", "deck-sheet", 0),
    ReportPage("report-findings", 0),
    ReportPage("report-matrix", 1),
)


def rendered(sheet: Sheet | ReportPage) -> Image:
    """The page as it is now, in RGB. Raises ValueError if the game has problems."""
    if isinstance(sheet, ReportPage):
        return _report_pages()[sheet.page]
    return _pages(sheet.game, sheet.cards)[sheet.page]


@cache
def _pages(game: str, cards: str) -> list[Image]:
    with tempfile.TemporaryDirectory() as folder:
        return list(_rasters(_printed(game, cards, Path(folder))))


@cache
def _report_pages() -> list[Image]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "report.pdf"
        write_pdf(balance_report(), path, PAPERS["a4"])
        return list(_rasters(path))


def _printed(name: str, cards: str, out: Path) -> Path:
    problems = Problems()
    game = load_game(find_game(name), problems)
    jobs = plan_jobs(game, PrintRequest(PAPERS["a4"], only=(cards,))) if game else []
    written = build(jobs, out, problems, lambda _: None)
    if problems.has_errors or len(written) != 1:
        raise ValueError("\n".join(str(problem) for problem in problems) or f"{name} has no set {cards}")
    return written[0].path


def _rasters(path: Path) -> Iterator[Image]:
    with pypdfium2.PdfDocument(path) as document:
        for page in document:
            yield page.render(scale=DPI / 72).to_pil().convert("RGB")
