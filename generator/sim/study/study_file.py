"""What a study file looks like, and how one that somebody else may have made is opened.

A study has the tables that ``lay_out`` makes, word for word, and nothing besides: a view, a trigger or a
virtual table of anybody else's would run where it is read. What SQLite would do before any query is looked
at beforehand: files that lie beside a database say what is to be written into it.
"""

from __future__ import annotations

import errno
import json
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from math import isfinite
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from generator.catalog.json_file import parse_values
from generator.catalog.lines import readable
from generator.catalog.paths import shown_path
from generator.catalog.problems import InputError, Place
from generator.catalog.wording import with_article
from generator.catalog.writing import reason_of
from generator.rules import BadPosition
from generator.rules.record import MAX_SCORE, MAX_SEATS
from generator.sim.study.plan import MAX_DEAL_SEED, MAX_GAMES, Plan, Versions, read_plan, read_versions

APPLICATION = 0x47617465
"""SQLite's ``application_id`` of a study file: "Gate"."""
FORMAT = 1
"""SQLite's ``user_version``: which tables there are."""
MAX_VALUE = 16 * 2**20
"""Bytes of a value, and so of a row; the notes of a batch have thousands."""
MAX_COPY = 2**30
"""Bytes of a study that is copied to be read."""
STEPS_BY_BYTE, STEPS_AT_LEAST = 100, 20_000_000
"""Steps of SQLite's in which a file is read; all that is done with a study takes a fifth of them."""
MAX_SECONDS = 1e12
_MANY, _MOST = 2**31 - 1, 2**62
"""What arrays have room for; of legal moves, all decisions together."""
_LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: MAX_VALUE,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 200_000,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_WORKER_THREADS: 0,
}
_STEPS = 1_000_000
"""Between two looks at how many steps there were."""
_MAGIC = b"SQLite format 3\0"
_VERSIONS = slice(18, 20)
"""Where the header says whether changes lie in a file beside it, the "write-ahead log": 2 for yes."""
_NAMES_ANOTHER = bytes.fromhex("d9d505f920a163d7")
"""The end of a journal that names another file, which SQLite would delete."""
_WORDS = 10_000
"""Letters of the text of a table."""


# What is stored of a game

_COLUMNS = {
    "number": ("q", 0, MAX_GAMES - 1),
    "first": ("b", -1, MAX_SEATS - 1),
    "cut_short": ("b", 0, 1),
    "won": ("b", 0, 1),
    "score": ("i", -MAX_SCORE, MAX_SCORE),
    "decisions": ("i", 0, _MANY),
    "turns": ("i", 0, _MANY),
    "legal_sum": ("q", 0, _MOST),
    "legal_most": ("i", 0, _MANY),
    "forced": ("i", -1, _MANY),
    "reason": ("i", 0, _MANY),
}
"""Whole numbers: their code in arrays, the least and the most."""
_OF_SEATS = ("won", "score", "decisions")


def column_names(seats: int) -> tuple[str, ...]:
    """The columns of a game of so many seats, in their order; ``reason`` is the last."""
    return tuple(array_codes(seats))


def array_codes(seats: int) -> dict[str, str]:
    """By the columns' names what an array of their numbers is made with."""
    return {name: _COLUMNS[kind][0] for name, kind in _kinds(seats)}


def bounds_of(plan: Plan) -> dict[str, tuple[int, int]]:
    """The least and the most that can be stored of a game of the plan, by column; not of reasons."""
    bounds = {name: _COLUMNS[kind][1:] for name, kind in _kinds(plan.seats) if name != "reason"}
    bounds |= {"number": (0, plan.games - 1), "first": (-1, plan.seats - 1), "seed": (0, MAX_DEAL_SEED - 1)}
    return bounds


def _kinds(seats: int) -> Iterator[tuple[str, str]]:
    for kind in _COLUMNS:
        if kind in _OF_SEATS:
            yield from ((f"{kind}_{seat}", kind) for seat in range(seats))
        else:
            yield kind, kind


# Opening


def connect(path: Path | str) -> sqlite3.Connection:
    """Opens a file to play into; one without a name is kept in memory."""
    return _guarded(sqlite3.connect(path, timeout=0, isolation_level=None))


