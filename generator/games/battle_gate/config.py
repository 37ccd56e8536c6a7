"""The numbers of Battle Gate and its decks, read from the card database."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from generator.catalog.models import Card, CardSet
from generator.catalog.models import Game as Database
from generator.catalog.problems import InputError, Problems
from generator.catalog.reader import Reader, read_field, read_rules
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, pluralize, quote
from generator.deck.format import read_format
from generator.deck.limits import DeckFormat
from generator.rules.numbers import checked, flag, read_rules_as, value, whole
from generator.rules.shuffler import MAX_CARDS

MINION = "minion"
SOLDIER = "soldier"
ASSASSIN = "assassin"
CLASSES = (MINION, SOLDIER, ASSASSIN)
"""The classes that the rules are written for."""

MAX_SEATS = 10
MAX_POWER = 20
MAX_TURNS = 100_000
MAX_COUNT = 20
"""Bounds what a card in play gives, what a card in hand allows and what damage costs."""
MAX_KEPT = 1000
"""Bounds how many decks are kept as read; they are soon read again."""

_SEATS = re.compile(r"([0-9]+)(?:\s*[-–]\s*([0-9]+))?")
_NUMBERS = ("none", "one", "two", "three", "four", "five", "six")


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit that grows with the cards of a class that a player has in play."""

    base: int
    per_card: int

    def of(self, in_play: int) -> int:
        return self.base + self.per_card * in_play

    def in_words(self, cards: str) -> str:
        """For example ``one more than your soldiers in play``; ``cards``: ``your soldiers in play``."""
        if self.per_card == 0:
            return number_word(self.base)
        if self.per_card == 1:
            return f"{number_word(self.base)} more than {cards}" if self.base else f"as many as {cards}"
        each = f"{number_word(self.per_card)} for each of {cards}"
        return f"{number_word(self.base)}, and {each}" if self.base else each


def number_word(count: int) -> str:
    """A small number in words."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def _limit(minimum: int = 0) -> Callable[[Reader, Reader], Limit]:
    return lambda base, per_card: Limit(base.whole(minimum, MAX_COUNT), per_card.whole(0, MAX_COUNT))


@checked
class RulesConfig:
    """What the rules leave to the database."""

    title: str
    seats: tuple[int, ...]
    """How many may play, ascending."""
    classes: tuple[str, ...] = ()
    """The three classes, in the order in which their cards are listed."""
    min_power: int = 0
    max_power: int = 0
    """Bounds on a card's power."""
    max_cards: int = 0
    """Cards in the largest deck."""
    first_draw: int = 0
    """Cards that the first player draws on their own first turn …"""
    other_first_draw: int = 0
    """… and everyone else on theirs."""
    draw: Limit = value(_limit(), "draw.base", "draw.per_soldier")
    """Cards to draw on a later turn, by soldiers in play."""
    cards_to_play: Limit = value(_limit(1), "allowance.base", "allowance.per_assassin")
    """The allowance: cards to play in a turn, by assassins in play …"""
    power_per_card: int = whole(1, MAX_COUNT, "allowance.power_per_card")
    """… and their total power, for each card in hand."""
    damage_per_power: int = whole(1, MAX_COUNT, "damage.per_power")
    """Cards to discard for each point of undefended power."""
    recover: Limit = value(lambda given: Limit(0, given.whole(0, MAX_COUNT)), "recover.per_minion")
    """Cards to take back, by minions in play."""
    max_turns: int = whole(1, MAX_TURNS, "rulings.max_turns")
    """Turns of all players together after which the engine stops."""
    prototype: bool = flag("rulings.prototype", default=False)
    """Whether that number was chosen for this edition."""
    decks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The decks that come with the game, their cards as kinds."""

    def power_to_play(self, hand: int) -> int:
        """The total power of the cards that a player with so many in hand may play in a turn."""
        return self.power_per_card * hand

    def damage(self, power: int) -> int:
        """How many cards undefended attacks of so much power cost."""
        return self.damage_per_power * power

    @property
    def max_damage(self) -> int:
        """What one seat can have to discard: by all cards of a deck, each of the greatest power."""
        return self.damage(self.max_cards * self.max_power)


def read_config(database: Database, problems: Problems) -> RulesConfig | None:
    """The numbers of a card database; None if some are missing or wrong, which ``problems`` tells."""
    limits = read_format(database, problems)
    seats = _read_seats(database, problems)
    config = read_rules_as(RulesConfig, read_rules(database, problems), title=database.title, seats=seats)
    if limits is None:
        return None
    _check_format(limits, database, problems)
    if problems.has_errors:
        return None
    config = replace(
        config,
        classes=limits.classes,
        min_power=limits.min_power,
        max_power=limits.max_power,
        max_cards=limits.max_cards,
        first_draw=limits.first_hand,
        other_first_draw=limits.other_hand,
        decks=_read_decks(database, limits, problems),
    )
    return None if problems.has_errors else config


def _read_seats(database: Database, problems: Problems) -> tuple[int, ...]:
    """How many may play, from the ``players`` of the game."""
    given = _SEATS.fullmatch((database.players or "").strip())
    minimum, maximum = (int(given[1]), int(given[2] or given[1])) if given else (0, 0)
    if 2 <= minimum <= maximum <= MAX_SEATS:
        return tuple(range(minimum, maximum + 1))
    message = f"expected how many may play, 2 to {MAX_SEATS}, got {quote(database.players)}"
    hint = "write for example `players: 2-4`"
    problems.error(message, database.place_of("players"), field="players", hint=hint)
    return ()


def _check_format(limits: DeckFormat, database: Database, problems: Problems) -> None:
    """What the engine asks of the decks beyond what makes a format."""

    def wrong(field: str, message: str) -> None:
        problems.error(message, database.place_of(field), field=field)

    if limits.max_power > MAX_POWER:
        wrong("rules.power.max", f"the rules are played with at most {MAX_POWER}, got {limits.max_power}")
    if limits.max_cards > MAX_CARDS:
        wrong("rules.cards.max", f"the rules are played with at most {MAX_CARDS}, got {limits.max_cards}")
    if sorted(limits.classes) != sorted(CLASSES):
        got = join_words(limits.classes, "and")
        wrong("rules.classes", f"the rules are for {join_words(CLASSES, 'and')}, got {got}")


# The decks that come with the game


def _read_decks(database: Database, limits: DeckFormat, problems: Problems) -> dict[str, tuple[str, ...]]:
    """The cards of each deck that comes with the game, in the order of the decks' names."""
    sets = [cards for component in database.components if component.is_deck for cards in component.sets]
    if not sets:
        problems.error(
            f"{database.title} has no deck to play with",
            database.place_of("components"),
            field="components",
            hint="a component with `deck: true` lists them",
        )
    return {
        cards.id: _read_deck(cards, limits, problems) for cards in sorted(sets, key=lambda cards: cards.id)
    }


