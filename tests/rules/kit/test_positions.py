"""Views, positions and worlds of games of the kit: what is derived from where cards lie and who sees them."""

from __future__ import annotations

from collections import Counter as Counts
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.rules import BadPosition, RulesError, Shuffler
from generator.rules.kit import ALL, NOBODY, OTHERS, OWNER, SEAT, Card, Counter, Value, Zone
from rules.kit import games
from rules.kit.conftest import ZONES, Cards, Open, card_game

WORLDS = 3_000


def is_red(card: Card, seat: int) -> bool:
    return seat == 0 and bool(card.suit == "red")


def refused(game: Any, position: dict[str, Any]) -> list[str]:
    """What is wrong with a position, line by line."""
    with pytest.raises(BadPosition) as error:
        game.from_dict(position)
    return str(error.value).splitlines()


# Who sees what


def test_zones_are_seen_by_those_they_say(tiny: Open) -> None:
    zones = [
        Zone("deck", seen=NOBODY, ordered=True, full=True),
        Zone("open", of=SEAT, seen=ALL),
        Zone("hand", of=SEAT, seen=OWNER),
        Zone("brow", of=SEAT, seen=OTHERS),
        Zone("blind", of=SEAT, seen=NOBODY),
        Zone("heap", ordered=True),
    ]
    rules = card_game(zones=zones)

    @rules.setup
    def deal(table: Any) -> None:
        table.shuffle(table.deck)
        table.deck.deal(1, *table.hand, *table.open, *table.brow, *table.blind)

    rules.over(lambda table: None if len(table.deck) > 2 else "nothing is left")

    @rules.move("wait")
    def wait(table: Any) -> None:
        table.pass_turn()

    state = tiny(rules).start()
    whole = state.to_dict()
    assert len(whole["deck"]) == 4
    for seat in (0, 1):
        view, other = state.view(seat), 1 - seat
        assert view["deck"] == 4
        shown = {
            name: [held[name] == 1 for held in view["seats"]] for name in ("open", "hand", "brow", "blind")
        }
        hidden = {"open": (), "hand": (other,), "brow": (seat,), "blind": (0, 1)}
        assert shown == {name: [owner in seats for owner in (0, 1)] for name, seats in hidden.items()}
        assert view["seats"][seat]["hand"] == whole["seats"][seat]["hand"]
        assert view["seats"][other]["brow"] == whole["seats"][other]["brow"]
        unseen = [*whole["deck"], *whole["seats"][other]["hand"], *whole["seats"][seat]["brow"]]
        unseen += [card for held in whole["seats"] for card in held["blind"]]
        assert Counts(view["unseen"]["all"]) == Counts(unseen)
        assert (view["seat"], view["asked"], "shuffler" in view) == (seat, seat == 0, False)


def test_a_row_of_hidden_piles_shows_how_many_lie_in_each(tiny: Open) -> None:
    zones = [*ZONES, Zone("row", seen=NOBODY, places=3)]
    rules = card_game(zones=zones)

    @rules.setup
    def deal(table: Any) -> None:
        table.deck.deal(3, *table.hand)
        table.deck.deal(1, table.row[0], table.row[2], table.row[2])

    game = tiny(rules)
    state = game.start()
    assert state.to_dict()["row"] == [["blue-1"], [], ["blue-1", "blue-2"]]
    assert state.view(0)["row"] == [1, 0, 2]
    for number in range(20):
        world = game.determinize(state.view(0), 0, Shuffler(number))
        assert list(map(len, world["row"])) == [1, 0, 2]
        assert game.from_dict(world).view(0) == state.view(0)


# Positions


@given(st.integers(0, 10_000), st.integers(0, 60))
def test_a_position_says_all(seed: int, made: int) -> None:
    game = whole_game()
    state = game.start(seed=seed)
    for _ in range(made):
        if state.player is not None:
            state.apply(state.legal()[seed % len(state.legal())])
    again = game.from_dict(state.to_dict())
    assert (again.to_dict(), again.player, again.legal()) == (state.to_dict(), state.player, state.legal())
    assert [again.view(seat) for seat in (0, 1)] == [state.view(seat) for seat in (0, 1)]


@cache
def whole_game() -> Any:
    """One with decks of the seats' own, pieces and rows of piles."""
    return games.hold_the_line()


def test_what_is_missing_is_empty_or_at_its_start(tiny: Open) -> None:
    rules = card_game(counters=[Counter("round", start=2, max=9)], values=[Value("trump", "suit", of=SEAT)])
    state = tiny(rules).from_dict({"seats": [{"hand": ["red-1", "red-2"]}, {}]})
    assert state.to_dict() == {
        "game": "tiny",
        "phase": "play",
        "player": 0,
        "round": 2,
        "deck": [],
        "heap": [],
        "seats": [
            {"trump": None, "hand": ["red-1", "red-2"], "won": []},
            {"trump": None, "hand": [], "won": []},
        ],
        "shuffler": {"seed": 0, "made": 0},
    }


