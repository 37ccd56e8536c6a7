"""Games in zip archives: looked through as a stranger's, and unpacked into a folder that goes with the run.

Nothing of an archive is written where its entries say: each name is checked, each entry is written as a
regular file of our own, and within limits that are counted on the bytes that really come out. Code is never
unpacked, so that printing somebody's archive runs nothing of it.
"""

from __future__ import annotations

import os
import re
import stat
import tempfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path, PurePosixPath
from typing import IO, TYPE_CHECKING, NamedTuple

from generator.catalog.paths import ARCHIVE_SUFFIXES, MIB, shown_as, shown_path, temporary_files
from generator.catalog.problems import InputError, Place
from generator.catalog.wording import fault_of_name, listed, name_id, pluralize, quote
from generator.catalog.writing import reason_of, scratch_folder

if TYPE_CHECKING:
    from zipfile import ZipFile, ZipInfo

MAX_ARCHIVE = 512 * MIB
MAX_ENTRIES = 10_000
MAX_DIRECTORY = 8 * MIB
"""Bytes of the list of entries, which is read as a whole."""
MAX_ENTRY = 64 * MIB
"""No file that has a say in a print may be larger."""
MAX_TOTAL = 512 * MIB
"""Bytes that come out of an archive."""
MAX_RATIO, PLAIN = 200, 32 * MIB
"""What unpacks to more than ``PLAIN`` bytes, and to so many times its packed size, is a bomb."""
MAX_PATH = 500
"""Letters of a file's path."""
CODE = (".py", ".pyc", ".pyo", ".pyd", ".pyw", ".pth", ".so", ".dll", ".dylib", ".exe", ".sh", ".bat", ".ps1")
UNREAD = (*CODE, ".pdf", *ARCHIVE_SUFFIXES)
"""Endings of what is not unpacked: code, finished sheets, archives in the archive."""
CHUNK = MIB
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_DRIVE = re.compile(r"[A-Za-z]:")


class Entry(NamedTuple):
    """A file in an archive, and where it comes below the folder that it is unpacked into."""

    info: ZipInfo
    path: PurePosixPath


def unpacked_game(path: Path, game_file: str) -> Path:
    """The folder of the only game in an archive, the one with a ``game_file``; unpacked once in a run.

    Raises :class:`InputError` for what is no archive, is damaged or hostile, or has not one game in it, and
    where nobody removes what is temporary.
    """
    temporary = temporary_files()
    if temporary is None:
        raise InputError(f"{shown_path(path)} is an archive", hint="unpack it, and name the folder")
    real = path.resolve()
    if real not in temporary.folders:
        temporary.folders[real] = _unpack(path, game_file, temporary.stack)
    return temporary.folders[real]


def _unpack(path: Path, game_file: str, stack: ExitStack) -> Path:
    shown = shown_path(path)
    try:
        place = Path(tempfile.gettempdir()).resolve()
        root = stack.enter_context(scratch_folder(place)) / "archive"
        root.mkdir(mode=0o700)
    except OSError as error:
        raise InputError(f"no temporary files can be written: {reason_of(error)}") from None
    try:
        with _opened(path) as archive:
            entries = _entries(archive)
            game = _game_in(entries, game_file)
            # A game's id is its folder's name.
            base = root / (name_id(path.stem, "game") if game == PurePosixPath() else "files")
            stack.enter_context(shown_as(base, shown))
            _write_all(archive, entries, base)
    except InputError as error:
        error.place = Place(shown)
        raise
    return base / game


