"""The kit of figures: parts drawn in roles (skin, coat, metal …), and styles that give the roles their look.

A part is a small file of layout elements, ``figures/GROUP/NAME.xml``; a style ``figures/styles/NAME.yaml``.
Both are looked for in the game's own folders first, then in the shared kit, so a file more is a part more.
All lengths are in the kit's units: a figure stands in a frame 100 wide and 80 high.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from generator.catalog.figure_words import (
    FOLDER,
    GROUPS,
    NO_PART,
    STYLES,
    all_of,
    no_part,
    part_names,
    style_names,
)
from generator.catalog.paths import read_text, shown_path
from generator.catalog.problems import MISSING_FILE, InputError, Place, Problems
from generator.catalog.shapes import Point
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import listed, quote
from generator.catalog.yaml_reader import MarkedDict, read_yaml
from generator.layout.colour import Colour, Palette, parse_colour
from generator.layout.geometry import FARTHEST, Box, Matrix, Outline, ellipse, on_curve, rectangle
from generator.layout.path_data import parse_path
from generator.layout.xml import Node, SourceFiles, mark_tags, parse_xml, read_mark

WIDTH, HEIGHT = 100.0, 80.0
"""Of the frame that a figure stands in."""
PART_KEYS = (
    "rare",
    "line",
    "head",
    *(
        f"{which}{of}"
        for which in ("first", "second")
        for of in ("", "-hand", "-fist", "-empty", "-empty-at")
    ),
    "turned",
    "lean",
    "feet",
    "legs",
    "hand",
    "sleeve",
    "seam",
    "beardless",
    "covers",
    "tall",
    "under-hat",
    "own-face",
)
"""What a part may say of itself."""
PLACES = frozenset({"head", "first", "second", "first-empty-at", "second-empty-at"})
"""Those that say where something is: `X Y [ANGLE [SIZE]]`."""
NUMBERS = frozenset({"tall", "lean", "feet"})
NUMBER = r"-?\d{1,4}(?:\.\d+)?"
RARE = re.compile(r"<part\b[^>]*\brare=[\"']yes[\"']")
MAX_PART_BYTES = 64 * 1024
MAX_STYLES = 8
"""Styles that extend each other."""
MAX_CONTOUR = 5.0
"""How much wider the line around a figure may be, in the kit's units."""
TONES = ("shade", "light", "deep")
ENDINGS = tuple(f"-{tone}" for tone in TONES)
UNDERSIDES = frozenset({"sleeve"})
"""Roles whose shades lie below: an arm's are where no light comes from, whichever way it is turned."""
STEPS = 8
"""Straight lines that stand for a curve when it is hatched."""
MAX_HATCHES = 400
OUTLINED = frozenset({"path", "circle", "ellipse", "rect", "polygon"})
KEPT_BY_HATCHES = ("transform", "opacity", "clip-path")

BLACK, WHITE = Colour(0.0, 0.0, 0.0), Colour(1.0, 1.0, 1.0)
Tone = tuple[Colour, float]
"""A colour, and how much of it is mixed in, 0 to 1."""


class Part(NamedTuple):
    """A part of the kit as it is drawn: its elements in roles, by file."""

    name: str
    path: Path


class Hatching(NamedTuple):
    """Lines instead of a flat shade; lengths in the kit's units, ``angle`` in degrees."""

    gap: float
    width: float
    angle: float
    colour: Colour | None
    """None for the colour of the outlines."""
    flat: tuple[str, ...] = ()
    """Roles whose shades stay flat. In their order: a style says in its text what is drawn with it."""


class Rim(NamedTuple):
    """A light along one edge of a whole figure: its shape in one colour, moved a little, behind it."""

    colour: Colour
    x: float
    y: float


class Depth(NamedTuple):
    """What sets a figure off from its backdrop: light behind it, and dark towards the edges; 0 to 1 each."""

    light: float
    dark: float


