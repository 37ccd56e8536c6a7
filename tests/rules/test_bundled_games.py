"""What holds in every game that comes along, however it is played."""

from __future__ import annotations

import pytest

from generator.rules import check_game, load, playable_games
from generator.rules.conformance import check_names

GAMES = 5
LATER = ("exchanges", "channels", "surplus", "cycles", "shuffles", "reshuffles", "symmetry", "chance")
"""Checks that take long: they are made where faults are planted, and of a copy without any."""


@pytest.mark.parametrize("name", playable_games())
def test_the_suite_finds_nothing(name: str) -> None:
    """No card is lost, positions are read, copied and imagined as they are, and games end in time."""
    checks = [check for check in check_names() if check not in LATER]
    report = check_game(load(name), GAMES, seed=11, only=checks, positions=())
    assert report.ok, str(report)
