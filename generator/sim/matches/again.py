"""One game of a study, played again with the bots that it was played with.

A study names code: the folder of a game with rules of its own, and files of bots. Somebody else may have
written it, so that none of this runs unless the user names it, too.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import replace

from generator.catalog.bundle import find_bundled_game, find_game
from generator.catalog.changes import variants_in
from generator.catalog.problems import InputError, Problem, Problems
from generator.catalog.wording import join_words, quote
from generator.rules import Record, RulesError
from generator.sim.bot_specs import BotSpec, parse_bot_spec
from generator.sim.matches.match import Match
from generator.sim.study.plan import Contestant, Plan, Versions
from generator.sim.study.table import GameFailed, Table, open_table


def own_bots(plan: Plan) -> list[str]:
    """The bots of a study that are files of somebody's own, as it names them."""
    bots = dict.fromkeys(contestant.bot for contestant in plan.contestants)
    return [bot for bot in bots if parse_bot_spec(bot).file is not None]


def command_again(study: str, number: int, plan: Plan) -> str:
    """The command that shows a game, with all code that it runs named."""
    words = ["gatepress", "replay", study, str(number)]
    words += [] if find_bundled_game(plan.place) else ["--game", plan.place]
    for bot in own_bots(plan):
        words += ["--opponent", bot]
    return shlex.join(words)


def named_plan(plan: Plan, game: str | None, bots: Sequence[str], command: str, problems: Problems) -> Plan:
    """The plan of a study with the game and the bots that the user names in the place of those it names.

    What would run and was not named is reported in ``problems``, with the command that names it. Raises
    InputError for a bot that did not play, and where there is no such game.
    """
    hint = f"if its code may run here, name it: `{command}`"
    if game is None and not find_bundled_game(plan.place):
        problems.error(f"the game of this study, {quote(plan.game)}, is not a bundled one", hint=hint)
    own = {bot: parse_bot_spec(bot) for bot in own_bots(plan)}
    given: dict[str, str] = {}
    for bot in bots:
        spec = parse_bot_spec(bot)
        meant = [name for name, one in own.items() if _is_same(one, spec)]
        if not meant:
            others = f"its own bots are {join_words([quote(name) for name in own], 'and')}" if own else None
            raise InputError(f"no bot {quote(bot)} of anybody's own played in this study", hint=others)
        if spec.file is not None and not spec.file.is_file():
            raise InputError(f"no bot in {quote(spec.file.as_posix())}: there is no such file")
        given |= dict.fromkeys(meant, bot)
    for name in own:
        if name not in given:
            problems.error(f"a bot of somebody's own played in this study: {quote(name)}", hint=hint)
    seated = tuple(Contestant(given.get(one.bot, one.bot), one.deck) for one in plan.contestants)
    place = plan.place if game is None else str(find_game(game).resolve())
    return replace(plan, place=place, contestants=seated)


def _is_same(one: BotSpec, other: BotSpec) -> bool:
    """Whether two names of bots differ in the folder at most."""
    if one.file is None or other.file is None or one.file.name != other.file.name:
        return False
    return (one.class_name, one.strategies) == (other.class_name, other.strategies)


def open_again(plan: Plan, stored: Plan, versions: Versions) -> Table:
    """The table of a study that is stored, by the plan with what the user named.

    Raises InputError where that is not the study's game, or a bot, its game or its cards have changed: code
    that was named for another study does not run for this one.
    """
    table = open_table(plan)
    if table.game.name != stored.game:
        raise InputError(f"this is a study of {quote(stored.game)}, not of {quote(table.game.name)}")
    if own_bots(plan) and table.versions.cards != versions.cards:
        found = "; ".join(versions.differences(table.versions))
        raise InputError(f"the bot that is named need not be the one that played: {found}")
    return table


def begin_again(table: Table, number: int, record: Record | None = None) -> Match:
    """The game before its first move. ``record``: what it is known to be; else how the plan sets it up."""
    plan = table.plan
    names = plan.deck_names(number)
    variants = variants_in(plan.changes)
    began = Record(plan.game, plan.setup(number), names=names, variants=variants)
    return Match(table.game, record or began)


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
