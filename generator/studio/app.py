"""The studio as a web application: its routes, its errors, and what runs beside them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from generator.catalog.problems import InputError
from generator.rules import BadDatabase, IllegalMove, RulesError
from generator.rules.own_rules import has_own_rules
from generator.studio import beginning, documentation
from generator.studio.forms import Refused
from generator.studio.guard import TOKEN_HEADER, Guard
from generator.studio.live import keep_reading, state_of
from generator.studio.play import tables
from generator.studio.project import Edition, ShownCard
from generator.studio.view import HERE, Studio, answer_refusal, page, run_in_thread, studio_of, views

if TYPE_CHECKING:
    from markupsafe import Markup

REFUSALS = (Refused, InputError, RulesError, IllegalMove, BadDatabase)
FIRST_VIEW = "gallery"
FAN = 3
"""Cards of a game that are shown."""


def create_app(studio: Studio, *, is_watching: bool = True) -> Starlette:
    """The application over a studio; ``is_watching``: files that are saved are read again at once."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        del app
        studio.stop = asyncio.Event()
        tasks = [
            asyncio.create_task(keep_reading(studio, project, studio.stop))
            for project in studio.projects.values()
            if is_watching
        ]
        studio.is_live = is_watching
        if is_watching and any(has_own_rules(project.folder) for project in studio.projects.values()):
            tasks.append(asyncio.create_task(run_in_thread(tables.get_ready)))
        try:
            yield
        finally:
            studio.stop.set()
            studio.rooms.close()
            studio.replays.close()
            studio.is_live = False
            running = [*tasks, *studio.tasks]
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)
            for project in studio.projects.values():
                project.close()
            await run_in_thread(studio.close)
            for bench in studio.benches.values():
                bench.close()

    routes = [
        Route("/", _home),
        Mount("/static", StaticFiles(directory=HERE / "static")),
        Route("/events", _all_events),
        *beginning.ROUTES,
        *documentation.ROUTES,
        Route("/{game}", _first_view),
        Route("/{game}/events", _events),
        *(route for view in views().values() for route in view.routes),
    ]
    app = Starlette(
        routes=routes,
        middleware=[Middleware(Guard, keys=studio.keys)],
        exception_handlers={
            HTTPException: _missing,
            **dict.fromkeys(REFUSALS, answer_refusal),
            Exception: _failed,
        },
        lifespan=lifespan,
    )
    app.state.studio = studio
    app.state.environment = _environment()
    return app


def _environment() -> Any:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        loader=FileSystemLoader(HERE / "templates"),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["token_header"] = TOKEN_HEADER
    environment.filters["words"] = _words
    return environment


def _words(message: str) -> Markup:
    """A message as a page has it: what stands in backticks is code."""
    from markupsafe import Markup

    parts = message.split("`")
    if len(parts) % 2 == 0:
        return Markup("{}").format(message)
    return Markup().join(
        Markup("<code>{}</code>").format(part) if number % 2 else part for number, part in enumerate(parts)
    )


async def _home(request: Request) -> Response:
    """All games; where there is one alone, that one at once."""
    studio = studio_of(request)
    if len(studio.projects) == 1:
        return RedirectResponse(f"/{next(iter(studio.projects))}/{FIRST_VIEW}", 303)
    return page(
        request,
        "home.html.j2",
        games=[(project, _fan(project.edition)) for project in studio.projects.values()],
    )


async def _first_view(request: Request) -> Response:
    project = studio_of(request).project(request)
    return RedirectResponse(f"/{project.id}/{FIRST_VIEW}", 303)


def _fan(edition: Edition | None) -> tuple[ShownCard, ...]:
    """Some cards of the component that has most of them, from all over it."""
    by_component: dict[str, list[ShownCard]] = {}
    for shown in edition.cards if edition is not None else ():
        by_component.setdefault(shown.component.id, []).append(shown)
    cards = max(by_component.values(), key=len, default=[])
    places = sorted({round(step * (len(cards) - 1) / (FAN - 1)) for step in range(FAN)}) if cards else []
    return tuple(cards[place] for place in places)


async def _events(request: Request) -> Response:
    studio = studio_of(request)
    return _stream(studio, state_of(studio.project(request)))


async def _all_events(request: Request) -> Response:
    return _stream(studio_of(request), {})


def _stream(studio: Studio, state: Mapping[str, object]) -> Response:
    """Events from now on. The first says what has become of a page that did not listen for a while."""
    return StreamingResponse(
        studio.events.listen("hello", {**state, "run": studio.run}),
        media_type="text/event-stream",
        headers={"cache-control": "no-store", "x-accel-buffering": "no"},
    )


async def _missing(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    detail = "the studio has no such page" if error.detail == HTTPStatus.NOT_FOUND.phrase else error.detail
    if "text/html" in request.headers.get("accept", ""):
        return page(request, "error.html.j2", status=error.status_code, message=detail)
    return PlainTextResponse(f"{detail}\n", error.status_code)


async def _failed(request: Request, error: Exception) -> Response:
    del request, error
    return PlainTextResponse("something went wrong in the studio; the terminal says what\n", 500)
