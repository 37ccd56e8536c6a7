"""``gatepress stats`` asked for what there is not: a sentence, and nothing half-written."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from games import Result, run_here, write_game

from generator.deck.card_stats import texts

CARDS = """\
- {name: A, cost: 1, power: 1, kind: red, text: Draw a card.}
- {name: B, cost: 2, power: 3, kind: blue, text: Draw two cards.}
- {name: C, cost: 3, power: 4, kind: red}
"""
THREE = """\
title: Three
components:
  cards: {size: poker, front: card.xml.j2, cards: [{name: A, cost: 1}, {name: B, cost: 2}]}
  spells: {size: poker, front: card.xml.j2, cards: [{name: A, points: 1}, {name: B, points: 2}]}
  help: {size: poker, front: card.xml.j2, cards: [{name: A}]}
"""


@pytest.fixture(autouse=True)
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return write_game(tmp_path / "g", cards=CARDS)


def refused(*arguments: str, code: int = 1) -> str:
    done: Result = run_here("stats", *arguments)
    assert done.code == code, done.output
    assert done.stdout == ""
    return done.stderr


def test_an_unknown_component() -> None:
    assert refused("g", "--component", "crads") == (
        "error: Tiny has no component `crads`; did you mean `cards`?\n"
    )
    write_game(Path("three"), game=THREE)
    told = refused("three", "--component", "x", "--component", "spell")
    assert "no component `x`; there are cards, spells, help" in told
    assert "no component `spell`; did you mean `spells`?" in told


@pytest.mark.parametrize(
    ("pair", "told"),
    [
        ("attack~cost", "no card has a field `attack`; the fields with numbers are cost, power"),
        ("powr~cost", "no card has a field `powr`; did you mean `power`?"),
        ("power~kind", "the field `kind` has no numbers, but words"),
        ("text~cost", "the field `text` has no numbers, but texts"),
    ],
)
def test_fields_that_are_none_or_have_no_numbers(pair: str, told: str) -> None:
    assert refused("g", "--against", pair) == f"error: {told}\n"


def test_all_pairs_are_told_at_once() -> None:
    told = refused("g", "--against", "a~cost", "--against", "power~kind")
    assert len(told.splitlines()) == 2


def test_a_pair_that_no_component_has_together() -> None:
    write_game(Path("three"), game=THREE)
    told = refused("three", "--against", "points~cost")
    assert told == "error: no component has all of `points` and `cost`\n"


@pytest.mark.parametrize("pair", ["cost", "~cost", "power~", "a~b~c", "power+~cost", ""])
def test_what_is_no_pair_is_wrong_usage(pair: str) -> None:
    assert "Invalid value for --against" in refused("g", "--against", pair, code=2)


def test_a_game_without_a_list() -> None:
    write_game(Path("one"), cards="- {name: A, cost: 3}\n")
    assert refused("one") == (
        "error: Tiny has no list with two different cards or more; --component takes what there is: cards\n"
    )


def test_a_single_card_that_is_asked_for() -> None:
    write_game(Path("one"), cards="- {name: A, cost: 3, power: 2}\n")
    done = run_here("stats", "one", "--component", "cards")
    assert done.code == 0
    assert "only one card has all of these numbers" in done.stdout


def test_a_list_without_copies() -> None:
    write_game(Path("zero"), cards="- {name: A, copies: 0, cost: 1}\n- {name: B, copies: 0, cost: 3}\n")
    assert refused("zero") == "zero/cards.yaml: error: all cards of the list have 0 copies\n"


def test_a_card_without_a_copy() -> None:
    cards = "- {name: A, copies: 0, cost: 1}\n- {name: B, cost: 3}\n"
    write_game(Path("g2"), cards=cards)
    done = run_here("stats", "g2")
    assert "left out: 1 card without a copy" in done.stdout
    both = json.loads(run_here("stats", "g2", "--different", "--json").stdout)
    assert both["components"][0]["different"] == 2


def test_a_list_without_numbers() -> None:
    write_game(Path("words"), cards="- {name: A, kind: red}\n- {name: B, kind: red}\n")
    assert run_here("stats", "words").code == 0
    told = refused("words", "--against", "power~cost")
    assert told == "error: no card has a field `power`; no field has numbers\n"


def test_odd_numbers() -> None:
    write_game(
        Path("odd"),
        cards="- {name: A, cost: .nan, power: 1e15}\n- {name: B, cost: .inf, power: -1e15}\n"
        "- {name: C, cost: 1, power: 0.000001}\n- {name: D, cost: 2, power: 0}\n"
        "- {name: E, cost: 9, power: 1e15}\n",
    )
    done = run_here("stats", "odd", "--plots", "odd.pdf", "--json")
    assert done.code == 0
    (one,) = json.loads(done.stdout)["components"]
    cost = next(field for field in one["fields"] if field["field"] == "cost")
    assert (cost["cards"], cost["blank"]) == (3, 2)
    assert "NaN" not in done.stdout
    assert "Infinity" not in done.stdout
    write_game(Path("huge"), cards="- {name: A, cost: 1e300}\n- {name: B, cost: 2}\n")
    assert "huge/cards.yaml:1:19: error: the number '1e300' is too large" in refused("huge")


def test_what_is_wrong_in_the_cards_comes_first() -> None:
    write_game(Path("wrong"), cards="- {name: A, copies: many}\n- {name: B}\n")
    told = refused("wrong", "--against", "x~y")
    assert "wrong/cards.yaml:1:21" in told
    assert "field" not in told


@pytest.mark.parametrize("file", ["x.gif", "x", ".pdf", "", "x.pdf.txt"])
def test_plots_of_another_kind_are_wrong_usage(file: str) -> None:
    assert "Invalid value for --plots" in refused("g", "--plots", file, code=2)
    assert sorted(path.name for path in Path().iterdir()) == ["g"]


@pytest.mark.parametrize(
    "file", ["folder.pdf", "g/game.yaml/x.pdf", "link.png", "folder.pdf/../g/cards.yaml/x.png"]
)
def test_plots_that_cannot_be_written(file: str) -> None:
    Path("folder.pdf").mkdir()
    Path("link.png").symlink_to("nowhere/at/all.png")
    before = sorted(Path().rglob("*"))
    assert "can't write to" in refused("g", "--plots", file)
    assert sorted(Path().rglob("*")) == before


def test_older_plots_stay_where_there_is_nothing_to_draw() -> None:
    write_game(Path("bare"), cards="- {name: A}\n- {name: B}\n")
    Path("old.pdf").write_bytes(b"yesterday")
    assert "there is nothing to draw" in refused("bare", "--plots", "old.pdf")
    assert Path("old.pdf").read_bytes() == b"yesterday"


@pytest.mark.parametrize("alike", ["0", "1.5", "nan", "85", "-1", "much"])
def test_a_likeness_that_is_none(alike: str) -> None:
    assert "--alike" in refused("g", "--alike", alike, code=2)


def test_json_of_what_is_wrong() -> None:
    done = run_here("stats", "g", "--component", "x", "--json")
    assert done.code == 1
    assert json.loads(done.stdout)["problems"][0]["message"] == "Tiny has no component `x`"


def test_of_too_many_texts_the_longest_are_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "MAX_TEXTS", 100)
    source = random.Random(1)
    words = [f"w{source.randint(100, 999)}" for _ in range(300)]
    rows = ["name,cost,power,text"]
    rows += [
        f"C{n},{n % 9},{source.randint(0, 9)},{' '.join(source.choices(words, k=12))}" for n in range(300)
    ]
    write_game(Path("many"), component={"cards": "cards.csv"}, files={"cards.csv": "\n".join(rows) + "\n"})
    done = run_here("stats", "many")
    assert done.code == 0
    assert "not compared: 200 texts, the longest" in done.stdout
