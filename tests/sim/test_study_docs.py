"""docs/studies.md tells of what there is: columns, keys, options, the line of the digest."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from hashlib import sha256
from pathlib import Path

from tests.games import PROJECT, run_here
from tests.sim.studies import plan, played

TEXT = (PROJECT / "docs" / "studies.md").read_text("utf-8")


def names_in(table_head: str) -> set[str]:
    """The names in the first column of the table with this head."""
    rows = TEXT.partition(f"{table_head}\n")[2].partition("\n\n")[0].splitlines()[1:]
    assert rows
    return {name for row in rows for name in re.findall(r"`([\w-]+)", row.split("|")[1])}


def test_every_column_is_told(tmp_path: Path) -> None:
    played(plan(4), tmp_path)
    with closing(sqlite3.connect(tmp_path / "study.db")) as reader:
        columns = [column[0] for column in reader.execute("SELECT * FROM results").description]
        assert reader.execute("PRAGMA application_id").fetchone() == (0x47617465,)
        assert reader.execute("PRAGMA user_version").fetchone() == (1,)
        assert reader.execute(re.findall(r'sqlite3 study/study.db "(.*)"', TEXT)[0]).fetchone()
    assert {re.sub(r"_\d+$", "_0", name) for name in columns} == names_in("| column | what |")


def test_every_key_is_told() -> None:
    told = played(plan(4))[0].to_dict()
    assert set(told) - {"game"} == names_in("| key | what |")


def test_every_option_is_told() -> None:
    known = set(re.findall(r"^  +(?:-\w, )?(--[\w-]+)", run_here("simulate", "--help").stdout, re.MULTILINE))
    assert known - {"--help"} == names_in("| option | what |")


def test_the_digest_is_the_one_described(tmp_path: Path) -> None:
    """Taken here from the file, as the text says."""
    digest = played(plan(30, seed=5), tmp_path)[0].digest
    lines = []
    with closing(sqlite3.connect(tmp_path / "study.db")) as reader:
        for row in reader.execute(
            "SELECT number, won_0, won_1, score_0, score_1, cut_short, decisions_0, decisions_1, turns"
            " FROM results ORDER BY number"
        ):
            number, *won, first, second, cut_short, one, other, turns = row
            winners = ",".join(str(seat) for seat in (0, 1) if won[seat])
            lines.append(f"{number} {winners} {first},{second} {cut_short} {one},{other} {turns}\n")
    assert sha256("".join(lines).encode()).hexdigest() == digest
    assert "`number winners scores cut_short decisions turns`" in TEXT
