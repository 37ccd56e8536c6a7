"""Cards: a form beside the picture, and a grid over all cards of a component, written into their files."""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Callable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from generator.catalog.figure_words import GROUPS, part_names, with_part
from generator.catalog.models import Component
from generator.studio.card_desk import Desk, Made, read_edits
from generator.studio.editors import MAX_LINE, file_of, open_file
from generator.studio.forms import CONFLICT, Refused
from generator.studio.live import opened, up_to_date
from generator.studio.pictures import MIN_WIDTH
from generator.studio.steps import StaleError
from generator.studio.view import (
    NOT_KEPT,
    View,
    edition_of,
    form_of,
    page,
    run_in_thread,
    studio_of,
    width_of,
)

MAX_NAMES = 1_000
"""Files that a request names, and letters of a name."""
PART_WIDTH = 320
"""Pixels of a card with another part, at most."""
MAX_LETTERS = 4_096
"""Of the path of a file."""


async def _page(request: Request) -> Response:
    project = await opened(request)
    components: list[Component] = []
    if project.edition is not None:
        components = [one for one in project.edition.game.components if any(one.sets)]
    return page(request, "cards.html.j2", components=components, locked=_desk(request).why_locked)


async def _sheet(request: Request) -> Response:
    shown = await run_in_thread(_desk(request).shown, request.path_params["component"])
    return JSONResponse(shown, headers=NOT_KEPT)


async def _edit(request: Request) -> Response:
    desk, given = _desk(request), await form_of(request)
    component, seen, session = given.get("component"), given.get("files"), given.get("session", "")
    if not isinstance(component, str) or not isinstance(session, str) or len(session) > MAX_NAMES:
        raise Refused([], "expected the component that is edited", 400)
    if (
        not isinstance(seen, dict)
        or len(seen) > MAX_NAMES
        or not all(isinstance(v, str) for v in seen.values())
    ):
        raise Refused([], "expected the files as the page saw them", 400)
    edits = read_edits(given.get("edits"))
    try:
        return await _answered(request, desk.edit, component, seen, edits, session)
    except StaleError:
        shown = await run_in_thread(desk.shown, component)
        message = "a file of these cards was changed elsewhere"
        return JSONResponse({"message": message, "sheet": shown, "problems": []}, CONFLICT)


async def _undo(request: Request) -> Response:
    return await _answered(request, _desk(request).undo)


async def _redo(request: Request) -> Response:
    return await _answered(request, _desk(request).redo)


async def _answered(request: Request, act: Callable[..., Made], *arguments: Any) -> Response:
    studio = studio_of(request)

    def done() -> Made:
        with studio.saving:
            return act(*arguments)

    made = await run_in_thread(done)
    # Whoever shows the cards is to find them.
    await up_to_date(request)
    wrong = [{"edit": one.edit, **one.problem.to_dict()} for one in made.wrong]
    return JSONResponse({"sheet": made.sheet, "wrong": wrong, "order": made.order}, headers=NOT_KEPT)


async def _art(request: Request) -> Response:
    desk, content = _desk(request), await request.body()
    name = request.query_params.get("name", "")[:MAX_NAMES]
    return JSONResponse({"art": await run_in_thread(desk.keep_picture, name, content)})


async def _part(request: Request) -> Response:
    """A card as it would be with another part of its figure."""
    studio, edition, names = studio_of(request), edition_of(request), request.path_params
    shown = edition.find(names["component"], names["cards"], names["card"])
    word, part, field = names["word"], names["part"], names["field"]
    if shown is None or word not in GROUPS or part not in part_names(edition.game.layout_folders, word):
        raise Refused([], "the kit of figures has no such part", 404)
    worn = shown.card.values.get(field)
    figure = with_part(worn if isinstance(worn, Mapping) else {}, word, part)
    width = width_of(request, PART_WIDTH, MIN_WIDTH, PART_WIDTH)
    asked = (edition, shown, {field: figure}, width)
    picture = await run_in_thread(
        studio.drawing(studio.project(request)).tried, *asked, limiter=studio.drawers
    )
    return Response(picture, media_type="image/png", headers=NOT_KEPT)


async def _open(request: Request) -> Response:
    """Opens a file of the game in the user's editor, if its user asks."""
    studio, given = studio_of(request), await form_of(request)
    project = studio.project(request)
    if not studio.keys.is_open and not _is_here(request):
        raise Refused([], "an editor is opened only from the machine that the studio runs on", 403)
    file, numbers = given.get("file"), [given.get("line") or 1, given.get("column") or 1]
    if not isinstance(file, str) or len(file) > MAX_LETTERS:
        raise Refused([], "expected a file", 400)
    if not all(type(number) is int and 0 < number <= MAX_LINE for number in numbers):
        raise Refused([], "expected a line and a column", 400)
    path = await run_in_thread(file_of, project, file)
    return JSONResponse(await run_in_thread(open_file, path, *numbers, os.environ))


def _is_here(request: Request) -> bool:
    """Whether a request comes from this machine."""
    try:
        return request.client is not None and ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False


def _desk(request: Request) -> Desk:
    studio = studio_of(request)
    return studio.desk(studio.project(request))


VIEW = View(
    title="Cards",
    order=2,
    routes=(
        Route("/{game}/cards", _page),
        Route("/{game}/cards/sheet/{component}", _sheet),
        Route("/{game}/cards/edit", _edit, methods=["POST"]),
        Route("/{game}/cards/undo", _undo, methods=["POST"]),
        Route("/{game}/cards/redo", _redo, methods=["POST"]),
        Route("/{game}/cards/art", _art, methods=["POST"]),
        Route("/{game}/cards/part/{component}/{cards}/{card}/{field}/{word}/{part}.png", _part),
        Route("/{game}/cards/open", _open, methods=["POST"]),
    ),
)
