"""What lies on the table: cards by their kind, the players with their piles, the attacks of a combat."""

from __future__ import annotations

from typing import Annotated, Final

from generator.games.battle_gate.config import ASSASSIN, MINION, SOLDIER, RulesConfig
from generator.rules.elements import NOBODY, OWNER, Flag, OneCard, Seat, Terms, Zone
from generator.rules.fields import SHARED, declared
from generator.rules.pile import Pile

PHASES: Final = ("draw", "field", "attack", "defend", "boost", "damage", "recover", "over")
"""The words for the phases, by their numbers."""
DRAW: Final = 0
FIELD: Final = 1
ATTACK: Final = 2
DEFEND: Final = 3
BOOST: Final = 4
DAMAGE: Final = 5
RECOVER: Final = 6
OVER: Final = 7


class Kinds:
    """Class and power are all that the rules see of a card: its kind, a number from 0.

    A set of kinds is a whole number too, with one binary digit for each; the sets that the rules speak of are
    here, and ``Pile.kinds`` is the set of kinds in a pile.
    """

    __slots__ = (
        "assassins",
        "assassins_up_to",
        "attackers",
        "blockers",
        "class_of",
        "classes",
        "minions",
        "names",
        "power",
        "terms",
        "up_to",
    )

    def __init__(self, config: RulesConfig) -> None:
        powers = range(config.min_power, config.max_power + 1)
        self.names: list[str] = [f"{name[0].upper()}{power}" for name in config.classes for power in powers]
        """In notation: ``S4``."""
        self.terms = Terms(config, self.names)
        self.power: list[int] = [power for _ in config.classes for power in powers]
        self.classes: dict[str, int] = {name: number for number, name in enumerate(config.classes)}
        """The number of each class."""
        self.class_of: list[int] = [self.classes[name] for name in config.classes for _ in powers]
        soldiers = self._of_class(SOLDIER)
        self.assassins: int = self._of_class(ASSASSIN)
        """They may boost."""
        self.minions: int = self._of_class(MINION)
        self.attackers: int = soldiers | self.assassins
        self.blockers: int = soldiers | self.minions
        most = config.max_power
        up_to = [self._up_to(power) for power in range(most + 1)]
        # Nobody has more cards in hand than a deck has.
        allowed = range(config.power_to_play(config.max_cards) + 1)
        self.up_to: list[int] = [up_to[min(power, most)] for power in allowed]
        """For each total power that may be played the kinds that have no more."""
        self.assassins_up_to: list[int] = [kinds & self.assassins for kinds in self.up_to]

    def is_in(self, kind: int, kinds: int) -> bool:
        """Whether a set has this kind."""
        return bool(kinds >> kind & 1)

    def words(self, cards: list[int]) -> list[str]:
        """Cards in notation, in the order given."""
        return [self.names[kind] for kind in cards]

    def _of_class(self, name: str) -> int:
        return sum(1 << kind for kind, number in enumerate(self.class_of) if number == self.classes[name])

    def _up_to(self, most: int) -> int:
        return sum(1 << kind for kind, power in enumerate(self.power) if power <= most)


@declared
class Player:
    """One seat's cards, and what it may still play in this turn."""

    deck: Annotated[list[int], SHARED, Zone(seen=NOBODY, from_top=True, otherwise=())]
    hand: Annotated[Pile, Zone(seen=OWNER, otherwise=())]
    field: Annotated[Pile, Zone(otherwise=())]
    discard: Annotated[Pile, Zone(otherwise=())]
    in_play: list[int]
    """How many cards of each class are on the field."""
    started: Annotated[bool, Flag(otherwise=True)]
    """Whether it has drawn in a turn of its own."""
    out: Annotated[bool, Flag(otherwise=False)]
    cards: int
    """The allowance: how many cards it may still play in this turn …"""
    power: int
    """… and how much power these may have together."""

    def lift(self, count: int) -> list[int]:
        """Takes cards from the top of the deck, which must have them."""
        deck = self.deck
        left = len(deck) - count
        self.deck = deck[:left]
        return deck[left:]

    def enter(self, kind: int, of_class: int) -> None:
        """Lays a card on the field."""
        self.field.add(kind)
        self.in_play[of_class] += 1

    def defeat(self, kind: int, of_class: int) -> None:
        """Discards a card from the field."""
        self.field.take(kind)
        self.in_play[of_class] -= 1
        self.discard.add(kind)

    def leave(self) -> None:
        """Is out of the game, with everything that it owned."""
        self.out = True
        self.deck = []
        self.hand.clear()
        self.field.clear()
        self.discard.clear()
        self.in_play = [0] * len(self.in_play)


@declared
class Ready:
    """Cards in play that may take part in a combat and were not yet sent or laid."""

    counts: list[int]
    """How many of each kind are in play unused; only kinds that may take part matter."""
    kinds: int
    """The set of kinds of which there are any."""

    def __init__(self, counts: list[int], kinds: int) -> None:
        self.counts = counts
        self.kinds = kinds

    def use(self, kind: int) -> None:
        """Sends or lays a card; there must be one."""
        left = self.counts[kind] - 1
        self.counts[kind] = left
        if left == 0:
            self.kinds ^= 1 << kind


def ready_cards(field: Pile, kinds: int) -> Ready:
    """All cards of these kinds that are in play."""
    return Ready(field.counts.copy(), field.kinds & kinds)


@declared
class Attack:
    """A card sent at a player, and what was laid against it and onto it."""

    card: Annotated[int, OneCard()]
    target: Annotated[int, Seat()]
    power: int
    """Of the attacker with its boosts."""
    defence: int
    """The sum of the defenders and theirs."""
    blocks: Annotated[tuple[int, ...], Zone(otherwise=())]
    """The defenders; without any the attack goes through."""
    boosts: Annotated[tuple[int, ...], Zone(otherwise=())]
    block_boosts: Annotated[tuple[int, ...], Zone(otherwise=())]

    def __init__(self, card: int, target: int, power: int) -> None:
        self.card = card
        self.target = target
        self.power = power
        self.defence = 0
        self.blocks = ()
        self.boosts = ()
        self.block_boosts = ()


def fighters_of(attacks: list[Attack], active: int, others: tuple[int, ...]) -> list[int]:
    """Who fights: the attacker, then in seat order from the attacker's left who is attacked."""
    attacked = [attack.target for attack in attacks]
    return [active, *[seat for seat in others if seat in attacked]]


def from_left(seat: int, seats: int) -> tuple[int, ...]:
    """The other seats in turn order, from the left neighbour."""
    return tuple([(seat + step) % seats for step in range(1, seats)])
