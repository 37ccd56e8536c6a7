"""The cache folder: finished sheets with a note of what they depend on."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from generator.catalog.paths import MIB, settings_file
from generator.catalog.problems import InputError, Place, Problem
from generator.catalog.sizes import Size
from generator.press.job import (
    OWN_NAME,
    BleedExtent,
    Dependencies,
    Digests,
    Printed,
    PrintJob,
    Sheets,
    ShownFace,
    digest_of,
    regular_status,
    sha256_of,
)

if TYPE_CHECKING:
    from generator.layout.template_code import TemplateKey

FOLDER_VARIABLE = "GATEPRESS_CACHE"
"""Names another folder than the user's cache folder; set to nothing: nothing is kept."""
MAX_BYTES = 512 * MIB
"""Of all sheets that are kept; beyond it the ones not used for longest go. So no single one is larger."""
MAX_NOTE = 16 * MIB
"""Bytes of what is noted of one file of sheets: some hundred for each file that it was made with."""
MAX_CODE = 16 * MIB
"""Bytes of what a template is compiled to."""
KEY_FILE = "code-key"
"""Among this user's settings: by what is signed with it, code that is kept is known as the user's own."""
_SIGNATURE = 32
"""Bytes."""


class _Kept(NamedTuple):
    """A file in the folder: its bytes, and when it was used last, in nanoseconds."""

    path: str
    size: int
    used: int


class Cache:
    """Finished sheets by what they follow from, for one build: each file that it asks about is read once.

    Nothing in the folder is trusted, all of it is checked. Where the folder can't be written to, nothing is
    kept, and every build is done from scratch.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.digests = Digests()
        self._begun = time.time_ns()
        self._has_grown = False
        self._key = b""

    def key(self, job: PrintJob) -> str:
        return job.cache_key(self.digests)

    def find(self, job: PrintJob, key: str, there: Path | None = None) -> Sheets | None:
        """The sheets of a job that was built before, if nothing that they follow from has changed.

        ``there``: where they may lie already, and then are left.
        """
        if OWN_NAME.fullmatch(f"{key}.json") is None:
            # A key out of a note, which may be anybody's.
            return None
        note, path = self._paths(key)
        try:
            _require_plausible(note, MAX_NOTE)
            values = _read(note.read_bytes())
            if values is None or not job.is_unchanged(Dependencies(**values["dependencies"]), self.digests):
                return None
            if there is not None and there.is_file() and sha256_of(there) == values["digest"]:
                path = there
            else:
                _require_plausible(path, MAX_BYTES)
                if sha256_of(path) != values["digest"]:
                    return None
            sheets = _sheets(values, path)
            os.utime(note)
        except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
            # Missing, damaged or made up: built again, and so replaced.
            return None
        return sheets

    def keep(self, job: PrintJob, key: str, printed: Printed) -> None:
        """Copies the sheets that were just built into the cache."""
        try:
            dependencies = printed.dependencies(self.digests)
            if dependencies.newest() >= self._begun or job.cache_key(Digests(self.digests)) != key:
                # Saved while it was printed: nobody knows which of the two was read.
                return
            note, path = self._paths(key)
            self._folder.mkdir(parents=True, exist_ok=True)
            self._has_grown = True
            with _replacing(path) as file, printed.sheets.path.open("rb") as sheets:
                shutil.copyfileobj(sheets, file)
            with _replacing(note) as file:
                file.write(_written(dependencies, printed.sheets))
            if printed.recall is not None:
                self.keep_note(printed.recall.name, {**printed.recall.values, "sheets": key})
        except (OSError, InputError):
            # A full disk or a file that went meanwhile costs the next build some time, and this one nothing;
            # what was half kept does not pass the checks of `find`.
            return

    def find_note(self, name: str) -> dict[str, Any] | None:
        """What was noted under a name that is like a key; None if nothing was."""
        note = self._paths(name)[0]
        try:
            _require_plausible(note, MAX_NOTE)
            values = _read(note.read_bytes())
            os.utime(note)
        except (OSError, ValueError, RecursionError):
            return None
        return values

    def keep_note(self, name: str, values: dict[str, Any]) -> None:
        """Notes what may be asked for again; like :meth:`keep`, it does not fail."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with _replacing(self._paths(name)[0]) as file:
                file.write(_sealed(values))
        except OSError:
            return

    # Code of templates, which is executed: the folder may be a stranger's, so only what was signed with the
    # key of this user counts.

    def find_code(self, key: TemplateKey) -> bytes | None:
        """The code of a template as it was kept, if this user kept it."""
        path = self._code_path(key)
        try:
            _require_plausible(path, MAX_CODE)
            data = path.read_bytes()
            code = data[_SIGNATURE:]
            signing = self._signing_key(may_make=False)
            if not signing or data[:_SIGNATURE] != _signature(signing, path, code):
                return None
            os.utime(path)
        except OSError:
            return None
        return code

    def keep_code(self, key: TemplateKey, code: bytes) -> None:
        """Keeps the code of a template; like :meth:`keep`, it does not fail."""
        path = self._code_path(key)
        try:
            if signing := self._signing_key(may_make=True):
                self._folder.mkdir(parents=True, exist_ok=True)
                with _replacing(path) as file:
                    file.write(_signature(signing, path, code) + code)
        except OSError:
            return

    def _signing_key(self, *, may_make: bool) -> bytes:
        """The key of this user; empty where there is none."""
        if not self._key:
            self._key = _read_signing_key() or (_new_signing_key() if may_make else b"")
        return self._key

    def _code_path(self, key: TemplateKey) -> Path:
        return self._folder / f"{digest_of((sys.version, *key))}.code"

    def shrink(self) -> None:
        """Removes what is of no use, then what was not used for longest until the rest is within bounds."""
        if not self._has_grown:
            return
        try:
            total = 0
            for files in self._last_used_first():
                total += sum(file.size for file in files)
                if total > MAX_BYTES:
                    for file in files:
                        Path(file.path).unlink(missing_ok=True)
        except OSError:
            # Another run is tidying up too.
            return

    def _last_used_first(self) -> list[list[_Kept]]:
        """The files of each job, also what a run that broke off has left; none that others keep there."""
        found: dict[str, list[_Kept]] = {}
        with os.scandir(self._folder) as entries:
            for entry in entries:
                own = OWN_NAME.fullmatch(entry.name)
                # Nothing here makes folders, and a folder may hold anything.
                if own is None or entry.is_dir(follow_symlinks=False):
                    continue
                known = entry.stat(follow_symlinks=False)
                if stat.S_ISREG(known.st_mode) and known.st_size <= MAX_BYTES:
                    kept = _Kept(entry.path, known.st_size, known.st_mtime_ns)
                    found.setdefault(own[1], []).append(kept)
                else:
                    Path(entry.path).unlink(missing_ok=True)
        return sorted(found.values(), key=lambda files: max(file.used for file in files), reverse=True)

    def _paths(self, key: str) -> tuple[Path, Path]:
        return self._folder / f"{key}.json", self._folder / f"{key}.pdf"


