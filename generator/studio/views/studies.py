"""Studies: the reports and studies of the workspace, and new ones that are played from the page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Route

from generator.studio.live import opened
from generator.studio.play.setup import has_rules
from generator.studio.project import Edition
from generator.studio.runs import Run, run_as_dict
from generator.studio.studying import (
    BALANCE_FORM,
    MAX_PAGE,
    STUDIES,
    SWEEP_FORM,
    SWEEP_USUAL,
    USUAL,
    balance,
    measures_field,
    read_study,
    study_fields,
    study_results,
    sweep,
)
from generator.studio.view import (
    NOT_KEPT,
    OUTPUT,
    View,
    begun,
    edition_of,
    form_of,
    page,
    run_in_thread,
    run_routes,
    studio_of,
)
from generator.studio.workspace import Found, look_through, place_of

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
    return page(
        request,
        "studies.html.j2",
        shelf=await run_in_thread(look_through, studio.workspace),
        numbers=[] if edition is None else _numbers(edition),
        is_played=edition is not None and has_rules(edition.game),
        measures=measures_field(),
        sweep=study_fields(SWEEP_FORM, SWEEP_USUAL),
        balance=study_fields(BALANCE_FORM, USUAL),
        runs=[run_as_dict(studio.studying, run) for run in _runs(request)],
        folder=f"{OUTPUT}/{project.id}/{STUDIES}",
    )


def _runs(request: Request) -> list[Run]:
    studio = studio_of(request)
    project = studio.project(request)
    return [run for run in reversed(studio.studying.all()) if run.game == project.id]


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
    """Begins a sweep or a balance study; those before it are played first."""
    studio, edition = studio_of(request), edition_of(request)
    project = studio.project(request)
    if not has_rules(edition.game):
        raise HTTPException(409, "the game has no rules to play by")
    asked = read_study(await form_of(request), project.folder.absolute(), project.id)
    kind, work = ("sweep", sweep) if asked.axes else ("balance", balance)
    out = place_of(studio.workspace, (OUTPUT, project.id), STUDIES)
    title = ", ".join(f"{path}: {values}" for path, values in asked.axes) or ", ".join(asked.measures)
    return begun(studio.studying, Run(kind, title, work, (asked, out), project.id))


async def _all_runs(request: Request) -> Response:
    """All runs of the game, for a page that is opened again."""
    runs = studio_of(request).studying
    return JSONResponse({"runs": [run_as_dict(runs, run) for run in _runs(request)]}, headers=NOT_KEPT)


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
        Route("/{game}/studies/report/{path:path}", _report),
        Route("/{game}/studies/read/{path:path}", _read),
        Route("/{game}/studies/study/{path:path}", _study),
        *run_routes("studies", lambda studio: studio.studying),
    ),
    is_for=has_rules,
)
