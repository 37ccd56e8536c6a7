"""Solo games, games of all against the game, of pairs, of one against three: each is counted as what it is.

The same coin decides in all of them, so that nobody plays better than another, whoever is on whose side.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from games import run_here, write_game

RULES = '''\
from generator.rules.kit import ALL, Counter, Rules, Word, Zone

ENDS = []
rules = Rules(
    seats=SEATS,
    teams=TEAMS,
    zones=[Zone("pile", full=True)],
    counters=[Counter("end"), Counter("words")],
)


@rules.setup
def begin(table):
    table.end = table.roll(len(ENDS)) - 1


@rules.move("say {word}", word=Word("left", "right"))
def say(table, word):
    """Say something."""
    table.words += 1
    table.pass_turn()


@rules.over
def over(table):
    return "all have spoken" if table.words == len(table.seats) else None


@rules.winners
def winners(table):
    return ENDS[table.end]
'''


class Kind(NamedTuple):
    """Who plays together, who wins in each of the ways to end, each as likely, and what that makes."""

    seats: int
    teams: str | None
    ends: list[list[int]]
    sides: list[list[int]]
    shares: list[float]
    draws: float = 0


TRIPLE = [1, 2, 3]
KINDS = {
    "alone": Kind(1, "ALL", [[0], [], []], [[0]], [1 / 3]),
    "together": Kind(3, "ALL", [[0, 1, 2], [], []], [[0, 1, 2]], [1 / 3] * 3),
    "pairs": Kind(4, "[(0, 2), (1, 3)]", [[0, 2], [1, 3]], [[0, 2], [1, 3]], [1 / 2] * 4),
    "neighbours": Kind(4, "[(0, 1), (2, 3)]", [[0, 1], [2, 3]], [[0, 1], [2, 3]], [1 / 2] * 4),
    "one-against-three": Kind(
        4, "[(0,), (1, 2, 3)]", [TRIPLE, TRIPLE, TRIPLE, [0]], [[0], TRIPLE], [1 / 4, 3 / 4, 3 / 4, 3 / 4]
    ),
    "ties": Kind(2, None, [[0], [1], [0, 1]], [[0], [1]], [1 / 2] * 2, 1 / 3),
    "lost-by-all": Kind(3, None, [[0], [1], [2], []], [[0], [1], [2]], [1 / 4] * 3, 1 / 4),
}


def write_kind(folder: Path, name: str) -> str:
    kind = KINDS[name]
    rules = RULES.replace("ENDS = []", f"ENDS = {kind.ends}").replace("SEATS", str(kind.seats))
    rules = rules.replace("    teams=TEAMS,\n", "" if kind.teams is None else f"    teams={kind.teams},\n")
    return str(write_game(folder / name, cards=[{"name": "Knight", "rank": 1}], files={"rules.py": rules}))


def balance_of(place: str, games: int, measure: str, *more: str) -> dict[str, Any]:
    options = ("--games", str(games), "--measure", measure, "--budget", "2", "--json", *more)
    done = run_here("balance", place, *options)
    assert done.code == 0, done.output
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def holds(interval: dict[str, float], value: float) -> bool:
    return interval["low"] <= value <= interval["high"]


@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_where_a_coin_decides_no_seat_and_no_bot_is_better(tmp_path: Path, name: str) -> None:
    kind = KINDS[name]
    is_alone = len(kind.sides) == 1
    study = balance_of(
        write_kind(tmp_path, name), 16 * kind.seats, "seats,ladder" if is_alone else "seats,bots,ladder"
    )
    main = study["arms"][0]
    assert main["sides"] == kind.sides
    for seat, share in enumerate(kind.shares):
        assert holds(main["seats"][seat], share), seat
    assert holds(main["draws"], kind.draws)
    assert (main["lost_by_all"] > 0) is ([] in kind.ends)
    assert holds(study["ladder"]["per_doubling"], 0)
    assert set(study["bot_shares"]) == {"greedy", "random"}
    for arm in study["arms"]:
        if arm["subject_share"] is not None:
            assert holds(arm["subject_share"], sum(kind.shares) / kind.seats), arm["arm"]
            assert arm["fair"] == pytest.approx(sum(kind.shares) / kind.seats, abs=0.1)


def test_one_who_plays_alone_has_a_share_of_wins_and_a_course(tmp_path: Path) -> None:
    study = balance_of(write_kind(tmp_path, "alone"), 30, "seats,course", "--assert", "seat0 > 0.01")
    main = study["arms"][0]
    won = main["seats"][0]["value"]
    assert study["bot_shares"]["greedy"]["value"] == won
    assert (main["draws"]["value"], main["lost_by_all"]) == (0, round(30 * (1 - won)))
    course = main["course"]["course"]
    # Hidden from nobody, the end is known from the first turn on, and a game that is lost is won by the game.
    assert course["led_at_half"]["value"] == 1
    assert course["comebacks"]["value"] == 0
    assert main["course"]["waiting"] is None


@pytest.mark.parametrize(
    ("claim", "option"), [("draws < 5%", "--assert"), ("first-player width<0.1", "--until")]
)
def test_nothing_is_claimed_of_rivals_where_there_are_none(tmp_path: Path, claim: str, option: str) -> None:
    done = run_here("balance", write_kind(tmp_path, "together"), option, claim)
    assert done.code == 2
    assert "nobody plays against another" in " ".join(done.output.split())


def test_a_pair_is_the_same_bot_on_both_seats_where_it_can_be(tmp_path: Path) -> None:
    for name, playing in (("pairs", ["greedy", "random"] * 2), ("neighbours", ["greedy", *["random"] * 3])):
        study = balance_of(write_kind(tmp_path, name), 8, "bots")
        assert study["arms"][-1]["contestants"] == playing


@pytest.mark.slow
def test_sweeps_and_tunings_of_one_who_plays_alone(tmp_path: Path) -> None:
    place = write_kind(tmp_path, "alone")
    asked = ("--games", "12", "--bots", "random")
    shown = run_here("sweep", place, "--set", "cards/knight.rank=1,2", *asked)
    assert "seat 0 wins" in shown.stdout
    tuned = run_here("tune", place, "--target", "seat0<0.9", "--free", "cards/knight.rank=1..2", *asked)
    assert "cards/knight.rank" in tuned.output