def connect_to_read(path: Path) -> sqlite3.Connection:
    """Opens a file that is only read: in time, and without a trace beside it."""
    connection = _opened(path, "ro")
    try:
        connection.execute("PRAGMA schema_version").fetchone()
    except sqlite3.DatabaseError as error:
        connection.close()
        if error.sqlite_errorcode != sqlite3.SQLITE_READONLY_ROLLBACK:
            raise
        connection = _copy_put_right(path)
    steps, most = 0, STEPS_AT_LEAST + STEPS_BY_BYTE * path.stat().st_size

    def is_too_long() -> bool:
        nonlocal steps
        steps += _STEPS
        return steps > most

    connection.set_progress_handler(is_too_long, _STEPS)
    return connection


def _opened(path: Path, mode: str) -> sqlite3.Connection:
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    return _guarded(sqlite3.connect(uri, timeout=0, isolation_level=None, uri=True))


def _copy_put_right(path: Path) -> sqlite3.Connection:
    """Opens a copy of a file that a run was killed in the midst of writing into, with what was there before:
    the file itself is for the run to put right that goes on."""
    if path.stat().st_size > MAX_COPY:
        hint = "run the command that played into it once more: it puts the file right, and goes on"
        place = Place(shown_path(path))
        raise InputError("a run was killed in the midst of writing into it", place=place, hint=hint)
    with TemporaryDirectory(prefix="gatepress-study-", ignore_cleanup_errors=True) as folder:
        copy = Path(folder, path.name)
        for end in ("", "-journal"):
            shutil.copyfile(f"{path}{end}", f"{copy}{end}")
        connection = _opened(copy, "rw")
        # This puts it right; the file goes with the connection.
        connection.execute("PRAGMA schema_version").fetchone()
        return connection


def _guarded(connection: sqlite3.Connection) -> sqlite3.Connection:
    for limit, most in _LIMITS.items():
        connection.setlimit(limit, most)
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    return connection


def check_outside(path: Path, *, is_written: bool = False) -> None:
    """Raises InputError for what SQLite must not be given: no regular file, or one with others beside it
    that it would heed. ``is_written``: nothing need be there yet."""
    place = Place(shown_path(path))
    try:
        if is_written and not path.exists():
            return
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode):
            message = "this is a folder" if stat.S_ISDIR(mode) else "this is not a regular file"
            raise InputError(message, place=place)
        with path.open("rb") as file:
            head = file.read(_VERSIONS.stop)
        log, journal = (path.with_name(f"{path.name}-{end}") for end in ("wal", "journal"))
        if (head.startswith(_MAGIC) and 2 in head[_VERSIONS]) or _is_filled(log):
            hint = "`sqlite3 FILE 'PRAGMA journal_mode = DELETE'` brings them into it"
            message = "changes to this database are in a separate file, and a study's never are"
            raise InputError(message, place=place, hint=hint)
        if _is_filled(journal) and _ends_with(journal, _NAMES_ANOTHER):
            raise InputError("its journal names another file, as that of no study does", place=place)
    except OSError as error:
        raise InputError(f"the file can't be read: {reason_of(error)}", place=place) from None


def _is_filled(path: Path) -> bool:
    return path.is_symlink() or (path.exists() and (not path.is_file() or path.stat().st_size > 0))


def _ends_with(path: Path, end: bytes) -> bool:
    if path.is_symlink() or not path.is_file():
        return True
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - len(end)))
        return file.read() == end


# What is in it


def lay_out(connection: sqlite3.Connection, plan: Plan, versions: Versions) -> None:
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {FORMAT}")
    for text in _tables(plan.seats).values():
        connection.execute(text)
    connection.executemany(
        "INSERT INTO study VALUES (?, ?)",
        [
            ("plan", json.dumps(plan.to_dict())),
            ("versions", json.dumps(asdict(versions))),
            ("seconds", 0.0),
        ],
    )


def _tables(seats: int) -> dict[str, str]:
    """The text of each table, and of the view."""
    each = range(seats)
    columns = ",\n    ".join(
        [
            "number INTEGER PRIMARY KEY",
            f"deal INTEGER AS (number / {seats})",
            f"rotation INTEGER AS (number % {seats})",
            "seed INTEGER NOT NULL",
            *(f"{name} INTEGER NOT NULL" for name in column_names(seats)[1:-1]),
            "reason INTEGER NOT NULL REFERENCES reasons (id)",
        ]
    )
    shown = ["number", "deal", "rotation", "seed", "first"]
    # Which contestant sat at a seat follows from the rotation.
    shown += [f"(rotation * {seats - 1} + {seat}) % {seats} AS contestant_{seat}" for seat in each]
    shown += [f"{name}_{seat}" for name in _OF_SEATS for seat in each]
    shown += ["cut_short", "turns", "legal_sum", "legal_most", "forced", "reasons.text AS reason"]
    return {
        "study": "CREATE TABLE study (key TEXT PRIMARY KEY, value) WITHOUT ROWID",
        "reasons": "CREATE TABLE reasons (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE)",
        "notes": "CREATE TABLE notes (first INTEGER PRIMARY KEY, text TEXT NOT NULL)",
        "games": f"CREATE TABLE games (\n    {columns}\n)",
        "results": f"CREATE VIEW results AS SELECT {', '.join(shown)}"
        " FROM games JOIN reasons ON reasons.id = games.reason",
    }


