"""Nothing that a seat sees, may do, imagines or hears depends on cards that are hidden from it.

Other checks deal anew what is hidden, by the game's own ``determinize``: they notice nothing if that knows
the very secret that a view gives away. Here two hidden cards of the true position change places, without any
help of the game but ``from_dict``.

Words and numbers leave a state in many ways: why a move is refused, what is said of a move, which turn it
is, what a screen draws. Here two states are made that look the same to a seat, and whatever comes out of the
one for that seat must come out of the other. The second is made in two ways: hidden cards change places, or
all that is hidden is dealt anew, with the shuffles to come as they are.

What is said of a move is compared where the move leaves both looking the same as well: then all that came
about in the open is in the view, and what is said beyond that was hidden. A move made in secret may be
another one in the other state: who watches can't know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import lgamma, log
from random import Random
from typing import Any, NamedTuple

from generator.catalog.reader import Path
from generator.rules.conformance.card_places import (
    Leaf,
    Links,
    card_words,
    hidden_leaves,
    owned_cards,
    place_of,
    put,
    without_order,
)
from generator.rules.conformance.check import Check
from generator.rules.conformance.checks.moves import JUNK
from generator.rules.conformance.moment import (
    Decide,
    Moment,
    Screen,
    at_path,
    canonical,
    copied,
    first_difference,
)
from generator.rules.positions import MAX_SEED, BadPosition, written
from generator.rules.protocol import IllegalMove, State
from generator.rules.shuffler import Shuffler

TRIES = 3
"""Pairs of cards that are exchanged, for a seat at a state."""
BOTS_SHARE = 1 / 4
"""How often bots are asked, where they could be: that takes longest."""
NO_ACCIDENT = log(1e-12)
"""Of agreements between imagined and real places: chance would bring them less often than that."""


@dataclass(slots=True)
class Agreement:
    """How often imagined cards were the real ones, so far always; and the logarithm of how likely that is."""

    times: int = 0
    chance: float = 0.0
    always: bool = True


@dataclass(frozen=True, slots=True)
class _Choice:
    """A decision for a bot, in two states that it can't tell apart."""

    decide: Decide
    seat: int
    states: tuple[State, State]

    def differs(self) -> bool:
        """Whether it decides otherwise in the other."""
        one, other = (self.decide(state.view(self.seat), state.legal()) for state in self.states)
        return one != other


class Exchanges(Check):
    """Exchanges hidden cards, and compares imagined ones with the real."""

    name = "exchanges"
    question = "hidden cards change places, and who can't see them notices nothing"
    order = 23
    states_a_game = 2

    def prepare(self) -> None:
        self._links = Links()
        self._choices: list[_Choice] = []
        self._agreements: dict[tuple[int, Path, bool], Agreement] = {}
        """By seat and place; and whether it is about the order of the cards."""

    def look(self, moment: Moment) -> Iterator[str]:
        """For one of the seats."""
        if moment.state.player is None:
            return
        owned = owned_cards(self.referee, moment.position)
        words = card_words(owned)
        seat = moment.seat
        hidden = hidden_leaves(moment.position, moment.view(seat), words)
        self._links.learn(moment, seat, words)
        noted: set[Path] = set()
        for _ in range(TRIES):
            pair = self._pair(moment, hidden)
            if pair is None:
                continue
            other = self._exchanged(moment, owned, *pair)
            if other is None:
                continue
            yield from _compared(moment, seat, other, pair, imagines=not noted)
            if moment.state.player == seat and moment.decide and moment.dice.random() < BOTS_SHARE:
                self._choices.append(_Choice(moment.decide, seat, (moment.state.clone(), other)))
            if place_of(pair[0]) not in noted:
                noted.add(place_of(pair[0]))
                self._note(moment, seat, pair)

    def leave(self) -> Iterator[str]:
        """Asks the bots, now that they may throw dice of their own."""
        choices, self._choices = self._choices, []
        for choice in choices:
            if choice.differs():
                yield f"a bot at seat {choice.seat} chooses another move when cards change that it can't see"

    def close(self) -> Iterator[str]:
        for (seat, path, _), seen in sorted(self._agreements.items(), key=str):
            if seen.always and seen.chance < NO_ACCIDENT:
                place = f"{written(path)} in worlds determinized for seat {seat}"
                yield f"{place} is what it really is, all {seen.times:,} times: that was not dealt, but known"

    def exchanged(self, moment: Moment, seat: int) -> State | None:
        """The state in which two cards that a seat can't see have changed places; None if none was found."""
        owned = owned_cards(self.referee, moment.position)
        words = card_words(owned)
        hidden = hidden_leaves(moment.position, moment.view(seat), words)
        self._links.learn(moment, seat, words)
        pair = self._pair(moment, hidden)
        return None if pair is None else self._exchanged(moment, owned, *pair)

    def _pair(self, moment: Moment, hidden: list[Leaf]) -> tuple[Leaf, Leaf] | None:
        """Two of the cards that are not alike, and of which nobody can know where they lie; None if the first
        that is taken has no such other."""
        if not hidden:
            return None
        one = moment.dice.choice(hidden)
        places = self._links.linked_to(place_of(one), {place_of(leaf) for leaf in hidden})
        others = [leaf for leaf in hidden if leaf.word != one.word and place_of(leaf) in places]
        return (one, moment.dice.choice(others)) if others else None

    def _exchanged(self, moment: Moment, owned: Any, one: Leaf, other: Leaf) -> State | None:
        """The state after the exchange; None where there can be no such state."""
        position = copied(moment.position)
        put(position, one.path, other.word)
        put(position, other.path, one.word)
        if owned_cards(self.referee, position) != owned:
            return None
        try:
            state = self.game.from_dict(copied(position))
        except BadPosition:
            return None
        found = state.to_dict()
        # Where a forced move was made at once, the real game can't be in this position; and where order is no
        # matter, nothing has changed.
        is_settled = canonical(without_order(found)) == canonical(without_order(position))
        return state if is_settled and canonical(found) != moment.text else None

    def _note(self, moment: Moment, seat: int, pair: tuple[Leaf, Leaf]) -> None:
        """Compares real lists of cards that could be others with the imagined ones: what lies there, or where
        the two cards lie in the same list, in what order."""
        world = moment.world(seat)
        paths = [place_of(leaf) for leaf in pair]
        real = [at_path(moment.position, path) for path in paths]
        imagined = [at_path(world.position, path) for path in paths]
        if not world.settled or not all(isinstance(cards, list) for cards in (*real, *imagined)):
            return
        in_order = paths[0] == paths[1]
        seen = self._agreements.setdefault((seat, paths[0], in_order), Agreement())
        seen.times += 1
        if in_order:
            seen.always = seen.always and real[0] == imagined[0]
            seen.chance -= _ways(real[0])
        else:
            seen.always = seen.always and Counter(map(str, real[0])) == Counter(map(str, imagined[0]))
            seen.chance += _ways(real[0]) + _ways(real[1]) - _ways([*real[0], *real[1]])


