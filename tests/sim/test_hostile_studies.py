"""Studies that somebody made to do harm: each is refused with a sentence, in time, and nothing is written."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from games import run_here

from generator.catalog.problems import InputError
from generator.sim.study import study_file
from generator.sim.study.store import STUDY_FILE, Store
from generator.sim.study.summary import summarize
from tests.sim.studies import plan, played

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS number FROM n"


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study that is as it should be."""
    folder = tmp_path_factory.mktemp("sound")
    played(plan(4, "random", "greedy", game="hold-the-line"), folder)
    return folder / STUDY_FILE


@pytest.fixture
def study(tmp_path: Path, sound: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "study").mkdir()
    return Path(shutil.copy(sound, tmp_path / "study" / STUDY_FILE))


def ask(file: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def set_plan(path: str, value: str) -> str:
    """What puts a JSON value into the plan of a study."""
    return f"UPDATE study SET value = json_set(value, '$.{path}', json('{value}')) WHERE key = 'plan'"


def read_all(file: Path) -> None:
    """All that any reader of studies does."""
    with Store.open(file) as store:
        store.check()
        summarize(store)
        list(store.winners())
        store.game(2)


def beside(file: Path) -> list[str]:
    """What lies in the folder of a file, with it."""
    return sorted(path.name for path in file.parent.iterdir())


def refusal(file: Path, read: Callable[[Path], Any] = read_all) -> str:
    with pytest.raises(InputError) as caught:
        read(file)
    told = str(caught.value.at(None))
    assert len(told) < 1000
    assert told.isprintable()
    return told


HOSTILE = {
    "a view": (["DROP TABLE study", f"CREATE VIEW study AS {ENDLESS}"], "it has a view, study"),
    "another view": ([f"CREATE VIEW more AS {ENDLESS}"], "it has a view, more, which no study has"),
    "results": (["DROP VIEW results", f"CREATE VIEW results AS {ENDLESS}"], "its table results is not that"),
    "a trigger": (
        ["CREATE TRIGGER t AFTER UPDATE ON study BEGIN DELETE FROM games; END"],
        "it has a trigger, t, which no study has",
    ),
    "a virtual table": (["CREATE VIRTUAL TABLE v USING fts5(a)"], "which no study has"),
    "a generated column": (
        ["ALTER TABLE games ADD COLUMN x INTEGER AS (length(zeroblob(1000000000)))"],
        "its table games is not that of a study of 2 contestants",
    ),
    "an index": (["CREATE INDEX i ON games (turns + 1)"], "it has an index, i"),
    "games beyond measure": ([set_plan("games", "1" + "0" * 30)], "games: expected 1 to 1,000,000,000"),
    "digits beyond measure": ([set_plan("games", "9" * 5000)], "its plan can't be read"),
    "fewer than none": ([set_plan("games", "-4")], "games: expected 1 to"),
    "a word": ([set_plan("games", '"4"')], "games: expected a whole number, got '4'"),
    "a seed beyond measure": ([set_plan("seed", "1" + "0" * 30)], "seed: expected 0 to"),
    "infinite": (["UPDATE study SET value = replace(value, '\"seed\": 1', '\"seed\": 1e400')"], "1e400"),
    "no number": (["UPDATE study SET value = replace(value, '\"seed\": 1', '\"seed\": NaN')"], "NaN"),
    "nested": (
        ["UPDATE study SET value = replace(printf('%.100000c', '['), 'x', '') WHERE key = 'plan'"],
        "nested too deep",
    ),
    "an unknown key": ([set_plan("__class__", '"os.system"')], "__class__: unknown key"),
    "a crowd": (
        [set_plan("contestants", json.dumps([{"bot": "random"}] * 50_000))],
        "contestants: expected 100 at most, got 50,000",
    ),
    "nobody": ([set_plan("contestants", "[]")], "nobody plays"),
    "a bot that is none": ([set_plan("contestants[0].bot", '"a:b:c"')], "contestants[0].bot: expected a bot"),
    "a long name": ([set_plan("game", json.dumps("x" * 20_000))], "game: expected 10,000 letters at most"),
    "a text of 100 MB": (
        ["UPDATE reasons SET text = printf('%.100000000c', 'x') WHERE id = 1"],
        "more than 16 MiB",
    ),
    "a plan of 20 MB": (
        ["UPDATE study SET value = printf('%.20000000c', 'x') WHERE key = 'plan'"],
        "more than 16 MiB",
    ),
    "a reason that is none": (
        ["UPDATE reasons SET text = printf('%.200000c', 'x') WHERE id = 1"],
        "can be of no game",
    ),
    "a time that is none": (["UPDATE study SET value = 9e999 WHERE key = 'seconds'"], "is not a number"),
    "texts for numbers": (["UPDATE games SET seed = 'x' WHERE number = 2"], "can be of no game"),
    "a huge number": (["UPDATE games SET turns = 9223372036854775807 WHERE number = 2"], "can be of no game"),
    "words of a terminal": (
        ["UPDATE study SET value = 'x' || char(27) || '[2J' WHERE key = 'plan'"],
        "its plan can't be read",
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_no_study_holds(study: Path, name: str) -> None:
    statements, told = HOSTILE[name]
    ask(study, *statements)
    before = study.read_bytes()
    assert told in refusal(study)
    # Whoever would play on into it is told the same.
    done = run_here(
        "simulate", "hold-the-line", "--games", "4", "--bots", "random,greedy", "--out", study.parent
    )
    assert done.code == 1
    assert "Traceback" not in done.output
    assert study.read_bytes() == before
    assert beside(study) == [STUDY_FILE]


def test_what_is_no_file_of_a_study(study: Path, tmp_path: Path) -> None:
    content = study.read_bytes()
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "device").symlink_to("/dev/zero")
    (tmp_path / "lost").symlink_to(tmp_path / "nowhere")
    (tmp_path / "deep" / STUDY_FILE).mkdir(parents=True)
    for name, written, told in (
        ("text", b"no database" * 500, "this is not a study file"),
        ("empty", b"", "not a study"),
        ("cut", content[: len(content) // 2], "the study file is broken"),
        ("noise", content[:4096] + bytes(range(256)) * 40, "the study file is broken"),
        ("pipe", None, "this is not a regular file"),
        ("device", None, "this is not a regular file"),
        ("lost", None, "there is no study"),
        ("deep", None, "this is a folder"),
    ):
        if written is not None:
            (tmp_path / name).write_bytes(written)
        assert told in refusal(tmp_path / name), name
        done = run_here("replay", tmp_path / name, "1")
        assert done.code == 1
        assert "Traceback" not in done.output


def test_a_log_beside_it_is_not_heeded(study: Path) -> None:
    content = study.read_bytes()
    ask(study, "PRAGMA journal_mode = WAL")
    assert "changes to this database are in a separate file" in refusal(study)
    study.write_bytes(content)
    study.with_name(f"{STUDY_FILE}-wal").write_bytes(b"7\x7f\x06\x82" + bytes(100))
    assert "changes to this database are in a separate file" in refusal(study)
    assert beside(study) == [STUDY_FILE, f"{STUDY_FILE}-wal"]


def test_a_journal_deletes_no_other_file(study: Path, tmp_path: Path) -> None:
    """SQLite deletes what a journal calls the journal of several databases."""
    precious = tmp_path / "precious"
    precious.write_text("precious")
    name = str(precious).encode()
    end = len(name).to_bytes(4, "big") + sum(name).to_bytes(4, "big") + bytes.fromhex("d9d505f920a163d7")
    study.with_name(f"{STUDY_FILE}-journal").write_bytes(bytes(512) + bytes(4) + name + end)
    assert "its journal names another file" in refusal(study)
    done = run_here("simulate", "hold-the-line", "--games", "4", "--bots", "random", "--out", study.parent)
    assert done.code == 1
    assert precious.read_text() == "precious"


def test_reading_leaves_nothing_beside_it(study: Path) -> None:
    study.chmod(0o444)
    study.parent.chmod(0o555)
    before = study.stat().st_mtime_ns
    try:
        read_all(study)
        assert beside(study) == [STUDY_FILE]
        assert study.stat().st_mtime_ns == before
        with Store.open(study) as store, pytest.raises(sqlite3.OperationalError, match="readonly"):
            store._connection.execute("DELETE FROM games")
    finally:
        study.parent.chmod(0o755)


def test_a_query_ends_after_so_many_steps(study: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study_file, "STEPS_AT_LEAST", 0)
    with Store.open(study) as store, pytest.raises(InputError) as caught, study_file.reporting_faults(study):
        store._connection.execute(f"SELECT count(*) FROM ({ENDLESS})").fetchone()
    assert "takes longer to read than a study of its size" in caught.value.message
