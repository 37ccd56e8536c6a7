"""Deck against deck: each against the field, the mix that nobody can beat, and what goes in circles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from generator.sim.statistics.comparisons import Comparison, compare_all
from generator.sim.statistics.intervals import LEVEL, Interval, mean_of_independent, one_row

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True, slots=True)
class Cell:
    """The row's share of wins against the column, and whether it is more than chance among all the cells."""

    row: str
    column: str
    share: Interval
    comparison: Comparison


@dataclass(frozen=True, slots=True)
class Matrix:
    names: tuple[str, ...]
    cells: tuple[Cell, ...]
    """Each pair once, the earlier name as the row."""
    field: tuple[Interval, ...]
    """Each deck's mean share of wins against each of the others, by name's place; they count alike."""
    nash: tuple[float, ...]
    """How often to bring each deck so that no choice of deck is an advantage against it."""
    against_nash: tuple[float, ...]
    """Each deck's share of wins against that mix; none is above a half but by rounding."""
    circular: float
    """The share of triples in which each deck beats one and loses to one of the others."""

    @property
    def ranking(self) -> list[int]:
        """The places of the names, the deck that wins most against the field first."""
        return sorted(range(len(self.names)), key=lambda at: -self.field[at].value)

    def beaten_by(self, name: str) -> int:
        """How many decks one certainly wins more against than they against it."""
        return sum(
            cell.comparison.differs and (cell.row if cell.share.value > 0.5 else cell.column) == name
            for cell in self.cells
        )

    def to_dict(self) -> dict[str, object]:
        names = self.names
        return {
            "names": list(names),
            "cells": [
                {
                    "row": cell.row,
                    "column": cell.column,
                    "share": cell.share.to_dict(),
                    "p_value": cell.comparison.p_value,
                    "holm": cell.comparison.holm,
                    "differs": cell.comparison.differs,
                }
                for cell in self.cells
            ],
            "field": {name: self.field[at].to_dict() for at, name in enumerate(names)},
            "nash": dict(zip(names, self.nash, strict=True)),
            "against_nash": dict(zip(names, self.against_nash, strict=True)),
            "circular": self.circular,
        }


def matrix_of(points: Mapping[tuple[str, str], ArrayLike], level: float = LEVEL) -> Matrix:
    """The matrix from the shares of wins of the first deck of a pair, one value (0 to 1) a deal.

    Each pair stands there once, in either order; which of two decks beats the other is judged by
    :func:`compare_all`.

    Raises:
        ValueError: If fewer than two decks are named, a pair of them is missing or stands there twice, or has
            no deals.
    """
    import numpy as np

    names = tuple(dict.fromkeys(name for pair in points for name in pair))
    places = list(combinations(range(len(names)), 2))
    if not places or len(points) != len(places):
        raise ValueError("a matrix has two decks or more, and every pair of them once")
    shares: list[NDArray[np.float64]] = []
    for one, two in places:
        if (names[one], names[two]) in points:
            shares.append(one_row(points[names[one], names[two]]))
        elif (names[two], names[one]) in points:
            shares.append(1 - one_row(points[names[two], names[one]]))
        else:
            raise ValueError(f"no deals of {names[one]} against {names[two]}")
        if not shares[-1].size:
            raise ValueError(f"no deals of {names[one]} against {names[two]}")
    labels = [f"{names[one]} against {names[two]}" for one, two in places]
    differences = {label: share - 0.5 for label, share in zip(labels, shares, strict=True)}
    comparisons = compare_all(differences, from_half=True, level=level)
    cells = tuple(
        Cell(names[one], names[two], comparison.alone.scaled(1.0, 0.5), comparison)
        for (one, two), comparison in zip(places, comparisons, strict=True)
    )
    table = np.full((len(names), len(names)), 0.5)
    for (one, two), cell in zip(places, cells, strict=True):
        table[one, two], table[two, one] = cell.share.value, 1 - cell.share.value
    nash = nash_mix(table)
    field = tuple(_field_of(name, cells) for name in names)
    against = tuple(float(share) for share in table @ np.array(nash))
    return Matrix(names, cells, field, nash, against, circular_share(table))


def _field_of(name: str, cells: Sequence[Cell]) -> Interval:
    own = [
        cell.share if cell.row == name else cell.share.scaled(-1.0, 1.0)
        for cell in cells
        if name in (cell.row, cell.column)
    ]
    return mean_of_independent(own, "mean of the pairs")


def nash_mix(shares: ArrayLike) -> tuple[float, ...]:
    """How often to bring each deck so that whatever the other brings, half the games are won at the least.

    The game of choosing decks is symmetric and what one wins the other loses, so a linear program finds the
    mix (``scipy.optimize.linprog``): the largest ``v`` for which the mix has a share of ``v`` or more against
    every deck. Where several mixes do it, it is one of them.

    Args:
        shares: Square; the row's share of wins against the column, of which that of the column against the
            row is the rest. The diagonal is ½.

    Raises:
        ValueError: If the matrix is not like that.
    """
    import numpy as np
    from scipy.optimize import linprog

    table = _checked(shares)
    decks = len(table)
    # Unknown: the mix, and the value v. To be made least: -v, where v - mix @ table[:, column] <= 0 for each.
    goal = np.append(np.zeros(decks), -1.0)
    limits = np.hstack([-table.T, np.ones((decks, 1))])
    whole = np.append(np.ones(decks), 0.0)[None, :]
    bounds = [(0, 1)] * decks + [(0, 1)]
    found = linprog(
        goal, A_ub=limits, b_ub=np.zeros(decks), A_eq=whole, b_eq=[1], bounds=bounds, method="highs"
    )
    if not found.success:
        raise ArithmeticError(f"no mix was found: {found.message}")
    mix = np.clip(found.x[:decks], 0, None)
    return tuple(float(share) for share in mix / mix.sum())


def circular_share(shares: ArrayLike) -> float:
    """The share of triples of decks that go in a circle: each beats one of the others and loses to one.

    0 means that the decks stand in one order; among decks that beat each other at random it is 1/4. Triples
    in which a pair is exactly even are not circular. 0 for fewer than three decks.
    """
    table = _checked(shares)
    beats = table > 0.5
    triples = list(combinations(range(len(table)), 3))
    circles = sum(
        bool((beats[a, b] and beats[b, c] and beats[c, a]) or (beats[b, a] and beats[c, b] and beats[a, c]))
        for a, b, c in triples
    )
    return circles / len(triples) if triples else 0.0


def _checked(shares: ArrayLike) -> NDArray[np.float64]:
    import numpy as np

    table: NDArray[np.float64] = np.asarray(shares, dtype=np.float64)
    if table.ndim != 2 or table.shape[0] != table.shape[1] or not len(table):
        raise ValueError(f"expected a square matrix, got shape {table.shape}")
    if not (np.all((table >= 0) & (table <= 1)) and np.allclose(table + table.T, 1, atol=1e-9)):
        raise ValueError("what the row wins against the column, and the column against the row, make 1")
    return table
