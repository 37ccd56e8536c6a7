"""Everything that is the same in every state of a game: what each kind of card is, moves, menus, lines."""

from __future__ import annotations

from typing import Final

from generator.games.gateway.lines import Lines
from generator.games.gateway.menus import Menu
from generator.games.gateway.moves import ONLY_DONE, Moves, Words
from generator.games.gateway.numbers import GUARD, INSURGENT, RUNESTONE, Card, Numbers

COUNT_DISTRICTS: Final = -1
COUNT_RUNESTONES: Final = -2
COUNT_KIN: Final = -3
COUNTS: Final = {"districts": COUNT_DISTRICTS, "runestones": COUNT_RUNESTONES, "kin": COUNT_KIN}
"""What effects count; any other word is the id of a card in the Army, and stands for its kind."""

FIRST_KILLED: Final = 0
NEXT_KILLED: Final = 1
LAST_KILLED: Final = 2
"""The tiers in which a side's cards take damage: Vanguard, those without a word, Veiled."""


class Tables:
    """Made once for a game from its numbers, and shared by all of its states."""

    __slots__ = (
        "attack",
        "attack_each",
        "bulwark",
        "charge",
        "choose",
        "choose_discarded",
        "choose_or_stop",
        "city",
        "cost",
        "defence",
        "draft",
        "faction",
        "fleeting",
        "fleeting_kinds",
        "grows",
        "guardbane",
        "held",
        "hordebane",
        "insurgents",
        "is_insurgent",
        "is_rune",
        "kinds",
        "lines",
        "mixed",
        "moves",
        "names",
        "number",
        "numbers",
        "pick",
        "play",
        "play_up_to",
        "power",
        "returning",
        "rune",
        "runes",
        "sold_up_to",
        "stack",
        "target",
        "tier",
        "toughness",
        "vp",
        "words",
    )

    kinds: int
    """How many kinds of cards there are."""
    names: list[str]
    """In notation: their ids."""
    number: dict[str, int]
    """The kind of a name."""
    power: list[int]
    """For each kind its Power Points, and so on …"""
    cost: list[int]
    attack: list[int]
    defence: list[int]
    vp: list[int]
    stack: list[int]
    is_insurgent: list[bool]
    is_rune: list[bool]
    faction: list[int]
    """``board.GUARDS`` or ``board.HORDES``; of no account for other kinds."""
    tier: list[int]
    charge: list[int]
    bulwark: list[int]
    hordebane: list[int]
    guardbane: list[int]
    returning: list[bool]
    fleeting: list[bool]
    grows: list[bool]
    """… whether anything but the number on the card can change its attack."""
    attack_each: list[list[tuple[int, int]]]
    """For each kind how much attack it has more, and for each of what: a key of ``COUNTS``, or a kind."""
    mixed: list[bool]
    """For each stack whether its order is hidden."""
    city: tuple[int, ...]
    """The stacks of City cards."""
    toughness: list[list[int]]
    """The defence of each kind, on the attacking side, and with Bulwark on the defending side."""
    fleeting_kinds: int
    """The set of kinds that are Fleeting."""
    insurgents: int
    """The set of kinds that are Insurgents."""
    runes: int
    play_up_to: list[int]
    """For each number of Power Points the set of kinds that cost no more."""
    sold_up_to: list[int]
    """For each amount of Gold the set of stacks that sell their top card for no more."""

    def __init__(self, numbers: Numbers) -> None:
        cards = numbers.cards
        self.numbers = numbers
        self.lines = Lines(numbers)
        self.kinds = len(cards)
        self.names = [card.id for card in cards]
        self.number = {card.id: kind for kind, card in enumerate(cards)}
        self.power = [card.power for card in cards]
        self.cost = [card.cost for card in cards]
        self.attack = [card.attack for card in cards]
        self.defence = [card.defence for card in cards]
        self.vp = [card.vp for card in cards]
        self.stack = [card.stack for card in cards]
        self.is_insurgent = [card.type == INSURGENT for card in cards]
        self.is_rune = [card.type == RUNESTONE for card in cards]
        self.faction = [0 if card.type == GUARD else 1 for card in cards]
        self.tier = [_tier(card) for card in cards]
        self.charge = [card.keywords.charge for card in cards]
        self.bulwark = [card.keywords.bulwark for card in cards]
        self.hordebane = [card.keywords.hordebane for card in cards]
        self.guardbane = [card.keywords.guardbane for card in cards]
        self.returning = [card.keywords.returning for card in cards]
        self.fleeting = [card.keywords.fleeting for card in cards]
        self.attack_each = [self._attack_each(card) for card in cards]
        self.grows = [
            bool(self.attack_each[kind] or self.charge[kind] or self.hordebane[kind] or self.guardbane[kind])
            for kind in range(self.kinds)
        ]
        self.mixed = [stack.mixed for stack in numbers.stacks]
        self.city = numbers.city_stacks()
        self.toughness = [self.defence, [card.defence + card.keywords.bulwark for card in cards]]
        self.fleeting_kinds = _those(self.fleeting)
        self.insurgents = _those(self.is_insurgent)
        self.runes = _those(self.is_rune)
        self.play_up_to = [
            _those([card.power <= points for card in cards])
            for points in range(max(card.power for card in cards) + 1)
        ]
        prices = [cards[stack.kinds[0]].cost for stack in numbers.stacks]
        self.sold_up_to = [
            _those(
                [
                    stack.for_sale and price <= gold
                    for stack, price in zip(numbers.stacks, prices, strict=True)
                ]
            )
            for gold in range(max(prices) + 1)
        ]
        self._make_moves(numbers)

    def _make_moves(self, numbers: Numbers) -> None:
        moves = Moves(numbers)
        self.moves = moves
        self.words = Words(moves)
        self.play = Menu(moves.play, ONLY_DONE)
        self.rune = Menu(moves.rune, ())
        self.held = Menu(moves.ability, ())
        self.target = Menu(moves.attack, ONLY_DONE)
        self.draft = Menu(moves.draft, ONLY_DONE)
        self.choose = Menu(moves.choose, ())
        self.choose_or_stop = Menu(moves.choose, ONLY_DONE)
        self.choose_discarded = Menu(moves.choose_discarded, ())
        self.pick = Menu(moves.pick, ())

    def _attack_each(self, card: Card) -> list[tuple[int, int]]:
        return [
            (effect.number, self.counted(effect.of))
            for effect in card.triggers.always
            if effect.word == "attack-for-each"
        ]

    def counted(self, of: str) -> int:
        """What an effect counts, as a number: one of ``COUNTS``, or the kind of a card in the Army."""
        return COUNTS[of] if of in COUNTS else self.number[of]

    def playable(self, points: int) -> int:
        """The set of kinds that cost no more Power Points."""
        return self.play_up_to[min(points, len(self.play_up_to) - 1)]

    def affordable(self, gold: int) -> int:
        """The set of stacks that sell for no more Gold."""
        return self.sold_up_to[min(gold, len(self.sold_up_to) - 1)]

    def insurgents_up_to(self, gold: int) -> int:
        """The set of Insurgents that cost no more Gold."""
        return _those([self.is_insurgent[kind] and self.cost[kind] <= gold for kind in range(self.kinds)])


def _tier(card: Card) -> int:
    if card.keywords.vanguard:
        return FIRST_KILLED
    return LAST_KILLED if card.keywords.veiled else NEXT_KILLED


def _those(marked: list[bool]) -> int:
    """The set of those that are marked."""
    return sum(1 << at for at, there in enumerate(marked) if there)
