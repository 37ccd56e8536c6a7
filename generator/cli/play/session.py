"""One person at the keyboard plays a match against bots."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from generator.catalog.lines import readable
from generator.catalog.problems import InputError
from generator.catalog.stops import STOPS
from generator.catalog.wording import pluralize
from generator.cli.console import console, show
from generator.rules import IllegalMove, State, View
from generator.rules.terminal import Display
from generator.sim.bots import Bot
from generator.sim.matches.files import write_record
from generator.sim.matches.hints import describe_hint
from generator.sim.matches.match import (
    Match,
    Saved,
    folder_of,
    known_steps,
    narrate_result,
    narrate_step,
)

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

_MAX_ROWS = 9
"""Choices that stand under each other before a second column is begun, if there is room."""
_GAP = 3
"""Spaces between two columns of choices."""
_MAX_LETTERS = 500
"""Of a reason that is shown: what the person typed may be quoted in it."""


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
        *,
        has_rulebook: bool,
    ) -> None:
        self.match = match
        self.display = display
        self.seat = seat
        self.adviser = adviser
        """Whom a person asks for a hint."""
        self.terminal = terminal
        self.has_rulebook = has_rulebook
        """Whether the game has one that can be printed."""
        self.must_draw = True
        """Whether something has changed since the table was drawn."""
        self._bots = bots

    def run(self) -> None:
        """Plays until the game is over and the person leaves. Raises PlayerLeft if they leave before."""
        while True:
            seat = self.match.state.player
            if seat is None:
                if not self._after_the_end():
                    return
            elif seat == self.seat:
                self._ask()
            else:
                self.match.let_play(self._bots)
                self._narrate()

    def choices(self) -> Choices:
        """What the person may choose from now."""
        return Choices(self.match.state, self.display, self.match.state.view(self.seat))

    def _narrate(self) -> None:
        """Tells of the last move."""
        for line in narrate_step(self.display, self.match, self.seat):
            self.terminal.say(line)
        self.must_draw = True

    def _ask(self) -> None:
        choices = self.choices()
        if self.must_draw:
            self.draw()
            self.terminal.show(choices.draw(self.terminal.width))
            self.must_draw = False
        answer = self.terminal.ask(f"your move, 1 to {len(choices)} (or help): ")
        if not answer:
            self.must_draw = True
        elif answer.isdigit() and choices.move_for(answer) == answer:
            self.terminal.say(f"choose a number from 1 to {len(choices)}", "warning")
        elif not self._run_command(answer):
            self._play(choices.move_for(answer))

    def _play(self, move: str) -> None:
        try:
            self.match.play(move)
        except IllegalMove as error:
            self.terminal.say(f"illegal move: {readable(str(error), _MAX_LETTERS)}", "warning")
        else:
            self._narrate()

    def _run_command(self, answer: str) -> bool:
        """Whether the answer was a command, which is then carried out."""
        command, rest = find_command(answer)
        if command is None:
            return False
        try:
            command.carry_out(self, rest)
        except CommandError as error:
            self.terminal.say(readable(str(error), _MAX_LETTERS), "warning")
        return True

    def _after_the_end(self) -> bool:
        """Tells the result and asks for last commands; whether the game goes on, since a move was undone."""
        if self.must_draw:
            self.draw()
            self.terminal.show(self._result())
            self.must_draw = False
        answer = self.terminal.ask("the game is over; undo, log, save FILE, or Enter to leave: ")
        if not answer:
            return False
        if not self._run_command(answer):
            self.terminal.say("no more moves: the game is over", "warning")
        return True

    def draw(self) -> None:
        """Draws the table as the person sees it."""
        self.terminal.show(
            self.display.draw(self.match.state.view(self.seat), self.terminal.width), space=True
        )

    def _result(self) -> list[str]:
        moves = pluralize(len(self.match.steps), "decision")
        match = self.match
        return [
            *narrate_result(self.display, match.game, match.state.result(), self.seat),
            f"{moves} in all.",
        ]


class Choices:
    """What a player may choose from, by number or in notation."""

    def __init__(self, state: State, display: Display, view: View) -> None:
        self.moves = tuple(state.text(move) for move in state.legal())
        self._display = display
        self._view = view

    def __len__(self) -> int:
        return len(self.moves)

    def move_for(self, answer: str) -> str:
        """The move that an answer stands for, in notation: one of the numbers, or it is notation itself."""
        words = " ".join(answer.lower().split()) if answer.isascii() else answer
        if words.isdigit() and len(words) < 9 and 1 <= int(words) <= len(self.moves):
            return self.moves[int(words) - 1]
        by_lower_case = {move.lower(): move for move in self.moves}
        return by_lower_case.get(words, answer)

    def draw(self, width: int) -> Iterator[RenderableType]:
        """The list, in as many columns as it needs and the screen has room for."""
        from rich.text import Text

        from generator.catalog.screen import Column, labels, table_of

        numbered = [self._label(number) for number in range(len(self.moves))]
        words = [self._words(number) for number in range(len(self.moves))]
        widest = numbered[0].cell_len + max(said.cell_len for said in words)
        wanted = -(-len(words) // _MAX_ROWS)
        across = max(1, min(wanted, (width + 1) // (widest + _GAP)))
        rows = -(-len(words) // across)
        # Words that are too long for the screen go on under themselves, not under the number.
        columns = [*labels(""), "", Column(width=_GAP)] * across
        cells = (
            [part for at in range(row, len(words), rows) for part in (numbered[at], words[at], Text())]
            for row in range(rows)
        )
        yield table_of(columns[:-1], (parts[: 3 * across - 1] for parts in cells), gap=0)

    def _label(self, number: int) -> Text:
        """The number and the notation, as wide for each choice."""
        from rich.text import Text

        notation = max(map(len, self.moves))
        return Text.assemble((f"{number + 1:>3}", "bold cyan"), f"  {self.moves[number]:<{notation}}  ")

    def _words(self, number: int) -> Text:
        from rich.text import Text

        move = self.moves[number]
        said = self._display.say(move, self._view)
        return Text("" if said == move else said, "quiet")


class CommandError(ValueError):
    """Raised for a command that can't be carried out; the message says why."""


