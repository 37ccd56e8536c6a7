"""What a view of the studio is, and what views share: the studio itself, its events, pages and answers."""

from __future__ import annotations

import asyncio
import json
import secrets
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from anyio import CapacityLimiter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from generator import __version__
from generator.catalog.models import Game
from generator.catalog.plugins import load_plugins
from generator.catalog.problems import InputError
from generator.catalog.wording import pluralize
from generator.studio.card_desk import Desk
from generator.studio.deck_workshop import Bench
from generator.studio.forms import CONFLICT, Refused, read_object, refusal_of
from generator.studio.guard import TOKEN_QUERY, Keys
from generator.studio.layout_desk import LayoutDesk
from generator.studio.pictures import Pictures
from generator.studio.play.shown import Faces
from generator.studio.play.tables import MAX_REPLAYS, MAX_ROOMS, THINKERS, Kept, Showing, Sitting
from generator.studio.project import Edition, Project
from generator.studio.runs import Run, Runs, run_as_dict
from generator.studio.table_rooms import Room
from generator.studio.tabletop import Tabletop, set_table

if TYPE_CHECKING:
    from jinja2 import Environment

T = TypeVar("T")
HERE = Path(__file__).parent
MAX_DRAWERS, MAX_PLAYERS = 4, 12
MAX_TABLES = 40
"""That are kept at hand; of more, the one that was not asked for the longest is read again when it is."""
KEEP_ALIVE = 20.0
"""Seconds without an event, after which a comment shows whether anybody still listens."""
WAITING = 100
"""Events that a page may be behind; one that is farther behind loads itself anew."""
OUTPUT = "output"
"""The folder of the workspace that files are saved to."""
MAX_DIGITS = 7
"""Of a number in an address."""
NOT_KEPT = {"cache-control": "no-store"}
RESERVED = frozenset({"docs", "events", "new", "static"})
"""What no game may be called: addresses of the studio itself begin so."""


class View(NamedTuple):
    """A view: what it is called, where it stands among the others, and what it answers to.

    Addresses of its routes begin with ``/{game}/`` and the view's own name.
    """

    title: str
    order: int
    routes: Sequence[Route]
    is_for: Callable[[Game], bool] = lambda _: True
    """Whether a game has any use for it."""


@dataclass(slots=True)
class Hub:
    """Passes events on to all pages that listen."""

    listeners: set[asyncio.Queue[str | None]] = field(default_factory=set)
    is_closed: bool = False

    def send(self, kind: str, values: Mapping[str, object]) -> None:
        """Sends an event to every page; called in the thread of the loop."""
        self._pass_on(_event(kind, values))

    def close(self) -> None:
        """Lets all pages go; called in the thread of the loop."""
        self.is_closed = True
        self._pass_on(None)

    def _pass_on(self, message: str | None) -> None:
        for queue in self.listeners:
            if queue.full():
                queue.get_nowait()
            queue.put_nowait(message)

    async def listen(self, kind: str, values: Mapping[str, object]) -> AsyncIterator[str]:
        """The events from now on, for one page; the first of them is the one given."""
        queue: asyncio.Queue[str | None] = asyncio.Queue(WAITING)
        self.listeners.add(queue)
        try:
            yield f"retry: 500\n{_event(kind, values)}"
            while not self.is_closed:
                try:
                    message = await asyncio.wait_for(queue.get(), KEEP_ALIVE)
                except TimeoutError:
                    message = ": still here\n\n"
                if message is not None:
                    yield message
        finally:
            self.listeners.discard(queue)


def _event(kind: str, values: Mapping[str, object]) -> str:
    return f"event: {kind}\ndata: {json.dumps(values)}\n\n"


