"""The numbers of Hold the Line: read from its card database, and checked with their places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from generator.catalog.models import Card
from generator.catalog.models import Game as Database
from generator.catalog.problems import Problems
from generator.catalog.reader import Reader, read_rules
from generator.rules.numbers import checked, flag, read_card_as, read_rules_as, text, texts, value, whole
from generator.rules.positions import MAX_TURNS

COMPONENT = "troops"
"""The cards that are played with."""
SEATS = 2
HEALTH, ARMOR = "health", "armor"
"""Stand in a card's damage for what it has left of them."""
EACH, ONE = "each", "one"
"""How many opposing cards of its lane a card strikes."""

MAX_LANES = 8
MAX_KINDS = 6
"""Legal moves are looked up in a table with an entry for each set of lanes and each set of kinds."""
MAX_COUNT = 60
"""Of any number under `rules:` in game.yaml. A larger one is a slip of the pen."""
MAX_POINTS = 99
"""Of anything that is printed on a card: two digits fit."""


def _damage(given: Reader) -> tuple[str | int, ...]:
    terms = given.value if isinstance(given.value, list | tuple) else ()
    if not terms or not all(_is_term(term) for term in terms):
        given.error(f"expected a list of `{HEALTH}`, `{ARMOR}` and whole numbers, to be added up")
    return tuple(terms)


def _is_term(term: object) -> bool:
    if isinstance(term, int) and not isinstance(term, bool):
        return 0 <= term <= MAX_POINTS
    return term in (HEALTH, ARMOR)


@checked
class TroopKind:
    """What is printed on the cards of one kind of troop."""

    word: str
    """The kind in the notation of the game, for example ``anti-armor``."""
    copies: int
    """How many cards of the kind an army has."""
    health: int = whole(1, MAX_POINTS)
    armor: int = whole(0, MAX_POINTS)
    damage: tuple[str | int, ...] = value(_damage)
    """Added up: numbers, and what the card has left of its health and armor."""
    each: bool = value(lambda given: given.word((ONE, EACH), "number of opposing cards") == EACH, "targets")
    """Whether it strikes every opposing card of its lane; otherwise one of them."""
    pierces: bool = value(lambda given: bool(given.value))
    """Whether its damage ignores armor."""

    def damage_with(self, health: int, armor: int) -> int:
        """What a card of this kind deals with so much health and armor left."""
        left = {HEALTH: health, ARMOR: armor}
        return sum(term if isinstance(term, int) else left[term] for term in self.damage)


def _kind_words(given: Reader) -> tuple[str, ...]:
    for item in given.items():
        if isinstance(item.value, str) and (" " in item.value or not item.value):
            item.error("a kind is one word: moves and positions are written with it")
    return tuple([item.text() for item in given.items()])


