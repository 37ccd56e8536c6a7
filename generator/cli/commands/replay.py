"""``gatepress replay``: one game of a study, played again and shown move by move."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from generator.catalog.paths import shown_path
from generator.catalog.problems import InputError, Place, Problem, Problems
from generator.cli import completion
from generator.cli.console import print_json
from generator.cli.print_problems import stop_with

if TYPE_CHECKING:
    from generator.rules import Record
    from generator.sim.matches.match import Match
    from generator.sim.study.plan import Plan
    from generator.sim.study.store import Store
    from generator.sim.study.table import Table

EXAMPLES = (
    "gatepress replay study 17",
    "gatepress replay study 17 --out game.json",
    "gatepress replay study 17 --game my-game --opponent my_bot.py:Bot",
)

MAX_NUMBER = 10**9


def command(
    study: Annotated[
        Path, typer.Argument(metavar="STUDY", help="The folder of a study, or its file.", show_default=False)
    ],
    number: Annotated[
        int,
        typer.Argument(
            metavar="GAME", min=0, max=MAX_NUMBER, help="The number of a game, from 0.", show_default=False
        ),
    ],
    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            metavar="GAME",
            help="The game, by name or folder: needed unless it is a bundled one or the one in this folder.",
            autocompletion=completion.game,
        ),
    ] = None,
    opponent: Annotated[
        list[str] | None,
        typer.Option(
            "--opponent",
            metavar="FILE:CLASS",
            help="A bot of your own that played in it; may be repeated.",
            autocompletion=completion.bot,
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Write the record of the game, as `gatepress play` does."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the record of the game as JSON.")] = False,
) -> None:
    """Play a game of a study again, move by move, and check that it ends as it did."""
    from generator.catalog.wording import is_text
    from generator.rules import BadDatabase, RulesError
    from generator.sim.matches.again import command_again, named_plan, open_again
    from generator.sim.matches.files import check_can_write
    from generator.sim.study.store import Store
    from generator.sim.study.table import MOVE_LIMIT, GameFailed

    for path in (study, out):
        if path is not None and not is_text(str(path)):
            raise typer.BadParameter("that is not a file name")
    problems = Problems()
    try:
        if out is not None:
            check_can_write(out)
        with Store.open(study) as store:
            if number >= store.plan.games:
                message = f"it has the games 0 to {store.plan.games - 1:,}, got {number:,}"
                raise InputError(message, place=Place(shown_path(study)))
            stored = store.game(number)
        typed = command_again(str(study), number, store.plan)
        game = game or _here(store.plan)
        plan = named_plan(store.plan, game, opponent or (), typed, problems)
        if problems.has_errors:
            stop_with(problems)
        table = open_again(plan, store.plan, store.versions)
        with table.watched(number, MOVE_LIMIT):
            wrong = _Replayed(table, number, stored, _changes(store, table)).show(out, as_json=as_json)
        problems.extend(wrong)
    except InputError as error:
        problems.add(error)
    except BadDatabase as bad:
        problems.extend(bad.problems)
    except RulesError as wrong_rules:
        problems.extend([wrong_rules.problem()])
    except GameFailed as failed:
        problems.extend([failed.problem])
    if problems.has_errors:
        stop_with(problems)


def _here(plan: Plan) -> str | None:
    """The game of the folder that the user has gone to, where the study is one of it: by that it is named, as
    for all commands. The place that the study says is not gone to."""
    from generator.catalog.bundle import find_bundled_game
    from generator.cli.play.setup import playable_here

    return "." if not find_bundled_game(plan.place) and playable_here() == plan.game else None


def _changes(store: Store, table: Table) -> str:
    """What has changed since the study was played, in words; nothing where nothing has."""
    return "; ".join(store.versions.differences(table.versions))


class _Replayed:
    """A game that is played again, and what the study says of it."""

    def __init__(self, table: Table, number: int, stored: dict[str, Any] | None, changes: str) -> None:
        self._table = table
        self._number = number
        self._stored = stored
        """None for a game that the study has not come to yet."""
        self._changes = changes

    def show(self, out: Path | None, *, as_json: bool) -> list[Problem]:
        """Plays and shows the game; what is wrong with it. Raises InputError where it can't be written."""
        from generator.cli.play.session import PlayerLeft
        from generator.sim.matches.again import play_again
        from generator.sim.matches.files import write_record

        record, failed = play_again(self._table, self._number)
        if not as_json:
            try:
                self._narrate(record)
            except PlayerLeft:
                return []
        wrong = [failed] if failed is not None else self._differences(record)
        if out is not None:
            write_record(out, record)
        if as_json and not wrong:
            print_json(record.to_dict())
        return wrong

    def _narrate(self, record: Record) -> None:
        from generator.cli.play.run import Replay
        from generator.cli.play.session import Terminal
        from generator.rules.terminal import display_for
        from generator.sim.matches.again import begin_again
        from generator.sim.matches.match import narrate_outcome

        table, terminal = self._table, Terminal()
        display = display_for(table.game, table.database)
        display.names = dict(enumerate(record.names))
        plan, number = table.plan, self._number
        match = begin_again(table, number, record)
        terminal.say(f"{table.game.title}: game {number:,}, deal {plan.deal(number):,}", "head")
        for seat, contestant in enumerate(plan.seating(number)):
            name = display.name(seat)
            named = name if str(seat) in name else f"{name} (seat {seat})"
            terminal.say(f"{named} is {plan.contestants[contestant]}", "quiet")
        for line in narrate_outcome(display, match, None):
            terminal.say(line)
        Replay(match, len(record.moves), _maker(match, record), display, None, terminal).run()
        if self._stored is None:
            terminal.say("The study has not come to this game yet.", "quiet")

    def _differences(self, record: Record) -> list[Problem]:
        """What the study says of the game that is no longer so."""
        stored, result = self._stored, record.result
        if stored is None or result is None:
            return []
        seats = range(self._table.plan.seats)
        then = {
            "winners": [seat for seat in seats if stored[f"won_{seat}"]],
            "scores": [stored[f"score_{seat}"] for seat in seats],
            "cut_short": bool(stored["cut_short"]),
            "decisions": sum(stored[f"decisions_{seat}"] for seat in seats),
        }
        now = {
            "winners": list(result.winners),
            "scores": list(result.scores),
            "cut_short": result.cut_short,
            "decisions": len(record.moves),
        }
        found = [
            f"{key} {json.dumps(now[key])}, and not {json.dumps(then[key])}"
            for key in then
            if now[key] != then[key]
        ]
        if not found:
            return []
        message = f"game {self._number} does not end as it did in the study: {'; '.join(found)}"
        hint = self._changes or "a bot that decides by the time it has need not play the same game again"
        return [Problem(message, hint=hint)]


def _maker(match: Match, record: Record) -> Callable[[int], Problem | None]:
    """What makes the record's moves one by one; all of them are legal."""

    def make(number: int) -> None:
        match.play(record.moves[number])

    return make
