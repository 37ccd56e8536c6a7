"""The skill ladder: what twice the thinking is worth, and how much of a game is luck.

A bot plays itself with twice its budget, at each budget of a ladder. A game in which eight times the thinking
wins 52 % is luck to whoever can only think; one in which it wins 90 % rewards skill. What a bot can't see
however long it thinks is not skill to it, so the figures are a lower bound of what a game rewards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log, log10, sqrt

from generator.sim.statistics.intervals import LEVEL, Figures, Interval, z_of

DOUBLINGS = 3
"""Eight times the thinking: about the distance from a hurried player to a patient one."""
_ELO = 400.0
"""Points of rating in which the odds grow tenfold, as Elo (1978) has it."""


def elo_of(share: float, players: float = 2) -> float:
    """How many points of rating apart two players are of whom the stronger wins this share of games.

    With more players the share is that of one among ``players - 1`` weaker ones who are alike; its odds
    against each of them are ``share / (1 - share) * (players - 1)``, by Luce's choice rule. An even share is
    1 / ``players``; where games are lost by all, or seats win together, that is no whole number.
    """
    if share <= 0:
        return -inf
    if share >= 1:
        return inf
    return _ELO * log10(share * (players - 1) / (1 - share))


def share_of(elo: float, players: float = 2) -> float:
    """The share of games won by whom ``elo`` points lie before the others; the inverse of :func:`elo_of`."""
    if elo == inf:
        return 1.0
    return 1 / (1 + (players - 1) * 10 ** (-elo / _ELO))


@dataclass(frozen=True, slots=True)
class Rung(Figures):
    budget: int
    """Of the weaker arm: iterations of search, or what else its bot counts."""
    share: Interval
    """Of the wins, those of the arm with twice the budget."""
    gain: Interval
    players: float = 2
    """Of whom one has twice the budget of the others: see :func:`elo_of`."""

    def to_dict(self) -> dict[str, object]:
        return {"budget": self.budget, "share": self.share.to_dict(), "gain": self.gain.to_dict()}


@dataclass(frozen=True, slots=True)
class Ladder(Figures):
    rungs: tuple[Rung, ...]
    per_doubling: Interval
    """Points of Elo that a doubling is worth on average over the rungs."""
    eightfold: Interval
    """The share of wins of eight times the thinking against one opponent, as the average gain implies."""
    skill: Interval
    """The share of the variance of results that eight times the thinking explains; the rest is luck."""

    @property
    def luck(self) -> Interval:
        """What is left to the luck of the deal, of dice and of what nobody can see."""
        return self.skill.scaled(-1.0, 1.0)

    def to_dict(self) -> dict[str, object]:
        return {**Figures.to_dict(self), "luck": self.luck.to_dict()}


def rung_of(budget: int, share: Interval, players: float = 2) -> Rung:
    """A rung from the stronger arm's share of wins; :func:`elo_of` grows with it, and so do the ends."""
    value, low, high = (elo_of(value, players) for value in (share.value, share.low, share.high))
    return Rung(budget, share, Interval(value, low, high, share.n, share.level, "Elo"), players)


def ladder_of(rungs: Sequence[Rung], level: float = LEVEL) -> Ladder:
    """The average gain of a doubling, and what it means for eight times the thinking.

    Rungs count alike, for the question is of the whole ladder and not of the rung with the most games; their
    games are independent, so the variances add up. A rung that was won or lost altogether has no finite gain:
    half a game is added on either side (Haldane 1955).

    Skill is the share of variance that is explained where a fair coin says which side thinks eight times as
    long: with the share of wins ``p`` of that side, the result's variance of 1/4 is (p - ½)² of skill and
    p(1 - p) of luck, so skill is (2p - 1)²: 0 where thinking is of no use, 1 where it always wins.

    Raises:
        ValueError: If there are no rungs, or one of no games.
    """
    if not rungs or any(rung.share.n == 0 for rung in rungs):
        raise ValueError("a ladder has one rung or more, and each has games")
    gains, variances = zip(*(_gain_of(rung) for rung in rungs), strict=True)
    mean = sum(gains) / len(gains)
    half = z_of(level) * sqrt(sum(variances)) / len(gains)
    n = sum(rung.share.n for rung in rungs)
    per_doubling = Interval(mean, mean - half, mean + half, n, level, "mean of the rungs")
    share, low, high = (share_of(DOUBLINGS * gain) for gain in (mean, mean - half, mean + half))
    eightfold = Interval(share, low, high, n, level, "from the mean gain")
    return Ladder(tuple(rungs), per_doubling, eightfold, _skill_of(eightfold))


def _gain_of(rung: Rung) -> tuple[float, float]:
    """The gain in Elo and its variance, from the share's interval by the delta method."""
    n, z = rung.share.n, z_of(rung.share.level)
    share = min(max(rung.share.value, 0.5 / (n + 1)), (n + 0.5) / (n + 1))
    slope = _ELO / log(10) / (share * (1 - share))
    error = rung.share.width / (2 * z)
    return elo_of(share, rung.players), (slope * error) ** 2


def _skill_of(eightfold: Interval) -> Interval:
    """(2p - 1)² over the interval of p: where that reaches across ½, none at all is possible."""
    ends = [(2 * share - 1) ** 2 for share in (eightfold.low, eightfold.high)]
    low = 0.0 if eightfold.holds(0.5) else min(ends)
    value = (2 * eightfold.value - 1) ** 2
    return Interval(value, low, max(ends), eightfold.n, eightfold.level, "from the mean gain")
