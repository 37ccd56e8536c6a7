"""What is played: the rules of a game, and a match begun anew or from a file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from generator.catalog.bundle import find_game
from generator.catalog.load import load_game
from generator.catalog.models import Game as Database
from generator.catalog.problems import InputError, Place, Problem, Problems
from generator.catalog.wording import quote
from generator.catalog.yaml_reader import MarkedDict
from generator.cli.play.files import is_record, place_in, problems_of, read_mapping, record_in
from generator.cli.play.match import Match
from generator.rules import BadPosition, Game, IllegalMove, Record
from generator.rules.loading import rules_for


class Played(NamedTuple):
    """A game's card database and the rules that it is played by."""

    database: Database
    game: Game


class GameFile(NamedTuple):
    """A file that a match begins from, and what is in it."""

    content: MarkedDict
    record: Record
    """Without moves where the file is a position."""
    position_keys: tuple[str, ...]
    """The keys at which a position stands in the file."""


def load_rules(name: str, problems: Problems, place: Place | None = None) -> Played | None:
    """The game of that name or folder; None, told in ``problems``, where it can't be played.

    ``place``: where a file names it.
    """
    try:
        database = load_game(find_game(name), problems)
        game = None if database is None or problems.has_errors else rules_for(database, problems)
    except InputError as error:
        problems.extend([error.at(place)])
        return None
    return None if database is None or game is None or problems.has_errors else Played(database, game)


def read_game_file(path: Path, problems: Problems) -> GameFile | None:
    """The position or record in a file; None, told in ``problems``, where it is neither."""
    content = read_mapping(path, problems)
    if content is None:
        return None
    if is_record(content):
        record = record_in(content, problems)
        return None if record is None else GameFile(content, record, ("from",))
    name = content.get("game")
    if not isinstance(name, str):
        hint = "a position names its game, for example `game: battle-gate`"
        problems.error("this is neither a position nor a record of a game", content.place, hint=hint)
        return None
    return GameFile(content, Record(name, position=dict(content)), ())


def begin_new(played: Played, setup: Mapping[str, Any]) -> Match:
    """A match from the start. Raises InputError for a setup that the game does not have."""
    return Match(played.game, Record(played.game.name, dict(setup)))


def begin_from(played: Played, file: GameFile, problems: Problems) -> Match | None:
    """The match of a file before its first move; None, told in ``problems``, where it can't be."""
    if file.record.game != played.game.name:
        told = f"this is a game of {quote(file.record.game)}, not of {played.game.name!r}"
        problems.error(told, place_in(file.content, ("game",)), field="game")
        return None
    try:
        return Match(played.game, file.record)
    except BadPosition as bad:
        problems.extend(problems_of(bad, file.content, *file.position_keys))
    except InputError as error:
        problems.extend([error.at(place_in(file.content, ("setup",)), field="setup")])
    return None


def play_record(match: Match, file: GameFile, problems: Problems) -> bool:
    """Makes all moves of the file's record; at one that is not legal tells it and stops.

    Also false, and told, where they lead to another result than the record says.
    """
    for number in range(len(file.record.moves)):
        problem = play_recorded(match, file, number)
        if problem is not None:
            problems.extend([problem])
            return False
    wrong = wrong_result(match, file)
    problems.extend(wrong)
    return not wrong


def play_recorded(match: Match, file: GameFile, number: int) -> Problem | None:
    """Makes one move of the file's record, counted from 0; what is wrong if it is not legal."""
    move = file.record.moves[number]
    try:
        match.play(move)
    except IllegalMove as error:
        place = place_in(file.content, ("moves", number))
        return Problem(f"move {number + 1}, {move!r}, is not legal: {error}", place)
    return None


def wrong_result(match: Match, file: GameFile) -> list[Problem]:
    """What the file's record says of its result and its moves, all made, do not lead to.

    The reason is left out: it is told in words, which may change.
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
