"""Boxes as they are described in game.yaml and printed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from games import run_here, write_game

from generator.catalog.load import load_game
from generator.catalog.problems import Problems

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
    game = load_game(box_game(tmp_path, {"holds": {"component": "cards"}}), problems)
    assert game is not None
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
    loaded = load_game(game, Problems())
    assert loaded is not None
    holds = loaded.components[0].box_contents
    assert holds is not None
    assert holds.cards == 25


@pytest.mark.parametrize(
    ("box", "problem"),
    [
        (
            {},
            "4:5: error: components.box.holds: `holds` is missing: what the box is made for; "
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
            "holds: the box would be 3,604 x 3,566 mm spread out; at most 2,000 mm either way",
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
