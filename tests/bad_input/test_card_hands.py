"""Wrong questions to ``gatepress hands GAME --hand``: each is told, with the option that is at fault."""

from __future__ import annotations

from pathlib import Path

import pytest
from games import run_here

GAME = """\
title: Grove
components:
  cards:
    size: poker
    front: card.xml.j2
    cards:
      - {name: Moss, type: land, copies: 4}
      - {name: Stag, type: beast, cost: 2, tags: [fast], copies: 4}
      - {name: Rain, type: spell, cost: X}
decks:
  two: {moss: 1, rain: 1}
"""
SECOND = "  spells: {size: poker, front: card.xml.j2, cards: [{name: Bolt, copies: 3}]}\ndecks:\n"


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.yaml").write_text(GAME, "utf-8")


@pytest.mark.parametrize(
    ("arguments", "option", "told"),
    [
        (["--hand", "10"], "--hand", "a hand of 10 can't be drawn from 9 cards"),
        (["--hand", "3", "--deck", "two"], "--hand", "a hand of 3 can't be drawn from 2 cards"),
        (["--deck", "two", "--value", "cost"], "--hand", "a hand of 5 can't be drawn from 2 cards"),
        (["--hand", "0"], "--hand", "0 is not in the range"),
        (["--hand", "201"], "--hand", "201 is not in the range"),
        (["--hand", "five"], "--hand", "not a valid int"),
        (["--draw", "-1"], "--draw", "-1 is not in the range"),
        (["--hand", "2", "--turns", "101"], "--turns", "101 is not in the range"),
        (["--group", "type=land", "--at-least", "0"], "--at-least", "0 is not in the range"),
        (["--hand", "2", "--deck", "two", "--deck", "two"], "--deck", "hands are drawn from one deck"),
        (["--group", "type"], "--group", "there is no comparison in 'type'"),
        (["--group", ""], "--group", "there is no comparison in ''"),
        (["--group", "a: cost=2", "--group", "A: cost=3"], "--group", "two groups are called 'A'"),
        (["--group", "cost=2"] * 21, "--group", "there are at most 20 groups"),
        (["--at-least", "2"], "--at-least", "say with --group which cards it counts"),
        (["--at-most", "0"], "--at-most", "say with --group which cards it counts"),
        (["--mulligans", "2"], "--mulligans", "say with --mulligan which hands are sent back"),
        (["--mulligan-to", "same"], "--mulligan-to", "say with --mulligan which hands are sent back"),
        (["--mulligan", "type=land<2", "--mulligan-to", "smaller"], "--mulligan-to", "fewer"),
        (["--mulligan", "lands<2"], "--mulligan", "there is no group 'lands'"),
        (["--mulligan", "type=land"], "--mulligan", "there is no number of cards in 'type=land'"),
        (["--mulligan", "type=land<2 and type=land>4"], "--mulligan", "no hand can have"),
        (
            ["--hand", "2", "--mulligan", "type=land<2", "--mulligans", "3", "--mulligan-to", "bottom"],
            "--mulligans",
            "a hand of 2 can't lose 3 cards",
        ),
        (["--mulligan", "type=land<2", "--mulligans", "11"], "--mulligans", "11 is not in the range"),
        (["--hand", "2", "--first"], "--first", "this does not go with --hand"),
        (["--group", "cost=2", "--copies", "2"], "--copies", "this does not go with --group"),
        (["--hand", "2", "--players", "2"], "--players", "which is for the cards of a game"),
        (["--hand", "2", "--set", "a=b"], "--set", "which is for the cards of a game"),
        (["--hand", "2", "--points", "50"], "--points", "which is for the cards of a game"),
        (["--hand", "2", "--game", "gateway"], "--game", "which is for the cards of a game"),
    ],
)
def test_wrong_usage(arguments: list[str], option: str, told: str) -> None:
    done = run_here("hands", ".", *arguments)
    assert done.code == 2, done.output
    assert done.stdout == ""
    text = " ".join(done.stderr.split())
    assert f"Invalid value for {option}: " in text.replace("'--", "--").replace("':", ":")
    assert told in text
    assert "Traceback" not in text


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--component", "crads"], "Grove has no component `crads`; did you mean `cards`?"),
        (["--hand", "2", "--deck", "tow"], "Grove has no deck `tow`; did you mean `two`?"),
        (["--hand", "2", "--deck", "two.yaml"], "Grove has no deck `two.yaml`"),
        (["--group", "tpye=land"], "no card has the field `tpye`; did you mean `type`?"),
        (["--group", "type<2"], "`type` holds words, and `<` compares numbers"),
        (["--value", "name"], "no card has a number in `name`: it is 'Moss' on Moss"),
        (["--value", "tags"], "no card has a number in `tags`: it is a list on Stag"),
        (["--value", "cots"], "no card has the field `cots`; did you mean `cost`?"),
        (["--mulligan", "tpye=land<2"], "no card has the field `tpye`"),
    ],
)
def test_names_that_the_game_does_not_have(arguments: list[str], told: str) -> None:
    done = run_here("hands", ".", *arguments)
    assert (done.code, done.stdout) == (1, ""), done.output
    assert done.stderr.startswith(f"error: {told}")