def _read_deck(cards: CardSet, limits: DeckFormat, problems: Problems) -> tuple[str, ...]:
    kinds = [kind for card in cards.cards for kind in [_read_kind(card, limits, problems)] * card.copies]
    if len(kinds) > limits.max_cards:
        message = f"the deck has {pluralize(len(kinds), 'card')}, and a deck has {limits.max_cards} at most"
        problems.error(message, cards.cards[0].place)
    return tuple(kinds)


def _read_kind(card: Card, limits: DeckFormat, problems: Problems) -> str:
    """The kind of a card in notation."""
    given = read_field(card, "class", problems)
    name = given.value.strip().lower() if isinstance(given.value, str) else "?"
    if name not in limits.classes:
        given.error(f"expected {join_words(limits.classes)}, got {quote(given.value)}")
    power = read_field(card, "power", problems).whole(limits.min_power, limits.max_power)
    return f"{name[:1].upper()}{power}"


# The decks that a game is begun with

Deck = tuple[int, ...]
"""The kinds of a deck's cards; the order does not matter."""


class DeckReader:
    """Reads what is given as ``decks``: for each seat the name of a deck, or a list of kinds of cards."""

    __slots__ = ("_kept", "_kinds", "_max_cards", "bundled")

    def __init__(self, config: RulesConfig, kinds: Mapping[str, int]) -> None:
        """``kinds``: the number of each kind."""
        self._kinds = kinds
        self._max_cards = config.max_cards
        self.bundled: dict[str, Deck] = {
            name: tuple([kinds[card] for card in cards]) for name, cards in config.decks.items()
        }
        """The decks that come with the game, in the order of their names."""
        self._kept: dict[tuple[str, ...], Deck] = {}

    def read(self, value: object) -> tuple[Deck, ...]:
        """The deck of each seat; names may also come as one word, with commas. Raises InputError."""
        if isinstance(value, str):
            return tuple([self._named(name.strip()) for name in value.split(",")])
        if not isinstance(value, list | tuple):
            raise InputError(f"decks: expected a list with a deck for each seat, got {quote(value)}")
        return tuple([self._deck(deck) for deck in value])

    def defaults(self, seats: int) -> tuple[Deck, ...]:
        """The bundled decks, one a seat; they start again where there are too few."""
        decks = list(self.bundled.values())
        return tuple([decks[seat % len(decks)] for seat in range(seats)])

    def _deck(self, given: object) -> Deck:
        if isinstance(given, str):
            return self._named(given)
        if not isinstance(given, list | tuple):
            raise InputError(f"decks: expected a deck's name or a list of cards, got {quote(given)}")
        words = tuple(given)
        try:
            deck = self._kept.get(words)
        except TypeError:
            deck = None  # with a list or mapping among the cards, which is told below
        return self._listed(words) if deck is None else deck

    def _named(self, name: str) -> Deck:
        if name not in self.bundled:
            names = list(self.bundled)
            hint = did_you_mean(name, names) or f"the game has {join_words(names, 'and')}"
            raise InputError(f"decks: no deck named {quote(name)}", hint=hint)
        return self.bundled[name]

    def _listed(self, words: Sequence[object]) -> Deck:
        if not 1 <= len(words) <= self._max_cards:
            raise InputError(f"decks: a deck has 1 to {self._max_cards} cards, got {len(words)}")
        for word in words:
            if not isinstance(word, str) or word not in self._kinds:
                kinds = list(self._kinds)
                raise InputError(
                    f"decks: {quote(word)} is not a kind of card", hint=f"they are {kinds[0]} to {kinds[-1]}"
                )
        if len(self._kept) >= MAX_KEPT:
            self._kept.clear()
        names = tuple([str(word) for word in words])
        self._kept[names] = tuple([self._kinds[name] for name in names])
        return self._kept[names]
