"""A game from its own folder, with rules written by hand: it does all that a bundled game does."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from games import PROJECT, Result, run, run_here, run_in_shell
from own_leduc import OPEN, SOURCE, write_leduc

from generator import rules
from generator.catalog.problems import InputError
from generator.rules import BadDatabase, check_game
from generator.rules.conformance.other_process import usual_opener
from generator.rules.terminal import PlainDisplay, display_for
from generator.rules.watch import Watch
from rules.leduc import Leduc

TELLS_OF_ITSELF = "\nfrom pathlib import Path\nPath(__file__).with_name('was-run').touch()\n"
OWN_DISPLAY = """\
from generator.rules.terminal import PlainDisplay


class Own(PlainDisplay):
    def name(self, seat):
        return ("Ann", "Ben")[seat]

    def is_open(self, move):
        return True


def open_display(game, database):
    return Own()
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the game, in the current folder."""
    monkeypatch.chdir(tmp_path)
    return write_leduc(Path("leduc"))


def ok(done: Result) -> str:
    assert done.code == 0, done.output
    return done.stdout


def files_in(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*")}


# Loaded


@pytest.mark.slow
def test_it_is_loaded_by_its_folder(folder: Path) -> None:
    before = files_in(folder)
    game = rules.load("leduc")
    assert (game.name, game.title, game.folder) == ("leduc", "Leduc poker", folder.resolve())
    state = game.start(seed=3)
    while state.player is not None:
        state.play(state.text(state.legal()[0]))
    assert sum(state.result().scores) == 0
    assert files_in(folder) == before, "something was written into the folder"
    assert check_game(game, games=20).ok


def test_a_bundled_game_has_no_folder() -> None:
    assert rules.load("hold-the-line").folder is None
    assert "leduc" not in rules.playable_games()


@pytest.fixture
def kit_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a game whose rules are written with the kit, in the current folder."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(PROJECT / "tests" / "rules" / "kit" / "leduc", "kit/leduc")
    return Path("kit/leduc")


def test_rules_by_the_kit_are_a_game_of_the_folder(kit_folder: Path) -> None:
    before = files_in(kit_folder)
    game = rules.load("kit/leduc")
    assert (game.name, game.folder) == ("leduc", kit_folder.resolve())
    assert "The game is over" in ok(run_here("play", "kit/leduc", "--watch", "--log", "game.json"))
    assert "The game is over" in ok(run_here("play", "kit/leduc", "--replay", "game.json"))
    assert files_in(kit_folder) == before
    (kit_folder / "terminal.py").write_text(OWN_DISPLAY)
    assert "Ann calls" in ok(run_here("play", "kit/leduc", "--watch"))


def test_chance_in_rules_by_the_kit_is_found(kit_folder: Path) -> None:
    path = kit_folder / "rules.py"
    text = path.read_text("utf-8")
    changed = text.replace("table.raises += 1\n", "table.raises += 1\n    random()\n")
    path.write_text(changed.replace('"""\n', '"""\n\nfrom random import random\n', 1), "utf-8")
    report = check_game(rules.load("kit/leduc"), games=4, only=["chance"])
    assert "`random.random` is touched in `raise_` (rules.py, line " in report.findings[0].message


def test_modules_of_the_folder_are_imported_with_a_dot(folder: Path) -> None:
    write_leduc(folder, {"return Leduc()": "return named()"}, more="\n\nfrom .inner.helpers import named\n")
    (folder / "inner").mkdir()
    (folder / "inner" / "helpers.py").write_text(
        "def named():\n    from ..rules import Leduc\n\n"
        "    game = Leduc()\n    game.title = 'Named'\n    return game\n"
    )
    before = files_in(folder)
    game = rules.load("leduc")
    assert game.title == "Named"
    assert type(game) is sys.modules[type(game).__module__].Leduc, "rules.py was run twice"
    assert files_in(folder) == before


def test_what_was_changed_is_loaded_anew(folder: Path) -> None:
    """Also within a second, and where the file is as long as before."""
    (folder / "helpers.py").write_text("TITLE = 'One'\n")
    more = "\n\nfrom .helpers import TITLE\n"
    write_leduc(folder, {'self.title = "Leduc poker"': "self.title = TITLE"}, more=more)
    first = rules.load("leduc")
    (folder / "helpers.py").write_text("TITLE = 'Two'\n")
    assert rules.load("leduc").title == "Two"
    assert first.title == "One"


def test_two_folders_do_not_get_in_each_other_s_way(folder: Path, tmp_path: Path) -> None:
    other = write_leduc(tmp_path / "other" / "leduc", {'self.title = "Leduc poker"': 'self.title = "Other"'})
    assert [rules.load(str(path)).title for path in (folder, other, folder)] == [
        "Leduc poker",
        "Other",
        "Leduc poker",
    ]


def test_its_own_rules_go_before_bundled_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(PROJECT / "cards" / "hold-the-line", "hold-the-line")
    assert rules.load("hold-the-line").title == "Hold the Line"
    opened = SOURCE.replace('self.name = "leduc"', 'self.name = "hold-the-line"') + OPEN
    Path("hold-the-line/rules.py").write_text(opened)
    assert rules.load("hold-the-line").title == "Leduc poker"


def test_without_rules_it_is_told_how_to_write_some(tmp_path: Path) -> None:
    folder = write_leduc(tmp_path / "my-game")
    (folder / "rules.py").unlink()
    with pytest.raises(InputError, match="'my-game' has no rules to play by") as caught:
        rules.load(str(folder))
    assert str(caught.value.hint).endswith("write `rules.py` beside game.yaml, see docs/your-own-rules.md")


def test_its_display_and_its_bot_are_those_of_the_folder(folder: Path) -> None:
    game = rules.load("leduc")
    assert isinstance(display_for(game, None), PlainDisplay)  # type: ignore[arg-type]
    (folder / "terminal.py").write_text(OWN_DISPLAY)
    (folder / "bot.py").write_text(
        "from generator.rules.evaluation import Evaluator\nfrom .rules import CALL\n\n\n"
        "class Own(Evaluator):\n    def evaluate(self, state, seat):\n        return 0.0\n"
        "    def outlook(self, state, seat):\n        return f'nothing good of {CALL}'\n\n\n"
        "def open_evaluator(game):\n    return Own()\n"
    )
    told = ok(run_here("play", "leduc", "--watch"))
    assert "Ann" in told
    assert "Ben" in told
    done = run("play", "leduc", "--seed", "3", cwd=folder.parent)
    assert "you are Ann (seat 0), greedy is Ben (seat 1)" in done.stdout
    assert "__pycache__" not in files_in(folder)


def test_another_process_opens_it_by_its_folder(folder: Path) -> None:
    game = rules.load("leduc")
    opener = usual_opener(game)
    assert opener is not None
    assert opener.words == (str(folder.resolve()),)
    report = check_game(game, games=4, only=["repeats"])
    assert report.ok
    assert report.notes == []


def test_chance_in_the_folder_is_found(folder: Path) -> None:
    """Also where a module beside rules.py imports it by name."""
    (folder / "dice.py").write_text("from random import random\n\n\ndef throw():\n    return random()\n")
    write_leduc(
        folder, {"            self.raises += 1\n": "            self.raises += 1\n            throw()\n"}
    )
    path = folder / "rules.py"
    path.write_text(
        path.read_text().replace("from typing import Any", "from typing import Any\nfrom .dice import throw")
    )
    report = check_game(rules.load("leduc"), games=4, only=["chance"])
    assert "`random.random` is touched in `throw` (dice.py, line 5)" in report.findings[0].message


# Commands


@pytest.mark.usefixtures("folder")
def test_it_is_played_recorded_and_shown_again() -> None:
    played = json.loads(ok(run_here("play", "leduc", "--watch", "--json", "--log", "game.json")))
    assert played["game"] == "leduc"
    assert json.loads(Path("game.json").read_text())["game"] == "leduc"
    again = json.loads(ok(run_here("play", "leduc", "--replay", "game.json", "--json")))
    assert again == played
    Path("position.json").write_text(json.dumps(played["position"]))
    assert "The game is over" in ok(run_here("play", "leduc", "--from", "position.json", "--watch"))


def test_a_record_alone_names_a_game_of_the_folder_one_stands_in(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ok(run_here("play", "leduc", "--watch", "--log", "game.json"))
    monkeypatch.chdir(folder)
    assert "The game is over" in ok(run_here("play", "--replay", "../game.json"))
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    done = run_here("play", "--replay", "../game.json")
    assert done.code == 1
    assert "../game.json:2:10: error: no game or folder named 'leduc'" in done.stderr
    assert "The game is over" in ok(run_here("play", "../leduc", "--replay", "../game.json"))


@pytest.mark.slow
def test_in_its_folder_it_needs_no_name(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    assert "The game is over" in ok(run_here("play", "--watch"))
    told = ok(run_here("rules", "check", "--games", "4"))
    assert told.startswith("Leduc poker: 4 games")
    assert "Battle Gate" not in told


def test_a_bundled_game_s_folder_needs_no_name_to_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(PROJECT / "cards" / "hold-the-line")
    assert "The game is over" in ok(run_here("play", "--watch", "--opponent", "random"))


def test_without_a_name_elsewhere_it_is_wrong_usage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = run_here("play")
    assert done.code == 2
    assert "say which game to play" in done.output


def test_a_saved_game_is_resumed_by_its_folder(folder: Path, tmp_path: Path) -> None:
    done = run_in_shell(tmp_path, "printf 'save half.json\\nquit\\n' | gatepress play leduc --seed 3")
    assert "`gatepress play leduc --from half.json` resumes it" in done.stdout
    assert folder.is_dir()
    assert "The game is over" in ok(run_here("play", "leduc", "--from", "half.json", "--watch"))


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("game", "has_rulebook"), [("leduc", False), ("hold-the-line", True)])
def test_a_rulebook_is_named_only_where_there_is_one(game: str, has_rulebook: bool, tmp_path: Path) -> None:
    done = run_in_shell(tmp_path, f"printf 'rules\\nquit\\n' | gatepress play {game} --seed 3")
    assert (f"The rulebook is printed by `gatepress build {game}`." in done.stdout) is has_rulebook


@pytest.mark.usefixtures("folder")
def test_the_odds_of_its_opening_hands_are_simulated() -> None:
    """How rules that are written by hand deal can't be followed."""
    told = json.loads(ok(run_here("hands", "leduc", "--samples", "500", "--json")))
    odds = [odd for opening in told["openings"] for odd in opening["odds"]]
    assert {odd["fraction"] for odd in odds} == {None}
    assert all(0.1 < odd["simulated"] < 0.24 for odd in odds)


