"""The study file: going on where it was left, and every way in which it can be the wrong one or no good."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from generator.catalog.problems import InputError
from generator.sim.study.plan import Contestant, Plan
from generator.sim.study.store import STUDY_FILE, Store
from generator.sim.study.table import Table, open_table, play_numbers
from tests.games import PROJECT
from tests.sim.studies import plan, played


@pytest.fixture(scope="module")
def table() -> Table:
    return open_table(plan(30))


def begin(folder: Path, table: Table, asked: Plan | None = None) -> Store:
    return Store.begin(folder, asked or table.plan, table.versions)


@contextmanager
def refused(*words: str) -> Iterator[None]:
    """Expects an InputError that has all of these words, in its message or hint."""
    with pytest.raises(InputError) as caught:
        yield
    told = f"{caught.value.message} {caught.value.hint}"
    assert [word for word in words if word not in told] == [], told


class TestGoingOn:
    def test_only_what_is_missing_is_played(self, tmp_path: Path, table: Table) -> None:
        with begin(tmp_path, table) as store:
            assert store.missing() == [range(30)]
            for numbers in (range(3, 9), range(20, 25)):
                store.add(play_numbers(table, numbers, 60))
        with begin(tmp_path, table) as store:
            assert store.missing() == [range(3), range(9, 20), range(25, 30)]
        summary, _ = played(plan(30), tmp_path)
        assert summary.digest == played(plan(30))[0].digest
        with begin(tmp_path, table) as store:
            assert store.missing() == []
            assert store.count() == 30

    def test_a_study_can_be_made_larger(self, tmp_path: Path) -> None:
        played(plan(10), tmp_path)
        assert played(plan(30), tmp_path)[0].digest == played(plan(30))[0].digest
        with Store.open(tmp_path) as store:
            assert store.plan.games == 30

    def test_but_not_smaller(self, tmp_path: Path, table: Table) -> None:
        played(plan(30), tmp_path)
        with refused("has 30 games already, not 10"):
            begin(tmp_path, table, plan(10))

    def test_no_game_counts_twice(self, tmp_path: Path, table: Table) -> None:
        with begin(tmp_path, table) as store:
            store.add(play_numbers(table, range(5), 60))
            with refused("UNIQUE"):
                store.add(play_numbers(table, range(4, 8), 60))
            assert store.count() == 5


class TestWrongStudy:
    @pytest.mark.parametrize(
        ("changed", "told"),
        [
            ({"seed": 2}, "its seed is 1, not 2"),
            ({"game": "hold-the-line"}, "its game is battle-gate, not hold-the-line"),
            ({"options": (("max_turns", "99"),)}, "its options are none, not max_turns=99"),
            ({"changes": ("rules.hand=3",)}, "its changes are none, not rules.hand=3"),
            (
                {"contestants": (Contestant("random"), Contestant("greedy"))},
                "its contestant 1 is random, not greedy",
            ),
            ({"contestants": (Contestant("random"),) * 3}, "it has 2 contestants, not 3"),
        ],
    )
    def test_another_plan(self, tmp_path: Path, table: Table, changed: dict[str, object], told: str) -> None:
        begin(tmp_path, table).close()
        with refused("the study there is another one", told, "--out"):
            begin(tmp_path, table, replace(plan(30), **changed))  # type: ignore[arg-type]

    def test_everything_that_differs_is_told(self, tmp_path: Path, table: Table) -> None:
        begin(tmp_path, table).close()
        with refused("its seed is 1, not 3", "changes are none, not a.b=1"):
            begin(tmp_path, table, replace(plan(30, seed=3), changes=("a.b=1",)))

    def test_another_place_is_no_other_plan(self, tmp_path: Path, table: Table) -> None:
        begin(tmp_path, table).close()
        begin(tmp_path, table, replace(plan(30), place="/elsewhere/battle-gate")).close()

    @pytest.mark.parametrize(
        ("part", "told"),
        [
            ("gatepress", "it is of gatepress other, and this is"),
            ("program", "the rules or bots of gatepress have changed"),
            ("cards", "the cards, rules or bots of its game have changed"),
        ],
    )
    def test_other_versions(self, tmp_path: Path, table: Table, part: str, told: str) -> None:
        Store.begin(tmp_path, table.plan, replace(table.versions, **{part: "other"})).close()
        with refused(told):
            begin(tmp_path, table)


class TestTwoRuns:
    def test_the_second_is_refused(self, tmp_path: Path, table: Table) -> None:
        with begin(tmp_path, table), refused("another run is playing into this study"):
            begin(tmp_path, table)
        begin(tmp_path, table).close()

    def test_a_killed_one_is_in_nobodys_way(self, tmp_path: Path, table: Table) -> None:
        holder = subprocess.Popen(
            [sys.executable, "-c", HOLD, str(tmp_path)],
            env={**os.environ, "PYTHONPATH": str(PROJECT)},
            stdout=subprocess.PIPE,
            cwd=PROJECT,
        )
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with refused("another run is playing into this study"):
            begin(tmp_path, table)
        holder.kill()
        holder.wait()
        with begin(tmp_path, table) as store:
            # The batch that was being stored is not there, not even in part.
            assert store.count() == 5


HOLD = textwrap.dedent("""
    import sys, time
    from pathlib import Path
    from generator.sim.study.table import play_numbers
    from generator.sim.study.store import Store
    from tests.sim.studies import plan
    from generator.sim.study.table import open_table
    table = open_table(plan(30))
    store = Store.begin(Path(sys.argv[1]), table.plan, table.versions)
    store.add(play_numbers(table, range(5), 60))
    store._connection.execute("BEGIN")
    store._connection.execute("UPDATE games SET turns = 99")
    store._connection.execute("DELETE FROM games WHERE number = 3")
    print("held", flush=True)
    time.sleep(60)
