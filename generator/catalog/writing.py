"""Files that are written: whole or not at all, over nothing but regular files, and through no link.

A file is finished in a folder of its own beside its place, and then moved there. The folder is locked as long
as its process lives, so that others know what a killed process left behind from what a living one uses.

A folder that is written to may be a link itself. Below it there may be none: one of a stranger's
could lead anywhere.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, NamedTuple

from generator.catalog.paths import shown_path
from generator.catalog.problems import InputError, Place, Problems

_PREFIX = ".gatepress-"
_SCRATCH_NAME = re.compile(re.escape(_PREFIX) + "[a-z0-9_]{8}")
"""As :func:`tempfile.mkdtemp` makes names."""
_LOCK = "lock"
_OLDER = ".older-"
"""How the names of replaced files begin, beside the finished ones."""
_LOOKED_AT = 4096
"""Bytes at the beginning of a file that tell what it is."""
_LONGEST_RUN = 24 * 60 * 60.0
"""Seconds. What is older belongs to nobody that lives, even where its lock can't tell."""
_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


class Finished(NamedTuple):
    """A file that is finished, and the path that it is meant for.

    ``below``: the folder from which no link may lead on to the path; None: the output folder.
    """

    file: Path
    path: Path
    below: Path | None = None


class LinkError(OSError):
    """Raised for a link where something is to be written."""

    def __init__(self, link: Path) -> None:
        super().__init__(errno.ELOOP, "this is a link, so nothing was written")
        self.link = link


def write_file(path: Path, content: bytes, below: Path | None = None) -> None:
    """Puts a file in its place when all of it is written. ``below``: as for :func:`destination`.

    Raises :class:`InputError` where it can't be, or where anything but a regular file is in its place.
    """
    try:
        destination(path, below)
        with scratch_folder(path.parent) as folder:
            unfinished = folder / "unfinished"
            unfinished.write_bytes(content)
            _move(unfinished, path)
    except OSError as error:
        raise _unwritable(path, error) from None


def check_can_be_written(path: Path, holds: bytes | None = None, what: str = "") -> None:
    """Looks, before any work is done for it, whether a file can be written.

    ``holds``: what is in the first kilobytes of such a file. Then it is written over nothing but an empty
    file and one of its own kind, which ``what`` names: ``results of games``. Raises InputError.
    """
    try:
        if not path.absolute().parent.is_dir():
            message = f"the folder {shown_path(path.parent)} does not exist"
            raise InputError(message, place=Place(path.as_posix()))
        destination(path)
        if holds is not None and path.exists():
            with path.open("rb") as file:
                begins = file.read(_LOOKED_AT)
            if begins and holds not in begins:
                message = f"the file that is there has no {what}"
                hint = "choose another name, or move it away"
                raise InputError(message, hint=hint, place=Place(path.as_posix()))
        with scratch_folder(path.parent):
            pass
    except OSError as error:
        raise _unwritable(path, error) from None


def refuse_link(path: Path, below: Path | None = None, other: str = "another file") -> None:
    """Raises InputError for a link at a path, or on the way to it as :func:`link_on_way` has it.

    ``other``: what the user can name instead.
    """
    link = link_on_way(path, below)
    if link is not None:
        raise _unwritable(path, LinkError(link), other)


def _unwritable(path: Path, error: OSError, other: str = "another file") -> InputError:
    at = error.link if isinstance(error, LinkError) else path
    message = f"the file can't be written: {reason_of(error)}"
    return InputError(message, place=Place(shown_path(at)), hint=way_out(error, other))


def put_in_place(files: Sequence[Finished], out: Path, problems: Problems) -> bool:
    """Moves finished files to their places in ``out``; False, which is reported, if any can't be moved.

    All are moved or none: what was moved before one that can't be is taken back, and what it replaced is
    there again.
    """
    if not _check_all(files, out, problems):
        return False
    with ExitStack() as undoing:
        for number, (file, path, below) in enumerate(files):
            try:
                make_folder(path.parent, undoing)
                older = file.with_name(f"{_OLDER}{number}")
                # Looked at once more: what is in the way may have been put there by now.
                _move_undoably(file, destination(path, below or out), older, undoing)
            except OSError as error:
                _report(out, path, error, problems)
                return False
        undoing.pop_all()
    return True


def make_folder(folder: Path, undoing: ExitStack | None = None) -> None:
    """Makes a folder and those above it; ``undoing`` removes those that were made. Raises OSError."""
    missing = [above for above in (folder, *folder.parents) if not above.exists()]
    if undoing is not None:
        for above in reversed(missing):
            undoing.callback(_remove_folder, above)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        _refuse_blocked(folder)
        raise