@pytest.mark.slow
def test_it_is_checked_with_its_scenarios(folder: Path) -> None:
    (folder / "scenarios").mkdir()
    (folder / "scenarios" / "bets.yaml").write_text(
        "- rule: Nobody folds before a raise.\n  start: {seeds: 5}\n"
        "  legal: [call, raise]\n  cannot: {fold: no need}\n"
        "- rule: A pair wins against a king.\n  from: {hands: [[J1], [K1]], deck: [J2]}\n"
        "  moves: [call, call, call, call]\n  result: {winners: [0], scores: [1, -1], reason: pair}\n"
    )
    (report,) = json.loads(ok(run_here("rules", "check", "leduc", "--games", "4", "--json")))
    assert report["scenarios"] == {"ran": 2, "failed": 0, "failures": []}
    assert report["placed"]["games"] >= 1
    path = folder / "scenarios" / "bets.yaml"
    path.write_text(path.read_text().replace("winners: [0]", "winners: [1]"))
    done = run_here("rules", "check", "leduc", "--games", "4")
    assert done.code == 1
    assert "2 scenarios played, 1 failed" in done.stdout
    assert "leduc/scenarios/bets.yaml:8:21: A pair wins against a king." in done.stdout
    assert "result: winners: expected [1], got [0]" in done.stdout


