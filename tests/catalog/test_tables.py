"""Card lists in CSV."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.catalog.problems import Place, Problems
from generator.catalog.rows import read_table
from generator.catalog.tables import Reading

from .game_folder import GameFolder

RAGGED = "; put text that contains the delimiter in double quotes"
Write = Callable[[str | bytes], Path]


def rows(path: Path, **kinds: Any) -> list[dict[str, object]]:
    problems = Problems()
    table = read_table(path, problems, "t.csv", Reading(**kinds))
    assert [str(problem) for problem in problems] == []
    assert table is not None
    return [dict(row) for row in table.rows]


@pytest.mark.parametrize(
    "content",
    [
        b"name,cost\nA,1\n",
        b"name;cost\nA;1\n",
        b"name\tcost\nA\t1\n",
        b"\xef\xbb\xbfname,cost\nA,1\n",
        b"name,cost\r\nA,1\r\n",
        b"name,cost\nA,1",
        b" name , cost \n A , 1 \n",
        b'"name","cost"\n"A","1"\n',
        b"name,cost\n\n,\nA,1\n , \n",
    ],
)
def test_the_same_table_in_many_hands(file: Write, content: bytes) -> None:
    assert rows(file(content)) == [{"name": "A", "cost": 1}]


def test_a_comma_in_a_quoted_name_does_not_choose_the_delimiter(file: Write) -> None:
    assert rows(file('"a,b,c";d\n1;2\n')) == [{"a,b,c": 1, "d": 2}]


def test_cells_become_numbers_and_truths_unless_they_are_declared_text(file: Write) -> None:
    content = "a,b,c,d,e,f,g\n5,2.5,TRUE,007,1e5,no,\n"
    assert rows(file(content)) == [{"a": 5, "b": 2.5, "c": True, "d": "007", "e": "1e5", "f": "no"}]
    assert rows(file("a,b\n5,2.50\n"), as_text={"a", "b"}) == [{"a": "5", "b": "2.50"}]


def test_lists_are_parted_at_semicolons_or_commas(file: Write) -> None:
    content = 'a,b\n"x, y",p; q\n'
    assert rows(file(content), as_list={"a", "b"}) == [{"a": ["x", "y"], "b": ["p", "q"]}]


def test_places_are_lines_and_cell_numbers(file: Write) -> None:
    table = read_table(file('name,text\nA,"two\nlines"\nB,x\n'), Problems(), "t.csv")
    assert table is not None
    first, second = table.rows
    assert first["text"] == "two\nlines"
    assert first.place == Place("t.csv", 2)
    assert second.place_of("text") == Place("t.csv", 4, 2)
    assert table.header["text"] == Place("t.csv", 1, 2)


@pytest.mark.parametrize(
    ("content", "sentences"),
    [
        ("", ["t.csv: error: the file is empty"]),
        (",,\n1,2,3\n", ["t.csv: error: the table has no header; the first row names the fields"]),
        (
            "a,,b\n1,2,3\n",
            [
                "t.csv:2:2: error: the cell is in a column without a name; "
                "name its column in the header, or clear it"
            ],
        ),
        ("a,b\n1\n1,2,3\n1,2\n", ["t.csv:3: error: the row has 3 cells, the header 2 columns" + RAGGED]),
        ('a,b\n1,"x\n', ["t.csv:2: error: a double quote is opened in a cell and never closed"]),
        (
            'a,b\n1,"x"y\n',
            [
                't.csv:2: error: there is text after a closing double quote; write `""` for a '
                "quote inside quotes"
            ],
        ),
        (
            "a\n" + "x" * 140_000,
            ["t.csv:2: error: a cell is longer than 131,072 letters; a double quote may be missing"],
        ),
        (
            "a\n" + "9" * 30,
            [f"t.csv:2:1: error: a: the number '{'9' * 30}' is too large; put it in quotes if it is text"],
        ),
        (b"a\ncaf\xe9\n", ["t.csv:2:4: error: the file is not UTF-8 text: byte 0xE9 here; save it as UTF-8"]),
        (b"PK\x03\x04\x00\x00", ["t.csv: error: the file is binary, not text"]),
    ],
)
def test_wrong_table(file: Write, content: str | bytes, sentences: list[str]) -> None:
    problems = Problems()
    read_table(file(content), problems, "t.csv")
    assert [str(problem) for problem in problems] == sentences


def test_a_table_of_too_many_cells_is_refused_where_they_begin(
    file: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("generator.catalog.tables.MAX_VALUES", 4)
    problems = Problems()
    read_table(file("a,b\n1,2\n3,4\n5,6\n"), problems, "t.csv")
    assert [str(problem) for problem in problems] == ["t.csv:4: error: the table holds more than 4 cells"]


def test_the_line_that_tells_excel_the_delimiter(game: GameFolder) -> None:
    game.write("game.yaml", (game.folder / "game.yaml").read_text().replace("cards.yaml", "cards.csv"))
    game.write("cards.csv", "sep=;\nname;cost\nImp;1\nOgre;1;2\n")
    (told,) = game.problems()
    assert told.startswith("my-game/cards.csv:4: error: the row has 3 cells, the header 2 columns")
