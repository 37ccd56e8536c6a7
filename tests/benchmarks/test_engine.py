"""The benchmark of the rules measures what it says."""

from __future__ import annotations

from typing import Any

from generator import rules
from tests.benchmarks.engine_peers import gatepress, openspiel
from tests.benchmarks.engine_peers.contestant import Contestant
from tests.benchmarks.engine_results import Figures, reach, table

SEEDS = range(5)


def by_game(contestants: list[Contestant]) -> dict[str, Contestant]:
    return {contestant.game: contestant for contestant in contestants}


def test_whoever_is_asked_by_gatepress_has_a_choice() -> None:
    for contestant in gatepress.contestants():
        assert contestant.play(SEEDS) > len(SEEDS), contestant.game


def test_forced_moves_and_chance_are_no_decisions_of_openspiel() -> None:
    hearts = by_game(openspiel.contestants())["hearts"]
    assert hearts.steps(SEEDS) >= (52 + 52) * len(SEEDS), "52 cards are dealt, and 52 are played"
    assert hearts.play(SEEDS) < (12 + 52) * len(SEEDS), "12 are passed, 52 are played, but some are forced"


def test_decks_have_so_many_cards_and_100_points() -> None:
    kinds = gatepress.deck(gatepress.DECK_40)
    assert len(kinds) == 40
    assert sum(int(kind[1:]) for kind in kinds) == 100
    state = rules.load("battle-gate").start(decks=[gatepress.DECK_25] * 2)
    referee = rules.load("battle-gate").referee()
    assert [len(cards) for cards in referee.cards(state.to_dict()).values()] == [25, 25]


def test_clones_are_taken_from_the_middle_of_a_game() -> None:
    """There is a choice to make there, and a clone has the same."""
    for contestant in gatepress.contestants():
        if contestant.middle is not None:
            state: Any = contestant.middle(3)
            assert len(state.legal()) > 1, contestant.game
            assert state.clone().to_dict() == state.to_dict(), contestant.game
    for contestant in openspiel.contestants():
        if contestant.middle is not None:
            state = contestant.middle(3)
            assert not state.is_terminal(), contestant.game
            assert str(state.clone()) == str(state), contestant.game


def test_the_reach_is_judged_by_the_best_round() -> None:
    slow, quick = Figures(decisions=10, steps=20), Figures(decisions=10, steps=10)
    for seconds in (0.003, 0.002):
        slow.add(games=100, decisions=1000, seconds=seconds, clone=None)
        quick.add(games=100, decisions=1000, seconds=seconds / 2, clone=seconds / 1000)
    results = {("OpenSpiel", "leduc_poker"): slow, ("Gatepress", "leduc-poker"): quick}
    verdicts = list(reach(results))
    assert "NO   Leduc poker, plain Python: at least 2.5 × as fast as OpenSpiel: 2.00 ×" in verdicts
    assert verdicts[0].startswith("?    Battle Gate, 25 cards, plain Python")
    first, second = list(table(results))[2:]
    assert first.split("|")[3:7] == [" " * 4 + "2.00 ", "   2.50 ", "    1.00 ", "  50,000 "]
    assert "2.00" in second
