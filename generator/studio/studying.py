"""Sweeps and balance studies as the studio plays them: what a form asks for, and the playing itself."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.catalog.models import Game as Database
from generator.catalog.problems import InputError, Problems
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import clipped, quote, slug
from generator.catalog.writing import write_file
from generator.studio.printing import failure, refuse_links
from generator.studio.runs import Line, Stopped, WorkFailed

if TYPE_CHECKING:
    from generator.export.report.document import Report
    from generator.rules import Game
    from generator.sim.balance.arms import Asked
    from generator.sim.balance.playing import Played, Player
    from generator.sim.balance.study import Balance
    from generator.sim.sweeps.sweep import SweepResult

STUDIES = "studies"
"""The folder in a game's output folder that studies are kept in."""
LOOK_SECONDS = 1.0
"""Between two looks at what the games show so far."""
MAX_GAMES, MAX_WORKERS, MAX_SEED, MAX_PLAYERS = 10**6, 64, 2**31, 12
MAX_AXES, MAX_LETTERS = 4, 400
MAX_NAME = 48
FIELDS = ("bots", "games", "players", "seed", "workers", "axes", "measures")
MEASURES: Mapping[str, str] = {
    "seats": "Is any seat better than another?",
    "course": "How do games go and end?",
    "players": "Is it fair for each number of players?",
    "setups": "Is it fair in each setup?",
    "bots": "Does the better player win?",
    "strategies": "What is it worth to do without a kind of move?",
    "ladder": "How much does thinking longer help?",
}
"""What a balance study may ask; ``gatepress balance`` asks for more."""


class StudyAsked(NamedTuple):
    """What a form asks for. It can be pickled."""

    folder: Path
    game: str
    bots: tuple[str, ...]
    players: int | None
    games: int
    seed: int
    workers: int
    axes: tuple[tuple[str, str], ...] = ()
    """Of a sweep: paths, each with its values."""
    measures: tuple[str, ...] = ()
    """Of a balance study."""

    @property
    def command(self) -> str:
        """The command that plays the same."""
        if self.axes:
            words = ["gatepress", "sweep", self.game]
            for path, values in self.axes:
                words += ["--set", f"{path}={values}"]
            words += ["--bots", ",".join(self.bots)]
        else:
            words = ["gatepress", "balance", self.game, "--measure", ",".join(self.measures)]
            words += ["--bots", ",".join(self.bots)]
        words += [] if self.players is None else ["--players", str(self.players)]
        return shlex.join([*words, "--games", str(self.games), "--seed", str(self.seed)])


def read_study_form(form: Mapping[str, Any], folder: Path, game: str) -> tuple[StudyAsked | None, Problems]:
    """What a page has sent, and all that is wrong with it, each with its field."""
    problems = Problems()
    reader = _FormReader(form, problems)
    for name in form:
        if name not in FIELDS:
            hint = did_you_mean(name, FIELDS)
            problems.error(f"a form has no field {quote(name)}", field=clipped(name), hint=hint)
    bots = tuple(bot.strip() for bot in reader.text("bots", "greedy").split(",") if bot.strip())
    players = None if form.get("players") in (None, "") else reader.number("players", 1, MAX_PLAYERS)
    games = reader.number("games", 2, MAX_GAMES)
    seed = reader.number("seed", 0, MAX_SEED)
    workers = reader.number("workers", 1, MAX_WORKERS)
    axes, measures = tuple(reader.axes()), tuple(reader.measures())
    if not bots:
        problems.error("name a bot", field="bots", hint="write for example `greedy`")
    if any(":" in bot and ".py" in bot for bot in bots):
        problems.error(
            "a form names no files", field="bots", hint="play with a bot of your own on the command line"
        )
    if "axes" in form and not axes and not problems.has_errors:
        problems.error("name a number and values for it", field="axes", hint="for example rules.hand: 4,5,6")
    if "axes" not in form and not measures and not problems.has_errors:
        problems.error("choose what is measured", field="measures")
    if problems.has_errors:
        return None, problems
    return StudyAsked(folder, game, bots, players, games, seed, workers, axes, measures), problems