@pytest.mark.slow
@pytest.mark.usefixtures("folder")
def test_other_scenarios_are_named_by_an_option() -> None:
    Path("more.yaml").write_text("- {rule: Seat 1 decides first., start: {}, player: 1}\n")
    done = run_here("rules", "check", "leduc", "--games", "4", "--scenarios", "more.yaml", "--json")
    assert done.code == 1
    (report,) = json.loads(done.stdout)
    (failure,) = report["scenarios"]["failures"]
    assert (failure["file"], failure["line"], failure["expected"], failure["got"]) == ("more.yaml", 1, 1, 0)
    assert report["findings"] == []
    done = run_here("rules", "check", "leduc", "hold-the-line", "--scenarios", "more.yaml")
    assert done.code == 2
    assert "say which game they are of" in done.output


@pytest.mark.usefixtures("folder")
def test_without_scenarios_the_report_has_none() -> None:
    (report,) = json.loads(ok(run_here("rules", "check", "leduc", "--games", "4", "--json")))
    assert "scenarios" not in report


@pytest.mark.parametrize(
    "command",
    [
        ("build", "leduc"),
        ("check", "leduc"),
        ("diff", "leduc", "leduc"),
        ("stats", "leduc"),
        ("new", "another"),
        ("deck", "check", "leduc"),
        ("docs",),
        ("play", "--help"),
    ],
    ids=" ".join,
)
def test_what_does_not_play_does_not_run_it(folder: Path, command: tuple[str, ...]) -> None:
    write_leduc(folder, more=TELLS_OF_ITSELF)
    run_here(*command)
    assert not (folder / "was-run").exists()
    rules.load("leduc")
    assert (folder / "was-run").exists(), "else the test could not fail"


