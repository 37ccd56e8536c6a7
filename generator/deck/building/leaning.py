"""Costs that draw a column towards a target: the further away, the dearer each further card."""

from __future__ import annotations

from itertools import pairwise

from generator.deck.building.chance import Dice
from generator.deck.building.program import Program, Row
from generator.deck.format import MOST

_SCALE = 10_000
_STEPS = (0, 1, 2, 3, 4, 6, 10, 20, 50, 200, 1_000, MOST)
"""How far from the target the costs change."""


def lean(program: Program, targets: dict[int, float], dice: Dice) -> dict[int, int]:
    """Adds what it takes to hold columns near their targets, and gives the costs.

    They grow with the square of the distance over the target, and whole steps keep the solution whole. A bit
    of chance in them leaves no two decks equally good.
    """
    costs: dict[int, int] = {}
    for column, target in targets.items():
        any_one = dice.below(_SCALE // 10)
        steps: dict[int, int] = {}
        cuts = _cuts(int(target))
        for low, high in pairwise(cuts):
            step = program.column(high - low, whole=False)
            steps[step] = 1
            costs[step] = int(_SCALE * (low + high - 2 * target) / max(target, 1.0)) + any_one
        program.rows.append(Row({column: -1} | steps, 0, 0))
    return costs


def _cuts(near: int) -> list[int]:
    """Where the costs change, from 0 to the most there can be."""
    found = {min(max(near + side * step, 0), MOST) for step in _STEPS for side in (-1, 1)}
    return sorted(found | {0, MOST})
