"""Live: what is saved is read again at once, and the open pages hear of it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from pathlib import Path

from starlette.requests import Request

from generator.catalog.wording import code
from generator.studio.files import watch_files
from generator.studio.forms import conflict
from generator.studio.project import Project
from generator.studio.view import RESERVED, Studio, run_in_thread, studio_of, summary_of

LOG = logging.getLogger("uvicorn.error")
HEAD_START = 0.15
"""Seconds that the pages have for fetching new pictures before all cards are inspected."""


async def keep_reading(studio: Studio, project: Project, stop: asyncio.Event) -> None:
    """Reads a game, and again whenever one of its files is saved, until ``stop`` is set; lets the pages know,
    and inspects it afterwards."""

    async def changed() -> None:
        try:
            # A page that was asked for may have been first to see it.
            if await _refreshed(studio, project) or not (project.edition is None or project.is_inspected):
                studio.begin(_inspect(studio, project))
        except Exception:
            # Whoever saves next is to be heard all the same.
            LOG.exception("the game %s could not be read again", project.id)

    async def compare() -> None:
        if await run_in_thread(lambda: project.is_outdated):
            await changed()

    if await run_in_thread(project.read_first):
        studio.events.send("saved", state_of(project))
    await watch_files(lambda: project.folders, changed, compare, stop)


async def open_game(studio: Studio, folder: Path) -> Project:
    """Opens one more game. Raises :class:`Refused` where one of its name is open, or none can be."""
    project = Project(folder, lock=studio.lock)
    if project.id in RESERVED or project.id in studio.projects:
        raise conflict(f"the studio has a game or a page called {code(project.id)} already")
    studio.projects[project.id] = project
    if studio.is_live:
        studio.begin(keep_reading(studio, project, studio.stop))
    return project


async def _refreshed(studio: Studio, project: Project) -> bool:
    """Reads what was saved since the last time, if anything, and lets the pages know."""
    saved = await run_in_thread(project.refresh)
    if saved is not None:
        cards = None if saved.changed is None else list(saved.changed)
        renewed = {"renewed": saved.edition is not None, "changed": cards}
        studio.events.send("saved", {**state_of(project), **renewed})
    return saved is not None


async def up_to_date(request: Request) -> Project:
    """The game that a page is asked of, as its files are now, also what the watch has not seen yet."""
    studio = studio_of(request)
    project = studio.project(request)
    if await run_in_thread(lambda: project.is_outdated):
        await _refreshed(studio, project)
    return project


async def opened(request: Request) -> Project:
    """The same, and all its cards are inspected."""
    project = await up_to_date(request)
    await inspect(studio_of(request), project)
    return project


async def inspect(studio: Studio, project: Project) -> None:
    """Sees to it that all cards are inspected; who watches the files need not wait for it."""
    if not project.is_inspected:
        if studio.is_live:
            studio.begin(_inspect(studio, project))
        else:
            await run_in_thread(project.inspect)


def state_of(project: Project) -> Mapping[str, object]:
    """What a page gets of a game, whatever happened."""
    edition = project.edition
    return {
        "game": project.id,
        "revision": edition.revision if edition is not None else "",
        "errors": sum(problem.severity == "error" for problem in project.problems),
        "problems": [{**problem.to_dict(), "text": str(problem)} for problem in project.problems],
        "summary": summary_of(project),
    }


async def _inspect(studio: Studio, project: Project) -> None:
    if project.id in studio.inspecting:
        return
    studio.inspecting.add(project.id)
    try:
        await asyncio.sleep(HEAD_START)
        # What is read while an edition comes to its end finds this at work, and begins no other.
        while not await run_in_thread(project.inspect) or not (
            project.edition is None or project.is_inspected
        ):
            await asyncio.sleep(HEAD_START)
    finally:
        studio.inspecting.discard(project.id)
    looks = await run_in_thread(_looks, project)
    studio.events.send("checked", {**state_of(project), "looks": looks})


def _looks(project: Project) -> Mapping[str, str]:
    edition = project.edition
    cards = () if edition is None else edition.cards
    return {f"{shown.key}/{side}": shown.look(side) for shown in cards for side in shown.sides}