@dataclass(slots=True)
class Studio:
    """All that is open: one for each run. ``workspace`` is the only folder that it writes to."""

    projects: dict[str, Project]
    workspace: Path
    keys: Keys
    lock: threading.RLock = field(default_factory=threading.RLock)
    """What lays out and draws cards is for one thread at a time, whatever the game."""
    events: Hub = field(default_factory=Hub)
    pictures: dict[str, Pictures] = field(default_factory=dict)
    rooms: Kept[Sitting] = field(default_factory=lambda: Kept(MAX_ROOMS))
    replays: Kept[Showing] = field(default_factory=lambda: Kept(MAX_REPLAYS))
    tables: Kept[Room] = field(default_factory=lambda: Kept(MAX_TABLES))
    thinkers: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(THINKERS))
    """Bounds the bots that think at the same time."""
    known_faces: dict[str, tuple[Edition, Faces]] = field(default_factory=dict)
    known_tops: dict[str, tuple[Edition, Tabletop]] = field(default_factory=dict)
    is_live: bool = False
    """Whether files that are saved are read at once."""
    inspecting: set[str] = field(default_factory=set)
    """The ids of projects that are being inspected, or about to be."""
    stop: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the studio ends."""
    tasks: set[asyncio.Task[None]] = field(default_factory=set)
    """What runs beside the requests."""
    drawers: CapacityLimiter = field(default_factory=lambda: CapacityLimiter(MAX_DRAWERS))
    """Bounds the threads that wait for pictures, so that all else has some left."""
    players: CapacityLimiter = field(default_factory=lambda: CapacityLimiter(MAX_PLAYERS))
    """The same for those that wait for rules and bots."""
    benches: dict[str, Bench] = field(default_factory=dict)
    desks: dict[str, Desk] = field(default_factory=dict)
    layouts: dict[str, LayoutDesk] = field(default_factory=dict)
    run: str = field(default_factory=lambda: secrets.token_hex(4))
    """What distinguishes this studio from one that was started later."""
    saving: threading.Lock = field(default_factory=threading.Lock)
    """Held from looking whether a file has changed until it is written over."""
    printing: Runs = field(default_factory=Runs)
    studying: Runs = field(default_factory=lambda: Runs(keeps_process=False))
    scratch: TemporaryDirectory[str] = field(default_factory=lambda: TemporaryDirectory("gatepress-studio"))
    """For what is looked at before it is saved."""

    @property
    def scratch_folder(self) -> Path:
        return Path(self.scratch.name)

    def close(self) -> None:
        """Ends all work, and removes what nobody has saved."""
        self.studying.close()
        self.printing.close()
        self.scratch.cleanup()

    def project(self, request: Request) -> Project:
        """The game that a request names. Raises HTTPException 404."""
        project = self.projects.get(request.path_params["game"])
        if project is None:
            raise HTTPException(404, "the studio has no such game")
        return project

    def faces(self, edition: Edition, project: str) -> Faces:
        """The cards of a game by their ids, as they are now."""
        known = self.known_faces.get(project)
        if known is None or known[0] is not edition:
            known = self.known_faces[project] = edition, Faces(edition)
        return known[1]

    def tabletop(self, edition: Edition, project: Project) -> Tabletop:
        """The pieces of a game, and where they lie at the start."""
        known = self.known_tops.get(project.id)
        if known is None or known[0] is not edition:
            with project.lock:
                known = self.known_tops[project.id] = edition, set_table(edition)
        return known[1]

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Runs something beside the requests."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def drawing(self, project: Project) -> Pictures:
        if project.id not in self.pictures:
            self.pictures[project.id] = Pictures(project)
        return self.pictures[project.id]

    def desk(self, project: Project) -> Desk:
        if project.id not in self.desks:
            self.desks[project.id] = Desk(project, self.workspace)
        return self.desks[project.id]

    def layout_desk(self, project: Project) -> LayoutDesk:
        if project.id not in self.layouts:
            self.layouts[project.id] = LayoutDesk(project, self.workspace)
        return self.layouts[project.id]

    def bench(self, project: Project) -> Bench:
        if project.id not in self.benches:
            self.benches[project.id] = Bench(project, self.workspace)
        return self.benches[project.id]


def views() -> dict[str, View]:
    """All views by their names, in the order in which they are shown."""
    from generator.studio import views as package

    found = {
        module.__name__.rpartition(".")[2].rstrip("_"): module.VIEW
        for module in load_plugins(package.__name__)
    }
    return dict(sorted(found.items(), key=lambda entry: entry[1].order))


def studio_of(request: Request) -> Studio:
    studio: Studio = request.app.state.studio
    return studio


def edition_of(request: Request) -> Edition:
    """The game that a request names, as it was last read without an error. Raises HTTPException."""
    project = studio_of(request).project(request)
    if project.edition is None:
        raise HTTPException(409, "the game can't be read; its problems say why")
    return project.edition


def summary_of(project: Project) -> str:
    """What stands over the problems of a game."""
    if not project.has_errors:
        return pluralize(len(project.problems), "thing") + " to look at"
    if project.edition is None:
        return "The game can’t be shown before these errors are mended"
    return "The game has errors; you see it as it was last sound"


async def run_in_thread(
    function: Callable[..., T], *arguments: Any, limiter: CapacityLimiter | None = None, **named: Any
) -> T:
    """Runs what takes long in a thread, so that other requests are answered meanwhile.

    ``limiter``: bounds how many of these are waited for at a time.
    """
    from anyio.to_thread import run_sync

    # Whoever stops the studio does not wait for a drawing.
    work = partial(function, *arguments, **named)
    return await run_sync(work, abandon_on_cancel=True, limiter=limiter)


async def read_first(project: Project) -> None:
    """Reads a game unless that was done; then it waits for no thread, however many there are at work."""
    if project.edition is None and not project.problems:
        await run_in_thread(project.read_first)


def page(request: Request, template: str, /, status: int = 200, **values: Any) -> Response:
    """A page made from a template, with all that every page shows."""
    environment: Environment = request.app.state.environment
    studio = studio_of(request)
    name = request.path_params.get("game")
    project = studio.projects.get(name) if name is not None else None
    shared = {
        "studio": studio,
        "project": project,
        "summary": summary_of(project) if project is not None else "",
        "edition": project.edition if project is not None else None,
        "views": views(),
        "token": studio.keys.token,
        "version": __version__,
        "address": request.url.path,
    }
    text = environment.get_template(template).render({**shared, **values})
    return HTMLResponse(text, status, headers=NOT_KEPT)


def invitation(request: Request, path: str) -> str:
    """The address at which somebody else on the network comes in."""
    keys = studio_of(request).keys
    token = "" if keys.is_open else f"?{TOKEN_QUERY}={keys.token}"
    return f"http://{request.headers.get('host', '')}{path}{token}"


# Requests and answers


async def form_of(request: Request) -> dict[str, Any]:
    """The keys and values that a page has sent. Raises :class:`Refused` for what is no JSON object."""
    return read_object(await request.body())


async def answer_refusal(request: Request, error: Exception) -> Response:
    """What can't be done, with all that is wrong: as JSON, or to somebody who opens an address as a page."""
    refusal = refusal_of(error)
    if "text/html" in request.headers.get("accept", ""):
        return page(request, "error.html.j2", refusal.status, message=refusal.message)
    problems = [problem.to_dict() for problem in refusal.problems]
    return JSONResponse({"message": refusal.message, "problems": problems}, refusal.status)