def _refuse_blocked(folder: Path) -> None:
    """Raises OSError, with words for it, where anything but a folder stands on the way to a folder."""
    blocking = next((above for above in (folder, *folder.parents) if os.path.lexists(above)), folder)
    if blocking.is_dir():
        return
    is_lost = blocking.is_symlink() and not blocking.exists()
    reason = "this is a link that leads nowhere" if is_lost else "this is a file, a folder is needed"
    raise OSError(errno.ENOTDIR, reason if blocking == folder else f"{blocking.as_posix()}: {reason}")


def _remove_folder(folder: Path) -> None:
    with suppress(OSError):
        folder.rmdir()


def _move_undoably(file: Path, target: Path, older: Path, undoing: ExitStack) -> None:
    """Moves a file; ``undoing`` puts back what was in its place, which is kept as ``older`` until then."""
    if not os.path.lexists(target):
        undoing.callback(target.unlink, missing_ok=True)
        _move(file, target)
        return
    try:
        older.hardlink_to(target)
    except OSError:
        # Another file system, or one without links.
        shutil.copy2(target, older, follow_symlinks=False)
    undoing.callback(_move, older, target)
    _move(file, target)


def check_places(paths: Iterable[Path], out: Path, problems: Problems) -> bool:
    """Whether a file can come to each of the paths in ``out``; what is in the way is reported.

    Two paths are one for this where only the case of their letters differs, as some file systems see it.
    What killed processes have left beside the paths goes.
    """
    return _check_all([Finished(path, path) for path in paths], out, problems)


def _check_all(files: Sequence[Finished], out: Path, problems: Problems) -> bool:
    before = problems.count("error")
    seen: dict[str, Path] = {}
    links: set[Path] = set()
    for _, path, below in files:
        other = seen.setdefault(str(path).casefold(), path)
        link = link_on_way(path, below or out)
        if other is not path:
            problems.error(
                f"two files would be written to {path.as_posix()}",
                hint="rename a component, or write them one after the other, each with its own --out",
            )
        elif link in (None, path):
            _check_place(path, out, problems)
        elif link is not None and link not in links:
            links.add(link)
            _report(out, path, LinkError(link), problems)
    if problems.count("error") > before:
        return False
    for folder in {path.parent for _, path, _ in files} - {out}:
        _tidy(folder)
    return True


def _check_place(path: Path, out: Path, problems: Problems) -> None:
    blocking = next((above for above in path.parents if os.path.lexists(above)), path)
    try:
        _refuse_blocked(blocking)
    except OSError as error:
        _report(out, blocking, error, problems)
        return
    try:
        destination(path)
    except OSError as error:
        _report(out, path, error, problems)


def _report(out: Path, path: Path, error: OSError, problems: Problems) -> None:
    at = error.link if isinstance(error, LinkError) else path
    message = f"can't write to {out}: {at.as_posix()}: {reason_of(error)}"
    problems.error(message, hint=way_out(error, "another --out"))


def destination(path: Path, below: Path | None = None) -> Path:
    """The path itself, if a file may be written to it.

    Raises OSError where anything but a regular file is there, or the file that this process prints to; and
    for a link there, or on the way from the folder ``below``, which may be one.
    """
    link = link_on_way(path, below)
    try:
        there = path.stat()
    except OSError as error:
        if link is not None:
            raise LinkError(link) from None
        if isinstance(error, FileNotFoundError):
            return path
        raise
    if _is_printed_to(there):
        raise OSError(errno.EBUSY, "the output of this command goes there")
    if not (stat.S_ISREG(there.st_mode) or stat.S_ISDIR(there.st_mode)):
        raise OSError(errno.EINVAL, "this is not a regular file")
    if link is not None:
        raise LinkError(link)
    if stat.S_ISDIR(there.st_mode):
        raise OSError(errno.EISDIR, "this is a folder")
    return path


def link_on_way(path: Path, below: Path | None = None) -> Path | None:
    """The first link on the way from the folder ``below``, which may be one itself, down to a path.

    Without such a folder, or where the path is elsewhere, only the path itself is looked at.
    """
    way = [path]
    if below in path.parents:
        way += [above for above in path.parents if below in above.parents]
    return next((part for part in reversed(way) if is_link(part)), None)


def is_link(path: Path) -> bool:
    """Whether a path is a symbolic link, or a junction of Windows."""
    try:
        # Of both, and of nothing else, Python knows the target.
        path.readlink()
    except (OSError, ValueError):
        return False
    return True