def read_head(path: Path, connection: sqlite3.Connection) -> tuple[Plan, Versions]:
    """The plan and versions of a study file. Raises InputError where it is none."""
    place = Place(shown_path(path))
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION:
        raise InputError("this is a database, but not a study", place=place)
    if version != FORMAT:
        message = f"this study has format {version}; this version of gatepress reads {FORMAT}"
        raise InputError(message, place=place)
    there = _schema(path, connection)
    head = dict(connection.execute("SELECT key, value FROM study LIMIT 10").fetchall())
    try:
        plan = read_plan(_json(head.get("plan")))
        versions = read_versions(_json(head.get("versions")))
    except BadPosition as bad:
        raise broken(path, f"its plan can't be read: {bad.faults[0]}") from None
    except InputError as error:
        raise broken(path, f"its plan can't be read: {error.message}") from None
    seconds = head.get("seconds")
    if not isinstance(seconds, int | float) or not isfinite(seconds) or not 0 <= seconds <= MAX_SECONDS:
        raise broken(path, "how long it took is not a number")
    for name, text in _tables(plan.seats).items():
        if there.get(name) != text:
            raise broken(path, f"its table {name} is not that of a study of {plan.seats} contestants")
    return plan, versions


def _schema(path: Path, connection: sqlite3.Connection) -> dict[str, str]:
    """The texts of all tables, of which that of the head is as it must be."""
    known = _tables(1)
    there = {}
    query = f"SELECT type, name, tbl_name, substr(sql, 1, {_WORDS}) FROM sqlite_schema LIMIT {2 * len(known)}"
    for kind, name, table, text in connection.execute(query):
        if kind == "index" and text is None and table in known:
            continue  # SQLite's own, of a UNIQUE column
        if name not in known or kind != known[name].split()[1].lower():
            raise broken(path, f"it has {with_article(str(kind))}, {readable(str(name))}, which no study has")
        there[name] = text
    for name, text in known.items():
        if name not in there:
            raise broken(path, f"its table {name} is missing")
        if name == "study" and there[name] != text:
            raise broken(path, f"its table {name} is not that of a study")
    return there


def _json(text: Any) -> Any:
    if not isinstance(text, str):
        raise InputError("that is no JSON")
    return parse_values(text)


# What is wrong


def broken(path: Path | None, reason: str) -> InputError:
    """The error for a file that was a study, or looks like one."""
    place = None if path is None else Place(shown_path(path))
    hint = "restore it from a copy, or begin a new study"
    return InputError(f"the study file is broken: {readable(reason, 300)}", place=place, hint=hint)


@contextmanager
def reporting_faults(path: Path | None) -> Iterator[None]:
    """Inside, what SQLite raises becomes an InputError that says what to do."""
    place = None if path is None else Place(shown_path(path))
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise _meaning(error, path, place) from None
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        raise _full(place) from None


def _meaning(error: sqlite3.DatabaseError, path: Path | None, place: Place | None) -> InputError:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        hint = "wait until it ends, or choose another --out"
        return InputError("another run is playing into this study", place=place, hint=hint)
    if code == sqlite3.SQLITE_NOTADB:
        return InputError("this is not a study file", place=place)
    if code == sqlite3.SQLITE_FULL:
        return _full(place)
    if code in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN):
        hint = "the finished games are kept, and the same command goes on from there"
        return InputError(f"the study can't be read or written: {error}", place=place, hint=hint)
    if code == sqlite3.SQLITE_INTERRUPT:
        return broken(path, "it takes longer to read than a study of its size should")
    if code == sqlite3.SQLITE_TOOBIG:
        return broken(path, f"a value in it has more than {MAX_VALUE // 2**20} MiB")
    return broken(path, str(error))


def _full(place: Place | None) -> InputError:
    hint = "the finished games are kept; make room and run the same command again"
    return InputError("the disk is full", place=place, hint=hint)
