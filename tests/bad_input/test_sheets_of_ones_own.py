"""Label sheets that can't be: the exact sentence for each, with its place in the sheet's file."""

from __future__ import annotations

from typing import Any

import pytest
from effort import effort
from games import run_here

from .conftest import Refuse

HEAD = "paper: a5\nslot: 20 x 30\n"
COMPONENT = {"size": "20 x 30 mm", "press": {"backs": "none", "sheet": "sprue.yaml"}}


def refused(refuse: Refuse, sprue: str, **component: Any) -> list[str]:
    return refuse(component=COMPONENT | component, files={"sprue.yaml": sprue})


@pytest.mark.parametrize(
    ("sprue", "told"),
    [
        ("", ["g/sprue.yaml: error: the file is empty"]),
        ("- 1\n", ["g/sprue.yaml:1:1: error: expected keys and values, got a list"]),
        ("paper: a5\n", ["g/sprue.yaml:1:1: error: `slot` is missing"]),
        (HEAD, ["g/sprue.yaml:1:1: error: the sheet has no slots; add `grid:` or `slots:`"]),
        (
            HEAD + "slots: [[10, 10], [140, 10], [10, 195]]\n",
            [
                "g/sprue.yaml:3:19: error: slots.1: the slot goes 12 mm beyond the paper's right edge; "
                "the paper is 148 x 210 mm",
                "g/sprue.yaml:3:30: error: slots.2: the slot goes 15 mm beyond the paper's bottom edge; "
                "the paper is 148 x 210 mm",
            ],
        ),
        (
            HEAD + "grid: {columns: 8, rows: 2}\n",
            [
                "g/sprue.yaml:3:7: error: grid: the grid of 8 x 2 slots goes 6 mm beyond the paper's right "
                "edge; the paper is 148 x 210 mm"
            ],
        ),
        (
            HEAD + "slots: [[10, 10], [25, 20]]\n",
            ["g/sprue.yaml:3:19: error: slots.1: the slots at 10, 10 mm and at 25, 20 mm overlap"],
        ),
        (
            HEAD + "grid: {columns: 3, rows: 2, pitch: 19 x 31}\n",
            [
                "g/sprue.yaml:3:36: error: grid.pitch: the slots overlap: they are 20 mm wide, 19 mm "
                "from one "
                "to the next; the pitch counts from edge to same edge, the gap included"
            ],
        ),
        (
            HEAD + "grid: {columns: 1000, rows: 1000}\n",
            ["g/sprue.yaml:3:7: error: grid: a sheet has 1,000 slots at most, this one has 1,000,000"],
        ),
        (
            HEAD + "grid: {columns: 1000000, rows: 0}\n",
            [
                "g/sprue.yaml:3:17: error: grid.columns: expected a whole number from 1 to 1000, got 1000000",
                "g/sprue.yaml:3:32: error: grid.rows: expected a whole number from 1 to 1000, got 0",
            ],
        ),
        (
            HEAD + "slots: [[.nan, 3], [-3, 4], [1, 2, 45], hello]\n",
            [
                "g/sprue.yaml:3:9: error: slots.0: expected a length, got nan",
                "g/sprue.yaml:3:20: error: slots.1: a place on the paper cannot be negative, got -3, 4 mm",
                "g/sprue.yaml:3:29: error: slots.2: expected a turn of 0, 90, 180 or 270 degrees, got 45",
                "g/sprue.yaml:3:41: error: slots.3: expected a slot such as [10, 25] or [10, 25, 90], got "
                "'hello'; how far its top left corner is to the right and down, and its turn",
            ],
        ),
        (
            "paper: a44\nslot: 3 x 30\nshape: oval\ncorner: -3\ngrid: {colums: 3, rows: 1}\n",
            [
                "g/sprue.yaml:1:8: error: paper: unknown paper 'a44'; did you mean `a4`?",
                "g/sprue.yaml:2:7: error: slot: a slot of 3 x 30 mm is too small; each side must be 5 "
                "mm or more",
                "g/sprue.yaml:3:8: error: shape: expected one of rect, circle; got 'oval'",
                "g/sprue.yaml:4:9: error: corner: a length cannot be negative, got -3",
                "g/sprue.yaml:5:7: error: grid: `columns` is missing",
                "g/sprue.yaml:5:8: error: grid: unknown key `colums`; did you mean `columns`?",
            ],
        ),
        (
            HEAD + "shape: circle\nslots: [[1, 1]]\n",
            [
                "g/sprue.yaml:2:7: error: slot: a circle is as wide as it is high, but the slot is 20 x "
                "30 mm; "
                "give both sides the circle's diameter"
            ],
        ),
        (
            HEAD + "corner: 12\nslots: [[1, 1]]\n",
            ["g/sprue.yaml:3:9: error: corner: corners of 12 mm are more than half of 20 x 30 mm"],
        ),
    ],
)
def test_a_sheet_that_cannot_be(refuse: Refuse, sprue: str, told: list[str]) -> None:
    assert refused(refuse, sprue) == told


