"""Pictures, tables and archives as files: the same content gives the same bytes."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.catalog.paths import MIB
from generator.press.png_worker import chunk, filtered, write_png

if TYPE_CHECKING:
    from PIL.Image import Image


NO_DATE = datetime(1980, 1, 1, tzinfo=UTC)
"""The first that archives know, which must give one."""
LAST_DATE = datetime(2107, 12, 31, tzinfo=UTC)
REGULAR = 0o100644 << 16
"""The attributes of a file that everybody may read, and its owner write."""
UNIX = 3
LEVEL = 9


class Member(NamedTuple):
    """A file in an archive: its path there, and its content or the file that has it."""

    path: str
    content: bytes | Path

    @property
    def size(self) -> int:
        return len(self.content) if isinstance(self.content, bytes) else self.content.stat().st_size

    @property
    def sha256(self) -> str:
        if isinstance(self.content, bytes):
            return hashlib.sha256(self.content).hexdigest()
        return sha256_of(self.content)


def sha256_of(path: Path) -> str:
    """The digest of a file, in hex. Raises OSError."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def write_zip(path: Path, members: Sequence[Member]) -> None:
    """Writes an archive with the members in the order of their paths. Raises OSError.

    All have the date that the environment gives, and never that of today: the same input, the same bytes.
    """
    from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

    from generator.press.pdf import document_date

    date = min(max(document_date() or NO_DATE, NO_DATE), LAST_DATE).timetuple()[:6]
    with ZipFile(path, "w", ZIP_DEFLATED, compresslevel=LEVEL, strict_timestamps=True) as archive:
        for member in sorted(members):
            info = ZipInfo(member.path, date)
            info.compress_type = ZIP_DEFLATED
            info.create_system = UNIX
            info.external_attr = REGULAR
            info.file_size = member.size
            with archive.open(info, "w") as packed:
                if isinstance(member.content, bytes):
                    packed.write(member.content)
                else:
                    with member.content.open("rb") as file:
                        shutil.copyfileobj(file, packed, MIB)


FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A cell that begins so is a formula to spreadsheets, unless an apostrophe stands before it."""


def csv_table(rows: Iterable[Iterable[object]], line_end: str = "\n") -> bytes:
    """A table as RFC 4180 has it, in UTF-8; no spreadsheet takes a text in it for a formula."""
    from csv import writer

    text = StringIO(newline="")
    table = writer(text, lineterminator=line_end)
    for row in rows:
        table.writerow([_safe(cell) for cell in row])
    return text.getvalue().encode()


def _safe(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell


BAND = 20_000_000
"""Pixels of a picture that are packed at once; larger ones take more time, and no more memory."""
SECOND = 1000
"""Milliseconds that a GIF shows each of its pictures."""
MAX_COLOURS = 255
"""Of a GIF's palette, beside the transparent one."""


def save_png(picture: Image, path: Path, dpi: float, copyright_notice: str = "") -> None:
    """Writes a picture (RGB, RGBA) as PNG, with its resolution and, if there is one, a notice.

    Raises OSError.
    """
    # As it is for a text in UTF-8 that is not packed, in no language.
    notes = chunk(b"iTXt", b"Copyright" + bytes(5) + copyright_notice.encode()) if copyright_notice else b""
    with path.open("wb") as file:
        is_clear = picture.mode == "RGBA"
        write_png(file, picture.size, dpi, _filtered_rows(picture), is_clear=is_clear, notes=notes)


def _filtered_rows(picture: Image) -> Iterator[Any]:
    import numpy

    width, height = picture.size
    above: Any = 0
    step = max(1, BAND // width)
    for top in range(0, height, step):
        band = numpy.asarray(picture.crop((0, top, width, min(top + step, height))))
        pixels = band.reshape(len(band), -1)
        yield filtered(pixels, above)
        above = pixels[-1]


def save_jpeg(picture: Image, path: Path, dpi: float, quality: int) -> None:
    """Writes a JPEG file without subsampled colours, which would blur small type. Raises OSError."""
    picture.convert("RGB").save(path, "JPEG", quality=quality, subsampling=0, dpi=(round(dpi), round(dpi)))


def save_gif(pictures: Sequence[Image], path: Path) -> None:
    """Writes a GIF that shows one picture after the other, for a second each, without end. Raises OSError."""
    frames = [_reduced(picture) for picture in pictures]
    frames[0].save(
        path,
        "GIF",
        save_all=True,
        append_images=frames[1:],
        duration=SECOND,
        loop=0,
        disposal=2,
        transparency=MAX_COLOURS,
        optimize=False,
    )


def _reduced(picture: Image) -> Image:
    """A picture with a palette of its own; where it is more transparent than not, it is so altogether."""
    from PIL import Image

    opaque = picture.convert("RGB").quantize(MAX_COLOURS, method=Image.Quantize.MEDIANCUT)
    if picture.mode == "RGBA":
        clear = picture.getchannel("A").point(lambda alpha: 255 if alpha < 128 else 0)
        opaque.paste(MAX_COLOURS, mask=clear)
    return opaque
