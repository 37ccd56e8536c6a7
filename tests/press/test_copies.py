"""Copies that show their numbers, groups with sheets of their own, lists that share sheets: in the PDF."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from games import read_game, run_here, write_game

from generator.catalog.problems import Problems
from generator.catalog.sizes import paper
from generator.layout.faces import FaceRenderer
from generator.press.planning import plan_jobs
from generator.press.request import PrintRequest

from .pdf_games import build_game, build_one

FRONT = "<card><text x='5' y='10' width='50' size='12'>{{ name }}: {{ copy }} of {{ copies }}</text></card>"
PLAIN = "<card><text x='5' y='10' width='50' size='12'>{{ name }}</text></card>"
NAMES = r"\b(?:Ann|Bob|Cem|Dot)\b"
BACK = "<card><text x='5' y='10' width='50' size='12'>behind {{ name }} {{ copy }}</text></card>"
LISTS = {"a.yaml": "[{name: Ann, copies: 4}]", "b.yaml": "[{name: Bob, copies: 3}, {name: Cem, copies: 3}]"}


def texts(path: Path) -> list[str]:
    """The text of each page."""
    with pypdfium2.PdfDocument(path) as pdf:
        return [page.get_textpage().get_text_bounded() for page in pdf]


def found(path: Path, pattern: str) -> list[list[str]]:
    """What fits the pattern on each page, in the order of drawing."""
    return [re.findall(pattern, text) for text in texts(path)]


def bookmarks(path: Path) -> list[tuple[int, str, int]]:
    with pypdfium2.PdfDocument(path) as pdf:
        found = pdf.get_toc(max_depth=5)
        return [(mark.level, mark.get_title(), mark.get_dest().get_index()) for mark in found]


def places(path: Path, page: int, pattern: str) -> dict[str, tuple[float, float]]:
    """Where on a page, in mm from its top left corner, texts stand that fit the pattern."""
    with pypdfium2.PdfDocument(path) as pdf:
        text, height = pdf[page].get_textpage(), pdf[page].get_height()
        found = {}
        for match in re.finditer(pattern, text.get_text_range()):
            left, _, _, top = text.get_charbox(match.start())
            found[match[0]] = (left * 25.4 / 72, (height - top) * 25.4 / 72)
        return found


def numbered(folder: Path, **component: Any) -> Path:
    cards = [{"name": "Coin", "copies": 12}, {"name": "Gem", "copies": 2}]
    return write_game(folder, cards=cards, front=FRONT, component=component)


def test_each_copy_shows_its_number(tmp_path: Path) -> None:
    built = build_one(numbered(tmp_path / "g"))
    assert found(built.written.path, r"\w+: \d+ of \d+") == [
        [f"Coin: {n} of 12" for n in range(1, 10)],
        [f"Coin: {n} of 12" for n in range(10, 13)] + ["Gem: 1 of 2", "Gem: 2 of 2"],
    ]
    assert bookmarks(built.written.path) == [(0, "Coin", 0), (0, "Gem", 1)]
    assert built.written.cards == 14


@pytest.mark.parametrize("backs", ["duplex-long", "duplex-short", "gutterfold"])
def test_the_back_of_a_copy_lies_behind_its_front(tmp_path: Path, backs: str) -> None:
    folder = write_game(tmp_path / "g", cards=[{"name": "Coin", "copies": 3}], front=FRONT, back=BACK)
    path = build_one(folder, backs=backs).written.path
    fronts = places(path, 0, r"Coin: \d")
    behind = places(path, 0 if backs == "gutterfold" else 1, r"behind Coin \d")
    assert len(fronts) == len(behind) == 3
    for axis in (0, 1):
        front = [fronts[f"Coin: {n}"][axis] - fronts["Coin: 1"][axis] for n in (2, 3)]
        back = [behind[f"behind Coin {n}"][axis] - behind["behind Coin 1"][axis] for n in (2, 3)]
        is_turned_over = axis == (1 if backs == "duplex-short" else 0)
        assert back == pytest.approx([-step if is_turned_over else step for step in front], abs=0.1)


def test_a_layout_that_shows_no_number_is_laid_out_once(tmp_path: Path) -> None:
    faces = {}
    for name, front in (("plain", PLAIN), ("numbered", FRONT)):
        folder = write_game(tmp_path / name, cards=[{"name": "A", "copies": 50}], front=front)
        game = read_game(folder)
        (component,) = game.components
        renderer = FaceRenderer.of(game, Problems())
        faces[name] = renderer.looks(component, component.sets[0], ("front",), 50)
    assert faces == {"plain": range(1, 2), "numbered": range(1, 51)}


@pytest.mark.parametrize(
    ("front", "files"),
    [
        (
            "<card>{% include 'part.xml.j2' %}</card>",
            {"layouts/part.xml.j2": "<text width='60'>n{{ copy }}</text>"},
        ),
        (
            "{% extends 'base.xml.j2' %}",
            {"layouts/base.xml.j2": "<card><text width='60'>n{{ copy }}</text></card>"},
        ),
        (
            "{% import 'part.xml.j2' as part %}<card>{{ part.badge(copy) }}</card>",
            {"layouts/part.xml.j2": "{% macro badge(n) %}<text width='60'>n{{ n }}</text>{% endmacro %}"},
        ),
        (
            "<card>{% include name|lower ~ '.xml.j2' %}</card>",
            {"layouts/coin.xml.j2": "<text width='60'>n{{ copy }}</text>"},
        ),
    ],
    ids=["include", "extends", "macro", "worked out"],
)
def test_the_number_may_stand_in_another_template(tmp_path: Path, front: str, files: dict[str, str]) -> None:
    folder = write_game(tmp_path / "g", cards=[{"name": "Coin", "copies": 3}], front=front, files=files)
    assert found(build_one(folder).written.path, r"n\d") == [["n1", "n2", "n3"]]


def test_a_field_called_copy_is_the_cards_own(tmp_path: Path) -> None:
    cards = [{"name": "A", "copy": "x", "copies": 3}]
    folder = write_game(tmp_path / "g", cards=cards, front="<card><text width='60'>n{{ copy }}</text></card>")
    assert found(build_one(folder).written.path, r"\bnx\b") == [["nx"] * 3]


def test_a_fault_of_numbered_copies_is_told_once(tmp_path: Path) -> None:
    front = "<card>{{ copy }}</card>"
    folder = write_game(tmp_path / "g", cards=[{"name": "A", "copies": 5}], front=front)
    told = run_here("build", folder, "--out", tmp_path / "out").problems
    assert len(told) == 1
    assert "text is not allowed in <card>: '1' (card a)" in told[0]


def grouped(folder: Path, **component: Any) -> Path:
    cards = [
        {"name": "Ann", "suit": "hearts", "copies": 2},
        {"name": "Bob", "suit": "spades", "copies": 10},
        {"name": "Cem", "suit": "hearts"},
        {"name": "Dot"},
    ]
    return write_game(folder, cards=cards, front=PLAIN, component={"group": "suit", **component})


def test_a_group_begins_a_sheet_that_says_so(tmp_path: Path) -> None:
    path = build_one(grouped(tmp_path / "g")).written.path
    assert found(path, NAMES) == [["Ann", "Ann", "Cem"], ["Bob"] * 9, ["Bob"], ["Dot"]]
    for text, title in zip(texts(path), ("hearts", "spades", "spades", "no suit"), strict=True):
        assert f"· {title} ·" in text
    assert bookmarks(path) == [
        *((0, "hearts", 0), (1, "Ann", 0), (1, "Cem", 0)),
        *((0, "spades", 1), (1, "Bob", 1)),
        *((0, "no suit", 3), (1, "Dot", 3)),
    ]


@pytest.mark.parametrize("shape", ["circle", "hex"])
def test_groups_of_tokens_share_no_sheet_either(tmp_path: Path, shape: str) -> None:
    path = build_one(grouped(tmp_path / "g", kind="tokens", shape=shape, size=[60, 60])).written.path
    names = found(path, NAMES)
    assert names[0] == ["Ann", "Ann", "Cem"]
    assert names[-1] == ["Dot"]
    assert [name for page in names[1:-1] for name in page] == ["Bob"] * 10


def test_figures_are_no_title_alone(tmp_path: Path) -> None:
    folder = write_game(
        tmp_path / "g",
        cards=[{"name": "A", "level": 1}, {"name": "B", "level": True}],
        component={"group": "level"},
    )
    assert [title for level, title, _ in bookmarks(build_one(folder).written.path) if level == 0] == [
        "level 1",
        "level yes",
    ]


def listed(folder: Path, **given: Any) -> Path:
    return write_game(folder, front=PLAIN, component={"cards": ["a.yaml", "b.yaml"]}, files=LISTS, **given)


def test_lists_that_are_merged_fill_the_sheets_together(tmp_path: Path) -> None:
    folder = listed(tmp_path / "g", back=BACK.replace("{{ copy }}", ""))
    apart = build_game(folder)
    assert [(one.written.path.name, one.written.pages) for one in apart] == [
        ("a-a4-duplex-long.pdf", 2),
        ("b-a4-duplex-long.pdf", 2),
    ]
    built = build_one(folder, merge=True)
    assert (built.written.path.name, built.written.pages) == ("cards-a4-duplex-long.pdf", 4)
    assert built.written.cards == 10
    path = built.written.path
    rows = [["Ann", "Ann", "Ann"], ["Ann", "Bob", "Bob"], ["Bob", "Cem", "Cem"]]
    fronts = [name for row in rows for name in row]
    backs = [name for row in rows for name in reversed(row)]
    assert found(path, NAMES) == [fronts, backs, ["Cem"], ["Cem"]]
    assert [text.count("behind") for text in texts(path)] == [0, 9, 0, 1]
    assert ["· A + B ·" in text for text in texts(path)] == [True, True, False, False]
    assert "· B ·" in texts(path)[2]
    assert bookmarks(built.written.path) == [
        *((0, "A", 0), (1, "Ann", 0)),
        *((0, "B", 0), (1, "Bob", 0), (1, "Cem", 0)),
    ]


TWO = {
    "title": "Two",
    "components": {
        "heroes": {"size": "poker", "safe": 0, "front": "card.xml.j2", "cards": "a.yaml"},
        "beasts": {"size": "poker", "safe": 0, "front": "card.xml.j2", "cards": "b.yaml"},
    },
}


def two(folder: Path, **beasts: Any) -> Path:
    parts = TWO["components"]
    assert isinstance(parts, dict)
    both = {name: {"press": {"backs": "none"}, **part} for name, part in parts.items()}
    both["beasts"] |= beasts
    return write_game(folder, game={"title": "Two", "components": both}, front=PLAIN, files=LISTS)


def names(folder: Path, **given: Any) -> list[str]:
    return [built.written.path.name for built in build_game(folder, **given)]


def test_components_of_one_size_are_merged(tmp_path: Path) -> None:
    folder = two(tmp_path / "g")
    assert names(folder) == ["a-a4.pdf", "b-a4.pdf"]
    assert names(folder, merge=True) == ["heroes+beasts-a4.pdf"]
    assert names(folder, merge=True, only=("heroes",)) == ["a-a4.pdf"]
    assert names(folder, merge=True, select=("Ann", "Bob")) == [
        "heroes+beasts--select-ann-bob-" + names(folder, merge=True, select=("Ann", "Bob"))[0][-13:]
    ]


@pytest.mark.parametrize(
    "beasts",
    [
        {"size": "tarot"},
        {"bleed": "1 mm"},
        {"kind": "tokens", "shape": "hex"},
        {"back": "card.xml.j2", "press": {}},
        {"press": {"backs": "none", "gap": 0}},
        {"press": {"backs": "none", "merge": False}},
        {"group": "name"},
    ],
    ids=["size", "bleed", "kind", "backs", "options", "asked otherwise", "group"],
)
def test_lists_that_differ_stay_apart(tmp_path: Path, beasts: dict[str, Any]) -> None:
    folder = two(tmp_path / "g", **beasts)
    problems = Problems()
    game = read_game(folder, problems)
    asked = {} if beasts.get("press", {}).get("merge") is False else {"merge": True}
    jobs = plan_jobs(game, PrintRequest(paper("a4"), asked))
    assert len(jobs) == 2


def test_a_game_may_ask_for_it(tmp_path: Path) -> None:
    press = {"backs": "none", "merge": True}
    folder = listed(tmp_path / "g")
    text = (folder / "game.yaml").read_text("utf-8").replace("backs: none", "backs: none\n      merge: true")
    (folder / "game.yaml").write_text(text, "utf-8")
    assert press["merge"]
    assert names(folder) == ["cards-a4.pdf"]
    result = run_here("build", folder, "--no-merge", "--out", tmp_path / "out")
    assert "a-a4.pdf" in result.stdout
    assert "b-a4.pdf" in result.stdout


def test_merged_groups_hold_the_cards_of_all_lists(tmp_path: Path) -> None:
    files = {
        "a.yaml": "[{name: Ann, suit: x}, {name: Bob, suit: y}]",
        "b.yaml": "[{name: Cem, suit: y}, {name: Dot, suit: x}]",
    }
    folder = write_game(
        tmp_path / "g", front=PLAIN, component={"cards": ["a.yaml", "b.yaml"], "group": "suit"}, files=files
    )
    path = build_one(folder, merge=True).written.path
    assert found(path, NAMES) == [
        ["Ann", "Dot"],
        ["Bob", "Cem"],
    ]
    titles = [title for _, title, _ in bookmarks(path)]
    assert titles == ["x", "A", "Ann", "B", "Dot", "y", "A", "Bob", "B", "Cem"]
