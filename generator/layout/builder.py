"""From the nodes of a rendered layout to elements, with every problem collected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from generator.catalog.problems import Place, Problems, Refused
from generator.catalog.suggest import did_you_mean
from generator.layout.attributes import Attribute, Scope, attributes_of
from generator.layout.elements import elements
from generator.layout.elements.base import Element
from generator.layout.elements.card import Card
from generator.layout.geometry import Outline
from generator.layout.text.fit import Fitted
from generator.layout.text.words import WordMaker
from generator.layout.xml import Node, read_mark

MAX_KEPT = 20_000
"""Parsed elements that are kept for reuse; a bound on memory, not on a game's size."""


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
    tables: dict[str, Mapping[str, Attribute]] = field(default_factory=dict)
    values: dict[tuple[str, str, str], Any] = field(default_factory=dict)
    leaves: dict[tuple[Any, ...], Element] = field(default_factory=dict)

    def face(self, root: Node, card: str) -> Card | None:
        """The elements of one rendered card; None if there were errors, which are in ``problems``."""
        self.card, self.definitions = card, {}
        before = len(self.problems.found)
        if root.tag != "card":
            self._error(Refused(f"a layout begins with <card>, not with <{root.tag}>"), root)
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
                    self._error(
                        Refused(
                            f"text can't stand in <{node.tag}>: {child.strip()[:40]!r}",
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
        key = (node.tag, node.mark, *node.attributes.items())
        known = self.leaves.get(key)
        if known is not None and not node.children:
            self._define(known)
            return known
        cls = elements().get(node.tag)
        if cls is None:
            hint = did_you_mean(node.tag, elements()) or "there are " + ", ".join(elements())
            self._error(Refused(f"there is no element <{node.tag}>", hint=hint), node)
            return None
        element = self._build(cls, node)
        if element is None:
            return None
        self._define(element)
        if cls.LEAF and element.clip is None and len(self.leaves) < MAX_KEPT:
            self.leaves[key] = element
        return element

    def definition(self, name: str, node: Node) -> Element:
        """The element of this card with an id. Raises :class:`Refused`."""
        found = self.definitions.get(name)
        if found is None:
            raise Refused(
                f"nothing before this has the id {name!r}",
                place=self.place(node),
                hint=did_you_mean(name, self.definitions) or "define it first; display=\"none\" hides it",
            )
        return found

    def place(self, node: Node) -> Place:
        return read_mark(node.mark, self.files)

    def report_missing_glyphs(self, characters: str, node: Node, name: str) -> None:
        shown = ", ".join(f"{char!r} (U+{ord(char):04X})" for char in characters[:5])
        self.problems.warning(
            f"no font has {shown}; a box is printed instead",
            self.place(node),
            card=self.card,
            field=name or None,
            hint="give the theme a font that has it",
        )

    def report_overflow(self, fitted: Fitted, node: Node, name: str) -> None:
        direction, beyond = ("high", fitted.too_high) if fitted.too_high else ("wide", fitted.too_wide)
        self.problems.warning(
            f"the text is {beyond:.1f} mm too {direction} for its box even at {fitted.block.size:g} pt",
            self.place(node),
            card=self.card,
            field=name or None,
            hint="shorten it, or enlarge the box",
        )

    def _build(self, cls: type[Element], node: Node) -> Element | None:
        values = self._values(cls, node)
        if values is None:
            return None
        try:
            values["clip"] = self._clip(values["clip_path"], node)
            return cls.build(values, node, self)
        except Refused as refused:
            self._error(refused, node)
            return None

    def _clip(self, name: str, node: Node) -> Outline | None:
        return self.definition(name, node).outline() if name else None

    def _define(self, element: Element) -> None:
        if element.id:
            self.definitions[element.id] = element

    def _values(self, cls: type[Element], node: Node) -> dict[str, Any] | None:
        """The element's fields from the node's attributes; None if one of them is wrong."""
        declared = self.tables.get(cls.TAG)
        if declared is None:
            declared = self.tables[cls.TAG] = attributes_of(cls)
        given, sound = node.attributes, True
        for name in given:
            if name not in declared:
                hint = did_you_mean(name, declared) or "it has " + ", ".join(declared)
                self._error(Refused(f"<{node.tag}> has no attribute `{name}`", hint=hint), node)
                sound = False
        values: dict[str, Any] = {"place": self.place(node)}
        for name, attribute in declared.items():
            text = given.get(name, attribute.default)
            if text is None:
                self._error(Refused(f"<{node.tag}> needs the attribute `{name}`"), node)
                sound = False
                continue
            try:
                values[name.replace("-", "_")] = self._value(cls.TAG, attribute, text)
            except Refused as refused:
                self._error(refused, node, f"<{node.tag} {name}>")
                sound = False
        return values if sound else None

    def _value(self, tag: str, attribute: Attribute, text: str) -> Any:
        key = (tag, attribute.name, text)
        if key in self.values:
            return self.values[key]
        value = attribute.parse(text, self.scope)
        if len(self.values) < MAX_KEPT:
            self.values[key] = value
        return value

    def _error(self, refused: Refused, node: Node, field: str | None = None) -> None:
        self.problems.extend([refused.at(self.place(node), card=self.card, field=field)])
