"""Cards: a form beside the picture, and a grid over all cards of a component, written into their files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from generator.catalog.models import Component
from generator.studio.card_desk import Desk, Made, StaleError, read_edits
from generator.studio.forms import CONFLICT, Refused
from generator.studio.live import opened, up_to_date
from generator.studio.view import NOT_KEPT, View, form_of, page, run_in_thread, studio_of

MAX_NAMES = 1_000
"""Files that a request names, and letters of a name."""


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
    ),
)
