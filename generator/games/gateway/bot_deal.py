"""Gateway: each seat has a starter deck, of which one Runestone is not known: it counts by its grade."""

from __future__ import annotations

from collections.abc import Sequence

from generator.games.gateway.config import RulesConfig
from generator.games.gateway.rules import Gateway
from generator.rules import Game, State
from generator.rules.evaluation import Deal


class StarterDeck(Deal):
    def __init__(self, config: RulesConfig) -> None:
        self._grades = {card.id: f"{card.grade} runestone" for card in config.cards if card.grade}
        self._order = {card.id: kind for kind, card in enumerate(config.cards)}

    def deck(self, state: State, seat: int) -> Sequence[str]:
        given = state.to_dict()["seats"][seat]
        return sorted([*given["deck"], *given["hand"]], key=self._order.__getitem__)

    def kinds(self, card: str) -> Sequence[str]:
        return (self._grades.get(card, card),)


def open_deal(game: Game) -> Deal:
    """The starter decks of this game."""
    if not isinstance(game, Gateway):
        raise TypeError(f"{game.title} is not Gateway")
    return StarterDeck(game.config)
