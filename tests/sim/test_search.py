"""The search bot: it wins what can be won, knows only its view, keeps to its budget, and plays well."""

from __future__ import annotations

from itertools import count
from math import log
from random import Random
from typing import Any

import pytest

from generator.games.hold_the_line.bot import LineEvaluator
from generator.rules import Game, RulesError, Shuffler, State, load, playable_games
from generator.rules.evaluation import Evaluator, win_shares
from generator.sim.bots import Budget, make_bot
from generator.sim.bots.search import SearchBot
from generator.sim.tree import Appraisal, Node, Simulation
from tests.rules.leduc import DEALS, Leduc, LeducState
from tests.sim.positions import gate

GAMES = playable_games()


def choice(state: State, game: Game, seed: int = 1, iterations: int = 40) -> int:
    assert state.player is not None
    bot = SearchBot(game, Random(seed), Budget(iterations=iterations))
    return bot.choose(state.view(state.player), state.legal())


def decision(game: Game, seed: int, moves: int, **setup: Any) -> State:
    """A game some random moves after its beginning, where somebody is asked."""
    dice = Random(seed)
    state = game.start(seed=seed, **setup)
    for _ in range(moves):
        before = state.clone()
        state.apply(dice.choice(state.legal()))
        if state.player is None:
            return before
    return state


@pytest.mark.parametrize("name", GAMES)
def test_altered_hidden_cards_change_no_choice(name: str) -> None:
    """The seat sees the same and has the same lots: what the others hold can't matter."""
    game = load(name)
    state = decision(game, seed=3, moves=12)
    assert state.player is not None
    expected = choice(state, game, iterations=12)
    for lots in range(4):
        other = state.determinize(state.player, Shuffler(lots))
        if other.player == state.player:
            assert choice(other, game, iterations=12) == expected


@pytest.mark.parametrize("seed", range(3))
def test_it_sends_the_attack_that_wins(seed: int) -> None:
    """The other has a single card to live on and nothing to block with."""
    state = load("battle-gate").from_dict(
        gate("attack", {"field": ["S6"], "deck": ["M1"] * 4}, {"deck": ["M1"], "hand": []})
    )
    game = load("battle-gate")
    assert state.text(choice(state, game, seed)).startswith("attack S6")


def test_it_lays_a_card_before_the_attack_that_would_be_its_end() -> None:
    game = load("battle-gate")
    state = game.from_dict(
        gate(
            "defend",
            {"field": ["S6"], "deck": ["M1"] * 20},
            {"field": ["S6", "M2"], "deck": ["M1"], "hand": []},
            attacks=[{"card": "S6", "target": 1, "blocks": [], "boosts": [], "block_boosts": []}],
        )
    )
    assert state.player == 1
    assert state.text(choice(state, game, iterations=200)).startswith("block")


def test_what_it_may_not_do_it_leaves() -> None:
    """A strategy restricts it: it is asked about some of the legal moves."""
    game = load("hold-the-line")
    state = game.start(seed=2)
    assert state.player is not None
    some = state.legal()[1:]
    bot = make_bot("search:30", game, 1, state.player)
    assert bot.choose(state.view(state.player), some) in some
    assert {advice.move for advice in bot.advise(state.view(state.player), some)} == set(some)


def test_its_advice_begins_with_what_it_would_do() -> None:
    game = Leduc()
    state = game.start(seed=5)
    first = SearchBot(game, Random(2), Budget(iterations=60))
    again = SearchBot(game, Random(2), Budget(iterations=60))
    assert state.player is not None
    advice = again.advise(state.view(state.player), state.legal())
    assert advice[0].move == first.choose(state.view(state.player), state.legal())
    assert {one.move for one in advice} == set(state.legal())
    assert advice[0].outlook().startswith("won ")


def test_a_budget_of_one_simulation_gives_advice_on_every_move() -> None:
    game = load("strongholds")
    state = game.start(seed=1)
    while state.player is not None and len(state.legal()) < 5:
        state.apply(state.legal()[0])
    assert state.player is not None
    bot = SearchBot(game, Random(1), Budget(iterations=1))
    advice = bot.advise(state.view(state.player), state.legal())
    assert {one.move for one in advice} == set(state.legal())
    assert "not tried in a simulated game" in {one.outlook() for one in advice}


