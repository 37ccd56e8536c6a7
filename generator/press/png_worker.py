"""Draws pages of PDF files as PNG files: a script for a process of its own, so that each core can have one.

It needs nothing but Python's library, ``isal``, ``numpy`` and ``pypdfium2``; its arguments are the seconds
that a page may take, and their folders. Orders come as lines of JSON on standard input, each with the names
of :class:`Order`. Each is answered by such a line on standard output: the SHA-256 of the file that was
written, or what went wrong. It ends with its input, or in the middle of a page that takes too long, so that
it does not outlive the run that began it.
"""

from __future__ import annotations

import ctypes
import faulthandler
import hashlib
import json
import signal
import struct
import sys
import zlib
from collections.abc import Iterable, Iterator
from typing import IO, Any, NamedTuple, Protocol

POINTS_PER_MM = 72 / 25.4
BAND = 4_000_000
"""Pixels that are drawn at a time, so that a large page takes no more memory than a small one."""
LEVEL = 2
"""Of isal: files an eighth larger than by zlib's usual 6, in a sixth of the time."""
APART = 16
"""Bytes that isal packs by another part of it, which is sound."""
UP = 2
"""The filter of PNG that gives each row by what differs from the one above."""
OPAQUE_WHITE = 0xFFFFFFFF
SOFTWARE = b"Software\0Gatepress"
"""Says in each file who made it."""


class Order(NamedTuple):
    """A page (from 0) of a PDF of ``across`` by ``down`` mm, drawn with ``width`` by ``height`` pixels.

    ``cut`` is what of it is not transparent, as the segments of an outline in mm; None: all. The same bytes
    go into each of the ``files``.
    """

    pdf: str
    page: int
    across: float
    down: float
    width: int
    height: int
    dpi: int
    cut: list[Any] | None
    files: list[str]


class Drawer:
    """Draws with PDFium, which is not for several threads; the last PDF stays open."""

    def __init__(self) -> None:
        import numpy
        import pypdfium2.raw

        self._numpy: Any = numpy
        self._pdfium: Any = pypdfium2.raw
        self._open: tuple[str, Any] | None = None
        self._masks: dict[str, tuple[Any, Any]] = {}

    def draw(self, order: Order) -> str:
        """Writes the files; the digest of each. Raises OSError, and ValueError for what PDFium can't read."""
        pdfium = self._pdfium
        page = pdfium.FPDF_LoadPage(self._document(order.pdf), order.page)
        if not page:
            raise ValueError(f"page {order.page + 1} can't be read")
        try:
            rows = self._rows(order, page)
            with _Written(order.files) as out:
                write_png(out, (order.width, order.height), order.dpi, rows, is_clear=order.cut is not None)
            return out.digest.hexdigest()
        finally:
            pdfium.FPDF_ClosePage(page)

    def _document(self, path: str) -> Any:
        if self._open is None or self._open[0] != path:
            if self._open is not None:
                self._pdfium.FPDF_CloseDocument(self._open[1])
                self._open = None
            document = self._pdfium.FPDF_LoadDocument(path.encode() + b"\0", None)
            if not document:
                raise ValueError("its PDF can't be read")
            self._open = path, document
        return self._open[1]

    def _rows(self, order: Order, page: Any) -> Iterator[bytes]:
        """The page's rows from the top, filtered, many at a time."""
        numpy, pdfium = self._numpy, self._pdfium
        mask = None if order.cut is None else self._mask(order)
        channels = 3 if mask is None else 4
        above = numpy.zeros(order.width * channels, numpy.uint8)
        step = max(1, BAND // order.width)
        for top in range(0, order.height, step):
            count = min(step, order.height - top)
            pixels = self._band(order, page, top, count, pdfium.FPDFBitmap_BGR)
            if mask is not None:
                shown = 255 - self._band(order, mask, top, count, pdfium.FPDFBitmap_Gray)
                pixels = numpy.concatenate(
                    (pixels.reshape(count, order.width, 3), shown.reshape(count, order.width, 1)), axis=2
                ).reshape(count, order.width * channels)
            yield filtered(pixels, above).data
            above = pixels[-1].copy()

    def _band(self, order: Order, page: Any, top: int, count: int, form: int) -> Any:
        """So many rows of a page on white, as an array of bytes, red before green before blue."""
        numpy, pdfium = self._numpy, self._pdfium
        bitmap = pdfium.FPDFBitmap_CreateEx(order.width, count, form, None, 0)
        if not bitmap:
            raise MemoryError
        try:
            pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, order.width, count, OPAQUE_WHITE)
            place = (0, -top, order.width, order.height, 0)
            pdfium.FPDF_RenderPageBitmap(bitmap, page, *place, pdfium.FPDF_REVERSE_BYTE_ORDER)
            stride = pdfium.FPDFBitmap_GetStride(bitmap)
            address = ctypes.cast(pdfium.FPDFBitmap_GetBuffer(bitmap), ctypes.POINTER(ctypes.c_ubyte))
            drawn = numpy.ctypeslib.as_array(address, (count, stride))
            return drawn[:, : order.width * (1 if form == pdfium.FPDFBitmap_Gray else 3)].copy()
        finally:
            pdfium.FPDFBitmap_Destroy(bitmap)

    def _mask(self, order: Order) -> Any:
        """A page with the cut in black, drawn as the page itself is, so that both have the same edges."""
        key = json.dumps((order.across, order.down, order.cut))
        if key not in self._masks:
            pdfium = self._pdfium
            document = pdfium.FPDF_CreateNewDocument()
            width, height = order.across * POINTS_PER_MM, order.down * POINTS_PER_MM
            page = pdfium.FPDFPage_New(document, 0, width, height)
            path = pdfium.FPDFPageObj_CreateNewPath(0.0, 0.0)
            for kind, values in order.cut or ():
                points = [
                    height - value * POINTS_PER_MM if at % 2 else value * POINTS_PER_MM
                    for at, value in enumerate(values)
                ]
                add = {
                    "M": pdfium.FPDFPath_MoveTo,
                    "L": pdfium.FPDFPath_LineTo,
                    "C": pdfium.FPDFPath_BezierTo,
                    "Z": pdfium.FPDFPath_Close,
                }[kind]
                add(path, *points)
            pdfium.FPDFPageObj_SetFillColor(path, 0, 0, 0, 255)
            pdfium.FPDFPath_SetDrawMode(path, pdfium.FPDF_FILLMODE_WINDING, False)
            pdfium.FPDFPage_InsertObject(page, path)
            pdfium.FPDFPage_GenerateContent(page)
            self._masks[key] = page, document
        return self._masks[key][0]


