"""Studies in the studio: played from forms, kept so that they can be gone on with, and looked at again.

Of a study that is called NAME there are, in the folder of the game's studies, ``NAME.json``, which says what
was asked and what came of it, a folder ``NAME`` with its games, and its report and tables.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from generator.catalog.json_file import parse_values
from generator.catalog.models import Game as Database
from generator.catalog.paths import read_bytes
from generator.catalog.problems import InputError, Problems
from generator.catalog.stops import Stopping
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import clipped, pluralize, quote, slug
from generator.catalog.writing import write_file
from generator.sim.study.options import QUESTIONS, WrongOptionError
from generator.studio.forms import Refused, refuse_errors
from generator.studio.play.setup import deck_choices
from generator.studio.printing import NOTHING_WRITTEN, refuse_links
from generator.studio.runs import Line, Stopped
from generator.studio.study_forms import StudyAsked, in_form
from generator.studio.workspace import MAX_FILE, Found, plain_files

if TYPE_CHECKING:
    from generator.reports.document import Report
    from generator.sim.balance.asking import Study
    from generator.sim.balance.impact import ImpactReport
    from generator.sim.balance.playing import Played
    from generator.sim.matches.setup import LoadedGame
    from generator.sim.statistics.intervals import Interval
    from generator.sim.study.comparing import Figure, Match
    from generator.sim.study.plan import Plan
    from generator.sim.sweeps.sweep import Sweep, SweepResult
    from generator.sim.sweeps.tune import Trial, Tuned, Tuning

T = TypeVar("T")
STUDIES = "studies"
"""The folder in a game's output folder that studies are kept in."""
MAX_PAGE = 40 * 2**20
"""Bytes of a report that is shown."""
LOOK_SECONDS, LOOK_SHARE = 1.0, 10
"""Between two looks at what the games show so far, and so many times what a look has taken: of many games
one takes long."""
NOTHING_PLAYED = "no game was played"
MAX_NAME, MAX_KEPT, MAX_TRIALS, MAX_WORDS = 48, 40, 8, 200
MAX_CHANGES = 200
"""That are listed."""
MATCHES = (*QUESTIONS, "sweep", "trial", "final", "check")
"""What the names of folders begin with that hold the games of one match of a run."""
CARDS = "cards.json"
"""In the folder of a study's games: the numbers and cards that it was played with."""


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


# What is kept of a study


class KeptStudy(NamedTuple):
    """What a file says of a study: somebody else may have written it."""

    name: str
    kind: str
    title: str
    given: Mapping[str, Any]
    """The form that asked for it."""
    state: str
    """``running`` where it was ended with the studio."""
    done: int
    total: int
    result: Mapping[str, Any]


def kept_studies(folder: Path) -> list[KeptStudy]:
    """The studies of a game, the newest first; files that say nothing of one are left out."""
    files = sorted(plain_files(folder, (".json",)), key=lambda path: -path.stat().st_mtime)[:MAX_KEPT]
    return [study for study in map(_read_kept, files) if study is not None]


def _read_kept(path: Path) -> KeptStudy | None:
    try:
        found = parse_values(read_bytes(path, None, MAX_FILE))
        study = KeptStudy(path.stem, *(found[name] for name in KeptStudy._fields[1:]))
    except (InputError, KeyError, TypeError):
        return None
    wanted = (str, str, str, dict, str, int, int, dict)
    return study if all(map(isinstance, study, wanted)) else None


def free_name(folder: Path, asked: StudyAsked, taken: Sequence[str]) -> str:
    """What a study is called that is called like no other."""
    about = (
        ""
        if asked.kind == "tune"
        else "-"
        + "-".join(
            text.partition("=")[0] for text in asked.values["set" if asked.kind == "sweep" else "measure"]
        )
    )
    stem = slug(f"{asked.kind}{about}")[:MAX_NAME].strip("-")
    there = {path.name.partition(".")[0] for path in folder.iterdir()} if folder.is_dir() else set[str]()
    number = 1
    while f"{stem}-{number}" in {*there, *taken}:
        number += 1
    return f"{stem}-{number}"