class Command(NamedTuple):
    """A command that a person can give."""

    words: str
    """How it is written, with what it takes."""
    meaning: str
    carry_out: Callable[[Session, str], None]


def find_command(answer: str) -> tuple[Command | None, str]:
    """The command that an answer is, if it is one, and what stands behind its first word."""
    word, _, rest = answer.partition(" ")
    return COMMANDS.get(_ALIASES.get(word.lower(), word.lower())), rest.strip()


def _undo(session: Session, _: str) -> None:
    undone = session.match.take_back(session.seat)
    if undone is None:
        raise CommandError("you have no move to take back")
    session.terminal.say(f"taken back: {undone.move}, and everything that followed it")
    session.must_draw = True


def _save(session: Session, name: str) -> None:
    if not name:
        raise CommandError("save needs a file name: save game.json")
    record = session.match.record
    try:
        write_record(Path(name), record, is_new=True)
    except InputError as error:
        raise CommandError(error.message) from None
    saved = session.match.saved = Saved(name, record.moves, folder_of(session.match.game))
    session.terminal.say(f"saved in {name}; {saved.way_on}")


def _hint(session: Session, _: str) -> None:
    state = session.match.state
    if state.player is None:
        raise CommandError("the game is over: there is nothing to choose")
    with STOPS.deferred():
        advice = session.adviser.hint(state.view(session.seat), state.legal())
    if not advice:
        raise CommandError("there is no hint for this decision")
    first, *others = describe_hint(advice, state.text)
    session.terminal.say(first, "good")
    session.terminal.show(others)


def _log(session: Session, _: str) -> None:
    known = known_steps(session.display, session.match, session.seat)
    # Only those that are shown count: a gap would reveal how many moves another seat made face down.
    for count, number in enumerate(known, start=1):
        step = session.match.steps[number]
        name = "you" if step.seat == session.seat else session.display.name(step.seat)
        session.terminal.say(f"{count:>4}  {name}: {step.move}")
    hidden = len(session.match.steps) - len(known)
    if not known:
        session.terminal.say("no moves yet that you can see" if hidden else "no moves yet")


def _help(session: Session, _: str) -> None:
    session.terminal.pairs([(command.words, command.meaning) for command in COMMANDS.values()])
    session.terminal.say("Anything else is a move: its number in the list, or its text as written there.")


def _rules(session: Session, _: str) -> None:
    session.terminal.pairs(session.display.examples)
    if not session.display.examples:
        session.terminal.say("the moves are those of the list")
    if session.has_rulebook:
        game = folder_of(session.match.game) or session.match.game.name
        session.terminal.say(f"The rulebook is printed by `gatepress build {shlex.quote(game)}`.")


def _quit(_: Session, __: str) -> None:
    raise PlayerLeft


COMMANDS = {
    "undo": Command("undo", "takes back your last move and everything that followed it", _undo),
    "hint": Command("hint", "what the bot greedy would do in your place, and why", _hint),
    "log": Command("log", "the moves so far that you have seen", _log),
    "save": Command("save FILE", "writes the game into a new file, to resume or replay it later", _save),
    "rules": Command("rules", "how each kind of move is written and what it does", _rules),
    "help": Command("help", "lists these commands", _help),
    "quit": Command("quit", "leaves the game", _quit),
}

_ALIASES = {"?": "help", "exit": "quit", "q": "quit"}


class PlayerLeft(Exception):  # noqa: N818 - it is what happened
    """Raised when the person at the keyboard leaves: the input has ended, or they said so."""


class Terminal:
    """The screen and the keyboard."""

    @property
    def width(self) -> int:
        """Columns to draw in."""
        return console().width

    def say(self, line: str, style: str = "") -> None:
        """Prints a line, broken between words where it is too long."""
        from rich.text import Text

        self.show([Text(line, style)])

    def show(self, parts: Iterable[RenderableType], *, space: bool = False) -> None:
        """Prints the parts one under the other; ``space``: with an empty line above and below."""
        from rich.console import Group

        gap = [""] if space else []
        # As a group, so that a table is fitted into the width: words may be broken into lines.
        show(console(), [Group(*gap, *parts, *gap)])

    def pairs(self, rows: Iterable[tuple[str, str]]) -> None:
        """Prints words and what they mean, in two columns."""
        from generator.catalog.screen import labels, table_of

        self.show([table_of([*labels(""), ""], ((f"  {word}", meaning) for word, meaning in rows))])

    def ask(self, prompt: str) -> str:
        """The person's answer, without spaces around it. Raises PlayerLeft at the end of the input."""
        with suppress(ImportError):
            # Where there is a line editor, its import gives the keys and the lines before to `input`.
            import readline  # noqa: F401
        try:
            answer = input(prompt).strip()
        except UnicodeDecodeError:
            return "?"
        except (EOFError, OSError):
            # The end of the input, or one that can't be read.
            print()
            raise PlayerLeft from None
        if not sys.stdin.isatty():
            # Where nobody types, the answer is printed, so that the text reads as at a terminal.
            print(answer)
        return answer
