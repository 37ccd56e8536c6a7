"""The numbers and the deck of Strongholds, as its card database gives them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace

from generator.catalog.models import Card
from generator.catalog.models import Game as Database
from generator.catalog.problems import Problems
from generator.catalog.reader import Reader, read_field, read_rules
from generator.catalog.wording import join_words, quote
from generator.rules.numbers import (
    checked,
    flag,
    read_as,
    read_rules_as,
    text,
    texts,
    texts_of,
    value,
    whole,
)
from generator.rules.shuffler import MAX_CARDS

COMPONENT = "deck"
JACK, QUEEN, KING = "J", "Q", "K"
RANKS = (JACK, QUEEN, KING)
"""The ranks of royals. Each has an ability of its own, which the engine knows."""
TROOP, ROYAL, ACE, JOKER = "troop", "royal", "ace", "joker"
KINDS = (TROOP, ROYAL, ACE, JOKER)
COLOUR, SUIT = "colour", "suit"
MULTIPLIES = "{Multiplies}"
"""Stands in the text of an ability for what a Queen does: ``Doubles``."""

# Bounds of what may be written; what lies beyond is a slip of the pen.
MAX_COUNT = 20
MAX_POINTS = 99
MAX_SEATS = 8
MAX_TURNS = 999_999


@checked
class Royal:
    """What the royals of one rank have in common."""

    rank: str
    name: str = text()
    health: int = whole(1, MAX_POINTS)
    sends: int = whole(1, MAX_COUNT)
    """How many troops a full battalion has."""
    times: int = whole(1, MAX_POINTS, default=1)
    """What a Queen multiplies the power of troops of her colour by; 1 for all others."""
    ability: str = text("power")
    """In words: ``Doubles troops of her own colour``."""


@checked
class PlayingCard:
    """One card of the standard deck."""

    word: str
    """In the notation of the game: ``10C``, ``*R``."""
    id: str
    """In the card database."""
    name: str
    kind: str
    suit: str
    """Empty for a joker."""
    rank: str
    """Empty for a joker."""
    colour: str
    power: int
    """The number of a troop; 0 for all others."""


def _colours(given: Reader, suits: Reader) -> dict[str, tuple[str, ...]]:
    colours = {colour: texts_of(row) for colour, row in given.entries()}
    named = texts_of(suits)
    if sorted(suit for row in colours.values() for suit in row) != sorted(named):
        given.error(f"expected each suit once: {join_words(named or ['none'], 'and')}")
    return colours


def _families(given: Reader, suits: Reader, colours: Reader) -> dict[int, tuple[tuple[str, ...], ...]]:
    of_kind = {
        COLOUR: tuple([texts_of(row) for _, row in colours.entries()]),
        SUIT: tuple([(suit,) for suit in texts_of(suits)]),
    }
    families: dict[int, tuple[tuple[str, ...], ...]] = {}
    for key, row in given.entries():
        seats = given.name_of(key).whole(2, MAX_SEATS)
        kind = row.word(tuple(of_kind), "common trait of royals")
        families[seats] = of_kind[kind]
        if len(families[seats]) != seats:
            row.error(f"expected a {kind} for each of {seats} seats")
    if not families and not given.error_count:
        given.error("expected for each number of seats what the royals of a player have in common")
    return families


@checked
class RulesConfig:
    """Everything in the rules that is a number, a name or a card."""

    title: str
    suits: tuple[str, ...] = texts()
    colours: Mapping[str, tuple[str, ...]] = value(_colours, "colours", "suits")
    """The suits of each colour."""
    families: Mapping[int, tuple[tuple[str, ...], ...]] = value(_families, "families", "suits", "colours")
    """For each number of seats the families that are dealt: the suits of each."""
    hand: int = whole(1, MAX_COUNT)
    """Cards dealt, and what a hand is drawn up to."""
    ace_draws: int = whole(1, MAX_COUNT, "ace.draw")
    """Cards drawn for an ace that is given up."""
    max_turns: int = whole(1, MAX_TURNS, "rulings.max_turns")
    """After so many turns the engine stops."""
    prototype: bool = flag("rulings.prototype", default=False)
    """Whether that number was chosen for this edition."""
    royals: Mapping[str, Royal] = field(default_factory=dict)
    """By rank, the healthiest first."""
    troops: tuple[PlayingCard, ...] = ()
    royal_cards: tuple[PlayingCard, ...] = ()
    """The healthiest first."""
    aces: tuple[PlayingCard, ...] = ()
    jokers: tuple[PlayingCard, ...] = ()

    @property
    def seats(self) -> tuple[int, ...]:
        """How many may play, ascending."""
        return tuple(sorted(self.families))


def read_config(database: Database, problems: Problems) -> RulesConfig | None:
    """The configuration; None if something is missing or wrong, which ``problems`` lists."""
    rules = read_rules(database, problems)
    royals = _read_royals(rules)
    config = read_rules_as(RulesConfig, rules, title=database.title)
    if problems.has_errors:
        return None
    ranked = sorted(royals, key=lambda royal: (-royal.health, RANKS.index(royal.rank)))
    config = replace(config, royals={royal.rank: royal for royal in ranked})
    deck = [_read_card(card, config, problems) for card in database.cards_in(COMPONENT)]
    for message in _wrong_with(deck, config):
        problems.error(message, database.place_of("components"))
    if problems.has_errors:
        return None
    ranks = list(config.royals)
    of_kind = {kind: [card for card in deck if card.kind == kind] for kind in KINDS}
    return replace(
        config,
        troops=tuple(of_kind[TROOP]),
        royal_cards=tuple(sorted(of_kind[ROYAL], key=lambda card: ranks.index(card.rank))),
        aces=tuple(of_kind[ACE]),
        jokers=tuple(of_kind[JOKER]),
    )


# The numbers


def _read_royals(rules: Reader) -> list[Royal]:
    given = rules.key("royals")
    verbs = {number: verb.text() for number, verb in rules.key("multiples", {}).entries()}
    if {rank for rank, _ in given.entries()} != set(RANKS):
        given.error(f"expected {join_words(RANKS, 'and')}, whose abilities the engine knows")
        return []
    return [_read_royal(rank, entry, verbs) for rank, entry in given.entries()]


def _read_royal(rank: str, given: Reader, verbs: Mapping[str, str]) -> Royal:
    """``verbs``: how a multiplication is put, by its number: ``double`` for 2."""
    royal = read_as(Royal, given, rank=rank)
    if rank == JACK and royal.sends != 1:
        given.key("sends").error("a Jack has the power of his troop: he sends 1")
    times = given.key("times", ... if rank == QUEEN else None)
    if rank != QUEEN:
        if given.has("times"):
            times.error("only a Queen multiplies the power of troops")
        return royal
    verb = verbs.get(str(royal.times))
    multiplies = f"{verb}s".capitalize() if verb else f"Multiplies by {royal.times}:"
    return replace(royal, ability=royal.ability.replace(MULTIPLIES, multiplies))


# The deck


def _wrong_with(deck: Sequence[PlayingCard], config: RulesConfig) -> Iterator[str]:
    """The deck as a whole has every royal once, no card twice, and enough to deal."""
    if not deck:
        yield f"the rules need the component `{COMPONENT}`, with the playing cards"
        return
    counts = Counter([card.word for card in deck])
    yield from (f"{word} stands {count} times in the deck" for word, count in counts.items() if count > 1)
    for suit in config.suits:
        for royal in config.royals.values():
            if card_word(ROYAL, suit, royal.rank, "") not in counts:
                yield f"the {royal.name} of {suit} is missing in the deck"
    dealt = max(config.families) * config.hand
    drawn = sum(card.kind != ROYAL for card in deck)
    if not dealt <= drawn <= MAX_CARDS:
        yield f"{dealt} cards are dealt of {drawn}; there may be {MAX_CARDS}"


def _read_card(card: Card, config: RulesConfig, problems: Problems) -> PlayingCard:
    def wrong(name: str, message: str) -> None:
        read_field(card, name, problems).error(message)

    printed = card.values
    kind, suit, rank, colour, name = (
        str(printed.get(name) or "") for name in ("kind", "suit", "rank", "colour", "name")
    )
    power = printed.get("power")
    if kind not in KINDS:
        wrong("kind", f"the engine knows {join_words(KINDS, 'and')}; got {quote(printed.get('kind'))}")
    if card.copies != 1:
        wrong("copies", "a standard deck has each card once")
    if (kind == JOKER) != (not suit):
        wrong("suit", "a joker has no suit, and every other card has one")
    elif suit and suit not in config.suits:
        wrong("suit", f"expected {join_words(config.suits)}, got {quote(suit)}")
    elif colour not in config.colours:
        expected = join_words(list(config.colours))
        wrong("colour", f"expected {expected}, got {quote(printed.get('colour'))}")
    elif suit and suit not in config.colours[colour]:
        wrong("colour", f"{suit} are not {colour}")
    if kind == ROYAL and rank not in RANKS:
        wrong("rank", f"a royal is {join_words(RANKS)}, got {quote(printed.get('rank'))}")
    elif kind in KINDS and kind != ROYAL and rank in RANKS:
        wrong("kind", f"a card of rank {rank} is a royal, got {quote(kind)}")
    is_number = isinstance(power, int) and not isinstance(power, bool) and power > 0
    if kind != TROOP and power is not None:
        wrong("power", "only a troop has a number of its own")
    elif kind == TROOP and not is_number:
        wrong("power", f"a troop needs its number, got {quote(power)}")
    word = card_word(kind, suit, rank, colour)
    points = power if isinstance(power, int) and kind == TROOP else 0
    return PlayingCard(
        word=word, id=card.id, name=name or word, kind=kind, suit=suit, rank=rank, colour=colour, power=points
    )


def card_word(kind: str, suit: str, rank: str, colour: str) -> str:
    """A card in the notation of the game: rank and suit, or a star and the colour."""
    return f"*{colour[:1].upper()}" if kind == JOKER else f"{rank}{suit[:1].upper()}"