@checked
class RulesConfig:
    """Everything in the rules that is a number or a name."""

    words: tuple[str, ...] = value(_kind_words, "kinds")
    """The kinds in the order in which hands and piles are written."""
    kinds: tuple[TroopKind, ...] = ()
    """The same, with what is printed on their cards."""
    armies: tuple[str, ...] = texts()
    """The army of each seat."""
    # A rout is of all lanes; with a single one it would come before the gap.
    lanes: int = whole(2, MAX_LANES)
    lines: tuple[str, ...] = texts()
    """The colours of the lines, from seat 0's red to seat 1's."""
    start: str = text()
    """The line in the middle, on which all fronts start."""
    # One push at most leads from the start to red, so that a gap is a second one.
    push: int = value(lambda given, lines: given.whole(1, max(1, len(lines.items()) // 2)), "push", "lines")
    """How many lines a front is pushed at once."""
    first_hand: int = whole(1, MAX_COUNT, "hand.first")
    """Cards drawn before setup."""
    full_hand: int = whole(1, MAX_COUNT, "hand.full")
    """What a hand is drawn up to."""
    max_staged: int = whole(1, MAX_COUNT, "staged.max")
    """Cards that a side may stage in one round."""
    armor_takes: int = whole(1, MAX_COUNT, "armor.takes")
    """Points of ordinary damage that one armor stops."""
    max_rounds: int = whole(1, MAX_TURNS, "rulings.max_rounds")
    """After so many rounds the engine stops."""
    farther_wins: bool = flag("rulings.farther_wins", default=False)
    """Whether the side whose fronts are farther forward wins when both lines are broken in one step."""
    prototype: bool = flag("rulings.prototype", default=False)
    """Whether that number was chosen for this edition."""

    @property
    def reach(self) -> int:
        """How many lines a front can be pushed from the start until it stands on red."""
        return len(self.lines) // 2

    @property
    def army_size(self) -> int:
        """The cards of one army."""
        return sum(kind.copies for kind in self.kinds)


def read_config(database: Database, problems: Problems) -> RulesConfig | None:
    """The numbers; None if some are missing or wrong, which ``problems`` lists."""
    rules = read_rules(database, problems)
    config = read_rules_as(RulesConfig, rules)
    if not problems.has_errors:
        _check_numbers(rules, config)
    if not problems.has_errors:
        config = replace(config, kinds=_read_kinds(database, problems, config))
    first = config.first_hand
    if not problems.has_errors and config.army_size < first:
        message = f"an army has {config.army_size} cards, too few to draw {first}"
        rules.at("hand").at("first").error(message)
    return None if problems.has_errors else config


def _check_numbers(rules: Reader, config: RulesConfig) -> None:
    lines, armies, words = config.lines, config.armies, config.words
    if len(lines) < 3 or len(lines) % 2 == 0 or lines[config.reach] != config.start:
        rules.at("lines").error(
            f"expected as many lines on either side of `start`, {config.start}, and at least one"
        )
    if len(armies) != SEATS or len(set(armies)) != SEATS:
        rules.at("armies").error(f"expected {SEATS} armies, one for each player")
    if not 1 <= len(set(words)) == len(words) <= MAX_KINDS:
        rules.at("kinds").error(f"expected 1 to {MAX_KINDS} kinds, each of them once")
    if config.first_hand < config.lanes:
        rules.at("hand").at("first").error(f"setup needs a card for each of the {config.lanes} lanes")


def _read_kinds(database: Database, problems: Problems, config: RulesConfig) -> tuple[TroopKind, ...]:
    """Every kind of troop as the cards of both armies have it."""
    cards = database.cards_in(COMPONENT)
    if not cards:
        message = f"the rules need the component `{COMPONENT}`, with a card for each kind and army"
        problems.error(message, database.place_of("components"))
        return ()
    kinds: list[TroopKind] = []
    for word in config.words:
        before = len(problems.found)
        found = [_card_of(database, cards, word, army, problems) for army in config.armies]
        printed = [
            (card, read_card_as(TroopKind, card, problems, word=word, copies=card.copies))
            for card in found
            if card is not None
        ]
        if len(problems.found) == before:
            (_, first), (card, second) = printed
            _report_differences(first, second, card, config.armies[0], problems)
        kinds += [kind for _, kind in printed[:1]]
    return tuple(kinds)


def _card_of(
    database: Database, cards: Sequence[Card], word: str, army: str, problems: Problems
) -> Card | None:
    """The only card of a kind and army."""
    fitting = [card for card in cards if card.values.get("kind") == word and card.values.get("army") == army]
    if not fitting:
        problems.error(f"no card of the kind {word} in the {army} army", database.place_of("components"))
        return None
    for card in fitting[1:]:
        message = f"a second card of the kind {word} in the {army} army: all of a kind are alike"
        problems.error(message, card.place, card=card.id, hint="use `copies`")
    return fitting[0]


def _report_differences(
    first: TroopKind, second: TroopKind, card: Card, first_army: str, problems: Problems
) -> None:
    """Both armies are equal: the engine has one set of statistics for both."""
    for name, one, other in zip(_PRINTED, _printed(first), _printed(second), strict=True):
        if one != other:
            message = f"not as in the {first_army} army: the {first.word} of both armies are alike"
            problems.error(message, card.place_of(name), card=card.id, field=name)


_PRINTED = ("copies", "health", "armor", "damage", "targets", "pierces")


def _printed(kind: TroopKind) -> tuple[object, ...]:
    damage = sorted(map(str, kind.damage))
    return kind.copies, kind.health, kind.armor, damage, kind.each, kind.pierces
