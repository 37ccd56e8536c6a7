"""``gatepress hands GAME --hand 5``: any cards of any game, with odds of groups, mulligans and sums."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest
from games import PROJECT, run, run_here

GAME = """\
title: Red Deck
components:
  cards:
    size: poker
    front: card.xml.j2
    cards:
      - {name: Mountain, type: land, copies: 24}
      - {name: Goblin, type: creature, cost: 1, power: 2, keywords: [haste], copies: 16}
      - {name: Bolt, type: instant, cost: 1, copies: 12}
      - {name: Dragon, type: creature, cost: 5, power: 5.5, keywords: [flying, haste], copies: 8}
      - {name: Spare, type: land, cost: 9, copies: 0}
  tokens:
    kind: tokens
    size: 20 x 20 mm
    front: token.xml.j2
    cards: [{id: coin, worth: 1, copies: 6}, {id: gem, worth: 5, copies: 2}]
  reference: {size: poker, front: card.xml.j2, cards: [{name: Turn}]}
decks:
  small: {mountain: 6, bolt: 4}
  mixed: {mountain: 1, coin: 2}
"""


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "red"
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME, "utf-8")
    monkeypatch.chdir(folder)


def told_of(*arguments: str | Path) -> dict[str, Any]:
    done = run_here("hands", *arguments, "--json")
    assert done.code == 0, done.output
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def odd(
    told: dict[str, Any], what: str, name: str | None, number: int | None = None, turn: int = 0
) -> Fraction:
    (found,) = [
        odd
        for odd in told["odds"]
        if (odd["odd"], odd["name"], odd["number"], odd["turn"]) == (what, name, number, turn)
    ]
    return Fraction(found["fraction"])


def test_two_lands_in_seven_of_a_deck_of_sixty() -> None:
    arguments = ["--hand", "7", "--group", "lands: type=land", "--at-least", "2", "--turns", "1"]
    told = told_of(".", "--component", "cards", *arguments)
    assert {key: told[key] for key in ("game", "component", "deck", "cards", "hand", "draw", "turns")} == {
        "game": "red",
        "component": "cards",
        "deck": None,
        "cards": 60,
        "hand": 7,
        "draw": 1,
        "turns": 1,
    }
    assert (told["seed"], told["samples"], told["level"]) == (1, 100_000, 0.95)
    assert told["groups"] == [{"name": "lands", "condition": "type=land", "cards": 24}]
    none, one = Fraction(comb(36, 7), comb(60, 7)), Fraction(24 * comb(36, 6), comb(60, 7))
    assert odd(told, "at_least", "lands", 2) == 1 - none - one
    assert round(float(1 - none - one), 4) == 0.8573
    assert odd(told, "expected", "lands", turn=1) == Fraction(8 * 24, 60)
    assert [(found["odd"], found["turn"]) for found in told["odds"]] == [
        ("at_least", 0),
        ("at_least", 1),
        ("expected", 0),
        ("expected", 1),
    ]
    for found in told["odds"]:
        assert found["inside"] == (found["low"] <= found["exact"] <= found["high"])


def test_a_folder_a_file_and_the_folder_one_stands_in_are_the_same(tmp_path: Path) -> None:
    here = told_of(".", "--hand", "5", "--samples", "100")
    assert here == told_of(tmp_path / "red", "--hand", "5", "--samples", "100")
    assert here == told_of(tmp_path / "red" / "game.yaml", "--hand", "5", "--samples", "100")
    assert here["component"] == "cards"
    assert here["turns"] == 4


def test_groups_at_once_at_most_and_exactly() -> None:
    told = told_of(
        *(".", "--group", "haste: keywords=haste", "--group", "power>=2 and cost<=1", "--turns", "0"),
        *("--at-most", "1", "--exactly", "1", "--at-least", "1", "--exactly", "1"),
    )
    assert [(found["odd"], found["name"]) for found in told["odds"] if found["name"] is None] == [
        ("at_least", None),
        ("at_most", None),
        ("exactly", None),
    ]
    # Of 60 cards 16 are in both groups and 8 in the first alone.
    total = comb(60, 5)
    assert odd(told, "at_least", None, 1) == 1 - Fraction(comb(44, 5), total)
    assert odd(told, "exactly", None, 1) == Fraction(16 * comb(36, 4), total)
    none, one = comb(36, 5), 24 * comb(36, 4)
    assert odd(told, "at_most", "haste", 1) == Fraction(none + one, total)


def test_a_mulligan() -> None:
    arguments = [".", "--hand", "7", "--turns", "0", "--mulligan", "type=land<1", "--group", "type=land"]
    told = told_of(*arguments, "--mulligans", "2", "--mulligan-to", "fewer", "--show", "300")
    assert told["mulligan"] == {"rule": "type=land<1", "most": 2, "to": "fewer"}
    seven, six, five = (Fraction(comb(36, drawn), comb(60, drawn)) for drawn in (7, 6, 5))
    assert odd(told, "mulligans", None, 0) == 1 - seven
    assert odd(told, "mulligans", None, 2) == seven * six
    assert odd(told, "kept_anyway", None) == seven * six * five
    assert odd(told, "at_least", "type=land", 1) == 1 - seven * six * five
    sent = [hand for hand in told["hands"] if hand["sent_back"]]
    assert sent
    for hand in sent:
        assert [len(cards) for cards in hand["sent_back"]] == list(range(7, 7 - len(hand["sent_back"]), -1))
        assert all(card["id"] != "mountain" for cards in hand["sent_back"] for card in cards)
        assert len(hand["turns"][0]) == 7 - len(hand["sent_back"])


def test_a_sum() -> None:
    told = told_of(".", "--value", "power", "--value", "cost", "--turns", "2", "--draw", "3")
    mean = Fraction(16 * 2 + 8 * 11 // 2, 60)
    for turn in range(3):
        assert odd(told, "value", "power", turn=turn) == mean * (5 + 3 * turn)
    assert told["odds"][0]["per_card"] == float(mean)
    out = run_here("hands", ".", "--value", "power").stdout
    assert "power for each card drawn: 1.27. A blank counts as 0." in out


def test_decks() -> None:
    small = told_of(".", "--deck", "small", "--hand", "4", "--group", "type=land")
    assert (small["component"], small["deck"], small["cards"]) == ("cards", "small", 10)
    assert odd(small, "at_least", "type=land", 1) == 1 - Fraction(1, comb(10, 4))
    mixed = told_of(".", "--deck", "mixed", "--hand", "3", "--group", "id=coin", "--exactly", "2")
    assert (mixed["component"], mixed["cards"], odd(mixed, "exactly", "id=coin", 2)) == (None, 3, 1)
    tokens = told_of(".", "--component", "tokens", "--hand", "2", "--value", "worth", "--turns", "0")
    assert odd(tokens, "value", "worth") == 4


def test_decks_of_a_game_that_judges_them_and_deck_files() -> None:
    options = ["--hand", "3", "--group", "class=minion", "--turns", "0"]
    told = told_of("battle-gate", "--deck", "five-a-side", *options)
    assert (told["game"], told["component"], told["cards"]) == ("battle-gate", "decks", 25)
    judged = json.loads(run_here("hands", "five-a-side", "--json", "--samples", "100").stdout)
    (minion,) = [
        found
        for found in judged["players"][0]["odds"]
        if (found["odd"], found["class"], found["turn"]) == ("class", "minion", 1)
    ]
    assert str(odd(told, "at_least", "class=minion", 1)) == minion["fraction"]
    Path("mine.yaml").write_text("cards: [{name: Rat, class: minion, power: 1, copies: 9}]\n", "utf-8")
    mine = told_of("battle-gate", "--deck", "mine.yaml", *options)
    assert (mine["cards"], odd(mine, "at_least", "class=minion", 1)) == (9, 1)


def test_cards_of_bundled_games() -> None:
    told = told_of(
        "gateway", "--component", "city", "--value", "cost", "--group", "cost<=2", "--samples", "200"
    )
    assert told["cards"] > 30
    assert 0 < odd(told, "at_least", "cost<=2", 1) < 1
    for game in ("playing-cards", "spreadsheet"):
        done = run_here("hands", PROJECT / "tests" / "gallery" / game, "--hand", "5", "--samples", "100")
        assert done.code == 0, done.output
        assert "opening hand" in done.stdout


@pytest.mark.slow
def test_the_same_seed_prints_the_same_hands_everywhere(tmp_path: Path) -> None:
    arguments = ["hands", ".", "--group", "type=land", "--mulligan", "type=land<2", "--mulligan-to", "bottom"]
    here = run_here(*arguments, "--seed", "7", "--samples", "1000")
    again = run(*arguments, "--seed", "7", "--samples", "1000", cwd=tmp_path / "red")
    assert (here.code, here.stdout) == (0, again.stdout)
    more = run_here(*arguments, "--seed", "7", "--samples", "20000").stdout
    assert hands_in(more) == hands_in(here.stdout)
    assert hands_in(run_here(*arguments, "--seed", "8").stdout) != hands_in(more)
    assert hands_in(here.stdout) == GOLDEN


def hands_in(output: str) -> list[str]:
    lines = output[output.index("  hand  ") : output.index("exact")].splitlines()[1:]
    return [" ".join(line.split()) for line in lines if line.strip()][:4]


GOLDEN = [
    "1 sent back Goblin, 2 Bolt, Dragon, Mountain 1",
    "opening hand Mountain, Bolt, Goblin, Dragon 1",
    "to the bottom Goblin",
    "turn 1 Goblin 1",
]


def test_the_report_is_for_reading() -> None:
    done = run_here(
        *(
            "hands",
            ".",
            "--hand",
            "7",
            "--group",
            "lands: type=land",
            "--group",
            "keywords=haste",
            "--turns",
            "1",
        ),
        *("--mulligan", "lands<2 or lands>5", "--mulligans", "2", "--at-least", "2", "--value", "cost"),
    )
    assert done.stderr == ""
    text = done.stdout
    assert text.startswith("Red Deck, Cards: 60 cards\nOpening hand of 7, then 1 card on each turn.")
    sentence = "A hand with lands<2 or lands>5 is sent back, at most 2 times, for as many cards."
    assert sentence in " ".join(text.split())
    assert re.search(r"^  lands +type=land +24 +40\.0 %$", text, re.MULTILINE)
    assert re.search(r"^  hand +cards +lands +keywords=haste$", text, re.MULTILINE)
    assert re.search(r"^    2 or more, opening hand +\d\d\.\d\d % .* % +[✓✗]$", text, re.MULTILINE)
    assert "\n  lands and keywords=haste at once\n    2 or more of each, opening hand" in text
    assert "Simulated from 100,000 shuffles with seed 1." in text
    assert max(map(len, text.splitlines())) <= 100


def test_without_groups_there_are_hands_and_a_hint() -> None:
    done = run_here("hands", ".", "--hand", "5", "--show", "2", "--turns", "0")
    assert done.code == 0
    assert "--group 'type=creature'" in done.stdout
    assert "exact" not in done.stdout
    assert told_of(".", "--hand", "5", "--show", "2")["odds"] == []


def test_a_group_without_cards_is_warned_of() -> None:
    done = run_here("hands", ".", "--group", "type=lnad", "--turns", "0", "--samples", "100")
    assert done.code == 0
    assert done.stderr == "warning: --group: no card fits 'type=lnad'; did you mean `land`?\n"
    assert re.search(r"1 or more, opening hand +0\.00 % +0\.00 %", done.stdout)
    assert "no card fits 'cost>9'" in run_here("hands", ".", "--mulligan", "cost>9>1").stderr


def test_long_names_and_many_groups_stay_within_a_hundred_columns() -> None:
    names = "\n".join(f"      - {{name: {'Long ' * 12}{number}, n: {number}}}" for number in range(40))
    Path("game.yaml").write_text(GAME.partition("      - {")[0] + names + "\n", "utf-8")
    groups = [part for n in range(8) for part in ("--group", f"{'a rather long name ' * 4}{n}: n>{n}")]
    done = run_here("hands", ".", *groups, "--samples", "100", "--turns", "1")
    assert done.code == 0, done.output
    assert max(map(len, done.stdout.splitlines())) <= 100


def test_what_only_a_terminal_would_obey_is_shown() -> None:
    Path("game.yaml").write_text(GAME.replace("{name: Mountain", '{id: mountain, name: "\\eMo"'), "utf-8")
    done = run_here("hands", ".", "--hand", "60", "--group", "\x1b[2J: cost<2", "--turns", "0")
    assert "\x1b" not in done.output
    assert done.code == 0
