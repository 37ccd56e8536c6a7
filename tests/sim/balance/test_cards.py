"""Cards are found in positions and moves of any game."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from own_leduc import write_leduc

from generator.rules import load
from generator.sim.balance.card_figures import measure_cards
from generator.sim.balance.cards import hand_keys, read_hands, read_move, stocks_of
from generator.sim.balance.trace import Tracing

from .tiny import plan_of, study, write_duel


@pytest.mark.parametrize(
    ("text", "form", "words", "plays"),
    [
        ("done", "done", (), True),
        ("field S4", "field …", ("S4",), True),
        ("attack S4>1", "attack …>…", ("S4", "1"), True),
        ("stage 0 anti-armor", "stage … …", ("0", "anti-armor"), True),
        ("pit 2S 3S", "pit … …", ("2S", "3S"), True),
        ("lay AH>*B", "lay …>…", ("AH", "*B"), True),
        ("discard S4", "discard …", ("S4",), False),
    ],
)
def test_a_move_is_read_by_its_words(text: str, form: str, words: tuple[str, ...], plays: bool) -> None:
    move = read_move(text)
    assert (move.form, move.words, move.plays) == (form, words, plays)


@pytest.mark.parametrize(
    ("game", "whose", "sizes"),
    [
        ("battle-gate", ["0", "1"], [37, 25]),
        ("hold-the-gates", ["attacker", "defender"], [20, 10]),
        ("hold-the-line", ["all", "all"], [28, 28]),
        ("strongholds", ["all", "all"], [42, 42]),
        ("gateway", ["all", "all"], [241, 241]),
    ],
)
def test_hands_and_owners_of_the_bundled_games_are_found(
    game: str, whose: list[str], sizes: list[int]
) -> None:
    rules = load(game)
    state = rules.start(seed=1)
    assert hand_keys(state, 2) == ("hand",)
    held = read_hands(state.to_dict(), ("hand",), 2)
    openings = [Counter(cards) for _, cards in rules.opening(state)]
    if game != "battle-gate":
        assert held == openings
    stocks = stocks_of(rules, state, state.to_dict())
    assert stocks is not None
    assert [stock.whose for stock in stocks] == whose
    assert [stock.cards.total() for stock in stocks] == sizes
    assert all(hand <= stock.cards for hand, stock in zip(openings, stocks, strict=True))


def test_sides_of_a_game_of_ones_own_have_their_own_cards(tmp_path: Path) -> None:
    rules = load(str(write_duel(tmp_path / "duel", planted=True)))
    state = rules.start(seed=1)
    stocks = stocks_of(rules, state, state.to_dict())
    assert stocks is not None
    sides = [{card.partition("-")[0] for card in stock.cards} for stock in stocks]
    assert sides == [{"left", "dynamite"}, {"right"}]
    assert [stock.cards.total() for stock in stocks] == [10, 9]


def test_what_a_game_does_not_tell_is_said_and_not_made_up(tmp_path: Path) -> None:
    """Leduc's moves name no cards, and its positions have hands of another form."""
    plan = plan_of(write_leduc(tmp_path / "leduc"), 12)
    traces = study(plan, Tracing(estimated=100)).traces
    assert traces is not None
    report = measure_cards(traces)
    assert "No move names a card that leaves the hand" in " ".join(report.untold)
    assert report.cards
    for card in report.cards:
        assert (card.played, card.discarded, card.when_played, card.played_turn) == (None, None, None, None)
    assert sum(card.drawn for card in report.cards) == 24
    assert not report.never_played


def test_a_game_without_hands_has_no_figures_of_cards(tmp_path: Path) -> None:
    rules = write_leduc(tmp_path / "leduc") / "rules.py"
    rules.write_text(rules.read_text("utf-8").replace('"hands"', '"held"'), "utf-8")
    traces = study(plan_of(tmp_path / "leduc", 4), Tracing(estimated=100)).traces
    assert traces is not None
    report = measure_cards(traces)
    assert report.cards == ()
    assert report.untold == ("Its positions list no hands, so that nothing is known of its cards.",)
