"""What the page asks for: how a new game begins, and games played before: records, and those of studies."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from generator.catalog.changes import variant_changes
from generator.catalog.json_file import parse_values
from generator.catalog.load import load_game
from generator.catalog.problems import InputError, Place, Problem, Problems
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import pluralize, quote
from generator.catalog.yaml_reader import MarkedDict, read_yaml
from generator.deck.files import deck_component
from generator.rules import BadDatabase, Record
from generator.rules.loading import playable_games, rules_for
from generator.rules.own_rules import author_at_work, has_own_rules
from generator.rules.record import DeckNames
from generator.sim.bots import bot_names
from generator.sim.matches.files import is_record, record_in
from generator.sim.matches.match import ADVISER, Match
from generator.sim.matches.setup import (
    DECKS,
    GameFile,
    LoadedGame,
    SeatDeck,
    begin_from,
    bundled_decks,
    play_record,
    read_decks,
)
from generator.studio.workspace import check_name, place_of

SEARCH = "search:1000ms"
"""A bot that searches for a second: stronger than the others, and still no trial of patience."""
MAX_RECORD = 4 * 2**20
"""Bytes of a record."""
MAX_LISTED = 200
"""Files of a kind that are listed."""
MAX_DRAWN_SEED = 1_000_000
RECORDS = Path("output") / "records"
"""Where records are kept, seen from the workspace."""
OWN_DECKS = "decks"
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_STUDY_FILE = "study.db"
_STUDY_DEPTH = 3


class RequestError(Exception):
    """Raised for what the page asked for and can't have, with all that is wrong with it."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = list(problems)
        errors = [problem for problem in self.problems if problem.severity == "error"] or self.problems
        super().__init__("; ".join(problem.message for problem in errors))

    def __reduce__(self) -> tuple[type[RequestError], tuple[list[Problem]]]:
        return RequestError, (self.problems,)

    @classmethod
    def of(cls, message: str, hint: str | None = None) -> RequestError:
        """For one thing that is wrong."""
        return cls([Problem(message, hint=hint)])


@dataclass(frozen=True, slots=True)
class Wanted:
    """A new game, as the page asks for it."""

    players: tuple[str, ...]
    """For each seat ``me``, ``person``, or a bot's word."""
    seed: int
    options: Mapping[str, str]
    """Without those that are left as they are."""
    decks: tuple[str, ...]
    """For each seat the name of a deck; empty where nobody chose any."""
    variants: tuple[str, ...]


ME, ANOTHER = "me", "person"


class DeckChoice(NamedTuple):
    """A deck that may be chosen: its word, and what it is called."""

    word: str
    name: str


def has_rules(folder: Path, name: str) -> bool:
    """Whether a game can be played; nothing of it is run to find out."""
    return has_own_rules(folder) or name in playable_games()


def load(folder: Path, variants: Sequence[str] = ()) -> LoadedGame:
    """The game of a folder with its rules; runs its ``rules.py``. Raises RequestError."""
    problems = Problems()
    try:
        database = load_game(folder, problems, variant_changes(variants))
        game = None if database is None or problems.has_errors else rules_for(database, problems)
    except InputError as error:
        problems.extend([error.at(None)])
        game = None
    if game is None or database is None or problems.has_errors:
        raise RequestError(problems.merged())
    return LoadedGame(database, game, tuple(variants))


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
    folder = workspace / OWN_DECKS
    own = [
        DeckChoice(f"{OWN_DECKS}/{path.name}", f"{path.stem} (yours)")
        for path in _files(folder, (".yaml", ".yml"))
    ]
    return [*bundled, *own]


def read_wanted(given: Mapping[str, Any], loaded: LoadedGame) -> Wanted:
    """What a page sent. Raises RequestError."""
    check_keys(given, ("players", "decks", "options", "variants", "seed"))
    players = _words(given, "players")
    allowed = {ME, ANOTHER, *bot_words(loaded)}
    for word in players:
        if word not in allowed:
            raise RequestError.of(f"nobody called {quote(word)} can play here")
    if players.count(ME) != 1:
        raise RequestError.of("you play in one seat: choose which")
    options = given.get("options") or {}
    known = {option.name for option in loaded.game.options} - {DECKS}
    if not isinstance(options, Mapping) or not all(
        isinstance(value, str) and len(value) < 200 for value in options.values()
    ):
        raise RequestError.of("expected a word for each option")
    for name in options:
        if name not in known:
            raise RequestError.of(f"{loaded.game.title} has no option {quote(name)}")
    seed = given.get("seed")
    if seed is None:
        seed = _drawn_seed()
    elif not isinstance(seed, int) or isinstance(seed, bool):
        raise RequestError.of(f"expected a whole number as the seed, got {quote(seed)}")
    chosen = {name: value for name, value in options.items() if value.strip()}
    return Wanted(players, seed, chosen, _words(given, "decks"), loaded.variants)


