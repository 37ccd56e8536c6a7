"""Games that are won together, by pairs or by all, are told as such and not as draws."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from games import run_here

from generator.rules import Result
from generator.sim.play.match import narrate_result
from tests.cli.drawing import table_of
from tests.sim.even_game import RULES, write_even


@pytest.mark.parametrize(
    ("one", "other", "told"),
    [
        ([0, 2], [1, 3], ["won together by seats 0 and 2: ", "won together by seats 1 and 3: "]),
        ([0, 1, 2, 3], [], ["all win: ", "nobody wins: "]),
    ],
)
def test_games_won_together(tmp_path: Path, one: list[int], other: list[int], told: list[str]) -> None:
    folder = write_even(tmp_path / "even")
    ends = f"    return {one} if number <= table.rules.drawn + table.rules.mine else {other}\n"
    rules = RULES[: RULES.index("    if number <= drawn:")] + ends
    (folder / "rules.py").write_text(rules.replace("seats=(2,)", "seats=(4,)"), "utf-8")
    shown = run_here("simulate", str(folder), "--games", "80", "--seats", "random").stdout
    assert all(sentence in shown for sentence in told)
    assert "shared win" not in shown
    assert "won by nobody" not in shown
    found = run_here(
        "balance", str(folder), "--games", "80", "--bots", "random", "--measure", "seats", "--json"
    ).stdout
    findings = json.loads(found)["findings"]
    assert not any("single winner" in finding["text"] for finding in findings)
    assert [
        finding["tone"] for finding in findings if all(sentence in finding["text"] for sentence in told)
    ] == ["good"]


def test_the_end_of_a_game_names_a_pair_as_such() -> None:
    display = table_of("battle-gate")
    pair = Result((1, 0, 1, 0), (0, 2), "their tower stands")
    told = {seat: list(narrate_result(display, pair, seat))[1] for seat in (None, 0)}
    assert told == {None: "Won together by seats 0 and 2.", 0: "Won together by you and seat 2."}
