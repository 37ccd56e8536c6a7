"""What happens in a game, in sentences for one seat or for somebody who sees all."""

from __future__ import annotations

from collections.abc import Iterator

from generator.catalog.wording import join_words
from generator.cli.play.eyes import view_of
from generator.cli.play.match import Match, Step
from generator.rules import Result
from generator.rules.terminal import Display, does


def told_step(display: Display, match: Match, seat: int | None) -> Iterator[str]:
    """The last move and all that followed from it, as the seat may know it; ``seat`` None: somebody who
    sees all."""
    step = match.steps[-1]
    before, after = view_of(step.before, seat), view_of(match.state, seat)
    if may_know(display, step, seat):
        subject = "you" if step.seat == seat else display.name(step.seat)
        yield does(subject, display.say(step.move, before))
    if display.turns_up(before, after):
        since = [*_since_turned_up(display, match, seat, len(match.steps) - 1), step]
        yield from display.turned_up([(one.seat, one.move) for one in since], before, after)
    yield from display.news(before, after)


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
    while first and not display.turns_up(view_of(states[first - 1], seat), view_of(states[first], seat)):
        first -= 1
    return match.steps[first:end]


def may_know(display: Display, step: Step, seat: int | None) -> bool:
    """Whether the seat may know of this move when it is made."""
    return seat is None or step.seat == seat or display.is_open(step.move)


def told_result(display: Display, result: Result, seat: int | None) -> Iterator[str]:
    """How the game ended."""
    reason = f"{result.reason[:1].upper()}{result.reason[1:]}"
    yield f"The game is over. {reason}{'' if reason.endswith('.') else '.'}"
    names = ["you" if winner == seat else display.name(winner) for winner in result.winners]
    if not names:
        yield "Nobody wins."
    elif len(names) == 1:
        yield does(names[0], "win")
    else:
        yield f"The win is shared by {join_words(names, 'and')}."
    points = set(result.scores)
    if not points <= {0, 1}:
        scores = [f"{display.name(number)} {score}" for number, score in enumerate(result.scores)]
        yield f"Points: {join_words(scores, 'and')}."
