"""Games without a person: moves from a file, and bots among themselves."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict

from generator.catalog.problems import Problem
from generator.cli.play.eyes import view_of
from generator.cli.play.files import WrittenMove
from generator.cli.play.match import Match, Step
from generator.cli.play.telling import told_result, told_step
from generator.cli.play.terminal import Terminal
from generator.rules import IllegalMove
from generator.rules.terminal import Display
from generator.sim.bots import Bot

Heard = Callable[[Step], None]
"""Is told of every move when it has been made."""


def play_moves(match: Match, moves: Sequence[WrittenMove]) -> Problem | None:
    """Makes the moves of a file; what is wrong with the first that is not legal."""
    for move in moves:
        try:
            match.play(move.text)
        except IllegalMove as error:
            return Problem(f"{move.text}: {error}", move.place)
    return None


def play_bots(match: Match, bots: Mapping[int, Bot], heard: Heard) -> None:
    """Lets bots play to the end."""
    while (seat := match.state.player) is not None:
        state = match.state
        heard(match.apply(bots[seat].choose(state.view(seat), state.legal())))


def teller(match: Match, display: Display, seat: int | None, terminal: Terminal) -> Heard:
    """Tells of every move on the terminal, as the seat may know it; None: everything."""

    def heard(_: Step) -> None:
        for line in told_step(display, match, seat):
            terminal.say(line)

    return heard


def show_end(match: Match, display: Display, seat: int | None, terminal: Terminal) -> None:
    """The table at the end, and the result if there is one."""
    terminal.show(display.draw(view_of(match.state, seat), terminal.width), space=True)
    if match.state.over:
        terminal.show(told_result(display, match.state.result(), seat))
    elif match.state.player is not None:
        terminal.say(f"{display.name(match.state.player)} is to decide")


def as_json(match: Match) -> str:
    """The moves, the position that they lead to, and the result; ``docs/playing.md`` tells of each key."""
    state = match.state
    told = {
        "game": match.game.name,
        "moves": [step.move for step in match.steps],
        "player": state.player,
        "position": state.to_dict(),
        "result": asdict(state.result()) if state.over else None,
    }
    return json.dumps(told, indent=2, ensure_ascii=False)
