"""``gatepress diff``: what changed between two versions of a game, to look at and to print."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from generator.catalog.bundle import find_game, game_here
from generator.catalog.lines import Line, Piece, Style, readable
from generator.catalog.load import load_game
from generator.catalog.paths import is_there, shown_path
from generator.catalog.press_settings import PressSettings, key_of
from generator.catalog.problems import InputError, Problem, Problems
from generator.catalog.wording import pluralize, quote
from generator.cli import completion
from generator.cli.console import print_json, print_lines
from generator.cli.options import AsJson
from generator.cli.print_problems import print_all, problems_as_dict, progress_bar
from generator.cli.printing import Out, Papers, Pressed, print_requests, with_label_sheet
from generator.export.comparison import (
    Change,
    Comparison,
    Difference,
    Kind,
    Phrase,
    compare,
    field_phrase,
    phrases,
    place_of,
)
from generator.export.comparison_files import Files, sheet_jobs, write_files
from generator.export.revision import find_revision, unpacked
from generator.export.version import Version, count_cards, lay_out
from generator.press.messages import PrinterUse, use_of

EXAMPLES = (
    "gatepress diff HEAD my-game",
    "gatepress diff old-copy my-game --print --paper letter",
)

STYLES: Mapping[Kind, Style] = {"changed": "warning", "added": "good", "removed": "bad"}
WIDTH = max(len(kind) for kind in STYLES)
MAX_LETTERS = 160
"""Letters of one thing that changed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """Which versions, and what is written of their differences."""

    old: Annotated[
        str,
        typer.Argument(
            metavar="OLD",
            help="A game, its folder, or a git revision of NEW's folder.",
            autocompletion=completion.game,
        ),
    ]
    new: Annotated[
        str | None,
        typer.Argument(
            metavar="[NEW]",
            help="A game or its folder. [the game in this folder]",
            autocompletion=completion.game,
        ),
    ] = None
    no_pdf: Annotated[
        bool, typer.Option("--no-pdf", help="Do not write the PDF with before and after side by side.")
    ] = False
    sheets: Annotated[
        bool,
        typer.Option("--print", help="Also print sheets of the cards that are new or look different."),
    ] = False
    paper: Papers = ()
    settings: Pressed
    out: Out = Path("output")
    as_json: AsJson = False


def command(request: Request) -> None:
    """Show which cards changed between two versions of a game, and how; files go into OUT/GAME/changes/."""
    requests = print_requests(request.paper, request.settings)
    pairs, sheets, as_json = not request.no_pdf, request.sheets, request.as_json
    if not sheets:
        _refuse_for_sheets(request.settings)
    problems, files = Problems(), Files()
    use: PrinterUse | None = None
    requests = with_label_sheet(requests, problems)
    with ExitStack() as stack:
        sources = find_sources(request.old, request.new, stack, problems)
        comparison = _compare(sources, problems, is_quiet=as_json)
        if comparison is not None and (sheets or pairs):
            files = write_files(comparison, requests, request.out, problems, pairs=pairs, sheets=sheets)
            if sheets:
                use = use_of(requests[0].printer, sheet_jobs(comparison, requests), request.out)
    _report(comparison, files, problems, use, as_json=as_json)
    if problems.has_errors:
        raise typer.Exit(1)


def _refuse_for_sheets(settings: PressSettings) -> None:
    """An option that would do nothing is a misunderstanding."""
    for name in settings:
        raise typer.BadParameter(
            "it says how sheets are printed: add --print", param_hint=f"--{key_of(name)}"
        )


def _compare(sources: Sequence[Source | None], problems: Problems, *, is_quiet: bool) -> Comparison | None:
    """The comparison; None if anything is wrong with either version, which is reported."""
    old, new = sources
    found = [(source, load_game(source.folder, own := Problems()), own) for source in sources if source]
    versions = []
    total = sum(count_cards(game) for _, game, _ in found if game)
    with progress_bar(total, hidden=is_quiet) as progress:
        for source, game, own in found:
            if game is not None:
                versions.append(lay_out(source.label, game, own, progress))
            # Nobody mends warnings in what is past.
            kept = [problem for problem in own.found if source is new or problem.severity == "error"]
            problems.extend(source.as_named(problem) for problem in kept)
    if problems.has_errors or old is None or new is None:
        return None
    return compare(*versions)


def _report(
    comparison: Comparison | None,
    files: Files,
    problems: Problems,
    use: PrinterUse | None,
    *,
    as_json: bool,
) -> None:
    if as_json:
        print_json(as_dict(None if problems.has_errors else comparison, files, problems))
        return
    print_all(problems)
    if problems.has_errors or comparison is None:
        print("nothing was written", file=sys.stderr)
        return
    print_lines([*lines(comparison), *file_lines(files)])
    for line in use.lines([file.path for file in files.written]) if use is not None else ():
        print(line)


class Source(NamedTuple):
    """Where a version is read from. ``as_named`` gives its problems the places that the user knows."""

    label: str
    folder: Path
    as_named: Callable[[Problem], Problem]


def find_sources(
    old: str, new: str | None, stack: ExitStack, problems: Problems
) -> tuple[Source | None, Source | None]:
    """Both versions, None where there is none; ``stack`` keeps a revision's files as long as it is open."""
    newer = _found(lambda: _folder(new), problems)
    older = _found(lambda: _older(old, newer, stack), problems)
    return older, newer


def _found(find: Callable[[], Source], problems: Problems) -> Source | None:
    with problems.reporting():
        return find()
    return None


def _folder(name: str | None) -> Source:
    folder = game_here() if name is None else find_game(name)
    is_named = name is not None and name.strip("./") != ""
    label = name.rstrip("/") if name is not None and is_named else folder.resolve().name
    return Source(label, folder, lambda problem: problem)


def _older(name: str, newer: Source | None, stack: ExitStack) -> Source:
    """A game's folder goes before a revision of the same name."""
    try:
        return _folder(name)
    except InputError:
        if newer is None or is_there(Path(name)):
            raise
    try:
        revision = find_revision(name, newer.folder)
    except InputError as error:
        message = f"no game or folder named {quote(name)}, and no such git revision: {error.message}"
        raise InputError(message) from None
    files = stack.enter_context(unpacked(revision))
    return Source(revision.label, files.folder, files.as_named)


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
        **problems_as_dict(problems),
    }


def _card_line(change: Change) -> Line:
    shown = change.shown
    name = readable(shown.name)
    changes = ", ".join(_readable(phrase) for phrase in phrases(change))
    return (
        Piece(f"  {change.kind:<{WIDTH}}  ", STYLES[change.kind]),
        Piece(name),
        Piece("" if name == shown.card.id else f" ({shown.card.id})", "quiet"),
        Piece(f": {changes}" if changes else ""),
    )


def _readable(phrase: Phrase) -> str:
    return readable(str(phrase), MAX_LETTERS)


def _sum(comparison: Comparison) -> str:
    if not comparison.changes:
        return f"no card changed, {comparison.as_before:,} as before"
    counts = [(comparison.count(kind), kind) for kind in STYLES]
    parts = [f"{count:,} {kind}" for count, kind in counts if count]
    return ", ".join([*parts, f"{comparison.as_before:,} as before"])


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