def test_a_budget_in_time_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that goes on by a millisecond whenever somebody looks at it."""
    monkeypatch.setattr(
        "generator.sim.bots.search.perf_counter", (milliseconds / 1000 for milliseconds in count()).__next__
    )
    game = Leduc()
    state = game.start(seed=1)
    assert state.player is not None
    bot = SearchBot(game, Random(1), Budget(milliseconds=60))
    tried = bot.search(state.view(state.player), state.legal())
    assert sum(node.visits for node in tried.values()) == 60


def test_a_budget_in_iterations_is_kept() -> None:
    game = Leduc()
    state = game.start(seed=1)
    assert state.player is not None
    tried = SearchBot(game, Random(1), Budget(iterations=77)).search(state.view(state.player), state.legal())
    assert sum(node.visits for node in tried.values()) == 77


class Pennies(LeducState):
    """Seat 0 chooses, then seat 1; seat 1 wins if it chooses the same."""

    __slots__ = ("chosen", "secret")

    def __init__(self, secret: bool) -> None:
        super().__init__(DEALS[0], Shuffler(1))
        self.secret = secret
        self.chosen: list[int] = []

    def legal(self) -> tuple[int, ...]:
        return () if self.player is None else (0, 1)

    def apply(self, move: int) -> None:
        self.chosen.append(move)
        self.player = 1 if len(self.chosen) == 1 else None

    def is_secret(self, move: int) -> bool:  # noqa: ARG002
        return self.secret

    def result(self) -> Any:
        from generator.rules import Result

        winner = int(self.chosen[0] == self.chosen[1])
        return Result((1 - winner, winner), (winner,), "both have chosen")


@pytest.mark.parametrize(("secret", "low", "high"), [(False, 0.0, 0.1), (True, 0.4, 0.6)])
def test_nobody_in_the_search_answers_a_secret_move(secret: bool, low: float, high: float) -> None:
    """Seat 0 chooses at random; what it wins shows whether seat 1 can tell."""
    dice = Random(4)
    roots = [Node(), Node()]
    simulation = Simulation(Random(1), win_shares, 10)
    for _ in range(1000):
        assert simulation.play(Pennies(secret), (dice.randrange(2),), roots.copy())
    tried = roots[0].moves.values()
    share = sum(node.value for node in tried) / sum(node.visits for node in tried)
    assert low <= share <= high


class Endless(Pennies):
    __slots__ = ()

    def apply(self, move: int) -> None:  # noqa: ARG002
        self.player = 1 - (self.player or 0)

    def determinize(self, seat: int, shuffler: Shuffler) -> Endless:  # noqa: ARG002
        return Endless(secret=False)


class EndlessGame(Leduc):
    def from_dict(self, position: Any) -> Any:  # noqa: ARG002
        return Endless(secret=False)


def test_a_game_that_does_not_end_is_told() -> None:
    game = EndlessGame()
    view = Leduc().start(seed=1).view(0)
    with pytest.raises(RulesError, match="played on by a bot, the game goes on after"):
        SearchBot(game, Random(1), Budget(iterations=5)).choose(view, (0, 1))


@pytest.mark.slow
def test_the_more_it_thinks_the_nearer_leduc_is_to_its_value() -> None:
    """The equilibrium loses nothing to itself; the table by budget: python -m tests.benchmarks.search."""
    from tests.sim.leduc_policy import standing

    hasty, thorough = standing(15), standing(100)
    assert hasty.lost > 1
    assert thorough.lost < 0.85
    assert thorough.exploitability < 0.6 * hasty.exploitability


class Behind(Evaluator):
    """A seat that is to win one game in four."""

    def evaluate(self, state: State, seat: int) -> float:
        del state, seat
        return -log(3)


def test_what_is_appraised_is_not_played_out() -> None:
    """The moves of a game that never ends are worth what the appraisal says."""
    roots = [Node(), Node()]
    behind = Appraisal(Behind(), scale=1.0, payoffs=win_shares, seats=2, rivals=1)
    simulation = Simulation(Random(1), win_shares, 10, behind)
    for _ in range(20):
        assert simulation.play(Endless(secret=False), (0, 1), roots.copy())
    tried = roots[0].moves.values()
    assert sum(node.visits for node in tried) == 20
    assert sum(node.value for node in tried) == pytest.approx(5.0)


def test_a_scale_that_is_none_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LineEvaluator, "scale", 0)
    game = load("hold-the-line")
    with pytest.raises(RulesError, match="the evaluator's `scale` is 0: give a number above 0"):
        choice(game.start(seed=1), game)
