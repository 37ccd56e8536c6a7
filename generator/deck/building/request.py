"""What a player asks of a deck, read from the options of the command line, and the characters to choose from.

All that reads text raises :class:`InputError`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Literal, NamedTuple

from generator.catalog.card_words import COPIES_WORDS
from generator.catalog.game_file import FORMAT
from generator.catalog.models import Card, CardSet, Game
from generator.catalog.paths import shown_path
from generator.catalog.problems import InputError, Place, Problems
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, pluralize, quote
from generator.deck.kinds import class_marks, kind_words
from generator.deck.limits import MAX_COUNT, DeckFormat, Values, meets
from generator.deck.model import Deck, Entry, deck_of
from generator.deck.rules import RuleContext, card_rules
from generator.deck.write import columns_of

CurveShape = Literal["low", "even", "high"]
SHAPES: tuple[CurveShape, ...] = ("low", "even", "high")


class Span(NamedTuple):
    """A number of cards, from ``low`` to ``high``."""

    low: int
    high: int

    @property
    def is_exact(self) -> bool:
        return self.low == self.high

    def __str__(self) -> str:
        return f"{self.low:,}" if self.is_exact else f"{self.low:,} to {self.high:,}"


class Ratio(NamedTuple):
    """A share of the cards or a mean of their powers, from ``low`` to ``high``.

    A single value is met as nearly as whole cards allow: with less than one card too many or too few.
    A range is met exactly.
    """

    low: Fraction
    high: Fraction

    @property
    def is_exact(self) -> bool:
        return self.low == self.high


class Kind(NamedTuple):
    """Cards of one kind play alike, whatever their names."""

    class_name: str
    power: int

    @property
    def marks(self) -> tuple[str, ...]:
        """What else the format counts: quotas that the cards fall under, names that others share."""
        return ()

    @property
    def plain(self) -> Kind:
        """Class and power only."""
        return self

    def marked(self, marks: tuple[str, ...]) -> Kind:
        """The kind of those among its cards that have these marks."""
        return MarkedKind(self.class_name, self.power, marks) if marks else self


class MarkedKind(Kind):
    """A kind that a format tells from others of the same class and power."""

    _marks: tuple[str, ...]

    def __new__(cls, class_name: str, power: int, marks: tuple[str, ...]) -> MarkedKind:
        kind = super().__new__(cls, class_name, power)
        kind._marks = marks
        return kind

    @property
    def marks(self) -> tuple[str, ...]:
        return self._marks

    @property
    def plain(self) -> Kind:
        return Kind(self.class_name, self.power)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MarkedKind) and tuple(self) == tuple(other) and self._marks == other._marks

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((tuple(self), self._marks))


class Character(NamedTuple):
    """A named character that cards can be made of, and how many copies there are at most."""

    name: str
    kind: Kind
    copies: int
    text: str | None = None
    art: str | None = None
    card: str | None = None
    """The id of one of the game's cards; None for a character of a player's own."""
    besides: Mapping[str, object] = MappingProxyType({})
    """What the card of a player's own says in other fields."""

    @property
    def role(self) -> tuple[str, Kind]:
        """Name and kind: two characters that share them are the same to a player."""
        return (same_name(self.name) if self.card is None else self.card), self.kind


class KindMinimum(NamedTuple):
    """At least so many cards of a kind."""

    kind: Kind
    minimum: int


class CharacterMinimum(NamedTuple):
    """At least so many copies of a character."""

    character: Character
    """``copies`` is the maximum, of all who share its role together."""
    minimum: int
    is_guest: bool
    """Whether it comes from a file of cards that must be in the deck, not from the pool."""


@dataclass(frozen=True, slots=True)
class DeckRequest:
    """What a player asks of a deck; None stands for "any". The deck meets all of it, except for the shape."""

    cards: Span | None = None
    classes: tuple[tuple[str, Span | Ratio], ...] = ()
    mean: Ratio | None = None
    """Of the cards' powers."""
    shape: CurveShape | None = None
    """Of the power curve; the deck comes as close to it as everything else allows."""
    powers: tuple[Span | None, ...] = ()
    """How many cards of each power, from the weakest."""
    kinds: tuple[KindMinimum, ...] = ()
    characters: tuple[CharacterMinimum, ...] = ()


