"""What a player asks of a deck, and the characters to choose from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Literal, NamedTuple

from generator.catalog.card_words import COPIES_WORDS
from generator.catalog.game_file import FORMAT
from generator.catalog.models import Card, CardSet, Game
from generator.catalog.paths import shown_path
from generator.catalog.problems import Place, Problems
from generator.catalog.wording import pluralize
from generator.deck.files import look_of, pool_cards
from generator.deck.limits import MAX_COUNT, DeckFormat, Values, meets
from generator.deck.model import Deck, Entry, deck_of
from generator.deck.rules import RuleContext, card_rules
from generator.deck.write import columns_of

CurveShape = Literal["low", "even", "high"]
SHAPES: tuple[CurveShape, ...] = ("low", "even", "high")


class Span(NamedTuple):
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
    marks: tuple[str, ...] = ()
    """What else the format counts: quotas that the cards fall under, names that others share."""

    @property
    def plain(self) -> Kind:
        return Kind(self.class_name, self.power)


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
    kind: Kind
    minimum: int


class CharacterMinimum(NamedTuple):
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


def by_kind(characters: Iterable[Character]) -> Counter[Kind]:
    """How many cards of each kind they are."""
    found: Counter[Kind] = Counter()
    for character in characters:
        found[character.kind] += character.copies
    return found


# The pool of characters


MAX_KINDS = 3_000
"""Classes times powers; with more the search takes minutes."""


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
        return by_kind(self.characters)

    def without(self, characters: Collection[Character]) -> Pool:
        return replace(self, characters=tuple(one for one in self.characters if one not in characters))

    def __str__(self) -> str:
        """``the pool of 24 characters, 60 cards``."""
        if self.of_game:
            return f"the game's {pluralize(len(self.characters), 'card')}"
        if self.are_cards:
            copies = "1 copy" if self.cards == 1 else f"{self.cards:,} copies"
            return f"the pool of {pluralize(len(self.characters), 'card')}, {copies}"
        characters = pluralize(len(self.characters), "character")
        return f"the pool of {characters}, {pluralize(self.cards, 'card')}"


def pool_of(
    decks: Sequence[Deck], game: Game, limits: DeckFormat, max_copies: int | None, problems: Problems
) -> Pool | None:
    """The characters of these decks together, with at most ``max_copies`` of each; without decks, the game's
    own cards, or None where decks are not made of these.

    Characters that no legal deck may hold are reported in ``problems``.
    """
    if not decks:
        return pool_of_game(pool_cards(game), limits, max_copies) if limits.has_pool else None
    if sum(len(deck.entries) for deck in decks) > MAX_COUNT:
        problems.error(f"the pool has more than {MAX_COUNT:,} characters")
        return Pool(())
    found = [character for deck in decks for character in characters_of(deck, limits, problems)]
    if max_copies is not None:
        found = [character._replace(copies=min(max_copies, character.copies)) for character in found]
    if limits.has_pool:
        found = list(_each_once(decks, found, limits))
    looks = {look_of(deck, game) for deck in decks}
    look = looks.pop() if len(looks) == 1 else None
    return Pool(tuple(found), are_cards=limits.has_pool, look=look)


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
        kind = Kind(one.class_name, one.power or 0, marks_of(card.values, limits))
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
            kind = Kind(entry.class_name, entry.power, marks_of(entry.card.values, limits))
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


def refuse_unbuildable(limits: DeckFormat, pool: Pool | None, game: Game, problems: Problems) -> None:
    """Reports formats of too many kinds of cards, or that ask for what nobody can invent characters by."""
    if len(limits.kind_classes) * len(limits.powers) > MAX_KINDS:
        message = f"decks of more than {MAX_KINDS:,} kinds of cards can't be built"
        problems.error(message, hint="a kind is a class and a power; take fewer of them")
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


def percent(share: Fraction) -> str:
    return f"{decimal(share * 100)} %"


def decimal(number: Fraction) -> str:
    """With at most two decimals: nobody reads more."""
    return f"{float(round(number, 2)):.2f}".rstrip("0").rstrip(".")


def curve_words(spans: Sequence[Span | None]) -> str:
    """``10, 8, 5 to 6, *``."""
    return ", ".join("*" if span is None else str(span) for span in spans)
