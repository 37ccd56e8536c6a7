"""What the page of layouts shows of a card: where each element lies, what its tag says, and what it might."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from xml.sax.saxutils import quoteattr

from generator.catalog.problems import InputError
from generator.layout.attributes import INHERITED, Attribute, Parser, Scope, attributes_of
from generator.layout.elements import element_tags, find_element
from generator.layout.elements.base import Element, Parent
from generator.layout.elements.card import Card
from generator.layout.elements.g import Group
from generator.layout.elements.stack import Stack
from generator.layout.files import own_icons_by_name
from generator.layout.flow.parts import find_part, part_tags
from generator.layout.geometry import Box, Matrix, around
from generator.layout.lengths import Relative, read_length
from generator.layout.template_edits import Tag

MAX_SPOTS = 4_000
"""Elements of a card that can be chosen on it."""
LONGEST = 400
"""Letters of an attribute that are shown in a field."""
CLOSE = 0.001
"""Millimetres by which a length that is read twice may differ."""
CHOICE = re.compile(r"`([^`]+)`")
PART = "stack/"
"""Before the tags of what stands in a stack."""


class Spot(NamedTuple):
    """An element where it lies on the card."""

    element: Element
    matrix: Matrix
    """From its own coordinates to the card's."""
    outer: Matrix
    """The same of what is around it, before its own transform."""
    box: Box
    """In its own coordinates."""
    is_part: bool
    """Whether a stack has placed it."""

    def to_dict(self, number: int) -> Mapping[str, object]:
        return {
            "tag": number,
            "matrix": [round(value, 6) for value in self.matrix],
            "outer": [round(value, 6) for value in self.outer],
            "box": [round(value, 4) for value in self.box],
        }


def spots_of(root: Card) -> list[Spot]:
    """All elements that are drawn, from the back to the front."""
    found: list[Spot] = []
    for spot in _inside(root, Matrix(), is_part=False):
        found.append(spot)
        if len(found) >= MAX_SPOTS:
            break
    return found


def _inside(parent: Parent, outer: Matrix, *, is_part: bool) -> Iterator[Spot]:
    for child in parent.children:
        if child.display == "none":
            continue
        matrix = child.transform.then(outer) if child.transform else outer
        inside: list[Spot] = []
        if isinstance(child, Group | Stack):
            inner = Matrix(e=child.x, f=child.y).then(matrix) if isinstance(child, Group) else matrix
            inside = list(_inside(child, inner, is_part=is_part or isinstance(child, Stack)))
        yield Spot(child, matrix, outer, _box(child, matrix, inside), is_part)
        yield from inside


def _box(element: Element, matrix: Matrix, inside: Sequence[Spot]) -> Box:
    try:
        return element.own_box()
    except InputError:
        # What is inside is turned, so that it has no edges; it lies somewhere all the same.
        back = matrix.inverse() or Matrix()
        corners = [
            spot.matrix.then(back).apply(x, y)
            for spot in inside
            for x in (spot.box.x, spot.box.right)
            for y in (spot.box.y, spot.box.bottom)
        ]
        return around(corners)


# What a tag says


def find_shown(tag: Tag, spot: Spot) -> type[Any] | None:
    """The class of the element or part that a tag stands for; None where the spot is not that tag's."""
    if spot.is_part:
        return find_part(tag.name)
    return type(spot.element) if tag.name == spot.element.TAG else None


def tag_shown(tag: Tag, spots: Sequence[Spot], scope: Scope) -> dict[str, object]:
    """A tag with its attributes, and which of them can be set; it is drawn at these spots."""
    element, is_part = spots[0].element, spots[0].is_part
    known = attributes_of(find_shown(tag, spots[0]) or type(element))
    given = {}
    for name, one in tag.attributes.items():
        attribute = known.get(name)
        state: str = one.state
        if state == "plain" and attribute is not None and _follows(one.text, attribute.kind):
            state = "relative"
        if state == "plain" and (len(one.text) > LONGEST or "\n" in one.text):
            state = "long"
        value = None if is_part or attribute is None else getattr(element, attribute.field, None)
        here = f"{value:.4g}" if state != "plain" and isinstance(value, float | int) else ""
        given[name] = {"text": one.text[:LONGEST], "state": state, "here": here}
    return {
        "name": tag.name,
        "words": (PART if is_part else "") + tag.name,
        "line": tag.line,
        "column": tag.column,
        "id": "" if is_part else element.id,
        "around": [block for block in tag.around if not block.startswith(("set ", "raw"))],
        "clear": tag.is_clear,
        "sure": is_part or all(is_as_written(tag, spot.element, scope) for spot in spots),
        "part": is_part,
        "drawn": 1 if is_part else len(spots),
        "attributes": given,
    }


def _follows(text: str, kind: str) -> bool:
    """Whether a length follows from where it stands: ``50%``, ``right of title + 2``."""
    if "length" not in kind:
        return False
    try:
        return isinstance(read_length(text), Relative)
    except InputError:
        return False


