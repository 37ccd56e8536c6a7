"""From the nodes of a rendered layout to elements, with every problem collected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from generator.catalog.paths import shown_path
from generator.catalog.problems import CONSEQUENCE, TEXT_OVERFLOW, InputError, Place, Problems, StandInError
from generator.catalog.suggest import did_you_mean, vocabulary
from generator.catalog.wording import code, quote
from generator.layout.attributes import (
    ADVICE,
    FOREIGN_ATTRIBUTES,
    INHERITED,
    Attribute,
    Scope,
    attributes_of,
)
from generator.layout.elements import element_tags, find_element
from generator.layout.elements.base import MAX_DRAWN, UPRIGHT, Element
from generator.layout.elements.card import Card
from generator.layout.geometry import Box, Matrix, Outline, mirroring, rectangle
from generator.layout.lengths import Relative, Room
from generator.layout.text.fit import Fitted, no_font_has
from generator.layout.text.words import WordMaker
from generator.layout.xml import Node, SourceFiles, read_mark

E = TypeVar("E", bound=Element)

MAX_KEPT = 20_000
"""Parsed elements that are kept for reuse; a bound on memory, not on a game's size."""
UNREAD: Any = object()
"""What no attribute's text means."""
MAX_SURROUNDINGS = 1_000
"""Surroundings that are kept, likewise."""
IN_PLACE = Matrix()
PASSED_ON = ""
"""Instead of the field of an attribute that is not the element's own, but for what is inside."""

FOREIGN_TAGS = vocabulary(
    {
        "card": "svg",
        "image": "img picture png",
        "rect": "box rectangle",
        "g": "div group symbol defs",
        "text": "p label span tspan font h1",
        "path": "curve",
        "wedge": "arc pie sector ring",
        "ngon": "hexagon pentagon octagon regularpolygon",
        "polygon": "triangle",
        "icon": "glyph",
    }
)
"""Tags of SVG, HTML, Squib and nanDECK, and ours."""


def _has_id(node: Node, name: str) -> bool:
    return node.attributes.get("id") == name or any(
        _has_id(child, name) for child in node.children if isinstance(child, Node)
    )


def _no_box(name: str) -> Box:
    raise InputError(f"what is passed on can't follow from the place of {quote(name)}")


def _attribute_hint(name: str, known: Mapping[str, Attribute]) -> str:
    plain = name.casefold().replace("-", "")
    fill = known.get("fill")
    if plain.startswith("background") and fill is not None and fill.field == PASSED_ON:
        return "draw a <rect> as large as it, before all else"
    near = did_you_mean(name, known, FOREIGN_ATTRIBUTES)
    return ADVICE.get(plain) or near or "it has " + ", ".join(known)


class _Table(NamedTuple):
    """An element's attributes, with the values of those that are not given."""

    attributes: Mapping[str, Attribute]
    defaults: Mapping[str, Any]
    required: tuple[str, ...]


@dataclass(slots=True, eq=False)
class _Surroundings:
    """What the value of an element's attributes follows from, besides their text. Compared by identity."""

    room: Room
    inherited: Mapping[str, str] = field(default_factory=dict)
    tables: dict[type[Any], _Table] = field(default_factory=dict)

    def table(self, cls: type[Any], scope: Scope) -> _Table:
        """What an element or part looks like here that says nothing."""
        found = self.tables.get(cls)
        if found is None:
            found = self.tables[cls] = self._table(cls, scope)
        return found

    def _table(self, cls: type[Any], scope: Scope) -> _Table:
        attributes = attributes_of(cls)
        defaults = {
            attribute.field: attribute.parse(attribute.default, scope)
            for attribute in attributes.values()
            if attribute.default is not None
        }
        required = tuple(name for name, attribute in attributes.items() if attribute.default is None)
        for name, text in self.inherited.items():
            if name in attributes and name in cls.INHERITS:
                # What an element can't have, such as a text a gradient, it does not inherit.
                with suppress(InputError):
                    value = attributes[name].parse(text, scope)
                    if isinstance(value, Relative):
                        value = value.resolve(name, self.room, _no_box)
                    defaults[attributes[name].field] = value
        if cls.PASSES_ON:
            passed = {
                name: Attribute(name, PASSED_ON, kind.name, "", "", kind.parse)
                for name, kind in INHERITED.items()
            }
            attributes = {**attributes, **passed}
        return _Table(attributes, defaults, required)


