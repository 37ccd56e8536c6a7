"""The benchmark of the kit measures what it says."""

from __future__ import annotations

import pytest

from tests.benchmarks.kit import HAND, KIT, Measured, compare, ratio, reach, table


@pytest.mark.slow
def test_both_of_each_pair_are_measured() -> None:
    results = compare(rounds=1, seconds=0.01)
    assert list(results) == [(game, by) for game in ("leduc poker", "hold-the-line") for by in (KIT, HAND)]
    for one in results.values():
        assert min(*one.decision, one.clone, one.world, one.dealt) > 0
    assert len(list(table(results))) == 2 + len(results)


def test_the_ratio_is_the_median_over_the_rounds() -> None:
    """A round in which another program was at work changes little."""
    kit, hand = Measured([10.0, 12.0, 90.0], 1, 1), Measured([1.0, 1.0, 3.0], 1, 1)
    assert ratio(kit, hand) == 12
    results = {
        ("leduc poker", KIT): Measured([30.0, 26.0], 1, 1),
        ("leduc poker", HAND): Measured([2.0, 2.0], 1, 1),
    }
    assert list(reach(results)) == [
        "NO   leduc poker by the kit: at most 6 × the time by hand: 14.0 ×",
        "NO   leduc poker by the kit: at most 5 µs a decision: 26.00 µs",
    ]