class Style(NamedTuple):
    """How a world draws its figures."""

    roles: Mapping[str, tuple[Colour, ...]]
    """The colours that each role may have; a figure chooses one."""
    line: Colour
    line_width: float
    tones: Mapping[str, Tone]
    hatching: Hatching | None
    rim: Rim | None
    depth: Depth | None
    contour: float
    """How much wider the line around a whole figure is than those within it."""
    is_lit_from_left: bool = False
    is_flat: bool = False
    """Whether only the shape of a figure is drawn, without what lies within it."""

    def flat(self, colour: Colour, wider: float = 0.0) -> Style:
        """All in one colour: the shape of a figure, ``wider`` on all sides."""
        return self._replace(
            is_flat=True,
            roles=dict.fromkeys(self.roles, (colour,)),
            line=colour,
            line_width=self.line_width + 2 * wider if wider else 0.0,
            tones=dict.fromkeys(self.tones, (colour, 0.0)),
            hatching=None,
        )


def find_part(word: str, name: str, find_file: Callable[[str], Path], folders: Sequence[Path]) -> Part | None:
    """The part that a word chooses; None for ``none``. Raises :class:`InputError` where there is none."""
    if name == NO_PART:
        return None
    if re.fullmatch(r"[\w-]+", name):
        for group in GROUPS[word]:
            try:
                return Part(name, find_file(f"{FOLDER}/{group}/{name}.xml"))
            except InputError as error:
                if error.code != MISSING_FILE:
                    raise
    raise no_part(word, name, folders)


@cache
def common_parts(word: str, folders: tuple[Path, ...]) -> tuple[str, ...]:
    """The names of the parts that a word may get without being asked for: those that are not rare."""
    common = []
    for name in part_names(folders, word):
        places = (folder / FOLDER / group / f"{name}.xml" for folder in folders for group in GROUPS[word])
        path = next(place for place in places if place.is_file())
        if not RARE.search(read_text(path, shown_path(path))):
            common.append(name)
    return tuple(common)


class PartFile(NamedTuple):
    """A part's elements in roles, and the digest of its file."""

    root: Node
    digest: str


@cache
def read_part(path: Path, number: int) -> PartFile:
    """What a part's file says. ``number`` is the file's in the layout's marks.

    Raises :class:`InputError` with the place in the file.
    """
    shown = shown_path(path)
    if path.stat().st_size > MAX_PART_BYTES:
        raise InputError(f"a part may have {MAX_PART_BYTES // 1024} KiB at most", place=Place(shown))
    text = read_text(path, shown)
    files = SourceFiles()
    root = parse_xml(mark_tags(text, files.number(shown)), files)
    if root.tag != "part":
        raise InputError(f"a part begins with <part>, not with <{root.tag}>", place=Place(shown, 1, 1))
    for key, value in root.attributes.items():
        _check_key(key, value, Place(shown, 1, 1))
    _check_content(root, files)
    return PartFile(_numbered(root, number), hashlib.sha256(text.encode()).hexdigest())


def _check_key(key: str, value: str, place: Place) -> None:
    """Raises :class:`InputError` for what a part can't say of itself."""
    if key not in PART_KEYS:
        hint = did_you_mean(key, PART_KEYS) or f"it has {listed(PART_KEYS)}"
        raise InputError(f"<part> has no {quote(key)}", place=place, hint=hint)
    if key in PLACES and not re.fullmatch(rf"\s*{NUMBER}(?:\s+{NUMBER}){{1,3}}\s*", value):
        raise InputError(f'expected a place such as {key}="30 58 10", got {quote(value)}', place=place)
    if key in NUMBERS and not re.fullmatch(NUMBER, value):
        raise InputError(f'expected a number such as {key}="9", got {quote(value)}', place=place)


def _check_content(node: Node, files: SourceFiles) -> None:
    """Raises :class:`InputError` for what can't stand in a part: words, and figures, which hold parts."""
    place = read_mark(node.mark, files)
    if node.tag in ("figure", "card"):
        hint = "draw it with paths and shapes"
        raise InputError(f"a part can't hold a <{node.tag}>", place=place, hint=hint)
    for child in node.children:
        if isinstance(child, Node):
            _check_content(child, files)
        elif node.tag == "part" and child.strip():
            raise InputError(f"a part holds elements, not text: {quote(child.strip())}", place=place)


def _numbered(node: Node, number: int) -> Node:
    """The node with marks that lead to a file of another number."""
    children = [child if isinstance(child, str) else _numbered(child, number) for child in node.children]
    return Node(node.tag, node.attributes, f"{number}:{node.mark.partition(':')[2]}", children)