def test_all_names_of_nothing_are_told_at_once() -> None:
    done = run_here("hands", ".", "--group", "tpye=1", "--value", "cots", "--mulligan", "tpye=1<2")
    assert done.code == 1
    assert [line.split(";")[0] for line in done.stderr.splitlines()] == [
        "error: no card has the field `tpye`",
        "error: no card has the field `cots`",
    ]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("five-a-side", "and five-a-side is a deck; write battle-gate --deck five-a-side"),
        ("mine.yaml", "and mine.yaml is a deck"),
    ],
)
def test_a_deck_is_no_game(name: str, told: str) -> None:
    Path("mine.yaml").write_text("- {name: A, class: minion, power: 1}\n", "utf-8")
    done = run_here("hands", name, "--hand", "3")
    assert done.code == 2
    assert told in " ".join(done.stderr.split())


def test_several_lists_and_none() -> None:
    Path("game.yaml").write_text(GAME.replace("decks:\n", SECOND), "utf-8")
    done = run_here("hands", ".", "--hand", "2")
    assert done.code == 2
    told = "Grove has several lists of cards; name one of cards or spells, or with --deck a deck: two"
    assert told in " ".join(done.stderr.split())
    done = run_here("hands", ".", "--component", "spells", "--deck", "two", "--hand", "2")
    assert (done.code, "the deck 'two' has cards of cards" in done.stderr) == (2, True)
    Path("game.yaml").write_text(GAME.partition("      - {")[0] + "      - {name: A}\n", "utf-8")
    done = run_here("hands", ".", "--hand", "1")
    assert (done.code, "no list of 2 cards or more" in done.stderr) == (2, True)
    assert run_here("hands", ".", "--hand", "1", "--component", "cards").code == 0
    done = run_here("hands", "battle-gate", "--component", "decks")
    assert (done.code, "is a deck; name one" in " ".join(done.stderr.split())) == (2, True)


def test_a_game_that_is_not_there_or_not_sound() -> None:
    done = run_here("hands", "grvoe", "--hand", "3")
    assert (done.code, done.stdout) == (1, "")
    assert "no game or folder named 'grvoe'" in done.stderr
    Path("game.yaml").write_text(GAME.replace("copies: 4", "copies: many") + "  bad: {oak: 1}\n", "utf-8")
    done = run_here("hands", ".", "--hand", "3", "--group", "tpye=1")
    assert (done.code, done.stdout) == (1, "")
    assert "game.yaml:7:42: error: copies: expected a whole number, got 'many' (card moss)" in done.stderr
    Path("game.yaml").write_text(GAME + "  none: {}\n  bad: {oak: 1}\n", "utf-8")
    done = run_here("hands", ".", "--hand", "3")
    assert done.code == 1
    assert "decks.none: the deck has no cards" in done.stderr
    assert "decks.bad.oak: no card has the id `oak`" in done.stderr


def test_words_among_numbers_count_as_nothing_and_are_warned_of() -> None:
    done = run_here("hands", ".", "--value", "cost", "--group", "cost<3", "--samples", "100", "--turns", "0")
    assert done.code == 0
    told = "game.yaml:9:41: warning: cost: expected a number, got 'X'; it counts as 0 (card rain)"
    assert done.stderr.strip() == told


def test_a_deck_of_boundless_size() -> None:
    Path("game.yaml").write_text(GAME.replace("{moss: 1, rain: 1}", "{moss: 9999, rain: 2}"), "utf-8")
    done = run_here("hands", ".", "--deck", "two", "--hand", "3")
    assert done.code == 1
    assert "decks of up to 10,000 cards, this one has 10,001" in done.stderr
    Path("game.yaml").write_text(GAME.replace("{moss: 1, rain: 1}", "{moss: 9998, rain: 2}"), "utf-8")
    done = run_here("hands", ".", "--deck", "two", "--hand", "200", "--turns", "1", "--samples", "100")
    assert done.code == 2
    assert "201 cards are drawn by turn 1; hands are followed up to 200" in " ".join(done.stderr.split())
    done = run_here(
        *("hands", ".", "--deck", "two", "--hand", "200", "--turns", "0", "--samples", "100", "--show", "0"),
        *("--group", "type=land", "--at-least", "200"),
    )
    assert done.code == 0


def test_spaces_without_end_are_no_riddle() -> None:
    for option in ("--group", "--mulligan"):
        done = run_here("hands", ".", option, "type=land and" + " " * 60_000 + "x")
        assert done.code == 2
        assert "expected at most 1,000 letters" in done.stderr


def test_the_other_ways_are_as_they_were() -> None:
    done = run_here("hands", ".")
    assert done.code == 1
    assert "has no rules to play by" in done.stderr
    assert "`gatepress hands . --hand 5` draws from its cards without rules" in done.stderr
    assert "draws from its cards" not in run_here("play", ".").stderr
    done = run_here("hands", "five-a-side", "--turns", "0")
    assert done.code == 2
    assert "Invalid value for '--turns': 0 is not in the range 1<=x<=100." in done.stderr


@pytest.mark.parametrize("name", ["[cards]", "{a: 1}", "3", "true", ".nan"])
def test_a_deck_of_a_component_that_is_no_name(name: str) -> None:
    deck = f"  bad: {{component: {name}, cards: {{moss: 1}}}}\n"
    Path("game.yaml").write_text(GAME + deck, "utf-8")
    done = run_here("hands", ".", "--hand", "2")
    assert done.code == 1
    (problem,) = done.problems
    assert "decks.bad.component: expected the id of a component, got " in problem
