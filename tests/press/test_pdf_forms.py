"""What is drawn again is stored once: forms, and what of them costs nothing where it comes once."""

from __future__ import annotations

from pathlib import Path

from games import write_game

from .pdf_games import BLEED, build_one, marked_game, numbered_trims
from .pdf_measure import Pdf, near


def form_drawing(pdf: Pdf, words: bytes) -> list[str]:
    """The names of the forms whose operators hold ``words``."""
    return [name for name, form in pdf.xobjects("/Form").items() if words in form.read_bytes()]


def test_a_card_with_copies_is_one_form_stamped_for_each(tmp_path: Path) -> None:
    built = build_one(marked_game(tmp_path, copies=[13, 1, 4], back=False))
    first, third = (form_drawing(built.pdf, f"1 0 {n / 255:.3f} rg".encode()) for n in (1, 3))
    assert len(first) == len(third) == 1
    stamped = [name for page in built.pages for name in page.stamped]
    assert stamped.count(first[0]) == 13
    assert stamped.count(third[0]) == 4
    assert sum(len(numbered_trims(page, "front")) for page in built.pages) == 18


def test_a_card_that_comes_once_is_drawn_on_the_page_itself(tmp_path: Path) -> None:
    built = build_one(marked_game(tmp_path, copies=[1, 1, 1], back=False))
    assert built.pdf.xobjects("/Form") == {}
    assert [ink.forms for page in built.pages for ink in page.fills(BLEED)] == [()] * 3


def test_a_back_that_all_cards_share_is_one_form(tmp_path: Path) -> None:
    game = write_game(
        tmp_path,
        cards=[{"name": f"Card {number}"} for number in range(200)],
        back='<card><rect width="63.5" height="88.9" fill="#123456"/></card>',
    )
    built = build_one(game)
    (form,) = built.pdf.xobjects("/Form")
    assert [name for page in built.pages[1::2] for name in page.stamped] == [form] * 200
    assert not any(page.stamped for page in built.pages[::2])


def test_cards_that_look_alike_are_one_form(tmp_path: Path) -> None:
    """Three entries of one look are printed like one entry with three copies."""
    game = write_game(tmp_path, cards=[{"id": name, "name": "Same"} for name in ("a", "b", "c")])
    built = build_one(game)
    assert len(built.pdf.xobjects("/Form")) == 1
    assert len(built.pages[0].stamped) == 3


def test_a_form_holds_the_bleed_and_each_place_cuts_it(tmp_path: Path) -> None:
    """The form draws all of the bleed; what shows of it is what its place has room for."""
    built = build_one(marked_game(tmp_path, copies=[9], back=False), gap=1.0)
    (form,) = built.pdf.xobjects("/Form").values()
    assert near([float(value) for value in form.BBox], (-3, -3, 66.5, 91.9))
    for ink, (_, trim) in zip(
        built.pages[0].fills(BLEED), numbered_trims(built.pages[0], "front"), strict=True
    ):
        assert near(ink.box, (trim[0] - 3, trim[1] - 3, trim[2] + 3, trim[3] + 3))
    middle = built.pages[0].fills(BLEED)[4].seen
    _, trim = numbered_trims(built.pages[0], "front")[4]
    assert near(middle, (trim[0] - 0.5, trim[1] - 0.5, trim[2] + 0.5, trim[3] + 0.5))


def test_copies_add_next_to_nothing_to_the_file(tmp_path: Path) -> None:
    one = build_one(marked_game(tmp_path / "one", copies=[1], back=False)).pdf.path.stat().st_size
    many = build_one(marked_game(tmp_path / "many", copies=[9], back=False)).pdf.path.stat().st_size
    assert many < one + 1500


def test_a_form_drawn_translucent_shows_its_overlap_once(tmp_path: Path) -> None:
    """Two black squares of half opacity in one group are equally grey where they lie on each other."""
    front = """\
    <card><g opacity="0.5"><rect x="5" y="5" width="20" height="20"/>
    <rect x="15" y="5" width="20" height="20"/></g></card>"""
    page = build_one(write_game(tmp_path, front=front), form="pod", bleed=0.0).pdf.raster(0, 25.4)
    left, both, right = (page.getpixel((x, 15)) for x in (10, 20, 30))
    assert left == both == right
    assert 100 < left[0] < 155


def test_a_used_element_is_stored_once_and_drawn_in_each_place(tmp_path: Path) -> None:
    front = """\
    <card><g id="mark" display="none"><rect width="4" height="4" fill="#112233"/></g>
    {% for x in range(6) %}<use href="#mark" x="{{ 9 * x }}" y="{{ number }}"/>{% endfor %}</card>"""
    built = build_one(write_game(tmp_path, cards=[{"name": "a"}, {"name": "b"}], front=front), form="pod")
    assert len(built.pdf.xobjects("/Form")) == 1
    for number, page in enumerate(built.pages, 1):
        lefts = [ink.box[0] for ink in page.fills((0.067, 0.133, 0.2))]
        tops = {round(ink.box[1], 3) for ink in page.fills((0.067, 0.133, 0.2))}
        assert near(lefts, [3 + 9 * x for x in range(6)])
        assert tops == {3.0 + number}
