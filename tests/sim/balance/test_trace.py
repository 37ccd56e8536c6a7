"""Traces leave games as they are, do not depend on who plays them, and tell what is known of games."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from generator.catalog.problems import InputError
from generator.sim.balance.card_figures import measure_cards
from generator.sim.balance.figures import measure_games
from generator.sim.balance.trace import Tracing, collect_traces, read_traces
from generator.sim.study.games import read_games
from generator.sim.study.plan import Plan
from generator.sim.study.table import MOVE_LIMIT, open_table, play_numbers
from generator.sim.study.workers import Crew

from .tiny import plan_of, study, write_pairs, write_race


def race(folder: Path, games: int = 8) -> Plan:
    runners = write_race(folder) / "runners.py"
    return plan_of(folder, games, f"{runners}:Walker", f"{runners}:Jumper")


def test_the_course_of_a_race_is_told_as_it_was_run(tmp_path: Path) -> None:
    """Seat 0 is ahead all the time where it is the jumper's, and caught up in turn 5 where it is not."""
    played = study(race(tmp_path / "race"), Tracing(estimated=1, playouts=20))
    traces = played.traces
    assert traces is not None
    assert traces.course["number"] == list(range(8))
    assert traces.course["turns"] == [6] * 8
    assert traces.course["leads"] == [1, 0] * 4
    assert traces.course["half"] == [0, 1] * 4
    assert traces.course["behind"] == [pytest.approx(5 / 6), 0] * 4
    assert traces.course["settled"] == [6, 1] * 4
    assert min(traces.course["deficit"][::2]) > 0.8 > 0.2 > max(traces.course["deficit"][1::2])
    course = measure_games(read_games(played.store), played.table.game, traces).course
    assert course is not None
    assert course.lead_changes.mean.value == 0.5
    assert course.comebacks is not None
    assert (course.comebacks.value, course.comebacks.n) == (0.5, 4)
    assert course.settled is not None
    assert (course.settled.least, course.settled.most) == (1, 6)
    assert dict(course.settled_by)[0.0] == 0.5
    assert dict(course.settled_by)[0.8] == 0.5
    assert dict(course.settled_by)[0.9] == 1


def test_choice_and_length_of_a_race_are_told_as_they_were(tmp_path: Path) -> None:
    played = study(race(tmp_path / "race"), Tracing(estimated=1, playouts=20))
    figures = measure_games(read_games(played.store), played.table.game, played.traces)
    assert figures.length.turns is not None
    assert (figures.length.turns.least, figures.length.turns.most) == (6, 6)
    assert figures.length.decisions.mean.value == 12
    assert (figures.choice.legal.value, figures.choice.legal_most) == (200, 200)
    assert figures.choice.decisions_by_legal == ((200, 96),)
    assert figures.choice.forced_turns is not None
    assert figures.choice.forced_turns.value == 0
    assert [(move.form, move.made) for move in figures.moves] == [("wait …", 88), ("jump", 8)]
    assert [(one.reason, one.share.value) for one in figures.endings] == [("six turns were run", 1.0)]


def test_cards_are_followed_from_the_first_hand_to_the_last(tmp_path: Path) -> None:
    """Of four cards each seat draws two, lays one and keeps one; who lays the ace has won."""
    played = study(plan_of(write_pairs(tmp_path / "pairs"), 400), Tracing(200, estimated=1000))
    assert played.traces is not None
    report = measure_cards(played.traces)
    cards = {card.card: card for card in report.cards}
    assert list(cards) == ["ace", "deuce", "jack", "queen"]
    for card in cards.values():
        assert (card.copies, card.seats, card.drawn, card.discarded) == (1, 800, 400, 0)
        assert card.played is not None
        assert card.played + card.dead == 400
        assert card.dead_rate.value == card.dead / 400
        assert card.baseline.value == 0.5
        assert card.opening == card.when_drawn
    ace, deuce = cards["ace"], cards["deuce"]
    assert ace.when_played is not None
    assert deuce.when_played is not None
    assert (ace.when_played.rate.value, deuce.when_played.rate.value) == (1, 0)
    # Whoever holds the ace lays it in half of the games, and wins half of the others.
    assert ace.when_drawn.rate.holds(3 / 4)
    assert ace.when_drawn.difference is not None
    assert ace.when_drawn.difference.holds(3 / 4 - 1 / 2)
    assert ace.when_drawn.difference.value == pytest.approx(ace.when_drawn.rate.value - 0.5)
    assert not report.never_drawn
    assert not report.never_played


