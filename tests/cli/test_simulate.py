"""``gatepress simulate`` and ``gatepress replay`` as a person and a program see them."""

from __future__ import annotations

import csv
import json
import re
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from games import run, run_here, run_on_terminal
from own_leduc import write_leduc

from generator.rules import View
from tests.cli.playing import play
from tests.sim.studies import seat_odd_bots

DECKS = ("--deck", "long-siege", "--deck", "night-shift")


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def simulate(*arguments: str) -> dict[str, Any]:
    done = run_here("simulate", *arguments, "--json")
    assert done.code == 0, done.output
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def words(output: str) -> list[str]:
    return [" ".join(line.split()) for line in output.splitlines()]


class TestSimulate:
    def test_who_won_is_shown(self) -> None:
        done = run_here("simulate", "battle-gate", "--games", "12", "--bots", "greedy,random")
        assert done.code == 0, done.output
        told = words(done.stdout)
        assert told[0] == "Battle Gate: 12 games of 6 deals from seed 1"
        assert re.fullmatch(r"greedy wins \d+ of 100 games \(even: 50\); it could be \d+ to \d+\.", told[2])
        assert told[4] == "won by games wins share 95 % interval"
        assert re.fullmatch(r"greedy 12 1[012] \d+\.\d % \d+\.\d to \d+\.\d %", told[5])
        assert [line.split()[0] for line in told[5:7]] == ["greedy", "random"]
        assert told[8].startswith("seat 0 12 ")
        assert any(re.match(r"[\d.]+ decisions a game in [\d.]+ turns, each among ", line) for line in told)

    def test_as_json(self) -> None:
        told = simulate("battle-gate", "--games", "20", "--bots", "random", "--seed", "4")
        assert (told["game"], told["games"], told["plan"]["seed"]) == ("battle-gate", 20, 4)
        assert sum(told["wins"]["seats"]) == 20
        assert told["wins"]["bots"] == {"random": 20}
        assert told["shares"]["bots"]["random"]["games"] == 40
        assert re.fullmatch(r"[0-9a-f]{64}", told["digest"])
        assert (
            told["digest"]
            == simulate("battle-gate", "--games", "20", "--bots", "random", "--seed", "4")["digest"]
        )
        assert told["digest"] != simulate("battle-gate", "--games", "20", "--bots", "random")["digest"]

    def test_decks_go_with_their_contestants(self) -> None:
        told = simulate("battle-gate", "--games", "30", "--bots", "random", *DECKS)
        named = [contestant["deck"]["name"] for contestant in told["plan"]["contestants"]]
        assert named == ["The Long Siege", "The Night Shift"]
        shown = run_here("simulate", "battle-gate", "--games", "2", "--bots", "random", *DECKS).stdout
        assert "random, The Long Siege" in shown

    def test_more_players_and_options_of_the_game(self) -> None:
        told = simulate(
            "battle-gate", "--games", "6", "--bots", "random", "--players", "3", "--set", "max_turns=4"
        )
        assert told["plan"]["options"] == {"max_turns": "4"}
        assert len(told["wins"]["seats"]) == 3
        assert told["cut_short"] > 0

    def test_numbers_of_the_database_are_changed_in_memory(self) -> None:
        plain = simulate("hold-the-gates", "--games", "4", "--bots", "random", "--workers", "1")
        changed = simulate(
            "hold-the-gates", "--games", "4", "--bots", "random", "--set", "rules.hand=3", "--out", "s"
        )
        assert changed["plan"]["changes"] == ["rules.hand=3"]
        assert changed["digest"] != plain["digest"]
        assert changed["versions"]["cards"] != plain["versions"]["cards"]
        done = run_here("replay", "s", "2")
        assert done.code == 0, done.output
        wrong = run_here("simulate", "hold-the-gates", "--set", "rules.nonsense=3")
        assert wrong.code == 1
        assert "rules.nonsense" in wrong.stderr

    def test_the_game_of_this_folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        folder = write_leduc(tmp_path / "leduc")
        monkeypatch.chdir(folder)
        told = simulate("--games", "10", "--bots", "random")
        assert told["plan"]["place"] == str(folder.resolve())
        assert told["games"] == 10

    def test_every_game_as_csv(self, tmp_path: Path) -> None:
        told = simulate("battle-gate", "--games", "9", "--bots", "random", "--csv", "games.csv")
        with (tmp_path / "games.csv").open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        assert len(rows) == 9
        alone = sum(row["won_0"] == "1" and row["won_1"] == "0" for row in rows)
        assert alone <= told["wins"]["seats"][0] <= alone + told["draws"] / 2
        simulate("battle-gate", "--games", "4", "--bots", "random", "--csv", "games.csv")
        assert len((tmp_path / "games.csv").read_text().splitlines()) == 5

    def test_csv_goes_over_no_other_file(self, tmp_path: Path) -> None:
        (tmp_path / "mine.csv").write_text("precious\n")
        done = run_here("simulate", "battle-gate", "--games", "4", "--bots", "random", "--csv", "mine.csv")
        assert done.code == 1
        assert "mine.csv: error: the file that is there has no results of games" in done.stderr
        assert (tmp_path / "mine.csv").read_text() == "precious\n"

    def test_a_study_goes_on(self) -> None:
        simulate("battle-gate", "--games", "10", "--bots", "random", "--out", "study")
        longer = simulate("battle-gate", "--games", "30", "--bots", "random", "--out", "study")
        assert longer["digest"] == simulate("battle-gate", "--games", "30", "--bots", "random")["digest"]

    def test_another_study_is_refused(self) -> None:
        simulate("battle-gate", "--games", "4", "--bots", "random", "--out", "study")
        done = run_here(
            "simulate", "battle-gate", "--games", "4", "--bots", "random,greedy", "--out", "study"
        )
        assert done.code == 1
        assert done.stderr == (
            "study/study.db: error: the study there is another one:"
            " its contestant 1 is random, not greedy; choose another --out\n"
        )

    @pytest.mark.parametrize(
        ("arguments", "told"),
        [
            (("--bots", "nobody"), "unknown bot 'nobody'"),
            (("--bots", "random,"), "expected a bot, got ''"),
            (("--bots", "random,random", "--players", "3"), "there are 2 bots and 3 players"),
            (("--bots", "random,random,random,random,random"), "is for 2, 3 or 4 players"),
            (("--set", "nonsense=1"), "has no option 'nonsense'"),
            (("--workers", "2", "--scheduler", "tcp://127.0.0.1:1"), "the cluster has its own workers"),
            (("--games", "0"), "0 is not in the range"),
            (("--move-limit", "nan"), "expected a number of seconds, got nan"),
        ],
    )
    def test_wrong_usage(self, arguments: Sequence[str], told: str) -> None:
        done = run_here("simulate", "battle-gate", *arguments)
        assert done.code == 2
        assert told in " ".join(done.stderr.split())

    def test_games_that_cannot_be_played(self) -> None:
        done = run_here("simulate", "no-such-game")
        assert done.code == 1
        assert "no-such-game" in done.stderr
        done = run_here("simulate", "hold-the-line", "--deck", "night-shift")
        assert done.code == 2

    def test_a_bot_that_fails_leaves_the_games_before_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        games = 0

        def make() -> object:
            nonlocal games
            games += 1
            fails = games > 6

            def choose(_: View, legal: Sequence[int]) -> int:
                return legal[0] // (not fails)

            return choose

        seat_odd_bots(monkeypatch, make)  # type: ignore[arg-type]
        monkeypatch.setattr("generator.sim.bots.make_bot", lambda *_: None)
        done = run_here("simulate", "battle-gate", "--games", "9", "--bots", "random,odd", "--out", "study")
        assert done.code == 1
        assert re.search(r"^[2-6] of 9 games are kept in study; the same command goes on", done.stderr)
        failed = re.search(
            r"error: game (\d), move \d+, seat \d \(odd\): the bot failed: ZeroDiv", done.stderr
        )
        assert failed is not None
        assert re.search(r"^\S+/studies\.py:\d+: error: ", done.stderr, re.MULTILINE)
        with closing(sqlite3.connect("study/study.db")) as reader:
            assert reader.execute("SELECT count(*) FROM games").fetchone()[0] == int(failed[1])

    def test_a_game_without_a_whole_deal(self) -> None:
        told = simulate("battle-gate", "--games", "1", "--bots", "random")
        assert told["shares"]["seats"][0]["games"] == 1

    @pytest.mark.slow
    @pytest.mark.parametrize("workers", ["1", "2"])
    def test_what_bots_print_is_not_among_the_results(self, tmp_path: Path, workers: str) -> None:
        (tmp_path / "loud.py").write_text(LOUD)
        command = ("simulate", "battle-gate", "--games", "4", "--bots", "loud.py,random", "--json")
        done = run(*command, "--workers", workers, cwd=tmp_path)
        assert done.code == 0, done.stderr
        assert json.loads(done.stdout)["games"] == 4
        assert "as loud as can be" in done.stderr

    def test_a_bot_can_not_close_the_output(self, tmp_path: Path) -> None:
        (tmp_path / "quiet.py").write_text(LOUD.replace('print("as loud as can be")', "sys.stdout.close()"))
        done = run_here("simulate", "battle-gate", "--games", "2", "--bots", "quiet.py,random")
        assert done.code == 0, done.output
        assert "won by" in done.stdout

    @pytest.mark.parametrize(
        ("given", "told"),
        [("None", "`None`"), ("True", "`True`"), ("'field S4'", "'field S4'"), ("object()", "an object")],
    )
    def test_what_is_no_move_is_told_as_python_has_it(self, tmp_path: Path, given: str, told: str) -> None:
        (tmp_path / "odd.py").write_text(
            f"class Bot:\n    def choose(self, view, legal):\n        return {given}\n"
        )
        done = run_here("simulate", "battle-gate", "--games", "2", "--bots", "odd.py,random")
        assert done.code == 1
        assert f"`choose` gives {told}, which is not one of the legal moves" in done.stderr

    @pytest.mark.parametrize("bot", ["Fails", "Cheats", "Exits", "Leaves"])
    def test_a_bot_of_ones_own_that_goes_wrong(self, tmp_path: Path, bot: str) -> None:
        (tmp_path / "bots.py").write_text(OWN_BOTS)
        line = OWN_BOTS.splitlines().index(f"class {bot}:") + 3
        done = run_here("simulate", "battle-gate", "--games", "4", "--bots", f"random,bots.py:{bot}")
        assert done.code == 1
        told = done.stderr.splitlines()[-1 if bot == "Cheats" else -3]
        place = line - 1 if bot == "Cheats" else line
        assert re.match(rf"bots\.py:{place}: error: game 0, move \d+, seat 1 \(bots\.py:{bot}\): ", told), (
            told
        )

    def test_bots_that_cannot_even_begin(self, tmp_path: Path) -> None:
        (tmp_path / "bad.py").write_text("class Bot:\n    def choose(\n")
        done = run_here("simulate", "battle-gate", "--bots", "bad.py")
        assert done.code == 1
        assert "bad.py:2" in done.stderr
        assert "SyntaxError" in done.stderr

    def test_rules_that_cannot_even_begin(self, tmp_path: Path) -> None:
        head = "        self.round = 0\n"
        folder = write_leduc(tmp_path / "leduc", {head: f"{head}        1 / 0\n"})
        done = run_here("simulate", str(folder), "--bots", "random")
        assert done.code == 1
        assert re.search(r"^leduc/rules\.py:\d+: error: ZeroDivisionError", done.stderr)

    @pytest.mark.slow
    def test_a_person_sees_how_far_it_is(self, tmp_path: Path) -> None:
        games = ("--games", "60", "--bots", "random")
        status, shown = run_on_terminal(
            "simulate", "battle-gate", *games, cwd=tmp_path, only_errors=True, impatient=True
        )
        assert status == 0
        assert re.search(r"playing Battle Gate", shown)
        assert re.search(r"\d+/60.* games, [\d,.]+ a second", shown)
        assert re.search(r"0:00:\d\d", shown)


