"""Reads the rows of a file, whatever its format: a mapping for each card, or for each row of other data.

A new format is a reader of its own and a line in ``read_data``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from generator.catalog.game_file import CardFileFile
from generator.catalog.paths import CARD_LIST_SUFFIXES, TABLE_SUFFIXES, shown_path
from generator.catalog.problems import Place, Problems
from generator.catalog.wording import code, join_words, quote
from generator.catalog.yaml_reader import Marked, MarkedDict, MarkedList, read_yaml

if TYPE_CHECKING:
    from generator.catalog.tables import Reading, Table

_CSV_SUFFIXES = (".csv", ".tsv")
_ONLY_IN: Mapping[str, Sequence[str]] = {
    "columns": TABLE_SUFFIXES,
    "header": TABLE_SUFFIXES,
    "sheet": (".xlsx",),
    "delimiter": _CSV_SUFFIXES,
    "encoding": _CSV_SUFFIXES,
}


class FileSettings(NamedTuple):
    """What game.yaml says of a file beside its name."""

    part: CardFileFile
    given: MarkedDict
    """The same with places."""

    def fit(self, path: Path, field: str, problems: Problems) -> bool:
        """Whether the file can be read so; what it has not is reported."""
        fits = True
        for key, suffixes in _ONLY_IN.items():
            if key in self.given and path.suffix.lower() not in suffixes:
                fits = False
                message = f"{code(key)} goes with files that end in {join_words(suffixes)}"
                problems.error(message, self.given.place_of_key(key), field=f"{field}.{key}")
        return fits

    @property
    def reading(self) -> Reading:
        from generator.catalog.tables import Reading

        part, columns = self.part, self.given.get("columns")
        return Reading(
            sheet=part.sheet,
            header=part.header,
            delimiter=part.delimiter,
            encoding=part.encoding,
            has_settings=True,
            columns=part.columns or {},
            columns_at=columns if isinstance(columns, MarkedDict) else None,
        )


class Rows(NamedTuple):
    """What stands in a file. Items of a list need not be mappings; rows of a table are."""

    rows: Sequence[object]
    head: MarkedDict
    """The mapping that the rows stand in, for its other keys; empty where there is none."""
    table: Table | None = None


def read_rows(path: Path, problems: Problems) -> Rows | None:
    """The cards of a file: a table, a list, or a mapping with the list under `cards`.

    None if it cannot be used at all, which is reported. Ask ``problems.has_errors`` before using the rows for
    more than finding problems.
    """
    document = read_data(path, problems)
    if document is None or isinstance(document, MarkedList):
        return None if document is None else Rows(document, MarkedDict())
    if not isinstance(document, MarkedDict):
        return Rows(document.rows, MarkedDict(), document)
    given = document.get("cards")
    if isinstance(given, MarkedList):
        return Rows(given, document)
    got = f", got {quote(given)}" if "cards" in document else ""
    problems.error(f"`cards` must be a list of cards{got}", document.place_of("cards"))
    return None


def read_data(path: Path, problems: Problems, settings: FileSettings | None = None) -> Marked | Table | None:
    """A table, or whatever a YAML or JSON file holds; None if it cannot be used, which is reported."""
    suffix, shown = path.suffix.lower(), shown_path(path)
    if suffix in (".yaml", ".yml"):
        return read_yaml(path, problems, shown)
    if suffix == ".json":
        from generator.catalog.json_file import read_json

        return read_json(path, problems, shown)
    if suffix in TABLE_SUFFIXES:
        return read_table(path, problems, shown, None if settings is None else settings.reading)
    hint = f"such files end in {', '.join(CARD_LIST_SUFFIXES)}"
    problems.error("this is no list or table", Place(shown), hint=hint)
    return None


def read_table(path: Path, problems: Problems, shown: str, reading: Reading | None = None) -> Table | None:
    """The table in a CSV or XLSX file; None if it cannot be used, which is reported."""
    # Most card lists are YAML, and need neither csv nor zipfile.
    from generator.catalog.tables import Reading, table_of

    given = Reading() if reading is None else reading
    with problems.reporting(Place(shown)):
        if path.suffix.lower() == ".xlsx":
            from generator.catalog.xlsx_file import read_sheet as read_xlsx

            sheet = read_xlsx(path, shown, given)
        else:
            from generator.catalog.csv_file import read_sheet as read_csv

            sheet = read_csv(path, shown, given)
        return table_of(sheet, given, problems, shown)
    return None
