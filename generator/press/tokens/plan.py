"""The pages of a component's tokens: fronts, their backs behind them, and the lines to cut along."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from generator.catalog.shapes import Shape
from generator.catalog.sizes import Size
from generator.layout.geometry import Matrix, Outline, rotation
from generator.press.backs import FlipAxis, flip_axis, mirror_band, mirror_slot
from generator.press.grid import Slot
from generator.press.impose import Copies, Pages, Plan, SheetPage, Stamp, impose, sheet_page
from generator.press.marks import Line
from generator.press.options import PressOptions
from generator.press.slug import Slug, lay_slug
from generator.press.tokens.shapes import from_behind, grown, outline
from generator.press.tokens.sheet import Sheet, fit_sheet, fold_lines


def plan_tokens(
    copies: Sequence[int], has_back: bool, shape: Shape, size: Size, options: PressOptions
) -> Plan:
    """The pages for tokens of one shape; ``copies[i]`` is how often token i is printed.

    Rectangles are laid like cards. Pages for print on demand show the whole face: the services cut by
    a form of their own. Raises :class:`~generator.catalog.problems.InputError` as :func:`impose` does.
    """
    if shape.kind == "rect" or options.backs == "pod":
        return impose(copies, has_back, size.width, size.height, options)
    if not has_back:
        options = replace(options, backs="none")
    deck = Copies(copies)
    sheet = fit_sheet(shape, size, deck.total, options)
    fronts = _fronts(shape, size, sheet, options)
    if options.backs == "gutterfold":
        return _folded(deck, fronts, sheet, size, options)
    if options.backs == "none":
        return _single_sided(deck, fronts, options)
    return _two_sided(deck, fronts, sheet, size, options)


@dataclass(frozen=True, slots=True)
class _Half:
    """One side of all tokens on a sheet, and what stands around them."""

    side: Literal["front", "back"]
    slots: tuple[Slot, ...]
    clip: Outline
    """In card coordinates, what is shown of each face."""
    cuts: tuple[Outline, ...]
    """On the page, the line to cut along for each slot; none on backs: one cuts by the front."""
    slug: Slug | None

    def stamps(self, cards: Sequence[int]) -> tuple[Stamp, ...]:
        return tuple(
            Stamp(card, self.side, slot, self.clip) for card, slot in zip(cards, self.slots, strict=False)
        )


def _fronts(shape: Shape, size: Size, sheet: Sheet, options: PressOptions) -> _Half:
    trim = outline(shape, size)
    # Crop marks at the paper's edge lead no scissors round a circle.
    cuts = () if options.marks == "none" else tuple(trim.moved(_placed(slot, size)) for slot in sheet.slots)
    slug = lay_slug(sheet.band) if sheet.band else None
    return _Half("front", sheet.slots, grown(shape, size, sheet.bleed), cuts, slug)


def _behind(fronts: _Half, sheet: Sheet, size: Size, options: PressOptions, axis: FlipAxis) -> _Half:
    """The backs as they lie on the page behind, or across a fold along that axis."""
    slots = tuple(mirror_slot(slot, options.paper, axis) for slot in fronts.slots)
    slug = lay_slug(mirror_band(sheet.band, options.paper, axis)) if sheet.band else None
    return _Half("back", slots, from_behind(fronts.clip, size), (), slug)


def _single_sided(deck: Copies, fronts: _Half, options: PressOptions) -> Plan:
    per_sheet = len(fronts.slots)

    def page(index: int) -> SheetPage:
        return _page(index, "front", fronts, deck.sheet(index, per_sheet), options)

    return Plan(Pages(-(-deck.total // per_sheet), page), None, per_sheet)


def _two_sided(deck: Copies, fronts: _Half, sheet: Sheet, size: Size, options: PressOptions) -> Plan:
    per_sheet = len(fronts.slots)
    backs = _behind(fronts, sheet, size, options, flip_axis(options.paper, options.backs))

    def page(index: int) -> SheetPage:
        number, is_back = divmod(index, 2)
        half = backs if is_back else fronts
        return _page(index, half.side, half, deck.sheet(number, per_sheet), options)

    return Plan(Pages(2 * -(-deck.total // per_sheet), page), None, per_sheet)


def _folded(deck: Copies, fronts: _Half, sheet: Sheet, size: Size, options: PressOptions) -> Plan:
    assert sheet.fold is not None, "fit_sheet folds every gutterfold sheet"
    per_sheet = len(fronts.slots)
    backs = _behind(fronts, sheet, size, options, sheet.fold)
    fold = () if options.marks == "none" else fold_lines(sheet, options)

    def page(index: int) -> SheetPage:
        cards = deck.sheet(index, per_sheet)
        front = _page(index, "fold", fronts, cards, options, fold)
        return replace(front, stamps=front.stamps + backs.stamps(cards))

    return Plan(Pages(-(-deck.total // per_sheet), page), None, per_sheet)


def _page(
    index: int,
    side: Literal["front", "back", "fold"],
    half: _Half,
    cards: Sequence[int],
    options: PressOptions,
    marks: tuple[Line, ...] = (),
) -> SheetPage:
    page = sheet_page(index + 1, side, half.stamps(cards), options, marks, half.slug)
    return replace(page, cuts=half.cuts[: len(cards)])


def _placed(slot: Slot, size: Size) -> Matrix:
    """From card coordinates to the page."""
    centred = Matrix(e=-size.width / 2, f=-size.height / 2)
    return centred.then(rotation(-slot.turn)).then(Matrix(e=slot.cx, f=slot.cy))
