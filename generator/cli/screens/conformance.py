"""What the conformance suite checked and found, on the terminal."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from generator.catalog.lines import readable
from generator.catalog.screen import Styled, apart, headed, labels, named_rows, numbers, one_by_one, table_of
from generator.catalog.wording import join_words, pluralize
from generator.cli.console import console, show
from generator.rules import Finding, Report
from generator.rules.conformance.findings import Totals
from generator.rules.scenarios import ScenarioTally

_MAX_SETUP = 29
_MAX_MOVES = 12
_MAX_ALIKE = 2
"""Letters of a setup, moves of a finding, and findings of a check that are shown; ``--json`` has them all."""
_MAX_FAULTS = 3
"""Lines of what was found: a position may have many faults."""


def show_conformance(reports: Sequence[Report]) -> None:
    """Prints what was checked for each game, and every finding."""
    show(console(), one_by_one(map(_report, reports)))


def _report(report: Report) -> Iterator[RenderableType]:
    begun, games = report.totals.begun, report.totals.games
    ended = f", {games or 'none'} played to the end" if games < begun else ""
    scenarios = [] if report.scenarios is None else _scenarios(report.scenarios)
    yield from apart(
        [headed(report.title, f": {pluralize(begun, 'game')} from seed {report.seed}{ended}")],
        [_setups(report)],
        [_checks(report)],
        scenarios,
    )
    yield from (Text(f"  {note}", "quiet") for note in report.notes)
    yield Text()
    if report.ok:
        yield Text("  nothing found", "good")
    elif not report.findings:
        yield Text("  nothing found but in the scenarios", "bad")
    found = {tally.name: tally.found for tally in report.checks}
    shown: list[object] = []
    for check in dict.fromkeys(finding.check for finding in report.findings):
        findings = [finding for finding in report.findings if finding.check == check]
        for finding in findings[:_MAX_ALIKE]:
            yield from _finding(finding, report.game, is_shown=finding.record in shown)
            shown.append(finding.record)
        more = max(found.get(check, 0), len(findings)) - _MAX_ALIKE
        if more > 0:
            yield Text(f"      … and {more:,} more like it", "quiet")


def _setups(report: Report) -> Table:
    """How much was played, for each way to begin and in all."""
    played = [(_setup(one.setup), *_totals(one.totals)) for one in report.setups]
    others = [("with odd tastes", report.odd), ("from positions", report.placed)]
    headings = ("setup", "games", "decisions", "a game", "most", "legal moves", "most", "hit the limit")
    return named_rows(
        headings,
        [
            *(played if len(played) > 1 else ()),
            Styled("head", ("all", *_totals(report.totals))),
            *((name, *_totals(totals)) for name, totals in others if totals.games),
        ],
    )


def _setup(setup: Mapping[str, Any]) -> str:
    """``seats 2, decks night-shift and long-siege``."""
    words = [f"{key} {_value(value)}" for key, value in setup.items()]
    return readable(", ".join(words), _MAX_SETUP) or "as usual"


def _value(value: Any) -> str:
    return join_words(list(map(_value, value)), "and") if isinstance(value, list | tuple) else str(value)


def _totals(totals: Totals) -> tuple[str, ...]:
    return (
        f"{totals.games:,}",
        f"{totals.decisions:,}",
        f"{totals.mean_decisions:,.1f}",
        f"{totals.longest:,}",
        f"{totals.mean_legal:.1f}",
        f"{totals.most_legal:,}",
        f"{100 * totals.share_cut_short:.1f} %",
    )


def _checks(report: Report) -> Table:
    rows = [
        (f"  {tally.name}", f"{tally.made:,}", found, tally.question)
        for tally in report.checks
        for found in [Text(f"{tally.found:,}", "bad") if tally.found else "-"]
    ]
    return table_of([*labels("  check"), *numbers("made", "found"), "what holds"], rows)


def _scenarios(tally: ScenarioTally) -> Iterator[Text]:
    """How many were played, and each that failed with its place."""
    failed = f"{tally.failed:,} failed" if tally.failed else "all as expected"
    played = f"  {pluralize(tally.ran, 'scenario')} played, "
    yield Text.assemble(played, (failed, "bad" if tally.failed else "good"))
    for failure in tally.failures:
        step = f", step {failure.step}" if failure.step else ""
        yield Text.assemble("  ", (f"{failure.place}:", "bad"), f" {readable(failure.rule, 300)}")
        yield Text(f"      {failure.key}{step}: {readable(failure.message, 600)}")


def _finding(finding: Finding, game: str, *, is_shown: bool) -> Iterator[RenderableType]:
    """What was found, and the game that shows it, unless that ``is_shown`` already."""
    first, *others = finding.message.split("\n")
    lines = [readable(line, 300) for line in others[:_MAX_FAULTS]]
    if len(others) > _MAX_FAULTS:
        lines.append(f"and {pluralize(len(others) - _MAX_FAULTS, 'more fault')}")
    check = Text.assemble("  ", (f"{finding.check}:", "bad"))
    table = table_of(
        [*labels(""), ""], [(check, readable(first, 300)), *(("", line) for line in lines)], gap=1
    )
    yield Padding(table, 0, expand=False)
    if finding.record is None:
        return
    moves = finding.record["moves"]
    if is_shown:
        yield _indented(Text(f"the same game, after {pluralize(len(moves), 'move')}", "quiet"))
        return
    began = finding.record.get("setup", "from a position")
    words = began if isinstance(began, str) else json.dumps(began)
    yield _indented(Text(f"{game} {words}, after {pluralize(len(moves), 'move')}", "quiet"))
    if moves:
        before = "… " if len(moves) > _MAX_MOVES else ""
        yield _indented(Text(f"{before}{' · '.join(moves[-_MAX_MOVES:])}", "quiet"))


def _indented(text: Text) -> Padding:
    """Below a finding, in all its lines."""
    return Padding(text, (0, 0, 0, 6), expand=False)