def test_the_completion_does_not_run_it(folder: Path) -> None:
    from generator.cli import completion

    write_leduc(folder, more=TELLS_OF_ITSELF)
    assert "leduc" in completion.game("le")
    assert "leduc" in completion.deck_or_game("le")
    assert not (folder / "was-run").exists()


@pytest.mark.usefixtures("folder")
def test_the_adapters_take_it_by_its_folder() -> None:
    pytest.importorskip("pettingzoo")
    pytest.importorskip("pyspiel")
    import pyspiel

    from generator.rules.adapters import openspiel, pettingzoo

    environment = pettingzoo.env("leduc")
    environment.reset(seed=7)
    assert environment.agent_selection == "seat_0"
    name = openspiel.register_game(rules.load("leduc"), name="own_leduc")
    assert pyspiel.load_game(name).num_players() == 2


# Watched


@pytest.mark.slow
def test_many_short_calls_are_not_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a single call counts, however long all of them take."""
    monkeypatch.setattr("generator.rules.watch.CALL_LIMIT", 0.3)
    game = Leduc()
    ends = time.monotonic() + 0.8
    with Watch(lambda file: file.endswith("rules/leduc.py")):
        while time.monotonic() < ends:
            state = game.start(seed=1)
            while state.player is not None:
                state.apply(state.legal()[-1])
    assert state.over


def test_problems_of_the_cards_are_those_of_the_database(folder: Path) -> None:
    write_leduc(
        folder,
        {"    return Leduc()\n": "    problems.error('too few cards', database.place_of('components'))\n"},
    )
    with pytest.raises(BadDatabase, match=r"leduc/game\.yaml:\d+:\d+: error: too few cards"):
        rules.load("leduc")


def test_a_profiler_can_look_on(tmp_path: Path) -> None:
    """What ends endless calls must leave nothing behind that a profiler or a debugger stumbles over."""
    look_on = "import cProfile; cProfile.run('game.start().legal()', 'profile')"
    folder = PROJECT / "tests" / "rules" / "kit" / "leduc"
    code = f"from generator.rules import load; game = load({str(folder)!r}); {look_on}"
    environment = {**os.environ, "PYTHONPATH": str(PROJECT)}
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, check=True, timeout=60)
    assert (tmp_path / "profile").stat().st_size > 1000
