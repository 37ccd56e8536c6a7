"""Where a command writes its report: the option's form, and the file, whole or not at all."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from generator.catalog.problems import InputError, Problems
from generator.catalog.wording import is_text, listed
from generator.catalog.writing import Finished, check_can_be_written, put_in_place, staging
from generator.cli.print_problems import stop_with

if TYPE_CHECKING:
    from generator.catalog.sizes import Size
    from generator.reports.document import Report

SUFFIXES = (".html", ".pdf")


def check_file(path: Path | None, option: str, holds: bytes | None = None, what: str = "") -> None:
    """Stops the command, before it does anything, where it could not write a file in the end.

    ``holds`` and ``what`` as for ``check_can_be_written``. Raises BadParameter for what is no file name.
    """
    if path is None:
        return
    if not is_text(str(path)):
        raise typer.BadParameter("that is not a file name", param_hint=option)
    try:
        check_can_be_written(path, holds, what)
    except InputError as error:
        problems = Problems()
        problems.add(error)
        stop_with(problems)


def check_report_file(path: Path | None, option: str = "--out") -> None:
    """Raises BadParameter for a file that is neither HTML nor PDF by its name."""
    if path is not None and path.suffix.lower() not in SUFFIXES:
        raise typer.BadParameter(
            f"expected a file that ends in {' or '.join(SUFFIXES)}, got {listed([path.name or path])}",
            param_hint=option,
        )


def write_report(report: Report, path: Path, paper: Size, problems: Problems) -> bool:
    """Writes a report into a file whose suffix says what it becomes; a PDF is printed on ``paper``.

    False, and nothing written, where anything is wrong, which ``problems`` lists. The same report gives the
    same bytes.
    """
    from generator.press.build import report_odd_date, report_unwritable

    is_pdf = path.suffix.lower() == ".pdf"
    if is_pdf:
        report_odd_date(problems)
    if problems.has_errors:
        return False
    try:
        with staging(path.parent) as folder:
            unfinished = folder / "report"
            if is_pdf:
                from generator.reports.pdf import write_pdf

                write_pdf(report, unfinished, paper)
            else:
                from generator.reports.html import html_of

                unfinished.write_text(html_of(report), "utf-8", newline="\n")
            return put_in_place([Finished(unfinished, path)], path.parent, problems)
    except OSError as error:
        report_unwritable(path.parent, error, problems)
    except InputError as error:
        problems.add(error)
    return False
