"""A game of Strongholds under way: turns of muster, defence, damage, return and drawing.

All players act at once. The engine asks seat by seat, and what was chosen counts when all have chosen; what
happens then is told in ``reveal`` (after muster) and ``end_turn`` (after defence).
"""

from __future__ import annotations

from generator.games.strongholds.cards import SHARES
from generator.games.strongholds.ending import ending
from generator.games.strongholds.hidden import view_of
from generator.games.strongholds.moves import DONE
from generator.games.strongholds.player import Player
from generator.games.strongholds.position import written
from generator.games.strongholds.refusals import refusal
from generator.games.strongholds.siege import Siege
from generator.games.strongholds.table import DEFENCE, MUSTER, OVER, PITTED
from generator.rules.protocol import Position, Result, View


class Strongholds(Siege):
    """A game of Strongholds."""

    __slots__ = ()

    def deal(self) -> None:
        """Each player gets a family of royals and a hand, by lot."""
        families = self.cards.families[len(self.players)]
        order = list(range(len(families)))
        self.shuffler.shuffle(order)
        self.pile = self.cards.drawn[:]
        self.shuffler.shuffle(self.pile)
        for seat, player in enumerate(self.players):
            player.royals = families[order[seat]]
            self.draw(player, self.cards.full_hand)

    # What is asked, and what becomes of the answers.

    def legal(self) -> tuple[int, ...]:
        return self.choices

    def apply(self, move: int) -> None:
        """Makes a move, and forced ones after it, until a seat has a real choice or the game is over."""
        while True:
            self.choose(move)
            choices = self.next_choices()
            if len(choices) != 1:
                break
            move = choices[0]
        self.choices = choices
        self.player = self.chooser if choices else None

    def go_on(self) -> None:
        """Takes up the game where it stands, which may be before a forced move."""
        choices = self.next_choices()
        self.choices = choices
        self.player = self.chooser if choices else None
        if len(choices) == 1:
            self.apply(choices[0])

    def next_choices(self) -> tuple[int, ...]:
        """What may be chosen next, by whoever is the next to choose; nothing when the game is over."""
        while self.phase == MUSTER:
            choices = self.muster_choices(self.players[self.chooser])
            if choices:
                return choices
            self.next_to_muster()
        if self.phase == DEFENCE:
            return self.defence_choices(self.players[self.chooser])
        return ()

    def choose(self, move: int) -> None:
        """Makes one move of the seat that chooses."""
        player = self.players[self.chooser]
        if self.phase == MUSTER:
            self.do_muster(player, move)
        elif move == DONE:
            self.next_to_defend()
        else:
            self.do_defence(player, move)

    def next_to_muster(self) -> None:
        """The next living player chooses; when all have chosen, they reveal it and the defence begins."""
        for seat in range(self.chooser + 1, len(self.players)):
            if not self.players[seat].out:
                self.chooser = seat
                return
        self.reveal()
        self.phase = DEFENCE
        self.chooser = -1
        self.next_to_defend()

    def next_to_defend(self) -> None:
        """The next player who is attacked defends; when all have, the turn comes to its end."""
        for seat in range(self.chooser + 1, len(self.players)):
            if self.players[seat].attackers:
                self.chooser = seat
                return
        self.end_turn()

    # Damage, return, drawing

    def end_turn(self) -> None:
        """The steps without decisions, and the next turn unless the game is over."""
        standing = self.standing()
        for seat in standing:
            self.damage(self.players[seat])
        for seat in standing:
            self.go_home(self.players[seat])
        self.fell = tuple([seat for seat in standing if self.players[seat].out])
        if len(standing) - len(self.fell) < 2 or self.turn >= self.max_turns:
            self.phase = OVER
            return
        for player in self.players:
            if len(player.hand) < self.cards.full_hand and not player.out:
                self.draw(player, self.cards.full_hand - len(player.hand))
        # In the order of the cards, so that it makes no difference in which order they came to lie there.
        self.pile += sorted(self.defeated)
        self.defeated = []
        self.shuffler.shuffle(self.pile)
        self.fell = ()
        self.turn += 1
        self.phase = MUSTER
        self.chooser = self.standing()[0]

    def damage(self, player: Player) -> None:
        """What got through kills royals at home; if there is none at home, the stronghold falls by it."""
        power = self.power_through(player)
        home = player.home()
        if not home:
            if power:
                player.royals = ()
        else:
            self.kill(player, home, power)
        if self.left[player.general] == 0:
            player.lose(player.general)
        if not player.royals:
            player.out = True

    def power_through(self, player: Player) -> int:
        """The power of all attackers of a stronghold that is not cancelled. A Jack attacks himself."""
        power = 0
        for seat in player.attackers:
            attacker = self.players[seat]
            for troop in attacker.troops:
                power += self.left[troop]
            if self.cards.ability[attacker.general] == SHARES:
                power += self.left[attacker.general]
        return power

    def kill(self, player: Player, home: tuple[int, ...], power: int) -> None:
        """While a royal at home has no more health than there is power left, the healthiest such dies; of
        equals the one that is listed first."""
        health = self.cards.health
        while True:
            victim = -1
            for royal in home:
                if health[royal] <= power and (victim < 0 or health[royal] > health[victim]):
                    victim = royal
            if victim < 0:
                return
            power -= health[victim]
            player.lose(victim)
            home = tuple([royal for royal in home if royal != victim])

    def go_home(self, player: Player) -> None:
        """Troops that were neither defeated nor pitted go back to the hand; all others and what was laid in
        defence go to the defeated pile, and with a player who is out also hand and troops."""
        back: list[int] = []
        for troop in player.troops:
            if self.left[troop] and self.condition[troop] != PITTED:
                back.append(troop)
            else:
                self.defeated.append(troop)
        player.take_up(back)
        self.defeated += self.laid(player)
        if player.out:
            self.defeated += player.hand
            player.hand = ()
        player.clear_turn()

    # The rest of the protocol.

    def text(self, move: int) -> str:
        return self.moves.texts[move]

    def parse(self, text: str) -> int:
        return self.moves.parse(text)

    def why_not(self, move: int) -> str:
        return refusal(self, move)

    def result(self) -> Result:
        if self.phase != OVER:
            raise ValueError("the game is not over")
        return ending(self)

    def view(self, seat: int) -> View:
        return view_of(self, seat)

    def to_dict(self) -> Position:
        return written(self)

    def clone(self) -> Strongholds:
        copy = Strongholds()
        copy.cards = self.cards
        copy.moves = self.moves
        copy.max_turns = self.max_turns
        copy.shuffler = self.shuffler.clone()
        copy.player = self.player
        copy.turn = self.turn
        copy.phase = self.phase
        copy.chooser = self.chooser
        copy.choices = self.choices
        copy.players = [player.clone() for player in self.players]
        copy.pile = self.pile[:]
        copy.defeated = self.defeated[:]
        copy.left = self.left[:]
        copy.condition = self.condition[:]
        copy.fell = self.fell
        return copy
