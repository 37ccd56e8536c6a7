"""Worlds: what a seat can't know of a table, dealt anew.

It is settled by lot who chooses now, as far as the seat can't tell. Then the hidden cards are dealt, and
whoever has chosen before chooses at random what the rules allow.
"""

from __future__ import annotations

from typing import Final

from generator.games.strongholds.notation import DONE, GIVES
from generator.games.strongholds.rules import StrongholdsState, Worlds
from generator.games.strongholds.table import DEFENCE, MUSTER, Cards, Player
from generator.rules.shuffler import Shuffler

MAX_DEALS: Final = 400
"""Deals that are tried until somebody can be the one that chooses now; nearly always the first does."""


class DealtWorlds(Worlds):
    """The worlds that are dealt from a state itself."""

    def deal(self, table: StrongholdsState, seat: int, shuffler: Shuffler) -> StrongholdsState:
        known = table.clone()
        dealer = Dealer(known, seat, shuffler)
        dealer.unseen = table.unseen_by(seat)
        dealer.unseen.sort()
        dealer.held = [table.count_held(player) for player in table.players]
        dealer.asked, dealer.done = table.player == seat, table.has_chosen(seat)
        _forget_secrets(known, seat)
        world = dealer.world()
        if not dealer.asked:
            world.advance()
        return world


def _forget_secrets(table: StrongholdsState, seat: int) -> None:
    """Takes away what a seat can't see of the others: their hands, and what they have chosen in secret."""
    for owner, player in enumerate(table.players):
        if owner == seat:
            continue
        player.hand = ()
        if table.phase == MUSTER:
            player.clear_turn()
        elif player.laid or player.pitted:
            player.laid = ()
            player.pitted = ()
            for number in player.attackers:
                attacker = table.players[number]
                table.empower(attacker, table.cards.ability[attacker.general])


