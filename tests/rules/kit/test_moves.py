"""Moves of games of the kit: what may be chosen, what is refused and why, what is forced, what goes wrong."""

from __future__ import annotations

from collections import Counter as Counts
from typing import Any

import pytest

from generator.rules import IllegalMove, RulesError, Shuffler
from generator.rules.kit import (
    NOBODY,
    OWNER,
    SEAT,
    Counter,
    CutShort,
    Field,
    From,
    Number,
    Place,
    Rules,
    Seat,
    Value,
    Word,
    Zone,
)
from generator.rules.kit.state import KitGame
from rules.kit import games
from rules.kit.conftest import SUITS, ZONES, Open, card_game

ONLY_MOVE = "it is the only move now, and made already"
"""What is said of a move that nothing speaks against."""


def texts(state: Any) -> list[str]:
    return [state.text(move) for move in state.legal()]


def reason(state: Any, move: str) -> str:
    """Why a move is refused."""
    with pytest.raises(IllegalMove) as error:
        state.play(move)
    return str(error.value)


def bare(**changes: Any) -> Rules:
    """Rules without moves, in which nothing happens at set-up and the game never ends by itself."""
    rules = card_game(**changes)
    rules.functions.moves.clear()
    rules.setup(lambda table: None)  # noqa: ARG005
    rules.over(lambda table: None)  # noqa: ARG005
    return rules


def nothing(*chosen: Any) -> None:
    """Does nothing."""


# Choices


def test_a_card_is_chosen_from_those_that_lie_there(tiny: Open) -> None:
    state = tiny(card_game()).from_dict(
        {"seats": [{"hand": ["red-1", "red-3", "red-3"]}, {"hand": ["blue-1"]}]}
    )
    assert texts(state) == ["play red-1", "play red-3"]
    assert reason(state, "play blue-1") == "there is no blue-1 in hand"
    assert reason(state, "play red-4").startswith("there is no move 'play red-4'")


def test_cards_are_chosen_from_rows_and_from_among_pieces(tiny: Open) -> None:
    zones = [*ZONES, Zone("market", places=3), Zone("line", marks=[Counter("age")])]
    rules = bare(zones=zones)
    rules.move("buy {card}", card=From("market"))(lambda table, card: None)  # noqa: ARG005
    rules.move("call {card}", card=From("line"))(lambda table, card: None)  # noqa: ARG005
    market = [["red-2"], [], ["blue-1", "red-2"]]
    line = [{"card": "red-1"}, {"card": "red-1", "age": 3}]
    state = tiny(rules).from_dict({"market": market, "line": line, "seats": [{}, {}]})
    assert texts(state) == ["buy red-2", "buy blue-1", "call red-1"]
    assert reason(state, "call blue-3") == "there is no blue-3 in line"


def test_numbers_words_fields_seats_and_places(tiny: Open) -> None:
    rules = bare(seats=(3, 4), zones=[*ZONES, Zone("market", places="stalls")])
    chosen: list[Any] = []

    def note(table: Any, what: Any) -> None:  # noqa: ARG001
        chosen.append(what)

    rules.move("bid {what}", what=Number(1, "bids.max"))(note)
    rules.move("say {what}", what=Word("yes", "no"))(note)
    rules.move("name {what}", what=Field("suit"))(note)
    rules.move("rank {what}", what=Field("rank"))(note)
    rules.move("greet {what}", what=Seat())(note)
    rules.move("praise {what}", what=Seat(own=True))(note)
    rules.move("open {what}", what=Place("market"))(note)
    game = tiny(rules, SUITS, bids={"max": 2}, stalls=2)
    state = game.start(seats=3)
    assert texts(state) == [
        *["bid 1", "bid 2", "say yes", "say no", "name red", "name blue", "rank 1", "rank 2", "rank 3"],
        *[
            "greet seat 1",
            "greet seat 2",
            "praise seat 0",
            "praise seat 1",
            "praise seat 2",
            "open 0",
            "open 1",
        ],
    ]
    for move in texts(state):
        state.play(move)
    assert chosen == [1, 2, "yes", "no", "red", "blue", 1, 2, 3, 1, 2, 0, 1, 2, 0, 1]
    assert reason(state, "greet seat 0") == "choose another seat than your own"
    assert reason(state, "greet seat 3") == "nobody sits in seat 3"
    assert "greet seat 3" in texts(game.start(seats=4))


