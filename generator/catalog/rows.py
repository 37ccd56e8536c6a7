"""Reads the rows of a file, whatever its format: a mapping for each card, or for each row of other data.

A new format is a reader of its own and a line in ``read_data``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

from generator.catalog.card_words import MAX_FIELDS
from generator.catalog.game_file import CardFileFile
from generator.catalog.paths import CARD_LIST_SUFFIXES, TABLE_SUFFIXES, shown_path
from generator.catalog.problems import Place, Problems
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import code, join_words, listed, plain_heading, quote
from generator.catalog.yaml_reader import MAX_VALUES, Marked, MarkedDict, MarkedList, read_yaml

if TYPE_CHECKING:
    from generator.catalog.tables import Reading, Table

_CSV_SUFFIXES = (".csv", ".tsv")
_ONLY_IN: Mapping[str, Sequence[str]] = {
    "columns": (*TABLE_SUFFIXES, ".json"),
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

    def rename(
        self, rows: MarkedList, problems: Problems, stays: Callable[[str], bool] | None = None
    ) -> Collection[str]:
        """Gives what a list's objects hold the names that ``columns`` says; returns the keys it had.

        ``stays``: whether such a key stays beside the new one; None: all do.
        """
        if not self.part.columns:
            return ()
        objects = [row for row in rows if isinstance(row, MarkedDict)]
        keys = dict.fromkeys(key for row in objects for key in row)
        plain = {plain_heading(key): key for key in reversed(keys)}
        found: dict[str, str] = {}
        for name, wanted in self.part.columns.items():
            key = wanted if wanted in keys else plain.get(plain_heading(wanted))
            if key is not None:
                found[name] = key
                continue
            known = list(keys)[:MAX_FIELDS]
            place = cast("MarkedDict", self.given["columns"]).place_of(name)
            hint = did_you_mean(wanted, known) or (f"the keys are {listed(known)}" if known else None)
            message = f"no object in {rows.place.file} has the key {quote(wanted)}"
            problems.error(message, place, field=f"columns.{name}", hint=hint)
        if len(objects) * len(found) > MAX_VALUES:
            problems.error(
                f"the cards would have more than {MAX_VALUES:,} values", rows.place, field="columns"
            )
            return ()
        gone = {key for key in found.values() if stays is not None and not stays(key)}
        for index, row in enumerate(rows):
            if isinstance(row, MarkedDict):
                names = {name: key for name, key in found.items() if key in row}
                names |= {key: key for key in row if key not in names and key not in gone}
                rows[index] = row.renamed(names)
        return found.values()


class Rows(NamedTuple):
    """What stands in a file. Items of a list need not be mappings; rows of a table are."""

    rows: Sequence[object]
    head: MarkedDict
    """The mapping that the rows stand in, for its other keys; empty where there is none."""
    table: Table | None = None
    key: str = "cards"
    """Under which key of the mapping."""


def read_rows(path: Path, problems: Problems) -> Rows | None:
    """The cards of a file: a table, a list, or a mapping with the list under `cards`.

    In JSON the list may have any key, if there is but one.

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
    if path.suffix.lower() == ".json" and "cards" not in document:
        # Whoever wrote it need not have had cards in mind.
        lists = [
            (key, value)
            for key, value in document.items()
            if isinstance(value, MarkedList) and _is_objects(value)
        ]
        if len(lists) == 1:
            return Rows(lists[0][1], document, key=lists[0][0])
    got = f", got {quote(given)}" if "cards" in document else ""
    problems.error(f"`cards` must be a list of cards{got}", document.place_of("cards"))
    return None


def _is_objects(given: MarkedList) -> bool:
    return bool(given) and all(isinstance(item, MarkedDict) for item in given)


def read_data(path: Path, problems: Problems, settings: FileSettings | None = None) -> Marked | Table | None:
    """A table, or whatever a YAML or JSON file holds; None if it cannot be used, which is reported."""
    suffix, shown = path.suffix.lower(), shown_path(path)
    if suffix in (".yaml", ".yml"):
        return read_yaml(path, problems, shown)
    if suffix == ".json":
        from generator.catalog.json_file import read_json

        document = read_json(path, problems, shown)
        if settings is not None and settings.part.columns:
            if isinstance(document, MarkedList):
                settings.rename(document, problems)
            elif document is not None:
                place = settings.given.place_of_key("columns")
                problems.error("`columns` goes with a list, and the file holds none", place)
        return document
    if suffix in TABLE_SUFFIXES:
        return read_table(path, problems, shown, None if settings is None else settings.reading)
    hint = f"such files end in {', '.join(CARD_LIST_SUFFIXES)}"
    problems.error("this is not a list or table", Place(shown), hint=hint)
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
