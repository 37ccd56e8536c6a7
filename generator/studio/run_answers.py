"""What pages are answered that begin long work, ask how far it is, and stop it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from generator.catalog.json_file import parse_values
from generator.catalog.problems import InputError, Problem
from generator.catalog.wording import pluralize
from generator.studio.runs import Run, Runs, run_as_dict
from generator.studio.view import Studio, run_in_thread, studio_of

RunsOf = Callable[[Studio], Runs]


def run_routes(name: str, runs_of: RunsOf) -> tuple[Route, ...]:
    """``/{game}/NAME/run/{run}`` tells how far a run is; a POST to it stops it."""

    async def told(request: Request) -> Response:
        runs = runs_of(studio_of(request))
        return JSONResponse(run_as_dict(runs, find_run(runs, request)), headers=NOT_KEPT)

    async def stop(request: Request) -> Response:
        runs = runs_of(studio_of(request))
        run = find_run(runs, request)
        form = await json_of(request)
        await run_in_thread(runs.stop, run, at_once=form.get("at_once") is True)
        return JSONResponse(run_as_dict(runs, run))

    return (
        Route(f"/{{game}}/{name}/run/{{run}}", told, methods=["GET"]),
        Route(f"/{{game}}/{name}/run/{{run}}", stop, methods=["POST"]),
    )


NOT_KEPT = {"cache-control": "no-store"}


def find_run(runs: Runs, request: Request) -> Run:
    """The run that a request names. Raises HTTPException."""
    project = studio_of(request).project(request)
    run = runs.find(request.path_params["run"])
    if run is None or run.game != project.id:
        raise HTTPException(404, "the studio remembers no such run")
    return run


async def json_of(request: Request) -> dict[str, Any]:
    """The body of a request. Raises HTTPException for what is no JSON object."""
    try:
        values = parse_values(await request.body())
    except InputError as error:
        raise HTTPException(400, f"the request is not JSON: {error.message}") from None
    if not isinstance(values, dict):
        raise HTTPException(400, "the request is no JSON object")
    return values


def begun(runs: Runs, run: Run) -> Response:
    """Takes a run on, and tells of it."""
    try:
        runs.begin(run)
    except InputError as error:
        return JSONResponse({"message": str(error.at(None)), "problems": []}, 409)
    return JSONResponse(run_as_dict(runs, run), 202)


def refused(problems: Iterable[Problem]) -> Response:
    """A form that can't be done, with all that is wrong with it, each by its field."""
    found = [problem.to_dict() for problem in problems]
    first = found[0] if found else {"message": "it can’t be done"}
    message = str(first["message"]) if len(found) == 1 else f"{pluralize(len(found), 'problem')} in the form"
    return JSONResponse({"message": message, "problems": found}, 422)
