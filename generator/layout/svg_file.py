"""SVG files: whether they are sound, how large, what of them is not drawn, and their style sheets."""

from __future__ import annotations

import binascii
import re
import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple
from xml.parsers import expat

from generator.catalog.problems import MISSING_FILE, InputError
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import listed, quote
from generator.layout.geometry import FARTHEST, NUMBER, Box, read_numbers
from generator.layout.pixel_formats import MAX_DECODED_PIXELS

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

Declarations = Mapping[str, str]

COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)|<!--|-->", re.DOTALL)
NO_SPACE = re.compile(r"\S")
BRACE = re.compile("[{}]")
AT_RULE = re.compile(r"@[\w-]+")
SIMPLE = re.compile(r"(\*|[a-zA-Z][\w-]*)?((?:[.#][\w-]+)*)\Z")
PARTS = re.compile(r"([.#])([\w-]+)")
PSEUDO = re.compile(r"::?[\w-]+")
NEVER = frozenset({":hover", ":focus", ":active", ":visited", ":link", ":target", ":focus-visible"})
"""Selectors that choose nothing on paper."""


def word_set(words: str) -> frozenset[str]:
    return frozenset(words.split())


class Rule(NamedTuple):
    """Declarations for all elements of a tag, with all these classes and ids; empty: whatever they have."""

    weight: tuple[int, int, int]
    """Ids, classes and tags in its selector: the heavier rule is stronger."""
    tag: str
    classes: frozenset[str]
    ids: frozenset[str]
    declarations: Declarations

    def fits(self, tag: str, classes: frozenset[str], name: str) -> bool:
        return (not self.tag or self.tag == tag) and self.classes <= classes and self.ids <= {name}


class StyleSheet(NamedTuple):
    """The rules of a file's ``<style>`` elements, the weakest first."""

    rules: tuple[Rule, ...] = ()
    at_rules: tuple[str, ...] = ()
    """``@media`` and the like, which nothing here follows."""
    selectors: tuple[str, ...] = ()
    """What says more than tags, classes and ids, as it is written."""
    values: tuple[Declarations, ...] = ()
    """What all rules declare, whatever they choose."""

    def of(self, tag: str, classes: str, name: str) -> dict[str, str]:
        """What the rules say of an element."""
        own, found = frozenset(classes.split()), dict[str, str]()
        for rule in self.rules:
            if rule.fits(tag, own, name):
                found |= rule.declarations
        return found

    def not_followed(self) -> Iterator[str]:
        """What in it what draws art into pixels does not follow either."""
        yield from (rule for rule in self.at_rules if rule not in ("@charset", "@namespace"))
        for selector in self.selectors:
            if "~" in selector:
                yield selector
                continue
            yield from (
                pseudo
                for pseudo in PSEUDO.findall(selector)
                if pseudo not in NEVER and pseudo not in (":first-child", ":lang")
            )


def read_style_sheet(text: str) -> StyleSheet:
    """All rules of a file's style sheets."""
    at_rules: list[str] = []
    rules: list[Rule] = []
    others: list[str] = []
    values: list[Declarations] = []
    for selectors, body in _rules(COMMENT.sub(" ", text), at_rules):
        declared = declarations(body)
        values.append(declared)
        for selector in selectors.split(","):
            rule = _rule(selector.strip(), declared)
            if rule is None:
                others.append(selector.strip())
            else:
                rules.append(rule)
    # Of rules of one weight the last is the strongest: sorting keeps their order.
    rules.sort(key=lambda rule: rule.weight)
    return StyleSheet(tuple(rules), tuple(at_rules), tuple(others), tuple(values))


def declarations(style: str) -> dict[str, str]:
    """``fill:red; stroke:none`` by name, without what an editor notes for itself (``-inkscape-…``)."""
    pairs = [part.partition(":") for part in style.split(";") if ":" in part]
    return {
        name.strip(): value.replace("!important", "").strip()
        for name, _, value in pairs
        if not name.strip().startswith("-") and value.strip() not in NOTHING
    }


