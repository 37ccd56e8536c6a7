"""Files of the user's: paths, kept inside the game's folder and shown as the user knows them, and their text.

Somebody else may have written them, so everything is read within bounds.
"""

from __future__ import annotations

import codecs
import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from itertools import islice
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import NamedTuple

from generator.catalog.problems import OUTSIDE_FOLDER, InputError, Place
from generator.catalog.wording import quote

MAX_FILES = 1000
"""How many files one pattern may find."""
_MAX_FOUND = 10 * MAX_FILES
"""How many paths of any kind are looked at for them."""

DATE_VARIABLE = "SOURCE_DATE_EPOCH"
"""Names the date of the PDF files, for all that reportlab writes."""
CONFIG_VARIABLE = "GATEPRESS_CONFIG"
"""Names another folder than the user's own for settings; set to nothing: there are none."""
PRINTERS_FILE = "printers.yaml"

CARD_LIST_SUFFIXES = (".yaml", ".yml", ".json", ".csv", ".tsv", ".xlsx")
"""The endings of card lists, and so of decks."""
TABLE_SUFFIXES = (".csv", ".tsv", ".xlsx")
"""Those of card lists that are tables: a row for each card."""
PICTURE_SUFFIXES = (".png", ".jpg", ".jpeg", ".svg", ".webp", ".gif", ".bmp", ".tif", ".tiff", ".apng")
"""The endings of pictures."""
FONT_SUFFIXES = (".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2")
"""A font that ends like this is a file; only TrueType files are of use, but that is reported of the file."""
BRINGS_FONTS = re.compile(r"(?:^|[-_])(?:fonts?|fontpkg|noto)(?:[-_]|$)")
"""What is in the names of packages that bring fonts: ``fontpkg-lora``, ``pylopdf-fonts-jp``."""
NAMED_SUFFIXES = (*PICTURE_SUFFIXES, *FONT_SUFFIXES, ".j2", ".xml", ".yaml", ".yml", ".md", ".py")
"""The endings of files that may be read as soon as a card, layout or rulebook names them."""

ARCHIVE_SUFFIXES = (".zip", ".7z", ".rar", ".tar", ".tgz", ".gz", ".bz2", ".xz", ".zst")
"""The endings of archives; of these, zip archives are opened."""

MIB = 1024 * 1024
MAX_FILE = 16 * MIB
"""Bytes. A thousand cards with long texts are below one MiB."""

_MAX_PATH = 500
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_DRIVE = re.compile(r"[A-Za-z]:")
_WILD = re.compile(r"[*?\[]")


class TemporaryFiles(NamedTuple):
    """What a run has made for as long as it takes."""

    stack: ExitStack
    """Removes it."""
    folders: dict[Path, Path]
    """Folders of what was unpacked, by the archives' real paths."""


_TEMPORARY: ContextVar[TemporaryFiles | None] = ContextVar("temporary files", default=None)


@contextmanager
def removing_temporary_files() -> Iterator[None]:
    """At the end of the block what was made for as long as it takes is removed."""
    with ExitStack() as stack:
        token = _TEMPORARY.set(TemporaryFiles(stack, {}))
        try:
            yield
        finally:
            _TEMPORARY.reset(token)


def temporary_files() -> TemporaryFiles | None:
    """What the run has made; None: nobody would remove it."""
    return _TEMPORARY.get()


_SHOWN_AS: ContextVar[tuple[tuple[Path, str], ...]] = ContextVar("folders shown as", default=())


@contextmanager
def shown_as(folder: Path, name: str) -> Iterator[None]:
    """Until the end of the block files below a temporary folder are shown below ``name``."""
    token = _SHOWN_AS.set((*_SHOWN_AS.get(), (folder.absolute(), name)))
    try:
        yield
    finally:
        _SHOWN_AS.reset(token)


