"""Faces as pictures: exact pixels, the trim where it should be, edges that go on beyond the bleed."""

from __future__ import annotations

from pathlib import Path

import pytest
from games import write_game

from generator.catalog.load import load_game
from generator.catalog.problems import Problems
from generator.catalog.sizes import paper
from generator.export.printed_faces import FaceList, camera, print_faces
from generator.export.target import ExportOrder, NoOptions
from generator.layout.faces import FaceRenderer
from generator.layout.geometry import Box
from generator.press.inks import SCREEN
from generator.press.job import PrintContext
from generator.press.preflight.inspector import Preflight
from generator.press.rasterizer import Rasterizer
from generator.press.request import PrintRequest

RED, GREEN = (255, 0, 0), (0, 255, 0)
FRAMED = """\
<card>
  <rect x="-3" y="-3" width="69.5" height="94.9" fill="#f00"/>
  <rect width="63.5" height="88.9" fill="#0f0"/>
</card>
"""


def faces_of(folder: Path, bleed: float) -> list[FaceList]:
    problems = Problems()
    game = load_game(folder, problems)
    assert game is not None
    with Rasterizer() as rasterizer:
        renderer = FaceRenderer.of(game, problems)
        context = PrintContext(renderer, Preflight.of(rasterizer), problems, lambda _: None, SCREEN)
        out = folder.parent / "scratch"
        out.mkdir(exist_ok=True)
        order = ExportOrder(game, PrintRequest(paper("a4")), NoOptions(), out, out, context)
        found = print_faces(order, bleed)
    assert not problems.has_errors, list(problems)
    return found


def test_the_trim_lies_where_the_window_puts_it(tmp_path: Path) -> None:
    (faces,) = faces_of(write_game(tmp_path / "deck", front=FRAMED, component={"bleed": 3}), 3.0)
    # A canvas of 825 × 1125 pixels at 300 dpi, the trim 37.5 pixels inside: 3.175 mm.
    inset = 37.5 / 300 * 25.4
    with camera() as shots:
        picture = shots.face(faces, faces.fronts[0], faces.trim.grown(inset), 825, 1125)
    assert picture.size == (825, 1125)
    middle = [picture.getpixel((x, 560)) for x in (0, 36, 38, 786, 788, 824)]
    assert middle == [RED, RED, GREEN, GREEN, RED, RED]
    across = [picture.getpixel((400, y)) for y in (0, 36, 38, 1086, 1088, 1124)]
    assert across == [RED, RED, GREEN, GREEN, RED, RED]


def test_a_window_beyond_the_bleed_has_the_edge_stretched_over_it(tmp_path: Path) -> None:
    (faces,) = faces_of(write_game(tmp_path / "deck", front=FRAMED), 0.0)
    with camera() as shots:
        picture = shots.face(faces, faces.fronts[0], faces.trim.grown(5.0), 735, 989)
    assert {picture.getpixel((x, y)) for x in (0, 734, 400) for y in (0, 988, 500)} == {GREEN}


@pytest.mark.parametrize("copies", [1, 4])
def test_copies_with_numbers_are_faces_of_their_own(tmp_path: Path, copies: int) -> None:
    cards = [{"name": "Moss", "copies": copies}, {"name": "Fern", "copies": 2}]
    numbered = '<card><text width="60">{{ name }} {{ copy }}</text></card>'
    (faces,) = faces_of(write_game(tmp_path / "deck", cards=cards, front=numbered), 0.0)
    assert [copy.front.card.id for copy in faces.copies] == ["moss"] * copies + ["fern"] * 2
    assert len({copy.front.name for copy in faces.copies}) == copies + 2
    (plain,) = faces_of(write_game(tmp_path / "plain", cards=cards), 0.0)
    assert len(plain.fronts) == 2
    assert [copy.front.card.id for copy in plain.copies] == ["moss"] * copies + ["fern"] * 2


def test_backs_that_look_alike_are_one(tmp_path: Path) -> None:
    cards = [{"name": "Moss"}, {"name": "Fern"}]
    same = write_game(tmp_path / "same", cards=cards, back="<card/>")
    assert faces_of(same, 0.0)[0].common_back() is not None
    own = write_game(tmp_path / "own", cards=cards, back='<card><text width="60">{{ name }}</text></card>')
    (faces,) = faces_of(own, 0.0)
    assert faces.common_back() is None
    assert [copy.back and copy.back.card.id for copy in faces.copies] == ["moss", "fern"]


def test_pictures_have_names_of_their_own_also_beside_a_card_called_back(tmp_path: Path) -> None:
    cards = [{"id": "Back", "name": "Back"}, {"name": "Fern"}]
    (faces,) = faces_of(write_game(tmp_path / "deck", cards=cards, back="<card/>"), 0.0)
    names = [name.lower() for _, name in faces.named()]
    assert len(names) == len(set(names)) == 3


def test_a_round_token_is_transparent_outside_its_circle(tmp_path: Path) -> None:
    component = {"kind": "tokens", "shape": "circle", "size": "20 x 20 mm"}
    (faces,) = faces_of(write_game(tmp_path / "deck", component=component, front="<card/>"), 0.0)
    with camera() as shots:
        picture = shots.cut_face(faces, faces.fronts[0], 200, 200)
    alpha = picture.getchannel("A")
    covered = sum(alpha.tobytes()) / 255
    assert covered == pytest.approx(3.14159 * 100**2, rel=0.001)
    assert alpha.getpixel((0, 0)) == 0
    assert faces.trim == Box(0, 0, 20, 20)