@dataclass(slots=True)
class _Keeper:
    """Writes what is kept of a study that is being played."""

    asked: StudyAsked
    folder: Path
    name: str
    line: Line
    total: int = 0
    before: Mapping[str, Any] = field(default_factory=dict)
    """What had come of it when it was gone on with."""

    @property
    def games(self) -> Path:
        """The folder of its games."""
        return self.folder / self.name

    def begin(self, games: int, database: Database) -> None:
        """Says how many games there are to be played, and keeps what they are played with.

        Raises InputError where its first games were played with other cards.
        """
        before, now = cards_in(self.games), cards_of(database)
        if before is not None and before != now:
            changed = [path for path in {**before, **now} if before.get(path) != now.get(path)]
            raise InputError(
                f"its games were played with other cards: {clipped(', '.join(changed), MAX_WORDS)}",
                hint="play a new study, and compare the two",
            )
        known = _read_kept(self.folder / f"{self.name}.json")
        self.before = {} if known is None else known.result
        self.total = games
        self._write({f"{self.name}/{CARDS}": json.dumps(now).encode()})
        self.keep("running", {})
        self.line.begin(games, "games")

    def keep(self, state: str, result: Mapping[str, Any]) -> None:
        given, done = self.asked.given, self.total if state == "done" else self.line.done
        result = result or self.before
        asked = self.asked
        study = KeptStudy(self.name, asked.kind, asked.title, given, state, done, self.total, result)
        self._write({f"{self.name}.json": json.dumps(study._asdict()).encode()})

    def _write(self, contents: Mapping[str, bytes]) -> list[str]:
        """Writes files, by their names in the folder of studies; as they are named in the workspace."""
        workspace, problems = self.asked.workspace, Problems()
        refuse_links((self.folder / file for file in contents), self.folder.parent.parent, problems)
        refuse_errors(problems, NOTHING_WRITTEN)
        for file, content in contents.items():
            (self.folder / file).parent.mkdir(parents=True, exist_ok=True)
            write_file(self.folder / file, content)
        return [(self.folder / file).relative_to(workspace).as_posix() for file in contents]

    def end(
        self, results: Mapping[str, Any], report: Report | None, files: Mapping[str, bytes]
    ) -> dict[str, Any]:
        """Writes the report of a study and what is beside it; names the files."""
        from generator.reports.html import html_of

        reports = {} if report is None else {"html": html_of(report).encode()}
        written = self._write(
            {f"{self.name}.{ending}": text for ending, text in {**reports, **files}.items()}
        )
        shown = {"report": written[0]} if reports else {}
        return {**results, **shown, "files": written, "preliminary": False}


def cards_of(database: Database) -> dict[str, str]:
    """The rules' numbers and every value of every card, each by the path that changes name it by."""
    found = dict(_leaves("rules", database.rules))
    for component in database.components:
        for cards in component.sets:
            for card in cards.cards:
                path = f"{component.id}/{card.id}"
                found[f"{path}.copies"] = str(card.copies)
                found |= {f"{path}.{name}": _as_text(value) for name, value in card.values.items()}
    return found


def cards_in(folder: Path) -> dict[str, str] | None:
    """What the games of a folder were played with; None where that is not known."""
    path = folder / CARDS
    if path.is_symlink() or not path.is_file():
        return None
    try:
        found = parse_values(read_bytes(path, None, MAX_FILE))
    except InputError:
        return None
    return {str(key): str(value) for key, value in found.items()} if isinstance(found, dict) else None


def _leaves(path: str, value: object) -> list[tuple[str, str]]:
    if isinstance(value, Mapping):
        return [leaf for key, inner in value.items() for leaf in _leaves(f"{path}.{key}", inner)]
    if isinstance(value, list | tuple):
        return [leaf for at, inner in enumerate(value) for leaf in _leaves(f"{path}[{at}]", inner)]
    return [(path, _as_text(value))]


def _as_text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, default=str, ensure_ascii=False)


# Two studies side by side


class StudyRun(NamedTuple):
    """Games of one run: of a study of the page, or of a command's ``--out``."""

    path: str
    """Of its folder, from the workspace."""
    title: str


def study_runs(
    workspace: Path, game: str, studies: Sequence[Found], kept: Sequence[KeptStudy]
) -> list[StudyRun]:
    """The runs of a game whose games can be compared, the newest first."""
    from generator.sim.study.store import Store

    titles = {study.name: f"{study.name}: {study.title}" for study in kept}
    found: dict[str, StudyRun] = {}
    for study in studies:
        folder = PurePosixPath(study.path).parent
        is_match = folder.name.partition("-")[0] in MATCHES and len(folder.parts) > 1
        path = (folder.parent if is_match else folder).as_posix()
        if path in found or len(found) >= MAX_KEPT:
            continue
        try:
            with Store.open(workspace / study.path) as store:
                if store.plan.game == game:
                    name = PurePosixPath(path).name
                    found[path] = StudyRun(path, titles.get(name, path))
        except InputError:
            # It is broken, or its games are being played.
            continue
    return list(found.values())


