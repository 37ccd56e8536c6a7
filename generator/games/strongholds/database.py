"""Reads the numbers of Strongholds and its deck from the card database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.catalog.constants import TEXT, read_constants, whole_between
from generator.catalog.fields import yes_no
from generator.catalog.keys import Key, Kind, Part, list_of, mapping_of, one_of, optional, part_of
from generator.catalog.models import Card
from generator.catalog.models import Game as Database
from generator.catalog.problems import Problem, Problems
from generator.catalog.wording import join_words, quote
from generator.games.strongholds.numbers import JACK, KING, QUEEN, Numbers, PlayingCard, Royal
from generator.rules.shuffler import MAX_CARDS

COMPONENT = "deck"
RANKS = (JACK, QUEEN, KING)
TROOP, ROYAL, ACE, JOKER = "troop", "royal", "ace", "joker"
KINDS = (TROOP, ROYAL, ACE, JOKER)
COLOUR, SUIT = "colour", "suit"

_COUNT = whole_between(1, 20)
_POINTS = whole_between(1, 99)


class RoyalFile(Part):
    """What the royals of a rank are worth."""

    __slots__ = ()

    name = Key(TEXT, ..., "The rank in words.")
    health = Key(_POINTS, ..., "What has to be laid on the general, or to get through at home.")
    sends = Key(_COUNT, ..., "A full battalion.")
    power = optional(TEXT, "The ability in words.")
    times = optional(_POINTS, "What a Queen multiplies the power of troops of her colour by.")


class AceFile(Part):
    """What an ace is given up for."""

    __slots__ = ()

    draw = Key(_COUNT, ..., "Cards that are drawn.")


class RulingsFile(Part):
    """Where the engine stops."""

    __slots__ = ()

    prototype = Key(Kind(yes_no, {"type": "boolean"}), False, "Whether the numbers are this edition's.")
    max_turns = Key(whole_between(1, 999_999), ..., "Turns after which the game is a tie.")


class RulesFile(Part):
    """What the engine needs of the game's rules."""

    __slots__ = ()

    seats = Key(list_of(whole_between(2, 8)), ..., "How many may play.")
    hand = Key(_COUNT, ..., "Cards dealt, and what a hand is drawn up to.")
    royals = Key(mapping_of(part_of(RoyalFile)), ..., "What the royals of each rank are worth.")
    ace = Key(part_of(AceFile), ..., "What an ace is given up for.")
    suits = Key(list_of(TEXT), ..., "The suits of the deck.")
    colours = Key(mapping_of(list_of(TEXT)), ..., "The suits of each colour.")
    families = Key(mapping_of(one_of(COLOUR, SUIT)), ..., "What the royals of a player have in common.")
    rulings = Key(part_of(RulingsFile), ..., "What the engine adds.")


def read_numbers(database: Database, problems: Problems) -> Numbers | None:
    """The numbers; None if some are missing or wrong, which ``problems`` tells."""
    given, found = read_constants(database, RulesFile)
    if not found:
        found = _check_rules(database, given)
    cards: list[PlayingCard] = []
    if not found:
        cards = [_read_card(card, given, found) for card in database.cards_in(COMPONENT)]
        _check_deck(database, given, cards, found)
    problems.extend(found)
    return None if found else _numbers(database, given, cards)


def _numbers(database: Database, given: RulesFile, cards: Sequence[PlayingCard]) -> Numbers:
    royals = sorted(
        (Royal(rank, part.name, part.health, part.sends) for rank, part in given.royals.items()),
        key=lambda royal: (-royal.health, RANKS.index(royal.rank)),
    )
    ranks = [royal.rank for royal in royals]
    return Numbers(
        title=database.title,
        seats=tuple(sorted(given.seats)),
        hand=given.hand,
        ace_draws=given.ace.draw,
        queen_times=given.royals[QUEEN].times or 1,
        royals={royal.rank: royal for royal in royals},
        families={seats: _families(given, seats) for seats in given.seats},
        max_turns=given.rulings.max_turns,
        troops=tuple(card for card in cards if card.power),
        royal_cards=tuple(
            sorted((card for card in cards if card.rank in ranks), key=lambda card: ranks.index(card.rank))
        ),
        aces=tuple(card for card in cards if card.suit and not card.power and card.rank not in ranks),
        jokers=tuple(card for card in cards if not card.suit),
    )