""")


class TestBrokenFile:
    def test_no_database(self, tmp_path: Path, table: Table) -> None:
        (tmp_path / STUDY_FILE).write_text("no database at all, but a text that is long enough\n" * 20)
        for attempt in (lambda: begin(tmp_path, table), lambda: Store.open(tmp_path)):
            with refused("this is not a study file"):
                attempt()
        assert (tmp_path / STUDY_FILE).read_text().startswith("no database")

    def test_another_database(self, tmp_path: Path, table: Table) -> None:
        with closing(sqlite3.connect(tmp_path / STUDY_FILE)) as other:
            other.execute("CREATE TABLE birds (name)")
        with refused("this is a database, but not a study"):
            begin(tmp_path, table)

    def test_a_later_format(self, tmp_path: Path, table: Table) -> None:
        begin(tmp_path, table).close()
        self.change(tmp_path, "PRAGMA user_version = 2")
        with refused("this study has format 2"):
            begin(tmp_path, table)

    @pytest.mark.parametrize(
        "change",
        [
            "DELETE FROM study",
            "UPDATE study SET value = 'x' WHERE key = 'plan'",
            "UPDATE study SET value = '{}' WHERE key = 'plan'",
            "UPDATE study SET value = '[]' WHERE key = 'versions'",
            "UPDATE study SET value = x'00ff' WHERE key = 'plan'",
            """UPDATE study SET value = replace(value, '"games": ', '"games": -') WHERE key = 'plan'""",
            """UPDATE study SET value = replace(value, '"games": 30', '"games": 1e400') WHERE key = 'plan'""",
            """UPDATE study SET value = '{"gatepress": 1, "program": 2, "cards": 3}' WHERE key LIKE 'v%'""",
            "UPDATE study SET value = 'long' WHERE key = 'seconds'",
            "DELETE FROM study WHERE key = 'seconds'",
            "ALTER TABLE games DROP COLUMN decisions_1",
            "DROP TABLE games",
            "DROP TABLE study",
        ],
    )
    def test_tables_that_are_not_what_they_were(self, tmp_path: Path, table: Table, change: str) -> None:
        begin(tmp_path, table).close()
        self.change(tmp_path, "DROP VIEW results")
        self.change(tmp_path, change)
        with refused("the study file is broken: "):
            begin(tmp_path, table)

    @pytest.mark.parametrize(
        "change",
        [
            "won_0 = 7",
            "won_0 = -1",
            "score_0 = 'many'",
            "score_1 = 1e300",
            "decisions_0 = 1.5",
            "turns = x'00ff'",
            "turns = 9223372036854775807",
            "first = 2",
            "cut_short = 2",
            "forced = -2",
            "reason = 99",
            "number = -5",
            "number = 500",
        ],
    )
    def test_values_that_no_game_has(self, tmp_path: Path, table: Table, change: str) -> None:
        played(table.plan, tmp_path)
        with Store.open(tmp_path) as store:
            store.check_values()
        self.change(tmp_path, f"UPDATE games SET {change} WHERE number = 2")
        number = int(change.partition("= ")[2]) if change.startswith("number") else 2
        told = f"the study file is broken: what is stored of game {number} can be of no game of its plan"
        with refused(told):
            begin(tmp_path, table)
        if number != -5:
            with Store.open(tmp_path) as store, refused(told):
                store.game(number)

    @pytest.mark.parametrize("share", [0.2, 0.5, 0.9])
    def test_cut_off(self, tmp_path: Path, share: float) -> None:
        asked = plan(600)
        played(asked, tmp_path)
        file = tmp_path / STUDY_FILE
        content = file.read_bytes()
        assert len(content) > 5 * 4096
        file.write_bytes(content[: int(len(content) * share)])
        with refused("the study file is broken: "):
            played(asked, tmp_path)

    def test_no_study(self, tmp_path: Path) -> None:
        with refused("there is no study at"):
            Store.open(tmp_path)

    def test_a_folder_that_cannot_be(self, tmp_path: Path, table: Table) -> None:
        (tmp_path / "file").write_text("x")
        with refused("can't be made"):
            begin(tmp_path / "file", table)

    def change(self, folder: Path, statement: str) -> None:
        with closing(sqlite3.connect(folder / STUDY_FILE)) as connection, connection:
            connection.execute(statement)


FULL = textwrap.dedent("""
    import resource, signal, sys
    from pathlib import Path
    from generator.catalog.problems import InputError
    from tests.sim.studies import plan, played
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))
    try:
        played(plan(3000), Path(sys.argv[1]))
    except InputError as error:
        print(error.message, error.hint, sep="; ")
