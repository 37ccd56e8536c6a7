"""PDF/A-2b (ISO 19005-2): sheets and rulebooks that are to be read in a hundred years, with all they need."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.catalog.extras import require
from generator.catalog.press_settings import SETTINGS
from generator.catalog.wording import pluralize
from generator.export.content_streams import save_pdf
from generator.export.target import ExportedFile, ExportOrder, NoOptions, Target
from generator.press.job import PrintJob
from generator.press.planning import plan_jobs
from generator.press.rulebook.job import plan_book

if TYPE_CHECKING:
    import pikepdf

PICTURES = ("png", "png-sheets")
SRGB = "sRGB IEC61966-2.1"
PART, LEVEL = "2", "B"
RDF_END = b"</rdf:RDF>"
CLAIM = f"""\
<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">
<pdfaid:part>{PART}</pdfaid:part>
<pdfaid:conformance>{LEVEL}</pdfaid:conformance>
</rdf:Description>
""".encode("ascii")
UA_SCHEMA = b"""\
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
 xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>
<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
<pdfaProperty:name>part</pdfaProperty:name>
<pdfaProperty:valueType>Integer</pdfaProperty:valueType>
<pdfaProperty:category>internal</pdfaProperty:category>
<pdfaProperty:description>Part of the PDF/UA standard</pdfaProperty:description>
</rdf:li></rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>
"""
"""What PDF/A asks for of each word that it does not know itself (ISO 19005-2, 6.6.2.3)."""
DATE_PLACE, DATE = 24, (2000, 1, 1, 0, 0, 0)
"""Where a profile's header says when it was made, and what it says then."""


def _check(order: ExportOrder[NoOptions]) -> None:
    form = order.request.settings.get("form")
    if form in PICTURES:
        order.problems.error(
            f"--form {form} writes pictures, no PDF files", hint="leave it out, or write pod"
        )


def _export(order: ExportOrder[NoOptions]) -> list[ExportedFile]:
    require("exports", "PDF/A")
    files = []
    for job in _jobs(order):
        file = order.new_file(job.path.name)
        raw = file.file.with_suffix(".raw.pdf")
        printed = job.print(order.context, raw)
        if printed is None:
            continue
        _archive(raw, file.file)
        raw.unlink()
        files.append(file._replace(says=pluralize(printed.sheets.pages, "page")))
    return files


def _jobs(order: ExportOrder[NoOptions]) -> Iterator[PrintJob]:
    yield from plan_jobs(order.game, order.request)
    book = plan_book(order.game, order.request)
    if book is not None:
        yield book


def srgb_profile() -> bytes:
    """The sRGB profile, the same bytes at any time."""
    from PIL import ImageCms

    data = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    struct.pack_into(">6H", data, DATE_PLACE, *DATE)
    return bytes(data)


def _archive(source: Path, file: Path) -> None:
    """Writes a PDF file of ours again, so that it keeps to PDF/A-2b."""
    import pikepdf

    with pikepdf.open(source) as pdf:
        _show_in_rgb(pdf)
        profile = pdf.make_stream(srgb_profile(), N=3, Alternate=pikepdf.Name.DeviceRGB)
        intent = pikepdf.Dictionary(
            Type=pikepdf.Name.OutputIntent,
            S=pikepdf.Name.GTS_PDFA1,
            OutputConditionIdentifier=SRGB,
            Info=SRGB,
            DestOutputProfile=profile,
        )
        pdf.Root.OutputIntents = [pdf.make_indirect(intent)]
        _say(pdf)
        save_pdf(
            pdf,
            file,
            object_stream_mode=pikepdf.ObjectStreamMode.disable,
            deterministic_id=True,
        )


def _say(pdf: pikepdf.Pdf) -> None:
    """Adds to the metadata that the file is PDF/A, and what those words mean that PDF/A does not know."""
    import pikepdf

    xmp = pdf.Root.Metadata.read_bytes()
    end = xmp.rindex(RDF_END)
    added = CLAIM + (UA_SCHEMA if b"pdfuaid" in xmp else b"")
    metadata = pdf.make_stream(xmp[:end] + added + xmp[end:])
    metadata.Type, metadata.Subtype = pikepdf.Name.Metadata, pikepdf.Name.XML
    pdf.Root.Metadata = metadata


def _show_in_rgb(pdf: pikepdf.Pdf) -> None:
    """Turns pictures in CMYK into RGB, of which alone the file tells what it looks like."""
    import pikepdf

    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Stream) and thing.get("/ColorSpace") == "/DeviceCMYK":
            _turn(thing)


def _turn(image: Any) -> None:
    import zlib

    import pikepdf
    from PIL import Image

    from generator.export.plates import inks_of_image

    size = int(image.Width), int(image.Height)
    pixels = Image.frombytes("CMYK", size, inks_of_image(image).tobytes()).convert("RGB")
    if "/Decode" in image:
        del image["/Decode"]
    image.write(zlib.compress(pixels.tobytes(), 6), filter=pikepdf.Name.FlateDecode)
    image.ColorSpace = pikepdf.Name.DeviceRGB


TARGET = Target(
    title="Archive (PDF/A-2b)",
    says="sheets and rulebook as PDF files that hold all they need, for libraries and archives",
    export=_export,
    check=_check,
    options=NoOptions,
    purpose="share",
    press=tuple(name for name, setting in SETTINGS.items() if setting.is_option and name != "dpi"),
    has_paper=True,
    takes_rulebook=True,
)
