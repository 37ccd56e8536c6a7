"""A printer that is off: its scales are read, and from then on its backs lie behind its fronts."""

from __future__ import annotations

import math
import re
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
import pytest
from games import run_here, write_game
from hypothesis import given
from hypothesis import strategies as st

from generator.catalog.press_settings import Correction, Turned
from generator.catalog.problems import InputError
from generator.catalog.sizes import PAPERS, Size, paper
from generator.press.calibration import EDGES, Edge, Scale, behind, correcting, fit, refined, scales

from .misprint import Misprint, Pixels, Point, misprinted, read, seen_from_the_front, to_pixels

PAPER = st.sampled_from([PAPERS["a4"], PAPERS["letter"], PAPERS["a3"], PAPERS["a4"].turned("landscape")])
BACKS: Any = st.sampled_from(["duplex-long", "duplex-short"])
OFF = st.floats(-1.8, 1.8)
MISPRINTS = st.builds(
    Misprint,
    OFF,
    OFF,
    st.floats(-0.3, 0.3),
    st.floats(0.995, 1.005),
    st.floats(0.995, 1.005),
    st.floats(-0.2, 0.2),
)
A4 = PAPERS["a4"]


def readings_of(printer: Misprint, paper: Size, backs: Turned) -> dict[Edge, tuple[float, float]]:
    """What a user reads at each edge, across and down."""
    found: dict[Edge, list[float]] = {edge: [0.0, 0.0] for edge in EDGES}
    for scale in scales(paper):
        axis = ("across", "down").index(scale.axis)
        places = (scale.x, scale.y)
        found[scale.edge][axis] = read(places[axis], axis, places[1 - axis], printer, paper, backs)
    return {edge: (across, down) for edge, (across, down) in found.items()}


def off_at_corners(correction: Correction, printer: Misprint, paper: Size) -> float:
    """How far a corrected back lies off its front, at worst, in the corners of the paper."""
    matrix = correcting(correction, paper)
    corners = [(x, y) for x in (0.0, paper.width) for y in (0.0, paper.height)]
    return max(math.dist(corner, printer.put(matrix.apply(*corner), paper)) for corner in corners)


def test_an_exact_printer_reads_5_everywhere_and_is_left_as_it_is() -> None:
    readings = readings_of(Misprint(), A4, "duplex-long")
    assert set(readings.values()) == {(5.0, 5.0)}
    assert fit(readings, A4, "duplex-long") == Correction()


@given(MISPRINTS, PAPER, BACKS)
def test_readings_to_a_tenth_bring_every_corner_near(printer: Misprint, paper: Size, backs: Turned) -> None:
    """Readings are up to 0.05 mm off; all eight in the worst way put a corner four times as far off."""
    found = fit(readings_of(printer, paper, backs), paper, backs)
    assert off_at_corners(found, printer, paper) < 0.19


def test_most_printers_end_within_a_tenth_of_a_millimetre() -> None:
    chance = np.random.default_rng(17)
    off = []
    for _ in range(200):
        dx, dy, turn, across, down, skew = chance.uniform(
            (-1.5, -1.5, -0.3, 0.997, 0.997, -0.2), (1.5, 1.5, 0.3, 1.003, 1.003, 0.2)
        )
        printer = Misprint(dx, dy, turn, across, down, skew)
        off.append(
            off_at_corners(fit(readings_of(printer, A4, "duplex-long"), A4, "duplex-long"), printer, A4)
        )
    assert np.quantile(off, 0.5) < 0.075
    assert np.quantile(off, 0.9) < 0.1
    assert max(off) < 0.15


@pytest.mark.parametrize("skew", [-0.2, 0.2])
@pytest.mark.parametrize("backs", ["duplex-long", "duplex-short"])
def test_a_printer_that_skews_is_made_up_for(skew: float, backs: Turned) -> None:
    """Its readings contradict nothing: only the sums across and down have to agree."""
    found = fit(readings_of(Misprint(skew=skew), A4, backs), A4, backs)
    assert found.skew == pytest.approx(-skew, abs=0.03)
    assert off_at_corners(found, Misprint(skew=skew), A4) < 0.1


@given(st.tuples(OFF, OFF), PAPER, BACKS)
def test_a_shift_alone_is_made_up_for_in_the_other_direction(
    by: tuple[float, float], paper: Size, backs: Turned
) -> None:
    found = fit(readings_of(Misprint(*by), paper, backs), paper, backs)
    assert (found.dx, found.dy) == pytest.approx((-by[0], -by[1]), abs=0.06)
    assert abs(found.rotate) < 0.04
    assert abs(found.skew) < 0.07


