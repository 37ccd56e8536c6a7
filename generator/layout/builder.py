"""From the nodes of a rendered layout to elements, with every problem collected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from generator.catalog.problems import MISSING_GLYPH, TEXT_OVERFLOW, InputError, Place, Problems
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import code, lacking, quote
from generator.layout.attributes import ADVICE, FOREIGN_ATTRIBUTES, Attribute, Scope, attributes_of
from generator.layout.elements import element_tags, find_element
from generator.layout.elements.base import MAX_DRAWN, Element
from generator.layout.elements.card import Card
from generator.layout.geometry import Outline
from generator.layout.text.fit import Fitted
from generator.layout.text.words import WordMaker
from generator.layout.xml import Node, read_mark

E = TypeVar("E", bound=Element)

MAX_KEPT = 20_000
"""Parsed elements that are kept for reuse; a bound on memory, not on a game's size."""


FOREIGN_TAGS = {
    "svg": "card",
    "img": "image",
    "picture": "image",
    "png": "image",
    "box": "rect",
    "rectangle": "rect",
    "div": "g",
    "group": "g",
    "p": "text",
    "label": "text",
    "span": "text",
    "tspan": "text",
    "font": "text",
    "h1": "text",
    "polyline": "path",
    "curve": "path",
    "star": "polygon",
    "triangle": "polygon",
    "symbol": "g",
    "defs": "g",
    "glyph": "icon",
}
"""Tags of SVG, HTML, Squib and nanDECK, and ours."""


def _attribute_hint(name: str, known: Mapping[str, Attribute]) -> str:
    plain = name.casefold().replace("-", "")
    near = did_you_mean(name, known, FOREIGN_ATTRIBUTES)
    return ADVICE.get(plain) or near or "it has " + ", ".join(known)


class _Table(NamedTuple):
    """An element's attributes, with the values of those that are not given."""

    attributes: Mapping[str, Attribute]
    defaults: Mapping[str, Any]
    required: tuple[str, ...]


