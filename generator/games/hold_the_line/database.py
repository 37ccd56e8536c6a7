"""Reads the numbers of Hold the Line from its card database."""

from __future__ import annotations

from collections.abc import Sequence

from generator.catalog.constants import TEXT, read_constants, whole_between
from generator.catalog.fields import yes_no
from generator.catalog.keys import Key, Kind, Part, list_of, mapping_of, part_of
from generator.catalog.models import Card
from generator.catalog.models import Game as Database
from generator.catalog.problems import Problem, Problems
from generator.catalog.wording import join_words, quote
from generator.games.hold_the_line import numbers as rules

COMPONENT = "troops"
SEATS = 2


_CARDS = whole_between(1, 60)


class HandFile(Part):
    """How many cards are drawn."""

    __slots__ = ()

    first = Key(_CARDS, ..., "Before setup.")
    full = Key(_CARDS, ..., "What a hand is drawn up to.")


class StagedFile(Part):
    """How many cards are laid in the staging area."""

    __slots__ = ()

    setup = Key(_CARDS, ..., "In setup: one before each lane.")
    most = Key(_CARDS, ..., "At most, in each round.")


class ArmorFile(Part):
    """What armor does."""

    __slots__ = ()

    takes = Key(_CARDS, ..., "Points of ordinary damage that one armor stops.")


class RulingsFile(Part):
    """Where the engine stops."""

    __slots__ = ()

    prototype = Key(Kind(yes_no, {"type": "boolean"}), False, "Whether the numbers are this edition's.")
    max_rounds = Key(whole_between(1, 999_999), ..., "Rounds after which the game is a draw.")


class RulesFile(Part):
    """What the engine needs of the game's rules."""

    __slots__ = ()

    kinds = Key(list_of(TEXT), ..., "The kinds of troops.")
    armies = Key(list_of(TEXT), ..., "The armies, one for each player.")
    deck = Key(mapping_of(_CARDS), ..., "How many cards of each kind an army has.")
    # Choices are looked up in tables with an entry for each set of lanes and kinds.
    lanes = Key(whole_between(1, 8), ..., "The lanes of the board.")
    lines = Key(list_of(TEXT), ..., "The front lines, from one player to the other.")
    start = Key(TEXT, ..., "The line on which all fronts begin.")
    hand = Key(part_of(HandFile), ..., "Cards that are drawn.")
    staged = Key(part_of(StagedFile), ..., "Cards that are staged.")
    armor = Key(part_of(ArmorFile), ..., "What armor does.")
    rulings = Key(part_of(RulingsFile), ..., "What the engine adds.")


def read_numbers(database: Database, problems: Problems) -> rules.Numbers | None:
    """The numbers; None if some are missing or wrong, which ``problems`` tells."""
    given, found = read_constants(database, RulesFile)
    if not found:
        found = _check_rules(database, given)
    if found:
        problems.extend(found)
        return None
    kinds = _read_kinds(database, given, found)
    if found:
        problems.extend(found)
        return None
    return rules.Numbers(
        kinds=tuple(kinds),
        armies=tuple(given.armies),
        lanes=given.lanes,
        reach=len(given.lines) // 2,
        first_hand=given.hand.first,
        full_hand=given.hand.full,
        most_staged=given.staged.most,
        armor_takes=given.armor.takes,
        max_rounds=given.rulings.max_rounds,
    )


def _check_rules(database: Database, given: RulesFile) -> list[Problem]:
    """What contradicts itself in the game's rules."""
    found: list[Problem] = []

    def wrong(key: str, message: str, hint: str | None = None) -> None:
        field = f"rules.{key}"
        found.append(Problem(message, database.place_of(field), field=field, hint=hint))

    middle, even = divmod(len(given.lines), 2)
    if not even or middle == 0 or given.lines[middle] != given.start:
        wrong("lines", f"expected as many lines on either side of `start`, {given.start}, and at least one")
    if len(given.armies) != SEATS or len(set(given.armies)) != SEATS:
        wrong("armies", f"expected {SEATS} armies, one for each player")
    if not 1 <= len(set(given.kinds)) == len(given.kinds) <= 6:
        wrong("kinds", "expected 1 to 6 kinds, each of them once")
    if any(" " in kind or not kind for kind in given.kinds):
        wrong("kinds", "a kind is one word: moves and positions are written with it")
    if set(given.deck) != set(given.kinds):
        wrong("deck", f"expected how many cards there are of each kind: {join_words(given.kinds, 'and')}")
    elif sum(given.deck.values()) < given.hand.first:
        wrong(
            "hand.first", f"an army has {sum(given.deck.values())} cards, too few to draw {given.hand.first}"
        )
    if given.staged.setup != given.lanes:
        wrong("staged.setup", f"setup lays one card before each of the {given.lanes} lanes")
    if given.hand.first < given.lanes:
        wrong("hand.first", f"setup needs a card for each of the {given.lanes} lanes")
    return found


