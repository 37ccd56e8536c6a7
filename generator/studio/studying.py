"""Studies in the studio: those that lie in the workspace, the forms of new ones, and how these are played."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.catalog.keys import simple
from generator.catalog.press_settings import Setting
from generator.catalog.problems import InputError, Problems
from generator.catalog.stops import Stopping
from generator.catalog.wording import pluralize, quote, slug
from generator.catalog.writing import write_file
from generator.sim.study.options import BALANCE, QUESTIONS, SWEEP
from generator.studio.forms import (
    NAMES,
    Field,
    Refused,
    field_of,
    read_values,
    refuse_errors,
    refuse_form,
    text_of,
)
from generator.studio.printing import NOTHING_WRITTEN, refuse_links
from generator.studio.runs import Line, Stopped

if TYPE_CHECKING:
    from generator.reports.document import Report
    from generator.sim.balance.arms import Asked
    from generator.sim.balance.playing import Played, Player
    from generator.sim.balance.study import Balance
    from generator.sim.matches.setup import LoadedGame
    from generator.sim.sweeps.sweep import Sweep, SweepResult

STUDIES = "studies"
"""The folder in a game's output folder that studies are kept in."""
MAX_PAGE = 40 * 2**20
"""Bytes of a report that is shown."""
LOOK_SECONDS = 1.0
"""Between two looks at what the games show so far."""
NOTHING_PLAYED = "no game was played"
MAX_AXES, MAX_LETTERS, MAX_NAME = 4, 400, 48


def study_results(path: Path) -> Mapping[str, Any]:
    """Who won how often in a study. Raises :class:`InputError` for one that is broken, or being played."""
    from generator.sim.study.store import Store
    from generator.sim.study.summary import WINS, summarize

    with Store.open(path) as store:
        store.check()
        summary = summarize(store)
    plan = summary.plan
    ends = [[winners.capitalize(), f"{count:,}"] for winners, count in summary.endings]
    ends = ends or [["Without a single winner", f"{summary.draws + summary.lost_by_all:,}"]]
    return {
        "game": plan.game,
        "facts": [
            ["Games", f"{summary.games:,} of {plan.games:,}"],
            ["Deals", pluralize(summary.deals, "deal")],
            ["Master seed", str(plan.seed)],
            ["Changes", ", ".join(plan.changes) or "none"],
            *ends,
            ["Digest", summary.digest[:16]],
        ],
        "columns": WINS,
        "rows": [row for group in summary.wins for row in group],
    }


# What a form asks for


def _parse_bots(text: str) -> tuple[str, ...]:
    bots = tuple(bot.strip() for bot in text.split(",") if bot.strip())
    if not bots:
        raise InputError("name a bot", hint="write for example `greedy`")
    if any(":" in bot and ".py" in bot for bot in bots):
        raise InputError("a form names no files", hint="play with a bot of your own on the command line")
    return bots


def _parse_axes(given: object) -> tuple[tuple[str, str], ...]:
    """Paths, each with its values, of those that are filled in."""
    if not isinstance(given, list) or len(given) > MAX_AXES:
        raise InputError(f"at most {MAX_AXES} numbers are tried at a time")
    axes = []
    for axis in given:
        pair = [axis.get(key, "") for key in ("path", "values")] if isinstance(axis, dict) else [None]
        if not all(isinstance(part, str) and len(part) <= MAX_LETTERS for part in pair):
            raise InputError("expected a number's name and its values")
        path, values = (str(part).strip() for part in pair)
        if bool(path) != bool(values):
            raise InputError(f"{path}: name values for it" if path else f"which number is to be {values}?")
        axes += [(path, values)] if path else []
    return tuple(axes)


def _parse_measures(given: object) -> tuple[str, ...]:
    chosen = NAMES.parse(given)
    for name in chosen:
        if name not in QUESTIONS:
            raise InputError(f"{quote(name)} is nothing that is measured")
    return tuple(name for name in QUESTIONS if name in chosen)


BOTS = text_of(_parse_bots)
SWEEP_FORM: Mapping[str, Setting] = {
    **SWEEP,
    "bots": SWEEP["bots"]._replace(kind=BOTS),
    "axes": Setting(simple(_parse_axes), ""),
}
BALANCE_FORM: Mapping[str, Setting] = {
    **BALANCE,
    "bots": BALANCE["bots"]._replace(kind=BOTS),
    "measures": Setting(simple(_parse_measures), ""),
}
NOTHING_CHOSEN = {
    "axes": InputError("name a number and values for it", hint="for example rules.hand: 4,5,6"),
    "measures": InputError("choose what is measured"),
}
USUAL = {"bots": "greedy", "games": "100", "players": "", "seed": "1", "workers": "1"}
"""What a form is filled in with at first, and what is taken for a field that is emptied."""
SWEEP_USUAL = {**USUAL, "games": "200"}
SOME_BOTS = ("greedy", "random", "search:200", "greedy,random")
BOTS_EXAMPLE = " For example greedy, or search:200,random."


