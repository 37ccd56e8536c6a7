"""Reads wishes as a player writes them on the command line. All raise :class:`InputError`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import cast

from generator.catalog.problems import InputError
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, quote
from generator.deck.building.amounts import Ratio, Span, parse_mean, parse_share, parse_span
from generator.deck.building.demands import curve_words
from generator.deck.building.pool import Pool
from generator.deck.building.wishes import Character, CharacterWish, Kind, KindWish, Shape, same_name
from generator.deck.format import DeckFormat
from generator.deck.kinds import class_marks

SHAPES = ("low", "even", "high")
_KIND = re.compile(r"([^\W\d_]+)\s*(\d{1,5})")
_NUMBERED = re.compile(r"(.*\S)\s*=\s*(\d+)\s*", re.DOTALL)


def read_class(text: str, limits: DeckFormat) -> tuple[str, Span | Ratio]:
    """``minion=12``, ``soldier=30%`` or ``assassin=5-8``."""
    name, equals, amount = text.partition("=")
    if not equals:
        raise InputError(f"expected for example {limits.classes[0]}=12, got {quote(text)}")
    known = _class(name, limits)
    if known is None:
        hint = (
            did_you_mean(name.strip(), limits.classes)
            or f"the classes are {join_words(limits.classes, 'and')}"
        )
        raise InputError(f"there is no class {quote(name.strip())}", hint=hint)
    return known, parse_share(amount) if amount.strip().endswith("%") else parse_span(amount)


def read_mean(text: str, limits: DeckFormat) -> Ratio:
    """``3``, ``2.5`` or ``2.5-3``."""
    mean = parse_mean(text)
    if mean.low > limits.strongest or mean.high < limits.weakest:
        raise InputError(f"no cards have a mean power of {text}; powers go {_powers(limits)}")
    return mean


def read_curve(text: str, limits: DeckFormat) -> Shape | tuple[Span | None, ...]:
    """``low``, ``even``, ``high``, or the number of cards of each power: ``10,8,5-6,*,2,1``."""
    word = text.strip().casefold()
    if word in SHAPES:
        return cast(Shape, word)
    parts = [part.strip() for part in text.split(",")]
    powers = limits.strongest - limits.weakest + 1
    if len(parts) == 1 and powers > 1:
        hint = (
            did_you_mean(word, SHAPES) or f"or a number for each power {_powers(limits)}, such as 9,8,6,*,*,1"
        )
        raise InputError(f"expected {join_words(SHAPES)}, got {quote(text)}", hint=hint)
    if len(parts) != powers:
        message = f"expected {powers} numbers, one for each power {_powers(limits)}, got {len(parts)}"
        raise InputError(message, hint="* stands for any number")
    spans = tuple(None if part == "*" else parse_span(part) for part in parts)
    if all(span is not None and span.high == 0 for span in spans):
        hint = "write how many cards of each power there are, or * for any number"
        raise InputError(f"{curve_words(spans)} has no cards", hint=hint)
    return spans


def read_with(text: str, limits: DeckFormat, pool: Pool | None) -> KindWish | CharacterWish:
    """``Night Captain=2``, a name of the pool's, or ``S4=2``, a kind; without a number: one of it."""
    characters = pool.characters if pool is not None else ()
    numbered = _NUMBERED.fullmatch(text)
    if numbered is None or _named(text, characters):
        name, least = text.strip(), 1
    else:
        name, least = numbered[1].strip(), parse_span(numbered[2]).low
    if least < 1:
        raise InputError(f"{text} asks for none", hint="leave it out")
    named = _named(name, characters)
    if named:
        return CharacterWish(_one(name, named), least, False)
    kind = _kind(name, limits)
    if kind is not None:
        return KindWish(kind, least)
    if pool is None:
        hint = f"write a kind, such as {_example(limits)}, a deck file, or name the pool that the card is in"
        raise InputError(f"{quote(name)} is no kind of card", hint=hint)
    raise InputError(
        f"the pool has no {quote(name)}",
        hint=did_you_mean(name, (character.name for character in characters)),
    )


def guests(found: Iterable[Character], pool: Pool | None) -> list[CharacterWish]:
    """The wishes that a file's cards are in: all copies of each, from the pool where it has the character."""
    in_pool = {character.role for character in pool.characters} if pool is not None else set()
    wishes: dict[object, CharacterWish] = {}
    for character in found:
        role = character.role
        already = wishes[role].least if role in wishes else 0
        least = already + character.copies
        if role in in_pool and pool is not None:
            one = _one(character.name, [other for other in pool.characters if other.role == role])
            wishes[role] = CharacterWish(one, least, False)
        else:
            wishes[role] = CharacterWish(character._replace(copies=least), least, True)
    return list(wishes.values())


def _named(name: str, characters: Iterable[Character]) -> list[Character]:
    wanted = same_name(name)
    return [character for character in characters if same_name(character.name) == wanted]


def _one(name: str, named: Sequence[Character]) -> Character:
    """The one character that these lines of the pool are, with the copies of all."""
    if len({character.role for character in named}) > 1:
        raise InputError(
            f"the pool has several {quote(name)}, of different class or power", hint="rename one"
        )
    return named[0]._replace(copies=sum(character.copies for character in named))


def _class(text: str, limits: DeckFormat) -> str | None:
    """The class that a word stands for: its name, its plural or its letter."""
    word = text.strip().casefold()
    marks = class_marks(limits.classes)
    for name in limits.classes:
        if word in (name.casefold(), f"{name}s".casefold(), marks[name].casefold()):
            return name
    return None


def _kind(text: str, limits: DeckFormat) -> Kind | None:
    found = _KIND.fullmatch(text)
    name = _class(found[1], limits) if found else None
    if found is None or name is None:
        return None
    power = int(found[2])
    if not limits.weakest <= power <= limits.strongest:
        raise InputError(f"no card has power {power}; powers go {_powers(limits)}")
    return Kind(name, power)


def _powers(limits: DeckFormat) -> str:
    return f"from {limits.weakest} to {limits.strongest}"


def _example(limits: DeckFormat) -> str:
    mark = class_marks(limits.classes)[limits.classes[0]]
    return f"{mark}{limits.strongest} for a {limits.classes[0]} of power {limits.strongest}"
