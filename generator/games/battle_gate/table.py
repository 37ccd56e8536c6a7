"""What lies on the table: piles of cards, the players with theirs, and the attacks of a combat."""

from __future__ import annotations

from generator.rules.pile import Pile, empty_pile


class Idle:
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

    def clone(self) -> Idle:
        return Idle(self.counts.copy(), self.kinds)


def idle_of(field: Pile, kinds: int) -> Idle:
    """All cards of these kinds that are in play."""
    return Idle(field.counts.copy(), field.among(kinds))


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

    def allow(self, assassins: int) -> None:
        """Fixes what it may play in this turn: cards by assassins in play, power by cards in hand.

        ``assassins``: the number of their class.
        """
        self.cards = self.in_play[assassins] + 1
        self.power = self.hand.size

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


def new_player(deck: list[int], kinds: int, classes: int) -> Player:
    """A player who has nothing but a deck, in its order from the bottom."""
    return Player(deck, empty_pile(kinds), empty_pile(kinds), empty_pile(kinds), [0] * classes)


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
