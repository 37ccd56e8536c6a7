"""The sample games of the gallery have rules of their own: short ones, that pass the suite and are played."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from games import run_here
from rich.console import Console

from generator.catalog.problems import Problems
from generator.rules import Game, Opener, Report, View, check_game
from generator.rules.loading import load
from generator.rules.scenarios import FOLDER as SCENARIOS
from generator.rules.scenarios import play_scenarios, read_scenarios, scenario_files
from generator.rules.terminal import display_for
from generator.sim.bots import make_bot
from tests.gallery.picture import FOLDER

SAMPLES = ("briar-ridge", "button-box", "march-ice", "weathervane")
MAX_LINES = 119


@cache
def rules_of(name: str) -> Game:
    return load(str(FOLDER / name))


def checked(name: str, games: int) -> Report:
    """What the suite finds when the greedy bot is asked too, as ``rules check`` asks it."""
    game = rules_of(name)

    def decide(view: View, legal: Sequence[int]) -> int:
        return make_bot("greedy", game, 1, view["seat"]).choose(view, legal)

    make_bot("greedy", game, 1, 0)
    opener = Opener("generator.rules.loading", "load", (str(FOLDER / name),))
    return check_game(game, games, opener=opener, decide=decide)


def test_they_are_all_that_have_rules() -> None:
    assert tuple(sorted(path.parent.name for path in FOLDER.glob("*/rules.py"))) == SAMPLES


@pytest.mark.parametrize("name", SAMPLES)
def test_its_rules_are_short(name: str) -> None:
    lines = (FOLDER / name / "rules.py").read_text("utf-8").splitlines()
    assert len(lines) <= MAX_LINES


@pytest.mark.slow
@pytest.mark.parametrize("name", SAMPLES)
def test_the_suite_finds_nothing(name: str) -> None:
    report = checked(name, 8 * len(rules_of(name).seats))
    assert report.ok, str(report)
    assert report.notes == []


@pytest.mark.parametrize("name", SAMPLES)
def test_its_scenarios_hold(name: str) -> None:
    problems = Problems()
    scenarios = read_scenarios(name, scenario_files(FOLDER / name / SCENARIOS), problems)
    assert not problems, "\n".join(map(str, problems))
    assert len(scenarios) >= 12
    assert any("view" in step.expected for scenario in scenarios for step in scenario.steps)
    tally = play_scenarios(scenarios, rules_of(name))
    assert not tally.failures, "\n".join(map(str, tally.failures))


@pytest.mark.parametrize("name", SAMPLES)
def test_nothing_is_to_be_warned_of(name: str) -> None:
    assert run_here("check", "--strict", FOLDER / name).output == "0 errors, 0 warnings\n"


@pytest.mark.slow
@pytest.mark.parametrize(("name", "games"), [("button-box", 30), ("march-ice", 80), ("weathervane", 18)])
def test_the_greedy_bot_beats_random_ones(name: str, games: int) -> None:
    """It wins more games than chance gives a seat, by two standard deviations, or nearly.

    Not in Briar Ridge, where a move is chosen of so many that four games take as long as all of these.
    """
    game = rules_of(name)
    seats = game.seats[0]
    won = sum(_share(game, number, number % seats, seats) for number in range(games))
    deviation = (games * (1 / seats) * (1 - 1 / seats)) ** 0.5
    assert won > games / seats + 1.9 * deviation


def _share(game: Game, seed: int, greedy: int, seats: int) -> float:
    """What the greedy seat has of the victory."""
    bots = [make_bot("greedy" if seat == greedy else "random", game, seed, seat) for seat in range(seats)]
    state = game.start(seed=seed, seats=seats)
    while state.player is not None:
        state.apply(bots[state.player].choose(state.view(state.player), state.legal()))
    winners = state.result().winners
    return (greedy in winners) / len(winners)


@pytest.mark.parametrize("width", [44, 52, 64, 80, 100])
def test_no_line_at_the_terminal_breaks_inside_of_a_name(width: int) -> None:
    game = rules_of("weathervane")
    state = game.start(seed=7)
    hand = [word.replace("-", " ").capitalize() for word in state.view(0)["seats"][0]["hand"]]
    console = Console(width=width, file=StringIO(), record=True)
    for part in display_for(game, None).draw(state.view(0), width):
        console.print(part)
    drawn = console.export_text()
    assert [name for name in hand if name not in drawn] == []


@pytest.mark.parametrize("name", SAMPLES)
def test_it_is_played_at_the_terminal(name: str, tmp_path: Path) -> None:
    """A whole game by moves that are typed: any legal ones, chosen by lot."""
    game, dice = rules_of(name), Random(5)
    state = game.start(seed=9)
    typed: list[str] = []
    while state.player is not None:
        typed.append(state.text(dice.choice(state.legal())))
        state.play(typed[-1])
    result = state.result()
    moves = tmp_path / "moves.txt"
    moves.write_text("\n".join(typed) + "\n", "utf-8")
    played = run_here("play", FOLDER / name, "--seed", 9, "--moves", moves)
    assert played.code == 0, played.output
    assert result.reason in " ".join(played.output.lower().split())
