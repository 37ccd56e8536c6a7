"""``card``: real cards in place, with numbered call-outs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from generator.catalog.keys import Key, Part, list_of, one_of, optional, part_of, simple
from generator.catalog.problems import CONSEQUENCE, UNDRAWABLE, InputError, Place, Problem
from generator.catalog.units import POINT
from generator.catalog.wording import quote
from generator.layout.colour import Stroke
from generator.layout.faces import Side
from generator.layout.geometry import Box, Matrix, ellipse, polyline, rectangle, shape_outline
from generator.press.card_text import alternative_text
from generator.press.pdf.structure import Tag
from generator.press.rulebook.blocks import NUMBERED, TEXT, Block, read_mapping, read_part
from generator.press.rulebook.fenced.diagram import SLACK
from generator.press.rulebook.manuscript import Found, full_name
from generator.press.rulebook.pages import (
    Drawing,
    Moved,
    Patch,
    Picture,
    Piece,
    Tagged,
    TextDrawing,
    all_tagged,
    merged,
    pieces_tagged,
    spaced,
    words_tagged,
)
from generator.press.rulebook.setting import NOTE, Typesetter

BETWEEN = 4.0
"""Between cards side by side, and between a card and the texts of its call-outs, in mm."""
GUTTER = 7.5
"""Beside a card, for the numbers of its call-outs."""
RADIUS = 2.0
STEP = 2 * RADIUS + 0.8
"""From the middle of one number to that of the next."""
MIN_TEXT_WIDTH = 34.0
"""Narrower texts stand below the card."""
CORNER = 3.0
MIN_SCALE, MAX_SCALE = 0.1, 3.0


def _at(value: object) -> tuple[float, float]:
    numbers = value if isinstance(value, list) and len(value) == 2 else []
    if not all(isinstance(number, int | float) and not isinstance(number, bool) for number in numbers):
        numbers = []
    if not numbers:
        raise InputError(f"expected a point such as [31.5, 8], got {quote(value)}")
    return float(numbers[0]), float(numbers[1])


def _names(value: object) -> list[str]:
    names = value if isinstance(value, list) else [value]
    if not names or not all(isinstance(name, str) for name in names):
        raise InputError(f"expected a card such as decks/owl, or a list of cards, got {quote(value)}")
    return [str(name) for name in names]


def scale_of(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not MIN_SCALE <= value <= MAX_SCALE:
        raise InputError(f"expected a number from {MIN_SCALE:g} to {MAX_SCALE:g}, got {quote(value)}")
    return float(value)


class Callout(Part):
    """A number beside the card, and what it points at."""

    __slots__ = ()

    at = Key(simple(_at), ..., "The point in mm on the card.")
    text = Key(TEXT, ..., "The text that explains it.")
    side = optional(one_of("left", "right"), "Where the number goes.")


class CardBlock(Part):
    """What stands in a block ``card``."""

    __slots__ = ()

    show = Key(simple(_names), ..., "A card, or several side by side.")
    side = Key(one_of("front", "back"), "front", "Which side.")
    scale = Key(simple(scale_of), 1.0, "1 is true to size.")
    callouts = optional(list_of(part_of(Callout)), "Numbers around the card.")
    caption = optional(TEXT, "A line below.")


class Shown(NamedTuple):
    """A card as it is drawn: its size on the page."""

    picture: Picture
    width: float
    height: float
    words: str
    """What is read instead of it."""


def render(setter: Typesetter, block: Block) -> list[Piece]:
    given = read_mapping(setter, block)
    part = read_part(setter, CardBlock, given, block.place)
    if part is None:
        return []
    if part.callouts and len(part.show) > 1:
        raise InputError("call-outs belong to a single card", place=given.place_of("callouts"))
    cards = []
    for name in part.show:
        try:
            found = setter.database.find(name)
        except InputError as error:
            setter.problems.add(error, given.place_of("show"), field="show")
            continue
        _report_callouts_outside(setter, part, found, block, given.place_of("callouts"))
        cards.append(drawn_card(setter, found, "back" if part.side == "back" else "front", part.scale))
    if len(cards) < len(part.show):
        return []
    pieces = _with_callouts(setter, block, part, cards[0]) if part.callouts else _row(setter, block, cards)
    if not pieces:
        return []
    if part.caption:
        pieces += _caption(setter, block, part.caption)
    whole = merged(pieces)
    if whole.height > setter.area.height + SLACK:
        raise InputError(
            f"the card is {whole.height:.0f} mm high with its texts, and a page holds "
            f"{setter.area.height:.0f} mm",
            place=block.place,
            hint="give it a smaller `scale`",
        )
    return spaced([whole], 0.9 * setter.look.em)


def drawn_card(
    setter: Typesetter, found: Found, side: Side, scale: float, turned: str | None = None
) -> Shown:
    """The card's face, perhaps lying on its side. Raises :class:`InputError` where there is none."""
    if side == "back" and found.component.back is None:
        raise InputError(f"the card {found.card.id} has no back")
    face = setter.renderer.face(found.component, found.cards, found.card, side, found.number)
    if face is None:
        raise InputError(f"the card {found.card.id} can't be laid out", code=CONSEQUENCE)
    setter.digests.append(face.digest)
    # All but art that can't be drawn is reported with the sheets that it is printed on.
    if any(picture.format == "svg" for picture in face.root.pictures()):
        inspected = setter.preflight.face(found.component, face, found.card)
        setter.problems.extend([problem for problem in inspected if problem.code == UNDRAWABLE])
    width, height = found.component.size.width * scale, found.component.size.height * scale
    corner = CORNER * scale if found.component.kind == "cards" else 0.0
    matrix = Matrix(scale, 0, 0, scale)
    if turned == "left":
        matrix = Matrix(0, -scale, scale, 0, 0, width)
    elif turned == "right":
        matrix = Matrix(0, scale, -scale, 0, height, 0)
    if turned:
        width, height = height, width
    trim = rectangle(Box(0, 0, width, height), corner, corner)
    if found.component.kind == "tokens":
        trim = shape_outline(found.component.shape, found.component.size).moved(matrix)
    words = setter.drawn.get((full_name(found), side))
    if words is None:
        words = setter.drawn[full_name(found), side] = alternative_text(setter.renderer, *found, side)
    return Shown(Picture(face.root, matrix, trim), width, height, words)


