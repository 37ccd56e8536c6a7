"""What is done for the page's requests by the rules of a game: rooms and replays are made, and asked.

All of it can be done in another process: nothing goes in or comes out that can't be pickled.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from generator.catalog.paths import read_bytes
from generator.catalog.problems import InputError
from generator.rules import Record
from generator.rules.errors import plain_text
from generator.rules.own_rules import author_at_work
from generator.rules.record import read_record
from generator.sim.matches.match import ADVISER, Match
from generator.sim.matches.setup import DECKS, LoadedGame
from generator.sim.study.plan import seats_of
from generator.studio.play import setup
from generator.studio.play.replays import Replay
from generator.studio.play.rooms import Around, Room
from generator.studio.play.setup import ANOTHER, ME, RequestError
from generator.studio.play.table import Faces

MAX_VARIANTS = 20


class OptionOffered(NamedTuple):
    """An option of a game, as the page shows it."""

    name: str
    help: str
    default: str


class Offer(NamedTuple):
    """What may be chosen for a new game."""

    seats: tuple[int, ...]
    bots: list[str]
    options: list[OptionOffered]
    decks: list[setup.DeckChoice]
    variants: list[str]
    records: list[str]
    studies: list[str]


def offer(folder: Path, workspace: Path) -> Offer:
    """What a game offers. Raises RequestError and RulesError."""
    loaded = setup.load(folder)
    game = loaded.game
    return Offer(
        tuple(map(int, game.seats)),
        setup.bot_words(loaded),
        [
            OptionOffered(plain_text(option.name), plain_text(option.help), plain_text(option.default))
            for option in game.options
            if option.name != DECKS
        ],
        setup.deck_choices(loaded, workspace),
        list(game.variants),
        setup.saved_records(workspace),
        setup.studies(workspace),
    )


# Rooms


def room(around: Around, folder: Path, workspace: Path, given: Mapping[str, Any]) -> Room:
    """A room as a page asks for it. Raises RequestError and RulesError."""
    loaded = _load(folder, given.get("variants") or [])
    wanted = setup.read_wanted(given, loaded)
    match = setup.begin(loaded, wanted, workspace)
    bots = ["" if word in (ME, ANOTHER) else word for word in wanted.players]
    return _room(loaded, match, bots, wanted.seed, around)


def _load(folder: Path, variants: object) -> LoadedGame:
    if (
        not isinstance(variants, list)
        or len(variants) > MAX_VARIANTS
        or not all(isinstance(name, str) for name in variants)
    ):
        raise RequestError.of("expected the names of variants")
    loaded = setup.load(folder)
    for name in variants:
        if name not in loaded.game.variants:
            raise RequestError.of("the game has no such variant")
    return setup.load(folder, variants) if variants else loaded


def room_from(around: Around, replay: Replay, at: int, seat: int) -> Room:
    """A room in which a seat plays on from a move of a replay, against bots. Raises RequestError and
    RulesError."""
    record = replay.record_until(at)
    with author_at_work(replay.loaded.game):
        match = Match(replay.loaded.game, replace(record, moves=[]))
        seats = seats_of(replay.loaded.game, match.state)
        if not 0 <= seat < seats:
            raise RequestError.of(f"there are seats 0 to {seats - 1}")
    bots = ["" if number == seat else ADVISER for number in range(seats)]
    made = _room(replay.loaded, match, bots, 0, around)
    made.make_moves(record.moves)
    return made


def _room(loaded: LoadedGame, match: Match, bots: Sequence[str], seed: int, around: Around) -> Room:
    try:
        return Room(loaded, match, bots, seed, around)
    except InputError as error:
        raise RequestError([error.at(None)]) from None


def seats_in(room: Room) -> tuple[str, ...]:
    """For each seat the word of its bot, or nothing for a person."""
    return room.seats


def is_over(room: Room) -> bool:
    """Whether the game has ended."""
    return room.match.state.over


def room_told(room: Room, seat: int, faces: Faces, free: Sequence[int]) -> str:
    """What the page of a seat shows, as JSON. Raises RulesError."""
    return _as_json(room.document(seat, faces, free))


def record_to_save(room: Room) -> str:
    """The game until now. Raises RefusedError."""
    return written(room.record_to_save())


def written(record: Record) -> str:
    """A record as text, whatever classes the rules make its words of."""
    return json.dumps(record.to_dict())


# Replays


def replay_of_record(around: Around, folder: Path, text: str, shown: str, name: str) -> Replay:
    """A record that was sent. Raises RequestError and RulesError."""
    del around
    return Replay(*setup.read_record_text(text, shown, folder), name)


def replay_of_file(around: Around, folder: Path, workspace: Path, name: str) -> Replay:
    """A record that was saved. Raises RequestError and RulesError."""
    path = setup.record_path(workspace, name)
    if not path.exists():
        raise RequestError.of("there is no record of that name")
    try:
        text = read_bytes(path, None, setup.MAX_RECORD).decode("utf-8", "replace")
    except InputError as error:
        raise RequestError([error.at(None)]) from None
    return replay_of_record(around, folder, text, path.name, name)


def replay_of_study(around: Around, folder: Path, workspace: Path, study: str, number: int) -> Replay:
    """A game of a study. Raises RequestError and RulesError."""
    del around
    loaded, match, told = setup.play_study_game(workspace, study, number, folder)
    return Replay(loaded, match, f"{study}, game {number:,}", told)


def replay_of_room(around: Around, room: Room) -> Replay:
    """A game that was played in a room. Raises RequestError and RulesError."""
    del around
    if not is_over(room):
        raise RequestError.of("a game can be looked at from all sides when it is over")
    return Replay(room.loaded, room.match, "the game that you played")


def words_of(replay: Replay) -> tuple[str, str]:
    """What a replay is called, and who played it."""
    return replay.name, replay.told


def replay_told(replay: Replay, at: int, faces: Faces) -> str:
    """The table before a move, as JSON. Raises RulesError."""
    return _as_json(replay.document(at, faces))


def _as_json(document: Mapping[str, Any]) -> str:
    return json.dumps(document, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


# In a process of their own


class Recipe(NamedTuple):
    """How a room or a replay is made, as often as need be."""

    room: str
    """What it is called, if it is a room."""
    make: Any
    arguments: tuple[Any, ...]
    record: str | None = None
    """The game of a room as it has gone on, as text."""

    def derived(self, room: str, make: Any, arguments: tuple[Any, ...]) -> Recipe:
        """How something is made of what this one makes."""
        return Recipe(room, make_of, (self, make, *arguments))

    def made(self, around: Around) -> Any:
        """What it makes. Raises RequestError and RulesError."""
        thing = self.make(around, *self.arguments)
        if self.record is not None:
            thing.resume(read_record(json.loads(self.record)))
        return thing


def make_of(around: Around, recipe: Recipe, make: Any, *arguments: Any) -> Any:
    """What is made of that which a recipe makes, which nobody else uses."""
    return make(around, recipe.made(Around.alone()), *arguments)
