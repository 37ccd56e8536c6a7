"""An example in numbered pictures: real cards as they lie, with words below and between them."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.press.rulebook.pages import Patch, Picture

from .books import build, inmost, laid_out, text_of, write_book

EXAMPLE = """\
```example wide
across: 2
scale: 0.3
scenes:
  - rows:
      - {name: Her side, cards: [{show: knight, mark: out, note: falls}, {note: nobody}]}
      - {name: His side, cards: [{show: bishop-sons, laid: [knight, knight]}, {show: knight, mark: down}]}
    between: [2 against 9, undefended]
    text: "**First.** What happens first."
  - text: Nothing more.
```
"""
BACK = "<card><text width='60'>the back</text></card>"


def with_back(folder: Path, text: str) -> Path:
    made = write_book(folder, text, files={"layouts/back.xml.j2": BACK})
    game = made / "game.yaml"
    game.write_text(
        game.read_text().replace("front: card.xml.j2", "front: card.xml.j2\n    back: back.xml.j2")
    )
    return made


def test_a_scene_shows_its_cards_its_notes_and_its_text(tmp_path: Path) -> None:
    with_back(tmp_path, EXAMPLE)
    assert build(tmp_path).code == 0
    text = text_of(tmp_path)
    told = (
        "Her side",
        "His side",
        "falls",
        "nobody",
        "2 against 9",
        "undefended",
        "First. What happens first.",
    )
    for words in (*told, "Nothing more."):
        assert words in text
    assert text.count("Knight") == 3
    assert text.count("Bishop & Sons") == 1
    assert text.count("the back") == 1


def test_cards_that_lie_on_one_leave_its_head_to_be_seen(tmp_path: Path) -> None:
    book = laid_out(with_back(tmp_path, EXAMPLE))
    drawn = [drawing for page in book.pages for placed in page for drawing in placed.piece.drawings]
    places = [place for drawing in drawn if (place := place_of(drawing)) is not None]
    assert len(places) == 5
    across = 63.5 * 0.3
    _, first, second, third, down = places
    assert (second[0], third[0]) == (first[0], first[0])
    assert second[1] - first[1] == pytest.approx(0.3 * 88.9 * 0.3)
    assert third[1] - second[1] == pytest.approx(0.3 * 88.9 * 0.3)
    assert down[0] - first[0] > across


def test_what_falls_is_crossed_out_from_corner_to_corner(tmp_path: Path) -> None:
    book = laid_out(with_back(tmp_path, EXAMPLE))
    drawn = [inmost(drawing) for page in book.pages for placed in page for drawing in placed.piece.drawings]
    fallen = next((x, y) for x, y, drawing in drawn if isinstance(drawing, Picture))
    crosses = [
        (x + box.x, y + box.y, box.width, box.height)
        for x, y, drawing in drawn
        if isinstance(drawing, Patch) and drawing.stroke is not None and drawing.stroke.width == 0.7
        for box in (drawing.outline.box(),)
    ]
    assert len(crosses) == 2
    for line in crosses:
        assert line == pytest.approx((*fallen, 63.5 * 0.3, 88.9 * 0.3))


def place_of(drawing: object) -> tuple[float, float] | None:
    """Where a card lies on its piece; None for what is none."""
    x, y, inside = inmost(drawing)
    return (x, y) if isinstance(inside, Picture) else None


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("scale: 0.3", "scale: 1.5", "cards of 95.2 mm do not fit side by side into"),
        ("show: bishop-sons", "show: bishop", "unknown card 'bishop'"),
        ("across: 2", "across: 9", "across: expected a whole number from 1 to 6, got 9"),
        ("mark: down", "mark: lost", "mark: expected one of down, out; got 'lost'"),
        ("scale: 0.3", "scales: 0.3", "unknown key `scales`"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(tmp_path: Path, old: str, new: str, told: str) -> None:
    with_back(tmp_path, EXAMPLE.replace(old, new, 1))
    result = build(tmp_path)
    assert result.code == 1
    assert told in result.output
    assert "rulebook.md:" in result.output


def test_lists_are_told_of_by_name(tmp_path: Path) -> None:
    write_book(
        tmp_path, '{% for list in lists("cards") %}{{ list.name }}: {{ list.count }} cards.{% endfor %}'
    )
    assert build(tmp_path).code == 0
    assert "6 cards." in text_of(tmp_path)
