"""The words of Battle Gate: the phases of a turn, what lies on the table, kinds of cards and every move."""

from __future__ import annotations

from typing import Annotated, Final

from generator.games.battle_gate.config import ASSASSIN, MINION, SOLDIER, RulesConfig
from generator.rules.elements import NOBODY, OWNER, Flag, OneCard, Seat, Terms, Zone
from generator.rules.fields import SHARED, Form, declared
from generator.rules.legal_moves import LegalMoves, TargetedMoves
from generator.rules.notation import Moves
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
ALLOWING: Final = (FIELD, ATTACK, DEFEND, BOOST)
"""The phases in which cards may still be played from hand."""

DONE: Final = 0
PASS: Final = 1
ONLY_DONE: Final = (DONE,)
ONLY_PASS: Final = (PASS,)
VERBS: Final = ("draw", "field", "attack", "block", "boost", "discard", "recover")
"""What is done in each phase, but for ``done`` and ``pass``."""
NOW: Final = (
    "it is the draw phase: `draw` comes first",
    "it is the field phase: cards are fielded until `done`",
    "it is the attack phase: attacks are declared until `done`",
    "it is the defend phase: cards block until `done`",
    "it is the boost window: assassins boost until all in a row `pass`",
    "it is the damage phase: cards of the hand are discarded",
    "it is the recover phase: cards are taken back until `done`",
)


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

    def ready(self, kinds: int) -> Pile:
        """The cards in play of which those of these kinds may take part in a combat."""
        return Pile(self.field.counts.copy(), self.field.kinds & kinds, self.field.size)


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


class Shared(Moves):
    """What is the same in every state of a game: every kind of card, and every move there is, whoever may
    make it when.

    Class and power are all that the rules see of a card: its kind, a number from 0. A set of kinds is a whole
    number too, with one binary digit for each, like ``Pile.kinds``.
    """

    form: Form
    """That of the states: the rules, which have these, set it."""

    def __init__(self, config: RulesConfig) -> None:
        super().__init__()
        classes, limits = config.limits.classes, config.limits
        powers = range(limits.min_power, limits.max_power + 1)
        self.names = [f"{name[0].upper()}{power}" for name in classes for power in powers]
        """In notation: ``S4``."""
        self.config = config
        self.terms = Terms(config, self.names)
        self.attack_form = Form(Attack, self.terms)
        self.seat_form = Form(Player, self.terms)
        self.power = [power for _ in classes for power in powers]
        self.class_of = [number for number in range(len(classes)) for _ in powers]
        self.soldier = classes.index(SOLDIER)
        """The number of each class."""
        self.assassin = classes.index(ASSASSIN)
        self.minion = classes.index(MINION)
        self.assassins = self._of_class(self.assassin)
        """They may boost."""
        self.attackers = self.assassins | self._of_class(self.soldier)
        self.blockers = self._of_class(self.minion) | self._of_class(self.soldier)
        # Nobody has more cards in hand than a deck has.
        self.up_to = [self._up_to(power) for power in range(config.power_per_card * limits.max_cards + 1)]
        """For each total power that may be played the kinds that have no more."""
        self.assassins_up_to = [kinds & self.assassins for kinds in self.up_to]
        self.power_per_card = config.power_per_card
        self.damage_per_power = config.damage_per_power
        counts = range(limits.max_cards + 1)
        self.draw_limit = [config.draw.of(soldiers) for soldiers in counts]
        self.cards_to_play = [config.cards_to_play.of(assassins) for assassins in counts]
        self.recover_limit = [config.recover.of(minions) for minions in counts]

        # No more cards can attack than a deck has.
        cards, seats, sent = self.names, range(config.seats[-1]), range(limits.max_cards)
        self.add("done")
        self.add("pass")
        self.draw = self.add("draw {number}", number=counts, example="draw 2").row()
        """The move for a number of cards …"""
        self.field = self.add("field {card}", card=cards, example="field S4").row()
        """… for a kind of card …"""
        self.attack = self.add("attack {card}>{seat}", card=cards, seat=seats, example="attack S4>1").grid()
        """… for a kind of card and the seat or attack that it goes to."""
        self.block = self.add("block {card}>{attack}", card=cards, attack=sent, example="block M2>0").grid()
        self.boost = self.add("boost {card}>{attack}", card=cards, attack=sent, example="boost A3>0").grid()
        self.discard = self.add("discard {card}", card=cards, example="discard S1").row()
        self.recover = self.add("recover {card}", card=cards, example="recover A6").row()
        self.draw_moves = [tuple(self.draw[: most + 1]) for most in counts]
        """The draws of up to so many cards."""
        self.field_moves = LegalMoves([(move,) for move in self.field], ONLY_DONE)
        self.attack_moves = TargetedMoves(self.attack, ONLY_DONE)
        self.block_moves = TargetedMoves(self.block, ONLY_DONE)
        self.boost_moves = TargetedMoves(self.boost, ONLY_PASS)
        self.discard_moves = LegalMoves([(move,) for move in self.discard])
        self.recover_moves = LegalMoves([(move,) for move in self.recover], ONLY_DONE)
        self.card = [max(card, 0) for card in self.column("card")]
        """The kind of card that a move is about; 0 for ``done``, ``pass`` and draws."""
        self.number = [max(number, 0) for number in self.column("number", "seat", "attack")]
        """The seat or the attack that a move is directed at, how many cards are drawn; else 0."""

    def _of_class(self, number: int) -> int:
        return sum(1 << kind for kind, of_class in enumerate(self.class_of) if of_class == number)

    def _up_to(self, most: int) -> int:
        return sum(1 << kind for kind, power in enumerate(self.power) if power <= most)

    def new_player(self, deck: list[int]) -> Player:
        """A player who has nothing but a deck, in its order from the bottom."""
        player: Player = self.seat_form.blank(deck=deck, in_play=[0] * len(self.config.limits.classes))
        return player

    def words(self, cards: list[int]) -> list[str]:
        """Cards in notation, in the order given."""
        return [self.names[kind] for kind in cards]

    def rotate(self, move: int, by: int, seats: int) -> int:
        """The same move where everybody is ``by`` seats further: only attacks name a seat."""
        if self.attack[0][0] <= move <= self.attack[-1][-1]:
            return self.attack[self.card[move]][(self.number[move] + by) % seats]
        return move
