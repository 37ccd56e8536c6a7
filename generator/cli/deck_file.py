"""The deck file that a command is to write: what it may be called, and that nothing is lost by it."""

from __future__ import annotations

from pathlib import Path
from unicodedata import category

import typer

from generator.catalog.problems import InputError
from generator.catalog.wording import join_words
from generator.deck.write import SUFFIXES


def refuse_wrong_usage(file: Path | None, name: str | None) -> None:
    """Raises BadParameter for an ending that no deck file has, or a name that is none."""
    if file is not None and file.suffix.lower() not in SUFFIXES:
        message = f"a deck file ends in {join_words(SUFFIXES)}, got {file.name!r}"
        raise typer.BadParameter(message, param_hint="FILE")
    if name is not None and not (name.strip() and is_text(name)):
        raise typer.BadParameter(f"expected a name, got {name!r}", param_hint="--name")


def refuse_taken(file: Path, *, force: bool | None = None) -> None:
    """Raises :class:`InputError` where something is there already, or the folder is missing.

    ``force``: whether the user lets a file be written over; None where the command has no such option.
    """
    try:
        _refuse_taken(file, force)
    except OSError as error:  # a name too long for any file
        raise InputError(f"the file can't be written: {error.strerror or error}") from None


def _refuse_taken(file: Path, force: bool | None) -> None:
    if file.is_dir():
        raise InputError(
            "there is a folder of that name already", hint="choose another name, or move it away"
        )
    if (file.exists() or file.is_symlink()) and not force:
        way_out = "move it away" if force is None else "write over it with --force"
        raise InputError("there is a file of that name already", hint=f"choose another name, or {way_out}")
    if not file.parent.is_dir():
        raise InputError(f"there is no folder {file.parent.as_posix()!r}", hint="make it first")


def is_text(text: str) -> bool:
    """Whether it is letters: neither control codes nor bytes that are no text."""
    return not any(category(letter) in ("Cc", "Cs") for letter in text)