class _FormReader:
    def __init__(self, form: Mapping[str, Any], problems: Problems) -> None:
        self._form = form
        self._problems = problems

    def text(self, name: str, usual: str) -> str:
        value = self._form.get(name, usual)
        if not isinstance(value, str) or len(value) > MAX_LETTERS:
            self._problems.error("expected a text", field=name)
            return usual
        return value.strip() or usual

    def number(self, name: str, least: int, most: int) -> int:
        value = self._form.get(name)
        text = str(value).strip() if isinstance(value, str | int) else ""
        is_number = text.isascii() and text.isdigit() and len(text) <= 10
        if not is_number or not least <= int(text) <= most:
            self._problems.error(f"expected a whole number from {least} to {most:,}", field=name)
            return least
        return int(text)

    def axes(self) -> Iterator[tuple[str, str]]:
        given = self._form.get("axes", [])
        if not isinstance(given, list) or len(given) > MAX_AXES:
            self._problems.error(f"at most {MAX_AXES} numbers are tried at a time", field="axes")
            return
        for axis in given:
            pair = [axis.get(key, "") for key in ("path", "values")] if isinstance(axis, dict) else [None]
            if not all(isinstance(part, str) and len(part) <= MAX_LETTERS for part in pair):
                self._problems.error("expected a number's name and its values", field="axes")
                return
            path, values = (str(part).strip() for part in pair)
            if path and values:
                yield path, values
            elif path or values:
                message = f"{path}: name values for it" if path else f"which number is to be {values}?"
                self._problems.error(message, field="axes")

    def measures(self) -> Iterator[str]:
        given = self._form.get("measures", [])
        known = given if isinstance(given, list) else [given]
        for name in known:
            if not isinstance(name, str) or name not in MEASURES:
                self._problems.error(f"{quote(name)} is nothing that is measured", field="measures")
        yield from (name for name in MEASURES if name in known)


# What is done in a process of its own


def _open(asked: StudyAsked) -> tuple[Database, Game]:
    """The game and its rules. Raises :class:`WorkFailed` where it can't be played."""
    from generator.catalog.load import load_game
    from generator.rules.loading import rules_for

    problems = Problems()
    database = game = None
    try:
        database = load_game(asked.folder, problems)
        game = None if database is None or problems.has_errors else rules_for(database, problems)
    except InputError as error:
        problems.extend([error.at(None)])
    if database is None or game is None or problems.has_errors:
        raise failure("the game can’t be played", problems)
    return database, game


def sweep(line: Line, asked: StudyAsked, out: Path) -> Mapping[str, Any]:
    """Plays a sweep and writes its report and its table into ``out``; when it is stopped, what there is."""
    from generator.reports.sweep import report_of
    from generator.sim.study.workers import Crew
    from generator.sim.sweeps.arms import ArmFailed

    database, game = _open(asked)
    opened = _open_sweep(asked, database, game)
    line.begin(opened.games, "games")
    last: SweepResult | None = None
    looked = time.monotonic()

    def look(read: Callable[[], SweepResult | None]) -> None:
        nonlocal last, looked
        if line.is_stopped.is_set():
            last = read()
        elif time.monotonic() - looked >= LOOK_SECONDS:
            if (found := read()) is not None:
                line.show(_sweep_results(found))
            looked = time.monotonic()

    is_stopped = False
    try:
        last = opened.play(Crew(asked.workers), line.advance, look)
    except Stopped:
        is_stopped = True
        if last is None:
            raise
    except ArmFailed as failed:
        raise WorkFailed(str(failed.problem), (failed.problem,)) from None
    assert last is not None
    name = _free_name(out, "sweep-" + "-".join(path for path, _ in asked.axes))
    files = {f"{name}.csv": last.to_csv().encode()}
    report = report_of(last, database.title, asked.command)
    return {**_sweep_results(last), "stopped": is_stopped, **_write(out, name, report, files)}


def _open_sweep(asked: StudyAsked, database: Database, game: Game) -> Any:
    from generator.sim.study.plan import plan_of_bots
    from generator.sim.sweeps.sweep import Sweep, parse_axis

    problems = Problems()
    plan, axes = None, []
    try:
        plan = plan_of_bots(database, game, asked.bots, asked.players, asked.games, asked.seed)
    except InputError as error:
        problems.extend([error.at(None, field="bots")])
    for path, values in asked.axes:
        try:
            axes.append(parse_axis(f"{path}={values}", game))
        except InputError as error:
            problems.extend([error.at(None, field="axes")])
    if plan is not None and not problems.has_errors:
        try:
            found = Problems()
            opened = Sweep(plan, axes, found)
            problems.extend(problem._replace(field="axes") for problem in found)
            if not problems.has_errors:
                return opened
        except InputError as error:
            problems.extend([error.at(None, field="axes")])
    raise failure("no game was played", problems)


def _sweep_results(result: SweepResult) -> dict[str, Any]:
    """The table of a sweep, as the command prints it."""
    from generator.reports.sweep import NOTE, cells, columns

    return {
        "columns": [*columns(result), "games"],
        "rows": [[*cells(result, arm), f"{arm.games:,}"] for arm in result.arms],
        "note": NOTE,
    }


