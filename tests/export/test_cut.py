"""``gatepress export --to cut``: cuts and folds lie where the sheets have them, in both kinds of file."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from games import PROJECT, bundled_game, run, run_here, write_game
from hypothesis import given, settings
from hypothesis import strategies as st
from press.pdf_games import build_one, inside, marked_game, numbered_trims
from press.pdf_measure import Pdf, near

from generator.catalog.bundle import bundled_games
from generator.catalog.label_sheets import find_sheet
from generator.catalog.problems import Problems
from generator.catalog.shapes import Shape
from generator.catalog.sizes import Size
from generator.export.targets.cut import as_dxf, as_svg
from generator.layout.geometry import Matrix, rotation
from generator.press.contours import way_around
from generator.press.cut_plan import CutPage
from generator.press.packing import Trim

from .cut_files import Box, CutFile, Line, read_dxf, read_svg

GAMES = sorted(bundled_games())
TOLERANCE = 0.02


def export(game: str | Path, *options: str) -> dict[str, CutFile]:
    """The files of a game by name without the end, each read from both its forms, which must agree."""
    done = run_here("export", game, "--to", "cut", *options)
    assert done.code == 0, done.output
    assert not done.stderr
    folder = Path("output", Path(game).name, "cut")
    found = {path.stem: read_svg(path) for path in sorted(folder.glob("*.svg"))}
    others = {path.stem: read_dxf(path) for path in sorted(folder.glob("*.dxf"))}
    assert found.keys() == others.keys()
    for name, one in found.items():
        assert_same(one, others[name])
    return found


def assert_same(one: CutFile, other: CutFile) -> None:
    assert (one.width, one.height) == (other.width, other.height)
    assert one.layers.keys() == other.layers.keys()
    for layer, lines in one.layers.items():
        for line, its in zip(lines, other.layers[layer], strict=True):
            assert line.closed == its.closed
            assert near(line.box, its.box, 0.002)
            if line.closed:
                assert line.area == pytest.approx(its.area, rel=1e-4, abs=0.01)


def fronts(pdf: Pdf, page: int = 1) -> list[Box]:
    """The trims that are printed on a page, by number; as the files number pages."""
    return sorted(box for _, box in numbered_trims(pdf.pages[page - 1], "front"))


def assert_on_trims(cuts: CutFile, trims: list[Box]) -> None:
    """Each trim has one closed line, no more than 0.02 mm off."""
    assert all(line.closed for line in cuts.cuts)
    assert len(cuts.boxes) == len(trims)
    # Cards beside each other may change places where their edges are the same but for rounding.
    for trim in trims:
        assert sum(near(trim, box, TOLERANCE) for box in cuts.boxes) == 1, trim


SETTINGS: list[dict[str, str]] = [
    {},
    {"gap": "0"},
    {"gap": "3mm", "bleed": "1mm"},
    {"backs": "gutterfold"},
    {"backs": "none", "marks": "lines"},
    {"registration": "silhouette"},
    {"registration": "silhouette", "gap": "2mm"},
]


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("given_settings", SETTINGS, ids=str)
def test_cuts_lie_on_the_printed_trims(given_settings: dict[str, str], paper: str) -> None:
    game = marked_game(Path("deck"), copies=[19])
    lengths = {
        key: float(v.removesuffix("mm")) for key, v in given_settings.items() if key in ("gap", "bleed")
    }
    built = build_one(game, papers=paper, **{**given_settings, **lengths})
    options = [word for key, value in given_settings.items() for word in (f"--{key}", value)]
    files = export("deck", "--paper", paper, *options)
    pages = [number for number, page in enumerate(built.pages, 1) if numbered_trims(page, "front")]
    assert built.written.path.stem == re.sub(r"-pages?-[\d+-]*$", "", next(iter(files)))
    for page in pages:
        trims = fronts(built.pdf, page)
        (file,) = (file for file in files.values() if len(file.cuts) == len(trims))
        assert_on_trims(file, trims)


def test_cuts_lie_where_the_colour_changes() -> None:
    """The same seen from the pixels: the trim is red, the bleed around it orange."""
    game = marked_game(Path("deck"), copies=[9], back=False)
    built = build_one(game, papers="a4", registration="silhouette")
    raster = built.pdf.raster(0, 508)
    dots = raster.width / 210
    (file,) = (cuts for name, cuts in export("deck", "--registration", "silhouette").items() if "-1" in name)
    for left, top, right, bottom in file.boxes:
        row, column = round((top * 0.4 + bottom * 0.6) * dots), round((left * 0.45 + right * 0.55) * dots)
        across = [x for x in steps(left, right, dots) if is_trim(raster.getpixel((x, row)))]
        down = [y for y in steps(top, bottom, dots) if is_trim(raster.getpixel((column, y)))]
        seen = (across[0], down[0], across[-1] + 1, down[-1] + 1)
        assert near([side / dots for side in seen], (left, top, right, bottom), 1.2 / dots)


def steps(start: float, end: float, dots: float) -> range:
    """The pixels of a stretch and of a millimetre around it."""
    return range(round((start - 1) * dots), round((end + 1) * dots))


def is_trim(pixel: tuple[int, ...]) -> bool:
    """The trim is red; the bleed around it is orange."""
    return pixel[0] > 192 and pixel[1] < 64


@pytest.mark.parametrize(
    ("shape", "size"),
    [
        ("circle", "19.05 x 19.05 mm"),
        ("hex", "22 x 19.05 mm"),
        ([[0, 0], [30, 0], [15, 26]], "30 x 26 mm"),
        ("rect", "25 x 15 mm"),
    ],
)
@pytest.mark.parametrize("registration", ["none", "silhouette"])
def test_tokens_are_cut_along_their_printed_lines(shape: Any, size: str, registration: str) -> None:
    game = marked_game(Path("deck"), size=size, shape=shape, kind="tokens", copies=[60])
    built = build_one(game, registration=registration, marks="lines")
    files = export("deck", "--registration", registration, "--marks", "lines")
    file = files.get("cards-a4-duplex-long", next(iter(files.values())))
    if shape == "rect":
        assert_on_trims(file, fronts(built.pdf))
        return
    drawn = [ink.box for ink in built.pages[0].lines() if len(ink.corners) > 2 and ink.box[1] < 280]
    for line in file.cuts:
        assert sum(near(line.box, box, TOLERANCE) for box in drawn) == 1
    assert len(file.cuts) == len({tuple(round(side, 2) for side in box) for box in drawn})


def test_round_corners_are_arcs_of_their_radius() -> None:
    marked_game(Path("deck"), copies=[1], corner="3.5 mm")
    export("deck")
    text = Path("output/deck/cut/cards-a4-duplex-long.svg").read_text("utf-8")
    assert len(re.findall(r"A 3\.5 3\.5 0 0 1 ", text)) == 4
    (card,) = read_dxf(Path("output/deck/cut/cards-a4-duplex-long.dxf")).cuts
    assert card.area == pytest.approx(63.5 * 88.9 - (4 - 3.14159265) * 3.5**2, abs=0.05)


def test_a_radius_is_for_cards_that_have_none() -> None:
    marked_game(Path("deck"), copies=[1])
    (square,) = export("deck").values()
    (round_,) = export("deck", "--corner", "3mm").values()
    assert square.boxes == round_.boxes
    assert square.cuts[0].area - round_.cuts[0].area == pytest.approx((4 - 3.14159265) * 9, abs=0.01)
    marked_game(Path("own"), copies=[1], corner="5 mm")
    assert export("own") == export("own", "--corner", "3mm")


def test_cards_are_cut_in_the_places_of_a_label_sheet() -> None:
    marked_game(Path("deck"), copies=[8])
    built = build_one(Path("deck"), sheet=find_sheet("cutter-poker-a4", Path(), Problems()))
    (file,) = export("deck", "--sheet", "cutter-poker-a4").values()
    assert_on_trims(file, fronts(built.pdf))
    assert file.cuts[0].area == pytest.approx(63.5 * 88.9 - (4 - 3.14159265) * 9, abs=0.05)


def test_a_fold_between_fronts_and_backs_is_on_its_own_layer() -> None:
    marked_game(Path("deck"), copies=[1])
    (file,) = export("deck", "--backs", "gutterfold").values()
    ((fold,),) = [file.layers["fold"]]
    assert not fold.closed
    assert fold.points in (((105, 0), (105, 297)), ((0, 148.5), (210, 148.5)))
    assert len(file.cuts) == 1, "folded and glued, the back is cut with its front"


def test_shared_edges_are_cut_once_if_asked() -> None:
    marked_game(Path("deck"), copies=[9])
    (twice,) = export("deck", "--gap", "0").values()
    assert len(twice.cuts) == 9
    (once,) = export("deck", "--gap", "0", "--shared-edges", "once").values()
    assert len(once.cuts) == 8
    assert not any(line.closed for line in once.cuts)


def test_marks_lie_on_a_layer_of_their_own() -> None:
    marked_game(Path("deck"), copies=[1])
    (file,) = export("deck", "--registration", "silhouette").values()
    boxes = [line.box for line in file.layers["registration"]]
    assert near(boxes[0], (10, 10, 15, 15))
    assert near(boxes[1], (180, 9.85, 200.15, 30))
    assert near(boxes[2], (9.85, 267, 30, 287.15))
    assert all(line.closed for line in file.layers["registration"])


class TestBoxes:
    def test_every_fold_runs_from_cut_to_cut(self) -> None:
        (file,) = export("hold-the-line", "--only", "tuck-box").values()
        (net,) = file.cuts
        assert net.closed
        folds = file.layers["fold"]
        assert len(folds) == 12
        on_net = net.points
        for fold in folds:
            ends = [min(abs(x - a) + abs(y - b) for a, b in on_net) for x, y in fold.points]
            on_edge = [min(_off(point, one, other) for one, other in _edges(net)) for point in fold.points]
            assert max(min(pair) for pair in zip(ends, on_edge, strict=True)) < TOLERANCE, fold

    def test_a_net_that_takes_several_pages_is_told(self) -> None:
        done = run_here(
            "export", "hold-the-line", "--to", "cut", "--only", "tuck-box", "--paper", "120x150mm"
        )
        assert done.code == 0
        assert "the net takes 2 pages" in done.stderr
        assert "use a larger --paper" in done.stderr


def _edges(line: Line) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    return list(zip(line.points, (*line.points[1:], line.points[0]), strict=True))


def _off(point: tuple[float, float], one: tuple[float, float], other: tuple[float, float]) -> float:
    dx, dy = other[0] - one[0], other[1] - one[1]
    square = dx * dx + dy * dy
    share = min(max(((point[0] - one[0]) * dx + (point[1] - one[1]) * dy) / square, 0), 1) if square else 0
    return float(((one[0] + share * dx - point[0]) ** 2 + (one[1] + share * dy - point[1]) ** 2) ** 0.5)


def test_tiles_of_a_board_make_up_the_board() -> None:
    write_game(Path("deck"), component={"kind": "board", "size": "300 x 220 mm"})
    files = export("deck")
    tiles = [file.boxes[0] for file in files.values()]
    assert len(tiles) == len(files) >= 2
    widths = sorted(right - left for left, _, right, _ in tiles)
    # Each but the last has a strip of half of the overlap, 5 mm, that the next is glued on.
    assert sum(widths) - 5 * (len(tiles) - 1) in (pytest.approx(300), pytest.approx(220))


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_copy_of_a_bundled_game_is_cut_once(name: str) -> None:
    game = bundled_game(name)
    files = export(PROJECT / "cards" / name)
    told = run_here("export", PROJECT / "cards" / name, "--to", "cut", "--format", "svg", "--json").stdout
    says = dict(re.findall(r'"file": "[^"]*/([^/"]+)\.svg".*?"says": "([^"]*)"', told, re.DOTALL))
    assert says.keys() == files.keys()
    cut = 0
    for stem, file in files.items():
        assert all(line.closed for line in file.cuts)
        assert all(inside(box, (0, 0, 210, 297)) for box in file.boxes)
        pages = _pages(says[stem])
        if "tile" not in says[stem]:
            cut += len(file.cuts) * pages
    copies = sum(
        card.copies
        for component in game.components
        for cards in component.sets
        for card in cards.cards
        if component.press.get("registration") != "none"
        and not (component.kind == "board" and max(component.size[1:]) > 287)
    )
    assert cut == copies


def _pages(says: str) -> int:
    many = re.search(r"for (\d+) pages", says)
    return int(many[1]) if many else len(re.findall(r"\d+", says.rpartition("for page")[2]))


LINED = {
    "battle-gate": "reference",
    "gateway": "district-tokens",
    "hold-the-gates": "tokens",
    "hold-the-line": "armor",
    "strongholds": "reference",
}


@pytest.mark.parametrize("name", GAMES)
def test_cuts_of_a_bundled_game_lie_on_its_printed_lines(name: str) -> None:
    asked = (PROJECT / "cards" / name, "--only", LINED[name], "--marks", "lines")
    assert run_here("build", *asked).code == 0
    ((stem, file),) = export(asked[0], *map(str, asked[1:])).items()
    page = Pdf(Path("output", name, f"{stem}.pdf")).pages[0]
    drawn = [ink.box for ink in page.lines()]
    for line in file.cuts:
        left, top, right, bottom = line.box
        sides = [(left, top, right, top), (left, bottom, right, bottom), (left, top, left, bottom)]
        shapes = [line.box] if any(near(line.box, box, TOLERANCE) for box in drawn) else sides
        assert all(any(near(shape, box, TOLERANCE) for box in drawn) for shape in shapes)


shapes = st.one_of(
    st.builds(
        lambda width, height, corner: Trim(Shape(), Size("", width, height), corner),
        st.floats(10, 120),
        st.floats(10, 120),
        st.floats(0, 40),
    ),
    st.builds(lambda side: Trim(Shape("circle"), Size("", side, side)), st.floats(8, 120)),
    st.builds(lambda w, h: Trim(Shape("hex"), Size("", w, h)), st.floats(10, 120), st.floats(10, 120)),
)


@settings(deadline=None, max_examples=25)
@given(st.lists(shapes, min_size=1, max_size=4), st.sampled_from([0, 90, 180, 270]))
def test_both_files_describe_the_same_areas(tmp_path_factory: Any, trims: list[Trim], turn: int) -> None:
    folder = tmp_path_factory.mktemp("same")
    ways = [way_around(trim) for trim in trims]
    moved = tuple(way.moved(rotation(turn).then(Matrix(e=150 + 3 * i, f=160))) for i, way in enumerate(ways))
    page = CutPage((1,), 300.0, 320.0, moved, (), (), len(ways), is_tile=False)
    (folder / "page.svg").write_text(as_svg(page, "<&>"), "utf-8")
    (folder / "page.dxf").write_bytes(as_dxf(page))
    one, other = read_svg(folder / "page.svg"), read_dxf(folder / "page.dxf")
    assert_same(one, other)
    for line, trim in zip(one.cuts, trims, strict=True):
        radius = min(trim.corner, trim.size.width / 2, trim.size.height / 2)
        whole = trim.shape.area(trim.size) - (4 - 3.14159265) * radius**2
        assert line.area == pytest.approx(whole, rel=2e-3)


def test_the_same_game_gives_the_same_bytes() -> None:
    write_game(Path("deck"), component={"corner": "3 mm"})
    assert run_here("export", "deck", "--to", "cut").code == 0
    again = run(
        "export", "deck", "--to", "cut", "--out", "again", cwd=Path.cwd(), environment={"PYTHONHASHSEED": "7"}
    )
    assert again.code == 0
    for end in ("svg", "dxf"):
        name = f"deck/cut/cards-a4.{end}"
        assert Path("output", name).read_bytes() == Path("again", name).read_bytes()


class TestBadInput:
    def test_faces_without_sheets_are_left_out_with_a_warning(self) -> None:
        write_game(Path("deck"), component={"press": {"form": "pod", "backs": "none"}})
        done = run_here("export", "deck", "--to", "cut")
        assert "is printed as `form: pod`, not on sheets" in done.stderr
        assert done.stdout == "nothing to export\n"

    def test_what_is_not_cut_has_no_file(self) -> None:
        write_game(Path("deck"), component={"press": {"registration": "none", "backs": "none"}})
        assert run_here("export", "deck", "--to", "cut").output == "nothing to export\n"

    def test_what_fits_no_page_is_told_and_nothing_is_written(self) -> None:
        write_game(Path("deck"), component={"size": "300 x 400 mm"})
        done = run_here("export", "deck", "--to", "cut")
        assert done.code == 1
        assert done.problems[0].startswith(
            "deck/game.yaml:4:11: error: components.cards: the card is 300 × 400 mm"
        )
        assert not Path("output").exists()

    @pytest.mark.parametrize(
        "given_options", [["--format", "ai"], ["--back-offset", "1x1"], ["--form", "png"]]
    )
    def test_what_it_does_not_know_is_wrong_usage(self, given_options: list[str]) -> None:
        write_game(Path("deck"))
        assert run_here("export", "deck", "--to", "cut", *given_options).code == 2

    def test_one_form_alone(self) -> None:
        write_game(Path("deck"))
        assert run_here("export", "deck", "--to", "cut", "--format", "svg").code == 0
        assert [path.suffix for path in Path("output/deck/cut").iterdir() if path.suffix != ".json"] == [
            ".svg"
        ]


def test_a_drawing_has_the_date_of_the_environment_or_none(monkeypatch: pytest.MonkeyPatch) -> None:
    page = CutPage((1,), 210.0, 297.0, (), (), (), 0, is_tile=False)
    assert b"2000-01-01" not in as_dxf(page)
    assert b"$TDCREATE" not in as_dxf(page)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    assert b"$TDCREATE\n 40\n2460263.42592593\n" in as_dxf(page)
    assert b"@ 2023-11-14T22:13:20" in as_dxf(page)
