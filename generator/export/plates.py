"""Copies of a CMYK file to draw from: as a screen shows it, and as a mask of what is painted."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.press.inks import PressInks
from generator.press.png_worker import deflated

if TYPE_CHECKING:
    import pikepdf


Instruction = tuple[list[Any], str]

PAINT = frozenset(("f", "F", "f*", "B", "B*", "b", "b*", "S", "s"))
PATH = frozenset(("m", "l", "c", "v", "y", "h", "re"))
SHOW = frozenset(("Tj", "TJ", "'", '"'))
MARKED = frozenset(("BMC", "BDC", "EMC", "MP", "DP"))
STATE = frozenset(
    (
        *("cm", "w", "J", "j", "M", "d", "i", "ri", "gs"),
        *("k", "K", "g", "G", "rg", "RG", "cs", "CS", "sc", "SC", "scn", "SCN"),
        *("Tc", "Tw", "Tz", "TL", "Tf", "Tr", "Ts"),
    )
)
CLIPPING_MODE = 4
"""Modes of text from this one on clip what follows to the letters."""


def save_pdf(pdf: pikepdf.Pdf, path: Path, **options: Any) -> None:
    """Writes a file; ``options`` are those of :meth:`pikepdf.Pdf.save`. Raises OSError."""
    written = io.BytesIO()
    pdf.save(written, **options)
    # Where a disk is full, qpdf would end the whole process.
    path.write_bytes(written.getbuffer())


def parsed(stream: Any) -> list[Instruction]:
    """The instructions of a page or a form, but for those that only say what a part of it means."""
    import pikepdf

    return [
        (list(one.operands), operator)
        for one in pikepdf.parse_content_stream(stream)
        if (operator := str(one.operator)) not in MARKED
    ]


def unparsed(instructions: Iterable[Instruction]) -> bytes:
    import pikepdf

    return pikepdf.unparse_content_stream(
        [(operands, pikepdf.Operator(operator)) for operands, operator in instructions]
    )


def closed(instructions: Sequence[Instruction]) -> list[Instruction]:
    """With the ends of all levels that are left open."""
    depth = sum({"q": 1, "Q": -1}.get(operator, 0) for _, operator in instructions)
    return [*instructions, *[([], "Q")] * depth]


PIXEL = b"\x00"
"""A black one."""


class Plate:
    """What becomes of a file's colours: each as it was before the inks for it were worked out."""

    space = "/DeviceRGB"
    operators = ("rg", "RG")

    def __init__(self, inks: PressInks) -> None:
        self.inks = inks

    def write(
        self, pdf: pikepdf.Pdf, pages: Sequence[int], contents: Sequence[Sequence[Instruction]], path: Path
    ) -> None:
        """Writes a copy of some pages of a file, with other contents on them."""
        import pikepdf

        with pikepdf.new() as copy:
            for number in pages:
                copy.pages.append(pdf.pages[number])
            things = [
                thing for thing in copy.objects if isinstance(thing, pikepdf.Stream | pikepdf.Dictionary)
            ]
            masks = {thing.SMask.objgen for thing in things if _is_image(thing) and "/SMask" in thing}
            for thing in things:
                if thing.objgen not in masks:
                    self._turn(thing)
            for page, content in zip(copy.pages, contents, strict=True):
                page.obj.Contents = copy.make_stream(unparsed(self._turned(content)))
            save_pdf(copy, path)

    def _turn(self, thing: Any) -> None:
        import pikepdf

        if _is_image(thing):
            self.image(thing)
        elif isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Form":
            # Those of soft masks are in greys, which are no colour.
            if "/CS" not in thing.get("/Group", {}):
                thing.write(unparsed(self._turned(parsed(thing))))
        elif "/ShadingType" in thing:
            self._shading(thing)
        elif thing.get("/Type") == "/ExtGState":
            self.state(thing)

    def _turned(self, instructions: Iterable[Instruction]) -> Iterable[Instruction]:
        for operands, operator in instructions:
            if operator in ("k", "K"):
                yield self.light(operands), self.operators[operator == "K"]
            else:
                yield operands, operator

    def light(self, inks: Sequence[Any]) -> list[float]:
        """What is seen of four inks."""
        return [round(channel, 5) for channel in self.inks.shown([float(ink) for ink in inks])]

    def image(self, image: Any) -> None:
        """Turns the pixels of an image; those in greys stay."""
        import pikepdf

        if image.ColorSpace != "/DeviceCMYK":
            return
        size = int(image.Height), int(image.Width), 4
        data = deflated(self.inks.shown_pixels(inks_of_image(image).reshape(size)))
        if "/Decode" in image:
            del image["/Decode"]
        image.write(data, filter=pikepdf.Name.FlateDecode)
        image.ColorSpace = pikepdf.Name.DeviceRGB

    def _shading(self, shading: Any) -> None:
        import pikepdf

        if shading.ColorSpace == "/DeviceCMYK":
            shading.ColorSpace = pikepdf.Name(self.space)
            self._function(shading.Function)

    def _function(self, function: Any) -> None:
        for key in ("/C0", "/C1"):
            if key in function:
                function[key] = self.light(list(function[key]))
        for part in function.get("/Functions", ()):
            self._function(part)

    def state(self, state: Any) -> None:
        """What becomes of a graphics state."""


class Mask(Plate):
    """Everything black and solid."""

    space = "/DeviceGray"
    operators = ("g", "G")

    def light(self, inks: Sequence[Any]) -> list[float]:
        del inks
        return [0.0]

    def image(self, image: Any) -> None:
        import pikepdf

        for key in ("/Decode", "/SMask"):
            if key in image:
                del image[key]
        image.write(PIXEL)
        image.Width, image.Height, image.BitsPerComponent = 1, 1, 8
        image.ColorSpace = pikepdf.Name.DeviceGray

    def state(self, state: Any) -> None:
        for key in ("/ca", "/CA", "/SMask"):
            if key in state:
                del state[key]


def _is_image(thing: Any) -> bool:
    return bool(thing.get("/Subtype") == "/Image")


def inks_of_image(image: Any) -> Any:
    """The inks of all pixels of an image in CMYK, 0 to 255, in a row."""
    import numpy

    if str(image.get("/Filter")) != "/DCTDecode":
        return numpy.frombuffer(image.read_bytes(), dtype=numpy.uint8)
    from io import BytesIO

    from PIL import Image

    # Pillow turns the ink over that Adobe writes upside down.
    with Image.open(BytesIO(image.read_raw_bytes())) as opened:
        return numpy.asarray(opened).reshape(-1)
