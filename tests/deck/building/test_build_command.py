"""``gatepress deck build`` as a player uses it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from games import PROJECT, Result, run, run_here

POOL = """
name: Our club
cards:
  - {name: Night Captain, class: soldier, power: 4, copies: 3, text: Never sleeps., art: mdi6.owl}
  - {name: Piggy Bank, class: minion, power: 1, copies: 20}
  - {name: Old Guard, class: soldier, power: 5, copies: 8}
  - {name: Cat’s Paw, class: assassin, power: 2, copies: 20}
  - {name: The End, class: assassin, power: 6, copies: 6}
"""


def build(*arguments: str | Path) -> Result:
    return run_here("deck", "build", *arguments)


def built(*arguments: str | Path) -> list[dict[str, Any]]:
    done = build(*arguments)
    assert done.code == 0, done.output
    cards: list[dict[str, Any]] = yaml.safe_load(done.stdout)["cards"]
    return cards


def count(cards: list[dict[str, Any]], **wanted: object) -> int:
    return sum(card["copies"] for card in cards if all(card[key] == value for key, value in wanted.items()))


def refusal(*arguments: str | Path) -> list[str]:
    done = build(*arguments)
    assert done.code == 1, done.output
    assert done.stdout == ""
    return done.stderr.splitlines()


@pytest.mark.parametrize("ending", ["yaml", "yml", "csv", "xlsx"])
def test_the_file_that_is_written_is_a_legal_deck(ending: str) -> None:
    done = build(f"night-owls.{ending}", "--cards", "34", "--class", "minion=12")
    assert done.code == 0
    told = rf"wrote night-owls\.{ending}: 34 cards, 100 points: 12 minions, \d+ soldiers and \d+ assassins"
    assert re.match(told, done.stdout)
    assert run_here("deck", "check", f"night-owls.{ending}").stdout.startswith("Night Owls: legal, 34 cards")


def test_without_a_file_the_deck_is_printed() -> None:
    done = build("--name", "Owls: a deck")
    assert yaml.safe_load(done.stdout)["name"] == "Owls: a deck"
    Path("printed.yaml").write_text(done.stdout, "utf-8")
    assert run_here("deck", "check", "printed.yaml").code == 0


def test_requests_of_every_sort() -> None:
    cards = built(
        *("--cards", "28-36", "--class", "Minions=30%", "--class", "S=8-9", "--class", "assassin=25-50%"),
        *("--curve", "*,*,4-6,3,*,2", "--with", "a6=2", "--with", "soldier 4", "--mean", "2.8-3.6"),
    )
    size = count(cards)
    assert 28 <= size <= 36
    assert abs(count(cards, **{"class": "minion"}) - size * 0.3) < 1
    assert count(cards, **{"class": "soldier"}) in (8, 9)
    assert size / 4 <= count(cards, **{"class": "assassin"}) <= size / 2
    assert count(cards, power=3) in (4, 5, 6)
    assert (count(cards, power=4), count(cards, power=6)) == (3, 2)
    assert count(cards, **{"class": "assassin"}, power=6) == 2
    assert count(cards, **{"class": "soldier"}, power=4) >= 1
    assert 2.8 <= 100 / size <= 3.6


def test_curves_lean_where_they_are_told_to() -> None:
    low, even, high = (built("--curve", shape) for shape in ("low", "even", "high"))
    assert [count(low, power=power) for power in range(1, 7)] == sorted(
        (count(low, power=power) for power in range(1, 7)), reverse=True
    )
    numbers = [count(even, power=power) for power in range(1, 7)]
    assert max(numbers) - min(numbers) <= 1
    assert count(high, power=6) > count(high, power=3) > count(high, power=1)


def test_a_single_mean_is_met_as_nearly_as_whole_cards_allow() -> None:
    assert count(built("--mean", "3")) in (33, 34)
    assert count(built("--mean", "2.5")) == 40
    assert count(built("--mean", "25/6")) == 24


def test_a_pool_gives_its_characters_with_text_and_art() -> None:
    Path("pool.yaml").write_text(POOL, "utf-8")
    cards = built("--pool", "pool.yaml", "--with", "night captain=3", "--with", "Cat's Paw=5")
    by_name = {card["name"]: card for card in cards}
    assert by_name["Night Captain"] == {
        "name": "Night Captain",
        "class": "soldier",
        "power": 4,
        "copies": 3,
        "text": "Never sleeps.",
        "art": "mdi6.owl",
    }
    assert by_name["Cat’s Paw"]["copies"] >= 5
    assert set(by_name) <= {"Night Captain", "Piggy Bank", "Old Guard", "Cat’s Paw", "The End"}


def test_a_pool_may_be_several_decks_of_the_game() -> None:
    cards = built("--pool", "night-shift", "--pool", "carnival-knives", "--copies", "1", "--with", "Odd Bone")
    assert all(card["copies"] == 1 for card in cards)
    assert count(cards, name="Odd Bone") == 1
    assert all(card["text"] for card in cards)


def test_a_deck_file_is_finished_to_a_deck() -> None:
    """The player's own cards are in with all their copies, of however many lines; the rest is made up."""
    own = [
        {
            "name": "Aunt Freya",
            "class": "minion",
            "power": 5,
            "copies": 2,
            "text": "Bakes.",
            "art": "mdi6.cake",
        },
        {"name": "Rex", "class": "soldier", "power": 3, "copies": 7},
    ]
    twice = [own[0], {**own[1], "copies": 3}, {**own[1], "copies": 4}]
    Path("own.yaml").write_text(yaml.safe_dump({"cards": twice}), "utf-8")
    cards = built("--with", "own.yaml")
    assert [card for card in cards if card["name"] in ("Aunt Freya", "Rex")] == own
    assert len(cards) > 10