def read_style(
    name: str, find_file: Callable[[str], Path], folders: Sequence[Path], palette: Palette
) -> Style:
    """The style of a name. Raises :class:`InputError` for the first thing that is wrong with it."""
    roles: dict[str, tuple[Colour, ...]] = {}
    look: dict[str, object] = {}
    chain: list[MarkedDict] = []
    wanted: str | None = name
    while wanted is not None:
        data = _style_file(wanted, find_file, folders)
        chain.append(data)
        if len(chain) > MAX_STYLES:
            raise InputError(f"the style {quote(name)} extends itself", place=chain[0].place)
        wanted = str(data["extends"]) if "extends" in data else None
    for data in reversed(chain):
        for key in data:
            if key not in STYLE_KEYS:
                raise InputError(
                    f"a style of figures has no {quote(key)}",
                    place=data.place_of_key(key),
                    hint=did_you_mean(key, STYLE_KEYS) or f"it has {listed(STYLE_KEYS)}",
                )
        look |= {key: value for key, value in data.items() if key != "palette"}
        if "every" in data:
            roles = dict.fromkeys(roles, _colours(data, "every", palette))
        given = data.get("palette", MarkedDict())
        if not isinstance(given, MarkedDict):
            raise InputError("a palette is a mapping of roles and colours", place=data.place_of("palette"))
        for role in given:
            roles[role] = _colours(given, role, palette)
    try:
        return Style(
            roles,
            *_line(look.get("line"), palette),
            {tone: _tone(look.get(tone), palette) for tone in TONES},
            _hatching(look.get("hatch"), palette),
            _rim(look.get("rim"), palette),
            _depth(look.get("depth"), palette),
            _contour(look.get("contour", 0)),
            _is_left(look.get("lit", "right")),
        )
    except InputError as error:
        raise InputError(error.message, place=error.place or chain[0].place, hint=error.hint) from None


STYLE_KEYS = ("extends", "every", "palette", "line", *TONES, "hatch", "rim", "depth", "contour", "lit")


def _style_file(name: str, find_file: Callable[[str], Path], folders: Sequence[Path]) -> MarkedDict:
    try:
        path = find_file(f"{FOLDER}/{STYLES}/{name}.yaml")
    except InputError as error:
        if error.code != MISSING_FILE:
            raise
        known = style_names(folders)
        raise InputError(
            f"the kit of figures has no style {quote(name)}",
            hint=did_you_mean(name, known) or all_of(known),
        ) from None
    problems = Problems()
    data = read_yaml(path, problems)
    if not isinstance(data, MarkedDict):
        first = problems.found[0] if problems.found else None
        raise InputError(
            first.message if first else "a style is a mapping",
            place=first.place if first else Place(shown_path(path)),
        )
    return data


def _colours(given: MarkedDict, role: str, palette: Palette) -> tuple[Colour, ...]:
    value = given[role]
    texts = value if isinstance(value, list) else [value]
    if not texts:
        raise InputError("expected a colour, got an empty list", place=given.place_of(role))
    try:
        return tuple(parse_colour(str(text), palette) for text in texts)
    except InputError as error:
        raise InputError(error.message, place=given.place_of(role), hint=error.hint) from None


def _entry(
    value: object, names: tuple[str, ...], example: str, palette: Palette
) -> tuple[Colour | None, list[float]]:
    """The colour of a mapping, if it has one, and its numbers, each 0 to 100 or an angle."""
    if isinstance(value, MarkedDict) and set(value) >= set(names):
        given = (value[name] for name in names)
        found = [float(one) for one in given if isinstance(one, int | float) and not isinstance(one, bool)]
        if len(found) == len(names) and all(abs(number) <= 360 for number in found):
            return _colours(value, "colour", palette)[0] if "colour" in value else None, found
    place = value.place if isinstance(value, MarkedDict) else None
    raise InputError(f"a style needs {example}", place=place)


def _line(value: object, palette: Palette) -> tuple[Colour, float]:
    colour, (width,) = _entry(value, ("width",), "`line: {colour: …, width: 0.8}`", palette)
    return colour or BLACK, width


def _tone(value: object, palette: Palette) -> Tone:
    example = "`shade: {colour: …, by: 0.3}`, and `light` and `deep` likewise"
    colour, (by,) = _entry(value, ("by",), example, palette)
    return colour or BLACK, min(by, 1.0)


