"""Cards that a seat was shown: who knows them, how long, and what that makes of worlds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from generator.rules import RulesError, Shuffler, check_game
from generator.rules.kit import NOBODY, OWNER, SEAT, Card, Counter, From, Rules, Table, Zone, position, shown
from generator.rules.positions import BadPosition
from generator.rules.terminal import display_for, drawn_lines
from generator.studio.play.shown import Face, Picture, shown_table
from rules.kit.conftest import Open

ZONES = (
    Zone("deck", seen=NOBODY, ordered=True, full=True, shows=True),
    Zone("hand", of=SEAT, seen=OWNER, shows=True),
    Zone("aside", of=SEAT, seen=NOBODY, shows=True),
    Zone("heap", ordered=True),
)


def spies(change: Callable[[Any, Any], object] | None = None, zones: Sequence[Zone] = ZONES) -> Rules:
    """Each of three plays a card, looks at the top of the deck or at the next one's hand, hides a card in
    secret, or shuffles the deck."""
    rules = Rules(seats=3, zones=zones)

    @rules.setup
    def deal(table: Table) -> None:
        table.shuffle(table.deck)
        table.deck.deal(2, *table.hand)

    @rules.move("play {card}", card=From("hand"))
    def play(table: Table, card: Any) -> None:
        table.hand[table.seat].give(card, table.heap)
        if change is not None:
            change(table, card)
        table.pass_turn()

    @rules.move("peek and play {card}", card=From("hand"))
    def peek(table: Table, card: Any) -> None:
        table.show(table.deck, table.seat, top=2)
        play(table, card)

    @rules.move("spy and play {card}", card=From("hand"))
    def spy(table: Table, card: Any) -> None:
        table.show(table.hand[table.after(table.seat)], table.seat)
        play(table, card)

    def none_left(table: Table, card: Any) -> str | None:
        del card
        return None if table.deck else "none is left"

    @rules.move("swap {card}", card=From("hand"), unless=none_left)
    def swap(table: Table, card: Any) -> None:
        table.hand[table.seat].give(card, table.heap)
        table.hand[table.seat].append(table.deck.draw())
        table.pass_turn()

    @rules.move("put {card} aside", card=From("hand"), secret=True)
    def aside(table: Table, card: Any) -> None:
        table.hand[table.seat].give(card, table.aside[table.seat])
        table.pass_turn()

    @rules.over
    def over(table: Table) -> str | None:
        return None if all(table.hand) else "somebody has no cards left"

    rules.winners(lambda table: [len(table.hand[0]) % 2])
    return rules


POSITION = {
    "deck": ["red-1", "blue-1", "red-2"],
    "seats": [{"hand": ["red-1", "red-3"]}, {"hand": ["blue-2", "blue-3"]}, {"hand": ["blue-3", "red-3"]}],
}


def after(tiny: Open, *moves: str, change: Callable[[Any, Any], object] | None = None) -> Any:
    state = tiny(spies(change)).from_dict(POSITION)
    for move in moves:
        state.play(move)
    return state


def test_a_seat_sees_what_it_was_shown_and_nobody_else_does(tiny: Open) -> None:
    state = after(tiny, "peek and play red-3", "spy and play blue-2")
    assert state.view(0)["deck"] == ["red-1", "blue-1", None]
    assert state.view(0)["seats"][2]["hand"] == 2
    assert state.view(1)["deck"] == 3
    assert sorted(state.view(1)["seats"][2]["hand"]) == ["blue-3", "red-3"]
    assert [state.view(seat)["unseen"]["all"].count("blue-1") for seat in (0, 1)] == [0, 1]
    own = state.view(2)["seats"][2]["hand"]
    assert all(card["known"] == [1] for card in own)


def test_it_is_drawn(tiny: Open) -> None:
    game = tiny(spies())
    state = game.from_dict(POSITION)
    state.play("peek and play red-3")
    state.play("spy and play blue-2")
    lines = "\n".join(drawn_lines(display_for(game, None), state.view(0), 88))
    assert "3 cards: 1. red 1, 2. blue 1" in lines
    assert "blue 3 (known to seat 1)" in "\n".join(drawn_lines(display_for(game, None), state.view(2), 100))


def test_known_cards_stay_where_they_are_in_worlds(tiny: Open) -> None:
    game = tiny(spies())
    state = game.from_dict(POSITION)
    state.play("peek and play red-3")
    state.play("spy and play blue-2")
    for seed in range(12):
        for seat in (0, 1):
            dealt = game.determinize(state.view(seat), seat, Shuffler(seed))
            for world in (state.determinize(seat, Shuffler(seed)), game.from_dict(dealt)):
                position = world.to_dict()
                hand = [plain_word(card) for card in position["seats"][2]["hand"]]
                if seat == 0:
                    assert position["deck"][:2] == [
                        {"card": word, "known": [0]} for word in ("red-1", "blue-1")
                    ]
                else:
                    assert sorted(hand) == ["blue-3", "red-3"]
                    assert all(isinstance(card, str) for card in position["deck"])


def plain_word(card: Any) -> str:
    return card["card"] if isinstance(card, dict) else card


@pytest.mark.parametrize(
    ("change", "known"),
    [
        (None, ["red-1", "blue-1", None]),
        (lambda table, card: table.deck.draw(), ["blue-1", None]),  # noqa: ARG005
        (lambda table, card: table.deck.insert(0, card), [None, "red-1", "blue-1", None]),
        (lambda table, card: table.shuffle(table.deck), 3),  # noqa: ARG005
        (lambda table, card: table.hide(table.deck), 3),  # noqa: ARG005
        (lambda table, card: table.hide(table.deck, 1), ["red-1", "blue-1", None]),  # noqa: ARG005
        (lambda table, card: table.hand[2].append(table.deck.draw()), ["blue-1", None]),  # noqa: ARG005
        (lambda table, card: table.deck.reverse(), [None, "blue-1", "red-1"]),  # noqa: ARG005
    ],
)
def test_what_is_known_follows_the_cards(tiny: Open, change: Any, known: Any) -> None:
    def once(table: Any, card: Any) -> None:
        if table.seat == 1 and change is not None:
            change(table, card)

    state = after(tiny, "peek and play red-3", "play blue-2", change=once)
    assert state.view(0)["deck"] == known
    again = state.game.from_dict(state.to_dict())
    assert again.to_dict() == state.to_dict() == state.clone().to_dict()
    assert again.view(0) == state.view(0)


def test_who_saw_a_card_drawn_knows_whose_it_is(tiny: Open) -> None:
    state = after(tiny, "peek and play red-3", "swap blue-2")
    assert state.view(0)["seats"][1]["hand"] == ["red-1", None]
    assert state.view(2)["seats"][1]["hand"] == 2


def test_after_a_secret_move_nobody_else_knows_what_is_left(tiny: Open) -> None:
    """Which card is missing would tell which one was put aside."""
    state = after(tiny, "spy and play red-1", "put blue-3 aside")
    assert state.view(0)["seats"][1]["hand"] == 1
    assert state.view(0)["seats"][1]["aside"] == 1


def test_of_two_copies_the_one_that_is_known_leaves(tiny: Open) -> None:
    hands = [["red-1", "red-2"], [{"card": "blue-2", "known": [0]}, "blue-2", "blue-3"], ["red-3", "red-1"]]
    state = tiny(spies()).from_dict(
        {"player": 1, "deck": ["red-3"], "seats": [{"hand": hand} for hand in hands]}
    )
    assert state.view(0)["seats"][1]["hand"] == ["blue-2", None, None]
    state.play("play blue-2")
    assert state.view(0)["seats"][1]["hand"] == 2


def test_the_suite_finds_nothing(tiny: Open) -> None:
    report = check_game(tiny(spies()), 6, stop_at_first=True)
    assert report.ok, str(report)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda table, card: table.show(table.heap, 0), "the cards in `heap` can't be shown: give the zone"),  # noqa: ARG005
        (lambda table, card: table.show(table.hand, 0), "`hand` has a pile for each seat"),  # noqa: ARG005
        (lambda table, card: table.show(table.deck, 7), "nobody has seat 7: there are seats 0 to 2"),  # noqa: ARG005
        (lambda table, card: table.show(card, 0), "is a card: give its pile, and the card as"),
        (lambda table, card: table.show(table.hand[1], 0, card=card), "there is no .* in `hand` to be shown"),
        (
            lambda table, card: table.show(table.hand[1], 0, top=len(card.suit)),
            "`top` is a number of cards, and",
        ),
        (lambda table, card: table.show(table.deck, 0, top=1, card=card), "`show` takes `top` or `card`"),
        (lambda table, card: table.hide(table.heap), "the cards in `heap` can't be shown"),  # noqa: ARG005
    ],
)
def test_what_can_not_be_shown_is_told_with_its_line(tiny: Open, change: Any, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        after(tiny, "play red-1", change=change)


def test_what_all_see_is_not_shown() -> None:
    with pytest.raises(RulesError, match="`heap` is seen by all"):
        Zone("heap", shows=True)


@pytest.mark.parametrize(
    ("known", "message"),
    [
        ([3], "known[0]: expected 0 to 2, got 3"),
        ([], "the seats that know it"),
        ([1, 0], "the seats that know it"),
    ],
)
def test_who_knows_a_card_in_a_position_is_checked(tiny: Open, known: list[int], message: str) -> None:
    seats = [
        {"hand": ["red-2", "red-3"]},
        {"hand": [{"card": "red-1", "known": known}]},
        {"hand": ["blue-3"]},
    ]
    with pytest.raises(BadPosition) as refused:
        tiny(spies()).from_dict({"seats": seats})
    assert message in str(refused.value)


def test_the_studio_draws_what_is_known_and_what_lies_face_down(tiny: Open) -> None:
    class Faces:
        layouts = ()

        def find(self, card: str) -> Face:
            return Face(card, Picture(card, 1, 1), None)

        def back_of(self, name: str) -> None:
            del name

        def usual_back(self) -> None:
            pass

    state = after(tiny, "peek and play red-3", "spy and play blue-2")
    display = display_for(state.game, None)
    faces: Any = Faces()
    drawn = shown_table(state.view(0), state.to_dict(), display, faces)
    (deck,) = [zone for zone in drawn.table.zones if zone.label == "deck"]
    assert ([card.word for card in deck.cards], deck.hidden) == (["red-1", "blue-1"], 1)
    own = shown_table(state.view(2), state.to_dict(), display, faces).seats[2]
    (hand,) = [zone for zone in own.zones if zone.label == "hand"]
    assert [card.notes for card in hand.cards] == [("known to seat 1",)] * 2


def test_a_known_card_that_all_see_is_a_card_like_any_other(tiny: Open) -> None:
    line = Zone("line", marks=[Counter("damage", max=3)])
    rules = spies(lambda table, card: table.line.append(table.deck.draw()), zones=(*ZONES, line))  # noqa: ARG005
    state = tiny(rules).from_dict(POSITION)
    state.play("peek and play red-3")
    (piece,) = state.table.line
    assert type(piece.card) is Card
    assert state.to_dict()["line"] == [{"card": "red-1", "damage": 0}]
    state.table.heap.append(state.table.deck.draw())
    assert state.to_dict()["heap"] == ["red-3", "blue-1"]
    assert all(type(card) is Card for card in state.table.heap)


def test_the_suite_finds_a_view_that_shows_more(tiny: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever knows a card, all are shown it, and what they imagine agrees with that."""
    for module in (shown, position):
        monkeypatch.setattr(module, "knows", lambda card, seat: isinstance(card, shown.KnownCard))  # noqa: ARG005
    report = check_game(tiny(spies()), 6, only=("views", "own"), stop_at_first=True)
    assert [finding.check for finding in report.findings] == ["views"]
