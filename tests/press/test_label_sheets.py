"""Cards and tokens on label sheets: where they lie in the PDF, in mm, front and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from games import run_here, write_game

from generator.catalog.label_sheets import LabelSheet, find_sheet, other_names, sheet_names
from generator.catalog.problems import Problems

from .pdf_games import BLEED, build_one, inside, marked_game, numbered_trims
from .pdf_measure import Edges, Ink, Page, Pdf, near
from .test_tokens import GREEN, ORANGE, cut_lines, token_game

INCH = 25.4
SPRUE = """\
title: A sprue of my own
paper: a5
slot: 20 x 30 mm
corner: 2 mm
grid: {columns: 3, rows: 2, first: 10 x 12 mm, pitch: 24 x 31 mm}
slots:
  - [100, 12]
  - [95, 60, 90]
  - [10, 120, 180]
"""
SPOTS: list[Edges] = [
    *((10 + 24 * x, 12 + 31 * y, 30 + 24 * x, 42 + 31 * y) for y in range(2) for x in range(3)),
    (100, 12, 120, 42),
    (95, 60, 125, 80),
    (10, 120, 30, 150),
]
"""What the slots cover, in the order of the file."""


def sheet_of(name: str) -> LabelSheet:
    problems = Problems()
    sheet = find_sheet(name, Path(), problems)
    assert sheet is not None, "\n".join(map(str, problems))
    return sheet


def on_sprue(folder: Path, copies: Sequence[int] = (9,), sprue: str = SPRUE, **given: Any) -> Path:
    press = {"sheet": "sprue.yaml", **given.pop("press", {})}
    game = marked_game(folder, size="20 x 30 mm", copies=copies, press=press, **given)
    (folder / "sprue.yaml").write_text(sprue)
    return game


def mirrored(box: Edges, width: float) -> Edges:
    return width - box[2], box[1], width - box[0], box[3]


def same(found: Sequence[Edges], wanted: Sequence[Edges]) -> bool:
    return len(found) == len(wanted) and all(near(a, b) for a, b in zip(found, wanted, strict=True))


def boxes(page: Page, side: str) -> list[Edges]:
    return [box for _, box in numbered_trims(page, side)]


# The sheets that come along


@pytest.mark.parametrize("name", sheet_names())
def test_a_bundled_sheet_is_sound_and_lies_in_the_middle_of_its_paper(name: str) -> None:
    sheet = sheet_of(name)
    assert sheet.title
    left = min(spot.x for spot in sheet.spots)
    right = sheet.paper.width - max(spot.x + spot.width for spot in sheet.spots)
    top = min(spot.y for spot in sheet.spots)
    bottom = sheet.paper.height - max(spot.y + spot.height for spot in sheet.spots)
    assert near((left, top), (right, bottom), 0.15)


def test_no_two_sheets_have_one_name() -> None:
    names = [*sheet_names(), *other_names()]
    assert len(names) == len(set(names)) > 100
    assert all(name == name.lower() and " " not in name for name in names)


@pytest.mark.parametrize(
    ("name", "count", "slot", "last"),
    [
        # Makers' figures, in inches and in mm: the last slot's left and top edge.
        ("avery-5371", 10, (3.5 * INCH, 2 * INCH), (4.25 * INCH, 8.5 * INCH)),
        ("avery-5160", 30, (2.625 * INCH, INCH), (5.6875 * INCH, 9.5 * INCH)),
        ("avery-5167", 80, (1.75 * INCH, 0.5 * INCH), (6.46875 * INCH, 10 * INCH)),
        ("avery-l7160", 21, (63.5, 38.1), (139.28, 243.75)),
        ("avery-l7163", 14, (99.06, 38.1), (106.27, 243.75)),
        ("avery-l7651", 65, (38.1, 21.17), (167.23, 264.94)),
        ("avery-c32015", 8, (85, 54), (108, 211.5)),
    ],
)
def test_the_figures_of_the_best_known_sheets(
    name: str, count: int, slot: tuple[float, float], last: tuple[float, float]
) -> None:
    sheet = sheet_of(name)
    assert len(sheet.spots) == count
    assert near((sheet.slot.width, sheet.slot.height), slot)
    assert near((sheet.spots[-1].x, sheet.spots[-1].y), last)


@pytest.mark.parametrize("name", ["Avery 8371", "avery_8371", "AVERY-8371", "avery-5371"])
def test_a_sheet_has_several_names(name: str) -> None:
    assert sheet_of(name).name == "avery-5371"


# Where things lie


def test_fronts_lie_in_the_slots_and_backs_behind_them(tmp_path: Path) -> None:
    front, back = build_one(on_sprue(tmp_path, [2, 7])).pages
    assert near((front.width, front.height), (148, 210))
    assert same(boxes(front, "front"), SPOTS)
    assert [number for number, _ in numbered_trims(front, "front")] == [1, 1, *[2] * 7]
    assert same(boxes(back, "back"), [mirrored(box, 148) for box in SPOTS])


def test_over_the_short_edge_the_page_is_mirrored_the_other_way(tmp_path: Path) -> None:
    _, back = build_one(on_sprue(tmp_path), backs="duplex-short").pages
    assert same(boxes(back, "back"), [(x, 210 - bottom, r, 210 - y) for x, y, r, bottom in SPOTS])


def test_margins_gaps_and_papers_do_not_move_a_slot(tmp_path: Path) -> None:
    built = build_one(on_sprue(tmp_path), papers="letter", margin=30.0, gap=9.0, backs="none")
    assert same(boxes(built.pages[0], "front"), SPOTS)
    assert built.written.path.name == "cards-sprue.pdf"


def test_a_turned_slot_turns_the_card_clockwise(tmp_path: Path) -> None:
    (page,) = build_one(on_sprue(tmp_path), backs="none").pages
    upright, turned = page.fills((0.0, 0.502, 1.0))[0], page.fills((0.0, 0.502, 1.0))[7]
    left, top, _, _ = SPOTS[0]
    assert near(upright.box, (left + 1, top + 2, left + 8, top + 5))
    # What was at the top left is at the top right.
    _, top, right, _ = SPOTS[7]
    assert near(turned.box, (right - 5, top + 1, right - 2, top + 8))


def test_a_card_that_lies_across_its_slot_is_turned(tmp_path: Path) -> None:
    game = marked_game(tmp_path, size="business", copies=[10], press={"sheet": "avery-5371", "backs": "none"})
    (page,) = build_one(game).pages
    first, *_, last = boxes(page, "front")
    assert near(first, (19.05, 12.7, 19.05 + 88.9, 12.7 + 50.8))
    assert near(last, (107.95, 215.9, 196.85, 266.7))


@pytest.mark.parametrize(
    ("size", "wanted"), [("16 x 26 mm", (12, 14, 28, 40)), ("20.4 x 30 mm", (9.8, 12, 30.2, 42))]
)
def test_another_size_is_in_the_slots_middle(tmp_path: Path, size: str, wanted: Edges) -> None:
    game = on_sprue(tmp_path)
    text = (game / "game.yaml").read_text().replace("20 x 30 mm", size)
    (game / "game.yaml").write_text(text)
    assert near(boxes(build_one(game).pages[0], "front")[0], wanted)


def test_a_grid_without_a_place_is_in_the_papers_middle(tmp_path: Path) -> None:
    sprue = "paper: a5\nslot: 20 x 30\ngrid: {columns: 2, rows: 3}\n"
    (page,) = build_one(on_sprue(tmp_path, [6], sprue), backs="none").pages
    assert same(boxes(page, "front")[::5], [(54, 60, 74, 90), (74, 120, 94, 150)])


def test_several_grids_are_filled_one_after_the_other(tmp_path: Path) -> None:
    sprue = (
        "paper: a5\nslot: 20 x 30\ngrid:\n  - {columns: 1, rows: 2, first: 10 x 10}\n"
        "  - {columns: 2, rows: 1, first: [100, 10], turn: 90}\n"
    )
    game = on_sprue(tmp_path, [3], sprue)
    assert run_here("build", game, "--out", tmp_path / "out").code == 1, "two turned slots leave the paper"
    (game / "sprue.yaml").write_text(sprue.replace("[100, 10]", "[60, 10]"))
    (page,) = build_one(game, backs="none").pages
    assert same(boxes(page, "front"), [(10, 10, 30, 40), (10, 40, 30, 70), (60, 10, 90, 30)])


# How far ink goes


def test_the_bleed_ends_in_the_middle_of_the_gap(tmp_path: Path) -> None:
    (page,) = build_one(on_sprue(tmp_path), backs="none").pages
    seen = [ink.seen for ink in page.fills(BLEED)]
    # 4 mm to the right, 1 mm below; nothing in the way at the left and above.
    assert near(seen[0], (10 - 3, 12 - 3, 30 + 2, 42 + 0.5))
    assert near(seen[4], (34 - 2, 43 - 0.5, 54 + 2, 73 + 3))
    for one, first in enumerate(seen):
        for second in seen[one + 1 :]:
            overlap = min(first[2], second[2]) - max(first[0], second[0])
            height = min(first[3], second[3]) - max(first[1], second[1])
            assert min(overlap, height) <= 0.01


def test_slots_that_touch_have_bleed_on_the_outside_only(tmp_path: Path) -> None:
    game = marked_game(tmp_path, size="business", copies=[10], press={"sheet": "avery-5371", "backs": "none"})
    seen = [ink.seen for ink in build_one(game).pages[0].fills(BLEED)]
    assert near(seen[0], (19.05 - 3, 12.7 - 3, 107.95, 63.5))


def test_ink_stays_on_the_paper_and_bleed_may_be_less(tmp_path: Path) -> None:
    sprue = "paper: a5\nslot: 20 x 30\nslots: [[1, 0]]\n"
    game = on_sprue(tmp_path, [1], sprue)
    assert near(build_one(game, backs="none").pages[0].fills(BLEED)[0].seen, (0, 0, 24, 33))
    less = build_one(game, backs="none", bleed=1.0).pages[0].fills(BLEED)[0].seen
    assert near(less, (0, 0, 22, 31))


# Marks and slug


def test_no_marks_unless_they_are_asked_for(tmp_path: Path) -> None:
    built = build_one(on_sprue(tmp_path))
    assert not [line for page in built.pages for line in page.lines() if not in_slug(line)]


def in_slug(line: Ink) -> bool:
    return line.box[1] >= 210 - 5 - 3.1


@pytest.mark.parametrize("backs", ["none", "duplex-long", "duplex-short"])
def test_crop_marks_stand_outside_of_all_that_is_printed(tmp_path: Path, backs: str) -> None:
    for page in build_one(on_sprue(tmp_path, press={"marks": "crop"}), backs=backs).pages:
        inks = [ink.seen for ink in page.fills(BLEED)]
        ticks = [line for line in page.lines() if len(line.corners) == 2]
        assert len(ticks) > 20
        for tick in ticks:
            assert not any(inside(tick.box, (a + 0.1, b + 0.1, c - 0.1, d - 0.1), 0) for a, b, c, d in inks)
            assert inside(tick.box, (0, 0, 148, 210))


def test_cut_lines_are_as_round_as_the_sheets_slots(tmp_path: Path) -> None:
    game = on_sprue(tmp_path, press={"marks": "lines"})
    front, back = build_one(game).pages
    assert same([line.box for line in cut_lines(front)], SPOTS)
    left, top, _, _ = SPOTS[0]
    assert not [p for p in cut_lines(front)[0].corners if near(p, (left, top), 0.5)], "the corner is cut off"
    assert any(near(p, (left + 2, top)) for p in cut_lines(front)[0].corners)
    assert not cut_lines(back)


def test_the_slug_is_left_out_where_slots_leave_no_room(tmp_path: Path) -> None:
    full = "paper: 100 x 100 mm\nslot: 20 x 30\ngrid: {columns: 5, rows: 3, first: 0 x 0}\n"
    with_slug = build_one(on_sprue(tmp_path / "a"), backs="none").pdf.texts()[0]
    without = build_one(on_sprue(tmp_path / "b", sprue=full), backs="none").pdf.texts()[0]
    assert "print at 100 %" in with_slug
    assert "print at 100 %" not in without


# Tokens


@pytest.mark.parametrize("marks", [None, "lines"])
def test_round_tokens_on_round_labels(tmp_path: Path, marks: str | None) -> None:
    press = {"sheet": "avery-8293"}
    game = token_game(tmp_path, "circle", "38.1 x 38.1 mm", press=press)
    front, back = build_one(game, marks=marks).pages
    grounds = front.fills(ORANGE)
    # 4 columns, 5 rows, 2 in from one to the next.
    for number, ground in enumerate(grounds):
        left, top = 12.7 + 50.8 * (number % 4), 19.05 + 50.8 * (number // 4)
        assert near(ground.seen, (left - 3, top - 3, left + 41.1, top + 41.1))
    assert len(cut_lines(front)) == (len(grounds) if marks else 0), "they are cut already"
    # The first back lies behind the first front: its middle is as far from the other edge.
    behind = back.fills(GREEN)[0].seen
    assert near(behind, (215.9 - 53.8, 19.05 - 3, 215.9 - 9.7, 19.05 + 41.1))


def test_circles_may_lie_closer_than_their_boxes(tmp_path: Path) -> None:
    """A honeycomb of circles: their boxes overlap, they do not."""
    sprue = "paper: a5\nslot: 30 x 30\nshape: circle\nslots: [[10, 10], [41, 10], [25.5, 36.9]]\n"
    game = token_game(tmp_path, "circle", "30 x 30 mm", press={"sheet": "sprue.yaml", "backs": "none"})
    (game / "sprue.yaml").write_text(sprue)
    page = build_one(game).pages[0]
    assert [round(ink.box[0] + 3, 1) for ink in page.fills(ORANGE)][:3] == [10, 41, 25.5]
    left, top, right, _ = page.fills(ORANGE)[0].seen
    assert near((right,), (40.5,), 0.1), "half a millimetre of bleed towards the next one: the gap is 1 mm"
    assert near((left, top), (7, 7), 0.1), "all of it where nothing is"


def test_hexagons_fit_into_rectangles(tmp_path: Path) -> None:
    game = token_game(tmp_path, "hex", "20 x 17 mm", press={"sheet": "sprue.yaml", "backs": "none"})
    (game / "sprue.yaml").write_text(SPRUE)
    (page,) = build_one(game).pages
    left, top, right, bottom = page.fills(ORANGE)[0].box
    assert near(((left + right) / 2, (top + bottom) / 2), (20, 27)), "in the slot's middle"


# The command


def test_a_sheet_is_a_names_or_a_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    marked_game(tmp_path / "g", size="business", copies=[3])
    done = run_here("build", "g", "--sheet", "avery-8371", "--paper", "a4", "--paper", "letter")
    assert (done.code, done.stdout.splitlines()[-1]) == (0, "1 file, 2 pages, 3 cards"), done.output
    assert near((Pdf(tmp_path / "output/g/cards-avery-5371-duplex-long.pdf").pages[0].width,), (215.9,))
    (tmp_path / "mine.yaml").write_text("paper: a4\nslot: 90 x 60\nslots: [[10, 20]]\n")
    done = run_here("build", "g", "--sheet", "mine.yaml", "--backs", "none")
    assert done.code == 0, done.output
    assert len(Pdf(tmp_path / "output/g/cards-mine.pdf").pages) == 3


def test_none_is_plain_paper_and_pod_needs_no_sheet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    on_sprue(tmp_path / "g")
    assert run_here("build", "g", "--sheet", "none").code == 0
    assert (tmp_path / "output/g/cards-a4-duplex-long.pdf").is_file()
    assert run_here("build", "g", "--form", "pod").code == 0
    assert near((Pdf(tmp_path / "output/g/cards-pod.pdf").pages[0].width,), (26,))


def test_a_changed_sheet_is_printed_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GATEPRESS_CACHE", str(tmp_path / "kept"))
    on_sprue(tmp_path / "g")

    def printed(*arguments: str) -> tuple[bool, Edges]:
        done = run_here("build", "g", "--backs", "none", *arguments)
        assert done.code == 0, done.output
        name = "cards-sprue.pdf" if not arguments else "cards-own.pdf"
        return "unchanged" in done.output, boxes(Pdf(tmp_path / "output/g" / name).pages[0], "front")[0]

    assert printed() == (False, pytest.approx(SPOTS[0], abs=0.01))
    assert printed()[0]
    (tmp_path / "g/sprue.yaml").write_text(SPRUE.replace("first: 10 x", "first: 11 x"))
    assert printed() == (False, pytest.approx((11, 12, 31, 42), abs=0.01))
    (tmp_path / "own.yaml").write_text(SPRUE)
    assert printed("--sheet", "own.yaml") == (False, pytest.approx(SPOTS[0], abs=0.01))
    (tmp_path / "own.yaml").write_text(SPRUE.replace("10 x 12", "10 x 11"))
    assert printed("--sheet", "own.yaml") == (False, pytest.approx((10, 11, 30, 41), abs=0.01))


@pytest.mark.parametrize(
    ("component", "told"),
    [
        ({"size": "poker"}, "the card is 63.5 × 88.9 mm, too large for the slots of avery-5160"),
        ({"kind": "board", "size": "60 x 20 mm"}, "only cards and tokens are printed on label sheets"),
    ],
)
def test_what_does_not_fit_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, component: Mapping[str, object], told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    write_game(tmp_path / "g", component=component)
    done = run_here("build", "g", "--sheet", "avery-5160")
    assert done.code == 1
    assert told in done.stderr
    assert "nothing was written" in done.stderr


def test_check_knows_the_games_own_sheet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_game(tmp_path / "g", component={"press": {"sheet": "avery-l7651", "backs": "none"}})
    done = run_here("check", "g")
    assert done.code == 1
    assert "too large for the slots of avery-l7651, which are 38.1 × 21.17 mm" in done.stdout


def test_the_last_sheet_may_be_partly_filled(tmp_path: Path) -> None:
    built = build_one(on_sprue(tmp_path, [10]), backs="none")
    assert len(built.pages) == 2
    assert same(boxes(built.pages[1], "front"), SPOTS[:1])


def test_any_name_of_a_file_makes_a_name_of_a_pdf(tmp_path: Path) -> None:
    press = {"sheet": "my sprues/Big One.yaml", "backs": "none"}
    game = marked_game(tmp_path, size="20 x 30 mm", press=press)
    (tmp_path / "my sprues").mkdir()
    (tmp_path / "my sprues/Big One.yaml").write_text(SPRUE)
    assert build_one(game).written.path.name == "cards-big-one.pdf"