def _report_callouts_outside(
    setter: Typesetter, part: CardBlock, found: Found, block: Block, place: Place
) -> None:
    size = found.component.size
    for callout in part.callouts or ():
        x, y = callout.at
        if not (0 <= x <= size.width and 0 <= y <= size.height):
            setter.problems.extend(
                [
                    Problem(
                        f"the call-out points at {x:g}, {y:g}, and the card has {size.width:g} x "
                        f"{size.height:g} mm",
                        place if place.line else block.place,
                        field="callouts",
                    )
                ]
            )


def _row(setter: Typesetter, block: Block, cards: Sequence[Shown]) -> list[Piece]:
    """Cards side by side, in the middle of the column."""
    total = sum(one.width for one in cards) + BETWEEN * (len(cards) - 1)
    if total > block.width + SLACK:
        raise InputError(
            f"the cards are {total:.1f} mm wide, and their column {block.width:.1f} mm",
            place=block.place,
            hint=f"a `scale` of {block.width / total:.2f} of that fits, or write `wide` behind `card`",
        )
    x = block.x + (block.width - total) / 2
    drawings: list[Drawing] = []
    for one in cards:
        drawings += framed(setter, one, x, 0.0, Tag("Figure", block.tag, alt=one.words))
        x += one.width + BETWEEN
    return [Piece(max(one.height for one in cards), tuple(drawings), place=block.place)]


def framed(setter: Typesetter, one: Shown, x: float, y: float, tag: Tag | None = None) -> list[Drawing]:
    """The card with a thin line around it; ``tag``: the figure that it is."""
    assert one.picture.trim is not None
    edge = Patch(one.picture.trim, None, Stroke(setter.look.rule, 0.2))
    picture = Tagged(tag, one.picture) if tag is not None and tag.alt else one.picture
    return [Moved(x, y, picture), Moved(x, y, edge)]


def _caption(setter: Typesetter, block: Block, text: str) -> list[Piece]:
    look = setter.look
    style = look.text(italic=True, fill=look.quiet)
    content, size = setter.content(text, block.place), NOTE * look.size
    lines = setter.lines(content, style, size, block.width, block.place, align="center", x=block.x)
    return spaced(pieces_tagged(lines, Tag("Caption", block.tag)), 0.4 * look.em)


def _with_callouts(setter: Typesetter, block: Block, part: CardBlock, one: Shown) -> list[Piece]:
    """The card with numbers at its sides, and their texts beside it or below."""
    callouts = part.callouts or []
    if setter.is_rtl:
        callouts = [_mirrored(callout, one.width / part.scale) for callout in callouts]
    sides = [callout.side or _nearer(callout, one, part.scale) for callout in callouts]
    left, right = (GUTTER if side in sides else 0.0 for side in ("left", "right"))
    taken = left + one.width + right
    if taken > block.width + SLACK:
        raise InputError(
            f"the card and its numbers are {taken:.1f} mm wide, and the column {block.width:.1f} mm",
            place=block.place,
            hint="give it a smaller `scale`, or write `wide` behind `card`",
        )
    beside = block.width - taken - BETWEEN
    is_beside = beside >= MIN_TEXT_WIDTH
    x = block.x + (0.0 if is_beside else (block.width - taken) / 2) + left
    parts = framed(setter, one, x, 0.0)
    for side in ("left", "right"):
        own = [
            (number, callout)
            for number, (callout, other) in enumerate(zip(callouts, sides, strict=True), 1)
            if other == side
        ]
        centre = x - GUTTER + RADIUS if side == "left" else x + one.width + GUTTER - RADIUS
        parts += _numbers(setter, own, part.scale, one, (x, centre), block)
    # The numbers are part of the picture: their texts follow it as a list.
    drawings = all_tagged(parts, Tag("Figure", block.tag, alt=one.words))
    column = block.x + taken + BETWEEN if is_beside else block.x
    texts = _texts(setter, callouts, column, beside if is_beside else block.width, block)
    if not texts:
        return []
    picture = Piece(one.height, tuple(drawings), place=block.place)
    if not is_beside:
        return [picture, *spaced(texts, 0.6 * setter.look.em)]
    whole = merged(texts)
    top = max(0.0, (one.height - whole.height) / 2)
    moved = [Moved(0, top, drawing) for drawing in whole.drawings]
    return [replace(picture, height=max(one.height, whole.height), drawings=(*drawings, *moved))]


