"""Pictures, tables and archives as files: the same content gives the same bytes."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterable, Sequence
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from generator.catalog.paths import MIB

if TYPE_CHECKING:
    from PIL.Image import Image


DATE = (1980, 1, 1, 0, 0, 0)
"""The first that the format knows."""
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
    """Writes an archive with the members in the order of their paths. Raises OSError."""
    from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

    with ZipFile(path, "w", ZIP_DEFLATED, compresslevel=LEVEL, strict_timestamps=True) as archive:
        for member in sorted(members):
            info = ZipInfo(member.path, DATE)
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


SOFTWARE = "Gatepress"
SECOND = 1000
"""Milliseconds that a GIF shows each of its pictures."""
MAX_COLOURS = 255
"""Of a GIF's palette, beside the transparent one."""


def save_png(picture: Image, path: Path, dpi: float, copyright_notice: str = "") -> None:
    """Writes a PNG file that names its resolution and, if there is one, a notice. Raises OSError."""
    from PIL.PngImagePlugin import PngInfo

    info = PngInfo()
    info.add_text("Software", SOFTWARE)
    if copyright_notice:
        info.add_itxt("Copyright", copyright_notice)
    picture.save(path, "PNG", dpi=(dpi, dpi), pnginfo=info, compress_level=6)


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
