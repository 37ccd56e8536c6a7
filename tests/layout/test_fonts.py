"""Fonts: shaping, fallback, weights and files of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.catalog.problems import InputError
from generator.layout.fonts import (
    BUILT_IN,
    SIGNS,
    WEIGHTS,
    Family,
    FontBook,
    FontFile,
    built_in_family,
    open_font,
    package_folder,
)

from .conftest import LayOut, words

SANS, SERIF = built_in_family("source-sans"), built_in_family("source-serif")
OWN = package_folder("font_source_serif_pro") / "files" / "SourceSerifPro-Black.ttf"


def regular(family: Family) -> FontFile:
    return family.file(bold=False, italic=False)


@pytest.mark.parametrize("family", [SANS, SERIF])
def test_kerning_narrows_a_pair(family: Family) -> None:
    font = regular(family)
    assert font.shape("AV").width < font.shape("A").width + font.shape("V").width


def test_the_width_is_that_of_the_glyphs() -> None:
    shaped = regular(SANS).shape("Kniġhts")
    assert shaped.width == pytest.approx(sum(glyph.advance for glyph in shaped.glyphs) / 1000)
    assert "".join(glyph.text for glyph in shaped.glyphs) == "Kniġhts"


@pytest.mark.parametrize("weight", WEIGHTS)
@pytest.mark.parametrize("name", BUILT_IN)
def test_every_weight_has_all_its_files(name: str, weight: str) -> None:
    family = built_in_family(f"{name} {weight}")
    for bold in (False, True):
        for italic in (False, True):
            assert family.file(bold=bold, italic=italic).shape("Gate").missing == ""


def test_bold_is_wider_than_light() -> None:
    light = regular(built_in_family("source-sans light"))
    assert regular(built_in_family("source-sans black")).shape("gate").width > light.shape("gate").width


@pytest.mark.parametrize(
    ("text", "hint"),
    [("source-snas", "did you mean `source-sans`?"), ("source-sans blod", "did you mean `bold`?")],
)
def test_a_misspelt_font_is_suggested(text: str, hint: str) -> None:
    with pytest.raises(InputError) as caught:
        built_in_family(text)
    assert caught.value.hint == hint


def narrow_font(folder: Path) -> Path:
    """A font file that has the capital A only."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    font = TTFont(OWN)
    subsetter = Subsetter(Options())
    subsetter.populate(text="A")
    subsetter.subset(font)
    path = folder / "OnlyA.ttf"
    font.save(path)
    return path


def test_a_character_that_a_font_lacks_comes_from_the_next(tmp_path: Path) -> None:
    only_a = Family(*[narrow_font(tmp_path)] * 4)
    book = FontBook({"body": only_a}, [only_a, SERIF])
    runs = book.runs("ABBA", only_a, bold=False, italic=False)
    assert [(run.text, run.font) for run in runs] == [
        ("A", regular(only_a)),
        ("BB", regular(SERIF)),
        ("A", regular(only_a)),
    ]
    assert not any(run.missing for run in runs)


def test_a_character_that_no_font_has_is_told_and_printed_as_a_box(lay_out: LayOut) -> None:
    found = lay_out('<text id="title" width="60">{{ name }}</text>', cards=[{"name": "Gate \u4e00\u4e8c"}])
    assert words(found.block) == ["Gate \u4e00\u4e8c"]
    (told,) = found.problems
    assert told == (
        "g/layouts/card.xml.j2:2:1: warning: title: no font has 2 of its letters: 一 二; "
        "boxes are printed instead (card gate); give the theme a font that has them, or install a package: "
        "pylopdf-fonts-jp (Japanese), pylopdf-fonts-zh-cn (simplified Chinese), "
        "pylopdf-fonts-zh-tw (traditional Chinese), pylopdf-fonts-ko (Korean)"
    )


def test_a_theme_brings_a_font_of_its_own(lay_out: LayOut) -> None:
    found = lay_out(
        '<text width="60" font="display">Gate</text>',
        theme={"fonts": {"display": "Own.ttf"}},
        files={"fonts/Own.ttf": OWN.read_bytes()},
    )
    (span,) = found.block.spans
    assert span.font.name == "SourceSerifPro-Black"
    assert span.font.path.name == "Own.ttf"


@pytest.mark.parametrize("signs", ["♠♥♦♣", "⚀⚁⚂⚃⚄⚅", "♔♕♖♗♘♙♚♛♜♝♞♟", "★☆✗⚔☠"])
def test_common_signs_come_from_the_icon_fonts(signs: str, lay_out: LayOut) -> None:
    found = lay_out('<text width="60">{{ name }}</text>', cards=[{"name": f"Pay 2 {signs}"}])
    assert found.problems == []
    assert "".join(words(found.block)) == f"Pay 2 {signs}"
    assert {span.font.path.parent.name for span in found.block.spans} == {"files", "icon_fonts"}


def test_every_sign_has_a_picture() -> None:
    for family in SIGNS:
        font = open_font(family.regular)
        assert len({font.shape(chr(sign)).glyphs[0].glyph_id for sign in font.signs} | {0}) > 5
        assert not any(font.shape(chr(sign)).missing for sign in font.signs)


def test_icon_fonts_stand_in_for_signs_alone() -> None:
    """Font Awesome has icons under letters, too."""
    assert not any(open_font(family.regular).has(letter) for family in SIGNS for letter in "Aa0\uf04b")


def test_styles_that_an_own_font_lacks_fall_back_to_those_it_has(lay_out: LayOut) -> None:
    found = lay_out(
        '<text width="60"><b>a</b><i>b</i><b><i>c</i></b></text>',
        theme={"fonts": {"body": {"regular": "R.ttf", "bold": "B.ttf"}}},
        files={"fonts/R.ttf": regular(SANS).path.read_bytes(), "fonts/B.ttf": OWN.read_bytes()},
    )
    assert [span.font.path.name for span in found.block.spans] == ["B.ttf", "R.ttf", "B.ttf"]


def test_a_role_that_the_theme_lacks_is_suggested(lay_out: LayOut) -> None:
    found = lay_out('<text width="60" font="numerl">1</text>', theme={"fonts": {"numeral": "source-serif"}})
    assert found.problems == [
        "g/layouts/card.xml.j2:2:1: error: <text font>: no font role 'numerl' in the theme (card knight); "
        "did you mean `numeral`?"
    ]


def test_what_is_no_font(tmp_path: Path) -> None:
    path = tmp_path / "a.ttf"
    path.write_bytes(b"\0\1\0\0" + b"x" * 200)
    with pytest.raises(InputError, match=r"a\.ttf is not a TrueType or OpenType font"):
        open_font(path)


def test_what_cannot_be_seen_is_not_missing() -> None:
    """Emoji come with a variation selector, and names from the web with joiners."""
    runs = FontBook({"body": SERIF}, []).runs("\U0001f9d9\ufe0f\u200d", SERIF, bold=False, italic=False)
    assert "".join(run.missing for run in runs) == "\U0001f9d9"


def test_what_is_never_seen_has_no_glyph_in_a_font_without_a_space() -> None:
    for text in ("\ufe0f", "\u200d\ufe0f"):
        assert open_font(SIGNS[0].regular).shape(text).glyphs == ()
