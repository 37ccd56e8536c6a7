"""Wrong deck files: every problem at once, in words that a player understands."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from effort import effort
from games import run_here
from openpyxl import Workbook

GOOD = """\
- {name: Ogre, class: soldier, power: 6, copies: 9}
- {name: Goblin, class: minion, power: 2, copies: 15}
- {name: Owl, class: assassin, power: 1, copies: 10}
"""
"""34 cards that cost 94 points: 6 are left for one more."""


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def check(file: str, *options: str) -> tuple[int, list[str]]:
    """The exit status and what is told of a deck: ``rule card: message``, warnings marked."""
    done = run_here("deck", "check", file, "--json", *options)
    assert "Traceback" not in done.output
    verdict: dict[str, Any] = json.loads(done.stdout)
    assert verdict["legal"] == (done.code == 0)
    return done.code, [_told(found) for found in verdict["violations"]]


def _told(found: dict[str, Any]) -> str:
    warning = "warning: " if found["severity"] == "warning" else ""
    card = f"{found['card']}: " if found["card"] is not None else ""
    return f"{found['rule']} {warning}{card}{found['message']}"


def check_yaml(text: str, *options: str) -> tuple[int, list[str]]:
    Path("deck.yaml").write_text(text, "utf-8")
    return check("deck.yaml", *options)


@pytest.mark.parametrize(
    ("power", "told"),
    [
        ("power: 0", ["points 94 points, 6 unspent", "power Elf: power 0 is less than 1"]),
        ("power: -3", ["points 91 points, 9 unspent", "power Elf: power -3 is less than 1"]),
        ("power: 7", ["points 101 points, 1 over", "power Elf: power 7 is more than 6"]),
        ("power: 2.5", ["power Elf: power 2.5 is not a whole number"]),
        ("power: six", ["power Elf: the power is 'six', not a number"]),
        ("power: no", ["power Elf: the power is 'no', not a number"]),
        ("power: true", ["power Elf: the power is true, not a number"]),
        ("power: '7'", ["points 101 points, 1 over", "power Elf: power 7 is more than 6"]),
        ("power: [6]", ["power Elf: the power is a list, not a number"]),
        (
            "power: 1e300",
            ["file Elf: power: the number '1e300' is too large"],
        ),
        ("power: ~", ["power Elf: the power is missing"]),
        ("art: ~", ["power Elf: the power is missing"]),
    ],
)
def test_a_wrong_power(power: str, told: list[str]) -> None:
    assert check_yaml(f"{GOOD}- {{name: Elf, class: minion, {power}}}\n") == (1, told)


@pytest.mark.parametrize(
    ("class_", "told"),
    [
        ("class: Sorcerer", "unknown class 'Sorcerer'"),
        ("class: minoin", "unknown class 'minoin'; did you mean `minion`?"),
        ("class: Soldiers", "unknown class 'Soldiers'; did you mean `soldier`?"),
        ("class: [minion, soldier]", "2 classes, minion and soldier, where a card has one"),
        ("class: minion/assassin", "2 classes, minion and assassin, where a card has one"),
        ("class: Minion and Wizard", "2 classes, minion and wizard, where a card has one"),
        ("class: 4", "the class is 4, not a word"),
        ("class: ''", "the class is missing"),
        ("class: ~", "the class is missing"),
        ("art: ~", "the class is missing"),
    ],
)
def test_a_wrong_class(class_: str, told: str) -> None:
    assert check_yaml(f"{GOOD}- {{name: Elf, power: 6, {class_}}}\n") == (1, [f"class Elf: {told}"])


@pytest.mark.parametrize("name", ["name: ''", "name: '   '", "name: ~", "art: ~", 'name: "\\u200b\\u3000"'])
def test_a_blank_name(name: str) -> None:
    code, (told,) = check_yaml(f"{GOOD}- {{class: minion, power: 6, {name}}}\n")
    assert code == 1
    assert told.startswith("name ")
    assert told.endswith(": the name is blank")


def test_a_name_of_500_letters() -> None:
    code, told = check_yaml(f"{GOOD}- {{name: {'x' * 500}, class: minion, power: 6}}\n")
    assert code == 0
    assert told[0] == f"name warning: {'x' * 500}: the name has 500 letters, its box has room for some 60"
    assert told[1].startswith(f"print warning: {'x' * 500}: name: the text is ")
    assert told[1].endswith("; shorten the name")
    done = run_here("deck", "check", "deck.yaml")
    assert max(map(len, done.stdout.splitlines())) < 200


@pytest.mark.parametrize("name", ["שומר השער", "حارس البوابة", "🐉", "👩‍🚀🏳️‍🌈", "門番", "e\u0301"])
def test_names_in_other_letters(name: str) -> None:
    code, told = check_yaml(f"{GOOD}- {{name: {name}, class: minion, power: 6}}\n")
    assert code == 0
    assert all(line.startswith(f"print warning: {name}: name: no font has ") for line in told)
    code, told = check_yaml(f"{GOOD}- {{name: {name}, class: minion, power: 7}}\n")
    assert (code, told[1]) == (1, f"power {name}: power 7 is more than 6")


def test_a_name_cannot_move_the_cursor_or_turn_the_line() -> None:
    check_yaml(f'{GOOD}- {{name: "E\\e[2Jl\\u202ef\\n!", class: minion, power: 7}}\n')
    done = run_here("deck", "check", "deck.yaml")
    assert "E [2Jl f !: power 7 is more than 6\n" in done.stdout


@pytest.mark.parametrize(
    ("copies", "power", "told"),
    [
        (16, 6, ["points 96 points, 4 unspent", "cards 16 cards, 1 too few"]),
        (101, 1, ["points 101 points, 1 over", "cards 101 cards, 1 too many"]),
        (99, 1, ["points 99 points, 1 unspent"]),
        (10_000, 6, ["points 60,000 points, 59,900 over", "cards 10,000 cards, 9,900 too many"]),
    ],
)
def test_wrong_totals(copies: int, power: int, told: list[str]) -> None:
    others = ["classes warning: no soldier in the deck", "classes warning: no assassin in the deck"]
    assert check_yaml(f"[{{name: Imp, class: minion, power: {power}, copies: {copies}}}]") == (
        1,
        told + others,
    )


def test_everything_at_once() -> None:
    code, told = check_yaml(
        "nmae: Mine\ncards:\n"
        "  - {name: Elf, class: Sorcerer, power: six}\n"
        "  - {name: '', class: minion, power: 7, copies: -2}\n"
        "  - {name: Imp, power: 2.5, colour: red}\n"
        "  - Owl\n"
    )
    assert code == 1
    assert told == [
        "file unknown key `nmae`; did you mean `name`?",
        "file card 2: copies: expected 0 to 10,000 copies, got -2",
        "file Imp: unknown field `colour`; a card has name, class, power, text, figure, art and copies",
        "file expected a card (keys and values), got 'Owl'",
        "power Elf: the power is 'six', not a number",
        "power card 2: power 7 is more than 6",
        "power Imp: power 2.5 is not a whole number",
        "class Elf: unknown class 'Sorcerer'",
        "class Imp: the class is missing",
        "name card 2: the name is blank",
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "the file is empty"),
        ("# nothing but words\n", "the file is empty"),
        ("[]", "the list has no cards"),
        ("name: Mine\n", "`cards` must be a list of cards"),
        ("cards: {name: Ogre}", "`cards` must be a list of cards, got a mapping"),
        ("just words", "expected keys and values or a list, got 'just words'"),
        ("- {name: Ogre, class: soldier, power: 5, copies: 0}", "all cards of the list have 0 copies"),
        ("- name: Ogre\n  class: [soldier", "the `[` is not closed, or a comma is missing"),
    ],
)
def test_a_file_without_cards(text: str, told: str) -> None:
    assert check_yaml(text) == (1, [f"file {told}"])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "include: deck.yaml\ncards:\n  - {name: A, class: minion, power: 1}\n",
            "a deck cannot include another deck; write the cards of both into one file",
        ),
        ("- &all [*all]\n", "`*all` is inside the value it repeats"),
        (
            "- {id: elf, name: Elf, extends: elf, class: minion, power: 5, copies: 20}\n",
            "Elf: extends: the card extends itself: elf -> elf",
        ),
        (
            "- !include deck.yaml\n",
            "the tag `!include` is not allowed; put the text in quotes if the `!` belongs to it",
        ),
    ],
)
def test_a_deck_that_includes_itself(text: str, told: str) -> None:
    code, found = check_yaml(text)
    assert code == 1
    assert f"file {told}" in found


@pytest.mark.parametrize(
    ("file", "content", "told"),
    [
        ("deck.yaml", bytes(range(256)), "the file is binary, not text"),
        ("deck.csv", bytes(range(256)), "the file is binary, not text"),
        (
            "deck.yaml",
            "name: Café".encode("latin-1"),
            "the file is not UTF-8 text: byte 0xE9 here; save it as UTF-8",
        ),
        ("deck.csv", b"", "the file is empty"),
        ("deck.csv", b",,\nOgre,minion,1\n", "the table has no header; the first row names the fields"),
        ("deck.csv", b"name,class,power\n", "the list has no cards"),
        (
            "deck.csv",
            b"name,class,class\nOgre,minion,minion\n",
            "the header names `class` twice; first in column 2",
        ),
        ("deck.xlsx", b"", "the file is empty"),
        (
            "deck.xlsx",
            bytes(range(256)),
            "this is not a spreadsheet, or it is damaged; open it and save it as .xlsx again",
        ),
        (
            "deck.xlsx",
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600),
            "this is an Excel file of the old kind; save it as .xlsx",
        ),
        (
            "deck.xlsx",
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600) + "EncryptedPackage".encode("utf-16-le"),
            "the spreadsheet is locked with a password; save it without one",
        ),
        ("deck.xls", b"\xd0\xcf\x11\xe0", "this is not a deck file; save the spreadsheet as .xlsx"),
        (
            "deck.txt",
            b"Ogre",
            "this is not a deck file; deck files end in .yaml, .yml, .json, .csv, .tsv, .xlsx",
        ),
    ],
)
def test_a_file_that_is_no_deck(file: str, content: bytes, told: str) -> None:
    Path(file).write_bytes(content)
    assert check(file) == (1, [f"file {told}"])


def test_a_csv_file_with_too_many_cells_in_a_row() -> None:
    Path("deck.csv").write_text("name,class,power\nOgre,soldier,5\nElf, the tall,minion,5\n")
    hint = "put text that contains the delimiter in double quotes"
    assert check("deck.csv") == (1, [f"file the row has 4 cells, the header 3 columns; {hint}"])


def test_headings_in_capitals_among_blanks() -> None:
    Path("deck.csv").write_text(" Name ;CLASS;Power; Copies\nOgre;soldier;5;20\n")
    others = ["classes warning: no minion in the deck", "classes warning: no assassin in the deck"]
    assert check("deck.csv") == (0, others)


def test_a_csv_file_with_a_column_too_many() -> None:
    Path("deck.csv").write_text("Name;Class;Power;Colour\nOgre;soldier;5;red\n")
    code, told = check("deck.csv")
    assert code == 1
    known = "name, class, power, text, figure, art and copies"
    assert told[0] == f"file unknown field `Colour`; a card has {known}"


def test_rows_that_are_short_of_cells() -> None:
    Path("deck.csv").write_text("name,class,power,copies,text\nOgre,soldier,5,20\nElf\n")
    assert check("deck.csv") == (
        1,
        [
            "points 100 points spent, plus 1 card whose power can't be counted: at least 1 over",
            "power Elf: the power is missing",
            "class Elf: the class is missing",
        ],
    )


def test_columns_without_a_heading() -> None:
    Path("deck.csv").write_text("name,class,power,,copies,\nOgre,soldier,5,,20,\n")
    assert check("deck.csv")[0] == 0
    Path("deck.csv").write_text("name,class,power,,copies,\nOgre,soldier,5,x,20,\nElf,minion,1,y,1,z\n")
    hint = "name its column in the header, or clear it"
    told = f"file Ogre: the cell is in a column without a name, and 2 others too; {hint}"
    assert told in check("deck.csv")[1]


def test_a_card_whose_copies_cannot_be_read_is_judged_all_the_same() -> None:
    Path("deck.csv").write_text("name,class,power,copies\nA,Sorcerer,7,three\n")
    expected = [
        "file A: copies: expected a whole number, got 'three'",
        "power A: power 7 is more than 6",
        "class A: unknown class 'Sorcerer'",
    ]
    assert check("deck.csv") == (1, expected)
    assert check_yaml("- {name: A, class: Sorcerer, power: 7, copies: three}") == (1, expected)


@pytest.mark.slow
def test_one_kind_of_fault_does_not_crowd_out_another() -> None:
    rows = (f"Imp {n},c{n},{'p' if n % 3 else ''}{n},x{n}\n" for n in range(2_000))
    Path("deck.csv").write_text("name,class,power,copies\n" + "".join(rows))
    done = run_here("deck", "check", "deck.csv")
    lines = done.stdout.splitlines()
    for kind in ("got 'x0'", "power 0 is less", "the power is 'p1'", "power 9 is more", "unknown class 'c0'"):
        assert any(kind in line for line in lines), kind
    assert len(lines) < 125
    assert lines[-1].endswith(" faults more; `--json` lists them all")


@pytest.mark.slow
def test_printing_a_hopeless_table_takes_a_screen_of_lines() -> None:
    Path("deck.csv").write_text("name,class,power,copies\n" + "Imp,minion,1,many\n" * 4_000)
    done = run_here("deck", "print", "deck.csv")
    assert done.code == 1
    assert len(done.stderr.splitlines()) < 25
    assert "`gatepress deck check` shows what is wrong with each card" in done.stderr


def test_a_deck_without_a_name_to_look_for() -> None:
    assert check("") == (1, ["file expected a deck file or a deck's name, got ''"])


@pytest.mark.parametrize("command", ["check", "build"])
def test_a_deck_is_no_game(command: str) -> None:
    Path("my-deck.yaml").write_text(GOOD)
    done = run_here(command, "my-deck.yaml")
    assert done.code == 1
    assert "judged by `gatepress deck check` and printed by `gatepress deck print`" in done.output


ART = """\
- {name: Ogre, class: soldier, power: 6, copies: 9, art: nothere}
- {name: Goblin, class: minion, power: 2, copies: 15, art: missing.png}
- {name: Owl, class: assassin, power: 1, copies: 10, text: Costs {nope}.}
- {class: minion, name: Bat, power: 6, art: zz.bat}
"""


def test_art_that_is_not_there_is_told_where_the_deck_names_it() -> None:
    ends = {"1:58": "Ogre: art: no icon 'nothere'", "2:60": "Goblin: art: no file named 'missing.png'"}
    ends |= {"3:60": "Owl: text: no icon 'nope'", "4:45": "Bat: art: no icon pack 'zz'"}
    Path("deck.yaml").write_text(ART.replace("Costs {nope}.", "'Costs {nope}.'"))
    done = run_here("deck", "check", "deck.yaml")
    assert done.code == 0
    assert done.stdout.startswith("Deck: legal, 35 cards, 100 points\n\n  print  Every card can be printed")
    for place, told in ends.items():
        assert f"deck.yaml:{place}: warning: {told}" in done.stdout
    assert "xml.j2" not in done.stdout
    printed = run_here("deck", "print", "deck.yaml")
    assert printed.code == 0
    for place, told in ends.items():
        card, _, words = told.partition(": ")
        assert f"deck.yaml:{place}: warning: {words}" in printed.stderr
        assert f"(card {card})" in printed.stderr
    assert "xml.j2" not in printed.stderr


@pytest.mark.parametrize(
    ("file", "told"),
    [
        ("mine.yaml", "the file does not exist"),
        ("nigth-shift", "no deck or file named 'nigth-shift'; did you mean `night-shift`?"),
        ("folder", "this is a folder, a deck file is needed"),
        ("x" * 5000 + ".yaml", "the file cannot be read: File name too long"),
    ],
)
def test_a_file_that_is_not_there(file: str, told: str) -> None:
    Path("folder").mkdir()
    assert check(file) == (1, [f"file {told}"])
    assert "cannot be read\n" in run_here("deck", "check", file).stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "Missing argument"),
        (["--allow"], "No such option"),
        (["a.yaml", "--points"], "requires an argument"),
    ],
)
def test_wrong_usage(arguments: list[str], told: str) -> None:
    done = run_here("deck", "check", *arguments)
    assert done.code == 2
    assert told in done.stderr


def spreadsheet_of(rows: int) -> bytes:
    book = Workbook(write_only=True)
    sheet = book.create_sheet()
    sheet.append(["name", "class", "power"])
    for number in range(rows):
        sheet.append([f"Imp {number}", "minion", 1])
    file = BytesIO()
    book.save(file)
    return file.getvalue()


@pytest.mark.slow
def test_a_file_of_12_000_cards() -> None:
    Path("deck.csv").write_text("name,class,power\n" + "Imp,sorcerer,7\n" * 12_000)
    with effort(12_000_000):
        done = run_here("deck", "check", "deck.csv")
    assert done.code == 1
    assert done.stdout == (
        "Deck: not legal, 12,000 cards, 84,000 points\n"
        "\n"
        "  points  A deck spends exactly 100 points. A card costs its power.\n"
        "          84,000 points, 83,900 over\n"
        "\n"
        "  cards   A deck has 17 to 100 cards.\n"
        "          12,000 cards, 11,900 too many; the first 10,000 are looked at one by one\n"
        "\n"
        "  power   A card's power is a whole number from 1 to 6.\n"
        "          deck.csv:2:3: 10,000 cards (Imp): power 7 is more than 6\n"
        "\n"
        "  class   A card has one class: minion, soldier or assassin.\n"
        "          deck.csv:2:2: 10,000 cards (Imp): unknown class 'sorcerer'\n"
    )


@pytest.mark.slow
def test_a_file_of_4_000_cards_that_cannot_be_read() -> None:
    Path("deck.yaml").write_text("- {name: Imp, clas: minion}\n" * 4_000)
    with effort(4_000_000):
        done = run_here("deck", "check", "deck.yaml")
    assert done.code == 1
    assert "unknown field `clas`; did you mean `class`?\n" in done.stdout
    assert len(done.stdout.splitlines()) < 50


@pytest.mark.slow
def test_a_spreadsheet_of_too_many_rows() -> None:
    Path("deck.xlsx").write_bytes(spreadsheet_of(10_001))
    assert check("deck.xlsx") == (1, ["file the sheet has more than 10,000 rows"])


@pytest.mark.slow
def test_a_spreadsheet_with_strays_in_its_far_corners() -> None:
    book = Workbook()
    sheet = book.worksheets[0]
    sheet.append(["name", "class", "power", "copies"])
    sheet.append(["Ogre", "soldier", 5, 19])
    sheet["A1048576"] = sheet["XFD3"] = "stray"
    sheet["A30000"] = "Elf"
    book.save("deck.xlsx")
    with effort(4_000_000):
        code, told = check("deck.xlsx")
    assert (code, told[:2]) == (1, ["power Elf: the power is missing", "class Elf: the class is missing"])


@pytest.mark.slow
def test_a_small_spreadsheet_that_unpacks_to_a_flood() -> None:
    with ZipFile("deck.xlsx", "w", ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", b" " * 200_000_000)
    assert Path("deck.xlsx").stat().st_size < 1_000_000
    told = "file the spreadsheet is far larger than any list of cards; keep only the cards in it"
    assert check("deck.xlsx") == (1, [told])


def test_a_spreadsheet_with_a_bomb_of_entities() -> None:
    sound = BytesIO(spreadsheet_of(1))
    entities = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 10))
    bomb = f'<!DOCTYPE b [<!ENTITY e0 "bombbomb">{entities}]>'.encode()
    with ZipFile(sound) as old, ZipFile("deck.xlsx", "w") as changed:
        for entry in old.infolist():
            data = old.read(entry)
            if entry.filename == "xl/worksheets/sheet1.xml":
                assert b"Imp 0" in data
                data = bomb + data[data.index(b"<worksheet") :].replace(b"Imp 0", b"&e9;")
            changed.writestr(entry.filename, data)
    with effort(1_000_000):
        code, (told,) = check("deck.xlsx")
    assert code == 1
    assert told.startswith("file this is not a spreadsheet, or it is damaged")


@pytest.mark.parametrize("part", ["[Content_Types].xml", "xl/workbook.xml", "xl/worksheets/sheet1.xml"])
@pytest.mark.parametrize("content", [None, b"", b"<a>", b"hello"])
def test_a_spreadsheet_with_a_broken_part(part: str, content: bytes | None) -> None:
    with ZipFile(BytesIO(spreadsheet_of(3))) as old, ZipFile("deck.xlsx", "w") as changed:
        for entry in old.infolist():
            data = content if entry.filename == part else old.read(entry)
            if data is not None:
                changed.writestr(entry.filename, data)
    code, told = check("deck.xlsx")
    assert code == 1
    assert len(told) == 1
    assert told[0].startswith("file ")


@pytest.mark.parametrize("cut", [10, 100, 1000, 4000])
def test_half_a_spreadsheet(cut: int) -> None:
    Path("deck.xlsx").write_bytes(spreadsheet_of(3)[:cut])
    code, (told,) = check("deck.xlsx")
    assert code == 1
    assert told.startswith("file this is not a spreadsheet, or it is damaged")
