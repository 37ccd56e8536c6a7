"""Reading a text file that somebody else wrote, within bounds."""

from __future__ import annotations

import codecs
import re
import stat
from pathlib import Path

from generator.catalog.problems import InputError, Place

LARGEST_FILE = 16 * 1024 * 1024
"""Bytes. A thousand cards with long texts are below one MiB."""

# Two sets, for `re` takes milliseconds to compile one that spans thousands of characters.
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]|[\ufffe\uffff]")


def read_text(path: Path, shown: str) -> str:
    """The text of the UTF-8 file at ``path`` without a byte order mark.

    ``shown`` is the file's name in messages. Raises InputError with the place if the file is missing, not
    a file, larger than 16 MiB, binary or in another encoding.
    """
    data = read_bytes(path, Place(shown))
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise InputError("the file is UTF-16 text", place=Place(shown), hint="save it as UTF-8")
    if b"\0" in data:
        raise InputError("the file is binary, not text", place=Place(shown))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # With a byte order mark the codec counts from behind it.
        begin = error.start + (len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0)
        place = _place(data[:begin].decode("utf-8-sig", "replace"), shown)
        message = f"the file is not UTF-8 text: byte 0x{data[begin]:02X} here"
        raise InputError(message, place=place, hint="save it as UTF-8") from None
    odd = _UNPRINTABLE.search(text)
    if odd:
        message = f"the character U+{ord(odd.group()):04X} cannot be used in a text file"
        raise InputError(message, place=_place(text[: odd.start()], shown))
    return text


def read_bytes(path: Path, place: Place) -> bytes:
    """The content of the file at ``path``. Raises InputError if it is missing, not a file or above 16 MiB."""
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise InputError("this is a folder, a file is needed", place=place)
        if not stat.S_ISREG(status.st_mode):
            raise InputError("this is not a regular file", place=place)
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except FileNotFoundError:
        raise InputError("there is no such file", place=place) from None
    except OSError as error:
        raise InputError(f"the file cannot be read: {error.strerror or error}", place=place) from None
    if len(data) > LARGEST_FILE:
        raise InputError("the file is larger than 16 MiB", place=place)
    return data


def _place(before: str, shown: str) -> Place:
    """The place just behind the text ``before``."""
    return Place(shown, before.count("\n") + 1, len(before) - before.rfind("\n"))
