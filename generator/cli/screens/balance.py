"""What a balance study found, on the terminal: findings first, then small tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from textwrap import wrap

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from generator.catalog.lines import readable
from generator.catalog.screen import apart, between, labels, numbers, table_of
from generator.catalog.wording import pluralize
from generator.cli.console import console, show
from generator.sim.balance.findings import Finding, percent
from generator.sim.balance.shares import MatchFigures
from generator.sim.balance.study import Balance, seat_names
from generator.sim.statistics.intervals import LEVEL, Interval
from generator.sim.statistics.ladder import Ladder
from generator.sim.statistics.matrix import Matrix

_MAX_NAME = 36
_MAX_FINDING = 2_000
_NARROWEST = 40
_SIGNS = {"good": ("+", "good"), "caution": ("!", "warning"), "bad": ("x", "bad")}
"""Before each finding, with its style."""
_INTERVAL = f"{100 * LEVEL:.0f} % interval"


def show_balance(balance: Balance, found: Sequence[Finding]) -> None:
    """Prints the results."""
    show(console(), _parts(balance, found))


def _parts(balance: Balance, found: Sequence[Finding]) -> Sequence[RenderableType]:
    games = pluralize(balance.games, "game")
    if balance.games != balance.games_asked:
        games = f"{balance.games:,} of {pluralize(balance.games_asked, 'game')}"
    told = f"{games} from seed {balance.asked.seed}"
    left_out = [measure for measure, reason in balance.left_out.items() if reason is None]
    notes = [Text(f"  not measured: {', '.join(left_out)} (--measure)", "quiet")] if left_out else []
    return [
        *apart(
            [Text.assemble((readable(balance.asked.game.title), "head"), f": {told}")],
            [line for finding in found for line in _finding(finding)],
            [_matches(balance)],
            [] if balance.matrix is None else [_field(balance.matrix)],
            [] if balance.ladder is None else [_ladder(balance.ladder)],
            notes,
        ),
        *(
            Text(f"  {bot} thinks by the clock: the same seed need not give the same games", "warning")
            for bot in balance.timed_bots
        ),
    ]


def _finding(finding: Finding) -> Iterator[Text]:
    """The finding in lines, behind its sign; what stands between ``**`` is bold."""
    sign, style = _SIGNS[finding.tone]
    is_bold = False
    lines = wrap(readable(finding.text, _MAX_FINDING), max(_NARROWEST, console().width - 4))
    for number, line in enumerate(lines):
        told = Text.assemble((f"  {sign} ", style)) if number == 0 else Text("    ")
        for part, piece in enumerate(line.split("**")):
            is_bold ^= part > 0
            told.append(piece, "head" if is_bold else "")
        yield told


def _matches(balance: Balance) -> Table:
    """Every match that is not a cell of the deck matrix: who won how much of it."""
    columns = [*labels("  match", "share of wins of"), *numbers("games", "share", _INTERVAL)]
    by_measure = groupby(
        (played.figures for played in balance.played if played.figures.arm.measure != "decks"),
        lambda figures: figures.arm.measure,
    )
    groups = [[row for figures in group for row in _rows(balance, figures)] for _, group in by_measure]
    return table_of(columns, between(groups))


def _match(figures: MatchFigures) -> str:
    arm = figures.arm
    if arm.measure == "setups":
        return f"{arm.subject}, {arm.plan.contestants[0].bot}"
    if arm.measure == "players":
        return pluralize(arm.plan.seats, "player")
    return arm.subject if arm.is_mirror else f"{arm.subject} against {arm.against}"


def _rows(balance: Balance, figures: MatchFigures) -> Iterator[tuple[str, ...]]:
    """A row for each share of a match; what holds of all of them stands in the first."""
    shared = readable(_match(figures), _MAX_NAME), f"{figures.games:,}"
    for label, interval in _shares(balance, figures):
        yield f"  {shared[0]}", readable(label, _MAX_NAME), shared[1], *_share(interval)
        shared = "", ""


def _shares(balance: Balance, figures: MatchFigures) -> Iterator[tuple[str, Interval]]:
    arm = figures.arm
    if not arm.is_mirror:
        yield arm.subject, figures.subject
        return
    names = seat_names(balance.asked.game, arm.plan.seats, arm.plan.options)
    yield from zip(names, figures.seats, strict=True)
    if figures.first_apart is not None:
        yield "who decides first", figures.first_apart.scaled(1.0, 1 / len(figures.sides))


def _share(share: Interval) -> tuple[str, str]:
    return percent(share.value), f"{100 * share.low:.1f} to {percent(share.high)}"


def _field(matrix: Matrix) -> Table:
    order = sorted(range(len(matrix.names)), key=lambda at: -matrix.field[at].value)
    rows = []
    for at in order:
        name = matrix.names[at]
        beaten = sum(
            cell.comparison.differs and (cell.row if cell.share.value > 0.5 else cell.column) == name
            for cell in matrix.cells
        )
        mix = f"{100 * matrix.nash[at]:.0f} %"
        rows.append((f"  {readable(name, _MAX_NAME)}", *_share(matrix.field[at]), f"{beaten:,}", mix))
    columns = [*labels("  deck, against the field"), *numbers("share", _INTERVAL, "beats", "Nash mix")]
    return table_of(columns, rows)


def _ladder(ladder: Ladder) -> Table:
    rows = [
        (f"  {2 * one.budget:,} against {one.budget:,}", *_share(one.share), f"{one.gain.value:+,.0f}")
        for one in ladder.rungs
    ]
    return table_of([*labels("  twice the search"), *numbers("share", _INTERVAL, "gain in Elo")], rows)
