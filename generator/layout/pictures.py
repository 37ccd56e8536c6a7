"""Picture files: what they are and whether they are sound, found without decoding them."""

from __future__ import annotations

import hashlib
import os
import re
import struct
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, Literal, NamedTuple

from generator.catalog.paths import MIB, read_bytes
from generator.catalog.problems import BAD_PICTURE, InputError
from generator.catalog.wording import quote
from generator.layout.pixel_formats import (
    MAX_DECODED_PIXELS,
    ORIENTATION,
    SIDEWAYS,
    PixelFormat,
    format_of,
    measure,
    require_pixels,
)
from generator.layout.pixel_formats import NAMES as OTHER_NAMES

MAX_BYTES = 25 * MIB
MAX_PIXELS = 100_000_000
MAX_SIDE = 65_535
"""Pixels along one side: what JPEG can say, and 5 m at 300 dpi."""
EXIF_SEGMENT, EXIF_HEADER = 0xE1, b"Exif\0\0"
PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
PNG_DEPTHS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
"""Bits of a channel by colour type (PNG specification, table 11.1)."""
PNG_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
SVG_BEGIN = re.compile(rb"<(?:\w+:)?svg\b")
JPEG_EOI, JPEG_SOS = 0xD9, 0xDA
# Start-of-frame markers of the JPEG processes that PDF viewers decode (T.81, table B.1).
JPEG_FRAMES = frozenset({0xC0, 0xC1, 0xC2})
PROGRESSIVE = 0xC2
JPEG_WITHOUT_LENGTH = frozenset({0x01, *range(0xD0, 0xD9)})
BROKEN = (
    OSError,
    ValueError,
    SyntaxError,
    LookupError,
    ArithmeticError,
    TypeError,
    AttributeError,
    EOFError,
    struct.error,
    zlib.error,
)
"""What Pillow raises for files that are broken inside."""

MAX_NAMED = 6
"""What is not drawn of one file; who mends these sees the others."""
Format = Literal["png", "jpeg", "svg", "webp", "gif", "bmp", "tiff"]
NAMES: Mapping[str, str] = {"png": "PNG", "jpeg": "JPEG", "svg": "SVG", **OTHER_NAMES}
"""What people call the formats."""


class Verdict:
    """What is wrong with a picture's pixels: found out once, by a helper or by whoever asks first.

    Who asks helps with what is waiting rather than wait for one that is just being found out.
    """

    def __init__(self, find: Callable[[], str]) -> None:
        self._find = find
        self._lock = Lock()
        self._found: str | None = None

    def fault(self) -> str:
        """Empty if all is well."""
        while self._found is None and self._lock.locked():
            try:
                _helped().get_nowait().find_out()
            except Empty:
                break
        return self.find_out()

    def find_out(self) -> str:
        """The same, whatever else is waiting."""
        with self._lock:
            if self._found is None:
                self._found = self._find()
            return self._found


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture file whose parts are sound. ``width`` and ``height`` in pixels (SVG: in its own units)."""

    path: Path
    format: Format
    width: float
    height: float
    digest: str
    """SHA-256 of the file, in hex."""
    verdict: Verdict | None = field(default=None, repr=False, compare=False)
    """About its pixels; None for SVG."""
    undrawn: tuple[str, ...] = ()
    """What an SVG has that is not drawn, or not as it says."""
    is_colourless: bool = False
    """Whether it is an SVG that names no colour but black."""

    is_missing: bool = False
    """Whether there is no such file: then it has no pixels, and ``path`` is the name that was asked for."""
    part: str = ""
    """Of what is but a part of a file: its name there."""
    source: bytes | None = field(default=None, repr=False, compare=False)
    """That part, as an SVG of its own."""

    @property
    def name(self) -> str:
        """As messages have it."""
        return f"{self.path.name}#{self.part}" if self.part else self.path.name

    def svg(self) -> bytes:
        """The text of an SVG."""
        return self.path.read_bytes() if self.source is None else self.source

    @property
    def is_broken(self) -> bool:
        return self.verdict is not None and bool(self.verdict.fault())

    def flaw(self) -> InputError | None:
        """What of an SVG is not drawn; None if all of it is."""
        if not self.undrawn:
            return None
        named = ", ".join([*self.undrawn[:MAX_NAMED], *(["…"] if len(self.undrawn) > MAX_NAMED else [])])
        return InputError(
            f"not all of the picture {self.name} is drawn as it says: {named}",
            hint="turn texts into paths, and the rest into plain shapes, or export it as PNG",
            code=BAD_PICTURE,
        )

    def require_pixels(self) -> None:
        """Raises :class:`InputError` where some of its pixels are missing or can't be decoded."""
        fault = self.verdict.fault() if self.verdict is not None else ""
        if fault:
            raise InputError(
                f"the picture {self.name} is a broken {NAMES[self.format]}: {fault}",
                hint="export it again",
            )


