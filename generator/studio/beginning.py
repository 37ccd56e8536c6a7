"""The page on which a game of one's own begins: from a template, a file, or a folder that is there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from generator.catalog.bundle import GAME_FILE
from generator.catalog.paths import CARD_LIST_SUFFIXES
from generator.catalog.problems import InputError, Problem, Problems
from generator.catalog.wording import clipped, code, listed, name_id, quote
from generator.catalog.writing import link_on_way
from generator.importing.importer import find_importer, importer_names
from generator.importing.starting import (
    FROM_SPREADSHEET,
    begin_game,
    describe_starter,
    import_game,
    starters,
)
from generator.studio.forms import conflict, refuse_errors
from generator.studio.live import open_game
from generator.studio.pictures import Pictures
from generator.studio.project import Project
from generator.studio.view import RESERVED, Studio, form_of, page, run_in_thread, studio_of
from generator.studio.workspace import MAX_LISTED, check_name

MAX_TITLE = 80
WIDTH = 320
"""Pixels of the picture of a template."""
SPREADSHEETS = frozenset(CARD_LIST_SUFFIXES) - {".json", ".yaml", ".yml"}
"""How files end that are a table of cards, whatever is in them."""


class Starter(NamedTuple):
    """A template, as the page shows it."""

    name: str
    says: str


class Made(NamedTuple):
    """A folder that was made, and what was not understood of the file that it was made from."""

    folder: Path
    findings: tuple[Problem, ...] = ()


async def _page(request: Request) -> Response:
    studio = studio_of(request)
    found = await run_in_thread(lambda: sorted(_folders(studio)))
    endings = {suffix for name in importer_names() for suffix in find_importer(name).suffixes}
    return page(
        request,
        "new.html.j2",
        starters=[Starter(name, describe_starter(name)) for name in starters() if name != FROM_SPREADSHEET],
        folders=found,
        endings=sorted(endings | set(CARD_LIST_SUFFIXES)),
        workspace=studio.workspace.name,
    )


def _folders(studio: Studio) -> Iterator[str]:
    """Games in the workspace, and in the folders in it, that are not open; links are none."""
    known = {project.folder.resolve() for project in studio.projects.values()}
    for pattern in (GAME_FILE, f"*/{GAME_FILE}", f"*/*/{GAME_FILE}"):
        for number, path in enumerate(studio.workspace.glob(pattern)):
            folder = path.parent
            if number >= MAX_LISTED or link_on_way(path, studio.workspace) is not None:
                continue
            if folder.resolve() not in known:
                yield folder.relative_to(studio.workspace).as_posix()


async def _picture(request: Request) -> Response:
    """The first card of a template, as it is printed."""
    studio, name = studio_of(request), request.path_params["template"]
    if name not in starters() or name == FROM_SPREADSHEET:
        raise HTTPException(404, "there is no such template")
    drawn = await run_in_thread(_drawn, studio, name, limiter=studio.drawers)
    return Response(drawn, media_type="image/png", headers={"cache-control": "max-age=3600"})


def _drawn(studio: Studio, name: str) -> bytes:
    kept = studio.scratch_folder / f"template-{name}.png"
    if kept.is_file():
        return kept.read_bytes()
    with TemporaryDirectory(dir=studio.scratch_folder) as folder:
        begin_game(Path(folder) / name, name, None, Problems())
        project = Project(Path(folder) / name, lock=studio.lock)
        try:
            project.read_first()
            edition = project.edition
            picture = edition and Pictures(project).png(edition, edition.cards[0], "front", WIDTH)
        finally:
            project.close()
    if not picture:
        raise HTTPException(404, "the template has no picture")
    kept.write_bytes(picture)
    return picture


# What a page asks for


async def _begin(request: Request) -> Response:
    given, studio = await form_of(request), studio_of(request)
    template, title = given.get("template"), _title(given.get("title"))
    if template not in starters() or template == FROM_SPREADSHEET:
        raise InputError("there is no such template", hint=f"there are {listed(starters())}")

    def make() -> Made:
        folder, problems = _new_folder(studio, title), Problems()
        begin_game(folder, template, None, problems, title=title)
        refuse_errors(problems)
        return Made(folder)

    return await _opened(studio, await _made(studio, make))


async def _from_file(request: Request) -> Response:
    studio, content = studio_of(request), await request.body()
    name = Path(request.query_params.get("name", "").replace("\\", "/")).name
    title = _title(request.query_params.get("title") or Path(name).stem.replace("_", " ").replace("-", " "))
    suffix = Path(name).suffix.lower()

    def make() -> Made:
        folder, problems = _new_folder(studio, title), Problems()
        with TemporaryDirectory(dir=studio.scratch_folder) as scratch:
            path = Path(scratch) / f"{name_id(Path(name).stem, 'cards')[:40]}{suffix}"
            path.write_bytes(content)
            if suffix in SPREADSHEETS:
                begin_game(folder, FROM_SPREADSHEET, path, problems, title=title)
                made = Made(folder)
            else:
                begun = import_game(folder, path, None, problems)
                made = Made(folder, tuple(begun.game.findings))
        refuse_errors(problems, f"{clipped(quote(name))} can’t be used")
        return made

    return await _opened(studio, await _made(studio, make))


async def _open(request: Request) -> Response:
    given, studio = await form_of(request), studio_of(request)
    name = given.get("folder")
    if not isinstance(name, str) or name not in await run_in_thread(lambda: set(_folders(studio))):
        raise InputError("there is no such game in this folder that is not open")
    return await _opened(studio, Made(studio.workspace / name))


async def _made(studio: Studio, make: Any) -> Made:
    def locked() -> Made:
        with studio.saving:
            made: Made = make()
            return made

    return await run_in_thread(locked)


async def _opened(studio: Studio, made: Made) -> Response:
    project = await open_game(studio, made.folder)
    findings = [problem.to_dict() for problem in made.findings]
    return JSONResponse({"game": project.id, "findings": findings})


def _title(given: object) -> str:
    """Raises InputError for what no game can be called."""
    title = " ".join(given.split()) if isinstance(given, str) else ""
    if not title:
        raise InputError("a game needs a name")
    if len(title) > MAX_TITLE:
        raise InputError(f"a name has {MAX_TITLE} letters at most")
    return title


def _new_folder(studio: Studio, title: str) -> Path:
    """Where a game of that title belongs. Raises InputError, or Refused for a name that is taken."""
    name = check_name(name_id(title, "my-game")[:40].strip("-"), "my-game")
    if name in RESERVED or name in studio.projects or (studio.workspace / name).exists():
        raise conflict(f"there is something called {code(name)} already; choose another name")
    return studio.workspace / name


ROUTES = (
    Route("/new", _page),
    Route("/new/game", _begin, methods=["POST"]),
    Route("/new/file", _from_file, methods=["POST"]),
    Route("/new/folder", _open, methods=["POST"]),
    Route("/new/{template}.png", _picture),
)