def test_several_choices_are_numbered_from_the_first_on(tiny: Open) -> None:
    """The numbers of moves do not depend on what may be chosen now."""
    rules = bare()

    def is_equal(table: Any, one: int, word: str, other: int) -> str | None:  # noqa: ARG001
        return "choose two numbers" if one == other else None

    rules.move(
        "swap {one} {word} {other}",
        one=Number(0, 2),
        word=Word("for", "with"),
        other=Number(0, 2),
        unless=is_equal,
    )(nothing_of_three)
    game = tiny(rules)
    state = game.start()
    every = [
        f"swap {one} {word} {other}" for one in range(3) for word in ("for", "with") for other in range(3)
    ]
    assert [game.notation.text(number) for number in range(game.moves)] == every
    assert texts(state) == [text for text in every if text.split()[1] != text.split()[3]]
    assert list(state.legal()) == sorted(state.legal())
    assert reason(state, "swap 1 with 1") == "choose two numbers"


def nothing_of_three(table: Any, one: int, word: str, other: int) -> None:
    """Does nothing."""


def test_what_a_choice_speaks_of_must_be_there(tiny: Open) -> None:
    def told(choice: Any) -> str:
        rules = bare()
        rules.move("do {what}", what=choice)(lambda table, what: None)  # noqa: ARG005
        with pytest.raises(AssertionError) as error:
            tiny(rules)
        return str(error.value)

    assert "there is no zone 'hnad'; did you mean `hand`?" in told(From("hnad"))
    assert "`hand` is one pile: it has no `places` to choose from" in told(Place("hand"))
    assert "there is no zone 'hnad'" in told(Place("hnad"))
    assert "no card has a field 'siut'; did you mean `suit`?" in told(Field("siut"))
    assert "there is no number from 3 to 1" in told(Number(3, 1))
    assert "there is no number `rules.bid` in game.yaml" in told(Number(1, "bid"))


# Legal, and why not


def test_every_reason_against_a_move_is_asked_in_turn(tiny: Open) -> None:
    rules = bare(counters=[Counter("coins", start=1)])
    rules.move("wait")(nothing)
    rules.move("rest")(nothing)
    rules.move(
        "buy",
        unless=[
            lambda table: "no coins" if table.coins == 0 else None,
            lambda table: "not yet" if table.coins < 3 else "",
        ],
    )(nothing)
    state = tiny(rules).start()
    assert reason(state, "buy") == "not yet"
    state.table.coins = 0
    assert reason(state, "buy") == "no coins"
    state.table.coins = 3
    state.play("wait")
    assert texts(state) == ["wait", "rest", "buy"]


def test_a_reason_must_be_a_sentence(tiny: Open) -> None:
    rules = bare()
    rules.move("wait")(nothing)
    rules.move("rest")(nothing)
    rules.move("buy", unless=lambda table: True)(nothing)  # noqa: ARG005
    with pytest.raises(
        RulesError, match="`unless` of `buy` gave true: give a sentence against it, or nothing"
    ):
        tiny(rules).start().play("buy")


def test_moves_belong_to_phases(tiny: Open) -> None:
    rules = bare(phases=("draft", "play_out"))

    def begin(table: Any) -> None:
        table.phase = "play_out"

    rules.move("begin", phase="draft")(begin)
    rules.move("skip", phase="draft")(nothing)
    rules.move("fight", phase="play_out")(nothing)
    rules.move("wait")(nothing)
    state = tiny(rules).start()
    assert texts(state) == ["begin", "skip", "wait"]
    assert reason(state, "fight") == "that is a move of the phase play out, and this is draft"
    state.play("begin")
    assert (texts(state), state.to_dict()["phase"]) == (["fight", "wait"], "play_out")
    assert reason(state, "skip") == "that is a move of the phase draft, and this is play out"


# Forced moves and the end


def test_forced_moves_are_made_and_nobody_is_asked(tiny: Open) -> None:
    position = {"seats": [{"hand": ["red-1", "red-1"]}, {"hand": ["blue-2", "blue-2"]}]}
    state = tiny(card_game()).from_dict(position)
    assert state.player is None
    assert state.to_dict()["heap"] == ["red-1", "blue-2", "red-1", "blue-2"]


def test_the_last_card_is_played_by_itself(tiny: Open) -> None:
    hands = [["red-1", "red-2"], ["blue-1", "blue-2"]]
    state = tiny(card_game()).from_dict({"seats": [{"hand": hand} for hand in hands]})
    state.play("play red-2")
    state.play("play blue-1")
    assert (state.player, state.to_dict()["heap"]) == (None, ["red-2", "blue-1", "red-1", "blue-2"])
    assert state.legal() == ()
    assert reason(state, "play red-1") == "the game is over"


