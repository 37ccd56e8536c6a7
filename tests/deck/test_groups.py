"""Groups of cards and rules about hands: how they are written, and what they mean."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.catalog.models import Card
from generator.catalog.problems import InputError
from generator.deck.hands.groups import check_group, parse_group, parse_rule


def card(**values: Any) -> Card:
    return Card("c", 1, values, False, ())


@pytest.mark.parametrize(
    ("text", "values", "fits"),
    [
        ("type=land", {"type": "land"}, True),
        ("type = Land", {"type": " LAND "}, True),
        ("type=lands", {"type": "land"}, False),
        ("type!=land", {"type": "beast"}, True),
        ("type!=land", {"type": "land"}, False),
        ("cost=2", {"cost": 2}, True),
        ("cost==2.0", {"cost": "2"}, True),
        ("cost<=2", {"cost": 2}, True),
        ("cost≤2", {"cost": 2.5}, False),
        ("cost<2", {"cost": 1.99}, True),
        ("cost>-1", {"cost": 0}, True),
        ("cost>=2", {"cost": "X"}, False),
        ("cost<>2", {"cost": 3}, True),
        ("name=007", {"name": "007"}, True),
        # A blank fits nothing, whatever is asked
        ("cost<2", {"cost": None}, False),
        ("cost!=2", {"cost": None}, False),
        ("cost!=2", {"cost": " "}, False),
        ("cost!=2", {"cost": []}, False),
        ("cost!=2", {}, False),
        # Lists contain
        ("tags=fast", {"tags": ["loud", "fast"]}, True),
        ("tags!=fast", {"tags": ["loud", "fast"]}, False),
        ("tags!=fast", {"tags": ["loud"]}, True),
        ("tags=2", {"tags": [1, 2]}, True),
        # Words stand somewhere in a text, or in an item of a list
        ("text~draw", {"text": "Rest it and Draw two."}, True),
        ("text~draw two", {"text": "draw"}, False),
        ("text~draw", {"text": ["Rest it.", "Draw two."]}, True),
        ("text~draw", {"text": ["draft", "raw"]}, False),
        ("cost~2", {"cost": 2}, False),
        ("text~draw", {"text": None}, False),
        ("rare=yes", {"rare": True}, True),
        ("rare=false", {"rare": True}, False),
        ("rare!=yes", {"rare": False}, True),
        # Several
        ("type=land and cost<2", {"type": "land", "cost": 1}, True),
        ("type=land AND cost<2", {"type": "land", "cost": 2}, False),
        ("type=land or cost<2 and cost>0", {"type": "land", "cost": 0}, True),
        ("type=rock or cost<2 and cost>0", {"type": "land", "cost": 0}, False),
        ("name='Life and Limb' and cost=1", {"name": "life and limb", "cost": 1}, True),
        ('name="A or B"', {"name": "a or b"}, True),
        ("name=Thieves' Guild and cost=1", {"name": "Thieves' Guild", "cost": 1}, True),
        ("name=Gate: North", {"name": "Gate: North"}, True),
        ("name=Sandor", {"name": "Sandor"}, True),
        ("Card No=3", {"Card No": 3}, True),
    ],
)
def test_what_fits(text: str, values: dict[str, Any], fits: bool) -> None:
    assert parse_group(text).matches(card(**values)) is fits


def test_names() -> None:
    assert parse_group("lands: type=land").name == "lands"
    assert parse_group("  cheap  spells :cost<=2").name == "cheap spells"
    assert parse_group("type = land  and cost == 2").name == "type=land and cost=2"
    assert parse_group("name='A and B'").name == "name='A and B'"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "there is no comparison in ''"),
        ("type", "there is no comparison in 'type'"),
        ("type=land and", "there is no comparison in ''"),
        ("name=Life and Limb", "there is no comparison in 'Limb'"),
        ("=2", "a field is missing before `=`"),
        ("cost<", "a value is missing after `<`"),
        (": type=land", "'' can't be the name of a group"),
        ("2: type=land", "'2' can't be the name of a group"),
        ("a and b: type=land", "'a and b' can't be the name of a group"),
        ("type=" + "x" * 2000, "expected at most 1,000 letters"),
    ],
)
def test_what_is_no_group(text: str, told: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_group(text)
    assert told in caught.value.message


@given(st.text(max_size=60) | st.text("ab=<>!:'\" and or 12", max_size=40))
def test_no_text_is_too_odd(text: str) -> None:
    """It is a group or a rule, or is told not to be one."""
    with suppress(InputError):
        assert parse_rule(text, [], []).groups
    with suppress(InputError):
        assert parse_group(text).name.strip()


@pytest.mark.parametrize("text", ["name='Life and Limb'", 'name="It\'s and was"', "a=b or c<=2 and d!='<3'"])
def test_a_group_is_told_as_it_can_be_written(text: str) -> None:
    group = parse_group(text)
    assert (group.text, parse_group(group.text)) == (text, group)


CARDS = [
    card(type="land", cost=None, tags=["a"], rare=True, size={"x": 1}, mixed="X"),
    card(type="beast", cost=2, tags=["b"], rare=False, size={"x": 2}, mixed=3),
]


@pytest.mark.parametrize(
    ("text", "told", "hint"),
    [
        ("tpye=land", "no card has the field `tpye`", "did you mean `type`?"),
        ("colour=red", "no card has the field `colour`", "the fields are type, cost, tags"),
        ("type<2", "`type` holds words, and `<` compares numbers", "for example `type=land`"),
        ("tags>1", "`tags` holds lists", "for example `tags=a`"),
        ("cost<two", "`<` compares numbers, got 'two'", None),
        ("cost=two", "`cost` holds numbers, got 'two'", None),
        ("rare=maybe", "`rare` is yes or no, got 'maybe'", "write `rare=yes`"),
        ("size=1", "`size` holds keys and values", None),
    ],
)
def test_what_can_not_be_compared(text: str, told: str, hint: str | None) -> None:
    with pytest.raises(InputError) as caught:
        check_group(parse_group(text), CARDS)
    assert told in caught.value.message
    assert hint is None or hint in (caught.value.hint or "")


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("type=lnad", "did you mean `land`?"),
        ("tags=c", None),
        ("mixed<4", None),
        ("mixed=x", None),
        ("cost>9", None),
        ("type=land", None),
    ],
)
def test_what_can(text: str, hint: str | None) -> None:
    assert check_group(parse_group(text), CARDS) == hint


GROUPS = [parse_group("lands: type=land"), parse_group("cost<=2")]


@pytest.mark.parametrize(
    ("text", "counts", "holds"),
    [
        ("lands<2 or lands>4", [1], True),
        ("lands<2 or lands>4", [4], False),
        ("LANDS = 3", [3], True),
        ("lands<2 and cost<=2<1", [1, 0], True),
        ("lands<2 and cost<=2<1", [1, 1], False),
        ("type=land<2", [1], True),
        ("type=beast>=1 or lands!=0", [0, 1], True),
    ],
)
def test_which_hands(text: str, counts: list[int], holds: bool) -> None:
    assert bool(parse_rule(text, GROUPS, []).holds(counts)) is holds


def test_a_condition_of_a_named_group_is_that_group() -> None:
    assert parse_rule("type=land<2 or lands>4", GROUPS, []).groups == (GROUPS[0],)


@pytest.mark.parametrize(
    ("text", "told", "hint"),
    [
        ("lands", "there is no number of cards in 'lands'", "`lands<2`"),
        ("type=land", "there is no number of cards in 'type=land'", "`type=land<2`"),
        ("lands<-1", "there is no number of cards", None),
        ("lands<2 or", "there is no number of cards in ''", None),
        ("land<2", "there is no group 'land'", "did you mean `lands`?"),
        ("beasts<2", "there is no group 'beasts'", "--group 'lands: type=land'"),
        ("cost<2", "there is no group 'cost'", "`cost` is a field"),
        ("lands<2 and lands>4", "no hand can have 'lands<2 and lands>4'", "either is enough"),
        ("lands<0", "no hand can have 'lands<0'", None),
        ("lands>200", "no hand can have 'lands>200'", None),
    ],
)
def test_what_is_no_rule(text: str, told: str, hint: str | None) -> None:
    with pytest.raises(InputError) as caught:
        parse_rule(text, GROUPS, ["cost", "type"])
    assert told in caught.value.message
    assert hint is None or hint in (caught.value.hint or "")
