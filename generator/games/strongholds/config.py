"""The numbers and the deck of Strongholds, as its card database gives them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from generator.catalog.models import Card
from generator.catalog.models import Game as Database
from generator.catalog.problems import Problem, Problems
from generator.catalog.reader import Reader, read_field, read_rules
from generator.catalog.wording import join_words, quote
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


@dataclass(frozen=True, slots=True)
class Royal:
    """What the royals of one rank have in common."""

    rank: str
    name: str
    health: int
    sends: int
    """How many troops a full battalion has."""
    times: int
    """What a Queen multiplies the power of troops of her colour by; 1 for all others."""
    ability: str
    """In words: ``Doubles troops of her own colour``."""


@dataclass(frozen=True, slots=True)
class PlayingCard:
    """One card of the standard deck."""

    word: str
    """In the notation of the game: ``10C``, ``*R``."""
    name: str
    kind: str
    suit: str
    """Empty for a joker."""
    rank: str
    """Empty for a joker."""
    colour: str
    power: int
    """The number of a troop; 0 for all others."""


@dataclass(frozen=True, slots=True)
class RulesConfig:
    """Everything in the rules that is a number, a name or a card."""

    title: str
    seats: tuple[int, ...]
    """How many may play, ascending."""
    families: Mapping[int, tuple[tuple[str, ...], ...]]
    """For each number of seats the families that are dealt: the suits of each."""
    hand: int
    """Cards dealt, and what a hand is drawn up to."""
    ace_draws: int
    """Cards drawn for an ace that is given up."""
    max_turns: int
    """After so many turns the engine stops."""
    royals: Mapping[str, Royal]
    """By rank, the healthiest first."""
    troops: tuple[PlayingCard, ...]
    royal_cards: tuple[PlayingCard, ...]
    """The healthiest first."""
    aces: tuple[PlayingCard, ...]
    jokers: tuple[PlayingCard, ...]


def read_config(database: Database, problems: Problems) -> RulesConfig | None:
    """The configuration; None if something is missing or wrong, which ``problems`` tells."""
    found = Problems()
    config = _read_config(database, found)
    problems.extend(found)
    return config


def _read_config(database: Database, problems: Problems) -> RulesConfig | None:
    rules = read_rules(database, problems)
    royals = _read_royals(rules.key("royals"), rules.key("multiples", {}))
    suits = [suit.text() for suit in rules.key("suits").items()]
    colours = _read_colours(rules.key("colours"), suits)
    families = _read_families(rules.key("families"), suits, colours)
    hand = rules.key("hand").whole(1, MAX_COUNT)
    ace = rules.key("ace")
    ace.only(("draw",))
    ace_draws = ace.key("draw").whole(1, MAX_COUNT)
    rulings = rules.key("rulings")
    rulings.only(("prototype", "max_turns"))
    rulings.key("prototype", False).flag()
    max_turns = rulings.key("max_turns").whole(1, MAX_TURNS)
    if problems.has_errors:
        return None
    ranked = sorted(royals, key=lambda royal: (-royal.health, RANKS.index(royal.rank)))
    ranks = [royal.rank for royal in ranked]
    deck = _Deck(database, problems, suits, colours)
    deck.check(royals, max(families) * hand)
    if problems.has_errors:
        return None
    return RulesConfig(
        title=database.title,
        seats=tuple(sorted(families)),
        families=families,
        hand=hand,
        ace_draws=ace_draws,
        max_turns=max_turns,
        royals={royal.rank: royal for royal in ranked},
        troops=deck.of_kind(TROOP),
        royal_cards=tuple(sorted(deck.of_kind(ROYAL), key=lambda card: ranks.index(card.rank))),
        aces=deck.of_kind(ACE),
        jokers=deck.of_kind(JOKER),
    )


# The numbers


def _read_royals(given: Reader, multiples: Reader) -> list[Royal]:
    if {rank for rank, _ in given.entries()} != set(RANKS):
        given.error(f"expected {join_words(RANKS, 'and')}, whose abilities the engine knows")
        return []
    verbs = {number: word.text() for number, word in multiples.entries()}
    return [_read_royal(rank, royal, verbs) for rank, royal in given.entries()]


def _read_royal(rank: str, given: Reader, verbs: Mapping[str, str]) -> Royal:
    """``verbs``: how a multiplication is told, by its number: ``double`` for 2."""
    given.only(("name", "health", "sends", "power", "times"))
    name = given.key("name").text()
    health = given.key("health").whole(1, MAX_POINTS)
    sends = given.key("sends").whole(1, MAX_COUNT)
    ability = given.key("power").text()
    times = 1
    if rank == QUEEN:
        number = given.key("times")
        times = number.whole(1, MAX_POINTS)
        verb = verbs.get(str(times))
        multiplies = f"{verb}s".capitalize() if verb else f"Multiplies by {times}:"
        ability = ability.replace(MULTIPLIES, multiplies)
    elif given.has("times"):
        given.key("times").error("only a Queen multiplies the power of troops")
    if rank == JACK and sends != 1:
        given.key("sends").error("a Jack has the power of his troop: he sends 1")
    return Royal(rank, name, health, sends, times, ability)


def _read_colours(given: Reader, suits: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The suits of each colour."""
    colours = {colour: tuple([suit.text() for suit in row.items()]) for colour, row in given.entries()}
    if sorted(suit for row in colours.values() for suit in row) != sorted(suits):
        given.error(f"expected each suit once: {join_words(suits or ['none'], 'and')}")
    return colours