@dataclass(slots=True)
class FilesRead:
    """The files that were read since :func:`noting_files` began, and those that would have been."""

    paths: set[Path] = field(default_factory=set)
    """Also of files that were named, and not there."""
    patterns: set[str] = field(default_factory=set)
    """Whatever comes to match one of these would be read too."""

    def concerns(self, path: Path) -> bool:
        """Whether a file is one of them, or of a kind that may be at any time."""
        return path.suffix.lower() in NAMED_SUFFIXES or self.names(path)

    def names(self, path: Path) -> bool:
        """Whether a file is one of them."""
        name, place = path.name.casefold(), _real_place(path)
        return any(
            known.name.casefold() == name and _real_place(known) == place for known in self.paths
        ) or any(fnmatchcase(place, pattern.casefold()) for pattern in self.patterns)


def _real_place(path: Path) -> str:
    """Where a file lies, whether it is there or not, and by whatever links one comes to its folder."""
    return str(path.parent.resolve() / path.name).casefold()


_READ: ContextVar[FilesRead | None] = ContextVar("files read", default=None)


@contextmanager
def noting_files() -> Iterator[FilesRead]:
    """Until the end of the block it is noted which files are read."""
    found = FilesRead()
    token = _READ.set(found)
    try:
        yield found
    finally:
        _READ.reset(token)


_INSTEAD: ContextVar[Mapping[Path, bytes]] = ContextVar("read instead", default=MappingProxyType({}))


@contextmanager
def reading_instead(contents: Mapping[Path, bytes]) -> Iterator[None]:
    """Until the end of the block files are read as if they had this content."""
    token = _INSTEAD.set({path.absolute(): content for path, content in contents.items()})
    try:
        yield
    finally:
        _INSTEAD.reset(token)


def note_file(path: Path) -> None:
    """Notes that a file has a say in what is made."""
    noted = _READ.get()
    if noted is not None:
        noted.paths.add(path.absolute())


def is_temporary(path: Path) -> bool:
    """Whether a path is, or lies below, a folder that is shown as something else."""
    return any(path.absolute().is_relative_to(folder) for folder, _ in _SHOWN_AS.get())


def shown_path(path: Path) -> str:
    """``path`` relative to the current directory if it is below it, else as it was given."""
    for folder, name in _SHOWN_AS.get():
        if path.absolute().is_relative_to(folder):
            return (PurePosixPath(name) / path.absolute().relative_to(folder).as_posix()).as_posix()
    try:
        return path.absolute().relative_to(Path.cwd()).as_posix()
    except (ValueError, OSError):  # OSError: the current directory has gone meanwhile
        return path.as_posix()


def is_there(path: Path | str) -> bool:
    """Whether something is at ``path``; False also where nobody may look, or the name is too long for any."""
    return os.path.exists(path)  # noqa: PTH110 - a path's own `exists` raises, and is slower


def relative_name(text: str) -> str:
    """``text`` if it is a relative path that stays below where it starts; otherwise InputError."""
    if not text.strip() or len(text) > _MAX_PATH or _CONTROL.search(text):
        raise InputError(f"expected a file name, got {quote(text)}")
    plain = text.replace("\\", "/")
    if plain.startswith("/") or _DRIVE.match(text) or text.startswith("~"):
        raise InputError(f"the path {quote(text)} is not relative to the game's folder")
    if plain != text:
        raise InputError(f"the path {quote(text)} has a backslash", hint=f"write `{plain}`")
    if ".." in plain.split("/"):
        raise InputError(f"the path {quote(text)} leaves the game's folder", code=OUTSIDE_FOLDER)
    return text


def split_part(name: str) -> tuple[str, str]:
    """The file that ``sprites.svg#wolf`` names, and the part of it; the part is empty where none is named."""
    file, _, part = name.rpartition("#")
    return (file, part) if file.lower().endswith(".svg") else (name, "")


def names_picture(text: str) -> bool:
    """Whether a text ends as the name of a picture does, or of a part of one."""
    return split_part(text)[0].lower().endswith(PICTURE_SUFFIXES)


def where_to_put(folder: Path, name: str) -> str | None:
    """The hint for a picture that is missing from a game's folder; None for any other file."""
    if not names_picture(name):
        return None
    path = folder / split_part(name)[0]
    inside = path if name.startswith("art/") else folder / "art" / path.relative_to(folder)
    return f"put it into {shown_path(inside.parent)}/"