@dataclass(slots=True)
class Builder:
    """Builds the elements of one component's cards. Static parts of a layout are built once."""

    scope: Scope
    files: Sequence[str]
    """Template files, as numbered by their marks."""
    problems: Problems
    words: WordMaker
    card: str = ""
    definitions: dict[str, Element] = field(default_factory=dict)
    drawn: int = 0
    """Elements that the card's nodes draw beside those that they stand for."""
    tables: dict[type[Any], _Table] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)
    parsed: dict[tuple[type[Any], str, str], Any] = field(default_factory=dict)
    leaves: dict[tuple[Any, ...], Element] = field(default_factory=dict)

    def face(self, root: Node, card: str) -> Card | None:
        """The elements of one rendered card; None if there were errors, which are in ``problems``."""
        self.card, self.definitions, self.drawn = card, {}, 0
        before = len(self.problems.found)
        if root.tag != "card":
            self.report(InputError(f"a layout begins with <card>, not with <{root.tag}>"), root)
            return None
        element = self.element(root)
        if any(problem.severity == "error" for problem in self.problems.found[before:]):
            return None
        return element if isinstance(element, Card) else None

    def children(self, node: Node) -> tuple[Element, ...]:
        """The elements inside a node; text between them is refused."""
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
            key = (node.tag, node.mark, *node.attributes.items())
            known = self.leaves.get(key)
            if known is not None:
                self._define(known)
                return known
        if cls is None:
            tags = element_tags()
            hint = did_you_mean(node.tag, tags, FOREIGN_TAGS) or "there are " + ", ".join(tags)
            self.report(InputError(f"unknown element <{node.tag}>", hint=hint), node)
            return None
        element = self._build(cls, node)
        if element is None:
            return None
        self._define(element)
        # What is clipped depends on another element, which may differ on the next card.
        if key and element.clip is None and len(self.leaves) < MAX_KEPT:
            self.leaves[key] = element
        return element

    def definition(self, name: str, node: Node) -> Element:
        """The element of this card with an id. Raises :class:`InputError`."""
        found = self.definitions.get(name)
        if found is None:
            raise InputError(
                f"nothing before this has the id {quote(name)}",
                place=self.place(node),
                hint=did_you_mean(name, self.definitions) or 'define it first; display="none" hides it',
            )
        return found

    def made(self, cls: type[E], node: Node, **values: Any) -> E:
        """An element that a node draws, with these fields; the others are as if they were not given."""
        self.drawn += 1
        if self.drawn > MAX_DRAWN:
            raise InputError(f"more than {MAX_DRAWN:,} elements are drawn, those of parts counted each")
        table = self.tables.get(cls) or self._table(cls)
        return cls(**{**table.defaults, "clip": None, "place": self.place(node), **values})

    def place(self, node: Node) -> Place:
        place = self.places.get(node.mark)
        if place is None:
            place = self.places[node.mark] = read_mark(node.mark, self.files)
        return place

    def report_missing_glyphs(self, characters: str, node: Node, name: str) -> None:
        instead = "a box is" if len(characters) == 1 else "boxes are"
        self.problems.warning(
            f"no font has {lacking(characters)}; {instead} printed instead",
            self.place(node),
            card=self.card,
            field=name or None,
            hint=f"give the theme a font that has {'it' if len(characters) == 1 else 'them'}",
            code=MISSING_GLYPH,
        )

    def report_overflow(self, fitted: Fitted, node: Node, name: str) -> None:
        direction, beyond = ("high", fitted.too_high) if fitted.too_high else ("wide", fitted.too_wide)
        shown = f"{beyond:.1f} mm" if beyond >= 0.1 else "less than 0.1 mm"
        self.problems.warning(
            f"the {node.tag} is {shown} too {direction} for its box even at {fitted.block.size:g} pt",
            self.place(node),
            card=self.card,
            field=name or None,
            hint="shorten it, or enlarge the box",
            code=TEXT_OVERFLOW,
        )

    def _build(self, cls: type[Element], node: Node) -> Element | None:
        values = self.values(cls, node)
        if values is None:
            return None
        try:
            values["clip"] = self._clip(values["clip_path"], node)
            return cls.build(values, node, self)
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
            self.definitions[element.id] = element

    def values(self, cls: type[Any], node: Node) -> dict[str, Any] | None:
        """The fields of an element or part from the node's attributes; None if one of them is wrong."""
        table = self.tables.get(cls) or self._table(cls)
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
                values[attribute.field] = self._value(cls, attribute, text)
            except InputError as error:
                error.subject = text
                self.report(error, node, f"<{node.tag} {name}>" if attribute else None)
                sound = False
        for name in table.required:
            # A misspelt attribute was told already; it is not missing as well.
            if name not in node.attributes and f"did you mean `{name}`" not in hints:
                self.report(InputError(f"<{node.tag}> needs the attribute {code(name)}"), node)
                sound = False
        return values if sound else None

    def _table(self, cls: type[Any]) -> _Table:
        attributes = attributes_of(cls)
        defaults = {
            attribute.field: attribute.parse(attribute.default, self.scope)
            for attribute in attributes.values()
            if attribute.default is not None
        }
        required = tuple(name for name, attribute in attributes.items() if attribute.default is None)
        table = self.tables[cls] = _Table(attributes, defaults, required)
        return table

    def _value(self, cls: type[Any], attribute: Attribute, text: str) -> Any:
        key = (cls, attribute.name, text)
        if key in self.parsed:
            return self.parsed[key]
        value = attribute.parse(text, self.scope)
        if len(self.parsed) < MAX_KEPT:
            self.parsed[key] = value
        return value

    def report(self, error: InputError, node: Node, field: str | None = None) -> None:
        self.problems.extend([error.at(self.place(node), card=self.card, field=field)])
