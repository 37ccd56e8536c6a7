"""A bare loop over the pages of a PDF: drawn by PDFium and saved as PNG, in as many processes as asked for.

``python bare_png.py PDF OUT DPI PROCESSES pillow|up``: saved by Pillow, or by the shortest writer that
filters rows by those above them, both at the level of zlib that Gatepress has.
"""

import multiprocessing
import struct
import sys
import zlib
from pathlib import Path

import numpy
import pypdfium2

LEVEL = 3


def _draw(task: tuple[str, str, float, str, list[int]]) -> None:
    pdf, out, dpi, writer, pages = task
    with pypdfium2.PdfDocument(pdf) as document:
        for number in pages:
            bitmap = document[number].render(scale=dpi / 72, rev_byteorder=True)
            path = Path(out, f"{number}.png")
            if writer == "pillow":
                bitmap.to_pil().save(path, compress_level=LEVEL)
            else:
                path.write_bytes(_png(bitmap.to_numpy()))


def _png(pixels: numpy.ndarray) -> bytes:
    height, width, channels = pixels.shape
    rows = pixels.reshape(height, width * channels)
    filtered = numpy.empty((height, 1 + width * channels), numpy.uint8)
    filtered[:, 0] = 2
    filtered[0, 1:] = rows[0]
    numpy.subtract(rows[1:], rows[:-1], out=filtered[1:, 1:])
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(filtered, LEVEL)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )


def main() -> None:
    pdf, out, dpi, processes, writer = sys.argv[1:]
    Path(out).mkdir(parents=True, exist_ok=True)
    with pypdfium2.PdfDocument(pdf) as document:
        pages = len(document)
    count = int(processes)
    tasks = [(pdf, out, float(dpi), writer, list(range(first, pages, count))) for first in range(count)]
    if count == 1:
        _draw(tasks[0])
        return
    with multiprocessing.get_context("spawn").Pool(count) as pool:
        pool.map(_draw, tasks)


if __name__ == "__main__":
    main()
