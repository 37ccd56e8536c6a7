"""Many comparisons at once: of twenty cards that do nothing, one looks as if it did.

Each comparison comes with what it says by itself and what it says among the others: an interval that holds
together with all the others, the p value after Holm (the chance of a single false finding in the whole list
stays below 5 %), and after Benjamini and Hochberg (of the findings, 5 % are false).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from generator.sim.statistics.intervals import LEVEL, Interval, check_level, simultaneous_level
from generator.sim.statistics.paired import mean_of_deals, p_value_of

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

Correction = Literal["holm", "fdr_bh"]
"""Names of statsmodels: Holm's step-down, and Benjamini and Hochberg's false discovery rate."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """One of several differences, by itself and among the others."""

    name: str
    alone: Interval
    """At its own level: right to look at where nobody looks at the others."""
    among_all: Interval
    """At the level at which all intervals of the list hold at once."""
    p_value: float
    holm: float
    """The p value, corrected so that no difference of the list is found by chance, at 1 less the level."""
    discovery: float
    """The p value, corrected so that of the differences that are found few are found by chance."""

    @property
    def differs(self) -> bool:
        """Whether the difference is one after Holm's correction."""
        return self.holm <= 1 - self.alone.level

    def to_dict(self) -> dict[str, object]:
        return {
            "name": self.name,
            "alone": self.alone.to_dict(),
            "among_all": self.among_all.to_dict(),
            "p_value": self.p_value,
            "holm": self.holm,
            "discovery": self.discovery,
            "differs": self.differs,
        }


def adjusted(p_values: Sequence[float], correction: Correction) -> list[float]:
    """The p values, corrected for there being so many; ``statsmodels.stats.multitest.multipletests``.

    Raises:
        ValueError: If one is not from 0 to 1.
    """
    if not all(0 <= p_value <= 1 for p_value in p_values):
        raise ValueError("a p value lies from 0 to 1")
    if not p_values:
        return []
    from statsmodels.stats.multitest import multipletests

    corrected = multipletests(p_values, method=correction)[1]
    return [float(p_value) for p_value in corrected]


def compare_all(
    differences: Mapping[str, ArrayLike], bound: float = 1.0, level: float = LEVEL
) -> tuple[Comparison, ...]:
    """Tells which of several differences are more than chance.

    The same for the cards of a study of card impact, where a difference is that of a deal's win share with
    the card and without, and for the cells of a deck by deck matrix, where it is the deal's win share less
    ½.

    Args:
        differences: By name, one value a deal, from ``-bound`` to ``bound``.
        bound: The most that a value can differ from 0.
        level: Of an interval by itself; together they hold at the same level.
    """
    check_level(level)
    together = simultaneous_level(len(differences), level)
    p_values = [p_value_of(values) for values in differences.values()]
    holm, discovery = adjusted(p_values, "holm"), adjusted(p_values, "fdr_bh")
    return tuple(
        Comparison(
            name,
            mean_of_deals(values, -bound, bound, level),
            mean_of_deals(values, -bound, bound, together),
            p_values[number],
            holm[number],
            discovery[number],
        )
        for number, (name, values) in enumerate(differences.items())
    )