def _compared(
    moment: Moment, seat: int, other: State, pair: tuple[Leaf, Leaf], *, imagines: bool
) -> Iterator[str]:
    """What a seat notices of an exchange; what it imagines then costs most to find out."""
    places = " and ".join(f"{leaf.word} at {written(leaf.path)}" for leaf in pair)
    changed = f"seat {seat} can't see {places}, and when these are exchanged"
    seen = other.view(seat)
    if canonical(seen) != canonical(moment.view(seat)):
        yield f"{changed} its view is another: {first_difference(moment.view(seat), seen)}"
        return
    if moment.state.player == seat and other.legal() != moment.state.legal():
        yield f"{changed} other moves are legal"
        return
    if not imagines:
        return
    lot = moment.dice.randint(0, MAX_SEED)
    # Each right after its view, so that a game that remembers what it has shown gives itself away.
    ours = moment.game.determinize(copied(moment.state.view(seat)), seat, Shuffler(lot))
    theirs = moment.game.determinize(copied(other.view(seat)), seat, Shuffler(lot))
    if canonical(ours) != canonical(theirs):
        yield f"{changed} it imagines something else: {first_difference(ours, theirs)}"


def _ways(cards: list[Any]) -> float:
    """The logarithm of the number of orders that the cards can lie in."""
    return lgamma(len(cards) + 1) - sum(lgamma(count + 1) for count in Counter(map(str, cards)).values())


REFUSED = 24
"""Moves of which it is asked why they are refused."""
MOVES = 3
"""That are made in both states."""
SCREENS_SHARE = 1 / 4
"""How often screens are drawn, where they could be: that takes longest."""


class _Made(NamedTuple):
    """A move, and the state after it."""

    move: str
    state: State