def test_countless_characters_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.deck.building.request.MAX_COUNT", 4)
    Path("pool.yaml").write_text(POOL, "utf-8")
    assert refusal("--with", "pool.yaml") == ["pool.yaml: error: the deck has more than 4 characters"]
    assert refusal("--pool", "pool.yaml") == ["error: the pool has more than 4 characters"]


def test_the_copies_of_a_made_up_character_are_bounded() -> None:
    assert max(card["copies"] for card in built("--cards", "60", "--copies", "1")) == 1
    assert max(card["copies"] for card in built("--cards", "60")) == 4


def test_house_rules() -> None:
    Path("house.yaml").write_text("points: 30\npower: {min: 2, max: 4}\nclasses: [knight, wizard]\n")
    cards = built("--format", "house.yaml", "--class", "wizard=50%")
    assert sum(card["power"] * card["copies"] for card in cards) == 30
    assert {card["class"] for card in cards} == {"knight", "wizard"}
    assert sum(card["power"] * card["copies"] for card in built("--points", "150")) == 150


def test_a_game_of_countless_powers_is_refused_at_once() -> None:
    Path("house.yaml").write_text("points: 10000\npower: {min: 1, max: 10000}\n")
    (line,) = refusal("--format", "house.yaml")
    assert line.startswith("error: decks of more than 3,000 kinds of cards can't be built")


@pytest.mark.slow
def test_seeds_give_different_decks_and_the_same_seed_the_same_one_in_any_process(tmp_path: Path) -> None:
    arguments = ["deck", "build", "--class", "minion=30%", "--pool", "long-siege", "--pool", "night-shift"]
    here = [run_here(*arguments, "--seed", str(seed)).stdout for seed in range(8)]
    assert len(set(here)) == 8
    there = run(*arguments, "--seed", "5", cwd=tmp_path, environment={"PYTHONHASHSEED": "77"}).stdout
    assert there == here[5]
    named = [build("--seed", str(seed)).stdout for seed in range(8)]
    assert len(set(named)) == 8
    assert run("deck", "build", "--seed", "6", cwd=tmp_path).stdout == named[6]


def test_contradictions_are_told_with_what_would_work() -> None:
    assert refusal("--cards", "17", "--mean", "3") == [
        "no deck can have all of these:",
        "  request  17 cards",
        "  request  a mean power of 3",
        "  rule     100 points",
        "With 17 cards and a mean power of 3, a deck costs at most 53 points; the rules ask for exactly 100.",
        "nearest: 33 cards instead of 17",
        "or: a mean power of 5.88 instead of 3",
    ]