def measures_field() -> Field:
    choices = tuple(QUESTIONS.items())
    return Field("measures", "What is measured", shape="ticks", choices=choices, value=("seats",))


def study_fields(form: Mapping[str, Setting], usual: Mapping[str, str]) -> list[Field]:
    bots, *others = (
        # What is usual on the command line is not where the form has a value of its own.
        field_of(name, form[name]._replace(default_help="") if value else form[name], value=value)
        for name, value in usual.items()
    )
    known = [(names, names) for names in SOME_BOTS]
    return [bots._replace(choices=known, help=bots.help + BOTS_EXAMPLE), *others]


class StudyAsked(NamedTuple):
    """What a form asks for. It can be pickled."""

    folder: Path
    game: str
    bots: tuple[str, ...]
    games: int
    players: int | None
    seed: int
    workers: int
    axes: tuple[tuple[str, str], ...] = ()
    """Of a sweep: paths, each with its values."""
    measures: tuple[str, ...] = ()
    """Of a balance study."""

    @property
    def command(self) -> str:
        if self.axes:
            words = ["gatepress", "sweep", self.game]
            for path, values in self.axes:
                words += ["--set", f"{path}={values}"]
        else:
            words = ["gatepress", "balance", self.game, "--measure", ",".join(self.measures)]
        words += ["--bots", ",".join(self.bots)]
        words += [] if self.players is None else ["--players", str(self.players)]
        return shlex.join([*words, "--games", str(self.games), "--seed", str(self.seed)])


def read_study(given: Mapping[str, Any], folder: Path, game: str) -> StudyAsked:
    """What a page asks for. Raises :class:`Refused` with all that is wrong, each with its field."""
    is_sweep = "axes" in given
    kind, form, usual = ("axes", SWEEP_FORM, SWEEP_USUAL) if is_sweep else ("measures", BALANCE_FORM, USUAL)
    problems = Problems()
    values = {**read_values(usual, form, problems), **read_values(given, form, problems)}
    if not problems.has_errors and not values.get(kind):
        problems.extend([NOTHING_CHOSEN[kind].at(None, field=kind)])
    refuse_form(problems)
    return StudyAsked(folder, game, **{"players": None, **values})


# What is done in a process of its own


def _load(asked: StudyAsked) -> LoadedGame:
    """The game and its rules. Raises :class:`Refused` where it can't be played."""
    from generator.sim.matches.setup import load_rules

    problems = Problems()
    loaded = load_rules(str(asked.folder), problems)
    refuse_errors(problems, "the game can’t be played")
    assert loaded is not None, "what keeps it from being played is an error"
    return loaded


def sweep(line: Line, asked: StudyAsked, out: Path) -> Mapping[str, Any]:
    """Plays a sweep and writes its report and its table into ``out``; when it is stopped, what there is."""
    from generator.reports.sweep import report_of
    from generator.sim.study.workers import Crew
    from generator.sim.sweeps.arms import ArmFailed

    loaded = _load(asked)
    opened = _open_sweep(asked, loaded)
    line.begin(opened.games, "games")
    last: SweepResult | None = None
    looked = time.monotonic()

    def look(read: Callable[[], SweepResult | None]) -> None:
        nonlocal last, looked
        if line.is_stopped:
            last = read()
        elif time.monotonic() - looked >= LOOK_SECONDS:
            if (found := read()) is not None:
                line.show(_sweep_results(found))
            looked = time.monotonic()

    is_stopped = False
    try:
        last = opened.play(Crew(asked.workers), line.advance, look)
    except (Stopped, Stopping):
        is_stopped = True
        if last is None:
            raise
    except ArmFailed as failed:
        raise Refused([failed.problem]) from None
    assert last is not None
    name = _free_name(out, "sweep-" + "-".join(path for path, _ in asked.axes))
    files = {f"{name}.csv": last.to_csv().encode()}
    report = report_of(last, loaded.database.title, asked.command)
    return {**_sweep_results(last), "stopped": is_stopped, **_write(out, name, report, files)}


