"""A recorded game: how it began, and every move in the notation of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

from generator.catalog.lines import readable
from generator.catalog.reader import Reader
from generator.catalog.wording import quote
from generator.rules.positions import MAX_SEED, position_reader
from generator.rules.protocol import Game, IllegalMove, Position, Result, State

MAX_SEATS = 100
MAX_SCORE = 10**6
"""More seats or points than any game has: a record with more is broken."""
MAX_NAME = 30
"""Letters of what somebody is called who plays."""


class DeckNames(NamedTuple):
    """What a seat's deck and its cards are called; the rules know neither."""

    deck: str
    cards: Mapping[str, Sequence[str]]
    """The names by kind of card. Several cards may be of one kind."""


class BadRecord(ValueError):  # noqa: N818 - it is what happened
    """Raised where a record can't be played again: the message names the move and the reason."""


@dataclass(slots=True)
class Record:
    """A game that can be replayed, from a seed or from a position."""

    game: str
    setup: dict[str, Any] = field(default_factory=dict)
    """The keyword arguments of ``Game.start``, with the seed."""
    position: Position | None = None
    """The position where it started, if not from a seed."""
    moves: list[str] = field(default_factory=list)
    result: Result | None = None
    names: Sequence[DeckNames] = ()
    """Of each seat's deck, where players chose their decks."""
    variants: tuple[str, ...] = ()
    """The names of the game's variants that it was played by."""
    players: tuple[str, ...] = ()
    """What those are called who played, by seat, where anybody was named; empty for who was not."""

    def begin(self, game: Game) -> State:
        """The state before the first move. Raises InputError or BadPosition."""
        return game.start(**self.setup) if self.position is None else game.from_dict(self.position)

    def states(self, game: Game) -> Iterator[State]:
        """The state before the first move and after each move; it is the same object each time.

        Raises BadRecord at the first move that is not legal.
        """
        state = self.begin(game)
        yield state
        for number, move in enumerate(self.moves, start=1):
            try:
                state.play(move)
            except IllegalMove as error:
                raise BadRecord(f"move {number}, {quote(move)}: {error}") from None
            yield state

    def end(self, game: Game) -> State:
        """The state after the last move. Raises BadRecord at the first that is not legal."""
        *_, last = self.states(game)
        return last

    def to_dict(self) -> dict[str, Any]:
        """The record as JSON values."""
        began = {"setup": self.setup} if self.position is None else {"from": self.position}
        result = {} if self.result is None else {"result": asdict(self.result)}
        names = {"names": [of_seat._asdict() for of_seat in self.names]} if self.names else {}
        variants = {"variants": list(self.variants)} if self.variants else {}
        players = {"players": list(self.players)} if any(self.players) else {}
        return {"game": self.game, **variants, **began, **names, **players, "moves": self.moves, **result}


def read_record(given: Mapping[str, Any]) -> Record:
    """The record that ``Record.to_dict`` gave. Raises BadPosition with all faults of its form."""
    reading = position_reader(given)
    reading.only(("game", "variants", "setup", "from", "names", "players", "moves", "result"))
    name = reading.key("game")
    if not isinstance(name.value, str) or not name.value:
        name.error("expected a game's name")
    for key in ("setup", "from"):
        if not isinstance(reading.key(key, {}).value, Mapping):
            reading.key(key).error("expected keys and values")
    if reading.has("setup") == reading.has("from"):
        reading.error("expected `setup` or `from`, one of them")
    moves = reading.key("moves").items()
    for move in moves:
        if not isinstance(move.value, str):
            move.error("expected a move in words")
    setup = _read_setup(reading.key("setup", {}))
    result = _read_result(reading.key("result")) if reading.has("result") else None
    names = [_read_names(of_seat) for of_seat in reading.key("names", []).items()]
    variants = tuple(name.text() for name in reading.key("variants", []).items())
    players = tuple(_read_player(name) for name in reading.key("players", []).items())
    reading.finish()
    position = given.get("from")
    made = [move.value for move in moves]
    return Record(given["game"], setup, position, made, result, names, variants, players)


def _read_setup(reading: Reader) -> dict[str, Any]:
    """The keyword arguments of ``Game.start``; the options among them are read by the game."""
    if not isinstance(reading.value, Mapping):
        return {}
    for name, minimum, maximum in (("seed", 0, MAX_SEED), ("seats", 1, MAX_SEATS)):
        if reading.has(name):
            reading.key(name).whole(minimum, maximum)
    return dict(reading.value)


def _read_names(reading: Reader) -> DeckNames:
    reading.only(("deck", "cards"))
    cards = reading.key("cards").entries()
    return DeckNames(
        reading.key("deck").text(), {kind: [name.text() for name in names.items()] for kind, names in cards}
    )


def _read_player(reading: Reader) -> str:
    if not isinstance(reading.value, str):
        reading.error("expected a name, or nothing between quotes")
        return ""
    return readable(reading.value, MAX_NAME).strip()


def _read_result(reading: Reader) -> Result:
    reading.only(("scores", "winners", "reason", "cut_short"))
    scores = tuple(item.whole(-MAX_SCORE, MAX_SCORE) for item in reading.key("scores").items())
    winners = tuple(item.whole(0, MAX_SEATS - 1) for item in reading.key("winners").items())
    reason = reading.key("reason").value
    return Result(scores, winners, str(reason), reading.key("cut_short", False).flag())
