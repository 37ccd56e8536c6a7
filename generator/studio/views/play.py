"""Play: a game against bots, or with others on the network; and games that were played, move by move."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from generator.catalog.models import Game
from generator.catalog.problems import Problem
from generator.rules import IllegalMove, RulesError
from generator.rules.loading import NO_RULES
from generator.rules.record import read_record
from generator.studio.guard import TOKEN_QUERY
from generator.studio.live import opened
from generator.studio.play import makers, setup, tables
from generator.studio.play.rooms import Around, RefusedError, Room
from generator.studio.play.setup import ME, RequestError
from generator.studio.play.table import Faces
from generator.studio.play.tables import Showing, Sitting, Teller
from generator.studio.project import Project
from generator.studio.view import Studio, View, at_the_table, edition_of, page, run_in_thread, studio_of

EVENT = "play"


# Pages


async def _lobby(request: Request) -> Response:
    """Where games begin: with whom, by which options; and what is going on already."""
    studio, project = studio_of(request), await opened(request)
    offer: makers.Offer | None = None
    problems: list[Problem] = []
    if project.edition is not None:
        try:
            offer = await at_the_table(studio, tables.asked, project.folder, makers.offer, studio.workspace)
        except (RequestError, RulesError) as error:
            problems = _problems_of(error)
    return page(
        request,
        "play.html.j2",
        offer=offer,
        wrong=problems,
        has_rules=all(problem.code != NO_RULES for problem in problems),
        rooms=await at_the_table(studio, _rooms, studio, project),
        is_open=studio.keys.is_open,
        invitation=_invitation(request),
    )


def _rooms(studio: Studio, project: Project) -> list[tuple[Sitting, bool]]:
    """The games that are going on, and whether each is over."""
    return [(sitting, _is_over(sitting)) for sitting in studio.rooms.of(project.id)]


def _is_over(sitting: Sitting) -> bool:
    try:
        return sitting.table.do(makers.is_over)
    except RulesError:
        # It is lost.
        return True


def _invitation(request: Request) -> str:
    """The address at which somebody else on the network comes in."""
    keys = studio_of(request).keys
    host = request.headers.get("host", "")
    path = f"/{request.path_params['game']}/play"
    return f"http://{host}{path}" + ("" if keys.is_open else f"?{TOKEN_QUERY}={keys.token}")


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
    return await _answer(request, partial(room.told, seat))


async def _move(request: Request) -> Response:
    room, seat = _seat(request)
    given = await _given(request)
    move, revision = given.get("move"), given.get("revision")
    if not isinstance(move, str) or not isinstance(revision, str) or len(move) > 300:
        return _refusal(RequestError.of("expected a move, and the revision of the page"), 400)
    return await _act(request, room, seat, partial(room.table.do, Room.move, seat, move, revision))


async def _undo(request: Request) -> Response:
    room, seat = _seat(request)
    return await _act(request, room, seat, partial(room.table.do, Room.take_back, seat))


async def _allow(request: Request) -> Response:
    room, seat = _seat(request)
    allowed = (await _given(request)).get("allowed") is True
    answer = partial(Room.answer, allowed=allowed)
    return await _act(request, room, seat, partial(room.table.do, answer, seat))


async def _hint(request: Request) -> Response:
    room, seat = _seat(request)
    try:
        return JSONResponse({"lines": await at_the_table(studio_of(request), room.table.do, Room.hint, seat)})
    except (RefusedError, RulesError) as error:
        return _refusal(error, 409)


async def _save(request: Request) -> Response:
    room, seat = _seat(request)
    del seat
    name = (await _given(request)).get("name")
    if not isinstance(name, str):
        return _refusal(RequestError.of("expected a name"), 400)
    studio = studio_of(request)
    try:
        text = await at_the_table(studio, room.table.do, makers.record_to_save)
        record = read_record(json.loads(text))
        path = await run_in_thread(setup.save_record, studio.workspace, name, record)
    except (RefusedError, RequestError, RulesError) as error:
        return _refusal(error, 409)
    return JSONResponse(
        {"file": path, "message": f"saved in {path}; `gatepress play --from {path}` resumes it"}
    )


# Rooms


async def _new(request: Request) -> Response:
    """A new game; the answer says where the page of the one who began it is."""
    studio, project, given = studio_of(request), studio_of(request).project(request), await _given(request)
    tell = _teller(request)
    try:
        room = await at_the_table(studio, _make_room, studio, project, given, tell)
    except (RequestError, RulesError) as error:
        return _refusal(error, 400)
    return await _seated(request, room, given["players"].index(ME))


def _make_room(studio: Studio, project: Project, given: Mapping[str, Any], tell: Teller) -> Sitting:
    around = studio.rooms.around(tell)
    table = tables.made(project.folder, around, makers.room, studio.workspace, given)
    return studio.rooms.add(project.id, Sitting(around, table))


async def _sit_down(request: Request) -> Response:
    """Takes a seat that is free."""
    room = _room(request)
    number = (await _given(request)).get("seat")
    if not isinstance(number, int) or isinstance(number, bool):
        return _refusal(RequestError.of("expected the number of a seat"), 400)
    return await _seated(request, room, number)


async def _seated(request: Request, room: Sitting, number: int) -> Response:
    try:
        key = room.take_seat(number)
        await at_the_table(studio_of(request), room.table.do, Room.let_bots_play)
    except (RefusedError, RulesError) as error:
        return _refusal(error, 409)
    game = request.path_params["game"]
    return JSONResponse({"address": f"/{game}/play/{room.id}/{key}", "room": room.id, "seat": number})


# Replays


async def _new_replay(request: Request) -> Response:
    """A game to look at: a record that was sent or saved, or a game of a study."""
    studio, project, given = studio_of(request), studio_of(request).project(request), await _given(request)
    try:
        replay = await at_the_table(studio, _make_replay, studio, project, given)
    except (RequestError, RulesError) as error:
        return _refusal(error, 400)
    studio.replays.add(project.id, replay)
    return JSONResponse({"address": f"/{project.id}/play/replay/{replay.id}", "replay": replay.id})


def _make_replay(studio: Studio, project: Project, given: Mapping[str, Any]) -> Showing:
    setup.check_keys(given, ("record", "saved", "study", "room", "name", "number"))
    record, saved, study, room = (given.get(key) for key in ("record", "saved", "study", "room"))
    around, folder = Around.alone(), project.folder
    if isinstance(record, str):
        name = str(given.get("name") or "the record")[:100]
        return Showing(tables.made(folder, around, makers.replay_of_record, record, name, name))
    if isinstance(saved, str):
        return Showing(tables.made(folder, around, makers.replay_of_file, studio.workspace, saved))
    if isinstance(study, str):
        number = given.get("number", 0)
        if not isinstance(number, int) or isinstance(number, bool):
            raise RequestError.of("expected the number of a game")
        return Showing(tables.made(folder, around, makers.replay_of_study, studio.workspace, study, number))
    if isinstance(room, str):
        found = studio.rooms.find(project.id, room)
        if found is None or not found.table.do(makers.is_over):
            raise RequestError.of("a game can be looked at from all sides when it is over")
        return Showing(found.table.derive(around, makers.replay_of_room))
    raise RequestError.of("expected a record, or a game of a study")


async def _replay_state(request: Request) -> Response:
    replay = _replay(request)
    at = request.query_params.get("at", "0")
    if not (at.isascii() and at.isdigit() and len(at) < 8):
        raise HTTPException(400, "the number of a move is expected")
    return await _answer(request, partial(replay.shown, int(at)))


async def _play_on(request: Request) -> Response:
    """A game of one's own from a move of a replay on, against bots."""
    studio, project, given = studio_of(request), studio_of(request).project(request), await _given(request)
    replay, tell = _replay(request), _teller(request)
    at, seat = given.get("at"), given.get("seat")
    if not isinstance(at, int) or not isinstance(seat, int) or at < 0:
        return _refusal(RequestError.of("expected the number of a move, and a seat"), 400)
    try:
        room = await at_the_table(studio, _room_from, studio, project, replay, at, seat, tell)
    except (RequestError, RulesError) as error:
        return _refusal(error, 400)
    return await _seated(request, room, seat)


