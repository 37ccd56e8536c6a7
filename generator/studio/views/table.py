"""Table: the game's real pieces on a cloth to push about, also of a game without rules."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from generator.catalog.problems import InputError
from generator.studio.saved_tables import (
    MAX_SIZE,
    BadTableError,
    ChangedError,
    list_tables,
    read_table,
    save_table,
)
from generator.studio.tabletop import Tabletop, set_table
from generator.studio.view import View, edition_of, page, run_in_thread, studio_of

DIGEST_HEADER = "x-gatepress-digest"
"""Tells the page which version of a file it has loaded; it sends that along when it saves."""
NO_STORE = {"cache-control": "no-store"}


async def _table(request: Request) -> Response:
    project = studio_of(request).project(request)
    await run_in_thread(project.read_first)
    return page(request, "table.html.j2")


async def _set_up(request: Request) -> Response:
    """The pieces and where they lie at the start; asked for again when a file of the game was saved."""
    project, edition = studio_of(request).project(request), edition_of(request)

    def lay() -> Tabletop:
        with project.lock:
            return set_table(edition)

    top = await run_in_thread(lay)
    told = {"game": edition.game.id, "title": edition.game.title, "revision": edition.revision}
    return JSONResponse({**told, **top.to_dict()}, headers=NO_STORE)


async def _list(request: Request) -> Response:
    studio = studio_of(request)
    project = studio.project(request)
    names = await run_in_thread(list_tables, studio.workspace, project.id)
    return JSONResponse({"tables": names}, headers=NO_STORE)


async def _load(request: Request) -> Response:
    studio = studio_of(request)
    project = studio.project(request)
    try:
        saved = await run_in_thread(read_table, studio.workspace, project.id, request.path_params["name"])
    except (InputError, BadTableError) as error:
        return _refused(error)
    headers = {**NO_STORE, DIGEST_HEADER: saved.digest}
    return Response(saved.content, media_type="application/json", headers=headers)


async def _save(request: Request) -> Response:
    studio = studio_of(request)
    project = studio.project(request)
    body = await request.body()
    if len(body) > MAX_SIZE:
        raise HTTPException(413, f"that is too large for a table: {MAX_SIZE // 2**20} MB at most")
    try:
        content = body.decode("utf-8")
    except UnicodeDecodeError:
        raise HTTPException(400, "a table is written in UTF-8") from None
    name, known = request.path_params["name"], request.query_params.get("known")

    def save() -> str:
        with studio.saving:
            return save_table(studio.workspace, project.id, name, content, known)

    try:
        digest = await run_in_thread(save)
    except (InputError, BadTableError) as error:
        return _refused(error)
    except ChangedError:
        told = f"a table {name} is there that this page has not read; nothing was written"
        return JSONResponse({"message": told, "problems": []}, 409)
    return JSONResponse({"name": name, "digest": digest, "file": f"tables/{name}.json"})


def _refused(error: InputError | BadTableError) -> Response:
    problems = error.problems if isinstance(error, BadTableError) else (error.at(None),)
    message = "; ".join(map(str, problems[:3])) if isinstance(error, BadTableError) else str(problems[0])
    return JSONResponse({"message": message, "problems": [problem.to_dict() for problem in problems]}, 422)


VIEW = View(
    title="Table",
    order=5,
    routes=(
        Route("/{game}/table", _table),
        Route("/{game}/table/set-up.json", _set_up),
        Route("/{game}/table/saved", _list),
        Route("/{game}/table/saved/{name}", _load, methods=["GET"]),
        Route("/{game}/table/saved/{name}", _save, methods=["PUT"]),
    ),
)
