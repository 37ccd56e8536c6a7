"""One game of a study, played again with the bots that it was played with."""

from __future__ import annotations

from generator.catalog.problems import Problem
from generator.rules import Record, RulesError
from generator.sim.play.match import Match
from generator.sim.study.play import GameFailed, Table


def begin_again(table: Table, number: int, record: Record | None = None) -> Match:
    """The game before its first move. ``record``: what it is known to be; else how the plan sets it up."""
    plan = table.plan
    names = plan.deck_names(number)
    return Match(table.game, record or Record(plan.game, plan.setup(number), names=names))


def play_again(table: Table, number: int) -> tuple[Record, Problem | None]:
    """The record of the game, and what ended it before its end."""
    match = begin_again(table, number)
    try:
        bots = table.bots(number)
        while (seat := match.state.player) is not None:
            bot, state = bots[seat], match.state
            move = table.choose(number, bot, state, state.legal(), bot.looks, len(match.steps))
            match.play(state.text(move))
    except GameFailed as failed:
        return match.record, failed.problem
    except RulesError as error:
        return match.record, error.problem()
    return match.record, None