def test_forced_moves_for_ever_are_an_error(tiny: Open) -> None:
    rules = bare()
    rules.move("turn")(lambda table: table.pass_turn())
    with pytest.raises(RulesError, match="10,000 forced moves in a row: nobody is ever asked"):
        tiny(rules).start()


def test_a_seat_that_can_not_move_is_an_error(tiny: Open) -> None:
    rules = bare()
    rules.move("play {card}", card=From("hand"))(lambda table, card: None)  # noqa: ARG005
    with pytest.raises(
        RulesError, match="seat 0 has no legal move in the phase `play`, and the game is not over"
    ):
        tiny(rules).start()


def test_a_game_that_goes_on_for_too_long_is_an_error(tiny: Open) -> None:
    rules = bare(longest=3)
    rules.move("wait")(nothing)
    rules.move("rest")(nothing)
    state = tiny(rules).start()
    state.play("wait")
    state.play("wait")
    with pytest.raises(RulesError, match="the game goes on after 3 decisions: end it, or raise `longest`"):
        state.play("wait")


def test_a_limit_that_ends_a_game_is_told_from_its_rules(tiny: Open) -> None:
    for ended, is_cut_short in (("all is done", False), (CutShort("ten rounds are over"), True)):
        rules = card_game()
        rules.over(lambda table, ended=ended: None if any(table.hand) else ended)
        result = tiny(rules).from_dict({"player": None, "seats": [{}, {}]}).result()
        assert (result.reason, result.cut_short) == (ended, is_cut_short)


def test_a_game_has_no_result_before_its_end(tiny: Open) -> None:
    with pytest.raises(ValueError, match="the game goes on"):
        tiny(card_game()).start().result()


# Chance


def test_shuffles_and_dice_come_from_the_seed(tiny: Open) -> None:
    rules = bare(counters=[Counter("die", max=6)])

    @rules.setup
    def deal(table: Any) -> None:
        table.shuffle(table.deck)

    @rules.move("roll")
    def roll(table: Any) -> None:
        table.die = table.roll()

    rules.move("wait")(nothing)
    game = tiny(rules)

    def played(seed: int) -> tuple[list[str], list[int]]:
        state, rolls = game.start(seed=seed), []
        for _ in range(30):
            state.play("roll")
            rolls.append(state.table.die)
        return state.to_dict()["deck"], rolls

    assert played(4) == played(4)
    assert played(4)[0] != played(5)[0]
    assert sorted(played(4)[0]) == sorted(played(5)[0])
    assert set(played(4)[1]) == {1, 2, 3, 4, 5, 6}
    assert played(4)[1] != played(5)[1]


def test_a_copy_goes_on_by_the_same_chance(tiny: Open) -> None:
    rules = bare()
    rules.move("mix")(lambda table: table.shuffle(table.deck))
    rules.move("wait")(nothing)
    state = tiny(rules).start(seed=2)
    copy = state.clone()
    orders = [[one.play("mix"), one.to_dict()["deck"]][1] for one in (state, copy)]
    assert orders[0] == orders[1]
    state.play("mix")
    assert state.to_dict()["deck"] != copy.to_dict()["deck"]


@pytest.mark.parametrize("sides", [2, 6, 20])
def test_dice_are_fair(tiny: Open, sides: int) -> None:
    table = tiny(card_game()).dealt(1, 2)
    table.shuffler = Shuffler(9)
    thrown = Counts(table.roll(sides) for _ in range(6_000))
    expected = 6_000 / sides
    assert set(thrown) == set(range(1, sides + 1))
    spread = sum((count - expected) ** 2 / expected for count in thrown.values())
    assert spread < (sides - 1) + 4 * (2 * (sides - 1)) ** 0.5 + 4


