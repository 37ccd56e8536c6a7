"""A game as it lies on the table before anybody has touched it: its stacks, supplies and boards, in mm."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple

from generator.catalog.models import CardSet, Component, Game
from generator.export.virtual import names_in_list
from generator.layout.faces import Side
from generator.studio.project import Edition, ShownCard

ROWS = tuple(range(300, 2001, 100))
"""Widths in mm that are tried for the rows in which things lie."""
ASPECT = 1.9
"""Width over height of what is seen of the table on most screens."""
GAP = 12.0
"""Between two things, in mm."""
PAGE = 150.0
"""A card that is larger than this on both sides, and printed on one, is a page to write on."""
MIN_SEATS, MAX_SEATS = 2, 6
_NUMBER = re.compile(r"[0-9]+")


class PieceKind(NamedTuple):
    """A card, token or board as the table knows it; ``width`` and ``height`` in mm."""

    key: str
    """``component/list/card``: what it is called in files, so that its picture may change."""
    name: str
    list: str
    """The title of its stack: what it is called as long as it lies face down."""
    what: str
    """``cards``, ``tokens`` or ``board``."""
    width: float
    height: float
    shape: str
    looks: dict[Side, str]
    """A digest of each face: its picture's address has it, so that an old one is never shown."""

    def to_dict(self) -> dict[str, object]:
        """As the page gets it."""
        return {
            "name": self.name,
            "list": self.list,
            "what": self.what,
            "width": self.width,
            "height": self.height,
            "shape": self.shape,
            "looks": {side: look[:12] for side, look in self.looks.items()},
        }


@dataclass(frozen=True, slots=True)
class Lot:
    """Pieces that begin in one place. ``x`` and ``y``: its centre, in mm."""

    list: str
    title: str
    what: str
    pieces: tuple[str, ...]
    """The key of every piece, copies included, the top one first."""
    width: float
    height: float
    is_up: bool
    is_shuffled: bool
    is_out: bool
    """Whether it lies on the table at the start; else it is in the box."""
    x: float = 0.0
    y: float = 0.0

    def to_dict(self) -> dict[str, object]:
        """As the page gets it."""
        return {
            "list": self.list,
            "title": self.title,
            "what": self.what,
            "pieces": self.pieces,
            "up": self.is_up,
            "shuffled": self.is_shuffled,
            "out": self.is_out,
            "x": self.x,
            "y": self.y,
        }


class Tabletop(NamedTuple):
    """What there is, and where it lies at the start."""

    kinds: tuple[PieceKind, ...]
    lots: tuple[Lot, ...]
    seats: int

    def to_dict(self) -> dict[str, object]:
        """As the page gets it."""
        return {
            "kinds": {kind.key: kind.to_dict() for kind in self.kinds},
            "lots": [lot.to_dict() for lot in self.lots],
            "seats": self.seats,
        }


def set_table(edition: Edition) -> Tabletop:
    """All of a game but its boxes, which nobody folds on a table."""
    kinds: list[PieceKind] = []
    lots: list[Lot] = []
    shown = [card for card in edition.cards if card.component.kind != "box"]
    for _, group in groupby(shown, key=lambda card: (card.component.id, card.cards.id)):
        cards = list(group)
        names = names_in_list([card.card for card in cards], _title(cards[0].component, cards[0].cards))
        own = list(_lots(cards, names))
        stacks = {piece: lot.title for lot in own if lot.what == "cards" for piece in lot.pieces}
        title = _title(cards[0].component, cards[0].cards)
        kinds += (_kind(card, names[card.card.id], stacks.get(key_of(card), title)) for card in cards)
        lots += own
    return Tabletop(tuple(kinds), tuple(_laid_out(lots)), usual_seats(edition.game))


def usual_seats(game: Game) -> int:
    """The fewest players that a game says it is for, as far as the table has seats."""
    numbers = [int(number) for number in _NUMBER.findall(game.players or "")]
    return min(max(min(numbers, default=MIN_SEATS), MIN_SEATS), MAX_SEATS)


def key_of(shown: ShownCard) -> str:
    """What a card is called in the files of tables."""
    return f"{shown.component.id}/{shown.cards.id}/{shown.card.id}"


def _title(component: Component, cards: CardSet) -> str:
    return cards.name if len(component.sets) > 1 or component.is_deck else component.title


def _kind(shown: ShownCard, name: str, title: str) -> PieceKind:
    component = shown.component
    return PieceKind(
        key_of(shown),
        name,
        title,
        component.kind,
        component.size.width,
        component.size.height,
        component.shape.kind,
        dict(shown.looks),
    )


