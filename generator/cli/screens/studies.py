"""What played games show, on the terminal: of matches, balance studies, sweeps and searches for numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from generator.catalog.lines import readable
from generator.catalog.paths import shown_path
from generator.catalog.screen import apart, between, headed, labels, named_rows, numbers, table_of
from generator.catalog.wording import pluralize
from generator.cli.console import console, show
from generator.sim.statistics.intervals import INTERVAL, Interval
from generator.sim.statistics.spoken import percent, said
from generator.sim.study.summary import WINS, Summary

if TYPE_CHECKING:
    from generator.catalog.patches import Patch
    from generator.sim.balance.findings import Finding
    from generator.sim.balance.playing import MatchFigures
    from generator.sim.balance.study import Balance
    from generator.sim.statistics.matrix import Matrix
    from generator.sim.sweeps.sweep import SweepResult
    from generator.sim.sweeps.tune import Trial, Tuned

_DIGEST = 16
"""Digits of the digest that are shown; ``--json`` has them all."""
_MAX_NAME = 36
_MAX_FINDING = 2_000
_NARROWEST = 40
_SIGNS = {"good": ("+", "good"), "caution": ("!", "warning"), "bad": ("x", "bad"), "open": ("?", "quiet")}
"""Before each finding, with its style."""
MAX_TRIALS = 8
"""Trials that are listed, the best first."""
_VERDICTS = {
    "holds": "met",
    "fails": "NOT met",
    "can't tell": "not decided: more --check-games narrow the interval",
}


def _changed(changes: Iterable[str]) -> str:
    """What follows a game's title where its database was changed."""
    said = readable(", ".join(changes), _MAX_FINDING)
    return f" with {said}" if said else ""


# Matches


def show_summary(summary: Summary, title: str) -> None:
    """Prints who won how often, and how the games were."""
    plan, deals = summary.plan, pluralize(summary.deals, "deal")
    played = f"{_changed(plan.changes)}: {pluralize(summary.games, 'game')} of {deals} from seed {plan.seed}"
    timed = [Text("  a bot thinks by the clock: another run gives other games", "warning")]
    notes = [
        *(Text(f"  {line}") for line in _course(summary)),
        *(timed if plan.is_timed else ()),
        Text(f"  digest {summary.digest[:_DIGEST]}", "quiet"),
    ]
    found = [Text(f"  {sentence}") for sentence in _conclusion(summary)]
    table = named_rows(WINS, between(summary.wins))
    show(console(), apart([headed(title, played)], found, [table], notes))


def _conclusion(summary: Summary) -> Iterator[str]:
    """Who wins most, as one says it aloud."""
    seats = {f"seat {seat}": share for seat, share in enumerate(summary.seats)}
    plan, fair = summary.plan, 1 / len(summary.sides)
    names = [str(contestant) for contestant in plan.contestants]
    if not summary.games:
        return
    if len(summary.sides) == 1:
        who = "All win" if plan.seats > 1 else "The player wins"
        yield f"{who} {said(summary.seats[0].interval)}."
        return
    shares = dict(zip(names, summary.contestants, strict=True)) if len(set(names)) > 1 else seats
    shares = summary.bots if len(summary.bots) > 1 else shares
    best = max(shares, key=lambda name: shares[name].interval.value)
    share = shares[best].interval
    certainly = "" if share.low > fair else "No certain difference: "
    yield f"{certainly}{readable(best)} wins {said(share, fair)}."


def _course(summary: Summary) -> Iterator[str]:
    games, sums = summary.games, summary.sums
    if not games:
        return
    for winners, count in summary.endings:
        yield f"{winners}: {100 * count / games:.1f} %"
    for count, what in (
        (0 if summary.together else summary.draws, "a shared win or draw"),
        (0 if summary.together else summary.lost_by_all, "won by nobody"),
        (summary.cut_short, "cut short by the limit on turns"),
    ):
        if count:
            yield f"{what}: {pluralize(count, 'game')}, {100 * count / games:.1f} %"
    if summary.points is not None:
        yield f"{summary.points:,.1f} points on average"
    turns = f" in {sums.turns / games:,.1f} turns" if sums.turns else ""
    legal = (
        f", each among {sums.legal / sums.decisions:.1f} legal moves, at most {sums.legal_most:,}"
        if sums.decisions
        else ""
    )
    yield f"{sums.decisions / games:,.1f} decisions a game{turns}{legal}"


# Balance


def show_balance(balance: Balance, found: Sequence[Finding]) -> None:
    """Prints the answers, then small tables."""
    games = pluralize(balance.games, "game")
    if balance.games != balance.games_asked:
        games = f"{balance.games:,} of {pluralize(balance.games_asked, 'game')}"
    seed = f"from seed {balance.asked.seed}"
    twice = [
        (f"{2 * one.budget:,} against {one.budget:,}", *_share(one.share), f"{one.gain.value:+,.0f}")
        for one in (balance.ladder.rungs if balance.ladder else ())
    ]
    parts = apart(
        [headed(balance.asked.game.title, f"{_changed(balance.asked.changes)}: {games} {seed}")],
        [line for finding in found for line in _finding(finding)],
        [_matches(balance)],
        [_field(balance.matrix)] if balance.matrix else [],
        [named_rows(("twice the search", "share", INTERVAL, "gain in Elo"), twice)] if twice else [],
    )
    timed = "thinks by the clock: the same seed need not give the same games"
    show(console(), [*parts, *(Text(f"  {bot} {timed}", "warning") for bot in balance.timed_bots)])


