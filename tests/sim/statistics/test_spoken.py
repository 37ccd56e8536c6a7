"""Shares as one says them aloud: what is said agrees with the interval."""

from __future__ import annotations

import pytest

from generator.sim.statistics.claims import parse_assertion
from generator.sim.statistics.intervals import AT_EVERY_LOOK, Interval
from generator.sim.statistics.spoken import briefly, finer, games_for_half, games_to_decide, more_within, said


def share(value: float, low: float, high: float, method: str = "resampled") -> Interval:
    return Interval(value, low, high, 200, 0.95, method)


@pytest.mark.parametrize(
    ("found", "fair", "text"),
    [
        (share(0.51, 0.478, 0.541), None, "51 of 100 games; it could be 48 to 54"),
        (share(0.51, 0.478, 0.541), 0.5, "51 of 100 games (even: 50); it could be 48 to 54"),
        (share(0.52, 0.503, 0.541), 0.5, "52.0 of 100 games (even: 50); it could be 50.3 to 54.1"),
        (share(0.3, 0.28, 0.3331), 1 / 3, "30.00 of 100 games (even: 33); it could be 28.00 to 33.31"),
        (share(1.0, 0.97, 1.0), 0.5, "100 of 100 games (even: 50); it could be 97 to 100"),
    ],
)
def test_numbers_leave_out_what_the_interval_leaves_out(
    found: Interval, fair: float | None, text: str
) -> None:
    assert said(found, fair) == text


def test_in_short_the_interval_stands_in_parentheses() -> None:
    assert briefly(share(0.51, 0.478, 0.541)) == "51 of 100 (48 to 54)"


def test_how_many_games_a_finer_answer_takes() -> None:
    assert games_for_half(share(0.5, 0.4, 0.6), 100, 0.05) == 400
    assert finer(share(0.5, 0.4, 0.6), 100) == " About 1,200 games would say it to within 3 (`--games 1200`)."
    assert finer(share(0.5, 0.48, 0.52), 100) == ""
    assert finer(share(0.5, 0.4, 0.6, AT_EVERY_LOOK), 100) == ""


def test_how_many_games_decide_a_claim() -> None:
    found = share(0.5, 0.4, 0.6)
    assert games_to_decide(found, parse_assertion("seat0 in 0.45..0.6"), 100) == 400
    assert games_to_decide(found, parse_assertion("seat0 < 0.5"), 100) is None


def test_a_difference_is_said_in_games() -> None:
    assert more_within(share(0.04, 0.012, 0.07)) == "4.0 more of 100 games (1.2 to 7.0)"
    assert more_within(share(-0.04, -0.07, -0.012)) == "4.0 fewer of 100 games (1.2 to 7.0)"
    assert more_within(share(0.01, -0.02, 0.04)) == "1.0 more of 100 games (-2.0 to +4.0)"