@lru_cache(maxsize=4096)
def read_picture(path: Path) -> Picture:
    """Reads a picture file, and checks what it says of itself.

    Its pixels are looked at meanwhile: :meth:`Picture.require_pixels` has what came of it. Raises
    :class:`InputError`: missing, no file, too large, broken.
    """
    data = _read(path)
    kind = _kind(path.name, data)
    if kind == "svg":
        from generator.layout.svg_file import inspect_svg

        svg = inspect_svg(path.name, data)
        digest = hashlib.sha256(data).hexdigest()
        return Picture(path, kind, svg.width, svg.height, digest, None, svg.undrawn, svg.is_colourless)
    width, height = _measure(path.name, data, kind)
    if width <= 0 or height <= 0:
        raise InputError(f"the picture {path.name} has no size")
    is_huge = width * height > MAX_PIXELS
    if is_huge or max(width, height) > MAX_SIDE:
        most = "100 million" if is_huge else f"{MAX_SIDE:,} in a row"
        raise InputError(
            f"the picture {path.name} has {width:.0f} × {height:.0f} pixels, more than {most}",
            hint="scale it to 300 dpi of its printed size",
        )
    verdict = Verdict(lambda: _fault(path, kind))
    # What unpacks TIFF is silenced, which only the main thread may do.
    if kind != "tiff":
        _helped().put(verdict)
    return Picture(path, kind, width, height, hashlib.sha256(data).hexdigest(), verdict)


@lru_cache(maxsize=4096)
def read_picture_part(path: Path, part: str) -> Picture:
    """A part of an SVG file as a picture. Raises :class:`InputError`, also where it has no such part."""
    from generator.layout.svg_file import svg_part

    data = _read(path)
    if _kind(path.name, data) != "svg":
        raise InputError(f"{path.name} is no SVG file, so it has no part {quote(part)}")
    return picture_of_part(path, part, svg_part(path.name, data, part))


def picture_of_part(path: Path, part: str, source: bytes) -> Picture:
    """A part of a file that was made an SVG of its own. Raises :class:`InputError`."""
    from generator.layout.svg_file import inspect_svg

    svg = inspect_svg(f"{path.name}#{part}", source)
    return Picture(
        path,
        "svg",
        svg.width,
        svg.height,
        hashlib.sha256(source).hexdigest(),
        undrawn=svg.undrawn,
        is_colourless=svg.is_colourless,
        part=part,
        source=source,
    )


def missing_picture(path: Path, part: str = "") -> Picture:
    """What stands for a picture, or a part of one, that is not there; flat, to leave a stack room."""
    digest = hashlib.sha256(f"missing {path}#{part}".encode("utf-8", "backslashreplace")).hexdigest()
    return Picture(path, "png", 4, 1, digest, is_missing=True, part=part)


def _read(path: Path) -> bytes:
    try:
        size = path.stat().st_size
    except FileNotFoundError:
        raise InputError(f"the picture {path.name} does not exist") from None
    except OSError as error:
        raise InputError(f"the picture {path.name} can't be read: {error.strerror or error}") from None
    if size > MAX_BYTES:
        raise InputError(
            f"the picture {path.name} is {size / MIB:.0f} MiB, more than {MAX_BYTES // MIB} MiB",
            hint="scale it to 300 dpi of its printed size",
        )
    try:
        return read_bytes(path, None, MAX_BYTES)
    except InputError as error:
        raise InputError(f"the picture {path.name} can't be read: {error.message}") from None


