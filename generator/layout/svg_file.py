"""SVG files: whether they are sound, and how large; told without drawing them."""

from __future__ import annotations

import binascii
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from io import BytesIO
from xml.parsers import expat

from generator.catalog.problems import InputError
from generator.catalog.wording import quote
from generator.layout.geometry import FARTHEST, NUMBER, Box, read_numbers

NAMESPACE = "http://www.w3.org/2000/svg"
MAX_DEPTH = 200
MAX_ELEMENTS = 500_000
MAX_NESTED = 5
"""SVG pictures embedded in one another."""
MAX_RATIO = 10_000
"""Of the longer side to the shorter one."""
MAX_DECODED_PIXELS = 30_000_000
"""Of a picture that must be decoded to be printed, which takes some 15 bytes for each pixel."""
GZIP = b"\x1f\x8b"
BEFORE_XML = b"\xef\xbb\xbf \t\r\n"
"""A byte order mark, and blanks."""


def measure_svg(name: str, data: bytes) -> tuple[float, float]:
    """Width and height of a sound SVG file in its own units.

    Raises :class:`InputError`: not well-formed, without a size, or with something in it that must not be
    drawn: other files, entities, elements without measure, embedded pictures too large to be decoded.
    """
    return _size(name, _inspected(name, data, 0))


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


def _inspected(name: str, data: bytes, nested: int) -> Mapping[str, str]:
    """The root's attributes, when all elements were looked at."""
    inspection = _Inspection(name, nested)
    parser = expat.ParserCreate(namespace_separator="}")
    parser.StartElementHandler = inspection.start
    parser.EndElementHandler = inspection.end
    parser.EntityDeclHandler = inspection.declare
    parser.AttlistDeclHandler = inspection.declare
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, ValueError, LookupError) as error:
        # The latter two for encodings that nothing reads.
        raise InputError(f"the picture {name} is not well-formed SVG: {error}") from None
    return inspection.root


@dataclass(slots=True)
class _Inspection:
    """Expat's handlers: refuse what must not be drawn as soon as they meet it."""

    name: str
    nested: int
    """In how many other SVG pictures this one is embedded."""
    root: Mapping[str, str] = field(default_factory=dict)
    depth: int = 0
    elements: int = 0

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
        for attribute, value in attributes.items():
            if attribute.endswith("href"):
                self._refer(tag, attribute, value.strip())

    def end(self, tag: str) -> None:
        del tag
        self.depth -= 1

    def declare(self, *arguments: object) -> None:
        del arguments
        raise InputError(f"the picture {self.name} declares entities", hint="save it as plain SVG")

    def _begin(self, tag: str, attributes: dict[str, str]) -> None:
        if tag.rpartition("}")[2] != "svg":
            raise InputError(
                f"the picture {self.name} does not begin as SVG does",
                hint=f'its first element is <svg xmlns="{NAMESPACE}">',
            )
        self.root = attributes

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
            _inspected(inner, data, self.nested + 1)
        elif _is_too_large(data):
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


def _is_too_large(data: bytes) -> bool:
    """By a picture's header; what has none draws nothing."""
    from PIL import Image

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(BytesIO(data)) as image:
                return image.width * image.height > MAX_DECODED_PIXELS
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        return True
    except (OSError, ValueError, SyntaxError, KeyError):
        return False
