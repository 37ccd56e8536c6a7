"""Card lists from tables: which columns say how many of a card there are, and which are its ids.

People bring spreadsheets that were made for something else, so what a column means is found out where that
is beyond doubt, and asked about where it is not.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from generator.catalog.card_words import CARD_ID, CARD_WORDS, COPIES_WORDS
from generator.catalog.fields import Field
from generator.catalog.problems import Problems
from generator.catalog.rows import read_table
from generator.catalog.tables import Reading, Table, TableRow
from generator.catalog.wording import code, quote

LIKE_COPIES = frozenset(
    [
        *("duplication", "duplications", "duplicates", "duplicate", "dup", "dups", "dupe", "dupes"),
        *("copy", "copycount", "numberofcopies", "noofcopies", "numcopies", "ncopies", "cardcount"),
        *("howmany", "times", "x", "×", "#", "anzahl", "stückzahl", "exemplaires", "cantidad", "aantal"),
    ]
)
"""What other tools and other languages call the copies, in small letters without blanks."""
MAYBE_COPIES = frozenset(["number", "num", "no", "nr", "n", "amount"])
"""What may be the copies or something else."""
MOST_GUESSED = 99
"""A number column with more in it says something else."""
_BLANKS = re.compile(r"[\s._-]+")
_WHOLE = re.compile(r"[0-9]{1,4}")


class CardTable(NamedTuple):
    """The cards of a table, as they stand there."""

    table: Table
    headings: Sequence[str]
    """Those that have no meaning of their own: fields."""
    id_is_field: bool
    """Whether the column ``id`` is one field among others."""


class TableReader(NamedTuple):
    """Reads the tables of a component."""

    fields: Mapping[str, Field]
    problems: Problems
    is_strict: bool
    """Whether columns mean what they are called and nothing else, as in a player's own deck."""
    has_rules: bool = False
    """Whether rules of the game's own play its cards: they may read any column, and check none."""

    def read(self, path: Path, shown: str, given: Reading) -> CardTable | None:
        """The table at ``path``; None if it cannot be used. ``given``: what the user says of it."""
        kinds = {name: field.type for name, field in self.fields.items()}
        words = set(CARD_WORDS) - kinds.keys()
        reading = given._replace(
            known={*kinds, *CARD_WORDS},
            special=words,
            is_open=not self.fields,
            leaves_faults=not (self.fields or self.is_strict or self.has_rules),
            as_text={name for name, kind in kinds.items() if kind not in ("any", "list")} | words,
            as_list={name for name, kind in kinds.items() if kind == "list"},
        )
        table = read_table(path, self.problems, shown, reading)
        if table is None:
            return None
        meant = {*words, *given.columns}
        named = {table.columns[name] for name in given.columns}
        headings = [
            name for name, at in table.columns.items() if name.casefold() not in meant and at not in named
        ]
        copies = self._settle_copies(table, given.columns)
        id_is_field = "id" not in given.columns and not self.is_strict and self._repeats_ids(table)
        return CardTable(table, [name for name in headings if name != copies], id_is_field)

    def _settle_copies(self, table: Table, named: Mapping[str, str]) -> str | None:
        """Finds the column of the copies; returns its heading if that says it in other words."""
        said = next((word for word in COPIES_WORDS if word in named), None)
        if said is not None:
            # Who names the column says that no other one has the copies.
            for row in table.rows:
                for word in COPIES_WORDS:
                    if word != said and word not in self.fields:
                        row.pop(word, None)
            return None
        if self.is_strict or any(word in table.columns and word not in self.fields for word in COPIES_WORDS):
            return None
        names = [name for name in table.columns if name not in self.fields and name not in named]
        meant = [name for name in names if _plain(name) in LIKE_COPIES]
        is_number = meant and _plain(meant[0]) == "#" and _is_running(table, meant[0])
        if len(meant) == 1 and not is_number and _may_be_copies(table, meant[0]):
            _take(table, meant[0], "copies")
            return meant[0]
        for name in meant:
            self._ask(table, name)
        for name in names:
            if not meant and _plain(name) in MAYBE_COPIES and _may_be_copies(table, name):
                self._ask(table, name)
        return None

    def _ask(self, table: Table, name: str) -> None:
        if _is_running(table, name):
            return
        odd = next((row for row in table.rows if name in row and _whole(row[name]) is None), None)
        why = f": {quote(odd[name])} in line {odd.place.line} is not a number of copies" if odd else ""
        self.problems.warning(
            f"the column {code(name)} is taken as a field of the cards{why}",
            table.header[name],
            hint=f"if it says how many there are of each, write `columns: {{copies: {name}}}` beside "
            f"`from:`; if it does not, `columns: {{{name}: {name}}}`",
        )

    def _repeats_ids(self, table: Table) -> bool:
        """Whether the column ``id`` can be no ids, which is reported once."""
        if "id" not in table.columns or any("extends" in row for row in table.rows):
            return False
        first: dict[str, TableRow] = {}
        for row in table.rows:
            given = row.get("id")
            if given is None:
                continue
            text = str(given)
            other = first.setdefault(text.casefold(), row)
            if other is not row:
                found = f"{quote(text)} is in line {row.place.line} and in line {other.place.line}"
            elif not CARD_ID.fullmatch(text):
                found = f"{quote(text)} in line {row.place.line} can be no id"
            else:
                continue
            self.problems.warning(
                f"the column of the ids is taken as a field of the cards: {found}",
                table.header["id"],
                hint="name the column of the ids by `columns: {id: …}` beside `from:`, or make it a field by "
                "`columns: {no: ID}`",
            )
            return True
        return False


def _plain(heading: str) -> str:
    return _BLANKS.sub("", heading.casefold())


def _whole(value: object) -> int | None:
    """A whole number of a table's cell that may be one of copies."""
    if isinstance(value, str) and _WHOLE.fullmatch(value):
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or value % 1:
        return None
    return int(value)


def _may_be_copies(table: Table, name: str) -> bool:
    numbers = [_whole(row[name]) for row in table.rows if name in row]
    return bool(numbers) and all(n is not None and 0 <= n <= MOST_GUESSED for n in numbers)


def _is_running(table: Table, name: str) -> bool:
    """Whether it numbers the cards: each number is larger than the one before."""
    numbers = [_whole(row[name]) or 0 for row in table.rows if name in row]
    return len(numbers) > 2 and all(a < b for a, b in pairwise(numbers))


def _take(table: Table, name: str, word: str) -> None:
    """Gives a column another name beside its own."""
    table.columns[word] = table.columns[name]
    for row in table.rows:
        if name in row:
            row[word] = row[name]
