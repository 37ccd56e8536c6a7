"""The engines of Battle Gate and Gateway and their witnesses, written apart from the same rules, never disagree."""

from __future__ import annotations

import json
from collections import Counter
from functools import partial

import pytest

from generator.rules import protocol

from .faults import ENGINE_FAULTS, WITNESS_FAULTS, Fault
from .games import CARDS, GAMES, box_of
from .mirror import Disagreement, Tally, play

pytestmark = pytest.mark.skipif(
    not protocol.__file__.endswith(".py"), reason="compiled rules take only their own shuffles"
)
FAULTS = [*ENGINE_FAULTS, *WITNESS_FAULTS]
SOON = 10
"""Faults that so many games show are planted among the fast tests."""


def mirrored(name: str, games: range) -> Tally:
    tally = Tally()
    for number in games:
        try:
            play(GAMES[name], number, tally)
        except Disagreement as found:
            pytest.fail(f"{name}, game {number}: {found}")
    return tally


@pytest.mark.parametrize("name", GAMES)
def test_a_few_games_are_alike(name: str) -> None:
    tally = mirrored(name, range(20))
    assert tally.games == 20
    assert tally.decisions > 1000


def cards_that_fired(came_up: Counter[str]) -> Counter[str]:
    """How often each card, board and event of Gateway did what it says, or fought."""
    fired: Counter[str] = Counter()
    for what, count in came_up.items():
        card, _, deed = what.partition(" ")
        if card in box_of(0).cards and deed:
            fired[card] += count
    return fired


@pytest.mark.slow
def test_many_games_of_battle_gate_are_alike() -> None:
    tally = mirrored("battle-gate", range(100, 900))
    assert min(tally.came_up.values()) >= 5, tally.came_up
    assert "the starter is drawn by lot" in tally.came_up


@pytest.mark.slow
def test_many_games_of_gateway_are_alike_and_every_card_fires() -> None:
    tally = mirrored("gateway", range(100, 1000))
    fired = cards_that_fired(tally.came_up)
    assert {card for card in box_of(0).cards if fired[card] < 10} == set()
    assert min(tally.came_up.values()) >= 3, tally.came_up


def notices(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    if fault.patch is not None:
        fault.patch(monkeypatch)
    tally = Tally()
    with pytest.raises(Disagreement):
        for number in range(fault.games):
            play(partial(GAMES[fault.game], faults=fault.numbers), number, tally)


SLOWLY = [pytest.param(fault, id=fault.told, marks=pytest.mark.slow if fault.games > SOON else ()) for fault in FAULTS]


@pytest.mark.parametrize("fault", SLOWLY)
def test_a_planted_fault_is_noticed(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    notices(fault, monkeypatch)
