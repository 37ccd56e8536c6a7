"""What is played: a game and its rules, its decks, and a match begun anew or from a file."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import cycle, islice
from pathlib import Path
from typing import Any, NamedTuple

from generator.catalog.bundle import find_game
from generator.catalog.changes import variant_changes
from generator.catalog.load import load_game
from generator.catalog.models import Game as Database
from generator.catalog.paths import shown_path
from generator.catalog.problems import InputError, Place, Problem, Problems
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, name_id, quote
from generator.catalog.yaml_reader import MarkedDict, place_in
from generator.deck.check import judge
from generator.deck.files import deck_component, load_deck
from generator.deck.format import read_format
from generator.deck.limits import DeckFormat
from generator.deck.model import Deck, class_marks, deck_of, kind_name
from generator.rules import BadPosition, Game, IllegalMove, Option, Record
from generator.rules.loading import rules_for
from generator.rules.record import DeckNames
from generator.sim.matches.files import is_record, problems_of, read_mapping, record_in
from generator.sim.matches.match import Match
from generator.sim.study.options import WrongOptionError, reading_option

DECKS = "decks"
"""The option of games that are played with decks of the players' own."""
_MAX_FAULTS = 5
"""Faults of one deck that are reported one by one."""


class LoadedGame(NamedTuple):
    """A game's card database and the rules that it is played by."""

    database: Database
    game: Game
    variants: tuple[str, ...] = ()
    """The names of the variants that it was loaded with."""


def load_rules(
    name: str,
    problems: Problems,
    place: Place | None = None,
    changes: Sequence[str] = (),
    variants: Sequence[str] = (),
) -> LoadedGame | None:
    """The game of that name or folder; None, reported in ``problems``, where it can't be played.

    ``place``: where a file names it. ``changes``: of its database, each ``PATH=VALUE``.
    ``variants``: names of its optional rules.
    """
    try:
        database = load_game(find_game(name), problems, [*variant_changes(variants), *changes])
        game = None if database is None or problems.has_errors else rules_for(database, problems)
    except InputError as error:
        problems.add(error, place)
        return None
    if database is None or game is None or problems.has_errors:
        return None
    return LoadedGame(database, game, tuple(variants))


class GameFile(NamedTuple):
    """A file that a match begins from, and what is in it."""

    content: MarkedDict
    record: Record
    """Without moves where the file is a position; without a game where that names none."""
    position_keys: tuple[str, ...]
    """The keys at which a position stands in the file."""


def read_game_file(path: Path, problems: Problems, game: str | None = None) -> GameFile | None:
    """The position or record in a file; None, reported in ``problems``, where it is neither.

    ``game``: what is played anyway, by name or folder. A position need not name it then.
    """
    content = read_mapping(path, problems)
    if content is None:
        return None
    if is_record(content):
        record = record_in(content, problems)
        return None if record is None else GameFile(content, record, ("from",))
    name = content.get("game", "" if game else None)
    if not isinstance(name, str):
        example = name_id(Path(game).resolve().name, "game") if game else "battle-gate"
        hint = f"a position names its game, for example `game: {example}`"
        problems.error("this is neither a position nor a record of a game", content.place, hint=hint)
        return None
    return GameFile(content, Record(name, position=content), ())


def begin_new(loaded: LoadedGame, setup: Setup) -> Match:
    """A match from the start. Raises InputError for a setup that the game does not have."""
    names = [deck.names for deck in setup.decks]
    record = Record(loaded.game.name, dict(setup.options), names=names, variants=loaded.variants)
    return Match(loaded.game, record)


def begin_from(loaded: LoadedGame, file: GameFile, problems: Problems) -> Match | None:
    """The match of a file before its first move; None, reported in ``problems``, where it can't be."""
    record, name = replace(file.record, variants=loaded.variants), loaded.game.name
    if not record.game and record.position is not None:
        record = replace(record, game=name, position={"game": name, **record.position})
    if record.game != name:
        message = f"this is a game of {quote(record.game)}, not of {quote(name)}"
        problems.error(message, place_in(file.content, ("game",)), field="game")
        return None
    try:
        return Match(loaded.game, record)
    except BadPosition as bad:
        problems.extend(problems_of(bad, file.content, *file.position_keys))
    except InputError as error:
        problems.add(error, place_in(file.content, ("setup",)), field="setup")
    return None


def play_record(match: Match, file: GameFile, problems: Problems) -> bool:
    """Makes all moves of the file's record; reports one that is not legal and stops there.

    Also false, and reported, where they lead to another result than the record says.
    """
    for number in range(len(file.record.moves)):
        problem = play_recorded_move(match, file, number)
        if problem is not None:
            problems.extend([problem])
            return False
    wrong = check_result(match, file)
    problems.extend(wrong)
    return not wrong


def play_recorded_move(match: Match, file: GameFile, number: int) -> Problem | None:
    """Makes one move of the file's record, counted from 0; what is wrong if it is not legal."""
    move = file.record.moves[number]
    try:
        match.play(move)
    except IllegalMove as error:
        place = place_in(file.content, ("moves", number))
        return Problem(f"move {number + 1}, {quote(move)}, is illegal: {error}", place)
    return None


def check_result(match: Match, file: GameFile) -> list[Problem]:
    """What the file's record says of its result and its moves, all made, do not lead to.

    The reason is left out: its words may change.
    """
    said = file.record.result
    if said is None:
        return []
    if not match.state.over:
        place = place_in(file.content, ("result",))
        return [Problem("the moves of the record do not end the game", place, field="result")]
    found = match.state.result()
    pairs = {
        "scores": (list(said.scores), list(found.scores)),
        "winners": (list(said.winners), list(found.winners)),
        "cut_short": (said.cut_short, found.cut_short),
    }
    return [
        Problem(
            f"the moves of the record lead to {json.dumps(now)}, not to {json.dumps(then)}",
            place_in(file.content, ("result", key)),
            field=f"result.{key}",
        )
        for key, (then, now) in pairs.items()
        if then != now
    ]


