"""The user's printers: which one sheets are for, and saving them."""

from __future__ import annotations

from pathlib import Path

import typer

from generator.catalog.paths import CONFIG_VARIABLE, printers_file
from generator.catalog.press_settings import NO_PRINTER
from generator.catalog.printers import Printer, Printers, as_yaml, read_printers
from generator.catalog.problems import InputError, Problems
from generator.catalog.writing import make_folder, reason_of, refuse_link, write_file
from generator.cli.print_problems import stop_with


def saved_printers(*, to_change: bool = False) -> Printers:
    """All of them. Ends the run where their file is wrong, with all that is wrong with it.

    ``to_change``: they are to be saved again, which no link is followed for.
    """
    file = printers_file()
    problems = Problems()
    printers = Printers()
    if file is not None:
        try:
            if to_change:
                refuse_link(file)
            printers = read_printers(file, problems)
        except InputError as error:
            problems.add(error)
        except OSError as error:
            problems.error(f"{file.as_posix()}: the file can't be read: {reason_of(error)}")
    if problems.has_errors:
        stop_with(problems)
    return printers


def save_printers(printers: Printers) -> Path:
    """Writes the file, whole or not at all. Ends the run where it can't be written."""
    file = printers_file()
    problems = Problems()
    if file is None:
        problems.error(
            "there is no folder to keep printers in",
            hint=f"name one by the variable {CONFIG_VARIABLE}, or set HOME",
        )
        stop_with(problems)
    try:
        make_folder(file.parent)
        write_file(file, as_yaml(printers).encode())
    except OSError as error:
        problems.error(f"can't write to {file.parent.as_posix()}: {reason_of(error)}")
        stop_with(problems)
    except InputError as error:
        problems.add(error)
        stop_with(problems)
    return file


def chosen_printer(name: str | None) -> Printer | None:
    """The printer of that name, the default one where none is named, or none.

    Raises BadParameter for a name that no printer has.
    """
    if name is not None and name.strip().casefold() == NO_PRINTER:
        return None
    printers = saved_printers()
    if name is None:
        return None if printers.default is None else printers.find(printers.default)
    try:
        return printers.find(name)
    except InputError as error:
        raise typer.BadParameter(f"{error.message}; {error.hint}", param_hint="--printer") from None
