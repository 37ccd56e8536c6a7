"""Plans of studies, and playing them inside this process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from generator.rules import View
from generator.sim.bots import Bot, make_bot
from generator.sim.study.plan import Contestant, Plan
from generator.sim.study.store import Store
from generator.sim.study.summary import Summary, summarize
from generator.sim.study.table import Failure, open_table
from generator.sim.study.workers import Crew, play_study

Choose = Callable[[View, Sequence[int]], int]


def plan(games: int = 20, *bots: str, game: str = "battle-gate", seed: int = 1, place: str = "") -> Plan:
    """A plan of bots, by default two random ones."""
    contestants = tuple(map(Contestant, bots or ("random", "random")))
    return Plan(game, place or game, contestants, games, seed)


def played(
    asked: Plan, folder: Path | None = None, crew: Crew | None = None
) -> tuple[Summary, Failure | None]:
    """Plays a plan and sums it up; with the game that failed, if one did."""
    table = open_table(asked)
    with Store.begin(folder, asked, table.versions) as store:
        failure = play_study(store, table, crew or Crew(), lambda _: None)
        return summarize(store), failure


class Odd(Bot):
    """A bot that decides as it is told to."""

    file = Path(__file__)

    def __init__(self, choose: Choose) -> None:
        self._choose = choose

    def choose(self, view: View, legal: Sequence[int]) -> int:
        return self._choose(view, legal)


def seat_odd_bots(monkeypatch: pytest.MonkeyPatch, make: Callable[[], Choose]) -> None:
    """Has the bot called ``odd`` decide as ``make`` says, which is asked anew for every game."""

    def made(spec: str, *more: object) -> Bot:
        return Odd(make()) if spec == "odd" else make_bot(spec, *more)  # type: ignore[arg-type]

    monkeypatch.setattr("generator.sim.study.table.make_bot", made)
