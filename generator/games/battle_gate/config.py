"""The numbers of Battle Gate and its decks, read from the card database."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from generator.catalog.models import Card, CardSet
from generator.catalog.models import Game as Database
from generator.catalog.problems import InputError, Problems
from generator.catalog.reader import Reader, read_field, read_rules
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, pluralize, quote, spell_number
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
_SEATS = re.compile(r"([0-9]+)(?:\s*[-–]\s*([0-9]+))?")


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit that grows with the cards of a class that a player has in play."""

    base: int
    per_card: int

    def of(self, in_play: int) -> int:
        return self.base + self.per_card * in_play

    def in_words(self, cards: str) -> str:
        """For example ``one more than your soldiers in play``; ``cards``: ``your soldiers in play``."""
        base = spell_number(self.base)
        if self.per_card == 0:
            return base
        if self.per_card == 1:
            return f"{base} more than {cards}" if self.base else f"as many as {cards}"
        each = f"{spell_number(self.per_card)} for each of {cards}"
        return f"{base}, and {each}" if self.base else each


def _limit(minimum: int = 0) -> Callable[[Reader, Reader], Limit]:
    return lambda base, per_card: Limit(base.whole(minimum, MAX_COUNT), per_card.whole(0, MAX_COUNT))


@checked
class RulesConfig:
    """What the rules leave to the database."""

    title: str
    seats: tuple[int, ...]
    """How many may play, ascending."""
    limits: DeckFormat
    """What decks are made of, and what is drawn on a first turn."""
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
    """The decks that come with the game, their cards as kinds, in the order of their names."""

    @property
    def max_damage(self) -> int:
        """What one seat can have to discard: by all cards of a deck, each of the greatest power."""
        return self.damage_per_power * self.limits.max_cards * self.limits.max_power


def read_config(database: Database, problems: Problems) -> RulesConfig | None:
    """The numbers of a card database; None if some are missing or wrong, which ``problems`` lists."""
    limits, seats = read_format(database, problems), _read_seats(database, problems)
    rules = read_rules(database, problems)
    config = read_rules_as(RulesConfig, rules, title=database.title, seats=seats, limits=limits)
    if limits is not None:
        _check_format(limits, database, problems)
    if limits is None or problems.has_errors:
        return None
    config = replace(config, decks=_read_decks(database, limits, problems))
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

    def wrong(key: str, message: str) -> None:
        problems.error(message, database.place_of(f"rules.{key}"), field=f"rules.{key}")

    if limits.max_power > MAX_POWER:
        wrong("power.max", f"the rules are played with at most {MAX_POWER}, got {limits.max_power}")
    if limits.max_cards > MAX_CARDS:
        wrong("cards.max", f"the rules are played with at most {MAX_CARDS}, got {limits.max_cards}")
    if sorted(limits.classes) != sorted(CLASSES):
        got = join_words(limits.classes, "and")
        wrong("classes", f"the rules are for {join_words(CLASSES, 'and')}, got {got}")


# The decks that come with the game


def _read_decks(database: Database, limits: DeckFormat, problems: Problems) -> dict[str, tuple[str, ...]]:
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

    def __init__(self, config: RulesConfig, kinds: Mapping[str, int]) -> None:
        """``kinds``: the number of each kind."""
        self._kinds = kinds
        self._max_cards = config.limits.max_cards
        self.bundled: dict[str, Deck] = {
            name: tuple([kinds[card] for card in cards]) for name, cards in config.decks.items()
        }
        """The decks that come with the game, in the order of their names."""

    def read(self, value: object) -> tuple[Deck, ...]:
        """The deck of each seat; names may also come as one word, with commas. Raises InputError."""
        if isinstance(value, str):
            return tuple([self._named(name.strip()) for name in value.split(",")])
        if not isinstance(value, list | tuple):
            raise InputError(f"decks: expected a list with a deck for each seat, got {quote(value)}")
        return tuple([self._named(deck) if isinstance(deck, str) else self._listed(deck) for deck in value])

    def _named(self, name: str) -> Deck:
        if name not in self.bundled:
            names = list(self.bundled)
            hint = did_you_mean(name, names) or f"the game has {join_words(names, 'and')}"
            raise InputError(f"decks: no deck named {quote(name)}", hint=hint)
        return self.bundled[name]

    def _listed(self, given: object) -> Deck:
        if not isinstance(given, list | tuple):
            raise InputError(f"decks: expected a deck's name or a list of cards, got {quote(given)}")
        if not 1 <= len(given) <= self._max_cards:
            raise InputError(f"decks: a deck has 1 to {self._max_cards} cards, got {len(given)}")
        for word in given:
            if not isinstance(word, str) or word not in self._kinds:
                first, *_, last = self._kinds
                raise InputError(
                    f"decks: {quote(word)} is not a kind of card", hint=f"they are {first} to {last}"
                )
        return tuple([self._kinds[word] for word in given])