@pytest.mark.slow
@pytest.mark.parametrize("game", ["battle-gate", "hold-the-gates", "hold-the-line", "strongholds"])
def test_games_are_the_same_with_and_without_traces(game: str) -> None:
    plan = plan_of(game, 4, "random", "greedy")
    plain, traced = study(plan), study(plan, Tracing(playouts=3))
    assert plain.store.digest() == traced.store.digest()
    assert plain.traces is None
    assert traced.traces is not None
    assert traced.traces.games == 4


@pytest.mark.parametrize("game", ["hold-the-gates", "hold-the-line"])
def test_traces_are_the_same_in_batches_of_any_size(game: str) -> None:
    plan = plan_of(game, 8)
    table, tracing = open_table(plan), Tracing(deals=2, estimated=4, playouts=4)
    texts = []
    for bounds in ((0, 8), (0, 1, 2, 3, 4, 5, 6, 7, 8), (0, 3, 5, 8)):
        ranges = [range(low, high) for low, high in pairwise(bounds)]
        batches = [play_numbers(table, games, MOVE_LIMIT, tracing) for games in ranges]
        traces = collect_traces([batch.notes for batch in batches if batch.notes is not None])
        assert traces is not None
        assert traces.columns["number"] == [0, 1, 2, 3]
        assert traces.course["number"] == [0, 1]
        texts.append(traces.to_text())
    assert len(set(texts)) == 1
    assert read_traces(texts[0]).to_text() == texts[0]


@pytest.mark.slow
def test_traces_are_the_same_by_any_number_of_workers() -> None:
    plan = plan_of("hold-the-gates", 30)
    alone, two = (study(plan, Tracing(6, 2, 4), Crew(workers)).traces for workers in (1, 2))
    assert alone is not None
    assert two is not None
    assert alone.to_text() == two.to_text()


def test_traces_of_two_kinds_are_not_mixed() -> None:
    table = open_table(plan_of("hold-the-gates", 4))
    notes = [
        play_numbers(table, range(2), MOVE_LIMIT, Tracing(playouts=2)).notes,
        play_numbers(table, range(2, 4), MOVE_LIMIT, Tracing(playouts=3)).notes,
    ]
    with pytest.raises(InputError, match=re.escape("the games of the study were not all traced alike")):
        collect_traces(note for note in notes if note is not None)


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        ('"seats":2', '"seats":1000000'),
        ('"seats":2', '"seats":"2"'),
        ('"number":[0', '"number":[1e400'),
        ('"number":[0', '"number":["x"'),
        ('"number":[0', '"number":[0,0'),
        ('"deals":1', '"deels":1'),
        ('"legal":[[', '"legal":[[1],['),
        ('"cards":[', '"cards":[["a","b",[],[],[]],'),
        ("{", "[" * 5000),
    ],
)
def test_notes_that_somebody_else_wrote_are_checked(was: str, becomes: str) -> None:
    batch = play_numbers(open_table(plan_of("hold-the-line", 2)), range(2), MOVE_LIMIT, Tracing(playouts=2))
    text = batch.notes or ""
    assert was in text
    with pytest.raises(InputError, match="what is noted of games of the study can't be read"):
        read_traces(text.replace(was, becomes, 1))
