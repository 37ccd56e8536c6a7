"""``gatepress hands``: the report, the same for everyone, and what is said of decks that can't be drawn."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from games import run, run_here

DECK = """\
name: Test Deck
cards:
  - {name: Rat, class: minion, power: 1, copies: 4}
  - {name: Guard, class: soldier, power: 4, copies: 3}
  - {name: Blade, class: assassin, power: 6, copies: 3}
"""


@pytest.fixture
def deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "test.yaml"
    path.write_text(DECK, "utf-8")
    return path


def hands_json(*arguments: str | Path) -> dict[str, object]:
    done = run_here("hands", *arguments, "--json")
    assert done.code == 0, done.output
    told: dict[str, object] = json.loads(done.stdout)
    return told


def row(output: str, name: str) -> list[str]:
    """The numbers of the one line of the first table with that name, and its mark."""
    line = next(line for line in output.splitlines() if line.strip().startswith(name))
    return line.replace(name, "").replace(" %", "").split()


def test_the_draw_rule_is_stated_and_the_odds_stand_beside_each_other(deck: Path) -> None:
    done = run_here("hands", deck)
    assert done.code == 0
    text = " ".join(done.stdout.split())
    assert text.startswith("Test Deck: 10 cards, 34 points Draw rule. ")
    assert "first turn: 3 for the first player and 4 for any other player." in text
    assert "with no soldiers in play" in text
    assert "A player may also draw fewer on later turns." in text
    assert "Nothing is played and nothing goes back." in text
    assert "Simulated from 100,000 shuffles with seed 1. Intervals at the 95 % level" in text
    # 3 of 10 cards, none of them a Rat: 6·5·4 / (10·9·8) = 1/6; the Guards can't be played with 3 in hand.
    exact, simulated, low, _, high, _ = row(done.stdout, "no playable card (dead hand)")
    assert exact == "16.67"
    assert float(low) <= float(simulated) <= float(high)
    assert row(done.stdout, "a card playable on turn 1")[0] == "83.33"
    assert row(done.stdout, "points in hand, turn 1")[0] == "10.20"
    # Guards are playable with 4 in hand: 3 Blades are too few to fill it.
    second = done.stdout[done.stdout.index("Any other player") :]
    assert row(second, "a card playable on turn 1")[0] == "100.00"
    assert row(second, "an assassin by turn 4")[0] == f"{100 - 100 / 120:.2f}"


@pytest.mark.parametrize(
    ("options", "players"),
    [
        ([], ["first", "other"]),
        (["--first"], ["first"]),
        (["--second"], ["other"]),
        (["--first", "--second"], ["first", "other"]),
    ],
)
def test_whose_hands(deck: Path, options: list[str], players: list[str]) -> None:
    told = hands_json(deck, *options, "--samples", "100")
    assert [player["player"] for player in told["players"]] == players  # type: ignore[index, attr-defined]


@pytest.mark.slow
def test_the_same_seed_prints_the_same_hands_everywhere(deck: Path) -> None:
    """In another process, with more samples and more turns; and ever since."""
    arguments = ["hands", deck, "--first", "--seed", "7", "--samples", "1000"]
    here = run_here(*arguments)
    assert here.stdout == run(*arguments, cwd=deck.parent, environment={"PYTHONHASHSEED": "5"}).stdout
    kinds = kinds_of(hands_json(deck, "--first", "--seed", "7", "--samples", "1000"))
    assert kinds == GOLDEN
    longer = kinds_of(hands_json(deck, "--seed", "7", "--samples", "20000", "--turns", "6"))
    assert [hand[:4] for hand in longer] == kinds
    assert kinds_of(hands_json(deck, "--first", "--seed", "8", "--samples", "1000")) != kinds


GOLDEN = [
    [["S4", "A6", "A6"], ["S4"], ["M1"], ["M1"]],
    [["A6", "M1", "M1"], ["A6"], ["S4"], ["M1"]],
    [["A6", "M1", "S4"], ["A6"], ["M1"], ["M1"]],
]


def kinds_of(told: dict[str, object]) -> list[list[list[str]]]:
    """The hands of the first player, turn by turn."""
    hands = told["players"][0]["hands"]  # type: ignore[index]
    return [[[card["kind"] for card in drawn] for drawn in hand] for hand in hands]


def test_shown_hands_mark_what_can_be_played(deck: Path) -> None:
    done = run_here("hands", deck, "--first", "--show", "40", "--turns", "1", "--samples", "100")
    shown = done.stdout[: done.stdout.index("* can be played on turn 1: power 3 or less")]
    assert "hand 40" in shown
    assert len(re.findall(r"\* M1 Rat", shown)) == len(re.findall("Rat", shown)) > 0
    assert "* S4" not in shown
    assert "  S4 Guard" in shown


def test_no_line_is_wider_than_a_hundred_columns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    name = "Éowyn the 龍 🎲 " * 40
    Path("wide.yaml").write_text(
        f"name: {name}\ncards:\n  - {{name: {name}, class: minion, power: 9999, copies: 10}}\n", "utf-8"
    )
    for command in (["hands", "wide.yaml"], ["deck", "stats", "wide.yaml"]):
        done = run_here(*command)
        assert done.code == 0
        assert max(map(len, done.stdout.splitlines())) <= 100
        assert "\x1b" not in done.stdout


def test_json_tells_all(deck: Path) -> None:
    told = hands_json(deck, "--samples", "500", "--turns", "2", "--show", "2", "--seed", "3")
    assert {key: told[key] for key in ("deck", "cards", "points", "seed", "samples", "turns", "level")} == {
        "deck": "Test Deck",
        "cards": 10,
        "points": 34,
        "seed": 3,
        "samples": 500,
        "turns": 2,
        "level": 0.95,
    }
    first = told["players"][0]  # type: ignore[index]
    assert (first["draws"], first["strongest_playable"]) == (3, 3)
    assert [len(drawn) for drawn in first["hands"][0]] == [3, 1]
    card = first["hands"][0][0][0]
    assert card.keys() == {"kind", "name", "class", "power", "playable"}
    assert [(odd["odd"], odd["turn"], odd["class"]) for odd in first["odds"]] == [
        ("playable", 1, None),
        ("dead", 1, None),
        *(("class", turn, name) for name in ("minion", "soldier", "assassin") for turn in (1, 2)),
        ("points", 1, None),
        ("points", 2, None),
    ]
    dead = first["odds"][1]
    assert dead["fraction"] == "1/6"
    assert dead["inside"] == (dead["low"] <= dead["exact"] <= dead["high"])


def test_house_rules_change_the_hand(deck: Path) -> None:
    house = deck.with_name("house.yaml")
    house.write_text("first_turn: {first_player: 1, others: 2}\n", "utf-8")
    told = hands_json(deck, "--format", house, "--samples", "100")
    assert [player["draws"] for player in told["players"]] == [1, 2]  # type: ignore[attr-defined]


def test_a_hand_of_house_rules_beyond_all_reason_is_refused(deck: Path) -> None:
    house = deck.with_name("house.yaml")
    house.write_text("first_turn: {first_player: 198, others: 2}\n", "utf-8")
    assert run_here("hands", deck, "--format", house, "--samples", "100").code == 0
    deck.write_text("cards:\n  - {name: A, class: minion, power: 1, copies: 500}\n", "utf-8")
    done = run_here("hands", deck, "--format", house)
    assert done.code == 2
    assert "a player has drawn 201 cards by turn 4; hands are followed up to 200" in done.stderr


def test_decks_smaller_than_a_hand_and_decks_that_are_not_legal(deck: Path) -> None:
    deck.write_text("cards:\n  - {name: Lone, class: sorcerer, power: 9}\n", "utf-8")
    done = run_here("hands", deck, "--samples", "100")
    assert done.code == 0
    assert "1 card without a class of the game" in done.stdout
    assert row(done.stdout, "no playable card (dead hand)")[0] == "100.00"
    assert "power 1 or less" in done.stdout


def test_a_deck_of_the_game_by_its_name() -> None:
    assert "The Five-a-Side: 25 cards, 100 points" in run_here("hands", "five-a-side").stdout


def test_powers_that_are_no_numbers_are_all_told(deck: Path) -> None:
    deck.write_text(
        "cards:\n  - {name: A, class: minion, power: six}\n  - {name: B, class: minion, power: 2.5}\n"
        "  - {name: C, class: minion}\n  - {name: D, class: minion, power: 123456}\n"
        "  - {name: E, class: minion, power: 3}\n",
        "utf-8",
    )
    done = run_here("hands", deck)
    assert done.code == 1
    assert done.stdout == ""
    problems = done.stderr.splitlines()
    assert problems[0] == (
        "test.yaml:2:37: error: power: odds need a whole number, got 'six' (card a);"
        " `gatepress deck check` lists everything that is wrong with a deck"
    )
    assert problems[1] == "test.yaml:3:37: error: power: odds need a whole number, got 2.5 (card b)"
    assert "got nothing (card c)" in problems[2]
    assert "odds need a whole number up to 10,000, got 123456 (card d)" in problems[3]
    assert len(problems) == 4


def test_a_deck_that_is_not_there() -> None:
    done = run_here("hands", "five-a-sid")
    assert (done.code, done.stdout) == (1, "")
    assert "'five-a-sid'; did you mean `five-a-side`?" in done.stderr
    done = run_here("hands", "missing.yaml")
    assert (done.code, done.stdout) == (1, "")
    assert "missing.yaml" in done.stderr


def test_a_deck_of_boundless_size(deck: Path) -> None:
    deck.write_text(
        "cards:\n  - {name: A, class: minion, power: 1, copies: 9999}\n"
        "  - {name: B, class: minion, power: 1, copies: 2}\n",
        "utf-8",
    )
    done = run_here("hands", deck)
    assert done.code == 1
    assert (
        "test.yaml: error: hands are drawn from decks of up to 10,000 cards, this one has 10,001"
        in done.stderr
    )


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--samples", "0"),
        ("--samples", "99"),
        ("--samples", "10000001"),
        ("--samples", "9" * 5000),
        ("--samples", "many"),
        ("--turns", "0"),
        ("--turns", "101"),
        ("--show", "-1"),
        ("--show", "1001"),
        ("--seed", "-1"),
        ("--seed", str(2**63)),
    ],
)
def test_numbers_out_of_bounds_are_wrong_usage(deck: Path, option: str, value: str) -> None:
    done = run_here("hands", deck, option, value)
    assert done.code == 2
    assert f"Invalid value for '{option}'" in done.stderr


def test_what_cannot_be_shown_does_not_end_the_run(deck: Path) -> None:
    deck.write_text("cards:\n  - {name: Müller 🎲, class: minion, power: 1, copies: 17}\n", "utf-8")
    done = run("hands", deck, cwd=deck.parent, environment={"PYTHONIOENCODING": "ascii"})
    assert done.code == 0, done.stderr
    assert "M1 M?ller ?" in done.stdout
    assert "ok the exact value lies inside" in done.stdout
