"""Studies: the reports and studies of the workspace, and new ones that are played from the page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Route

from generator.studio.forms import conflict
from generator.studio.live import opened
from generator.studio.play.setup import has_rules
from generator.studio.project import Edition, Project
from generator.studio.runs import Run, run_as_dict
from generator.studio.study_forms import FORMS, read_study, sheet_of
from generator.studio.studying import (
    MAX_PAGE,
    STUDIES,
    KeptStudy,
    StudyRun,
    comparison_of,
    free_name,
    kept_studies,
    play,
    study_results,
    study_runs,
)
from generator.studio.view import (
    NOT_KEPT,
    OUTPUT,
    Studio,
    View,
    begun,
    edition_of,
    form_of,
    page,
    run_in_thread,
    run_routes,
    studio_of,
)
from generator.studio.workspace import Found, Shelf, look_through, place_of

REPORT_POLICY = (
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:; "
    "frame-ancestors 'self'"
)
"""A report may look as it likes, and do nothing: no script, no form, no request, no place among our pages."""
MAX_NUMBERS = 300
"""Numbers that are suggested to be tried."""


class Number(NamedTuple):
    """A number of the game that can be tried otherwise."""

    path: str
    value: str


async def _studies(request: Request) -> Response:
    studio, project = studio_of(request), await opened(request)
    edition = project.edition
    shelf = await run_in_thread(look_through, studio.workspace)
    return page(
        request,
        "studies.html.j2",
        shelf=shelf,
        comparable=await run_in_thread(_comparable, studio, project, shelf),
        numbers=[] if edition is None else _numbers(edition),
        is_played=edition is not None and has_rules(edition.game),
        sheets={} if edition is None else {kind: sheet_of(kind, edition.game) for kind in FORMS},
        runs=await run_in_thread(_all_of, studio, project),
        folder=f"{OUTPUT}/{project.id}/{STUDIES}",
    )


def _all_of(studio: Studio, project: Project) -> list[dict[str, Any]]:
    """The runs that the studio remembers, then those that are kept from before it was started."""
    runs = [run for run in reversed(studio.studying.all()) if run.game == project.id]
    found = [_shown(studio, run) for run in runs]
    known = {run.about["name"] for run in runs}
    kept = kept_studies(_folder(studio, project))
    return [*found, *(_kept_as_dict(study) for study in kept if study.name not in known)]


def _shown(studio: Studio, run: Run) -> dict[str, Any]:
    return {**run_as_dict(studio.studying, run), "name": run.about["name"]}


def _kept_as_dict(study: KeptStudy) -> dict[str, Any]:
    state = "interrupted" if study.state == "running" else study.state
    return {
        **study._asdict(),
        "given": None,
        "state": state,
        "id": "",
        "before": 0,
        "message": "",
        "doing": "",
    }


def _folder(studio: Studio, project: Project) -> Path:
    return place_of(studio.workspace, (OUTPUT, project.id), STUDIES)


def _numbers(edition: Edition) -> list[Number]:
    """The numbers of the rules, and those of cards, by the paths that changes name them by."""
    found = list(_rules("rules", edition.game.rules))
    for shown in edition.cards:
        found += [
            Number(f"{shown.card.id}.{name}", str(value))
            for name, value in shown.card.values.items()
            if isinstance(value, int) and not isinstance(value, bool)
        ]
    return found[:MAX_NUMBERS]


def _rules(path: str, value: object) -> Iterator[Number]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _rules(f"{path}.{key}", inner)
    elif isinstance(value, list | tuple):
        for at, inner in enumerate(value):
            yield from _rules(f"{path}[{at}]", inner)
    elif isinstance(value, int | float):
        yield Number(path, str(value).lower())


async def _begin(request: Request) -> Response:
    """Begins a study, or goes on with one that is kept; those before it are played first."""
    studio, edition = studio_of(request), edition_of(request)
    project = studio.project(request)
    if not has_rules(edition.game):
        raise HTTPException(409, "the game has no rules to play by")
    given, folder = await form_of(request), _folder(studio, project)
    name = given.pop("go_on", None)
    if name is not None:
        kept = await run_in_thread(kept_studies, folder)
        given = next((dict(study.given) for study in kept if study.name == name), {})
        if not given:
            raise HTTPException(404, "there is no such study")
    asked = read_study(given, project.folder.absolute(), project.id, studio.workspace)
    runs = [run for run in studio.studying.all() if run.game == project.id]
    if any(run.about["name"] == name and not run.has_ended for run in runs):
        raise conflict("it is under way")
    name = name or free_name(folder, asked, [run.about["name"] for run in runs])
    run = Run(asked.kind, asked.title, play, (asked, folder, name), project.id, {"name": name})
    begun(studio.studying, run)
    return JSONResponse(_shown(studio, run), 202)


async def _all_runs(request: Request) -> Response:
    """All studies of the game, for a page that is opened again."""
    studio = studio_of(request)
    runs = await run_in_thread(_all_of, studio, studio.project(request))
    return JSONResponse({"runs": runs}, headers=NOT_KEPT)


async def _report(request: Request) -> Response:
    path = studio_of(request).workspace / (await _listed(request, "report")).path
    if path.stat().st_size > MAX_PAGE:
        raise HTTPException(404, "there is no such report")
    headers = {"content-security-policy": REPORT_POLICY, **NOT_KEPT}
    return FileResponse(path, media_type="text/html; charset=utf-8", headers=headers)


async def _read(request: Request) -> Response:
    """A report inside a page of the studio."""
    return page(request, "report.html.j2", report=await _listed(request, "report"))


async def _study(request: Request) -> Response:
    found = await _listed(request, "study")
    results = await run_in_thread(study_results, studio_of(request).workspace / found.path)
    return page(request, "study.html.j2", path=found.path, results=results)


def _comparable(studio: Studio, project: Project, shelf: Shelf) -> list[StudyRun]:
    if project.edition is None:
        return []
    kept = kept_studies(_folder(studio, project))
    return study_runs(studio.workspace, project.edition.game.id, shelf.studies, kept)


async def _compare(request: Request) -> Response:
    """Two runs side by side."""
    studio, project = studio_of(request), await opened(request)
    shelf = await run_in_thread(look_through, studio.workspace)
    runs = {run.path: run for run in await run_in_thread(_comparable, studio, project, shelf)}
    try:
        first, second = (runs[request.query_params.get(name, "")] for name in ("first", "second"))
    except KeyError:
        raise HTTPException(404, "there is no such study") from None
    found = await run_in_thread(comparison_of, studio.workspace, first, second)
    return page(request, "compare.html.j2", first=first, second=second, found=found)


async def _listed(request: Request, kind: Literal["report", "study"]) -> Found:
    """The report or study that a request names, if it is one of those that are listed."""
    studio = studio_of(request)
    studio.project(request)
    shelf = await run_in_thread(look_through, studio.workspace)
    for found in shelf.reports if kind == "report" else shelf.studies:
        if found.path == request.path_params["path"]:
            return found
    raise HTTPException(404, f"there is no such {kind}")


VIEW = View(
    title="Studies",
    order=5,
    routes=(
        Route("/{game}/studies", _studies),
        Route("/{game}/studies/begin", _begin, methods=["POST"]),
        Route("/{game}/studies/runs", _all_runs),
        Route("/{game}/studies/compare", _compare),
        Route("/{game}/studies/report/{path:path}", _report),
        Route("/{game}/studies/read/{path:path}", _read),
        Route("/{game}/studies/study/{path:path}", _study),
        *run_routes("studies", lambda studio: studio.studying),
    ),
    is_for=has_rules,
)
