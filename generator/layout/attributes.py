"""How an element declares its attributes, and how their text becomes values."""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.catalog.problems import BAD_PICTURE, MISSING_FILE, PRINTED_INSTEAD, InputError
from generator.catalog.suggest import did_you_mean
from generator.catalog.units import POINT, parse_length
from generator.catalog.wording import quote
from generator.layout.colour import Colour, Paint, Palette, parse_colour, parse_paint
from generator.layout.fonts import Family
from generator.layout.geometry import Matrix, Outline, parse_transform, read_numbers
from generator.layout.geometry import parse_points as parse_corners
from generator.layout.lengths import FARTHEST, Relative, read_length
from generator.layout.text.block import Shadow
from generator.layout.theme import Theme

if TYPE_CHECKING:
    from generator.layout.icons import Icon
    from generator.layout.pictures import Picture

FOREIGN_ATTRIBUTES = {
    "fontsize": "size",
    "fontfamily": "font",
    "fontface": "font",
    "minfontsize": "min-size",
    "textanchor": "align",
    "textalign": "align",
    "halign": "align",
    "justify": "align",
    "verticalalign": "valign",
    "dominantbaseline": "valign",
    "alignmentbaseline": "valign",
    "lineheight": "leading",
    "spacing": "leading",
    "linespacing": "leading",
    "tracking": "letter-spacing",
    "textshadow": "shadow",
    "dropshadow": "shadow",
    "outline": "stroke",
    "outlinecolor": "stroke",
    "outlinewidth": "stroke-width",
    "whitespace": "wrap",
    "color": "fill",
    "background": "fill",
    "backgroundcolor": "fill",
    "fillcolor": "fill",
    "border": "stroke",
    "bordercolor": "stroke",
    "strokecolor": "stroke",
    "linewidth": "stroke-width",
    "borderwidth": "stroke-width",
    "dash": "stroke-dasharray",
    "cap": "stroke-linecap",
    "join": "stroke-linejoin",
    "radius": "r rx",
    "borderradius": "rx",
    "xradius": "rx",
    "yradius": "ry",
    "left": "x",
    "top": "y",
    "w": "width",
    "h": "height",
    "src": "href",
    "file": "href",
    "source": "href",
    "xlinkhref": "href",
    "objectfit": "fit",
    "preserveaspectratio": "fit",
    "rotate": "transform",
    "rotation": "transform",
    "angle": "transform",
    "alpha": "opacity",
    "fillopacity": "opacity",
    "visibility": "display",
    "clip": "clip-path",
    "icon": "name",
}
"""Attributes of SVG, CSS, Squib and nanDECK, for every element that has ours; a colour is a color in them."""
ADVICE = {
    "fontweight": "write <b>…</b> inside, or use a font role with a weight",
    "fontstyle": "write <i>…</i> inside",
    "textdecoration": "write <u>…</u> or <s>…</s> inside",
    "fontvariant": "write <sc>…</sc> inside",
    "baselineshift": "write <sub>…</sub> or <sup>…</sup> inside",
    "paintorder": "a text's outline always lies behind its fill",
    "style": "give each property as an attribute of its own",
    "class": "there are no style sheets: give each property as an attribute",
}
"""What to do instead of attributes for which there is none here."""
FOREIGN_WORDS = {
    "middle": "center middle",
    "centre": "center middle",
    "center": "middle center",
    "start": "left",
    "end": "right",
    "nowrap": "none",
    "hidden": "none",
}
"""Values of SVG and CSS."""
SMALLEST_TYPE, LARGEST_TYPE = 0.5, 2000
"""Points."""
LARGEST_WEIGHT = 1000
MAX_EFFECT = 20.0
"""Millimetres that a text's outline is wide, or its shadow away, at most."""
MAX_SHADOWS = 8
LONGEST_SHADOWS = 1000
"""Letters that are looked at."""
SHADOWS = re.compile(r",(?![^(]*\))")
"""What stands between shadows; colours may have commas inside brackets."""
MOST_TURNED = 36_000
"""Degrees, a hundred turns: more is a slip of the pen."""


