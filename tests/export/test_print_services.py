"""``--to tgc`` and ``--to mpc``: canvases to the pixel, the cut in them, what goes where, and refusals."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from games import Result, bundled_game, run_here, write_game
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from generator.catalog.sizes import COMPONENT_SIZES
from generator.export.services.product import NEAR, Product, fits, fits_of
from generator.export.targets.mpc import MAKE_PLAYING_CARDS, bracket
from generator.export.targets.tgc import THE_GAME_CRAFTER

GREY, RED, BLUE = (96, 96, 96), (255, 0, 0), (0, 0, 255)
TRIM = """\
<card>
<rect x="-5" y="-5" width="{{ component.width + 10 }}" height="{{ component.height + 10 }}" fill="#fff"/>
<rect width="{{ component.width }}" height="{{ component.height }}" rx="1" fill="#000"/>
</card>
"""
"""Black on the trim, white beyond. Corners are round: PDFium draws plain rectangles in whole pixels."""
BAND = """\
<card>
<rect x="-5" y="-5" width="98.9" height="73.5" fill="#606060"/>
<rect x="-5" y="-5" width="98.9" height="15" fill="{ink}"/>
</card>
"""
"""A poker card on its side, with a band at the top."""
LARGE = 2000
"""Pixels of a side of a canvas that takes a while."""


def export(target: str, *arguments: str) -> Result:
    return run_here("export", "g", "--to", target, *arguments)


def exported(target: str, *arguments: str) -> Path:
    done = export(target, *arguments)
    assert done.code == 0, done.output
    return Path("output/g", target)


def refused(target: str, *arguments: str) -> str:
    """What is told by an export that ends with 1 and writes nothing."""
    done = export(target, *arguments)
    assert done.code == 1, done.output
    assert not Path("output").exists() or not list(Path("output").rglob("*.*")), "something was left behind"
    return done.stderr


def component(width: float, height: float, **more: Any) -> dict[str, Any]:
    described = {
        "size": f"{width} x {height} mm",
        "cards": [{"id": "only"}],
        "front": "card.xml.j2",
        "safe": 0,
        "bleed": "5 mm",
        "press": {"backs": "none"},
    }
    return described | more


def write_components(components: Mapping[str, Any], front: str = TRIM, **more: Any) -> None:
    write_game(Path("g"), game={"title": "Tiny", "components": dict(components)}, front=front, **more)


def edge(picture: Image.Image, *, down: bool = False) -> float:
    """Where black begins on the way from the left (or top) edge to the middle, in parts of a pixel."""
    x, y = picture.width // 2, picture.height // 2
    line = picture.crop((x, 0, x + 1, y) if down else (0, y, x, y + 1))
    return sum(line.convert("L").tobytes()) / 255


def manifest(folder: Path) -> list[dict[str, str]]:
    with (folder / "manifest.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def made_of_cards(products: Iterable[Product]) -> Iterator[Any]:
    for one in products:
        if "rulebook" not in one.kinds:
            marks = [pytest.mark.slow] if max(one.canvas) > LARGE else []
            yield pytest.param(one, id=one.id, marks=marks)


@pytest.mark.parametrize("product", list(made_of_cards(THE_GAME_CRAFTER.products)))
def test_the_canvas_of_the_game_crafter_and_the_cut_in_it(product: Product) -> None:
    kind = {"tokens": {"kind": "tokens", "shape": product.shape}, "board": {"kind": "board"}}
    more = kind.get(product.kinds[0], {})
    write_components({"it": component(product.width, product.height, **more)})
    folder = exported("tgc", "--product", product.id.upper())
    (row,) = manifest(folder)
    assert row["product"] == product.id
    picture = Image.open(folder / row["face"])
    assert (picture.size, picture.mode) == (product.canvas, "RGB")
    assert (edge(picture), edge(picture, down=True)) == pytest.approx(product.cut, abs=0.1)


@pytest.mark.parametrize("product", MAKE_PLAYING_CARDS.products, ids=lambda one: one.id)
def test_the_canvas_of_makeplayingcards_and_the_cut_in_it(product: Product) -> None:
    write_components({"it": component(product.width, product.height)})
    picture = Image.open(exported("mpc") / product.id / "fronts" / "000-only.png")
    assert (picture.size, picture.mode) == (product.canvas, "RGB")
    assert (edge(picture), edge(picture, down=True)) == pytest.approx((36, 36), abs=0.1)


@pytest.mark.parametrize(
    ("service", "size", "name", "canvas", "cut"),
    [
        (THE_GAME_CRAFTER, "poker", "PokerDeck", (825, 1125), (37.5, 37.5)),
        (THE_GAME_CRAFTER, "euro-poker", "EuroPokerDeck", (825, 1125), (40.5, 42.8)),
        (THE_GAME_CRAFTER, "us-game", "USGameDeck", (750, 1125), (44.3, 48.7)),
        (THE_GAME_CRAFTER, "tarot", "TarotDeck", (900, 1500), (37.5, 37.5)),
        (THE_GAME_CRAFTER, "jumbo", "JumboDeck", (1125, 1725), (37.5, 37.5)),
        (THE_GAME_CRAFTER, "square", "SquareDeck", (1125, 1125), (37.5, 37.5)),
        (MAKE_PLAYING_CARDS, "poker", "poker", (822, 1122), (36, 36)),
        (MAKE_PLAYING_CARDS, "micro", "micro", (447, 597), (36, 36)),
    ],
)
def test_the_figures_of_the_services(
    service: Any, size: str, name: str, canvas: tuple[int, int], cut: tuple[float, float]
) -> None:
    trim = COMPONENT_SIZES[size]
    fit = fits(trim.width, trim.height, "cards", "rect", service.products)[0]
    assert (fit.product.id, fit.product.canvas, fit.is_exact) == (name, canvas, True)
    assert fit.product.cut == pytest.approx(cut, abs=0.1)


@given(
    st.sampled_from([*THE_GAME_CRAFTER.products, *MAKE_PLAYING_CARDS.products]),
    st.floats(-2 * NEAR, 2 * NEAR),
    st.floats(-2 * NEAR, 2 * NEAR),
    st.booleans(),
)
def test_art_is_in_its_true_size_in_the_middle_of_the_canvas(
    product: Product, wider: float, higher: float, lies: bool
) -> None:
    width, height = product.width + wider, product.height + higher
    if lies and product.shape == "rect":
        width, height = height, width
    (fit,) = fits(width, height, product.kinds[0], product.shape, [product])
    assert fit.off <= NEAR + 1e-9
    window, canvas = fit.window(width, height), product.canvas[:: -1 if fit.turned else 1]
    assert (window.width / canvas[0], window.height / canvas[1]) == pytest.approx((25.4 / 300, 25.4 / 300))
    beyond = window.right - width, window.bottom - height
    assert beyond == pytest.approx((-window.x, -window.y), abs=1e-9)
    assert beyond == pytest.approx(fit.bleed(width, height), abs=1e-9)


def test_the_bundled_games_on_their_products() -> None:
    found = {
        (name, part.id): fit.product.id
        for name in ("battle-gate", "gateway", "hold-the-gates", "hold-the-line", "strongholds")
        for part in bundled_game(name).components
        for fit in fits_of(part, THE_GAME_CRAFTER.products)[:1]
        if fit.is_exact
    }
    tokens = {("gateway", "district-tokens"), ("gateway", "gold"), ("gateway", "markers")}
    assert {key for key, product in found.items() if product != "PokerDeck"} == tokens
    assert found["gateway", "markers"] == "LargeCircleChit"
    assert found["gateway", "gold"] == "MediumCircleChit"
    assert sum(product == "PokerDeck" for product in found.values()) == 18


def test_a_list_for_the_game_crafter_says_what_goes_where() -> None:
    cards = [{"name": f"Card {n}", "copies": 1 + n % 3} for n in range(102)]
    back = '<card><rect width="60" height="80" fill="#f00"/></card>'
    write_game(Path("g"), front=back, cards=cards, back=back, component={"size": "micro"})
    folder = exported("tgc")
    rows = manifest(folder)
    assert [row["face"] for row in rows[:2]] == ["cards/001-card-0.png", "cards/002-card-1.png"]
    assert {row["back"] for row in rows} == {"cards/back.png"}
    assert [int(row["quantity"]) for row in rows[:4]] == [1, 2, 3, 1]
    assert [row["batch"] for row in rows[98:]] == ["1", "1", "2", "2"]
    whole = json.loads((folder / "manifest.json").read_text("utf-8"))
    (listed,) = whole["sets"]
    assert (listed["product"], listed["pixels"], len(listed["cards"])) == ("MicroDeck", [450, 600], 102)
    assert len(list(folder.rglob("*.png"))) == 103


@pytest.mark.parametrize(("target", "table"), [("tgc", "manifest.csv"), ("mpc", "poker/order.csv")])
def test_no_cell_of_a_list_for_people_is_a_formula_or_two_lines(target: str, table: str) -> None:
    write_game(Path("g"), cards=[{"name": "=1+1"}, {"name": "two\nlines"}])
    rows = csv.DictReader((exported(target) / table).open(encoding="utf-8", newline=""))
    assert [row["name"] for row in rows] == ["'=1+1", "two lines"]


def test_backs_of_their_own_are_pairs_with_their_fronts() -> None:
    back = '<card><text width="60" size="30">{{ name }}</text></card>'
    write_game(Path("g"), cards=[{"name": "Ann"}, {"name": "Bob"}], back=back)
    assert [(row["face"], row["back"]) for row in manifest(exported("tgc"))] == [
        ("cards/1-ann.png", "cards/1-ann-back.png"),
        ("cards/2-bob.png", "cards/2-bob-back.png"),
    ]


def test_a_card_on_its_side_is_turned_and_turns_over_about_its_own_top() -> None:
    files = {"layouts/back.xml.j2": BAND.format(ink="#0000ff")}
    lying = component(88.9, 63.5, back="back.xml.j2", press={})
    write_components({"it": lying}, front=BAND.format(ink="#ff0000"), files=files)
    front, back = (Image.open(exported("tgc") / "it" / name) for name in ("1-only.png", "back.png"))
    assert front.size == back.size == (825, 1125)
    # The front's top is at the right, so that seen from behind it is at the left.
    assert [front.getpixel((x, 500)) for x in (10, 815)] == [GREY, RED]
    assert [back.getpixel((x, 500)) for x in (10, 815)] == [BLUE, GREY]


def test_a_euro_card_on_poker_stock_has_its_true_size_in_the_middle() -> None:
    write_components({"it": component(63, 88)})
    done = export("mpc")
    assert done.code == 0, done.output
    said = "63 × 88 mm is printed on poker of 63.5 × 88.9 mm: in its true size, in the middle"
    (told,) = [line for line in done.stderr.splitlines() if said in line]
    line, column = map(int, told.split(":")[1:3])
    assert Path("g/game.yaml").read_text("utf-8").splitlines()[line - 1][column - 1 :].startswith("63")
    picture = Image.open("output/g/mpc/poker/fronts/000-only.png")
    sides = (822 - 63 / 25.4 * 300) / 2, (1122 - 88 / 25.4 * 300) / 2
    assert (edge(picture), edge(picture, down=True)) == pytest.approx(sides, abs=0.1)


def slots_in(root: ElementTree.Element, path: str) -> list[list[int]]:
    return [[int(slot) for slot in (found.text or "").split(",")] for found in root.findall(path)]


def test_an_order_has_every_copy_in_a_slot_and_every_file_in_place() -> None:
    back = '<card><text width="60" size="30">{{ team }}</text></card>'
    cards = [{"name": "Ann", "team": "red", "copies": 2}, {"name": "Bo & Co", "team": "blue", "copies": 16}]
    one_sided = component(63.5, 88.9, cards=[{"name": "Aid"}])
    described = component(63.5, 88.9, cards=cards, back="back.xml.j2", press={})
    write_components({"team": described, "aids": one_sided}, files={"layouts/back.xml.j2": back})
    done = export("mpc", "--stock", "M31", "--foil")
    assert "order.xml" in done.stdout
    assert "19 cards in a deck of up to 36, 17 more would cost the same" in done.stdout
    folder = Path("output/g/mpc/poker")
    root = ElementTree.parse(folder / "order.xml").getroot()
    details = {one.tag: one.text for one in root.iterfind("details/*")}
    assert details == {"quantity": "19", "bracket": "36", "stock": "(M31) Linen", "foil": "true"}
    assert slots_in(root, "fronts/card/slots") == [[0, 1], list(range(2, 18)), [18]]
    assert slots_in(root, "backs/card/slots") == [[0, 1], [18]]
    assert [one.text for one in root.iterfind("fronts/card/query")] == ["Ann", "Bo & Co", "Aid"]
    paths = {one.text for one in root.iter("id")} | {root.findtext("cardback")}
    assert paths == {path.relative_to(folder).as_posix() for path in folder.rglob("*.png")}
    assert Image.open(folder / "backs/white.png").getcolors() == [(822 * 1122, (255, 255, 255))]
    rows = list(csv.DictReader((folder / "order.csv").open(encoding="utf-8", newline="")))
    assert [(row["slots"], row["quantity"], row["set"]) for row in rows] == [
        ("0-1", "2", "team"),
        ("2-17", "16", "team"),
        ("18", "1", "aids"),
    ]


def test_finer_pictures_have_the_same_canvas_finer() -> None:
    write_components({"it": component(63.5, 88.9)})
    picture = Image.open(exported("mpc", "--dpi", "800") / "poker" / "fronts" / "000-only.png")
    assert picture.size == (2192, 2992)
    assert edge(picture) == pytest.approx(96, abs=0.1)
    assert "at 350 dpi a canvas of MakePlayingCards has no whole pixels; take --dpi 300, 600" in (
        export("mpc", "--dpi", "350").stderr
    )


def test_a_bracket_is_the_next_that_holds_the_cards() -> None:
    counts = (1, 18, 19, 36, 54, 55, 235, 612)
    assert [bracket(cards) for cards in counts] == [18, 18, 36, 36, 55, 55, 396, 612]


def test_a_rulebook_of_a_booklets_size_is_one_and_any_other_is_left_out() -> None:
    rulebook = {"text": "rulebook.md", "form": "booklet", "page": "88.9 x 127 mm"}
    words = {"rulebook.md": "# Tiny\n\nDraw a card.\n"}
    it = {"it": component(63.5, 88.9)}
    write_game(
        Path("g"), game={"title": "Tiny", "rulebook": rulebook, "components": it}, front=TRIM, files=words
    )
    pages = sorted((exported("tgc") / "rulebook").glob("page-*.png"))
    assert pages
    assert {Image.open(page).size for page in pages} == {(1125, 1575)}
    write_game(Path("g"), game={"title": "Tiny", "rulebook": {**rulebook, "page": "a5"}, "components": it})
    done = export("tgc")
    assert done.code == 0
    assert "The Game Crafter has no booklet of 148 × 210 mm; it is left out" in done.stderr
    assert not list(Path("output/g/tgc/rulebook").glob("*")), "what is not written any more goes"


@pytest.mark.parametrize("target", ["tgc", "mpc"])
def test_a_rulebook_that_is_asked_for_and_no_booklet_is_an_error(target: str) -> None:
    write_game(
        Path("g"),
        game={"title": "Tiny", "rulebook": {"form": "sheet"}, "components": {"it": component(63.5, 88.9)}},
        front=TRIM,
        files={"rulebook.md": "# Tiny\n\nDraw a card.\n"},
    )
    assert "error: rulebook: " in refused(target, "--only", "rulebook")


HEXES = component(22, 19.05, kind="tokens", shape="hex", bleed="1.5 mm")


def test_what_a_service_cannot_make_is_left_out_and_told() -> None:
    write_components({"it": component(63.5, 88.9), "hexes": HEXES})
    done = export("mpc")
    assert done.code == 0
    assert "g/game.yaml:" in done.stderr
    assert (
        "warning: components.hexes: MakePlayingCards has no hexagonal tokens of 22 × 19.05 mm; "
        "they are left out; it makes cards" in done.stderr
    )


def test_what_is_asked_for_and_cannot_be_made_is_an_error() -> None:
    write_components({"it": component(63.5, 88.9), "hexes": HEXES})
    told = refused("mpc", "--only", "hexes")
    assert (
        "error: components.hexes: MakePlayingCards has no hexagonal tokens of 22 × 19.05 mm; it makes" in told
    )


def test_nothing_left_to_make_is_an_error() -> None:
    write_components({"strip": component(200, 10), "hexes": HEXES})
    told = refused("tgc")
    assert "error: components.strip: The Game Crafter has no cards of 200 × 10 mm" in told
    assert "the nearest are " in told
    assert "error: components.hexes: The Game Crafter has no hexagonal tokens of 22 × 19.05 mm" in told


def test_a_box_is_refused_with_what_to_do_instead() -> None:
    box = {"kind": "box", "holds": {"component": "it"}, "cards": [{"id": "box"}], "front": "card.xml.j2"}
    write_components({"it": component(63.5, 88.9), "box": box})
    told = refused("tgc", "--only", "box")
    assert "The Game Crafter can't make this box, for its templates have another net" in told
    assert "`gatepress build`" in told


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("tgc", "--product", "PokrDeck"), "The Game Crafter has no product PokrDeck; did you mean"),
        (("tgc", "--product", "TarotDeck"), "nothing that is asked for fits TarotDeck of The Game Crafter"),
        (("mpc", "--product", "PokerDek"), "MakePlayingCards has no product PokerDek"),
        (("mpc", "--stock", "P10", "--foil"), "(P10) Plastic is not made with foil"),
    ],
)
def test_options_that_make_no_sense(arguments: tuple[str, ...], told: str) -> None:
    write_components({"it": component(63.5, 88.9)})
    assert told in refused(*arguments)


@pytest.mark.parametrize("target", ["tgc", "mpc"])
def test_a_product_without_a_name_is_wrong_usage(target: str) -> None:
    write_components({"it": component(63.5, 88.9)})
    done = export(target, "--product", " ")
    assert (done.code, "--product: expected a product's name" in done.stderr) == (2, True)


def test_more_cards_than_an_order_holds() -> None:
    write_components({"it": component(63.5, 88.9, cards=[{"id": "many", "copies": 613}])})
    told = refused("mpc")
    assert "613 cards of the size poker, but an order of MakePlayingCards has 612 at most" in told
    assert "--only" in told
