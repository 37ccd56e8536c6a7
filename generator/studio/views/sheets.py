"""Sheets: what is printed is chosen, seen page by page, saved and downloaded; and exports."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from generator.export.target import target_names
from generator.studio.live import opened
from generator.studio.pictures import page_png
from generator.studio.printing import (
    PRESS,
    Source,
    choice_fields,
    export,
    export_form,
    paper_field,
    press_field,
    print_sheets,
    printer_field,
    read_export,
    read_sheets,
)
from generator.studio.project import Project
from generator.studio.runs import Run, Runs
from generator.studio.view import (
    NOT_KEPT,
    OUTPUT,
    Studio,
    View,
    begun,
    edition_of,
    find_run,
    form_of,
    number_in,
    page,
    run_in_thread,
    run_routes,
    studio_of,
    width_of,
)

FIRST = ("backs", "form", "marks", "gap", "bleed", "bleed_from", "registration")
"""Settings that everybody asks for; the others stand behind them."""
PURPOSES = {"own": "for yourself", "share": "to pass on", "sale": "for what is sold"}
MIN_WIDTH, USUAL_WIDTH, MAX_WIDTH = 80, 480, 2400
"""Pixels of a page's picture."""
MAX_PREVIEWS = 6
"""Whose files are kept."""


async def _sheets(request: Request) -> Response:
    edition = (await opened(request)).edition
    choice = [] if edition is None else choice_fields(edition.game)
    return page(
        request,
        "sheets.html.j2",
        first=[paper_field(), *map(press_field, FIRST), printer_field(), *choice],
        more=[press_field(name) for name in PRESS if name not in FIRST],
        targets=[export_form(name) for name in target_names()],
        purposes=PURPOSES,
    )


async def _preview(request: Request) -> Response:
    """Prints into a folder of the studio's own; the pages are looked at from there."""
    studio, project = studio_of(request), studio_of(request).project(request)
    wanted, variants = await run_in_thread(read_sheets, await form_of(request), edition_of(request).game)
    tab = request.query_params.get("tab", "")[:40]
    _stop_previews(studio.printing, project, tab)
    _forget_previews(studio)
    run = Run("preview", "Sheets", print_sheets, (), project.id, {"tab": tab})
    cache = studio.scratch_folder / "cache"
    run.arguments = (_source(project, variants), wanted, _folder_of(studio, run), cache, "")
    return begun(studio.printing, run)


def _source(project: Project, variants: tuple[str, ...] = ()) -> Source:
    return Source(project.folder.absolute(), project.language, variants)


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
    studio, project = studio_of(request), studio_of(request).project(request)
    wanted, variants = await run_in_thread(read_sheets, await form_of(request), edition_of(request).game)
    places = (studio.workspace / OUTPUT, studio.scratch_folder / "cache", OUTPUT)
    source = _source(project, variants)
    run = Run("save", "Sheets", print_sheets, (source, wanted, *places), project.id)
    return begun(studio.printing, run)


async def _page(request: Request) -> Response:
    """A page of a preview as a picture."""
    studio = studio_of(request)
    run = find_run(studio.printing, request)
    file = _file_of(run, request.path_params["file"])
    number = number_in(request.path_params["page"])
    width = width_of(request, USUAL_WIDTH, MIN_WIDTH, MAX_WIDTH)
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
    files, number = run.result.get("files", ()), number_in(text)
    if run.state != "done" or number is None or number >= len(files):
        raise HTTPException(404, "there is no such file")
    found: Mapping[str, Any] = files[number]
    return found


async def _download(request: Request) -> Response:
    """What a preview has printed, or an export: one PDF, or a zip of several files."""
    studio = studio_of(request)
    run = find_run(studio.printing, request)
    if run.state != "done" or not run.result.get("files"):
        raise HTTPException(404, "there is nothing to download")
    path, name = await run_in_thread(_packed, studio, run)
    if not path.is_file():
        raise HTTPException(404, "these files are gone; look at the pages again")
    return FileResponse(path, filename=name, headers=NOT_KEPT)


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
    studio, project = studio_of(request), studio_of(request).project(request)
    form = export_form(request.path_params["target"])
    given, game = await form_of(request), edition_of(request).game
    wanted, options = await run_in_thread(read_export, given, form, game)
    run = Run("export", form.target.title, export, (), project.id, {"target": form.name})
    places = (studio.workspace / OUTPUT, _archive_of(studio, run))
    run.arguments = (form.name, _source(project), wanted, options, *places)
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
