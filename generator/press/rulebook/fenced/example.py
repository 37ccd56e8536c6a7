"""``example``: a turn in numbered pictures, with real cards as they lie on the table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from generator.catalog.keys import Key, Part, list_of, one_of, optional, part_of, simple
from generator.catalog.problems import InputError
from generator.catalog.units import POINT
from generator.catalog.wording import as_sentence, pluralize, quote
from generator.layout.colour import Stroke
from generator.layout.faces import Side
from generator.layout.geometry import Box, polyline, rectangle
from generator.layout.markup import ICON
from generator.press.pdf.structure import Tag
from generator.press.reading import SPACES
from generator.press.rulebook.blocks import NUMBERED, TEXT, Block, read_mapping, read_part, text_value
from generator.press.rulebook.fenced.card import RADIUS, Shown, disc, drawn_card, framed, scale_of
from generator.press.rulebook.pages import (
    Drawing,
    Moved,
    Patch,
    Piece,
    TextDrawing,
    all_tagged,
    spaced,
    words_tagged,
)
from generator.press.rulebook.setting import NOTE, Typesetter, mixed

MARKS = re.compile(r"[*_`]+")
MAX_ACROSS = 6
GAP = 5.0
"""Between pictures side by side, in mm."""
PAD = 2.4
BETWEEN = 1.6
"""Between cards."""
LOWER = 0.3
"""How much lower than the card below it one lies, in heights of a card."""
EMPTY = 0.5
"""How high a row without cards is, in widths of a card."""
MIN_SHOWN = 0.2
"""The share of a card that another one leaves of it at least."""
BELOW = 1.2
"""From a picture to its text."""
TEXT_SIZE = 0.95
"""In sizes of the body."""


def _across(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MAX_ACROSS:
        raise InputError(f"expected a whole number from 1 to {MAX_ACROSS}, got {quote(value)}")
    return value


def _texts(value: object) -> list[str]:
    return [text_value(item) for item in (value if isinstance(value, list) else [value])]


class ShownCard(Part):
    """A card on the table."""

    __slots__ = ()

    show = optional(TEXT, "The card. Without it the place is empty.")
    laid = optional(list_of(TEXT), "Cards that lie on it, each a little lower.")
    note = optional(TEXT, "A few words below.")
    mark = optional(one_of("down", "out"), "Whether it lies face down, or is crossed out.")
    turned = optional(one_of("left", "right"), "Which side it is turned to, if any.")


class Row(Part):
    """Cards side by side."""

    __slots__ = ()

    name = optional(TEXT, "Whose they are.")
    cards = optional(list_of(part_of(ShownCard)), "The cards, from the left.")


class Scene(Part):
    """A picture and what happens in it."""

    __slots__ = ()

    rows = optional(list_of(part_of(Row)), "Rows of cards, the farther player's first.")
    between = optional(simple(_texts), "A line between the rows, or a text below each card.")
    text = Key(TEXT, ..., "What happens.")


class ExampleBlock(Part):
    """What stands in a block ``example``."""

    __slots__ = ()

    across = Key(simple(_across), 2, "How many pictures go side by side.")
    scale = Key(simple(scale_of), 0.3, "1 is true to size.")
    scenes = Key(list_of(part_of(Scene)), ..., "The pictures.")


class Picture(NamedTuple):
    """What is drawn, from its top left corner on."""

    drawings: list[Drawing]
    height: float


def render(setter: Typesetter, block: Block) -> list[Piece]:
    """A piece for each line of pictures, so that an example may go on on the next page."""
    part = read_part(setter, ExampleBlock, read_mapping(setter, block), block.place)
    if part is None:
        return []
    width = (block.width - GAP * (part.across - 1)) / part.across
    pictures = [_picture(setter, block, scene, width, part.scale) for scene in part.scenes]
    whole = Tag("L", block.tag, attributes=NUMBERED)
    pieces: list[Piece] = []
    for first in range(0, len(pictures), part.across):
        chosen = range(first, min(first + part.across, len(pictures)))
        high = max(pictures[number].height for number in chosen)
        drawings: list[Drawing] = []
        lowest = high
        for place, number in enumerate(chosen):
            x = block.x + place * (width + GAP)
            top = (high - pictures[number].height) / 2
            drawings += _ground(setter, x, width, high)
            entry = whole.inside("LI")
            label, body = entry.inside("Lbl"), entry.inside("LBody")
            figure = body.inside("Figure", alt=_scene_words(setter, part.scenes[number]))
            shown = [Moved(x, top, drawing) for drawing in pictures[number].drawings]
            numeral = disc(setter, number + 1, x + RADIUS + 1, RADIUS + 1, block)
            text = _text(setter, block, part.scenes[number].text, width)
            words = [Moved(x, high + BELOW, drawing) for drawing in text.drawings]
            drawings += all_tagged(shown, figure)
            drawings += words_tagged(numeral, label)
            drawings += words_tagged(words, body.inside("P"))
            lowest = max(lowest, high + BELOW + text.height)
        pieces += spaced([Piece(lowest, tuple(drawings), place=block.place)], 1.1 * setter.look.em)
    return pieces


def _ground(setter: Typesetter, x: float, width: float, height: float) -> list[Drawing]:
    look = setter.look
    edge = mixed(look.paper, look.accent, 0.35)
    outline = rectangle(Box(x, 0, width, height), 1.2, 1.2)
    return [Patch(outline, None if look.low_ink else look.tint, Stroke(edge, 0.2))]


def _text(setter: Typesetter, block: Block, text: str, width: float) -> Picture:
    """The lines of a scene's text."""
    content, size = setter.content(text, block.place), TEXT_SIZE * setter.look.size
    drawings: list[Drawing] = []
    y = 0.0
    for line in setter.lines(content, setter.look.text(), size, width, block.place):
        drawings += [Moved(0, y, drawing) for drawing in line.drawings]
        y += line.height
    return Picture(drawings, y)


