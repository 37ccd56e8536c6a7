"""``gatepress play``: a game at the terminal, against bots, among bots, or from a file of moves."""

from __future__ import annotations

from generator.catalog.problems import Problems
from generator.cli.play.request import Request

EXAMPLES = (
    "gatepress play battle-gate --deck my-deck.yaml",
    "gatepress play strongholds --players 4 --opponent random",
    "gatepress play battle-gate --variant even-start",
    "gatepress play hold-the-line --log game.json",
    "gatepress play --replay game.json",
)


def command(request: Request) -> None:
    """Play a game at the terminal against bots, watch bots play, or play the moves in a file."""
    from generator.cli.play.run import run
    from generator.cli.print_problems import stop_with

    request.refuse_contradictions()
    problems = Problems()
    if not run(request, problems):
        stop_with(problems)