def in_other_case(folders: Iterable[Path], name: str) -> str | None:
    """A hint at what differs from a path below one of the folders only in upper and lower case."""
    for folder in folders:
        found = folder
        for step in PurePosixPath(name).parts:
            try:
                entries = sorted(os.listdir(found))  # noqa: PTH208 - names are all that is compared
            except OSError:
                break
            alike = [entry for entry in entries if entry.casefold() == step.casefold()]
            if not alike:
                break
            found /= step if step in alike else alike[0]
        else:
            shown = found.relative_to(folder).as_posix()
            return f"did you mean `{shown}`? Upper and lower case count"
    return None


def file_inside(folder: Path, text: str) -> Path:
    """The existing file that ``text`` names below ``folder``; InputError if it is missing or elsewhere."""
    return _inside(folder, text, is_folder=False)


def folder_inside(folder: Path, text: str) -> Path:
    """The existing folder that ``text`` names below ``folder``; InputError if it is missing or elsewhere."""
    return _inside(folder, text, is_folder=True)


def _inside(folder: Path, text: str, *, is_folder: bool) -> Path:
    path = folder / relative_name(text)
    wanted, other = ("folder", "file") if is_folder else ("file", "folder")
    try:
        if not path.exists():
            note_file(path)
            raise InputError(f"no {wanted} named {quote(text)} in {shown_path(folder) or '.'}")
        if path.is_dir() != is_folder:
            raise InputError(f"{quote(text)} is a {other}, a {wanted} is needed")
    except OSError as error:
        raise InputError(f"the {wanted} {quote(text)} cannot be read: {error.strerror or error}") from None
    return _kept_inside(folder, path, text)


def regular_files(paths: Iterable[Path], left_out: Callable[[str], None]) -> list[Path]:
    """Those of the paths that are files; ``left_out`` reports each that is neither one nor a folder."""
    found = []
    for path in paths:
        reason = ""
        try:
            mode = path.stat().st_mode
            if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
                reason = "this is not a regular file"
            elif stat.S_ISREG(mode):
                found.append(path)
        except FileNotFoundError:
            reason = "this is a link that leads nowhere"
        except OSError as error:
            reason = error.strerror or str(error)
        if reason:
            left_out(f"{shown_path(path)} is left out: {reason}")
    return found


def files_inside(
    folder: Path, text: str, suffixes: tuple[str, ...], left_out: Callable[[str], None]
) -> list[Path]:
    """The files that the name or pattern ``text`` stands for, sorted; never empty.

    A pattern finds only files with one of ``suffixes``, and none that is hidden or the lock of another.
    ``left_out``: as for :func:`regular_files`.
    """
    if not _WILD.search(text):
        return [file_inside(folder, text)]
    noted = _READ.get()
    if noted is not None:
        noted.patterns.add(str(folder.resolve() / text))
    try:
        found = list(islice(folder.glob(relative_name(text)), _MAX_FOUND))
    except (ValueError, NotImplementedError, OSError):
        raise InputError(f"the pattern {quote(text)} cannot be used") from None
    files = regular_files(sorted(path for path in found if _is_wanted(path, suffixes)), left_out)
    if not files:
        raise InputError(f"no file matches {quote(text)}", hint=f"looked for {', '.join(suffixes)}")
    if len(files) > MAX_FILES:
        raise InputError(f"more than {MAX_FILES} files match {quote(text)}")
    return [_kept_inside(folder, path, path.relative_to(folder).as_posix()) for path in files]


def _is_wanted(path: Path, suffixes: tuple[str, ...]) -> bool:
    # Excel lays a file `~$name.xlsx` beside one that is open.
    return path.suffix.lower() in suffixes and not path.name.startswith((".", "~$"))