@given(MISPRINTS, PAPER, BACKS)
def test_a_second_page_brings_it_no_farther_away(printer: Misprint, paper: Size, backs: Turned) -> None:
    """The corrected page is read as well, and the two corrections made one."""
    first = fit(readings_of(printer, paper, backs), paper, backs)
    rough = first._replace(dx=first.dx + 0.6, rotate=first.rotate - 0.1)

    class Corrected(Misprint):
        def put(self, point: Point, paper: Size) -> Point:
            return printer.put(correcting(rough, paper).apply(*point), paper)

    more = fit(readings_of(Corrected(), paper, backs), paper, backs)
    assert off_at_corners(refined(rough, more), printer, paper) < 0.24 < off_at_corners(rough, printer, paper)


@given(PAPER, BACKS, st.floats(0, 300), st.floats(0, 300))
def test_behind_is_what_the_flip_does(paper: Size, backs: Turned, x: float, y: float) -> None:
    assert behind(paper, backs).apply(x, y) == pytest.approx(seen_from_the_front((x, y), paper, backs))


@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("slip", [-1.0, 1.0])
def test_a_slip_of_a_whole_millimetre_is_noticed(edge: Edge, axis: int, slip: float) -> None:
    readings = readings_of(Misprint(0.4, -0.3, 0.1, 1.001, 0.999), A4, "duplex-long")
    wrong = list(readings[edge])
    wrong[axis] += slip
    with pytest.raises(InputError, match="the readings contradict each other by") as told:
        fit({**readings, edge: (wrong[0], wrong[1])}, A4, "duplex-long")
    word = ("across", "down")[axis]
    assert re.search(rf"{word}, left and right make [\d.]+, top and bottom [\d.]+", str(told.value))


# On paper: pages rendered, the back misprinted, and marks measured

DPI = 254
DOT = """\
<card><rect x="-3" y="-3" width="69.5" height="94.9" fill="#ffffff"/>
<circle cx="31.75" cy="44.45" r="2" fill="#000000"/></card>
"""
PRINTER = Misprint(0.83, -0.46, 0.31, 0.9972, 1.0018, -0.15)


def rendered(path: Path) -> list[Pixels]:
    """Each page in grey."""
    document = pypdfium2.PdfDocument(path)
    return [np.asarray(page.render(scale=DPI / 72).to_pil().convert("L")) for page in document]


def dot_near(page: Pixels, place: Point, paper: Size) -> Point:
    """The centre of gravity of what is black within 4 mm of a place, in mm."""
    per_mm = np.diag(to_pixels(page, paper))
    left, top = (round((value - 4) * per_mm[axis]) for axis, value in enumerate(place))
    side = round(8 * per_mm[0])
    ink = 255.0 - page[top : top + side, left : left + side]
    ink[ink < 60] = 0
    rows, columns = np.indices(ink.shape)
    total = ink.sum()
    assert total > 0, f"nothing is printed near {place}"
    x, y = left + ((columns + 0.5) * ink).sum() / total, top + ((rows + 0.5) * ink).sum() / total
    return float(x / per_mm[0]), float(y / per_mm[1])


def apart(path: Path, printer: Misprint, paper: Size, backs: Turned) -> list[float]:
    """How far the dot of each corner card lies from the one behind it, once printed."""
    front, back = rendered(path)
    back = misprinted(back, printer, paper)
    found = []
    for x in (paper.width / 2 - 63.5, paper.width / 2 + 63.5):
        for y in (paper.height / 2 - 88.9, paper.height / 2 + 88.9):
            there = dot_near(back, seen_from_the_front((x, y), paper, backs), paper)
            behind_it = seen_from_the_front(there, paper, backs)
            found.append(math.dist(dot_near(front, (x, y), paper), behind_it))
    return found


def dark_at(page: Pixels, places: list[Point], paper: Size) -> list[bool]:
    """Whether there is ink at places in mm."""
    scale = np.diag(to_pixels(page, paper))
    return [bool(page[int(y * scale[1]), int(x * scale[0])] < 160) for x, y in places]


