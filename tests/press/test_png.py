"""PNG files: their size, the colours of the print, transparent outside the cut; drawn only where needed."""

from __future__ import annotations

import json
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Barrier
from typing import Any

import numpy
import pytest
from games import read_game, run_here, write_game
from PIL import Image

from generator.catalog.problems import Problems
from generator.catalog.sizes import Size, paper
from generator.press import png, png_worker
from generator.press.build import build
from generator.press.cache import Cache
from generator.press.planning import plan_jobs
from generator.press.png import Pages, PngPress, pixels_of
from generator.press.request import PrintRequest

GREEN, RED, BLUE = (0, 160, 80), (200, 30, 60), (20, 60, 220)
FRONT = """\
<card>
  <rect x="-3" y="-3" width="300" height="300" fill="#00a050"/>
  <rect x="10" y="20" width="10" height="5" fill="{{ ink | default('#143cdc', true) }}"/>
</card>
"""
BACK = '<card><rect x="-3" y="-3" width="300" height="300" fill="#c81e3c"/></card>'
CARDS = [{"name": "Fire Dragon", "copies": 3}, {"name": "Moss"}]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def game(folder: Path, **given: Any) -> Path:
    described = {"cards": CARDS, "front": FRONT, "back": BACK, **given}
    return write_game(folder / "deck", **described)


def built(folder: Path, *options: str) -> dict[str, Image.Image]:
    """The PNG files of a build, by their paths below ``output/deck``."""
    done = run_here("build", folder, *options)
    assert done.code == 0, done.output
    found = sorted(Path("output/deck").rglob("*.png"))
    return {path.relative_to("output/deck").as_posix(): Image.open(path) for path in found}


def at(picture: Image.Image, x: float, y: float, dpi: int = 300) -> tuple[int, ...]:
    """The colour at so many mm from the top left."""
    found = picture.getpixel((int(x / 25.4 * dpi), int(y / 25.4 * dpi)))
    assert isinstance(found, tuple)
    return found


def test_each_face_is_a_file_named_after_its_card(here: Path) -> None:
    pictures = built(game(here), "--form", "png")
    assert list(pictures) == [
        "cards/fire-dragon-back.png",
        "cards/fire-dragon.png",
        "cards/moss-back.png",
        "cards/moss.png",
    ]
    front, back = pictures["cards/fire-dragon.png"], pictures["cards/fire-dragon-back.png"]
    # 63.5 × 88.9 mm and 3 mm of bleed around them.
    assert (front.size, front.mode) == ((821, 1121), "RGB")
    assert at(front, 0.1, 0.1) == GREEN
    assert at(front, 3 + 15, 3 + 22) == BLUE
    assert at(front, 3 + 15, 3 + 26) == GREEN
    assert at(back, 30, 30) == RED
    assert not list(Path("output").rglob("*.pdf"))


@pytest.mark.parametrize(
    ("size", "dpi", "expected"),
    [
        ("poker", 300, (750, 1050)),
        ("tarot", 600, (1650, 2850)),
        ("63 x 88", 96, (238, 333)),
        ("25.4 x 12.7", 101, (101, 50)),
        ("10 x 10", 10, (4, 4)),
    ],
)
def test_a_trim_has_exactly_its_pixels(here: Path, size: str, dpi: int, expected: tuple[int, int]) -> None:
    pictures = built(game(here, component={"size": size}), "--form", "png", "--dpi", str(dpi), "--bleed", "0")
    found = pictures["cards/moss.png"]
    assert found.size == expected
    assert found.info["dpi"] == pytest.approx((dpi, dpi), abs=0.02)
    # To the last row and column, and without white at the edges.
    assert {found.getpixel((x, y)) for x in (0, expected[0] - 1) for y in (0, expected[1] - 1)} == {GREEN}


def test_round_corners_are_transparent_where_the_bleed_is_trimmed(here: Path) -> None:
    folder = game(here, component={"corner": "4 mm"})
    trimmed = built(folder, "--form", "png", "--bleed", "0")
    for name in ("cards/moss.png", "cards/moss-back.png"):
        picture = trimmed[name]
        assert picture.mode == "RGBA"
        assert at(picture, 0.2, 0.2)[3] == at(picture, 63.3, 88.7)[3] == 0
        assert at(picture, 0.1, 44)[3] == at(picture, 32, 0.1)[3] == 255
        assert at(picture, 1.5, 1.5)[3] == 255
        # The edge is smooth, and has the colour of the card right up to it.
        values = numpy.asarray(picture)
        assert len(numpy.unique(values[:, :, 3])) > 10
        assert tuple(values[0, 0, :3]) == (GREEN if name == "cards/moss.png" else RED)
    (whole,) = {picture.mode for picture in built(folder, "--form", "png").values()}
    assert whole == "RGB"


