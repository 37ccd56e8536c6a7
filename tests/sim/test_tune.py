"""Tuning: the known numbers are found and checked, said honestly where they are not, and come as a patch."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from games import PROJECT, Result, run_here

from generator.catalog.cards import plain
from generator.catalog.load import load_game
from generator.catalog.problems import InputError, Problems
from generator.sim.sweeps.tune import parse_free, parse_goal
from tests.sim.even_game import write_even


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_even(Path("even"))


def tune(*arguments: str) -> Result:
    return run_here("tune", "even", "--bots", "random", *arguments)


def told(done: Result) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


@pytest.mark.slow
def test_the_known_number_is_found_and_held_against_fresh_deals() -> None:
    """Ten of twenty cards are even; all seven numbers are tried."""
    done = tune("--target", "seat0=0.5±0.06", "--free", "rules.mine=8..14", "--games", "80", "--json")
    assert done.code in (0, 3), done.output
    answer = told(done)
    assert answer["complete"]
    assert len(answer["trials"]) == 7
    assert int(answer["best"]["set"]["rules.mine"]) in (9, 10, 11)
    (before,), (after,) = answer["before"], answer["after"]
    assert before["verdict"] == "fails", "14 of 20 are not even"
    assert after["verdict"] != "fails"
    assert after["found"]["n"] == 160
    assert answer["check_plan"]["seed"] != answer["plan"]["seed"]


@pytest.mark.slow
def test_a_search_finds_two_numbers_at_once_and_repeats_itself() -> None:
    """Too many combinations to try all: 7 and 6 of twenty give a half with three in ten drawn."""
    command = (
        *("--target", "seat0=0.5±0.1", "--target", "draws=0.3±0.1", "--games", "30", "--trials", "16"),
        *("--check-games", "60"),
        *("--free", "rules.mine=0..10", "--free", "rules.drawn=0..10", "--json"),
    )
    answer = told(tune(*command))
    assert not answer["complete"]
    assert len(answer["trials"]) == 16
    assert len({json.dumps(trial["set"]) for trial in answer["trials"]}) == 16, "none is played twice"
    drawn = int(answer["best"]["set"]["rules.drawn"])
    mine = int(answer["best"]["set"]["rules.mine"])
    assert abs(drawn / 20 - 0.3) <= 0.2
    assert abs((mine + drawn / 2) / 20 - 0.5) <= 0.2
    assert told(tune(*command)) == answer


@pytest.mark.slow
def test_a_target_that_nothing_meets_is_told_as_such() -> None:
    done = tune("--target", "seat0=0.5±0.02", "--free", "rules.mine=1..3", "--games", "60")
    assert done.code == 1
    assert "NOT met" in done.stdout
    assert "rules.mine=3" in done.stdout


def test_what_is_best_already_changes_nothing() -> None:
    done = tune("--target", "draws<0.5", "--free", "rules.mine=13..15", "--games", "20")
    assert done.code == 0
    assert "nothing to change" in done.stdout


@pytest.mark.slow
def test_the_patch_gives_what_was_tried_and_keeps_comments() -> None:
    before = {path: path.read_bytes() for path in Path("even").rglob("*") if path.is_file()}
    done = tune(
        *("--target", "seat0=0.2±0.1", "--free", "rules.mine=3..5", "--free", "c20.number=18..20"),
        *("--games", "40", "--patch", "even.patch", "--json"),
    )
    answer = told(done)
    assert {path: path.read_bytes() for path in Path("even").rglob("*") if path.is_file()} == before
    shutil.copytree("even", "copy")
    text = Path("even.patch").read_text("utf-8")
    assert text == answer["patch"]
    subprocess.run(["patch", "-p1", "--quiet"], cwd="copy", input=text, text=True, check=True)
    assert "&mine" in text
    game = Path("copy/game.yaml").read_text("utf-8")
    mine = answer["best"]["set"]["rules.mine"]
    assert f"mine: &mine {mine}   # so many of the twenty cards win for seat 0" in game
    changes = [f"{path}={value}" for path, value in answer["best"]["set"].items()]
    assert contents(Path("copy")) == contents(Path("even"), *changes)


def contents(folder: Path, *changes: str) -> object:
    problems = Problems()
    game = load_game(folder, problems, changes)
    assert game is not None
    assert not problems
    cards = {card.id: card.values for part in game.components for card in game.cards_in(part.id)}
    return plain(game.file), cards


@pytest.mark.slow
def test_numbers_that_cannot_be_played_are_no_answer() -> None:
    shutil.copytree(PROJECT / "cards" / "hold-the-gates", "hold-the-gates")
    shutil.copytree(PROJECT / "layouts" / "hold-the-gates", "hold-the-gates/layouts")
    command = ("tune", "hold-the-gates", "--bots", "random", "--target", "seat0=0.9±0.1", "--games", "20")
    done = run_here(*command, "--free", "militia.strength=19..22", "--json")
    answer = told(done)
    assert [trial["loss"] is None for trial in answer["trials"]] == [False, False, True, True]
    assert "expected at most 20, got 21" in answer["trials"][2]["problem"]
    done = run_here(*command, "--free", "militia.strength=21..22")
    assert done.code == 1
    assert "none of the numbers that were tried can be played" in done.stderr


def deal_no_card() -> None:
    """Rules that can't be played with more than 15 cards for seat 0, of which their author says nothing."""
    rules = Path("even/rules.py")
    lines = "    table.shuffle(table.deck)\n"
    text = rules.read_text()
    assert lines in text
    rules.write_text(text.replace(lines, f"{lines}    assert table.rules.mine < 16, 'too many'\n"))