OWN_BOTS = """
class Fails:
    def choose(self, view, legal):
        return {}["nothing"]
class Cheats:
    def choose(self, view, legal):
        return 10**9
class Exits:
    def choose(self, view, legal):
        raise SystemExit(3)
class Leaves:
    def choose(self, view, legal):
        raise GeneratorExit
"""
LOUD = """
import sys
class Bot:
    def choose(self, view, legal):
        print("as loud as can be")
        return legal[0]
"""


class TestReplay:
    def test_a_bot_that_is_gone(self, tmp_path: Path) -> None:
        (tmp_path / "mine.py").write_text(
            "class Bot:\n    def choose(self, view, legal):\n        return legal[0]\n"
        )
        simulate("battle-gate", "--games", "4", "--bots", "random,mine.py", "--out", "study")
        (tmp_path / "mine.py").unlink()
        done = run_here("replay", "study", "1", "--opponent", "mine.py")
        assert done.code == 1
        assert "no bot in 'mine.py'" in done.stderr

    @pytest.fixture
    def study(self) -> str:
        simulate("battle-gate", "--games", "6", "--bots", "greedy,random", *DECKS, "--out", "study")
        return "study"

    @pytest.mark.slow
    def test_a_game_is_shown_move_by_move(self, study: str) -> None:
        done = run_here("replay", study, "3")
        assert done.code == 0, done.output
        told = words(done.stdout)
        assert told[0] == "Battle Gate: game 3, deal 1"
        assert told[1:3] == ["seat 0 is random, The Night Shift", "seat 1 is greedy, The Long Siege"]
        assert any(re.match(r"Seat [01] fields ", line) for line in told)
        (number,) = re.findall(r"Seat (\d) wins\.", done.stdout)
        with closing(sqlite3.connect("study/study.db")) as reader:
            won = reader.execute(f"SELECT won_{number} FROM games WHERE number = 3").fetchone()
        assert won == (1,)

    @pytest.mark.slow
    def test_its_record_is_played_elsewhere(self, study: str, tmp_path: Path) -> None:
        done = run_here("replay", f"{study}/study.db", "2", "--out", "game.json", "--json")
        assert done.code == 0, done.output
        record = json.loads(done.stdout)
        assert record == json.loads((tmp_path / "game.json").read_text("utf-8"))
        assert record["setup"]["decks"][0] != record["setup"]["decks"][1]
        again = play("--replay", "game.json", "--json")
        assert again.code == 0, again.output
        assert json.loads(again.stdout)["result"] == record["result"]

    @pytest.mark.slow
    def test_another_result_is_told(self, study: str) -> None:
        with closing(sqlite3.connect("study/study.db")) as file, file:
            file.execute("UPDATE games SET won_0 = 1 - won_0, won_1 = 1 - won_1 WHERE number = 1")
        done = run_here("replay", study, "1")
        assert done.code == 1
        assert re.search(
            r"error: game 1 does not end as it did in the study: winners \[.\], and not", done.stderr
        )

    def test_changed_rules_are_named_as_the_reason(self, tmp_path: Path) -> None:
        folder = write_leduc(tmp_path / "leduc")
        simulate(str(folder), "--games", "20", "--bots", "random", "--out", "study")
        rules = folder / "rules.py"
        text, changed = re.subn(
            r"^ANTE, BETS, RAISES = 1,",
            "ANTE, BETS, RAISES = 50,",
            rules.read_text("utf-8"),
            flags=re.MULTILINE,
        )
        assert changed == 1
        rules.write_text(text, "utf-8")
        done = run_here("replay", "study", "4", "--game", "leduc")
        assert done.code == 1
        assert "game 4 does not end as it did in the study: scores " in done.stderr
        assert "the cards, rules or bots of its game have changed" in done.stderr

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("arguments", "told"),
        [
            (("study", "6"), "it has the games 0 to 5, got 6"),
            (("nowhere", "1"), "there is no study at nowhere"),
            (("game.txt", "1"), "game.txt: error: this is not a study file"),
        ],
    )
    @pytest.mark.usefixtures("study")
    def test_what_is_not_there(self, tmp_path: Path, arguments: Sequence[str], told: str) -> None:
        (tmp_path / "game.txt").write_text("x" * 2000)
        done = run_here("replay", *arguments)
        assert done.code == 1
        assert told in done.stderr
        assert run_here("replay", *arguments, "--json").code == 1
