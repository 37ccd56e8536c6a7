"""Layout: the elements of a card on its picture, with their template beside it; both can be changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from generator.studio.forms import CONFLICT, Refused
from generator.studio.layout_desk import Asked, LayoutDesk, read_act
from generator.studio.layout_shown import vocabulary
from generator.studio.live import opened
from generator.studio.pictures import MIN_WIDTH
from generator.studio.project import sides_of
from generator.studio.steps import StaleError
from generator.studio.view import NOT_KEPT, View, edition_of, form_of, page, run_in_thread, studio_of
from generator.studio.views.gallery import guides_of

MAX_WIDTH = 1_600
"""Pixels of a picture."""
MAX_NAME = 4_096
"""Letters of a name in a request."""


async def _page(request: Request) -> Response:
    project = await opened(request)
    components: list[Mapping[str, Any]] = []
    guides: Mapping[str, Mapping[str, str]] = {}
    if project.edition is not None:
        guides = {guide.name: guide._asdict() for guide in guides_of(project.edition)}
        for component in project.edition.game.components:
            cards = [one for one in project.edition.cards if one.component is component]
            if cards:
                size = [component.size.width, component.size.height]
                components.append(
                    {
                        "id": component.id,
                        "title": component.title,
                        "sides": sides_of(component),
                        "size": size,
                        "safe": component.safe,
                        "cards": [[one.key, one.name] for one in cards],
                    }
                )
    return page(request, "layout.html.j2", components=components, guides=guides)


async def _words(request: Request) -> Response:
    """What elements and parts there are, with their attributes and what those may say."""
    words = await run_in_thread(vocabulary, edition_of(request).renderer.scope)
    return JSONResponse(words, headers=NOT_KEPT)


async def _show(request: Request) -> Response:
    asked = _asked(request, await form_of(request))
    shown = await run_in_thread(_desk(request).shown, asked, limiter=studio_of(request).drawers)
    return JSONResponse(shown, headers=NOT_KEPT)


async def _try(request: Request) -> Response:
    return await _changed(request, is_trial=True)


async def _edit(request: Request) -> Response:
    return await _changed(request, is_trial=False)


async def _changed(request: Request, *, is_trial: bool) -> Response:
    studio, given = studio_of(request), await form_of(request)
    desk, asked, act = _desk(request), _asked(request, given), read_act(given.get("act"))
    revision, session, draft = given.get("revision"), given.get("session", ""), given.get("draft")
    texts = [revision, session, "" if draft is None else draft]
    if not all(isinstance(text, str) for text in texts) or len(session) > MAX_NAME:
        raise Refused([], "expected the template as the page saw it", 400)

    def done() -> Mapping[str, object]:
        with studio.saving:
            return desk.edit(
                asked,
                act,
                revision=str(revision),
                draft=draft,
                session=session,
                is_trial=is_trial,
                anyway=given.get("anyway") is True,
            )

    try:
        shown = await run_in_thread(done, limiter=studio.drawers)
    except StaleError:
        now = await run_in_thread(desk.shown, asked)
        message = "the template was changed elsewhere meanwhile"
        return JSONResponse({"message": message, "shown": now, "problems": []}, CONFLICT)
    return JSONResponse(shown, headers=NOT_KEPT)


async def _undo(request: Request) -> Response:
    return await _gone(request, is_back=True)


async def _redo(request: Request) -> Response:
    return await _gone(request, is_back=False)


async def _gone(request: Request, *, is_back: bool) -> Response:
    studio, desk, asked = studio_of(request), _desk(request), _asked(request, await form_of(request))

    def done() -> Mapping[str, object]:
        with studio.saving:
            return desk.go(asked, is_back=is_back)

    return JSONResponse(await run_in_thread(done, limiter=studio.drawers), headers=NOT_KEPT)


def _asked(request: Request, given: Mapping[str, Any]) -> Asked:
    """What a page looks at. Raises Refused and HTTPException."""
    edition = edition_of(request)
    key, side, file, width = (given.get(name) for name in ("card", "side", "file", "width"))
    if not isinstance(key, str) or not isinstance(file or "", str) or len(file or "") > MAX_NAME:
        raise Refused([], "expected a card and a file", 400)
    shown = edition.by_key.get(key)
    if shown is None or (side != "front" and side != "back") or side not in shown.sides:
        raise Refused([], "the game has no such face", 404)
    if type(width) is not int:
        raise Refused([], "the width is a number of pixels", 400)
    return Asked(edition, shown, side, file or "", min(max(width, MIN_WIDTH), MAX_WIDTH))


def _desk(request: Request) -> LayoutDesk:
    studio = studio_of(request)
    return studio.layout_desk(studio.project(request))


VIEW = View(
    title="Layout",
    order=3,
    routes=(
        Route("/{game}/layout", _page),
        Route("/{game}/layout/words", _words),
        Route("/{game}/layout/show", _show, methods=["POST"]),
        Route("/{game}/layout/try", _try, methods=["POST"]),
        Route("/{game}/layout/edit", _edit, methods=["POST"]),
        Route("/{game}/layout/undo", _undo, methods=["POST"]),
        Route("/{game}/layout/redo", _redo, methods=["POST"]),
    ),
)
