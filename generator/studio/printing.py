"""Sheets as the studio prints them: a form, read as the command line is, and the build itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.catalog.label_sheets import find_sheet, sheet_names
from generator.catalog.models import Game
from generator.catalog.paths import printers_file, shown_path
from generator.catalog.press_settings import NO_PRINTER, NO_SHEET, SETTINGS, Setting, key_of
from generator.catalog.printers import Printer, Printers, read_printers
from generator.catalog.problems import InputError, Problem, Problems
from generator.catalog.sizes import paper
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import clipped, listed, pluralize, quote
from generator.catalog.writing import link_on_way, reason_of
from generator.press.contradictions import PRINTER, as_field, contradictions, idle_dpi
from generator.press.request import PrintRequest, chosen_decks, report_unmatched
from generator.studio.runs import Line, WorkFailed

if TYPE_CHECKING:
    from generator.press.build import Written
    from generator.press.job import PrintJob
    from generator.press.planning import Notes

USUAL_PAPER = "a4"
MAX_PATTERNS = 200
"""Of components, and of cards."""
MAX_LETTERS = 200
"""Of a value."""


class SheetsAsked(NamedTuple):
    """What a form asks for, as it was filled in. It can be pickled."""

    folder: Path
    language: str | None = None
    paper: str = USUAL_PAPER
    settings: Mapping[str, str] = {}
    """Press settings by name; those that are empty are not given. A flag is given as ``true``."""
    printer: str = ""
    only: tuple[str, ...] = ()
    select: tuple[str, ...] = ()
    low_ink: bool = False


FIELDS = ("paper", "settings", PRINTER, "only", "select", "low_ink", "options", "has_any", "tab")
"""Of a form: all that its page sends."""


def read_form(form: object, folder: Path, language: str | None) -> SheetsAsked:
    """The form that a page has sent. Raises :class:`InputError` for what no form of ours sends."""
    if not isinstance(form, dict):
        raise InputError("expected the fields of a form")
    for name in form:
        if name not in FIELDS:
            raise InputError(f"a form has no field {quote(name)}", hint=did_you_mean(name, FIELDS))
    settings = form.get("settings", {})
    if not isinstance(settings, dict) or not all(map(_is_text, (*settings, *settings.values()))):
        raise InputError("expected a text for each setting")
    lists = [form.get(name, []) for name in ("only", "select")]
    for patterns in lists:
        is_sound = isinstance(patterns, list) and len(patterns) <= MAX_PATTERNS
        if not is_sound or not all(map(_is_text, patterns)):
            raise InputError(f"expected a list of {MAX_PATTERNS} names at most")
        if not all(text.strip() for text in patterns):
            raise InputError("a name is empty; leave it out, and everything is printed")
    texts = [form.get("paper", USUAL_PAPER), form.get(PRINTER, "")]
    if not all(map(_is_text, texts)):
        raise InputError("expected a paper and a printer by name")
    low_ink = form.get("low_ink", False)
    if not isinstance(low_ink, bool):
        raise InputError(f"expected true or false as low_ink, got {quote(low_ink)}")
    only, select = (tuple(text.strip() for text in patterns) for patterns in lists)
    given = {str(name): str(value).strip() for name, value in settings.items()}
    return SheetsAsked(
        folder,
        language,
        texts[0].strip() or USUAL_PAPER,
        {name: value for name, value in given.items() if value},
        texts[1].strip(),
        only,
        select,
        low_ink,
    )


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= MAX_LETTERS


def request_of(
    asked: SheetsAsked, problems: Problems, *, wants: Sequence[str] | None = None
) -> PrintRequest | None:
    """The request, or None; all that is wrong with the form is told in ``problems``, each with its field.

    ``wants``: the press settings that are heeded; None for all.
    """
    before = len(problems.found)
    values = dict(_values(asked.settings, SETTINGS, problems))
    for name in values:
        if wants is not None and name not in wants:
            problems.error("this does nothing here; leave it empty", field=key_of(name))
    size = None
    try:
        size = paper(asked.paper)
    except InputError as error:
        problems.extend([error.at(None, field="paper")])
    printer = _printer(asked.printer, problems) if wants is None else None
    named = {PRINTER: asked.printer} if asked.printer else {}
    for found in contradictions({**values, **named}, as_field):
        problems.error(found.message, field=key_of(found.setting))
    if "sheet" in values:
        values["sheet"] = _label_sheet(str(values["sheet"]), problems)
    if size is None or problems.has_errors_since(before):
        return None
    return PrintRequest(size, values, asked.only, asked.select, asked.low_ink, printer)


def option_values(given: Mapping[str, str], settings: Mapping[str, Setting], problems: Problems) -> Any:
    """The values of a target's options, by name."""
    return dict(_values(given, settings, problems))


