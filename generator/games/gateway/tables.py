"""What is the same in every state of a game: moves, lines of effects, and what each kind of card is.

All of it is made once from the configuration, in the form in which the engine looks it up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from generator.games.gateway.config import (
    ATTACK,
    FOES,
    GRADES,
    GUARD,
    INSURGENT,
    PLAYERS_CARDS,
    RUNESTONE,
    Card,
    Effects,
    RulesConfig,
)
from generator.rules.legal_moves import LegalMoves
from generator.rules.notation import NO_MOVE, Moves

DONE: Final = 0
ONLY_DONE: Final = (DONE,)


class GatewayMoves(Moves):
    """Every move there is, whoever may make it when."""

    def __init__(self, config: RulesConfig) -> None:
        super().__init__()
        cards = [card.id for card in config.cards]
        stacks = [stack.id for stack in config.stacks]
        is_rune = [card.type == RUNESTONE for card in config.cards].__getitem__
        is_played = [card.type in PLAYERS_CARDS for card in config.cards].__getitem__
        is_sold = [stack.for_sale for stack in config.stacks].__getitem__
        is_city = [stack.city for stack in config.stacks].__getitem__
        districts = range(max([setup.districts for setup in config.setups]))
        enemies, damage = range(config.max_troop()), range(config.max_damage() + 1)
        seats = range(config.setups[-1].players)
        self.add("done")
        self.play = self.add("play {card}", card=cards, where=is_played, example="play merchant").row()
        """The moves with each kind of card, with each district, and so on."""
        self.ability = self.add("ability {district}", district=districts, example="ability 0").row()
        self.attack = self.add("attack {district}", district=districts, example="attack 2").row()
        self.draft = self.add("draft {stack}", stack=stacks, where=is_sold, example="draft rebel").row()
        self.rune = self.add("rune {card}", card=cards, where=is_rune, example="rune lesser-flame").row()
        assign = self.add(
            "assign {card} {amount_of_damage}", card=enemies, amount_of_damage=damage, example="assign 0 3"
        )
        self.assign = [tuple(row) for row in assign.grid()]
        self.horde = self.add("horde {seat}", seat=seats, example="horde 2").row()
        self.choose = self.add("choose {card}", card=cards, where=is_played, example="choose rebel").row()
        self.choose_discarded = self.add("choose discarded {card}", card=cards, where=is_played).row()
        """A card of the discard pile, where one of the hand could be meant too."""
        self.choose_number = tuple(self.add("choose {number}", number=range(config.max_number())).row())
        """A card on the table, a district, a line of effects."""
        self.pick = self.add("pick {stack}", stack=stacks, where=is_city, example="pick red-templar").row()
        forms = [family.form.partition(" {")[0] for family in self.families]
        self.verbs = [forms[family] for family in self.family]
        """The words of each move before what it is about …"""
        self.number = self.column("card", "stack", "district", "seat", "number")
        """… the number of that …"""
        self.damage = self.column("amount_of_damage")
        """… and the damage that it assigns."""


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
        self.played = self._of_cards(config.cards, "played")
        """For each kind of card its line at a trigger, or ``NO_LINE`` …"""
        self.battle = self._of_cards(config.cards, "battle")
        self.conquest = self._of_cards(config.cards, "conquest")
        self.killed = self._of_cards(config.cards, "killed")
        self.arrives = self._of_cards(config.cards, "arrives")
        self.used = self._of_cards(config.cards, "used")
        self.ability = [self._add(f"{one.id} ability", one.ability, NO_KIND) for one in config.districts]
        """… for each district board its line, and for each event."""
        self.event = [self._add(f"{one.id} event", one.effects, NO_KIND) for one in config.events]

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
            choices = enumerate(effect.choices)
            self.choices[line].append([self._add(f"{name} {at}.{one}", each, kind) for one, each in choices])
        return line


GUARDS: Final = 0
HORDES: Final = 1

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

    def __init__(self, config: RulesConfig) -> None:
        cards = config.cards
        self.config = config
        self.moves = GatewayMoves(config)
        self.lines = Lines(config)
        self.kinds = len(cards)
        """How many kinds of cards there are."""
        self.names = [card.id for card in cards]
        """In notation: their ids."""
        self.number = {card.id: kind for kind, card in enumerate(cards)}
        """The kind of a name."""
        self.boards = [board.id for board in config.districts]
        """The ids of the district boards."""
        self.events = [event.id for event in config.events]
        """The ids of the events, one for each copy."""
        self.event_copies: dict[str, list[int]] = {}
        """The numbers of all copies of an event."""
        for at, event in enumerate(self.events):
            self.event_copies.setdefault(event, []).append(at)
        self.piles = [event.pile for event in config.events]
        """The pile of each event: 0 is the one on top."""
        self.types = [card.type for card in cards]
        """For each kind its type, and so on."""
        self.copies = [card.copies for card in cards]
        self.power = [card.power for card in cards]
        self.cost = [card.cost for card in cards]
        self.attack = [card.attack for card in cards]
        self.defence = [card.defence for card in cards]
        self.vp = [card.vp for card in cards]
        self.stack = [card.stack for card in cards]
        self.is_insurgent = [card.type == INSURGENT for card in cards]
        self.is_rune = [card.type == RUNESTONE for card in cards]
        self.faction = [GUARDS if card.type == GUARD else HORDES for card in cards]
        """``GUARDS`` or ``HORDES``; of no account for other kinds."""
        self.tier = [_tier(card) for card in cards]
        self.charge = _keyword(cards, "charge")
        self.hordebane = _keyword(cards, "hordebane")
        self.guardbane = _keyword(cards, "guardbane")
        self.returning = ["returning" in card.keywords for card in cards]
        self.fleeting = ["fleeting" in card.keywords for card in cards]
        self.fleeting_kinds = _set_of(self.fleeting)
        """The set of kinds that are Fleeting."""
        self.insurgents = _set_of(self.is_insurgent)
        """The set of kinds that are Insurgents."""
        bulwarks = zip(self.defence, _keyword(cards, "bulwark"), strict=True)
        self.toughness = [self.defence, [defence + more for defence, more in bulwarks]]
        """The defence of each kind, on the attacking side, and with Bulwark on the defending side."""
        self.attack_each = [
            [
                (each.number, self.counted(each.of))
                for each in card.under("always")
                if each.word.raises == ATTACK
            ]
            for card in cards
        ]
        """For each kind how much attack it has more, and for each of what: a key of ``COUNTS``, or a kind."""
        self.grows = [
            bool(self.attack_each[kind] or self.charge[kind] or self.hordebane[kind] or self.guardbane[kind])
            for kind in range(self.kinds)
        ]
        """Whether anything but the number on the card can change its attack."""
        self.mixed = [stack.mixed for stack in config.stacks]
        """For each stack whether its order is hidden."""
        self.stacks = [stack.id for stack in config.stacks]
        """The id of each stack."""
        self.grades = [self.stacks.index(grade) for grade in GRADES]
        """The stack of each grade of Runestones."""
        self.stack_cards = [self._all_copies(stack.kinds) for stack in config.stacks]
        """For each stack the kinds of all its cards."""
        self.foe_cards = [
            self._all_copies([kind for kind, card in enumerate(cards) if card.type == faction])
            for faction in FOES
        ]
        """The kinds of all Guards, and of all Horde."""
        self.city = [number for number, stack in enumerate(config.stacks) if stack.city]
        """The stacks of City cards."""
        prices = [cards[stack.kinds[0]].cost for stack in config.stacks]
        self.playable = _sets(self.power, [True] * self.kinds)
        """For each number of Power Points the set of kinds that cost no more …"""
        self.affordable = _sets(prices, [stack.for_sale for stack in config.stacks])
        """… for each amount of Gold the set of stacks that sell their top card for no more …"""
        self.revivable = _sets(self.cost, self.is_insurgent)
        """… and the set of Insurgents that cost no more."""
        moves = self.moves
        self.play = _legal(moves.play, ONLY_DONE)
        self.rune = _legal(moves.rune)
        self.held = _legal(moves.ability)
        self.target = _legal(moves.attack, ONLY_DONE)
        self.draft = _legal(moves.draft, ONLY_DONE)
        self.choose = _legal(moves.choose)
        self.choose_or_stop = _legal(moves.choose, ONLY_DONE)
        self.choose_discarded = _legal(moves.choose_discarded)
        self.pick = _legal(moves.pick)

    def _all_copies(self, kinds: Sequence[int]) -> list[int]:
        return [kind for kind in kinds for _ in range(self.copies[kind])]

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


def up_to(amount: int, sets: list[int]) -> int:
    """The set of what costs no more than an amount, from those that there are up to the highest price."""
    return sets[min(amount, len(sets) - 1)]


def _sets(prices: list[int], there: list[bool]) -> list[int]:
    """For each amount, up to the highest price, the set of things that are there and cost no more."""
    return [
        _set_of([is_there and price <= amount for price, is_there in zip(prices, there, strict=True)])
        for amount in range(max(prices) + 1)
    ]


def _legal(moves: list[int], closing: tuple[int, ...] = ()) -> LegalMoves:
    return LegalMoves([() if move == NO_MOVE else (move,) for move in moves], closing)


def _keyword(cards: Sequence[Card], word: str) -> list[int]:
    """The number of a keyword on each card, 0 where it does not stand."""
    return [card.keywords.get(word, 0) for card in cards]


def _tier(card: Card) -> int:
    if "vanguard" in card.keywords:
        return FIRST_KILLED
    return LAST_KILLED if "veiled" in card.keywords else NEXT_KILLED


def _set_of(marked: list[bool]) -> int:
    """The set of those that are marked."""
    return sum([1 << at for at, there in enumerate(marked) if there])