class SeatDeck(NamedTuple):
    cards: str | list[str]
    """The id of one of the game's decks, or the kinds of the cards."""
    names: DeckNames


class Setup(NamedTuple):
    options: Mapping[str, Any]
    decks: Sequence[SeatDeck] = ()


def read_decks(loaded: LoadedGame, names: Sequence[str], problems: Problems) -> list[SeatDeck] | None:
    """The decks of these names or files; None, reported in ``problems``, where one can't be read.

    A deck that is not legal is played all the same where the game knows its cards; a warning says so.
    """
    deck_component(loaded.database)
    limits = read_format(loaded.database, problems)
    if limits is None:
        return None
    decks = [load_deck(loaded.database, name, problems) for name in names]
    if any(deck is None for deck in decks):
        return None
    (option,) = (option for option in loaded.game.options if option.name == DECKS)
    before = problems.count("error")
    seated = [_check_deck(deck, limits, option, problems) for deck in decks if deck is not None]
    return seated if problems.count("error") == before else None


def bundled_decks(loaded: LoadedGame) -> list[SeatDeck]:
    """The decks that come with the game, in the order of their ids."""
    limits = read_format(loaded.database, Problems())
    assert limits is not None, "decks were read by it"
    sets = sorted(deck_component(loaded.database).sets, key=lambda cards: cards.id)
    return [_seat_deck(deck_of(cards, (), limits.fields), limits)._replace(cards=cards.id) for cards in sets]


def _check_deck(deck: Deck, limits: DeckFormat, option: Option, problems: Problems) -> SeatDeck:
    """The deck as a seat plays it; what the game can't play and what is not legal is reported."""
    seated = _seat_deck(deck, limits)
    file = Place(shown_path(deck.file)) if deck.file else None
    with problems.reporting(file):
        option.read([seated.cards])
    _report_faults(deck, limits, file, problems)
    return seated


def _seat_deck(deck: Deck, limits: DeckFormat) -> SeatDeck:
    marks = class_marks(limits.classes)
    kinds: list[str] = []
    names: dict[str, list[str]] = {}
    for entry in deck.entries:
        kind = kind_name(entry.class_name, entry.power, marks)
        kinds += [kind] * entry.copies
        if entry.name and entry.name not in names.setdefault(kind, []):
            names[kind].append(entry.name)
    return SeatDeck(kinds, DeckNames(deck.name, names))


def _report_faults(deck: Deck, limits: DeckFormat, file: Place | None, problems: Problems) -> None:
    faults = [fault for fault in judge(deck, limits).violations if fault.severity == "error"]
    for fault in faults[:_MAX_FAULTS]:
        problems.warning(f"not a legal deck: {fault.message}", fault.place or file, card=fault.card)


# A setup in words


@dataclass(frozen=True, slots=True)
class SetupRequest:
    """How a new game is to begin, as the command line has it."""

    seats: int | None
    seed: int
    decks: Sequence[str]
    settings: Sequence[str]
    """``name=value``."""
    seat: int = 0
    """Whose deck it is where only one is given."""


def chosen_setup(loaded: LoadedGame, request: SetupRequest, problems: Problems) -> Setup | None:
    """How the game begins; None, with an error in ``problems``, where a deck can't be read.

    Raises WrongOptionError.
    """
    game = loaded.game
    options: dict[str, Any] = {"seed": request.seed, **_settings(game, request.settings)}
    seats = request.seats
    if seats is None and len(request.decks) in game.seats:
        seats = len(request.decks)
    if seats is not None:
        options["seats"] = seats
    if not request.decks:
        return Setup(options)
    if DECKS not in {option.name for option in game.options}:
        raise WrongOptionError(f"{game.title} is not played with decks", "deck")
    given = read_decks(loaded, request.decks, problems)
    if given is None:
        return None
    decks = _seated(given, bundled_decks(loaded), seats or game.seats[0], request.seat)
    return Setup({**options, DECKS: [deck.cards for deck in decks]}, decks)


def _seated(given: Sequence[SeatDeck], bundled: Sequence[SeatDeck], seats: int, seat: int) -> list[SeatDeck]:
    """The deck of each seat: those that are given from seat 0 on, a single one at ``seat``.

    All other seats get bundled ones by turns, those that nobody plays yet. More decks than seats stay as they
    are: the game refuses them.
    """
    free = [deck for deck in bundled if deck.names not in [other.names for other in given]] or bundled
    others = list(islice(cycle(free), max(0, seats - len(given))))
    if len(given) == 1 and seat < seats:
        return [*others[:seat], *given, *others[seat:]]
    return [*given, *others]


def _settings(game: Game, texts: Sequence[str]) -> dict[str, Any]:
    known = {option.name: option for option in game.options}
    settings: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise WrongOptionError(f"expected name=value, got {quote(text)}", "set")
        if name not in known:
            hint = did_you_mean(name, known) or (
                f"its options are {join_words(sorted(known), 'and')}" if known else "it has none"
            )
            raise WrongOptionError(f"{game.title} has no option {quote(name)}", "set", hint)
        if name in settings:
            raise WrongOptionError(f"{name} is given twice", "set")
        # Read here only so that a wrong value is reported as one; the game, and the record, take the word.
        with reading_option("set"):
            known[name].read(value)
        settings[name] = value
    return settings