def _rules(text: str, at_rules: list[str]) -> Iterator[tuple[str, str]]:
    """Each rule's selectors and what it declares; rules that begin with ``@`` are left out and noted."""
    position = 0
    while True:
        brace = text.find("{", position)
        begin = NO_SPACE.search(text, position)
        if begin is not None and begin[0] == "@":
            end = text.find(";", position, brace if brace >= 0 else len(text))
            if end >= 0:
                at_rules += AT_RULE.findall(text[position:end])[:1]
                position = end + 1
                continue
        if brace < 0:
            return
        selectors = text[position:brace].strip()
        close = _closing(text, brace)
        if selectors.startswith("@"):
            at_rules += AT_RULE.findall(selectors)[:1]
        else:
            yield selectors, text[brace + 1 : close]
        position = close + 1


def _closing(text: str, brace: int) -> int:
    """Where the block that begins at ``brace`` ends."""
    depth = 0
    for match in BRACE.finditer(text, brace):
        depth += 1 if match[0] == "{" else -1
        if not depth:
            return match.start()
    return len(text)


def _rule(selector: str, declared: Declarations) -> Rule | None:
    match = SIMPLE.match(selector)
    if match is None or not selector:
        return None
    tag = "" if match[1] in (None, "*") else match[1]
    parts = PARTS.findall(match[2])
    classes = frozenset(name for kind, name in parts if kind == ".")
    ids = frozenset(name for kind, name in parts if kind == "#")
    return Rule((len(ids), len(classes), int(bool(tag))), tag, classes, ids, declared)


NAMESPACE = "http://www.w3.org/2000/svg"
MAX_DEPTH = 200
MAX_ELEMENTS = 500_000
MAX_NESTED = 5
"""SVG pictures embedded in one another."""
MAX_RATIO = 10_000
"""Of the longer side to the shorter one."""
GZIP = b"\x1f\x8b"
BEFORE_XML = b"\xef\xbb\xbf \t\r\n"
"""A byte order mark, and blanks."""


SANS, SERIF = "Source Sans Pro", "Source Serif Pro"
"""The fonts that texts inside pictures are drawn in, as these call them."""
FAMILIES = frozenset({SANS, SERIF, "serif", "sans-serif", "monospace", "cursive", "fantasy"})
DRAWN = word_set(
    "svg g a defs path rect circle ellipse line polyline polygon text tspan textPath image use symbol "
    "switch marker mask clipPath pattern linearGradient radialGradient stop filter style"
)
"""Elements that are drawn, or have a say in it; and all of filters."""
SILENT = word_set(
    "title desc metadata view cursor font glyph missing-glyph font-face font-face-src font-face-name "
    "font-face-uri font-face-format hkern vkern color-profile"
)
"""Elements that nobody would miss; what an editor notes for itself, in a namespace of its own, neither."""
PAINTS = word_set("fill stroke stop-color flood-color lighting-color color")
REFERRING = word_set("fill stroke filter mask clip-path marker marker-start marker-mid marker-end")
NOTHING = word_set("null undefined false true NaN") | {""}
"""What programs write for a value that they do not have. As browsers do, it is left out of account."""
CSS_GEOMETRY = word_set("x y cx cy r rx ry width height d")
UNREAD = word_set("background background-color background-image mask-image inline-size")
SHAPES = word_set("rect circle ellipse line path image use")
PAINT = re.compile(
    r"none|inherit|transparent|context-fill|context-stroke|#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|url\(.*"
    r"|(?:rgb|hsl)a?\([\d\s.,%+-]*(?:deg)?[\d\s.,%+-]*\)",
    re.IGNORECASE,
)
PATH_DATA = re.compile(r"[MmZzLlHhVvCcSsQqTtAaEe\d\s.,+-]*")
REFERENCES = re.compile(r"url\(\s*['\"]?#([^'\")\s]+)")
REFERENCE = re.compile(r"url\(\s*['\"]?#([^'\")]+?)['\"]?\s*\)$")
UNITS = re.compile(r"\d(?:px|deg|rad|turn|em|mm|%)")
XLINK = "http://www.w3.org/1999/xlink}href"
WATCHED = PAINTS | REFERRING | {"font-family", "font", "vector-effect"}
BLACKS = word_set("none inherit transparent black #000 #000000 currentcolor")
FONT = re.compile(r"^.*?\d[\w.%/]*\s+(.*)$")
DECODED = frozenset({"PNG", "JPEG", "GIF", "WEBP"})
"""Formats of embedded pictures that are drawn."""
MAX_SHOWN = 40
"""Letters of a value that are shown."""
MAX_UNDRAWN = 20
"""What of one file is noted."""


