"""What happens in a game, in sentences for one seat or for somebody who sees all."""

from __future__ import annotations

from collections.abc import Iterator

from generator.catalog.wording import listed
from generator.cli.play.eyes import view_of
from generator.cli.play.match import Step
from generator.cli.screens.tables.table import Table, does
from generator.rules import Result, State


def told_step(table: Table, step: Step, after: State, seat: int | None) -> Iterator[str]:
    """A move and all that followed from it, as the seat may know it; ``seat`` None: somebody who sees all."""
    before = view_of(step.before, seat)
    if may_know(table, step, seat):
        subject = "you" if step.seat == seat else table.name(step.seat)
        yield does(subject, table.say(step.move, before))
    yield from table.news(before, view_of(after, seat))


def may_know(table: Table, step: Step, seat: int | None) -> bool:
    """Whether the seat may know of this move when it is made."""
    return seat is None or step.seat == seat or table.is_open(step.move)


def told_result(table: Table, result: Result, seat: int | None) -> Iterator[str]:
    """How the game ended."""
    reason = f"{result.reason[:1].upper()}{result.reason[1:]}"
    yield f"The game is over. {reason}{'' if reason.endswith('.') else '.'}"
    names = ["you" if winner == seat else table.name(winner) for winner in result.winners]
    if len(names) == 1:
        yield does(names[0], "win")
    else:
        yield f"The win is shared by {listed(names, 'and')}."
    points = set(result.scores)
    if not points <= {0, 1}:
        scores = [f"{table.name(number)} {score}" for number, score in enumerate(result.scores)]
        yield f"Points: {listed(scores, 'and')}."
