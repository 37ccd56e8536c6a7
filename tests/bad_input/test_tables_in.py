"""Cards out of other people's files: spreadsheets, CSV in any encoding, JSON, folders of pictures."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from games import run_here, write_game
from openpyxl import Workbook

from generator.catalog import xlsx_file

from .conftest import Refuse

PICTURE = b'<svg xmlns="http://www.w3.org/2000/svg" width="5" height="7"><rect width="5" height="7"/></svg>'
MERGED = "of the header are merged; unmerge the cells, so that each column has its own heading"


def workbook(rows: Sequence[Sequence[object]], merged: str | None = None) -> bytes:
    """A workbook with these rows on the sheet Heroes, and another sheet, Items."""
    book = Workbook()
    sheet = book.worksheets[0]
    sheet.title = "Heroes"
    for row in rows:
        sheet.append(list(row))
    if merged:
        sheet.merge_cells(merged)
    book.create_sheet("Items").append(["name"])
    file = BytesIO()
    book.save(file)
    return file.getvalue()


HEROES = workbook([("Card No", "Name"), (1, "Ogre"), (2, "Imp")])


def refused(refuse: Refuse, cards: object, **files: str | bytes) -> list[str]:
    """What is told of a component with these ``cards``; files by their names, with _ for the dot."""
    named = {name.replace("_", ".", 1): content for name, content in files.items()}
    told = refuse(component={"cards": cards}, files=named)
    return [line for line in told if " warning: " not in line]


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ({"sheet": "Itmes"}, "g/t.xlsx: error: no sheet is called 'Itmes'; did you mean `Items`?"),
        ({"sheet": "Ships"}, "g/t.xlsx: error: no sheet is called 'Ships'; the sheets are Heroes, Items"),
        (
            {"sheet": 3},
            "g/t.xlsx: error: the spreadsheet has 2 sheets, but no sheet 3; the sheets are Heroes, Items",
        ),
        ({"sheet": "Items"}, "g/t.xlsx:Items: error: the list has no cards"),
        ({"sheet": [1]}, "cards.sheet: expected a sheet's name or number, got a list"),
        ({"header": 9}, "g/t.xlsx:Heroes: error: row 9, which `header` says names the fields, is blank"),
        ({"header": 0}, "cards.header: expected a whole number of 1 or more, got 0"),
        (
            {"columns": {"id": "Card Nr"}},
            "g/t.xlsx:Heroes!1 has no column 'Card Nr'; did you mean `Card No`?",
        ),
        ({"columns": {"id": "X"}}, "g/t.xlsx:Heroes!1 has no column 'X'; the columns are Card No, Name"),
        ({"columns": "Name"}, "cards.columns: expected keys and values, got 'Name'"),
        ({"delimiter": ";"}, "cards.delimiter: `delimiter` goes with files that end in .csv or .tsv"),
        ({"sheets": 1}, "unknown key `sheets`; did you mean `sheet`?"),
    ],
)
def test_a_workbook_that_is_read_wrongly(refuse: Refuse, told: dict[str, Any], sentence: str) -> None:
    (line,) = refused(refuse, {"from": "t.xlsx", **told}, t_xlsx=HEROES)
    assert sentence in line


def test_a_columns_place_is_where_it_is_said(refuse: Refuse) -> None:
    (line,) = refused(refuse, {"from": "t.xlsx", "columns": {"id": "Card Nr"}}, t_xlsx=HEROES)
    assert line.startswith("g/game.yaml:")
    assert "error: columns.id: " in line


@pytest.mark.parametrize(
    ("rows", "merged", "sentence"),
    [
        (
            [("The heroes",), ("Name", "Cost"), ("Ogre", 3)],
            "A1:B1",
            f"g/t.xlsx:Heroes!A1: error: the cells A1:B1 {MERGED}, "
            "or write `header: 2` beside `from:` if the next row names the fields",
        ),
        (
            [("Name", "Cost"), ("", "gold"), ("Ogre", 3)],
            "A1:A2",
            f"g/t.xlsx:Heroes!A1: error: the cells A1:A2 {MERGED}",
        ),
    ],
)
def test_merged_headings(refuse: Refuse, rows: list[tuple[object, ...]], merged: str, sentence: str) -> None:
    assert refused(refuse, "t.xlsx", t_xlsx=workbook(rows, merged)) == [sentence]


SHEET = "xl/worksheets/sheet1.xml"
FAR_LARGER = (
    "g/t.xlsx: error: the spreadsheet is far larger than any list of cards; keep only the cards in it"
)
DAMAGED = "g/t.xlsx: error: this is not a spreadsheet, or it is damaged; open it and save it as .xlsx again"
BLANK_CELLS = b"<row>" + b"<c/>" * 9_000 + b"</row>"
STYLES = b"<xf/>" * 9_000


def changed(part: str, old: bytes, new: bytes) -> bytes:
    """The workbook of heroes with something else in one of its parts."""
    file = BytesIO()
    with ZipFile(BytesIO(HEROES)) as before, ZipFile(file, "w", ZIP_DEFLATED) as after:
        for name in before.namelist():
            content = before.read(name)
            after.writestr(name, content.replace(old, new, 1) if name == part else content)
    return file.getvalue()


def cell(content: bytes) -> bytes:
    """The workbook with another number of its first card."""
    return changed(SHEET, b'<c r="A2" t="n"><v>1</v></c>', b'<c r="A2"' + content + b"</c>")


def merged(count: int) -> bytes:
    return b"</sheetData><mergeCells>" + b'<mergeCell ref="A2:A3"/>' * count + b"</mergeCells>"


HOSTILE_WORKBOOKS = {
    "blank cells": (changed(SHEET, b"</sheetData>", BLANK_CELLS + b"</sheetData>"), FAR_LARGER),
    "styles": (changed("xl/styles.xml", b"</cellXfs>", STYLES + b"</cellXfs>"), FAR_LARGER),
    "merged cells": (changed(SHEET, b"</sheetData>", merged(60)), "too many merged cells; unmerge them"),
    "infinite": (cell(b"><v>1e400</v>"), DAMAGED),
    "no number": (cell(b"><v>NaN</v>"), DAMAGED),
    "an entity": (cell(b"><v>&b;</v>"), DAMAGED),
    "text of elsewhere": (cell(b' t="s"><v>999</v>'), DAMAGED),
    "half": (HEROES[: len(HEROES) // 2], DAMAGED),
}


@pytest.mark.parametrize(("content", "sentence"), HOSTILE_WORKBOOKS.values(), ids=HOSTILE_WORKBOOKS)
def test_a_hostile_workbook(
    refuse: Refuse, monkeypatch: pytest.MonkeyPatch, content: bytes, sentence: str
) -> None:
    for name, most in (("MAX_TAGS", 8_000), ("MAX_OTHER_TAGS", 8_000), ("MAX_MERGED", 50)):
        monkeypatch.setattr(xlsx_file, name, most)
    (line,) = refused(refuse, "t.xlsx", t_xlsx=content)
    assert sentence in line


FAILED = (
    "t.xlsx:Heroes!A2: warning: Card No: the cell shows an error, #DIV/0!, which is printed as it is (card "
    "ogre); mend its formula in the spreadsheet program, or write the value itself"
)
VALUE_UNSAVED = (
    "t.xlsx:Heroes!A2: error: Card No: the formula was saved without its value (card ogre); open the file "
    "in a spreadsheet program and save it there, or write the value itself"
)
NO_RECKONING = (
    "error: a cell of the table shows an error, and there is no reckoning or comparing with that (card "
    "ogre); the card has #DIV/0! in g/t.xlsx:Heroes!A2"
)
FAULTS = {
    "#DIV/0!": cell(b' t="e"><f>1/0</f><v>#DIV/0!</v>'),
    "no value": cell(b"><f>1+1</f><v/>"),
    "empty text": cell(b' t="str"><f>IF(B2=1,1,"")</f><v></v>'),
}


@pytest.mark.parametrize(
    ("fault", "layout", "sentence"),
    [
        ("#DIV/0!", "{{ name }} {{ 'x' if Card_No == '#DIV/0!' }}", None),
        ("#DIV/0!", "{{ Card_No }}", FAILED),
        ("#DIV/0!", "{{ card['Card No']|lower }}", FAILED),
        ("#DIV/0!", "{{ 'No. ' ~ Card_No }}", FAILED),
        ("#DIV/0!", "{{ 2 * card['Card No'] }}", FAILED),
        ("#DIV/0!", "{{ name if Card_No is number else Card_No.strip('#') }}", FAILED),
        ("#DIV/0!", "{{ 'x' if Card_No > 3 }}", NO_RECKONING),
        ("no value", "{{ name }}", None),
        ("no value", "{{ card['Card No'] }}", VALUE_UNSAVED),
        ("no value", "{{ 'x' if Card_No }}", VALUE_UNSAVED),
        ("empty text", "{{ 'x' if Card_No }} {{ Card_No|default('none') }}", None),
    ],
)
def test_a_fault_of_a_cell_is_reported_where_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str, layout: str, sentence: str | None
) -> None:
    monkeypatch.chdir(tmp_path)
    text = f'<card><text x="5" y="5" width="40" height="30" size="8">{layout}</text></card>'
    files = {"t.xlsx": FAULTS[fault]}
    done = run_here("check", write_game(Path("g"), front=text, component={"cards": "t.xlsx"}, files=files))
    assert (sentence or "0 errors, 0 warnings") in done.stdout
    assert done.code == ("error: " in str(sentence))


def test_a_rulebook_that_prints_a_fault_of_a_cell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    component = {
        "size": "poker",
        "cards": "t.xlsx",
        "front": "card.xml.j2",
        "press": {"backs": "none"},
        "safe": 0,
    }
    game = {"title": "Tiny", "rulebook": {"text": "r.md"}, "components": {"cards": component}}
    book = "# Tiny\n\n{% for card in cards('cards') %}{{ card['Card No'] }} {% endfor %}\n"
    done = run_here(
        "check", write_game(Path("g"), game=game, files={"t.xlsx": FAULTS["#DIV/0!"], "r.md": book})
    )
    told = FAILED.replace(" (card ogre)", "")
    assert done.stdout == f"g/{told}\n0 errors, 1 warning\n"


def test_rules_in_a_file_may_read_any_column(refuse: Refuse) -> None:
    files = {"t_xlsx": FAULTS["no value"], "rules_py": ""}
    (line,) = refused(refuse, "t.xlsx", **files)
    assert line.startswith("g/t.xlsx:Heroes!A2: error: Card No: the formula was saved without its value; ")


def test_a_fault_in_a_column_of_copies_is_always_one(refuse: Refuse) -> None:
    cards = {"from": "t.xlsx", "columns": {"copies": "Card No"}}
    assert refused(refuse, cards, t_xlsx=FAULTS["#DIV/0!"]) == [
        "g/t.xlsx:Heroes!A2: error: copies: expected a whole number, got '#DIV/0!' (card ogre)"
    ]


@pytest.mark.parametrize(
    ("cards", "content", "told"),
    [
        (
            "t.json",
            '{"version": 3,\n "title": "x", "cards": [{"name": "Ogre"}]}',
            "g/t.json:1:2: warning: beside the list `cards`, this is not read: `version`, `title`",
        ),
        (
            "t.json",
            '{"deck": [{"name": "Ogre"}],\n"defualts": {"cost": 1}}',
            "g/t.json:2:1: warning: beside the list `deck`, this is not read: `defualts`; "
            "did you mean `defaults`?",
        ),
        ({"from": "t.json", "columns": {"name": "Card Name"}}, '[{"Card_name": "Ogre", "count": 1}]', None),
        (
            {"from": "t.json", "columns": {"copies": "Numbr"}},
            '[{"name": "Ogre", "Number": 1}]',
            "g/game.yaml:8:17: error: columns.copies: no object in g/t.json has the key 'Numbr'; "
            "did you mean `Number`?",
        ),
        (
            {"from": "t.json", "columns": {"copies": "X", "id": "Y"}},
            "[5]",
            "g/t.json:1:2: error: expected a card (keys and values), got 5",
        ),
        (
            "t.json",
            '{"a": [{"name": "Ogre"}], "b": [{"name": "Imp"}]}',
            "g/t.json:1:1: error: `cards` must be a list of cards",
        ),
    ],
)
def test_json_of_another_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cards: object, content: str, told: str | None
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run_here("check", write_game(Path("g"), component={"cards": cards}, files={"t.json": content}))
    assert (told or "0 errors, 0 warnings") in done.stdout


@pytest.mark.parametrize(
    ("cards", "content", "sentence"),
    [
        (
            {"from": "t.csv", "encoding": "cp1525"},
            b"name\nA\n",
            "cards.encoding: unknown encoding 'cp1525'; did you mean `cp1258`?",
        ),
        (
            {"from": "t.csv", "encoding": "base64"},
            b"name\nA\n",
            "cards.encoding: unknown encoding 'base64'; for example `cp1252`, `utf-8` or `utf-16`",
        ),
        (
            {"from": "t.csv", "encoding": "ascii"},
            "name\nCafé\n".encode(),
            "g/t.csv:2: error: the file is not text in ascii; save it as UTF-8",
        ),
        (
            "t.csv",
            "name\nCafé\n".encode("cp1252"),
            "g/t.csv:2:4: error: the file is not UTF-8 text: byte 0xE9 here; "
            "write `{from: …, encoding: cp1252}` (or what it is in), or save it as UTF-8",
        ),
        (
            {"from": "t.csv", "delimiter": "and"},
            b"name\nA\n",
            "cards.delimiter: expected the character between cells, got 'and'; write for example `",
        ),
        (
            {"from": "t.csv", "header": 5},
            b"name\nA\n",
            "g/t.csv: error: the table has no row 5, which `header` says names the fields",
        ),
        (
            "t.csv",
            b"name,Card No,Card-No\nA,1,2\n",
            "g/t.csv:1:3: error: the columns `Card No` and `Card-No` would both be `Card_No` in a template; "
            "the first is g/t.csv:1:2: rename one of them",
        ),
        (
            {"from": "t.csv", "columns": {"id": "No"}},
            b"No,name\na,A\nb,B\na,C\n",
            "g/t.csv:4:1: error: the id `a` is given twice; first in g/t.csv:2:1",
        ),
        ({"from": "t.csv", "sheet": 2}, b"name\nA\n", "`sheet` goes with files that end in .xlsx"),
        ({"from": "../t.csv"}, b"name\nA\n", "the path '../t.csv' leaves the game's folder"),
        ({"form": "t.csv"}, b"name\nA\n", "write `{from: FILE}`, `{images: FOLDER}`, or a list of cards"),
        (["t.csv", {"name": "A"}], b"name\nA\n", "expected files or cards, not both, got a list"),
    ],
)
def test_csv_that_is_read_wrongly(refuse: Refuse, cards: object, content: bytes, sentence: str) -> None:
    (line,) = refused(refuse, cards, t_csv=content)
    assert sentence in line


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", ": error: the file is empty"),
        ('[{"name": "A"},\n]', ":1:15: error: nothing follows this comma but `]`; remove the comma"),
        (
            '[{"name": "A"\n "b": 2}]',
            ":2:2: error: a comma is missing before this; or the `{` above is not closed",
        ),
        ('[\n  {"name" "A"}]', ":2:11: error: a colon is missing behind the key 'name'"),
        ('[{"name": "A"}', ":1:1: error: the `[` is not closed"),
        ('[{"name": "A]', ":1:11: error: the quotes are not closed"),
        ('["a", 2}', ":1:8: error: `}` closes a bracket that is not open; `[` is closed by `]`"),
        (
            '[{"name": "A\\q"}]',
            ":1:13: error: this is not a JSON escape; write `\\\\` for a backslash",
        ),
        ('[{"name": "A\n"}]', ":1:13: error: a text ends in the line that it begins in"),
        ('[{"name": "\\ud83d"}]', ":1:11: error: the text has half of a character"),
        ("[{'name': 1}]", ":1:3: error: a key goes in double quotes"),
        ("[{\"name\": 'A'}]", "is not a JSON value; put text in double quotes"),
        ("[] // all of them", ":1:4: error: the file goes on behind its last bracket"),
        ("[\n# all\n]", ":2:1: error: '#' is not a JSON value; JSON has no comments"),
        ('[{"n": NaN}]', ":1:8: error: 'NaN' is not a JSON value; write a number, or `null` for none"),
        ('[{"n": -Infinity}]', "error: '-Infinity' is not a JSON value; write a number, or `null` for none"),
        ('[{"n": None}]', ":1:8: error: 'None' is not a JSON value; did you mean `null`?"),
        ('[{"n": 01}]', ":1:8: error: '01' is not a JSON value; a number is written `12`, `-3` or `0.5`"),
        ('[{"name": "A", "n": 1e400}]', ":1:21: error: the number '1e400' is too large"),
        ('[{"name": "A", "n": ' + "9" * 5000 + "}]", ":1:21: error: the number '99999999"),
        ('[{"name": "A",\n"name": "B"}]', ":2:1: error: the key `name` is given twice; first in line 1"),
        ("[" * 200_000, ":1:101: error: values are nested more than 100 deep"),
        ('{"a":' * 200_000, ":1:501: error: values are nested more than 100 deep"),
        ('"cards"', ":1:1: error: expected keys and values or a list, got 'cards'"),
        ('{"cards": {}}', ":1:11: error: `cards` must be a list of cards, got a mapping"),
        ('{"deck": [1]}', ":1:1: error: `cards` must be a list of cards"),
        ('[{"name": "A"}, 5]', ":1:17: error: expected a card (keys and values), got 5"),
        ('[{"name": "A", "count": "x"}]', ":1:25: error: count: expected a whole number, got 'x' (card a)"),
        ("[]", ": error: the list has no cards"),
    ],
)
def test_wrong_json(refuse: Refuse, text: str, sentence: str) -> None:
    (line,) = refused(refuse, "t.json", t_json=text)
    assert sentence in line
    assert line.startswith("g/t.json:")


@pytest.mark.slow
def test_json_of_many_values_is_bounded(refuse: Refuse) -> None:
    (line,) = refused(refuse, "t.json", t_json="[" + "1," * 1_100_000 + "1]")
    assert "the file holds more than 1,000,000 values" in line


@pytest.mark.parametrize(
    ("folder", "sentence"),
    [
        ("art/empty", "no picture is in the folder 'art/empty'; looked for .png, .jpg, .jpeg, .svg"),
        ("art", "no picture is in the folder 'art'; looked for"),
        ("art/nowhere", "no folder named 'art/nowhere' in g"),
        ("art/notes.txt", "'art/notes.txt' is a file, a folder is needed"),
        ("../g/art", "the path '../g/art' leaves the game's folder"),
        ("/tmp", "the path '/tmp' is not relative to the game's folder"),
        ("art/backs", "the folder 'art/backs' holds backs only; the fronts are missing"),
    ],
)
def test_a_folder_that_holds_no_deck(refuse: Refuse, folder: str, sentence: str) -> None:
    files: dict[str, str | bytes] = {
        "art/notes.txt": "nothing",
        "art/empty/notes.txt": "nothing",
        "art/backs/back.svg": PICTURE,
    }
    (line,) = refuse(component={"cards": {"images": folder}}, files=files)
    assert sentence in line
    assert line.startswith("g/game.yaml:")


def test_a_broken_picture_is_told_with_its_file(refuse: Refuse) -> None:
    files: dict[str, str | bytes] = {"art/deck/ogre x3.png": b"no picture", "art/deck/imp.svg": PICTURE}
    game = "title: T\ncomponents: {cards: {size: poker, cards: {images: art/deck}, press: {backs: none}}}\n"
    (line,) = refuse(game=game, files=files)
    assert "ogre x3.png is not a PNG, JPEG, SVG, WebP, GIF, BMP or TIFF picture" in line
    assert "(card ogre)" in line


def test_a_folder_outside_the_game_is_refused_behind_a_link_too(refuse: Refuse, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "a.svg").write_bytes(PICTURE)
    (tmp_path / "g").mkdir()
    (tmp_path / "g" / "art").symlink_to(tmp_path / "elsewhere")
    (line,) = refuse(component={"cards": {"images": "art"}})
    assert "the path 'art' leaves the game's folder through a link" in line


def test_the_first_column_that_is_not_declared_says_what_all_of_them_need(refuse: Refuse) -> None:
    told = refuse(
        component={"cards": "t.csv", "fields": {"name": "text"}},
        files={"t.csv": "name,Métier,Âge,naem\nA,Roi,3,x\n"},
    )
    assert told == [
        "g/t.csv:1:2: error: unknown field `Métier`; once there are `fields`, every column needs one: "
        "add `Métier: text`, `Âge: text`",
        "g/t.csv:1:3: error: unknown field `Âge`; declare it under `fields` in game.yaml",
        "g/t.csv:1:4: error: unknown field `naem`; did you mean `name`?",
    ]