class Channels(Check):
    """Compares what comes out of states that a seat can't tell apart."""

    name = "channels"
    question = "no words, reason, number or screen reveals more to a seat than its view"
    order = 26
    states_a_game = 2

    def prepare(self) -> None:
        self._exchanges = Exchanges(self.game, self.opener)
        # Its own: games are played on as they are without this check.
        self._dice = Random(self.name)
        self._screens: Sequence[Screen] = ()

    def look(self, moment: Moment) -> Iterator[str]:
        seat = moment.seat
        self._screens = moment.screens if self._dice.random() < SCREENS_SHARE else ()
        for how, twin in self._twins(moment, seat):
            message = f"seat {seat} can't know whether {how}, and yet"
            for channel, ours, theirs in self._differences(moment, twin, seat):
                yield f"{message} {channel} is another: {first_difference(ours, theirs)}"

    def _twins(self, moment: Moment, seat: int) -> Iterator[tuple[str, State]]:
        exchanged = None if moment.state.player is None else self._exchanges.exchanged(moment, seat)
        if exchanged is not None:
            yield "cards have changed places", exchanged
        world = moment.world(seat)
        if world.settled:
            chance = {key: moment.position[key] for key in ("shuffler",) if key in moment.position}
            yield "hidden cards were dealt again", self.game.from_dict({**world.position, **chance})

    def _differences(self, moment: Moment, twin: State, seat: int) -> Iterator[tuple[str, Any, Any]]:
        """What comes out for the seat that differs: in words, and what it is in each of the two states."""
        state = moment.state
        if canonical(twin.view(seat)) != canonical(moment.view(seat)):
            # Other checks tell of it.
            return
        if state.player is None and twin.player is None and _count(state) != _count(twin):
            # Hidden cards count in the end, which uncovers them.
            return
        for channel, ask in self._channels(moment, seat).items():
            ours, theirs = ask(state), ask(twin)
            if ours != theirs:
                yield channel, ours, theirs
        if state.player is not None and twin.player == state.player:
            yield from self._after_moves(moment, twin, seat)

    def _channels(self, moment: Moment, seat: int) -> Mapping[str, Callable[[State], Any]]:
        """What can be asked for a seat while nothing happens."""
        asked = moment.state.player
        legal = moment.state.legal()
        channels: dict[str, Callable[[State], Any]] = {
            "the turn": lambda state: state.turns(),
            "who has the first turn": lambda state: state.starter(),
            **{screen.name: _drawn_by(screen, seat) for screen in self._screens},
        }
        if asked is None:
            channels["the result"] = lambda state: None if state.player is not None else state.result()
        if asked == seat:
            moves = self._dice.sample(range(self.game.moves), min(REFUSED, self.game.moves))
            words = [self._dice.choice(JUNK), *(f"{moment.state.text(move)} 1" for move in moves[:2])]
            channels |= {
                "how a legal move is written": lambda state: [state.text(move) for move in legal],
                "whether a move is secret": lambda state: [state.is_secret(move) for move in legal],
                "why a move is refused": lambda state: [
                    state.why_not(move) for move in moves if move not in legal
                ],
                "what is answered to wrong words": lambda state: [_answer(state, text) for text in words],
            }
        return channels

    def _after_moves(self, moment: Moment, twin: State, seat: int) -> Iterator[tuple[str, Any, Any]]:
        """What is said of moves that leave both states looking the same."""
        state, theirs = moment.state, set(twin.legal())
        secret = [] if state.player == seat else [move for move in theirs if twin.is_secret(move)]
        for move in self._dice.sample(state.legal(), min(MOVES, len(state.legal()))):
            is_secret = state.player != seat and state.is_secret(move)
            other = self._dice.choice(sorted(secret)) if is_secret and secret else move
            if other not in theirs or (is_secret and not secret):
                continue
            made = _made(state, move), _made(twin, other)
            seen = [canonical(after.state.view(seat)) for after in made]
            open_moves = [_open_moves(after.state, seat) for after in made]
            if seen[0] != seen[1] or open_moves[0] != open_moves[1]:
                continue
            words = f" of `{state.text(move)}`"
            news = [[list(line) for line in after.state.told()] for after in made]
            if news[0] != news[1]:
                yield f"what is announced{words}", news[0], news[1]
            for screen in self._screens:
                lines = [
                    screen.tells(before, after.move, after.state, seat)
                    for before, after in zip((state, twin), made, strict=True)
                ]
                if lines[0] != lines[1]:
                    yield f"what {screen.name} says{words}", lines[0], lines[1]


def _count(state: State) -> tuple[object, object]:
    result = state.result()
    return result.scores, result.winners


def _drawn_by(screen: Screen, seat: int) -> Callable[[State], Any]:
    return lambda state: screen.shows(state, seat)


def _answer(state: State, words: str) -> str:
    try:
        return f"it is the move {state.parse(words)}"
    except IllegalMove as error:
        return str(error)


def _made(state: State, move: int) -> _Made:
    after = state.clone()
    after.apply(move)
    return _Made(state.text(move), after)


def _open_moves(state: State, seat: int) -> list[tuple[int, str]]:
    """The forced moves that the seat hears of: those in the open, and its own."""
    return [
        (mover, state.text(move))
        for mover, move in state.forced_moves()
        if mover == seat or not state.is_secret(move)
    ]
