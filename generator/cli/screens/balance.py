"""What a balance study found, on the terminal: findings first, then small tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from generator.catalog.lines import readable
from generator.catalog.wording import pluralize
from generator.cli.console import console, plain_table, show
from generator.sim.balance.findings import Finding, percent
from generator.sim.balance.shares import MatchFigures
from generator.sim.balance.study import Balance, seat_names
from generator.sim.statistics.intervals import LEVEL, Interval

_MAX_NAME = 36
_MAX_FINDING = 2_000
_NARROWEST = 40
_SIGNS = {"good": ("+", "good"), "caution": ("!", "warning"), "bad": ("x", "bad")}
"""Before each finding, with its style."""
_INTERVAL = f"{100 * LEVEL:.0f} % interval"


def show_balance(balance: Balance, found: Sequence[Finding]) -> None:
    """Prints the results."""
    show(console(), _parts(balance, found))


def _parts(balance: Balance, found: Sequence[Finding]) -> Iterator[RenderableType]:
    games = pluralize(balance.games, "game")
    if balance.games != balance.games_asked:
        games = f"{balance.games:,} of {pluralize(balance.games_asked, 'game')}"
    told = f"{games} from seed {balance.asked.seed}"
    yield Text.assemble((readable(balance.asked.game.title), "head"), f": {told}")
    yield Text()
    for finding in found:
        yield from _finding(finding)
    yield Text()
    yield _matches(balance)
    if balance.matrix is not None:
        yield Text()
        yield _field(balance)
    if balance.ladder is not None:
        yield Text()
        yield _ladder(balance)
    left_out = [measure for measure, reason in balance.left_out.items() if reason is None]
    if left_out:
        yield Text()
        yield Text(f"  not measured: {', '.join(left_out)} (--measure)", "quiet")
    for bot in balance.timed_bots:
        yield Text(f"  {bot} thinks by the clock: the same seed need not give the same games", "warning")


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
    table = plain_table()
    table.add_column("  match", no_wrap=True)
    table.add_column("share of wins of", no_wrap=True)
    for header in ("games", "share", _INTERVAL):
        table.add_column(header, justify="right", no_wrap=True)
    before = ""
    for played in balance.played:
        figures = played.figures
        if figures.arm.measure == "decks":
            continue
        if before not in ("", figures.arm.measure):
            table.add_row()
        before = figures.arm.measure
        for number, (label, interval) in enumerate(_rows(balance, figures)):
            match = _match(figures) if number == 0 else ""
            games = f"{figures.games:,}" if number == 0 else ""
            cells = (percent(interval.value), f"{100 * interval.low:.1f} to {percent(interval.high)}")
            table.add_row(f"  {readable(match, _MAX_NAME)}", readable(label, _MAX_NAME), games, *cells)
    return table


def _match(figures: MatchFigures) -> str:
    arm = figures.arm
    if arm.measure == "setups":
        return f"{arm.subject}, {arm.plan.contestants[0].bot}"
    if arm.measure == "players":
        return pluralize(arm.plan.seats, "player")
    return arm.subject if arm.is_mirror else f"{arm.subject} against {arm.against}"


def _rows(balance: Balance, figures: MatchFigures) -> Iterator[tuple[str, Interval]]:
    arm = figures.arm
    if not arm.is_mirror:
        yield arm.subject, figures.subject
        return
    names = seat_names(balance.asked.game, arm.plan.seats, arm.plan.options)
    yield from zip(names, figures.seats, strict=True)
    if figures.first_apart is not None:
        yield "who decides first", figures.first_apart.scaled(1.0, 1 / len(figures.sides))


def _field(balance: Balance) -> Table:
    matrix = balance.matrix
    assert matrix is not None
    table = plain_table()
    table.add_column("  deck, against the field", no_wrap=True)
    for header in ("share", _INTERVAL, "beats", "Nash mix"):
        table.add_column(header, justify="right", no_wrap=True)
    order = sorted(range(len(matrix.names)), key=lambda at: -matrix.field[at].value)
    for at in order:
        name, share = matrix.names[at], matrix.field[at]
        beaten = sum(
            cell.comparison.differs and (cell.row if cell.share.value > 0.5 else cell.column) == name
            for cell in matrix.cells
        )
        table.add_row(
            f"  {readable(name, _MAX_NAME)}",
            percent(share.value),
            f"{100 * share.low:.1f} to {percent(share.high)}",
            f"{beaten:,}",
            f"{100 * matrix.nash[at]:.0f} %",
        )
    return table


def _ladder(balance: Balance) -> Table:
    ladder = balance.ladder
    assert ladder is not None
    table = plain_table()
    table.add_column("  twice the search", no_wrap=True)
    for header in ("share", _INTERVAL, "gain in Elo"):
        table.add_column(header, justify="right", no_wrap=True)
    for rung in ladder.rungs:
        table.add_row(
            f"  {2 * rung.budget:,} against {rung.budget:,}",
            percent(rung.share.value),
            f"{100 * rung.share.low:.1f} to {percent(rung.share.high)}",
            f"{rung.gain.value:+,.0f}",
        )
    return table
