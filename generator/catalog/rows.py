"""Reads the rows of a file, whatever its format: a mapping for each card, or for each row of other data.

``read_rows`` is the one way to them: a new format is a reader of its own and a line in it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from generator.catalog.paths import CARD_LIST_SUFFIXES, shown_path
from generator.catalog.problems import InputError, Place, Problems
from generator.catalog.yaml_reader import Marked, MarkedDict, MarkedList, read_yaml

if TYPE_CHECKING:
    from generator.catalog.game_file import CardFileFile
    from generator.catalog.tables import Reading, Table, TableRow


class Rows(NamedTuple):
    """What stands in a file. Items of a list need not be mappings; rows of a table are."""

    rows: MarkedList | tuple[TableRow, ...]
    table: Table | None = None
    head: MarkedDict | None = None
    """The mapping that the rows stand in, for its other keys."""


def read_rows(
    path: Path, problems: Problems, reading: Reading | None = None, key: str = "cards"
) -> Rows | None:
    """The rows of the file at ``path``; None if it cannot be used at all, which ``problems`` tells.

    YAML and JSON hold a list, or a mapping with the list under ``key``; CSV and XLSX a table, read as
    ``reading`` says. Ask ``problems.has_errors`` before using the rows for more than finding problems.
    """
    suffix = path.suffix.lower()
    shown = shown_path(path)
    if suffix in (".yaml", ".yml"):
        return _listed(read_yaml(path, problems, shown), problems, key)
    if suffix == ".json":
        from generator.catalog.json_file import read_json

        return _listed(read_json(path, problems, shown), problems, key)
    if suffix in (".csv", ".tsv", ".xlsx"):
        table = read_table(path, problems, shown, reading)
        return None if table is None else Rows(table.rows, table)
    hint = f"such files end in {', '.join(CARD_LIST_SUFFIXES)}"
    problems.error("this is no list or table", Place(shown), hint=hint)
    return None


def read_data(path: Path, problems: Problems, how: CardFileFile | None = None) -> Marked | Table | None:
    """A table, read as ``how`` says, or whatever a YAML or JSON file holds.

    None if it cannot be used, which ``problems`` tells.
    """
    suffix, shown = path.suffix.lower(), shown_path(path)
    if suffix in (".yaml", ".yml"):
        return read_yaml(path, problems, shown)
    if suffix == ".json":
        from generator.catalog.json_file import read_json

        return read_json(path, problems, shown)
    read = read_rows(path, problems, None if how is None else _reading(how))
    return None if read is None else read.table


def _reading(how: CardFileFile) -> Reading:
    from generator.catalog.tables import Reading

    return Reading(
        sheet=how.sheet,
        header=how.header,
        delimiter=how.delimiter,
        encoding=how.encoding,
        can_be_told=True,
        columns=how.columns or {},
    )


def _listed(document: Marked | None, problems: Problems, key: str) -> Rows | None:
    if document is None or isinstance(document, MarkedList):
        return None if document is None else Rows(document)
    given = document.get(key)
    if isinstance(given, MarkedList):
        return Rows(given, head=document)
    from generator.catalog.wording import quote

    got = f", got {quote(given)}" if key in document else ""
    problems.error(f"`{key}` must be a list of {key}{got}", document.place_of(key))
    return None


def read_table(path: Path, problems: Problems, shown: str, reading: Reading | None = None) -> Table | None:
    """The table in a CSV or XLSX file; None if it cannot be used, which ``problems`` tells."""
    # Most card lists are YAML, and need neither csv nor zipfile.
    from generator.catalog.tables import Reading, table_of

    given = Reading() if reading is None else reading
    try:
        if path.suffix.lower() == ".xlsx":
            from generator.catalog.xlsx_file import read_sheet as read_xlsx

            sheet = read_xlsx(path, shown, given)
        else:
            from generator.catalog.csv_file import read_sheet as read_csv

            sheet = read_csv(path, shown, given)
        return table_of(sheet, given, problems, shown)
    except InputError as error:
        problems.extend([error.at(Place(shown))])
        return None
