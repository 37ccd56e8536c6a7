"""Before and after side by side: measured in the finished PDF."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from games import write_game
from press.pdf_games import inside
from press.pdf_measure import Edges, Page, Pdf, near

from generator.catalog.problems import InputError

from .versions import bookmarks, side_by_side

RED, GREEN, BLUE = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
FRONT = """\
<card>
  <rect x="-3" y="-3" width="{{ component.width + 6 }}" height="{{ component.height + 6 }}" fill="#0000ff"/>
  <rect width="{{ component.width }}" height="{{ component.height }}" fill="{{ card.ground }}"/>
</card>
"""
BACK = '<card><rect width="{{ component.width }}" height="{{ component.height }}" fill="COLOUR"/></card>'


def game(folder: Path, cards: list[dict[str, Any]], *, back: str | None = None, **component: Any) -> Path:
    return write_game(
        folder,
        cards=[{"ground": "#ffffff"} | card for card in cards],
        front=FRONT,
        back=back and BACK.replace("COLOUR", back),
        component=component,
    )


def recoloured(tmp_path: Path, count: int = 1, papers: str = "a4", **component: Any) -> Pdf:
    """So many cards that were red and are green."""
    old, new = (
        game(
            tmp_path / name,
            [{"name": f"Card {number}", "ground": ground} for number in range(1, count + 1)],
            **component,
        )
        for name, ground in (("old", "#ff0000"), ("new", "#00ff00"))
    )
    return Pdf(side_by_side(old, new, tmp_path / "changes.pdf", papers))


def size(box: Edges) -> tuple[float, float]:
    return box[2] - box[0], box[3] - box[1]


def pairs(page: Page) -> list[tuple[Edges, Edges]]:
    """Each red card with the green one beside it."""
    return [(before.box, after.box) for before, after in zip(page.fills(RED), page.fills(GREEN), strict=True)]


def words(text: str) -> str:
    return " ".join(text.split())


def test_both_versions_stand_beside_each_other_true_to_size_and_cut_to_the_trim(tmp_path: Path) -> None:
    (page,) = recoloured(tmp_path).pages
    ((before, after),) = pairs(page)
    assert near(size(before), (63.5, 88.9))
    assert near(size(after), (63.5, 88.9))
    assert before[1] == after[1]
    assert 5 < after[0] - before[2] < 15
    for bleed in page.fills(BLUE):
        assert near(size(bleed.seen), (63.5, 88.9)), "no bleed is shown"


@pytest.mark.parametrize("papers", ["a4", "letter", "a3", "a4 landscape", "legal"])
def test_forty_changed_cards_are_all_there_and_none_is_parted(tmp_path: Path, papers: str) -> None:
    pdf = recoloured(tmp_path, 40, papers)
    found = [(page, pair) for page in pdf.pages for pair in pairs(page)]
    assert len(found) == 40
    for page, (before, after) in found:
        assert near((*size(before), *size(after)), (63.5, 88.9) * 2)
        assert before[1] >= 8
        assert after[3] <= page.height - 8
        assert after[2] <= page.width - 8
    for page in pdf.pages:
        ends = sorted((before[1], before[3]) for before, _ in pairs(page))
        assert all(below[0] - above[1] > 1 for above, below in pairwise(ends))
    assert [title for title, _ in bookmarks(pdf.path)] == [f"Card {number}" for number in range(1, 41)]
    texts = [words(text) for text in pdf.texts()]
    assert all(f"page {number} of {len(texts)}" in text for number, text in enumerate(texts, 1))


def test_a_page_of_a4_shows_three_poker_cards(tmp_path: Path) -> None:
    assert [len(pairs(page)) for page in recoloured(tmp_path, 8).pages] == [2, 3, 3]


@pytest.mark.parametrize(
    ("trim", "width", "height"),
    [("190 x 250 mm", 190, 250), ("400 x 250 mm", 400, 250), ("60 x 400 mm", 60, 400)],
)
def test_what_is_too_large_is_scaled_and_says_so(
    tmp_path: Path, trim: str, width: float, height: float
) -> None:
    (page,) = (pdf := recoloured(tmp_path, size=trim)).pages
    ((before, after),) = pairs(page)
    scale = size(after)[0] / width
    assert 0.2 < scale < 0.95
    assert near(size(before), (scale * width, scale * height))
    assert near(size(after), (scale * width, scale * height))
    assert f"shown at {100 * scale:.0f} %" in words(pdf.texts()[0])
    assert after[2] <= page.width - 8
    assert after[3] <= page.height - 8


def test_what_fits_without_the_words_beside_it_is_true_to_size(tmp_path: Path) -> None:
    (page,) = (pdf := recoloured(tmp_path, size="tarot")).pages
    ((_, after),) = pairs(page)
    assert near(size(after), (69.85, 120.65))
    assert "shown at" not in words(pdf.texts()[0])


def test_cards_that_came_or_went_leave_a_dashed_frame(tmp_path: Path) -> None:
    old = game(tmp_path / "old", [{"name": "Stays"}, {"name": "Goes", "ground": "#ff0000"}])
    new = game(tmp_path / "new", [{"name": "Stays"}, {"name": "Comes", "ground": "#00ff00"}])
    (page,) = (pdf := Pdf(side_by_side(old, new, tmp_path / "changes.pdf"))).pages
    text = words(pdf.texts()[0])
    (gone,), (come,) = page.fills(RED), page.fills(GREEN)
    frames = [ink.box for ink in page.ink if ink.kind == "stroke" and ink.dashed]
    assert near(sorted(frames)[0], (gone.box[0], *come.box[1:2], gone.box[2], come.box[3]))
    assert near(sorted(frames)[1], (come.box[0], *gone.box[1:2], come.box[2], gone.box[3]))
    assert "1 added · 1 removed · 1 as before" in text
    assert "not in old" in text
    assert "not in new" in text
    assert "Stays" not in text


def test_the_words_beside_a_card_say_what_changed(tmp_path: Path) -> None:
    before = {"name": "Brig", "id": "brig-1", "power": 5, "text": "Carries twelve guns and one accordion."}
    after = before | {"power": 6, "text": "Carries twelve guns and two accordions.", "ground": "#00ff00"}
    old, new = game(tmp_path / "old", [before]), game(tmp_path / "new", [after])
    pdf = Pdf(side_by_side(old, new, tmp_path / "changes.pdf"))
    text = words(pdf.texts()[0])
    for told in (
        "Tiny before old, after new 1 changed · 0 as before",
        "changed · Cards Brig brig-1",
        "power 5 → 6",
        "text “… and one accordion.” → “… and two accordions.”",
    ):
        assert told in text


def test_cards_that_look_as_before_take_a_line_and_no_picture(tmp_path: Path) -> None:
    old = game(tmp_path / "old", [{"name": "Brig", "ground": "#ff0000"}])
    new = game(tmp_path / "new", [{"name": "Brig", "ground": "#ff0000", "copies": 3}])
    (page,) = (pdf := Pdf(side_by_side(old, new, tmp_path / "changes.pdf"))).pages
    assert page.fills(RED) == []
    assert "changed · Cards · Brig copies 1 → 3" in words(pdf.texts()[0])


def test_backs_are_shown_only_where_they_changed_and_a_shared_one_once(tmp_path: Path) -> None:
    cards = [{"name": name} for name in ("Brig", "Cutter", "Sloop")]
    old = game(tmp_path / "old", cards, back="#ff0000")
    new = game(tmp_path / "new", [*cards[:2], cards[2] | {"ground": "#0000ff"}], back="#00ff00")
    (page,) = (pdf := Pdf(side_by_side(old, new, tmp_path / "changes.pdf"))).pages
    assert len(pairs(page)) == 1
    assert near(size(pairs(page)[0][1]), (63.5, 88.9))
    assert [title for title, _ in bookmarks(pdf.path)] == ["Back of 3 cards", "Sloop"]
    assert "Back of 3 cards Brig, Cutter, Sloop" in words(pdf.texts()[0])

    same = game(tmp_path / "same", [*cards[:2], cards[2] | {"ground": "#0000ff"}], back="#ff0000")
    (page,) = Pdf(side_by_side(old, same, tmp_path / "fronts.pdf")).pages
    assert page.fills(RED) == []


def test_a_card_with_a_back_of_its_own_shows_it_below_its_front(tmp_path: Path) -> None:
    back = BACK.replace("COLOUR", "{{ card.ground }}")
    old, new = (
        write_game(
            tmp_path / name,
            cards=[{"name": "Brig", "ground": ground}, {"name": "Same", "ground": "#ffffff"}],
            front=FRONT,
            back=back,
        )
        for name, ground in (("old", "#ff0000"), ("new", "#00ff00"))
    )
    (page,) = (pdf := Pdf(side_by_side(old, new, tmp_path / "changes.pdf"))).pages
    assert len(pairs(page)) == 2
    assert [title for title, _ in bookmarks(pdf.path)] == ["Brig", "Brig, back"]


def test_a_card_that_grew_shows_both_sizes(tmp_path: Path) -> None:
    old = game(tmp_path / "old", [{"name": "Brig", "ground": "#ff0000"}], size="mini")
    new = game(tmp_path / "new", [{"name": "Brig", "ground": "#00ff00"}])
    ((before, after),) = pairs(Pdf(side_by_side(old, new, tmp_path / "changes.pdf")).pages[0])
    assert near(size(before), (44, 67)) or size(before)[0] < 50
    assert near(size(after), (63.5, 88.9))


def test_long_names_and_long_lists_of_changes_stay_on_the_page(tmp_path: Path) -> None:
    fields = {f"field-{number}": "x" * 500 for number in range(60)}
    old = game(tmp_path / "old", [{"name": "Knight " * 80, "id": "k", **fields}])
    changed = dict.fromkeys(fields, "y" * 500) | {"ground": "#00ff00"}
    new = game(tmp_path / "new", [{"name": "Knight " * 80, "id": "k", **changed}])
    for papers in ("a4", "100x100mm"):
        pdf = Pdf(side_by_side(old, new, tmp_path / f"{papers}.pdf", papers))
        for page in pdf.pages:
            for ink in page.ink:
                assert inside(ink.seen, (0, 0, page.width, page.height))
                if ink.kind == "text":
                    assert 5 <= ink.box[1] <= page.height - 5
        assert "more" in words(" ".join(pdf.texts()))


def test_paper_on_which_nothing_can_be_seen_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="do not fit on paper of 50 × 50 mm"):
        recoloured(tmp_path, papers="50x50mm")


def test_the_same_versions_give_the_same_bytes(tmp_path: Path) -> None:
    first = recoloured(tmp_path, 5).path.read_bytes()
    assert recoloured(tmp_path, 5).path.read_bytes() == first