# What goes wrong is told at its move


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda table: setattr(table, "coins", 6), "`coins` is 6, and can be 0 to 5"),
        (lambda table: setattr(table, "coins", -1), "`coins` is -1, and can be 0 to 5"),
        (lambda table: setattr(table, "coins", 2.0), "`coins` is 2.0, and can be 0 to 5"),
        (lambda table: setattr(table, "coins", True), "`coins` is True, and can be 0 to 5"),
        (lambda table: table.points.__setitem__(1, 3), "`points` is 3, and can be -2 to 2"),
        (
            lambda table: setattr(table, "trump", "green"),
            "`trump` is 'green', and can be nothing, 'red' or 'blue'",
        ),
        (lambda table: table.ready.__setitem__(0, None), "`ready` is None, and can be false or true"),
        (lambda table: setattr(table, "seat", 2), "`seat` is 2: there are seats 0 to 1"),
    ],
)
def test_a_fault_is_told_with_the_move_that_made_it(tiny: Open, change: Any, message: str) -> None:
    rules = bare(
        counters=[Counter("coins", max=5), Counter("points", of=SEAT, min=-2, max=2)],
        values=[Value("trump", "suit"), Value("ready", (False, True), of=SEAT)],
    )
    rules.move("break")(change)
    rules.move("wait")(nothing)
    state = tiny(rules, SUITS, max=3).start()
    with pytest.raises(RulesError) as error:
        state.play("break")
    assert error.value.message.startswith(message)
    assert (error.value.move, error.value.seat) == ("break", 0)
    assert error.value.place is not None
    assert error.value.place.file.endswith("test_moves.py")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda table: table.deck.give(table.cards["red-1"], table.hand[9]),
            "IndexError: list index out of range",
        ),
        (lambda table: table.hand[0].draw(), "no card can be drawn: `hand` is empty"),
        (lambda table: setattr(table, "coin", 1), "the table has no `coin`; did you mean `coins`?"),
        (
            lambda table: setattr(table.rules, "max", 1),
            "`rules.max` can't be changed: declare a counter for it",
        ),
    ],
)
def test_an_error_is_told_with_its_move(tiny: Open, change: Any, message: str) -> None:
    rules = bare(counters=[Counter("coins", max=5)])
    rules.move("break")(change)
    rules.move("wait")(nothing)
    with pytest.raises(RulesError) as error:
        tiny(rules, SUITS, max=3).start().play("break")
    assert error.value.message == message
    assert (error.value.move, error.value.seat) == ("break", 0)


def test_a_fault_of_set_up_is_told_at_its_function(tiny: Open) -> None:
    rules = bare(counters=[Counter("coins", max=5)])
    rules.move("wait")(nothing)
    rules.setup(lambda table: setattr(table, "coins", 6))
    with pytest.raises(RulesError, match="`coins` is 6, and can be 0 to 5") as error:
        tiny(rules).start()
    assert error.value.place is not None
    assert error.value.place.file.endswith("test_moves.py")


# What can't be declared


@pytest.mark.parametrize(
    ("declare", "message"),
    [
        (lambda: Zone("my hand"), "'my hand' can't be the name of a zone"),
        (lambda: Counter("pass"), "'pass' can't be the name of a counter: it is a word of Python's own"),
        (lambda: Value("ﬁ", (1, 2)), "'ﬁ' can't be the name of a value: Python reads it as 'fi'"),
        (lambda: Zone("hand", of="player"), "there is no owner 'player'"),  # type: ignore[arg-type]
        (lambda: Zone("hand", seen=OWNER), "`hand` lies on the table: nobody owns it"),
        (
            lambda: Zone("line", of=SEAT, seen=NOBODY, marks=[Counter("age")]),
            "`line` has marks, which everybody sees",
        ),
        (lambda: Value("trump", ()), "the value `trump` needs something to be"),
        (lambda: card_game(zones=[*ZONES, Zone("hand")]), "`hand` is declared twice"),
        (lambda: card_game(counters=[Counter("seat")]), "`seat` already means something on the table"),
        (lambda: card_game(seats=0), "`seats` are numbers of players from 1 to 16"),
        (lambda: card_game(phases=()), "a game has at least one phase"),
        (lambda: card_game(zones=[]), "a game needs zones for its cards"),
        (lambda: card_game(winner="first"), "there is no way to win: 'first'"),
        (lambda: card_game(longest=0), "`longest` is a number of decisions"),
        (lambda: bare().move("{card}", card=From("hand"))(nothing), "a move is written with a verb first"),
        (lambda: bare().move("play {crad}", card=From("hand")), None),
        (lambda: bare().move("play", phase="figth"), "there is no phase 'figth'"),
    ],
)
def test_what_contradicts_itself_is_refused_at_once(declare: Any, message: str | None) -> None:
    if message is None:
        with pytest.raises(
            RulesError, match=r"there is no choice in .play \{crad\}.: .crad.; did you mean `card`"
        ):
            declare()(nothing)
        return
    with pytest.raises(RulesError, match=message):
        declare()