def _mirrored(callout: Callout, width: float) -> Callout:
    """A callout where the page is mirrored and the card is not."""
    side = callout.side and {"left": "right", "right": "left"}[callout.side]
    return Callout({"at": (width - callout.at[0], callout.at[1]), "text": callout.text, "side": side})


def _nearer(callout: Callout, one: Shown, scale: float) -> str:
    return "left" if callout.at[0] * scale < one.width / 2 else "right"


def _numbers(
    setter: Typesetter,
    own: Sequence[tuple[int, Callout]],
    scale: float,
    one: Shown,
    at: tuple[float, float],
    block: Block,
) -> list[Drawing]:
    """The numbers on one side of the card, each with a line to its point; none covers another.

    ``at``: the card's left edge, and the middle of the numbers.
    """
    left, centre = at
    if (len(own) - 1) * STEP > one.height - 2 * RADIUS:
        raise InputError(
            f"there are {len(own)} numbers at one side of a card that is {one.height:.0f} mm high",
            place=block.place,
            hint="set `side` for some of them, or give the card a larger `scale`",
        )
    own = sorted(own, key=lambda numbered: numbered[1].at[1])
    heights = _apart([callout.at[1] * scale for _, callout in own], one.height)
    drawings: list[Drawing] = []
    for (number, callout), y in zip(own, heights, strict=True):
        px, py = callout.at[0] * scale + left, callout.at[1] * scale
        line = polyline(((centre, y), (px, py)), closed=False)
        drawings += [
            Patch(line, None, Stroke(setter.look.paper, 0.9)),
            Patch(ellipse(px, py, 0.85, 0.85), setter.look.paper),
            Patch(line, None, Stroke(setter.look.accent, 0.35)),
            Patch(ellipse(px, py, 0.6, 0.6), setter.look.accent),
            *disc(setter, number, centre, y, block),
        ]
    return drawings


def _apart(wanted: Sequence[float], height: float) -> list[float]:
    """Heights as near as may be to those wanted, at least a disc apart."""
    found: list[float] = []
    for y in wanted:
        found.append(max(y, RADIUS, found[-1] + STEP if found else y))
    beyond = (found[-1] if found else 0.0) - (height - RADIUS)
    if beyond > 0:
        found[-1] -= beyond
        for number in range(len(found) - 2, -1, -1):
            found[number] = min(found[number], found[number + 1] - STEP)
    return found


def disc(setter: Typesetter, number: int, x: float, y: float, block: Block) -> list[Drawing]:
    look = setter.look
    size = 1.35 * RADIUS / POINT
    row = setter.row([str(number)], look.text(bold=True, fill=look.paper), size, block.place)
    words = setter.blocks(row, size, 2 * RADIUS, block.place, align="center")[0]
    ground = Patch(ellipse(x, y, RADIUS, RADIUS), look.accent)
    return [ground, TextDrawing(x - RADIUS, y - size * POINT / 2, words)]


def _texts(
    setter: Typesetter, callouts: Sequence[Callout], x: float, width: float, block: Block
) -> list[Piece]:
    """The texts of the call-outs, each behind its number."""
    look = setter.look
    size = 0.95 * look.size
    indent = 2 * RADIUS + 1.6
    pieces: list[Piece] = []
    whole = Tag("L", block.tag, attributes=NUMBERED)
    for number, callout in enumerate(callouts, 1):
        content = setter.content(callout.text, block.place)
        lines = setter.lines(content, look.text(), size, width - indent, block.place, x=x + indent)
        if not lines:
            continue
        entry = whole.inside("LI")
        numeral = words_tagged(
            disc(setter, number, x + RADIUS, lines[0].height / 2, block), entry.inside("Lbl")
        )
        lines = pieces_tagged(lines, entry.inside("LBody"))
        lines[0] = replace(lines[0], drawings=(*numeral, *lines[0].drawings))
        pieces += spaced(lines, 0.4 * look.em)
    return pieces
