"""Sheets: what is printed is chosen, seen page by page, saved and downloaded; and exports."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from generator.catalog.label_sheets import sheet_names
from generator.catalog.press_settings import NO_PRINTER, NO_SHEET, SETTINGS, Setting, key_of
from generator.catalog.problems import InputError, Problem, Problems
from generator.catalog.sizes import PAPERS
from generator.press.request import RULEBOOK
from generator.studio.exporting import check_export, export, export_forms, find_form
from generator.studio.live import opened
from generator.studio.pictures import page_png
from generator.studio.printing import SheetsAsked, check_form, print_sheets, read_form, user_printers
from generator.studio.project import Edition, Project
from generator.studio.run_answers import begun, find_run, json_of, refused, run_routes
from generator.studio.runs import Run, Runs
from generator.studio.view import Studio, View, edition_of, page, run_in_thread, studio_of

OUTPUT = "output"
"""The folder of the workspace that files are saved to."""
FIRST = ("backs", "form", "marks", "gap", "bleed", "bleed_from", "registration")
"""Settings that everybody asks for; the others stand behind them."""
MIN_WIDTH, USUAL_WIDTH, MAX_WIDTH = 80, 480, 2400
"""Pixels of a page's picture."""
MAX_PREVIEWS = 6
"""Whose files are kept."""


class Field(NamedTuple):
    """A setting as a form has it."""

    name: str
    key: str
    label: str
    setting: Setting
    words: tuple[str, ...]


def _fields(settings: Mapping[str, Setting]) -> list[Field]:
    return [
        Field(name, key_of(name), name.replace("_", " ").capitalize(), setting, _words(name, setting))
        for name, setting in settings.items()
        if setting.is_option
    ]


def _words(name: str, setting: Setting) -> tuple[str, ...]:
    return (NO_SHEET, *sheet_names()) if name == "sheet" else tuple(setting.words)


async def _sheets(request: Request) -> Response:
    project = await opened(request)
    edition = project.edition
    fields = {field.name: field for field in _fields(SETTINGS)}
    problems = Problems()
    return page(
        request,
        "sheets.html.j2",
        papers=list(PAPERS),
        first=[fields[name] for name in FIRST],
        more=[field for name, field in fields.items() if name not in FIRST],
        printers=user_printers(problems),
        no_printer=NO_PRINTER,
        printer_problems=problems.merged(),
        components=[] if edition is None else _components(edition),
        targets=[(form, _fields(form.options), _fields(form.press)) for form in export_forms()],
        purposes={"own": "for yourself", "share": "to pass on", "sale": "for what is sold"},
    )


def _components(edition: Edition) -> list[tuple[str, str]]:
    """What may be chosen, and what it is called."""
    game = edition.game
    found = [(component.id, component.title) for component in game.components]
    return [*found, (RULEBOOK, "Rulebook")] if game.rulebook is not None else found


async def _preview(request: Request) -> Response:
    """Prints into a folder of the studio's own; the pages are looked at from there."""
    form = await json_of(request)
    studio, edition = studio_of(request), edition_of(request)
    project = studio.project(request)
    asked, problems = await run_in_thread(_checked, form, project, edition)
    if asked is None:
        return refused(problems)
    tab = str(form.get("tab", ""))[:40]
    _stop_previews(studio.printing, project, tab)
    _forget_previews(studio)
    run = Run("preview", "Sheets", print_sheets, (), project.id, {"tab": tab})
    folder = _folder_of(studio, run)
    run.arguments = (asked, folder, studio.scratch_folder / "cache", "")
    return begun(studio.printing, run)


def _checked(
    form: Mapping[str, Any], project: Project, edition: Edition
) -> tuple[SheetsAsked | None, tuple[Problem, ...]]:
    try:
        if form.get("options"):
            raise InputError("sheets have settings, and no options")
        asked = read_form(form, project.folder.absolute(), project.language)
    except InputError as error:
        return None, (error.at(None),)
    problems = check_form(asked, edition.game)
    return (None, problems) if any(one.severity == "error" for one in problems) else (asked, problems)


def _stop_previews(runs: Runs, project: Project, tab: str) -> None:
    """What a page has asked for before is nothing to wait for."""
    for run in runs.all():
        is_older = run.kind == "preview" and run.game == project.id and run.about.get("tab") == tab
        if is_older and not run.has_ended:
            runs.stop(run)


def _forget_previews(studio: Studio) -> None:
    ended = [run for run in studio.printing.all() if run.kind == "preview" and run.has_ended]
    for run in ended[: max(0, len(ended) - MAX_PREVIEWS)]:
        shutil.rmtree(_folder_of(studio, run), ignore_errors=True)


def _folder_of(studio: Studio, run: Run) -> Path:
    return studio.scratch_folder / run.id