def _kept_inside(folder: Path, path: Path, text: str) -> Path:
    try:
        inside = not _may_lead_out(path, text) or path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):  # RuntimeError: a loop of symbolic links, before Python 3.13
        inside = False
    if not inside:
        raise InputError(f"the path {quote(text)} leaves the game's folder through a link")
    return path


def _may_lead_out(path: Path, text: str) -> bool:
    """Whether a step of ``text``, which ends in ``path``, is a link; Windows has some that nobody sees."""
    return os.name != "posix" or any(step.is_symlink() for step in (path, *path.parents[: text.count("/")]))


# What stands in them

# Two sets, for `re` takes milliseconds to compile one that spans thousands of characters.
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]|[\ufffe\uffff]")


def read_text(path: Path, shown: str, max_bytes: int = MAX_FILE) -> str:
    """The text of the UTF-8 file at ``path`` without a byte order mark.

    ``shown`` is the file's name in messages. Raises InputError with the place if the file is missing, not
    a file, larger than ``max_bytes``, binary or in another encoding.
    """
    data = read_bytes(path, Place(shown), max_bytes)
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise InputError("the file is UTF-16 text", place=Place(shown), hint="save it as UTF-8")
    return decoded(data, shown)


def decoded(data: bytes, shown: str, hint: str = "save it as UTF-8") -> str:
    """The text that a file's bytes are in UTF-8; ``hint``: what to do where they are in something else.

    Raises InputError with the place.
    """
    if b"\0" in data:
        raise InputError("the file is binary, not text", place=Place(shown))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # With a byte order mark the codec counts from behind it.
        begin = error.start + (len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0)
        place = _place_behind(data[:begin].decode("utf-8-sig", "replace"), shown)
        message = f"the file is not UTF-8 text: byte 0x{data[begin]:02X} here"
        raise InputError(message, place=place, hint=hint) from None
    refuse_unprintable(text, shown)
    return text


def refuse_unprintable(text: str, shown: str) -> None:
    """Raises InputError, with the place, for characters that no text file has."""
    odd = _UNPRINTABLE.search(text)
    if odd:
        message = f"the character U+{ord(odd.group()):04X} cannot be used in a text file"
        raise InputError(message, place=_place_behind(text[: odd.start()], shown))


def read_bytes(path: Path, place: Place | None, max_bytes: int = MAX_FILE) -> bytes:
    """The content of the file at ``path``.

    Raises InputError at ``place`` if it is missing, no regular file (reading a pipe or a device might never
    end), or larger than ``max_bytes``.
    """
    note_file(path)
    instead = _INSTEAD.get()
    if instead and (content := instead.get(path.absolute())) is not None:
        return content
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise InputError("this is a folder, a file is needed", place=place)
        if not stat.S_ISREG(status.st_mode):
            raise InputError("this is not a regular file", place=place)
        with path.open("rb") as file:
            # Room for all that there might be takes longer to get than a small file to read.
            data = file.read(min(status.st_size, max_bytes) + 1)
            if status.st_size < len(data) <= max_bytes:
                data += file.read(max_bytes + 1 - len(data))
    except FileNotFoundError:
        raise InputError("the file does not exist", place=place) from None
    except OSError as error:
        raise InputError(f"the file cannot be read: {error.strerror or error}", place=place) from None
    if len(data) > max_bytes:
        raise InputError(f"the file is larger than {max_bytes // MIB} MiB", place=place)
    return data


def _place_behind(before: str, shown: str) -> Place:
    """The place just behind the text ``before``."""
    return Place(shown, before.count("\n") + 1, len(before) - before.rfind("\n"))


def printers_file() -> Path | None:
    """Where the printers of this user are kept; None where nothing is kept."""
    return settings_file(PRINTERS_FILE)


def settings_file(name: str) -> Path | None:
    """A file among the settings of this user; None where none are kept."""
    named = os.environ.get(CONFIG_VARIABLE)
    if named is not None:
        return Path(named, name) if named else None
    from platformdirs import user_config_path

    folder = user_config_path("gatepress", appauthor=False)
    # Relative where the environment gives no home: it would be looked for wherever the command is given.
    return folder / name if folder.is_absolute() else None
