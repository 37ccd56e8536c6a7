"""Sheets and exports as the studio makes them: their fields, how these are read, and the work itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.catalog.keys import TRUE_OR_FALSE
from generator.catalog.label_sheets import LabelSheet, find_sheet, sheet_names
from generator.catalog.models import Game
from generator.catalog.paths import printers_file, shown_path
from generator.catalog.press_settings import (
    NO_PRINTER,
    NO_SHEET,
    SETTINGS,
    Setting,
    key_of,
)
from generator.catalog.printers import Printer, Printers, read_printers
from generator.catalog.problems import InputError, Problems
from generator.catalog.sizes import PAPERS, paper
from generator.catalog.wording import listed, pluralize, quote
from generator.catalog.writing import link_on_way, reason_of
from generator.export.target import Target, find_target, target_names
from generator.press.contradictions import PRINTER, as_field, contradictions, idle_dpi
from generator.press.request import (
    RULEBOOK,
    PrintRequest,
    chosen_cards,
    chosen_decks,
    chosen_sets,
    report_unmatched,
)
from generator.studio.forms import (
    NAMES,
    TEXT,
    Field,
    field_of,
    read_values,
    refuse_errors,
    refuse_form,
    text_of,
)
from generator.studio.runs import Line

if TYPE_CHECKING:
    from generator.press.build import Written
    from generator.press.job import PrintJob
    from generator.press.planning import Notes

USUAL_PAPER = "a4"
SHEET_NAMES = (NO_SHEET, *sheet_names())
ELSEWHERE: Mapping[str, frozenset[str]] = {"tts": frozenset({"install", "folder"})}
"""Options by which a target writes to another folder than the studio's own."""


def _label_sheet(name: str) -> LabelSheet | None:
    """A sheet that comes along: a form names no files."""
    if name == NO_SHEET:
        return None
    if name not in SHEET_NAMES:
        raise InputError(f"no label sheet is called {quote(name)}")
    return find_sheet(name, Path(), Problems())


PRESS: Mapping[str, Setting] = {
    name: setting._replace(kind=text_of(_label_sheet)) if name == "sheet" else setting
    for name, setting in SETTINGS.items()
    if setting.is_option
}
"""The press settings that a form has."""
PAPER = {
    "paper": Setting(text_of(paper), "A name, or a size such as 200 × 300 mm.", default_help=USUAL_PAPER)
}
CHOICE = {
    "low_ink": Setting(TRUE_OR_FALSE, "White backgrounds and thin frames, to save ink.", is_flag=True),
    "only": Setting(NAMES, ""),
    "select": Setting(
        NAMES, "One to a line: an id, a name, a pattern such as Moss*, or field=value.", default_help="all"
    ),
}
"""What an export takes over from the form of the sheets."""
PRINTERS = {PRINTER: Setting(TEXT, "The printer profile that aligns back pages.")}
VARIANTS = {"variants": Setting(NAMES, "Optional rules to print by.")}
SHEETS: Mapping[str, Setting] = {**PAPER, **PRESS, **PRINTERS, **CHOICE, **VARIANTS}


class ExportForm(NamedTuple):
    name: str
    target: Target[Any]
    options: Mapping[str, Setting]
    press: Mapping[str, Setting]

    @property
    def settings(self) -> Mapping[str, Setting]:
        return {**(PAPER if self.target.has_paper else {}), **self.options, **self.press, **CHOICE}

    @property
    def fields(self) -> list[Field]:
        options = [field_of(name, setting, "usual") for name, setting in self.options.items()]
        papers = [paper_field()] if self.target.has_paper else []
        return [*papers, *options, *map(press_field, self.press)]


def export_form(name: str) -> ExportForm:
    """The form of a target. Raises :class:`InputError`."""
    if name not in target_names():
        raise InputError("there is no such target")
    target = find_target(name)
    hidden = ELSEWHERE.get(name, frozenset())
    options = {key: setting for key, setting in target.settings.items() if key not in hidden}
    return ExportForm(name, target, options, {key: PRESS[key] for key in target.press if key in PRESS})


def paper_field() -> Field:
    proposed = [(name, name) for name in PAPERS]
    return field_of("paper", PAPER["paper"], choices=proposed, value=USUAL_PAPER)


def press_field(name: str) -> Field:
    words = SHEET_NAMES if name == "sheet" else ()
    return field_of(name, PRESS[name], "as the game says", words)


def printer_field() -> Field:
    """The field of the printer: those that the user has calibrated."""
    problems = Problems()
    known = user_printers(problems)
    choices = [("", f"the last calibrated: {known.default}" if known.default else "not calibrated")]
    choices += [(printer.name, printer.name) for printer in known.printers]
    if known.printers:
        choices.append((NO_PRINTER, "none: sheets as they are"))
    field = field_of(PRINTER, PRINTERS[PRINTER], shape="choice", choices=choices)
    how = "" if known.printers else " `gatepress calibrate` measures it."
    return field._replace(help=field.help + how, wrong=" ".join(map(str, problems)))


