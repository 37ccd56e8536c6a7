"""Teams, and games that all win or lose together."""

from __future__ import annotations

from typing import Any

import pytest

from generator.rules import Game, RulesError, check_game
from generator.rules.kit import ALL, From, Rules, Sum, Table
from generator.rules.terminal import display_for
from generator.sim.bots import make_bot
from generator.sim.endings import sides_of
from generator.sim.matches.match import narrate_result
from rules.kit.conftest import ZONES, Open

PAIRS = [(0, 2), (1, 3)]


def pair_game(**changes: Any) -> Rules:
    """Each of four has two cards, and keeps one of them: a pair has the sum of what it kept."""
    rules = Rules(**{"seats": 4, "zones": ZONES, "teams": PAIRS, "scores": [Sum("won", "rank")], **changes})

    @rules.setup
    def deal(table: Table) -> None:
        table.shuffle(table.deck)
        table.deck.deal(2, *table.hand)

    @rules.move("keep {card}", card=From("hand"))
    def keep(table: Table, card: Any) -> None:
        table.hand[table.seat].give(card, table.won[table.seat])
        table.hand[table.seat].give_all(table.heap)
        table.pass_turn()

    @rules.over
    def over(table: Table) -> str | None:
        return None if any(table.hand) else "everybody has kept a card"

    return rules


def ended(game: Game, *kept: str) -> Any:
    return game.from_dict({"player": None, "seats": [{"won": [card]} for card in kept]})


def test_a_pair_has_the_points_of_both_and_wins_together(tiny: Open) -> None:
    game = tiny(pair_game())
    state = ended(game, "red-1", "red-2", "red-3", "blue-1")
    result = state.result()
    assert (result.scores, result.winners) == ((4, 3, 4, 3), (0, 2))
    assert game.referee().outcome(state.to_dict()) == (result.scores, result.winners)
    message = list(narrate_result(display_for(game, None), game, result, 0))
    assert message[1:] == [
        "Won together by you and seat 2.",
        "Points: seat 0 and seat 2 together 4; seat 1 and seat 3 together 3.",
    ]
    tie = ended(game, "red-1", "red-2", "red-3", "blue-2").result()
    assert tie.winners == (0, 1, 2, 3)
    assert list(narrate_result(display_for(game, None), game, tie, 0))[1].startswith(
        "The win is shared by you"
    )


def test_sides_are_those_that_are_declared(tiny: Open) -> None:
    """By the winners of few games alone they could be others."""
    game = tiny(pair_game())
    assert sides_of([(0, 2)], 4, game) == sides_of([(0, 1, 2, 3)], 4, game) == ((0, 2), (1, 3))
    report = check_game(game, 8, stop_at_first=True)
    assert report.ok, str(report)


def together(won: Any) -> Rules:
    rules = pair_game(teams=ALL, seats=(1, 4))
    rules.winners(won)
    return rules


@pytest.mark.parametrize(
    ("won", "winners", "message"),
    [
        (lambda table: table.seats, (0, 1, 2, 3), "Seat 0, seat 1, seat 2 and seat 3 win."),
        (lambda table: [0], (0, 1, 2, 3), "Seat 0, seat 1, seat 2 and seat 3 win."),  # noqa: ARG005
        (lambda table: [], (), "Nobody wins."),  # noqa: ARG005
    ],
)
def test_all_win_or_lose_together(tiny: Open, won: Any, winners: tuple[int, ...], message: str) -> None:
    game = tiny(together(won))
    result = ended(game, "red-1", "red-2", "red-3", "blue-1").result()
    assert (result.scores, result.winners) == ((7, 7, 7, 7), winners)
    assert list(narrate_result(display_for(game, None), game, result, None))[1] == message
    assert make_bot("greedy", game, 1, 0)._worth(result, 3) == (1000 if winners else -1000)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"teams": [(0, 1), (2, 2)]}, "`teams` names each of 4 seats once"),
        ({"teams": "pairs"}, "`teams` names each of 4 seats once"),
        ({"teams": 7}, "`teams` names each of 4 seats once"),
        ({"teams": [(0, 1)]}, "`teams` names each of 4 seats once"),
        ({"teams": {3: [(0, 1), (2,)]}}, "`teams` speaks of 3 players, and `seats` does not"),
    ],
)
def test_teams_that_can_not_be(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(RulesError, match=message):
        pair_game(**changes)


def test_who_plays_together_says_whether_they_won(tiny: Open) -> None:
    with pytest.raises(AssertionError, match="all play together, and nobody says whether they have won"):
        tiny(pair_game(teams=ALL))
