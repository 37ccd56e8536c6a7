"""SVG art as pixels, drawn by a process of its own within bounds on time and memory.

Art may hang, crash or swallow the machine's memory, by mistake or not: filters over millions of pixels, masks
in masks, small files that decode to gigabytes.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from generator.catalog.problems import InputError
from generator.catalog.units import INCH

if TYPE_CHECKING:
    from subprocess import Popen

    from generator.layout.pictures import Picture

DPI = 600
"""Art is drawn at this resolution of its printed size."""
MAX_SIDE = 6000
"""Pixels of the longer side."""
DRAFT_WIDTH = 100
"""Pixels of a draft."""
SECONDS, SECONDS_FOR_MEGAPIXEL = 10.0, 1.0
"""What the drawings of a picture may take together: real art on a slow machine takes a tenth of it."""
MAX_OVERDUE = 3
"""Drawings that run out of time before the others are not tried: nobody waits an hour to learn of all."""
MEMORY = 950 * 1024 * 1024
"""Bytes of address space, on platforms that bound it."""
KEPT_IN_MEMORY = 64 * 1024 * 1024
"""Bytes of drawings that are kept before a temporary file takes them."""
EXPORT = "as PNG at 300 dpi of its printed size"


def printed_width(pixels: int) -> float:
    """Millimetres that are drawn so many pixels wide."""
    return pixels / DPI * INCH


class Rasterizer:
    """Draws each SVG once at each size. Close it when the run is done: a worker process may be waiting.

    ``draft``: whether nothing will be printed, so that art is tried in small.
    """

    def __init__(self, *, draft: bool = False) -> None:
        self.draft = draft
        self._worker: _Worker | None = None
        self._kept = _Kept()
        self._failed: dict[str, InputError] = {}
        """By the digest of the picture."""
        self._clocks: dict[str, _Clock] = {}
        self._overdue = 0

    def __enter__(self) -> Rasterizer:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the worker, in the middle of a drawing if need be."""
        if self._worker is not None:
            self._worker.kill()
            self._worker = None
        self._kept.close()

    def prove(self, picture: Picture, width_mm: float) -> None:
        """Draws an SVG picture before it is needed. Raises as :meth:`png` does."""
        self.png(picture, min(width_mm, printed_width(DRAFT_WIDTH)) if self.draft else width_mm)

    def png(self, picture: Picture, width_mm: float) -> bytes:
        """An SVG picture as a PNG file for this printed width.

        Raises :class:`InputError` for art that can't be drawn; what failed once is not tried again.
        """
        failed = self._failed.get(picture.digest)
        if failed is not None:
            raise InputError(failed.message, hint=failed.hint)
        width, height = self._pixels(picture, width_mm)
        key = picture.digest, width
        png = self._kept.find(key)
        if png is None:
            try:
                png = self._drawn(picture, width, height)
            except _UndrawableError as error:
                message = f"the picture {picture.name} can't be drawn: {error.reason}"
                self._failed[picture.digest] = InputError(message, hint=error.hint)
                raise InputError(message, hint=error.hint) from None
            self._kept.keep(key, png)
        return png

    def _pixels(self, picture: Picture, width_mm: float) -> tuple[int, int]:
        """Width and height of the drawing."""
        pixels = max(1, round(width_mm / INCH * DPI))
        scale = min(1.0, MAX_SIDE / max(pixels, pixels * picture.height / picture.width))
        width = max(1, round(pixels * scale))
        return width, max(1, round(width * picture.height / picture.width))

    def _drawn(self, picture: Picture, width: int, height: int) -> bytes:
        if self._overdue >= MAX_OVERDUE:
            raise _UndrawableError(f"{MAX_OVERDUE} others took too long before", "mend those first")
        try:
            data = picture.svg()
        except OSError as error:
            raise _UndrawableError(error.strerror or str(error), "export it again") from None
        if self._worker is not None and not self._worker.is_alive:
            self._worker.kill()
            self._worker = None
        if self._worker is None:
            self._worker = _Worker()
        clock = self._clocks.setdefault(picture.digest, _Clock(SECONDS))
        clock.allowed += SECONDS_FOR_MEGAPIXEL * width * height / 1e6
        start = time.monotonic()
        try:
            return self._worker.draw(data, width, clock.left)
        except _OverdueError:
            self._overdue += 1
            raise _UndrawableError(f"it takes more than {clock.allowed:.0f} seconds") from None
        finally:
            clock.spent += time.monotonic() - start


