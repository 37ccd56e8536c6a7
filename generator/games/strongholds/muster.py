"""Muster: each player chooses a general, a target, and the troops that go along."""

from __future__ import annotations

from generator.games.strongholds.moves import DONE, GIVES, NAMES_GENERAL, NAMES_TARGET
from generator.games.strongholds.player import NOBODY, Player
from generator.games.strongholds.table import Table


class Muster(Table):
    """What may be chosen in muster, and what becomes of it."""

    __slots__ = ()

    def muster_choices(self, player: Player) -> tuple[int, ...]:
        """What the player may choose next; nothing when all is chosen."""
        if player.general == NOBODY:
            return tuple(self.give_choices(player) + self.general_choices(player))
        if player.target == NOBODY:
            return self.target_choices(player)
        if player.missing:
            return self.send_choices(player)
        return ()

    def general_choices(self, player: Player) -> list[int]:
        """Royals whose battalion the hand can fill; if it can fill none, or there is but one royal, any."""
        held = len(player.troops_in_hand(self.cards.first_royal))
        sends, general = self.cards.sends, self.moves.general
        able = [general[royal] for royal in player.royals if sends[royal] <= held]
        if not able:
            able = [general[royal] for royal in player.royals]
        able.sort()
        return able

    def target_choices(self, player: Player) -> tuple[int, ...]:
        """Every living opponent."""
        return tuple(
            [
                self.moves.target[seat]
                for seat, other in enumerate(self.players)
                if other is not player and not other.out
            ]
        )

    def send_choices(self, player: Player) -> tuple[int, ...]:
        """Any troop of the hand; a last royal has enough with one."""
        send = self.moves.send
        troops = [send[card] for card in player.troops_in_hand(self.cards.first_royal)]
        if player.troops and len(player.royals) == 1:
            return (DONE, *troops)
        return tuple(troops)

    def do_muster(self, player: Player, move: int) -> None:
        does = self.moves.does[move]
        card = self.moves.card[move]
        if does == GIVES:
            self.give_up(player, card)
        elif does == NAMES_GENERAL:
            player.general = card
        elif does == NAMES_TARGET:
            player.target = card
            self.call_battalion(player)
        elif move == DONE:
            player.missing = 0
        else:
            player.send(card)
            player.missing -= 1

    def call_battalion(self, player: Player) -> None:
        """General and target are chosen: how many troops are to be chosen yet, if it is not all in hand."""
        troops = player.troops_in_hand(self.cards.first_royal)
        player.missing = min(self.cards.sends[player.general] - len(player.troops), len(troops))
        if player.missing == len(troops) and len(player.royals) > 1:
            for card in troops:
                player.send(card)
            player.missing = 0
