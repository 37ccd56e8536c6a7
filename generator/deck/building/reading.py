"""What a player asks of a deck, in words: options of `deck build`, fields of the studio's form."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar

from generator.catalog.problems import InputError, Problems
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, quote
from generator.deck.building.request import (
    SHAPES,
    Character,
    CharacterMinimum,
    CurveShape,
    DeckRequest,
    Kind,
    KindMinimum,
    Pool,
    Ratio,
    Span,
    characters_of,
    curve_words,
    same_name,
)
from generator.deck.limits import MAX_COUNT, DeckFormat
from generator.deck.model import Deck, class_marks, kind_words
from generator.deck.write import SUFFIXES

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenRequest:
    """What is asked of a deck as it is written. What says nothing may be anything."""

    cards: str | None = None
    """``30`` or ``28-34``."""
    classes: tuple[str, ...] = ()
    """``minion=12``, ``soldier=5-8`` or ``assassin=30%``, each class once."""
    mean: str | None = None
    """``3``, ``2.5`` or ``2.5-3``."""
    curve: str | None = None
    """``low``, ``even``, ``high``, or the cards of each power: ``10,8,5-6,*,*,1``."""
    with_: tuple[str, ...] = ()
    """Names of the pool's or kinds, ``S4``, each with ``=NUMBER`` or not; or deck files."""
    without: tuple[str, ...] = ()
    """Names of the pool's."""


class Fault(NamedTuple):
    """What is wrong with a field of a :class:`WrittenRequest`, and the text that it is about."""

    field: str
    text: str
    message: str


class RequestError(Exception):
    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(faults[0].message)
        self.faults = tuple(faults)


def read_request(
    written: WrittenRequest,
    limits: DeckFormat,
    pool: Pool | None,
    problems: Problems,
    open_deck: Callable[[str], Deck | None] | None = None,
) -> tuple[DeckRequest, Pool | None]:
    """The request, and the pool without the cards that are to be left out. Raises :class:`RequestError`.

    ``problems`` has those of the pool, which is not searched for names then. ``open_deck`` reads deck files;
    without it, none are taken.
    """
    reader = _Reader()
    cards = reader.read("cards", written.cards, parse_span)
    classes = reader.each("classes", written.classes, lambda text: read_class(text, limits))
    mean = reader.read("mean", written.mean, lambda text: read_mean(text, limits))
    shape = reader.read("curve", written.curve, lambda text: read_curve(text, limits))
    reader.refuse_twice("classes", [name for name, _ in classes])
    if not problems.has_errors:
        unwanted = reader.each("without", written.without, partial(_of_pool, pool))
        pool = pool and pool.without([character for characters in unwanted for character in characters])

    def minimums(text: str) -> Sequence[KindMinimum | CharacterMinimum]:
        if open_deck is not None and Path(text).suffix.lower() in SUFFIXES:
            return cards_of(open_deck(text), limits, pool, problems)
        # Who is in a pool that can't be read is not known.
        return [] if problems.has_errors else [read_with(text, limits, pool)]

    found = [one for some in reader.each("with_", written.with_, minimums) for one in some]
    kinds = [one for one in found if isinstance(one, KindMinimum)]
    characters = [one for one in found if isinstance(one, CharacterMinimum)]
    reader.refuse_twice("with_", [kind_words(limits, *one.kind[:2])[0] for one in kinds])
    reader.refuse_twice("with_", [one.character.name for one in characters])
    if reader.faults:
        raise RequestError(reader.faults)
    request = DeckRequest(
        cards=cards,
        classes=tuple(classes),
        mean=mean,
        shape=shape if isinstance(shape, str) else None,
        powers=shape if isinstance(shape, tuple) else (),
        kinds=tuple(kinds),
        characters=tuple(characters),
    )
    return request, pool


@dataclass(slots=True)
class _Reader:
    """Reads one text after the other, and notes what is wrong with them."""

    faults: list[Fault] = field(default_factory=list)

    def read(self, name: str, text: str | None, parse: Callable[[str], T]) -> T | None:
        """What the text of a field says; None where there is none, or none that can be used."""
        return next(iter(self.each(name, [] if text is None else [text], parse)), None)

    def each(self, name: str, texts: Iterable[str], parse: Callable[[str], T]) -> list[T]:
        """What those of the texts say that can be used."""
        found = []
        for text in texts:
            try:
                found.append(parse(text))
            except InputError as error:
                hint = f"; {error.hint}" if error.hint else ""
                self.faults.append(Fault(name, text, error.message + hint))
        return found

    def refuse_twice(self, name: str, words: Sequence[str]) -> None:
        for word in dict.fromkeys(words):
            if words.count(word) > 1:
                self.faults.append(Fault(name, word, f"{word} is given twice"))


