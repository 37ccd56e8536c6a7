"""The title: a band over all columns, a booklet's title page, or a cover drawn by the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from generator.catalog.keys import Part, optional, simple
from generator.catalog.models import Game
from generator.catalog.problems import InputError, Place
from generator.catalog.wording import quote
from generator.layout.canvas import Stroke
from generator.layout.colour import Colour
from generator.layout.geometry import Box, Matrix, polyline, rectangle
from generator.layout.text.block import PlacedIcon, TextBlock
from generator.layout.text.fit import TextBox, fit
from generator.layout.text.words import Style
from generator.press.rulebook.look import POINT, mixed
from generator.press.rulebook.pieces import Drawing, Patch, Piece, Words
from generator.press.rulebook.setting import Setter

PAD = 4.5
"""Inside the band, in mm."""
SMALLEST_SHARE = 0.5
"""How far a long title shrinks."""


def _text(value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int | float) or not str(value).strip():
        raise InputError(f"expected text, got {quote(value)}")
    return str(value)


def _texts(value: object) -> list[str]:
    if not isinstance(value, list):
        raise InputError(f"expected a list, got {quote(value)}")
    return [_text(item) for item in value]


class TitleBlock(Part):
    """What stands in a block ``title``."""

    __slots__ = ()

    title = optional(simple(_text), "Default: the game's title.")
    subtitle = optional(simple(_text), "A line below.")
    facts = optional(simple(_texts), "Short facts: players, age, time. Default: how many play.")
    icon = optional(simple(_text), "An icon's name.")


def facts_of(title: TitleBlock, game: Game) -> list[str]:
    if title.facts is not None:
        return title.facts
    return [f"{game.players} players".replace("-", " to ")] if game.players else []


def band(setter: Setter, title: TitleBlock, place: Place) -> list[Piece]:
    """The title block of a sheet: as wide as the page's text."""
    look, game, width = setter.look, setter.database.game, setter.area.width
    facts = facts_of(title, game)
    bright, soft = _tones(setter)
    size = 3.1 * look.size
    small = 1.0 * look.size
    lines = [size * POINT * 1.05, *([small * POINT * 1.5] if title.subtitle else [])]
    leading = small * POINT * 1.3
    height = 2 * PAD + max(sum(lines), len(facts) * leading)
    drawings = _ground(setter, width, height)
    x = PAD + (0.0 if not look.low_ink else -PAD)
    if title.icon:
        side = height - 2 * PAD + 3
        drawings.append(Words(x, (height - side) / 2, _icon(setter, title.icon, side, bright, place)))
        x += side + 4
    room = width * 0.7 - x
    top = (height - sum(lines)) / 2
    drawings.append(
        _line(setter, title.title or game.title, look.headline(look.title, bright), (x, top), room, size)
    )
    if title.subtitle:
        style = look.text(italic=True, fill=soft)
        drawings.append(_line(setter, title.subtitle, style, (x, top + lines[0] + 0.8), room, small * 1.08))
    y = (height - len(facts) * leading) / 2
    right = width - (0.0 if look.low_ink else PAD)
    for fact in facts:
        style = look.text(bold=True, fill=soft)
        drawings.append(_line(setter, fact, style, (right - 0.3 * width, y), 0.3 * width, small, "right"))
        y += leading
    return [Piece(height, tuple(drawings), wide=True, place=place), Piece(2.0, (), wide=True, place=place)]


def page(setter: Setter, title: TitleBlock, place: Place) -> list[Piece]:
    """A booklet's title page; what follows it on the page is the contents."""
    look, game, area = setter.look, setter.database.game, setter.area
    drawings: list[Drawing] = []
    y = 0.1 * area.height
    if title.icon:
        side = 0.24 * area.width
        drawings.append(
            Words((area.width - side) / 2, y, _icon(setter, title.icon, side, look.accent, place))
        )
        y += side + 8
    size = 4.0 * look.size
    style = look.headline(look.title, look.ink)
    drawings.append(_line(setter, title.title or game.title, style, (0, y), area.width, size, "center"))
    y += size * POINT + 4
    drawings.append(_bar(area.width / 2, y, look.accent))
    y += 5
    if title.subtitle:
        italic = look.text(italic=True)
        drawings.append(_line(setter, title.subtitle, italic, (0, y), area.width, 1.25 * look.size, "center"))
        y += 2 * look.em
    facts = " · ".join(facts_of(title, game))
    if facts:
        drawings.append(
            _line(setter, facts, look.text(fill=look.quiet), (0, y), area.width, look.size, "center")
        )
        y += 2 * look.em
    if game.designer:
        by = f"by {game.designer}"
        drawings.append(
            _line(setter, by, look.text(fill=look.quiet), (0, y), area.width, look.size, "center")
        )
        y += 2 * look.em
    return [Piece(y, tuple(drawings), wide=True, place=place)]


def _tones(setter: Setter) -> tuple[Colour, Colour]:
    """Of the title, and of what stands beside it."""
    look = setter.look
    if look.low_ink:
        return look.ink, look.quiet
    return look.paper, mixed(look.paper, look.accent, 0.12)


def _ground(setter: Setter, width: float, height: float) -> list[Drawing]:
    look = setter.look
    if look.low_ink:
        edges = [polyline(((0, y), (width, y)), closed=False) for y in (0.4, height - 0.4)]
        return [Patch(edge, None, Stroke(look.accent, 0.6)) for edge in edges]
    box = rectangle(Box(0, 0, width, height), 1.5, 1.5)
    inner = rectangle(Box(1.2, 1.2, width - 2.4, height - 2.4), 0.9, 0.9)
    return [
        Patch(box, look.accent),
        Patch(inner, None, Stroke(mixed(look.accent, look.paper, 0.45), 0.25)),
    ]


def _bar(middle: float, y: float, fill: Colour) -> Patch:
    return Patch(rectangle(Box(middle - 14, y, 28, 0.7)), fill)


def _line(
    setter: Setter,
    text: str,
    style: Style,
    at: tuple[float, float],
    width: float,
    size: float,
    align: str = "left",
) -> Words:
    """One line, smaller where it is too long."""
    row = setter.words.words([text], style, size)
    box = TextBox(0, 0, width, None, size, SMALLEST_SHARE * size, None, align, "top", False)
    font = style.family.file(bold=False, italic=False)
    fitted = fit(row, box, font.cap_height, setter.words)
    lower = (size - fitted.block.size) * POINT / 2
    return Words(at[0], at[1] + lower, fitted.block)


def _icon(setter: Setter, name: str, side: float, fill: Colour, place: Place) -> TextBlock:
    try:
        icon = setter.renderer.scope.theme.icons.icon(name)
    except InputError as error:
        setter.problems.extend([error.at(place, field="icon")])
        return TextBlock((), (), 0, Box(0, 0, 0, 0))
    unit = side / icon.frame.height
    matrix = Matrix(unit, 0, 0, unit, -icon.frame.x * unit, -icon.frame.y * unit)
    return TextBlock((), (PlacedIcon(icon, matrix, fill),), side / POINT, Box(0, 0, side, side))


def on_new_page(pieces: Sequence[Piece]) -> list[Piece]:
    return [replace(pieces[0], turn="page"), *pieces[1:]] if pieces else []
