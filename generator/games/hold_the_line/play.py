"""A game of Hold the Line under way: setup, then rounds of staging, combat, deploying and drawing.

Both players act at once. The engine asks seat 0 for all that it chooses in a phase, then seat 1, and only
then does anything happen; what happens when is told in ``_both_have_chosen``.
"""

from __future__ import annotations

from generator.games.hold_the_line.army import Army
from generator.games.hold_the_line.combat import resolve_combat
from generator.games.hold_the_line.ending import ending, losers
from generator.games.hold_the_line.hidden import view_of
from generator.games.hold_the_line.moves import DONE
from generator.games.hold_the_line.position import written
from generator.games.hold_the_line.refusals import refusal
from generator.games.hold_the_line.table import OVER, SETUP, STAGE, TARGET, Table
from generator.rules.protocol import Position, Result, View


class HoldTheLine(Table):
    """A game of Hold the Line."""

    __slots__ = ()

    def deal(self) -> None:
        """Each army is shuffled, and the first hands are drawn."""
        for army in self.armies:
            for kind, card in enumerate(self.numbers.kinds):
                army.deck.extend([kind] * card.copies)
            self.shuffler.shuffle(army.deck)
        for army in self.armies:
            army.draw_up_to(self.numbers.first_hand, self.shuffler)

    # What is asked, and what becomes of the answers.

    def legal(self) -> tuple[int, ...]:
        return self.choices

    def apply(self, move: int) -> None:
        self._choose(self.armies[self.chooser], move)
        self.go_on()

    def go_on(self) -> None:
        """Plays on by itself until a seat has a real choice, or the game is over."""
        while self.phase != OVER:
            army = self.armies[self.chooser]
            choices = self._open_choices(army)
            if len(choices) > 1:
                self.player = self.chooser
                self.choices = choices
                return
            if choices:
                self._choose(army, choices[0])
            elif self.chooser == 0:
                self.chooser = 1
            else:
                self.chooser = 0
                self._both_have_chosen()
        self.player = None
        self.choices = ()

    def _open_choices(self, army: Army) -> tuple[int, ...]:
        """What may be chosen next for an army; nothing when all is chosen that can be in this phase."""
        if self.phase == STAGE:
            if army.ready or army.staged_count == self.numbers.most_staged:
                return ()
            return self.moves.staging[army.free][army.hand.kinds]
        if self.phase == TARGET:
            answered = len(army.aims)
            return army.questions[answered] if answered < len(army.questions) else ()
        if army.staged_count == self.numbers.lanes:
            return ()
        return self.moves.setup[army.staged_count][army.hand.kinds]

    def _choose(self, army: Army, move: int) -> None:
        if self.phase == TARGET:
            army.aims.append(move)
        elif move == DONE:
            army.ready = True
        else:
            army.stage(self.moves.staged_lane[move], self.moves.staged_kind[move])

    # What happens.

    def _both_have_chosen(self) -> None:
        """The phases in their order: each ends when both seats have chosen."""
        if self.phase == SETUP:
            self._deploy()
            self._draw()
            self._begin_round()
        elif self.phase == STAGE:
            self._begin_combat()
        else:
            resolve_combat(self.armies[0], self.armies[1], self.moves)
            self._push()
            self._deploy()
            if losers(self.fronts, self.numbers.reach) or self.round >= self.max_rounds:
                self.phase = OVER
            else:
                self._draw()
                self._begin_round()

    def _begin_round(self) -> None:
        self.round += 1
        self.phase = STAGE
        for army in self.armies:
            army.ready = False

    def _begin_combat(self) -> None:
        """Staging is over: it is seen before which lanes cards lie, and the targets are chosen."""
        self.phase = TARGET
        first, second = self.armies
        first.ask(second, self.moves)
        second.ask(first, self.moves)

    def _push(self) -> None:
        """Before the staged cards arrive, they push the fronts where they may."""
        first, second = self.armies
        for lane in range(self.numbers.lanes):
            if first.pushes(second, lane):
                self.fronts[lane] += 1
            elif second.pushes(first, lane):
                self.fronts[lane] -= 1

    def _deploy(self) -> None:
        for army in self.armies:
            army.arrive(self.troops.fresh)

    def _draw(self) -> None:
        for army in self.armies:
            army.draw_up_to(self.numbers.full_hand, self.shuffler)

    # The rest of the protocol.

    def text(self, move: int) -> str:
        return self.moves.text(move)

    def parse(self, text: str) -> int:
        return self.moves.parse(text)

    def why_not(self, move: int) -> str:
        return refusal(self, move)

    def result(self) -> Result:
        if self.phase != OVER:
            raise ValueError("the game is not over")
        return ending(self.fronts, self.numbers.reach, self.max_rounds)

    def view(self, seat: int) -> View:
        return view_of(self, seat)

    def to_dict(self) -> Position:
        return written(self)

    def clone(self) -> HoldTheLine:
        copy = HoldTheLine()
        copy.numbers = self.numbers
        copy.troops = self.troops
        copy.moves = self.moves
        copy.max_rounds = self.max_rounds
        copy.shuffler = self.shuffler.clone()
        copy.player = self.player
        copy.chooser = self.chooser
        copy.phase = self.phase
        copy.round = self.round
        copy.fronts = self.fronts[:]
        copy.armies = [self.armies[0].clone(), self.armies[1].clone()]
        copy.choices = self.choices
        return copy
