"""What pages ask of the rules of a game: how a new game may begin, rooms and replays, records and studies.

All of it can be done in another process: nothing goes in or comes out that can't be pickled.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from secrets import randbelow
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from generator.catalog.keys import simple
from generator.catalog.lines import readable
from generator.catalog.models import ANY_KEY, layout_for
from generator.catalog.models import Game as Database
from generator.catalog.paths import read_bytes
from generator.catalog.press_settings import Setting, whole_number
from generator.catalog.problems import InputError, Place, Problem, Problems
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import listed, pluralize, quote
from generator.catalog.yaml_reader import MarkedDict, place_in, read_yaml
from generator.deck.files import deck_component
from generator.rules import Game, Position, RulesError
from generator.rules.errors import plain_text
from generator.rules.loading import playable_games
from generator.rules.own_rules import author_at_work, has_own_rules
from generator.rules.positions import MAX_SEED
from generator.rules.record import MAX_NAME, Record, read_record
from generator.sim.bots import bot_names
from generator.sim.matches.files import is_record, record_in
from generator.sim.matches.match import ADVISER, Match
from generator.sim.matches.setup import (
    DECKS,
    GameFile,
    LoadedGame,
    SeatDeck,
    Setup,
    begin_from,
    begin_new,
    bundled_decks,
    load_rules,
    play_record,
    read_decks,
)
from generator.sim.study.plan import seats_of
from generator.studio.forms import LOOSE_NAMES, NAMES, TEXT, Field, Refused, field_of, read_form
from generator.studio.play.rooms import Around, Replay, Room
from generator.studio.play.shown import SEATS
from generator.studio.workspace import check_name, is_name, look_through, place_of, plain_files

SEARCH = "search:1000ms"
"""A bot that searches for a second: stronger than the others, and still no trial of patience."""
MAX_RECORD = 4 * 2**20
"""Bytes of a record."""
MAX_DRAWN_SEED = 1_000_000
MAX_PLAYED = 300
"""Moves that are made to see which zones a game has."""
RECORDS = Path("output") / "records"
"""Where records are kept, seen from the workspace."""
OWN_DECKS = "decks"
OPTION = "option_"
"""What the names of fields begin with that are options of the game."""
ME, ANOTHER = "me", "person"
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
STUDY_FILE = "study.db"


class Wanted(NamedTuple):
    """A new game, as the page asks for it."""

    players: tuple[str, ...]
    """For each seat ``me``, ``person``, or a bot's word."""
    seed: int
    options: Mapping[str, str]
    """Without those that are left as they are."""
    decks: tuple[str, ...]
    """For each seat the name of a deck; empty where nobody chose any."""
    variants: tuple[str, ...]
    names: tuple[str, ...] = ()
    """Of the people, by seat; empty where somebody is not named."""


class DeckChoice(NamedTuple):
    word: str
    name: str


class Offer(NamedTuple):
    """What may be chosen for a new game, and which games can be looked at again."""

    seats: tuple[int, ...]
    bots: list[str]
    decks: list[DeckChoice]
    variants: list[Field]
    options: list[Field]
    records: list[str]
    studies: list[str]
    misplaced: list[Problem]
    """Of what the game lays on its table."""


def has_rules(game: Database) -> bool:
    """Whether a game can be played; nothing of it is run to find out."""
    return has_own_rules(game.folder) or game.id in playable_games()


def load(folder: Path, variants: Sequence[str] = ()) -> LoadedGame:
    """The game of a folder with its rules; runs its ``rules.py``. Raises Refused."""
    problems = Problems()
    loaded = load_rules(str(folder), problems, variants=variants)
    if loaded is None:
        raise Refused(problems.merged())
    return loaded


# A new game


def offer(folder: Path, workspace: Path) -> Offer:
    """Raises Refused and RulesError."""
    loaded = load(folder)
    game = loaded.game
    variants = [(name, name) for name in game.variants]
    return Offer(
        tuple(map(int, game.seats)),
        bot_words(loaded),
        deck_choices(loaded, workspace),
        [Field("variants", "Variants", shape="ticks", choices=variants)] if variants else [],
        _option_fields(game),
        [path.stem for path in plain_files(workspace / RECORDS, (".json",)) if is_name(path.stem)],
        studies(workspace),
        list(_unknown_zones(loaded)),
    )