MAX_HELPERS = 4


@cache
def _helped() -> SimpleQueue[Verdict]:
    """What threads find out beside the layout: unpacking takes longer than all else that a picture costs."""
    waiting: SimpleQueue[Verdict] = SimpleQueue()
    try:
        for _ in range(min((os.cpu_count() or 1) - 1, MAX_HELPERS)):
            Thread(target=_help, args=(waiting,), daemon=True).start()
    except RuntimeError:
        # No more threads are to be had; whoever asks finds out by himself.
        pass
    return waiting


def _help(waiting: SimpleQueue[Verdict]) -> None:
    while True:
        waiting.get().find_out()


def _fault(path: Path, kind: Format) -> str:
    """What is wrong with the pixels of a file; empty if nothing is."""
    try:
        data = read_bytes(path, None, MAX_BYTES)
        if kind == "png":
            _require_rows(data)
        elif kind == "jpeg":
            _require_scans(data)
        elif kind != "svg":
            with DECODING:
                require_pixels(data, kind)
    except InputError as error:
        return error.message
    except BROKEN as error:
        return str(error) or "it can't be decoded"
    return ""


DECODING = Lock()
"""Held where a picture is decoded whole: large ones beside one another would take too much memory."""


def open_image(data: bytes) -> Any:
    """A picture that was measured, as a Pillow image. Raises one of ``BROKEN``."""
    from PIL import Image

    # The bounds of this house hold; Pillow would warn of large pictures in a way of its own.
    Image.MAX_IMAGE_PIXELS = MAX_PIXELS
    return Image.open(BytesIO(data))


def _kind(name: str, data: bytes) -> Format:
    if data.startswith(PNG_SIGNATURE):
        return "png"
    if data.startswith(b"\xff\xd8"):
        return "jpeg"
    if SVG_BEGIN.search(data, 0, 4096):
        return "svg"
    other = format_of(data)
    if other is not None:
        return other
    if not data:
        raise InputError(f"the picture {name} is empty", hint="export it again")
    raise InputError(
        f"{name} is not a {', '.join(list(NAMES.values())[:-1])} or {NAMES['tiff']} picture",
        hint="save it as PNG",
    )


def _measure(name: str, data: bytes, kind: Literal["png", "jpeg"] | PixelFormat) -> tuple[int, int]:
    try:
        if kind == "png":
            sides, why = _measure_png(data)
        elif kind == "jpeg":
            sides, why = _measure_jpeg(data)
        else:
            sides, why = measure(data, kind), f"in a {NAMES[kind]}"
    except ValueError as error:
        raise InputError(
            f"the picture {name} is a broken {NAMES[kind]}: {error}", hint="export it again"
        ) from None
    if why and sides[0] * sides[1] > MAX_DECODED_PIXELS:
        raise InputError(
            f"the picture {name} has {sides[0]} × {sides[1]} pixels {why}, more than 30 million",
            hint="scale it to 300 dpi of its printed size",
        )
    return sides


def png_chunks(data: bytes, *, verified: bool = False) -> list[tuple[bytes, memoryview]]:
    """The chunks of a PNG file. Raises :class:`ValueError` for a broken file.

    ``verified``: its checksums were found right before.
    """
    view, position, chunks = memoryview(data), len(PNG_SIGNATURE), []
    while True:
        if position + 12 > len(data):
            raise ValueError("it ends too early")
        length, kind = struct.unpack_from(">I4s", data, position)
        end = position + 8 + length
        if end + 4 > len(data):
            raise ValueError("it ends too early")
        checksum = struct.unpack_from(">I", data, end)[0]
        if not verified and zlib.crc32(view[position + 4 : end]) != checksum:
            raise ValueError("a checksum is wrong")
        chunks.append((kind, view[position + 8 : end]))
        if kind == b"IEND":
            return chunks
        position = end + 4


