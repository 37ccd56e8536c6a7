"""Play: a game against bots, or with others on the network; and games that were played, move by move."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from functools import partial
from secrets import token_hex
from typing import Any, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from generator.catalog.keys import TRUE_OR_FALSE
from generator.catalog.press_settings import Setting, whole_number
from generator.catalog.problems import InputError, Problem
from generator.rules import RulesError
from generator.rules.loading import NO_RULES
from generator.rules.record import MAX_SEATS, read_record
from generator.studio.forms import LOOSE_NAMES, TEXT, Refused, conflict, read_form, refusal_of
from generator.studio.live import opened
from generator.studio.play import setup, tables
from generator.studio.play.rooms import Around, Room
from generator.studio.play.setup import ME
from generator.studio.play.shown import Faces
from generator.studio.play.tables import Showing, Sitting, Table
from generator.studio.project import Project
from generator.studio.view import (
    NOT_KEPT,
    Studio,
    View,
    edition_of,
    form_of,
    invitation,
    number_in,
    page,
    run_in_thread,
    studio_of,
)

T = TypeVar("T")
EVENT = "play"
MAX_GAMES = 10**9
NUMBER = Setting(whole_number(0, MAX_GAMES), "")
SEAT = Setting(whole_number(0, MAX_SEATS), "")
WORD = Setting(TEXT, "")
WORDS = Setting(LOOSE_NAMES, "")
MOST_WORDS = 2
"""What is tried: a card, and where it is to go."""
MAX_WORD = 100
"""Letters of it."""


async def _at_table(request: Request, function: Callable[..., T], *arguments: Any) -> T:
    """Runs what rules or bots do in a thread; only few of these are waited for at a time."""
    return await run_in_thread(function, *arguments, limiter=studio_of(request).players)


# Pages


async def _lobby(request: Request) -> Response:
    """Where games begin: with whom, by which options; and what is going on already."""
    studio, project = studio_of(request), await opened(request)
    offer: setup.Offer | None = None
    problems: tuple[Problem, ...] = ()
    if project.edition is not None:
        try:
            offer = await _at_table(request, tables.asked, project.folder, setup.offer, studio.workspace)
        except (Refused, InputError, RulesError) as error:
            problems = refusal_of(error).problems
    return page(
        request,
        "play.html.j2",
        offer=offer,
        wrong=problems,
        has_rules=all(problem.code != NO_RULES for problem in problems),
        rooms=await _at_table(request, _rooms, studio, project),
        is_open=studio.keys.is_open,
        invitation=_invitation(request),
    )


def _rooms(studio: Studio, project: Project) -> list[tuple[Sitting, bool]]:
    return [(sitting, sitting.is_over) for sitting in studio.rooms.of(project.id)]


def _invitation(request: Request) -> str:
    """The address at which somebody else on the network comes in."""
    return invitation(request, f"/{request.path_params['game']}/play")


async def _table(request: Request) -> Response:
    """The page of one seat."""
    room, seat = _seat(request)
    return page(
        request, "play_table.html.j2", room=room, seat=seat, replay=None, invitation=_invitation(request)
    )


async def _replay_page(request: Request) -> Response:
    return page(request, "play_table.html.j2", room=None, seat=None, replay=_replay(request), invitation="")


# A seat


async def _state(request: Request) -> Response:
    room, seat = _seat(request)
    return await _answer(request, partial(room.document, seat))


async def _move(request: Request) -> Response:
    form = await _form(request, move=WORD, revision=WORD)
    return await _act(request, Room.move, form["move"], form["revision"])


async def _undo(request: Request) -> Response:
    return await _act(request, Room.take_back)


async def _allow(request: Request) -> Response:
    form = await _form(request, allowed=Setting(TRUE_OR_FALSE, ""))
    return await _act(request, partial(Room.answer, allowed=form["allowed"]))


async def _hint(request: Request) -> Response:
    room, seat = _seat(request)
    return JSONResponse({"lines": await _at_table(request, room.table.do, Room.hint, seat)})


async def _why(request: Request) -> Response:
    """Why something that was tried can't be done."""
    room, seat = _seat(request)
    form = read_form(await form_of(request), {"words": WORDS})
    words = [word[:MAX_WORD] for word in form.get("words", ())[:MOST_WORDS]]
    return JSONResponse({"lines": await _at_table(request, room.table.do, Room.refusal, seat, words)})


async def _save(request: Request) -> Response:
    room, _ = _seat(request)
    name = read_form(await form_of(request), {"name": WORD}).get("name", "")
    record = read_record(json.loads(await _at_table(request, room.table.do, Room.record_to_save)))
    path = await run_in_thread(setup.save_record, studio_of(request).workspace, name, record)
    message = f"saved in {path}; `gatepress play --from {path}` resumes it"
    return JSONResponse({"file": path, "message": message})


# Rooms


async def _new(request: Request) -> Response:
    """A new game; the answer says where the page of the one who began it is."""
    studio, project, given = studio_of(request), studio_of(request).project(request), await form_of(request)
    around = _around(request)
    made = (project.folder, around, setup.room, studio.workspace, given)
    table: Table[Room] = await _at_table(request, tables.made, *made)
    mine = [word.strip() for word in given["players"]].index(ME)
    return await _seated(request, _added(request, around, table), mine)


def _added(request: Request, around: Around, table: Table[Room]) -> Sitting:
    studio = studio_of(request)
    return studio.rooms.add(studio.project(request).id, Sitting(around, table))


async def _sit_down(request: Request) -> Response:
    form = read_form(await form_of(request), {"seat": SEAT, "name": WORD})
    if "seat" not in form:
        raise InputError("seat is missing")
    return await _seated(request, _room(request), form["seat"], setup.player_name(form.get("name", "")))