def comparison_of(workspace: Path, first: StudyRun, second: StudyRun) -> dict[str, Any]:
    """The figures of two runs as a page shows them. Raises InputError."""
    from generator.sim.study.comparing import changed_cards, compare

    compared = compare(workspace / first.path, workspace / second.path)
    before, after = (cards_in(workspace / run.path) for run in (first, second))
    changes = [] if before is None or after is None else changed_cards(before, after)
    return {
        "differences": compared.differences,
        "is_known": before is not None and after is not None,
        "changes": changes[:MAX_CHANGES],
        "more_changes": max(0, len(changes) - MAX_CHANGES),
        "matches": [_match_rows(match) for match in compared.matches],
        "left_out": compared.left_out,
    }


def _match_rows(match: Match) -> dict[str, Any]:
    return {
        "name": match.name,
        "games": match.games,
        "deals": match.same_deals,
        "rows": [
            (one.name, _figure(one, one.first), _figure(one, one.second), _apart(one), one.differs)
            for one in match.figures
        ],
    }


def _figure(figure: Figure, interval: Interval) -> str:
    return interval.in_percent if figure.is_share else interval.as_mean


def _apart(figure: Figure) -> str:
    """``+3.1 (+1.0 to +5.2)``, of shares in percentage points."""
    one, factor = figure.difference, 100 if figure.is_share else 1
    return f"{factor * one.value:+.1f} ({factor * one.low:+.1f} to {factor * one.high:+.1f})"


# What is done in a process of its own


def play(line: Line, asked: StudyAsked, folder: Path, name: str) -> Mapping[str, Any]:
    """Plays a study, or goes on with the one of that name; when it is stopped, what was played is kept."""
    from generator.sim.sweeps.arms import ArmFailed

    keeper = _Keeper(asked, folder, name, line)
    player = {"sweep": _sweep, "balance": _balance, "tune": _tune}[asked.kind]
    try:
        result = {**player(asked, keeper), "stopped": line.is_stopped}
    except WrongOptionError as error:
        raise Refused([error.at(None, field=error.option or None)]) from None
    except (Stopped, Stopping):
        if keeper.total:
            keeper.keep("stopped", {})
        raise
    except ArmFailed as failed:
        keeper.keep("failed", {})
        hint = failed.problem.hint and in_form(failed.problem.hint)
        raise Refused([failed.problem._replace(hint=hint)]) from None
    except InputError as error:
        if keeper.total:
            keeper.keep("failed", {})
        hint = "play a new study" if "--out" in (error.hint or "") else error.hint and in_form(error.hint)
        raise Refused([error.at(None)._replace(hint=hint)]) from None
    keeper.keep("stopped" if line.is_stopped else "done", result)
    return result


def _load(asked: StudyAsked, changes: Sequence[str] = ()) -> LoadedGame:
    """The game and its rules. Raises :class:`Refused` where it can't be played."""
    from generator.sim.matches.setup import load_rules

    problems = Problems()
    variants = asked.values.get("variant", ())
    loaded = load_rules(str(asked.folder), problems, changes=changes, variants=variants)
    refuse_errors(problems, "the game can’t be played")
    assert loaded is not None, "an error keeps it from being played"
    return loaded


def _decks(asked: StudyAsked, loaded: LoadedGame) -> tuple[str, ...]:
    """The decks that are named: the game's own, and those of the workspace."""
    choices = [choice.word for choice in deck_choices(loaded, asked.workspace)]
    own = {cards.id for component in loaded.database.components for cards in component.sets}
    names: tuple[str, ...] = asked.values.get("deck", ())
    for word in names if choices else ():
        if word not in choices:
            raise WrongOptionError(
                f"there is no deck called {quote(word)}", "deck", did_you_mean(word, choices)
            )
    return tuple(word if word in own or not choices else str(asked.workspace / word) for word in names)


@dataclass
class _Looks(Generic[T]):
    """Shows now and then what the games show so far, until somebody stops them."""

    line: Line
    shown: Callable[[T], Mapping[str, Any]]
    last: T | None = None
    next_at: float = field(default_factory=lambda: time.monotonic() + LOOK_SECONDS)

    def __call__(self, read: Callable[[], T | None]) -> None:
        began = time.monotonic()
        if began < self.next_at and not self.line.is_stopped:
            return
        found = read()
        if found is not None:
            self.last = found
            if not self.line.is_stopped:
                self.line.show({**self.shown(found), "preliminary": True})
        now = time.monotonic()
        self.next_at = now + max(LOOK_SECONDS, LOOK_SHARE * (now - began))


