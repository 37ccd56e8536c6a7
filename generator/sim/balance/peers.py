"""What cards are held against: the average card of the same cost, not a blank.

Every card is better than a blank, or worse, by what a blank happens to be; which card is too strong is told
by its peers, on the same deals, so that the blank and the luck of the deals cancel out. The average leaves
out the card itself and the outermost quarters of its peers: a card that is far too strong does not make all
others look weak (a trimmed mean; Tukey and McLaughlin 1963).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from generator.catalog.models import Card
from generator.deck.card_stats.strength import COSTS
from generator.deck.card_stats.table import plain_name
from generator.sim.statistics.comparisons import Comparison, compare_all
from generator.sim.statistics.intervals import Figures

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MIN_PEERS = 3
"""Of two others nobody can say which is out of line."""
MIN_ON_LINE = 5

Yardstick = Literal["cost", "line", "all"]
"""``cost``: the average card of the same cost; ``line``: what cards of that cost come to by the line through
all costs, where fewer than ``MIN_PEERS`` cost the same; ``all``: the average card, where none has a cost."""


@dataclass(frozen=True, slots=True)
class Rank:
    """Where a card stands among the others."""

    group: tuple[str, ...]
    """The component, and whose it is: a card's peers are of the same group."""
    cost: float | None
    copies: int = 1
    """What is measured of a card grows with its copies: peers are compared copy by copy."""


@dataclass(frozen=True, slots=True)
class BesidePeers(Figures):
    """By how much a card is worth more than its peers, in what is measured of it."""

    yardstick: Yardstick
    peers: int
    """How many others it was held against, the outermost included."""
    comparison: Comparison

    def to_dict(self) -> dict[str, object]:
        return {
            "yardstick": self.yardstick,
            "peers": self.peers,
            "difference": self.comparison.among_all.to_dict(),
            "stands_out": self.comparison.differs,
            "comparison": self.comparison.to_dict(),
        }


def compared_dict(comparison: Comparison, beside: BesidePeers | None) -> dict[str, object]:
    """What was found of a card, by itself among all and beside its peers, as JSON has it."""
    return {
        "difference": comparison.among_all.to_dict(),
        "matters": comparison.differs,
        "comparison": comparison.to_dict(),
        "beside": None if beside is None else beside.to_dict(),
    }


def costs_of(cards: Iterable[Card], budget: str | None = None) -> dict[str, float]:
    """What each card of a component costs, by its id, if the field ``budget`` or one that is called so has a
    number."""
    found: dict[str, float] = {}
    for card in cards:
        named = {plain_name(name): value for name, value in card.values.items()}
        values = (card.values.get(budget or ""), *(named.get(name) for name in COSTS))
        cost = next((one for one in values if isinstance(one, int | float) and type(one) is not bool), None)
        if cost is not None:
            found[card.id] = float(cost)
    return found


def beside_peers(
    values: Mapping[str, NDArray[np.float64]], ranks: Mapping[str, Rank]
) -> dict[str, BesidePeers]:
    """Holds each card against its peers; those that have too few are left out.

    Args:
        values: By card, of each deal a value whose mean is what the card is worth; all of the same deals.
        ranks: Of the same cards.
    """
    import numpy as np

    differences: dict[str, NDArray[np.float64]] = {}
    found: dict[str, tuple[Yardstick, int]] = {}
    for key, mine in values.items():
        peers = _peers_of(key, ranks)
        if peers is None:
            continue
        yardstick, names = peers
        one_copy = np.stack([values[name] / ranks[name].copies for name in names])
        costs = np.array([ranks[name].cost if yardstick == "line" else 0.0 for name in names], dtype=float)
        weights = _weights(one_copy.mean(axis=1), costs, (ranks[key].cost or 0.0) * (yardstick == "line"))
        differences[key] = mine - ranks[key].copies * (weights @ one_copy)
        found[key] = yardstick, len(names)
    compared = compare_all(differences, unbounded=True)
    return {one.name: BesidePeers(*found[one.name], one) for one in compared}


def _peers_of(key: str, ranks: Mapping[str, Rank]) -> tuple[Yardstick, list[str]] | None:
    mine = ranks[key]
    others = [name for name, rank in ranks.items() if name != key and rank.group == mine.group]
    if mine.cost is None:
        free = [name for name in others if ranks[name].cost is None]
        return ("all", free) if len(free) >= MIN_PEERS else None
    same = [name for name in others if ranks[name].cost == mine.cost]
    if len(same) >= MIN_PEERS:
        return "cost", same
    priced = [name for name in others if ranks[name].cost is not None]
    return ("line", priced) if len(priced) >= MIN_ON_LINE else None


def _weights(worth: NDArray[np.float64], costs: NDArray[np.float64], cost: float) -> NDArray[np.float64]:
    """How much each peer counts in what a card of a cost is expected to be worth; together 1.

    Where all cost the same it is the mean of those in the middle. Otherwise it is the line of least squares
    through those in the middle, which are found by a line that outliers do not turn (Theil 1950, Sen 1968).
    """
    import numpy as np

    one, two = np.triu_indices(len(costs), 1)
    apart = costs[one] != costs[two]
    slope = 0.0
    if apart.any():
        slope = float(np.median((worth[one] - worth[two])[apart] / (costs[one] - costs[two])[apart]))
    order = np.argsort(worth - slope * costs, kind="stable")
    cut = max(1, len(order) // 4)
    middle = order[cut:-cut]
    if apart.any() and not np.ptp(costs[middle]):
        # No line goes through a single cost.
        middle = order
    weights = np.zeros(len(costs))
    spread = costs[middle] - costs[middle].mean()
    weights[middle] = 1 / len(middle)
    if spread.any():
        weights[middle] += (cost - costs[middle].mean()) * spread / (spread @ spread)
    return weights