""")


@pytest.mark.slow
def test_a_file_that_can_grow_no_more_keeps_the_finished_games(tmp_path: Path) -> None:
    """A bound on the size of files, as real as a full disk."""
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(tmp_path)],
        env={**os.environ, "PYTHONPATH": str(PROJECT), "PYTHONDONTWRITEBYTECODE": "1"},
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert "the disk is full" in done.stdout or "can't be read or written" in done.stdout, done
    assert "Traceback" not in done.stderr
    with Store.open(tmp_path) as store:
        assert 100 < store.count() < 3000
        kept = store.count()
    asked = plan(kept)
    fresh = played(asked)[0]
    with Store.open(tmp_path) as store:
        assert store.digest() == fresh.digest


def test_a_full_database_is_told(tmp_path: Path, table: Table) -> None:
    """SQLite itself says that there is no room."""
    with begin(tmp_path, table, plan(3000)) as store:
        store.add(play_numbers(table, range(5), 60))
        pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
        store._connection.execute(f"PRAGMA max_page_count = {pages}")
        with refused("the disk is full", "the finished games are kept"):
            for first in range(5, 3000, 20):
                store.add(play_numbers(table, range(first, first + 20), 60))
        kept = store.count()
    with begin(tmp_path, table, plan(3000)) as store:
        assert store.count() == kept >= 5


def test_the_file_says_who_sat_where(tmp_path: Path) -> None:
    asked = plan(12, "random", "random", "random", game="battle-gate")
    played(asked, tmp_path)
    with closing(sqlite3.connect(tmp_path / STUDY_FILE)) as reader:
        rows = reader.execute(
            "SELECT number, deal, rotation, seed, contestant_0, contestant_1, contestant_2 FROM results"
        ).fetchall()
    assert len(rows) == 12
    for number, deal, rotation, seed, *contestants in rows:
        assert (deal, rotation, seed) == (asked.deal(number), number % 3, asked.deal_seed(number))
        assert tuple(contestants) == asked.seating(number)


def test_csv_has_every_game(tmp_path: Path) -> None:
    import csv

    asked = plan(12)
    table = open_table(asked)
    with Store.begin(None, asked, table.versions) as store:
        store.add(play_numbers(table, range(12), 60))
        store.write_csv(tmp_path / "games.csv")
        stored = store.game(7)
    with (tmp_path / "games.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["number"]) for row in rows] == list(range(12))
    assert stored is not None
    assert rows[7] == {key: str(value) for key, value in stored.items()}
    assert [path.name for path in tmp_path.iterdir()] == ["games.csv"]
