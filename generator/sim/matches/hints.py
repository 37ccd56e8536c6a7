"""Advice for a person who asks what to do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import sqrt

from generator.rules.evaluation import WIN
from generator.sim.bot import Advice
from generator.sim.matches.match import ADVISER

_NEGLIGIBLE = 0.005
"""A difference of evaluations that is 0.00 in the hint."""
CLEAR = 2.5
"""Standard errors that two moves must be apart in random games before one is called better."""
WAY_ON = f"random games are all that {ADVISER} has here; `gatepress docs bots` says how to give it more"
_PLAYED_ON = "games played on at random"


def describe_hint(advice: Sequence[Advice], text: Callable[[int], str]) -> Iterator[str]:
    """What the bot greedy would do, and what after that, in words. ``text``: a move in notation."""
    best, *others = advice
    if best.endings:
        yield from _describe_endings(advice, text)
        return
    expected = best.outlook()
    outlook = f", and expects: {expected}" if expected else ""
    yield f"{ADVISER} would {text(best.move)}{outlook}"
    if others:
        worse = best.evaluation - others[0].evaluation
        by_much = f"{worse:.2f} worse" if worse >= _NEGLIGIBLE else "just as good"
        yield f"next is {text(others[0].move)}, {by_much} by its evaluation"


# Where random games are all that there is to go by


def _describe_endings(advice: Sequence[Advice], text: Callable[[int], str]) -> Iterator[str]:
    """Names no move where luck may have made all the difference."""
    alike = [one for one in advice if not _is_clear(_worths(advice[0]), _worths(one), WIN)]
    # Of moves that win as often, those come first that end with more points.
    alike.sort(key=lambda one: -sum(_leads(one)))
    best, *others = [*alike, *(one for one in advice if one not in alike)]
    games = len(best.endings)
    if others and len(alike) == len(advice) and _is_luck(best, others[-1]):
        won = sorted({_won(one) for one in advice})
        wins = f"{won[0]} to {won[-1]}" if len(won) > 1 else str(won[0])
        yield f"no move looks better than another: after each you win {wins} of {games} {_PLAYED_ON}"
    else:
        wins = _describe_end(best, f" of {games} {_PLAYED_ON}")
        yield f"{text(best.move)} looks best: after it you win {wins}"
        if others:
            is_alike = others[0] in alike and _is_luck(best, others[0])
            head = "perhaps as good is" if is_alike else "next is"
            yield f"{head} {text(others[0].move)}, with {_describe_end(others[0])}"
    yield WAY_ON


def _is_luck(best: Advice, other: Advice) -> bool:
    """Whether of moves that win as often the second may end with as many points."""
    return not _is_clear(_leads(best), _leads(other), 1.0)


def _won(advice: Advice) -> int:
    return sum(end.is_won for end in advice.endings)


def _describe_end(advice: Advice, of: str = "") -> str:
    leads = _leads(advice)
    won = f"{_won(advice)}{of}"
    if not any(leads):
        return won
    lead = sum(leads) / len(leads)
    return f"{won}, {abs(lead):.1f} points {'ahead' if lead >= 0 else 'behind'} on average"


def _worths(advice: Advice) -> list[float]:
    return [end.worth for end in advice.endings]


def _leads(advice: Advice) -> list[float]:
    return [end.lead for end in advice.endings]


def _is_clear(better: Sequence[float], other: Sequence[float], step: float) -> bool:
    """Whether games in the same worlds show more than luck.

    ``step``: the least difference of two games. Where few are all alike, it keeps them from seeming certain.
    """
    games = len(better)
    if games < 2:
        return False
    differences = [one - two for one, two in zip(better, other, strict=True)]
    mean = sum(differences) / games
    spread = sqrt(sum((one - mean) ** 2 for one in differences) / (games - 1))
    return mean > CLEAR * max(spread, 4 * step / games) / sqrt(games)
