"""A deck as a form sends it: what is kept of it, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from generator.catalog.problems import InputError
from generator.deck.draft import read_draft


def test_what_a_form_has_is_kept_but_for_blanks_and_control_codes() -> None:
    card = {
        "name": " Imp\x1b ",
        "power": 1,
        "text": "",
        "art": None,
        "tags": ["a", {"b": 2}],
        "text2": "a\nb\t",
    }
    draft = read_draft({"name": " Mine ", "text": "", "cards": [card, {}]})
    assert (draft.name, draft.text, draft.look) == ("Mine", None, None)
    assert draft.cards == ({"name": "Imp", "power": 1, "tags": ["a", {"b": 2}], "text2": "a\nb"}, {})
    assert read_draft({}).cards == ()


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ([], "expected a deck"),
        ({"cards": {}}, "expected a list of cards"),
        ({"cards": ["Imp"]}, "expected a list of cards"),
        ({"cards": [{}] * 1001}, "a deck has at most 1,000 lines here, got 1,001"),
        ({"name": 3}, "expected text, got 3"),
        ({"name": "x" * 20_001}, "`name` has 20,001 letters, more than 20,000"),
        ({"cards": [{"text": "x" * 20_001}]}, "`text` has 20,001 letters, more than 20,000"),
        ({"cards": [{"tags": ["x" * 20_000]}]}, "`tags` is longer than 20,000 letters"),
        ({"cards": [{"power": float("nan")}]}, "`power` has a value that no file can hold"),
        ({"cards": [{"tags": ["\ud800"]}]}, "`tags` has a value that no file can hold"),
        ({"cards": [{"tags": nested(5000)}]}, "`tags` has a value that no file can hold"),
        ({"cards": [{f"f{number}": 1 for number in range(61)}]}, "a card has at most 60 fields"),
        ({"cards": [{" ": 1}]}, "no field can be called ' '"),
        ({"cards": [{"a\nb": 1}]}, "no field can be called 'a\\nb'"),
        ({"cards": [{"x" * 61: 1}]}, f"no field can be called '{'x' * 39}…'"),
    ],
)
def test_what_no_form_sends_is_refused(given: object, told: str) -> None:
    with pytest.raises(InputError) as refused:
        read_draft(given)
    assert refused.value.message == told
