"""Lengths, sizes and papers."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.catalog.problems import InputError
from generator.catalog.sizes import COMPONENT_SIZES, PAPERS, component_size, paper, parse_size
from generator.catalog.units import parse_length


@pytest.mark.parametrize(
    ("value", "length"),
    [
        (3, 3.0),
        (2.5, 2.5),
        (0, 0.0),
        ("3", 3.0),
        ("3mm", 3.0),
        (" 3 MM ", 3.0),
        ("0.3cm", 3.0),
        ("2.5 in", 63.5),
        ('2.5"', 63.5),
        ("1 inch", 25.4),
        ("72pt", 25.4),
        (".5 mm", 0.5),
    ],
)
def test_length(value: object, length: float) -> None:
    assert parse_length(value) == pytest.approx(length)


def test_half_a_sheet_of_the_a_series_is_the_next_of_it() -> None:
    for larger, smaller in ((f"a{n}", f"a{n + 1}") for n in range(5)):
        assert PAPERS[larger].width == PAPERS[smaller].height
        assert PAPERS[larger].height // 2 == PAPERS[smaller].width


@given(st.floats(0, 2000), st.sampled_from(["", " mm", "mm"]))
def test_a_length_comes_back_as_written(length: float, unit: str) -> None:
    assert parse_length(f"{length!r}{unit}") == length
    assert parse_length(length) == length


@given(st.floats(0, 78), st.sampled_from([("in", 25.4), ("cm", 10), ("pt", 25.4 / 72)]))
def test_units_are_multiples(amount: float, unit: tuple[str, float]) -> None:
    assert parse_length(f"{amount!r} {unit[0]}") == pytest.approx(amount * unit[1])


@given(st.text() | st.floats() | st.integers() | st.none() | st.booleans() | st.lists(st.integers()))
def test_a_length_is_within_bounds_or_refused(value: object) -> None:
    try:
        length = parse_length(value)
    except InputError:
        return
    assert 0 <= length <= 2000


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ("three", "expected a length, got 'three'"),
        ("3 m", "expected a length, got '3 m'"),
        ("", "expected a length, got ''"),
        ("٣ mm", "expected a length, got '٣ mm'"),
        (True, "expected a length, got true"),
        (None, "expected a length, got nothing"),
        ([3], "expected a length, got a list"),
        (math.nan, "expected a length, got nan"),
        (math.inf, "expected a length, got inf"),
        (-1, "a length cannot be negative, got -1"),
        ("-0.5 mm", "a length cannot be negative, got '-0.5 mm'"),
        (2000.5, "a length cannot be more than 2000 mm, got 2000.5"),
        ("79 in", "a length cannot be more than 2000 mm, got '79 in'"),
        ("1e999", "expected a length, got '1e999'"),
        (10**400, "a length cannot be more than 2000 mm, got a very large number"),
    ],
)
def test_length_refused(value: object, sentence: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_length(value)
    assert caught.value.message == sentence


def test_a_decimal_comma_gets_its_own_hint() -> None:
    with pytest.raises(InputError) as caught:
        parse_length("63,5 mm")
    assert caught.value.hint == "write decimals with a point, not a comma"


@pytest.mark.parametrize(
    ("value", "sides"),
    [
        ("poker", (63.5, 88.9)),
        ("Poker", (63.5, 88.9)),
        ("euro-poker", (63, 88)),
        ("euro poker", (63, 88)),
        ("poker landscape", (88.9, 63.5)),
        ("business-euro portrait", (55, 85)),
        ("a4", (210, 297)),
        ("63.5 x 88.9 mm", (63.5, 88.9)),
        ("63.5x88.9", (63.5, 88.9)),
        ("2.5 × 3.5 in", (63.5, 88.9)),
        ('2.5" x 3.5"', (63.5, 88.9)),
        ("5 cm x 70 mm", (50, 70)),
        ([63.5, 88.9], (63.5, 88.9)),
        (["2.5 in", 88.9], (63.5, 88.9)),
    ],
)
def test_size(value: object, sides: tuple[float, float]) -> None:
    size = parse_size(value)
    assert (size.width, size.height) == pytest.approx(sides)


@pytest.mark.parametrize(
    ("value", "sentence", "hint"),
    [
        ("pokre", "unknown size 'pokre'", "did you mean `poker`?"),
        ("0 x 5 mm", "a side must be longer than 0, got '0 x 5 mm'", None),
        ([0, 5], "a side must be longer than 0, got 0", None),
        ("3000 x 5", "a length cannot be more than 2000 mm, got '3000 x 5'", None),
        (5, "expected a size, got 5", "write for example `poker` or `63.5 x 88.9 mm`"),
        ([1, 2, 3], "expected a size, got a list", "write for example `poker` or `63.5 x 88.9 mm`"),
        ("", "unknown size ''", "write a name such as `poker`, or `63.5 x 88.9 mm`"),
        ("5" * 5000, f"unknown size '{'5' * 39}…'", "write a name such as `poker`, or `63.5 x 88.9 mm`"),
    ],
)
def test_size_refused(value: object, sentence: str, hint: str | None) -> None:
    with pytest.raises(InputError) as caught:
        parse_size(value)
    assert (caught.value.message, caught.value.hint) == (sentence, hint)


def test_the_two_poker_sizes_are_two() -> None:
    assert component_size("poker") != component_size("euro-poker")


@pytest.mark.parametrize(
    ("text", "sides"),
    [
        ("a4", (210, 297)),
        ("A4 landscape", (297, 210)),
        ("Letter", (215.9, 279.4)),
        ("legal", (215.9, 355.6)),
        ("tabloid", (279.4, 431.8)),
        ("ledger", (431.8, 279.4)),
        ("13 x 19 in", (330.2, 482.6)),
    ],
)
def test_paper(text: str, sides: tuple[float, float]) -> None:
    sheet = paper(text)
    assert (sheet.width, sheet.height) == pytest.approx(sides)


def test_an_unknown_paper_gets_a_suggestion() -> None:
    with pytest.raises(InputError) as caught:
        paper("leter")
    assert (caught.value.message, caught.value.hint) == ("unknown paper 'leter'", "did you mean `letter`?")


def test_a_card_is_no_paper() -> None:
    with pytest.raises(InputError):
        paper("poker")


@pytest.mark.parametrize("sizes", [COMPONENT_SIZES, PAPERS])
def test_every_size_is_found_by_its_name_and_cannot_be_changed(sizes: dict[str, object]) -> None:
    for name, size in sizes.items():
        assert parse_size(name) == size
    with pytest.raises(TypeError):
        sizes["poker"] = None
