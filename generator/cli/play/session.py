"""One person at the keyboard plays a match against bots."""

from __future__ import annotations

from collections.abc import Mapping

from generator.catalog.lines import readable
from generator.catalog.wording import pluralize
from generator.cli.play.choices import Choices
from generator.cli.play.match import Match
from generator.cli.play.orders import OrderRefused, find_order
from generator.cli.play.telling import told_result, told_step
from generator.cli.play.terminal import Terminal
from generator.rules import IllegalMove
from generator.rules.terminal import Display
from generator.sim.bots import Bot


class Session:
    """A match, who sits where, and the conversation with the person."""

    def __init__(
        self,
        match: Match,
        display: Display,
        seat: int,
        bots: Mapping[int, Bot],
        adviser: Bot,
        terminal: Terminal,
    ) -> None:
        self.match = match
        self.display = display
        self.seat = seat
        self.adviser = adviser
        """Whom a person asks for a hint."""
        self.terminal = terminal
        self.must_draw = True
        """Whether something has changed since the table was drawn."""
        self._bots = bots

    def run(self) -> None:
        """Plays until the game is over and the person has no more orders. Raises Left when they leave."""
        while True:
            seat = self.match.state.player
            if seat is None:
                if not self._after_the_end():
                    return
            elif seat == self.seat:
                self._ask()
            else:
                self._let_play(seat)

    def choices(self) -> Choices:
        """What the person may choose from now."""
        return Choices(self.match.state, self.display, self.match.state.view(self.seat))

    def _let_play(self, seat: int) -> None:
        state = self.match.state
        self.match.apply(self._bots[seat].choose(state.view(seat), state.legal()))
        self._tell()

    def _tell(self) -> None:
        """Tells of the last move."""
        for line in told_step(self.display, self.match, self.seat):
            self.terminal.say(line)
        self.must_draw = True

    def _ask(self) -> None:
        choices = self.choices()
        if self.must_draw:
            self.draw()
            self.terminal.show(choices.drawn(self.terminal.width))
            self.must_draw = False
        answer = self.terminal.ask(f"your move, 1 to {len(choices)} (or help): ")
        if not answer:
            self.must_draw = True
        elif answer.isdigit() and choices.written(answer) == answer:
            self.terminal.say(f"not possible: the choices are 1 to {len(choices)}", "yellow")
        elif not self._obey(answer):
            self._play(choices.written(answer))

    def _play(self, move: str) -> None:
        try:
            self.match.play(move)
        except IllegalMove as error:
            self.terminal.say(f"not possible: {readable(str(error), 500)}", "yellow")
        else:
            self._tell()

    def _obey(self, answer: str) -> bool:
        """Whether the answer was an order, which is then carried out."""
        order, rest = find_order(answer)
        if order is None:
            return False
        try:
            order.carry_out(self, rest)
        except OrderRefused as error:
            self.terminal.say(readable(str(error), 500), "yellow")
        return True

    def _after_the_end(self) -> bool:
        """Tells the result and asks for last orders; whether the game goes on, since a move was undone."""
        if self.must_draw:
            self.draw()
            self.terminal.show(self._result())
            self.must_draw = False
        answer = self.terminal.ask("the game is over; undo, log, save FILE, or Enter to leave: ")
        if not answer:
            return False
        if not self._obey(answer):
            self.terminal.say("no more moves: the game is over", "yellow")
        return True

    def draw(self) -> None:
        """Draws the table as the person sees it."""
        self.terminal.show(
            self.display.draw(self.match.state.view(self.seat), self.terminal.width), space=True
        )

    def _result(self) -> list[str]:
        moves = pluralize(len(self.match.steps), "decision")
        return [*told_result(self.display, self.match.state.result(), self.seat), f"{moves} in all."]