@pytest.mark.parametrize(
    ("name", "backs"),
    [("a4", "duplex-long"), ("letter", "duplex-short"), ("a4 landscape", "duplex-short")],
)
def test_the_page_s_lines_are_where_they_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, backs: Turned
) -> None:
    """The front's each 1 mm around the exact place, the back's each 1.1 mm from it against the numbers."""
    monkeypatch.chdir(tmp_path)
    assert run_here("calibrate", "--paper", name, "--backs", backs).code == 0
    (file,) = Path("output").iterdir()
    front, back = rendered(file)
    sheet = paper(name)
    for scale in scales(sheet):
        across = scale.axis == "across"

        def at(along: float, off: float, scale: Scale = scale, *, across: bool = across) -> Point:
            return (scale.x + along, scale.y + off) if across else (scale.x + off, scale.y + along)

        numbers = [at(number - 5.0, -3.0) for number in range(-9, 11)]
        between = [at(number - 4.5, -3.0) for number in range(-9, 10)]
        assert all(dark_at(front, numbers, sheet))
        assert not any(dark_at(front, between, sheet))
        tenths = [at(-1.1 * tenth, 3.0) for tenth in range(10)]
        gaps = [at(-1.1 * tenth - 0.55, 3.0) for tenth in range(9)]
        assert all(dark_at(back, [seen_from_the_front(place, sheet, backs) for place in tenths], sheet))
        assert not any(dark_at(back, [seen_from_the_front(place, sheet, backs) for place in gaps], sheet))
        assert not any(dark_at(front, tenths, sheet)), "the back's lines are on the back only"


@pytest.mark.parametrize("name", ["a4", "a5"])
def test_no_words_stand_on_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    assert run_here("calibrate", "--paper", name).code == 0
    (file,) = Path("output").iterdir()
    text = pypdfium2.PdfDocument(file)[0].get_textpage()
    lines = [text.get_rect(number) for number in range(text.count_rects())]
    assert len(lines) > 80
    for (left, bottom, right, top), other in combinations(lines, 2):
        is_beside = right <= other[0] + 0.3 or other[2] <= left + 0.3
        assert is_beside or top <= other[1] + 0.3 or other[3] <= bottom + 0.3


@pytest.mark.parametrize(
    ("name", "backs"), [("a4", "duplex-long"), ("letter", "duplex-long"), ("a4", "duplex-short")]
)
def test_fronts_and_backs_of_a_printer_that_is_off_coincide_once_it_is_calibrated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, backs: Turned
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GATEPRESS_CONFIG", str(tmp_path / "settings"))
    sheet = PAPERS[name]
    write_game(
        tmp_path / "g",
        cards=[{"name": "Knight", "copies": 9}],
        front=DOT,
        back=DOT,
        component={"press": {"gap": 0, "margin": 3}},
    )
    options = ("--paper", name, "--backs", backs)
    assert run_here("build", "g", *options).code == 0
    file = tmp_path / "output" / "g" / f"cards-{name}-{backs}.pdf"
    assert max(apart(file, Misprint(), sheet, backs)) < 0.03, "an exact printer"
    assert max(apart(file, PRINTER, sheet, backs)) > 1.5, "this printer"
    readings = readings_of(PRINTER, sheet, backs)
    told = [part for edge, (x, y) in readings.items() for part in (f"--{edge}", f"{x} x {y}")]
    saved = run_here("calibrate", "--printer", "office", *options, *told)
    assert saved.code == 0, saved.stderr
    done = run_here("build", "g", *options)
    assert f"back pages corrected for the printer office: {name} {backs}" in done.stdout
    assert max(apart(file, PRINTER, sheet, backs)) < 0.1


def test_tiles_of_a_board_have_nothing_behind_them_and_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GATEPRESS_CONFIG", str(tmp_path / "settings"))
    write_game(
        tmp_path / "g",
        front=DOT,
        back=DOT,
        component={"size": "300 x 250 mm", "kind": "board", "press": {"backs": "duplex-long"}},
    )
    assert run_here("build", "g").code == 0
    (file,) = (tmp_path / "output" / "g").iterdir()
    before = file.read_bytes()
    assert run_here("calibrate", "--printer", "office", "--dx", "1").code == 0
    done = run_here("build", "g")
    assert "office" not in done.stdout
    assert file.read_bytes() == before


def test_a_label_sheet_goes_by_its_own_paper_and_its_boxes_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GATEPRESS_CONFIG", str(tmp_path / "settings"))
    card = '<card><rect x="-3" y="-3" width="57" height="95" fill="#ffffff"/></card>'
    write_game(tmp_path / "g", front=card, back=card, component={"size": "business"})
    options = ("--sheet", "avery-5371")
    assert (
        run_here("calibrate", "--printer", "p", "--paper", "letter", "--dx", "1", "--rotate", "0.2").code == 0
    )
    done = run_here("build", "g", *options)
    assert "back pages corrected for the printer p: letter duplex-long" in done.stdout
    (file,) = (tmp_path / "output" / "g").iterdir()
    front, back = pypdfium2.PdfDocument(file)
    assert back.get_trimbox() == front.get_trimbox() == front.get_mediabox()