def same_name(name: str) -> str:
    """The name as a player would compare it, without regard to case, spaces and kinds of apostrophes."""
    return " ".join(name.replace("’", "'").split()).casefold()


# The pool of characters


@dataclass(frozen=True, slots=True)
class Pool:
    """Characters that a deck may be made of, each with its maximum of copies."""

    characters: tuple[Character, ...]
    of_game: bool = False
    """Whether these are all of the game's cards that are allowed, as often as they are."""
    are_cards: bool = False
    """Whether they are cards of the game, not characters of players' own."""
    look: str | None = None
    """Which of the game's own decks all of them look like."""

    @property
    def cards(self) -> int:
        return sum(character.copies for character in self.characters)

    def room(self) -> Counter[Kind]:
        """How many cards of each kind it has."""
        room: Counter[Kind] = Counter()
        for character in self.characters:
            room[character.kind] += character.copies
        return room

    def __str__(self) -> str:
        """``the pool of 24 characters, 60 cards``."""
        if self.of_game:
            return f"the game's {pluralize(len(self.characters), 'card')}"
        if self.are_cards:
            copies = "1 copy" if self.cards == 1 else f"{self.cards:,} copies"
            return f"the pool of {pluralize(len(self.characters), 'card')}, {copies}"
        characters = pluralize(len(self.characters), "character")
        return f"the pool of {characters}, {pluralize(self.cards, 'card')}"


def pool_of(decks: Sequence[Deck], limits: DeckFormat, max_copies: int | None, problems: Problems) -> Pool:
    """The characters of these decks together, with at most ``max_copies`` of each.

    Characters that no legal deck may hold are reported in ``problems``.
    """
    if sum(len(deck.entries) for deck in decks) > MAX_COUNT:
        problems.error(f"the pool has more than {MAX_COUNT:,} characters")
        return Pool(())
    found = [character for deck in decks for character in characters_of(deck, limits, problems)]
    if max_copies is not None:
        found = [character._replace(copies=min(max_copies, character.copies)) for character in found]
    if limits.has_pool:
        found = list(_each_once(decks, found, limits))
    return Pool(tuple(found), are_cards=limits.has_pool)


def _each_once(
    decks: Sequence[Deck], characters: Iterable[Character], limits: DeckFormat
) -> Iterator[Character]:
    """The game's cards that several lines name, with the copies of all, as far as the format allows these."""
    values = {entry.card.id: entry.card.values for deck in decks for entry in deck.entries}
    found: dict[str, Character] = {}
    for one in characters:
        before = found[one.card or ""].copies if one.card in found else 0
        found[one.card or ""] = one._replace(copies=one.copies + before)
    for card, one in found.items():
        limit = limits.copies
        is_free = limit is None or limit.group_of(values[card]) is None
        yield one if limit is None or is_free else one._replace(copies=min(one.copies, limit.most))


def pool_of_game(cards: Iterable[Card], limits: DeckFormat, max_copies: int | None) -> Pool:
    """The game's cards that the format allows, each with as many copies as it allows, and ``max_copies``."""
    allowed = [card for card in cards if meets(card.values, limits.allow)]
    fields, found = limits.fields, []
    for card in allowed:
        entry = deck_of(CardSet("", "", None, (replace(card, copies=1),), None), (), fields, of_game=True)
        (one,) = entry.entries
        is_free = limits.copies is None or limits.copies.group_of(card.values) is None
        most = limits.max_cards if is_free or limits.copies is None else limits.copies.most
        most = min(most, limits.max_cards, MAX_COUNT if max_copies is None else max_copies)
        kind = Kind(one.class_name, one.power or 0).marked(marks_of(card.values, limits))
        found.append(Character(one.name or card.id, kind, most, card=card.id))
    return Pool(tuple(found), of_game=True, are_cards=True)


def marks_of(values: Values, limits: DeckFormat) -> tuple[str, ...]:
    """What the format counts of a card with these values: see :attr:`Kind.marks`."""
    group = None if limits.copies is None else limits.copies.group_of(values)
    is_shared = group is not None and (group in limits.shared or not limits.has_pool)
    return (*quota_marks(values, limits), *([f"{COPIES_MARK}{group}"] if is_shared else []))


def quota_marks(values: Values, limits: DeckFormat) -> tuple[str, ...]:
    """The quotas that a card of these values falls under, each with what it adds."""
    counts = enumerate(quota.counts(values) for quota in limits.quotas)
    return tuple(f"{QUOTA_MARK}{number} {count}" for number, count in counts if count)


