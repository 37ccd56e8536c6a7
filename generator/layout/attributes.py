"""How an element declares its attributes, and how their text becomes values."""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.catalog.paths import split_part
from generator.catalog.problems import BAD_PICTURE, MISSING_FILE, PRINTED_INSTEAD, InputError, StandInError
from generator.catalog.suggest import did_you_mean, vocabulary
from generator.catalog.units import POINT, parse_length
from generator.catalog.wording import quote
from generator.layout.colour import Paint, Palette, parse_colour, parse_paint
from generator.layout.geometry import Outline, parse_transform, read_numbers
from generator.layout.geometry import parse_points as parse_corners
from generator.layout.lengths import FARTHEST, Relative, read_length
from generator.layout.text.block import Shadow
from generator.layout.theme import Theme

if TYPE_CHECKING:
    from generator.layout.pictures import Picture

FOREIGN_ATTRIBUTES = vocabulary(
    {
        "size": "fontsize",
        "font": "fontfamily fontface",
        "min-size": "minfontsize",
        "align": "textanchor textalign halign justify",
        "valign": "verticalalign dominantbaseline alignmentbaseline",
        "leading": "lineheight spacing linespacing",
        "letter-spacing": "tracking",
        "shadow": "textshadow dropshadow",
        "wrap": "whitespace",
        "fill": "color background backgroundcolor fillcolor",
        "stroke": "outline outlinecolor border bordercolor strokecolor",
        "stroke-width": "outlinewidth linewidth borderwidth",
        "stroke-dasharray": "dash",
        "stroke-linecap": "cap",
        "stroke-linejoin": "join",
        "r": "radius",
        "rx": "radius borderradius xradius",
        "ry": "yradius",
        "x": "left",
        "y": "top",
        "width": "w",
        "height": "h",
        "href": "src file source xlinkhref",
        "fit": "objectfit preserveaspectratio",
        "transform": "rotate rotation angle",
        "opacity": "alpha fillopacity",
        "display": "visibility",
        "clip-path": "clip",
        "name": "icon",
    }
)
"""Attributes of SVG, CSS, Squib and nanDECK, for every element that has ours; a colour is a color in them."""
ADVICE = {
    "fontweight": "write <b>…</b> inside, or use a font role with a weight",
    "fontstyle": "write <i>…</i> inside",
    "textdecoration": "write <u>…</u> or <s>…</s> inside",
    "fontvariant": "write <sc>…</sc> inside",
    "baselineshift": "write <sub>…</sub> or <sup>…</sup> inside",
    "paintorder": "a text's outline is always behind its fill",
    "style": "give each property as its own attribute",
    "class": "there are no style sheets: give each property as an attribute",
}
"""What to do instead of attributes for which there is none here."""
FOREIGN_WORDS = vocabulary(
    {
        "center": "middle centre",
        "middle": "middle centre center",
        "left": "start",
        "right": "end",
        "none": "nowrap hidden",
    }
)
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


def _of_text(parse: Callable[[str], Any]) -> Parser:
    """A parser of values that refer to nothing."""
    return lambda text, _scope: parse(text)


def _or_none(parse: Parser, word: str = "none") -> Parser:
    """The same parser, which reads a word as None."""
    return lambda text, scope: None if text == word else parse(text, scope)


def or_auto(kind: Kind) -> Kind:
    """The same kind, which also takes the word `auto`, read as None."""
    words = kind.name.split(" | ")
    name = f"{kind.name} or `auto`" if len(words) == 1 else " | ".join(["`auto`", *words])
    return Kind(name, _or_none(kind.parse, "auto"))


def _coordinate(text: str) -> float | Relative:
    try:
        value: float | Relative = float(text)
    except ValueError:
        value = read_length(text)
    if not isinstance(value, Relative) and not abs(value) <= FARTHEST:
        raise InputError(f"{quote(text)} is too far away")
    return value


def _size(text: str) -> float | Relative:
    value = _coordinate(text)
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


def _number(name: str, expected: str, accepts: Callable[[float], bool], unit: str = "") -> Kind:
    """A kind that takes numbers, perhaps with their unit; none that is not a number is accepted."""

    def parse(text: str) -> float:
        try:
            value = float(text.removesuffix(unit))
        except ValueError:
            value = math.nan
        if not accepts(value):
            raise InputError(f"expected {expected}, got {quote(text)}")
        return value

    return Kind(name, _of_text(parse))


def whole(least: int, most: int, *, or_none: bool = False) -> Kind:
    """A kind that takes whole numbers within bounds."""

    def parse(text: str) -> int:
        # A template's arithmetic writes 5.0 as well.
        match = re.fullmatch(r"\s*([0-9]{1,9})(?:\.0*)?\s*", text, re.ASCII)
        if match is None or not least <= int(match[1]) <= most:
            raise InputError(f"expected a whole number from {least} to {most}, got {quote(text)}")
        return int(match[1])

    if or_none:
        return Kind("whole number or `none`", _or_none(_of_text(parse)))
    return Kind("whole number", _of_text(parse))


