"""Tiny games of the kit, for tests of one thing each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from games import write_game

from generator.catalog.load import load_game
from generator.catalog.problems import Problems
from generator.rules.kit import NOBODY, OWNER, SEAT, From, Rules, Table, Zone
from generator.rules.kit.opening import open_game
from generator.rules.kit.state import KitGame

Cards = Sequence[Mapping[str, Any]]
Open = Callable[..., KitGame]

SUITS: Cards = [
    {"id": f"{suit}-{rank}", "name": f"{suit} {rank}", "suit": suit, "rank": rank, "copies": 2}
    for suit in ("red", "blue")
    for rank in (1, 2, 3)
]
"""Six kinds, two copies of each."""
ZONES = (
    Zone("deck", seen=NOBODY, ordered=True, full=True),
    Zone("hand", of=SEAT, seen=OWNER),
    Zone("heap", ordered=True),
    Zone("won", of=SEAT),
)


def card_game(**changes: Any) -> Rules:
    """Each of two seats has three cards, and lays them on the heap, whichever it likes."""
    zones = changes.pop("zones", ZONES)
    rules = Rules(**{"seats": 2, "zones": zones, **changes})

    @rules.setup
    def deal(table: Table) -> None:
        table.shuffle(table.deck)
        table.deck.deal(3, *table.hand)

    @rules.move("play {card}", card=From("hand"))
    def play(table: Table, card: Any) -> None:
        table.hand[table.seat].give(card, table.heap)
        table.pass_turn()

    @rules.over
    def over(table: Table) -> str | None:
        return None if any(table.hand) else "all cards are played"

    rules.winners(lambda table: [len(table.seats) - 1])
    return rules


@pytest.fixture
def tiny(tmp_path: Path) -> Open:
    """Opens rules with the cards of a game of one list, or of several by their names."""

    def open_tiny(rules: Rules, cards: Cards | Mapping[str, Cards] = SUITS, **numbers: Any) -> KitGame:
        lists = cards if isinstance(cards, Mapping) else {"cards": cards}
        whole = {"suit": "text", "rank": "whole", "points": "whole", "health": "whole"}
        described = {
            name: {
                "size": "poker",
                "front": "card.xml.j2",
                "press": {"backs": "none"},
                "fields": whole,
                "cards": list(held),
            }
            for name, held in lists.items()
        }
        folder = write_game(
            tmp_path / "tiny", game={"title": "Tiny", "rules": numbers, "components": described}
        )
        problems = Problems()
        database = load_game(folder, problems)
        assert database is not None, "\n".join(map(str, problems))
        game = open_game(rules, database, problems)
        if game is None:
            raise AssertionError("\n".join(map(str, problems)))
        return game

    return open_tiny
