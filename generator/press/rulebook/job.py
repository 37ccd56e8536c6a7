"""A rulebook that is to be printed on a paper, and what that follows from."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from generator.catalog.models import Card, Game, Rulebook
from generator.catalog.paths import shown_path
from generator.catalog.press_settings import PressOptions
from generator.catalog.problems import InputError, Problem
from generator.catalog.sizes import Size
from generator.press.job import (
    Dependencies,
    Digests,
    Kept,
    PagePlan,
    PagePng,
    PrintContext,
    Printed,
    Recall,
    Sheets,
    TwoSided,
    digest_of,
    numbered_pngs,
    values_of,
)
from generator.press.request import RULEBOOK, PrintRequest, paper_name

if TYPE_CHECKING:
    from generator.catalog.printers import Printer
    from generator.layout.faces import Side
    from generator.press.rulebook.setting import Typesetter


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

    component = subject = RULEBOOK
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
        return digest_of(
            [*self.settings(), *_loaded_parts(self.game, values_of), *self.folder_parts(digests)]
        )

    def settings(self) -> list[object]:
        """How it is printed."""
        printed = self.paper, self.low_ink, self.is_apart, self.two_sided, self.max_dpi
        return [self.rulebook, *printed, Path.cwd()]

    def folder_parts(self, digests: Digests) -> list[list[object]]:
        """What lies in each of the game's folders."""
        folders = (self.game.folder, *self.game.layout_folders)
        return [[str(folder.resolve()), *digests.inside(folder)] for folder in folders]

    def is_unchanged(self, then: Dependencies, digests: Digests) -> bool:
        """The key has all that it follows from."""
        del then, digests
        return True

    def print(self, context: PrintContext, path: Path) -> Printed | None:
        from generator.press.rulebook.book import begin_book

        problems, cache = context.problems, context.cache
        before = len(problems.found)
        begun = begin_book(self, context.renderer, context.preflight, problems)
        if begun is None:
            return None
        reported = tuple(problems.found[before:])
        known = None if cache is None else _recall(self, begun.setter, reported, cache)
        if known is not None:
            problems.found[before:] = known.sheets.problems
            sheets = known.sheets._replace(path=Path(shutil.copyfile(known.sheets.path, path)))
            return Printed(sheets, lambda _: Dependencies(), known.by)
        from generator.press.rulebook.printing import print_book

        printed = print_book(self, begun, path, before, context.inks, self.max_dpi)
        if printed is None:
            return None
        by = None
        if cache is not None and not _names_lists(self.game, printed.problems):
            by = _recall_of(self, begun.setter, reported, cache.digests)
        return Printed(printed, lambda _: Dependencies(), by)

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


def _loaded_parts(game: Game, of_card: Callable[[Card], object]) -> Iterator[object]:
    """What was read of a game, whether the files still say so or not; ``of_card``: what of each card."""
    yield values_of(game)
    for component in game.components:
        yield values_of(component)
        for cards in component.sets:
            yield values_of(cards), [of_card(card) for card in cards.cards]


# Any file of a game has a say in its rulebook, but few of its cards are in it. So once its text is filled in,
# the sheets are looked for again: by the text, and all that is known of the game but what its cards say. The
# cards that were shown then are compared.


class _Recalled(NamedTuple):
    by: Recall
    sheets: Sheets
    """As they lie in the cache."""


def _recall(job: BookJob, setter: Typesetter, reported: Sequence[Problem], cache: Kept) -> _Recalled | None:
    """The print of an earlier run that looks as this one would; None where there is none.

    ``reported``: what was reported of the text as it was filled in.
    """
    if job.game.licences:
        return None
    name = _name(job, setter, reported, cache.digests)
    note = cache.find_note(name)
    try:
        if note is None or not all(
            _digest(setter, card, side) == digest for card, side, digest in note["cards"]
        ):
            return None
        sheets = cache.find(job, note["sheets"])
        return None if sheets is None else _Recalled(Recall(name, note), sheets)
    except (InputError, LookupError, TypeError, ValueError, AttributeError):
        # A card that is not there any more, or a note that is none.
        return None
    finally:
        # What was looked up here is no card of the book yet.
        setter.database.asked.clear()


def _recall_of(
    job: BookJob, setter: Typesetter, reported: Sequence[Problem], digests: Digests
) -> Recall | None:
    """What the sheets that were just printed may be found by; None where that is too much."""
    if job.game.licences:
        # Credits go through all cards.
        return None
    shown: list[tuple[str, Side | None]] = [(card, None) for card in setter.database.asked]
    shown += setter.drawn
    try:
        cards = [(*one, _digest(setter, *one)) for one in shown]
    except InputError:
        return None
    return Recall(_name(job, setter, reported, digests), {"cards": cards})


def _name(job: BookJob, setter: Typesetter, reported: Sequence[Problem], digests: Digests) -> str:
    from generator.layout.icons import packs_named_in

    game = job.game
    folders = (game.folder, *game.layout_folders)
    has_credits = "credits" in setter.manuscript.text
    return digest_of(
        [
            "recall",
            *job.settings(),
            *_loaded_parts(game, lambda card: (card.id, card.copies)),
            *_other_files(game, job.folder_parts(digests)),
            setter.manuscript.text,
            setter.manuscript.places,
            reported,
            sorted(digests.once(packs_named_in, folders)) if has_credits else (),
        ]
    )


def _lists(game: Game) -> list[Path]:
    """The files that are lists of cards."""
    files = (cards.file for component in game.components for cards in component.sets)
    return [file for file in files if file is not None]


def _names_lists(game: Game, problems: Sequence[Problem]) -> bool:
    """Whether a problem has its place in a list of cards: it moves with all that changes above it."""
    lists = set(map(shown_path, _lists(game)))
    return any(problem.place is not None and problem.place.file in lists for problem in problems)


def _other_files(game: Game, parts: Sequence[Sequence[object]]) -> Iterator[object]:
    """The files in the game's folders that are no lists of cards."""
    lists = {str(file.absolute()) for file in _lists(game)}
    for folder in parts:
        yield [part for part in folder if not (isinstance(part, list) and part[0] in lists)]


def _digest(setter: Typesetter, card: str, side: Side | None) -> str:
    """Of what a card says, or of the layout of one of its sides. Raises InputError where it has none."""
    of, cards, found, number = setter.database.find(card)
    if side is None:
        return digest_of([values_of(of), values_of(cards), values_of(found)])
    return digest_of([setter.renderer.filled_in(of, cards, found, side, number)])
