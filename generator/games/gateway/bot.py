"""Gateway: Victory Points, districts, the Army, and the cards that a player owns.

The turn under way is played to its end plainly, and judged then. Cards count the more, the more rounds are
left to draw them in. The nearer the Horde is to holding every district, the worse for everyone.
"""

from __future__ import annotations

from typing import Any

from generator.catalog.wording import pluralize
from generator.games.gateway.board import EVENT
from generator.games.gateway.bot_deal import open_deal
from generator.games.gateway.bot_plain import PlainTurn
from generator.games.gateway.rules import Gateway, GatewayState
from generator.games.gateway.tables import HORDES
from generator.rules import Game, Position, State
from generator.rules.evaluation import Evaluator

__all__ = ["open_deal", "open_evaluator"]

_VP = 10.0
_DISTRICT = 8.0
_ATTACK, _DEFENCE = 1.0, 0.6
"""The worth of a point of the Army."""
_RUNESTONE_IN_ARMY = 2.0
_CARD = 1.2
"""The worth of a point of a card's own worth, at the beginning of the game; at its end nothing."""
_JUNK = 1.0
"""How much a card that is worth less spoils a deck."""
_HORDE = 60.0
"""What it costs everyone when the Horde holds every district but one."""


class GatewayEvaluator(Evaluator):
    def __init__(self, game: Gateway) -> None:
        tables = game.tables
        self._plain = PlainTurn(game)
        self._values = {name: self._plain.values[kind] for kind, name in enumerate(tables.names)}
        self._fights = {
            name: _ATTACK * tables.attack[kind] + _DEFENCE * tables.defence[kind]
            for kind, name in enumerate(tables.names)
            if tables.is_insurgent[kind]
        }
        self._is_horde = {
            card.id: tables.faction[kind] == HORDES for kind, card in enumerate(game.config.cards)
        }
        self._events = len(game.config.events)

    def quiesce(self, state: State, asked: Position, seat: int) -> State:
        del seat
        assert isinstance(state, GatewayState)
        turn = (asked["round"], asked["active"], asked["phase"] == "event")
        board = state.board
        while state.player is not None and turn == (board.round, board.active, board.phase == EVENT):
            state.apply(self._plain.choice(state))
        return state

    def evaluate(self, position: Position, seat: int) -> float:
        late = len(position["past"]) / self._events
        strengths = [
            self._of(given, _CARD * (1 - late)) + _DISTRICT * self._districts(position, number)
            for number, given in enumerate(position["seats"])
        ]
        others = [strength for number, strength in enumerate(strengths) if number != seat]
        return strengths[seat] - sum(others) / len(others) - self._danger(position)

    def _of(self, given: dict[str, Any], per_card: float) -> float:
        """What a seat has but for its districts."""
        worth: float = _VP * given["vp"]
        for written in given["army"]:
            card = written.partition(" ")[0]
            worth += self._fights.get(card, _RUNESTONE_IN_ARMY)
            worth += per_card * self._values[card]
        for key in ("deck", "hand", "discard", "played"):
            for card in given.get(key, ()):
                worth += per_card * (self._values[card] - _JUNK)
        return worth

    def _districts(self, position: Position, seat: int) -> int:
        return sum(district["owner"] == seat for district in position["districts"])

    def _danger(self, position: Position) -> float:
        """How near the city is to its fall."""
        districts = position["districts"]
        held = sum(
            bool(district["cards"]) and self._is_horde[district["cards"][0].partition(" ")[0]]
            for district in districts
        )
        return _HORDE * float((held / (len(districts) - 1)) ** 4)

    def outlook(self, position: Position, seat: int) -> str:
        told = []
        for number, given in enumerate(position["seats"]):
            name = "you" if number == seat else f"seat {number}"
            districts = pluralize(self._districts(position, number), "district")
            told.append(f"{name} {given['vp']} VP and {districts}")
        return f"after this turn {', '.join(told)}"


def open_evaluator(game: Game) -> Evaluator:
    """The judge of this game's positions."""
    if not isinstance(game, Gateway):
        raise TypeError(f"{game.title} is not Gateway")
    return GatewayEvaluator(game)