def one_of(*choices: str) -> Kind:
    """A kind that takes one of a few words."""

    def parse(text: str) -> str:
        if text not in choices:
            raise InputError(
                f"expected {', '.join(choices[:-1])} or {choices[-1]}, got {quote(text)}",
                hint=did_you_mean(text, choices, FOREIGN_WORDS),
            )
        return text

    return Kind(" | ".join(f"`{choice}`" for choice in choices), _of_text(parse))


def _dashes(text: str) -> tuple[float, ...]:
    if text == "none":
        return ()
    dashes = tuple(read_numbers(text, "2 1"))
    if not dashes or min(dashes) < 0 or not sum(dashes):
        raise InputError(f"expected lengths such as '2 1', got {quote(text)}")
    return dashes


def _picture(text: str, scope: Scope) -> Picture:
    from generator.layout.pictures import missing_picture, read_picture, read_picture_part

    name, part = split_part(text.strip())
    path = Path(name)
    try:
        path = scope.find_file(name)
        return read_picture_part(path, part) if part else read_picture(path)
    except InputError as error:
        if error.code == MISSING_FILE:
            raise StandInError(error, missing_picture(path, part), f"; {PRINTED_INSTEAD}") from None
        error.code = error.code or BAD_PICTURE
        raise


def _target(text: str) -> str:
    if not text.startswith("#") or text == "#":
        raise InputError(f"expected a reference such as '#shield', got {quote(text)}")
    return text[1:]


def _reference(text: str) -> str:
    return "" if text in ("none", "#") else _target(text)


_TAG = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*")


def _language(text: str) -> str:
    if text not in ("auto", "none") and not _TAG.fullmatch(text):
        raise InputError(f"expected a language, got {quote(text)}", hint="such as de, pt-BR, auto or none")
    return text


def _outline(text: str) -> Outline:
    from generator.layout.path_data import parse_path

    return parse_path(text)


def _letter_fill(text: str, scope: Scope) -> Paint:
    paint = parse_paint(text, scope.palette)
    if paint is None and text.strip() != "none":
        return parse_colour(text, scope.palette)
    if paint is None:
        raise InputError("letters need a fill", hint="give a colour, or leave the text out")
    return paint


def _outline_width(text: str) -> float:
    width = _size(text)
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


COORDINATE = Kind("length", _of_text(_coordinate))
SIZE = Kind("length ≥ 0", _of_text(_size))
OPTIONAL_SIZE = or_auto(SIZE)
POINTS = Kind("points", _of_text(parse_points))
OPTIONAL_POINTS = or_auto(POINTS)
SIGNED_POINTS = _number(
    "points, may be negative", "points such as 0.5 or -0.2", lambda value: abs(value) <= LARGEST_TYPE, "pt"
)
SHARE = _number("0 to 1", "a number from 0 to 1", lambda value: 0 <= value <= 1)
WEIGHT = _number(
    "number over 0",
    f"a number such as 2 or 0.5, up to {LARGEST_WEIGHT}",
    lambda value: 0 < value <= LARGEST_WEIGHT,
)
ANGLE = _number("degrees", "degrees such as 90 or -30", lambda value: abs(value) <= MOST_TURNED, "deg")
PAINT = Kind("colour, gradient or `none`", lambda text, scope: parse_paint(text, scope.palette))
COLOUR = Kind("colour", lambda text, scope: parse_colour(text, scope.palette))
LETTER_FILL = Kind("colour or gradient", _letter_fill)
OUTLINE_WIDTH = Kind(f"length from 0 to {MAX_EFFECT:g}", _of_text(_outline_width))
SHADOW = Kind("`DX DY COLOUR` or `none`", _shadows)
OPTIONAL_COLOUR = Kind("colour or `none`", _or_none(COLOUR.parse))
DASHES = Kind("lengths or `none`", _of_text(_dashes))
CORNERS = Kind("points x,y", _of_text(parse_corners))
PATH = Kind("SVG path data", _of_text(_outline))
TRANSFORM = Kind("transform", _or_none(_of_text(parse_transform)))
REFERENCE = Kind("`#id` or `none`", _of_text(_reference))
TARGET = Kind("`#id`", _of_text(_target))
PICTURE = Kind("file", _picture)
ICON = Kind("icon name", lambda text, scope: scope.theme.icons.icon(text))
FONT = Kind("font role", lambda text, scope: scope.theme.fonts.role(text))
TEXT = Kind("text", _of_text(str))

LINEJOIN = one_of("miter", "round", "bevel")
LINECAP = one_of("butt", "round", "square")
ALIGNMENT = one_of("start", "center", "end", "left", "right", "justify")
LANGUAGE = Kind("language", _of_text(_language))
DIRECTION = one_of("auto", "ltr", "rtl")
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
    "direction": DIRECTION,
    "lang": LANGUAGE,
}
"""What elements take from those around them, where they have the attribute and say nothing themselves."""
