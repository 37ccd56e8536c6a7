"""Deck builder: a deck made on a page, judged with each change, saved as a deck file and printed.

The page holds the deck; what is sent here is all of it, and what comes back is what was found of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from generator.catalog.press_settings import SETTINGS
from generator.catalog.problems import InputError
from generator.catalog.wording import name_id, slug
from generator.deck.draft import Draft, read_draft
from generator.deck.files import deck_component, has_pool, own_decks, pool_cards
from generator.deck.model import class_word
from generator.studio import deck_files
from generator.studio.deck_files import Loaded
from generator.studio.deck_workshop import FOLDER, Bench, format_of, has_decks
from generator.studio.forms import CONFLICT
from generator.studio.live import opened
from generator.studio.project import Edition
from generator.studio.view import View, edition_of, form_of, page, run_in_thread, studio_of
from generator.studio.workspace import ChangedError

PAPERS = ("a4", "letter", "a3", "tabloid", "legal")
MIN_WIDTH, MAX_WIDTH = 120, 1000
"""Pixels of the picture of a card."""
MAX_FILE_NAME = 200


async def _page(request: Request) -> Response:
    project = await opened(request)
    edition = project.edition
    if edition is None:
        return page(request, "deck.html.j2", setup=None, wrong=None)
    try:
        setup = await run_in_thread(_setup, edition, studio_of(request).bench(project))
    except InputError as error:
        return page(request, "deck.html.j2", status=409, setup=None, wrong=error)
    return page(request, "deck.html.j2", setup=setup, wrong=None)


def _setup(edition: Edition, bench: Bench) -> Mapping[str, object]:
    """What the page needs to know of the game: its format, its decks, its cards."""
    game, limits = edition.game, format_of(edition)
    component = deck_component(game)
    fields = component.source.get("fields")
    known = list(fields) if isinstance(fields, dict) else ["text", "art"]
    return {
        "game": game.title,
        "points": limits.points,
        "exactly": limits.exactly,
        "minCards": limits.min_cards,
        "budget": limits.fields.budget,
        "group": limits.fields.group,
        "classes": list(limits.classes),
        "powers": list(limits.powers)[:60] if limits.fields.budget is not None else [],
        "hasText": "text" in known,
        "hasArt": "art" in known,
        "hasBack": component.back is not None,
        "hasHands": bool(limits.first_hand),
        "ratio": component.size.width / component.size.height,
        "pool": _pool(edition) if has_pool(game) else None,
        "own": [{"name": name, "title": deck.name} for name, deck in own_decks(game).items()],
        "saved": deck_files.saved(bench.workspace),
        "papers": PAPERS,
        "backs": list(SETTINGS["backs"].words),
        "folder": FOLDER,
    }


def _pool(edition: Edition) -> list[Mapping[str, object]]:
    fields = format_of(edition).fields
    return [
        {
            "card": card.id,
            "name": str(card.values.get("name") or card.id),
            "class": class_word(card.values.get(fields.group)) if fields.group is not None else "",
            "power": card.values.get(fields.budget) if fields.budget is not None else None,
            "text": str(card.values.get("text") or ""),
        }
        for card in pool_cards(edition.game)
    ]


# What is found of the deck on the page


async def _judge(request: Request) -> Response:
    edition, bench, given = await _asked(request)
    return JSONResponse(await run_in_thread(bench.judged, edition, read_draft(given.get("deck"))))


async def _picture(request: Request) -> Response:
    edition, bench, given = await _asked(request)
    index, width = _whole(given, "card", 0, 10_000), _whole(given, "width", MIN_WIDTH, MAX_WIDTH)
    side = "back" if given.get("side") == "back" else "front"
    picture = await run_in_thread(bench.picture, edition, read_draft(given.get("deck")), index, side, width)
    if picture is None:
        # Nothing went wrong: the card is not finished.
        return JSONResponse({"message": "The card can be drawn when it is finished."})
    return Response(picture, media_type="image/png")


async def _hands(request: Request) -> Response:
    edition, bench, given = await _asked(request)
    seed = _whole(given, "seed", 0, 2**31)
    return JSONResponse(await run_in_thread(bench.hands, edition, read_draft(given.get("deck")), seed))


async def _suggest(request: Request) -> Response:
    from generator.studio.deck_request import NoDeckError, suggested

    edition, bench, given = await _asked(request)
    wishes = given.get("wishes")
    if not isinstance(wishes, dict):
        raise InputError("expected wishes")
    read = await run_in_thread(bench.read, edition, read_draft(given.get("deck")))
    try:
        draft = await run_in_thread(suggested, wishes, read)
    except NoDeckError as error:
        faults = [{"field": name, "message": message} for name, message in error.faults]
        return JSONResponse({"message": str(error), "faults": faults, "lines": error.lines}, 422)
    return JSONResponse({"deck": _as_json(draft)})


async def _pdf(request: Request) -> Response:
    edition, bench, given = await _asked(request)
    paper, backs = given.get("paper"), given.get("backs")
    if paper not in PAPERS or not isinstance(backs, str):
        raise InputError("the studio knows no such paper")
    name, content = await run_in_thread(bench.printed, edition, read_draft(given.get("deck")), paper, backs)
    return Response(content, media_type="application/pdf", headers=_as_file(name))


async def _download(request: Request) -> Response:
    edition, _, given = await _asked(request)
    draft = read_draft(given.get("deck"))
    content = await run_in_thread(lambda: deck_files.content_of(edition.game, format_of(edition), draft))
    name = f"{name_id(draft.name, 'deck')}.yaml"
    return Response(content, media_type="application/yaml", headers=_as_file(name))


# Deck files


async def _own(request: Request) -> Response:
    return await _loaded(deck_files.load_own, edition_of(request), request.path_params["name"])


async def _saved(request: Request) -> Response:
    place = (studio_of(request).workspace, request.path_params["name"])
    return await _loaded(deck_files.load_saved, edition_of(request), *place)


async def _open(request: Request) -> Response:
    sent = (_file_name(request), await request.body())
    return await _loaded(deck_files.load_sent, edition_of(request), *sent)


async def _loaded(load: Callable[..., Loaded], *arguments: Any) -> Response:
    loaded = await run_in_thread(load, *arguments)
    return JSONResponse(
        {
            "deck": _as_json(loaded.draft),
            "revision": loaded.revision,
            "problems": [problem.to_dict() for problem in loaded.problems],
            "hasComments": loaded.has_comments,
        }
    )


async def _save(request: Request) -> Response:
    edition, _, given = await _asked(request)
    name, revision = request.path_params["name"], given.get("revision", "")
    if not isinstance(revision, str):
        raise InputError("expected the revision that was read")
    studio, draft = studio_of(request), read_draft(given.get("deck"))

    def save() -> str:
        with studio.saving:
            return deck_files.save(edition, studio.workspace, name, draft, revision)

    try:
        written = await run_in_thread(save)
    except ChangedError as error:
        file = f"{FOLDER}/{error.path.name}"
        message = f"there is a deck file {file} already"
        if not error.revision:
            message = f"{file} has been removed since it was opened here"
        elif revision:
            message = f"{file} has been saved by somebody else, or in another window"
        return JSONResponse({"message": message, "changed": True, "revision": error.revision}, CONFLICT)
    return JSONResponse({"name": name, "revision": written, "saved": deck_files.saved(studio.workspace)})


async def _art(request: Request) -> Response:
    edition_of(request)
    workspace, content = studio_of(request).workspace, await request.body()
    return JSONResponse(
        {"art": await run_in_thread(deck_files.store_art, workspace, _file_name(request), content)}
    )


# Requests and answers


async def _asked(request: Request) -> tuple[Edition, Bench, Mapping[str, object]]:
    """What a request is about, and the values that it brings. Raises HTTPException and Refused."""
    edition, studio = edition_of(request), studio_of(request)
    return edition, studio.bench(studio.project(request)), await form_of(request)


def _whole(given: Mapping[str, object], key: str, low: int, high: int) -> int:
    value = given.get(key)
    if not isinstance(value, int) or isinstance(value, bool):
        raise InputError(f"expected a whole number as {key}")
    return min(max(value, low), high)


def _file_name(request: Request) -> str:
    return request.query_params.get("name", "")[:MAX_FILE_NAME]


def _as_json(draft: Draft) -> Mapping[str, object]:
    cards = [dict(card) for card in draft.cards]
    look = {} if draft.look is None else {"look": draft.look}
    return {"name": draft.name, "text": draft.text or "", **look, "cards": cards}


def _as_file(name: str) -> dict[str, str]:
    stem, _, suffix = name.rpartition(".")
    return {"content-disposition": f'attachment; filename="{slug(stem) or "deck"}.{suffix}"'}


VIEW = View(
    title="Deck",
    order=3,
    routes=(
        Route("/{game}/deck", _page),
        Route("/{game}/deck/judge", _judge, methods=["POST"]),
        Route("/{game}/deck/picture", _picture, methods=["POST"]),
        Route("/{game}/deck/hands", _hands, methods=["POST"]),
        Route("/{game}/deck/suggest", _suggest, methods=["POST"]),
        Route("/{game}/deck/pdf", _pdf, methods=["POST"]),
        Route("/{game}/deck/file", _download, methods=["POST"]),
        Route("/{game}/deck/own/{name}", _own),
        Route("/{game}/deck/saved/{name}", _saved),
        Route("/{game}/deck/saved/{name}", _save, methods=["PUT"]),
        Route("/{game}/deck/open", _open, methods=["POST"]),
        Route("/{game}/deck/art", _art, methods=["POST"]),
    ),
    is_for=has_decks,
)
