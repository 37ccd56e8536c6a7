"""``gatepress rate`` rates what a table says, and tells of all that is wrong with one; docs/statistics.md."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from games import PROJECT, run_here

DOCS = (PROJECT / "docs" / "statistics.md").read_text("utf-8")
FILES = re.findall(r"^`(\S+\.csv)`\n\n```csv\n(.*?)```", DOCS, re.DOTALL | re.MULTILINE)
SHOWN = re.findall(r"^```console\n\$ gatepress ([^\n]*)\n(.*?)```", DOCS, re.DOTALL | re.MULTILINE)


REPEATED = ("battle-gate", "--bots", "greedy,random", "--games", "80", "--out", "one", "--seed", "3")
"""A study that is played, and whose results are told when it is asked for again."""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def table(text: str, name: str = "results.csv") -> str:
    Path(name).write_text(text, "utf-8")
    return name


def told(*arguments: str) -> dict[str, Any]:
    done = run_here("rate", *arguments, "--json")
    assert (done.code, done.stderr) == (0, ""), done.output
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def refused(*arguments: str) -> list[str]:
    done = run_here("rate", *arguments)
    assert (done.code, done.stdout) == (1, "")
    return [line for line in done.stderr.splitlines() if "error: " in line]


@pytest.mark.parametrize(("command", "output"), SHOWN)
def test_the_documentation_shows_what_is_printed(command: str, output: str) -> None:
    for name, text in FILES:
        table(text, name)
    done = run_here(*shlex.split(command))
    assert (done.code, done.stdout) == (0, output)


def test_the_documentation_shows_something() -> None:
    assert ([name for name, _ in FILES], len(SHOWN)) == (["spring.csv"], 1)


def test_players_are_rated_over_all_files() -> None:
    table("a,b,score_a\nAda,Bo,1\nBo,Ada,0.5\n", "one.csv")
    table("a\tb\tscore_a\tgames\nBo\tCy\t6\t10\n7\tCy\t5\t10\n", "two.tsv")
    answer = told("one.csv", "two.tsv", "--anchor", "7")
    players = {player["name"]: player for player in answer["players"]}
    assert players["7"]["rating"] == players["7"]["low"] == 1500
    assert players["Cy"]["rating"] == pytest.approx(1500, abs=0.01)
    assert (players["Ada"]["games"], players["Ada"]["points"]) == (2, 1.5)
    assert answer["games"] == 22
    assert not answer["added_draws"]


def test_a_file_named_twice_counts_once() -> None:
    name = table("a,b,score_a,games\nAda,Bo,6,10\n")
    assert told(name, f"./{name}")["games"] == 10


def test_headings_in_capitals_and_more_columns_do_no_harm() -> None:
    name = table("A,B,Score a,Date\nAda,Bo,1,Monday\nBo,Ada,1,Tuesday\n")
    assert [player["rating"] for player in told(name)["players"]] == pytest.approx([1500, 1500])


def test_games_of_a_deal_are_one_observation() -> None:
    rows = [f"Ada,Bo,{(deal % 3 > 0) * 1},{deal}\n" * 4 for deal in range(60)]
    together = told(table("a,b,score_a,deal\n" + "".join(rows)))
    apart = told(table("a,b,score_a,games\nAda,Bo,160,240\n", "apart.csv"))
    widths = [player["high"] - player["low"] for answer in (together, apart) for player in answer["players"]]
    assert together["clusters"] == 60
    assert widths[0] == pytest.approx(2 * widths[2], rel=0.03)


def test_deals_of_two_files_are_not_one() -> None:
    for name in ("one.csv", "two.csv"):
        table("a,b,score_a,deal\n" + "".join(f"Ada,Bo,{deal % 2},{deal}\n" for deal in range(20)), name)
    assert told("one.csv", "two.csv")["clusters"] == 40


def test_who_won_every_game_is_told_with_an_open_end() -> None:
    done = run_here("rate", table("a,b,score_a,games\nAda,Bo,9,9\n"))
    assert re.search(r"^Ada +\d+ +\d+ to … +9 +100.0 %$", done.stdout, re.MULTILINE)
    assert "a drawn game was added to each pairing" in done.stdout


def test_all_that_is_wrong_is_told_with_its_place() -> None:
    table(
        "a,b,score_a,games\nAda,Bo,x,10\n,Bo,1,1\nAda,Ada,1,1\nAda,Bo,3,2\nAda,Bo,1,1.5\nAda,Bo,1,0\nAda,Bo,,1\n"
    )
    table("a,c\n1,2\n", "columns.csv")
    found = refused("results.csv", "columns.csv", "none.csv", "list.yaml")
    assert [line.partition(";")[0] for line in found] == [
        "columns.csv: error: the table lacks `b`, `score_a`",
        "list.yaml: error: this is neither a table nor a study",
        "none.csv: error: the file does not exist",
        "results.csv:2:3: error: score_a: expected a number, got 'x'",
        "results.csv:3:1: error: a: this is needed in every row",
        "results.csv:4:3: error: 'Ada' plays against itself",
        "results.csv:5:3: error: a score lies from 0 to 2, as many as there are games, got 3",
        "results.csv:6:4: error: games: expected a whole number of games, got 1.5",
        "results.csv:7:3: error: a result is of one game or more, got 0",
        "results.csv:8:3: error: score_a: this is needed in every row",
    ]


@pytest.mark.parametrize("value", ["nan", "inf", "1e999", "true", "99999999999", "-1", "1/2"])
def test_scores_that_are_none(value: str) -> None:
    (line,) = refused(table(f"a,b,score_a\nAda,Bo,{value}\n"))
    assert line.startswith("results.csv:2:3: error: ")


@pytest.mark.parametrize("value", ["nan", "inf", "1e999", "true", "99999999999", "-1", "few"])
def test_numbers_of_games_that_are_none(value: str) -> None:
    assert refused(table(f"a,b,score_a,games\nAda,Bo,1,{value}\n"))


def test_players_who_never_met_are_told() -> None:
    (line,) = refused(table("a,b,score_a\nAda,Bo,1\nCy,Di,1\n"))
    assert "results.csv: error: players who never met can't be compared: (Ada, Bo) and (Cy, Di)" in line
    (line,) = refused(table("a,b,score_a\nAda,Bo,1\n"), "--anchor", "Abo")
    assert "there is no player 'Abo'" in line


def test_an_empty_table_is_told() -> None:
    (line,) = refused(table("a,b,score_a\n"))
    assert "no results" in line
    assert len(refused(table("", "empty.csv"))) == 1


@pytest.mark.slow
def test_a_study_is_rated_by_its_deals() -> None:
    done = run_here("simulate", *REPEATED)
    assert done.code == 0, done.output
    wins = json.loads(run_here("simulate", *REPEATED, "--json").stdout)["wins"]["bots"]
    answer = told("one", "--anchor", "random")
    greedy, random = answer["players"]
    assert (greedy["name"], greedy["points"], greedy["games"]) == ("greedy", wins["greedy"], 80)
    assert greedy["low"] > random["rating"] == 1500
    assert answer["clusters"] == 40
    assert told("one", "one/study.db", "./one")["games"] == 80


def test_a_folder_without_a_study_and_a_broken_one_are_told(here: Path) -> None:
    (here / "empty").mkdir()
    table("no database at all", "broken.db")
    found = refused("empty", "broken.db", "none.db")
    assert ["no study" in line or "not a study" in line for line in found] == [True] * 3


def test_a_study_of_one_bot_alone_is_told() -> None:
    run_here("simulate", "battle-gate", "--games", "2", "--bots", "random", "--out", "alone")
    done = run_here("rate", "alone")
    assert done.code == 1
    assert "alone: error: all who play in it are random: there is nobody to rate" in done.stderr


def test_no_file_is_wrong_usage() -> None:
    assert run_here("rate").code == 2
