"""Table: the game's real pieces on a cloth to push about, with or without rules, alone or with others."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from generator.catalog.keys import TRUE_OR_FALSE
from generator.catalog.press_settings import Setting, whole_number
from generator.studio.forms import TEXT, conflict, read_form
from generator.studio.live import up_to_date
from generator.studio.table_rooms import GUEST, Room, own_room, reopened, shared_room
from generator.studio.tabletop import (
    MAX_SEATS,
    MAX_SIZE,
    Tabletop,
    check_table,
    find_shared,
    list_tables,
    path_of,
    read_table,
    save_table,
)
from generator.studio.view import (
    NOT_KEPT,
    View,
    edition_of,
    form_of,
    invitation,
    number_in,
    page,
    run_in_thread,
    studio_of,
)
from generator.studio.workspace import ChangedError

T = TypeVar("T")
EVENT = "table"
DIGEST_HEADER = "x-gatepress-digest"
"""Says which version of a file the page has loaded; it sends that along when it saves."""
WORD = Setting(TEXT, "")
FLAG = Setting(TRUE_OR_FALSE, "")
SEAT = Setting(whole_number(0, MAX_SEATS - 1), "")
NO_ROOM = "there is no such table here; look at the code again"


# Pages


async def _table(request: Request) -> Response:
    await up_to_date(request)
    return page(request, "table.html.j2", room=None, key="", link="")


async def _seat_page(request: Request) -> Response:
    """The page of a seat at a shared table, or of who looks on."""
    await up_to_date(request)
    room, key = await _room(request), request.path_params.get("key", GUEST)
    if not room.is_shared or (key != GUEST and room.sitter(key) is None):
        raise HTTPException(404, "nobody sits here; join the table by its code")
    link = invitation(request, f"/{room.game}/table/room/{room.id}")
    return page(request, "table.html.j2", room=room, key=key, link=link)


async def _set_up(request: Request) -> Response:
    """The pieces and where they lie at the start; asked for again when a file of the game was saved."""
    edition, top = edition_of(request), await _top(request)
    game = {"game": edition.game.id, "title": edition.game.title, "revision": edition.revision}
    return JSONResponse({**game, **top.to_dict()}, headers=NOT_KEPT)


async def _top(request: Request) -> Tabletop:
    studio, edition = studio_of(request), edition_of(request)
    return await run_in_thread(studio.tabletop, edition, studio.project(request))


# Files


async def _list(request: Request) -> Response:
    studio = studio_of(request)
    project = studio.project(request)
    names = await run_in_thread(list_tables, studio.workspace, project.id)
    return JSONResponse({"tables": names}, headers=NOT_KEPT)


async def _load(request: Request) -> Response:
    studio = studio_of(request)
    project = studio.project(request)
    saved = await run_in_thread(read_table, studio.workspace, project.id, request.path_params["name"])
    if saved.room:
        raise conflict("that is a shared table, with hands in it: join it by its code")
    headers = {**NOT_KEPT, DIGEST_HEADER: saved.revision}
    return Response(saved.content, media_type="application/json", headers=headers)


async def _save(request: Request) -> Response:
    studio = studio_of(request)
    project = studio.project(request)
    content = await _content(request)
    name, known = request.path_params["name"], request.query_params.get("known", "")

    def save() -> str:
        with studio.saving:
            return save_table(studio.workspace, project.id, name, content, known)

    try:
        digest = await run_in_thread(save)
    except ChangedError:
        raise conflict(f"a table {name} is there that this page has not read; nothing was written") from None
    return JSONResponse({"name": name, "digest": digest, "file": f"tables/{name}.json"})


async def _content(request: Request) -> str:
    body = await request.body()
    if len(body) > MAX_SIZE:
        raise HTTPException(413, f"that is too large for a table: {MAX_SIZE // 2**20} MB at most")
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        raise HTTPException(400, "a table is written in UTF-8") from None


# Rooms


async def _new(request: Request) -> Response:
    """A table of a browser's own: as it kept it, which it sends along, or as the game begins."""
    game, content, top = studio_of(request).project(request).id, await _content(request), await _top(request)

    def make() -> Room:
        saved = (
            check_table(content, "the table that was kept", game)
            if content.strip() not in ("", "{}")
            else None
        )
        return own_room(game, top, saved)

    room = studio_of(request).tables.add(game, await run_in_thread(make))
    return JSONResponse({"room": room.id, "key": room.own_key})


async def _share(request: Request) -> Response:
    """A shared table like one's own."""
    studio = studio_of(request)
    room, _ = await _seated(request)
    fields = {"name": WORD, "person": WORD, "seat": SEAT, "as_it_lies": FLAG}
    form = read_form(await form_of(request), fields)
    if room.is_shared:
        raise conflict("this table is shared already")

    def share() -> tuple[Room, str]:
        with studio.saving:
            path = path_of(studio.workspace, form.get("name", ""))
            if path.exists():
                raise conflict(f"there is a table {form['name']} already; choose another name")
            path.parent.mkdir(parents=True, exist_ok=True)
            made = shared_room(room, path, as_it_lies=form.get("as_it_lies", False))
            return made, made.sit_down(form.get("seat", 0), form.get("person", ""))

    made, key = await run_in_thread(share)
    studio.tables.add(room.game, made)
    return _address(made, key)