class Inspected(NamedTuple):
    """What is known of a sound SVG file: width and height in its own units."""

    width: float
    height: float
    undrawn: tuple[str, ...]
    """What in it is not drawn, or not as it says: ``<foreignObject>``."""
    is_colourless: bool
    """Whether it names no colour but black."""


def inspect_svg(name: str, data: bytes) -> Inspected:
    """Looks at a sound SVG file.

    Raises :class:`InputError`: not well-formed, without a size, or with something in it that must not be
    drawn: other files, entities, elements without measure, embedded pictures too large to be decoded.
    """
    inspection = _inspected(name, data, 0)
    undrawn = tuple(dict.fromkeys(inspection.not_drawn()))[:MAX_UNDRAWN]
    return Inspected(*_size(name, inspection.root), undrawn, not inspection.has_colour)


class _Sheet(NamedTuple):
    """A file of which parts are wanted."""

    root: Element
    named: Mapping[str, Element]
    parents: Mapping[Element, Element]

    @property
    def namespace(self) -> str:
        """What its tags begin with; empty in a file that names none."""
        return f"{{{NAMESPACE}}}" if self.root.tag.startswith("{") else ""

    def needed(self, inside: Iterable[Element]) -> list[Element]:
        """Style sheets, and what elements refer to, that do not stand inside of these."""
        found: dict[str, Element] = {}
        open_, texts = list(inside), [*self.root.iter(f"{self.namespace}style")]
        own = {element.get("id") for top in open_ for element in top.iter()}
        ways = [text.text or "" for text in texts]
        while open_ or ways:
            for element in open_.pop().iter() if open_ else ():  # none where only style sheets refer
                ways += [f"url({value})" if value[:1] == "#" else value for value in element.attrib.values()]
            for name in REFERENCES.findall(" ".join(ways)):
                if name in self.named and name not in found and name not in own:
                    found[name] = self.named[name]
                    open_.append(self.named[name])
            ways = []
        return [*texts, *found.values()]


@lru_cache(maxsize=4)
def _sheet(name: str, data: bytes) -> _Sheet:
    """Read once for all parts of a file. Raises :class:`InputError` for one that must not be drawn."""
    from xml.etree.ElementTree import fromstring

    _inspected(name, data, 0)
    root = fromstring(data)
    named = {element.attrib["id"]: element for element in root.iter() if "id" in element.attrib}
    return _Sheet(root, named, {child: element for element in root.iter() for child in element})


def svg_part(name: str, data: bytes, part: str) -> bytes:
    """An element of an SVG file, by its id, as an SVG of its own with all that it refers to.

    A symbol comes with its own viewBox; anything else stays where it stands in the whole, whose viewBox it
    has. It is shown even where the file hides it. Raises :class:`InputError`.
    """
    from xml.etree.ElementTree import Element, tostring

    sheet = _sheet(name, data)
    root, space, inner = sheet.root, sheet.namespace, sheet.named.get(part)
    if inner is None:
        hint = did_you_mean(part, sheet.named) or (
            f"it has {listed(list(sheet.named))}" if sheet.named else "its elements have no ids"
        )
        raise InputError(f"the picture {name} has no part {quote(part)}", hint=hint, code=MISSING_FILE)
    holds_others = inner.tag in (f"{space}symbol", root.tag)
    is_apart = holds_others and "viewBox" in inner.attrib
    whole = Element(root.tag, {"viewBox": inner.attrib["viewBox"]} if is_apart else _shown(root))
    drawn = Element(f"{space}g" if holds_others else inner.tag, _shown(inner, VIEW if holds_others else ()))
    drawn.text = inner.text
    drawn.extend(inner)
    ancestor = sheet.parents.get(inner)
    while not is_apart and ancestor is not None and ancestor is not root:
        around = Element(f"{space}g", _shown(ancestor, VIEW))
        around.append(drawn)
        drawn, ancestor = around, sheet.parents.get(ancestor)
    kept = Element(f"{space}defs")
    kept.extend(sheet.needed([drawn, whole]))
    whole.extend([kept, drawn])
    return tostring(whole)


VIEW = ("viewBox", "width", "height", "x", "y")


