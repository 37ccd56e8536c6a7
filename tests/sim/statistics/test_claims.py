"""Claims of a designer are read as written, judged by intervals, and refused with what to write instead."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

import pytest

from generator.catalog.problems import InputError, Problems
from generator.sim.statistics.claims import (
    Quantity,
    Verdict,
    check_known,
    exit_code,
    judge,
    parse_assertion,
    parse_each,
    parse_quantity,
    parse_target,
    parse_until,
)
from generator.sim.statistics.intervals import Interval, share_interval


@pytest.mark.parametrize(
    ("text", "quantity", "band"),
    [
        ("seat0 in 0.45..0.55", Quantity("seat", "0"), (0.45, 0.55)),
        (" seat 12 in 45%..55% ", Quantity("seat", "12"), (0.45, 0.55)),
        ("bot search:200+no-assassins in .5 .. 1", Quantity("bot", "search:200+no-assassins"), (0.5, 1)),
        ("deck all in 0.5 in 0..0.6", Quantity("deck", "all in 0.5"), (0, 0.6)),
        ("draws < 0.1", Quantity("draws"), (-inf, 0.1)),
        ("cut-short<=1%", Quantity("cut-short"), (-inf, 0.01)),
        ("length in 10..20", Quantity("length"), (10, 20)),
        ("length>=8", Quantity("length"), (8, inf)),
        ("first-player in -0.05..0.05", Quantity("first-player"), (-0.05, 0.05)),
    ],
)
def test_an_assertion_names_a_quantity_and_a_band(
    text: str, quantity: Quantity, band: tuple[float, float]
) -> None:
    found = parse_assertion(text)
    assert found.quantity == quantity
    assert (found.low, found.high) == band
    assert found.text == text.strip()
    assert parse_quantity(str(quantity)) == quantity


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("seat0", "not an assertion", "seat0 in 0.45..0.55"),
        ("", "not an assertion", "seat0 in"),
        ("seat0 in 0.45-0.55", "not an assertion", "0.45..0.55"),
        ("seat0 in nan..1", "not an assertion", "0.45..0.55"),
        ("seat0 in 0.55..0.45", "upside down", "write 0.45..0.55"),
        ("seat0 in 45..55", "from 0 to 1, got 45", "write 45% for percent"),
        ("drows < 0.1", "not measured", "did you mean `draws`?"),
        ("bot in 0..1", "bot needs a name", "bot greedy"),
        ("happiness > 0.5", "not measured", "seat0, bot NAME"),
        ("length < 20%", "not a share", "number of turns"),
        ("draws < 2", "from 0 to 1, got 2", "2% for percent"),
        ("length in -2..5", "0 or more, got -2", None),
    ],
)
def test_a_wrong_assertion_says_what_to_write(text: str, message: str, hint: str | None) -> None:
    with pytest.raises(InputError) as found:
        parse_assertion(text)
    assert message in found.value.message
    assert (hint is None and found.value.hint is None) or str(hint) in str(found.value.hint)


@pytest.mark.parametrize("sign", ["±", "+-", "+/-", " ± "])
def test_a_target_is_a_value_with_what_it_may_be_off(sign: str) -> None:
    found = parse_target(f"bot a=b=0.5{sign}3%")
    assert found.quantity == Quantity("bot", "a=b")
    assert (found.low, found.high) == pytest.approx((0.47, 0.53))
    assert parse_target("length=12+-2").high == 14


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("seat0=0.5", "not a target"),
        ("seat0=0.5±0", "above 0"),
        ("seat0=5±0.1", "from 0 to 1"),
        ("0.5±0.1", "not a target"),
        ("seats=0.5±0.1", "not measured"),
    ],
)
def test_a_wrong_target_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError) as found:
        parse_target(text)
    assert message in found.value.message


def test_a_stopping_rule_is_the_width_of_an_interval() -> None:
    assert parse_until("width<0.02").quantity is None
    assert parse_until("width <= 2%").width == 0.02
    assert parse_until("bot my width width<0.1").quantity == Quantity("bot", "my width")
    assert parse_until("first-player width<1.5").width == 1.5


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("width>0.02", "not a stopping rule"),
        ("0.02", "not a stopping rule"),
        ("width<0", "between 0 and 1"),
        ("width<2", "between 0 and 1, got 2"),
        ("length width<2", "it has no bounds"),
        ("fun width<0.1", "not measured"),
    ],
)
def test_a_wrong_stopping_rule_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError) as found:
        parse_until(text)
    assert message in found.value.message


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (0.46, 0.54, "holds"),
        (0.45, 0.55, "holds"),
        (0.44, 0.54, "can't tell"),
        (0.4, 0.6, "can't tell"),
        (0.551, 0.6, "fails"),
        (0.2, 0.449, "fails"),
        (0.54, 0.6, "can't tell"),
        (0.4, 0.45, "can't tell"),
    ],
)
def test_an_interval_bears_a_band_out_or_excludes_it_or_neither(
    low: float, high: float, verdict: Verdict
) -> None:
    interval = Interval((low + high) / 2, low, high, 100, 0.95, "Wilson")
    assert judge(interval, parse_assertion("seat0 in 0.45..0.55")) == verdict


def test_no_games_tell_nothing() -> None:
    assert judge(share_interval(0, 0), parse_assertion("seat0 in 0..1")) == "can't tell"


def test_one_failure_outweighs_what_cant_be_told() -> None:
    assert exit_code(["holds", "can't tell", "fails"]) == 1
    assert exit_code(["holds", "can't tell"]) == 3
    assert exit_code(["holds"]) == exit_code([]) == 0


@pytest.mark.parametrize("parse", [parse_assertion, parse_target, parse_until])
def test_all_that_is_wrong_is_told_at_once(parse: Callable[[str], object]) -> None:
    problems = Problems()
    assert parse_each(["nonsense", "more nonsense"], parse, "--assert", problems) == []
    assert [problem.field for problem in problems] == ["--assert", "--assert"]


def test_what_a_study_does_not_measure_is_told() -> None:
    problems = Problems()
    asked = ["seat2", "bot greed", "deck x", "seat1", "bot greedy", "draws"]
    quantities = [parse_quantity(text) for text in asked]
    check_known(quantities, "--assert", problems, seats=2, bots=["greedy", "random"], decks=[])
    assert [(problem.message, problem.hint) for problem in problems] == [
        ("there is no seat2", "seats count from 0: seat0 to seat1"),
        ("the study has no bot 'greed'", "did you mean `greedy`?"),
        ("the study has no deck 'x'", "it has no decks"),
    ]
