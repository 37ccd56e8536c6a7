"""Where all draw from the same cards, a card's worth is told by who chance gives it."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from games import run_here, write_game

from generator.sim.balance.draws import DrawReport, WhoDraws, hidden_piles, measure_draws, shares_cards
from generator.sim.study.store import Store
from generator.sim.study.table import Table, open_table
from generator.sim.study.workers import Crew, play_study

from .tiny import PAIRS, plan_of, write_duel

LOTTERY = PAIRS.replace(
    ".give(card, table.laid[table.seat])\n",
    ".give(card, table.laid[table.seat])\n"
    "    if table.deck:\n"
    "        table.hand[table.seat].append(table.deck.draw())\n",
).replace('"both have laid a card" if all(table.laid)', '"all are laid" if not any(table.hand)')
"""Each draws after laying a card, until there are none; the higher sum wins."""


def write_lottery(folder: Path, strong: int) -> Path:
    """Twelve cards of rank 2, one of which has another rank."""
    cards = [{"name": f"card {number}", "rank": 2} for number in range(9)]
    cards += [{"name": "twin", "rank": 2, "copies": 2}, {"name": "giant", "rank": strong}]
    return write_game(folder, cards=cards, files={"rules.py": LOTTERY})


def report_of(folder: Path, deals: int) -> tuple[Table, DrawReport]:
    table = open_table(plan_of(folder, 2 * deals))
    return table, measure_draws(table, deals, Crew(), lambda _: None)


@pytest.mark.slow
def test_exactly_the_card_that_is_too_strong_is_named(tmp_path: Path) -> None:
    """Whoever draws the giant wins, and all else is even: a copy turns a loss into a win."""
    _, report = report_of(write_lottery(tmp_path / "lottery", 9), 60)
    first, *others = report.cards
    assert (report.games, first.name, first.drawn) == (120, "giant", 120)
    assert first.beside is not None
    assert first.beside.comparison.differs
    assert first.difference.value == pytest.approx(1)
    assert not [card.name for card in others if card.beside and card.beside.comparison.differs]


def test_of_cards_that_are_alike_none_is_named(tmp_path: Path) -> None:
    _, report = report_of(write_lottery(tmp_path / "lottery", 2), 40)
    assert len(report.cards) == 11
    assert {card.difference.value for card in report.cards} == {0.0}
    assert not any(card.matters for card in report.cards)


def test_every_draw_is_seen_even_of_a_card_like_the_one_that_was_laid(tmp_path: Path) -> None:
    table = open_table(plan_of(write_lottery(tmp_path / "lottery", 9), 40))
    with Store.begin(None, table.plan, table.versions) as store:
        assert play_study(store, table, Crew(), lambda _: None, WhoDraws()) is None
        rows = [row for text in store.notes() for row in json.loads(text)]
    everything = Counter({f"card-{number}": 1 for number in range(9)} | {"twin": 2, "giant": 1})
    for _, luck, drawn in rows:
        assert sum(map(Counter, drawn), Counter()) == everything
        for seat in luck:
            # What one has had too much of, one has had too little of others.
            assert sum(seat.values()) == pytest.approx(0)


def test_only_piles_that_nobody_sees_are_a_lottery(tmp_path: Path) -> None:
    table = open_table(plan_of(write_lottery(tmp_path / "lottery", 9), 2))
    state = table.begin(0)
    assert hidden_piles(state, state.to_dict(), 2) == ((None, "deck"),)
    assert shares_cards(table)
    assert not shares_cards(open_table(plan_of(write_duel(tmp_path / "duel", planted=True), 2)))


@pytest.mark.slow
def test_a_designer_is_shown_the_card_without_declaring_a_blank(tmp_path: Path) -> None:
    folder = write_lottery(tmp_path / "lottery", 9)
    done = run_here("balance", str(folder), "--measure", "cards", "--bots", "random", "--games", "20")
    assert (done.code, done.stderr) == (0, "")
    text = " ".join(done.stdout.split())
    assert "giant is stronger than the others: beside an average card, whoever draws it wins " in text
    assert "Chance deals them; what a card does to the game for all alike does not show." in text