def cards_of(
    deck: Deck | None, limits: DeckFormat, pool: Pool | None, problems: Problems
) -> list[CharacterMinimum]:
    """Asks for all cards of a deck; none where anything is wrong with it, which is reported."""
    found = [] if deck is None else characters_of(deck, limits, problems)
    return [] if problems.has_errors else _guests(found, pool)


# Counts, shares and means


_COUNT = re.compile(r"\d+", re.ASCII)
_NUMBER = re.compile(r"\d{1,9}(?:\.\d{1,3}|/[1-9]\d{0,4})?", re.ASCII)
_DASH = re.compile(r"\s*[-–]\s*")


def parse_span(text: str) -> Span:
    """``12`` or ``5-8``."""
    counts = [_count(part) for part in _parts(text, "12 or 5-8")]
    _refuse_backwards(text, counts[0] > counts[-1])
    return Span(counts[0], counts[-1])


def parse_share(text: str) -> Ratio:
    """``30%`` or ``20-30%``."""
    share = _ratio(text.replace("%", ""), "30% or 20-30%")
    if share.high > 100:
        raise InputError(f"{text} is more than all cards")
    return Ratio(share.low / 100, share.high / 100)


def _ratio(text: str, example: str) -> Ratio:
    parts = [part.strip() for part in _parts(text, example)]
    if not all(_NUMBER.fullmatch(part) for part in parts):
        raise InputError(f"expected for example {example}, got {quote(text)}")
    numbers = [Fraction(part) for part in parts]
    _refuse_backwards(text, numbers[0] > numbers[-1])
    return Ratio(numbers[0], numbers[-1])


def _parts(text: str, example: str) -> list[str]:
    parts = _DASH.split(text.strip())
    if len(parts) > 2 or not all(parts):
        raise InputError(f"expected for example {example}, got {quote(text)}")
    return parts


def _count(text: str) -> int:
    if not _COUNT.fullmatch(text):
        raise InputError(f"expected a whole number, got {quote(text)}")
    if len(text.lstrip("0")) > len(str(MAX_COUNT)) or int(text) > MAX_COUNT:
        raise InputError(f"expected at most {MAX_COUNT:,}, got {quote(text)}")
    return int(text)


def _refuse_backwards(text: str, is_backwards: bool) -> None:
    if is_backwards:
        raise InputError(f"{text} runs backwards", hint="write the smaller number first")


# The options of the command line


_KIND = re.compile(r"([^\W\d_]+)\s*(\d{1,5})")
_NUMBERED = re.compile(r"(.*\S)\s*=\s*(\d+)\s*", re.DOTALL)


def read_class(text: str, limits: DeckFormat) -> tuple[str, Span | Ratio]:
    """``minion=12``, ``soldier=30%`` or ``assassin=5-8``."""
    name, equals, amount = text.partition("=")
    if not limits.classes:
        raise InputError("the format has no classes", hint="it names their field by `class`")
    if not equals:
        raise InputError(f"expected for example {limits.classes[0]}=12, got {quote(text)}")
    known = _class(name, limits)
    if known is None:
        hint = (
            did_you_mean(name.strip(), limits.classes)
            or f"the classes are {join_words(limits.classes, 'and')}"
        )
        raise InputError(f"unknown class {quote(name.strip())}", hint=hint)
    return known, parse_share(amount) if amount.strip().endswith("%") else parse_span(amount)


def read_mean(text: str, limits: DeckFormat) -> Ratio:
    """``3``, ``2.5``, ``10/3`` or ``2.5-3``."""
    mean, field = _ratio(text, "3, 2.5, 10/3 or 2.5-3"), _needed_budget(limits)
    if mean.low > limits.max_power or mean.high < limits.min_power:
        raise InputError(f"no cards have a mean {field} of {text}; {_range_words(limits)}")
    return mean


def read_curve(text: str, limits: DeckFormat) -> CurveShape | tuple[Span | None, ...]:
    """``low``, ``even``, ``high``, or the number of cards of each power: ``10,8,5-6,*,2,1``."""
    _needed_budget(limits)
    word = text.strip().casefold()
    if word in SHAPES:
        return word
    parts = [part.strip() for part in text.split(",")]
    powers = len(limits.powers)
    if len(parts) == 1 and powers > 1:
        hint = (
            did_you_mean(word, SHAPES)
            or f"or a number for each {_each(limits)}, such as {_CURVE if not limits.costs else '2,*,1'}"
        )
        raise InputError(f"expected {join_words(SHAPES)}, got {quote(text)}", hint=hint)
    if len(parts) != powers:
        message = f"expected {powers} numbers, one for each {_each(limits)}, got {len(parts)}"
        raise InputError(message, hint="* stands for any number")
    spans = tuple(None if part == "*" else parse_span(part) for part in parts)
    if all(span is not None and span.high == 0 for span in spans):
        hint = "write how many cards of each power there are, or * for any number"
        raise InputError(f"a curve of {curve_words(spans)} has no cards", hint=hint)
    return spans