def _picture(setter: Typesetter, block: Block, scene: Scene, width: float, scale: float) -> Picture:
    rows = scene.rows or []
    wide = max([_width(setter, row) for row in rows], default=0.0) * scale
    drawings: list[Drawing] = []
    y = PAD
    for number, row in enumerate(rows):
        if number:
            y += PAD / 2
            if scene.between:
                words = _between(setter, block, scene.between, width, wide)
                drawings += [Moved(0, y, drawing) for drawing in words.drawings]
                y += words.height + PAD / 2
        own = _row(setter, block, row, width, wide, scale)
        drawings += [Moved(0, y, drawing) for drawing in own.drawings]
        y += own.height
    return Picture(drawings, y + PAD)


def _scene_words(setter: Typesetter, scene: Scene) -> str:
    """What lies on the table, row by row."""
    rows = []
    for row in scene.rows or ():
        cards = [_card_words(setter, card) for card in row.cards or ()]
        rows.append(": ".join(filter(None, (row.name, ", ".join(cards)))))
    between = scene.between or []
    parts = [rows[0], *between, *rows[1:]] if rows else between
    return " ".join(
        as_sentence(SPACES.sub(" ", _plain(part)).strip()) for part in parts
    ) or setter.database.game.own("Picture")


def _card_words(setter: Typesetter, card: ShownCard) -> str:
    def name(reference: str) -> str:
        found = setter.database.find(reference).card
        return str(found.values.get("name") or found.id)

    say = setter.database.game.own
    words = say("an empty place") if card.show is None else name(card.show)
    if card.mark == "down":
        words = say("a card face down")
    elif card.mark == "out":
        words = say("{card}, crossed out", card=words)
    if card.turned == "left":
        words = say("{card}, turned to the left", card=words)
    elif card.turned:
        words = say("{card}, turned to the right", card=words)
    if card.laid:
        words = say("{card}, under {others}", card=words, others=f" {say('and')} ".join(map(name, card.laid)))
    return words + (f" ({_plain(card.note)})" if card.note else "")


def _plain(text: str) -> str:
    """Words without the marks of Markdown."""
    return MARKS.sub("", ICON.sub(lambda found: found.group(1).replace("-", " "), text))


