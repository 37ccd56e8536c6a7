"""The file around the pages: bookmarks, title, how to print it, and that other programs find it sound."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest
from games import write_game

from .pdf_games import build_game, build_one, marked_game
from .pdf_measure import Pdf


def bookmarks(pdf: Pdf) -> list[tuple[str, int]]:
    """Titles, and the page (from 1) that each leads to."""
    numbers = {page.obj.objgen: number for number, page in enumerate(pdf.raw.pages, 1)}
    with pdf.raw.open_outline() as outline:
        return [(item.title, numbers[item.destination[0].objgen]) for item in outline.root]


@pytest.mark.parametrize(
    ("given", "pages"),
    [
        ({"backs": "duplex-long"}, [1, 1, 3]),
        ({"backs": "none"}, [1, 1, 2]),
        ({"form": "pod"}, [1, 9, 29]),
        ({"backs": "gutterfold"}, [1, 2, 4]),
    ],
)
def test_each_card_has_a_bookmark_to_its_first_page(
    tmp_path: Path, given: dict[str, str], pages: list[int]
) -> None:
    built = build_one(marked_game(tmp_path, copies=[4, 10, 2]), **given)
    found = bookmarks(built.pdf)
    assert [title for title, _ in found] == ["Card 1", "Card 2", "Card 3"]
    assert [page for _, page in found] == pages


def test_bookmarks_have_any_letters_and_fall_back_to_title_and_id(tmp_path: Path) -> None:
    cards = [{"name": "Łódź (a) \\ – 城 🏰"}, {"id": "x-1", "title": "Titled"}, {"id": "only-an-id"}]
    game = write_game(tmp_path, cards=cards, front='<card><rect width="5" height="5"/></card>')
    found = [title for title, _ in bookmarks(build_one(game).pdf)]
    assert found == ["Łódź (a) \\ – 城 🏰", "Titled", "only-an-id"]


def test_title_author_version_and_content_stand_in_the_file(tmp_path: Path) -> None:
    game = marked_game(tmp_path)
    text = (game / "game.yaml").read_text()
    head = 'title: "Burg & Brücke (城)"\ndesigner: Zoë Łukasz\nversion: "2.1"'
    (game / "game.yaml").write_text(text.replace("title: Tiny", head))
    built = build_one(game)
    info = built.pdf.raw.docinfo
    assert str(info["/Title"]) == "Burg & Brücke (城): Cards"
    assert str(info["/Author"]) == "Zoë Łukasz"
    assert str(info["/Subject"]) == f"version 2.1, content {built.written.content}"
    assert str(info["/Creator"]) == "Gatepress"


@pytest.mark.parametrize(
    ("given", "duplex"),
    [
        ({"backs": "duplex-long"}, "/DuplexFlipLongEdge"),
        ({"backs": "duplex-short"}, "/DuplexFlipShortEdge"),
        ({"backs": "none"}, None),
        ({"backs": "gutterfold"}, None),
        ({"form": "pod"}, None),
    ],
)
def test_the_viewer_is_asked_not_to_scale_and_to_turn_the_right_edge(
    tmp_path: Path, given: dict[str, str], duplex: str | None
) -> None:
    pdf = build_one(marked_game(tmp_path), **given).pdf
    preferences = pdf.raw.Root.ViewerPreferences
    assert preferences.PrintScaling == "/None"
    assert preferences.DisplayDocTitle is True
    assert preferences.get("/Duplex") == duplex


@pytest.mark.parametrize("given", [{}, {"backs": "gutterfold"}, {"form": "pod"}])
def test_the_file_is_sound(tmp_path: Path, given: dict[str, str]) -> None:
    """No complaint from another program's reader, and nothing that only its repair made readable."""
    built = build_one(marked_game(tmp_path, copies=[3, 40]), **given)
    assert built.pdf.raw.check_pdf_syntax() == []
    with pikepdf.open(built.pdf.path, attempt_recovery=False) as strict:
        assert len(strict.pages) == built.written.pages
    assert built.pdf.path.read_bytes().startswith(b"%PDF-1.6")


def test_nothing_in_the_file_tells_when_or_where_it_was_made(tmp_path: Path) -> None:
    built = build_one(marked_game(tmp_path))
    data = built.pdf.path.read_bytes()
    assert str(tmp_path).encode() not in data
    assert not {"/CreationDate", "/ModDate"} & set(built.pdf.raw.docinfo.keys())
    assert b"xmp:CreateDate" not in data


def test_one_run_may_print_several_sizes(tmp_path: Path) -> None:
    game = write_game(
        tmp_path,
        game={
            "title": "Two sizes",
            "components": {
                "heroes": {"size": "tarot", "front": "card.xml.j2", "cards": [{"name": "Ada"}]},
                "coins": {
                    "size": "token-medium",
                    "front": "card.xml.j2",
                    "cards": [{"name": "1", "copies": 90}],
                },
            },
        },
        front="""\
<card><rect width="{{ component.width }}" height="{{ component.height }}" fill="#abcdef"/></card>
""",
    )
    heroes, coins = build_game(game)
    assert (heroes.written.component, coins.written.component) == ("heroes", "coins")
    for built, size in ((heroes, (69.85, 120.65)), (coins, (19.05, 19.05))):
        for page in built.pages:
            for ink in page.fills((0.671, 0.804, 0.937)):
                width, height = ink.box[2] - ink.box[0], ink.box[3] - ink.box[1]
                assert sorted((width, height)) == pytest.approx(sorted(size), abs=0.01)
    assert sum(len(page.fills((0.671, 0.804, 0.937))) for page in coins.pages) == 90
