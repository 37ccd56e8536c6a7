"""Table: the game's real pieces on a cloth to push about, also of a game without rules."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from generator.studio.forms import conflict
from generator.studio.live import up_to_date
from generator.studio.tabletop import MAX_SIZE, Tabletop, list_tables, read_table, save_table, set_table
from generator.studio.view import NOT_KEPT, View, edition_of, page, run_in_thread, studio_of
from generator.studio.workspace import ChangedError

DIGEST_HEADER = "x-gatepress-digest"
"""Says which version of a file the page has loaded; it sends that along when it saves."""


async def _table(request: Request) -> Response:
    await up_to_date(request)
    return page(request, "table.html.j2")


async def _set_up(request: Request) -> Response:
    """The pieces and where they lie at the start; asked for again when a file of the game was saved."""
    project, edition = studio_of(request).project(request), edition_of(request)

    def lay() -> Tabletop:
        with project.lock:
            return set_table(edition)

    top = await run_in_thread(lay)
    game = {"game": edition.game.id, "title": edition.game.title, "revision": edition.revision}
    return JSONResponse({**game, **top.to_dict()}, headers=NOT_KEPT)


async def _list(request: Request) -> Response:
    studio = studio_of(request)
    project = studio.project(request)
    names = await run_in_thread(list_tables, studio.workspace, project.id)
    return JSONResponse({"tables": names}, headers=NOT_KEPT)


async def _load(request: Request) -> Response:
    studio = studio_of(request)
    project = studio.project(request)
    saved = await run_in_thread(read_table, studio.workspace, project.id, request.path_params["name"])
    headers = {**NOT_KEPT, DIGEST_HEADER: saved.revision}
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
    name, known = request.path_params["name"], request.query_params.get("known", "")

    def save() -> str:
        with studio.saving:
            return save_table(studio.workspace, project.id, name, content, known)

    try:
        digest = await run_in_thread(save)
    except ChangedError:
        raise conflict(f"a table {name} is there that this page has not read; nothing was written") from None
    return JSONResponse({"name": name, "digest": digest, "file": f"tables/{name}.json"})


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