def _hatching(value: object, palette: Palette) -> Hatching | None:
    if value is None:
        return None
    example = "`hatch: {gap: 1.5, width: 0.5, angle: 40}`"
    colour, (gap, width, angle) = _entry(value, ("gap", "width", "angle"), example, palette)
    assert isinstance(value, MarkedDict)
    flat = value.get("flat", [])
    if not isinstance(flat, list):
        raise InputError("expected a list of roles", place=value.place_of("flat"), hint="`flat: [skin, sun]`")
    return Hatching(max(gap, 0.3), width, angle, colour, tuple(map(str, flat)))


def _rim(value: object, palette: Palette) -> Rim | None:
    if value is None:
        return None
    colour, (x, y) = _entry(value, ("x", "y"), "`rim: {colour: …, x: 0.9, y: -0.7}`", palette)
    return Rim(colour or WHITE, x, y)


def _depth(value: object, palette: Palette) -> Depth | None:
    if value is None:
        return None
    _, (light, dark) = _entry(value, ("light", "dark"), "`depth: {light: 0.3, dark: 0.4}`", palette)
    return Depth(min(max(light, 0.0), 1.0), min(max(dark, 0.0), 1.0))


def _contour(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= MAX_CONTOUR:
        raise InputError(
            f"a style needs `contour: 0.6`, a width of {MAX_CONTOUR:g} at most, got {quote(value)}"
        )
    return float(value)


def _is_left(value: object) -> bool:
    if value not in ("left", "right"):
        raise InputError(f"a style is lit from the left or the right, not from {quote(str(value))}")
    return value == "left"


@cache
def _pattern_of(roles: tuple[str, ...]) -> re.Pattern[str]:
    """A role in a colour's text, and its tone."""
    names = "|".join(sorted(map(re.escape, roles), key=len, reverse=True))
    return re.compile(rf"\b(?<!-)({names})(?:-({'|'.join(TONES)}))?\b(?!-)")


class Paints:
    """The colours of one figure: for each role that of the style that its name chooses, or its own."""

    def __init__(self, style: Style, seed: str, own: Mapping[str, Colour]) -> None:
        self.style = style
        self.is_turned_over = style.is_lit_from_left
        self.chosen = {
            role: own.get(role)
            or (colours[_hash(seed, role) % len(colours)] if len(colours) > 1 else colours[0])
            for role, colours in style.roles.items()
        }
        self.chosen["line"] = own.get("line", style.line)
        self.chosen.setdefault("sleeve", own.get("sleeve", self.chosen.get("coat", style.line)))
        self.chosen.setdefault("halo", own.get("halo", self.chosen.get("glow", style.line)))
        self.limbs = self.chosen.keys() - {"line"}
        self._role = _pattern_of(tuple(self.chosen))

    def depth(self) -> str | None:
        """The gradient between the backdrop and the figure, from the middle of what is seen outwards."""
        depth = self.style.depth
        if depth is None:
            return None
        (light, _), (deep, _) = self.style.tones["light"], self.style.tones["deep"]
        stops = (
            f"{hex_of(light._replace(alpha=depth.light))}",
            f"{hex_of(light._replace(alpha=0.0))} 22%",
            f"{hex_of(deep._replace(alpha=0.0))} 24%",
            f"{hex_of(deep._replace(alpha=depth.dark))} 46%",
        )
        return f"radial(50% 72%, {', '.join(stops)})"

    def sleeve(self, role: str) -> None:
        """A coat with sleeves of another role than its own."""
        self.chosen["sleeve"] = self.chosen.get(role, self.chosen["sleeve"])

    def inked(self, node: Node, *, is_lined: bool = True) -> Node:
        """The node with colours for its roles, outlines and hatchings as the style has them."""
        lined = is_lined and node.attributes.get("line") != "none"
        attributes = {name: value for name, value in node.attributes.items() if name != "line"}
        role = attributes.get("fill", "")
        for name in ("fill", "stroke"):
            if name in attributes:
                attributes[name] = self._painted(attributes[name])
        asked = node.attributes.get("line")
        if lined and self.style.line_width and node.tag in OUTLINED:
            is_body = role in self.chosen and role != "line"
            if (is_body or asked == "yes") and "stroke" not in attributes:
                attributes["stroke"] = hex_of(self.chosen["line"])
                attributes["stroke-width"] = attributes.get("stroke-width", f"{self.style.line_width:g}")
                attributes["stroke-linejoin"] = "round"
            elif role in ("", "none") and node.attributes.get("stroke", "line") in self.limbs:
                return self._edged(node, attributes)
        is_shade = role.endswith("-shade") and asked != "yes"
        hatching = self.style.hatching
        if (
            hatching is not None
            and is_shade
            and node.tag in OUTLINED
            and role.removesuffix("-shade") not in hatching.flat
        ):
            return self._hatched(node, attributes)
        with self.turned_over("scale(-1 " in node.attributes.get("transform", "")):
            return Node(node.tag, attributes, node.mark, list(self.all_inked(node.children, is_lined=lined)))

    @contextmanager
    def turned_over(self, is_turned_over: bool) -> Iterator[None]:
        """What is inked meanwhile is drawn left for right; the light comes from where it came."""
        self.is_turned_over ^= is_turned_over
        yield
        self.is_turned_over ^= is_turned_over

    def all_inked(self, nodes: Iterable[Node | str], *, is_lined: bool = True) -> Iterator[Node]:
        """Those of the nodes that are elements, inked; the shades of what is turned over are where no light
        comes from, inside the shape that they shade.
        """
        shaded: dict[str, Node] = {}
        for node in nodes:
            if isinstance(node, str):
                continue
            if self.style.is_flat and self._is_within(node, is_lined):
                continue
            role, _, tone = node.attributes.get("fill", "").partition("-")
            inked = self.inked(node, is_lined=is_lined)
            if role in self.chosen and not tone and node.tag in OUTLINED:
                shaded[role] = node
            elif self.is_turned_over and tone == "shade" and role in shaded and role not in UNDERSIDES:
                yield from _turned_back(inked, shaded[role])
                continue
            yield inked

    def _is_within(self, node: Node, is_lined: bool) -> bool:
        """Whether a node adds nothing to a figure's shape: a tone, a line within it, a light around it; and
        where the shape is to have a line, what has none.
        """
        values = node.attributes
        if values.get("fill", "").endswith(ENDINGS) or "opacity" in values:
            return True
        if values.get("fill") == "none" and values.get("stroke", "line") == "line":
            return True
        return self.style.line_width > 0 and not (is_lined and values.get("line") != "none")

    def _painted(self, text: str) -> str:
        """A colour's text with colours for its roles."""
        colour = self.chosen.get(text)
        return self._role.sub(self._colour_of, text) if colour is None else hex_of(colour)

    def _colour_of(self, match: re.Match[str]) -> str:
        colour = self.chosen[match[1]]
        if match[2] is not None:
            other, by = self.style.tones[match[2]]
            colour = mixed(colour, other, by)
        return hex_of(colour)

    def _edged(self, node: Node, attributes: dict[str, str]) -> Node:
        """A thick line, such as an arm, with the style's line along both of its sides."""
        try:
            width = float(attributes.get("stroke-width", "0.25")) + 2 * self.style.line_width
        except ValueError:
            # What is wrong is reported of the element itself, with its place.
            return Node(node.tag, attributes, node.mark)
        edge = attributes | {"stroke": hex_of(self.chosen["line"]), "stroke-width": f"{width:g}"}
        pair = [Node(node.tag, given, node.mark) for given in (edge, attributes)]
        return Node("g", {}, node.mark, list(pair))

    def _hatched(self, node: Node, attributes: dict[str, str]) -> Node:
        assert self.style.hatching is not None
        kept = {name: attributes[name] for name in KEPT_BY_HATCHES if name in attributes}
        try:
            kept["d"] = hatches(_outline_of(node), self.style.hatching) or "M0 0"
        except InputError:
            # Likewise.
            return Node(node.tag, attributes, node.mark)
        kept["fill"] = hex_of(self.style.hatching.colour or self.chosen["line"])
        return Node("path", kept, node.mark)


def _turned_back(shade: Node, shaded: Node) -> Iterator[Node]:
    """A shade turned over within the shape that it shades, which is defined so that it can clip it."""
    try:
        box = _outline_of(shaded).box()
    except InputError:
        # It is reported of the shape itself, with its place.
        yield shade
        return
    kept = {name: value for name, value in shaded.attributes.items() if name not in ("fill", "line")}
    yield Node(shaded.tag, {**kept, "id": "shaded", "display": "none"}, shaded.mark)
    over = {"transform": f"translate({box.x + box.right:g} 0) scale(-1 1)"}
    yield Node("g", {"clip-path": "#shaded"}, shade.mark, [Node("g", over, shade.mark, [shade])])


def _outline_of(node: Node) -> Outline:
    """The outline of a shape in a part. Raises :class:`InputError` for numbers that are none."""
    values = node.attributes

    def number(name: str) -> float:
        try:
            value = float(values.get(name, "0"))
        except ValueError:
            value = math.nan
        if not abs(value) <= FARTHEST:
            raise InputError(f"expected a number, got {quote(values[name])}")
        return value

    if node.tag == "path":
        return parse_path(values.get("d", "M0 0"))
    if node.tag == "rect":
        return rectangle(Box(number("x"), number("y"), number("width"), number("height")), number("rx"))
    if node.tag == "polygon":
        return parse_path(f"M{values.get('points', '0 0')}Z")
    rx = number("r") or number("rx")
    return ellipse(number("cx"), number("cy"), rx, number("r") or number("ry"))


def hatches(outline: Outline, hatching: Hatching) -> str:
    """Path data of strokes across an outline, thick where they begin and thin where they end."""
    turn = math.radians(hatching.angle)
    along, across = (math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))

    turned = outline.moved(Matrix(along[0], across[0], along[1], across[1]))
    loops = list(corners_of(turned))
    heights = [y for loop in loops for _, y in loop]
    if not heights:
        return ""
    gap = max(hatching.gap, (max(heights) - min(heights)) / MAX_HATCHES)
    pieces = []
    row = math.ceil(min(heights) / gap) * gap
    while row < max(heights):
        crossings = sorted(
            x1 + (row - y1) / (y2 - y1) * (x2 - x1)
            for loop in loops
            for (x1, y1), (x2, y2) in pairwise([*loop, loop[0]])
            if (y1 <= row) != (y2 <= row)
        )
        for begin, end in zip(crossings[::2], crossings[1::2], strict=False):
            if end - begin > hatching.width:
                pieces.append(_stroke(begin, end, row, hatching.width, along, across))
        row += gap
    return " ".join(pieces)


