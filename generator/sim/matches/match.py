"""A match under way: all its states, and how it is narrated to one seat or to a spectator."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from generator.catalog.paths import shown_path
from generator.catalog.stops import STOPS
from generator.catalog.wording import join_words
from generator.rules import Game, IllegalMove, Record, Result, RulesError, State, View
from generator.rules.errors import blame, place_of_code
from generator.rules.own_rules import check_state as check_own_state
from generator.rules.protocol import Sides
from generator.rules.terminal import Display, does, drawn_lines
from generator.sim.bots import Bot
from generator.sim.endings import describe_result

ADVISER = "greedy"
"""The bot that gives hints, and that plays unless another is asked for."""
_WIDTH = 88
"""Columns of the table as the conformance suite has it drawn."""


class Step(NamedTuple):
    """A move that was made: by whom, in which state."""

    seat: int
    move: str
    before: State


class Saved(NamedTuple):
    """A file that the game was written to, and the moves that had been made by then."""

    file: str
    moves: list[str]
    folder: str | None = None
    """The game as the command line has to name it, where the file's name for it is not enough."""

    @property
    def way_on(self) -> str:
        """What goes on from there, in words."""
        words = ["gatepress", "play", *([self.folder] if self.folder else []), "--from", self.file]
        return f"`{shlex.join(words)}` resumes it"


def folder_of(game: Game) -> str | None:
    """How the command line names a game with rules of its own; None for a bundled game: its name will do."""
    return None if game.folder is None else shown_path(game.folder)


class Match:
    """A game that is recorded while it is played, and can be taken back move by move."""

    def __init__(self, game: Game, record: Record) -> None:
        """Begins the game, with none of the record's moves made.

        Raises InputError or BadPosition; and, as all that plays a game, RulesError where rules of a
        designer's own go wrong.
        """
        self.game = game
        self.state = record.begin(game)
        check_own_state(game, self.state)
        self.steps: list[Step] = []
        self.saved: Saved | None = None
        """The last file that a person asked for."""
        self._began = record

    @classmethod
    def of_a_move(cls, game: Game, step: Step, after: State) -> Match:
        """A match of which nothing is known but its last move."""
        match = cls.__new__(cls)
        match.game = game
        match.state = after
        match.steps = [step]
        match.saved = None
        match._began = Record(game.name)
        return match

    def play(self, text: str) -> Step:
        """Makes a move in notation. Raises IllegalMove, and then nothing has changed."""
        before = self.state.clone()
        seat = self.state.player
        try:
            with STOPS.deferred(), blame(self.game.folder, text, seat, but=(IllegalMove,)):
                self.state.play(text)
                check_own_state(self.game, self.state)
        except RulesError:
            # A move that was made by halves would spoil the record.
            self.state = before
            raise
        return self._note(0 if seat is None else seat, text, before)

    def let_play(self, bots: Mapping[int, Bot]) -> Step:
        """Has the bot whose turn it is make a move."""
        state = self.state
        seat = state.player
        assert seat is not None
        with STOPS.deferred(), blame(self.game.folder, seat=seat):
            move = bots[seat].choose(state.view(seat), state.legal())
        text = state.text(move)
        try:
            return self.play(text)
        except IllegalMove as error:
            if self.game.folder is None:
                raise
            message = f"`{text}` is among the legal moves, and is refused: {error}"
            raise RulesError(message, place_of_code(state.legal, self.game.folder), seat=seat) from error

    def take_back(self, seat: int) -> Step | None:
        """Goes back to the seat's last decision; the step that was undone, None if it has made none."""
        numbers = [number for number, step in enumerate(self.steps) if step.seat == seat]
        if not numbers:
            return None
        undone = self.steps[numbers[-1]]
        del self.steps[numbers[-1] :]
        self.state = undone.before
        return undone

    @property
    def record(self) -> Record:
        result = self.state.result() if self.state.over else None
        return replace(self._began, moves=[step.move for step in self.steps], result=result)

    def call(self, players: Sequence[str]) -> None:
        """Names those who play, by seat; the record has it."""
        self._began = replace(self._began, players=tuple(players))

    def _note(self, seat: int, text: str, before: State) -> Step:
        # A person may write a move in several ways; the record has it as the rules write it.
        step = Step(seat, before.text(before.parse(text)), before)
        self.steps.append(step)
        return step


def view_for(state: State, seat: int | None) -> View:
    """What the seat sees; for None what all seats see together, which is everything but face-down piles.

    It is put together from the seats' own views, each seat's part from its own; ``seat`` is then None.
    """
    if seat is not None:
        return state.view(seat)
    whole = state.view(0)
    parts = whole.get("seats")
    if isinstance(parts, list):
        whole["seats"] = [state.view(number)["seats"][number] for number in range(len(parts))]
    return whole | {"seat": None, "asked": False}