def test_every_fault_of_a_position_is_told_with_its_place(tiny: Open) -> None:
    zones = [*ZONES, Zone("line", of=SEAT, places=2, marks=[Counter("damage", max="rank")])]
    rules = card_game(
        zones=zones,
        counters=[Counter("coins", of=SEAT, max=5)],
        values=[Value("trump", "suit"), Value("on", (False, True))],
    )
    position = {
        "game": "other",
        "phase": "plai",
        "player": 2,
        "trump": "green",
        "on": 1,
        "stack": [],
        "deck": "red-1",
        "seats": [
            {"hand": ["red-1", "purple-1"], "coins": 6, "purse": 1},
            {"hand": 3, "coins": True, "line": [[{"card": "red-2", "damage": 3}, {"damage": 0}]]},
        ],
    }
    assert refused(tiny(rules), position) == [
        "stack: unknown key",
        "game: this is a position of 'other', not of 'tiny'",
        "phase: 'plai' is not a phase; did you mean `play`?",
        "player: expected 0 to 1, got 2",
        "trump: 'green' is not one of nothing, 'red' or 'blue'",
        "on: 1 is not one of false or true",
        "deck: expected a list, got 'red-1'",
        "seats[0].purse: unknown key",
        "seats[0].coins: expected 0 to 5, got 6",
        "seats[0].hand[1]: 'purple-1' is not a card; did you mean `red-1`?",
        "seats[1].coins: expected a whole number, got true",
        "seats[1].hand: expected a list, got 3",
        "seats[1].line: expected 2 items, got 1",
        "seats[1].line[0][0].damage: expected 0 to 2, got 3",
        "seats[1].line[0][1]: `card` is missing",
    ]


def test_more_cards_than_the_game_has_are_told_once_for_each_kind(tiny: Open) -> None:
    game = tiny(card_game())
    position = {
        "deck": ["red-1"],
        "seats": [{"hand": ["red-1", "red-1", "red-2"]}, {"won": ["red-2", "red-2"]}],
    }
    assert refused(game, position) == [
        "3 copies of red-1, and the game has 2",
        "3 copies of red-2, and the game has 2",
    ]


def test_a_zone_with_a_fault_has_no_cards_counted(tiny: Open) -> None:
    game = tiny(card_game(zones=[*ZONES, Zone("row", places=3)], counters=[Counter("coins", max=5)]))
    rows = [["red-1"], ["red-1"], ["red-1"], []]
    assert refused(game, {"row": rows, "seats": [{}, {}]}) == ["row: expected 3 items, got 4"]
    assert refused(game, {"row": rows[:3], "coins": 6, "seats": [{}, {}]}) == [
        "coins: expected 0 to 5, got 6",
        "3 copies of red-1, and the game has 2",
    ]


def test_a_number_of_seats_that_the_game_does_not_have(tiny: Open) -> None:
    game = tiny(card_game(seats=(2, 4)))
    assert refused(game, {"seats": [{"hand": ["red-1", "red-2"]}, {}, {}]}) == [
        "seats: expected 2 or 4 seats, got 3"
    ]


def test_positions_that_no_game_comes_to_are_refused_in_the_authors_words(tiny: Open) -> None:
    rules = card_game()

    @rules.impossible
    def impossible(table: Any) -> Any:
        if table.won[0]:
            yield "nobody wins cards here"
        if len(table.heap) > 6:
            yield "six cards are played at most"

    game = tiny(rules)
    heap = ["red-1", "red-1", "red-2", "red-2", "red-3", "red-3", "blue-1"]
    assert refused(game, {"heap": heap, "seats": [{"won": ["blue-2"]}, {}]}) == [
        "nobody wins cards here",
        "six cards are played at most",
    ]


def test_who_decides_must_be_told_unless_the_game_is_over(tiny: Open) -> None:
    game = tiny(card_game())
    assert game.from_dict({"player": None, "seats": [{}, {}]}).player is None
    position = {"player": None, "seats": [{"hand": ["red-1", "red-2"]}, {}]}
    assert refused(game, position) == ["player: the game is not over here: say who decides"]


def test_a_position_in_which_nobody_can_move_is_refused(tiny: Open) -> None:
    game = tiny(card_game())
    told = refused(game, {"player": 1, "seats": [{"hand": ["red-1"]}, {}]})
    assert told == ["seat 1 has no legal move in the phase `play`, and the game is not over"]


# Cards of the seats' own