def _stroke(begin: float, end: float, row: float, width: float, along: Point, across: Point) -> str:
    corners = ((begin, row - width / 2), (end, row), (begin, row + width / 2))
    points = [(x * along[0] + y * across[0], x * along[1] + y * across[1]) for x, y in corners]
    return "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z"


def corners_of(outline: Outline) -> Iterator[list[Point]]:
    """The loops of an outline, its curves as short straight lines."""
    loop: list[Point] = []
    for kind, values in outline.segments:
        if kind == "M":
            if len(loop) > 2:
                yield loop
            loop = [(values[0], values[1])]
        elif kind == "L":
            loop.append((values[0], values[1]))
        elif kind == "C":
            handles = [loop[-1], *zip(values[::2], values[1::2], strict=True)]
            loop += [on_curve(handles, step / STEPS) for step in range(1, STEPS + 1)]
    if len(loop) > 2:
        yield loop


def mixed(colour: Colour, other: Colour, by: float) -> Colour:
    red, green, blue = (own + (its - own) * by for own, its in zip(colour[:3], other[:3], strict=True))
    return Colour(red, green, blue, colour.alpha)


@cache
def hex_of(colour: Colour) -> str:
    digits = "".join(f"{round(channel * 255):02x}" for channel in colour[:3])
    return f"#{digits}" if colour.alpha == 1 else f"#{digits}{round(colour.alpha * 255):02x}"


def chosen_of(names: Iterable[str], seed: str, word: str) -> str | None:
    """One of the names, always the same for a seed; a part more in the kit changes few figures."""
    return max(names, key=lambda name: _hash(seed, f"{word} {name}"), default=None)


def share_of(seed: str, word: str) -> float:
    """A number from 0 to 1, always the same for a seed."""
    return _hash(seed, f"{word}?") / 2**64


def _hash(seed: str, word: str) -> int:
    return int.from_bytes(hashlib.sha256(f"{seed}\0{word}".encode()).digest()[:8], "big")