def _shown(element: Element, without: Iterable[str] = ()) -> dict[str, str]:
    """An element's attributes but for some, and but for what hides it."""
    own = {key: value for key, value in element.attrib.items() if key not in ("display", *without)}
    if "display" in own.get("style", ""):
        styled = declarations(own["style"])
        own["style"] = ";".join(f"{key}:{value}" for key, value in styled.items() if key != "display")
    return own


def read_view_box(text: str, owner: str, example: str = "0 0 100 100") -> Box | None:
    """An ``<svg>``'s ``viewBox``; None for an empty one.

    Raises :class:`InputError` for a wrong one; it names the ``owner``: ``the picture dragon.svg``.
    """
    if not text.strip():
        return None
    try:
        numbers = read_numbers(text, example)
    except InputError:
        numbers = []
    hint = f"a viewBox is four numbers up to {FARTHEST:,.0f}, the last two above 0: {example}"
    if len(numbers) != 4:
        raise InputError(f"{owner} has a wrong viewBox: {quote(text)}", hint=hint)
    if numbers[2] <= 0 or numbers[3] <= 0:
        raise InputError(f"{owner} has no size: its viewBox is {quote(text)}", hint=hint)
    return Box(*numbers)


def _size(name: str, root: Mapping[str, str]) -> tuple[float, float]:
    box = read_view_box(root.get("viewBox", ""), f"the picture {name}")
    if box is not None:
        width, height = box.width, box.height
    else:
        sides = [NUMBER.match(root.get(side, "").strip()) for side in ("width", "height")]
        width, height = (float(side[0]) if side else 0.0 for side in sides)
    if not (0 < width <= FARTHEST and 0 < height <= FARTHEST):
        raise InputError(f"the picture {name} has no size", hint="give its <svg> a viewBox")
    if max(width / height, height / width) > MAX_RATIO:
        raise InputError(
            f"the picture {name} measures {width:g} × {height:g}, more than {MAX_RATIO:,} to 1",
            hint="give its <svg> a viewBox as large as the drawing",
        )
    return width, height


def _inspected(name: str, data: bytes, nested: int) -> _Inspection:
    """All that was found when every element was looked at."""
    inspection = _Inspection(name, nested)
    parser = expat.ParserCreate(namespace_separator="}")
    parser.StartElementHandler = inspection.start
    parser.EndElementHandler = inspection.end
    parser.CharacterDataHandler = inspection.read
    parser.ProcessingInstructionHandler = inspection.instruct
    parser.EntityDeclHandler = inspection.declare
    parser.AttlistDeclHandler = inspection.declare
    parser.buffer_text = True
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, ValueError, LookupError) as error:
        # The latter two for encodings that nothing reads.
        raise InputError(f"the picture {name} is not well-formed SVG: {error}") from None
    return inspection