def balance(line: Line, asked: StudyAsked, out: Path) -> Mapping[str, Any]:
    """Plays a balance study and writes its report; its games are kept in ``out``, also when it is stopped."""
    from generator.reports.balance import report_of
    from generator.sim.balance.arms import design
    from generator.sim.balance.findings import findings
    from generator.sim.balance.playing import Player
    from generator.sim.study.workers import Crew
    from generator.sim.sweeps.arms import ArmFailed

    database, game = _open(asked)
    study = _asked_of(asked, database, game)
    arms = design(study)
    line.begin(sum({arm.plan: arm.plan.games for arm in arms}.values()), "games")
    name = _free_name(out, "balance-" + "-".join(asked.measures))
    player = Player(database, game, Crew(asked.workers), out / name, None)
    played: list[Played] = []
    is_stopped = False
    try:
        for one in player.play(arms, line.advance):
            played.append(one)
            line.show(_balance_results(played))
    except Stopped:
        is_stopped = True
        if not any(one.figures.arm.measure == "seats" for one in played):
            raise
    except ArmFailed as failed:
        raise WorkFailed(str(failed.problem), (failed.problem,)) from None
    found = _put_together(study, database, player, played)
    report = report_of(found, findings(found), asked.command)
    results = {
        **_balance_results(played),
        "findings": [{**one.to_dict(), "text": one.text.replace("**", "")} for one in findings(found)],
        "stopped": is_stopped,
    }
    return {**results, **_write(out, name, report, {})}


def _asked_of(asked: StudyAsked, database: Database, game: Game) -> Asked:
    from generator.sim.balance.arms import USUAL_BUDGET, Asked, against_seats, read_measures, why_not
    from generator.sim.study.plan import check_bots, place_of_game

    problems = Problems()
    seats = asked.players or next((seats for seats in game.seats if seats > 1), game.seats[0])
    reason = against_seats(game, seats)
    if reason is not None:
        problems.error(reason, field="players")
    try:
        check_bots(asked.bots, game, asked.seed)
    except InputError as error:
        problems.extend([error.at(None, field="bots")])
    study = Asked(
        game,
        place_of_game(database),
        asked.bots,
        seats,
        asked.seed,
        asked.games,
        (),
        (),
        {},
        read_measures(",".join(asked.measures)) | {"seats"},
        USUAL_BUDGET,
        any(component.blank is not None for component in database.components),
    )
    for measure in sorted(study.measures - {"seats"}):
        reason = None if problems.has_errors else why_not(measure, study)
        if reason is not None:
            problems.error(f"{measure}: {reason}", field="measures")
    if problems.has_errors:
        raise failure("no game was played", problems)
    return study


def _put_together(study: Asked, database: Database, player: Player, played: list[Played]) -> Balance:
    from dataclasses import replace

    from generator.sim.balance.arms import design
    from generator.sim.balance.study import Balance
    from generator.sim.study.plan import versions_of

    # Of a measure that was not finished nothing is said.
    missing = {arm.measure for arm in design(study)[len(played) :]}
    whole = [one for one in played if one.figures.arm.measure not in missing - {"seats"}]
    versions = versions_of(whole[0].figures.arm.plan, database)
    measures = study.measures - (missing - {"seats"})
    return Balance(replace(study, measures=measures), versions, {}, player.rule, tuple(whole))


def _balance_results(played: list[Played]) -> dict[str, Any]:
    """The matches that were played, with who won."""
    return {
        "columns": ["match", "games", "share of wins"],
        "rows": [
            [one.figures.arm.name, f"{one.figures.games:,}", share]
            for one in played
            for share in [_shares(one)]
        ],
        "note": "Between equals each seat or bot has an even share. In parentheses: 95 % intervals.",
    }


def _shares(one: Played) -> str:
    figures = one.figures
    if figures.arm.is_mirror:
        return "; ".join(f"seat {seat} {share.in_percent}" for seat, share in enumerate(figures.seats))
    return f"{figures.arm.subject} {figures.subject.in_percent}"


def _free_name(out: Path, wanted: str) -> str:
    """What a study is called that is called like no other."""
    stem = slug(wanted)[:MAX_NAME].strip("-") or "study"
    taken = {path.name.partition(".")[0] for path in out.iterdir()} if out.is_dir() else set[str]()
    number = 1
    while f"{stem}-{number}" in taken:
        number += 1
    return f"{stem}-{number}"


def _write(out: Path, name: str, report: Report, files: Mapping[str, bytes]) -> dict[str, Any]:
    """Writes the report of a study and what is beside it; tells the files."""
    from generator.export.report.html import html_of

    problems = Problems()
    out.mkdir(parents=True, exist_ok=True)
    contents = {f"{name}.html": html_of(report).encode(), **files}
    refuse_links((out / file for file in contents), out.parent.parent, problems)
    if problems.has_errors:
        raise failure("nothing was written", problems)
    for file, content in contents.items():
        write_file(out / file, content)
    workspace = out.parent.parent.parent
    return {
        "report": (out / f"{name}.html").relative_to(workspace).as_posix(),
        "files": [(out / file).relative_to(workspace).as_posix() for file in contents],
    }
