"""Edits of cards: what is asked for changes, everything else of a file stays byte for byte."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from games import PROJECT, write_game
from hypothesis import given
from hypothesis import strategies as st

from generator.catalog.card_edits import Edit, Outcome, Sheet, make_edits, sheet_of, value_of
from generator.catalog.load import load_game
from generator.catalog.problems import Problems
from generator.catalog.yaml_edits import UNSET, Change, edited

FIELDS: Mapping[str, object] = {
    "name": {"type": "text", "required": True},
    "cost": {"type": "whole", "min": 0, "max": 9},
    "suit": {"type": "choice", "of": ["sun", "moon"], "default": "sun"},
    "tags": "list",
    "text": "text",
}
GAMES = ("battle-gate", "gateway", "hold-the-gates", "hold-the-line", "strongholds")


def sheet(folder: Path, component: str | None = None) -> Sheet:
    problems = Problems()
    game = load_game(folder, problems)
    assert game is not None, list(problems)
    assert not problems.has_errors, list(map(str, problems))
    return sheet_of(game, next(one for one in game.components if component in (None, one.id)))


def court(tmp_path: Path, written: str, file: str = "cards.yaml", **component: object) -> Sheet:
    return sheet(
        write_game(
            tmp_path / "court",
            component={"cards": file, "fields": dict(FIELDS)} | component,
            files={file: written.encode()},
        )
    )


def only(outcome: Outcome) -> str:
    """The new text of the only file that was changed."""
    assert not outcome.wrong, outcome.wrong
    (content,) = outcome.contents.values()
    return content.decode()


COURT = """\
# The court.
name: The court
defaults: {cost: 2}   # of all
cards:
  # in order of rank
  - name: Knight   # rides
    cost: 3
    tags: [ brave,  'tall' ]

  - {name: "Squire", cost: 1}

  - id: page
    name: 'Page'
    text: |
      Runs.
      Hides.

  # the last
  - extends: page
    name: Old Page
