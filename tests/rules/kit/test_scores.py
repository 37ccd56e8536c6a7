"""What counts at the end of games of the kit: each term by hand, ties, and who wins."""

from __future__ import annotations

from typing import Any

import pytest

from generator.rules import RulesError, check_game
from generator.rules.kit import SEAT, Counter, Different, Each, From, Most, Sets, Sum, Tally, Zone
from generator.rules.kit.scoring import Term
from generator.sim.bots import make_bot
from generator.sim.matches.hints import WAY_ON, describe_hint
from rules.kit.conftest import SUITS, ZONES, Open, card_game

WON = (["red-1", "red-1", "red-2", "blue-3"], ["blue-1", "blue-2", "blue-2", "blue-3", "red-3"], [])
"""Three seats: ranks 1, 1, 2, 3 and 1, 2, 2, 3, 3, and nothing."""


def ended(tiny: Open, won: Any = WON, coins: Any = (4, 0, 7), **changes: Any) -> Any:
    """A game that is over, with these cards won."""
    rules = card_game(seats=len(won), counters=[Counter("coins", of=SEAT)], **changes)
    if changes.get("scores"):
        rules.functions.choose_winners = None
    seats = [{"won": list(cards), "coins": count} for cards, count in zip(won, coins, strict=False)]
    return tiny(rules).from_dict({"player": None, "seats": seats})


@pytest.mark.parametrize(
    ("term", "points"),
    [
        (Sum("won", "rank"), [7, 11, 0]),
        (Sum("won", "rank", where={"suit": "blue"}), [3, 8, 0]),
        (Sum("won", "rank", worth=-2), [-14, -22, 0]),
        (Each("won"), [4, 5, 0]),
        (Each("won", where={"suit": "red", "rank": [1, 3]}, worth=5), [10, 5, 0]),
        (Each("won", where={"suit": "red"}, worth=-1), [-3, -1, 0]),
        # Of a kind: 2 ones, 1 two, 1 three; then 1 one, 2 twos, 2 threes.
        (Sets("won", "rank", (0, 1, 4)), [6, 9, 0]),
        (Sets("won", "suit", (0, 1, 3, 6)), [7, 7, 0]),
        (Sets("won", "suit", (0, 1, 3, 6), where={"rank": 3}), [1, 2, 0]),
        (Different("won", "rank", (0, 1, 3, 6)), [6, 6, 0]),
        (Different("won", "suit", (2, 5)), [5, 5, 2]),
        (Different("won", "rank", (0, 1, 3, 6), where={"suit": "red"}), [3, 1, 0]),
        (Most("won", 3), [0, 3, 0]),
        (Most("won", 3, where={"rank": 1}), [3, 0, 0]),
        (Most("won", 3, where={"suit": "blue", "rank": 3}), [3, 3, 0]),
        (Most("won", 3, where={"suit": "green"}), [0, 0, 0]),
        (Tally("coins"), [4, 0, 7]),
        (Tally("coins", worth=-2), [-8, 0, -14]),
    ],
)
def test_each_term_by_hand(tiny: Open, term: Term, points: list[int]) -> None:
    state = ended(tiny, scores=[term])
    assert list(state.result().scores) == points
    assert state.game.referee().outcome(state.to_dict()) == (state.result().scores, state.result().winners)


def test_terms_are_added_up_over_rows_and_pieces_too(tiny: Open) -> None:
    zones = [*ZONES, Zone("row", of=SEAT, places=2), Zone("line", of=SEAT, marks=[Counter("damage")])]
    rules = card_game(zones=zones, scores=[Sum("won", "rank"), Sum("row", "rank"), Each("line", worth=10)])
    rules.functions.choose_winners = None
    first = {"won": ["red-1"], "row": [["red-2"], ["red-3"]], "line": [{"card": "red-1", "damage": 2}]}
    state = tiny(rules).from_dict({"player": None, "seats": [first, {}]})
    assert state.result().scores == (16, 0)


@pytest.mark.parametrize(
    ("changes", "winners"),
    [
        ({"scores": [Each("won")]}, (0, 1)),
        ({"scores": [Each("won")], "winner": "least"}, (2,)),
        ({"scores": [Each("won")], "ties": [Tally("coins")]}, (0,)),
        ({"scores": [Each("won")], "ties": [Sum("won", "rank")]}, (1,)),
        ({"scores": [Each("won")], "ties": [Each("won", where={"suit": "red"}), Tally("coins")]}, (0,)),
        # Coins that decide nothing do not make up for a score.
        ({"scores": [Each("won")], "winner": "least", "ties": [Tally("coins")]}, (2,)),
    ],
)
def test_whoever_has_most_wins_and_ties_are_broken(
    tiny: Open, changes: Any, winners: tuple[int, ...]
) -> None:
    won = [["red-1", "red-2"], ["blue-2", "blue-3"], ["red-1"]]
    assert ended(tiny, won, (3, 1, 9), **changes).result().winners == winners


def test_who_wins_may_be_chosen_where_there_are_no_points(tiny: Open) -> None:
    result = ended(tiny).result()
    assert (result.scores, result.winners) == ((0, 0, 1), (2,))


