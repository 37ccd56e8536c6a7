"""The numbers of a game, each declared once: a field of a data class says where it stands and what it may be.

::

    @checked
    class RulesConfig:
        title: str
        hand: int = whole(1, 20)
        max_turns: int = whole(1, 999, "rulings.max_turns")
        kinds: tuple[Kind, ...] = ()

    config = read_rules_as(RulesConfig, rules, title=database.title)

Fields that say nothing are given by the caller, or have an ordinary default until :func:`dataclasses.replace`
fills them in: what follows from several numbers, or from the cards. All that is wrong is reported at once; a
wrong value is replaced by a valid one, as :class:`Reader` does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import cache, partial
from typing import Any, TypeVar, dataclass_transform

from generator.catalog.models import Card
from generator.catalog.problems import Problems
from generator.catalog.reader import Reader, read_field

T = TypeVar("T")
_HOW = "how it is read"
_How = tuple[Callable[..., Any], tuple[str, ...], bool]
"""Makes a value of one reader for each path; the paths; whether it is an error that nothing is given, and
else the field's default is taken."""


# What a field may be


def value(parse: Callable[..., T], *paths: str, default: Any = ...) -> T:
    """Whatever ``parse`` makes of the readers at ``paths``, each ``key`` or ``group.key``.

    Without a path it is the key of the field's own name.
    """
    how = {_HOW: (parse, tuple(filter(None, paths)), default is ...)}
    declaration: Any = field(metadata=how) if default is ... else field(metadata=how, default=default)
    return declaration  # type: ignore[no-any-return]


def whole(minimum: int, maximum: int, path: str = "", default: Any = ...) -> int:
    return value(partial(Reader.whole, minimum=minimum, maximum=maximum), path, default=default)


def word(known: Iterable[str], noun: str, path: str = "", default: Any = ...) -> str:
    """One of the known words; ``noun``: what such a word is."""
    return value(partial(Reader.word, known=known, noun=noun), path, default=default)


def text(path: str = "", default: Any = ...) -> str:
    return value(Reader.text, path, default=default)


def flag(path: str = "", default: Any = ...) -> bool:
    return value(Reader.flag, path, default=default)


def texts(path: str = "", default: Any = ...) -> tuple[str, ...]:
    return value(texts_of, path, default=default)


def texts_of(given: Reader) -> tuple[str, ...]:
    return tuple([item.text() for item in given.items()])


def entries(kind: type[T], path: str = "") -> Mapping[str, T]:
    """A mapping with keys of the user's choice, each to a mapping that is read as ``kind``."""
    return value(lambda given: {key: read_as(kind, entry) for key, entry in given.entries()}, path)


@dataclass_transform(
    frozen_default=True,
    kw_only_default=True,
    field_specifiers=(field, value, whole, word, text, flag, texts, entries),
)
def checked(kind: type[T]) -> type[T]:
    """A data class with such fields, made by keywords."""
    return dataclass(frozen=True, slots=True, kw_only=True)(kind)


# Reading


def read_rules_as(kind: type[T], rules: Reader, **given: Any) -> T:
    """The numbers under `rules`, which may have other keys, though not inside of its groups.

    ``given``: what is not read.
    """
    groups: dict[str, Reader] = {}

    def find(path: str, is_needed: bool) -> Reader | None:
        group, _, key = path.rpartition(".")
        if group and group not in groups:
            groups[group] = rules.key(group)
        holder = groups.get(group, rules)
        return holder.key(key) if is_needed or holder.has(key) else None

    made = _read(kind, find, given)
    for name, group in groups.items():
        group.only([path.removeprefix(f"{name}.") for path in _paths(kind) if path.startswith(f"{name}.")])
    return made


def read_as(kind: type[T], entry: Reader, **given: Any) -> T:
    """A mapping that has no other keys than ``kind`` declares."""
    entry.only(_paths(kind))
    return read_rules_as(kind, entry, **given)


def read_card_as(kind: type[T], card: Card, problems: Problems, **given: Any) -> T:
    """What stands on a card; paths are names of its fields."""

    def find(path: str, is_needed: bool) -> Reader | None:
        reader = read_field(card, path, problems)
        return reader if is_needed or reader.value is not None else None

    return _read(kind, find, given)


@cache
def _hows(kind: type[Any]) -> Mapping[str, _How]:
    """The fields that are read, by their names."""
    read = {each.name: each.metadata[_HOW] for each in fields(kind) if _HOW in each.metadata}
    return {name: (parse, paths or (name,), is_needed) for name, (parse, paths, is_needed) in read.items()}


def _paths(kind: type[Any]) -> list[str]:
    hows = _hows(kind)  # type: ignore[arg-type]  # any class can be hashed
    return [path for _, paths, _ in hows.values() for path in paths]


def _read(kind: type[T], find: Callable[[str, bool], Reader | None], given: dict[str, Any]) -> T:
    for name, (parse, paths, is_needed) in _hows(kind).items():  # type: ignore[arg-type]
        parts = [find(path, is_needed) for path in paths] if name not in given else [None]
        if None not in parts:
            given[name] = parse(*parts)
    return kind(**given)
