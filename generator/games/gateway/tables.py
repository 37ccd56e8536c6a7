"""What is the same in every state of a game: moves, lines of effects, and what each kind of card is.

All of it is made once from the configuration, in the form in which the engine looks it up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from generator.games.gateway.config import (
    ASSET,
    ATTACK,
    GRADES,
    GUARD,
    HORDE,
    INSURGENT,
    RUNESTONE,
    Card,
    Effects,
    RulesConfig,
)
from generator.rules.legal_moves import LegalMoves

DONE: Final = 0
ONLY_DONE: Final = (DONE,)
NO_MOVE: Final = -1
"""In place of a move that there is not: no Guard is ever played."""


class Moves:
    """Every move there is, whoever may make it when, in the order of their numbers."""

    def __init__(self, config: RulesConfig) -> None:
        self.verbs: list[str] = []
        """The first word of each move."""
        self.number: list[int] = []
        """The kind, stack, district, seat or other number that a move is about; 0 for ``done``."""
        self.second: list[int] = []
        """How much damage a move assigns; 1 if it chooses a card of the discard pile by name; else 0."""
        self._add("done", 0)
        playable = [card.type in (INSURGENT, ASSET, RUNESTONE) for card in config.cards]
        districts = max([setup.districts for setup in config.setups])
        amounts = range(config.max_damage() + 1)
        self.play: list[int] = self._add_those("play", playable)
        """The move for a kind …"""
        self.ability: list[int] = self._add_all("ability", districts)
        """… a district …"""
        self.attack: list[int] = self._add_all("attack", districts)
        self.draft: list[int] = self._add_those("draft", [stack.for_sale for stack in config.stacks])
        """… a stack …"""
        self.rune: list[int] = self._add_those("rune", [card.type == RUNESTONE for card in config.cards])
        self.assign: list[tuple[int, ...]] = [
            tuple([self._add("assign", at, damage) for damage in amounts]) for at in range(config.max_troop())
        ]
        """… a card of the other side and an amount of damage …"""
        self.horde: list[int] = self._add_all("horde", config.setups[-1].players)
        """… a seat …"""
        self.choose: list[int] = self._add_those("choose", playable)
        """… a kind …"""
        self.choose_discarded: list[int] = self._add_those("choose", playable, second=1)
        """… a kind in the discard pile, where cards of the hand could be meant too …"""
        self.choose_number: tuple[int, ...] = tuple(self._add_all("choose", config.max_number()))
        """… a number: of a card on the table, a district, a line of effects …"""
        self.pick: list[int] = self._add_those("pick", [stack.city for stack in config.stacks])
        """… and a stack of City cards."""
        self.count: int = len(self.verbs)

    def _add_those(self, verb: str, there: list[bool], second: int = 0) -> list[int]:
        """A move for each thing that is marked."""
        return [self._add(verb, at, second) if marked else NO_MOVE for at, marked in enumerate(there)]

    def _add_all(self, verb: str, count: int) -> list[int]:
        return [self._add(verb, at) for at in range(count)]

    def _add(self, verb: str, number: int, second: int = 0) -> int:
        self.verbs.append(verb)
        self.number.append(number)
        self.second.append(second)
        return len(self.verbs) - 1


NO_LINE: Final = -3
"""The line of a card that does nothing at a trigger."""
NO_KIND: Final = -1
"""In place of a kind: the lines of boards and events stand on no card."""


class Lines:
    """The lines of effects on all cards, boards and events, with the numbers by which states know them.

    Each line has a number, and a name to be written down: ``curfew event``, ``saloran-cart played``. What a
    line offers for choice are lines too: ``saloran-cart played 0.1`` is the second choice that the line's
    first effect gives.
    """

    def __init__(self, config: RulesConfig) -> None:
        self.names: list[str] = []
        self.number: dict[str, int] = {}
        """The line of a name."""
        self.effects: list[Effects] = []
        self.choices: list[list[list[int]]] = []
        """For each line and effect the lines that one may choose from."""
        self.of_kind: list[int] = []
        """For each line the kind of card that it stands on, or ``NO_KIND``."""
        self.played: list[int] = self._of_cards(config.cards, "played")
        """For each kind of card its line at a trigger, or ``NO_LINE`` …"""
        self.battle: list[int] = self._of_cards(config.cards, "battle")
        self.conquest: list[int] = self._of_cards(config.cards, "conquest")
        self.killed: list[int] = self._of_cards(config.cards, "killed")
        self.arrives: list[int] = self._of_cards(config.cards, "arrives")
        self.used: list[int] = self._of_cards(config.cards, "used")
        self.ability: list[int] = [
            self._add(f"{board.id} ability", board.ability, NO_KIND) for board in config.districts
        ]
        """… for each district board its line, and for each event."""
        self.event: list[int] = [
            self._add(f"{event.id} event", event.effects, NO_KIND) for event in config.events
        ]

    def _of_cards(self, cards: Sequence[Card], trigger: str) -> list[int]:
        return [
            self._add(f"{card.id} {trigger}", card.under(trigger), kind) if card.under(trigger) else NO_LINE
            for kind, card in enumerate(cards)
        ]

    def _add(self, name: str, effects: Effects, kind: int) -> int:
        known = self.number.get(name)
        if known is not None:  # another copy of the same board or event
            return known
        line = len(self.names)
        self.names.append(name)
        self.number[name] = line
        self.effects.append(effects)
        self.of_kind.append(kind)
        self.choices.append([])
        for at, effect in enumerate(effects):
            self.choices[line].append(
                [
                    self._add(f"{name} {at}.{choice}", chosen, kind)
                    for choice, chosen in enumerate(effect.choices)
                ]
            )
        return line


GUARDS: Final = 0
HORDES: Final = 1
FACTIONS: Final = ("guard", "horde")

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
    """What each kind of card is, by its number, and the legal moves with a set of things."""

    __slots__ = (
        "attack",
        "attack_each",
        "boards",
        "bulwark",
        "charge",
        "choose",
        "choose_discarded",
        "choose_or_stop",
        "city",
        "config",
        "copies",
        "cost",
        "defence",
        "draft",
        "event_copies",
        "events",
        "faction",
        "fighters_up_to",
        "fleeting",
        "fleeting_kinds",
        "foe_cards",
        "grades",
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
        "pick",
        "play",
        "play_up_to",
        "power",
        "returning",
        "rune",
        "sold_up_to",
        "stack",
        "stack_cards",
        "stacks",
        "target",
        "tier",
        "toughness",
        "types",
        "vp",
    )

    def __init__(self, config: RulesConfig) -> None:
        cards = config.cards
        self.config = config
        self.moves = Moves(config)
        self.lines = Lines(config)
        self.kinds: int = len(cards)
        """How many kinds of cards there are."""
        self.names: list[str] = [card.id for card in cards]
        """In notation: their ids."""
        self.number: dict[str, int] = {card.id: kind for kind, card in enumerate(cards)}
        """The kind of a name."""
        self.boards: list[str] = [board.id for board in config.districts]
        """The ids of the district boards."""
        self.events: list[str] = [event.id for event in config.events]
        """The ids of the events, one for each copy."""
        self.event_copies: dict[str, list[int]] = {}
        """The numbers of all copies of an event."""
        for at, event in enumerate(self.events):
            self.event_copies.setdefault(event, []).append(at)
        self.types: list[int] = [card.type for card in cards]
        """For each kind its type, and so on."""
        self.copies: list[int] = [card.copies for card in cards]
        self.power: list[int] = [card.power for card in cards]
        self.cost: list[int] = [card.cost for card in cards]
        self.attack: list[int] = [card.attack for card in cards]
        self.defence: list[int] = [card.defence for card in cards]
        self.vp: list[int] = [card.vp for card in cards]
        self.stack: list[int] = [card.stack for card in cards]
        self.is_insurgent: list[bool] = [card.type == INSURGENT for card in cards]
        self.is_rune: list[bool] = [card.type == RUNESTONE for card in cards]
        self.faction: list[int] = [GUARDS if card.type == GUARD else HORDES for card in cards]
        """``GUARDS`` or ``HORDES``; of no account for other kinds."""
        self.mixed: list[bool] = [stack.mixed for stack in config.stacks]
        """For each stack whether its order is hidden."""
        self.stacks: list[str] = [stack.id for stack in config.stacks]
        """The id of each stack."""
        self.grades: list[int] = [self.stacks.index(grade) for grade in GRADES]
        """The stack of each grade of Runestones."""
        self.stack_cards: list[list[int]] = [self._all_copies(stack.kinds) for stack in config.stacks]
        """For each stack the kinds of all its cards."""
        self.foe_cards: list[list[int]] = [
            self._all_copies(config.cards_of(faction)) for faction in (GUARD, HORDE)
        ]
        """The kinds of all Guards, and of all Horde."""
        self.city: tuple[int, ...] = config.city_stacks()
        """The stacks of City cards."""
        self.insurgents: int = _set_of(self.is_insurgent)
        """The set of kinds that are Insurgents."""
        self._read_keywords(cards)
        self._read_prices(config)
        self._make_moves(self.moves)

    def pile_of(self, event: int) -> int:
        """The pile that an event, by its number, belongs to: 1 is the one on top."""
        return self.config.events[event].pile

    def _all_copies(self, kinds: Sequence[int]) -> list[int]:
        return [kind for kind in kinds for _ in range(self.copies[kind])]

    def _read_keywords(self, cards: Sequence[Card]) -> None:
        """Keywords, and the one effect that is as lasting as they are."""
        self.tier: list[int] = [_tier(card) for card in cards]
        self.charge: list[int] = [card.keywords.get("charge", 0) for card in cards]
        self.bulwark: list[int] = [card.keywords.get("bulwark", 0) for card in cards]
        self.hordebane: list[int] = [card.keywords.get("hordebane", 0) for card in cards]
        self.guardbane: list[int] = [card.keywords.get("guardbane", 0) for card in cards]
        self.returning: list[bool] = ["returning" in card.keywords for card in cards]
        self.fleeting: list[bool] = ["fleeting" in card.keywords for card in cards]
        self.fleeting_kinds: int = _set_of(self.fleeting)
        """The set of kinds that are Fleeting."""
        self.toughness: list[list[int]] = [
            self.defence,
            [defence + more for defence, more in zip(self.defence, self.bulwark, strict=True)],
        ]
        """The defence of each kind, on the attacking side, and with Bulwark on the defending side."""
        self.attack_each: list[list[tuple[int, int]]] = [self._attack_each(card) for card in cards]
        """For each kind how much attack it has more, and for each of what: a key of ``COUNTS``, or a kind."""
        self.grows: list[bool] = [
            bool(self.attack_each[kind] or self.charge[kind] or self.hordebane[kind] or self.guardbane[kind])
            for kind in range(self.kinds)
        ]
        """Whether anything but the number on the card can change its attack."""

    def _attack_each(self, card: Card) -> list[tuple[int, int]]:
        return [
            (effect.number, self.counted(effect.of))
            for effect in card.under("always")
            if effect.word.raises == ATTACK
        ]

    def _read_prices(self, config: RulesConfig) -> None:
        cards = config.cards
        self.play_up_to: list[int] = [
            _set_of([card.power <= points for card in cards])
            for points in range(max([card.power for card in cards]) + 1)
        ]
        """For each number of Power Points the set of kinds that cost no more."""
        prices = [cards[stack.kinds[0]].cost for stack in config.stacks]
        self.sold_up_to: list[int] = [
            _set_of(
                [stack.for_sale and price <= gold for stack, price in zip(config.stacks, prices, strict=True)]
            )
            for gold in range(max(prices) + 1)
        ]
        """For each amount of Gold the set of stacks that sell their top card for no more."""
        self.fighters_up_to: list[int] = [
            _set_of([card.type == INSURGENT and card.cost <= gold for card in cards])
            for gold in range(max(self.cost) + 1)
        ]
        """For each amount of Gold the set of Insurgents that cost no more."""

    def _make_moves(self, moves: Moves) -> None:
        self.play = _legal(moves.play, ONLY_DONE)
        self.rune = _legal(moves.rune)
        self.held = _legal(moves.ability)
        self.target = _legal(moves.attack, ONLY_DONE)
        self.draft = _legal(moves.draft, ONLY_DONE)
        self.choose = _legal(moves.choose)
        self.choose_or_stop = _legal(moves.choose, ONLY_DONE)
        self.choose_discarded = _legal(moves.choose_discarded)
        self.pick = _legal(moves.pick)

    def counted(self, of: str) -> int:
        """What an effect counts, as a number: one of ``COUNTS``, or the kind of a card in the Army."""
        return COUNTS[of] if of in COUNTS else self.number[of]

    def rooms(self, side: int, cards: list[int], damage: list[int], bonus: int) -> list[int]:
        """How much damage each card of a side of a battle can still take: as much as kills it.

        ``cards`` and the ``damage`` on them go together; ``bonus``: more defence that all of them have.
        """
        toughness = self.toughness[side]
        rooms: list[int] = []
        for at, kind in enumerate(cards):
            room = toughness[kind] + bonus - damage[at]
            rooms.append(room if room > 0 else 0)
        return rooms

    def playable(self, points: int) -> int:
        """The set of kinds that cost no more Power Points."""
        return self.play_up_to[min(points, len(self.play_up_to) - 1)]

    def affordable(self, gold: int) -> int:
        """The set of stacks that sell for no more Gold."""
        return self.sold_up_to[min(gold, len(self.sold_up_to) - 1)]

    def insurgents_up_to(self, gold: int) -> int:
        """The set of Insurgents that cost no more Gold."""
        return self.fighters_up_to[min(gold, len(self.fighters_up_to) - 1)]


def _legal(moves: list[int], closing: tuple[int, ...] = ()) -> LegalMoves:
    return LegalMoves([() if move == NO_MOVE else (move,) for move in moves], closing)


def _tier(card: Card) -> int:
    if "vanguard" in card.keywords:
        return FIRST_KILLED
    return LAST_KILLED if "veiled" in card.keywords else NEXT_KILLED


def _set_of(marked: list[bool]) -> int:
    """The set of those that are marked."""
    return sum([1 << at for at, there in enumerate(marked) if there])