class PngHeader(NamedTuple):
    """The chunk IHDR (PNG specification, 11.2.1)."""

    width: int
    height: int
    bits: int
    colour_type: int
    compression: int
    filter: int
    interlace: int

    @property
    def pixel_bits(self) -> int:
        return self.bits * PNG_CHANNELS[self.colour_type]

    def passes(self) -> Iterator[tuple[int, int]]:
        """How many rows each pass over the picture has, and of how many bytes (PNG specification, 8.2)."""
        parts = ADAM7 if self.interlace else WHOLE
        for x, y, dx, dy in parts:
            columns, rows = -(-(self.width - x) // dx), -(-(self.height - y) // dy)
            if columns > 0 and rows > 0:
                yield rows, 1 + -(-columns * self.pixel_bits // 8)


WHOLE = ((0, 0, 1, 1),)
ADAM7 = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
"""First column and row of each pass, and how far it is to the next ones."""


def png_header(chunks: Sequence[tuple[bytes, memoryview]]) -> PngHeader:
    """The header of a PNG file. Raises :class:`ValueError` for one that is not valid."""
    kind, data = chunks[0]
    if kind != b"IHDR" or len(data) != 13:
        raise ValueError("its header is missing")
    header = PngHeader(*struct.unpack(">IIBBBBB", data))
    if header.bits not in PNG_DEPTHS.get(header.colour_type, ()):
        raise ValueError(f"a PNG of colour type {header.colour_type} with {header.bits} bits is not valid")
    if header.compression or header.filter or header.interlace > 1:
        raise ValueError("its header makes no sense")
    return header


def _measure_png(data: bytes) -> tuple[tuple[int, int], str]:
    """Width and height as it is seen, and why it must be decoded to be printed; empty if it need not."""
    chunks = png_chunks(data)
    header = png_header(chunks)
    parts = dict(chunks)
    if b"IDAT" not in parts:
        raise ValueError("its rows are missing")
    palette = len(parts.get(b"PLTE", b""))
    if header.colour_type == 3 and not palette:
        raise ValueError("its palette is missing")
    if palette % 3 or palette > 3 * 256:
        raise ValueError("its palette makes no sense")
    way = _orientation(EXIF_HEADER + bytes(parts[b"eXIf"])) if b"eXIf" in parts else UPRIGHT
    if header.colour_type in (4, 6) or b"tRNS" in parts:
        why = "with transparency"
    elif header.interlace:
        why = "in an interlaced file"
    else:
        why = "" if way == UPRIGHT else TURNED
    return _as_seen(header.width, header.height, way), why


TURNED = "that must be turned"


def _as_seen(width: int, height: int, way: int) -> tuple[int, int]:
    return (height, width) if way in SIDEWAYS else (width, height)


PIECE = 64 * 1024
"""Bytes that are unpacked at a time: at the most they become a thousand times as many."""
WORTHWHILE = 512 * 1024
"""Bytes of a picture for which it pays to import what unpacks them quicker."""
FILTERS = frozenset(range(5))
"""The ways to write a row (PNG specification, 9.2): the first byte of each."""


def _require_rows(data: bytes) -> None:
    """Unpacks all rows of a PNG. Raises :class:`ValueError` where they end early or make no sense."""
    chunks = png_chunks(data, verified=True)
    header = png_header(chunks)
    passes = list(header.passes())
    missing, length = sum(rows * length for rows, length in passes), passes[0][1]
    to_next_row = 0
    for piece in _unpacked(chunks):
        # The rows of an interlaced file have many lengths; it is decoded before it is printed.
        if not header.interlace:
            if not FILTERS.issuperset(piece[to_next_row:missing:length]):
                raise ValueError("its rows make no sense")
            to_next_row = (to_next_row - len(piece)) % length
        missing -= len(piece)
        if missing <= 0:
            break
    else:
        raise ValueError("its pixels end early")
    colours = sum(len(part) // 3 for kind, part in chunks if kind == b"PLTE")
    if header.colour_type == 3 and colours < 1 << header.bits:
        with DECODING:
            _, highest = open_image(data).getextrema()
        if highest >= colours:
            raise ValueError("it uses colours that its palette does not have")


def _unpacked(chunks: Sequence[tuple[bytes, memoryview]]) -> Iterator[bytes]:
    """The rows of a PNG, in pieces. Raises :class:`ValueError` for what can't be unpacked."""
    packed = [part for kind, part in chunks if kind == b"IDAT"]
    unpacker, error = _unpacker(sum(map(len, packed)))
    try:
        for part in packed:
            for start in range(0, len(part), PIECE):
                yield unpacker.decompress(part[start : start + PIECE])
    except error:
        raise ValueError("its pixels can't be unpacked") from None


def _unpacker(size: int) -> tuple[Any, type[Exception]]:
    """What unpacks so many bytes, and what it raises. isal takes half of zlib's time, but some for itself."""
    if size < WORTHWHILE:
        return zlib.decompressobj(), zlib.error
    from isal import igzip_lib, isal_zlib

    return isal_zlib.decompressobj(), igzip_lib.IsalError  # type: ignore[return-value]


class JpegPart(NamedTuple):
    """A marker segment, without its marker and length; of a scan, also where its pixels are."""

    marker: int
    content: memoryview
    begin: int
    end: int
    """Of the pixels behind it in the file."""


NEXT_MARKER = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")
"""Among a scan's pixels, 0xFF is followed by 0; restart markers and fill bytes are part of them."""
RESTART_MARKER = re.compile(rb"\xff([\xd0-\xd7])")
MAX_SCANS = 100
"""Progressive files have some ten; each takes time for all pixels, however short it is."""


def jpeg_parts(data: bytes) -> Iterator[JpegPart]:
    """The segments of a JPEG file up to its end. Raises :class:`ValueError` for a broken file."""
    position, view, scans = 2, memoryview(data), 0
    try:
        while True:
            if data[position] != 0xFF:
                raise ValueError("a marker is missing")
            marker = data[position + 1]
            if marker == 0xFF:
                position += 1
                continue
            if marker in JPEG_WITHOUT_LENGTH:
                position += 2
                continue
            if marker == JPEG_EOI:
                return
            length = struct.unpack_from(">H", data, position + 2)[0]
            begin = end = position + 2 + length
            if end > len(data):
                raise ValueError("it ends too early")
            if length < 2:
                raise ValueError("a segment makes no sense")
            if marker == JPEG_SOS:
                scans += 1
                found = NEXT_MARKER.search(data, begin)
                if found is None:
                    raise ValueError("it ends too early")
                if scans > MAX_SCANS:
                    raise ValueError(f"it has more than {MAX_SCANS} scans")
                end = found.start()
            yield JpegPart(marker, view[position + 4 : begin], begin, end)
            position = end
    except (IndexError, struct.error):
        raise ValueError("it ends too early") from None


def _measure_jpeg(data: bytes) -> tuple[tuple[int, int], str]:
    """As :func:`_measure_png`."""
    parts = list(jpeg_parts(data))
    frame = _frame(parts)
    exif = next((bytes(part.content) for part in parts if _is_exif(part)), b"")
    way = _orientation(exif) if exif else UPRIGHT
    return _as_seen(frame.width, frame.height, way), "" if way == UPRIGHT else TURNED


def _is_exif(part: JpegPart) -> bool:
    return part.marker == EXIF_SEGMENT and bytes(part.content[: len(EXIF_HEADER)]) == EXIF_HEADER


class Frame(NamedTuple):
    """What a JPEG says of its pixels (T.81, B.2.2)."""

    width: int
    height: int
    components: tuple[int, ...]
    """Their numbers in the file."""
    is_progressive: bool


def _frame(parts: Sequence[JpegPart]) -> Frame:
    frames = [part for part in parts if part.marker in JPEG_FRAMES]
    if len(frames) != 1:
        raise ValueError("it is of a kind that printers do not read")
    content = frames[0].content
    if len(content) < 6 or len(content) != 6 + 3 * content[5] or content[5] not in (1, 3, 4):
        raise ValueError("its header makes no sense")
    bits, height, width = struct.unpack_from(">BHH", content)
    if bits != 8:
        raise ValueError("it is of a kind that printers do not read")
    return Frame(width, height, tuple(content[6::3]), frames[0].marker == PROGRESSIVE)


class Scan(NamedTuple):
    """Which part of the pixels a scan has (T.81, B.2.3)."""

    components: tuple[int, ...]
    first: int
    last: int
    """Of the 64 coefficients of a block."""
    bit: int
    """The lowest bit of them that it has."""
    begin: int
    end: int


def _scan(part: JpegPart) -> Scan:
    content = part.content
    if not content or len(content) != 4 + 2 * content[0]:
        raise ValueError("a scan makes no sense")
    first, last, bits = content[-3:]
    return Scan(tuple(content[1:-3:2]), first, last, bits & 15, part.begin, part.end)


COEFFICIENTS = 64
SURPLUS = b"\xff\x00" * 8
"""Bytes behind a scan: a decoder may look ahead, but can't make more of them than a block or two."""
NOISE = bytes(7 * number % 255 for number in range(1, 97))
"""Bytes that would show in a picture, and mean no marker."""


def _require_scans(data: bytes) -> None:
    """Decodes a JPEG. Raises :class:`ValueError` where its pixels end early.

    libjpeg makes up what is missing without a word, so it is given a file in which that shows.
    What else is wrong inside a scan nobody can see in a picture.
    """
    parts = list(jpeg_parts(data))
    frame, scans = _frame(parts), [_scan(part) for part in parts if part.marker == JPEG_SOS]
    _require_complete(frame, scans)
    for scan in scans:
        restarts = RESTART_MARKER.findall(data, scan.begin, scan.end)
        if any(restart[0] != 0xD0 + number % 8 for number, restart in enumerate(restarts)):
            raise ValueError("some of its pixels are missing")
    if len(scans) == 1 and not frame.is_progressive:
        _require_one_scan(data[: scans[0].end])
    else:
        _require_all_scans(data, frame, scans)


def _require_complete(frame: Frame, scans: Sequence[Scan]) -> None:
    """Raises :class:`ValueError` where no scan has some bits of a component."""
    lowest = {component: [16] * COEFFICIENTS for component in frame.components}
    for scan in scans:
        if scan.last >= COEFFICIENTS or not lowest.keys() >= set(scan.components):
            raise ValueError("a scan makes no sense")
        whole = range(COEFFICIENTS) if not frame.is_progressive else range(scan.first, scan.last + 1)
        for component in scan.components:
            for number in whole:
                lowest[component][number] = scan.bit if frame.is_progressive else 0
    if any(any(bits) for bits in lowest.values()):
        raise ValueError("its last scans are missing")


def _require_one_scan(begin: bytes) -> None:
    """Decodes the file up to the end of its only scan, where the decoder must find all that it asks for."""
    from PIL import JpegImagePlugin

    image = JpegImagePlugin.JpegImageFile(BytesIO(begin + SURPLUS))
    image.draft("L", (1, 1))
    try:
        image.load()
    except OSError:
        raise ValueError("its pixels end early or are damaged") from None


def _require_all_scans(data: bytes, frame: Frame, scans: Sequence[Scan]) -> None:
    """Decodes the file as it is, and with more behind each scan: only where a scan ends early that shows."""
    with DECODING:
        if _decoded(data, frame) != _decoded(_with_noise(data, scans), frame):
            raise ValueError("its pixels end early")


def _with_noise(data: bytes, scans: Sequence[Scan]) -> bytes:
    """The file with more bytes behind each scan, which a decoder skips if it has had enough."""
    pieces, last = [], 0
    for scan in scans:
        pieces += [data[last : scan.end], NOISE]
        last = scan.end
    return b"".join([*pieces, data[last:]])


def _decoded(data: bytes, frame: Frame) -> bytes:
    """A digest of the pixels; of a large picture in half its size, to save memory."""
    from PIL import JpegImagePlugin

    image = JpegImagePlugin.JpegImageFile(BytesIO(data))
    if frame.width * frame.height > MAX_DECODED_PIXELS:
        image.draft(image.mode, (frame.width // 2, frame.height // 2))
    return hashlib.sha256(image.tobytes()).digest()


UPRIGHT = 1
"""Which way is up in EXIF's numbers, where the pixels lie as they are seen."""


def _orientation(exif: bytes) -> int:
    from PIL import Image

    notes = Image.Exif()
    try:
        notes.load(exif)
        return int(notes.get(ORIENTATION, UPRIGHT))
    except BROKEN:
        raise ValueError("its EXIF notes make no sense") from None
