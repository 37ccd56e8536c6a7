"""Battle Gate, phase by phase: draw, field, combat, recover.

For each phase there is a method that begins it, one that says what may be done (``…_choices``), and one that
does it (``do_…``). Beginning and doing answer with the next choices. The combat has a module of its own.
"""

from __future__ import annotations

from generator.games.battle_gate.board import ATTACK, BOOST, DEFEND, DRAW, FIELD, OVER, RECOVER
from generator.games.battle_gate.combat import Combat
from generator.games.battle_gate.menus import ONLY_DONE
from generator.games.battle_gate.moves import DONE


class Play(Combat):
    """The procedure of a turn, and the loop that makes forced moves."""

    __slots__ = ()

    def legal(self) -> tuple[int, ...]:
        return self.options

    def apply(self, move: int) -> None:
        """Makes a move, and forced ones after it until someone has a choice or the game is over."""
        while True:
            phase = self.phase
            if phase == FIELD:
                options = self.do_field(move)
            elif phase == ATTACK:
                options = self.do_attack(move)
            elif phase == RECOVER:
                options = self.do_recover(move)
            elif phase == DRAW:
                options = self.do_draw(move)
            elif phase == DEFEND:
                options = self.do_block(move)
            elif phase == BOOST:
                options = self.do_boost(move)
            else:
                options = self.do_discard(move)
            if len(options) != 1:
                break
            move = options[0]
        self.options = options

    def settle(self, options: tuple[int, ...]) -> None:
        """Takes up the game where these are the choices, of which a single one is made."""
        self.options = options
        if len(options) == 1:
            self.apply(options[0])

    # Draw

    def begin_turn(self) -> tuple[int, ...]:
        self.phase = DRAW
        self.player = self.active
        return self.draw_choices()

    def draw_choices(self) -> tuple[int, ...]:
        """Up to one card more than soldiers in play; a fixed number in the player's own first turn."""
        tables = self.tables
        player = self.players[self.active]
        if not player.started:
            hand = tables.first_hand if self.active == self.first else tables.other_hand
            return (tables.moves.draw[min(hand, player.left)],)
        return tables.menus.draw[min(player.in_play[tables.soldiers] + 1, player.left)]

    def do_draw(self, move: int) -> tuple[int, ...]:
        player = self.players[self.active]
        player.hand.add_all(player.lift(self.tables.number[move]))
        player.started = True
        return self.begin_field()

    # Field

    def begin_field(self) -> tuple[int, ...]:
        assassins = self.tables.assassins
        for player in self.players:
            player.allow(assassins)
        self.phase = FIELD
        return self.field_choices()

    def field_choices(self) -> tuple[int, ...]:
        """Cards of any class, inside the allowance."""
        player = self.players[self.active]
        if player.cards == 0:
            return ONLY_DONE
        tables = self.tables
        return tables.menus.field.options(player.hand.among(tables.kinds.up_to[player.power]))

    def do_field(self, move: int) -> tuple[int, ...]:
        if move == DONE:
            return self.begin_attack()
        player = self.players[self.active]
        kind = self.tables.card[move]
        self.spend(player, kind)
        player.enter(kind, self.tables.class_of[kind])
        return self.field_choices()

    # Recover

    def begin_recovery(self) -> tuple[int, ...]:
        self.recoveries = self.players[self.active].in_play[self.tables.minions]
        if self.recoveries == 0:
            return self.end_turn()
        self.phase = RECOVER
        self.player = self.active
        return self.recover_choices()

    def recover_choices(self) -> tuple[int, ...]:
        """Any card of the discard pile, as many as minions were in play."""
        if self.recoveries == 0:
            return ONLY_DONE
        return self.tables.menus.recover.options(self.players[self.active].discard.kinds)

    def do_recover(self, move: int) -> tuple[int, ...]:
        if move == DONE:
            return self.end_turn()
        player = self.players[self.active]
        kind = self.tables.card[move]
        player.discard.take(kind)
        player.hand.add(kind)
        self.recoveries -= 1
        return self.recover_choices()

    def end_turn(self) -> tuple[int, ...]:
        """The turn goes to the left, past players who are out; the engine stops a game that has no end."""
        if self.turn >= self.max_turns:
            return self.end()
        self.turn += 1
        for seat in self.around[self.active]:
            if not self.players[seat].out:
                self.active = seat
                break
        return self.begin_turn()

    def end(self) -> tuple[int, ...]:
        self.phase = OVER
        self.player = None
        return ()
