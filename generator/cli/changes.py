"""A comparison as lines to read, and as values for ``--json``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

from generator.catalog.lines import Line, Piece, Style, readable
from generator.catalog.paths import shown_path
from generator.catalog.problems import Problems
from generator.catalog.wording import pluralize
from generator.export.changes import (
    Change,
    Comparison,
    Difference,
    Kind,
    Phrase,
    field_phrase,
    phrases,
    place_of,
)
from generator.export.output import Files
from generator.export.version import Version

STYLES: Mapping[Kind, Style] = {"changed": "warning", "added": "good", "removed": "bad"}
WIDTH = max(len(kind) for kind in STYLES)
LONGEST = 160
"""Letters of one thing that changed."""


def lines(comparison: Comparison) -> Iterator[Line]:
    """What changed, grouped by component and list, a line for each card, and the sum of it."""
    game = readable(comparison.new.game.title)
    yield (
        Piece(f"{game}: ", "head"),
        Piece(f"{readable(comparison.old.label)} → {readable(comparison.new.label)}"),
    )
    for field in comparison.game:
        yield (Piece(f"  the game’s {_readable(field_phrase(field))}"),)
    for place, group in groupby(comparison.changes, key=lambda change: place_of(change.shown)):
        yield ()
        yield (Piece(readable(place), "head"),)
        yield from (_card_line(change) for change in group)
    if comparison.changes or comparison.game:
        yield ()
    yield (Piece(_sum(comparison), "head"),)


def as_dict(comparison: Comparison | None, files: Files, problems: Problems) -> dict[str, object]:
    """The same for programs, with all values in full."""
    found: dict[str, object] = {}
    if comparison is not None:
        found = {
            "old": _version(comparison.old),
            "new": _version(comparison.new),
            "game": [_difference(field) for field in comparison.game],
            "cards": [_card(change) for change in comparison.changes],
            "changed": comparison.count("changed"),
            "added": comparison.count("added"),
            "removed": comparison.count("removed"),
            "as_before": comparison.as_before,
        }
    return found | {
        "files": [
            {
                "file": file.path.as_posix(),
                "shows": "sheets" if file.is_sheets else "before and after",
                "pages": file.pages,
                "cards": file.cards,
            }
            for file in files.written
        ],
        "removed_files": [path.as_posix() for path in files.removed],
        "problems": [problem.to_dict() for problem in problems],
        "errors": problems.count("error"),
        "warnings": problems.count("warning"),
    }


def _card_line(change: Change) -> Line:
    shown = change.shown
    name = readable(shown.name)
    told = ", ".join(_readable(phrase) for phrase in phrases(change))
    return (
        Piece(f"  {change.kind:<{WIDTH}}  ", STYLES[change.kind]),
        Piece(name),
        Piece("" if name == shown.card.id else f" ({shown.card.id})", "quiet"),
        Piece(f": {told}" if told else ""),
    )


def _readable(phrase: Phrase) -> str:
    return readable(str(phrase), LONGEST)


def _sum(comparison: Comparison) -> str:
    if not comparison.changes:
        return f"no card changed, {comparison.as_before:,} as before"
    counts = [(comparison.count(kind), kind) for kind in STYLES]
    told = [f"{count:,} {kind}" for count, kind in counts if count]
    return ", ".join([*told, f"{comparison.as_before:,} as before"])


def file_lines(files: Files) -> Iterator[Line]:
    """The files that were written or removed."""
    width = max((len(shown_path(file.path)) for file in files.written), default=0)
    for file in files.written:
        name, pages, cards = (
            shown_path(file.path),
            pluralize(file.pages, "page"),
            pluralize(file.cards, "card"),
        )
        use = "to print" if file.is_sheets else "before and after"
        yield (Piece(f"{name:<{width}}  {pages:>9}  {cards:>10}  {use}"),)
    for path in files.removed:
        yield (Piece(f"removed {shown_path(path)}, left over from an earlier comparison", "quiet"),)


def _version(version: Version) -> dict[str, object]:
    game = version.game
    return {"label": version.label, "game": game.id, "version": game.version, "cards": len(version.cards)}


def _card(change: Change) -> dict[str, object]:
    shown = change.shown
    before, now = change.copies
    lists = {"old": change.old and change.old.cards.id, "new": change.new and change.new.cards.id}
    return {
        "component": shown.component.id,
        "card": shown.card.id,
        "name": shown.name,
        "change": change.kind,
        "list": lists,
        "copies": {"old": before, "new": now},
        "fields": [_difference(field) for field in change.fields],
        "looks_different": list(change.looks) if change.kind == "changed" else [],
    }


def _difference(field: Difference) -> dict[str, object]:
    return {"name": field.name, "old": field.old, "new": field.new}