@pytest.mark.parametrize(
    ("arguments", "why", "nearest"),
    [
        (
            ["--cards", "10-12"],
            "The rules ask for 17 to 100 cards; you asked for 10 to 12.",
            "17 cards instead of 10 to 12",
        ),
        (
            ["--with", "S6=20"],
            "With at least 20 soldiers of power 6, a deck costs at least 120 points; "
            "the rules ask for exactly 100.",
            "16 soldiers of power 6 instead of 20",
        ),
        (
            ["--class", "minion=60%", "--class", "soldier=50%"],
            "The shares add up to 110 % of the cards.",
            None,
        ),
        (
            ["--class", "minion=25%", "--class", "soldier=30%", "--class", "assassin=20%"],
            "The shares add up to 75 % of the cards, and there is no other class.",
            None,
        ),
        (
            ["--mean", "2.95-2.99"],
            "With a mean power of 2.95 to 2.99, a deck costs 98 or 101 points but nothing in between; "
            "the rules ask for exactly 100.",
            "a mean power of 2.94 instead of 2.95 to 2.99",
        ),
        (
            ["--curve", "10,8,5,3,2,1"],
            "With a curve of 10, 8, 5, 3, 2, 1, a deck costs 69 points; the rules ask for exactly 100.",
            None,
        ),
        (
            ["--cards", "40", "--class", "m=12", "--class", "s=10", "--class", "a=5-8"],
            "With 12 minions, 10 soldiers and 5 to 8 assassins, a deck has at most 30 cards; "
            "you asked for 40.",
            "30 cards instead of 40",
        ),
        (
            ["--pool", "night-shift", "--curve", "*,*,*,*,*,9"],
            "With the pool of 24 characters, 36 cards, a deck has at most 2 cards of power 6; "
            "you asked for 9.",
            None,
        ),
        (
            ["--pool", "night-shift", "--with", "Odd Bone=5"],
            "With the pool of 24 characters, 36 cards, a deck has at most 3 copies of Odd Bone; "
            "you asked for at least 5.",
            "3 copies of Odd Bone instead of 5",
        ),
    ],
)
def test_why_there_is_no_deck(arguments: list[str], why: str, nearest: str | None) -> None:
    lines = refusal("deck.yaml", *arguments)
    assert why in lines
    told = next(line for line in lines if line.startswith("nearest: "))
    assert nearest is None or told == f"nearest: {nearest}"
    assert not Path("deck.yaml").exists()


def test_a_pool_too_small_for_any_deck_is_told_what_it_lacks() -> None:
    Path("small.csv").write_text("name,class,power,copies\nOne,minion,5,10\nTwo,soldier,2,3\n", "utf-8")
    lines = refusal("--pool", "small.csv", "--with", "Two=2")
    assert "  pool     the pool of 2 characters, 13 cards" in lines
    assert lines[-2] == (
        "With the pool of 2 characters, 13 cards, a deck has at most 13 cards; the rules ask for 17 to 100."
    )
    assert lines[-1].endswith("in the pool")
    assert "more" in lines[-1]


def test_two_contradictions_are_both_told() -> None:
    lines = refusal("--cards", "10", "--class", "minion=60%", "--class", "soldier=60%")
    assert "The rules ask for 17 to 100 cards; you asked for 10." in lines
    assert "nor all of these:" in lines
    assert "The shares add up to 120 % of the cards." in lines


def test_json() -> None:
    done = build("owls.yaml", "--json", "--cards", "30", "--seed", "3")
    told = json.loads(done.stdout)
    assert (told["deck"], told["file"], told["seed"]) == ("Owls", "owls.yaml", 3)
    assert (told["points"], told["cards"]) == (100, 30)
    assert sum(told["classes"].values()) == sum(told["powers"].values()) == 30
    assert told["entries"][0].keys() == {"name", "class", "power", "copies", "text", "art"}
    done = build("--json", "--cards", "17", "--mean", "3")
    told = json.loads(done.stdout)
    assert (done.code, told["deck"]) == (1, None)
    assert {"kind": "wish", "words": "17 cards"} in told["contradictions"][0]["demands"]
    assert told["nearest"]["changes"] == [{"wish": "17 cards", "instead": "33 cards"}]
    assert told["alternatives"][0]["changes"][0]["instead"] == "a mean power of 5.88"
    done = build("--json", "--pool", "nowhere.yaml")
    assert done.code == 1
    assert json.loads(done.stdout)["problems"][0]["file"] == "nowhere.yaml"


def test_a_file_that_is_there_is_kept_unless_told_otherwise() -> None:
    Path("mine.yaml").write_text("precious")
    assert refusal("mine.yaml") == [
        "mine.yaml: error: a file of that name already exists; choose another name, or "
        "overwrite it with --force"
    ]
    assert Path("mine.yaml").read_text() == "precious"
    assert build("mine.yaml", "--force").code == 0
    assert run_here("deck", "check", "mine.yaml").code == 0
    Path("elsewhere.yaml").symlink_to("nowhere.yaml")
    assert "this is a link, so nothing was written" in refusal("elsewhere.yaml")[0]
    assert refusal(f"{'long' * 80}.yaml")[0].endswith(": the file can't be written: File name too long")
    Path("folder.yaml").mkdir()
    assert "a folder of that name already exists" in refusal("folder.yaml", "--force")[0]
    assert "the folder 'no/where' does not exist" in refusal("no/where/deck.yaml")[0]