def _unknown_zones(loaded: LoadedGame) -> Iterator[Problem]:
    """What game.yaml lays on the table, and no position of a whole game has."""
    file, layouts = loaded.database.file, loaded.database.tables
    for number, layout in enumerate(layouts):
        counts = [seats for seats in loaded.game.seats if layout_for(layouts, seats) is layout]
        positions = _positions(loaded.game, counts[-1]) if counts else []
        seats = [seat for position in positions for seat in position.get(SEATS, ())]
        for area, laid, held in (("middle", layout.middle, positions), ("seat", layout.seat, seats)):
            for zone in laid.zones if laid else ():
                at: list[str | int] = ["table", *([number] if isinstance(file["table"], list) else [])]
                at += [area, "zones", ".".join(zone.way)]
                for way in (zone.way, *([(zone.before,)] if zone.before else [])):
                    if (known := _known_instead(held, way)) is not None:
                        name, whose = ".".join(way), " of a seat" if area == "seat" else ""
                        message = f"the rules have no zone{whose} called {quote(name)}"
                        hint = did_you_mean(name, known) or f"there are {listed(known)}"
                        where = ".".join(map(str, at))
                        yield Problem(message, place_in(file, at), field=where, hint=hint)


def _positions(game: Game, seats: int) -> list[Position]:
    """Those of a game that is played at random: what is empty need not stand in one."""
    found: list[Position] = []
    try:
        with author_at_work(game):
            state, chance = game.start(seed=1, seats=seats), Random(1)
            while len(found) < MAX_PLAYED:
                found.append(state.to_dict())
                if state.over:
                    break
                state.apply(chance.choice(state.legal()))
    except (RulesError, InputError):
        # What is wrong with the rules is told to whoever plays.
        return found
    return found


def _known_instead(values: Sequence[Any], way: Sequence[str]) -> list[str] | None:
    """The names that are there where none of the values has a step of a way; None if it can be there."""
    begun = ""
    for step in way:
        inside: list[Any] = []
        names: dict[str, None] = {}
        for value in values:
            if isinstance(value, Mapping):
                names.update(dict.fromkeys(value))
                inside += value.values() if step == ANY_KEY else [value[step]] if step in value else []
            elif isinstance(value, list):
                names[ANY_KEY] = None
                inside += value if step == ANY_KEY or step.isdigit() else []
        if not inside:
            return [f"{begun}{name}" for name in names] or None
        values, begun = inside, f"{begun}{step}."
    return None


def _option_fields(game: Game) -> list[Field]:
    labels = {f"{OPTION}{option.name}": plain_text(option.name).replace("_", " ") for option in game.options}
    own = [field_of(name, setting, label=labels[name]) for name, setting in _options(game).items()]
    return [*own, field_of("seed", SEED)]


SEED = Setting(whole_number(0, MAX_SEED), "The same seed deals the same cards.", default_help="random")


def _options(game: Game) -> Mapping[str, Setting]:
    return {
        f"{OPTION}{option.name}": Setting(
            TEXT, plain_text(option.help), default_help=plain_text(option.default)
        )
        for option in game.options
        if option.name != DECKS
    }


def read_wanted(given: Mapping[str, Any], loaded: LoadedGame) -> Wanted:
    """Raises Refused and InputError."""

    def read_players(value: object) -> tuple[str, ...]:
        players = NAMES.parse(value)
        for word in players:
            if word not in (ME, ANOTHER, *bot_words(loaded)):
                raise InputError(f"nobody called {quote(word)} can play here")
        if players.count(ME) != 1:
            raise InputError("you play in one seat: choose which")
        return players

    def read_variants(value: object) -> tuple[str, ...]:
        variants = NAMES.parse(value)
        if not set(variants) <= set(loaded.game.variants):
            raise InputError("the game has no such variant")
        return variants

    options = _options(loaded.game)
    fields = {
        "players": Setting(simple(read_players), ""),
        "decks": Setting(LOOSE_NAMES, ""),
        "names": Setting(LOOSE_NAMES, ""),
        "variants": Setting(simple(read_variants), ""),
        "seed": SEED,
        **options,
    }
    values = read_form(given, fields)
    if "players" not in values:
        raise InputError("name a player for each seat")
    seed = values.get("seed", randbelow(MAX_DRAWN_SEED))
    chosen = {name.removeprefix(OPTION): values[name] for name in options if name in values}
    names = tuple(map(player_name, values.get("names", ())))
    return Wanted(values["players"], seed, chosen, values.get("decks", ()), values.get("variants", ()), names)


def player_name(text: str) -> str:
    """What a person wants to be called, on one line and not too long."""
    return readable(text, MAX_NAME)


def bot_words(loaded: LoadedGame) -> list[str]:
    """The bots that may be chosen, the usual one first: those that come along, and its strategies."""
    plain = [name for name in bot_names() if name not in (ADVISER, "search")]
    strategies = [f"{ADVISER}+{strategy.name}" for strategy in loaded.game.strategies]
    return [ADVISER, *([SEARCH] if "search" in bot_names() else []), *plain, *strategies]