def _drawn_seed() -> int:
    from secrets import randbelow

    return randbelow(MAX_DRAWN_SEED)


def _words(given: Mapping[str, Any], key: str) -> tuple[str, ...]:
    value = given.get(key) or []
    if not isinstance(value, list) or len(value) > 100 or not all(isinstance(word, str) for word in value):
        raise RequestError.of(f"{key}: expected a list of words")
    return tuple(value)


def begin(loaded: LoadedGame, wanted: Wanted, workspace: Path) -> Match:
    """A game as it is asked for. Raises RequestError and RulesError."""
    options: dict[str, Any] = {"seed": wanted.seed, "seats": len(wanted.players), **wanted.options}
    names: list[DeckNames] = []
    if any(wanted.decks):
        decks = _decks(loaded, wanted, workspace)
        options[DECKS] = [deck.cards for deck in decks]
        names = [deck.names for deck in decks]
    record = Record(loaded.game.name, options, names=names, variants=loaded.variants)
    try:
        with author_at_work(loaded.game):
            return Match(loaded.game, record)
    except InputError as error:
        raise RequestError([error.at(None)]) from None
    except BadDatabase as bad:
        raise RequestError(list(bad.problems)) from None


def _decks(loaded: LoadedGame, wanted: Wanted, workspace: Path) -> list[SeatDeck]:
    """The deck of each seat; who chose none plays one of the game's own."""
    choices = {choice.word for choice in deck_choices(loaded, workspace)}
    if not choices:
        raise RequestError.of(f"{loaded.game.title} is not played with decks")
    bundled = {deck.cards: deck for deck in bundled_decks(loaded) if isinstance(deck.cards, str)}
    problems = Problems()
    seated: list[SeatDeck] = []
    usual = list(bundled)
    for number in range(len(wanted.players)):
        word = wanted.decks[number] if number < len(wanted.decks) else ""
        word = word or usual[number % len(usual)]
        if word not in choices:
            raise RequestError.of(f"there is no deck called {quote(word)}")
        own = None if word in bundled else read_decks(loaded, [str(workspace / word)], problems)
        if word not in bundled and not own:
            raise RequestError(problems.merged())
        seated.append(bundled[word] if word in bundled else own[0] if own else bundled[usual[0]])
    return seated


# Records


def read_record_text(text: str, name: str, folder: Path) -> tuple[LoadedGame, Match]:
    """The game of a record, played to its end by the rules of a folder. Raises RequestError, RulesError."""
    if len(text.encode(errors="replace")) > MAX_RECORD:
        raise RequestError.of(f"a record has {MAX_RECORD // 2**20} MB at most")
    problems = Problems()
    content = _marked(text, name, problems)
    if content is None or not is_record(content):
        told = "this is no record of a game: it has no moves, or does not say how it began"
        raise RequestError(problems.merged() or [Problem(told, Place(name))])
    record = record_in(content, problems)
    if record is None:
        raise RequestError(problems.merged())
    if any(not _SLUG.fullmatch(variant) for variant in record.variants):
        raise RequestError.of("the record names a variant that can't be")
    loaded = load(folder, record.variants)
    file = GameFile(content, record, ("from",))
    with author_at_work(loaded.game):
        match = begin_from(loaded, file, problems)
        if match is None or not play_record(match, file, problems):
            raise RequestError(problems.merged())
    return loaded, match


