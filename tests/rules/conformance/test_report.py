"""What the suite gives back: reports that repeat, findings that can be played again, and nothing touched."""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.catalog.problems import InputError
from generator.cli.screens.conformance import show_conformance
from generator.rules import BadPosition, Fault, Opener, Result, State, check_game
from generator.rules.conformance import check_names
from generator.rules.record import read_record
from generator.rules.shuffler import Shuffler
from rules.conformance.little_game import Peaks, PeaksReferee, PeaksState
from rules.leduc import Leduc

OPENER = Opener("rules.conformance.little_game", "Peaks")


class Spoilt(Peaks):
    """Its states do something else when a card is laid."""

    def __init__(self, spoil: Callable[[PeaksState, int], None]) -> None:
        super().__init__()
        self.spoil = spoil

    def begin(self, shuffler: Shuffler, seats: int, options: Any) -> PeaksState:
        state = super().begin(shuffler, seats, options)
        spoil = self.spoil

        class SpoiltState(PeaksState):
            __slots__ = ()

            def apply(self, move: int) -> None:
                spoil(self, move)
                super().apply(move)

        state.__class__ = SpoiltState
        return state


def crash_at_five(state: PeaksState, move: int) -> None:
    if move == 4 and state.round > 1:
        raise KeyError("five")


@pytest.mark.slow
def test_the_same_arguments_give_the_same_report() -> None:
    one, other, another = (check_game(Peaks(), games=6, seed=seed, opener=OPENER) for seed in (5, 5, 6))
    assert one.to_dict() == other.to_dict()
    assert one.setups != another.setups


@pytest.mark.slow
def test_the_report_can_be_written_down_and_read() -> None:
    report = check_game(Peaks(), games=10)
    told = json.loads(json.dumps(report.to_dict()))
    assert told["ok"] is True
    assert told["games"] == 10
    assert [one["games"] for one in told["setups"]] == [5, 5]
    assert [one["check"] for one in told["checks"]] == list(check_names())
    assert str(report).startswith("Peaks: 10 games, ")


def test_a_crash_can_be_played_again() -> None:
    report = check_game(Spoilt(crash_at_five), games=20, only=["play"])
    assert not report.ok
    finding = report.findings[0]
    assert finding.check == "play"
    assert "KeyError: 'five', raised in `crash_at_five` (test_report.py, line " in finding.message
    assert finding.record is not None
    record = read_record(finding.record)
    with pytest.raises(KeyError, match="five"):
        record.end(Spoilt(crash_at_five))
    assert [PeaksState().parse(word) for word in record.moves] == list(finding.choices)


def test_a_crash_at_the_start_is_told_with_the_seed() -> None:
    class Broken(Peaks):
        def begin(self, *given: Any) -> PeaksState:
            raise ZeroDivisionError(given)

    report = check_game(Broken(), games=4)
    assert {finding.check for finding in report.findings} == {"play"}
    assert all(finding.record and finding.record["setup"]["seed"] for finding in report.findings)


def test_each_fault_of_a_position_has_a_line_of_its_own() -> None:
    class Broken(Peaks):
        def begin(self, *_: Any) -> PeaksState:
            raise BadPosition([Fault(("deck",), "too short"), Fault((), "nobody plays; say who")])

    report = check_game(Broken(), games=1)
    first, *others = report.findings[0].message.split("\n")
    assert first.startswith("BadPosition, raised in `begin` (test_report.py, line ")
    assert others == ["deck: too short", "nobody plays; say who"]


def test_games_that_were_not_played_to_the_end_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    report = check_game(Spoilt(crash_at_five), games=8, only=["play"])
    games = report.totals.games
    assert 0 <= games < report.totals.begun == 8
    show_conformance([report])
    heading, *lines = capsys.readouterr().out.splitlines()
    assert heading == f"Peaks: 8 games from seed 1, {games or 'none'} played to the end"
    assert len([line for line in lines if line.startswith("  play: KeyError")]) == min(2, 8 - games)


def test_of_one_check_only_some_findings_are_kept() -> None:
    report = check_game(Spoilt(crash_at_five), games=200, only=["play"])
    assert len(report.findings) == 5
    assert report.checks[0].found > 5


def test_only_the_checks_asked_for_are_made() -> None:
    report = check_game(Peaks(), games=3, only=["words"])
    assert [tally.name for tally in report.checks] == ["play", "words"]
    with pytest.raises(InputError, match="unknown check 'wrods'"):
        check_game(Peaks(), only=["wrods"])


def test_every_game_is_told_as_progress() -> None:
    told: list[int] = []
    check_game(Peaks(), games=7, progress=told.append)
    assert told == [1] * 7