def is_as_written(tag: Tag, element: Element, scope: Scope) -> bool:
    """Whether the element at hand is the one that the tag draws, as far as its numbers say it.

    What a template writes without a tag in its text, such as by a filter, counts for the tag before it.
    """
    known = attributes_of(type(element))
    return tag.name == element.TAG and all(
        _is_same(one.text, getattr(element, known[name].field), scope, known[name].parse)
        for name, one in tag.attributes.items()
        if name in known and one.state == "plain" and known[name].kind.startswith("length")
    )


def _is_same(text: str, value: object, scope: Scope, parse: Parser) -> bool:
    try:
        read = parse(text, scope)
    except InputError:
        return False
    return not (isinstance(read, float) and isinstance(value, float)) or abs(read - value) <= CLOSE


# What it might say


def vocabulary(scope: Scope) -> Mapping[str, Mapping[str, Mapping[str, object]]]:
    """All elements and parts with their attributes: what each is, takes, and may be chosen for it."""
    found = {tag: find_element(tag) for tag in element_tags()}
    parts = {f"{PART}{tag}": find_part(tag) for tag in part_tags()}
    return {
        tag: {name: _word(one, scope) for name, one in _attributes(cls).items()}
        for tag, cls in {**found, **parts}.items()
        if cls is not None
    }


def _attributes(cls: type[Any]) -> Mapping[str, Attribute]:
    """All attributes that a tag may have, those for what is inside it among them."""
    passed = INHERITED if issubclass(cls, Element) and cls.PASSES_ON else {}
    inherited = {
        name: Attribute(name, "", kind.name, "", "For all that is inside.", kind.parse)
        for name, kind in passed.items()
    }
    return {**attributes_of(cls), **inherited}


def _word(one: Attribute, scope: Scope) -> Mapping[str, object]:
    choices = list(_choices(one.kind, scope))
    return {"kind": one.kind, "default": one.default, "doc": one.doc, "choices": choices}


def _choices(kind: str, scope: Scope) -> Sequence[str]:
    """Values that a kind of attribute may have: all of them, or some to begin with."""
    words = CHOICE.findall(kind) if "`" in kind else []
    if kind.startswith("font role"):
        return [*scope.theme.fonts.roles, *words]
    if kind.startswith("colour"):
        return [*words, *(name for name in scope.palette if name), "white", "black"]
    if kind.startswith("icon"):
        return sorted(own_icons_by_name([folder / "icons" for folder in scope.folders]))
    return [word for word in words if re.fullmatch(r"[a-z-]+", word)]


# What is added


def samples(width: float, height: float, pictures: Sequence[str], ids: Sequence[str]) -> Mapping[str, str]:
    """An element of each kind to begin with, in the middle of a card of a size in mm.

    ``pictures``, ``ids``: what the game has to show and to use; without any there is nothing to begin with.
    """
    side = max(round(min(width, height) / 4), 1)
    x, y = round(width / 2 - side / 2, 1), round(height / 2 - side / 2, 1)
    box = f'x="{x:g}" y="{y:g}" width="{side:g}" height="{side:g}"'
    centre = f'cx="{width / 2:g}" cy="{height / 2:g}"'
    ends = f'x1="{x:g}" y1="{height / 2:g}" x2="{x + side:g}" y2="{height / 2:g}"'
    corners = f'points="{x:g},{y + side:g} {x + side:g},{y + side:g} {x + side / 2:g},{y:g}"'
    wide = f'x="4" y="{y:g}" width="{max(width - 8, 4):g}"'
    grey = 'fill="#888888"'
    known = {
        "text": f'<text {wide} height="8" size="10" align="center">Text</text>',
        "stack": f'<stack {wide} height="{side:g}"><text>Text</text></stack>',
        "icon": f'<icon name="mdi6.star" {box}/>',
        "image": f"<image href={quoteattr(pictures[0])} {box}/>" if pictures else "",
        "use": f"<use href={quoteattr('#' + ids[0])}/>" if ids else "",
        "g": f'<g x="{x:g}" y="{y:g}"><rect width="{side:g}" height="{side:g}" {grey}/></g>',
        "figure": f'<figure name="somebody" {box}/>',
        "line": f"<line {ends}/>",
        "arrow": f"<arrow {ends} {grey}/>",
        "polygon": f"<polygon {corners} {grey}/>",
        "polyline": f"<polyline {corners}/>",
        "path": f'<path d="M{x:g} {y:g} h{side:g} v{side:g} h-{side:g} Z" {grey}/>',
        "ellipse": f'<ellipse {centre} rx="{side / 2:g}" ry="{side / 3:g}" {grey}/>',
        "wedge": f'<wedge {centre} r="{side / 2:g}" from="0" to="90" {grey}/>',
        "rect": f"<rect {box} {grey}/>",
        "card": "",
    }
    others = f'{centre} r="{side / 2:g}" {grey}'
    offered = {tag: known.get(tag, f"<{tag} {others}/>") for tag in element_tags()}
    return {tag: markup for tag, markup in offered.items() if markup}