@dataclass(slots=True)
class _Memory:
    """What serves all cards: static parts of a layout are built once."""

    surroundings: dict[tuple[Room, tuple[tuple[str, str], ...]], _Surroundings] = field(default_factory=dict)
    values: dict[tuple[type[Any], str, str], Any] = field(default_factory=dict)
    """What attributes mean, by class, name and text; of lengths that follow from their place, the sum."""
    leaves: dict[tuple[Any, ...], Element] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)

    def inside(self, outer: _Surroundings, node: Node, room: Room | None) -> _Surroundings:
        """The surroundings of what stands inside a node."""
        own = {name: text for name, text in node.attributes.items() if name in INHERITED}
        if room is None and not own:
            return outer
        inherited = {**outer.inherited, **own}
        room = room or outer.room
        key = (room, tuple(inherited.items()))
        found = self.surroundings.get(key)
        if found is None:
            if len(self.surroundings) >= MAX_SURROUNDINGS:
                self.surroundings.clear()
            found = self.surroundings[key] = _Surroundings(room, inherited)
        return found

    def value(self, cls: type[Any], attribute: Attribute, text: str, scope: Scope) -> Any:
        value = attribute.parse(text, scope)
        if len(self.values) < MAX_KEPT:
            self.values[cls, attribute.name, text] = value
        return value

    def place(self, mark: str, files: SourceFiles) -> Place:
        place = self.places.get(mark)
        if place is None:
            place = self.places[mark] = read_mark(mark, files)
        return place


class _Defined(NamedTuple):
    """An element with an id, and the way from its coordinates to the card's."""

    element: Element
    space: Matrix


@dataclass(slots=True)
class _CardAtHand:
    """What was built of one card so far."""

    card: str
    root: Node | None
    drawn: int = 0
    """Elements that the card's nodes draw beside those that they stand for."""
    defined: dict[str, _Defined] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)
    """The ids of elements that could not be built."""