def use_random(state: PeaksState, _: int) -> None:
    random.shuffle(state.deck)


def use_new_random(state: PeaksState, move: int) -> None:
    random.Random(move).shuffle(state.deck)


def use_the_clock(state: PeaksState, _: int) -> None:
    state.round += time.time_ns() % 2


def use_the_day(state: PeaksState, _: int) -> None:
    import datetime

    state.round += datetime.datetime.now().day % 2


def use_it_and_hush(*_: object) -> None:
    try:
        random.random()
    except Exception:
        return


@pytest.mark.parametrize(
    ("spoil", "touched"),
    [
        (use_random, "`random.shuffle` is touched in `use_random`"),
        (use_new_random, "`random.Random` is touched"),
        (use_the_clock, "`time.time_ns` is touched"),
        (use_the_day, "`datetime.datetime.now` is touched"),
        (use_it_and_hush, "`random.random` is touched"),
    ],
)
def test_chance_and_clock_are_locked_away(spoil: Callable[[PeaksState, int], None], touched: str) -> None:
    report = check_game(Spoilt(spoil), games=4, only=["chance"])
    assert {finding.check for finding in report.findings} == {"chance"}
    assert touched in report.findings[0].message


def test_they_are_given_back() -> None:
    before = dict(vars(random)), dict(vars(time))
    check_game(Spoilt(use_random), games=2)
    assert (dict(vars(random)), dict(vars(time))) == before


def test_other_threads_keep_them() -> None:
    """A progress bar looks at the clock all the time."""
    heard: list[object] = []
    done = threading.Event()

    def look_at_the_clock() -> None:
        while not done.is_set():
            try:
                heard.append(time.monotonic())
            except Exception as crash:
                heard.append(crash)

    thread = threading.Thread(target=look_at_the_clock)
    thread.start()
    report = check_game(Peaks(), games=20, only=["chance"])
    done.set()
    thread.join()
    assert report.ok
    assert {type(one) for one in heard} == {float}


def test_a_game_that_another_process_cannot_get_is_told_in_a_note() -> None:
    class Here(Peaks):
        """Can't be found from elsewhere."""

    report = check_game(Here(), games=4)
    assert report.ok, str(report)
    assert report.notes == [
        "repeats: nothing was played in another process: `opener` can say how it gets this game"
    ]


def test_another_process_that_fails_is_a_finding() -> None:
    report = check_game(Peaks(), games=2, only=["repeats"], opener=Opener("no_such_module", "Peaks"))
    assert "could not be played in another process: ModuleNotFoundError" in report.findings[0].message


def test_another_process_takes_no_modules_from_the_folder_of_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "generator").mkdir()
    (tmp_path / "generator" / "__init__.py").write_text("raise ImportError")
    monkeypatch.chdir(tmp_path)
    assert check_game(Peaks(), games=2, only=["repeats"], opener=OPENER).ok


def test_worlds_that_are_of_no_use_are_a_finding() -> None:
    class Unread(Peaks):
        """Forgets the round."""

        def from_dict(self, position: Any) -> State:
            state = super().from_dict({**position, "round": 1})
            assert isinstance(state, PeaksState)
            return state

    report = check_game(Unread(), games=40, only=["views"])
    assert "determinized worlds are of no use" in report.findings[0].message
    assert "in the first, round is " in report.findings[0].message


def test_a_game_whose_states_can_not_be_determinized_at_once_is_passed_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(PeaksState, "determinize")
    report = check_game(Peaks(), games=3, only=["dealt"])
    assert report.ok, str(report)
    assert report.notes == ["dealt: skipped: its states have no `determinize` of their own"]


def test_only_a_game_that_says_so_can_be_lost_by_all(monkeypatch: pytest.MonkeyPatch) -> None:
    def outcome(_: PeaksReferee, position: Any) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return tuple(seat["score"] for seat in position["seats"]), ()

    monkeypatch.setattr(PeaksReferee, "outcome", outcome)
    monkeypatch.setattr(PeaksState, "result", lambda state: Result(tuple(state.scores), (), "nobody wins"))
    game = Peaks()
    report = check_game(game, games=2, only=["results"])
    told = {finding.message for finding in report.findings}
    assert "nobody wins, and the game does not say that all can lose" in told
    game.all_can_lose = True
    again = check_game(game, games=2, only=["results"])
    assert {finding.message for finding in again.findings} == {"there is a result while the game goes on"}


@pytest.mark.slow
def test_leduc_passes() -> None:
    report = check_game(Leduc(), games=40)
    assert report.ok, str(report)
