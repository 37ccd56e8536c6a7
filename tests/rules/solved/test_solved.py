"""Small games have the values that they must have, found in two ways, and the bots do not beat them.

One way unfolds the game by our engine and solves a linear program over what the seats remember. The other is
OpenSpiel's: it goes through the adapter's tree, and finds nobody who could gain on the plans that came out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

import pyspiel
import pytest

from generator.rules import Game, Position, load
from generator.rules.adapters import openspiel
from rules.leduc import CARDS, Leduc
from rules.solved import instances
from rules.solved.best import best_answer, best_plan, exploitability, outcome
from rules.solved.players import alike, of_bot
from rules.solved.tree import Policy, Tree, unfold

NAMES = ("one round", "back to the wall", "back of the other to the wall", "last two turns")
VALUES = dict(zip(NAMES, (Fraction(0), Fraction(-1, 2), Fraction(1, 2), Fraction(-2, 9)), strict=True))
"""What seat 0 gets when both play best."""
OF_CHANCE = dict(
    zip(NAMES, (Fraction(4, 15), Fraction(13, 30), Fraction(13, 30), Fraction(263, 864)), strict=True)
)
"""How far from best it is of both to choose all moves alike."""
ENDS = dict(zip(NAMES, (3025, 565, 565, 1176), strict=True))
ASKED = 4
"""How often greedy, which draws lots, is asked the same."""


@dataclass(frozen=True)
class Solved:
    name: str
    game: Game
    deals: Sequence[Position]
    tree: Tree
    best: tuple[Policy, Policy]
    values: tuple[float, float]


@pytest.fixture(scope="module", params=NAMES)
def solved(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Solved:
    deals = {
        "one round": instances.one_round(),
        "back to the wall": instances.back_to_the_wall(-1),
        "back of the other to the wall": instances.back_to_the_wall(1),
        "last two turns": instances.last_two_turns(),
    }[request.param]
    if request.param == "last two turns":
        game = load("battle-gate")
    else:
        game = instances.two_lanes(tmp_path_factory.mktemp("small"))
    tree = unfold(game, deals)
    (first, plan), (second, other) = (best_plan(tree, seat) for seat in range(2))
    return Solved(request.param, game, deals, tree, (plan, other), (first, second))


def test_both_seats_make_sure_of_the_same_value(solved: Solved) -> None:
    assert solved.tree.ends == ENDS[solved.name]
    assert solved.values[0] == pytest.approx(float(VALUES[solved.name]), abs=1e-9)
    assert solved.values[1] == pytest.approx(-float(VALUES[solved.name]), abs=1e-9)


def test_nobody_gains_on_the_best_plans(solved: Solved) -> None:
    assert exploitability(solved.tree, solved.best) == pytest.approx(0, abs=1e-9)


@pytest.mark.slow
def test_openspiel_finds_the_same(solved: Solved, capfd: pytest.CaptureFixture[str]) -> None:
    """By its own best answers, over the tree that the adapter shows it."""
    name = openspiel.register_game(solved.game, deals=solved.deals, name=solved.name.replace(" ", "_"))
    first, second = solved.best
    assert pyspiel.exploitability(pyspiel.load_game(name), {**first, **second}) == pytest.approx(0, abs=1e-9)
    assert capfd.readouterr().err == ""


def test_how_far_from_best_it_is_to_choose_by_chance(solved: Solved) -> None:
    """As OpenSpiel has found it too; that would take some seconds here."""
    far = exploitability(solved.tree, alike(solved.tree))
    assert far == pytest.approx(float(OF_CHANCE[solved.name]), abs=1e-9)


@pytest.mark.slow
def test_bots_get_no_more_than_the_value_and_greedy_more_than_chance(solved: Solved) -> None:
    value, tree = float(VALUES[solved.name]), solved.tree
    chance, greedy = alike(tree), of_bot(solved.game, tree, "greedy", ASKED)
    lost = []
    for bot in (greedy, chance):
        as_first, as_second = outcome(tree, (bot[0], solved.best[1])), outcome(tree, (solved.best[0], bot[1]))
        assert as_first <= value + 1e-9
        assert as_second >= value - 1e-9
        lost.append(as_second - as_first)
    assert lost[0] <= lost[1] + 1e-9
    # Each in either seat against the other.
    assert outcome(tree, (greedy[0], chance[1])) > outcome(tree, (chance[0], greedy[1]))
    # Nobody does better against chance than the one who knows it.
    assert outcome(tree, (greedy[0], chance[1])) <= best_answer(tree, 0, chance[1]) + 1e-9


def test_the_value_of_leduc_poker_is_the_one_that_is_known() -> None:
    deals = [
        {"hands": [[CARDS[first]], [CARDS[second]]], "deck": [CARDS[third]]}
        for first, second, third in permutations(range(len(CARDS)), 3)
    ]
    tree = unfold(Leduc(), deals, openspiel.Points(-13, 13, zero_sum=True))
    assert [len(side.situations) for side in tree.sides] == [468, 468]
    assert best_plan(tree, 0)[0] == pytest.approx(-0.085606424, abs=1e-8)
