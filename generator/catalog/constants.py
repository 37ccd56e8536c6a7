"""A game's constants: the keys that a room of the house needs of what stands under `rules` in game.yaml."""

from __future__ import annotations

from generator.catalog.keys import SomePart, check_part
from generator.catalog.models import Game
from generator.catalog.problems import Problem, Problems
from generator.catalog.yaml_reader import MarkedDict


def read_constants(game: Game, part: type[SomePart]) -> tuple[SomePart, list[Problem]]:
    """The part's keys of the game's `rules`, and what is wrong with them.

    Other keys may stand there: the rules of a game serve its cards, its rulebook and its engine.
    """
    given = game.file.get("rules")
    if not isinstance(given, MarkedDict):
        return part({}), [Problem(f"{game.title} has no rules", game.place_of("rules"), field="rules")]
    problems = Problems()
    read, _ = check_part(part, given, given.place, ("rules",), {}, problems)
    return read, [problem for problem in problems if not problem.message.startswith("unknown key")]
