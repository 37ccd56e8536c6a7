"""Products, pairs, data and groups that can't be: the exact sentence for each."""

from __future__ import annotations

import pytest

from .conftest import Refuse

GAME = """\
title: Tiny
DATA
components:
  cards:
    size: poker
    front: card.xml.j2
    safe: 0
    press: {backs: none}
    cards: CARDS
"""
TEN = "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]"


def game(cards: str, data: str = "data: {}", more: str = "") -> str:
    return GAME.replace("DATA", data).replace("CARDS", cards) + more


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        (
            "{product: {suit: []}}",
            "g/game.yaml:9:29: error: suit: expected a list of values, got none; "
            "write a list, such as `[hearts, spades]`, or the name of a table in `data`",
        ),
        (
            "{product: {suit: 3}}",
            "g/game.yaml:9:29: error: suit: expected a list of values, got 3; "
            "write a list, such as `[hearts, spades]`, or the name of a table in `data`",
        ),
        (
            "{product: {suit: hearts}}",
            "g/game.yaml:9:29: error: suit: no table of `data` is called 'hearts'; "
            "write a list, or name a table of `data`",
        ),
        (
            "{product: [suit, rank]}",
            "g/game.yaml:9:22: error: product: expected the lists whose values are combined, got a list; "
            "write for example `product: {suit: [hearts, spades], rank: [A, 2, 3]}`",
        ),
        (
            f"{{product: {{a: {TEN}, b: {TEN}, c: {TEN}, d: {TEN}, e: {TEN}, f: {TEN}}}}}",
            "g/game.yaml:9:22: error: product: this would make 1,000,000 cards "
            "(10 × 10 × 10 × 10 × 10 × 10); a component has 100,000 made cards at most",
        ),
        (
            "{product: {copies: [1, 2]}}",
            "g/game.yaml:9:23: error: product: every card has `copies`, values cannot be called so",
        ),
        (
            "{product: {card suit: [a]}}",
            "g/game.yaml:9:23: error: product: values are called by a field's name, got 'card suit'; "
            "for example `card_suit`: layouts read it by that name",
        ),
        (
            "{product: {suit: [hearts, Hearts]}}",
            "g/game.yaml:9:38: error: suit: two values would give the id `hearts` to their cards; "
            "first in g/game.yaml:9:30; give one of them an id: `{id: …, suit: …}`",
        ),
        (
            "{product: {a: [x-y, x], b: [z, y-z]}}",
            "g/game.yaml:9:43: error: product: two cards would have the id `x-y-z`; "
            "the other is made of g/game.yaml:9:40",
        ),
        (
            "[{product: {suit: [a, b], rank: [1]}}, {id: a-1}]",
            "g/game.yaml:9:56: error: the id `a-1` is given twice; first in g/game.yaml:9:45",
        ),
        (
            "{product: {suit: [a, [b]]}}",
            "g/game.yaml:9:33: error: suit: expected a value, or keys and values; got a list",
        ),
        (
            "{product: {suit: [{sign: x}]}}",
            "g/game.yaml:9:30: error: suit: the value has no `id`; "
            "add `id:`, or `suit:` with what cards have as suit",
        ),
        (
            "{product: {suit: [{id: a, x: 1}], rank: [{id: b, x: 2}]}}",
            "g/game.yaml:9:53: error: product: the values of `suit` and of `rank` both have `x`; "
            "rename it for one of them",
        ),
        (
            '{product: {suit: [a]}, name: "{suti}"}',
            "g/game.yaml:9:41: error: name: `{suti}` names none of the lists; did you mean `suit`?",
        ),
        (
            '{product: {suit: [a]}, name: "{{ suit }}"}',
            "g/game.yaml:9:41: error: name: one pair of braces is enough here; "
            "write `{rank}`, not `{{ rank }}`",
        ),
        (
            "{product: {suit: [hearts, spades]}, except: [heart]}",
            "g/game.yaml:9:57: error: except: 'heart' leaves out no card; did you mean `hearts`?",
        ),
        (
            "{product: {suit: [hearts, spades]}, change: {heart: {text: x}}}",
            "g/game.yaml:9:57: error: change: no card that is made here is called 'heart'; "
            "did you mean `hearts`?",
        ),
        (
            "{pairs: [1, 2], as: [low]}",
            "g/game.yaml:9:32: error: as: expected two names, for the values of a pair; got a list; "
            "write for example `as: [low, high]`",
        ),
        (
            "{product: {a: [1]}, doubles: false}",
            "g/game.yaml:9:32: error: doubles: `doubles` is for pairs; remove it",
        ),
    ],
)
def test_a_product_that_makes_no_cards(refuse: Refuse, cards: str, told: str) -> None:
    assert refuse(game=game(cards), front="<card/>") == [told]