def test_a_move_takes_what_it_chooses() -> None:
    def play(table: Any, crad: Any) -> None:
        """Has its choice misspelt."""

    with pytest.raises(
        RulesError, match=r"`play` must be a function of \(table, card\), as the move chooses"
    ):
        bare().move("play {card}", card=From("hand"))(play)


# How often rules are asked


def test_what_is_against_a_move_is_asked_once_for_all_that_it_does_not_read(tiny: Open) -> None:
    asked: list[tuple[str, object]] = []

    def no_coins(table: Any, number: int, card: Any) -> str | None:  # noqa: ARG001
        asked.append(("coins", None))
        return "no coins" if table.coins == 0 else None

    def too_many(table: Any, number: int, card: Any) -> str | None:  # noqa: ARG001
        asked.append(("number", number))
        return "too many" if number > table.coins else None

    def blue(table: Any, number: int, card: Any) -> str | None:  # noqa: ARG001
        asked.append(("card", card.id))
        return "not blue" if card.suit == "blue" else None

    def never(table: Any, number: int, card: Any) -> str | None:  # noqa: ARG001
        """Reads as little as the first, and is asked after all others."""
        asked.append(("never", None))
        return None

    rules = bare(counters=[Counter("coins", start=2)])
    rules.move("wait")(nothing)
    rules.move("rest")(nothing)
    against = [no_coins, too_many, blue, never]
    buy = rules.move("buy {number} {card}", number=Number(1, 3), card=From("hand"), unless=against)
    buy(lambda table, number, card: None)  # noqa: ARG005
    game = tiny(rules)
    hands = [{"hand": ["red-1", "red-1", "blue-2"]}, {}]
    asked.clear()
    assert texts(game.from_dict({"seats": hands})) == ["wait", "rest", "buy 1 red-1", "buy 2 red-1"]
    of_cards = [("card", "red-1"), ("never", None), ("card", "blue-2")]
    assert asked == [
        ("coins", None),
        *[("number", 1), *of_cards],
        *[("number", 2), *of_cards],
        ("number", 3),
    ]
    asked.clear()
    game.from_dict({"coins": 0, "seats": hands})
    assert asked == [("coins", None)]
    asked.clear()
    game.from_dict({"seats": [{}, {}]})
    assert asked == []


@pytest.mark.parametrize("game", [games.leduc(), games.hold_the_line()], ids=["leduc", "hold-the-line"])
def test_legal_are_the_moves_that_nothing_speaks_against(game: KitGame) -> None:
    chance = Shuffler(3)
    state = game.start(4)
    while state.player is not None:
        free = [move for move in range(game.moves) if state.why_not(move) == ONLY_MOVE]
        assert list(state.legal()) == free
        state.apply(free[chance.below(len(free))])


@pytest.mark.parametrize("phase", ["pass", "größe"])
def test_rules_may_be_written_in_any_words(tiny: Open, phase: str) -> None:
    rules = bare(phases=(phase,), zones=[*ZONES, Zone("größe"), Zone("found", marks=[Counter("maß")])])

    class Against:
        """Something that can be called, and is no function."""

        def __call__(self, table: Any, card: Any, *others: Any) -> str | None:  # noqa: ARG002
            return None if len(table.größe) + card.rank < 3 else "too large"

    def by_default(table: Any, card: Any, word: str = "", *, least: int = 2) -> str | None:  # noqa: ARG001
        return "too small" if card.rank < least and word == "at last" else None

    def seen(table: Any, card: Any, word: str) -> str | None:
        return "never" if locals()["word"] == "never" else None

    against = [Against(), by_default, seen]
    lay = rules.move(
        "lay {card} {word}", card=From("hand"), word=Word("now", "at last", "never"), unless=against
    )
    lay(lambda table, card, word: table.größe.append(table.hand[0].take(card)))  # noqa: ARG005
    rules.move("say {nothing}", nothing=Word())(lambda table, nothing: None)  # noqa: ARG005
    rules.move("wait")(nothing)
    state = tiny(rules).from_dict({"seats": [{"hand": ["red-1", "red-2", "blue-3"]}, {}]})
    assert texts(state) == ["lay red-1 now", "lay red-2 now", "lay red-2 at last", "wait"]
    state.clone().play("lay red-2 at last")
    assert len(state.to_dict()["größe"]) == 0
