"""Play: a game against bots, or with others on the network; and games that were played, move by move."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from generator.catalog.models import Game
from generator.catalog.paths import read_bytes
from generator.catalog.problems import InputError, Problem
from generator.rules import IllegalMove, RulesError
from generator.rules.loading import NO_RULES
from generator.rules.own_rules import author_at_work
from generator.sim.play.match import ADVISER, Match
from generator.sim.play.setup import DECKS, LoadedGame
from generator.sim.study.seating import seats_of
from generator.studio.guard import TOKEN_QUERY
from generator.studio.live import opened
from generator.studio.play import setup
from generator.studio.play.replays import Replay
from generator.studio.play.rooms import RefusedError, Room, Teller
from generator.studio.play.setup import ANOTHER, ME, RequestError
from generator.studio.play.table import Faces
from generator.studio.project import Project
from generator.studio.view import Studio, View, at_work, edition_of, page, studio_of

EVENT = "play"
MAX_VARIANTS = 20


# Pages


async def _lobby(request: Request) -> Response:
    """Where games begin: with whom, by which options; and what is going on already."""
    studio, project = studio_of(request), await opened(request)
    offer: Mapping[str, Any] | None = None
    problems: list[Problem] = []
    if project.edition is not None:
        try:
            loaded = await at_work(setup.load, project.folder)
            offer = await at_work(_offer, loaded, studio.workspace)
        except (RequestError, RulesError) as error:
            problems = _problems_of(error)
    return page(
        request,
        "play.html.j2",
        offer=offer,
        wrong=problems,
        has_rules=all(problem.code != NO_RULES for problem in problems),
        rooms=studio.rooms.of(project.id),
        is_open=studio.keys.is_open,
        invitation=_invitation(request),
    )


def _offer(loaded: LoadedGame, workspace: Path) -> Mapping[str, Any]:
    game = loaded.game
    return {
        "seats": game.seats,
        "bots": setup.bot_words(loaded),
        "options": [option for option in game.options if option.name != DECKS],
        "decks": setup.deck_choices(loaded, workspace),
        "variants": list(game.variants),
        "records": setup.saved_records(workspace),
        "studies": setup.studies(workspace),
    }


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
    return await _answer(request, partial(room.document, seat))


async def _move(request: Request) -> Response:
    room, seat = _seat(request)
    given = await _given(request)
    move, revision = given.get("move"), given.get("revision")
    if not isinstance(move, str) or not isinstance(revision, str) or len(move) > 300:
        return _refusal(RequestError.of("expected a move, and the revision of the page"), 400)
    return await _act(request, room, seat, partial(room.move, seat, move, revision))


async def _undo(request: Request) -> Response:
    room, seat = _seat(request)
    return await _act(request, room, seat, partial(room.take_back, seat))


async def _allow(request: Request) -> Response:
    room, seat = _seat(request)
    allowed = (await _given(request)).get("allowed") is True
    return await _act(request, room, seat, partial(room.answer, seat, allowed=allowed))


async def _hint(request: Request) -> Response:
    room, seat = _seat(request)
    try:
        return JSONResponse({"lines": await at_work(room.hint, seat)})
    except (RefusedError, RulesError) as error:
        return _refusal(error, 409)


async def _save(request: Request) -> Response:
    room, seat = _seat(request)
    del seat
    name = (await _given(request)).get("name")
    if not isinstance(name, str):
        return _refusal(RequestError.of("expected a name"), 400)
    with room.lock:
        if len(room.people) > 1 and not room.match.state.over:
            # It has everybody's hand in it.
            return _refusal(RefusedError("a game among people can be saved when it is over"), 409)
        record = room.match.record
    try:
        path = await at_work(setup.save_record, studio_of(request).workspace, name, record)
    except RequestError as error:
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
        room, seat = await at_work(_make_room, studio, project, given, tell)
    except (RequestError, RulesError) as error:
        return _refusal(error, 400)
    return _seated(request, room, seat)


def _make_room(studio: Studio, project: Project, given: Mapping[str, Any], tell: Teller) -> tuple[Room, int]:
    """A room, and the seat of the one who asked for it."""
    variants = given.get("variants") or []
    if (
        not isinstance(variants, list)
        or len(variants) > MAX_VARIANTS
        or not all(isinstance(name, str) for name in variants)
    ):
        raise RequestError.of("expected the names of variants")
    loaded = setup.load(project.folder)
    for name in variants:
        if name not in loaded.game.variants:
            raise RequestError.of("the game has no such variant")
    if variants:
        loaded = setup.load(project.folder, variants)
    wanted = setup.read_wanted(given, loaded)
    match = setup.begin(loaded, wanted, studio.workspace)
    bots = ["" if word in (ME, ANOTHER) else word for word in wanted.players]
    table = partial(Room, loaded, match, bots, wanted.seed, tell, studio.rooms.thinkers)
    return _opened(studio, project, table), wanted.players.index(ME)


def _opened(studio: Studio, project: Project, make: Callable[[], Room]) -> Room:
    try:
        return studio.rooms.add(project.id, make())
    except InputError as error:
        raise RequestError([error.at(None)]) from None


async def _sit_down(request: Request) -> Response:
    """Takes a seat that is free."""
    room = _room(request)
    number = (await _given(request)).get("seat")
    if not isinstance(number, int) or isinstance(number, bool):
        return _refusal(RequestError.of("expected the number of a seat"), 400)
    return _seated(request, room, number)


def _seated(request: Request, room: Room, number: int) -> Response:
    try:
        key = room.take_seat(number)
    except RefusedError as error:
        return _refusal(error, 409)
    room.let_bots_play()
    game = request.path_params["game"]
    return JSONResponse({"address": f"/{game}/play/{room.id}/{key}", "room": room.id, "seat": number})


# Replays


async def _new_replay(request: Request) -> Response:
    """A game to look at: a record that was sent or saved, or a game of a study."""
    studio, project, given = studio_of(request), studio_of(request).project(request), await _given(request)
    try:
        replay = await at_work(_make_replay, studio, project, given)
    except (RequestError, RulesError) as error:
        return _refusal(error, 400)
    studio.replays.add(project.id, replay)
    return JSONResponse({"address": f"/{project.id}/play/replay/{replay.id}", "replay": replay.id})


def _make_replay(studio: Studio, project: Project, given: Mapping[str, Any]) -> Replay:
    setup.check_keys(given, ("record", "saved", "study", "room", "name", "number"))
    record, saved, study, room = (given.get(key) for key in ("record", "saved", "study", "room"))
    if isinstance(record, str):
        name = str(given.get("name") or "the record")[:100]
        return Replay(*setup.read_record_text(record, name, project.folder), name)
    if isinstance(saved, str):
        path = setup.record_path(studio.workspace, saved)
        if not path.exists():
            raise RequestError.of("there is no record of that name")
        try:
            text = read_bytes(path, None, setup.MAX_RECORD).decode("utf-8", "replace")
        except InputError as error:
            raise RequestError([error.at(None)]) from None
        return Replay(*setup.read_record_text(text, path.name, project.folder), saved)
    if isinstance(study, str):
        number = given.get("number", 0)
        if not isinstance(number, int) or isinstance(number, bool):
            raise RequestError.of("expected the number of a game")
        loaded, match, told = setup.play_study_game(studio.workspace, study, number, project.folder)
        return Replay(loaded, match, f"{study}, game {number:,}", told)
    if isinstance(room, str):
        found = studio.rooms.find(project.id, room)
        if found is None or not found.match.state.over:
            raise RequestError.of("a game can be looked at from all sides when it is over")
        return Replay(found.loaded, found.match, "the game that you played")
    raise RequestError.of("expected a record, or a game of a study")


async def _replay_state(request: Request) -> Response:
    replay = _replay(request)
    at = request.query_params.get("at", "0")
    if not (at.isascii() and at.isdigit() and len(at) < 8):
        raise HTTPException(400, "the number of a move is expected")
    return await _answer(request, partial(replay.document, int(at)))


async def _play_on(request: Request) -> Response:
    """A game of one's own from a move of a replay on, against bots."""
    studio, project, given = studio_of(request), studio_of(request).project(request), await _given(request)
    replay, tell = _replay(request), _teller(request)
    at, seat = given.get("at"), given.get("seat")
    if not isinstance(at, int) or not isinstance(seat, int) or at < 0:
        return _refusal(RequestError.of("expected the number of a move, and a seat"), 400)
    try:
        room = await at_work(_room_from, studio, project, replay, at, seat, tell)
    except (RequestError, RulesError) as error:
        return _refusal(error, 400)
    return _seated(request, room, seat)