def _read_kinds(database: Database, given: RulesFile, found: list[Problem]) -> list[rules.Kind]:
    """Every kind of troop as the cards of both armies have it; what is wrong is added to ``found``."""
    cards = database.cards_in(COMPONENT)
    if not cards:
        message = f"the rules need the component `{COMPONENT}`, with a card for each kind and army"
        found.append(Problem(message, database.place_of("components")))
        return []
    kinds: list[rules.Kind] = []
    for word in given.kinds:
        armies = [_card_of(database, cards, word, army, found) for army in given.armies]
        first, second = (None if card is None else _read_kind(card, given, found) for card in armies)
        if first is not None and second is not None and armies[1] is not None and first != second:
            _tell_difference(first, second, armies[1], given.armies, found)
        if first is not None:
            kinds.append(first)
    return kinds


def _card_of(
    database: Database, cards: Sequence[Card], word: str, army: str, found: list[Problem]
) -> Card | None:
    """The only card of a kind and army."""
    fitting = [card for card in cards if card.values.get("kind") == word and card.values.get("army") == army]
    if not fitting:
        found.append(
            Problem(f"no card of the kind {word} in the {army} army", database.place_of("components"))
        )
        return None
    for card in fitting[1:]:
        message = f"a second card of the kind {word} in the {army} army: all of a kind are alike"
        found.append(Problem(message, card.place, card=card.id, hint="use `copies`"))
    return fitting[0]


def _read_kind(card: Card, given: RulesFile, found: list[Problem]) -> rules.Kind | None:
    """What is printed on a card, as the engine counts with it."""
    before = len(found)

    def number(name: str, least: int) -> int:
        value = card.values.get(name)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= 99:
            wrong(name, f"expected a whole number, {least} to 99, got {quote(value)}")
            return least
        return value

    def wrong(name: str, message: str) -> None:
        found.append(Problem(message, card.place_of(name), card=card.id, field=name))

    word = str(card.values["kind"])
    health, armor = number("health", 1), number("armor", 0)
    if card.copies != given.deck[word]:
        wrong("copies", f"{card.copies} in the list of cards, and {given.deck[word]} in `rules.deck`")
    if card.values.get("targets") not in ("each", "one"):
        wrong("targets", f"expected each or one, got {quote(card.values.get('targets'))}")
    terms = card.values.get("damage")
    if not isinstance(terms, list) or not terms or not all(_is_term(term) for term in terms):
        wrong("damage", "expected a list of `health`, `armor` and whole numbers, to be added up")
        terms = []
    if len(found) > before:
        return None
    return rules.Kind(
        word=word,
        copies=card.copies,
        health=health,
        armor=armor,
        points=sum(term for term in terms if isinstance(term, int)),
        per_health=terms.count("health"),
        per_armor=terms.count("armor"),
        each=card.values["targets"] == "each",
        pierces=bool(card.values.get("pierces")),
    )


def _is_term(term: object) -> bool:
    """Whether damage can be added up from it."""
    if isinstance(term, int) and not isinstance(term, bool):
        return 0 <= term <= 99
    return term in ("health", "armor")


def _tell_difference(
    first: rules.Kind, second: rules.Kind, card: Card, armies: Sequence[str], found: list[Problem]
) -> None:
    """Both armies are equal: the engine has one set of statistics for both."""
    fields = {
        "health": first.health != second.health,
        "armor": first.armor != second.armor,
        "damage": (first.points, first.per_health, first.per_armor)
        != (second.points, second.per_health, second.per_armor),
        "targets": first.each != second.each,
        "pierces": first.pierces != second.pierces,
    }
    for name, differs in fields.items():
        if differs:
            message = f"not as in the {armies[0]} army: the {first.word} of both armies are alike"
            found.append(Problem(message, card.place_of(name), card=card.id, field=name))
