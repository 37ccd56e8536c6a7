"""Fonts of installed packages: found by name, cut to a weight, refused with a hint."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from generator.catalog.problems import InputError
from generator.layout.font_packages import find_package, installed, named_family

from .conftest import LayOut

STYLES = ((False, False), (True, False), (False, True), (True, True))


def names(text: str) -> list[str]:
    family = named_family(text)
    return [family.file(bold=bold, italic=italic).name for bold, italic in STYLES]


def test_a_family_of_files_for_each_weight() -> None:
    assert names("barlow semibold") == [
        "Barlow-SemiBold",
        "Barlow-Black",
        "Barlow-SemiBoldItalic",
        "Barlow-BlackItalic",
    ]


def test_a_variable_family_is_cut_to_the_weights() -> None:
    assert names("vollkorn") == ["Vollkorn-400", "Vollkorn-700", "Vollkorn-Italic-400", "Vollkorn-Italic-700"]
    widths = [
        named_family(f"cinzel {weight}").file(bold=False, italic=False).shape("GATE").width
        for weight in ("regular", "bold", "black")
    ]
    assert widths == sorted(widths)
    assert len(set(widths)) == 3


def test_styles_that_a_package_lacks_fall_back_to_those_it_has() -> None:
    assert names("rowdies") == ["Rowdies-Regular", "Rowdies-Bold"] * 2
    assert set(names("marcellus")) == {"Marcellus-Regular"}


def test_figures_are_as_high_as_capitals() -> None:
    font = named_family("vollkorn").file(bold=False, italic=False)
    (one,) = font.shape("1").glyphs
    (letter,) = font.shape("H").glyphs
    heights = [font.font.get_glyph_extents(glyph.glyph_id).y_bearing for glyph in (one, letter)]
    assert heights[0] == pytest.approx(heights[1], rel=0.05)


def test_a_theme_names_it_like_a_font_that_is_built_in(lay_out: LayOut) -> None:
    found = lay_out('<text width="60" font="title">Gate 5</text>', theme={"fonts": {"title": "cinzel black"}})
    assert found.problems == []
    assert {span.font.name for span in found.block.spans} == {"Cinzel-900"}


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("cinzle", "no font 'cinzle'", "did you mean `cinzel`?"),
        ("cinzle bold", "no font 'cinzle bold'", "did you mean `cinzel`?"),
        ("barlow sembold", "no weight 'sembold' of barlow", "did you mean `semibold`?"),
        ("rowdies black", "no weight 'black' of rowdies", "light, regular, bold"),
        ("cinzel thin", "no weight 'thin' of cinzel", "regular, medium, semibold, bold, extrabold, black"),
    ],
)
def test_what_is_not_there_is_told_with_a_hint(text: str, message: str, hint: str) -> None:
    with pytest.raises(InputError) as refused:
        named_family(text)
    assert (refused.value.message, refused.value.hint) == (message, hint)


def test_another_font_is_told_where_it_comes_from() -> None:
    with pytest.raises(InputError) as refused:
        named_family("garamond-of-mine")
    assert refused.value.hint is not None
    assert refused.value.hint.startswith("there are source-sans, source-serif, alegreya-sans, ")
    assert refused.value.hint.endswith("or come with a package fontpkg-NAME")


@pytest.fixture
def own_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package that is just installed."""
    found = find_package("marcellus")
    assert found is not None
    folder = tmp_path / "fontpkg_my_own"
    shutil.copytree(found.folder, folder)
    monkeypatch.syspath_prepend(tmp_path)
    find_package.cache_clear()
    return folder


@pytest.mark.usefixtures("own_package")
def test_any_installed_package_is_found() -> None:
    assert "my-own" in installed()
    assert names("my-own")[0] == "Marcellus-Regular"


@pytest.mark.parametrize("listing", ["", "[]", "{}", '{"files": [{"path": 5}]}', json.dumps({"files": 7})])
def test_a_damaged_package_is_refused(own_package: Path, listing: str) -> None:
    (own_package / "metadata.json").write_text(listing)
    with pytest.raises(InputError, match="the package fontpkg-my-own is damaged"):
        named_family("my-own")
    find_package.cache_clear()


def test_a_package_without_its_font_is_refused(own_package: Path) -> None:
    shutil.rmtree(own_package / "files")
    with pytest.raises(InputError, match=r"the font Marcellus-Regular.ttf can't be opened"):
        named_family("my-own").file(bold=False, italic=False)
