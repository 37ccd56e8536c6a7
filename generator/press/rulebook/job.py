"""A rulebook that is to be printed on a paper, and what that follows from."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from generator.catalog.models import Game, Rulebook
from generator.catalog.press_settings import PressOptions
from generator.catalog.sizes import Size
from generator.catalog.writing import is_scratch
from generator.press.cache import OWN_NAME
from generator.press.job import (
    Dependencies,
    Digests,
    PagePlan,
    PagePng,
    PrintContext,
    Printed,
    Sheets,
    TwoSided,
    digest_of,
    numbered_pngs,
    values_of,
)
from generator.press.request import RULEBOOK, PrintRequest, paper_name

if TYPE_CHECKING:
    from generator.catalog.printers import Printer


@dataclass(frozen=True, slots=True)
class BookJob:
    """A game's rulebook for one paper."""

    game: Game
    rulebook: Rulebook
    paper: Size
    low_ink: bool = False
    is_apart: bool = False
    dpi: int | None = None
    printer: Printer | None = None
    max_dpi: int | None = None

    component = RULEBOOK
    count = 0
    beside = None
    is_whole = True

    @property
    def name(self) -> str:
        end = "-low-ink" if self.low_ink else ""
        return f"{RULEBOOK}-{paper_name(self.paper)}{end}" + ("" if self.dpi else ".pdf")

    @property
    def path(self) -> Path:
        return self.game.output / self.name

    @property
    def two_sided(self) -> TwoSided | None:
        if self.is_apart:
            return None
        is_booklet = self.rulebook.form == "booklet"
        paper = self.paper.turned("landscape") if is_booklet else self.paper
        backs = "duplex-short" if is_booklet else "duplex-long"
        correction = None if self.printer is None else self.printer.correction(paper, backs)
        return TwoSided(paper, backs, correction)

    def page_plan(self) -> PagePlan:
        return PagePlan(two_sided=self.two_sided)

    @property
    def places(self) -> list[Path]:
        return [self.path] if self.dpi is None else [self.path / "page-1.png"]

    def pngs(self, sheets: Sheets) -> list[PagePng]:
        return numbered_pngs(self.path, sheets.pages)

    def cache_key(self, digests: Digests) -> str:
        """Changes with the program, the paper, what was read of the game, and anything in its folders."""
        # A file may be saved after the game was read, and before it is looked at here.
        parts = (
            self.rulebook,
            self.paper,
            self.low_ink,
            self.is_apart,
            self.two_sided,
            self.max_dpi,
            Path.cwd(),
            *_loaded_parts(self.game),
        )
        folders = (self.game.folder, *self.game.layout_folders)
        return digest_of([*parts, *(digests.once(_folder_parts, folder, digests) for folder in folders)])

    def is_unchanged(self, then: Dependencies, digests: Digests) -> bool:
        """The key has all that it follows from."""
        del then, digests
        return True

    def print(self, context: PrintContext, path: Path) -> Printed | None:
        from generator.press.rulebook.printing import print_book

        sheets = print_book(self, context.renderer, context.preflight, path, context.problems, context.inks)
        if sheets is None:
            return None
        return Printed(sheets, lambda _: Dependencies())

    def check(self, context: PrintContext) -> None:
        from generator.press.rulebook.book import lay_out

        lay_out(self, context.renderer, context.preflight, context.problems)


def plan_book(game: Game, request: PrintRequest) -> BookJob | None:
    """The game's rulebook, if it has one and it is asked for."""
    if game.rulebook is None or not request.has_rulebook:
        return None
    # Of the settings, those of the command hold for it: it has none of its own.
    options = PressOptions(request.paper, **request.settings)
    dpi = options.dpi if options.is_png else None
    printer = None if options.is_apart else request.printer
    is_apart, paper = options.form == "png", request.paper
    return BookJob(
        game, game.rulebook, paper, request.low_ink, is_apart, dpi, printer, max_dpi=options.max_dpi
    )


def _loaded_parts(game: Game) -> Iterator[object]:
    """All that was read of a game, whether the files still say so or not."""
    yield values_of(game)
    for component in game.components:
        yield values_of(component)
        for cards in component.sets:
            yield values_of(cards), [values_of(card) for card in cards.cards]


def _folder_parts(folder: Path, digests: Digests) -> list[object]:
    """Every file in one of the game's folders, for a rulebook may draw on any."""
    parts: list[object] = [str(folder.resolve())]
    for place, folders, files in os.walk(folder):
        # Neither the history that Git keeps nor what a build itself is writing has a say.
        folders[:] = sorted(name for name in folders if name != ".git" and not is_scratch(Path(name)))
        for name in (*folders, *sorted(files)):
            path = Path(place, name)
            if path.is_symlink():
                # What is behind it has a path of its own in these folders; from elsewhere nothing is read.
                parts.append((str(path), str(path.readlink())))
            # A build may have written its own files there.
            if path.suffix != ".pdf" and not OWN_NAME.fullmatch(name) and path.is_file():
                parts.append(digests.found(path))
    return parts
