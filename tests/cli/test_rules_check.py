"""``gatepress rules check`` as a person and a program see it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from games import PROJECT, run_here, write_game
from rules.conformance.little_game import Peaks, PeaksReferee

from generator.rules import Position, Referee
from generator.rules.conformance import check_names


def lines(output: str) -> list[str]:
    return [" ".join(line.split()) for line in output.splitlines()]


@pytest.mark.slow
def test_what_was_checked_is_shown() -> None:
    done = run_here("rules", "check", "hold-the-gates", "--games", "3")
    assert done.code == 0, done.output
    told = lines(done.stdout)
    assert told[0] == "Hold the Gates!: 3 games from seed 1"
    first = told.index("check made found what holds") + 1
    assert tuple(line.split()[0] for line in told[first : told.index("", first)]) == check_names()
    assert any(line.startswith("settlement city 1 ") and line.endswith(" 0.0 %") for line in told)
    assert told[-1] == "nothing found"


@pytest.mark.slow
def test_the_same_as_json() -> None:
    done = run_here("rules", "check", "hold-the-gates", "--games", "1", "--seed", "9", "--json")
    assert done.code == 0
    (told,) = json.loads(done.stdout)
    assert (told["game"], told["seed"], told["games"], told["ok"]) == ("hold-the-gates", 9, 1, True)
    assert told["findings"] == []
    assert told["mean_legal"] > 2


class Unfair(Peaks):
    """Its referee counts everybody's points as one."""

    def referee(self) -> Referee:
        class Counts(PeaksReferee):
            def outcome(self, position: Position) -> tuple[tuple[int, ...], tuple[int, ...]]:
                scores, winners = super().outcome(position)
                return (sum(scores),), winners

        return Counts()


def test_findings_are_shown_with_the_way_to_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.rules.loading.read_game", lambda *_: Unfair())
    done = run_here("rules", "check", "hold-the-gates", "--games", "2")
    assert done.code == 1
    told = lines(done.stdout)
    found = next(index for index, line in enumerate(told) if line.startswith("results: the scores are "))
    assert told[found + 1].startswith('peaks {"seats": 2, "seed": ')
    assert " · lay " in told[found + 2]


@pytest.mark.slow
def test_games_are_played_from_positions_in_files() -> None:
    scenarios = PROJECT / "tests" / "rules" / "hold_the_gates" / "battle.yaml"
    done = run_here("rules", "check", "hold-the-gates", "--games", "1", "--from", scenarios, "--json")
    assert done.code == 0, done.output
    (told,) = json.loads(done.stdout)
    assert told["placed"]["games"] > 10
    assert told["games"] == 1


def test_a_file_without_positions_is_told(tmp_path: Path) -> None:
    (tmp_path / "notes.yaml").write_text("- nothing: here\n", "utf-8")
    done = run_here("rules", "check", "hold-the-gates", "--from", tmp_path, "--from", tmp_path / "none")
    assert done.code == 1
    assert "no position to begin with" in done.output
    assert "no such file or folder" in done.output
    assert "Traceback" not in done.output


@pytest.mark.slow
def test_a_game_is_checked_once_by_whatever_names_it_is_given() -> None:
    folder = PROJECT / "cards" / "hold-the-gates"
    done = run_here("rules", "check", "hold-the-gates", folder, "--games", "1", "--json")
    assert len(json.loads(done.stdout)) == 1


def test_every_name_without_rules_is_told(tmp_path: Path) -> None:
    done = run_here("rules", "check", "hold-the-lime", write_game(tmp_path / "knights"))
    assert done.code == 1
    assert "no game or folder named 'hold-the-lime'; did you mean `hold-the-line`?" in done.output
    assert "'knights' has no rules to play by" in done.output
    assert "2 errors" in done.output


def test_wrong_usage() -> None:
    assert run_here("rules", "check", "--games", "0").code == 2
    assert run_here("rules", "check", "--seed", "-1").code == 2