def test_a_made_card_is_held_against_the_declared_fields(refuse: Refuse) -> None:
    fields = "    fields: {suit: text, rank: {type: whole, min: 2}}\n"
    cards = "{product: {suits: [a], rank: [1, 2]}, colour: red}"
    assert refuse(game=game(cards, more=fields), front="<card/>") == [
        "g/game.yaml:9:23: error: unknown field `suits`; did you mean `suit`?",
        "g/game.yaml:9:42: error: rank: expected at least 2, got 1 (card a-1)",
        "g/game.yaml:9:50: error: unknown field `colour`; declare it under `fields` in game.yaml",
    ]


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ("{x: x.csv}", "g/game.yaml:2:11: error: data.x: no file named 'x.csv' in g"),
        ("{x: ../x.csv}", "g/game.yaml:2:11: error: data.x: the path '../x.csv' leaves the game's folder"),
        (
            "{x: twice.csv}",
            "g/twice.csv:1:2: error: the columns `a b` and `a_b` would both be `a_b` in a template; "
            "the first is g/twice.csv:1:1: rename one of them",
        ),
        (
            "{x: twice.pdf}",
            "g/twice.pdf: error: this is not a list or table; "
            "such files end in .yaml, .yml, .json, .csv, .tsv, .xlsx",
        ),
        (
            "{x: {from: twice.csv, sheet: Stars}}",
            "g/game.yaml:2:29: error: data.x.sheet: `sheet` goes with files that end in .xlsx",
        ),
        (
            "{x: 3}",
            "g/game.yaml:2:11: error: data.x: expected the name of a file, or the data itself; got 3; "
            "a file such as `stars.csv`, a list, or keys and values",
        ),
        (
            "{two words: [1]}",
            "g/game.yaml:2:8: error: data: a table's name has letters, digits and underscores, got "
            "'two words'; for example `two_words`: layouts read it as `data.NAME`",
        ),
    ],
)
def test_data_that_can_t_be_read_is_told_once(refuse: Refuse, data: str, told: str) -> None:
    """Neither the product nor the layout that needs it has anything to add."""
    problems = refuse(
        game=game("{product: {suit: x, rank: [1]}}" if "x:" in data else "[{name: A}]", f"data: {data}"),
        front="<card>{% for row in data.x %}<rect width='{{ row.w }}' height='1'/>{% endfor %}</card>"
        if "x:" in data
        else "<card/>",
        files={"twice.csv": "a b,a_b\n1,2\n", "twice.pdf": "%PDF"},
    )
    assert problems == [told]


def test_a_field_called_data_hides_the_tables(refuse: Refuse) -> None:
    cards = "[{name: A, data: 3}, {name: A, id: 'a b'}]"
    assert refuse(game=game(cards, "data: {x: [1]}"), front="<card/>") == [
        "g/game.yaml:9:29: warning: the field `data` hides the game's own data from the layouts of these "
        "cards (card a); rename the field, or read the game's as `game.data`",
        "g/game.yaml:9:47: error: an id has letters, digits, `.`, `_` and `-` only, got 'a b'; "
        "for example `a-b`",
    ]


@pytest.mark.parametrize("fields", ["", "    fields: {name: text, suit: text}\n"])
def test_a_group_is_a_field_of_the_cards(refuse: Refuse, fields: str) -> None:
    more = f"    group: siut\n{fields}"
    assert refuse(game=game("[{name: A, suit: x}]", more=more), front="<card/>") == [
        "g/game.yaml:10:12: error: components.cards.group: no card has the field 'siut'; did you mean `suit`?"
    ]


def test_copies_that_each_show_their_number_are_bounded(refuse: Refuse) -> None:
    cards = [{"name": "A", "copies": 9_000}, {"name": "B", "copies": 9_000}]
    assert refuse(cards=cards, front="<card><text width='60'>{{ copy }}</text></card>") == [
        "g/cards.yaml:1:3: error: Cards: more than 10,000 copies with numbers of their own in one file; "
        "the layout shows `copy`, so that each is laid out by itself"
    ]


def test_merge_is_true_or_false(refuse: Refuse) -> None:
    assert refuse(component={"press": {"backs": "none", "merge": "all"}}) == [
        "g/game.yaml:10:14: error: components.cards.press.merge: expected true or false, got 'all'"
    ]