@dataclass(slots=True)
class _Inspection:
    """Expat's handlers: refuse what must not be drawn as soon as they meet it, and note what will not be."""

    name: str
    nested: int
    """In how many other SVG pictures this one is embedded."""
    root: Mapping[str, str] = field(default_factory=dict)
    depth: int = 0
    elements: int = 0
    undrawn: list[str] = field(default_factory=list)
    has_colour: bool = False
    ids: set[str] = field(default_factory=set)
    wanted: dict[str, str] = field(default_factory=dict)
    """What refers to an id, by that id."""
    families: dict[str, None] = field(default_factory=dict)
    sheets: list[str] = field(default_factory=list)
    letters: set[str] = field(default_factory=set)
    """Of all texts."""
    seen: set[tuple[str, str, bool]] = field(default_factory=set)
    """Attributes that were looked at; the same ones come again and again."""
    parents: list[str] = field(default_factory=list)
    """The tags around the place that is read; of other namespaces empty."""
    hidden: int = 0
    """The depth from which on nothing is drawn; 0 where all is."""
    masking: int = 0
    """The depth from which on no colour is seen, in a mask or clip; 0 where all are."""

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        self.elements += 1
        if self.depth > MAX_DEPTH:
            raise InputError(f"the elements of the picture {self.name} are nested more than {MAX_DEPTH} deep")
        if self.elements > MAX_ELEMENTS:
            raise InputError(
                f"the picture {self.name} has more than {MAX_ELEMENTS:,} elements",
                hint="export it as PNG at 300 dpi of its printed size",
            )
        if self.elements == 1:
            self._begin(tag, attributes)
        namespace, _, own = tag.rpartition("}")
        own = own if namespace in ("", NAMESPACE) else ""
        if own and not self.hidden:
            self._look(own, attributes)
        self.parents.append(own)
        for attribute, value in attributes.items():
            if attribute.endswith("href"):
                self._refer(tag, attribute, value.strip())

    def end(self, tag: str) -> None:
        del tag
        self.depth -= 1
        self.parents.pop()
        if self.depth < self.hidden:
            self.hidden = 0
        if self.depth < self.masking:
            self.masking = 0

    def read(self, text: str) -> None:
        """Takes down style sheets and the letters of texts."""
        parent = self.parents[-1] if self.parents else ""
        if parent == "style":
            self.sheets.append(text)
        elif parent in ("text", "tspan", "textPath") and not self.hidden:
            self.letters.update(text)

    def instruct(self, target: str, data: str) -> None:
        del data
        if target == "xml-stylesheet":
            self.undrawn.append("<?xml-stylesheet?>")

    def not_drawn(self) -> Iterable[str]:
        """All that is noted, when everything was read; the same may come twice."""
        if self.sheets:
            self._read_sheets("\n".join(self.sheets))
        yield from self.undrawn
        yield from (shown for name, shown in self.wanted.items() if name not in self.ids)
        letters = {letter for letter in self.letters if not letter.isspace()}
        if letters:
            yield from (
                f"<text> in the font {quote(family)}" for family in self.families if not _is_there(family)
            )
            yield from (f"{quote(letter)} in <text>" for letter in sorted(letters) if not _has_glyph(letter))

    def declare(self, *arguments: object) -> None:
        del arguments
        raise InputError(f"the picture {self.name} declares entities", hint="save it as plain SVG")

    def _begin(self, tag: str, attributes: dict[str, str]) -> None:
        if tag not in ("svg", f"{NAMESPACE}}}svg"):
            raise InputError(
                f"the picture {self.name} does not begin as SVG does",
                hint=f'its first element is <svg xmlns="{NAMESPACE}">',
            )
        self.root = attributes

    def _look(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag not in DRAWN and not tag.startswith("fe"):
            # What follows it in a <switch> is drawn instead.
            if tag not in SILENT and self.parents[-1] != "switch":
                self._note(f"<{tag}>")
            self.hidden = self.depth
            return
        if tag in ("mask", "clipPath") and not self.masking:
            self.masking = self.depth
        self.has_colour = self.has_colour or tag == "image"
        for name, value in attributes.items():
            if name == "id":
                self.ids.add(value)
            elif name == "d":
                if PATH_DATA.fullmatch(value) is None:
                    self._note(f"<{tag} d={_short(value)}>")
            elif name == "style":
                for key, own in declarations(value).items():
                    self._value(key, own, f"{key}: {_short(own, '')}")
                    if key in CSS_GEOMETRY and tag in SHAPES:
                        self._note(f"{key} in the style of <{tag}>")
            elif name in WATCHED and (name, value, bool(self.masking)) not in self.seen:
                self.seen.add((name, value, bool(self.masking)))
                self._value(name, value.strip(), f"{name}={_short(value)}")
        for name in ("href", XLINK):
            reference = attributes.get(name, "")
            if reference.startswith("#") and tag in ("use", "textPath"):
                self.wanted.setdefault(reference[1:], f"<{tag} href={_short(reference)}>")

    def _value(self, name: str, value: str, shown: str) -> None:
        """Looks at an attribute, or at what a style declares."""
        if value in NOTHING:
            return
        if name in PAINTS:
            self._paint(value, shown)
        elif name == "font-family":
            self.families[value] = None
        elif name == "font":
            match = FONT.match(value)
            self.families[match[1] if match else value] = None
        elif _is_unread(name, value):
            self._note(shown)
        reference = REFERENCE.match(value) if name in REFERRING else None
        if reference is not None:
            self.wanted.setdefault(reference[1], shown)

    def _paint(self, value: str, shown: str) -> None:
        plain = value.lower()
        if plain in BLACKS or plain.startswith("url("):
            return
        self.has_colour = self.has_colour or not self.masking
        if PAINT.fullmatch(value) is None and not _is_colour_name(plain):
            self._note(shown)

    def _read_sheets(self, text: str) -> None:
        sheet = read_style_sheet(text)
        for rule in sheet.not_followed():
            self._note(f"{_short(rule, '')} in <style>")
        for declared in sheet.values:
            for name, value in declared.items():
                self._value(name, value, f"{name}: {_short(value, '')}")
                # Of width and height it may be the whole picture's, which is drawn in any size.
                if name in CSS_GEOMETRY and name not in ("width", "height"):
                    self._note(f"{name} in <style>")

    def _note(self, shown: str) -> None:
        if len(self.undrawn) < MAX_UNDRAWN and shown not in self.undrawn:
            self.undrawn.append(shown)

    def _refer(self, tag: str, attribute: str, value: str) -> None:
        """Looks at a reference; a link is only for readers of the file."""
        if attribute.rpartition("}")[2] != "href" or tag.rpartition("}")[2] == "a" or value.startswith("#"):
            return
        if not value.startswith("data:"):
            raise InputError(
                f"the picture {self.name} needs another file: {quote(value)}", hint="embed it in the SVG"
            )
        self._inspect_embedded(_embedded(value))

    def _inspect_embedded(self, data: bytes) -> None:
        if data.startswith(GZIP):
            raise InputError(
                f"the picture {self.name} holds a compressed picture", hint="embed it as plain SVG"
            )
        if data.lstrip(BEFORE_XML).startswith(b"<"):
            if self.nested == MAX_NESTED:
                raise InputError(f"the picture {self.name} holds pictures nested more than {MAX_NESTED} deep")
            inner = self.name if self.nested else f"embedded in {self.name}"
            for shown in _inspected(inner, data, self.nested + 1).not_drawn():
                self._note(shown)
            return
        kind = _format(data)
        if kind not in DECODED:
            self._note(f"an embedded picture{f' ({kind})' if kind else ' that is broken'}")
        if kind == TOO_LARGE:
            raise InputError(
                f"the picture {self.name} holds one of more than {MAX_DECODED_PIXELS // 1_000_000} million "
                "pixels",
                hint="scale it to 300 dpi of its printed size",
            )


def _embedded(reference: str) -> bytes:
    """What a ``data:`` URL holds; nothing for one that can't be read, which draws nothing."""
    from urllib.parse import unquote_to_bytes

    head, _, content = reference.partition(",")
    data = unquote_to_bytes(content)
    if not head.rstrip().lower().endswith("base64"):
        return data
    try:
        return binascii.a2b_base64(data)
    except ValueError:
        return b""


def _is_unread(name: str, value: str) -> bool:
    """Whether nothing is made of a value of this attribute or property."""
    if name == "transform":
        return UNITS.search(value) is not None
    if name in UNREAD:
        return value not in BLACKS
    if name in REFERRING and name != "filter":
        return "(" in value and "url(" not in value
    return name == "vector-effect" and value == "non-scaling-stroke"


TOO_LARGE = "too large"


def _format(data: bytes) -> str:
    """By a picture's header; empty for what has none, which draws nothing."""
    from PIL import Image

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(BytesIO(data)) as image:
                is_too_large = image.width * image.height > MAX_DECODED_PIXELS
                return TOO_LARGE if is_too_large else str(image.format)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        return TOO_LARGE
    except (OSError, ValueError, SyntaxError, KeyError):
        return ""


def _short(value: str, mark: str = '"') -> str:
    """As much of a value as can be shown."""
    words = " ".join(value[: 2 * MAX_SHOWN].split())
    return f"{mark}{words if len(words) <= MAX_SHOWN else words[: MAX_SHOWN - 1] + '…'}{mark}"


def _is_there(family: str) -> bool:
    """Whether one of the fonts in such a list is there."""
    names = [name.strip(" \t\r\n'\"") for name in family.split(",")]
    return any(name in FAMILIES or name == "inherit" for name in names)


def _has_glyph(letter: str) -> bool:
    from generator.layout.fonts import built_in_family, open_font

    # All of Latin is in both.
    return letter < "\u0180" or any(
        open_font(built_in_family(name).regular).has(letter) for name in ("source-sans", "source-serif")
    )


def _is_colour_name(text: str) -> bool:
    from PIL.ImageColor import colormap

    return text in colormap