def read_with(text: str, limits: DeckFormat, pool: Pool | None) -> KindMinimum | CharacterMinimum:
    """``Night Captain=2``, a name from the pool, or ``S4=2``, a kind; without a number: one of it."""
    characters = pool.characters if pool is not None else ()
    numbered = _NUMBERED.fullmatch(text)
    if numbered is None or _named(text, characters):
        name, minimum = text.strip(), 1
    else:
        name, minimum = numbered[1].strip(), parse_span(numbered[2]).low
    if minimum < 1:
        raise InputError(f"{text} asks for none", hint="leave it out")
    named = _named(name, characters)
    if named:
        return CharacterMinimum(_one(name, named), minimum, False)
    kind = _kind(name, limits)
    if kind is not None:
        return KindMinimum(kind, minimum)
    if pool is None:
        hint = f"write a kind, such as {_example(limits)}, a deck file, or name the pool that the card is in"
        raise InputError(f"{quote(name)} is not a kind of card", hint=hint)
    raise _not_in_pool(name, characters)


def _guests(found: Iterable[Character], pool: Pool | None) -> list[CharacterMinimum]:
    """Asks for all copies of a file's cards; those that the pool has are taken from it."""
    in_pool = {character.role for character in pool.characters} if pool is not None else set()
    minimums: dict[object, CharacterMinimum] = {}
    for character in found:
        role = character.role
        already = minimums[role].minimum if role in minimums else 0
        minimum = already + character.copies
        if role in in_pool and pool is not None:
            one = _one(character.name, [other for other in pool.characters if other.role == role])
            minimums[role] = CharacterMinimum(one, minimum, False)
        else:
            minimums[role] = CharacterMinimum(character._replace(copies=minimum), minimum, True)
    return list(minimums.values())


def _of_pool(pool: Pool | None, name: str) -> list[Character]:
    """The pool's cards of this name or id. Raises InputError where it has none."""
    if pool is None:
        raise InputError("there is no pool that cards could be left out of")
    named = _named(name, pool.characters)
    if not named:
        raise _not_in_pool(name, pool.characters)
    return named


def _not_in_pool(name: str, characters: Iterable[Character]) -> InputError:
    hint = did_you_mean(name, [character.name for character in characters])
    return InputError(f"the pool has no {quote(name)}", hint=hint)


def _named(name: str, characters: Iterable[Character]) -> list[Character]:
    """The characters of that name; an id of one of the game's cards goes before a name."""
    wanted, known = same_name(name), list(characters)
    by_id = [
        character for character in known if character.card is not None and character.card == name.strip()
    ]
    return by_id or [character for character in known if same_name(character.name) == wanted]


def _one(name: str, named: Sequence[Character]) -> Character:
    """The one character that these entries of the pool are, with the copies of all."""
    if len({character.role for character in named}) > 1 and named[0].card is not None:
        ids = tuple(f"`{character.card}`" for character in named)
        raise InputError(f"{len(named)} cards are called {quote(name)}", hint=f"write {join_words(ids)}")
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
    found = _KIND.fullmatch(text) if None not in limits.fields else None
    name = _class(found[1], limits) if found else None
    if found is None or name is None:
        return None
    power = int(found[2])
    if power not in limits.powers:
        raise InputError(f"no card has {limits.fields.budget} {power}; {_range_words(limits)}")
    return Kind(name, power)


def _needed_budget(limits: DeckFormat) -> str:
    """The field that says what a card costs. Raises InputError where the format has none."""
    if limits.fields.budget is None:
        raise InputError("the format has no costs", hint="it names their field by `budget: {field: …}`")
    return limits.fields.budget


_CURVE = "9,8,6,*,*,1"


def _each(limits: DeckFormat) -> str:
    """``power from 1 to 6``; ``value of points: 5, 20 and 80``."""
    if limits.costs:
        values = join_words(tuple(map(str, limits.costs)), "and")
        return f"value of {limits.fields.budget}: {values}"
    return f"{limits.fields.budget} {_powers(limits)}"


def _range_words(limits: DeckFormat) -> str:
    """``powers go from 1 to 6``; ``cost is one of 5, 20 and 80``."""
    field = limits.fields.budget
    if limits.costs:
        return f"{field} is one of {join_words(tuple(map(str, limits.costs)), 'and')}"
    return f"{'powers go' if field == 'power' else f'{field} goes'} {_powers(limits)}"


def _powers(limits: DeckFormat) -> str:
    return f"from {limits.min_power} to {limits.max_power}"


def _example(limits: DeckFormat) -> str:
    name, power = limits.kind_classes[0], limits.max_power
    mark = class_marks(limits.kind_classes)[name]
    return f"{mark}{power} for a {kind_words(limits, name, power)[0]}"