def _plan(asked: StudyAsked, loaded: LoadedGame) -> Plan:
    """The plan of a sweep's or a search's matches. Raises WrongOptionError and :class:`Refused`."""
    from dataclasses import replace

    from generator.sim.study.asking import Asked, plan_asked
    from generator.sim.study.plan import whole_deals

    values, problems = asked.values, Problems()
    decks = _decks(asked, loaded)
    wanted = Asked(values["games"], values["bots"], values.get("players"), decks, (), values["seed"])
    plan = plan_asked(wanted, loaded, problems)
    refuse_errors(problems, NOTHING_PLAYED)
    assert plan is not None, "an error keeps it from being made"
    return replace(plan, games=whole_deals(plan.games, plan.seats))


# Sweeps


def _sweep(asked: StudyAsked, keeper: _Keeper) -> Mapping[str, Any]:
    from generator.reports.sweep import report_of
    from generator.sim.study.workers import Crew

    loaded = _load(asked)
    opened = _open_sweep(asked, loaded)
    keeper.begin(opened.games, loaded.database)
    looks: _Looks[SweepResult] = _Looks(keeper.line, _sweep_results)
    try:
        last = opened.play(Crew(asked.values["workers"]), keeper.line.advance, looks, keeper.games)
    except (Stopped, Stopping):
        if looks.last is None:
            raise
        last = looks.last
    report = report_of(last, loaded.database.title, asked.command)
    return keeper.end(_sweep_results(last), report, {"csv": last.to_csv().encode()})


def _open_sweep(asked: StudyAsked, loaded: LoadedGame) -> Sweep:
    from generator.sim.study.options import reading_option
    from generator.sim.sweeps.sweep import Sweep, parse_axis

    with reading_option("set"):
        axes = [parse_axis(text, loaded.game) for text in asked.values["set"]]
    plan, problems = _plan(asked, loaded), Problems()
    with reading_option("set"):
        opened = Sweep(plan, axes, problems)
    problems.replace_since(0, [problem._replace(field="set") for problem in problems.found])
    refuse_errors(problems, NOTHING_PLAYED)
    return opened


def _sweep_results(result: SweepResult) -> dict[str, Any]:
    """The table of a sweep, as the command prints it."""
    from generator.reports.sweep import NOTE, cells, columns, conclusions

    return {
        "findings": [{"tone": "", "text": sentence} for sentence in conclusions(result)],
        "columns": [*columns(result), "games"],
        "rows": [[*cells(result, arm), f"{arm.games:,}"] for arm in result.arms],
        "note": NOTE,
    }


# Balance


def _balance(asked: StudyAsked, keeper: _Keeper) -> Mapping[str, Any]:
    from generator.reports.balance import report_of
    from generator.sim.balance.findings import findings

    line = keeper.line
    played: list[Played] = []
    looks: _Looks[Played] = _Looks(line, lambda one: _balance_results(study, [*played, one]))
    study = _open_balance(asked, keeper.games, looks)
    study.check()
    keeper.begin(study.games + study.card_games, study.loaded.database)
    impact = None
    try:
        for one in study.player.play(study.arms, line.advance):
            played.append(one)
            line.show({**_balance_results(study, played), "preliminary": True})
        impact = study.measure_cards(line.advance)
    except (Stopped, Stopping):
        if not played and looks.last is None:
            raise
    if not played and looks.last is not None:
        played.append(looks.last)
    found = study.results(played, impact)
    report = report_of(found, findings(found), asked.command)
    return keeper.end(_balance_results(study, played, impact), report, {})


def _open_balance(asked: StudyAsked, games: Path, looks: _Looks[Played]) -> Study:
    from generator.sim.balance.asking import Study, Wanted, asked_of, read_claims
    from generator.sim.balance.playing import Player
    from generator.sim.study.options import options_and_changes
    from generator.sim.study.workers import Crew

    values, problems = asked.values, Problems()
    claims = read_claims(values.get("until"), values.get("assert", ()))
    settings = values.get("set", ())
    loaded = _load(asked, options_and_changes(settings)[1])
    wanted = Wanted(
        ",".join(values["measure"]),
        tuple(values["bots"].split(",")),
        values["games"],
        values.get("players"),
        _decks(asked, loaded),
        settings,
        values.get("variant", ()),
        values["budget"],
        values["seed"],
    )
    found = asked_of(wanted, loaded, claims, problems)
    refuse_errors(problems, NOTHING_PLAYED)
    assert found is not None, "an error keeps it from being played"
    player = Player(loaded.database, loaded.game, Crew(values["workers"]), games, claims.rule, looks)
    return Study(loaded, found, player, claims.assertions)


