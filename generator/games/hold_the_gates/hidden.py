"""Hidden information: hands and the order of decks. All else lies open."""

from __future__ import annotations

from generator.games.hold_the_gates.numbers import Numbers
from generator.games.hold_the_gates.position import sorted_ids, write_heading, write_side
from generator.games.hold_the_gates.table import Table
from generator.rules.positions import shuffler_position
from generator.rules.protocol import Position, View
from generator.rules.shuffler import Shuffler


def view(table: Table, numbers: Numbers, seat: int) -> View:
    """What a seat may know. ``unseen`` lists, for each seat, the cards that lie where this one can't look:
    whoever counts the open cards knows which are left."""
    seats: list[Position] = []
    unseen: list[list[str]] = []
    for owner, side in enumerate((table.attacker, table.defender)):
        shown = write_side(side, table.kinds)
        shown["deck"] = len(side.deck)
        hidden = side.deck
        if owner != seat:
            shown["hand"] = len(side.hand)
            hidden = side.deck + side.hand
        seats.append(shown)
        unseen.append(sorted_ids(hidden, table.kinds))
    return {
        **write_heading(table, numbers),
        "seats": seats,
        "unseen": unseen,
        "seat": seat,
        "asked": table.player == seat,
    }


def determinize(seen: View, shuffler: Shuffler) -> Position:
    """A position that could be behind a view: the cards that it leaves unseen are dealt anew."""
    position = {key: value for key, value in seen.items() if key not in ("unseen", "seat", "asked")}
    position["seats"] = [
        _deal(side, cards, shuffler) for side, cards in zip(seen["seats"], seen["unseen"], strict=True)
    ]
    position["shuffler"] = shuffler_position(shuffler.apart())
    return position


def _deal(side: Position, unseen: list[str], shuffler: Shuffler) -> Position:
    """Deck and hand out of the unseen cards; a hand that is known stays."""
    order = list(range(len(unseen)))
    shuffler.shuffle(order)
    cards = [unseen[number] for number in order]
    dealt = {**side, "deck": cards[: side["deck"]]}
    if isinstance(side["hand"], int):
        dealt["hand"] = sorted(cards[side["deck"] :], key=unseen.index)
    return dealt