def _marked(text: str, name: str, problems: Problems) -> MarkedDict | None:
    """The keys and values of a record that was sent: read as a file is, so that faults have a line."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="gatepress-record") as folder:
        path = Path(folder) / "record.json"
        path.write_text(text, "utf-8", errors="replace")
        read = read_yaml(path, problems, shown=name)
    return read if isinstance(read, MarkedDict) and not problems.has_errors else None


def saved_records(workspace: Path) -> list[str]:
    """The names of the records in the workspace, sorted."""
    return [path.stem for path in _files(workspace / RECORDS, (".json",)) if _SLUG.fullmatch(path.stem)]


def record_path(workspace: Path, name: str) -> Path:
    """Where a record of that name is kept. Raises RequestError for a name that is none, or a link."""
    try:
        return place_of(workspace, RECORDS.parts, f"{check_name(name)}.json")
    except InputError as error:
        raise RequestError([error.at(None)]) from None


def save_record(workspace: Path, name: str, record: Record) -> str:
    """Writes a record, over no other file; where it is, seen from the workspace. Raises RequestError."""
    from generator.sim.matches.files import write_record

    path = record_path(workspace, name)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_record(path, record, is_new=True)
    except InputError as error:
        raise RequestError([error.at(None)]) from None
    except OSError as error:
        raise RequestError.of(f"the record can't be written: {error.strerror or error}") from None
    return path.relative_to(workspace).as_posix()


def _files(folder: Path, endings: Sequence[str]) -> Iterator[Path]:
    """The plain files of a folder with such endings, by name."""
    if folder.is_symlink() or not folder.is_dir():
        return
    found = sorted(path for path in folder.iterdir() if path.suffix in endings)
    yield from [path for path in found if path.is_file() and not path.is_symlink()][:MAX_LISTED]


# Studies


def studies(workspace: Path) -> list[str]:
    """The folders of the workspace in which a study lies, by name; not far down, and through no link."""
    found: list[str] = []
    rows = [workspace]
    for _ in range(_STUDY_DEPTH):
        rows = [
            folder
            for above in rows
            for folder in sorted(above.iterdir())
            if folder.is_dir() and not folder.is_symlink() and not folder.name.startswith(".")
        ][:MAX_LISTED]
        found += [
            folder.relative_to(workspace).as_posix()
            for folder in rows
            if (folder / _STUDY_FILE).is_file() and not (folder / _STUDY_FILE).is_symlink()
        ]
    return found[:MAX_LISTED]


def play_study_game(workspace: Path, name: str, number: int, folder: Path) -> tuple[LoadedGame, Match, str]:
    """A game of a study, played again, and who sat where. Raises RequestError and RulesError."""
    from generator.sim.matches.again import begin_again, command_again, own_bots, play_again
    from generator.sim.study.store import Store
    from generator.sim.study.table import MOVE_LIMIT, GameFailed, open_table

    if name not in studies(workspace):
        raise RequestError.of(f"there is no study {quote(name)} here")
    try:
        with Store.open(workspace / name) as store:
            plan = store.plan
        if not 0 <= number < plan.games:
            raise RequestError.of(f"the study has the games 0 to {plan.games - 1:,}, got {number:,}")
        if plan.game != folder.resolve().name:
            raise RequestError.of(f"this is a study of {quote(plan.game)}; open the studio for that game")
        if own_bots(plan):
            hint = f"look at it with `{command_again(name, number, plan)}`"
            raise RequestError.of("a bot of one's own played in this study, and only games run here", hint)
        # By the rules of the folder that the studio was opened for, wherever the study says they were.
        table = open_table(replace(plan, place=str(folder)))
        with table.watched(number, MOVE_LIMIT):
            record, failed = play_again(table, number)
            if failed is not None:
                raise RequestError([failed])
            match = begin_again(table, number, record)
            for move in record.moves:
                match.play(move)
    except InputError as error:
        raise RequestError([error.at(None)]) from None
    except BadDatabase as bad:
        raise RequestError(list(bad.problems)) from None
    except GameFailed as failure:
        raise RequestError([failure.problem]) from None
    who = ", ".join(f"seat {seat}: {plan.contestants[one]}" for seat, one in enumerate(plan.seating(number)))
    told = f"{pluralize(len(record.moves), 'move')}; {who}"
    return LoadedGame(table.database, table.game), match, told


def read_given(body: bytes) -> dict[str, Any]:
    """The keys and values that a page sent. Raises RequestError."""
    try:
        given = parse_values(body or b"{}")
    except InputError as error:
        raise RequestError([error.at(None)]) from None
    if not isinstance(given, dict):
        raise RequestError.of("expected keys and values")
    return given


def check_keys(given: Mapping[str, Any], known: Sequence[str]) -> None:
    """Raises RequestError for what no page of ours sends: whoever sent it means something by it."""
    for name in given:
        if name not in known:
            raise RequestError.of(f"there is no {quote(name)} to be chosen", did_you_mean(name, known))
