"""Boxes as they are described in game.yaml and printed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from games import read_game, run_here, write_game

from generator.catalog.boxes import BoxContents, Net
from generator.catalog.problems import Problems
from generator.catalog.sizes import COMPONENT_SIZES
from generator.layout.geometry import Box

FRONT = """\
{% import "box.xml.j2" as tuck %}
<card>
  {{ tuck.cover(box, game.title, players="2", designer="A. Miller", icon="castle", low_ink=low_ink) }}
</card>
"""


def box_game(folder: Path, box: dict[str, Any], cards: dict[str, Any] | None = None) -> Path:
    """A game with a component ``cards`` and a box."""
    described = {"kind": "box", "front": "box.xml.j2", "cards": [{"id": "box"}], **box}
    described = {key: value for key, value in described.items() if value is not None}
    plain = {"size": "poker", "front": "card.xml.j2", "safe": 0, "press": {"backs": "none"}}
    game = {
        "title": "Hill Forts",
        "components": {
            "box": described,
            "cards": {**plain, "cards": [{"id": "a", "copies": 33}], **(cards or {})},
        },
    }
    front = '<card><text width="40">{{ card.id }}</text></card>'
    return write_game(folder / "forts", game=game, front=front, files={"layouts/tuck.xml.j2": FRONT})


def built(folder: Path, box: dict[str, Any], *options: str) -> pypdfium2.PdfDocument:
    game = box_game(folder, {"front": "tuck.xml.j2", **box})
    done = run_here("build", game, "--only", "box", "--out", folder / "out", "--no-cache", *options)
    assert (done.code, done.stderr) == (0, ""), done.output
    (path,) = (folder / "out" / "forts").glob("box-*.pdf")
    return pypdfium2.PdfDocument(path)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_box_for_54_poker_cards_is_printed_whole(tmp_path: Path, paper: str) -> None:
    document = built(tmp_path, {"holds": {"cards": 54, "size": "poker"}}, "--paper", paper)
    assert len(document) == 1
    text = document[0].get_textpage().get_text_range()
    assert text.count("54 cards") == 4  # front, both sides and the bottom
    assert text.count("Hill Forts") >= 5
    assert text.count("glue") == 4


def test_a_box_too_large_for_the_paper_is_tiled(tmp_path: Path) -> None:
    document = built(tmp_path, {"holds": {"cards": 105, "size": "tarot", "sleeved": True}})
    assert len(document) == 2
    texts = [page.get_textpage().get_text_range() for page in document]
    assert ["A1" in texts[0], "B1" in texts[1] or "A2" in texts[1]] == [True, True]


def test_it_is_as_large_as_the_cards_of_its_component(tmp_path: Path) -> None:
    problems = Problems()
    game = read_game(box_game(tmp_path, {"holds": {"component": "cards"}}), problems)
    assert not problems.found
    box = game.components[0]
    assert (box.id, box.box_contents and box.box_contents.cards) == ("box", 33)
    assert (box.size.width, box.size.height) == pytest.approx((163.768, 124.668))


def test_of_decks_it_holds_the_largest(tmp_path: Path) -> None:
    game = box_game(tmp_path, {"holds": {"component": "cards"}}, {"deck": True, "cards": "decks/*.yaml"})
    for name, copies in (("a", 20), ("b", 25)):
        path = game / "decks" / f"{name}.yaml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"- {{id: {name}, copies: {copies}}}\n", "utf-8")
    loaded = read_game(game)
    holds = loaded.components[0].box_contents
    assert holds is not None
    assert holds.cards == 25


@pytest.mark.parametrize(
    ("box", "problem"),
    [
        (
            {},
            "4:5: error: components.box.holds: `holds` is missing: what the box is to hold; "
            "write for example `holds: {cards: 54, size: poker}`",
        ),
        (
            {"size": "poker", "holds": {"cards": 5, "size": "poker"}},
            "size: a box has no `size`: it follows from what it `holds`; remove `size`",
        ),
        (
            {"holds": {"component": "cards", "cards": 4}},
            "holds: `component` and `cards` are both given; "
            "the number and the size of its cards follow from the component",
        ),
        (
            {"holds": {"cards": 4}},
            "holds: a box says how many cards it holds, and of which size; "
            "write `{component: ID}`, or `{cards: 54, size: poker}`",
        ),
        (
            {"holds": {"component": "card"}},
            "holds: unknown component 'card'; did you mean `cards`?",
        ),
        ({"holds": {"component": "box"}}, "holds: a box holds cards, but box is of `kind: box`"),
        (
            {"holds": {"cards": 0, "size": "poker"}},
            "holds.cards: expected a whole number of 1 or more, got 0",
        ),
        (
            {"holds": {"cards": 2000, "size": "poker"}},
            "holds: a box holds 1 to 1,000 cards, this is for 2,000",
        ),
        (
            {"holds": {"cards": 1, "size": "4 x 60 mm"}},
            "holds: a box for cards of 4 x 60 mm can't be folded; each side must be 5 mm or more",
        ),
        (
            {"holds": {"cards": 54, "size": "poker", "stock": 32}},
            "holds: the box would be 3,604 x 3,565 mm spread out; at most 2,000 mm either way",
        ),
        ({"holds": {"card": 5}}, "holds: unknown key `card`; did you mean `cards`?"),
        ({"kind": "board", "size": "a4", "holds": {"cards": 5}}, "only a box holds something"),
    ],
)
def test_what_is_wrong_is_told(tmp_path: Path, box: dict[str, Any], problem: str) -> None:
    done = run_here("check", box_game(tmp_path, box))
    assert done.code == 1
    assert problem in done.output


TITLES = [
    "X",
    "Hill Forts",
    "The Extraordinarily Long Chronicle of the Hill Forts of the North",
    "The Extraordinarily Long and Winding Chronicle of the Forgotten Hill Forts of the Northern Marches",
    "word " * 100,
    "Supercalifragilisticexpialidocious",
    "Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft",
    "W" * 40,
    "x" * 400,
    "Antidisestablishmentarianism & <Forever>",
    "",
]
SIZES = {
    "tiny": {"cards": 1, "size": "10 x 10 mm"},
    "smallest": {"cards": 1, "size": "5 x 5 mm"},
    "mini": {"cards": 20, "size": "mini-us"},
    "thin": {"cards": 8, "size": "poker"},
    "poker": {"cards": 54, "size": "poker"},
    "tarot": {"cards": 105, "size": "tarot", "sleeved": True},
    "wide": {"cards": 30, "size": "120 x 44 mm"},
    "brick": {"cards": 500, "size": "mini-us"},
}
COVERS = {
    "plain": "",
    "full": ', icon="castle", players="2-4", designer="A. Miller", year=1999, front="A game", back="Hills!"',
}


@pytest.mark.parametrize("cover", COVERS.values(), ids=COVERS)
@pytest.mark.parametrize("title", TITLES, ids=lambda title: title[:12])
def test_a_title_of_any_length_fits_every_box(tmp_path: Path, title: str, cover: str) -> None:
    """Nothing is wrong with our own layout, for which the user could do nothing."""
    done = run_here(
        "build", titled_boxes(tmp_path, title, cover), "--out", tmp_path / "out", "--paper", "600x900mm"
    )
    assert (done.code, done.stderr) == (0, "")


def titled_boxes(folder: Path, title: str, cover: str = "") -> Path:
    """A game with a box of every size, and this title on its cover."""
    components = {
        name: {"kind": "box", "cards": [{"id": "box"}], "front": "tuck.xml.j2", "holds": holds}
        for name, holds in SIZES.items()
    }
    front = f'{{% import "box.xml.j2" as tuck %}}<card>{{{{ tuck.cover(box, {title!r}{cover}) }}}}</card>'
    game = {"title": "Forts", "components": components}
    return write_game(folder / "forts", game=game, files={"layouts/tuck.xml.j2": front})


def panel_texts(folder: Path, title: str, name: str) -> str:
    """All that is printed on one of these boxes, without spaces and hyphens at the ends of lines."""
    game = titled_boxes(folder, title)
    done = run_here(
        "build", game, "--only", name, "--out", folder / "out", "--paper", "600x900mm", "--no-cache"
    )
    assert (done.code, done.stderr) == (0, "")
    page = pypdfium2.PdfDocument(folder / "out" / "forts" / f"{name}-600x900mm.pdf")[0]
    return "".join(page.get_textpage().get_text_range().split())


@pytest.mark.parametrize("name", ["poker", "tarot", "wide", "mini"])
@pytest.mark.parametrize("title", TITLES[1:4])
def test_a_long_title_is_printed_whole(tmp_path: Path, title: str, name: str) -> None:
    """On the front at least; on a common box on all panels."""
    text = panel_texts(tmp_path, title, name)
    assert min(text.count(word) for word in title.split()) >= (6 if name in ("poker", "tarot") else 1)


@pytest.mark.parametrize("cards", [1, 16, 24, 33])
def test_both_sides_have_the_title_as_far_from_the_front(tmp_path: Path, cards: int) -> None:
    """Also on a box whose sides are hardly wider than the type."""
    page = built(tmp_path, {"holds": {"cards": cards, "size": "poker"}})[0]
    titles = [box_of_title(page.get_textpage(), at) for at in title_places(page.get_textpage())]
    left, right = sorted((one for one in titles if one.height > one.width), key=lambda one: one.x)
    front = max((one for one in titles if one.width > one.height), key=lambda one: one.height)
    assert (right.width, right.height) == pytest.approx((left.width, left.height), abs=0.1)
    middle = front.x + front.width / 2
    # Neither letters nor the lines that they stand on are symmetrical: 0.4 mm.
    assert right.x - middle == pytest.approx(middle - left.right, abs=1.2)


def title_places(texts: pypdfium2.PdfTextPage) -> Iterator[int]:
    """Where the title begins, of all letters on a page."""
    found = texts.search("Hill Forts")
    while (occurrence := found.get_next()) is not None:
        yield occurrence[0]


def box_of_title(texts: pypdfium2.PdfTextPage, at: int) -> Box:
    """Around its letters, in points."""
    sides = [texts.get_charbox(at + letter) for letter, drawn in enumerate("Hill Forts") if drawn != " "]
    lefts, lows, rights, tops = zip(*sides, strict=True)
    x, y = min(lefts), min(lows)
    return Box(x, y, max(rights) - x, max(tops) - y)


def test_the_numbers_are_said_in_any_language(tmp_path: Path) -> None:
    game = titled_boxes(
        tmp_path, "Forts", ', players="2-4", cards_text="{n} cartes", players_text="{n} joueurs"'
    )
    done = run_here("build", game, "--only", "poker", "--out", tmp_path / "out", "--no-cache")
    assert (done.code, done.stderr) == (0, "")
    text = pypdfium2.PdfDocument(tmp_path / "out/forts/poker-a4.pdf")[0].get_textpage().get_text_range()
    assert "54 cartes · 2-4 joueurs" in text
    assert text.count("54 cartes") == 4
    assert "cards" not in text


def test_what_has_no_room_ends_in_an_ellipsis(tmp_path: Path) -> None:
    text = panel_texts(tmp_path, "word " * 100, "poker")
    assert text.count("…") >= 5
    assert 100 < text.count("word") < 500


def test_a_long_name_fits_the_tab_of_a_divider(tmp_path: Path) -> None:
    front = '{% import "divider.xml.j2" as divider %}<card>{{ divider.sheet(component, name, of=3) }}</card>'
    cards = [{"name": title or "-"} for title in TITLES]
    game = write_game(
        tmp_path / "g", cards=cards, front=front, component={"size": "63.5 x 98.9 mm", "safe": 3}
    )
    done = run_here("build", game, "--out", tmp_path / "out")
    assert (done.code, done.stderr) == (0, "")


def test_a_box_holds_the_cards_of_several_components(tmp_path: Path) -> None:
    aids = {"size": "63.5 x 98.9 mm", "front": "card.xml.j2", "press": {"backs": "none"}}
    game = box_game(tmp_path, {"holds": {"component": ["cards", "aids"]}}, {"title": "Forts"})
    path = game / "game.yaml"
    text = path.read_text("utf-8")
    path.write_text(text + yaml_component("aids", {**aids, "cards": [{"id": "aid", "copies": 4}]}), "utf-8")
    problems = Problems()
    loaded = read_game(game, problems)
    holds = loaded.components[0].box_contents
    assert holds is not None
    assert (holds.cards, holds.parts) == (37, (("Forts", 33), ("Aids", 4)))
    assert (holds.card.width, holds.card.height) == (63.5, 98.9), "the largest of them"


def yaml_component(name: str, described: dict[str, Any]) -> str:
    return f"  {name}: {json.dumps(described)}\n"


@pytest.mark.parametrize(
    ("game", "holds"),
    {
        "battle-gate": {"tuck-box": 63 + 4},
        "gateway": {"box-stacks": 83 + 48, "box-city": 100 + 20 + 10, "box-foes": 24 + 24 + 15 + 3},
        "hold-the-gates": {"box": 33 + 2},
        "hold-the-line": {"tuck-box": 28 + 2},
        "strongholds": {"tuck-box": 54 + 4},
    }.items(),
)
def test_the_boxes_of_a_bundled_game_hold_its_cards(game: str, holds: dict[str, int]) -> None:
    loaded = read_game(Path("cards") / game)
    boxes = {one.id: one.box_contents.cards for one in loaded.components if one.box_contents}
    assert boxes == holds


INKED = """\
{% import "box.xml.j2" as tuck %}
<card>{{ tuck.ground(box, "#5d7340") }}</card>
"""
GROUND, WHITE = (0x5D, 0x73, 0x40), (255, 255, 255)


def test_the_ground_runs_out_over_every_cut_and_no_line_is_seen(tmp_path: Path) -> None:
    """Rendered at 20 dots to the mm: there is colour up to 2.9 mm beyond each edge that is cut."""
    game = box_game(tmp_path, {"front": "tuck.xml.j2", "holds": {"cards": 54, "size": "poker"}})
    (game / "layouts" / "tuck.xml.j2").write_text(INKED, "utf-8")
    done = run_here("build", game, "--only", "box", "--out", tmp_path / "out", "--no-cache")
    assert (done.code, done.stderr) == (0, ""), done.output
    page = pypdfium2.PdfDocument(tmp_path / "out" / "forts" / "box-a4.pdf")[0]
    picture = page.render(scale=20 * 25.4 / 72).to_pil().convert("RGB")
    net = Net(BoxContents(54, COMPONENT_SIZES["poker"]))
    left = (210 - net.flat.width) / 2
    top = next(y for y in range(picture.height) if picture.getpixel((20 * 40, y)) == GROUND) / 20 + 3

    def at(x: float, y: float) -> object:
        return picture.getpixel((round(20 * (left + x)), round(20 * (top + y))))

    panels = net.panels
    for name, panel in panels.items():
        for across, down in product((0.1, 0.3, 0.7, 0.9), (0.02, 0.5, 0.98)):
            x, y = panel.x + across * panel.width, panel.y + down * panel.height
            assert at(x, y) == GROUND, (name, across, down)
    right, bottom, lid = panels["right"], panels["bottom"], panels["lid"]
    for beyond in (0.1, 1.0, 2.9):
        assert at(lid.x - beyond, lid.y + lid.height / 2) == GROUND
        assert at(right.right + beyond, right.y + 40) == GROUND
        assert at(bottom.x + 20, bottom.bottom + beyond) == GROUND
        assert at(panels["front"].x + 10, panels["front"].y - beyond) == GROUND
        assert at(panels["tongue"].x + 30, -beyond - 0.6) == (GROUND if beyond < 2.4 else WHITE)
    assert at(panels["back"].x - 0.5, 80) == GROUND, "the tab has art beside its fold"
    assert WHITE in {at(panels["back"].x - 5 - step / 10, 80) for step in range(20)}, "and white for the glue"