def deck_choices(loaded: LoadedGame, workspace: Path) -> list[DeckChoice]:
    """The decks that may be played with: the game's own, and the workspace's; none in games without."""
    if DECKS not in {option.name for option in loaded.game.options}:
        return []
    bundled = [DeckChoice(cards.id, cards.name) for cards in deck_component(loaded.database).sets]
    own = [
        DeckChoice(f"{OWN_DECKS}/{path.name}", f"{path.stem} (yours)")
        for path in plain_files(workspace / OWN_DECKS, (".yaml", ".yml"))
    ]
    return [*bundled, *own]


def begin(loaded: LoadedGame, wanted: Wanted, workspace: Path) -> Match:
    """A game as it is asked for. Raises Refused, InputError, BadDatabase and RulesError."""
    options: dict[str, Any] = {"seed": wanted.seed, "seats": len(wanted.players), **wanted.options}
    decks = _decks(loaded, wanted, workspace) if any(wanted.decks) else []
    if decks:
        options[DECKS] = [deck.cards for deck in decks]
    with author_at_work(loaded.game):
        return begin_new(loaded, Setup(options, decks))


def _decks(loaded: LoadedGame, wanted: Wanted, workspace: Path) -> list[SeatDeck]:
    """The deck of each seat; who chose none plays one of the game's own."""
    choices = {choice.word for choice in deck_choices(loaded, workspace)}
    if not choices:
        raise InputError(f"{loaded.game.title} is not played with decks")
    bundled = {deck.cards: deck for deck in bundled_decks(loaded) if isinstance(deck.cards, str)}
    problems = Problems()
    seated: list[SeatDeck] = []
    usual = list(bundled)
    for number in range(len(wanted.players)):
        word = wanted.decks[number] if number < len(wanted.decks) else ""
        word = word or usual[number % len(usual)]
        if word not in choices:
            raise InputError(f"there is no deck called {quote(word)}")
        own = [bundled[word]] if word in bundled else None
        own = own or read_decks(loaded, [str(workspace / word)], problems)
        if not own:
            raise Refused(problems.merged())
        seated += own
    return seated


# Rooms


def room(around: Around, folder: Path, workspace: Path, given: Mapping[str, Any]) -> Room:
    """A room as a page asks for it. Raises as :func:`begin` does."""
    loaded = load(folder)
    wanted = read_wanted(given, loaded)
    loaded = load(folder, wanted.variants) if wanted.variants else loaded
    match = begin(loaded, wanted, workspace)
    bots = ["" if word in (ME, ANOTHER) else word for word in wanted.players]
    return Room(loaded, match, bots, wanted.seed, around, wanted.names)


def room_from(around: Around, replay: Replay, at: int, seat: int) -> Room:
    """A room in which a seat plays on from a move of a replay, against bots. Raises InputError and
    RulesError."""
    record = replay.record_until(at)
    with author_at_work(replay.loaded.game):
        match = Match(replay.loaded.game, replace(record, moves=[]))
        seats = seats_of(replay.loaded.game, match.state)
        if not 0 <= seat < seats:
            raise InputError(f"there are seats 0 to {seats - 1}")
    bots = ["" if number == seat else ADVISER for number in range(seats)]
    made = Room(replay.loaded, match, bots, 0, around)
    made.make_moves(record.moves)
    return made


# Replays


def replay_of_record(around: Around, folder: Path, text: str, shown: str, name: str) -> Replay:
    """A record that was sent. Raises Refused and RulesError."""
    del around
    return Replay(*read_record_text(text, shown, folder), name)


def replay_of_file(around: Around, folder: Path, workspace: Path, name: str) -> Replay:
    """A record that was saved. Raises Refused, InputError and RulesError."""
    path = record_path(workspace, name)
    if not path.exists():
        raise InputError("there is no record of that name")
    text = read_bytes(path, None, MAX_RECORD).decode("utf-8", "replace")
    return replay_of_record(around, folder, text, path.name, name)


def replay_of_study(around: Around, folder: Path, workspace: Path, study: str, number: int) -> Replay:
    """A game of a study. Raises Refused, InputError and RulesError."""
    del around
    loaded, match, who = play_study_game(workspace, study, number, folder)
    return Replay(loaded, match, f"{study}, game {number:,}", who)


def replay_of_room(around: Around, room: Room) -> Replay:
    """A game that was played in a room. Raises RulesError."""
    del around
    return Replay(room.loaded, room.match, "the game that you played")


# Records


