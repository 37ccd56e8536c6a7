"""What stands inside a stack, an item or a cell: parts below one another, and text between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from generator.catalog.problems import InputError
from generator.catalog.suggest import did_you_mean, vocabulary
from generator.catalog.wording import quote
from generator.layout.attributes import SIZE, attribute
from generator.layout.elements import element_tags
from generator.layout.elements.base import Building, Element
from generator.layout.flow.part import BODY, Flowing, Laid, Look, Paragraph, Part, TextPart, Widths
from generator.layout.flow.parts import find_part, part_tags
from generator.layout.text.words import INLINE
from generator.layout.xml import Node

MAX_DEPTH = 12
"""Parts inside one another; each takes its turn at every scale that is tried."""
FOREIGN_PARTS = vocabulary(
    {
        "text": "p div span label description",
        "section": "h1 h2 h3 h4 heading header title",
        "rule": "hr line ruler",
        "spacer": "br space fill gap",
        "image": "img picture",
        "list": "ul ol bullet",
        "item": "li",
        "row": "tr columns",
        "cell": "td th column",
        "dots": "boxes circles",
        "pills": "tags traits",
        "pill": "tag trait",
    }
)
"""Tags of HTML and rpg-cards, and ours."""


class SetFlow(NamedTuple):
    """A flow at a width and a scale: what prints, each with the gap above it."""

    rows: Sequence[tuple[float, Laid]]
    height: float
    is_wide: bool

    @property
    def shares(self) -> float:
        return sum([laid.share for _, laid in self.rows])

    def place(self, x: float, y: float, left: float = 0.0) -> Iterator[Element]:
        """Makes the elements; what is ``left`` of the height goes to the spacers that ask for it."""
        unit = max(left, 0.0) / self.shares if self.shares else 0.0
        for gap, laid in self.rows:
            yield from laid.place(x, y + gap)
            y += gap + laid.height + laid.share * unit


@dataclass(frozen=True, slots=True, eq=False)
class Flow:
    """Parts below one another, with a gap (mm) between each two that print."""

    IS_SPACE: ClassVar[bool] = False

    things: Sequence[Flowing]
    gap: float

    def set(self, width: float, scale: float) -> SetFlow:
        rows: list[tuple[float, Laid]] = []
        height, gap, is_wide = 0.0, 0.0, False
        for thing in self.things:
            laid = thing.lay(width, scale)
            if not laid.height and not laid.share:
                continue
            above = 0.0 if thing.IS_SPACE else gap + (laid.above if rows else 0.0)
            rows.append((above, laid))
            height += above + laid.height
            is_wide = is_wide or laid.is_wide
            if not thing.IS_SPACE:
                gap = self.gap * scale
        return SetFlow(rows, height, is_wide)

    def lay(self, width: float, scale: float) -> Laid:
        found = self.set(width, scale)
        first = found.rows[0][1].baseline if found.rows else None
        return Laid(found.height, found.place, first, found.is_wide)

    def widths(self, scale: float) -> Widths:
        found = [thing.widths(scale) for thing in self.things]
        return Widths(
            max([one.least for one in found], default=0.0), max([one.best for one in found], default=0.0)
        )


def read_body(node: Node, look: Look, builder: Building, gap: float) -> Flow:
    """The parts of a stack."""
    return Flow(list(children(node, look, builder, BODY)), gap)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MixedPart(TextPart):
    """A part that holds text, and other parts below it."""

    gap: float = attribute(SIZE, "1", "Space between its text and the parts in it.")
    flow: Flow

    @classmethod
    def content(cls, values: dict[str, Any], node: Node, look: Look, builder: Building) -> dict[str, Any]:
        return {"flow": read_mixed(node, look, builder, values["gap"])}

    def lay(self, width: float, scale: float) -> Laid:
        return self.flow.lay(width, scale)

    def widths(self, scale: float) -> Widths:
        return self.flow.widths(scale)


def read_mixed(node: Node, look: Look, builder: Building, gap: float) -> Flow:
    """What stands in an item or a cell: text, with parts as in a stack before, between and behind it."""
    things: list[Flowing] = []
    text: list[Node | str] = []
    for child in [*node.children, None]:
        if isinstance(child, str) or (child is not None and not _is_part(child)):
            text.append(child)
            continue
        if any(not isinstance(piece, str) or piece.strip() for piece in text):
            things.append(Paragraph.of(text, look, node, builder))
        text = []
        if child is not None:
            part = read_part(child, look, builder, BODY)
            things += [] if part is None else [part]
    return Flow(things, gap)


def _is_part(node: Node) -> bool:
    return node.tag not in INLINE and node.tag in part_tags()


def children(
    node: Node, look: Look, builder: Building, inside: str, aligns: Sequence[str] = ()
) -> Iterator[Part]:
    """The parts inside a node, which stands for ``inside``; text between them is refused.

    ``aligns``: the alignment of each, as far as it goes.
    """
    left = iter(aligns)
    for child in node.children:
        if not isinstance(child, str):
            part = read_part(child, look._replace(align=look.side(next(left, look.align))), builder, inside)
            if part is not None:
                yield part
        elif child.strip():
            hint = "put it into " + (" or ".join(f"<{tag}>" for tag in _allowed(inside, ("text",))))
            builder.report(
                InputError(f"text is not allowed in <{node.tag}>: {quote(child.strip())}", hint=hint), node
            )


def read_part(node: Node, look: Look, builder: Building, inside: str) -> Part | None:
    """Builds one part; None if it has an error, which is reported."""
    cls = find_part(node.tag)
    try:
        if cls is None:
            raise _unknown(node.tag, inside)
        if inside not in cls.INSIDE:
            raise _misplaced(node.tag, cls, inside)
        if look.parts >= MAX_DEPTH:
            raise InputError(f"parts are nested more than {MAX_DEPTH} deep")
        values = builder.values(cls, node)
        if values is None:
            return None
        return cls.build(values, node, look._replace(inside=inside, parts=look.parts + 1), builder)
    except InputError as error:
        builder.report(error, node)
        return None


def _allowed(inside: str, first: Iterable[str] = ()) -> list[str]:
    """The tags of what may stand there, or those of ``first`` that may, if any."""
    found = [tag for tag in part_tags() if inside in getattr(find_part(tag), "INSIDE", ())]
    return [tag for tag in first if tag in found] or found


def _unknown(tag: str, inside: str) -> InputError:
    allowed = _allowed(inside)
    holds = f"<{inside}> holds {', '.join(allowed)}"
    if tag == BODY:
        hint = "give the parts to the outer one, or to the cells of a <row>"
    elif tag in element_tags() and tag not in FOREIGN_PARTS:
        hint = f"draw it beside the stack; {holds}"
    else:
        hint = did_you_mean(tag, allowed, FOREIGN_PARTS) or holds
    return InputError(f"<{tag}> is not a part of a stack", hint=hint)


def _misplaced(tag: str, cls: type[Part], inside: str) -> InputError:
    if BODY in cls.INSIDE:
        return InputError(
            f"<{tag}> can't stand in <{inside}>",
            hint="that holds " + ", ".join(f"<{other}>" for other in _allowed(inside)),
        )
    outer = " or ".join(f"<{name}>" for name in cls.INSIDE)
    return InputError(f"<{tag}> stands only in {outer}", hint=f"put {outer} around it")