"""


@pytest.mark.parametrize(
    ("row", "cells", "before", "after"),
    [
        (0, {"cost": "4"}, "cost: 3", "cost: 4"),
        (0, {"cost": ""}, "    cost: 3\n", ""),
        (0, {"name": "Knight: a rider"}, "Knight   #", '"Knight: a rider"   #'),
        (0, {"tags": "brave; tall; old"}, "[ brave,  'tall' ]", "[brave, 'tall', old]"),
        (0, {"suit": "moon"}, "'tall' ]\n", "'tall' ]\n    suit: moon\n"),
        (0, {"text": "It’s\nnew"}, "'tall' ]\n", "'tall' ]\n    text: |-\n      It’s\n      new\n"),
        (1, {"name": 'Sir "Squire"'}, '"Squire"', '"Sir \\"Squire\\""'),
        (1, {"cost": "", "copies": "3"}, ", cost: 1}", ", copies: 3}"),
        (2, {"name": "Page’s"}, "'Page'", "'Page’s'"),
        (2, {"text": "Runs.\nSits."}, "Hides.", "Sits."),
        (2, {"name": "12"}, "'Page'", "'12'"),
        (3, {"text": "Sits."}, "name: Old Page\n", "name: Old Page\n    text: Sits.\n"),
    ],
)
def test_of_yaml_only_the_value_is_written(
    tmp_path: Path, row: int, cells: Mapping[str, str], before: str, after: str
) -> None:
    made = only(make_edits(court(tmp_path, COURT), [Edit(row, "set", cells)]))
    assert made == COURT.replace(before, after, 1)


def test_cards_are_added_copied_and_taken_out(tmp_path: Path) -> None:
    rows = court(tmp_path, COURT)
    outcome = make_edits(
        rows, [Edit(1, "delete"), Edit(0, "add", {"name": "New", "cost": "5"}), Edit(2, "duplicate")]
    )
    made = only(outcome)
    assert "'tall' ]\n\n  - name: New\n    cost: 5\n\n  - id: page\n" in made
    copied = "  - id: page-2\n    name: 'Page'\n    text: |\n      Runs.\n      Hides.\n"
    assert f"      Hides.\n\n{copied}\n  # the last" in made
    assert outcome.order == [0, -2, 2, -3, 3]


def test_several_cards_go_at_once(tmp_path: Path) -> None:
    written = "- name: A\n- name: B\n\n# Others\n- name: C\n- name: D\n"
    rows = court(tmp_path, written)
    for gone, left in (
        ((0,), "- name: B\n\n# Others\n- name: C\n- name: D\n"),
        ((0, 1), "# Others\n- name: C\n- name: D\n"),
        ((1, 2), "- name: A\n\n# Others\n- name: D\n"),
        ((3, 2, 1), "- name: A\n\n# Others\n"),
    ):
        assert only(make_edits(rows, [Edit(row, "delete") for row in gone])) == left


def test_a_card_that_others_extend_stays(tmp_path: Path) -> None:
    outcome = make_edits(court(tmp_path, COURT), [Edit(2, "delete")])
    assert not outcome.contents
    assert "unknown card" in outcome.wrong[0].problem.message


def test_what_an_anchor_repeats_is_not_changed_with_it(tmp_path: Path) -> None:
    rows = court(tmp_path, "- {name: A, cost: &c 3}\n- {name: B, cost: *c}\n")
    outcome = make_edits(rows, [Edit(0, "set", {"cost": "4"}), Edit(1, "set", {"name": "C"})])
    assert "something else" in outcome.wrong[0].problem.message
    assert [content.decode() for content in outcome.contents.values()] == [
        "- {name: A, cost: &c 3}\n- {name: C, cost: *c}\n"
    ]
    assert (
        only(make_edits(rows, [Edit(1, "set", {"cost": "4"})]))
        == "- {name: A, cost: &c 3}\n- {name: B, cost: 4}\n"
    )


CSV = '\ufeffName;"Cost";Text\r\nKnight; 3;"Says ""hi""; bows"\r\nSquire;1\r\n\r\nMage;;"two\r\nlines"'


def test_of_csv_only_the_cells_are_written(tmp_path: Path) -> None:
    rows = court(tmp_path, CSV, "cards.csv")
    made = only(
        make_edits(
            rows,
            [
                Edit(0, "set", {"cost": "4"}),
                Edit(1, "set", {"text": "a;b"}),
                Edit(2, "set", {"copies": "2"}),
                Edit(0, "add", {"name": "New"}),
            ],
        )
    )
    assert made == CSV.replace('"Cost";Text', '"Cost";Text;copies').replace("; 3;", "; 4;").replace(
        'bows"\r\n', 'bows"\r\nNew\r\n'
    ).replace("Squire;1", 'Squire;1;"a;b"').replace('lines"', 'lines";2')
    assert only(make_edits(rows, [Edit(2, "delete")])) == CSV.partition("\r\nMage")[0]


def test_of_a_workbook_only_the_cells_are_written(tmp_path: Path) -> None:
    from openpyxl import Workbook, load_workbook
    from openpyxl.styles import Font

    book = Workbook()
    book.active.title = "Court"
    for row in (["Name", "Cost", "Text", "Sum"], ["Knight", 3, "Rides"], ["Squire", 1], ["Mage", 4, "Reads"]):
        book.active.append(row)
    book.active["A2"].font = Font(bold=True)
    book.active.column_dimensions["A"].width = 33
    book.create_sheet("Notes")["B2"] = "=SUM(Court!B2:B4)"
    saved = BytesIO()
    book.save(saved)
    folder = write_game(
        tmp_path / "court",
        component={"cards": "cards.xlsx", "fields": {**FIELDS, "sum": "whole"}},
        files={"cards.xlsx": saved.getvalue()},
    )
    rows = sheet(folder)
    outcome = make_edits(
        rows,
        [
            Edit(0, "set", {"name": "Lady & Co", "cost": "5", "sum": "7"}),
            Edit(1, "delete"),
            Edit(0, "add", {"name": "New", "cost": "2"}),
            Edit(2, "duplicate"),
        ],
    )
    assert not outcome.wrong
    assert outcome.order == [0, 2, -3, -4]
    (content,) = outcome.contents.values()
    made = load_workbook(BytesIO(content))
    assert [[cell.value for cell in row] for row in made["Court"].iter_rows(min_row=2)] == [
        ["Lady & Co", 5, "Rides", 7],
        [None, None, None, None],
        ["Mage", 4, "Reads", None],
        ["New", 2, None, None],
        ["Mage", 4, "Reads", None],
    ]
    assert made["Court"]["A2"].font.bold
    assert made["Court"].column_dimensions["A"].width == 33
    assert made["Notes"]["B2"].value == "=SUM(Court!B2:B4)"
    with ZipFile(BytesIO(content)) as new, ZipFile(saved) as old:
        differing = [name for name in old.namelist() if old.read(name) != new.read(name)]
    assert differing == ["xl/worksheets/sheet1.xml"]


def test_json_stays_json(tmp_path: Path) -> None:
    text = '{\n\t"cards": [\n\t\t{\n\t\t\t"name": "Knight",\n\t\t\t"cost": 3\n\t\t}\n\t]\n}\n'
    rows = court(tmp_path, text, "cards.json")
    made = only(make_edits(rows, [Edit(0, "set", {"cost": "4", "suit": "moon"}), Edit(0, "duplicate")]))
    first, second = (
        '"name": "Knight",\n\t\t\t"cost": 4,\n\t\t\t"suit": "moon"\n\t\t}',
        '{\n\t\t\t"name": "Knight",\n\t\t\t"cost": 3\n\t\t}',
    )
    assert made == text.replace('"name": "Knight",\n\t\t\t"cost": 3\n\t\t}', f"{first}, {second}")


def test_wrong_values_are_left_out_each_with_its_reason(tmp_path: Path) -> None:
    outcome = make_edits(
        court(tmp_path, COURT),
        [
            Edit(0, "set", {"cost": "10", "name": "Lady"}),
            Edit(1, "set", {"suit": "mon", "copies": "-1", "id": "a b"}),
            Edit(2, "set", {"name": "", "colour": "red"}),
        ],
    )
    said = [(one.edit, one.problem.field, one.problem.message, one.problem.hint) for one in outcome.wrong]
    assert said == [
        (0, "cost", "expected at most 9, got 10", None),
        (1, "suit", "expected one of sun, moon; got 'mon'", "did you mean `moon`?"),
        (1, "copies", "expected 0 to 10,000 copies, got -1", None),
        (1, "id", "an id has letters, digits, `.`, `_` and `-` only, got 'a b'", None),
        (2, "name", "`name` is missing", None),
        (2, "colour", "the cards have no field `colour`", None),
    ]
    (content,) = outcome.contents.values()
    assert content.decode() == COURT.replace("Knight", "Lady")


def test_an_id_that_is_taken_changes_nothing(tmp_path: Path) -> None:
    outcome = make_edits(court(tmp_path, COURT), [Edit(3, "set", {"id": "page"})])
    assert not outcome.contents
    assert [(one.edit, one.problem.message) for one in outcome.wrong] == [
        (0, "the id `page` is given twice"),
        (0, "the card extends itself: page -> page"),
    ]


def test_cards_made_from_tables_are_locked(tmp_path: Path) -> None:
    rows = court(tmp_path, "- product: {suit: [sun, moon]}\n  name: A {suit}\n- name: B\n")
    assert [bool(row.locked) for row in rows.rows] == [True, True, False]
    assert make_edits(rows, [Edit(0, "set", {"name": "C"})]).wrong
    assert only(make_edits(rows, [Edit(2, "set", {"name": "C"})])).endswith("- name: C\n")


# Any values, any files

TEXTS = st.text(
    st.characters(blacklist_categories=("Cs", "Cc"), blacklist_characters="\ufeff\ufffe\uffff"), max_size=30
)
LINES = st.lists(TEXTS, min_size=1, max_size=3).map("\n".join)
VALUES: st.SearchStrategy[object] = st.recursive(
    LINES | st.integers(-(10**9), 10**9) | st.booleans() | st.none(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS.filter(bool), inner, max_size=3),
    max_leaves=4,
)
STYLES = (
    "- a: 1\n  b: {value}  # c\n  c: 3\n",
    "- {{a: 1, b: {value}, c: 3}}\n",
    "cards:\n  - b: {value}\n\n# end\n",
)


@pytest.mark.slow
@given(
    VALUES,
    st.sampled_from(STYLES),
    st.sampled_from(["x", "'it''s'", '"q"', "[1, {k: v}]", "{k: 1, l: [2]}", "12", "", "~"]),
)
def test_any_value_takes_the_place_of_any_other(value: object, style: str, old: str) -> None:
    text = style.format(value=old)
    line, column = (2, 5) if style.startswith("cards") else (1, 3)
    made = edited(text, "cards.yaml", [Change(line, column, "set", {"b": value})])
    head, _, tail = style.partition("{value}")
    assert made.startswith(head.format().rstrip(" "))
    assert made.endswith(tail.format().lstrip(" "))
    gone = edited(made, "cards.yaml", [Change(line, column, "set", {"b": UNSET, "d": value})])
    assert edited(gone, "cards.yaml", [Change(line, column, "set", {"d": value})]) == gone


def _other(cell: str, kind: str, choices: Sequence[str]) -> str:
    if choices:
        return next(choice for choice in choices if choice != cell)
    if cell.lstrip("-").isdigit():
        return str(int(cell) + (1 if not cell.startswith("9") else -1))
    return (
        cell + ("; more" if kind == "list" else " more")
        if not cell.startswith("{")
        else cell[:-1] + ", x: 1}"
    )


OF_A_FIELD = 5
"""Each takes a reading of its whole file."""


def _cells(folder: Path) -> Iterator[tuple[str, str, Sequence[Change], Sequence[Change]]]:
    """The first cells of each field of each file of a game's cards: file and text, a change, and the change
    back."""
    problems = Problems()
    game = load_game(folder, problems)
    assert game is not None
    tried: Counter[tuple[Path, str]] = Counter()
    for component in game.components:
        rows = sheet_of(game, component)
        columns = {column.name: column for column in rows.columns}
        for row in rows.rows:
            assert not row.locked
            text = row.file.read_bytes().decode()
            for name, cell in row.own.items():
                if name == "looks":
                    # What takes several lines is written back on one.
                    continue
                tried[row.file, name] += 1
                if tried[row.file, name] > OF_A_FIELD:
                    continue
                column, old, source = columns[name], row.source.get(name), row.source
                changes = []
                for said in (_other(cell, column.type, column.choices), cell):
                    if said == "null":
                        value: object = None
                    else:
                        value = value_of(said, column.type, old)
                    changes.append(Change(source.place.line, source.place.column, "set", {name: value}))
                yield row.file.as_posix(), text, changes[:1], changes[1:]


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_each_field_of_the_bundled_cards_is_changed_and_changed_back(name: str) -> None:
    count = 0
    for file, text, there, back in _cells(PROJECT / "cards" / name):
        made = edited(text, file, there)
        assert made != text
        assert edited(made, file, back) == text, there
        count += 1
    assert count > 40