def test_everything_wrong_in_a_pool_is_told_with_its_place() -> None:
    Path("pool.csv").write_text(
        "name,class,power,copies\nOne,sorcerer,1,2\nTwo,minion,7,1\n,soldier,2,1\nFour,soldier,two,1\n",
        "utf-8",
    )
    # Who is in the pool is not known, so nobody is missed in it.
    lines = refusal("deck.yaml", "--pool", "pool.csv", "--with", "One", "--with", "Nobody")
    assert [line.split(": ")[0] for line in lines] == [
        "pool.csv:2:2",
        "pool.csv:3:3",
        "pool.csv:4:1",
        "pool.csv:5:3",
    ]
    assert "unknown class 'sorcerer'" in lines[0]
    assert "power 7 is more than 6" in lines[1]
    assert not Path("deck.yaml").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--cards", "many"], "expected a whole number, got 'many'"),
        (["--cards", "30-20"], "30-20 runs backwards"),
        (["--cards", "20000"], "expected at most 10,000, got '20000'"),
        (["--cards", "9" * 5000], "expected at most 10,000"),
        (["--cards", "²"], "expected a whole number"),
        (["--class", "minion"], "expected for example minion=12, got 'minion'"),
        (["--class", "sodlier=3"], "unknown class 'sodlier'; did you mean `soldier`?"),
        (["--class", "wizard=3"], "the classes are minion, soldier and assassin"),
        (["--class", "minion=110%"], "110% is more than all cards"),
        (["--class", "minion=a%"], "expected for example 30% or 20-30%, got 'a'"),
        (["--class", "minion=3", "--class", "M=4"], "minion is given twice"),
        (["--mean", "7"], "no cards have a mean power of 7; powers go from 1 to 6"),
        (["--mean", "1/0"], "expected for example 3, 2.5, 10/3 or 2.5-3, got '1/0'"),
        (["--curve", "hihg"], "expected low, even or high, got 'hihg'; did you mean `high`?"),
        (["--curve", "1,2,3"], "expected 6 numbers, one for each power from 1 to 6, got 3"),
        (["--curve", "1,2,3,x,1,1"], "expected a whole number, got 'x'"),
        (["--with", "S7"], "no card has power 7; powers go from 1 to 6"),
        (["--with", "S4=0"], "S4=0 asks for none"),
        (["--with", "S4", "--with", "soldier4=2"], "soldier of power 4 is given twice"),
        (["--with", "Night Captain"], "'Night Captain' is not a kind of card"),
        (
            ["--pool", "night-shift", "--with", "Odd Bnoe"],
            "the pool has no 'Odd Bnoe'; did you mean `Odd Bone`?",
        ),
        (["--seed", "-1"], "-1"),
        (["--copies", "0"], "0"),
        (["--name", " "], "expected a name"),
        (["deck.txt"], "a deck file ends in .yaml, .yml, .json, .csv, .tsv or .xlsx, got 'deck.txt'"),
    ],
)
def test_wrong_usage(arguments: list[str], message: str) -> None:
    done = build(*arguments)
    assert done.code == 2, done.output
    assert message in " ".join(done.stderr.split())


def test_looking_at_the_help_loads_no_solver() -> None:
    code = (
        "import sys; from generator.cli.app import app; "
        "app(['deck', 'build', '--help'], standalone_mode=False); "
        "assert not {'numpy', 'highspy', 'openpyxl'} & set(sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=PROJECT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_a_curve_without_cards_is_wrong_usage() -> None:
    done = run_here("deck", "build", "--curve", "0,0,0,0,0,0")
    assert done.code == 2
    assert "a curve of 0, 0, 0, 0, 0, 0 has no cards" in done.stderr


def test_a_share_is_proposed_as_people_write_shares() -> None:
    done = run_here("deck", "build", "--class", "m=60%", "--class", "s=60%")
    assert "nearest: 40 % minions instead of 60 %\n" in done.stderr
    assert run_here("deck", "build", "mixed.yaml", "--class", "m=40%", "--class", "s=60%").code == 0


def test_none_is_not_called_no() -> None:
    done = run_here("deck", "build", "--class", "m=0", "--class", "s=0", "--class", "a=0")
    assert "nearest: 17 minions instead of none\n" in done.stderr


def test_a_class_that_was_left_out_is_warned_of() -> None:
    done = run_here("deck", "build", "mixed.yaml", "--class", "s=0")
    assert done.code == 0
    assert done.stdout.endswith("; warning: no soldier in the deck\n")


def test_several_wrong_options_are_told_at_once() -> None:
    done = run_here("deck", "build", "--cards", "many", "--mean", "x", "--curve", "1,2")
    assert done.code == 2
    for told in ("--cards: expected a whole number", "--mean: expected for example 3", "--curve: expected 6"):
        assert told in " ".join(done.stderr.split())
