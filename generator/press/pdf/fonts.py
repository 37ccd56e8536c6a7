"""Fonts in a PDF: subset by HarfBuzz, embedded as CID fonts, with a way back from glyph to text."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import uharfbuzz as hb

from generator.layout.fonts import FontFile, Shaped
from generator.press.pdf.numbers import number

TABLES_OF_NO_USE = ("GSUB", "GPOS", "GDEF", "kern", "name", "post", "OS/2", "DSIG", "STAT", "gasp", "cmap")
BLOCK = 100
"""Most entries of one block in a ToUnicode map (Adobe's CMap specification)."""


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
            self._use(shaped)
            known = _encoded(shaped, size)
            # How far a glyph is raised depends on the size; such words are rare.
            if not any(glyph.y_offset for glyph in shaped.glyphs):
                self.written[shaped] = known
        return known

    def _use(self, shaped: Shaped) -> None:
        """Notes the glyphs and what they stand for: the plainest, if common and fixed space are one glyph."""
        for glyph, text in zip(shaped.glyphs, _texts(shaped), strict=True):
            readings = [reading for reading in (self.used.get(glyph.index), text) if reading]
            self.used[glyph.index] = min(readings, key=lambda reading: (len(reading), reading), default="")

    def objects(self, document: Any) -> Any:
        """The font's PDF dictionary; registers its parts in the document."""
        from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFStream, PDFString

        data = self._subset()
        name = PDFName(f"{_tag(data)}+{self.file.name}")
        zlib = _zlib_filters()
        embedded = PDFStream(PDFDictionary({"Length1": len(data)}), data, zlib)
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
                "FontFile2": document.Reference(embedded),
            }
        )
        descendant = PDFDictionary(
            {
                "Type": PDFName("Font"),
                "Subtype": PDFName("CIDFontType2"),
                "BaseFont": name,
                "CIDSystemInfo": PDFDictionary(
                    {"Registry": PDFString("Adobe"), "Ordering": PDFString("Identity"), "Supplement": 0}
                ),
                "FontDescriptor": document.Reference(descriptor),
                "CIDToGIDMap": PDFName("Identity"),
                "DW": 1000,
                "W": PDFArray(self._widths(PDFArray)),
            }
        )
        to_unicode = PDFStream(PDFDictionary(), _to_unicode(self.used).encode("ascii"), zlib)
        return PDFDictionary(
            {
                "Type": PDFName("Font"),
                "Subtype": PDFName("Type0"),
                "BaseFont": name,
                "Encoding": PDFName("Identity-H"),
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

    def _subset(self) -> bytes:
        wanted = hb.SubsetInput()
        wanted.sets(hb.SubsetInputSets.GLYPH_INDEX).update(self.used)
        wanted.sets(hb.SubsetInputSets.DROP_TABLE_TAG).update(
            [int.from_bytes(tag.ljust(4).encode(), "big") for tag in TABLES_OF_NO_USE]
        )
        flags = hb.SubsetFlags
        wanted.flags = flags.RETAIN_GIDS | flags.NO_HINTING | flags.NOTDEF_OUTLINE
        data = hb.subset(self.file.face, wanted).blob.data
        return bytes(data)


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

    for glyph in shaped.glyphs:
        if glyph.y_offset != raised:
            raised = glyph.y_offset
            finish_run()
            parts.append(f"] TJ {number(raised * size / 1000)} Ts [")
        shift = round(beyond - glyph.x_offset)
        if shift:
            finish_run()
            parts.append(str(shift))
            beyond -= shift
        run.append(f"{glyph.index:04X}")
        beyond += glyph.natural - glyph.advance
    finish_run()
    if raised:
        parts.append("] TJ 0 Ts [")
    if round(beyond):
        parts.append(str(round(beyond)))
    return "".join(parts)


def _zlib_filters() -> list[Any]:
    from reportlab.pdfbase.pdfdoc import PDFZCompress

    return [PDFZCompress]


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
