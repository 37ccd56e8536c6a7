"""A game's constants: the keys that a room of the house needs of what stands under `rules` in game.yaml."""

from __future__ import annotations

from generator.catalog.fields import text, whole
from generator.catalog.keys import Kind, SomePart, check_part
from generator.catalog.models import Game
from generator.catalog.problems import UNKNOWN_KEY, InputError, Problem, Problems
from generator.catalog.wording import quote
from generator.catalog.yaml_reader import MarkedDict

TEXT: Kind[str] = Kind(text, {"type": "string"})


def whole_between(least: int, most: int) -> Kind[int]:
    """A kind of whole number with bounds."""

    def parse(value: object) -> int:
        number = whole(value)
        if not least <= number <= most:
            raise InputError(f"expected {least} to {most}, got {quote(value)}")
        return number

    return Kind(parse, {"type": "integer", "minimum": least, "maximum": most})


def read_constants(game: Game, part: type[SomePart]) -> tuple[SomePart, list[Problem]]:
    """The part's keys of the game's `rules`, and what is wrong with them.

    Other keys may stand there: the rules of a game serve its cards, its rulebook and its engine.
    """
    given = game.file.get("rules")
    if not isinstance(given, MarkedDict):
        return part({}), [Problem(f"{game.title} has no rules", game.place_of("rules"), field="rules")]
    problems = Problems()
    read, _ = check_part(part, given, given.place, ("rules",), {}, problems)
    return read, [problem for problem in problems if not _serves_others(problem)]


def _serves_others(problem: Problem) -> bool:
    """Whether it is only that a key stands directly under `rules` which this room has no use for."""
    return problem.code == UNKNOWN_KEY and problem.field == "rules"
