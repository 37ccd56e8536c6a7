"""The study file: every game's result in one SQLite database, and what goes on where it was left.

``docs/studies.md`` describes its tables. One run at a time plays into a study: it holds SQLite's own
exclusive lock, which ends with the process however that ends. Each batch of games is one transaction, so a
run that is killed leaves whole games and no half ones.

Somebody else may have made a study: ``study_file`` opens no file that is none, and values are checked before
anything is made of them.
"""

from __future__ import annotations

import csv
import json
import re
import sqlite3
from array import array
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, Self

from generator.catalog.paths import shown_path
from generator.catalog.problems import InputError, Place
from generator.catalog.writing import (
    check_can_be_written,
    destination,
    reason_of,
    refuse_link,
    scratch_folder,
    way_out,
)
from generator.sim.study.plan import Plan, Versions, differences
from generator.sim.study.study_file import (
    bounds_of,
    broken,
    check_outside,
    column_names,
    connect,
    connect_to_read,
    lay_out,
    read_head,
    reporting_faults,
)
from generator.sim.study.table import Batch

STUDY_FILE = "study.db"
MAX_REASON = 100_000
"""Letters of the reason for a result."""
_CSV_BEGINS = b"number,deal,rotation,seed,first,"
_DIGESTED = 5000
"""Rows that are read at a time."""
_ODD = re.compile(r"[^a-z0-9]+")
_MAX_NAME = 60


def folder_name(text: str) -> str:
    """What the folder of a study is called that is one of several; other texts give other names."""
    plain = _ODD.sub("-", text.lower()).strip("-")
    if plain == text and len(plain) <= _MAX_NAME:
        return plain
    # Texts that differ in letters a folder's name can't have stay different.
    return f"{plain[:_MAX_NAME]}-{sha256(text.encode()).hexdigest()[:6]}"


def check_folder(folder: Path | None, command: str, words: Collection[str]) -> None:
    """Raises InputError where a study in the folder is none of a command that keeps several there, each in a
    folder of its own whose name begins with one of the words; and for a link in the place of its own."""
    if folder is None:
        return
    for inside in (folder, *sorted(folder.glob("*"))):
        if inside != folder and inside.name.partition("-")[0] in words:
            _refuse_links(inside, folder)
        elif (inside / STUDY_FILE).is_file():
            message = f"a study of another command is kept here, and none of `gatepress {command}`"
            place = Place(shown_path(inside / STUDY_FILE))
            raise InputError(message, place=place, hint="choose another --out")


def _refuse_links(folder: Path, below: Path | None) -> None:
    """SQLite follows links, also those of its journal."""
    for end in ("", "-journal", "-wal", "-shm"):
        refuse_link(folder / f"{STUDY_FILE}{end}", below, "another --out")


class DealGroup(NamedTuple):
    """Deals that went alike: in each of their games the same seats won."""

    games: tuple[tuple[int, tuple[int, ...]], ...]
    """Of each game of such a deal the rotation, and the seats that won."""
    deals: int


class Sums(NamedTuple):
    games: int
    decisions: int
    legal: int
    legal_most: int
    turns: int
    forced: int | None
    """Forced moves; None for a game that does not note them."""
    cut_short: int
    """Games that ended by the engine's limit on turns, and not by the rules."""
    points: int
    """Of seat 0."""
    seconds: float
    """How long the runs took that played them, together."""


