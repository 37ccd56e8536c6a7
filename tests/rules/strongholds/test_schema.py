"""The schema of Strongholds' positions refuses what can't be by its form alone."""

from __future__ import annotations

from typing import Any

import pytest

from ..test_position_docs import faults

STRONGHOLDS: dict[str, Any] = {
    "game": "strongholds",
    "turn": 4,
    "phase": "muster",
    "seats": [{"royals": ["KH", "QD"], "hand": ["7H", "AS", "*R"]}, {"royals": ["QS"], "hand": ["5S"]}],
    "pile": ["10C"],
}
BESIEGED: dict[str, Any] = {
    **STRONGHOLDS,
    "phase": "defence",
    "seats": [
        {"royals": ["KH", "QD"], "hand": ["7H"], "general": "QD", "target": 1, "troops": ["8H", "9C"]},
        {"royals": ["QS"], "hand": [], "general": "QS", "target": 0, "laid": {"9C": ["5S"], "QD": ["*B"]}},
    ],
}


@pytest.mark.parametrize(
    "changed",
    [
        {"game": "stronghold"},
        {"turn": 0},
        {"phase": "siege"},
        {"phase": "defence"},
        {"choosing": 4},
        {"seats": [{"royals": ["KH"], "hand": []}]},
        {
            "seats": [
                {"royals": ["KH"], "hand": []},
                {"royals": ["QS"], "hand": []},
                {"royals": ["QC"], "hand": []},
            ]
        },
        {"seats": [{"royals": ["KH"]}, {"royals": ["QS"], "hand": []}]},
        {"seats": [{"royals": ["KH", "KH"], "hand": []}, {"royals": ["QS"], "hand": []}]},
        {"seats": [{"royals": ["10H"], "hand": []}, {"royals": ["QS"], "hand": []}]},
        {"seats": [{"royals": ["KH"], "hand": ["QH"]}, {"royals": ["QS"], "hand": []}]},
        {"seats": [{"royals": ["KH"], "hand": ["1H"]}, {"royals": ["QS"], "hand": []}]},
        {"seats": [{"royals": ["KH"], "hand": ["7H", "7H"]}, {"royals": ["QS"], "hand": []}]},
        {"seats": [{"royals": [], "hand": []}, {"royals": ["QS"], "hand": []}]},
        {"seats": [{"royals": [], "hand": ["7H"], "out": True}, {"royals": ["QS"], "hand": []}]},
        {"seats": [{"royals": ["KH"], "hand": [], "target": 1}, {"royals": ["QS"], "hand": []}]},
        {"seats": [{"royals": ["KH"], "hand": [], "general": "10H"}, {"royals": ["QS"], "hand": []}]},
        {"pile": ["KH"]},
        {"defeated": ["7D"]},
        {"fell": [1]},
        {"phase": "over", "choosing": 0},
        {"max_turns": 0},
        {"wind": "north"},
    ],
)
def test_a_beginning_of_a_turn(changed: dict[str, Any]) -> None:
    assert faults("strongholds", STRONGHOLDS) == []
    assert faults("strongholds", {**STRONGHOLDS, **changed}) != []


@pytest.mark.parametrize(
    "changed",
    [
        {"laid": {"9C": ["*R"]}},
        {"laid": {"QD": ["*R", "*B"]}},
        {"laid": {"AS": ["5S"]}},
        {"laid": {"9C": []}},
        {"laid": {"9C": ["KH"]}},
        {"pitted": [["8H"]]},
        {"pitted": [["8H", "8H"]]},
        {"pitted": [["8H", "QD"]]},
        {"troops": ["AS"]},
        {"troops": ["2S", "3S", "4S", "5S"]},
        {"target": 4},
        {"general": None},
    ],
)
def test_a_defence(changed: dict[str, Any]) -> None:
    """What the one that defends has sent and laid, in Strongholds."""
    first, second = BESIEGED["seats"]
    assert faults("strongholds", BESIEGED) == []
    assert faults("strongholds", {**BESIEGED, "seats": [first, {**second, **changed}]}) != []
