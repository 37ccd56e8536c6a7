"""Figures of games equal what is counted from the stored results one by one."""

from __future__ import annotations

import json
from statistics import mean, stdev

import pytest

from generator.sim.balance.card_figures import measure_cards
from generator.sim.balance.figures import measure_games, move_forms
from generator.sim.balance.trace import Tracing
from generator.sim.study.games import read_games

from .tiny import Studied, plan_of, study


@pytest.fixture(scope="module")
def sieges() -> Studied:
    return study(plan_of("hold-the-gates", 40), Tracing(estimated=10, playouts=5))


def test_length_margin_and_endings_are_those_of_the_stored_games(sieges: Studied) -> None:
    figures = measure_games(read_games(sieges.store), sieges.table.game, sieges.traces)
    games = [sieges.store.game(number) for number in range(40)]
    rows = [game for game in games if game is not None]
    turns = [row["turns"] for row in rows]
    assert figures.games == 40
    assert figures.deals == 20
    assert figures.length.turns is not None
    assert figures.length.turns.mean.value == pytest.approx(mean(turns))
    assert figures.length.turns.sd == pytest.approx(stdev(turns))
    assert figures.length.turns.mean.n == 20
    assert sum(bar.count for bar in figures.length.turns.bars) == 40
    decisions = [row["decisions_0"] + row["decisions_1"] for row in rows]
    assert figures.length.decisions.mean.value == pytest.approx(mean(decisions))
    assert figures.choice.legal.value == pytest.approx(
        mean(row["legal_sum"] / made for row, made in zip(rows, decisions, strict=True))
    )
    assert figures.choice.legal_most == max(row["legal_most"] for row in rows)
    assert sum(count for _, count in figures.choice.decisions_by_legal) == sum(decisions)
    assert figures.margin is not None
    assert figures.margin.mean.value == pytest.approx(
        mean(abs(row["score_0"] - row["score_1"]) for row in rows)
    )
    fallen = mean("fallen" in row["reason"] for row in rows)
    shares = {ending.reason: ending.share.value for ending in figures.endings}
    assert shares["the Village has fallen: … damage of …"] == pytest.approx(fallen)
    assert sum(shares.values()) == pytest.approx(1)


def test_forms_of_moves_that_nobody_made_are_told() -> None:
    """A bot that never plays a card for its action leaves these moves unused; they were on offer."""
    played = study(
        plan_of("hold-the-gates", 4, "random+no-actions", "random+no-actions"), Tracing(estimated=9)
    )
    figures = measure_games(read_games(played.store), played.table.game, played.traces)
    assert figures.never_made == ("action …", "action …>…")
    uses = {move.form: move for move in figures.moves}
    assert uses["action …"].offered > 0
    assert uses["action …"].share == 0
    assert uses["deploy …"].made == sum(count for _, count in figures.choice.decisions_by_legal)


def test_every_form_of_move_of_a_game_is_listed() -> None:
    played = study(plan_of("battle-gate", 2))
    forms = move_forms(played.table.game)
    assert forms[:2] == ("done", "pass")
    assert set(forms) >= {"field …", "attack …>…", "block …>…", "boost …>…", "recover …"}


def test_without_traces_only_what_is_stored_is_told(sieges: Studied) -> None:
    figures = measure_games(read_games(sieges.store), sieges.table.game, None)
    assert (figures.course, figures.moves, figures.traced) == (None, (), 0)
    assert figures.choice.forced_turns is None


def test_a_game_without_points_has_no_margin() -> None:
    played = study(plan_of("battle-gate", 4))
    assert measure_games(read_games(played.store), played.table.game, None).margin is None


def test_all_figures_are_json(sieges: Studied) -> None:
    assert sieges.traces is not None
    games = measure_games(read_games(sieges.store), sieges.table.game, sieges.traces).to_dict()
    cards = measure_cards(sieges.traces).to_dict()
    for figures in (games, cards):
        assert json.loads(json.dumps(figures, allow_nan=False)) == json.loads(json.dumps(figures))