LISTS: dict[str, Cards] = {
    "knights": [{"id": "knight", "rank": 1, "copies": 2}, {"id": "squire", "rank": 2, "copies": 2}],
    "events": [{"id": "storm", "rank": 3, "copies": 2}, {"id": "feast", "rank": 4, "copies": 2}],
}
OWN = [
    Zone("deck", of=SEAT, seen=NOBODY, ordered=True, full=True, cards="knights"),
    Zone("hand", of=SEAT, seen=OWNER, cards="knights"),
    Zone("fate", seen=NOBODY, ordered=True, full=True, cards="events"),
    Zone("heap", ordered=True, cards="events"),
    Zone("fallen", of=SEAT, cards="knights"),
]


@pytest.fixture
def own_decks(tiny: Open) -> Any:
    rules = card_game(zones=OWN)

    @rules.setup
    def deal(table: Any) -> None:
        for seat in table.seats:
            table.shuffle(table.deck[seat])
            table.deck[seat].deal(2, table.hand[seat])
        table.shuffle(table.fate)

    rules.functions.moves.clear()

    @rules.move("turn")
    def turn(table: Any) -> None:
        table.fate.deal(1, table.heap)

    @rules.move("fall")
    def fall(table: Any) -> None:
        table.hand[table.seat].give_all(table.fallen[table.seat])
        table.pass_turn()

    rules.over(lambda table: None if table.fate and any(table.hand) else "it is over")
    return tiny(rules, LISTS)


def test_each_seat_has_a_deck_of_its_own(own_decks: Any) -> None:
    state = own_decks.start(seed=3)
    cards = own_decks.referee().cards(state.to_dict())
    deck = ["knight", "knight", "squire", "squire"]
    events = ["feast", "feast", "storm", "storm"]
    assert {owner: sorted(held) for owner, held in cards.items()} == {"0": deck, "1": deck, "all": events}
    assert sorted(state.view(0)["unseen"]) == ["0", "1", "all"]
    assert len(state.view(0)["unseen"]["0"]) == 2
    assert state.view(0)["unseen"]["1"] == deck


def test_a_seat_can_not_have_the_cards_of_another(own_decks: Any) -> None:
    position = own_decks.start().to_dict()
    position["seats"][0]["hand"] = ["knight", "storm"]
    position["seats"][0]["deck"] = []
    position["fate"].remove("storm")
    assert refused(own_decks, position) == ["seats[0].hand: storm can't lie in hand"]
    position["seats"][0]["hand"] = ["knight", "squire"]
    position["seats"][0]["fallen"] = ["knight", "knight"]
    assert refused(own_decks, position) == ["3 copies of knight, and seat 0 has 2"]


def test_worlds_leave_each_seat_its_own_cards(own_decks: Any) -> None:
    state = own_decks.start(seed=3)
    for number in range(50):
        world = own_decks.determinize(state.view(1), 1, Shuffler(number))
        cards = own_decks.referee().cards(world)
        assert {owner: Counts(held) for owner, held in cards.items()} == {
            owner: Counts(held) for owner, held in own_decks.referee().cards(state.to_dict()).items()
        }
        assert own_decks.from_dict(world).view(1) == state.view(1)


# Worlds


def worlds(game: Any, position: dict[str, Any], seat: int, *path: Any) -> Counts[tuple[Any, ...]]:
    """What lies in some places, in many worlds that are dealt for a seat."""
    view, shuffler = game.from_dict(position).view(seat), Shuffler(11)
    found: Counts[tuple[Any, ...]] = Counts()
    for _ in range(WORLDS):
        world = game.determinize(view, seat, shuffler)
        places = []
        for steps in path:
            place: Any = world
            for step in steps:
                place = place[step]
            places.append(tuple(place))
        found[tuple(places)] += 1
    return found


def is_even(found: Counts[Any], shares: dict[Any, float]) -> bool:
    """Whether things come up as often as their shares say; chi-square, outside in 1 of 10,000 at most."""
    total = sum(shares.values())
    expected = {thing: WORLDS * share / total for thing, share in shares.items()}
    assert set(found) == set(expected)
    spread = sum((found[thing] - count) ** 2 / count for thing, count in expected.items())
    freedom = len(expected) - 1
    return bool(spread < freedom + 4 * (2 * freedom) ** 0.5 + 8)


def test_a_hidden_hand_and_deck_are_dealt_evenly(tiny: Open) -> None:
    game = tiny(card_game())
    hands = [["red-1", "red-2"], ["red-3", "blue-1"]]
    position = {"deck": ["blue-1", "blue-2"], "seats": [{"hand": hand} for hand in hands]}
    found = worlds(game, position, 0, ("seats", 1, "hand"), ("deck",))
    # Four cards, two of them alike: the pairs for the hand, each with the orders of the rest.
    shares: dict[Any, float] = {}
    cards = ["red-3", "blue-1", "blue-1", "blue-2"]
    order = ["red-1", "red-2", "red-3", "blue-1", "blue-2"]
    for one in range(4):
        for other in range(4):
            if one != other:
                first, second = [number for number in range(4) if number not in (one, other)]
                for deck in ((first, second), (second, first)):
                    hand = tuple(sorted((cards[one], cards[other]), key=order.index))
                    key = (hand, tuple(cards[number] for number in deck))
                    shares[key] = shares.get(key, 0) + 1
    assert is_even(found, shares)