async def _join(request: Request) -> Response:
    """Where the table of a code is, and where somebody sits who has the key of a seat already."""
    form = read_form(await form_of(request), {"code": WORD, "key": WORD})
    room = await _find(request, form.get("code", ""))
    if not room.is_shared:
        raise HTTPException(404, NO_ROOM)
    address = f"/{room.game}/table/room/{room.id}"
    return JSONResponse({"address": address, "seat": room.sitter(form.get("key", ""))})


async def _sit_down(request: Request) -> Response:
    room = await _room(request)
    form = read_form(await form_of(request), {"person": WORD, "seat": SEAT})
    if not room.is_shared:
        raise HTTPException(404, NO_ROOM)
    key = await run_in_thread(room.sit_down, form.get("seat", 0), form.get("person", ""))
    _tell(request, room)
    return _address(room, key)


def _address(room: Room, key: str) -> Response:
    return JSONResponse({"address": f"/{room.game}/table/room/{room.id}/{key}", "room": room.id})


async def _stand_up(request: Request) -> Response:
    room, seat = await _seated(request)
    await run_in_thread(room.stand_up, seat)
    _tell(request, room)
    return JSONResponse({"address": f"/{room.game}/table/room/{room.id}"})


async def _state(request: Request) -> Response:
    room, key = await _room(request), request.path_params["key"]
    if key == GUEST and room.is_shared:
        return await _shown(room, None)
    room, seat = await _seated(request)
    return await _shown(room, seat)


async def _do(request: Request) -> Response:
    room, seat = await _seated(request)
    given, studio = await form_of(request), studio_of(request)
    act: Callable[[], Mapping[str, Any]] = partial(room.do, seat, given)
    if given.get("do") == "open":
        name = read_form({"name": given.get("name")}, {"name": WORD}).get("name", "")
        saved = await run_in_thread(read_table, studio.workspace, room.game, name)
        act = partial(_opened, partial(room.replace, seat, saved, name))
    before = room.version
    told = await run_in_thread(act)
    if room.version != before:
        _tell(request, room)
    return await _shown(room, seat, told)


def _opened(act: Callable[[], None]) -> Mapping[str, Any]:
    act()
    return {}


async def _shown(room: Room, seat: int | None, told: Mapping[str, Any] | None = None) -> Response:
    document = await run_in_thread(room.document, seat)
    return JSONResponse({**document, **(told or {})}, headers=NOT_KEPT)


async def _point(request: Request) -> Response:
    room, seat = await _seated(request)
    event = room.pointed(seat, await form_of(request))
    if event is not None:
        studio_of(request).events.send(EVENT, event)
    return Response(status_code=204)


async def _file(request: Request) -> Response:
    """All of a table of one's own, for the browser to keep."""
    room, _ = await _seated(request)
    if room.is_shared:
        raise HTTPException(404, "of a shared table nobody gets all")
    text = await run_in_thread(lambda: json.dumps(room.written(), ensure_ascii=False))
    return Response(text, media_type="application/json", headers=NOT_KEPT)


def _tell(request: Request, room: Room) -> None:
    studio_of(request).events.send(EVENT, room.event)


async def _room(request: Request) -> Room:
    """The table that an address names. Raises HTTPException 404."""
    return await _find(request, request.path_params["room"])


async def _find(request: Request, code: str) -> Room:
    """The table of that code, as the game is now, from its file if need be. Raises HTTPException 404."""
    studio, top = studio_of(request), await _top(request)
    game = studio.project(request).id

    def reopen() -> Room | None:
        with studio.saving:
            room = studio.tables.find(game, code)
            shared = find_shared(studio.workspace, game, code) if room is None and code.isalnum() else None
            if shared is None:
                return room
            name, saved = shared
            return studio.tables.add(game, reopened(game, top, saved, path_of(studio.workspace, name)))

    room = studio.tables.find(game, code) or await run_in_thread(reopen)
    if room is None:
        raise HTTPException(404, NO_ROOM)
    if room.catalogue.top is not top:
        await run_in_thread(room.renew, top)
    return room


async def _seated(request: Request) -> tuple[Room, int]:
    room = await _room(request)
    wanted = number_in(request.query_params.get("seat", "0"))
    seat = room.sitter(request.path_params["key"], wanted or 0)
    if seat is None:
        raise HTTPException(404, "nobody sits here; join the table by its code")
    return room, seat


ROOM, SEATED = "/{game}/table/room/{room}", "/{game}/table/room/{room}/{key}"
VIEW = View(
    title="Table",
    order=5,
    routes=(
        Route("/{game}/table", _table),
        Route("/{game}/table/set-up.json", _set_up),
        Route("/{game}/table/saved", _list),
        Route("/{game}/table/saved/{name}", _load, methods=["GET"]),
        Route("/{game}/table/saved/{name}", _save, methods=["PUT"]),
        Route("/{game}/table/new", _new, methods=["POST"]),
        Route("/{game}/table/join", _join, methods=["POST"]),
        Route(ROOM, _seat_page),
        Route(f"{ROOM}/sit", _sit_down, methods=["POST"]),
        Route(SEATED, _seat_page),
        Route(f"{SEATED}/state", _state),
        Route(f"{SEATED}/do", _do, methods=["POST"]),
        Route(f"{SEATED}/point", _point, methods=["POST"]),
        Route(f"{SEATED}/share", _share, methods=["POST"]),
        Route(f"{SEATED}/leave", _stand_up, methods=["POST"]),
        Route(f"{SEATED}/file", _file),
    ),
)