class Store:
    """Results of a plan's games, on disk or, without a file, for as long as it is open.

    Every method raises InputError for a file that is broken and for a disk that is full; what was stored
    before is kept.
    """

    def __init__(self, path: Path | None, connection: sqlite3.Connection, plan: Plan, versions: Versions):
        self.path = path
        self.plan = plan
        self.versions = versions
        self._connection = connection
        self._reasons: dict[str, int] = {}

    # Opening

    @classmethod
    def begin(cls, folder: Path | None, plan: Plan, versions: Versions, below: Path | None = None) -> Self:
        """A study to play into: the one in the folder, if it is of this plan, or a new one.

        ``below``: the folder from which no link may lead on to it; None: its own. Raises InputError for
        such a link, and where it is of another plan or of other versions, or another run plays into it.
        """
        path = None if folder is None else folder / STUDY_FILE
        if folder is not None:
            _refuse_links(folder, below)
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                message = f"the folder {shown_path(folder)} can't be made: {reason_of(error)}"
                raise InputError(message) from None
            check_outside(folder / STUDY_FILE, is_written=True)
        with reporting_faults(path):
            connection = connect("" if path is None else path)
        try:
            with reporting_faults(path):
                connection.execute("PRAGMA locking_mode = EXCLUSIVE")
                connection.execute("BEGIN EXCLUSIVE")
                is_new = not connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
                if is_new:
                    lay_out(connection, plan, versions)
                connection.execute("COMMIT")
            if is_new:
                return cls(path, connection, plan, versions)
            assert path is not None
            return cls._go_on(path, connection, plan, versions)
        except BaseException:
            connection.close()
            raise

    @classmethod
    def open(cls, path: Path) -> Self:
        """A study to read, by its folder or file; nothing is written, and nothing left beside it."""
        path = path / STUDY_FILE if path.is_dir() else path
        if not path.exists():
            raise InputError(f"there is no study at {shown_path(path)}")
        check_outside(path)
        with reporting_faults(path):
            connection = connect_to_read(path)
        try:
            with reporting_faults(path):
                stored, versions = read_head(path, connection)
            return cls(path, connection, stored, versions)
        except BaseException:
            connection.close()
            raise

    @classmethod
    def _go_on(cls, path: Path, connection: sqlite3.Connection, plan: Plan, versions: Versions) -> Self:
        with reporting_faults(path):
            stored, stored_versions = read_head(path, connection)
            store = cls(path, connection, stored, stored_versions)
            found = [*differences(stored, plan), *stored_versions.differences(versions)]
            if found:
                message = f"the study there is another one: {'; '.join(found)}"
                raise InputError(message, place=Place(shown_path(path)), hint="choose another --out")
            if store.count() > plan.games:
                message = f"the study there has {store.count():,} games already, not {plan.games:,}"
                raise InputError(message, place=Place(shown_path(path)), hint="ask for as many or more")
            store.check()
            store.plan = plan
            connection.execute("UPDATE study SET value = ? WHERE key = 'plan'", [json.dumps(plan.to_dict())])
        return store

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def check(self) -> None:
        """Raises InputError for a file that was cut off or written over: before all games are read."""
        with reporting_faults(self.path):
            (found,) = self._connection.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise broken(self.path, found)
        self.check_values()

    def check_values(self, number: int | None = None) -> None:
        """Raises InputError where somebody has written what can be of no game: into any, or the one of a
        number."""
        ranges = bounds_of(self.plan)
        sound = [f"typeof({name}) = 'integer' AND {name} BETWEEN ? AND ?" for name in ranges]
        sound.append(f"reason IN (SELECT id FROM reasons WHERE length(text) <= {MAX_REASON})")
        bounds = [bound for ends in ranges.values() for bound in ends]
        which, given = ("", []) if number is None else ("number = ? AND ", [number])
        query = f"SELECT number FROM games WHERE {which}NOT ({' AND '.join(sound)}) LIMIT 1"
        with reporting_faults(self.path):
            found = self._connection.execute(query, [*given, *bounds]).fetchone()
        if found is not None:
            raise broken(self.path, f"what is stored of game {found[0]} can be of no game of its plan")

    # Writing

    def add(self, batch: Batch) -> None:
        """Stores the games of a batch, all of them or none."""
        if not len(batch):
            return
        names = column_names(self.plan.seats)
        places = ", ".join("?" * (len(names) + 1))
        connection = self._connection
        with reporting_faults(self.path):
            connection.execute("BEGIN IMMEDIATE")
            try:
                numbers = [self._reason(text) for text in batch.reasons]
                seed = self.plan.deal_seed
                connection.executemany(
                    f"INSERT INTO games (seed, {', '.join(names)}) VALUES ({places})",
                    ((seed(number), number, *row, numbers[reason]) for number, *row, reason in batch.rows()),
                )
                if batch.notes is not None:
                    row = [batch.columns["number"][0], batch.notes]
                    connection.execute("INSERT INTO notes (first, text) VALUES (?, ?)", row)
                connection.execute(
                    "UPDATE study SET value = value + ? WHERE key = 'seconds'", [batch.seconds]
                )
                connection.execute("COMMIT")
            except BaseException:
                self._reasons.clear()
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise

    def _reason(self, text: str) -> int:
        number = self._reasons.get(text)
        if number is None:
            self._connection.execute("INSERT OR IGNORE INTO reasons (text) VALUES (?)", [text])
            found = self._connection.execute("SELECT id FROM reasons WHERE text = ?", [text])
            number = self._reasons[text] = int(found.fetchone()[0])
        return number

    # Reading

    def count(self) -> int:
        with reporting_faults(self.path):
            return int(self._connection.execute("SELECT count(*) FROM games").fetchone()[0])

    def missing(self) -> list[range]:
        """The numbers of the plan's games that are not stored, ascending."""
        with reporting_faults(self.path):
            gaps = self._connection.execute(
                "SELECT number + 1, next FROM (SELECT number, lead(number) OVER (ORDER BY number) AS next "
                "FROM games) WHERE next > number + 1"
            ).fetchall()
            low, high = self._connection.execute("SELECT min(number), max(number) FROM games").fetchone()
        if low is None:
            return [range(self.plan.games)]
        ends = [(0, low), *gaps, (high + 1, self.plan.games)]
        return [range(first, end) for first, end in ends if end > first]

    def digest(self) -> str:
        """SHA-256 over the results of all stored games in the order of their numbers.

        Of each the line ``number winners scores cut_short decisions turns`` with lists joined by commas, as
        ``17 1 0,1 0 31,28 14``: what the game was, without when, where and by how many it was played, and
        without the words of the reason.
        """
        seats = range(self.plan.seats)
        names = [f"{name}_{seat}" for name in ("won", "score", "decisions") for seat in seats]
        digest = sha256()
        count = len(seats)
        for rows in self._read(f"SELECT number, cut_short, turns, {', '.join(names)} FROM games"):
            lines = []
            for number, cut_short, turns, *of_seats in rows:
                winners = ",".join(str(seat) for seat in seats if of_seats[seat])
                scores = ",".join(map(str, of_seats[count : 2 * count]))
                decisions = ",".join(map(str, of_seats[2 * count :]))
                lines.append(f"{number} {winners} {scores} {cut_short} {decisions} {turns}\n")
            digest.update("".join(lines).encode())
        return digest.hexdigest()

    def groups(self) -> list[DealGroup]:
        """How many deals there are of each course: all that win rates and their intervals are made of."""
        seats = range(self.plan.seats)
        mask = " + ".join(f"won_{seat} * {1 << seat}" for seat in seats)
        with reporting_faults(self.path):
            rows = self._connection.execute(
                f"SELECT games, count(*) FROM (SELECT group_concat(rotation || ':' || ({mask})) AS games "
                "FROM games GROUP BY deal) GROUP BY games"
            ).fetchall()
        groups: Counter[tuple[tuple[int, tuple[int, ...]], ...]] = Counter()
        for written, deals in rows:
            pairs = [tuple(map(int, game.split(":"))) for game in written.split(",")]
            games = sorted(
                (rotation, tuple(seat for seat in seats if won >> seat & 1)) for rotation, won in pairs
            )
            groups[tuple(games)] += deals
        return [DealGroup(games, deals) for games, deals in sorted(groups.items())]

    def winners(self) -> Iterator[tuple[int, int, tuple[int, ...]]]:
        """Of every game its deal, its rotation and the seats that won, in the order of their numbers."""
        won = ", ".join(f"won_{seat}" for seat in range(self.plan.seats))
        for rows in self._read(f"SELECT deal, rotation, {won} FROM games"):
            for deal, rotation, *wins in rows:
                yield deal, rotation, tuple(seat for seat, one in enumerate(wins) if one)

    def sums(self) -> Sums:
        """What all games add up to."""
        made = " + ".join(f"decisions_{seat}" for seat in range(self.plan.seats))
        with reporting_faults(self.path):
            games, decisions, legal, most, turns, forced, noted, cut, points = self._connection.execute(
                f"SELECT count(*), total({made}), total(legal_sum), max(legal_most), total(turns),"
                " total(forced), min(forced), total(cut_short), total(score_0) FROM games"
            ).fetchone()
            (seconds,) = self._connection.execute("SELECT value FROM study WHERE key = 'seconds'").fetchone()
        whole = (int(decisions), int(legal), int(most or 0), int(turns))
        moves = int(forced) if (noted or 0) >= 0 else None
        return Sums(games, *whole, moves, int(cut), int(points), float(seconds))

    def notes(self) -> Iterator[str]:
        """What an observer noted, one text for each batch, in the order of their games."""
        with reporting_faults(self.path):
            for (text,) in self._connection.execute("SELECT text FROM notes ORDER BY first"):
                yield text

    def keep_notes(self, other: Store) -> None:
        """Puts the notes of another study in the place of all that are here."""
        with reporting_faults(self.path):
            rows = other._connection.execute("SELECT first, text FROM notes ORDER BY first").fetchall()
            with self._connection:
                self._connection.execute("BEGIN IMMEDIATE")
                self._connection.execute("DELETE FROM notes")
                self._connection.executemany("INSERT INTO notes (first, text) VALUES (?, ?)", rows)

    def columns(self, names: Sequence[str]) -> list[array[int]]:
        """Columns of whole numbers of all games, in the order of their numbers; by ``column_names``."""
        columns = [array("q") for _ in names]
        for rows in self._read(f"SELECT {', '.join(names)} FROM games"):
            for column, values in zip(columns, zip(*rows, strict=True), strict=True):
                column.extend(values)
        return columns

    def reasons(self) -> dict[int, str]:
        with reporting_faults(self.path):
            return dict(self._connection.execute("SELECT id, text FROM reasons ORDER BY id").fetchall())

    def game(self, number: int) -> dict[str, Any] | None:
        """All that is stored of a game, by the names of ``results``; None for one that is not there."""
        self.check_values(number)
        with reporting_faults(self.path):
            cursor = self._connection.execute("SELECT * FROM results WHERE number = ?", [number])
            row = cursor.fetchone()
        names = [column[0] for column in cursor.description]
        return None if row is None else dict(zip(names, row, strict=True))

    def write_csv(self, path: Path) -> None:
        """Writes all games as CSV, whole or not at all, with the columns of the view ``results``."""
        try:
            with scratch_folder(path.absolute().parent) as folder:
                unfinished = folder / "unfinished"
                with unfinished.open("w", encoding="utf-8", newline="") as file:
                    writer = csv.writer(file, lineterminator="\n")
                    with reporting_faults(self.path):
                        columns = self._connection.execute("SELECT * FROM results LIMIT 0").description
                    writer.writerow([column[0] for column in columns])
                    for rows in self._read("SELECT * FROM results"):
                        writer.writerows(rows)
                unfinished.replace(destination(path))
        except OSError as error:
            message, hint = f"the file can't be written: {reason_of(error)}", way_out(error, "another file")
            raise InputError(message, place=Place(str(path)), hint=hint) from None

    def _read(self, query: str) -> Iterator[list[tuple[Any, ...]]]:
        """The rows of a query over games in the order of their numbers, some at a time."""
        with reporting_faults(self.path):
            cursor = self._connection.execute(f"{query} ORDER BY number")
            while rows := cursor.fetchmany(_DIGESTED):
                yield rows


def check_csv(path: Path) -> None:
    """Raises InputError where ``write_csv`` could not write, or would write over anything but its own."""
    check_can_be_written(path, _CSV_BEGINS, "results of games")
