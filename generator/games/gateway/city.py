"""The option ``city``: which kinds of City cards a game has."""

from __future__ import annotations

from collections.abc import Sequence

from generator.catalog.problems import InputError
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, pluralize, quote
from generator.games.gateway.numbers import Numbers, Setup

FIRST_GAME = "first-game"
RANDOM = "random"
PICK = "pick"
WAYS = (FIRST_GAME, RANDOM, PICK)

City = str | tuple[int, ...]
"""A way to choose, or the stacks of City cards that are chosen."""


class CityReader:
    """Reads what is given as ``city``: a way to choose, or a list of kinds."""

    __slots__ = ("_stacks",)

    def __init__(self, numbers: Numbers) -> None:
        self._stacks = {numbers.stacks[stack].id: stack for stack in numbers.city_stacks()}

    def read(self, value: object) -> City:
        """Kinds may also come as one word, with commas. Raises InputError."""
        if isinstance(value, str) and value in WAYS:
            return value
        if isinstance(value, str):
            names: Sequence[object] = [name.strip() for name in value.split(",")]
        elif isinstance(value, list | tuple):
            names = value
        else:
            raise InputError(
                f"city: expected {join_words(list(WAYS))}, or a list of kinds, got {quote(value)}"
            )
        if len(names) == 1:
            raise InputError(
                f"city: expected {join_words(list(WAYS))}, or a list of kinds, got {quote(names[0])}"
            )
        stacks = tuple([self._stack(name) for name in names])
        if len(set(stacks)) < len(stacks):
            raise InputError("city: each kind may be named once")
        return stacks

    def _stack(self, name: object) -> int:
        if not isinstance(name, str) or name not in self._stacks:
            hint = did_you_mean(str(name), self._stacks)
            raise InputError(f"city: there is no City card {quote(name)}", hint=hint)
        return self._stacks[name]


def check_kinds(city: Sequence[int], setup: Setup, title: str) -> None:
    """Raises InputError unless there are as many kinds as the number of players asks for."""
    if len(city) != setup.kinds:
        raise InputError(
            f"{title} with {setup.players} players takes {setup.kinds} kinds of City cards, "
            f"got {pluralize(len(city), 'kind')}"
        )
