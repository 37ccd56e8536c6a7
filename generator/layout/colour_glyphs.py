"""Emoji of fonts with glyphs in colours: pictures taken out of the font, set in a line as icons are."""

from __future__ import annotations

import atexit
import gzip
import hashlib
import os
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from copy import deepcopy
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element, ParseError, SubElement, fromstring, tostring

import uharfbuzz as hb

from generator.catalog.paths import temporary_files
from generator.catalog.problems import InputError
from generator.catalog.writing import reason_of, scratch_folder
from generator.layout.colour import Colour, parse_colour
from generator.layout.fonts import DAMAGED, FontFile, Shaped
from generator.layout.geometry import Box, rectangle
from generator.layout.icons import Icon
from generator.layout.pictures import BROKEN, MAX_BYTES, Picture, open_image, read_picture
from generator.layout.scripts import is_emoji
from generator.layout.svg_file import NAMESPACE, declarations

HEIGHT = 384
"""Pixels of a glyph that is drawn here: 300 dpi for letters 32 mm high."""
MAX_LAYERS = 600
"""Of a glyph, with those inside of others: a flag of Noto has 231. More may take seconds to draw."""
WIDEST = 8
"""In heights: a glyph that claims to be wider has metrics that make no sense."""
EMOJI = Path("emoji")
"""By which a run knows the folder of these pictures."""
PAINTS = ("fill", "stroke", "color", "stop-color")
"""What names a colour in an SVG."""
FRAME = ("viewBox", "width", "height", "x", "y", "id", "transform")
"""What the root says of its own frame, which is another one for a glyph by itself."""
REFERENCE = re.compile(r"#([\w.:-]+)")
DECLARES = re.compile(rb"<!(?:DOCTYPE|ENTITY)")


def with_emoji(run: Shaped, tone: Colour | None, *, is_rtl: bool = False) -> Iterator[Shaped | Icon]:
    """A run in a font with colours as stretches of letters, and emoji as icons, in logical order.

    ``tone``: what they are tinted with, from that colour to white; None: they have their own.
    Raises :class:`InputError` where a glyph's picture is damaged.
    """
    font, letters, folder = run.font, "", _folder()
    found = list(_clusters(run))
    for text, glyphs in reversed(found) if is_rtl else found:
        pictures = [_picture(folder, font, glyph, text, tone) for glyph in glyphs] if is_emoji(text) else []
        if not any(pictures):
            letters += text
            continue
        if letters and font.tables.draws:
            yield font.shape(letters, is_rtl=is_rtl)
        letters = ""
        for number, picture in enumerate(filter(None, pictures)):
            frame = Box(0, 0, picture.width, picture.height)
            name = "" if number else text
            yield Icon(name, rectangle(frame), frame, picture=picture, font=font.path)
    if letters and font.tables.draws:
        yield font.shape(letters, is_rtl=is_rtl)


def _clusters(run: Shaped) -> Iterator[tuple[str, list[int]]]:
    """Letters that are drawn together, with their glyphs."""
    text, glyphs = "", list[int]()
    for glyph in run.glyphs:
        if glyph.text and glyphs:
            yield text, glyphs
            glyphs = []
        text = glyph.text or text
        glyphs.append(glyph.glyph_id)
    if glyphs:
        yield text, glyphs


@lru_cache(maxsize=4096)
def _picture(folder: Path, font: FontFile, glyph: int, text: str, tone: Colour | None) -> Picture | None:
    """What a glyph looks like in colours, as a file in a folder; None where it has none."""
    for draw, suffix in ((_painted, "png"), (_svg, "svg"), (_bitmap, "png")):
        try:
            data = draw(font, glyph, tone)
        except (RuntimeError, MemoryError, hb.HarfBuzzError, *BROKEN) as error:
            raise _damaged(font, text, str(error) or "it can't be read") from None
        if data is not None:
            path = _kept(folder, font, text, suffix, data)
            try:
                return read_picture(path)
            except InputError:
                raise _damaged(font, text, "it is damaged") from None
    return None