def test_tokens_are_cut_to_their_shape(here: Path) -> None:
    corners = [[0, 0], [30, 0], [0, 30]]
    for shape, inside, outside in (
        ("circle", (15, 1), (1, 1)),
        (corners, (1, 1), (29, 29)),
    ):
        component = {"kind": "tokens", "size": "30 x 30", "shape": shape}
        pictures = built(game(here, component=component), "--form", "png", "--bleed", "0")
        front, back = pictures["cards/moss.png"], pictures["cards/moss-back.png"]
        assert (at(front, *inside)[3], at(front, *outside)[3]) == (255, 0)
        # Seen from behind, the shape is mirrored.
        assert (at(back, 30 - inside[0], inside[1])[3], at(back, 30 - outside[0], outside[1])[3]) == (255, 0)


def test_names_never_meet(here: Path) -> None:
    folder = game(here, cards=[{"id": "fire"}, {"id": "Fire-Back", "ink": "#ff0000"}])
    pictures = built(folder, "--form", "png")
    assert list(pictures) == [
        "cards/Fire-Back-back.png",
        "cards/Fire-Back.png",
        "cards/fire-back-2.png",
        "cards/fire.png",
    ]
    assert at(pictures["cards/Fire-Back.png"], 18, 25) == (255, 0, 0)
    assert at(pictures["cards/fire-back-2.png"], 18, 25) == RED
    # Whatever is selected, a face keeps its name.
    told = run_here("build", folder, "--form", "png", "--select", "fire", "--json")
    (file,) = json.loads(told.stdout)["files"]
    assert file["pngs"] == ["output/deck/cards/fire-back-2.png", "output/deck/cards/fire.png"]
    assert len(list(Path("output/deck/cards").iterdir())) == 4


def test_copies_that_differ_are_pictures_of_their_own(here: Path) -> None:
    cards = [{"id": "gate", "copies": 2}, {"id": "wall"}]
    front = '<card><rect width="{{ 5 * copy }}" height="5" fill="#143cdc"/></card>'
    pictures = built(game(here, cards=cards, front=front), "--form", "png", "--merge")
    assert list(pictures) == [
        "cards/gate-1-back.png",
        "cards/gate-1.png",
        "cards/gate-2-back.png",
        "cards/gate-2.png",
        "cards/wall-back.png",
        "cards/wall.png",
    ]
    assert at(pictures["cards/gate-1.png"], 3 + 7, 3 + 2) == (255, 255, 255)
    assert at(pictures["cards/gate-2.png"], 3 + 7, 3 + 2) == BLUE


def test_sheets_as_pictures_show_what_the_pdf_shows(here: Path) -> None:
    folder = game(here, cards=[{"name": "Moss", "copies": 10}])
    pictures = built(folder, "--form", "png-sheets", "--dpi", "100", "--paper", "letter")
    assert list(pictures) == [f"cards-letter-duplex-long/page-{number}.png" for number in (1, 2, 3, 4)]
    (size,) = {picture.size for picture in pictures.values()}
    assert size == (850, 1100)
    first, second, *_ = pictures.values()
    assert at(first, 108, 140, 100) == GREEN
    assert at(second, 108, 140, 100) == RED
    done = run_here("build", folder, "--paper", "letter")
    assert done.code == 0
    import pypdfium2

    with pypdfium2.PdfDocument(Path("output/deck/cards-letter-duplex-long.pdf")) as document:
        bare = numpy.asarray(document[0].render(scale=100 / 72, rev_byteorder=True).to_pil())
    assert numpy.array_equal(numpy.asarray(first), bare)


def test_a_board_is_one_picture_and_a_rulebook_its_pages(here: Path) -> None:
    pages = "# Rules\n\n" + "\n\n".join(f"## Part {n}\n\n" + "Words and words. " * 80 for n in range(9))
    folder = write_game(
        here / "deck",
        game={
            "title": "Big",
            "rulebook": {"form": "booklet"},
            "components": {
                "board": {
                    "kind": "board",
                    "size": "500 x 300",
                    "cards": [{"name": "Board"}],
                    "front": "card.xml.j2",
                    "safe": 0,
                    "bleed": 0,
                },
            },
        },
        front=FRONT,
        files={"rulebook.md": pages},
    )
    pictures = built(folder, "--form", "png", "--dpi", "50")
    assert pictures["board/board.png"].size == (round(500 / 25.4 * 50), round(300 / 25.4 * 50))
    book = [name for name in pictures if name.startswith("rulebook-a4/")]
    assert book[:2] == ["rulebook-a4/page-1.png", "rulebook-a4/page-2.png"]
    # Half of an A4 sheet, upright: a page, and not the side of the sheet that it is printed on.
    assert pictures[book[0]].size == (292, 413)