@dataclass(slots=True)
class _Clock:
    """How long all drawings of a picture may take, and have taken, in seconds."""

    allowed: float
    spent: float = 0.0

    @property
    def left(self) -> float:
        return max(self.allowed - self.spent, 0.1)


class _UndrawableError(Exception):
    """The art can't be drawn."""

    def __init__(
        self, reason: str, hint: str = f"simplify its filters and masks, or export it {EXPORT}"
    ) -> None:
        self.reason = reason
        self.hint = hint


class _OverdueError(Exception):
    """The art can't be drawn in the time that there is for it."""


class _Worker:
    """The process that draws, and what it wrote to standard error."""

    def __init__(self) -> None:
        import subprocess
        import tempfile

        from generator.layout.fonts import built_in_family
        from generator.layout.svg_file import SANS, SERIF
        from generator.press import svg_worker

        families = [built_in_family(name) for name in ("source-sans", "source-serif")]
        fonts = [str(file) for family in families for file in (family.regular, family.bold)]
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - as long as the process
        # Isolated, so that nothing in the working folder or the environment is taken for a module.
        program = [sys.executable, "-I", "-S", svg_worker.__file__]
        command = [*program, import_folder("resvg_py"), str(MEMORY), SANS, SERIF, *fonts]
        try:
            self._process: Popen[bytes] = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors
            )
        except OSError as error:
            self._errors.close()
            raise _UndrawableError(
                f"no process can be started for it: {error.strerror or error}", f"export it {EXPORT}"
            ) from None

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def draw(self, data: bytes, width: int, seconds: float) -> bytes:
        """A PNG file.

        Raises :class:`_UndrawableError` or :class:`_OverdueError`; the process may have ended then.
        """
        from generator.press.svg_worker import REPLY, REQUEST

        requests: Any = self._process.stdin
        replies: Any = self._process.stdout
        try:
            requests.write(REQUEST.pack(width, seconds, len(data)) + data)
            requests.flush()
            head = replies.read(REPLY.size)
            is_drawn, length = REPLY.unpack(head) if len(head) == REPLY.size else (False, 0)
            answer: bytes = replies.read(length)
        except OSError:
            # It ended before it read everything.
            head = answer = b""
        if len(head) < REPLY.size or len(answer) < length:
            raise self._cause_of_death()
        if not is_drawn:
            raise _UndrawableError(answer.decode("utf-8", "replace"), f"export it again, or {EXPORT}")
        return answer

    def kill(self) -> None:
        """Ends the process, if it has not ended yet, and closes its streams."""
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                try:
                    stream.close()
                except OSError:
                    # What was not written yet has no reader any more.
                    continue
        self._errors.close()

    def _cause_of_death(self) -> _UndrawableError | _OverdueError:
        from generator.press.svg_worker import OUT_OF_MEMORY, OVERDUE

        status = self._process.wait()
        self._errors.seek(0)
        errors = self._errors.read()
        self.kill()
        if OVERDUE in errors:
            return _OverdueError()
        if OUT_OF_MEMORY in errors:
            return _UndrawableError(f"it takes more than {MEMORY / 1e9:.0f} GB of memory")
        return _UndrawableError(f"drawing it crashes ({_death(status)})")


def _death(status: int) -> str:
    """``SIGSEGV``, or an exit status where there are no signals."""
    import signal

    try:
        return signal.Signals(-status).name
    except ValueError:
        return f"exit status {status}"


def import_folder(package: str) -> str:
    """The folder from which this process would import a package that it requires."""
    from importlib.util import find_spec

    spec = find_spec(package)
    assert spec is not None, f"{package} is a requirement"
    assert spec.origin is not None, "it is more than a folder"
    return str(Path(spec.origin).parents[1 if spec.submodule_search_locations else 0])


class _Kept:
    """Finished drawings, one behind the other in memory or in a temporary file."""

    def __init__(self) -> None:
        self._places: dict[tuple[str, int], tuple[int, int]] = {}
        self._file: IO[bytes] | None = None

    def find(self, key: tuple[str, int]) -> bytes | None:
        place = self._places.get(key)
        if place is None or self._file is None:
            return None
        self._file.seek(place[0])
        return self._file.read(place[1])

    def keep(self, key: tuple[str, int], data: bytes) -> None:
        import tempfile

        if self._file is None:
            self._file = tempfile.SpooledTemporaryFile(KEPT_IN_MEMORY)  # noqa: SIM115 - until it is closed
        self._places[key] = self._file.seek(0, 2), len(data)
        self._file.write(data)

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
        self._file = None
        self._places.clear()