def _damaged(font: FontFile, text: str, reason: str) -> InputError:
    return InputError(
        f"the font {font.path.name} is damaged: the picture of {text!r} can't be drawn ({reason})",
        hint=DAMAGED,
    )


def _painted(font: FontFile, glyph: int, tone: Colour | None) -> bytes | None:
    """A glyph of layers or gradients (table COLR) as a PNG."""
    face = font.face
    if not (
        face.glyph_has_color_paint(glyph) or (face.has_color_layers and face.get_glyph_color_layers(glyph))
    ):
        return None
    if _layers(font, glyph) > MAX_LAYERS:
        raise ValueError(f"it has more than {MAX_LAYERS} layers")
    box = _box(font, glyph)
    scale = HEIGHT / box.height
    paint = hb.RasterPaint()
    paint.transform = (scale, 0, 0, scale, 0, 0)
    paint.set_glyph_extents(
        hb.GlyphExtents(round(box.x), round(-box.y), round(box.width), round(-box.height))
    )
    drawn = paint.paint_glyph_or_fail(font.font, glyph)
    image = paint.render() if drawn else None
    if image is None:
        raise ValueError("its layers make no sense")
    from PIL import Image

    size, stride = (image.extents.width, image.extents.height), image.extents.stride
    pixels = Image.frombytes("RGBa", size, image.buffer, "raw", "BGRa", stride, -1).convert("RGBA")
    if pixels.getbbox() is None:
        raise ValueError("it is empty")
    return _png(pixels, tone)


def _layers(font: FontFile, glyph: int) -> int:
    found: list[bool] = []
    font.font.paint_glyph(glyph, _counting(), found)
    return len(found)


@cache
def _counting() -> Any:
    """Paints nothing, and adds to the list that it is given for each layer."""
    funcs = hb.PaintFuncs()
    for watch in (funcs.set_push_group_func, funcs.set_push_clip_glyph_func):
        watch(lambda *said: said[-1].append(True))
    return funcs


def _box(font: FontFile, glyph: int) -> Box:
    """The frame that all glyphs of a font share in height, y down. Raises :class:`ValueError`."""
    extents = font.font.get_font_extents("ltr")
    width, height = font.font.get_glyph_h_advance(glyph), extents.ascender - extents.descender
    if not 0 < height <= WIDEST * font.face.upem or not 0 < width <= WIDEST * height:
        raise ValueError("its metrics make no sense")
    return Box(0, -extents.ascender, width, height)


def _bitmap(font: FontFile, glyph: int, tone: Colour | None) -> bytes | None:
    """A glyph of pixels (tables CBDT and sbix): the PNG file that the font has."""
    data = bytes(font.font.get_glyph_color_png(glyph).data)
    if not data or tone is None:
        return data or None
    path = _kept(_folder(), font, "plain", "png", data)
    try:
        read_picture(path).require_pixels()
    except InputError:
        raise ValueError("it is damaged") from None
    return _png(open_image(data).convert("RGBA"), tone)


def _png(pixels: Any, tone: Colour | None) -> bytes:
    if tone is not None:
        from PIL import ImageOps

        alpha, dark = pixels.getchannel("A"), tuple(round(255 * channel) for channel in tone[:3])
        pixels = ImageOps.colorize(pixels.convert("L"), dark, (255, 255, 255)).convert("RGBA")
        pixels.putalpha(alpha)
    written = BytesIO()
    pixels.save(written, "PNG")
    return written.getvalue()