class _Written:
    """Files with the same bytes, and their digest."""

    def __init__(self, paths: list[str]) -> None:
        self._paths = paths
        self._files: list[IO[bytes]] = []
        self.digest = hashlib.sha256()

    def __enter__(self) -> _Written:
        for path in self._paths:
            self._files.append(open(path, "wb"))  # noqa: PTH123 - as long as this
        return self

    def __exit__(self, *exception: object) -> None:
        for file in self._files:
            file.close()

    def write(self, data: bytes) -> None:
        self.digest.update(data)
        for file in self._files:
            file.write(data)


def filtered(pixels: Any, above: Any) -> Any:
    """Rows of pixels, as an array of bytes, by what differs from the row above each."""
    import numpy

    rows = numpy.empty((len(pixels), 1 + pixels.shape[1]), numpy.uint8)
    rows[:, 0] = UP
    numpy.subtract(pixels[0], above, out=rows[0, 1:])
    numpy.subtract(pixels[1:], pixels[:-1], out=rows[1:, 1:])
    return rows


class Sink(Protocol):
    """A file, or several."""

    def write(self, data: bytes, /) -> object: ...


def write_png(
    out: Sink, size: tuple[int, int], dpi: float, rows: Iterable[Any], *, is_clear: bool, notes: bytes = b""
) -> None:
    """A PNG file (https://www.w3.org/TR/png-3/) of filtered rows, 8 bits a channel.

    ``is_clear``: with alpha. ``notes``: chunks that say more of it.
    """
    out.write(b"\x89PNG\r\n\x1a\n")
    out.write(chunk(b"IHDR", struct.pack(">IIBBBBB", *size, 8, 6 if is_clear else 2, 0, 0, 0)))
    out.write(chunk(b"sRGB", b"\0"))
    per_metre = round(dpi / 0.0254)
    out.write(chunk(b"pHYs", struct.pack(">IIB", per_metre, per_metre, 1)))
    out.write(chunk(b"tEXt", SOFTWARE) + notes)
    for part in _packed(rows):
        out.write(chunk(b"IDAT", part))
    out.write(chunk(b"IEND", b""))


def deflated(data: Any) -> bytes:
    """Bytes as zlib packs them, in a tenth of its time; the same ones always give the same."""
    return b"".join(_packed([data]))


def _packed(bands: Iterable[Any]) -> Iterator[bytes]:
    """The same of several arrays of bytes, piece by piece.

    The first few bytes are packed by themselves. Where isal begins with more, it takes note of the third one
    under what a register held before (``.write_first_byte`` in its ``igzip_icf_body_h1_gr_bt.asm``), the
    address of its stack, so that in some runs it finds a repetition at another place.
    """
    from isal import isal_zlib

    packer = isal_zlib.compressobj(LEVEL)
    begin = 0
    for band in bands:
        of = memoryview(band).cast("B")
        if not begin:
            begin = APART
            yield packer.compress(of[:begin]) + packer.flush(isal_zlib.Z_SYNC_FLUSH)
            of = of[begin:]
        if packed := packer.compress(of):
            yield packed
    yield packer.flush()


def chunk(kind: bytes, data: bytes) -> bytes:
    """A part of a PNG file."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(data, zlib.crc32(kind)))


def main() -> None:
    seconds, *folders = sys.argv[1:]
    # Ctrl-C is for the run that began this: it ends the worker.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Behind Python's own library, whatever else lies in those folders.
    sys.path.extend(folders)
    drawer = Drawer()
    for line in sys.stdin.buffer:
        faulthandler.dump_traceback_later(float(seconds), exit=True)
        try:
            answer: dict[str, str] = {"digest": drawer.draw(Order(**json.loads(line)))}
        except OSError as error:
            answer = {"unwritten": error.strerror or str(error)}
        except (ValueError, MemoryError) as error:
            answer = {"undrawn": str(error) or "there is not enough memory"}
        faulthandler.cancel_dump_traceback_later()
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
