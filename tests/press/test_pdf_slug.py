"""The slug in the finished file: rulers that are true, and a line that says what this is."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from games import write_game

from .pdf_games import band_of, build_game, build_one, inside, marked_game
from .pdf_measure import Edges, Ink, Page, near

RULERS = {50.0: (51, 1.0), 50.8: (17, 3.175)}
"""Length of each ruler's base (50 mm and 2 in): its ticks, and their distance in mm."""


def rulers(page: Page) -> dict[float, list[float]]:
    """By the length of each base line in the slug: where the ticks on it stand, from its start."""
    band = band_of(page)
    assert band is not None
    lines = [line for line in page.lines() if inside(line.box, band)]
    along = 0 if band[2] - band[0] > band[3] - band[1] else 1
    bases = [line for line in lines if length(line, along) > 20]
    found = {}
    for base in bases:
        ticks = [line for line in lines if length(line, along) < 1e-6 and stands_on(line, base.box, along)]
        start = base.box[along]
        found[length(base, along)] = sorted(tick.box[along] - start for tick in ticks)
    return found


def length(line: Ink, along: int) -> float:
    return line.box[along + 2] - line.box[along]


def stands_on(tick: Ink, base: Edges, along: int) -> bool:
    across = 1 - along
    touches = tick.box[across] - 0.001 <= base[across] <= tick.box[across + 2] + 0.001
    return touches and base[along] - 0.001 <= tick.box[along] <= base[along + 2] + 0.001


@pytest.mark.parametrize(
    ("size", "given"),
    [
        ("poker", {}),
        ("poker", {"papers": "letter"}),
        ("poker", {"papers": "legal", "backs": "duplex-short"}),
        ("poker", {"papers": "letter", "backs": "gutterfold"}),
        ("mini-us", {"papers": "a3"}),
        ("tarot", {"papers": "200x300mm", "backs": "none"}),
        ("poker", {"gap": 6.0}),
    ],
)
def test_both_rulers_are_exact_on_every_page(tmp_path: Path, size: str, given: dict[str, object]) -> None:
    built = build_one(marked_game(tmp_path, size=size, copies=[1, 40]), **given)
    assert len(built.pages) > 1
    for page in built.pages:
        found = rulers(page)
        assert near(sorted(found), sorted(RULERS), 0.002)
        for (wanted, (count, step)), real in zip(RULERS.items(), sorted(found), strict=True):
            ticks = found[real]
            assert len(ticks) == count
            assert near((ticks[0], ticks[-1]), (0, wanted), 0.002)
            assert near(ticks, [number * step for number in range(count)], 0.002)


def test_the_ruler_also_stands_upright(tmp_path: Path) -> None:
    """Where the slug lies beside the cards, not below them, it is true as well."""
    built = build_one(marked_game(tmp_path, size="poker", copies=[8]), papers="a4 landscape")
    turned = [
        band for page in built.pages if (band := band_of(page)) and band[3] - band[1] > band[2] - band[0]
    ]
    assert turned, "this grid is meant to have its slug at the side"
    for page in built.pages:
        assert near(sorted(rulers(page)), sorted(RULERS), 0.002)


def test_the_line_names_game_version_sheet_page_content_and_scale(tmp_path: Path) -> None:
    built = build_one(marked_game(tmp_path, copies=[30]), backs="duplex-long")
    texts = built.pdf.texts()
    assert len(texts) == 8
    for number, text in enumerate(texts, 1):
        assert "Tiny 0.1" in text
        assert re.search(r"\bCards\b", text)
        assert f"page {number} of 8" in text
        assert built.written.content in text
        assert "print at 100 %" in text
        assert ("fronts" if number % 2 else "backs") in text
        assert re.search(r"0 mm.*10.*20.*30.*40.*50", text, re.DOTALL)


def test_a_long_sheet_name_is_shrunk_and_none_of_it_lost(tmp_path: Path) -> None:
    name = "The long watch on the northern wall"
    game = marked_game(tmp_path, back=False)
    (game / "cards.yaml").write_text(f"name: {name}\ncards:\n  - name: Knight\n")
    (text,) = build_one(game).pdf.texts()
    assert name in " ".join(text.split())
    assert "print at 100 %" in " ".join(text.split())


@pytest.mark.parametrize(
    ("select", "told"),
    [
        (("card-3",), "only card-3 ·"),
        (("card-?", "Nobody*"), "only card-?, Nobody* ·"),
        (("card-[3\x1b\u202e\udcff]",), "only card-[3 "),
        (("card-3", "x" * 500), "only card-3, xxx"),
    ],
)
def test_a_selection_says_so_on_every_sheet(tmp_path: Path, select: tuple[str, ...], told: str) -> None:
    game = marked_game(tmp_path, copies=[30] * 4)
    pages = build_one(game, select=select, backs="duplex-long").pdf.texts()
    assert len(pages) > 2
    for page in pages:
        text = " ".join(page.split())
        assert told in text
        assert "print at 100 %" in text


def test_all_cards_are_no_selection(tmp_path: Path) -> None:
    assert "only" not in build_one(marked_game(tmp_path)).pdf.texts()[0]


def test_the_slug_lies_inside_the_printable_area_and_clear_of_every_card(tmp_path: Path) -> None:
    from .pdf_games import BLEED

    for size in ("poker", "tarot", "mini-us", "square"):
        for papers in ("a4", "letter", "a3"):
            folder = tmp_path / f"{size}-{papers}"
            for page in build_one(marked_game(folder, size=size, copies=[3]), papers=papers).pages:
                band = band_of(page)
                assert band is not None
                assert inside(band, (5, 5, page.width - 5, page.height - 5))
                for ink in page.fills(BLEED):
                    left, top, right, bottom = ink.seen
                    assert right <= band[0] or left >= band[2] or bottom <= band[1] or top >= band[3]
                for ink in page.ink:
                    if ink.kind == "text" and not ink.forms:
                        assert inside(ink.box, band)


def test_pages_for_print_on_demand_carry_nothing_but_the_card(tmp_path: Path) -> None:
    built = build_one(marked_game(tmp_path, copies=[1, 1]), form="pod")
    assert "".join(built.pdf.texts()).strip() == ""
    for page in built.pages:
        assert page.lines() == []


@pytest.mark.parametrize(
    ("component", "title"),
    [
        ({"title": "Randomizer deck", "cards": "city.yaml"}, "Randomizer deck"),
        ({"cards": "city.yaml"}, "City cards"),
        ({"title": "Decks", "cards": "city.yaml", "deck": True}, "City cards"),
        ({"title": "All cards", "cards": ["city.yaml", "more.yaml"]}, "City cards"),
    ],
    ids=["its title", "none of its own", "a deck", "one of two lists"],
)
def test_a_sheet_is_called_after_the_component_that_is_on_it(
    tmp_path: Path, component: dict[str, Any], title: str
) -> None:
    """Not after the file that its cards come from, which another component may use, too."""
    files = {"city.yaml": "name: City cards\ncards: [{name: A}]", "more.yaml": "[{name: B}]"}
    game = write_game(tmp_path / "g", component=component, files=files)
    text = " ".join(build_game(game)[0].pdf.texts()[0].split())
    assert f" · {title} · " in text
