"""Gateway, from one decision to the next: whose it is, what may be chosen, and what follows from it.

What was begun and is not finished, a battle or the effects of a card, lies on a stack of work, and comes
first. When that is empty, the phase says what is to be decided. Each phase has a module of its own: setup,
deployment, drafting, attack (with battle, dealing, burial and outcome), cleanup, events, ending.
"""

from __future__ import annotations

from generator.games.gateway import battle as battles
from generator.games.gateway import burial
from generator.games.gateway.attack import attack, targets
from generator.games.gateway.board import DEPLOYMENT, DRAFTING, EVENT, OVER, SETUP, Board
from generator.games.gateway.deployment import deploy, deployments
from generator.games.gateway.drafting import draft, drafts
from generator.games.gateway.events import end_round
from generator.games.gateway.script import Script
from generator.games.gateway.setup import begin_play, pick, picks
from generator.games.gateway.table import BURY, FIGHT


class Play(Board):
    """The procedure of the game, and the loop that makes forced moves."""

    __slots__ = ("script",)

    script: Script

    def legal(self) -> tuple[int, ...]:
        return self.options

    def apply(self, move: int) -> None:
        """Makes a move, and forced ones after it until someone has a choice or the game is over."""
        self.answer(move)
        self.take_up()

    def take_up(self) -> None:
        """Goes on from where the board stands, up to the next choice or the end."""
        options = self.next_choice()
        while len(options) == 1:
            self.answer(options[0])
            options = self.next_choice()
        self.options = options

    def next_choice(self) -> tuple[int, ...]:
        """Goes on until a seat is to decide, be it for one move only; nothing when the game is over."""
        while True:
            if self.work:
                options = self.go_on_with_work()
                if options:
                    return options
            elif self.phase == DEPLOYMENT:
                return deployments(self)
            elif self.phase == DRAFTING:
                return drafts(self)
            elif self.phase == EVENT:
                end_round(self)
            elif self.phase == OVER:
                self.player = None
                return ()
            elif self.phase == SETUP:
                if self.to_pick > 0:
                    return picks(self)
                begin_play(self)
            else:
                return targets(self)

    def go_on_with_work(self) -> tuple[int, ...]:
        """The next step of what is uppermost on the stack of work, or the choice that it needs."""
        task = self.work[-1]
        if task.line >= 0:
            return self.script.run(self, task)
        battle = self.battle
        assert battle is not None
        if task.line == FIGHT:
            return battles.fight(self, battle)
        return burial.bury(self, battle, task)

    def answer(self, move: int) -> None:
        """Does what was chosen, and no more."""
        if self.work:
            self.answer_for_work(move)
        elif self.phase == DEPLOYMENT:
            deploy(self, move)
        elif self.phase == DRAFTING:
            draft(self, move)
        elif self.phase == SETUP:
            pick(self, move)
        else:
            attack(self, move)

    def answer_for_work(self, move: int) -> None:
        task = self.work[-1]
        if task.line >= 0:
            self.script.answer(self, task, move)
            return
        battle = self.battle
        assert battle is not None
        if task.line == BURY:
            burial.answer(self, battle, task, move)
        else:
            battles.answer(self, battle, move)