def _room_from(
    studio: Studio, project: Project, replay: Showing, at: int, seat: int, tell: Teller
) -> Sitting:
    around = studio.rooms.around(tell)
    table = replay.table.derive(around, makers.room_from, at, seat)
    return studio.rooms.add(project.id, Sitting(around, table))


# What all share


def _room(request: Request) -> Sitting:
    studio = studio_of(request)
    room: Sitting | None = studio.rooms.find(studio.project(request).id, request.path_params["room"])
    if room is None:
        raise HTTPException(404, "this game is not kept any more; begin another")
    return room


def _seat(request: Request) -> tuple[Sitting, int]:
    room = _room(request)
    seat = room.seat_of(request.path_params["key"])
    if seat is None:
        raise HTTPException(404, "nobody sits here; take a seat first")
    return room, seat


def _replay(request: Request) -> Showing:
    studio = studio_of(request)
    replay: Showing | None = studio.replays.find(studio.project(request).id, request.path_params["replay"])
    if replay is None:
        raise HTTPException(404, "this game is not kept any more; open it again")
    return replay


async def _given(request: Request) -> dict[str, Any]:
    """The JSON that a page sent."""
    try:
        return setup.read_given(await request.body())
    except RequestError as error:
        raise HTTPException(400, str(error)) from None


def _teller(request: Request) -> Teller:
    """Tells open pages that seats see something new, from whatever thread."""
    loop, events = asyncio.get_running_loop(), studio_of(request).events

    def tell(values: Mapping[str, object]) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(events.tell, EVENT, values)

    return tell


async def _act(request: Request, room: Sitting, seat: int, action: Callable[[], None]) -> Response:
    """Does something in a game, and answers with how it stands then."""
    try:
        await at_the_table(studio_of(request), action)
    except (RefusedError, IllegalMove, RulesError) as error:
        return _refusal(error, 409)
    return await _answer(request, partial(room.told, seat))


async def _answer(request: Request, told: Callable[[Faces], str]) -> Response:
    studio = studio_of(request)
    faces = await run_in_thread(studio.faces, edition_of(request), request.path_params["game"])
    try:
        text = await at_the_table(studio, told, faces)
        return Response(text, media_type="application/json", headers={"cache-control": "no-store"})
    except RulesError as error:
        return _refusal(error, 409)


def _problems_of(error: Exception) -> list[Problem]:
    if isinstance(error, RulesError):
        return [error.problem()]
    return error.problems if isinstance(error, RequestError) else [Problem(str(error))]


def _refusal(error: Exception, status: int) -> Response:
    told, problems = str(error), _problems_of(error)
    message = f"{told[:1].upper()}{told[1:]}{'' if told.endswith('.') else '.'}"
    if any(problem.place for problem in problems):
        message = "; ".join(map(str, problems))
    return JSONResponse({"message": message, "problems": [problem.to_dict() for problem in problems]}, status)


def _has_rules(game: Game) -> bool:
    return setup.has_rules(game.folder, game.id)


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
        Route("/{game}/play/{room}/{key}/save", _save, methods=["POST"]),
    ),
    is_for=_has_rules,
)