@contextmanager
def _opened(path: Path) -> Iterator[ZipFile]:
    from zipfile import BadZipFile, ZipFile

    try:
        with path.open("rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise InputError("this is not a regular file")
            _look_at_end(file, path)
            with ZipFile(file) as archive:
                yield archive
    except (BadZipFile, EOFError, zlib.error):
        raise InputError(
            "the archive is damaged, or not all of it is there", hint="download or copy it again"
        ) from None
    except UnicodeDecodeError:
        raise InputError("the name of an entry is not UTF-8", hint=_PACK_AGAIN) from None
    except OSError as error:
        raise InputError(f"the archive can't be read: {reason_of(error)}") from None


_PACK_AGAIN = "pack it again with `gatepress export --to zip`, or with a zip program of today"
_END, _END_SIZE = b"PK\x05\x06", 22
_LOCATOR, _LOCATOR_SIZE, _BIG_END = b"PK\x06\x07", 20, b"PK\x06\x06"
"""Records at the end of a zip file (APPNOTE.TXT of PKWARE, 4.3.14 to 4.3.16)."""
MAX_COMMENT = 65535


def _look_at_end(file: IO[bytes], path: Path) -> None:
    """Refuses what is no zip archive, and one whose list of entries nobody should read into memory."""
    size = file.seek(0, os.SEEK_END)
    if size > MAX_ARCHIVE:
        raise InputError(f"the archive is larger than {MAX_ARCHIVE // MIB} MiB")
    file.seek(max(0, size - _END_SIZE - MAX_COMMENT - _LOCATOR_SIZE))
    tail = file.read()
    at = tail.rfind(_END)
    if at < 0 or len(tail) < at + _END_SIZE:
        raise _no_zip(file, path)
    count, length = _number(tail, at + 10, 2), _number(tail, at + 12, 4)
    locator = at - _LOCATOR_SIZE
    if locator >= 0 and tail[locator : locator + 4] == _LOCATOR:
        file.seek(min(size, _number(tail, locator + 8, 8)))
        record = file.read(56)
        if record[:4] == _BIG_END:
            count, length = _number(record, 32, 8), _number(record, 40, 8)
    file.seek(0)
    if count > MAX_ENTRIES or length > MAX_DIRECTORY:
        raise InputError(f"more than {MAX_ENTRIES:,} files are in the archive")


def _number(data: bytes, at: int, size: int) -> int:
    return int.from_bytes(data[at : at + size], "little")


def _no_zip(file: IO[bytes], path: Path) -> InputError:
    file.seek(0)
    begins = file.read(4)
    if begins == b"PK\x03\x04":
        return InputError("the archive ends too early", hint="download or copy it again")
    if path.suffix.lower() != ".zip":
        return InputError("only zip archives are opened", hint="unpack it, and name the folder of the game")
    if not begins:
        return InputError("the file is empty, not a zip archive")
    return InputError("this is not a zip archive")


# What is in it


def _entries(archive: ZipFile) -> list[Entry]:
    """The files to be unpacked. Raises :class:`InputError` for an archive that has anything wrong in it."""
    from zipfile import ZIP_DEFLATED, ZIP_STORED

    if len(archive.infolist()) > MAX_ENTRIES:
        raise InputError(f"more than {MAX_ENTRIES:,} files are in the archive")
    entries: list[Entry] = []
    places = _Places()
    for info in archive.infolist():
        path = _checked_name(info)
        _check_kind(info, path)
        if info.is_dir():
            continue
        places.take(path)
        if _is_left(path):
            continue
        if info.flag_bits & 0x1:
            raise _refused(path, "is encrypted", "pack it again without a password")
        if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
            raise _refused(path, "is packed by a method that few programs know", _PACK_AGAIN)
        if info.file_size > MAX_ENTRY:
            raise _refused(path, f"is larger than {MAX_ENTRY // MIB} MiB")
        entries.append(Entry(info, path))
    _check_sizes(entries)
    return entries


def _checked_name(info: ZipInfo) -> PurePosixPath:
    try:
        return entry_path(_real_name(info))
    except InputError as error:
        message = f"the entry {quote(info.orig_filename)} {error.message}"
        raise InputError(message, hint=error.hint) from None


_UTF8_NAME = 0x800
"""The flag of an entry whose name is UTF-8; without it the name is in code page 437, as DOS had it."""


def _real_name(info: ZipInfo) -> str:
    """An entry's name as it was packed: some programs write UTF-8 and do not say so."""
    name = info.orig_filename
    if info.flag_bits & _UTF8_NAME or name.isascii():
        return name
    try:
        return name.encode("cp437").decode("utf-8")
    except UnicodeError:
        raise InputError("has a name that is not UTF-8", hint=_PACK_AGAIN) from None


def entry_path(name: str) -> PurePosixPath:
    """The path of an entry, which stays below the folder that it is unpacked into.

    Raises :class:`InputError` for any other; the message goes on from the entry's name.
    """
    if not name.strip("/ ") or _CONTROL.search(name):
        raise InputError("has a name that no file can have")
    if "\\" in name:
        raise InputError("has a backslash in its name", hint=_PACK_AGAIN)
    if name.startswith(("/", "~")) or _DRIVE.match(name):
        raise InputError("has a path that is not relative to the archive")
    steps = [step for step in name.split("/") if step not in ("", ".")]
    if ".." in steps:
        raise InputError("leads out of the archive")
    if not steps:
        raise InputError("has a name that no file can have")
    if len(name) > MAX_PATH:
        raise InputError("has a name that is too long")
    fault = next(filter(None, map(fault_of_name, steps)), None)
    if fault is not None:
        raise InputError(fault, hint="rename it")
    return PurePosixPath(*steps)


def _check_kind(info: ZipInfo, path: PurePosixPath) -> None:
    """Links, devices and pipes have no place in a game, whatever the system that packed them."""
    kind = stat.S_IFMT(info.external_attr >> 16)
    if kind == stat.S_IFLNK:
        raise _refused(path, "is a link", "pack the file that it leads to")
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise _refused(path, "is not a regular file")


def same_place(path: PurePosixPath) -> str:
    """What paths have in common that are one to file systems that heed neither case nor accents."""
    from unicodedata import normalize

    return normalize("NFC", str(path)).casefold()


class _Places:
    """The places that files come to, each by :func:`same_place`."""

    def __init__(self) -> None:
        self._files: dict[str, PurePosixPath] = {}
        self._folders: dict[str, PurePosixPath] = {}

    def take(self, path: PurePosixPath) -> None:
        """Raises :class:`InputError` where another entry has the place, or a part of the way there."""
        key = same_place(path)
        other = self._files.get(key)
        if other == path:
            raise _refused(path, "is in the archive twice")
        if other is not None:
            raise InputError(f"the entries {quote(str(other))} and {quote(str(path))} would be one file")
        above = {same_place(folder): folder for folder in path.parents if folder.parts}
        if key in self._folders or not self._files.keys().isdisjoint(above):
            raise _refused(path, "is a file by one entry and a folder by another")
        self._files[key] = path
        self._folders.update(above)


def _is_left(path: PurePosixPath) -> bool:
    """Whether an entry is not unpacked: hidden files, what systems add, and what no print reads."""
    is_hidden = any(step.startswith(".") or step == "__MACOSX" for step in path.parts)
    return is_hidden or path.name.lower().endswith(UNREAD)


def _check_sizes(entries: Sequence[Entry]) -> None:
    total = sum(entry.info.file_size for entry in entries)
    packed = sum(entry.info.compress_size for entry in entries)
    if total > MAX_TOTAL:
        raise InputError(
            f"the archive unpacks to {total // MIB:,} MiB, and {MAX_TOTAL // MIB} MiB is the most"
        )
    if total > PLAIN and total > MAX_RATIO * max(1, packed):
        largest = max(entries, key=lambda entry: entry.info.file_size / max(1, entry.info.compress_size))
        raise _refused(largest.path, f"unpacks to more than {MAX_RATIO} times its size")


def _game_in(entries: Sequence[Entry], game_file: str) -> PurePosixPath:
    """The folder of the only game in an archive."""
    games = [entry.path.parent for entry in entries if entry.path.name == game_file]
    if len(games) == 1:
        return games[0]
    if games:
        names = listed([str(game) for game in games])
        raise InputError(
            f"{pluralize(len(games), 'game')} are in the archive: {names}",
            hint="unpack it, and name the folder of one of them",
        )
    if any(entry.path.name == "game.yml" for entry in entries):
        raise InputError(f"the archive has no {game_file}", hint=f"rename game.yml to {game_file}")
    raise InputError(f"the archive has no {game_file}, so there is no game in it")


def _refused(path: PurePosixPath, what: str, hint: str | None = None) -> InputError:
    return InputError(f"the entry {quote(str(path))} {what}", hint=hint)


# Writing


def _write_all(archive: ZipFile, entries: Sequence[Entry], base: Path) -> None:
    left = MAX_TOTAL
    for entry in entries:
        target = base / entry.path
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            # Nothing may stand there yet, neither a file nor a link.
            with target.open("xb") as file:
                left -= _write(archive, entry, file, left)
        except FileExistsError:
            raise _refused(entry.path, "is in the archive twice") from None
        except OSError as error:
            raise _refused(entry.path, f"can't be unpacked: {reason_of(error)}") from None


def _write(archive: ZipFile, entry: Entry, file: IO[bytes], left: int) -> int:
    """Unpacks an entry, and counts what really comes out: its header may say anything."""
    from zipfile import BadZipFile

    written = 0
    try:
        with archive.open(entry.info) as packed:
            while chunk := packed.read(CHUNK):
                written += len(chunk)
                if written > min(entry.info.file_size, MAX_ENTRY, left):
                    raise _refused(entry.path, "is larger than the archive says")
                file.write(chunk)
    except (BadZipFile, EOFError, zlib.error, NotImplementedError, RuntimeError):
        raise _refused(entry.path, "is damaged", "download or copy the archive again") from None
    if written != entry.info.file_size:
        raise _refused(entry.path, "is damaged", "download or copy the archive again")
    return written
