"""JSON without places: what pages of the studio send, and what studies keep."""

from __future__ import annotations

import pytest

from generator.catalog.json_file import parse_values
from generator.catalog.problems import InputError


def test_what_is_json() -> None:
    assert parse_values(b'{"a": [1, 2.5, -3e2, true, null, "x"]}') == {"a": [1, 2.5, -300.0, True, None, "x"]}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("NaN", "'NaN' is not a usable number"),
        ("[-Infinity]", "'-Infinity' is not a usable number"),
        ('{"seed": 1e400}', "'1e400' is not a usable number"),
        ("9" * 5000, "no JSON"),
        ("[" * 100_000, "nested too deep"),
        ('{"a":' * 100_000, "nested too deep"),
        ('{"a": 1, "b": 2, "a": 3}', "the key 'a' is given twice"),
        ("{", "no JSON"),
        ("", "no JSON"),
        (b"\xff\xfe", "no JSON"),
    ],
)
def test_what_is_none(text: str | bytes, told: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_values(text)
    assert told in caught.value.message
