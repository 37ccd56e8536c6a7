"""The same deck as YAML, CSV and XLSX: read, written, and read again."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from zipfile import ZipFile

import pytest
from games import run_here, write_game
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook

from generator.catalog.load import load_game
from generator.catalog.problems import InputError, Problems
from generator.deck.files import read_deck
from generator.deck.write import SUFFIXES, DeckFile, DeckRow, write_deck

from .deck_files import battle_gate, check
from .xlsx_files import SHEET, change_part, write_xlsx

ROWS = (
    DeckRow("Ogre", "soldier", 6, 10, "Big. Also: loud.", "mdi6.sword-cross"),
    DeckRow("Goblin", "minion", 2, 15),
    DeckRow("Owl", "assassin", 1, 10, 'Says "who?"'),
)
HEADER = ("name", "class", "power", "copies")
TRICKY = (
    "no",
    "true",
    "null",
    "007",
    "1e5",
    "0x1F",
    "1_000",
    "-",
    "- a",
    "a: b",
    "a #b",
    "#a",
    "=1+1",
    "'quoted'",
    '"quoted"',
    "{a}",
    "[a]",
    "*a",
    "&a",
    "!a",
    "a, b; c",
    "Zoë’s Ünruh",
    "שומר השער",
    "🐉👩‍🚀",
    "back\\slash",
    "~",
    "? a",
    "%a",
    "@a",
    "`a`",
    "ends with:",
    "two  spaces",
    "a\u2028b",
)


def rows_of(path: Path) -> list[DeckRow]:
    """The cards of a deck file that has nothing wrong in it."""
    problems = Problems()
    deck = read_deck(battle_gate(), path, problems)
    assert not problems, "\n".join(map(str, problems))
    assert deck is not None
    found = []
    for entry in deck.entries:
        assert entry.power is not None
        text, art = (entry.card.values.get(key) for key in ("text", "art"))
        assert text is None or isinstance(text, str)
        assert art is None or isinstance(art, str)
        found.append(DeckRow(entry.name, entry.class_name, entry.power, entry.copies, text, art))
    return found


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_deck_survives_being_written_and_read(suffix: str) -> None:
    path = Path(f"my-own{suffix}")
    write_deck(path, DeckFile("My Own", "Three of a kind.", ROWS))
    assert rows_of(path) == list(ROWS)
    done = run_here("deck", "check", path)
    assert (done.code, done.stdout) == (0, "My Own: legal, 35 cards, 100 points\n")


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_tricky_names_survive(suffix: str) -> None:
    rows = [DeckRow(name, "minion", 1, 1, name) for name in TRICKY]
    path = Path(f"deck{suffix}")
    write_deck(path, DeckFile("no", "yes: #1", rows))
    assert rows_of(path) == rows


_words = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cs"), exclude_characters="\ufffe\uffff"),
    max_size=30,
).map(str.strip)
_rows = st.lists(
    st.builds(
        DeckRow,
        _words.filter(bool),
        st.sampled_from(["minion", "soldier", "assassin"]),
        st.integers(1, 6),
        st.integers(1, 100),
        st.none() | _words.filter(bool),
        st.none(),
        st.just({}),
        st.none(),
    ),
    min_size=1,
    max_size=5,
)


@pytest.mark.parametrize("suffix", [".yaml", ".csv"])
@given(rows=_rows, name=_words)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_any_deck_survives(suffix: str, rows: list[DeckRow], name: str) -> None:
    path = Path(f"deck{suffix}")
    write_deck(path, DeckFile(name, name, rows))
    assert rows_of(path) == rows


def test_yaml_keeps_the_name_and_the_text() -> None:
    write_deck(Path("deck.yaml"), DeckFile("no", "Two: 2", ROWS))
    deck = read_deck(battle_gate(), Path("deck.yaml"), Problems())
    assert deck is not None
    assert (deck.name, deck.text) == ("no", "Two: 2")


def test_yaml_is_laid_out_as_one_writes_it() -> None:
    write_deck(Path("deck.yaml"), DeckFile("My Own", None, ROWS[:2]))
    assert Path("deck.yaml").read_text() == (
        "name: My Own\n"
        "cards:\n"
        "  - name: Ogre\n"
        "    class: soldier\n"
        "    power: 6\n"
        "    copies: 10\n"
        '    text: "Big. Also: loud."\n'
        "    art: mdi6.sword-cross\n"
        "\n"
        "  - name: Goblin\n"
        "    class: minion\n"
        "    power: 2\n"
        "    copies: 15\n"
    )


def test_tables_leave_out_columns_that_no_card_fills() -> None:
    write_deck(Path("deck.csv"), DeckFile("", None, ROWS[1:2]))
    with Path("deck.csv").open(newline="") as file:
        assert list(csv.reader(file)) == [list(HEADER), ["Goblin", "minion", "2", "15"]]


def test_a_spreadsheet_is_the_same_bytes_whenever_it_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    write_deck(Path("one.xlsx"), DeckFile("", None, ROWS))
    monkeypatch.setattr("time.time", lambda: 2_000_000_000.0)
    monkeypatch.setattr("time.localtime", lambda *_: (2033, 5, 18, 3, 33, 20, 2, 138, 0))
    write_deck(Path("two.xlsx"), DeckFile("", None, ROWS))
    assert Path("one.xlsx").read_bytes() == Path("two.xlsx").read_bytes()
    with ZipFile("one.xlsx") as file:
        assert b"dcterms" not in re.sub(rb' xmlns:\w+="[^"]*"', b"", file.read("docProps/core.xml"))


def test_text_that_looks_like_a_formula_is_none() -> None:
    write_deck(Path("deck.xlsx"), DeckFile("", None, [DeckRow("=1+1", "minion", 1, 1)]))
    sheet = load_workbook("deck.xlsx").worksheets[0]
    assert (sheet["A2"].value, sheet["A2"].data_type) == ("=1+1", "s")


def test_nothing_is_left_behind_where_a_deck_cannot_be_written() -> None:
    Path("deck.yaml").mkdir()
    with pytest.raises(InputError, match="the file can't be written"):
        write_deck(Path("deck.yaml"), DeckFile("", None, ROWS))
    with pytest.raises(InputError, match="no table can hold"):
        write_deck(Path("deck.csv"), DeckFile("", None, [DeckRow("bell\a", "minion", 1, 1)]))
    with pytest.raises(InputError, match="at most 32,767 letters"):
        write_deck(Path("deck.xlsx"), DeckFile("", None, [DeckRow("x" * 40_000, "minion", 1, 1)]))
    assert [path.name for path in Path().iterdir()] == ["deck.yaml"]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_csv_from_a_spreadsheet(delimiter: str) -> None:
    lines = [
        HEADER,
        ("Ogre", "Soldier", "6", "10"),
        ("Goblin", "minion", "2", "15"),
        ("Owl", "ASSASSIN", "1", "10"),
    ]
    text = "\ufeff" + "\r\n".join(delimiter.join(line) for line in lines)
    Path("deck.csv").write_bytes(text.encode())
    assert check("deck.csv").verdict == {
        "deck": "Deck",
        "legal": True,
        "points": 100,
        "cards": 35,
        "violations": [],
    }


def test_csv_without_a_column() -> None:
    Path("deck.csv").write_text("name,class,copies\nOgre,soldier,10\nGoblin,minion,15\n")
    told = check("deck.csv")
    assert told.of("power") == ["the column `power` is missing"]


def test_csv_without_copies_has_one_of_each() -> None:
    Path("deck.csv").write_text("name;class;power\n" + "Ogre;soldier;5\n" * 20)
    assert check("deck.csv").verdict["cards"] == 20


def test_numbers_in_a_spreadsheet() -> None:
    """Whole numbers, such that have a decimal point, and digits in a cell for text."""
    write_xlsx(
        "deck.xlsx",
        [HEADER, ("Ogre", "soldier", 6.0, 10), ("Goblin", "minion", "2", "15"), (7, "minion", 1, 10)],
    )
    told = check("deck.xlsx")
    assert (told.code, told.verdict["points"]) == (0, 100)
    assert [row.name for row in rows_of(Path("deck.xlsx"))] == ["Ogre", "Goblin", "7"]


def test_places_in_a_spreadsheet_are_rows_and_columns() -> None:
    write_xlsx("deck.xlsx", [(), HEADER, (), ("Ogre", "soldier", 2.5, 10), (), (None, "minion", None, "two")])
    done = run_here("deck", "check", "deck.xlsx")
    assert "deck.xlsx:Sheet!C4: Ogre (10 copies): power 2.5 is not a whole number\n" in done.stdout
    assert "deck.xlsx:Sheet!D6: card 2: copies: expected a whole number, got 'two'\n" in done.stdout


def test_only_the_first_sheet_counts() -> None:
    write_xlsx("deck.xlsx", [HEADER, ("Ogre", "soldier", 5, 20)], [("notes", "to me"), (1, 2)])
    assert check("deck.xlsx").verdict["points"] == 100


def test_a_formula_counts_with_the_value_it_was_saved_with() -> None:
    write_xlsx("deck.xlsx", [HEADER, ("Ogre", "soldier", "=2+3", 20)])
    told = check("deck.xlsx")
    hint = "open the file in a spreadsheet program and save it there, or write the value itself"
    assert told.of("file") == [f"Ogre: power: the formula was saved without its value; {hint}"]
    assert told.of("power") == []
    change_part("deck.xlsx", SHEET, rb"<v ?/>|<v></v>", b"<v>5</v>")
    assert check("deck.xlsx").verdict["points"] == 100


def test_a_cell_beside_the_table() -> None:
    write_xlsx("deck.xlsx", [HEADER, ("Ogre", "soldier", 5, 19), ("Elf", "minion", 5, 1, None, "my best")])
    assert check("deck.xlsx").of("file") == [
        "Elf: the cell is in a column without a name; name its column in the header, or clear it"
    ]


def test_a_spreadsheet_is_a_card_list_of_any_game(tmp_path: Path) -> None:
    fields = {"name": "text", "cost": "number", "tags": "list", "rare": "yes-no", "code": "text"}
    folder = write_game(
        tmp_path / "market",
        component={"cards": "*.xlsx", "fields": fields},
        files={"~$goods.xlsx": b"the lock of an open file"},
    )
    write_xlsx(
        str(folder / "goods.xlsx"),
        [("name", "cost", "tags", "rare", "code", "qty"), ("Silk", 2.5, "cloth; soft", True, "007", 3.0)],
    )
    problems = Problems()
    game = load_game(folder, problems)
    assert not problems
    assert game is not None
    (card,) = game.components[0].sets[0].cards
    assert card.copies == 3
    assert {key: card.values[key] for key in fields} == {
        "name": "Silk",
        "cost": 2.5,
        "tags": ["cloth", "soft"],
        "rare": True,
        "code": "007",
    }
    done = run_here("build", folder, "--json")
    assert done.code == 0, done.output
    assert [file["cards"] for file in json.loads(done.stdout)["files"]] == [3]
