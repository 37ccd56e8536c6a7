"""What a rulebook says comes from the game's data, wherever it stands there."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.layout.fonts import built_in_family

from .books import build, laid_out, pages_of, text_of, write_book

TEXT = """\
# Rules

{{ game.rules.points }} points, {{ count("cards") }} cards, the Knight has {{ card("knight").power }}.

{% for one in cards("cards") %}
- {{ one.name }}: {{ one.power }}
{% endfor %}

```components
- {component: cards, name: cards}
- {component: cards/knight, name: knights}
- {count: 3, name: dice}
```
"""


def test_numbers_and_counts_are_those_of_the_data(tmp_path: Path) -> None:
    write_book(tmp_path, TEXT)
    assert build(tmp_path).code == 0
    text = text_of(tmp_path)
    assert "100 points, 6 cards, the Knight has 3." in text
    assert "Knight: 3" in text
    assert "Bishop & Sons: 2" in text
    assert "6 cards" in text
    assert "4 knights" in text
    assert "3 dice" in text


def test_another_value_in_the_data_is_another_one_in_the_rules(tmp_path: Path) -> None:
    write_book(tmp_path, TEXT, cards=[{"name": "Knight", "power": 7, "copies": 5}])
    assert build(tmp_path).code == 0
    assert "100 points, 5 cards, the Knight has 7." in text_of(tmp_path)


def test_a_step_has_its_whole_number(tmp_path: Path) -> None:
    write_book(tmp_path, "1984. The first year.\n\n- In short:\n\n  1066. Another.\n")
    assert build(tmp_path).code == 0
    assert "1984 The first year." in text_of(tmp_path)
    assert "1066. Another." in text_of(tmp_path)


def test_an_empty_list_of_components_names_all(tmp_path: Path) -> None:
    write_book(tmp_path, "```components\n```\n")
    assert build(tmp_path).code == 0
    assert "6 Cards" in text_of(tmp_path)


def test_other_markdown_files_of_the_game_are_taken_in(tmp_path: Path) -> None:
    write_book(
        tmp_path, '# One\n\n{% include "faq.md" %}\n', files={"faq.md": "Asked {{ count('cards') }} times."}
    )
    assert build(tmp_path).code == 0
    assert "Asked 6 times." in text_of(tmp_path)


def test_macros_of_the_layouts_can_be_used_in_diagrams(tmp_path: Path) -> None:
    macros = '{% macro spot(x) %}<text x="{{ x }}" width="20">Spot</text>{% endmacro %}'
    text = (
        '{% from "spots.xml.j2" import spot %}\n```diagram\n'
        '<card width="{{ page.column }}" height="20">{{ spot(3) }}</card>\n```\n'
    )
    write_book(tmp_path, text, files={"layouts/spots.xml.j2": macros})
    assert build(tmp_path).code == 0
    assert "Spot" in text_of(tmp_path)


def test_the_credits_name_fonts_and_icons_with_their_licences(tmp_path: Path) -> None:
    write_book(tmp_path, "{mdi6.sword}\n\n```credits\nThanks to all.\n```\n")
    assert build(tmp_path).code == 0
    text = text_of(tmp_path)
    assert "Thanks to all." in text
    assert "Source Sans Pro and Source Serif Pro (SIL Open Font License 1.1" in text
    assert "Material Design Icons 6, Apache-2.0" in text
    assert "Phosphor" not in text


def test_fonts_of_packages_are_named_with_their_licences(tmp_path: Path) -> None:
    theme = "fonts: {title: cinzel bold, body: vollkorn, label: source-sans}"
    folder = write_book(tmp_path, "# One\n\n```credits\n```\n", files={"layouts/theme.yaml": theme})
    game = folder / "game.yaml"
    game.write_text(game.read_text() + "theme: theme.yaml\n")
    assert build(tmp_path).code == 0
    text = text_of(tmp_path)
    assert "Cinzel and Vollkorn (SIL Open Font License 1.1)" in text
    assert "Source Sans Pro (SIL Open Font License 1.1, Adobe)" in text


def test_a_font_of_the_game_that_nothing_is_known_of_is_named_by_its_file(tmp_path: Path) -> None:
    font = built_in_family("source-sans").regular.read_bytes()
    files = {"layouts/theme.yaml": "fonts: {title: Quill.ttf}", "fonts/Quill.ttf": font}
    folder = write_book(tmp_path, "# One\n\n```credits\n```\n", files=files)
    game = folder / "game.yaml"
    game.write_text(game.read_text() + "theme: theme.yaml\n")
    assert build(tmp_path).code == 0
    assert "Quill" in text_of(tmp_path)


LONG = "".join(f"## Part {number}\n\n" + "Many words stand here. " * 90 + "\n\n" for number in range(14))


@pytest.mark.parametrize("form", ["booklet", "sheet"])
def test_contents_say_on_which_page_each_heading_really_stands(tmp_path: Path, form: str) -> None:
    folder = write_book(tmp_path, LONG, rulebook={"form": form})
    book = laid_out(folder)
    assert len(book.pages) > 4
    real = {
        placed.piece.heading.title: number
        for number, page in enumerate(book.pages, 1)
        for placed in page
        if placed.piece.heading is not None
    }
    assert {entry.heading.title: entry.page for entry in book.contents} == real
    assert len(real) == 14


def test_a_short_rulebook_has_no_contents(tmp_path: Path) -> None:
    write_book(tmp_path, "# One\n\nWords.\n", rulebook={"form": "sheet"})
    assert build(tmp_path).code == 0
    assert "Contents" not in text_of(tmp_path)


def test_a_text_of_any_length_flows_on_and_none_of_it_is_lost(tmp_path: Path) -> None:
    words = [f"word{number}" for number in range(3000)]
    write_book(tmp_path, " ".join(words), rulebook={"form": "sheet", "columns": 3})
    assert build(tmp_path).code == 0
    text = text_of(tmp_path)
    assert [word for word in text.split() if word.startswith("word")] == words


def test_two_pages_that_are_three_are_printed_with_a_warning(tmp_path: Path) -> None:
    write_book(tmp_path, LONG)
    result = build(tmp_path)
    assert result.code == 0
    assert "and one sheet has 2" in result.output
    assert len(pages_of(tmp_path / "out" / "tiny" / "rulebook-a4.pdf")) > 2


def test_a_title_with_a_mark_of_its_own_takes_no_full_stop(tmp_path: Path) -> None:
    folder = write_book(tmp_path, "# One\n\n```credits\n```\n")
    game = folder / "game.yaml"
    game.write_text(game.read_text().replace("title: Tiny", "title: Tiny!"))
    assert build(tmp_path).code == 0
    assert "Tiny! Version" in text_of(tmp_path)