class Scope(NamedTuple):
    """What attribute values may refer to: the theme's names and the game's files."""

    theme: Theme
    find_file: Callable[[str], Path]
    folders: Sequence[Path] = ()
    """Where the game's files are looked for, to list what there is."""

    @property
    def palette(self) -> Palette:
        return self.theme.palette


class StandInError(InputError):
    """Raised for what can't be had, with something else that is printed in its place: only a warning."""

    def __init__(self, error: InputError, value: object) -> None:
        message = f"{error.message}; {PRINTED_INSTEAD}"
        super().__init__(message, hint=error.hint, code=error.code)
        self.value = value


Parser = Callable[[str, Scope], Any]


class Attribute(NamedTuple):
    """One attribute of an element, as the documentation shows it."""

    name: str
    field: str
    """The element's field that holds it."""
    kind: str
    default: str | None
    """The text that is read when the attribute is not given; None: it must be given."""
    doc: str
    parse: Parser


def attribute(kind: Kind, default: str | None, doc: str) -> Any:
    """Declares a field of an element as an attribute of its tag."""
    return dataclasses.field(metadata={"kind": kind, "default": default, "doc": doc})


class Kind(NamedTuple):
    """A type of attribute value: its name in the documentation and its parser."""

    name: str
    parse: Parser


def attributes_of(element: type[Any]) -> Mapping[str, Attribute]:
    """The declared attributes of an element class, by their name in XML."""
    found = {}
    for field in dataclasses.fields(element):
        kind = field.metadata.get("kind")
        if kind is not None:
            name = field.name.rstrip("_").replace("_", "-")
            found[name] = Attribute(
                name, field.name, kind.name, field.metadata["default"], field.metadata["doc"], kind.parse
            )
    return found


def _coordinate(text: str, scope: Scope) -> float | Relative:
    del scope
    try:
        value: float | Relative = float(text)
    except ValueError:
        value = read_length(text)
    if not isinstance(value, Relative) and not abs(value) <= FARTHEST:
        raise InputError(f"{quote(text)} is too far away")
    return value


def _size(text: str, scope: Scope) -> float | Relative:
    value = _coordinate(text, scope)
    if isinstance(value, Relative):
        return value._replace(is_size=True)
    if value < 0:
        raise InputError(f"expected a length of 0 or more, got {quote(text)}")
    return value


def parse_points(text: str) -> float:
    """A size of type: points, or a length with its unit. Raises :class:`InputError`."""
    text = text.strip()
    if text[-2:] in ("mm", "cm", "in"):
        value = parse_length(text) / POINT
    else:
        try:
            value = float(text.removesuffix("pt"))
        except ValueError:
            raise InputError(f"expected a size in points, got {quote(text)}") from None
    if not SMALLEST_TYPE <= value <= LARGEST_TYPE:
        raise InputError(f"expected a size from {SMALLEST_TYPE} to {LARGEST_TYPE} pt, got {quote(text)}")
    return value


def _points(text: str, scope: Scope) -> float:
    del scope
    return parse_points(text)


def _optional_points(text: str, scope: Scope) -> float | None:
    return None if text == "auto" else _points(text, scope)


def _tracking(text: str, scope: Scope) -> float:
    del scope
    try:
        value = float(text.removesuffix("pt"))
    except ValueError:
        value = math.nan
    if not abs(value) <= LARGEST_TYPE:
        raise InputError(f"expected points such as 0.5 or -0.2, got {quote(text)}")
    return value


def _share(text: str, scope: Scope) -> float:
    del scope
    try:
        value = float(text)
    except ValueError:
        value = -1
    if not 0 <= value <= 1:
        raise InputError(f"expected a number from 0 to 1, got {quote(text)}")
    return value


def _angle(text: str, scope: Scope) -> float:
    del scope
    try:
        value = float(text.removesuffix("deg"))
    except ValueError:
        value = math.nan
    if not abs(value) <= MOST_TURNED:
        raise InputError(f"expected degrees such as 90 or -30, got {quote(text)}")
    return value


def _whole(least: int, most: int, text: str, scope: Scope) -> int:
    del scope
    # A template's arithmetic writes 5.0 as well.
    match = re.fullmatch(r"\s*([0-9]{1,9})(?:\.0*)?\s*", text, re.ASCII)
    if match is None or not least <= int(match[1]) <= most:
        raise InputError(f"expected a whole number from {least} to {most}, got {quote(text)}")
    return int(match[1])