def _values(
    given: Mapping[str, str], settings: Mapping[str, Setting], problems: Problems
) -> Iterator[tuple[str, object]]:
    for name, text in given.items():
        setting = settings.get(name)
        if setting is None or not setting.is_option:
            hint = did_you_mean(name, settings)
            problems.error(f"there is no setting {clipped(name)}", field=clipped(name), hint=hint)
            continue
        try:
            if setting.is_flag:
                yield name, _flag(text)
            elif setting.words and text not in setting.words:
                raise InputError(f"{quote(text)} is not one of {', '.join(setting.words)}")
            else:
                yield name, setting.kind.parse(text)
        except InputError as error:
            problems.extend([error.at(None, field=key_of(name))])


def _flag(text: str) -> bool:
    if text not in ("true", "false"):
        raise InputError(f"expected true or false, got {quote(text)}")
    return text == "true"


def _label_sheet(name: str, problems: Problems) -> Any:
    """A sheet that comes along: a form names no files."""
    if name == NO_SHEET:
        return None
    try:
        if name not in sheet_names():
            raise InputError(f"no label sheet is called {quote(name)}")
        return find_sheet(name, Path(), problems)
    except InputError as error:
        problems.extend([error.at(None, field="sheet")])
        return None


def user_printers(problems: Problems) -> Printers:
    """The printers that the user has calibrated."""
    file = printers_file()
    try:
        return Printers() if file is None else read_printers(file, problems)
    except OSError as error:
        problems.error(f"{file}: the file can't be read: {reason_of(error)}")
        return Printers()


def _printer(name: str, problems: Problems) -> Printer | None:
    if name.casefold() == NO_PRINTER:
        return None
    printers = user_printers(problems)
    try:
        wanted = name or printers.default
        return None if wanted is None else printers.find(wanted)
    except InputError as error:
        problems.extend([error.at(None, field=PRINTER)])
        return None


# What is done in a process of its own


def load(asked: SheetsAsked, problems: Problems) -> Game:
    """The game as its files are now. Raises :class:`WorkFailed` where they have errors."""
    from generator.catalog.load import load_game
    from generator.layout.caches import clear_caches

    # What was found out of the files before is no longer true.
    clear_caches()
    try:
        game = load_game(asked.folder, problems, language=asked.language)
    except InputError as error:
        problems.extend([error.at(None)])
        game = None
    if game is None or problems.has_errors:
        raise failure("the game can’t be read", problems)
    return game


def failure(message: str, problems: Problems) -> WorkFailed:
    """What work that came to nothing tells."""
    errors = problems.count("error")
    return WorkFailed(f"{message}: {pluralize(errors, 'error')}", tuple(problems.merged()))


def print_sheets(
    line: Line, asked: SheetsAsked, out: Path, cache_folder: Path, shown_in: str
) -> Mapping[str, Any]:
    """Builds all that is asked for into ``out``; tells files, pages, cards, bleed and problems.

    ``shown_in``: what the folder is called. ``cache_folder``: where finished sheets are kept if the user
    has no cache.
    """
    from generator.press.build import build
    from generator.press.cache import Cache, open_cache
    from generator.press.job import count_steps
    from generator.press.planning import plan_books, plan_sheets

    problems = Problems()
    game = load(asked, problems)
    request = request_of(asked, problems)
    if request is None:
        raise failure("nothing was printed", problems)
    jobs: list[PrintJob] = [
        *plan_sheets([game], [request], problems, _notes),
        *plan_books([game], [request]),
    ]
    if jobs and "dpi" in request.settings and not any(job.dpi for job in jobs):
        problems.error(idle_dpi(as_field), field="dpi")
    refuse_links((out / place for job in jobs for place in job.places), out, problems)
    if problems.has_errors:
        raise failure("nothing was printed", problems)
    line.begin(count_steps(jobs), "cards")
    cache = open_cache(wanted=True) or Cache(cache_folder)
    written = build(jobs, out, problems, line.advance, cache)
    if problems.has_errors:
        raise failure("nothing was printed", problems)
    return _told(jobs, written, out, shown_in, request.printer, problems)