def _finding(finding: Finding) -> Iterator[Text]:
    """The finding in lines, behind its sign; what stands between ``**`` is bold."""
    sign, style = _SIGNS[finding.tone]
    is_bold = False
    text = f"**{finding.question}** {finding.plain}" if finding.question else finding.text
    lines = wrap(readable(text, _MAX_FINDING), max(_NARROWEST, console().width - 4))
    for number, line in enumerate(lines):
        shown = Text.assemble((f"  {sign} ", style)) if number == 0 else Text("    ")
        for part, piece in enumerate(line.split("**")):
            is_bold ^= part > 0
            shown.append(piece, "head" if is_bold else "")
        yield shown


def _matches(balance: Balance) -> Table:
    """Every match that is not a cell of the deck matrix: who won how much of it."""
    columns = [*labels("  match", "share of wins of"), *numbers("games", "share", INTERVAL)]
    matches = (one.figures for one in balance.played if one.figures.arm.measure != "decks")
    by_measure = groupby(matches, lambda figures: figures.arm.measure)
    groups = [[row for figures in group for row in _rows(balance, figures)] for _, group in by_measure]
    return table_of(columns, between(groups))


def _rows(balance: Balance, figures: MatchFigures) -> Iterator[tuple[str, ...]]:
    """A row for each share of a match; what holds of all of them stands in the first."""
    arm = figures.arm
    match arm.measure:
        case "setups":
            name = f"{arm.subject}, {arm.plan.contestants[0].bot}"
        case "players":
            name = pluralize(arm.plan.seats, "player")
        case _:
            name = arm.subject if arm.is_mirror else f"{arm.subject} against {arm.against}"
    shares = [(one.name, one.share) for one in balance.shares_of_seats(figures)] if arm.is_mirror else []
    shared = readable(name, _MAX_NAME), f"{figures.games:,}"
    for label, interval in shares or [(arm.subject, figures.subject)]:
        yield f"  {shared[0]}", readable(label, _MAX_NAME), shared[1], *_share(interval)
        shared = "", ""


def _share(share: Interval) -> tuple[str, str]:
    return percent(share.value), f"{100 * share.low:.1f} to {percent(share.high)}"


def _field(matrix: Matrix) -> Table:
    rows = [
        (
            readable(name, _MAX_NAME),
            *_share(matrix.field[at]),
            f"{matrix.beaten_by(name):,}",
            f"{100 * matrix.nash[at]:.0f} %",
        )
        for at in matrix.ranking
        for name in [matrix.names[at]]
    ]
    return named_rows(("deck, against the field", "share", INTERVAL, "beats", "Nash mix"), rows)


# Numbers that are tried


def show_sweep(result: SweepResult, title: str) -> None:
    """Prints what each combination does, and by how much it differs from the database's own numbers."""
    from generator.reports.sweep import NOTE, cells, columns, conclusions

    plan = result.plan
    deals = pluralize(plan.games // plan.seats, "deal")
    bots = ", ".join(dict.fromkeys(str(one) for one in plan.contestants))
    games = (
        f"{_changed(plan.changes)}: the same {deals}, {pluralize(plan.games, 'game')}, for each row ({bots})"
    )
    table = table_of(numbers(*columns(result)), (cells(result, arm) for arm in result.arms))
    found = [Text(sentence) for sentence in conclusions(result)]
    show(console(), apart([headed(title, games)], found, [table], [Text(NOTE, "quiet")]))


def show_tuned(tuned: Tuned, title: str, patch: Patch, out: Path | None) -> None:
    """Prints the best trials, whether fresh deals bear them out, and the patch."""
    show(console(), _search(tuned, title))
    print()
    if tuned.best.is_own:
        print("nothing to change: of all numbers that were tried the database's own do best")
    for line in patch.by_hand:
        print(f"to change by hand: {line}")
    if patch.text and out is None:
        print(patch.text, end="")
    elif patch.text and out is not None:
        print(
            f"the patch is in {shown_path(out)}: look at it, then apply it in the game's folder (patch -p1)"
        )


def _search(tuned: Tuned, title: str) -> Iterator[RenderableType]:
    from generator.reports.tune import answer, found, name_of

    plan, check = tuned.plan, tuned.check
    count = pluralize(len(tuned.trials), "combination")
    tried = f"all {count}" if tuned.is_complete and len(tuned.trials) > 1 else count
    games = pluralize(check.games, "game")
    head = (
        f"{_changed(plan.changes)}: {tried} tried, each in {pluralize(plan.games, 'game')} of the same deals"
    )
    finals = Text(f"The best of them again, each {games} of other deals:")
    deals = pluralize(check.games // check.seats, "fresh deal")
    again: list[list[RenderableType]] = [[finals], [_trials(tuned.finals)]]
    best = name_of(tuned.best)
    targets = [
        (f"  {readable(after.goal.text)}", found(before), found(after), _VERDICTS[after.verdict])
        for before, after in zip(tuned.before, tuned.after, strict=True)
    ]
    return apart(
        [headed(title, head)],
        [Text(answer(tuned).replace("`", ""))],
        [_trials(tuned.trials)],
        *(again if len(tuned.finals) > 1 else ()),
        [
            Text(f"On {games} of {deals}, by which nothing was chosen:"),
            table_of([*labels("  target", "now", readable(best, 60)), ""], targets),
        ],
    )


def _trials(trials: Sequence[Trial]) -> Table:
    """The best, and the database's own numbers if they were tried."""
    from generator.reports.tune import cells, columns, ranked

    goals = max(len(trial.goals) for trial in trials)
    table = [tuple(cells(trial, goals)) for trial in ranked(trials, MAX_TRIALS)]
    return table_of([*numbers(*columns(trials)), ""], table)
