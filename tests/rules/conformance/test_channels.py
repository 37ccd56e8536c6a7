"""Every way in which words leave a state is looked at: a secret that leaks is found, whatever the way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from generator.rules import Game, IllegalMove, Shuffler, State, check_game
from generator.rules.kit import NOBODY, OWNER, SEAT, Counter, From, Rules, Zone
from generator.rules.kit.state import KitGame
from generator.rules.terminal import PlainDisplay
from generator.sim.matches.match import Reader
from rules.conformance.little_game import WORDS, Peaks, PeaksState
from rules.kit.conftest import Open

Channel = Callable[..., Any]


def secret_of(state: PeaksState) -> bool:
    """Something that nobody can see."""
    return bool(state.deck) and state.deck[0] > 1


def parse(state: PeaksState, text: str) -> int:
    if text not in WORDS:
        raise IllegalMove(f"there are lay 1 to lay {4 + secret_of(state)}")
    return WORDS.index(text)


LEAKS: Mapping[str, tuple[str, Channel]] = {
    "the turn": ("turns", lambda state: state.round + secret_of(state)),
    "who has the first turn": ("starter", lambda state: int(secret_of(state))),
    "how a legal move is written": (
        "text",
        lambda state, move: WORDS[move].upper() if secret_of(state) else WORDS[move],
    ),
    "whether a move is secret": ("is_secret", lambda state, _: secret_of(state)),
    "why a move is refused": ("why_not", lambda state, _: f"no, but {max(state.hands)} has it"),
    "what is answered to wrong words": ("parse", parse),
}
"""By the channel: a method of a state, and one in its place that tells a secret."""


def leaking(method: str, leak: Channel) -> Game:
    kind = type("Leaky", (PeaksState,), {"__slots__": (), method: leak})

    class LeakyPeaks(Peaks):
        def begin(self, shuffler: Shuffler, seats: int, options: Mapping[str, Any]) -> PeaksState:
            return self._leaky(super().begin(shuffler, seats, options))

        def from_dict(self, position: Mapping[str, Any]) -> PeaksState:
            return self._leaky(super().from_dict(position))

        def _leaky(self, state: PeaksState) -> PeaksState:
            state.__class__ = kind
            return state

    return LeakyPeaks()


def told(game: Game, **options: Any) -> str:
    report = check_game(game, 90, seed=2, only=["play", "channels"], stop_at_first=True, **options)
    return "\n".join(finding.message for finding in report.findings)


@pytest.mark.parametrize("channel", LEAKS)
def test_a_method_that_tells_a_secret_is_found(channel: str) -> None:
    assert f"and yet {channel} is another" in told(leaking(*LEAKS[channel]))


def with_deck(fault: str) -> Rules:
    """Cards are drawn unseen, and laid in the open."""
    rules = Rules(
        seats=(2, 3),
        zones=[
            Zone("deck", seen=NOBODY, ordered=True, full=True),
            Zone("heap", ordered=True),
            Zone("aside", seen=NOBODY),
            Zone("hand", of=SEAT, seen=OWNER),
        ],
        counters=[Counter("turn", max=20)],
    )

    @rules.setup
    def deal(table: Any) -> None:
        table.shuffle(table.deck)
        table.deck.deal(2, *table.hand)

    def done(table: Any) -> None:
        table.turn += 1
        table.pass_turn()

    @rules.move("draw", unless=lambda table: "" if table.deck else "the deck is empty")
    def draw(table: Any) -> None:
        card = table.deck.draw()
        table.hand[table.seat].append(card)
        table.tell(f"draw {card}" if fault == "told" else "draw a card", table.seat)
        done(table)

    @rules.move("throw")
    def throw(table: Any) -> None:
        table.tell(f"throw a {table.roll()}", table.seat)
        done(table)

    @rules.move("lay {card}", card=From("hand"))
    def lay(table: Any, card: Any) -> None:
        table.hand[table.seat].give(card, table.heap)
        table.tell(f"the heap shows {card}")
        done(table)

    @rules.move("hide {card}", card=From("hand"), secret=True)
    def hide(table: Any, card: Any) -> None:
        table.hand[table.seat].give(card, table.aside)
        if fault == "told of a secret move":
            table.tell(f"hide {card}", table.seat)
        done(table)

    @rules.over
    def over(table: Any) -> str | None:
        if table.turn < 12:
            return None
        top = table.deck[0] if table.deck and fault == "the end" else "a card"
        return f"it is late, and {top} was next"

    rules.winners(lambda table: [len(table.seats) - 1])
    return rules


@pytest.mark.parametrize(
    ("fault", "found"),
    [
        ("", ""),
        ("told", "what is announced of `draw` is another"),
        ("told of a secret move", "what is announced of `hide"),
        ("the end", "the result is another"),
    ],
)
def test_rules_that_tell_what_nobody_sees_are_found(tiny: Open, fault: str, found: str) -> None:
    game = tiny(with_deck(fault))
    message = told(game, screens=[Reader(game, PlainDisplay())])
    assert found in message
    assert bool(found) == bool(message)


class Loud(PlainDisplay):
    """Everybody hears of every move."""

    def is_open(self, move: str) -> bool:
        del move
        return True


class Peeping:
    """A page that is drawn from the state itself."""

    name = "the page"

    def shows(self, state: State, seat: int) -> object:
        return {**state.view(seat), "next": state.to_dict()["deck"][:1]}

    def tells(self, before: State, move: str, after: State, seat: int) -> object:
        del before, move, after, seat


def test_a_screen_that_shows_a_secret_is_found() -> None:
    assert "and yet the page is another: next" in told(Peaks(), screens=[Peeping()])


def test_a_screen_that_tells_of_secret_moves_is_found() -> None:
    game = Peaks()
    assert "and yet what the terminal says of `lay" in told(game, screens=[Reader(game, Loud())])
    assert told(game, screens=[Reader(game, PlainDisplay())]) == ""


class Forgetful(KitGame):
    """It leaves out the first card of each hand."""

    def opening(self, state: State) -> list[tuple[str, list[str]]]:
        return [(name, cards[1:]) for name, cards in super().opening(state)]


@pytest.mark.parametrize("wrong", [False, True])
def test_a_card_that_comes_by_a_forced_move_is_not_missed_in_an_opening_hand(
    tiny: Open, monkeypatch: pytest.MonkeyPatch, wrong: bool
) -> None:
    rules = Rules(
        seats=3,
        zones=[Zone("deck", seen=NOBODY, ordered=True, full=True), Zone("hand", of=SEAT, seen=OWNER)],
        phases=("first", "later"),
    )

    @rules.setup
    def deal(table: Any) -> None:
        table.shuffle(table.deck)
        table.deck.deal(2, *table.hand)
        if table.hand[0][0].suit == "red":
            table.phase = "later"

    @rules.move("take", phase="first")
    def take(table: Any) -> None:
        table.hand[0].append(table.deck.draw())
        table.phase = "later"

    @rules.move("lay {card}", card=From("hand"), phase="later")
    def lay(table: Any, card: Any) -> None:
        table.hand[table.seat].take(card)
        table.deck.append(card)
        table.phase = "later"

    rules.over(lambda table: "a hand is empty" if not all(table.hand) else None)
    rules.winners(lambda table: [len(table.seats) - 1])
    if wrong:
        monkeypatch.setattr("generator.rules.kit.opening.KitGame", Forgetful)
    game = tiny(rules)
    report = check_game(game, 30, only=["openings"])
    assert any(len(game.start(seed).forced_moves()) for seed in range(9))
    assert report.ok != wrong, str(report)


def test_hands_that_a_forced_move_passes_on_are_no_opening_hands(tiny: Open) -> None:
    zones = [
        Zone("deck", seen=NOBODY, ordered=True, full=True),
        Zone("hand", of=SEAT, seen=OWNER),
        Zone("heap"),
    ]
    rules = Rules(seats=3, zones=zones, phases=("pass_on", "lay"))

    @rules.setup
    def deal(table: Any) -> None:
        table.shuffle(table.deck)
        table.deck.deal(3, *table.hand)

    @rules.move("pass on", phase="pass_on")
    def pass_on(table: Any) -> None:
        first, *others = table.hand
        table.hand[0], table.hand[1], table.hand[2] = *others, first
        table.phase = "lay"

    @rules.move("lay {card}", card=From("hand"), phase="lay")
    def lay(table: Any, card: Any) -> None:
        table.hand[table.seat].give(card, table.heap)
        table.pass_turn()

    rules.over(lambda table: None if any(table.hand) else "all is laid")
    rules.winners(lambda table: [len(table.seats) - 1])
    report = check_game(tiny(rules), 30, only=["openings"])
    assert report.ok, str(report)