@dataclass(slots=True)
class Builder:
    """Builds the elements of one component's cards; what it offers to them is :class:`Building`'s."""

    scope: Scope
    files: SourceFiles
    """Template files, as numbered by their marks, and those of a figure's parts."""
    problems: Problems
    words: WordMaker
    outermost: _Surroundings
    around: _Surroundings
    """Where the element stands that is being built."""
    space: Matrix = IN_PLACE
    is_placed_by_others: bool = False
    """Whether a length of the element that is being built follows from another one's box."""
    at_hand: _CardAtHand = field(default_factory=lambda: _CardAtHand("", None))
    memory: _Memory = field(default_factory=_Memory)
    is_mirrored: bool = False

    @classmethod
    def of(
        cls,
        scope: Scope,
        files: SourceFiles,
        problems: Problems,
        words: WordMaker,
        width: float,
        height: float,
    ) -> Builder:
        """One for cards of a size in mm."""
        inherited = {} if words.direction == "ltr" else {"direction": words.direction}
        outermost = _Surroundings(Room(width, height), inherited)
        return cls(scope, files, problems, words, outermost, outermost)

    @contextmanager
    def mirrored(self, is_mirrored: bool) -> Iterator[None]:
        before, self.is_mirrored = self.is_mirrored, is_mirrored
        try:
            yield
        finally:
            self.is_mirrored = before

    def _upright(self, element: E) -> E:
        """The element as it stands in a mirrored layout, so that it can be read."""
        if not element.KEEPS_SIDES:
            return element
        box = element.own_box()
        back = mirroring(box.x + box.width / 2)
        transform = back.then(element.transform) if element.transform else back
        clip = element.clip.moved(back) if element.clip else None
        return replace(element, transform=transform, clip=clip)

    @property
    def room(self) -> Room:
        return self.around.room

    def file_number(self, path: Path) -> int:
        return self.files.number(shown_path(path))

    def face(self, root: Node, card: str) -> Card | None:
        """The elements of one rendered card; None if there were errors, which are in ``problems``."""
        self.at_hand = _CardAtHand(card, root)
        before = len(self.problems.found)
        if root.tag != "card":
            self.report(InputError(f"a layout begins with <card>, not with <{root.tag}>"), root)
            return None
        element = self.element(root)
        if any(problem.severity == "error" for problem in self.problems.found[before:]):
            return None
        return element if isinstance(element, Card) else None

    def children(
        self, node: Node, room: Room | None = None, matrix: Matrix | None = None
    ) -> tuple[Element, ...]:
        """Text between the elements is refused."""
        space = self.space
        if matrix is not None:
            self.space = matrix.then(space)
        with self.inside(node, room):
            found = self._elements(node)
        self.space = space
        return found

    @contextmanager
    def inside(self, node: Node, room: Room | None) -> Iterator[None]:
        around = self.around
        self.around = self.memory.inside(around, node, room)
        try:
            yield
        finally:
            self.around = around

    def _elements(self, node: Node) -> tuple[Element, ...]:
        found = []
        for child in node.children:
            if isinstance(child, str):
                if child.strip():
                    self.report(
                        InputError(
                            f"text is not allowed in <{node.tag}>: {quote(child.strip())}",
                            hint='put it into <text width="…">',
                        ),
                        node,
                    )
                continue
            element = self.element(child)
            if element is not None:
                found.append(element)
        return tuple(found)

    def element(self, node: Node) -> Element | None:
        """Builds one element; None if it has an error, which is in ``problems``."""
        key: tuple[Any, ...] = ()
        cls = find_element(node.tag)
        if cls is not None and cls.LEAF and not node.children:
            key = (node.tag, node.mark, self.around, *node.attributes.items())
            known = self.memory.leaves.get(key)
            if known is not None:
                self._define(known)
                return known
        if cls is None:
            tags = element_tags()
            hint = did_you_mean(node.tag, tags, FOREIGN_TAGS) or "there are " + ", ".join(tags)
            self.report(InputError(f"unknown element <{node.tag}>", hint=hint), node)
            return None
        self.is_placed_by_others = False
        before = len(self.problems.found)
        element = self._build(cls, node)
        for shown, error in self.words.stand_ins:
            self.report(error, shown)
        self.words.stand_ins.clear()
        if element is None:
            self.at_hand.broken.add(node.attributes.get("id", ""))
            return None
        self._define(element)
        if len(self.problems.found) > before:
            # The next card is warned of it too.
            return element
        # What is clipped or placed by another element may differ on the next card.
        is_static = element.clip is None and not self.is_placed_by_others
        if key and is_static and len(self.memory.leaves) < MAX_KEPT:
            self.memory.leaves[key] = element
        return element

    def definition(self, name: str, node: Node) -> Element:
        return self._defined(name, node).element

    def _defined(self, name: str, node: Node) -> _Defined:
        found = self.at_hand.defined.get(name)
        if found is None:
            raise InputError(
                f"nothing before this has the id {quote(name)}",
                place=self.place(node),
                hint=self._definition_hint(name),
                code=CONSEQUENCE if name in self.at_hand.broken else None,
            )
        return found

    def made(self, cls: type[E], node: Node, **values: Any) -> E:
        self.at_hand.drawn += 1
        if self.at_hand.drawn > MAX_DRAWN:
            raise InputError(f"more than {MAX_DRAWN:,} elements are drawn, those of parts counted each")
        defaults = self.outermost.table(cls, self.scope).defaults
        made = cls(**{**defaults, "clip": None, "place": self.place(node), **values})
        return self._upright(made) if self.is_mirrored else made

    def _definition_hint(self, name: str) -> str:
        if self.at_hand.root is not None and _has_id(self.at_hand.root, name):
            return "it comes later or ends later: move it up"
        return did_you_mean(name, self.at_hand.defined) or 'define it first; display="none" hides it'

    def _box(self, name: str, node: Node) -> Box:
        """The box of the element with an id, in the coordinates of the element that is being built."""
        self.is_placed_by_others = True
        element, space = self._defined(name, node)
        box = element.box()
        if space == self.space:
            return box
        back = self.space.inverse()
        way = space.then(back) if back else space
        if back is None or not way.is_upright:
            raise InputError(f"the <{element.TAG}> is turned as seen from here", hint=UPRIGHT)
        return rectangle(box).moved(way).box()

    def place(self, node: Node) -> Place:
        return self.memory.place(node.mark, self.files)

    def report_missing_glyphs(self, characters: str, node: Node, name: str) -> None:
        place, card = self.place(node), self.at_hand.card
        self.problems.extend([no_font_has(characters, place, card=card, field=name or None)])

    def report_overflow(self, fitted: Fitted, node: Node, name: str) -> None:
        direction, beyond = ("high", fitted.too_high) if fitted.too_high else ("wide", fitted.too_wide)
        shown = f"{beyond:.1f} mm" if beyond >= 0.1 else "less than 0.1 mm"
        self.problems.warning(
            f"the {node.tag} is {shown} too {direction} for its box even at {fitted.block.size:g} pt",
            self.place(node),
            card=self.at_hand.card,
            field=name or None,
            hint=fitted.advice or "shorten it, or enlarge the box",
            code=TEXT_OVERFLOW,
        )

    def _build(self, cls: type[Element], node: Node) -> Element | None:
        values = self.values(cls, node)
        if values is None:
            return None
        try:
            values["clip"] = self._clip(values["clip_path"], node)
            built = cls.build(values, node, self)
            return self._upright(built) if self.is_mirrored else built
        except InputError as error:
            self.report(error, node)
            return None

    def _clip(self, name: str, node: Node) -> Outline | None:
        if not name:
            return None
        shape = self.definition(name, node)
        return shape.outline().moved(shape.transform) if shape.transform else shape.outline()

    def _define(self, element: Element) -> None:
        if element.id:
            self.at_hand.defined[element.id] = _Defined(element, self.space)

    def values(self, cls: type[Any], node: Node) -> dict[str, Any] | None:
        table = self.around.table(cls, self.scope)
        values = dict(table.defaults)
        values["place"] = self.place(node)
        sound = True
        hints = ""
        for name, text in node.attributes.items():
            attribute = table.attributes.get(name)
            try:
                if attribute is None:
                    hint = _attribute_hint(name, table.attributes)
                    hints += hint
                    raise InputError(f"<{node.tag}> has no attribute {code(name)}", hint=hint)
                values[attribute.field] = self._value(cls, attribute, text, node)
            except StandInError as error:
                error.subject = text
                self.report(error, node, f"<{node.tag} {name}>")
                assert attribute is not None, "only an attribute's parser has something else to print"
                values[attribute.field] = error.value
            except InputError as error:
                error.subject = text
                self.report(error, node, f"<{node.tag} {name}>" if attribute else None)
                sound = False
        for name in table.required:
            # A misspelt attribute was reported already; it is not missing as well.
            if name not in node.attributes and f"did you mean `{name}`" not in hints:
                self.report(InputError(f"<{node.tag}> needs the attribute {code(name)}"), node)
                sound = False
        values.pop(PASSED_ON, None)
        return values if sound else None

    def _value(self, cls: type[Any], attribute: Attribute, text: str, node: Node) -> Any:
        value = self.memory.values.get((cls, attribute.name, text), UNREAD)
        if value is UNREAD:
            value = self.memory.value(cls, attribute, text, self.scope)
        if not isinstance(value, Relative):
            return value
        box_of = _no_box if attribute.field == PASSED_ON else partial(self._box, node=node)
        return value.resolve(attribute.name, self.around.room, box_of)

    def report(self, error: InputError, node: Node, field: str | None = None) -> None:
        self.problems.add(error, self.place(node), card=self.at_hand.card, field=field)
