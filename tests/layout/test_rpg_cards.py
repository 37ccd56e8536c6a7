"""The deck in the format of rpg-cards: every line of it is printed, in the look that it asks for."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from games import PROJECT, run_here

from generator.layout.elements.icon import IconElement
from generator.layout.elements.path import PathElement
from generator.layout.elements.rect import Rect

from .conftest import LayOut
from .test_stacks import by_words, lines, shown, stack_of, texts

DECK = PROJECT / "tests/gallery/rpg-cards"
CARDS = json.loads((DECK / "cards.json").read_text("utf-8"))
FRONT = (
    '{% import "rpg-card.xml.j2" as rpg %}'
    '<card><stack width="50">{{ rpg.contents(lines, "#f00") }}</stack></card>'
)
NOT_PRINTED = ("rule", "fill", "boxes", "circles", "icon", "disabled", "dndstats")


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The text of each page."""
    from pypdfium2 import PdfDocument

    out = tmp_path_factory.mktemp("deck")
    done = run_here("build", DECK, "--out", out)
    assert (done.code, done.stderr) == (0, "")
    (file,) = out.rglob("*.pdf")
    with PdfDocument(file) as document:
        return [document[number].get_textpage().get_text_range() for number in range(len(document))]


def test_nothing_is_wrong_with_the_deck() -> None:
    assert run_here("check", DECK, "--strict").stdout == "0 errors, 0 warnings\n"


def test_every_copy_has_a_front_and_a_back(printed: list[str]) -> None:
    assert sum(card["count"] for card in CARDS) == 16
    assert len(printed) == 4
    fronts = "".join(printed[::2])
    assert all(fronts.count(card["title"].split()[-1]) >= card["count"] for card in CARDS)


def test_every_text_of_the_deck_is_printed(printed: list[str]) -> None:
    page = plain("".join(printed))
    for card in CARDS:
        for line in card["contents"]:
            kind, *given = (part.strip() for part in line.split("|"))
            if kind not in NOT_PRINTED and not kind.startswith("p2e"):
                assert all(plain(re.sub("<.*?>", "", part)) in page for part in given), line


def plain(text: str) -> str:
    return re.sub(r"[\s\u2010-\u2015\u0002\ufffe-]", "", text)


def test_the_template_is_about_a_page() -> None:
    template = (DECK / "layouts/card.xml.j2").read_text("utf-8")
    assert template.count("\n") < 60
    assert {path.name for path in (DECK / "layouts").iterdir()} == {"card.xml.j2", "theme.yaml"}


def test_lines_become_parts(lay_out: LayOut) -> None:
    contents = [
        "subtitle | Tiny beast",
        "rule",
        "property | Range | 60 ft",
        "description | Bite. | It <b>bites</b> &amp; <u2>holds</u2>.",
        "fill | 2",
        "center | mid",
        "section | Actions",
        "bullet | one",
        "bullet | two",
        "boxes | 3 | 2",
        "dndstats | 16 | 9",
        "table_header | a | b",
        "table_line | c | d",
        "p2e_start_trait_section",
        "p2e_trait | rare | Fire",
        "p2e_end_trait_section",
        "icon | sword | 96 | left",
        "disabled | text | hidden",
        "",
        "what is this | ?",
    ]
    laid = lay_out(cards=[{"name": "Rat", "lines": contents}], front=FRONT)
    assert laid.problems == []
    stack = stack_of(laid)
    found = by_words(stack)
    assert {"Tiny beast", "Range 60 ft", "Bite. It bites & holds.", "Actions", "mid"} <= set(found)
    assert {"one", "two", "STR", "DEX", "CHA", "16\u00a0(+3)", "9\u00a0(−1)", "a", "b", "c", "d"} <= set(
        found
    )
    assert {"Fire", "what is this | ?"} <= set(found)
    assert not any("hidden" in text for text in found)
    assert [shown(text) for text in texts(stack)].count("•") == 2
    assert lines(found["one"])[0][0] == lines(found["two"])[0][0]
    squares = [child for child in stack.children if isinstance(child, Rect) and child.fill is None]
    assert [round(square.width + 0.25, 2) for square in squares] == [5.6] * 3
    (icon,) = [child for child in stack.children if isinstance(child, IconElement)]
    assert icon.height == pytest.approx(25.4)
    assert not [child for child in stack.children if isinstance(child, PathElement)]


@pytest.mark.parametrize(
    "given", ["[]", "null", "[3, 4.5]", "['|', ' | | ']", "['boxes', 'icon|sword', 'dndstats']"]
)
def test_odd_contents_do_no_harm(given: str, lay_out: LayOut) -> None:
    laid = lay_out(cards=f"- {{name: Rat, lines: {given}}}\n", front=FRONT)
    assert laid.problems == []
    assert laid.faces[0] is not None


def test_a_deck_of_another_folder_finds_the_layout_that_comes_along(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    shutil.copytree(DECK, folder)
    done = run_here("build", folder, "--out", tmp_path / "out")
    assert (done.code, done.stderr) == (0, "")