def _room_from(studio: Studio, project: Project, replay: Replay, at: int, seat: int, tell: Teller) -> Room:
    record = replay.record_until(at)
    with author_at_work(replay.loaded.game):
        match = Match(replay.loaded.game, replace(record, moves=[]))
        seats = seats_of(replay.loaded.game, match.state)
        if not 0 <= seat < seats:
            raise RequestError.of(f"there are seats 0 to {seats - 1}")
    bots = ["" if number == seat else ADVISER for number in range(seats)]
    room = Room(replay.loaded, match, bots, 0, tell, studio.rooms.thinkers)
    room.make_moves(record.moves)
    return _opened(studio, project, lambda: room)


# What all share


def _room(request: Request) -> Room:
    studio = studio_of(request)
    room: Room | None = studio.rooms.find(studio.project(request).id, request.path_params["room"])
    if room is None:
        raise HTTPException(404, "this game is not kept any more; begin another")
    return room


def _seat(request: Request) -> tuple[Room, int]:
    room = _room(request)
    seat = room.seat_of(request.path_params["key"])
    if seat is None:
        raise HTTPException(404, "nobody sits here; take a seat first")
    return room, seat


def _replay(request: Request) -> Replay:
    studio = studio_of(request)
    replay: Replay | None = studio.replays.find(studio.project(request).id, request.path_params["replay"])
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


async def _act(request: Request, room: Room, seat: int, action: Callable[[], None]) -> Response:
    """Does something in a game, and answers with how it stands then."""
    try:
        await at_work(action)
    except (RefusedError, IllegalMove, RulesError) as error:
        return _refusal(error, 409)
    return await _answer(request, partial(room.document, seat))


async def _answer(request: Request, document: Callable[[Faces], Mapping[str, Any]]) -> Response:
    faces = await at_work(studio_of(request).faces, edition_of(request), request.path_params["game"])
    try:
        return JSONResponse(await at_work(document, faces), headers={"cache-control": "no-store"})
    except RulesError as error:
        return _refusal(error, 409)


def _problems_of(error: Exception) -> list[Problem]:
    if isinstance(error, RulesError):
        return [error.problem()]
    return error.problems if isinstance(error, RequestError) else [Problem(str(error))]


def _refusal(error: Exception, status: int) -> Response:
    told = str(error)
    message = f"{told[:1].upper()}{told[1:]}{'' if told.endswith('.') else '.'}"
    problems = [problem.to_dict() for problem in _problems_of(error)]
    return JSONResponse({"message": message, "problems": problems}, status)


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