@contextmanager
def _replacing(path: Path) -> Iterator[BinaryIO]:
    """A new file, for nobody but this user to read, that takes the place of ``path`` when all is written."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}-")
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        Path(name).replace(path)
    except BaseException:
        # Also where a folder lies in its place.
        Path(name).unlink(missing_ok=True)
        raise


def _signature(signing: bytes, path: Path, code: bytes) -> bytes:
    return hashlib.blake2b(path.name.encode() + code, key=signing, digest_size=_SIGNATURE).digest()


def _read_signing_key() -> bytes:
    file = settings_file(KEY_FILE)
    try:
        key = b"" if file is None else file.read_bytes()
    except OSError:
        return b""
    return key if len(key) == _SIGNATURE else b""


def _new_signing_key() -> bytes:
    """Makes the key; empty where this user has no settings. Raises OSError."""
    file = settings_file(KEY_FILE)
    if file is None:
        return b""
    file.parent.mkdir(parents=True, exist_ok=True)
    with _replacing(file) as unfinished:
        unfinished.write(key := os.urandom(_SIGNATURE))
    return key


def _require_plausible(path: Path, max_bytes: int) -> None:
    """Raises OSError for what this never writes: no regular file, or one that is too large."""
    # A link might lead anywhere, so it is not followed.
    if regular_status(path, follow_symlinks=False).st_size > max_bytes:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))


def _written(dependencies: Dependencies, sheets: Sheets) -> bytes:
    values = {
        "dependencies": dependencies._asdict(),
        "digest": sha256_of(sheets.path),
        "pages": sheets.pages,
        "cards": sheets.cards,
        "content": sheets.content,
        "problems": sheets.problems,
        "size": sheets.size,
        "faces": sheets.faces,
        "bled": sheets.bled,
    }
    return _sealed(values)


def _sealed(values: dict[str, Any]) -> bytes:
    """Values as :func:`_read` reads them."""
    body = json.dumps(values).encode()
    return _checksum(body) + b"\n" + body


def _read(data: bytes) -> dict[str, Any] | None:
    """What a note says; None where it is not as it was written."""
    checksum, _, body = data.partition(b"\n")
    if checksum != _checksum(body):
        return None
    values: dict[str, Any] = json.loads(body)
    return values


def _checksum(body: bytes) -> bytes:
    return hashlib.sha256(body).hexdigest().encode()


def _sheets(values: dict[str, Any], path: Path) -> Sheets:
    problems = tuple(_problem(*problem) for problem in values["problems"])
    size, faces = Size(*values["size"]), tuple(ShownFace(*face) for face in values["faces"])
    bled = None if values["bled"] is None else BleedExtent(*values["bled"])
    return Sheets(path, values["pages"], values["cards"], values["content"], problems, size, faces, bled)


def _problem(message: str, place: list[Any] | None, *rest: Any) -> Problem:
    return Problem(message, Place(*place) if place else None, *rest)


def open_cache(*, wanted: bool) -> Cache | None:
    """The cache of this user; None where none is wanted."""
    named = os.environ.get(FOLDER_VARIABLE)
    if not wanted or named == "":
        return None
    if named is not None:
        return Cache(Path(named))
    from platformdirs import user_cache_path

    folder = user_cache_path("gatepress", appauthor=False)
    # Relative where the environment gives no home: it would be made wherever the command is given.
    return Cache(folder / "sheets") if folder.is_absolute() else None
