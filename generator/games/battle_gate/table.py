"""What lies on the table: cards by their kind, the players with their piles, the attacks of a combat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from generator.games.battle_gate.config import ASSASSIN, MINION, SOLDIER, RulesConfig
from generator.rules.pile import Pile, empty_pile
from generator.rules.shuffler import Shuffler

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
        "count",
        "minions",
        "names",
        "number",
        "power",
        "up_to",
    )

    count: int
    names: list[str]
    """In notation: ``S4``."""
    number: dict[str, int]
    """The kind of a name."""
    power: list[int]
    classes: dict[str, int]
    """The number of each class."""
    class_of: list[int]
    """The class of a kind."""
    assassins: int
    """The set of kinds that are assassins: they may boost."""
    minions: int
    attackers: int
    """The set of kinds that may attack: soldiers and assassins."""
    blockers: int
    """The set of kinds that may defend: soldiers and minions."""
    up_to: list[int]
    """For each total power that may be played the set of kinds that have no more."""
    assassins_up_to: list[int]
    """The same of assassins alone."""

    def __init__(self, config: RulesConfig) -> None:
        powers = range(config.min_power, config.max_power + 1)
        self.names = [f"{name[0].upper()}{power}" for name in config.classes for power in powers]
        self.number = {name: kind for kind, name in enumerate(self.names)}
        self.power = [power for _ in config.classes for power in powers]
        self.classes = {name: index for index, name in enumerate(config.classes)}
        self.class_of = [self.classes[name] for name in config.classes for _ in powers]
        self.count = len(self.names)
        self.assassins = self._of_class(ASSASSIN)
        self.minions = self._of_class(MINION)
        self.attackers = self._of_class(SOLDIER) | self.assassins
        self.blockers = self._of_class(SOLDIER) | self.minions
        # Nobody has more cards in hand than a deck has.
        most = config.power_to_play(config.max_cards)
        self.up_to = [self._up_to(power) for power in range(config.max_power)]
        self.up_to += [self._up_to(config.max_power)] * (most + 1 - config.max_power)
        self.assassins_up_to = [kinds & self.assassins for kinds in self.up_to]

    def is_in(self, kind: int, kinds: int) -> bool:
        """Whether a set has this kind."""
        return bool(kinds >> kind & 1)

    def of(self, words: tuple[str, ...]) -> list[int]:
        """Cards in notation as their kinds."""
        return [self.number[word] for word in words]

    def words(self, cards: list[int]) -> list[str]:
        """Cards in notation, in the order given."""
        return [self.names[kind] for kind in cards]

    def _of_class(self, name: str) -> int:
        return sum(1 << kind for kind in range(self.count) if self.class_of[kind] == self.classes[name])

    def _up_to(self, power: int) -> int:
        return sum(1 << kind for kind in range(self.count) if self.power[kind] <= power)


class Player:
    """One seat's cards, and what it may still play in this turn."""

    __slots__ = ("cards", "deck", "discard", "field", "hand", "in_play", "left", "out", "power", "started")

    deck: list[int]
    """In its order from the bottom, which never changes in a game: cards only leave it from the top."""
    left: int
    """How many of the deck are still there."""
    in_play: list[int]
    """How many cards of each class are on the field."""
    started: bool
    """Whether it has drawn in a turn of its own."""
    out: bool
    cards: int
    """The allowance: how many cards it may still play in this turn …"""
    power: int
    """… and how much power these may have together."""

    def __init__(self, deck: list[int], hand: Pile, field: Pile, discard: Pile, in_play: list[int]) -> None:
        self.deck = deck
        self.left = len(deck)
        self.hand = hand
        self.field = field
        self.discard = discard
        self.in_play = in_play
        self.started = False
        self.out = False
        self.cards = 0
        self.power = 0

    def lift(self, count: int) -> list[int]:
        """Takes cards from the top of the deck, which must have them."""
        left = self.left - count
        lifted = self.deck[left : self.left]
        self.left = left
        return lifted

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
        self.left = 0
        self.hand.clear()
        self.field.clear()
        self.discard.clear()
        self.in_play = [0] * len(self.in_play)

    def clone(self) -> Player:
        in_play = self.in_play.copy()
        copy = Player(self.deck, self.hand.clone(), self.field.clone(), self.discard.clone(), in_play)
        copy.left = self.left
        copy.started = self.started
        copy.out = self.out
        copy.cards = self.cards
        copy.power = self.power
        return copy


def new_player(deck: list[int], kinds: Kinds) -> Player:
    """A player who has nothing but a deck, in its order from the bottom."""
    count = kinds.count
    return Player(deck, empty_pile(count), empty_pile(count), empty_pile(count), [0] * len(kinds.classes))


class Ready:
    """Cards in play that may take part in a combat and were not yet sent or laid."""

    __slots__ = ("counts", "kinds")

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

    def clone(self) -> Ready:
        return Ready(self.counts.copy(), self.kinds)


def ready_cards(field: Pile, kinds: int) -> Ready:
    """All cards of these kinds that are in play."""
    return Ready(field.counts.copy(), field.kinds & kinds)


class Attack:
    """A card sent at a player, and what was laid against it and onto it."""

    __slots__ = ("block_boosts", "blocks", "boosts", "card", "defence", "power", "target")

    card: int
    target: int
    power: int
    """Of the attacker with its boosts."""
    defence: int
    """The sum of the defenders and theirs."""
    blocks: tuple[int, ...]
    """The defenders; without any the attack goes through."""
    boosts: tuple[int, ...]
    block_boosts: tuple[int, ...]

    def __init__(self, card: int, target: int, power: int) -> None:
        self.card = card
        self.target = target
        self.power = power
        self.defence = 0
        self.blocks = ()
        self.boosts = ()
        self.block_boosts = ()

    def clone(self) -> Attack:
        copy = Attack(self.card, self.target, self.power)
        copy.defence = self.defence
        copy.blocks = self.blocks
        copy.boosts = self.boosts
        copy.block_boosts = self.block_boosts
        return copy


@dataclass
class Situation:
    """All that a state consists of, without the procedure: what is written down, read, and told of."""

    turn: int
    active: int
    first: int
    phase: int
    max_turns: int
    shuffler: Shuffler
    players: list[Player]
    player: int | None
    attacks: list[Attack]
    passes: int
    damage: list[int]
    recoveries: int


def fighters_of(attacks: list[Attack], active: int, others: tuple[int, ...]) -> list[int]:
    """Who fights: the attacker, then in seat order from the attacker's left who is attacked."""
    attacked = [attack.target for attack in attacks]
    return [active, *[seat for seat in others if seat in attacked]]


def from_left(seat: int, seats: int) -> tuple[int, ...]:
    """The other seats in turn order, from the left neighbour."""
    return tuple([(seat + step) % seats for step in range(1, seats)])
