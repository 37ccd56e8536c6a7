"""The numbers of Hold the Line: read from its card database, and checked with their places."""

from __future__ import annotations

from dataclasses import dataclass

from generator.catalog.models import Card
from generator.catalog.models import Game as Database
from generator.catalog.problems import Problems
from generator.catalog.reader import Reader, read_field, read_rules
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


@dataclass(frozen=True, slots=True)
class TroopKind:
    """What is printed on the cards of one kind of troop."""

    word: str
    """The kind in the notation of the game, for example ``anti-armor``."""
    copies: int
    """How many cards of the kind an army has."""
    health: int
    armor: int
    damage: tuple[str | int, ...]
    """Added up: numbers, and what the card has left of its health and armor."""
    each: bool
    """Whether it strikes every opposing card of its lane; otherwise one of them."""
    pierces: bool
    """Whether its damage ignores armor."""

    def damage_with(self, health: int, armor: int) -> int:
        """What a card of this kind deals with so much health and armor left."""
        left = {HEALTH: health, ARMOR: armor}
        return sum(term if isinstance(term, int) else left[term] for term in self.damage)


@dataclass(frozen=True, slots=True)
class RulesConfig:
    """Everything in the rules that is a number or a name."""

    kinds: tuple[TroopKind, ...]
    """In the order in which hands and piles are written."""
    armies: tuple[str, ...]
    """The army of each seat."""
    lanes: int
    lines: tuple[str, ...]
    """The colours of the lines, from seat 0's red to seat 1's; all fronts start on the one in the middle."""
    push: int
    """How many lines a front is pushed at once."""
    first_hand: int
    """Cards drawn before setup."""
    full_hand: int
    """What a hand is drawn up to."""
    max_staged: int
    """Cards that a side may stage in one round."""
    armor_takes: int
    """Points of ordinary damage that one armor stops."""
    max_rounds: int
    """After so many rounds the engine stops."""

    @property
    def reach(self) -> int:
        """How many lines a front can be pushed from the start until it stands on red."""
        return len(self.lines) // 2

    def line_number(self, front: int) -> int:
        """On which of ``lines``, from 0, a front stands; there is no such line where it is past red."""
        return self.reach + front

    @property
    def army_size(self) -> int:
        """The cards of one army."""
        return sum(kind.copies for kind in self.kinds)