def narrate_step(display: Display, match: Match, seat: int | None) -> Iterator[str]:
    """The last move, those that it forced, and all else that followed, as the seat may know it.

    ``seat`` None: somebody who sees all.
    """
    step = match.steps[-1]
    before, after = view_for(step.before, seat), view_for(match.state, seat)
    if may_know(display, step, seat):
        subject = "you" if step.seat == seat else display.name(step.seat)
        yield does(subject, display.say(step.move, before))
    yield from narrate_outcome(display, match, seat)
    if display.turns_up(before, after):
        since = [*_since_turned_up(display, match, seat, len(match.steps) - 1), step]
        yield from display.turned_up([(one.seat, one.move) for one in since], before, after)
    yield from display.news(before, after)


def narrate_outcome(display: Display, match: Match, seat: int | None) -> Iterator[str]:
    """The moves that were forced after the last one, or at the beginning, as the seat may know them, and what
    the rules announced of it all."""
    state, before = match.state, match.steps[-1].before if match.steps else match.state
    sentences = [_sentence(display, about, words, seat) for about, words in state.told()]
    first = 0
    for (mover, move), already in zip(state.forced_moves(), state.told_before(), strict=True):
        yield from sentences[first:already]
        first = already
        forced = Step(mover, state.text(move), before)
        if may_know(display, forced, seat):
            subject = "you" if mover == seat else display.name(mover)
            yield does(subject, display.say(forced.move, view_for(before, seat)))
    yield from sentences[first:]


def _sentence(display: Display, about: int | None, words: str, seat: int | None) -> str:
    """What the rules announced, of a seat or of nobody, as a sentence."""
    if about is not None:
        return does("you" if about == seat else display.name(about), words)
    return f"{words[:1].upper()}{words[1:]}{'' if words.endswith(('.', '!', '?')) else '.'}"


def known_steps(display: Display, match: Match, seat: int | None) -> list[int]:
    """The numbers of the moves that the seat may know of by now; when the game is over, all."""
    total = len(match.steps)
    first = total if match.state.over else total - len(_since_turned_up(display, match, seat, total))
    return [
        number for number, step in enumerate(match.steps) if number < first or may_know(display, step, seat)
    ]


def _since_turned_up(display: Display, match: Match, seat: int | None, end: int) -> list[Step]:
    """The moves before number ``end`` that were made since the last time that choices were turned up."""
    states = [*(step.before for step in match.steps), match.state]
    first = end
    while first and not display.turns_up(view_for(states[first - 1], seat), view_for(states[first], seat)):
        first -= 1
    return match.steps[first:end]


def may_know(display: Display, step: Step, seat: int | None) -> bool:
    """Whether the seat may know of this move when it is made."""
    return seat is None or step.seat == seat or display.is_open(step.move)


def narrate_result(display: Display, game: Game, result: Result, seat: int | None) -> Iterator[str]:
    """How the game ended."""
    reason = f"{result.reason[:1].upper()}{result.reason[1:]}"
    yield f"The game is over. {reason}{'' if reason.endswith('.') else '.'}"
    sides = game.sides(len(result.scores))
    names = ["you" if winner == seat else display.name(winner) for winner in result.winners]
    if not names:
        yield "Nobody wins."
    elif len(names) == 1:
        yield does(names[0], "win")
    else:
        outcome = describe_result(names, result, all_can_lose=game.all_can_lose, sides=sides)
        yield f"{outcome[:1].upper()}{outcome[1:]}."
    points = set(result.scores)
    if not points <= {0, 1}:
        yield f"Points: {_points_by_side(display, result, sides)}."


def _points_by_side(display: Display, result: Result, sides: Sides) -> str:
    """The points of each seat, or of each team."""
    if all(len(side) == 1 for side in sides):
        scores = [f"{display.name(number)} {score}" for number, score in enumerate(result.scores)]
        return join_words(scores, "and")
    of_sides = [(join_words([display.name(seat) for seat in side], "and"), side[0]) for side in sides]
    return "; ".join(f"{names} together {result.scores[first]}" for names, first in of_sides)


class Reader:
    """What somebody in a seat reads at the terminal, for the conformance suite to look at."""

    name = "the terminal"

    def __init__(self, game: Game, display: Display) -> None:
        self._game = game
        self._display = display

    def shows(self, state: State, seat: int) -> dict[str, list[str]]:
        """The table, what may be chosen, and how the game ended."""
        display, view = self._display, state.view(seat)
        moves = [display.say(state.text(move), view) for move in state.legal() if state.player == seat]
        ended = list(narrate_result(display, self._game, state.result(), seat)) if state.over else []
        return {"table": drawn_lines(display, view, _WIDTH), "choices": moves, "end": ended}

    def tells(self, before: State, move: str, after: State, seat: int) -> list[str] | None:
        """What is said of a move, and whether it is in the log; after the end that has all moves."""
        display = self._display
        if before.player is None or after.over or display.turns_up(before.view(seat), after.view(seat)):
            return None
        match = Match.of_a_move(self._game, Step(before.player, move, before), after)
        logged = move if known_steps(display, match, seat) else ""
        return [*narrate_step(display, match, seat), logged]