def _svg(font: FontFile, glyph: int, tone: Colour | None) -> bytes | None:
    """A glyph of vectors (table SVG) as a file of its own; the font may have many in one."""
    data = bytes(font.face.get_glyph_color_svg(glyph).data) if font.face.has_color_svg else b""
    if not data:
        return None
    document = _document(data)
    first = document.named.get(f"glyph{glyph}")
    if first is None:
        return None
    wanted, known = [first], {first}
    for part in (part for element in wanted for part in element.iter()):
        for name in (name for value in part.attrib.values() for name in REFERENCE.findall(value)):
            element = document.named.get(name)
            if element is not None and element not in known:
                wanted.append(element)
                known.add(element)
    drawing = Element(document.root.tag, document.root.attrib)
    drawing.set("viewBox", " ".join(f"{value:g}" for value in _box(font, glyph)))
    around = SubElement(drawing, f"{{{NAMESPACE}}}defs")
    around.extend([*document.styles, *wanted[1:]])
    drawing.append(first)
    drawing = deepcopy(drawing)
    if tone is not None:
        _tint(drawing, tone)
    return tostring(drawing)


class _Document(NamedTuple):
    """An SVG of a font, with what is in it by its id."""

    root: Element
    named: Mapping[str, Element]
    styles: Sequence[Element]


@lru_cache(maxsize=4)
def _document(data: bytes) -> _Document:
    if data[:2] == b"\x1f\x8b":
        with gzip.open(BytesIO(data)) as packed:
            data = packed.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES or DECLARES.search(data):
        raise ValueError("its SVG is too large, or declares entities")
    try:
        root = fromstring(data)
    except ParseError:
        raise ValueError("its SVG makes no sense") from None
    inside = [element for element in root.iter() if element is not root]
    named = {element.attrib["id"]: element for element in inside if "id" in element.attrib}
    look = {key: value for key, value in root.attrib.items() if key not in FRAME}
    styles = [element for element in inside if element.tag == f"{{{NAMESPACE}}}style"]
    return _Document(Element(root.tag, look), named, styles)


def _tint(drawing: Element, tone: Colour) -> None:
    for element in drawing.iter():
        said = {**element.attrib, **declarations(element.attrib.pop("style", ""))}
        element.attrib.update(said)
        for name in PAINTS:
            if name in said:
                element.set(name, _tinted(said[name], tone))
    drawing.set("fill", _tinted("black", tone))


def _tinted(text: str, tone: Colour) -> str:
    try:
        red, green, blue = parse_colour(text, {})[:3]
    except InputError:
        # No colour of its own: none, or a gradient, whose stops are tinted.
        return text
    light = 0.299 * red + 0.587 * green + 0.114 * blue
    return "#" + "".join(f"{round(255 * (channel + (1 - channel) * light)):02x}" for channel in tone[:3])


def _kept(folder: Path, font: FontFile, text: str, suffix: str, data: bytes) -> Path:
    """A file with these bytes: pictures are read from files."""
    letters = "-".join(f"{ord(letter):x}" for letter in text[:4])
    name = f"{font.name[:24]}-{letters}-{hashlib.sha256(data).hexdigest()[:12]}.{suffix}"
    try:
        path = folder / name
        if not path.exists():
            # Several processes may come to the same glyph at once.
            written = path.with_name(f"{os.getpid()}-{name}")
            written.write_bytes(data)
            written.replace(path)
    except OSError as error:
        raise _unwritable(error) from None
    return path


def _folder() -> Path:
    """Where the pictures are kept as long as the run lasts, or else the process."""
    temporary = temporary_files()
    try:
        if temporary is None:
            return _folder_of_process()
        if EMOJI not in temporary.folders:
            temporary.folders[EMOJI] = temporary.stack.enter_context(scratch_folder(_place()))
    except OSError as error:
        raise _unwritable(error) from None
    return temporary.folders[EMOJI]


def _unwritable(error: OSError) -> InputError:
    return InputError(f"no temporary files can be written: {reason_of(error)}")


@cache
def _folder_of_process() -> Path:
    stack = ExitStack()
    folder = stack.enter_context(scratch_folder(_place()))
    atexit.register(_remove, stack.close, os.getpid())
    return folder


def _place() -> Path:
    return Path(tempfile.gettempdir()).resolve()


def _remove(close: Callable[[], None], owner: int) -> None:
    """Removes the folder at the end of the process that made it, not of one that was forked from it."""
    if os.getpid() == owner:
        close()
