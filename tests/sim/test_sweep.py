"""Sweeps: the same deals in every arm, known answers found, and values refused before any game is played."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from games import run_here

from generator.catalog.problems import InputError, Problems
from generator.rules import load
from generator.sim.statistics.claims import Quantity
from generator.sim.study.plan import Contestant, Plan
from generator.sim.study.table import Table
from generator.sim.study.workers import Crew
from generator.sim.sweeps.arms import OpenArm, measure, open_arm, play_arm
from generator.sim.sweeps.sweep import Axis, Sweep, SweepResult, parse_axis
from tests.sim.even_game import write_even


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_even(Path("even"))


def plan(games: int = 200, game: str = "even", seed: int = 5) -> Plan:
    return Plan(game, game, (Contestant("random"),) * 2, games, seed)


def swept(asked: Plan, *axes: Axis, crew: Crew | None = None) -> SweepResult:
    problems = Problems()
    sweep = Sweep(asked, axes, problems)
    assert not problems
    return sweep.play(crew or Crew(), lambda _: None)


@pytest.mark.slow
def test_known_answers_lie_in_their_intervals() -> None:
    """Of twenty cards ``mine`` win for seat 0."""
    result = swept(plan(600), Axis("rules.mine", ("4", "10", "14")))
    for arm, true in zip(result.arms, (0.2, 0.5, 0.7), strict=True):
        low, high = arm.seats[0].low, arm.seats[0].high
        assert low - 0.02 <= true <= high + 0.02
        assert high - low < 0.12
    assert [arm.is_own for arm in result.arms] == [False, False, True]
    assert [arm.differs(0) for arm in result.arms] == [True, True, False]
    assert result.arms[0].differences[0].difference.high < -0.4


@pytest.mark.slow
def test_the_same_deals_are_compared() -> None:
    """One card more can only win more: no deal speaks against it, which no other deals would show."""
    result = swept(plan(200), Axis("rules.mine", ("15",)))
    own, more = result.arms
    assert own.settings == ()
    assert own.is_own
    (difference, other) = more.differences
    assert difference.worse == 0 < difference.better
    assert difference.correlation > 0.7
    assert difference.difference.width < 0.8 * own.seats[0].width
    assert other.difference.value == -difference.difference.value


@pytest.mark.slow
def test_the_databases_own_numbers_are_played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    played = []

    class Noted(OpenArm):
        def __init__(self, table: Table, *given: Any) -> None:
            played.append(table.plan.changes)
            super().__init__(table, *given)

    monkeypatch.setattr("generator.sim.sweeps.sweep.OpenArm", Noted)
    result = swept(plan(20), Axis("rules.mine", ("14", "3")))
    assert played == [(), ("rules.mine=3",)]
    assert [arm.is_own for arm in result.arms] == [True, False]


@pytest.mark.slow
def test_several_numbers_give_a_grid() -> None:
    result = swept(plan(20), Axis("rules.mine", ("3", "14")), Axis("c20.number", ("20", "1")))
    assert [arm.label() for arm in result.arms] == [
        "rules.mine=3, c20.number=20",
        "rules.mine=3, c20.number=1",
        "rules.mine=14, c20.number=20",
        "rules.mine=14, c20.number=1",
    ]
    assert [arm.is_own for arm in result.arms] == [False, False, True, False]


@pytest.mark.slow
def test_an_option_of_the_game_is_swept_too() -> None:
    axis = parse_axis("settlement=village,city", load("hold-the-gates"))
    assert axis.is_option
    result = swept(plan(60, "hold-the-gates"), axis)
    assert [arm.is_own for arm in result.arms] == [True, False]
    with pytest.raises(InputError):
        parse_axis("settlement=village,castle", load("hold-the-gates"))


@pytest.mark.slow
def test_workers_change_nothing() -> None:
    axis = Axis("rules.hand", ("4", "6"))
    asked = plan(40, "hold-the-gates")
    alone, together = swept(asked, axis), swept(asked, axis, crew=Crew(2))
    assert json.dumps(alone.to_dict()) == json.dumps(together.to_dict())


def test_what_is_measured() -> None:
    """Draws, lengths and the first player, of a game of which they are known."""
    problems = Problems()
    table = open_arm(
        Plan("even", "even", (Contestant("random"),) * 2, 400, 5, changes=("rules.drawn=5",)), problems
    )
    assert table is not None
    games = play_arm(table, Crew(), lambda _: None)
    assert measure(games, Quantity("draws")).holds(0.25)
    assert measure(games, Quantity("seat", "0")).value + measure(games, Quantity("seat", "1")).value == 1
    assert measure(games, Quantity("bot", "random")).value == 0.5
    assert measure(games, Quantity("cut-short")).value == 0
    first = measure(games, Quantity("first-player"))
    assert first.value == pytest.approx(measure(games, Quantity("seat", "0")).value - 0.5)
    assert games.decisions.tolist() == [1] * 400


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("rules.hand=4,5 , 6", ("4", "5", "6")),
        ("rules.tiers=[a, b],[a]", ("[a, b]", "[a]")),
        ("moss.name='a, b',c", ("'a, b'", "c")),
        ("moss.name={a: [1, 2]}", ("{a: [1, 2]}",)),
    ],
)
def test_values_are_parted_by_commas(text: str, values: tuple[str, ...]) -> None:
    assert parse_axis(text, load("even")).values == values


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rules.hand", "expected PATH=VALUE"),
        ("rules.hand=4,,5", "a value is missing in `rules.hand=4,,5`"),
        ("rules.hand=4,4", "the value `4` is there twice"),
    ],
)
def test_what_is_no_list_of_values(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_axis(text, load("even"))


# The command


def sweep(*arguments: str) -> dict[str, Any]:
    done = run_here("sweep", *arguments, "--bots", "random", "--json")
    assert done.code == 0, done.output
    told: dict[str, Any] = json.loads(done.stdout)
    return told


@pytest.mark.slow
def test_the_command_writes_table_json_csv_and_plots() -> None:
    told = sweep("even", "--set", "rules.mine=4,14", "--games", "40", "--csv", "s.csv", "--plots", "s.pdf")
    assert [arm["set"] for arm in told["arms"]] == [{"rules.mine": "4"}, {"rules.mine": "14"}]
    assert told["files"] == ["s.pdf", "s.csv"]
    rows = list(csv.DictReader(Path("s.csv").read_text("utf-8").splitlines()))
    assert [row["rules.mine"] for row in rows] == ["4", "14"]
    assert [float(row["seat0_share"]) for row in rows] == [arm["seats"][0]["value"] for arm in told["arms"]]
    assert Path("s.pdf").read_bytes().startswith(b"%PDF")
    shown = run_here("sweep", "even", "--set", "rules.mine=4,14", "--games", "40", "--bots", "random")
    assert shown.code == 0
    assert f"{100 * told['arms'][0]['seats'][0]['value']:.1f} %" in shown.stdout


@pytest.mark.slow
def test_the_same_seed_gives_the_same_and_no_file_changes() -> None:
    before = {path: path.read_bytes() for path in Path("even").rglob("*") if path.is_file()}
    command = ("even", "--set", "rules.mine=4,5", "--games", "20")
    assert sweep(*command) == sweep(*command)
    assert {path: path.read_bytes() for path in Path("even").rglob("*") if path.is_file()} == before


def test_all_wrong_values_are_told_before_any_game() -> None:
    changes = ("--set", "rules.hand=4,minus,x", "--set", "militia.copes=2", "--set", "rulse.hand=3")
    done = run_here("sweep", "hold-the-gates", *changes, "--csv", "s.csv")
    assert done.code == 1
    assert [line.partition(": error: ")[0] for line in done.problems] == [
        "--set militia.copes=2",
        "--set rules.hand=minus",
        "--set rules.hand=x",
        "--set rulse.hand=3",
    ]
    assert not Path("s.csv").exists()


@pytest.mark.parametrize(
    ("file", "told"),
    [("none/s.csv", "the folder none does not exist"), ("mine.csv", "has no results of a sweep")],
)
def test_where_no_table_can_go_is_told_before_any_game(
    monkeypatch: pytest.MonkeyPatch, file: str, told: str
) -> None:
    Path("mine.csv").write_text("precious\n")
    monkeypatch.setattr("generator.sim.sweeps.sweep.OpenArm", None)
    done = run_here("sweep", "even", "--set", "rules.mine=1,2", "--csv", file)
    assert done.code == 1
    assert f"{file}: error: " in done.stderr
    assert told in done.stderr
    assert Path("mine.csv").read_text() == "precious\n"


def test_values_with_which_a_game_fails_are_named() -> None:
    rules = Path("even/rules.py")
    rules.write_text(
        rules.read_text().replace("(table):\n    table.", "(table):\n    1 / table.rules.mine\n    table.")
    )
    done = run_here("sweep", "even", "--games", "4", "--set", "rules.mine=3,0")
    assert done.code == 1
    assert "error: rules.mine=0: game 0: ZeroDivisionError" in done.stderr


@pytest.mark.slow
def test_a_table_goes_over_one_of_a_sweep() -> None:
    for values in ("1,2", "3"):
        done = run_here("sweep", "even", "--games", "4", "--set", f"rules.mine={values}", "--csv", "s.csv")
        assert done.code == 0, done.output
    assert len(Path("s.csv").read_text().splitlines()) == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "name a number and values"),
        (("--set", "rules.mine=1,2", "--set", "rules.mine=3"), "`rules.mine` is given twice"),
        (("--set", "rules.mine=1,2", "--plots", "s.svg"), "expected a file that ends in .pdf or .png"),
        (("--set", "rules.mine=1,2", "--bots", "gready"), "unknown bot 'gready'"),
        (("--set", f"c1.number={','.join(map(str, range(500)))}"), "at most 400 are played"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...], message: str) -> None:
    done = run_here("sweep", "even", *arguments)
    assert done.code == 2
    assert message in " ".join(done.stderr.split())