def _lots(cards: Sequence[ShownCard], names: dict[str, str]) -> Iterator[Lot]:
    """Stacks of cards; a supply of each token; boards one by one."""
    component, list_ = cards[0].component, cards[0].cards
    list_name = f"{component.id}/{list_.id}"
    size = component.size
    if component.kind == "cards":
        is_page = component.back is None and min(size.width, size.height) > PAGE
        for title, stack in _stacks(cards, _title(component, list_)):
            pieces = tuple(key_of(card) for card in stack for _ in range(card.card.copies))
            looks = {card.looks.get("back") for card in stack}
            is_hidden = len(stack) > 1 and len(looks) == 1 and None not in looks
            if pieces:
                yield Lot(
                    list_name,
                    title,
                    "cards",
                    pieces,
                    size.width,
                    size.height,
                    is_up=not is_hidden,
                    is_shuffled=is_hidden,
                    is_out=not is_page,
                )
        return
    for card in cards:
        pieces = (key_of(card),) * card.card.copies
        for pile in [pieces] if component.kind == "tokens" else [(piece,) for piece in pieces]:
            if pile:
                yield Lot(
                    list_name,
                    names[card.card.id],
                    component.kind,
                    pile,
                    size.width,
                    size.height,
                    is_up=True,
                    is_shuffled=False,
                    is_out=True,
                )


def _stacks(cards: Sequence[ShownCard], title: str) -> list[tuple[str, Sequence[ShownCard]]]:
    """A list as the decks that its backs tell apart; one whose backs are all different is one stack."""
    by_back: dict[str | None, list[ShownCard]] = {}
    for card in cards:
        by_back.setdefault(card.looks.get("back"), []).append(card)
    if len(by_back) == 1 or len(by_back) == len(cards):
        return [(title, cards)]
    stacks = list(by_back.values())
    return [(f"{title}: {what}", stack) for what, stack in zip(_what_differs(stacks), stacks, strict=True)]


def _what_differs(stacks: Sequence[Sequence[ShownCard]]) -> list[str]:
    """The values of the first field that all cards of a stack share and no two stacks do; else numbers."""
    for field in stacks[0][0].card.values:
        values = [{str(card.card.values.get(field)) for card in stack} for stack in stacks]
        if all(len(shared) == 1 for shared in values) and len(set[str]().union(*values)) == len(stacks):
            return [shared.pop() for shared in values]
    return [str(number) for number in range(1, len(stacks) + 1)]


# Where they lie


def _laid_out(lots: Sequence[Lot]) -> list[Lot]:
    """In rows, as wide as makes the whole about as wide for its height as a table is."""
    tried = [_in_rows(lots, width) for width in ROWS]
    return min(tried, key=lambda placed: abs(_aspect([lot for lot in placed if lot.is_out]) - ASPECT))


def _aspect(lots: Sequence[Lot]) -> float:
    """Width over height of what the lots cover."""
    if not lots:
        return ASPECT
    across = max(lot.x + lot.width / 2 for lot in lots) - min(lot.x - lot.width / 2 for lot in lots)
    down = max(lot.y + lot.height / 2 for lot in lots) - min(lot.y - lot.height / 2 for lot in lots)
    return across / down


def _in_rows(lots: Sequence[Lot], width: float) -> list[Lot]:
    """Boards, cards and tokens in rows of their own, around the middle and from there downwards.

    What begins in the box has its place below all others.
    """
    placed: list[Lot] = []
    top = 0.0
    for depth, group in groupby(sorted(lots, key=_depth), key=_depth):
        for row in _rows(list(group), width):
            height = max(lot.height for lot in row)
            left = -(sum(lot.width for lot in row) + GAP * (len(row) - 1)) / 2
            for lot in row:
                x, y = round(left + lot.width / 2, 2), round(top + height / 2, 2)
                placed.append(replace(lot, x=x, y=y))
                left += lot.width + GAP
            top += height + GAP
        top += GAP if depth == 0 else 0
    return placed


def _depth(lot: Lot) -> int:
    return ("board", "cards", "tokens").index(lot.what) if lot.is_out else 3


def _rows(lots: Sequence[Lot], width: float) -> Iterator[list[Lot]]:
    row: list[Lot] = []
    used = 0.0
    for lot in lots:
        if row and used + lot.width > width:
            yield row
            row, used = [], 0.0
        row.append(lot)
        used += lot.width + GAP
    if row:
        yield row