def _whole_or_none(least: int, most: int, text: str, scope: Scope) -> int | None:
    return None if text == "none" else _whole(least, most, text, scope)


def whole(least: int, most: int, *, or_none: bool = False) -> Kind:
    """A kind that takes whole numbers within bounds."""
    if or_none:
        return Kind("whole number or `none`", partial(_whole_or_none, least, most))
    return Kind("whole number", partial(_whole, least, most))


def _dashes(text: str, scope: Scope) -> tuple[float, ...]:
    del scope
    if text == "none":
        return ()
    dashes = tuple(read_numbers(text, "2 1"))
    if not dashes or min(dashes) < 0 or not sum(dashes):
        raise InputError(f"expected lengths such as '2 1', got {quote(text)}")
    return dashes


def _picture(text: str, scope: Scope) -> Picture:
    from generator.layout.pictures import missing_picture, read_picture

    try:
        path = scope.find_file(text)
    except InputError as error:
        if error.code != MISSING_FILE:
            raise
        raise StandInError(error, missing_picture(text)) from None
    try:
        return read_picture(path)
    except InputError as error:
        error.code = error.code or BAD_PICTURE
        raise


def _icon(text: str, scope: Scope) -> Icon:
    return scope.theme.icons.icon(text)


def _reference(text: str, scope: Scope) -> str:
    del scope
    if text != "none" and not text.startswith("#"):
        raise InputError(f"expected a reference such as '#shield', got {quote(text)}")
    return text.removeprefix("#") if text != "none" else ""


def _target(text: str, scope: Scope) -> str:
    name = _reference(text, scope)
    if not name:
        raise InputError(f"expected a reference such as '#shield', got {quote(text)}")
    return name


def _choice(choices: tuple[str, ...], text: str, scope: Scope) -> str:
    del scope
    if text not in choices:
        raise InputError(
            f"expected {', '.join(choices[:-1])} or {choices[-1]}, got {quote(text)}",
            hint=did_you_mean(text, choices, FOREIGN_WORDS),
        )
    return text


def one_of(*choices: str) -> Kind:
    """A kind that takes one of a few words."""
    return Kind(" | ".join(f"`{choice}`" for choice in choices), partial(_choice, choices))


def _plain(text: str, scope: Scope) -> str:
    del scope
    return text


def _outline(text: str, scope: Scope) -> Outline:
    del scope
    from generator.layout.path_data import parse_path

    return parse_path(text)


def _corners(text: str, scope: Scope) -> tuple[tuple[float, float], ...]:
    del scope
    return parse_corners(text)


def _matrix(text: str, scope: Scope) -> Matrix | None:
    del scope
    return None if text == "none" else parse_transform(text)


def _paint(text: str, scope: Scope) -> Paint | None:
    return parse_paint(text, scope.palette)


def _colour(text: str, scope: Scope) -> Colour:
    return parse_colour(text, scope.palette)


def _optional_colour(text: str, scope: Scope) -> Colour | None:
    return None if text == "none" else parse_colour(text, scope.palette)


def _letter_fill(text: str, scope: Scope) -> Paint:
    paint = parse_paint(text, scope.palette)
    if paint is None and text.strip() != "none":
        return parse_colour(text, scope.palette)
    if paint is None:
        raise InputError("letters need a fill", hint="give a colour, or leave the text out")
    return paint


def _outline_width(text: str, scope: Scope) -> float:
    width = _size(text, scope)
    if isinstance(width, Relative):
        raise InputError(f"a text's outline has a length such as 0.4, got {quote(text)}")
    if width > MAX_EFFECT:
        raise InputError(f"a text's outline may be {MAX_EFFECT:g} mm wide at most, got {quote(text)}")
    return width


def _shadows(text: str, scope: Scope) -> tuple[Shadow, ...]:
    if text == "none":
        return ()
    parts = SHADOWS.split(text[:LONGEST_SHADOWS])
    if len(parts) > MAX_SHADOWS:
        raise InputError(f"a text may have {MAX_SHADOWS} shadows at most, got {len(parts)}")
    return tuple([_shadow(part.strip(), scope.palette) for part in parts])


