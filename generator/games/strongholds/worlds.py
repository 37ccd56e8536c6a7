"""What a seat knows of a table: its view, and the worlds that can be behind it.

In a world it is settled by lot who chooses now, as far as the seat can't tell. Then the hidden cards are
dealt, and whoever has chosen before chooses at random what the rules allow.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from generator.games.strongholds.notation import DONE, GIVES, NOTHING
from generator.games.strongholds.rules import Table
from generator.games.strongholds.table import DEFENCE, MUSTER, NOBODY, PHASES, SECRET, Player
from generator.rules.fields import declared
from generator.rules.protocol import View
from generator.rules.shuffler import Shuffler

MAX_DEALS: Final = 400
"""Deals that are tried until somebody can be the one that chooses now; nearly always the first does."""


@declared
class StrongholdsState(Table):
    """A game of Strongholds under way, and what each seat knows of it."""

    def view(self, seat: int) -> View:
        """Until all have chosen, nothing that a seat sends or lays shows to the others: those cards still
        count among its hand, and who has chosen already does not show either. An ace given up is open at
        once, and so are the sizes of the hand and the pile after it.

        ``unseen`` has the cards that lie hidden from the seat, in pile and hands; ``done`` says whether it
        has chosen everything in this phase.
        """
        view = self.to_dict()
        for key in ("choosing", "shuffler"):
            view.pop(key, None)
        for owner, shown in enumerate(view["seats"]):
            if owner != seat:
                shown["hand"] = self.count_held(self.players[owner])
                for key in SECRET[self.phase]:
                    shown.pop(key, None)
        view["pile"] = len(self.pile)
        view["unseen"] = self.cards.texts(self.unseen_by(seat))
        view.update(seat=seat, asked=self.player == seat, done=self.has_chosen(seat))
        return view

    def has_chosen(self, seat: int) -> bool:
        """Whether it was this seat's turn to choose in this phase, and no longer is."""
        return seat < self.choosing and seat in self.choosers()

    def unseen_by(self, seat: int) -> list[int]:
        """The cards of the pile and of the other hands, ascending."""
        cards = self.pile[:]
        for owner, player in enumerate(self.players):
            if owner != seat:
                cards += player.hand
                cards += self.secret_cards(player)
        cards.sort()
        return cards

    def count_held(self, player: Player) -> int:
        """How many cards are in a player's hand, for all that the others know."""
        return len(player.hand) + len(self.secret_cards(player))

    def secret_cards(self, player: Player) -> list[int]:
        """The cards that left a player's hand without the others' knowledge."""
        return list(player.troops) if self.phase == MUSTER else player.laid_cards()

    # Who chooses, and what the others can tell of it

    def choosers(self) -> list[int]:
        """The seats that choose something in this phase, in their order."""
        if self.phase == DEFENCE:
            return [seat for seat, player in enumerate(self.players) if player.attackers]
        return self.standing() if self.phase == MUSTER else []

    def choices_of(self, player: Player) -> tuple[int, ...]:
        """What a player may choose next in this phase; nothing when all is chosen."""
        return self.muster_choices(player) if self.phase == MUSTER else self.defence_choices(player)

    def secret_choices(self, player: Player) -> tuple[int, ...]:
        """All of it but giving up an ace, which is open."""
        if self.phase == MUSTER:
            return self.muster_choices(player) if player.general != NOBODY else self.general_choices(player)
        choices, does = self.defence_choices(player), self.notation.does
        if self.give_choices(player):
            return tuple([move for move in choices if does[move] != GIVES])
        return choices

    def kept_no_troops(self, player: Player) -> bool:
        """Whether what a player has sent in muster shows everybody that no troop is left in the hand: a
        battalion that is not full; of a last royal, who may send fewer, only one that is empty."""
        sent = len(player.troops)
        return sent == 0 if len(player.royals) == 1 else sent < self.cards.sends[player.general]

    def troops_held(self, player: Player) -> int:
        """How many troops are in the hand, or were there before they were laid in defence."""
        laid = [card for card in player.laid_cards() if self.cards.is_troop(card)]
        return len(player.troops_in_hand(self.cards.first_royal)) + len(laid)

    def given_up(self) -> int:
        """How many aces were given up in this turn."""
        return sum([self.cards.is_ace(card) for card in self.defeated])

    def aces_for(self, troops: int) -> int:
        """How many aces must have been given up to draw so many troops."""
        return -(-troops // self.rules.config.ace_draws)

    # Worlds

    def determinize(self, seat: int, shuffler: Shuffler) -> StrongholdsState:
        world = self.clone()
        _Dealer(world, seat, shuffler).deal()
        if self.player != seat:
            world.advance()
        return world


def filled(view: View, seat: int) -> dict[str, Any]:
    """A position with the view of this seat, in which nobody else has chosen anything in secret, and the
    hidden cards lie anywhere."""
    position = {key: value for key, value in view.items() if key not in ("unseen", "seat", "asked", "done")}
    hidden = list(view["unseen"])
    position["seats"] = []
    for owner, shown in enumerate(view["seats"]):
        part = dict(shown)
        if owner != seat:
            part["hand"] = hidden[: shown["hand"]]
            del hidden[: shown["hand"]]
        position["seats"].append(part)
    position["pile"] = hidden
    if view["asked"]:
        position["choosing"] = seat
    elif view["done"]:
        position["choosing"] = _last_chooser(view)
    return position


def _last_chooser(view: View) -> int:
    """In defence all that are attacked choose, in muster all that are in."""
    shown: list[dict[str, Any]] = view["seats"]
    if view["phase"] == PHASES[DEFENCE]:
        return max(int(one["target"]) for one in shown if not one["out"])
    return max(seat for seat, one in enumerate(shown) if not one["out"])


class _Dealer:
    """Deals what is hidden from a seat on a table anew."""

    __slots__ = ("cards", "choosers", "held", "seat", "shuffler", "table", "taking_part", "unseen")

    def __init__(self, table: StrongholdsState, seat: int, shuffler: Shuffler) -> None:
        self.table = table
        self.cards = table.cards
        self.seat = seat
        self.shuffler = shuffler
        self.unseen: list[int] = table.unseen_by(seat)
        self.held: list[int] = [table.count_held(player) for player in table.players]
        """How many cards each seat has in hand, those among them that it has sent or laid in secret."""
        self.taking_part: list[int] = table.choosers()
        self.choosers: list[int] = self._choosers()
        """The seats that may be the one that chooses now, for all that this seat knows."""
        table.shuffler = shuffler.apart()

    def _choosers(self) -> list[int]:
        seat, table = self.seat, self.table
        if table.player == seat:
            return [seat]
        if table.has_chosen(seat):
            return [other for other in self.taking_part if other > seat]
        if seat in self.taking_part:
            return [other for other in self.taking_part if other < seat]
        return self.taking_part

    def deal(self) -> None:
        """Deals so that whoever chooses now has a choice; or if that can't be, just the cards."""
        if self.choosers:
            for _ in range(MAX_DEALS):
                if self._deal_for(self._one_of(self.choosers)):
                    return
            self.table.choosing = self.choosers[-1]
        self._deal_cards(self.table.choosing)

    def _one_of(self, numbers: Sequence[int]) -> int:
        """One of them by lot."""
        return numbers[self.shuffler.below(len(numbers))]

    # Hidden cards

    def _forget(self) -> None:
        """Takes away what the seat can't see of the others: hands, and what they have chosen in secret."""
        table = self.table
        for owner, player in enumerate(table.players):
            if owner == self.seat:
                continue
            player.hand = ()
            if table.phase == MUSTER:
                player.clear_turn()
            elif player.laid or player.pitted:
                player.laid = ()
                player.pitted = ()
                for number in player.attackers:
                    attacker = table.players[number]
                    table.empower(attacker, self.cards.ability[attacker.general])

    def _deal_cards(self, chooser: int) -> None:
        """Deals them: first where no troops can be, then all others at random."""
        self._forget()
        unseen = self.unseen[:]
        players = self.table.players
        if self.table.phase == DEFENCE:
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
        self.table.pile = unseen

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
        table, draws = self.table, self.table.rules.config.ace_draws
        spent = [seat for seat in table.standing() if table.kept_no_troops(table.players[seat])]
        cards = {seat: self.held[seat] for seat in spent if seat != self.seat}
        if not cards:
            return cards
        aces = table.given_up()
        if self.seat in spent:
            aces -= table.aces_for(table.troops_held(table.players[self.seat]))
        may_draw = [seat for seat in cards if seat <= chooser and table.players[seat].attackers]
        for _ in range(aces):
            open_to = [seat for seat in may_draw if cards[seat]]
            if sparing:
                open_to = [seat for seat in open_to if cards[seat] >= draws] or open_to
            if open_to:
                seat = self._one_of(open_to)
                cards[seat] = max(cards[seat] - draws, 0)
        return cards

    # What was chosen in secret

    def _deal_for(self, chooser: int) -> bool:
        """The phase up to a moment at which this seat chooses, with hands dealt for it; false if it can't."""
        table = self.table
        self._deal_cards(chooser)
        for seat in self.taking_part:
            if seat < chooser and seat != self.seat:
                table.choosing = seat
                while self._go_on(table) != NOTHING:
                    pass
        table.choosing = chooser
        if chooser == self.seat:
            return True
        trial = table.clone()
        made: list[int] = []
        fitting: list[int] = []
        """After how many moves it has a choice."""
        while not made or made[-1] != NOTHING:
            if len(trial.choices_of(trial.players[chooser])) > 1:
                fitting.append(len(made))
            made.append(self._go_on(trial))
        if not fitting:
            return False
        for move in made[: self._one_of(fitting)]:
            table.choose(move)
        return True

    def _go_on(self, table: StrongholdsState) -> int:
        """Makes one of the legal moves but giving up an ace, which everyone would have seen; nothing at the
        end of what the player chooses in this phase."""
        moves = table.secret_choices(table.players[table.choosing])
        move = self._one_of(moves) if moves else NOTHING
        if move == DONE and table.phase == DEFENCE:
            return NOTHING
        if move != NOTHING:
            table.choose(move)
        return move
