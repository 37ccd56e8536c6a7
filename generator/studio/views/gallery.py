"""Gallery: every card as it is printed, with what is wrong with it."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from generator.catalog.card_words import RESERVED_WORDS
from generator.catalog.models import CardSet, Component
from generator.catalog.wording import clipped, pluralize
from generator.export.printed_faces import cut_outline
from generator.layout.colour_vision import SIGHTS
from generator.layout.faces import Side
from generator.layout.geometry import Box, Outline, from_behind, grown_shape, polyline, rectangle
from generator.studio.live import inspect, opened
from generator.studio.pictures import MAX_WIDTH, MIN_WIDTH, Pictures, Way
from generator.studio.project import Edition, Project, ShownCard, sides_of
from generator.studio.view import View, edition_of, page, read_first, run_in_thread, studio_of, width_of

USUAL_WIDTH = 320
MAX_CHOICES = 24
"""Values of a field that may be chosen from."""
MAX_FILTERS = 5
MAX_SHOWN = 120
"""Letters of a value that are shown beside a card."""
UNSORTED = {*RESERVED_WORDS, "name", "title", "text"}
"""Fields that tell cards apart and sort none."""


class Filter(NamedTuple):
    """A field by which cards may be chosen."""

    name: str
    values: Sequence[str]


class Guide(NamedTuple):
    """Where a face is cut, as the paths of an SVG in mm; the face has its bleed around it."""

    name: str
    box: str
    bleed: str
    trim: str
    safe: str


class Group(NamedTuple):
    """A list of cards under its component."""

    shown: Sequence[ShownCard]

    @property
    def component(self) -> Component:
        return self.shown[0].component

    @property
    def cards(self) -> CardSet:
        return self.shown[0].cards

    @property
    def size(self) -> str:
        size = self.component.size
        return f"{round(size.width, 1):g} × {round(size.height, 1):g} mm"

    @property
    def amount(self) -> str:
        several = sum(shown.card.copies for shown in self.shown)
        different = "" if several == len(self.shown) else f", {len(self.shown)} different"
        return f"{pluralize(several, self.component.noun)}{different}"


async def _gallery(request: Request) -> Response:
    project = await opened(request)
    return page(request, "gallery.html.j2", **_values(project))


async def _list(request: Request) -> Response:
    """The cards alone: what the page takes over when a file was saved."""
    project = await opened(request)
    return page(request, "gallery_cards.html.j2", **_values(project))


def _values(project: Project) -> dict[str, Any]:
    edition = project.edition
    values: dict[str, Any] = {"facts": facts_of, "sights": SIGHTS, "groups": (), "filters": (), "guides": ()}
    if edition is not None:
        lists = groupby(edition.cards, lambda shown: (shown.component.id, shown.cards.id))
        groups = [Group(tuple(shown)) for _, shown in lists]
        values |= {"groups": groups, "filters": _filters(edition), "guides": list(guides_of(edition))}
    return values


def _filters(edition: Edition) -> list[Filter]:
    """Fields of which several cards have the same value, in the order in which cards have them."""
    counts: dict[str, Counter[str]] = {}
    for shown in edition.cards:
        for name, value in _sorting(shown).items():
            counts.setdefault(name, Counter())[value] += 1
    useful = (
        Filter(name, tuple(sorted(found, key=_in_order)))
        for name, found in counts.items()
        if 2 <= len(found) <= MAX_CHOICES and found.total() >= 2 * len(found)
    )
    return list(useful)[:MAX_FILTERS]


def _in_order(value: str) -> tuple[int, float, str]:
    try:
        return 0, float(value), value
    except ValueError:
        return 1, 0.0, value


def _sorting(shown: ShownCard) -> dict[str, str]:
    """The values of a card by which it may be sorted."""
    return {
        name: _written(value)
        for name, value in shown.card.values.items()
        if name not in UNSORTED
        and isinstance(value, str | int | float)
        and len(str(value)) <= 40
        and value != ""
    }


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_written(one)}" for name, one in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(_written, value))
    return f"{value:g}" if isinstance(value, float) else str(value)


def facts_of(shown: ShownCard) -> dict[str, object]:
    values = {
        name: _written(value)
        for name, value in shown.card.values.items()
        if name not in RESERVED_WORDS and value is not None and value != "" and value != []
    }
    component = shown.component
    return {
        "name": shown.name,
        "id": shown.card.id,
        "key": shown.key,
        "component": component.title,
        "list": shown.cards.name if component.is_deck or len(component.sets) > 1 else component.title,
        "copies": shown.card.copies,
        "size": [component.size.width, component.size.height, component.bleed, component.safe],
        "sides": list(shown.sides),
        "place": str(shown.card.place),
        "values": {name: clipped(value, MAX_SHOWN) for name, value in values.items()},
        "sorting": _sorting(shown),
        "words": " ".join([shown.name, shown.card.id, *values.values()]).casefold(),
        "problems": [problem.to_dict() for problem in shown.problems],
    }


def guides_of(edition: Edition) -> Iterator[Guide]:
    for component in edition.game.components:
        size, bleed = component.size, component.bleed
        whole = Box(0, 0, size.width, size.height).grown(bleed)
        for side in sides_of(component):
            yield Guide(
                f"{component.id}-{side}",
                f"{whole.x:g} {whole.y:g} {whole.width:g} {whole.height:g}",
                _path(rectangle(whole)),
                _path(cut_outline(component, side)),
                _path(_safe_zone(component, side)),
            )


def _safe_zone(component: Component, side: Side) -> Outline:
    size, safe = component.size, component.safe
    if component.shape.kind == "rect":
        rounded = max(0.0, component.corner - safe)
        return rectangle(Box(0, 0, size.width, size.height).grown(-safe), rounded, rounded)
    if component.shape.kind == "circle":
        return grown_shape(component.shape, size, -safe)
    return from_behind(_shrunk(component), size) if side == "back" else _shrunk(component)


def _shrunk(component: Component) -> Outline:
    """A shape with straight sides, each of them moved inwards by the safe zone."""
    corners = list(component.shape.corners(component.size))
    area = sum(
        x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(corners, corners[1:] + corners[:1], strict=True)
    )
    inward = component.safe if area > 0 else -component.safe
    moved = []
    for (x0, y0), (x1, y1), (x2, y2) in zip(
        corners[-1:] + corners[:-1], corners, corners[1:] + corners[:1], strict=True
    ):
        ax, ay = _unit(x1 - x0, y1 - y0)
        bx, by = _unit(x2 - x1, y2 - y1)
        # The corner of two lines that are as far inside as is safe.
        share = inward / max(0.05, 1 + ax * bx + ay * by)
        moved.append((x1 - share * (ay + by), y1 + share * (ax + bx)))
    return polyline(moved, closed=True)


def _unit(x: float, y: float) -> tuple[float, float]:
    length = (x * x + y * y) ** 0.5 or 1.0
    return x / length, y / length


def _path(outline: Outline) -> str:
    return " ".join(
        f"{kind}{' '.join(f'{round(value, 2):g}' for value in values)}" for kind, values in outline.segments
    )


async def _face(request: Request) -> Response:
    """A face as a picture; its tag says which look it has, so that it is fetched only when it changes."""
    studio = studio_of(request)
    project = studio.project(request)
    # The page that shows it has looked whether the files are the same.
    await read_first(project)
    await inspect(studio, project)
    edition = edition_of(request)
    names = request.path_params
    shown = edition.find(names["component"], names["cards"], names["card"])
    side = names["side"]
    if shown is None or side not in shown.sides:
        if request.query_params.get("v", edition.revision) != edition.revision:
            # The card was renamed or deleted while its picture was asked for; the page asks anew.
            return Response(status_code=204)
        raise HTTPException(404, "the game has no such face")
    drawing = studio.drawing(project)
    width = width_of(request, USUAL_WIDTH, MIN_WIDTH, MAX_WIDTH)
    way, known = _way(request), request.headers.get("if-none-match")
    asked = (drawing, edition, shown, side, width, way, known)
    tag, picture = await run_in_thread(_drawn, *asked, limiter=studio.drawers)
    headers = {"etag": tag, "cache-control": "no-cache"}
    if picture is None:
        return Response(status_code=304, headers=headers)
    return Response(picture, media_type="image/png", headers=headers)


def _drawn(
    drawing: Pictures, edition: Edition, shown: ShownCard, side: Side, width: int, way: Way, known: str | None
) -> tuple[str, bytes | None]:
    """The tag of a picture, and the picture unless it is known by that tag."""
    look = drawing.look(edition, shown, side, way)
    tag = f'"{hashlib.sha256(f"{look} {width} {way}".encode()).hexdigest()[:16]}"'
    if tag == known:
        return tag, None
    return tag, drawing.png(edition, shown, side, width, way)


def _way(request: Request) -> Way:
    given = request.query_params
    sight = given.get("sight")
    if sight is not None and sight not in SIGHTS:
        raise HTTPException(400, f"the sights are {', '.join(SIGHTS)}")
    return Way(given.get("bleed") == "1", given.get("ink") == "low", sight)


VIEW = View(
    title="Gallery",
    order=1,
    routes=(
        Route("/{game}/gallery", _gallery),
        Route("/{game}/gallery/cards", _list),
        Route("/{game}/face/{component}/{cards}/{card}/{side}.png", _face),
    ),
)
