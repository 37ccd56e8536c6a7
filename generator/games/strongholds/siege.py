"""The siege: what the attackers are worth, and what defenders do about it.

Of every card in the field the table knows what must still be laid on it to defeat it (``left``), and whether
anything was done to it (``condition``).
"""

from __future__ import annotations

from generator.games.strongholds.cards import DOUBLES, LIFTS, NO_ABILITY, SHARES
from generator.games.strongholds.moves import DONE, GIVES, LAYS
from generator.games.strongholds.muster import Muster
from generator.games.strongholds.player import Player
from generator.games.strongholds.table import COVERED, PITTED, UNTOUCHED


class Siege(Muster):
    """Reveal and defence."""

    __slots__ = ()

    # Reveal

    def reveal(self) -> None:
        """Everyone lays general and troops before the stronghold chosen, and they get their power."""
        for player in self.players:
            player.attackers = ()
        for seat, player in enumerate(self.players):
            if not player.out:
                self.players[player.target].attackers += (seat,)
                self.empower(player, self.cards.ability[player.general])

    def empower(self, player: Player, ability: int) -> None:
        """The troops of a general have their numbers and what the ability makes of them; a general has the
        health printed, and a Jack that of his troop if he shares it. Nothing lies on any of them."""
        left, condition = self.left, self.condition
        general, troops = player.general, player.troops
        left[general] = self.cards.health[general]
        condition[general] = UNTOUCHED
        for troop in troops:
            left[troop] = self.cards.power[troop]
            condition[troop] = UNTOUCHED
        if ability == DOUBLES:
            colour = self.cards.colour
            for troop in troops:
                if colour[troop] == colour[general]:
                    left[troop] *= self.cards.queen_times
        elif ability == LIFTS:
            highest = max([left[troop] for troop in troops], default=0)
            for troop in troops:
                left[troop] = highest
        elif ability == SHARES and troops:
            left[general] = left[troops[0]]

    # Defence

    def defence_choices(self, player: Player) -> tuple[int, ...]:
        """Cards of the hand on attackers that stand, pairs of troops to pit, aces to give up, or the end."""
        choices = [DONE]
        hand = player.hand
        if hand:
            first_joker, lay = self.cards.first_joker, self.moves.lay
            choices += self.give_choices(player)
            before = [lay[card] for card in hand if card < first_joker]
            open_cards = self.open_cards(player)
            choices += [move + on for move in before for on in open_cards]
            if hand[-1] >= first_joker:
                before = [lay[card] for card in hand if card >= first_joker]
                generals = self.open_to_jokers(player)
                choices += [move + on for move in before for on in generals]
        if len(player.attackers) > 1:
            choices += self.pit_choices(player)
        return tuple(choices)

    def open_cards(self, player: Player) -> list[int]:
        """The attacking cards that number cards and aces may be laid on: troops that are not defeated, and
        what is left of a pitted pair; a general when all of the troops are defeated or pitted."""
        left = self.left
        found: list[int] = []
        for seat in player.attackers:
            attacker = self.players[seat]
            protected = False
            for troop in attacker.troops:
                if left[troop]:
                    found.append(troop)
                    if self.condition[troop] != PITTED:
                        protected = True
            if not protected and left[attacker.general]:
                found.append(attacker.general)
        found.sort()
        return found

    def open_to_jokers(self, player: Player) -> list[int]:
        """The attacking generals on whom and on whose troops nothing lies, and none of those is pitted."""
        condition = self.condition
        found: list[int] = []
        for seat in player.attackers:
            attacker = self.players[seat]
            touched = condition[attacker.general] != UNTOUCHED
            for troop in attacker.troops:
                touched = touched or condition[troop] != UNTOUCHED
            if not touched:
                found.append(attacker.general)
        found.sort()
        return found

    def pit_choices(self, player: Player) -> list[int]:
        """Pairs of troops of different attackers with nothing on them."""
        pairs: list[int] = []
        earlier: list[int] = []
        for seat in player.attackers:
            fresh = [troop for troop in self.players[seat].troops if self.condition[troop] == UNTOUCHED]
            for troop in fresh:
                row = self.moves.pit[troop]
                pairs += [row[other] for other in earlier]
            earlier += fresh
        pairs.sort()
        return pairs

    def do_defence(self, player: Player, move: int) -> None:
        """Makes a move of a defence other than its end."""
        does, card = self.moves.does[move], self.moves.card[move]
        if does == GIVES:
            self.give_up(player, card)
            return
        player.defence += (move,)
        if does == LAYS:
            player.lay_down(card)
            self.lay(player, card, self.moves.on[move])
        else:
            self.pit(card, self.moves.on[move])

    def lay(self, player: Player, card: int, on: int) -> None:
        """A card is laid on one that attacks the player's stronghold."""
        cards = self.cards
        if card >= cards.first_joker:
            self.negate(player, on)
            return
        if self.condition[on] != PITTED:
            self.condition[on] = COVERED
        if card >= cards.first_ace:
            self.left[on] = 0
        else:
            self.left[on] = max(self.left[on] - cards.power[card], 0)

    def negate(self, player: Player, general: int) -> None:
        """A joker takes a general's ability away: all powers are as printed."""
        for seat in player.attackers:
            attacker = self.players[seat]
            if attacker.general == general:
                self.empower(attacker, NO_ABILITY)
        self.condition[general] = COVERED

    def pit(self, one: int, other: int) -> None:
        """Two troops are set against each other: the stronger goes on with the difference."""
        stronger, weaker = (one, other) if self.left[one] >= self.left[other] else (other, one)
        self.left[stronger] -= self.left[weaker]
        self.left[weaker] = 0
        self.condition[one] = PITTED
        self.condition[other] = PITTED