@pytest.mark.parametrize("count", [1001, 100_000])
def test_no_sheet_has_that_many_slots(refuse: Refuse, count: int) -> None:
    with effort(20_000_000):
        told = refused(refuse, f"{HEAD}slots: [{'[1, 1], ' * count}]\n")
        assert told == [f"g/sprue.yaml:3:8: error: slots: a sheet has 1,000 slots at most, got {count:,}"]


@pytest.mark.slow
def test_a_thousand_slots_in_one_place_are_told_once(refuse: Refuse) -> None:
    (told,) = refused(refuse, f"{HEAD}slots: [{'[1, 1], ' * 1000}]\n")
    assert told.endswith("slots.1: the slots at 1, 1 mm and at 1, 1 mm overlap")


@pytest.mark.parametrize(
    ("sheet", "told"),
    [
        ("avery-5317", "no label sheet is called 'avery-5317'; did you mean `avery-5371`?"),
        ("5371", "no label sheet is called '5371'; did you mean `avery-5371`?"),
        (
            "stickers",
            "no label sheet is called 'stickers'; `gatepress docs label-sheets` lists them; a sheet of "
            "your own "
            "is a file such as `sprue.yaml`",
        ),
        ("other.yaml", "no file named 'other.yaml' in g"),
        ("../sprue.yaml", "the path '../sprue.yaml' leaves the game's folder"),
        (5, "expected a label sheet, got 5; write for example `avery-5371`, or a file such as `sprue.yaml`"),
    ],
)
def test_a_sheet_that_is_not_there(refuse: Refuse, sheet: object, told: str) -> None:
    (found,) = refused(refuse, HEAD, press={"backs": "none", "sheet": sheet})
    assert found == f"g/game.yaml:10:14: error: components.cards.press.sheet: {told}"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("avery-5317", "error: no label sheet is called 'avery-5317'; did you mean `avery-5371`?"),
        ("gone.yaml", "gone.yaml: error: the file does not exist"),
        (".yaml", ".yaml: error: the file does not exist"),
    ],
)
def test_a_sheet_of_the_command_that_is_not_there(refuse: Refuse, name: str, told: str) -> None:
    assert refuse(arguments=["--sheet", name]) == [told]


def test_a_file_of_the_command_is_told_with_its_places(refuse: Refuse, tmp_path: Any) -> None:
    (tmp_path / "mine.yaml").write_text("paper: a4\nslot: poker\nslots: [[190, 10], [10, 10, 30]]\n")
    assert refuse(arguments=["--sheet", "mine.yaml"]) == [
        "mine.yaml:3:20: error: slots.1: expected a turn of 0, 90, 180 or 270 degrees, got 30"
    ]


def test_a_sheet_named_by_nothing_is_wrong_usage() -> None:
    assert run_here("build", "battle-gate", "--sheet", " ").code == 2


@pytest.mark.parametrize(
    ("component", "told"),
    [
        (
            {"size": "poker"},
            "4:11: error: components.cards: the card is 63.5 × 88.9 mm, too large for the slots of "
            "sprue, which "
            "are 20 × 30 mm; choose another sheet, or print only what fits it by --only",
        ),
        (
            {"press": {"backs": "gutterfold", "sheet": "sprue.yaml"}, "back": "card.xml.j2"},
            "4:11: error: components.cards: the label sheet sprue can't be folded: its slots are where "
            "they are; "
            "use other --backs: duplex-long, duplex-short or none",
        ),
        (
            {"kind": "board"},
            "10:14: error: components.cards.press.sheet: only cards and tokens are printed on label "
            "sheets, this "
            "is board; remove `sheet`",
        ),
        (
            {"corner": "11 mm"},
            "11:13: error: components.cards.corner: corners of 11 mm are more than half of a side of 20 "
            "x 30 mm",
        ),
        (
            {"kind": "tokens", "shape": "hex", "corner": "2 mm"},
            "13:13: error: components.cards.corner: only rectangles have corners to round; remove `corner`",
        ),
    ],
)
def test_a_component_that_does_not_go_with_it(refuse: Refuse, component: dict[str, Any], told: str) -> None:
    assert refused(refuse, HEAD + "slots: [[10, 10]]\n", **component) == [f"g/game.yaml:{told}"]


@pytest.mark.parametrize(
    ("size", "told"),
    [
        (
            "20 x 20 mm",
            "the card is not round, and its corners are outside of the slots of sprue, which are round, "
            "20 mm; "
            "for round ones: `kind: tokens`, `shape: circle`",
        ),
        (
            "30 x 30 mm",
            "the card is 30 × 30 mm, too large for the slots of sprue, which are round, 20 mm; choose "
            "another "
            "sheet, or print only what fits it by --only",
        ),
    ],
)
def test_a_card_outside_of_a_round_slot(refuse: Refuse, size: str, told: str) -> None:
    sprue = "paper: a5\nslot: 20 x 20\nshape: circle\nslots: [[10, 10]]\n"
    assert refused(refuse, sprue, size=size) == [f"g/game.yaml:4:11: error: components.cards: {told}"]