def choice_fields(game: Game) -> list[Field]:
    parts = [(component.id, component.title) for component in game.components]
    parts += [(RULEBOOK, "Rulebook")] if game.rulebook is not None else []
    variants = [(name, name) for name in game.variants]
    return [
        field_of("low_ink", CHOICE["low_ink"]),
        Field("only", "Components", shape="ticks", choices=parts, value=[name for name, _ in parts]),
        field_of("select", CHOICE["select"], shape="lines", label="Cards"),
        *([field_of("variants", VARIANTS["variants"], shape="ticks", choices=variants)] if variants else []),
    ]


# How they are read


def read_sheets(given: Mapping[str, Any], game: Game) -> tuple[PrintRequest, tuple[str, ...]]:
    """What the form of the sheets asks for, and the variants. Raises
    :class:`~generator.studio.forms.Refused`."""
    problems = Problems()
    values = read_values(given, SHEETS, problems)
    variants = tuple(values.get("variants", ()))
    if not set(variants) <= set(game.variants):
        problems.error("the game has no such variant", field="variants")
    request = _request(values, game, problems, _printer(values.get(PRINTER), problems))
    refuse_form(problems)
    return request, variants


def read_export(
    given: Mapping[str, Any], form: ExportForm, game: Game
) -> tuple[PrintRequest, Mapping[str, Any]]:
    """What the form of an export asks for, and the target's options. Raises as :func:`read_sheets` does."""
    problems = Problems()
    values = read_values(given, form.settings, problems)
    request = _request(values, game, problems, None)
    refuse_form(problems)
    return request, {name: values[name] for name in form.options if name in values}


def _request(
    values: Mapping[str, Any], game: Game, problems: Problems, printer: Printer | None
) -> PrintRequest:
    settings = {name: values[name] for name in PRESS if name in values}
    named = {PRINTER: values[PRINTER]} if PRINTER in values else {}
    for found in contradictions({**settings, **named}, as_field):
        problems.error(found.message, field=key_of(found.setting))
    only, select = values.get("only", ()), values.get("select", ())
    for field, patterns in (("only", (only, ())), ("select", ((), select))):
        unmatched = Problems()
        report_unmatched([game], patterns[0], patterns[1], unmatched)
        problems.extend(problem._replace(field=field) for problem in unmatched)
    size = values.get("paper", PAPERS[USUAL_PAPER])
    return PrintRequest(size, settings, only, select, values.get("low_ink", False), printer)


def user_printers(problems: Problems) -> Printers:
    file = printers_file()
    try:
        return Printers() if file is None else read_printers(file, problems)
    except OSError as error:
        problems.error(f"{file}: the file can't be read: {reason_of(error)}")
        return Printers()


def _printer(name: str | None, problems: Problems) -> Printer | None:
    if name is not None and name.casefold() == NO_PRINTER:
        return None
    printers = user_printers(problems)
    wanted = name or printers.default
    with problems.reporting(field=PRINTER):
        return None if wanted is None else printers.find(wanted)
    return None


# What is done in a process of its own

NOTHING_PRINTED, NOTHING_WRITTEN = "nothing was printed", "nothing was written"
SIDES = {"fold": "front and back, to fold", "card": ""}
"""What sides of a sheet are called, where it is not by their names."""


class Source(NamedTuple):
    """Where a game is read from."""

    folder: Path
    language: str | None
    variants: tuple[str, ...] = ()


def _load(source: Source, problems: Problems) -> Game:
    """The game as its files are now. Raises :class:`Refused` where they have errors."""
    from generator.catalog.changes import variant_changes
    from generator.catalog.load import load_game
    from generator.layout.caches import clear_caches

    # What was found out of the files before is no longer true.
    clear_caches()
    game = None
    with problems.reporting():
        game = load_game(source.folder, problems, variant_changes(source.variants), source.language)
    refuse_errors(problems, "the game can’t be read")
    assert game is not None, "an error keeps it from being read"
    return game


def print_sheets(
    line: Line, source: Source, request: PrintRequest, out: Path, cache_folder: Path, shown_in: str
) -> Mapping[str, Any]:
    """Builds all that is asked for into ``out``; gives files, pages, cards, bleed and problems.

    ``shown_in``: what the folder is called. ``cache_folder``: where finished sheets are kept if the user
    has no cache.
    """
    from generator.press.build import build
    from generator.press.cache import Cache, open_cache
    from generator.press.job import count_steps
    from generator.press.planning import plan_books, plan_sheets

    problems = Problems()
    game = _load(source, problems)
    jobs: list[PrintJob] = [
        *plan_sheets([game], [request], problems, _notes),
        *plan_books([game], [request]),
    ]
    if jobs and "dpi" in request.settings and not any(job.dpi for job in jobs):
        problems.error(idle_dpi(as_field), field="dpi")
    refuse_links((out / place for job in jobs for place in job.places), out, problems)
    refuse_errors(problems, NOTHING_PRINTED)
    line.begin(count_steps(jobs), "cards")
    cache = open_cache(wanted=True) or Cache(cache_folder)
    written = build(jobs, out, problems, line.advance, cache)
    refuse_errors(problems, NOTHING_PRINTED)
    return _results(jobs, written, out, shown_in, request.printer, problems)