def _families(given: RulesFile, seats: int) -> tuple[tuple[str, ...], ...]:
    if given.families[str(seats)] == COLOUR:
        return tuple(tuple(suits) for suits in given.colours.values())
    return tuple((suit,) for suit in given.suits)


def _check_rules(database: Database, given: RulesFile) -> list[Problem]:
    """What contradicts itself in the game's rules."""
    found: list[Problem] = []

    def wrong(key: str, message: str) -> None:
        field = f"rules.{key}"
        found.append(Problem(message, database.place_of(field), field=field))

    if set(given.royals) != set(RANKS):
        wrong("royals", f"expected {join_words(RANKS, 'and')}, whose abilities the engine knows")
    elif given.royals[QUEEN].times is None:
        wrong("royals.Q", "`times` is missing: what a Queen multiplies the power of troops by")
    for rank, royal in given.royals.items():
        if rank != QUEEN and royal.times is not None:
            wrong(f"royals.{rank}.times", "only a Queen multiplies the power of troops")
    if JACK in given.royals and given.royals[JACK].sends != 1:
        wrong(f"royals.{JACK}.sends", "a Jack has the power of his troop: he sends 1")
    if sorted(suit for suits in given.colours.values() for suit in suits) != sorted(given.suits):
        wrong("colours", f"expected each suit once: {join_words(given.suits, 'and')}")
    for seats in sorted(set(given.seats)):
        if str(seats) not in given.families:
            wrong("families", f"what the royals of a player have in common is missing for {seats} seats")
        elif len(_families(given, seats)) != seats:
            kind = given.families[str(seats)]
            wrong(f"families.{seats}", f"expected a {kind} for each of {seats} seats")
    return found


def _read_card(card: Card, given: RulesFile, found: list[Problem]) -> PlayingCard:
    """A card as the engine knows it; what is wrong with it is added to ``found``."""

    def wrong(name: str, message: str) -> None:
        found.append(Problem(message, card.place_of(name), card=card.id, field=name))

    def text(name: str) -> str:
        return str(card.values.get(name) or "")

    kind, suit, rank, colour = text("kind"), text("suit"), text("rank"), text("colour")
    power = card.values.get("power")
    if kind not in KINDS:
        wrong("kind", f"the engine knows {join_words(KINDS, 'and')}; got {quote(card.values.get('kind'))}")
    if card.copies != 1:
        wrong("copies", "a standard deck has each card once")
    if (kind == JOKER) != (not suit):
        wrong("suit", "a joker has no suit, and every other card has one")
    elif suit and suit not in given.suits:
        wrong("suit", f"expected {join_words(given.suits)}, got {quote(suit)}")
    elif colour not in given.colours:
        wrong("colour", f"expected {join_words(list(given.colours))}, got {quote(card.values.get('colour'))}")
    elif suit and suit not in given.colours[colour]:
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
    return PlayingCard(_word(kind, suit, rank, colour), suit, rank, colour, points)


def _word(kind: str, suit: str, rank: str, colour: str) -> str:
    """The card in the notation of the game: rank and suit, or a star and the colour."""
    return f"*{colour[:1].upper()}" if kind == JOKER else f"{rank}{suit[:1].upper()}"


def _check_deck(
    database: Database, given: RulesFile, cards: Sequence[PlayingCard], found: list[Problem]
) -> None:
    """The deck as a whole: every royal once, no card twice, and enough to deal."""
    place = database.place_of("components")
    if not cards:
        found.append(Problem(f"the rules need the component `{COMPONENT}`, with the playing cards", place))
        return
    counts: dict[str, int] = {}
    for card in cards:
        counts[card.word] = counts.get(card.word, 0) + 1
    found.extend(
        Problem(f"{word} stands {count} times in the deck", place)
        for word, count in counts.items()
        if count > 1
    )
    found.extend(_missing_royals(given, counts, database))
    dealt = max(given.seats) * given.hand
    drawn = sum(card.rank not in RANKS for card in cards)
    if not dealt <= drawn <= MAX_CARDS:
        found.append(Problem(f"{dealt} cards are dealt of {drawn}; there may be {MAX_CARDS}", place))


def _missing_royals(given: RulesFile, counts: Mapping[str, int], database: Database) -> list[Problem]:
    place = database.place_of("components")
    return [
        Problem(f"the {given.royals[rank].name} of {suit} is missing in the deck", place)
        for suit in given.suits
        for rank in RANKS
        if _word(ROYAL, suit, rank, "") not in counts
    ]