def test_numbers_that_fail_in_a_game_are_no_answer_either() -> None:
    deal_no_card()
    few = ("--target", "seat0=0.7±0.3", "--games", "10", "--check-games", "10")
    done = tune(*few, "--free", "rules.mine=15..17", "--json")
    answer = told(done)
    assert [trial["loss"] is None for trial in answer["trials"]] == [False, True, True]
    assert "rules.mine=16: game 0: AssertionError: too many" in answer["trials"][1]["problem"]
    done = tune(*few, "--free", "rules.mine=16..17")
    assert done.code == 1
    assert "none of the numbers that were tried can be played" in done.stderr


@pytest.mark.slow
def test_a_patch_never_goes_over_the_database() -> None:
    before = Path("even/game.yaml").read_text()
    asked = ("--target", "seat0=0.5±0.4", "--free", "rules.mine=9..11", "--games", "10")
    done = tune(*asked, "--patch", "even/game.yaml")
    assert done.code == 1
    assert "even/game.yaml: error: the file that is there has no patch" in done.stderr
    assert Path("even/game.yaml").read_text() == before
    for _ in range(2):
        assert tune(*asked, "--patch", "even.patch").code in (0, 3)
    assert Path("even.patch").read_text().startswith("--- a/game.yaml\n+++ b/game.yaml\n")


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("rules.hand=3..5", ["3", "4", "5"]),
        ("a.b=-1..1", ["-1", "0", "1"]),
        ("a.b=0.9..1.1", ["0.9", "1.0", "1.1"]),
    ],
)
def test_ranges(text: str, values: list[str]) -> None:
    free = parse_free(text)
    assert [free.value(number) for number in range(free.low, free.high + 1)] == values
    assert free.count == len(values)


@pytest.mark.parametrize(
    "text", ["rules.hand=3", "rules.hand=5..3", "rules.hand=a..b", "rules.hand=0.1234567..1"]
)
def test_what_is_no_range(text: str) -> None:
    with pytest.raises(InputError):
        parse_free(text)


@pytest.mark.parametrize("command", ["sweep", "tune"])
def test_every_option_is_told(command: str) -> None:
    docs = (PROJECT / "docs" / "sweeps.md").read_text("utf-8")
    helped = re.findall(r"^ +(--[a-z-]+) ", run_here(command, "--help").stdout, re.MULTILINE)
    assert len(helped) > 8
    chapter = docs.partition(f"## {command.title()}\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`--.*?`) \|", chapter, re.MULTILINE)
    told = re.findall(r"--[a-z-]+", " ".join(rows))
    assert sorted(told) == sorted(set(helped) - {"--help"})


def test_goals() -> None:
    assert (parse_goal("seat0=0.5±0.03").low, parse_goal("seat0=0.5+-0.03").high) == (0.47, 0.53)
    assert parse_goal("draws<0.1").high == 0.1
    assert parse_goal("length in 8..12").low == 8
    with pytest.raises(InputError):
        parse_goal("seat0 is even")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("--free", "rules.mine=1..3"), 2, "name one, for example `--target 'seat0=0.5±0.03'`"),
        (("--target", "seat0=0.5±0.1"), 2, "name one, for example `--free rules.hand=3..7`"),
        (("--target", "seat0=5±0.1", "--free", "rules.mine=1..3"), 2, "seat0 lies from 0 to 1"),
        (("--target", "even", "--free", "rules.mine=1..3"), 2, "write for example `seat0=0.5±0.03`"),
        (("--target", "seat7=0.5±0.1", "--free", "rules.mine=1..3"), 1, "there is no seat7"),
        (("--target", "seat0=0.5±0.1", "--free", "rules.mien=1..3"), 1, "there is no `mien` in `rules`"),
        (("--target", "seat0=0.5±0.1", "--free", "rules=1..3"), 1, "and no number"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...], code: int, message: str) -> None:
    done = tune(*arguments)
    assert done.code == code
    assert message in " ".join(done.stderr.split())


def test_without_optuna_only_a_search_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "optuna", None)
    few = ("--target", "seat0=0.7±0.2", "--games", "10", "--free", "rules.mine=13..15")
    assert tune(*few).code in (0, 3)
    done = tune(*few, "--trials", "2")
    assert done.code == 1
    assert "searching needs packages that are not installed (optuna)" in done.stderr
    assert "install it with `pip install 'gatepress[tune]'`, or free so few numbers" in done.stderr


def test_how_many_combinations_were_tried_is_told() -> None:
    asked = ("--target", "seat0=0.5±0.4", "--free", "rules.mine=9..11", "--games", "10")
    assert "Even: all 3 combinations tried, each in 10 games" in tune(*asked).stdout
