"""What studies need to know of a game of the kit: what its first hands are drawn from."""

from __future__ import annotations

from collections import Counter as Counts
from collections.abc import Sequence

from generator.rules.evaluation import Deal
from generator.rules.kit.declarations import SEAT
from generator.rules.kit.state import KitGame, KitState
from generator.rules.protocol import Game, State

SAMPLED = 8
"""Deals that are compared: what lies open in the same place in all of them was not drawn."""


class KitDeal(Deal):
    """A hand is drawn from all cards of its owner but for those that set-up lays out in the same place
    each time."""

    def deck(self, state: State, seat: int) -> Sequence[str]:
        assert isinstance(state, KitState)
        game, seats = state.game, len(state.table.seats)
        deals = [game.dealt(seed, seats) for seed in range(SAMPLED)]
        fixed: Counts[str] = Counts()
        for zone in game.kind.zones.values():
            for owner in range(seats) if zone.of == SEAT else range(1):
                lying = [
                    Counts(str(card) for pile in table.piles(zone.name, owner) for card in pile)
                    for table in deals
                ]
                if all(found == lying[0] for found in lying):
                    fixed += lying[0]
        owners = game.owners(seats)
        own = owners.counts.get(str(seat), owners.counts.get("all", Counts()))
        everything = Counts({str(card): count for card, count in own.items()})
        return list((everything - fixed).elements())


def open_deal(game: Game) -> Deal:
    """What the first hands of a game of the kit are drawn from."""
    assert isinstance(game, KitGame)
    return KitDeal()