def _balance_results(
    study: Study, played: Sequence[Played], impact: ImpactReport | None = None
) -> dict[str, Any]:
    """What the matches answer, and who won them."""
    from generator.sim.balance.findings import findings

    found = findings(study.results(played, impact), has_unanswered=False)
    return {
        "findings": [{**one.to_dict(), "text": replace(one, text=in_form(one.text)).plain} for one in found],
        "columns": ["match", "games", "share of wins"],
        "rows": [[one.figures.arm.name, f"{one.figures.games:,}", _shares(one)] for one in played],
        "note": "Between equals each seat or bot has an even share. In parentheses: 95 % intervals.",
    }


def _shares(one: Played) -> str:
    figures = one.figures
    if figures.arm.is_mirror:
        return "; ".join(f"seat {seat} {share.in_percent}" for seat, share in enumerate(figures.seats))
    return f"{figures.arm.subject} {figures.subject.in_percent}"


# Searches for numbers


def _tune(asked: StudyAsked, keeper: _Keeper) -> Mapping[str, Any]:
    from generator.catalog.patches import patch_of
    from generator.sim.study.workers import Crew

    loaded = _load(asked)
    tuning, trials = _open_tuning(asked, loaded, keeper.games), asked.values["trials"]
    keeper.begin(tuning.games(trials), loaded.database)
    looks: _Looks[Sequence[Trial]] = _Looks(keeper.line, _trial_results)

    def advance(games: int) -> None:
        looks(lambda: tuning.tried or None)
        keeper.line.advance(games)

    try:
        tuned = tuning.run(trials, Crew(asked.values["workers"]), advance)
    except (Stopped, Stopping):
        if not tuning.tried:
            raise
        return keeper.end(_trial_results(tuning.tried), None, {})
    changes = [] if tuned.best.is_own else [str(one) for one in tuned.best.settings]
    patch = patch_of(loaded.database, changes)
    results = {**_tuned_results(tuned), "patch": patch.text, "by_hand": list(patch.by_hand)}
    return keeper.end(results, None, {"patch": patch.text.encode()} if patch.text else {})


def _open_tuning(asked: StudyAsked, loaded: LoadedGame, games: Path) -> Tuning:
    from generator.sim.statistics.claims import check_known
    from generator.sim.study.options import reading_option
    from generator.sim.study.plan import whole_deals
    from generator.sim.sweeps.tune import CHECKED, Tuning, parse_free, parse_goal

    values, problems = asked.values, Problems()
    with reading_option("target"):
        goals = [parse_goal(text) for text in values["target"]]
    with reading_option("free"):
        numbers = [parse_free(text) for text in values["free"]]
    plan = _plan(asked, loaded)
    bots = [one.bot for one in plan.contestants]
    decks = [one.deck.name for one in plan.contestants if one.deck is not None]
    check_known(
        [goal.quantity for goal in goals], "target", problems, seats=plan.seats, bots=bots, decks=decks
    )
    refuse_errors(problems, NOTHING_PLAYED)
    check_games = values.get("check_games") or CHECKED * values["games"]
    with reading_option("free"):
        checked = whole_deals(check_games, plan.seats)
        tuning = Tuning(plan, loaded.database, numbers, goals, checked, problems, games)
    problems.replace_since(0, [problem._replace(field="free") for problem in problems.found])
    refuse_errors(problems, NOTHING_PLAYED)
    return tuning


def _trial_results(trials: Sequence[Trial]) -> dict[str, Any]:
    """The best of what was tried so far."""
    from generator.reports.tune import cells, columns, ranked

    goals = max(len(trial.goals) for trial in trials)
    return {
        "columns": [*columns(trials), ""],
        "rows": [list(cells(trial, goals)) for trial in ranked(trials, MAX_TRIALS)],
        "note": f"The best of {pluralize(len(trials), 'combination')}, on the deals of the trials: "
        "the best of many was lucky too. own: the numbers of the database.",
    }


def _tuned_results(tuned: Tuned) -> dict[str, Any]:
    from generator.reports.tune import answer, found

    tones = {"holds": "good", "fails": "bad"}
    fresh = [
        {
            "tone": tones.get(after.verdict, "open"),
            "question": after.goal.text,
            "text": f"on fresh deals {found(after)}; with the numbers of the database {found(before)}",
        }
        for before, after in zip(tuned.before, tuned.after, strict=True)
    ]
    return {
        **_trial_results(tuned.trials),
        "findings": [{"tone": "", "text": in_form(answer(tuned))}, *fresh],
    }