def _read_families(
    given: Reader, suits: Sequence[str], colours: Mapping[str, tuple[str, ...]]
) -> dict[int, tuple[tuple[str, ...], ...]]:
    """For each number of seats that may play, the suits of each family."""
    families: dict[int, tuple[tuple[str, ...], ...]] = {}
    for key, row in given.entries():
        seats = given.name_of(key).whole(2, MAX_SEATS)
        kind = row.word((COLOUR, SUIT), "common trait of royals")
        families[seats] = tuple(colours.values()) if kind == COLOUR else tuple((suit,) for suit in suits)
        if len(families[seats]) != seats:
            row.error(f"expected a {kind} for each of {seats} seats")
    if not families and not given.error_count:
        given.error("expected for each number of seats what the royals of a player have in common")
    return families


# The deck


class _Deck:
    """The cards of the deck, and what is wrong with them."""

    def __init__(
        self,
        database: Database,
        problems: Problems,
        suits: Sequence[str],
        colours: Mapping[str, tuple[str, ...]],
    ) -> None:
        self._problems = problems
        self._place = database.place_of("components")
        self._suits = suits
        self._colours = colours
        self._cards = [self._read(card) for card in database.cards_in(COMPONENT)]

    def of_kind(self, kind: str) -> tuple[PlayingCard, ...]:
        return tuple([card for card in self._cards if card.kind == kind])

    def check(self, royals: Sequence[Royal], dealt: int) -> None:
        """The deck as a whole: every royal once, no card twice, and enough to deal."""
        if not self._cards:
            self._wrong(f"the rules need the component `{COMPONENT}`, with the playing cards")
            return
        counts = Counter([card.word for card in self._cards])
        for word, count in counts.items():
            if count > 1:
                self._wrong(f"{word} stands {count} times in the deck")
        for suit in self._suits:
            for royal in royals:
                if card_word(ROYAL, suit, royal.rank, "") not in counts:
                    self._wrong(f"the {royal.name} of {suit} is missing in the deck")
        drawn = sum(card.kind != ROYAL for card in self._cards)
        if not dealt <= drawn <= MAX_CARDS:
            self._wrong(f"{dealt} cards are dealt of {drawn}; there may be {MAX_CARDS}")

    def _wrong(self, message: str) -> None:
        self._problems.extend([Problem(message, self._place)])

    def _read(self, card: Card) -> PlayingCard:
        """A card as the engine knows it; what is wrong with it is told."""

        def wrong(name: str, message: str) -> None:
            read_field(card, name, self._problems).error(message)

        def text(name: str) -> str:
            return str(card.values.get(name) or "")

        kind, suit, rank, colour = text("kind"), text("suit"), text("rank"), text("colour")
        power = card.values.get("power")
        if kind not in KINDS:
            known = join_words(KINDS, "and")
            wrong("kind", f"the engine knows {known}; got {quote(card.values.get('kind'))}")
        if card.copies != 1:
            wrong("copies", "a standard deck has each card once")
        if (kind == JOKER) != (not suit):
            wrong("suit", "a joker has no suit, and every other card has one")
        elif suit and suit not in self._suits:
            wrong("suit", f"expected {join_words(self._suits)}, got {quote(suit)}")
        elif colour not in self._colours:
            expected = join_words(list(self._colours))
            wrong("colour", f"expected {expected}, got {quote(card.values.get('colour'))}")
        elif suit and suit not in self._colours[colour]:
            wrong("colour", f"{suit} are not {colour}")
        if kind == ROYAL and rank not in RANKS:
            wrong("rank", f"a royal is {join_words(RANKS)}, got {quote(card.values.get('rank'))}")
        elif kind in KINDS and kind != ROYAL and rank in RANKS:
            wrong("kind", f"a card of rank {rank} is a royal, got {quote(kind)}")
        if kind != TROOP and power is not None:
            wrong("power", "only a troop has a number of its own")
        elif kind == TROOP and (isinstance(power, bool) or not isinstance(power, int) or power < 1):
            wrong("power", f"a troop needs its number, got {quote(power)}")
        points = power if isinstance(power, int) and kind == TROOP else 0
        word = card_word(kind, suit, rank, colour)
        return PlayingCard(word, text("name") or word, kind, suit, rank, colour, points)


def card_word(kind: str, suit: str, rank: str, colour: str) -> str:
    """A card in the notation of the game: rank and suit, or a star and the colour."""
    return f"*{colour[:1].upper()}" if kind == JOKER else f"{rank}{suit[:1].upper()}"