def _row(setter: Typesetter, block: Block, row: Row, width: float, wide: float, scale: float) -> Picture:
    """A name, and cards in the middle below it; they overlap where there are many.

    ``wide``: the widest card of the scene.
    """
    drawings: list[Drawing] = []
    y = 0.0
    if row.name:
        words, high = _words(setter, block, row.name, PAD, width - 2 * PAD)
        drawings += words
        y += high + 0.4
    if not row.cards:
        return Picture(drawings, y)
    left, step = _places(block, len(row.cards), wide, width)
    stacks = [_stack(setter, card, scale) for card in row.cards]
    tallest = max([_height(stack) for stack in stacks]) or EMPTY * wide
    lowest = tallest
    for number, (stack, card) in enumerate(zip(stacks, row.cards, strict=True)):
        x = left + number * step
        for place, one in enumerate(stack):
            drawings += framed(setter, one, x, y + place * LOWER * one.height)
        if card.mark == "out" and stack:
            drawings += _cross(setter, x, y, stack[0])
        if card.note:
            words, high = _words(setter, block, card.note, x, wide, strong=True)
            top = tallest + 0.6 if stack else (tallest - high) / 2
            drawings += [] if stack else [_empty(setter, x, y, wide, tallest)]
            drawings += [Moved(0, y + top, drawing) for drawing in words]
            lowest = max(lowest, top + high)
    return Picture(drawings, y + lowest)


def _width(setter: Typesetter, row: Row) -> float:
    """Of the row's widest card, in mm."""
    sizes = [
        (setter.database.find(card.show).component.size, card.turned) for card in row.cards or () if card.show
    ]
    return max([size.height if turned else size.width for size, turned in sizes], default=0.0)


def _places(block: Block, count: int, wide: float, width: float) -> tuple[float, float]:
    """Where the first of some cards begins, and how far it is from each to the next."""
    room = width - 2 * PAD
    step = min(wide + BETWEEN, (room - wide) / (count - 1)) if count > 1 else wide
    if wide > room or step < MIN_SHOWN * wide:
        raise InputError(
            f"{pluralize(count, 'card')} of {wide:.1f} mm do not fit side by side into {room:.1f} mm",
            place=block.place,
            hint="give the example a smaller `scale`, or fewer pictures `across`",
        )
    return (width - step * (count - 1) - wide) / 2, step


def _between(setter: Typesetter, block: Block, texts: Sequence[str], width: float, wide: float) -> Picture:
    """A single text in the middle, several where as many cards would lie."""
    if len(texts) == 1:
        return Picture(*_words(setter, block, texts[0], PAD, width - 2 * PAD, strong=True))
    left, step = _places(block, len(texts), wide, width)
    drawings: list[Drawing] = []
    height = 0.0
    for number, text in enumerate(texts):
        words, high = _words(setter, block, text, left + number * step, wide, strong=True)
        drawings += words
        height = max(height, high)
    return Picture(drawings, height)


def _empty(setter: Typesetter, x: float, y: float, width: float, height: float) -> Drawing:
    outline = rectangle(Box(x, y, width, height), 0.8, 0.8)
    return Patch(outline, None, Stroke(setter.look.rule, 0.25, (1.0, 0.8)))


def _stack(setter: Typesetter, card: ShownCard, scale: float) -> list[Shown]:
    """A card and those on it; nothing for an empty place."""
    if card.show is None:
        return []
    side: Side = "back" if card.mark == "down" else "front"
    names = [(card.show, side), *((name, "front") for name in card.laid or ())]
    return [
        drawn_card(setter, setter.database.find(name), shown, scale, card.turned) for name, shown in names
    ]


def _height(stack: Sequence[Shown]) -> float:
    return stack[0].height * (1 + LOWER * (len(stack) - 1)) if stack else 0.0


def _cross(setter: Typesetter, x: float, y: float, one: Shown) -> list[Drawing]:
    corners = (((0, 0), (1, 1)), ((1, 0), (0, 1)))
    lines = [
        polyline([(x + a * one.width, y + b * one.height) for a, b in corner], closed=False)
        for corner in corners
    ]
    look = setter.look
    white = [Patch(line, None, Stroke(look.paper, 1.2)) for line in lines]
    return [*white, *(Patch(line, None, Stroke(look.accent, 0.7)) for line in lines)]


def _words(
    setter: Typesetter, block: Block, text: str, x: float, width: float, *, strong: bool = False
) -> tuple[list[Drawing], float]:
    """Small words in the middle, and how high their lines are."""
    look = setter.look
    size = NOTE * look.size
    style = look.text(bold=strong, fill=look.accent if strong else look.quiet)
    row = setter.row(setter.content(text, block.place), style, size, block.place)
    high = 1.15 * size * POINT
    blocks = setter.blocks(row, size, width, block.place, align="center")
    return [TextDrawing(x, number * high, one) for number, one in enumerate(blocks)], len(blocks) * high