def test_the_contact_sheet_may_be_a_picture(here: Path) -> None:
    pictures = built(game(here), "--contact", "--form", "png", "--dpi", "50")
    assert {name: picture.size for name, picture in pictures.items()} == {"contact-a4/page-1.png": (413, 585)}


def test_game_yaml_says_it_too(here: Path) -> None:
    press = {"form": "png", "dpi": 72, "bleed": 0}
    assert built(game(here, component={"press": press}))["cards/moss.png"].size == (180, 252)
    assert built(game(here, component={"press": press}), "--dpi", "144")["cards/moss.png"].size == (360, 504)


@pytest.mark.slow
@pytest.mark.parametrize("options", [{"form": "png"}, {"form": "png-sheets", "dpi": 150}])
def test_the_same_bytes_however_many_processes_draw(
    tmp_path: Path, options: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    problems = Problems()
    loaded = read_game(game(tmp_path, component={"corner": "3 mm"}), problems)
    found = []
    for count in (1, 2, 4):
        monkeypatch.setattr(png, "sensible_number", lambda _, count=count: count)
        out = tmp_path / f"out-{count}"
        jobs = plan_jobs(loaded, PrintRequest(paper("a4"), options))
        build(jobs, out, problems, lambda _: None)
        assert not problems
        found.append({path.name: path.read_bytes() for path in out.rglob("*.png")})
    assert found[0]
    assert found[0] == found[1] == found[2]


@pytest.mark.slow
def test_a_page_in_bands_is_the_page_at_once(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gradient = '<linearGradient id="g"><stop offset="0" stop-color="red"/><stop offset="1"/></linearGradient>'
    circle = '<circle cx="30" cy="30" r="29" fill="url(#g)"/>'
    art = f'<svg viewBox="0 0 60 60"><defs>{gradient}</defs>{circle}</svg>'
    image = '<image href="art.svg" x="1" y="1" width="60" height="60"/>'
    front = f'<card>{image}<text y="70" width="60">Text</text></card>'
    folder = game(here, front=front, back=None, component={"corner": "5 mm"}, files={"art/art.svg": art})
    picture = built(folder, "--form", "png", "--bleed", "0")["cards/moss.png"]
    done = run_here("build", folder, "--form", "pod", "--bleed", "0", "--select", "Moss")
    assert done.code == 0
    (pdf,) = Path("output").rglob("*.pdf")
    cut = [["M", [0, 0]], ["L", [63.5, 0]], ["L", [63.5, 88.9]], ["L", [0, 88.9]], ["Z", []]]
    order = png_worker.Order(str(pdf), 0, 63.5, 88.9, 750, 1050, 300, cut, ["bands.png"])
    monkeypatch.setattr(png_worker, "BAND", 750 * 37)
    png_worker.Drawer().draw(order)
    whole, bands = numpy.asarray(picture), numpy.asarray(Image.open("bands.png"))
    assert numpy.array_equal(whole[:, :, :3], bands[:, :, :3])
    assert (bands[:, :, 3] == 255).all()


# What is there is not drawn again


class Run:
    """Builds with a cache, and notes which files were drawn."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.drawn: list[str] = []
        draw = png._Worker.draw

        def noted(worker: Any, order: Any, path: Path) -> str:
            self.drawn.append(path.name)
            return draw(worker, order, path)

        monkeypatch.setattr(png._Worker, "draw", noted)
        monkeypatch.setenv("GATEPRESS_CACHE", str(folder / "cache"))

    def __call__(self, *options: str) -> list[str]:
        self.drawn.clear()
        done = run_here("build", self.folder / "deck", "--form", "png", "--dpi", "40", *options)
        assert done.code == 0, done.output
        return sorted(self.drawn)


@pytest.fixture
def run(here: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    return Run(here, monkeypatch)


@pytest.mark.slow
def test_only_faces_that_changed_are_drawn_again(here: Path, run: Run) -> None:
    game(here)
    # All backs are the same, and drawn once.
    assert run() == ["fire-dragon-back.png", "fire-dragon.png"]
    assert run() == []
    game(here, cards=[{"name": "Fire Dragon", "copies": 3}, {"name": "Moss", "ink": "#ff0000"}])
    assert run() == ["moss.png"]
    assert at(Image.open("output/deck/cards/moss.png"), 18, 25, 40) == (255, 0, 0)
    Path("output/deck/cards/moss-back.png").write_bytes(b"spoilt")
    assert run() == ["moss-back.png"]
    Path("output/deck/cards/moss.png").unlink()
    assert run() == ["moss.png"]
    assert run("--bleed", "0") == ["fire-dragon-back.png", "fire-dragon.png", "moss.png"]
    assert len(run()) == 3
    assert len(run("--bleed-from", "mirror")) == 3


def test_a_card_that_went_takes_its_picture_along(here: Path, run: Run) -> None:
    game(here)
    run()
    own = Path("output/deck/cards/mine.png")
    Image.new("RGB", (3, 3)).save(own)
    game(here, cards=[{"name": "Fire Dragon"}])
    assert len(list(own.parent.iterdir())) == 5
    run("--select", "Fire*")
    assert len(list(own.parent.iterdir())) == 5
    told = run_here("build", here / "deck", "--form", "png", "--dpi", "40", "--json")
    (file,) = json.loads(told.stdout)["files"]
    assert file["removed"] == ["output/deck/cards/moss-back.png", "output/deck/cards/moss.png"]
    assert sorted(path.name for path in own.parent.iterdir()) == [
        "fire-dragon-back.png",
        "fire-dragon.png",
        "mine.png",
    ]


def test_json_and_table_tell_of_the_folder(here: Path) -> None:
    folder = game(here)
    done = run_here("build", folder, "--form", "png", "--dpi", "40")
    assert done.stdout.splitlines() == [
        "output/deck/cards/     4 PNGs     2 cards",
        "4 files, 4 pages, 2 cards",
    ]
    (told,) = json.loads(run_here("build", folder, "--form", "png", "--dpi", "40", "--json").stdout)["files"]
    assert told["file"] == "output/deck/cards"
    assert len(told["pngs"]) == 4


def test_nothing_is_written_where_a_worker_dies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folder = game(tmp_path)
    draw = png._Worker.draw

    def killed(worker: Any, order: Any, path: Path) -> str:
        worker._process.kill()
        return draw(worker, order, path)

    monkeypatch.setattr(png._Worker, "draw", killed)
    done = run_here("build", folder, "--form", "png")
    assert done.code == 1
    assert "can't be drawn: the process that draws has ended" in done.stderr
    assert "nothing was written" in done.stderr
    assert not Path("output").exists()


def test_pixels_are_rounded_once() -> None:
    assert pixels_of(Size("page", 12.7, 0.01), 25) == (12, 1)
    assert pixels_of(Size("page", 63.5, 88.9), 300) == (750, 1050)


def test_faces_of_a_finished_pdf_can_be_drawn_by_themselves(tmp_path: Path) -> None:
    """As an export does, which has its own names for them."""
    problems = Problems()
    loaded = read_game(game(tmp_path), problems)
    (job,) = plan_jobs(loaded, PrintRequest(paper("a4"), {"form": "png", "dpi": 60}))
    cache = Cache(tmp_path / "cache")
    build([job], tmp_path / "first", problems, lambda _: None, cache)
    kept = Cache(tmp_path / "cache").find(job, cache.key(job))
    assert kept is not None
    press = PngPress(tmp_path, tmp_path / "second", lambda _: None, None, processes=1)
    (drawn,) = press.draw([Pages(job, kept)], problems)
    assert len(drawn.paths) == len(press.finished) == 4
    assert all(finished.file.is_file() for finished in press.finished)


def test_the_same_bytes_are_packed_alike_in_every_run() -> None:
    """Whatever the address of the stack, by which isal finds repetitions or not; each thread has its own."""
    begins = [Random(number).randbytes(40) for number in range(200)]
    samples = [begin + begin[2:12] + begin[::-1] for begin in begins]
    threads = 8
    together = Barrier(threads)

    def packed(_: int) -> tuple[bytes, ...]:
        together.wait(60)
        return tuple(png_worker.deflated(sample) for sample in samples)

    with ThreadPoolExecutor(threads) as pool:
        (found,) = set(pool.map(packed, range(threads)))
    assert [zlib.decompress(one) for one in found] == samples
