"""``gatepress build --contact``: all fronts of a game in small."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from games import run_here, write_game
from PIL import Image
from press.pdf_measure import Pdf

FRONT = '<card><rect width="{{ component.width }}" height="{{ component.height }}" fill="#ff8000"/>\
<text y="4" width="60" size="12">{{ name }}</text></card>'
ORANGE = (1.0, 0.502, 0.0)


def contact(*arguments: str, name: str = "contact-a4.pdf", **described: Any) -> Pdf:
    write_game(Path("g"), **{"front": FRONT, **described})
    done = run_here("build", "g", "--contact", *arguments)
    assert done.code == 0, done.output
    assert not list(Path("output/g").glob("cards-*"))
    return Pdf(Path("output/g") / name)


def two_components() -> dict[str, Any]:
    shared = {"front": "card.xml.j2", "safe": 0, "press": {"backs": "none"}}
    return {
        "title": "Siege",
        "components": {
            "heroes": {**shared, "size": "poker", "cards": [{"name": f"Hero {n}"} for n in range(9)]},
            "chits": {
                **shared,
                "title": "Damage chits",
                "kind": "tokens",
                "shape": "circle",
                "size": "token-large",
                "cards": [{"name": "Wound", "copies": 12}],
            },
        },
    }


def test_every_front_once_with_name_copies_and_group() -> None:
    pdf = contact(game=two_components())
    (text,) = pdf.texts()
    assert [text.count(f"Hero {n}") for n in range(9)] == [2] * 9, "on the card, and below it"
    for words in ("Siege", "Heroes 9", "Damage chits 12, 1 different", "×12"):
        assert words in text
    assert len(pdf.pages[0].fills(ORANGE)) == 10


def test_all_are_in_scale_and_the_foot_says_which() -> None:
    pdf = contact(game=two_components())
    boxes = [ink.box for ink in pdf.pages[0].fills(ORANGE)]
    widths = sorted({round(right - left, 1) for left, _, right, _ in boxes})
    (small, large) = widths
    assert small / large == pytest.approx(25.4 / 63.5, abs=0.01)
    assert f"all fronts at {100 * large / 63.5:.0f} % of their size" in pdf.texts()[0]


def test_nothing_overlaps_or_leaves_the_page() -> None:
    cards = [{"name": f"A Rather Long Name For Card {n}"} for n in range(150)]
    pdf = contact(cards=cards)
    assert 1 < len(pdf.pages) <= 3
    for page in pdf.pages:
        boxes = sorted(ink.box for ink in page.fills(ORANGE))
        assert all(min(box) > 0 and box[2] < 210 and box[3] < 297 for box in boxes)
        for index, one in enumerate(boxes):
            for other in boxes[index + 1 :]:
                apart = one[2] <= other[0] or one[3] <= other[1] or other[3] <= one[1]
                assert apart, (one, other)


def test_a_list_that_goes_on_over_the_page_has_its_heading_there_too() -> None:
    shared = {"front": "card.xml.j2", "safe": 0, "press": {"backs": "none"}, "size": "poker"}
    many = [{"name": f"Hero {n}"} for n in range(150)]
    components = {"heroes": {**shared, "cards": many}, "beasts": {**shared, "cards": [{"name": "Beast"}]}}
    texts = contact(game={"title": "Siege", "components": components}).texts()
    count = len(texts)
    assert count > 1
    assert "Heroes 150" in texts[0]
    assert ["Heroes continued" in text for text in texts] == [False] + [True] * (count - 1)
    assert ["Beasts" in text for text in texts] == [False] * (count - 1) + [True]
    assert [f"page {number} of {count}" in text for number, text in enumerate(texts, 1)] == [True] * count


def test_captions_can_be_read() -> None:
    """Six points of type, also below a token that is narrower than its name."""
    component = {"kind": "tokens", "shape": "circle", "size": "token-small"}
    cards = [{"name": f"Token {n}"} for n in range(200)]
    front = '<card><rect width="12.7" height="{{ 12 - number / 100 }}" fill="#ff8000"/></card>'
    pdf = contact(cards=cards, component=component, front=front)
    text = " ".join(" ".join(pdf.texts()).split())
    assert all(f"Token {n} " in text for n in range(200))


def test_cards_that_look_alike_are_shown_once() -> None:
    cards = [{"id": "a", "name": "Twin", "copies": 2}, {"id": "b", "name": "Twin"}, {"name": "Other"}]
    pdf = contact(cards=cards)
    assert len(pdf.pages[0].fills(ORANGE)) == 2
    assert "Twin ×3" in pdf.texts()[0]


def test_a_board_larger_than_the_page_is_scaled_down_by_itself() -> None:
    described = two_components()
    described["components"]["map"] = {
        **described["components"]["heroes"],
        "size": [800, 600],
        "cards": [{"name": "Map"}],
    }
    pdf = contact(game=described)
    assert "Map at 2" in pdf.texts()[0]
    assert all(ink.box[2] <= 200.01 for ink in pdf.pages[0].fills(ORANGE))


def test_paper_choice_and_low_ink_are_heeded() -> None:
    pdf = contact(
        "--paper", "letter", "--only", "chits", "--low-ink",
        name="contact--only-chits-letter-low-ink.pdf", game=two_components(),
    )  # fmt: skip
    assert (round(pdf.pages[0].width, 1), len(pdf.pages[0].fills(ORANGE))) == (215.9, 1)
    assert "Heroes" not in pdf.texts()[0]
    assert "only chits at " in pdf.texts()[0]


def test_pages_may_be_pictures_and_those_of_an_earlier_one_go() -> None:
    write_game(Path("g"), front=FRONT, cards=[{"name": f"Card {n}"} for n in range(40)])
    asked = ("build", "g", "--contact", "--form", "png", "--dpi", "20", "--paper", "a5")
    told = run_here(*asked).stdout.splitlines()[0]
    assert told.split() == ["output/g/contact-a5/", "2", "PNGs", "40", "cards"]
    pages = sorted(Path("output/g/contact-a5").iterdir())
    assert len(pages) > 1
    with Image.open(pages[0]) as picture:
        assert picture.size == (117, 165)
    write_game(Path("g"), front=FRONT)
    removed = "removed, since nothing shows it any longer: output/g/contact-a5/page-2.png"
    assert removed in run_here(*asked).output
    assert sorted(Path("output/g/contact-a5").iterdir()) == pages[:1]


def test_a_choice_never_replaces_the_whole_sheet() -> None:
    whole = contact(game=two_components()).path
    before = whole.read_bytes()
    chosen = contact(
        "--only", "heroes", "--select", "Hero 1*",
        name="contact--only-heroes--select-hero-1-73668f-a4.pdf", game=two_components(),
    )  # fmt: skip
    assert len(chosen.pages[0].fills(ORANGE)) == 1
    assert whole.read_bytes() == before


def test_the_same_game_gives_the_same_bytes() -> None:
    first = contact(game=two_components()).path.read_bytes()
    assert first == contact(game=two_components()).path.read_bytes()


def test_an_error_in_a_card_leaves_nothing_behind(here: Path) -> None:
    write_game(Path("g"), front="<card>{{ nobody() }}</card>")
    done = run_here("build", "g", "--contact")
    assert done.code == 1
    assert "`nobody` is not defined here" in done.stderr
    assert not (here / "output").exists()


def test_two_games_of_one_name_do_not_print_over_each_other(here: Path) -> None:
    for folder in ("one/g", "two/g"):
        write_game(Path(folder))
    done = run_here("build", "one/g", "two/g", "--contact")
    assert done.code == 1
    assert "the folders one/g and two/g have the same name, so their files would too" in done.stderr
    assert not (here / "output").exists()


def test_paper_that_is_too_small_is_refused() -> None:
    write_game(Path("g"))
    done = run_here("build", "g", "--contact", "--paper", "60x90mm")
    assert done.code == 1
    told = "a contact sheet does not fit on paper of 60 × 90 mm; it must measure 100 mm at least"
    assert told in done.stderr
