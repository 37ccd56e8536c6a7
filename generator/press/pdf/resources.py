"""What the pages of one document share: fonts, pictures, forms, gradients, opacities.

Fonts are subset by HarfBuzz and embedded as CID fonts, with a way back from glyph to text.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise, zip_longest
from typing import TYPE_CHECKING, Any

from generator.layout.colour import LinearGradient, RadialGradient, Stop
from generator.layout.fonts import FontFile, Shaped
from generator.layout.geometry import Box, Matrix, Outline
from generator.press.inks import SCREEN, Inks, number
from generator.press.pdf import PDFArray, PDFDictionary, PDFName, PDFStream, PDFString, PDFZCompress

if TYPE_CHECKING:
    from generator.layout.pictures import Picture
    from generator.press.pdf.pictures import StoredPicture
    from generator.press.rasterizer import Rasterizer

OPERATORS = {"M": "m", "L": "l", "C": "c"}


def fine(value: float) -> str:
    """Eight decimals, for scales and turns."""
    text = f"{value:.8f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def concat(matrix: Matrix) -> str:
    """The operator that moves what follows."""
    scale = " ".join(fine(value) for value in (matrix.a, matrix.b, matrix.c, matrix.d))
    return f"{scale} {fine(matrix.e)} {fine(matrix.f)} cm"


SHORT = 64
"""Segments of an outline that is worth keeping: those of frames and icons come again on many a card."""


def path(outline: Outline) -> str:
    """The operators that build an outline."""
    return _kept_path(outline) if len(outline.segments) <= SHORT else _path(outline)


def _path(outline: Outline) -> str:
    parts = []
    for kind, values in outline.segments:
        if kind == "Z":
            parts.append("h")
        else:
            parts.append(" ".join([f"{round(value, 3):.8g}" for value in values]) + " " + OPERATORS[kind])
    return "\n".join(parts)


_kept_path = lru_cache(maxsize=2048)(_path)


BLOCK = 100
"""Most entries of one block in a ToUnicode map (Adobe's CMap specification)."""


STAND_INS = range(0x41, 0x2000)
"""Letters that may stand for something else; a font has some nine hundred of them."""


@dataclass(slots=True, eq=False)
class PdfFont:
    """A font of one document: what is used of it, and how shaped text is written in it."""

    file: FontFile
    resource: str
    used: dict[int, str] = field(default_factory=dict)
    written: dict[Shaped, str] = field(default_factory=dict)

    def encode(self, shaped: Shaped, size: float) -> str:
        """The inside of a ``TJ`` array: glyph numbers in hex, kerning between them. ``size`` in points."""
        known = self.written.get(shaped)
        if known is None:
            self.use(shaped)
            known = _encoded(shaped, size)
            # How far a glyph is raised depends on the size; such words are rare.
            if not any(glyph.y_offset for glyph in shaped.glyphs):
                self.written[shaped] = known
        return known

    def use(self, shaped: Shaped) -> None:
        """Notes the glyphs and what they stand for: the plainest, if common and fixed space are one glyph."""
        for glyph, text in zip(shaped.glyphs, _texts(shaped), strict=True):
            readings = [reading for reading in (self.used.get(glyph.glyph_id), text) if reading]
            self.used[glyph.glyph_id] = min(readings, key=lambda reading: (len(reading), reading), default="")

    def glyph_of(self, text: str) -> int | None:
        """A letter that stands for a text in this document, whatever it looks like; None: all are taken."""
        known = next((glyph for glyph, read in self.used.items() if read == text), None)
        if known is None:
            letters = (self.file.font.get_nominal_glyph(code) for code in STAND_INS if chr(code).isalpha())
            known = next((glyph for glyph in letters if glyph and glyph not in self.used), None)
            if known is not None:
                self.used[known] = text
        return known

    def objects(self, document: Any) -> Any:
        """The font's PDF dictionary; registers its parts in the document."""
        data = self.file.subset(self.used)
        name = PDFName(f"{_tag(data)}+{self.file.name}")
        zlib = [PDFZCompress]
        is_postscript = self.file.tables.is_postscript
        # ISO 32000-1, tables 117 and 126: the outlines' kind says what the program and its font are called.
        about = {"Subtype": PDFName("CIDFontType0C")} if is_postscript else {"Length1": len(data)}
        embedded = PDFStream(PDFDictionary(about), data, zlib)
        descriptor = PDFDictionary(
            {
                "Type": PDFName("FontDescriptor"),
                "FontName": name,
                "Flags": 4,
                "FontBBox": PDFArray(_bounding_box(self.file)),
                "ItalicAngle": 0,
                "Ascent": round(self.file.ascent * 1000),
                "Descent": -round(self.file.descent * 1000),
                "CapHeight": round(self.file.cap_height * 1000),
                "StemV": 80,
                "FontFile3" if is_postscript else "FontFile2": document.Reference(embedded),
            }
        )
        descendant = PDFDictionary(
            {
                "Type": PDFName("Font"),
                "Subtype": PDFName("CIDFontType0" if is_postscript else "CIDFontType2"),
                "BaseFont": name,
                "CIDSystemInfo": PDFDictionary(
                    {"Registry": PDFString("Adobe"), "Ordering": PDFString("Identity"), "Supplement": 0}
                ),
                "FontDescriptor": document.Reference(descriptor),
                **({} if is_postscript else {"CIDToGIDMap": PDFName("Identity")}),
                "DW": 1000,
                "W": PDFArray(self._widths(PDFArray)),
                **({"W2": PDFArray(self._heights(PDFArray))} if self.file.is_upright else {}),
            }
        )
        to_unicode = PDFStream(PDFDictionary(), _to_unicode(self.used).encode("ascii"), zlib)
        return PDFDictionary(
            {
                "Type": PDFName("Font"),
                "Subtype": PDFName("Type0"),
                "BaseFont": name,
                "Encoding": PDFName("Identity-V" if self.file.is_upright else "Identity-H"),
                "DescendantFonts": PDFArray([document.Reference(descendant)]),
                "ToUnicode": document.Reference(to_unicode),
            }
        )

    def _widths(self, array: Any) -> list[Any]:
        scale = 1000 / self.file.face.upem
        entries: list[Any] = []
        for glyph in sorted(self.used):
            entries += [glyph, array([round(self.file.font.get_glyph_h_advance(glyph) * scale, 2)])]
        return entries

    def _heights(self, array: Any) -> list[Any]:
        """Of glyphs that stand in columns: how far down each leads, and its place (ISO 32000-1, 9.7.4.3)."""
        from generator.layout.text.vertical import UprightFont

        assert isinstance(self.file, UprightFont)
        entries: list[Any] = []
        for glyph in sorted(self.used):
            advance, right, up = self.file.measures(glyph)
            entries += [glyph, array([-advance, right, up])]
        return entries


def _texts(shaped: Shaped) -> list[str]:
    """The characters of each glyph. Accents over a letter share the letter's cluster; each gets its own."""
    texts = [glyph.text for glyph in shaped.glyphs]
    for index in range(len(texts) - 1):
        if len(texts[index]) > 1 and not texts[index + 1]:
            texts[index], texts[index + 1] = texts[index][0], texts[index][1:]
    return texts


def _encoded(shaped: Shaped, size: float) -> str:
    parts: list[str] = []
    run: list[str] = []
    # How far the pen has come beyond where it should be, in thousandths of the size.
    beyond = 0.0
    raised = 0.0

    def finish_run() -> None:
        if run:
            parts.append(f"<{''.join(run)}>")
            run.clear()

    is_open = False
    for glyph, after in zip_longest(shaped.glyphs, shaped.glyphs[1:]):
        if is_open and glyph.text:
            finish_run()
            parts.append("] TJ EMC [")
            is_open = False
        if glyph.text and after is not None and not after.text:
            # A letter of several glyphs, as many in Arabic and Thai are, is copied as the letter.
            finish_run()
            parts.append(f"] TJ {_spoken(glyph.text)} [")
            is_open = True
        if glyph.y_offset != raised:
            raised = glyph.y_offset
            finish_run()
            parts.append(f"] TJ {number(raised * size / 1000)} Ts [")
        shift = round(beyond - glyph.x_offset)
        if shift:
            finish_run()
            parts.append(str(shift))
            beyond -= shift
        run.append(f"{glyph.glyph_id:04X}")
        beyond += glyph.natural - glyph.advance
    finish_run()
    if raised:
        parts.append("] TJ 0 Ts [")
    if round(beyond):
        parts.append(str(round(beyond)))
    if is_open:
        parts.append("] TJ EMC [")
    return "".join(parts)


def _spoken(text: str) -> str:
    from generator.press.pdf.structure import spoken

    return spoken(text)


def _tag(data: bytes) -> str:
    """Six capitals in front of a subset's name, following from its content (ISO 32000-1, 9.6.4)."""
    digest = hashlib.sha256(data).digest()
    return "".join(chr(ord("A") + byte % 26) for byte in digest[:6])


def _bounding_box(file: FontFile) -> list[int]:
    return [-500, -round(file.descent * 1000), 1500, round(file.ascent * 1000)]


def _to_unicode(used: Mapping[int, str]) -> str:
    entries = [
        f"<{glyph:04X}> <{text.encode('utf-16-be', 'replace').hex().upper()}>"
        for glyph, text in sorted(used.items())
        if text
    ]
    blocks = [entries[start : start + BLOCK] for start in range(0, len(entries), BLOCK)]
    body = "\n".join(f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar" for block in blocks)
    return (
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
        "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
        "1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n"
        f"{body}\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"
    )


EVERYWHERE = Box(-3000, -3000, 6000, 6000)
"""A box around anything that can be drawn, for forms whose extent does not matter."""


@dataclass(slots=True)
class Resources:
    """One resource dictionary for all pages and forms of a document, filled as it is drawn."""

    document: Any
    rasterizer: Rasterizer
    inks: Inks = SCREEN
    max_dpi: int | None = None
    """Pictures of more dots to the inch are reduced to so many; None: they stay as they are."""
    pictures: dict[object, StoredPicture] = field(default_factory=dict)
    shown: int = 0
    """How often pictures were drawn."""
    fonts: dict[FontFile, PdfFont] = field(default_factory=dict)
    objects: dict[str, Any] = field(default_factory=dict)
    """Forms and images by resource name."""
    states: dict[str, Any] = field(default_factory=dict)
    shadings: dict[str, Any] = field(default_factory=dict)
    patterns: dict[str, Any] = field(default_factory=dict)
    names: dict[object, str] = field(default_factory=dict)
    """The resource name of each thing that is there already."""
    registered: Any = None

    def __post_init__(self) -> None:
        self.registered = PDFDictionary()
        self.document.Reference(self.registered, "SharedResources")

    @property
    def reference(self) -> Any:
        return self.document.Reference(self.registered)

    def font(self, file: FontFile) -> PdfFont:
        font = self.fonts.get(file)
        if font is None:
            font = self.fonts[file] = PdfFont(file, f"F{len(self.fonts) + 1}")
        return font

    def image(self, picture: Picture, width_mm: float, printed: tuple[float, float]) -> str:
        """The resource name of a picture; the same picture (and width, for SVG) is stored once.

        ``printed``: its size on the page in mm, which matters where there is a bound on the dots to the inch.
        """
        # Of cards without pictures nothing that reads them is needed.
        from generator.press.pdf.pictures import StoredPicture

        key = (picture.digest, round(width_mm, 1) if picture.format == "svg" else 0)
        if key not in self.names:
            stored = StoredPicture(picture, width_mm, self.rasterizer, self.inks, self.max_dpi)
            self.pictures[key] = stored
            self._add(key, f"Im{len(self.objects) + 1}", stored, self.objects)
        self.pictures[key].show(*printed)
        self.shown += 1
        return self.names[key]

    def form(
        self, content: str, box: Box = EVERYWHERE, *, isolated: bool = False, is_mask: bool = False
    ) -> str:
        """The resource name of a piece of drawing; equal drawings are stored once.

        ``is_mask``: one in greys, of which only the brightness counts.
        """
        key = (content, box, isolated, is_mask)
        if key not in self.names:
            entries: dict[str, Any] = {
                "Type": PDFName("XObject"),
                "Subtype": PDFName("Form"),
                "BBox": PDFArray([number(v) for v in (box.x, box.y, box.right, box.bottom)]),
                "Resources": self.reference,
            }
            if isolated:
                entries["Group"] = PDFDictionary({"S": PDFName("Transparency"), "I": "true"})
            if is_mask:
                entries["Group"] = PDFDictionary(
                    {"S": PDFName("Transparency"), "CS": PDFName("DeviceGray"), "I": "true"}
                )
            stream = PDFStream(PDFDictionary(entries), content.encode("ascii"), [PDFZCompress])
            self._add(key, f"Fm{len(self.objects) + 1}", stream, self.objects)
        return self.names[key]

    def opacity(self, value: float) -> str:
        key = ("opacity", value)
        if key not in self.names:
            state = PDFDictionary({"Type": PDFName("ExtGState"), "ca": number(value), "CA": number(value)})
            self._add(key, f"Gs{len(self.states) + 1}", state, self.states)
        return self.names[key]

    def shading(self, gradient: LinearGradient | RadialGradient, coordinates: tuple[float, ...]) -> str:
        """The resource name of a gradient that runs between these coordinates (mm)."""
        key = (gradient, coordinates)
        if key not in self.names:
            shading = _shading(gradient, coordinates, self.inks.space, self._channels)
            self._add(key, f"Sh{len(self.shadings) + 1}", shading, self.shadings)
        return self.names[key]

    def pattern(self, gradient: LinearGradient | RadialGradient, coordinates: tuple[float, ...]) -> str:
        """The resource name of a gradient that lines are drawn in."""
        key = ("pattern", gradient, coordinates)
        if key not in self.names:
            shading = self.shadings[self.shading(gradient, coordinates)]
            pattern = PDFDictionary({"PatternType": 2, "Shading": shading})
            self._add(key, f"Pt{len(self.patterns) + 1}", pattern, self.patterns)
        return self.names[key]

    def mask(
        self, gradient: LinearGradient | RadialGradient, coordinates: tuple[float, ...], box: Box
    ) -> str:
        """The resource name of a state in which all is as solid as a gradient's colours, inside a box."""
        key = ("mask", gradient, coordinates, box)
        if key not in self.names:
            greys = _shading(gradient, coordinates, "DeviceGray", _solidity)
            name = f"Sh{len(self.shadings) + 1}"
            self._add(("greys", gradient, coordinates), name, greys, self.shadings)
            form = self.form(f"/{name} sh", box, is_mask=True)
            mask = PDFDictionary({"S": PDFName("Luminosity"), "G": self.objects[form]})
            state = PDFDictionary({"Type": PDFName("ExtGState"), "SMask": mask})
            self._add(key, f"Gs{len(self.states) + 1}", state, self.states)
        return self.names[key]

    def finish(self) -> None:
        """Writes the dictionary, when all pages are drawn."""
        fonts = {font.resource: font.objects(self.document) for font in self.fonts.values() if font.used}
        for name, group in (
            ("Font", {key: self.document.Reference(font) for key, font in fonts.items()}),
            ("XObject", self.objects),
            ("ExtGState", self.states),
            ("Shading", self.shadings),
            ("Pattern", self.patterns),
        ):
            if group:
                self.registered[name] = PDFDictionary(group)

    def _channels(self, stop: Stop) -> Any:
        return PDFArray([number(channel) for channel in self.inks.channels(stop.colour)])

    def _add(self, key: object, name: str, thing: Any, group: dict[str, Any]) -> None:
        self.names[key] = name
        group[name] = self.document.Reference(thing)


def _shading(
    gradient: LinearGradient | RadialGradient,
    coordinates: tuple[float, ...],
    space: str,
    channels: Channels,
) -> Any:
    return PDFDictionary(
        {
            "ShadingType": 2 if isinstance(gradient, LinearGradient) else 3,
            "ColorSpace": PDFName(space),
            "Coords": PDFArray([number(value) for value in coordinates]),
            "Function": _blend(gradient.stops, channels),
            "Extend": PDFArray(["true", "true"]),
        }
    )


Channels = Callable[[Stop], Any]
"""What a shading's function gives at a stop."""


def _blend(stops: tuple[Stop, ...], channels: Channels) -> Any:
    """A PDF function from 0…1 to colour (ISO 32000-1, 7.10.3 and 7.10.4)."""
    parts = [
        PDFDictionary(
            {
                "FunctionType": 2,
                "Domain": PDFArray([0, 1]),
                "C0": channels(first),
                "C1": channels(second),
                "N": 1,
            }
        )
        for first, second in pairwise(stops)
    ]
    bounds = [number(stop.offset) for stop in stops[1:-1]]
    whole = stops[0].offset == 0 and stops[-1].offset == 1
    if len(parts) == 1 and whole:
        return parts[0]
    start, end = stops[0].offset, max(stops[-1].offset, stops[0].offset + 0.001)
    if not whole:
        parts = [_constant(channels(stops[0])), *parts, _constant(channels(stops[-1]))]
        bounds = [number(start), *bounds, number(end)]
    return PDFDictionary(
        {
            "FunctionType": 3,
            "Domain": PDFArray([0, 1]),
            "Functions": PDFArray(parts),
            "Bounds": PDFArray(bounds),
            "Encode": PDFArray([0, 1] * len(parts)),
        }
    )


def _constant(values: Any) -> Any:
    return PDFDictionary(
        {
            "FunctionType": 2,
            "Domain": PDFArray([0, 1]),
            "C0": values,
            "C1": values,
            "N": 1,
        }
    )


def _solidity(stop: Stop) -> Any:
    return PDFArray([number(stop.colour.alpha)])
