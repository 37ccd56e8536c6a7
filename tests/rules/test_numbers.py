"""Each number under `rules:` of a bundled game is played by, and whatever tells it tells the new one."""

from __future__ import annotations

from pathlib import Path

import pytest

from .battle_gate.test_numbers import TABLE as BATTLE_GATE
from .gateway.test_numbers import TABLE as GATEWAY
from .hold_the_gates.test_numbers import TABLE as HOLD_THE_GATES
from .hold_the_line.test_numbers import TABLE as HOLD_THE_LINE
from .rule_numbers import check_number, numbers
from .strongholds.test_numbers import TABLE as STRONGHOLDS

TABLES = {
    "battle-gate": BATTLE_GATE,
    "gateway": GATEWAY,
    "hold-the-gates": HOLD_THE_GATES,
    "hold-the-line": HOLD_THE_LINE,
    "strongholds": STRONGHOLDS,
}
BOUND = {"battle-gate": {"power.min"}, "strongholds": {"royals.J.sends"}}
"""Numbers that can't be changed alone: what is lower lies in decks, and a Jack has the power of one troop."""


@pytest.mark.parametrize("name", TABLES)
def test_every_number_is_in_the_table(name: str) -> None:
    assert set(TABLES[name]) | BOUND.get(name, set()) == set(numbers(name))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "path"), [(name, path) for name in TABLES for path in TABLES[name]])
def test_a_number_changes_play_and_is_told(name: str, path: str, workshop: Path) -> None:
    check_number(name, path, TABLES[name][path], workshop)
