"""A bot that takes any legal move, each as likely."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from generator.rules import Game, View
from generator.sim.bot import Bot


class RandomBot(Bot):
    looks = False

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def choose(self, view: View, legal: Sequence[int]) -> int:
        del view
        return self._chance.choice(legal)


def open_bot(game: Game, chance: Random) -> Bot:
    del game
    return RandomBot(chance)