def read_config(database: Database, problems: Problems) -> RulesConfig | None:
    """The numbers; None if some are missing or wrong, which ``problems`` tells."""
    before = len(problems.found)
    rules = read_rules(database, problems)
    words = [_kind_word(item) for item in rules.key("kinds").items()]
    armies = [item.text() for item in rules.key("armies").items()]
    lines = [item.text() for item in rules.key("lines").items()]
    # A rout is of all lanes; with a single one it would come before the gap.
    lanes = rules.key("lanes").whole(2, MAX_LANES)
    # One push at most leads from the start to red, so that a gap is a second one.
    push = rules.key("push").whole(1, max(1, len(lines) // 2))
    hand = rules.key("hand")
    first_hand = hand.key("first").whole(1, MAX_COUNT)
    full_hand = hand.key("full").whole(1, MAX_COUNT)
    max_staged = rules.key("staged").key("max").whole(1, MAX_COUNT)
    armor_takes = rules.key("armor").key("takes").whole(1, MAX_COUNT)
    max_rounds = rules.key("rulings").key("max_rounds").whole(1, MAX_TURNS)
    if len(problems.found) == before:
        _check_names(rules, words, armies, lines)
        if first_hand < lanes:
            hand.at("first").error(f"setup needs a card for each of the {lanes} lanes")
    if len(problems.found) > before:
        return None
    kinds = _read_kinds(database, problems, words, armies)
    if len(problems.found) > before:
        return None
    config = RulesConfig(
        tuple(kinds),
        tuple(armies),
        lanes,
        tuple(lines),
        push,
        first_hand,
        full_hand,
        max_staged,
        armor_takes,
        max_rounds,
    )
    if config.army_size < first_hand:
        hand.at("first").error(f"an army has {config.army_size} cards, too few to draw {first_hand}")
        return None
    return config


def _kind_word(item: Reader) -> str:
    word = item.text()
    if isinstance(item.value, str) and (" " in word or not word):
        item.error("a kind is one word: moves and positions are written with it")
    return word


def _check_names(rules: Reader, words: list[str], armies: list[str], lines: list[str]) -> None:
    """What contradicts itself in the names that the rules give."""
    start = rules.key("start").text()
    middle, is_odd = divmod(len(lines), 2)
    if not is_odd or middle == 0 or lines[middle] != start:
        rules.at("lines").error(
            f"expected as many lines on either side of `start`, {start}, and at least one"
        )
    if len(armies) != SEATS or len(set(armies)) != SEATS:
        rules.at("armies").error(f"expected {SEATS} armies, one for each player")
    if not 1 <= len(set(words)) == len(words) <= MAX_KINDS:
        rules.at("kinds").error(f"expected 1 to {MAX_KINDS} kinds, each of them once")


def _read_kinds(
    database: Database, problems: Problems, words: list[str], armies: list[str]
) -> list[TroopKind]:
    """Every kind of troop as the cards of both armies have it; what is wrong is told."""
    cards = database.cards_in(COMPONENT)
    if not cards:
        message = f"the rules need the component `{COMPONENT}`, with a card for each kind and army"
        problems.error(message, database.place_of("components"))
        return []
    kinds: list[TroopKind] = []
    for word in words:
        found = [_card_of(database, cards, word, army, problems) for army in armies]
        first, second = (None if card is None else _read_kind(card, word, problems) for card in found)
        if first is not None and second is not None and found[1] is not None:
            _tell_difference(first, second, found[1], armies[0], problems)
        if first is not None:
            kinds.append(first)
    return kinds


def _card_of(database: Database, cards: list[Card], word: str, army: str, problems: Problems) -> Card | None:
    """The only card of a kind and army."""
    fitting = [card for card in cards if card.values.get("kind") == word and card.values.get("army") == army]
    if not fitting:
        problems.error(f"no card of the kind {word} in the {army} army", database.place_of("components"))
        return None
    for card in fitting[1:]:
        message = f"a second card of the kind {word} in the {army} army: all of a kind are alike"
        problems.error(message, card.place, card=card.id, hint="use `copies`")
    return fitting[0]


def _read_kind(card: Card, word: str, problems: Problems) -> TroopKind | None:
    """What is printed on a card, as the engine counts with it."""
    before = len(problems.found)
    health = read_field(card, "health", problems).whole(1, MAX_POINTS)
    armor = read_field(card, "armor", problems).whole(0, MAX_POINTS)
    whom = read_field(card, "targets", problems).word((ONE, EACH), "number of opposing cards")
    damage = _read_damage(read_field(card, "damage", problems))
    if len(problems.found) > before:
        return None
    pierces = bool(card.values.get("pierces"))
    return TroopKind(word, card.copies, health, armor, damage, whom == EACH, pierces)


def _read_damage(given: Reader) -> tuple[str | int, ...]:
    """The terms of a card's damage."""
    terms = given.value if isinstance(given.value, list | tuple) else ()
    if not terms or not all(_is_term(term) for term in terms):
        given.error(f"expected a list of `{HEALTH}`, `{ARMOR}` and whole numbers, to be added up")
    return tuple(terms)


def _is_term(term: object) -> bool:
    """Whether damage can be added up from it."""
    if isinstance(term, int) and not isinstance(term, bool):
        return 0 <= term <= MAX_POINTS
    return term in (HEALTH, ARMOR)


def _tell_difference(
    first: TroopKind, second: TroopKind, card: Card, first_army: str, problems: Problems
) -> None:
    """Both armies are equal: the engine has one set of statistics for both."""
    fields = {
        "copies": first.copies != second.copies,
        "health": first.health != second.health,
        "armor": first.armor != second.armor,
        "damage": sorted(map(str, first.damage)) != sorted(map(str, second.damage)),
        "targets": first.each != second.each,
        "pierces": first.pierces != second.pierces,
    }
    for name, differs in fields.items():
        if differs:
            message = f"not as in the {first_army} army: the {first.word} of both armies are alike"
            problems.error(message, card.place_of(name), card=card.id, field=name)