def reason_of(error: OSError) -> str:
    """The system's words for what is wrong, without the path."""
    return error.strerror or str(error)


def way_out(error: OSError, other: str) -> str | None:
    """How to go on where a link is in the way; ``other``: what else can be named."""
    return f"remove it, or name {other}" if isinstance(error, LinkError) else None


def _is_printed_to(there: os.stat_result) -> bool:
    for number in (1, 2):
        with suppress(OSError):
            if os.path.samestat(there, os.fstat(number)):
                return True
    return False


def _move(file: Path, target: Path) -> None:
    """Puts a file in another's place at once, also from another file system."""
    try:
        file.replace(target)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        with scratch_folder(target.parent) as folder:
            Path(shutil.copyfile(file, folder / "unfinished")).replace(target)


# Folders for what is not finished


@contextmanager
def staging(out: Path) -> Iterator[Path]:
    """A folder for unfinished files inside the output folder, which is made if it is missing.

    It is removed at the end, and with it all folders that were made and are empty. Raises OSError.
    """
    missing = [folder for folder in (out, *out.parents) if not folder.exists()]
    try:
        make_folder(out)
        with scratch_folder(out) as folder:
            yield folder
    finally:
        with suppress(OSError):
            for made in missing:
                made.rmdir()


@contextmanager
def scratch_folder(place: Path) -> Iterator[Path]:
    """A folder for unfinished files inside ``place``, removed at the end. Raises OSError.

    Whatever killed processes have left there goes too.
    """
    with ExitStack() as stack:
        folder = _locked_folder(place, stack)
        _remove_leftovers(place, folder)
        yield folder


def _locked_folder(place: Path, stack: ExitStack) -> Path:
    """A new folder, which is removed with the stack; its lock is held as far as there are locks."""
    while True:
        folder = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=place))
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        try:
            lock = stack.enter_context((folder / _LOCK).open("w+b", buffering=0))
        except FileNotFoundError:
            if folder.exists():
                raise
            # Another process took the empty folder for one that was left behind.
            continue
        stack.callback(_empty, folder)
        if _is_taken(lock):
            lock.write(_machine())
        return folder


def _empty(folder: Path) -> None:
    """Removes all but the lock, by which others know what they see if this is ended in the middle."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in [entry for entry in entries if entry.name != _LOCK]:
            if entry.is_dir(follow_symlinks=False):
                shutil.rmtree(entry.path, ignore_errors=True)
            else:
                Path(entry.path).unlink(missing_ok=True)


def is_scratch(path: Path) -> bool:
    """Whether a path is a folder for unfinished files, or inside one."""
    return any(part.startswith(_PREFIX) for part in path.parts)


def _tidy(place: Path) -> None:
    """Removes what killed processes have left in a folder that nothing unfinished is put into."""
    with suppress(OSError):
        if any(_SCRATCH_NAME.fullmatch(path.name) for path in place.iterdir()):
            with scratch_folder(place):
                pass


def _remove_leftovers(place: Path, own: Path) -> None:
    # The file system's time, and not this machine's clock, for another machine may have made the others.
    now = own.stat().st_mtime
    with suppress(OSError), os.scandir(place) as entries:
        found = [
            Path(entry.path)
            for entry in entries
            if _SCRATCH_NAME.fullmatch(entry.name) and entry.is_dir(follow_symlinks=False)
        ]
        for folder in found:
            if folder.name != own.name:
                _remove_if_dead(folder, now)


def _remove_if_dead(folder: Path, now: float) -> None:
    """Removes a folder whose process has ended.

    A lock that is free says so, but only to the machine that made it: others may not see that it is taken.
    """
    is_old = now - folder.stat().st_mtime > _LONGEST_RUN
    try:
        with (folder / _LOCK).open("r+b") as lock:
            if not _is_taken(lock) or not (is_old or lock.read() == _machine()):
                return
            _empty(folder)
    except FileNotFoundError:
        # Of a process that ended, or is, at its very beginning; one that is makes another folder.
        with suppress(OSError):
            folder.rmdir()
        if not is_old:
            return
    except OSError:
        return
    shutil.rmtree(folder, ignore_errors=True)


def _is_taken(lock: BinaryIO) -> bool:
    """Takes the lock; False where another process has it, or the file system has no locks."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _machine() -> bytes:
    """What distinguishes this machine, and where the system says so this start of it, from others."""
    try:
        return _BOOT_ID.read_bytes()
    except OSError:
        if sys.platform == "win32":
            return os.environ.get("COMPUTERNAME", "").encode()
        return os.uname().nodename.encode()