def read_record_text(text: str, name: str, folder: Path) -> tuple[LoadedGame, Match]:
    """The game of a record, played to its end by the rules of a folder. Raises as :func:`begin` does."""
    if len(text.encode(errors="replace")) > MAX_RECORD:
        raise InputError(f"a record has {MAX_RECORD // 2**20} MB at most")
    problems = Problems()
    content = _marked(text, name, problems)
    if content is None or not is_record(content):
        message = "this is not a record of a game: it has no moves, or does not say how it began"
        raise Refused(problems.merged() or [Problem(message, Place(name))])
    record = record_in(content, problems)
    if record is None:
        raise Refused(problems.merged())
    if any(not _SLUG.fullmatch(variant) for variant in record.variants):
        raise InputError("the record names a variant that can't be")
    loaded = load(folder, record.variants)
    file = GameFile(content, record, ("from",))
    with author_at_work(loaded.game):
        match = begin_from(loaded, file, problems)
        if match is None or not play_record(match, file, problems):
            raise Refused(problems.merged())
    return loaded, match


def _marked(text: str, name: str, problems: Problems) -> MarkedDict | None:
    """The keys and values of a record that was sent: read as a file is, so that faults have a line."""
    with TemporaryDirectory(prefix="gatepress-record") as folder:
        path = Path(folder) / "record.json"
        path.write_text(text, "utf-8", errors="replace")
        read = read_yaml(path, problems, shown=name)
    return read if isinstance(read, MarkedDict) and not problems.has_errors else None


def record_path(workspace: Path, name: str) -> Path:
    """Where a record of that name is kept. Raises InputError for a name that is none, or a link."""
    return place_of(workspace, RECORDS.parts, f"{check_name(name)}.json")


def save_record(workspace: Path, name: str, record: Record) -> str:
    """Writes a record, over no other file; where it is, seen from the workspace. Raises InputError."""
    from generator.sim.matches.files import write_record

    path = record_path(workspace, name)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_record(path, record, is_new=True)
    except OSError as error:
        raise InputError(f"the record can't be written: {error.strerror or error}") from None
    return path.relative_to(workspace).as_posix()


# Studies


def studies(workspace: Path) -> list[str]:
    """The folders of the workspace in which a study lies, by name."""
    files = [Path(found.path) for found in look_through(workspace).studies]
    return sorted(file.parent.as_posix() for file in files if file.name == STUDY_FILE)


def play_study_game(workspace: Path, name: str, number: int, folder: Path) -> tuple[LoadedGame, Match, str]:
    """A game of a study, played again, and who sat where. Raises Refused, InputError and RulesError."""
    from generator.sim.matches.again import begin_again, command_again, own_bots, play_again
    from generator.sim.study.store import Store
    from generator.sim.study.table import MOVE_LIMIT, GameFailed, open_table

    if name not in studies(workspace):
        raise InputError(f"there is no study {quote(name)} here")
    try:
        with Store.open(workspace / name) as store:
            plan = store.plan
        if not 0 <= number < plan.games:
            raise InputError(f"the study has the games 0 to {plan.games - 1:,}, got {number:,}")
        if plan.game != folder.resolve().name:
            raise InputError(f"this is a study of {quote(plan.game)}; open the studio for that game")
        if own_bots(plan):
            hint = f"look at it with `{command_again(name, number, plan)}`"
            raise InputError(
                "a bot of somebody's own played in this study, and only games run here", hint=hint
            )
        # By the rules of the folder that the studio was opened for, wherever the study says they were.
        table = open_table(replace(plan, place=str(folder)))
        with table.watched(number, MOVE_LIMIT):
            record, failed = play_again(table, number)
            if failed is not None:
                raise Refused([failed])
            match = begin_again(table, number, record)
            for move in record.moves:
                match.play(move)
    except GameFailed as failure:
        raise Refused([failure.problem]) from None
    who = ", ".join(f"seat {seat}: {plan.contestants[one]}" for seat, one in enumerate(plan.seating(number)))
    moves = pluralize(len(record.moves), "move")
    return LoadedGame(table.database, table.game), match, f"{moves}; {who}"


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
        return Recipe(room, make_of, (self, make, *arguments))

    def made(self, around: Around) -> Any:
        """What it makes. Raises as what it is made by does."""
        thing = self.make(around, *self.arguments)
        if self.record is not None:
            thing.resume(read_record(json.loads(self.record)))
        return thing


def make_of(around: Around, recipe: Recipe, make: Any, *arguments: Any) -> Any:
    """What is made of that which a recipe makes, which nobody else uses."""
    return make(around, recipe.made(Around.alone()), *arguments)