def kind_values(class_name: str, power: int, limits: DeckFormat) -> Values:
    """What is known of a character of which there is a class and a power only."""
    known = {limits.fields.group: class_name, limits.fields.budget: power}
    return {field: value for field, value in known.items() if field is not None}


QUOTA_MARK, COPIES_MARK = "quota ", "copies of "
"""What marks of kinds begin with: then the quota's number and what a card adds, or what the cards share."""


def without(pool: Pool, names: Sequence[str]) -> Pool:
    """The pool without the cards of these names or ids. Raises InputError for one that it does not have."""
    left = list(pool.characters)
    for name in names:
        named = _named(name, pool.characters)
        if not named:
            known = [character.name for character in pool.characters]
            raise InputError(f"the pool has no {quote(name)}", hint=did_you_mean(name, known))
        left = [character for character in left if character not in named]
    return replace(pool, characters=tuple(left))


def characters_of(deck: Deck, limits: DeckFormat, problems: Problems) -> list[Character]:
    """The deck's characters; what is wrong with a card is reported in ``problems``."""
    file = Place(shown_path(deck.file)) if deck.file else None
    if len(deck.entries) > MAX_COUNT:
        problems.error(f"the deck has more than {MAX_COUNT:,} characters", file)
        return []
    context = RuleContext(deck, limits)
    for finding in (finding for rule in card_rules(limits) for finding in rule.check(context)):
        report = problems.error if finding.severity == "error" else problems.warning
        entry = finding.entry
        if entry is None:
            report(finding.message, file)
        else:
            report(finding.message, entry.place_of(finding.field), card=entry.label)
    return list(_characters(context.entries, limits))


def _characters(entries: Sequence[Entry], limits: DeckFormat) -> Iterable[Character]:
    for entry in entries:
        if entry.power is not None:
            kind = Kind(entry.class_name, entry.power).marked(marks_of(entry.card.values, limits))
            text, art = (entry.card.values.get(field) for field in ("text", "art"))
            yield Character(
                entry.name,
                kind,
                min(entry.copies, MAX_COUNT),
                None if text is None else str(text),
                None if art is None else str(art),
                entry.card.id if limits.has_pool else None,
                {} if limits.has_pool else _besides(entry.card, limits),
            )


def _besides(card: Card, limits: DeckFormat) -> Mapping[str, object]:
    known = {*columns_of(limits.fields), *COPIES_WORDS, "id", "prototype"}
    return {key: value for key, value in card.values.items() if value is not None and key not in known}


def refuse_unknown_quotas(limits: DeckFormat, pool: Pool | None, game: Game, problems: Problems) -> None:
    """Reports what the format asks of characters that nobody can invent them by."""
    if pool is not None:
        return
    conditions = [*limits.allow, *(one for quota in limits.quotas for one in quota.where)]
    asked = [*(field for one in conditions for field in one.fields), *(quota.sum for quota in limits.quotas)]
    unknown = next((field for field in asked if field is not None and field not in limits.fields), None)
    if unknown is not None:
        problems.error(
            f"no characters can be invented for the format: it asks for `{unknown}`",
            game.place_of(FORMAT),
            hint="name a deck file with characters to choose from by `--pool`",
        )


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


def parse_mean(text: str) -> Ratio:
    """``3``, ``2.5``, ``10/3`` or ``2.5-3``."""
    return _ratio(text, "3, 2.5, 10/3 or 2.5-3")


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


def percent(share: Fraction) -> str:
    return f"{decimal(share * 100)} %"


def decimal(number: Fraction) -> str:
    """With at most two decimals: nobody reads more."""
    return f"{float(round(number, 2)):.2f}".rstrip("0").rstrip(".")


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
    """``3``, ``2.5`` or ``2.5-3``."""
    mean, field = parse_mean(text), _needed_budget(limits)
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


def curve_words(spans: Sequence[Span | None]) -> str:
    """``10, 8, 5 to 6, *``."""
    return ", ".join("*" if span is None else str(span) for span in spans)


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
    raise InputError(
        f"the pool has no {quote(name)}",
        hint=did_you_mean(name, (character.name for character in characters)),
    )


def guests(found: Iterable[Character], pool: Pool | None) -> list[CharacterMinimum]:
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
