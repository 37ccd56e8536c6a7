"""What the pages of one document share: fonts, pictures, forms, gradients, opacities."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFStream, PDFZCompress

from generator.layout.colour import LinearGradient, RadialGradient, Stop
from generator.layout.fonts import FontFile
from generator.layout.geometry import Box
from generator.layout.pictures import Picture
from generator.press.pdf.fonts import PdfFont
from generator.press.pdf.numbers import number
from generator.press.pdf.pictures import StoredPicture

EVERYWHERE = Box(-3000, -3000, 6000, 6000)
"""A box around anything that can be drawn, for forms whose extent does not matter."""


@dataclass(slots=True)
class Resources:
    """One resource dictionary for all pages and forms of a document, filled as it is drawn."""

    document: Any
    fonts: dict[FontFile, PdfFont] = field(default_factory=dict)
    objects: dict[str, Any] = field(default_factory=dict)
    """Forms and images by resource name."""
    states: dict[str, Any] = field(default_factory=dict)
    shadings: dict[str, Any] = field(default_factory=dict)
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

    def image(self, picture: Picture, width_mm: float) -> str:
        """The resource name of a picture; the same picture (and printed size, for SVG) is stored once."""
        key = (picture.digest, round(width_mm, 1) if picture.format == "svg" else 0)
        if key not in self.names:
            stored = StoredPicture(picture, width_mm)
            self._add(key, f"Im{len(self.objects) + 1}", stored, self.objects)
        return self.names[key]

    def form(self, content: str, box: Box = EVERYWHERE, *, isolated: bool = False) -> str:
        """The resource name of a piece of drawing; equal drawings are stored once."""
        key = (content, box, isolated)
        if key not in self.names:
            entries: dict[str, Any] = {
                "Type": PDFName("XObject"),
                "Subtype": PDFName("Form"),
                "BBox": PDFArray([number(v) for v in (box.x, box.y, box.right, box.bottom)]),
                "Resources": self.reference,
            }
            if isolated:
                entries["Group"] = PDFDictionary({"S": PDFName("Transparency"), "I": "true"})
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
            shading = PDFDictionary(
                {
                    "ShadingType": 2 if isinstance(gradient, LinearGradient) else 3,
                    "ColorSpace": PDFName("DeviceRGB"),
                    "Coords": PDFArray([number(value) for value in coordinates]),
                    "Function": _blend(gradient.stops),
                    "Extend": PDFArray(["true", "true"]),
                }
            )
            self._add(key, f"Sh{len(self.shadings) + 1}", shading, self.shadings)
        return self.names[key]

    def finish(self) -> None:
        """Writes the dictionary, when all pages are drawn."""
        fonts = {font.resource: font.objects(self.document) for font in self.fonts.values() if font.used}
        for name, group in (
            ("Font", {key: self.document.Reference(font) for key, font in fonts.items()}),
            ("XObject", self.objects),
            ("ExtGState", self.states),
            ("Shading", self.shadings),
        ):
            if group:
                self.registered[name] = PDFDictionary(group)

    def _add(self, key: object, name: str, thing: Any, group: dict[str, Any]) -> None:
        self.names[key] = name
        group[name] = self.document.Reference(thing)


def _blend(stops: tuple[Stop, ...]) -> Any:
    """A PDF function from 0…1 to colour (ISO 32000-1, 7.10.3 and 7.10.4)."""
    parts = [
        PDFDictionary(
            {
                "FunctionType": 2,
                "Domain": PDFArray([0, 1]),
                "C0": _channels(first),
                "C1": _channels(second),
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
        parts = [_constant(stops[0]), *parts, _constant(stops[-1])]
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


def _constant(stop: Stop) -> Any:
    return PDFDictionary(
        {
            "FunctionType": 2,
            "Domain": PDFArray([0, 1]),
            "C0": _channels(stop),
            "C1": _channels(stop),
            "N": 1,
        }
    )


def _channels(stop: Stop) -> Any:
    colour = stop.colour
    return PDFArray([number(channel) for channel in (colour.red, colour.green, colour.blue)])