async def _save(request: Request) -> Response:
    """Builds into the workspace, as the command line does."""
    form = await json_of(request)
    studio, edition = studio_of(request), edition_of(request)
    project = studio.project(request)
    asked, problems = await run_in_thread(_checked, form, project, edition)
    if asked is None:
        return refused(problems)
    run = Run("save", "Sheets", print_sheets, (), project.id)
    run.arguments = (asked, studio.workspace / OUTPUT, studio.scratch_folder / "cache", OUTPUT)
    return begun(studio.printing, run)


async def _page(request: Request) -> Response:
    """A page of a preview as a picture."""
    studio = studio_of(request)
    run = find_run(studio.printing, request)
    file = _file_of(run, request.path_params["file"])
    number, width = _number(request.path_params["page"]), _width(request)
    pngs = file["pngs"]
    if number is None or number >= (len(pngs) or number + 1):
        raise HTTPException(404, "there is no such page")
    path = _folder_of(studio, run) / (pngs[number] if pngs else file["path"])
    picture = await run_in_thread(_drawn, path, number, width)
    if picture is None:
        raise HTTPException(404, "there is no such page")
    # Another preview has another address.
    headers = {"cache-control": "private, max-age=86400, immutable"}
    return Response(picture, media_type="image/png", headers=headers)


def _drawn(path: Path, number: int, width: int) -> bytes | None:
    return page_png(path, number, width) if path.is_file() else None


def _file_of(run: Run, text: str) -> Mapping[str, Any]:
    files, number = run.result.get("files", ()), _number(text)
    if run.state != "done" or number is None or number >= len(files):
        raise HTTPException(404, "there is no such file")
    found: Mapping[str, Any] = files[number]
    return found


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 6 else None


def _width(request: Request) -> int:
    given = _number(request.query_params.get("w", str(USUAL_WIDTH)))
    if given is None:
        raise HTTPException(400, "the width is a number of pixels")
    return min(max(given, MIN_WIDTH), MAX_WIDTH)


async def _download(request: Request) -> Response:
    """What a preview has printed, or an export: one PDF, or a zip of several files."""
    studio = studio_of(request)
    run = find_run(studio.printing, request)
    if run.state != "done" or not run.result.get("files"):
        raise HTTPException(404, "there is nothing to download")
    path, name = await run_in_thread(_packed, studio, run)
    if not path.is_file():
        raise HTTPException(404, "these files are gone; look at the pages again")
    return FileResponse(path, filename=name, headers={"cache-control": "no-store"})


def _packed(studio: Studio, run: Run) -> tuple[Path, str]:
    from generator.export.file_formats import Member, write_zip

    folder, files = _folder_of(studio, run), run.result["files"]
    archive = _archive_of(studio, run)
    if run.kind == "export":
        return archive, f"{run.game}-{run.about['target']}.zip"
    if len(files) == 1 and not files[0]["pngs"]:
        return folder / files[0]["path"], f"{run.game}-{files[0]['name']}"
    if not archive.is_file():
        paths = [path for file in files for path in (file["pngs"] or [file["path"]])]
        if not all((folder / path).is_file() for path in paths):
            return archive, ""
        write_zip(archive, [Member(path, folder / path) for path in paths])
    return archive, f"{run.game}.zip"


def _archive_of(studio: Studio, run: Run) -> Path:
    return studio.scratch_folder / f"{run.id}.zip"


async def _export(request: Request) -> Response:
    """Exports into the workspace; the files can be downloaded, too."""
    form = await json_of(request)
    studio, edition = studio_of(request), edition_of(request)
    project = studio.project(request)
    try:
        target = find_form(request.path_params["target"])
        asked = read_form(form, project.folder.absolute(), project.language)
        given = read_form({"settings": form.get("options", {})}, project.folder, None).settings
    except InputError as error:
        return refused([error.at(None)])
    problems = await run_in_thread(check_export, target, asked, given, edition.game)
    if any(problem.severity == "error" for problem in problems):
        return refused(problems)
    run = Run("export", target.title, export, (), project.id, {"target": target.name})
    run.arguments = (target.name, asked, given, studio.workspace / OUTPUT, _archive_of(studio, run))
    return begun(studio.printing, run)


VIEW = View(
    title="Sheets",
    order=6,
    routes=(
        Route("/{game}/sheets", _sheets),
        Route("/{game}/sheets/preview", _preview, methods=["POST"]),
        Route("/{game}/sheets/save", _save, methods=["POST"]),
        Route("/{game}/sheets/export/{target}", _export, methods=["POST"]),
        Route("/{game}/sheets/page/{run}/{file}/{page}.png", _page),
        Route("/{game}/sheets/download/{run}", _download),
        *run_routes("sheets", lambda studio: studio.printing),
    ),
)