def _shadow(text: str, palette: Palette) -> Shadow:
    words = text.split(maxsplit=2)
    dx, dy = (_shadow_offset(word) for word in [*words, "", ""][:2])
    if dx is None or dy is None or len(words) < 3:
        raise InputError(f"expected a shadow such as '0.3 0.3 ink', got {quote(text)}")
    if _shadow_offset(words[2].split()[0]) is not None:
        raise InputError(
            f"expected a shadow such as '0.3 0.3 ink', got {quote(text)}",
            hint="shadows have hard edges: two lengths and a colour",
        )
    if max(abs(dx), abs(dy)) > MAX_EFFECT:
        raise InputError(f"a shadow may lie {MAX_EFFECT:g} mm away at most, got {quote(text)}")
    return Shadow(dx, dy, parse_colour(words[2], palette))


def _shadow_offset(text: str) -> float | None:
    try:
        return -parse_length(text[1:]) if text.startswith("-") else parse_length(text)
    except InputError:
        return None


def _family(text: str, scope: Scope) -> Family:
    return scope.theme.fonts.role(text)


def _optional_size(text: str, scope: Scope) -> float | Relative | None:
    return None if text == "auto" else _size(text, scope)


def _weight(text: str, scope: Scope) -> float:
    del scope
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= LARGEST_WEIGHT:
        raise InputError(f"expected a number such as 2 or 0.5, up to {LARGEST_WEIGHT}, got {quote(text)}")
    return value


def or_auto(kind: Kind) -> Kind:
    """The same kind, which also takes the word `auto`, read as None."""
    words = kind.name.split(" | ")
    name = f"{kind.name} or `auto`" if len(words) == 1 else " | ".join(["`auto`", *words])
    return Kind(name, partial(_unless_auto, kind.parse))


def _unless_auto(parse: Parser, text: str, scope: Scope) -> Any:
    return None if text == "auto" else parse(text, scope)


COORDINATE = Kind("length", _coordinate)
SIZE = Kind("length ≥ 0", _size)
OPTIONAL_SIZE = Kind("length ≥ 0 or `auto`", _optional_size)
POINTS = Kind("points", _points)
OPTIONAL_POINTS = Kind("points or `auto`", _optional_points)
SIGNED_POINTS = Kind("points, may be negative", _tracking)
SHARE = Kind("0 to 1", _share)
WEIGHT = Kind("number over 0", _weight)
ANGLE = Kind("degrees", _angle)
PAINT = Kind("colour, gradient or `none`", _paint)
COLOUR = Kind("colour", _colour)
LETTER_FILL = Kind("colour or gradient", _letter_fill)
OUTLINE_WIDTH = Kind(f"length from 0 to {MAX_EFFECT:g}", _outline_width)
SHADOW = Kind("`DX DY COLOUR` or `none`", _shadows)
OPTIONAL_COLOUR = Kind("colour or `none`", _optional_colour)
DASHES = Kind("lengths or `none`", _dashes)
CORNERS = Kind("points x,y", _corners)
PATH = Kind("SVG path data", _outline)
TRANSFORM = Kind("transform", _matrix)
REFERENCE = Kind("`#id` or `none`", _reference)
TARGET = Kind("`#id`", _target)
PICTURE = Kind("file", _picture)
ICON = Kind("icon name", _icon)
FONT = Kind("font role", _family)
TEXT = Kind("text", _plain)

LINEJOIN = one_of("miter", "round", "bevel")
LINECAP = one_of("butt", "round", "square")
ALIGNMENT = one_of("left", "center", "right", "justify")
INHERITED: Mapping[str, Kind] = {
    "fill": PAINT,
    "stroke": PAINT,
    "stroke-width": SIZE,
    "stroke-dasharray": DASHES,
    "stroke-linejoin": LINEJOIN,
    "stroke-linecap": LINECAP,
    "font": FONT,
    "size": POINTS,
    "align": ALIGNMENT,
}
"""What elements take from those around them, where they have the attribute and say nothing themselves."""