def _notes(game: Game, request: PrintRequest, problems: Problems) -> Notes:
    decks = chosen_decks(game, request.only, request.select)
    if not decks:
        return {}
    from generator.deck.check import legality_notes

    return legality_notes(game, decks, problems)


def _told(
    jobs: Sequence[PrintJob],
    written: Sequence[Written],
    out: Path,
    shown_in: str,
    printer: Printer | None,
    problems: Problems,
) -> Mapping[str, Any]:
    from generator.press.messages import bleed_lines, use_of

    by_path = {out / job.path: job for job in jobs}
    use = use_of(printer, jobs, out)
    cards, pages = sum(one.cards for one in written), sum(one.pages for one in written)
    totals = [pluralize(sum(len(one.pngs) or 1 for one in written), "file"), pluralize(pages, "page")]
    totals.append(pluralize(cards, "card"))
    return {
        "files": [_file(by_path[one.path], one, out) for one in written],
        "folder": shown_in,
        "totals": listed(totals).replace(" and ", ", ") if written else "nothing to print",
        "told": [*bleed_lines(written, as_field), *(use.lines([one.path for one in written]) if use else ())],
        "problems": [problem.to_dict() for problem in problems.merged()],
        "errors": problems.count("error"),
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
                *([pluralize(one.cards, "card")] if one.cards else []),
            ]
        ),
        "sheets": sheets_of(_pages(job, pages)),
        "unchanged": one.unchanged,
    }


class ShownPage(NamedTuple):
    """A page of a file: which side of the sheet it is, and its size in mm; 0 where it is not known."""

    side: str = ""
    width: float = 0.0
    height: float = 0.0


def _pages(job: PrintJob, pages: int) -> list[ShownPage]:
    from generator.press.sheet_job import SheetJob

    if not isinstance(job, SheetJob):
        return [ShownPage()] * pages
    found = job.laid_out()[1].pages
    if len(found) != pages or job.options.is_apart:
        return [ShownPage()] * pages
    return [ShownPage(page.side, page.width, page.height) for page in found]


def sheets_of(pages: Sequence[ShownPage]) -> list[list[Mapping[str, Any]]]:
    """The pages by the sheet of paper that they are on: a back belongs to the front before it."""
    called = {"fold": "front and back, to fold", "card": ""}
    sheets: list[list[Mapping[str, Any]]] = []
    for number, (side, width, height) in enumerate(pages):
        page = {"page": number, "side": called.get(side, side), "width": width, "height": height}
        if side == "back" and sheets and len(sheets[-1]) == 1 and sheets[-1][0]["side"] == "front":
            sheets[-1].append(page)
        else:
            sheets.append([page])
    return sheets


def check_form(asked: SheetsAsked, game: Game, *, wants: Sequence[str] | None = None) -> tuple[Problem, ...]:
    """What is wrong with a form, before any process is troubled with it."""
    problems = Problems()
    request_of(asked, problems, wants=wants)
    for field, only, select in (("only", asked.only, ()), ("select", (), asked.select)):
        unmatched = Problems()
        report_unmatched([game], only, select, unmatched)
        problems.extend(problem._replace(field=field) for problem in unmatched)
    return tuple(problems.merged())


def refuse_links(paths: Iterable[Path], out: Path, problems: Problems) -> None:
    """Reports places below ``out`` that are symbolic links: nobody can tell where these lead."""
    found = {link for path in paths if (link := link_on_way(path, out.parent)) is not None}
    for path in sorted(found):
        problems.error(f"{shown_path(path)}: this is a symbolic link, and the studio writes to none")