def test_what_a_zone_can_not_hold_is_never_dealt_there(tiny: Open) -> None:
    zones = [*ZONES, Zone("reds", seen=NOBODY, holds=is_red)]
    game = tiny(card_game(zones=zones))
    position = {"deck": ["blue-1", "red-1"], "reds": ["red-3"], "seats": [{"hand": ["red-1", "red-2"]}, {}]}
    found = worlds(game, position, 0, ("reds",), ("deck",))
    decks = {"red-1": ["blue-1", "red-3"], "red-3": ["blue-1", "red-1"]}
    shares = {((red,), deck): 1.0 for red, (a, b) in decks.items() for deck in ((a, b), (b, a))}
    assert is_even(found, shares)


def test_cards_of_different_owners_are_dealt_together(tiny: Open) -> None:
    """Of two hidden piles for a seat's own cards and shared ones, neither gets the one or the other first."""
    zones = [
        Zone("deck", of=SEAT, ordered=True, full=True, cards="knights"),
        Zone("fate", ordered=True, full=True, cards="events"),
        Zone("hand", of=SEAT, seen=OWNER),
        Zone("bag", of=SEAT, seen=NOBODY),
        Zone("heap", cards="events"),
    ]
    game = tiny(card_game(zones=zones), LISTS)
    held = {"hand": ["knight", "storm"], "bag": ["squire", "feast"]}
    position = {"player": 1, "seats": [held, {"hand": ["knight", "squire"]}]}
    order = ["knight", "squire", "storm", "feast"]
    hands = [(one, other) for at, one in enumerate(order) for other in order[at + 1 :]]
    shares = {(hand, tuple(card for card in order if card not in hand)): 1.0 for hand in hands}
    assert is_even(worlds(game, position, 1, ("seats", 0, "hand"), ("seats", 0, "bag")), shares)


def test_a_world_in_which_whoever_decides_had_no_choice_is_not_dealt(tiny: Open) -> None:
    game = tiny(card_game())
    hands = [["red-1"], ["red-2", "red-3"]]
    position = {"player": 1, "deck": ["red-2", "red-1"], "seats": [{"hand": hand} for hand in hands]}
    for hand, _ in worlds(game, position, 0, ("seats", 1, "hand"), ("deck",)):
        assert len(set(hand)) == 2, "with two equal cards seat 1 would not have been asked"


def test_hidden_cards_that_fit_nowhere_are_told(tiny: Open) -> None:
    zones = [*ZONES, Zone("reds", seen=NOBODY, holds=is_red)]
    game = tiny(card_game(zones=zones))
    view = game.from_dict({"reds": ["red-3"], "seats": [{"hand": ["red-1", "red-2"]}, {}]}).view(0)
    view["unseen"]["all"] = ["blue-1"]
    with pytest.raises(RulesError, match="the hidden cards can't be dealt to the piles that they lie in"):
        game.determinize(view, 0, Shuffler(1))


def test_what_goes_on_in_a_world_or_a_copy_changes_nothing_else(tiny: Open) -> None:
    state = tiny(card_game(counters=[Counter("coins", of=SEAT)])).start(seed=5)
    before = state.to_dict()
    copy = state.clone()
    while copy.player is not None:
        copy.table.coins[copy.player] += 1
        copy.apply(copy.legal()[0])
    assert state.to_dict() == before
    assert copy.to_dict()["seats"][0]["coins"] > 0
    view = state.view(0)
    view["seats"][0]["hand"].clear()
    before["seats"][0]["hand"].clear()
    assert len(state.to_dict()["seats"][0]["hand"]) == 3


def test_a_game_that_is_over_is_read_again_whosever_turn_ended_it(tiny: Open) -> None:
    """A position says that nobody decides any more, and not whose turn it was."""
    rules = card_game(seats=3, values=[Value("last", (None, 0, 1, 2))])
    rules.over(lambda table: "it is their turn again" if table.last == table.seat else None)
    state = tiny(rules).from_dict({"player": None, "last": 2, "seats": [{}, {}, {}]})
    assert state.player is None
    assert state.result().reason == "it is their turn again"
    refused(tiny(rules), {"player": None, "last": None, "seats": [{"hand": ["red-1", "red-2"]}, {}, {}]})
