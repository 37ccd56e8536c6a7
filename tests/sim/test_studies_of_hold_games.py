"""docs/studies: the commands of both pages run, and a light form of what the pages claim still holds."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from generator.sim.study.plan import Contestant, Plan
from generator.sim.study.table import open_table
from tests.games import PROJECT, run_here

PAGES = [PROJECT / "docs" / "studies" / f"{game}.md" for game in ("hold-the-gates", "hold-the-line")]
COMMANDS = [
    pytest.param(line[2:], id=f"{page.stem}-{number}")
    for page in PAGES
    for number, line in enumerate(
        line
        for block in re.findall(r"```console\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
        for line in block.splitlines()
        if line.startswith("$ ")
    )
]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_pages_runs(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With random bots and two games, which take no time."""
    monkeypatch.chdir(tmp_path)
    quick = re.sub(r"--games \d+", "--games 2", re.sub(r"search:\d+|greedy", "random", command))
    program, *words = shlex.split(quick)
    assert program == "gatepress"
    done = run_here(*words)
    assert done.code == 0, done.output


def share_of_the_first(
    game: str, bots: tuple[str, str], deals: int, *changes: str, seat: bool = False, **options: str
) -> float:
    """Games won by the first contestant, or by seat 0; a draw is half a win. Each deal is played from both
    seats."""
    contestants = tuple(Contestant(bot) for bot in bots)
    plan = Plan(game, game, contestants, 2 * deals, 3, tuple(options.items()), changes)
    table = open_table(plan)
    points = 0.0
    with table.watched(0, 60):
        for number in range(plan.games):
            winners = table.play(number).result.winners
            first = 0 if seat else plan.seating(number).index(0)
            points += (first in winners) / len(winners)
    return points / plan.games


@pytest.mark.slow
def test_each_settlement_is_harder_to_take_than_the_next() -> None:
    """Random attackers have it easier than those of the study; the order is the same."""
    city, village, shrine = (
        share_of_the_first("hold-the-gates", ("random", "random"), 200, seat=True, settlement=settlement)
        for settlement in ("city", "village", "shrine")
    )
    assert city + 0.05 < village < shrine - 0.02


@pytest.mark.slow
def test_the_city_favours_a_defender_who_thinks() -> None:
    assert share_of_the_first("hold-the-gates", ("greedy", "greedy"), 6, seat=True, settlement="city") < 0.6


PICKED = (
    *(
        f"{army}-{kind}.copies=10"
        for army in ("olive", "sand")
        for kind in ("infantry", "anti-armor", "tank")
    ),
    "rules.hand.first=30",
    "rules.hand.full=30",
)
"""Ten of each kind, all of them in hand: whoever wants to stages only one kind."""
ONLY = {
    "infantry": "random+no-anti-armor+no-tanks",
    "anti-armor": "random+no-infantry+no-tanks",
    "tank": "random+no-infantry+no-anti-armor",
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("winner", "loser", "least"),
    [("infantry", "anti-armor", 0.7), ("anti-armor", "tank", 0.65), ("tank", "infantry", 0.55)],
)
def test_the_triangle_holds_between_armies_of_one_kind(winner: str, loser: str, least: float) -> None:
    assert share_of_the_first("hold-the-line", (ONLY[winner], ONLY[loser]), 300, *PICKED) > least


@pytest.mark.slow
def test_whoever_leaves_a_kind_of_troops_at_home_gains_little_by_it() -> None:
    whole = "random"
    for strategy in ("no-infantry", "no-anti-armor", "no-tanks"):
        assert share_of_the_first("hold-the-line", (f"random+{strategy}", whole), 200, *PICKED) < 0.58