def number_in(text: str) -> int | None:
    """The number that stands in an address; None for what is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS else None


def width_of(request: Request, usual: int, least: int, most: int) -> int:
    """How many pixels wide a picture is asked for, within bounds. Raises HTTPException."""
    given = number_in(request.query_params.get("w", str(usual)))
    if given is None:
        raise HTTPException(400, "the width is a number of pixels")
    return min(max(given, least), most)


def begun(runs: Runs, run: Run) -> Response:
    """Takes a run on, and answers with it. Raises :class:`Refused` where too many wait already."""
    try:
        runs.begin(run)
    except InputError as error:
        raise Refused([error.at(None)], status=CONFLICT) from None
    return JSONResponse(run_as_dict(runs, run), 202)


def find_run(runs: Runs, request: Request) -> Run:
    """Raises HTTPException."""
    project = studio_of(request).project(request)
    run = runs.find(request.path_params["run"])
    if run is None or run.game != project.id:
        raise HTTPException(404, "the studio remembers no such run")
    return run


def run_routes(name: str, runs_of: Callable[[Studio], Runs]) -> tuple[Route, ...]:
    """``/{game}/NAME/run/{run}`` answers how far a run is; a POST to it stops it."""

    async def state(request: Request) -> Response:
        runs = runs_of(studio_of(request))
        return JSONResponse(run_as_dict(runs, find_run(runs, request)), headers=NOT_KEPT)

    async def stop(request: Request) -> Response:
        runs = runs_of(studio_of(request))
        run, form = find_run(runs, request), await form_of(request)
        await run_in_thread(runs.stop, run, at_once=form.get("at_once") is True)
        return JSONResponse(run_as_dict(runs, run))

    return (
        Route(f"/{{game}}/{name}/run/{{run}}", state, methods=["GET"]),
        Route(f"/{{game}}/{name}/run/{{run}}", stop, methods=["POST"]),
    )