class Dealer:
    """Deals what is hidden from a seat on a table on which nothing lies but what the seat knows.

    Whoever makes one says how much is hidden.
    """

    __slots__ = ("asked", "cards", "done", "held", "seat", "shuffler", "table", "unseen")

    unseen: list[int]
    """The cards that lie hidden, ascending."""
    held: list[int]
    """How many cards each seat has in hand, those among them that it has sent or laid in secret."""
    asked: bool
    """Whether the seat is the one that chooses now."""
    done: bool
    """Whether it has chosen everything in this phase."""

    def __init__(self, table: StrongholdsState, seat: int, shuffler: Shuffler) -> None:
        self.table = table
        self.cards: Cards = table.cards
        self.seat = seat
        self.shuffler = shuffler

    def world(self) -> StrongholdsState:
        """The table with all cards on it, whoever chooses now having a choice; or another one, its cards."""
        table = self.table
        table.shuffler = self.shuffler.apart()
        choosers = self._choosers()
        if choosers:
            for _ in range(MAX_DEALS):
                found = self._choose(choosers[self.shuffler.below(len(choosers))])
                if found is not None:
                    return found
            table.chooser = choosers[-1]
        self._deal(table, table.chooser)
        return table

    def _choosers(self) -> list[int]:
        """The seats that may be the one that chooses now, for all that this seat knows."""
        if self.asked:
            return [self.seat]
        taking_part = _taking_part(self.table)
        others = [seat for seat in taking_part if seat != self.seat]
        if self.done:
            return [seat for seat in others if seat > self.seat]
        if self.seat in taking_part:
            return [seat for seat in others if seat < self.seat]
        return others

    # Hidden cards

    def _deal(self, table: StrongholdsState, chooser: int) -> None:
        """Deals them: first where no troops can be, then all others at random."""
        unseen = self.unseen[:]
        players = table.players
        if table.phase == DEFENCE:
            for seat, count in self._without_troops(chooser).items():
                others = [card for card in unseen if not self.cards.is_troop(card)]
                self.shuffler.shuffle(others)
                players[seat].hand = tuple(others[:count])
                unseen = [card for card in unseen if card not in others[:count]]
        self.shuffler.shuffle(unseen)
        for seat, player in enumerate(players):
            if seat != self.seat:
                left = len(unseen) - self.held[seat] + len(player.hand)
                player.take_up(unseen[left:])
                del unseen[left:]
        table.pile = unseen

    def _without_troops(self, chooser: int) -> dict[int, int]:
        """How many cards of each other seat can be no troops."""
        cards = self._bound(chooser, sparing=False)
        if not cards:
            return cards
        others = sum([not self.cards.is_troop(card) for card in self.unseen])
        return cards if sum(cards.values()) <= others else self._bound(chooser, sparing=True)

    def _bound(self, chooser: int, *, sparing: bool) -> dict[int, int]:
        """How many cards can be no troops: of those seats that kept none, all but what they can have drawn in
        this defence for the aces that lie on the defeated pile.

        Who gave up which ace is settled by lot; ``sparing``, so that as few cards as possible are bound.
        """
        table, draws = self.table, self.table.config.ace_draws
        spent = [seat for seat in table.standing() if kept_no_troops(self.cards, table.players[seat])]
        cards = {seat: self.held[seat] for seat in spent if seat != self.seat}
        if not cards:
            return cards
        aces = given_up(self.cards, table.defeated)
        if self.seat in spent:
            own = table.players[self.seat]
            laid = [card for card in own.laid_cards() if self.cards.is_troop(card)]
            aces -= aces_for(len(own.troops_in_hand(self.cards.first_royal)) + len(laid), draws)
        may_draw = [seat for seat in cards if seat <= chooser and table.players[seat].attackers]
        for _ in range(aces):
            open_to = [seat for seat in may_draw if cards[seat]]
            if sparing:
                open_to = [seat for seat in open_to if cards[seat] >= draws] or open_to
            if open_to:
                seat = open_to[self.shuffler.below(len(open_to))]
                cards[seat] = max(cards[seat] - draws, 0)
        return cards

    # What was chosen in secret

    def _choose(self, chooser: int) -> StrongholdsState | None:
        """The phase up to a moment at which this seat chooses, with hands dealt for it; None if it can't."""
        # The seat itself can always choose; for another one the cards may have to be dealt again.
        state = self.table if chooser == self.seat else self.table.clone()
        self._deal(state, chooser)
        for seat in _taking_part(state):
            if seat < chooser and seat != self.seat:
                state.chooser = seat
                if state.phase == MUSTER:
                    self._muster(state, state.players[seat])
                else:
                    while self._go_on(state, state.players[seat]):
                        pass
        state.chooser = chooser
        if chooser == self.seat:
            return state
        player = state.players[chooser]
        fitting: list[StrongholdsState] = []
        while True:
            if len(_choices(state, player)) > 1:
                fitting.append(state.clone())
            if not self._go_on(state, player):
                return fitting[self.shuffler.below(len(fitting))] if fitting else None

    def _muster(self, state: StrongholdsState, player: Player) -> None:
        """Makes all moves of a player's muster but giving up an ace, which everyone would have seen."""
        below = self.shuffler.below
        generals = state.general_choices(player)
        state.muster(player, generals[below(len(generals))])
        targets = state.target_choices(player)
        state.muster(player, targets[below(len(targets))])
        while player.missing:
            troops = state.send_choices(player)
            state.muster(player, troops[below(len(troops))])

    def _go_on(self, state: StrongholdsState, player: Player) -> bool:
        """Makes one of the legal moves but giving up an ace, which everyone would have seen; False at the end
        of what the player chooses in this phase."""
        secret = _choices(state, player)
        if state.give_choices(player):
            does = state.notation.does
            secret = tuple([move for move in secret if does[move] != GIVES])
        move = secret[self.shuffler.below(len(secret))] if secret else DONE
        if state.phase == MUSTER and secret:
            state.muster(player, move)
            return True
        if move != DONE:
            state.defend(player, move)
        return move != DONE


def _taking_part(state: StrongholdsState) -> list[int]:
    """The seats that choose something in this phase, in their order."""
    if state.phase == MUSTER:
        return state.standing()
    if state.phase == DEFENCE:
        return [seat for seat, player in enumerate(state.players) if player.attackers]
    return []


def _choices(state: StrongholdsState, player: Player) -> tuple[int, ...]:
    """What the player may choose next in this phase; nothing when all is chosen."""
    return state.muster_choices(player) if state.phase == MUSTER else state.defence_choices(player)


def laying_order(cards: Cards, card: int, on: int) -> tuple[bool, bool, int, bool, int]:
    """Sorts cards as they can have been laid: jokers (after them troops are pitted), then on troops, then on
    generals, and on each card the small numbers first and an ace last."""
    return (not cards.is_joker(card), cards.is_royal(on), on, cards.is_ace(card), cards.power[card])


def kept_no_troops(cards: Cards, player: Player) -> bool:
    """Whether what a player has sent in muster tells everybody that no troop is left in the hand: a battalion
    that is not full; of a last royal, who may send fewer, only one that is empty."""
    sent = len(player.troops)
    return sent == 0 if len(player.royals) == 1 else sent < cards.sends[player.general]


def given_up(cards: Cards, defeated: list[int]) -> int:
    """How many aces were given up in this turn."""
    return sum(cards.is_ace(card) for card in defeated)


def aces_for(troops: int, draws: int) -> int:
    """How many aces must have been given up to draw so many troops."""
    return -(-troops // draws)