def test_a_game_in_which_nobody_says_who_wins_is_told(tiny: Open) -> None:
    rules = card_game()
    rules.functions.choose_winners = None
    with pytest.raises(RulesError, match="nobody says who wins"):
        tiny(rules).from_dict({"player": None, "seats": [{}, {}]}).result()


@pytest.mark.parametrize(
    ("term", "message"),
    [
        (Sum("wno", "rank"), "there is no zone of seats 'wno'; did you mean `won`?"),
        (Sum("heap", "rank"), "there is no zone of seats 'heap'"),
        (Tally("coin"), "there is no counter of seats 'coin'; did you mean `coins`?"),
        (Sets("won", "rank", ()), "`worth` says what no card, one card, two cards … are worth"),
    ],
)
def test_terms_speak_of_what_seats_have(term: Term, message: str) -> None:
    with pytest.raises(RulesError) as error:
        card_game(counters=[Counter("coins", of=SEAT)], scores=[term])
    assert error.value.message.startswith(message)


def test_terms_speak_of_fields_that_cards_have(tiny: Open) -> None:
    with pytest.raises(AssertionError, match="there is no field of the cards 'rnak'; did you mean `rank`"):
        tiny(card_game(scores=[Sum("won", "rnak")]))


def test_what_something_is_worth_may_be_named_in_the_rules_of_the_game(tiny: Open) -> None:
    terms = [Sets("won", "suit", "rows"), Each("won", worth="trick.points")]
    rules = card_game(scores=terms)
    rules.functions.choose_winners = None
    end = {"player": None, "seats": [{"won": ["red-1", "red-2", "blue-1"]}, {}]}
    for rows, points in (([0, 1, 5], 6), ([0, 2, 3], 5)):
        game = tiny(rules, rows=rows, trick={"points": -1})
        assert game.from_dict(end).result().scores == (points - 3, 0)


@pytest.mark.parametrize(
    ("term", "message"),
    [
        (
            Sets("won", "suit", "row"),
            "there is no number `rules.row` in game.yaml; did you mean `rows`?",
        ),
        (Sets("won", "suit", "most"), "`rules.most` in game.yaml must be a list of whole numbers"),
        (Each("won", worth="rows"), "`rules.rows` in game.yaml must be a whole number"),
        (Most("won", worth="half"), "`rules.half` in game.yaml must be a whole number"),
        (
            Different("won", "suit", "none"),
            "`rules.none` in game.yaml must be a list of whole numbers",
        ),
    ],
)
def test_what_is_named_there_must_be_numbers(tiny: Open, term: Term, message: str) -> None:
    with pytest.raises(AssertionError) as error:
        tiny(card_game(scores=[term]), rows=[1, 2], most=3, half=0.5, none=[])
    assert message in str(error.value)


def test_a_second_count_that_differs_is_found(tiny: Open) -> None:
    """The scores that are declared are a second count beside those of a function."""

    def findings(points: Any) -> list[str]:
        rules = card_game(scores=[Each("heap_of")], zones=[*ZONES, Zone("heap_of", of=SEAT)])
        rules.functions.choose_winners = None
        rules.scored(points)
        rules.functions.moves.clear()

        @rules.move("keep {card}", card=From("hand"))
        def keep(table: Any, card: Any) -> None:
            table.hand[table.seat].give(card, table.heap_of[table.seat])
            table.pass_turn()

        report = check_game(tiny(rules), games=5, only=["results"])
        return [finding.message for finding in report.findings]

    assert findings(lambda table: [len(heap) for heap in table.heap_of]) == []
    assert findings(lambda table: [len(heap) - 1 for heap in table.heap_of])


# What a hint makes of them


@pytest.mark.parametrize(("wins_by", "named"), [("most", "curse"), ("least", "red-3")])
def test_of_moves_that_win_as_often_a_hint_names_none_that_costs_points(
    tiny: Open, wins_by: str, named: str
) -> None:
    """Seat 1 wins, whatever happens: all that tells moves apart is the card that is left in hand."""
    rules = card_game(winner=wins_by)
    rules.scored(lambda table: [sum(card.rank for card in hand) for hand in table.hand])
    rules.over(lambda table: "all have played" if all(len(hand) == 1 for hand in table.hand) else None)
    game = tiny(rules, [*SUITS, {"id": "curse", "name": "Curse", "suit": "none", "rank": -1, "copies": 3}])
    left = {"most": ["red-3", "blue-3"], "least": ["curse", "curse"]}[wins_by]
    for hand in (["red-3", "curse"], ["curse", "red-3"]):
        state = game.from_dict({"seats": [{"hand": hand}, {"hand": left}]})
        bot = make_bot("greedy", game, 1, 0)
        first, *others = describe_hint(bot.hint(state.view(0), state.legal()), state.text)
        assert first.startswith(f"play {named} looks best: after it you win 0 of ")
        assert others[-1] == WAY_ON


def test_a_hint_sees_no_difference_where_there_is_none(tiny: Open) -> None:
    rules = card_game()
    rules.winners(lambda table: list(table.seats))
    state = tiny(rules).start(seed=1)
    bot = make_bot("greedy", state.game, 1, 0)  # type: ignore[attr-defined]
    first, *others = describe_hint(bot.hint(state.view(0), state.legal()), state.text)
    assert first.startswith("no move looks better than another: after each you win ")
    assert others == [WAY_ON]
