"""Fenced blocks: what their names mean, and how the YAML in them is read."""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from generator.catalog.keys import SomePart, check_part
from generator.catalog.problems import InputError, Place
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import quote
from generator.catalog.yaml_reader import Marked, MarkedDict, MarkedList, parse_yaml
from generator.press.rulebook.pieces import Piece
from generator.press.rulebook.setting import Setter

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode


class Block(NamedTuple):
    """A fenced block: its content, where it stands, and the measure it is set in."""

    content: str
    place: Place
    """Of the first line inside it."""
    x: float
    width: float


def fence(setter: Setter, node: SyntaxTreeNode, x: float, width: float) -> list[Piece]:
    """The pieces of a fenced block. Raises :class:`InputError` for an unknown name."""
    from generator.press.rulebook.fenced import FENCES

    words = node.info.split()
    maker = FENCES.get(words[0] if words else "")
    if maker is None:
        name = words[0] if words else ""
        raise InputError(
            f"there is no block `{name}`" if name else "a block between ``` needs a name",
            hint=did_you_mean(name, FENCES) or "there are " + ", ".join(FENCES),
        )
    for word in words[1:]:
        if word != "wide":
            raise InputError(f"a block can't be `{word}`", hint="`wide` is all there is")
    begin = (node.map[0] if node.map else 0) + 1
    return maker(setter, Block(node.content, setter.manuscript.place(begin), x, width))


FenceMaker = Callable[[Setter, Block], list[Piece]]
Fences = Mapping[str, FenceMaker]


def yaml_of(setter: Setter, block: Block) -> Marked | None:
    """The block's YAML with its places in the rulebook; None where it is empty."""
    # Values from the data were escaped for Markdown, which reads entities; YAML does not.
    text = html.unescape(block.content)
    if not text.strip():
        return None
    return parse_yaml("\n" * (block.place.line - 1) + text, block.place.file, setter.problems)


def mapping_of(setter: Setter, block: Block) -> MarkedDict:
    """The block's keys and values. Raises :class:`InputError` for a list."""
    found = yaml_of(setter, block)
    if found is None:
        return MarkedDict()
    if isinstance(found, MarkedList):
        raise InputError("expected keys and values, got a list", place=found.place)
    return found


def part_of(setter: Setter, part: type[SomePart], given: MarkedDict, place: Place) -> SomePart | None:
    """The mapping as a part with declared keys; None if something in it is wrong."""
    found, sound = check_part(part, given, given.place if given else place, (), {}, setter.problems)
    return found if sound else None


def parts_of(setter: Setter, part: type[SomePart], block: Block) -> list[SomePart]:
    """The block's list of mappings; wrong ones are told and left out."""
    found = yaml_of(setter, block)
    if found is None:
        return []
    if not isinstance(found, MarkedList):
        raise InputError("expected a list", place=found.place, hint="begin each entry with `- `")
    parts = []
    for number, item in enumerate(found):
        if isinstance(item, MarkedDict):
            own = part_of(setter, part, item, block.place)
            parts += [] if own is None else [own]
        else:
            setter.problems.error(f"expected keys and values, got {quote(item)}", found.place_of(number))
    return parts
