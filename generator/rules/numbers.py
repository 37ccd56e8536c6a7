"""The numbers of a game, each declared once: a field of a data class says where it stands and what it may be.

::

    @declared
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
from functools import partial
from typing import Any, NamedTuple, TypeVar, dataclass_transform

from generator.catalog.models import Card
from generator.catalog.problems import Problems
from generator.catalog.reader import Reader, read_field

T = TypeVar("T")
_HOW = "how to read it"


class _How(NamedTuple):
    """How a field is read."""

    parse: Callable[..., Any]
    """Makes a value of one reader for each path."""
    paths: tuple[str, ...]
    """Where its parts stand; none: under the field's own name."""
    missing: Any
    """The value where nothing is given; ``...``: that is an error."""


# What a field may be


def value(parse: Callable[..., T], *paths: str, missing: Any = ...) -> T:
    """Whatever ``parse`` makes of the readers at ``paths``: keys, or ``group.key``."""
    how: Any = field(metadata={_HOW: _How(parse, tuple(filter(None, paths)), missing)})
    return how  # type: ignore[no-any-return]  # it declares such a value


def whole(minimum: int, maximum: int, path: str = "", missing: Any = ...) -> int:
    return value(partial(Reader.whole, minimum=minimum, maximum=maximum), path, missing=missing)


def word(known: Iterable[str], noun: str, path: str = "", missing: Any = ...) -> str:
    """One of the known words; ``noun``: what such a word is."""
    return value(partial(Reader.word, known=known, noun=noun), path, missing=missing)


def text(path: str = "", missing: Any = ...) -> str:
    return value(Reader.text, path, missing=missing)


def flag(path: str = "", missing: Any = ...) -> bool:
    return value(Reader.flag, path, missing=missing)


def texts(path: str = "", missing: Any = ...) -> tuple[str, ...]:
    return value(texts_of, path, missing=missing)


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
def declared(kind: type[T]) -> type[T]:
    """A data class with such fields, made by keywords."""
    return dataclass(frozen=True, slots=True, kw_only=True)(kind)


# Reading


def read_rules_as(kind: type[T], rules: Reader, **given: Any) -> T:
    """The numbers under `rules`, which may have other keys, though not inside of its groups.

    ``given``: what is not read.
    """
    hows = _hows(kind)
    groups: dict[str, Reader] = {}

    def find(path: str, is_needed: bool) -> Reader | None:
        group, _, key = path.rpartition(".")
        if group and group not in groups:
            groups[group] = rules.key(group)
        holder = groups.get(group, rules)
        return holder.key(key) if is_needed or holder.has(key) else None

    made = _made(kind, hows, find, given)
    for name, group in groups.items():
        keys = [path.partition(".") for how in hows.values() for path in how.paths]
        group.only([key for holder, _, key in keys if holder == name])
    return made


def read_as(kind: type[T], entry: Reader, **given: Any) -> T:
    """A mapping that has no other keys than those that ``kind`` declares."""
    entry.only([path for how in _hows(kind).values() for path in how.paths])
    return read_rules_as(kind, entry, **given)


def read_card_as(kind: type[T], card: Card, problems: Problems, **given: Any) -> T:
    """What stands on a card, in the fields of the paths' names."""

    def find(path: str, is_needed: bool) -> Reader | None:
        reader = read_field(card, path, problems)
        return reader if is_needed or reader.value is not None else None

    return _made(kind, _hows(kind), find, given)


def _hows(kind: type) -> dict[str, _How]:
    """By the names of fields; those that are not read are left out."""
    found: dict[str, _How] = {}
    for each in fields(kind):
        how = each.metadata.get(_HOW)
        if how is not None:
            found[each.name] = how._replace(paths=how.paths or (each.name,))
    return found


def _made(
    kind: type[T], hows: Mapping[str, _How], find: Callable[[str, bool], Reader | None], given: dict[str, Any]
) -> T:
    for name, how in hows.items():
        if name not in given:
            parts = [find(path, how.missing is ...) for path in how.paths]
            given[name] = how.missing if None in parts else how.parse(*parts)
    return kind(**given)