async def _seated(request: Request, room: Sitting, number: int, name: str = "") -> Response:
    key = await _at_table(request, room.take_seat, number, name)
    await _at_table(request, room.table.do, Room.let_bots_play)
    game = request.path_params["game"]
    return JSONResponse({"address": f"/{game}/play/{room.id}/{key}", "room": room.id, "seat": number})


# Replays


async def _new_replay(request: Request) -> Response:
    """A game to look at: a record that was sent or saved, or a game of a study."""
    studio, project = studio_of(request), studio_of(request).project(request)
    given = await form_of(request)
    record = given.pop("record", None)
    words = dict.fromkeys(("saved", "study", "room", "name"), WORD)
    form = read_form(given, {**words, "number": NUMBER})
    if isinstance(record, str):
        form["record"] = record
    replay = await _at_table(request, _make_replay, studio, project, form)
    studio.replays.add(project.id, replay)
    return JSONResponse({"address": f"/{project.id}/play/replay/{replay.id}", "replay": replay.id})


def _make_replay(studio: Studio, project: Project, form: Mapping[str, Any]) -> Showing:
    around, folder = Around.alone(), project.folder
    if "record" in form:
        name = form.get("name", "the record")[:100]
        return Showing(tables.made(folder, around, setup.replay_of_record, form["record"], name, name))
    if "saved" in form:
        return Showing(tables.made(folder, around, setup.replay_of_file, studio.workspace, form["saved"]))
    if "study" in form:
        game = (studio.workspace, form["study"], form.get("number", 0))
        return Showing(tables.made(folder, around, setup.replay_of_study, *game))
    if "room" in form:
        found = studio.rooms.find(project.id, form["room"])
        if found is None or not found.is_over:
            raise conflict("a game can be looked at from all sides when it is over")
        return Showing(found.table.derive(around, setup.replay_of_room))
    raise InputError("expected a record, or a game of a study")


async def _replay_state(request: Request) -> Response:
    replay, at = _replay(request), number_in(request.query_params.get("at", "0"))
    if at is None:
        raise HTTPException(400, "the number of a move is expected")
    return await _answer(request, partial(replay.document, at))


async def _play_on(request: Request) -> Response:
    """A game of one's own from a move of a replay on, against bots."""
    form, replay = await _form(request, at=NUMBER, seat=SEAT), _replay(request)
    around = _around(request)
    made = (around, setup.room_from, form["at"], form["seat"])
    table: Table[Room] = await _at_table(request, replay.table.derive, *made)
    return await _seated(request, _added(request, around, table), form["seat"])


# What all share


def _room(request: Request) -> Sitting:
    studio = studio_of(request)
    room = studio.rooms.find(studio.project(request).id, request.path_params["room"])
    if room is None:
        raise HTTPException(404, "this game is no longer kept; begin another")
    return room


def _seat(request: Request) -> tuple[Sitting, int]:
    room = _room(request)
    seat = room.seat_of(request.path_params["key"])
    if seat is None:
        raise HTTPException(404, "nobody sits here; take a seat first")
    return room, seat


def _replay(request: Request) -> Showing:
    studio = studio_of(request)
    replay = studio.replays.find(studio.project(request).id, request.path_params["replay"])
    if replay is None:
        raise HTTPException(404, "this game is no longer kept; open it again")
    return replay


async def _form(request: Request, **fields: Setting) -> dict[str, Any]:
    """What a page has sent for these fields, all of which it sends."""
    form = read_form(await form_of(request), fields)
    for name in fields:
        if name not in form:
            raise InputError(f"{name} is missing")
    return form


def _around(request: Request) -> Around:
    """What a new room has around it: open pages hear when their seats see something new."""
    loop, studio, room = asyncio.get_running_loop(), studio_of(request), token_hex(4)

    def notify(seats: list[int]) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(studio.events.send, EVENT, {"room": room, "seats": seats})

    return Around(room, notify, studio.thinkers)


async def _act(request: Request, action: Callable[..., None], *arguments: Any) -> Response:
    """Has a seat do something in a game, and answers with how it stands then."""
    room, seat = _seat(request)
    await _at_table(request, room.table.do, action, seat, *arguments)
    return await _answer(request, partial(room.document, seat))


async def _answer(request: Request, document: Callable[[Faces], str]) -> Response:
    studio = studio_of(request)
    faces = await run_in_thread(studio.faces, edition_of(request), request.path_params["game"])
    text = await _at_table(request, document, faces)
    return Response(text, media_type="application/json", headers=NOT_KEPT)


VIEW = View(
    title="Play",
    order=4,
    routes=(
        Route("/{game}/play", _lobby),
        Route("/{game}/play/new", _new, methods=["POST"]),
        Route("/{game}/play/replay", _new_replay, methods=["POST"]),
        Route("/{game}/play/replay/{replay}", _replay_page),
        Route("/{game}/play/replay/{replay}/state", _replay_state),
        Route("/{game}/play/replay/{replay}/play", _play_on, methods=["POST"]),
        Route("/{game}/play/{room}/sit", _sit_down, methods=["POST"]),
        Route("/{game}/play/{room}/{key}", _table),
        Route("/{game}/play/{room}/{key}/state", _state),
        Route("/{game}/play/{room}/{key}/move", _move, methods=["POST"]),
        Route("/{game}/play/{room}/{key}/undo", _undo, methods=["POST"]),
        Route("/{game}/play/{room}/{key}/answer", _allow, methods=["POST"]),
        Route("/{game}/play/{room}/{key}/hint", _hint, methods=["POST"]),
        Route("/{game}/play/{room}/{key}/why", _why, methods=["POST"]),
        Route("/{game}/play/{room}/{key}/save", _save, methods=["POST"]),
    ),
    is_for=setup.has_rules,
)
