"""Shares in sentences: as one says them aloud, ``51 of 100 games; it could be 48 to 54``, and as figures."""

from __future__ import annotations

from math import ceil, isfinite, log10

from generator.sim.statistics.claims import Assertion
from generator.sim.statistics.intervals import AT_EVERY_LOOK, Interval

EVEN = 0.05
"""A share within so much of an even one is even to whoever plays: nobody notices five games of a hundred."""
FINE = 0.03
"""Half-width of an interval that answers most of what a designer asks."""
SPACE = "\N{NO-BREAK SPACE}"
_SIGNED = "−+"
_MAX_GAMES = 10**7
"""More are not proposed."""


def said(share: Interval, fair: float | None = None) -> str:
    """``51 of 100 games; it could be 48 to 54``; with ``fair`` also how many an even share is."""
    value, low, high = _numbers(share, fair)
    even = "" if fair is None else f" (even: {100 * fair:.0f})"
    return f"{value} of 100 games{even}; it could be {low} to {high}"


def briefly(share: Interval, apart_from: float | None = None) -> str:
    """``51 of 100 (48 to 54)``."""
    value, low, high = _numbers(share, apart_from)
    return f"{value} of 100 ({low} to {high})"


def more_within(difference: Interval) -> str:
    """``4 more of 100 games (1 to 7)``; of a loss ``4 fewer``, and of an interval around 0 with its signs."""
    value, low, high = (100 * number for number in (difference.value, difference.low, difference.high))
    which = "more" if value >= 0 else "fewer"
    if low < 0 < high:
        return f"{abs(value):.1f} {which} of 100 games ({low:+.1f} to {high:+.1f})"
    near, far = sorted((abs(low), abs(high)))
    return f"{abs(value):.1f} {which} of 100 games ({near:.1f} to {far:.1f})"


def _numbers(share: Interval, apart_from: float | None) -> tuple[str, str, str]:
    digits = 0
    if apart_from is not None and not share.holds(apart_from):
        near = share.low if share.low > apart_from else share.high
        while digits < 2 and f"{100 * near:.{digits}f}" == f"{100 * apart_from:.{digits}f}":
            digits += 1
    value, low, high = (f"{100 * number:.{digits}f}" for number in (share.value, share.low, share.high))
    return value, low, high


def is_even(share: Interval, fair: float, near: float = EVEN) -> bool:
    """Whether all of the interval lies so near an even share that it makes no difference at a table."""
    return fair - near <= share.low and share.high <= fair + near


def games_for_half(share: Interval, games: int, half: float = FINE) -> int | None:
    """How many games would give the share to ± ``half``, where so many gave it as it is; in two digits.

    None where it is as fine already, where that can't be said, and for more than anybody plays.
    """
    now = share.width / 2
    # A match that may stop early has no number of games.
    if now <= half or share.method == AT_EVERY_LOOK or half <= 0:
        return None
    wanted = games * (now / half) ** 2
    if not wanted <= _MAX_GAMES:
        return None
    step = int(10 ** max(0, int(log10(wanted)) - 1))
    return ceil(wanted / step) * step


def games_to_decide(found: Interval, claim: Assertion, games: int) -> int | None:
    """How many games would decide a claim that so many leave open, if what they show is right."""
    ends = [end for end in (claim.low, claim.high) if isfinite(end)]
    return games_for_half(found, games, min(abs(found.value - end) for end in ends))


def finer(share: Interval, games: int) -> str:
    """What a finer answer takes, as a sentence of its own with a space before it; empty where none is needed.

    >>> finer(Interval(0.5, 0.4, 0.6, 50, 0.95, "t"), 100)
    ' About 1,200 games would say it to within 3 (`--games 1200`).'
    """
    wanted = games_for_half(share, games)
    if wanted is None:
        return ""
    return f" About {wanted:,} games would say it to within {100 * FINE:.0f} (`--games {wanted}`)."


# Figures


def percent(value: float) -> str:
    """``47.2 %``."""
    return f"{100 * value:.1f}{SPACE}%"


def within(interval: Interval) -> str:
    """``47.2 % (42.1 to 52.4 %)``."""
    return f"{percent(interval.value)} ({100 * interval.low:.1f} to {percent(interval.high)})"


def points(value: float) -> str:
    """``+4.0``, in percentage points."""
    text = f"{100 * abs(value):.1f}"
    return text if text == "0.0" else f"{_SIGNED[value > 0]}{text}"


def points_within(interval: Interval) -> str:
    """``+4.0 points (−1.0 to +9.0)``."""
    return f"{points(interval.value)}{SPACE}points ({points(interval.low)} to {points(interval.high)})"
