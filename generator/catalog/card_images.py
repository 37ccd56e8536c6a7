"""Folders of pictures as card lists: each picture is a card, and its file's name says the rest."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from generator.catalog.paths import MAX_FILES, PICTURE_SUFFIXES, folder_inside, regular_files, shown_path
from generator.catalog.problems import InputError
from generator.catalog.wording import quote
from generator.catalog.yaml_reader import MarkedDict, placed_in

_COPIES_BEHIND = re.compile(r"(.*?\S)[ _-]*(?:[ _-][x×](\d{1,4})|\([x×]\s?(\d{1,4})\))", re.IGNORECASE)
_COPIES_BEFORE = re.compile(r"(\d{1,4})[x×][ _-]+(\S.*)", re.IGNORECASE)
_BACK = re.compile(r"(?:(.*?\S)[ _-]+)?back", re.IGNORECASE)
_DIGITS = re.compile(r"(\d+)")
_MAX_LOOKED_AT = 10 * MAX_FILES


class _Named(NamedTuple):
    """What a picture's file name says."""

    path: Path
    stem: str
    """Without the copies."""
    copies: int | None


def picture_cards(game_folder: Path, text: str, left_out: Callable[[str], None]) -> tuple[MarkedDict, ...]:
    """A card for each picture in the folder ``text``, in the order of their names; raises InputError.

    Its place is the picture's file.

    ``goblin x3.png`` and ``3x goblin.png`` are three copies. ``goblin-back.png`` is the back of
    ``goblin.png``, ``back.png`` that of all that have none of their own. ``left_out`` reports each that
    is no file.
    """
    folder = folder_inside(game_folder, text)
    found = sorted(map(_named, _pictures(folder, text, left_out)), key=_in_order)
    stems = {named.stem.casefold() for named in found}
    backs: dict[str, Path] = {}
    for named in found:
        is_back = _BACK.fullmatch(named.stem)
        of = (is_back[1] or "").casefold() if is_back else ""
        if is_back and (not of or of in stems):
            backs.setdefault(of, named.path)
    behind = set(backs.values())
    cards = [named for named in found if named.path not in behind]
    if not cards:
        raise InputError(f"the folder {quote(text)} holds backs only", hint="the fronts are missing")
    return tuple(_card(named, backs, game_folder) for named in cards)


def _pictures(folder: Path, text: str, left_out: Callable[[str], None]) -> list[Path]:
    try:
        entries = list(islice(folder.iterdir(), _MAX_LOOKED_AT))
        named = [path for path in entries if path.suffix.lower() in PICTURE_SUFFIXES]
        found = regular_files(sorted(path for path in named if path.name[0] != "."), left_out)
    except OSError as error:
        raise InputError(f"the folder {quote(text)} cannot be read: {error.strerror or error}") from None
    if not found:
        inner = sorted(path.name for path in entries if path.is_dir() and not path.name.startswith("."))
        looked_for = f"looked for {', '.join(PICTURE_SUFFIXES)}"
        hint = f"{looked_for}; did you mean `{text.rstrip('/')}/{inner[0]}`?" if inner else looked_for
        raise InputError(f"no picture is in the folder {quote(text)}", hint=hint)
    if len(found) > MAX_FILES:
        raise InputError(f"more than {MAX_FILES} pictures are in the folder {quote(text)}")
    return found


def _in_order(named: _Named) -> tuple[list[tuple[int, int, str]], str]:
    """A key to sort by in which ``card 10`` comes behind ``card 9``."""
    parts = [part for part in _DIGITS.split(named.stem.casefold()) if part]
    return [
        (0, int(part[:18]), part) if part.isdecimal() else (1, 0, part) for part in parts
    ], named.path.name


def _named(path: Path) -> _Named:
    behind = _COPIES_BEHIND.fullmatch(path.stem)
    if behind is not None:
        return _Named(path, behind[1], int(behind[2] or behind[3]))
    before = _COPIES_BEFORE.fullmatch(path.stem)
    if before is not None:
        return _Named(path, before[2], int(before[1]))
    return _Named(path, path.stem, None)


def _card(named: _Named, backs: dict[str, Path], game_folder: Path) -> MarkedDict:
    words = " ".join(re.split(r"[-_\s]+", named.stem)).strip() or named.stem
    values: dict[str, object] = {
        "name": words[:1].upper() + words[1:],
        "image": named.path.relative_to(game_folder).as_posix(),
    }
    if named.copies is not None:
        values["copies"] = named.copies
    back = backs.get(named.stem.casefold()) or backs.get("")
    if back is not None:
        values["back"] = back.relative_to(game_folder).as_posix()
    return placed_in(shown_path(named.path), values)