def export(
    line: Line,
    name: str,
    source: Source,
    request: PrintRequest,
    options: Mapping[str, Any],
    out: Path,
    archive: Path,
) -> Mapping[str, Any]:
    """Writes ``OUT/GAME/NAME/…``, and all of it once more into one ``archive`` to be downloaded."""
    from generator.export.file_formats import Member, write_zip
    from generator.export.run import export_games

    problems = Problems()
    game, target = _load(source, problems), find_target(name)
    folder = out / game.output / name
    refuse_links((folder, *folder.rglob("*")), out, problems)
    refuse_errors(problems, NOTHING_WRITTEN)
    sets = chosen_sets(game, request.only)
    line.begin(sum(len(chosen_cards(cards, request.select)) for _, cards in sets), "cards")
    written = export_games(
        name, target, [game], request, target.options(**options), out, problems, line.advance
    ).written
    refuse_errors(problems, NOTHING_WRITTEN)
    archive.parent.mkdir(parents=True, exist_ok=True)
    inside = [
        one.path.relative_to(folder).as_posix() if one.path.is_relative_to(folder) else one.path.name
        for one in written
    ]
    write_zip(archive, [Member(name, one.path) for name, one in zip(inside, written, strict=True)])
    return {
        "files": [{"path": one.path.relative_to(out).as_posix(), "says": one.says} for one in written],
        "folder": folder.relative_to(out.parent).as_posix(),
        "totals": pluralize(len(written), "file") if written else "nothing to export",
        "problems": [problem.to_dict() for problem in problems.merged()],
    }


def _notes(game: Game, request: PrintRequest, problems: Problems) -> Notes:
    decks = chosen_decks(game, request.only, request.select)
    if not decks:
        return {}
    from generator.deck.check import legality_notes

    return legality_notes(game, decks, problems)


def _results(
    jobs: Sequence[PrintJob],
    written: Sequence[Written],
    out: Path,
    shown_in: str,
    printer: Printer | None,
    problems: Problems,
) -> Mapping[str, Any]:
    from generator.press.build import count_cards
    from generator.press.messages import bleed_lines, use_of

    by_path = {out / job.path: job for job in jobs}
    use = use_of(printer, jobs, out)
    pages = sum(one.pages for one in written)
    totals = [pluralize(sum(len(one.pngs) or 1 for one in written), "file"), pluralize(pages, "page")]
    totals += count_cards(written)
    return {
        "files": [_file(by_path[one.path], one, out) for one in written],
        "folder": shown_in,
        "totals": listed(totals).replace(" and ", ", ") if written else "nothing to print",
        "notes": [
            *bleed_lines(written, as_field),
            *(use.lines([one.path for one in written]) if use else ()),
        ],
        "problems": [problem.to_dict() for problem in problems.merged()],
    }


def _file(job: PrintJob, one: Written, out: Path) -> Mapping[str, Any]:
    """A file, its pages in pairs of front and back, as they lie on one sheet."""
    pages = len(one.pngs) or one.pages
    return {
        "path": one.path.relative_to(out).as_posix(),
        "name": one.path.name,
        "component": one.component,
        "pngs": [path.relative_to(out).as_posix() for path in one.pngs],
        "says": ", ".join(
            [
                pluralize(pages, "picture" if one.pngs else "page"),
                *([pluralize(one.cards, one.noun)] if one.cards else []),
            ]
        ),
        "sheets": _sheets(job, pages),
        "unchanged": one.unchanged,
    }


def _sheets(job: PrintJob, pages: int) -> list[list[Mapping[str, Any]]]:
    """The pages by the sheet of paper that they are on: a back belongs to the front before it.

    Each with its side of the sheet, and its size in mm; 0 where it is not known.
    """
    from generator.press.sheet_job import SheetJob

    found = job.laid_out()[1].pages if isinstance(job, SheetJob) and not job.options.is_apart else ()
    known: list[tuple[str, float, float]] = [(page.side, page.width, page.height) for page in found]
    if len(known) != pages:
        known = [("", 0.0, 0.0)] * pages
    sheets: list[list[Mapping[str, Any]]] = []
    for number, (side, width, height) in enumerate(known):
        page = {"page": number, "side": SIDES.get(side, side), "width": width, "height": height}
        if side == "back" and sheets and len(sheets[-1]) == 1 and sheets[-1][0]["side"] == "front":
            sheets[-1].append(page)
        else:
            sheets.append([page])
    return sheets


def refuse_links(paths: Iterable[Path], out: Path, problems: Problems) -> None:
    """Reports places below ``out`` that are symbolic links: nobody can tell where these lead."""
    found = {link for path in paths if (link := link_on_way(path, out.parent)) is not None}
    for path in sorted(found):
        problems.error(f"{shown_path(path)}: this is a symbolic link, and the studio writes to none")