def _open_sweep(asked: StudyAsked, loaded: LoadedGame) -> Sweep:
    from generator.sim.study.plan import plan_of_bots
    from generator.sim.sweeps.sweep import Sweep, parse_axis

    problems = Problems()
    plan, axes = None, []
    with problems.reporting(field="bots"):
        plan = plan_of_bots(*loaded[:2], asked.bots, asked.players, asked.games, asked.seed)
    for path, values in asked.axes:
        with problems.reporting(field="axes"):
            axes.append(parse_axis(f"{path}={values}", loaded.game))
    refuse_errors(problems, NOTHING_PLAYED)
    assert plan is not None
    with problems.reporting():
        opened = Sweep(plan, axes, problems)
    problems.replace_since(0, [problem._replace(field="axes") for problem in problems.found])
    refuse_errors(problems, NOTHING_PLAYED)
    return opened


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

    loaded = _load(asked)
    study = _study_of(asked, loaded)
    arms = design(study)
    line.begin(sum({arm.plan: arm.plan.games for arm in arms}.values()), "games")
    name = _free_name(out, "balance-" + "-".join(asked.measures))
    player = Player(loaded.database, loaded.game, Crew(asked.workers), out / name, None)
    played: list[Played] = []
    is_stopped = False
    try:
        for one in player.play(arms, line.advance):
            played.append(one)
            line.show(_balance_results(played))
    except (Stopped, Stopping):
        is_stopped = True
        if not any(one.figures.arm.measure == "seats" for one in played):
            raise
    except ArmFailed as failed:
        raise Refused([failed.problem]) from None
    found = _put_together(study, loaded, player, played)
    report = report_of(found, findings(found), asked.command)
    results = {
        **_balance_results(played),
        "findings": [{**one.to_dict(), "text": one.plain} for one in findings(found)],
        "stopped": is_stopped,
    }
    return {**results, **_write(out, name, report, {})}


def _study_of(asked: StudyAsked, loaded: LoadedGame) -> Asked:
    from generator.sim.balance.arms import USUAL_BUDGET, Asked, against_seats, read_measures, why_not
    from generator.sim.study.plan import check_bots, place_of_game

    problems = Problems()
    game = loaded.game
    seats = asked.players or next((seats for seats in game.seats if seats > 1), game.seats[0])
    reason = against_seats(game, seats)
    if reason is not None:
        problems.error(reason, field="players")
    with problems.reporting(field="bots"):
        check_bots(asked.bots, game, asked.seed)
    study = Asked(
        game,
        place_of_game(loaded.database),
        asked.bots,
        seats,
        asked.seed,
        asked.games,
        options=(),
        changes=(),
        decks={},
        measures=read_measures(",".join(asked.measures)) | {"seats"},
        budget=USUAL_BUDGET,
        has_blanks=any(component.blank is not None for component in loaded.database.components),
    )
    for measure in sorted(study.measures - {"seats"}):
        reason = None if problems.has_errors else why_not(measure, study)
        if reason is not None:
            problems.error(f"{measure}: {reason}", field="measures")
    refuse_errors(problems, NOTHING_PLAYED)
    return study


def _put_together(study: Asked, loaded: LoadedGame, player: Player, played: list[Played]) -> Balance:
    from dataclasses import replace

    from generator.sim.balance.arms import design
    from generator.sim.balance.study import Balance
    from generator.sim.study.plan import versions_of

    # Of a measure that was not finished nothing is said.
    missing = {arm.measure for arm in design(study)[len(played) :]}
    whole = [one for one in played if one.figures.arm.measure not in missing - {"seats"}]
    versions = versions_of(whole[0].figures.arm.plan, loaded.database)
    measures = study.measures - (missing - {"seats"})
    return Balance(replace(study, measures=measures), versions, {}, player.rule, tuple(whole))


def _balance_results(played: list[Played]) -> dict[str, Any]:
    """The matches that were played, with who won."""
    return {
        "columns": ["match", "games", "share of wins"],
        "rows": [[one.figures.arm.name, f"{one.figures.games:,}", _shares(one)] for one in played],
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
    """Writes the report of a study and what is beside it; names the files."""
    from generator.reports.html import html_of

    problems = Problems()
    out.mkdir(parents=True, exist_ok=True)
    contents = {f"{name}.html": html_of(report).encode(), **files}
    refuse_links((out / file for file in contents), out.parent.parent, problems)
    refuse_errors(problems, NOTHING_WRITTEN)
    for file, content in contents.items():
        write_file(out / file, content)
    workspace = out.parent.parent.parent
    return {
        "report": (out / f"{name}.html").relative_to(workspace).as_posix(),
        "files": [(out / file).relative_to(workspace).as_posix() for file in contents],
    }
