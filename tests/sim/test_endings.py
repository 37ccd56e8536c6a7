"""Games that are won together, by pairs or by all, are told as such and not as draws."""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path

import pytest
from games import run_here

from generator.rules import Result
from generator.sim.endings import describe_result, sides_of
from generator.sim.statistics.ratings import of_winners
from tests.sim.even_game import RULES, write_even

PAIRS = ([0, 2], [1, 3])
ALL = ([0, 1, 2, 3], [])


def write(folder: Path, one: list[int], other: list[int]) -> str:
    """A game for four whose every win is of these seats; of twenty cards 14 win for the first."""
    write_even(folder)
    ends = f"    return {one} if number <= table.rules.drawn + table.rules.mine else {other}\n"
    rules = RULES[: RULES.index("    if number <= drawn:")] + ends
    (folder / "rules.py").write_text(rules.replace("seats=(2,)", "seats=(4,)"), "utf-8")
    return str(folder)


@pytest.mark.parametrize(
    ("ends", "sides", "told", "question", "answer"),
    [
        (
            PAIRS,
            [[0, 2], [1, 3]],
            ["won together by seats 0 and 2: ", "won together by seats 1 and 3: "],
            "Is it fair?",
            "**No:** seat 0 and seat 2 win ",
        ),
        (
            ALL,
            [[0, 1, 2, 3]],
            ["all win: ", "nobody wins: "],
            "How often do the players win?",
            "They win ",
        ),
    ],
)
def test_games_won_together(
    tmp_path: Path,
    ends: tuple[list[int], list[int]],
    sides: list[list[int]],
    told: list[str],
    question: str,
    answer: str,
) -> None:
    even = write(tmp_path / "even", *ends)
    study = ("--games", "80", "--bots", "random")
    shown = run_here("simulate", even, *study).stdout
    assert all(sentence in shown for sentence in told)
    assert "shared win" not in shown
    assert "won by nobody" not in shown
    summary = json.loads(run_here("simulate", even, *study, "--json").stdout)
    assert summary["sides"] == sides
    assert summary["draws"] == 0
    # A seat has the win of its side whole.
    wins = summary["wins"]["seats"]
    assert wins[0] == wins[2] == 80 - (summary["lost_by_all"] or wins[1])
    found = run_here(
        "balance", even, "--games", "80", "--bots", "random", "--measure", "seats", "--json"
    ).stdout
    findings = json.loads(found)["findings"]
    assert not any("tie" in finding["text"] for finding in findings)
    assert findings[0]["question"] == question
    assert findings[0]["text"].startswith(answer)


@pytest.mark.slow
@pytest.mark.parametrize(("ends", "heads"), [(PAIRS, ["seats 0 and 2 win", "draws"]), (ALL, ["all win"])])
def test_a_sweep_has_a_column_for_each_side(
    tmp_path: Path, ends: tuple[list[int], list[int]], heads: list[str]
) -> None:
    """With 20 of 20 cards nobody ever loses: by itself that would be a draw."""
    even = write(tmp_path / "even", *ends)
    command = ("sweep", even, "--set", "rules.mine=8,20", "--games", "24", "--bots", "random")
    shown = run_here(*command, "--csv", str(tmp_path / "arms.csv")).stdout
    assert all(head in shown for head in heads)
    assert "seat 1 wins" not in shown
    assert ("draws" in shown) is ("draws" in heads)
    assert "100.0 %" in shown
    *_, last = csv.DictReader(StringIO((tmp_path / "arms.csv").read_text()))
    assert (float(last["seat0_share"]), float(last["draws"])) == (1.0, 0.0)


def test_partners_are_not_rated_against_each_other() -> None:
    rated = of_winners(["a", "b", "c", "b"], (0, 2), "deal", ((0, 2), (1, 3)))
    assert {(one.a, one.b) for one in rated} == {("a", "b"), ("c", "b")}


@pytest.mark.parametrize(
    ("found", "sides"),
    [
        ([(0,), (1,), (0, 1)], ((0,), (1,))),
        ([(0, 1)], ((0,), (1,))),
        ([(0, 1), ()], ((0, 1),)),
        ([(0, 2), (1, 3), (0, 1, 2, 3)], ((0, 2), (1, 3))),
        ([(0,), (1, 2)], ((0,), (1, 2))),
        ([(0,)], ((0,), (1,), (2,))),
    ],
)
def test_sides_are_who_wins_and_loses_together(
    found: list[tuple[int, ...]], sides: tuple[tuple[int, ...], ...]
) -> None:
    seats = sum(map(len, sides))
    assert sides_of(found, seats) == sides
    assert sides_of([()], seats) == tuple((seat,) for seat in range(seats))


@pytest.mark.parametrize(
    ("scores", "winners", "named", "told"),
    [
        ((1, 0, 1, 0), (0, 2), True, "won together by seats 0 and 2"),
        ((7, 3, 7, 3), (0, 2), False, "won together by seats 0 and 2"),
        ((7, 3, 7, 2), (0, 2), False, "the win is shared by seat 0 and seat 2"),
        ((7, 3, 6, 2), (0, 2), True, "won together by seats 0 and 2"),
        ((1, 1), (0, 1), True, "all win"),
        ((9, 9), (0, 1), True, "seat 0 and seat 1 win"),
        ((9, 9), (0, 1), False, "the win is shared by seat 0 and seat 1"),
    ],
)
def test_the_end_of_a_game_is_called_a_draw_where_it_may_be_one(
    scores: tuple[int, ...], winners: tuple[int, ...], named: bool, told: str
) -> None:
    """``named``: rules that name the winners, by which all can lose."""
    names = [f"seat {seat}" for seat in winners]
    assert describe_result(names, Result(scores, winners, "over"), all_can_lose=named) == told
    cut = describe_result(names, Result(scores, winners, "over", cut_short=True), all_can_lose=named)
    assert cut.startswith("the win is shared by ")
