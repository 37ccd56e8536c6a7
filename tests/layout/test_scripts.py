"""Letters that a font lacks: which font lends them, and that all letters of a script come from one."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from own_fonts import (
    DRAGON,
    collection,
    endless,
    font_package,
    forget_packages,
    layered,
    own_font,
    pixels,
    vectors,
)
from PIL import Image

from generator.catalog.problems import InputError
from generator.layout import font_packages
from generator.layout.colour import Colour
from generator.layout.fonts import FontBook, built_in_family, open_font
from generator.layout.scripts import SCRIPTS, clusters, in_order, is_emoji, package_hint, script_of

from .conftest import LayOut, words

ALEPHBET = "אבגדהוזחטיכלמנסעפצקרשתםןףץך"
POINTS = "\u05b8\u05bc"
VEHICLE = "\U0001f697"


@pytest.fixture(autouse=True)
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of installed packages, beside those that Gatepress needs and without that of other tests."""
    listed = font_packages._listed_names
    monkeypatch.setattr(font_packages, "_listed_names", lambda: listed() - {"rubik"})
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    forget_packages()
    yield folder
    forget_packages()


def fonts_in(found: object) -> list[tuple[str, str]]:
    """The font's file and the letters of each span of the first text that has letters, by font."""
    block = found.block  # type: ignore[attr-defined]
    said = [text.strip() for text in words(block)]
    files = [span.font.path.name for span in block.spans]
    return sorted((file, text) for file, text in zip(files, said, strict=True) if text)


def test_the_letters_of_a_script_come_from_one_font(site: Path, lay_out: LayOut) -> None:
    font_package(site, "whole", {400: own_font(ALEPHBET + POINTS)})
    found = lay_out(
        f'<text width="60">ab אב{POINTS}ג 5</text>',
        theme={"fonts": {"display": "Partial.ttf"}},
        files={"fonts/Partial.ttf": own_font("אב")},
    )
    assert found.problems == []
    assert fonts_in(found) == [
        ("SourceSansPro-Regular.ttf", "5"),
        ("SourceSansPro-Regular.ttf", "ab"),
        ("whole-400.ttf", f"אב{POINTS}ג"),
    ]


def test_the_fallback_that_a_theme_names_goes_first(site: Path, lay_out: LayOut) -> None:
    font_package(site, "other", {400: own_font(ALEPHBET)})
    font_package(site, "named", {400: own_font(ALEPHBET), 700: own_font(ALEPHBET), 900: own_font(ALEPHBET)})
    theme = {
        "fonts": {
            "body": {"font": "source-sans", "fallback": ["named"]},
            "title": {"font": "source-serif black", "fallback": "named"},
        }
    }
    for font, name in (("body", "named-400.ttf"), ("title", "named-900.ttf")):
        found = lay_out(f'<text width="60" font="{font}">אב</text>', theme=theme)
        assert fonts_in(found) == [(name, "אב")]


def test_bold_letters_are_lent_bold_ones(site: Path, lay_out: LayOut) -> None:
    font_package(site, "named", {400: own_font(ALEPHBET), 700: own_font(ALEPHBET)})
    for theme in ({"fonts": {}}, {"fonts": {"title": "named bold"}}):
        found = lay_out('<text width="60">א<b>ב</b></text>', theme=theme)
        assert fonts_in(found) == [("named-400.ttf", "א"), ("named-700.ttf", "ב")]


@pytest.mark.parametrize("fonts", [{}, {"title": {"font": "cinzel black", "fallback": "source-serif"}}])
def test_a_font_that_comes_along_is_as_heavy_as_the_role(fonts: object, lay_out: LayOut) -> None:
    theme = {"fonts": fonts or {"title": "cinzel black"}}
    (_, cyrillic) = fonts_in(lay_out('<text width="60" font="title">Gate Врата</text>', theme=theme))
    assert cyrillic[0].endswith("-Black.ttf")


def test_the_order_of_packages_is_that_of_the_table_then_their_names() -> None:
    packages = {"fontpkg-rubik", "fontpkg-a", "fontpkg-heebo", "fontpkg-b"}
    assert in_order(packages, "Hebr", "en") == ["fontpkg-heebo", "fontpkg-rubik", "fontpkg-a", "fontpkg-b"]
    han = {f"pylopdf-fonts-{name}" for name in ("jp", "ko", "zh-cn", "zh-tw")}
    firsts = {
        language: in_order(han, "Hani", language)[0] for language in ("en", "ja", "ko", "zh", "zh-Hant")
    }
    assert {name: first.removeprefix("pylopdf-fonts-") for name, first in firsts.items()} == {
        "en": "jp",
        "ja": "jp",
        "ko": "ko",
        "zh": "zh-cn",
        "zh-Hant": "zh-tw",
    }


def test_packages_that_list_nothing_are_known_by_their_files(site: Path, lay_out: LayOut) -> None:
    folder = site / "pylopdf_fonts_he"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "NotoSansHebrew-Regular.ttf").write_bytes(own_font(ALEPHBET))
    (folder / "NotoSansHebrew-Bold.ttf").write_bytes(own_font(ALEPHBET))
    (folder / "Broken-Regular.ttf").write_bytes(b"no font")
    info = site / "pylopdf_fonts_he-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Name: pylopdf-fonts-he\nLicense: SIL OFL 1.1\n")
    assert "noto-sans-hebrew" in font_packages.installed()
    package = font_packages.find_package("noto-sans-hebrew")
    assert package is not None
    assert (package.weights(), package.spdx) == (["regular", "bold"], "OFL-1.1")
    assert package.distribution == "pylopdf-fonts-he"
    found = lay_out('<text width="60">א<b>ב</b></text>', theme={"fonts": {"note": "noto-sans-hebrew"}})
    assert fonts_in(found) == [("NotoSansHebrew-Bold.ttf", "ב"), ("NotoSansHebrew-Regular.ttf", "א")]


def test_what_no_font_has_says_which_package_brings_it(lay_out: LayOut) -> None:
    found = lay_out('<text width="60">{{ name }}</text>', cards=[{"name": "אב"}])
    (warning,) = found.problems
    assert warning.endswith(
        "give the theme a font that has them, or install a package: fontpkg-heebo (Hebrew)"
    )
    assert package_hint("ا\U0001f409") == "fontpkg-noto-sans-arabic (Arabic), manimgx-fonts (Emoji)"
    assert package_hint("日あ") == "pylopdf-fonts-jp (Japanese)"
    assert package_hint("\ue000") == ""


def test_an_accent_stays_with_its_letter() -> None:
    family = built_in_family("source-sans")
    assert clusters("e\u0331b") == ["e\u0331", "b"]
    assert [script_of(letter) for letter in "aא一あ, "] == ["Latn", "Hebr", "Hani", "Hira", "", ""]
    assert open_font(family.regular).shape("a\u20e3").missing == "\u20e3"


def test_emoji_are_told_from_signs() -> None:
    sequence = "👩🏽\u200d🚀"
    assert clusters(f"{sequence}🇩🇪🇺🇸1\ufe0f\u20e3") == [sequence, "🇩🇪", "🇺🇸", "1\ufe0f\u20e3"]
    assert all(map(is_emoji, (sequence, "🇩🇪", "❤\ufe0f", "⚡")))
    assert not any(map(is_emoji, ("❤", "♠", "⚡\ufe0e", "1", "©")))


def test_the_samples_are_letters_of_their_scripts() -> None:
    for script in SCRIPTS[:-1]:
        assert {script_of(letter) for letter in script.sample} <= script.codes | {""}, script.name


# Collections


def test_a_font_of_a_collection_is_named_by_number_or_by_name(lay_out: LayOut) -> None:
    files = {"fonts/Two.ttc": collection(own_font("ab", "First One"), own_font("cd", "Second One"))}
    for font in ("Two.ttc#2", "Two.ttc#second one", {"regular": "Two.ttc", "face": "Second One"}):
        found = lay_out('<text width="60">cd</text>', theme={"fonts": {"body": font}}, files=files)
        assert (fonts_in(found), found.block.spans[0].font.name) == ([("Two.ttc", "cd")], "SecondOne")


@pytest.mark.parametrize(
    ("font", "message"),
    [
        ("Two.ttc", "Two.ttc is a collection of 2 fonts; name one of them: Two.ttc#1 (A), Two.ttc#2 (B)"),
        ("Two.ttc#3", "no font '3' in the collection Two.ttc; there are 1 (A), 2 (B)"),
        (
            {"regular": "Two.ttc", "face": "C"},
            "no font 'C' in the collection Two.ttc; there are 1 (A), 2 (B)",
        ),
        ("Two.ttc#AB", "no font 'AB' in the collection Two.ttc; there are 1 (A), 2 (B)"),
    ],
)
def test_a_font_that_a_collection_lacks(font: object, message: str, lay_out: LayOut) -> None:
    files = {"fonts/Two.ttc": collection(own_font("ab", "A"), own_font("cd", "B"))}
    found = lay_out('<text width="60">x</text>', theme={"fonts": {"body": font}}, files=files)
    assert [problem.partition("fonts.body: ")[2] for problem in found.problems] == [message]


@pytest.mark.parametrize("length", [4, 11, 13, 40, 200])
def test_a_collection_that_is_cut_off(length: int, tmp_path: Path) -> None:
    (tmp_path / "a.ttc").write_bytes(collection(own_font("ab"), own_font("cd"))[:length])
    for number in (None, 0, 1, 255):
        with pytest.raises(InputError):
            open_font(tmp_path / "a.ttc", None, number)


# Emoji in colours

RED_SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg"><g id="GLYPH"><path d="M0 0H900V-700H0Z" fill="#f00"/></g></svg>'
)


def red_png(mode: str = "RGBA") -> bytes:
    written = BytesIO()
    Image.new(mode, (40, 32), "red").save(written, "PNG")
    return written.getvalue()


KINDS = {
    "COLR": own_font(DRAGON, "Emoji", layered(DRAGON)),
    "SVG": own_font(DRAGON, "Emoji", vectors(DRAGON, RED_SVG)),
    "sbix": own_font(DRAGON, "Emoji", pixels(DRAGON, red_png())),
}
THEME = {"fonts": {"body": {"font": "source-sans", "fallback": ["Emoji.ttf"]}}}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("tone", ["colour", "one-tone"])
def test_an_emoji_is_a_picture_in_the_line(kind: str, tone: str, lay_out: LayOut) -> None:
    found = lay_out(
        f'<text width="60" fill="#0000ff">Pay {DRAGON}.</text>',
        theme={**THEME, "emoji": tone},
        files={"fonts/Emoji.ttf": KINDS[kind]},
    )
    assert found.problems == []
    (placed,) = found.block.icons
    assert placed.icon.name == DRAGON
    picture = placed.icon.picture
    assert picture is not None
    if picture.format == "svg":
        assert ("#f00" in picture.path.read_text()) == (tone == "colour")
        return
    with Image.open(picture.path) as image:
        red, _, blue, _ = image.convert("RGBA").getpixel((image.width // 4, image.height * 3 // 5))
    assert (red > blue) == (tone == "colour")


def test_a_glyph_without_letters_of_its_own_is_no_role(lay_out: LayOut) -> None:
    from fontTools.ttLib import TTFont

    font = TTFont(BytesIO(KINDS["sbix"]))
    del font["glyf"], font["loca"]
    written = BytesIO()
    font.save(written)
    files = {"fonts/Emoji.ttf": written.getvalue()}
    found = lay_out('<text width="60">x</text>', theme={"fonts": {"body": "Emoji.ttf"}}, files=files)
    assert "the font Emoji.ttf has pictures only; name it as a `fallback`" in found.problems[0]
    found = lay_out(f'<text width="60">{DRAGON}</text>', theme=THEME, files=files)
    assert [placed.icon.name for placed in found.block.icons] == [DRAGON]


@pytest.mark.parametrize(
    "font",
    [
        own_font(DRAGON, "Emoji", endless(DRAGON)),
        own_font(DRAGON, "Emoji", vectors(DRAGON, "<svg")),
        own_font(DRAGON, "Emoji", vectors(DRAGON, '<!DOCTYPE svg [<!ENTITY a "b">]>' + RED_SVG)),
        own_font(DRAGON, "Emoji", vectors(DRAGON, RED_SVG.replace("<path", "<g>" * 50_000))),
        own_font(DRAGON, "Emoji", pixels(DRAGON, b"\x89PNG\r\n\x1a\n no picture")),
    ],
    ids=["endless", "cut off", "entities", "deep", "no picture"],
)
def test_a_broken_picture_is_told_with_its_font(font: bytes, lay_out: LayOut) -> None:
    found = lay_out(f'<text width="60">{DRAGON}</text>', theme=THEME, files={"fonts/Emoji.ttf": font})
    (problem,) = found.problems
    assert f"the font Emoji.ttf is damaged: the picture of {DRAGON!r} can't be drawn" in problem


def test_text_of_a_font_in_colours_stays_text(lay_out: LayOut) -> None:
    found = lay_out(
        f'<text width="60">A{VEHICLE}{DRAGON}A</text>',
        theme={"fonts": {"body": "Own.ttf"}},
        files={"fonts/Own.ttf": own_font(f"A{DRAGON}{VEHICLE}", "Own", layered(DRAGON))},
    )
    assert fonts_in(found) == [("Own.ttf", "A"), ("Own.ttf", f"A{VEHICLE}")]
    assert len(found.block.icons) == 1


def test_the_tone_is_that_of_the_text() -> None:
    from generator.layout.colour_glyphs import _tinted

    blue = Colour(0.0, 0.0, 1.0)
    assert [_tinted(said, blue) for said in ("#000000", "white", "url(#a)")] == [
        "#0000ff",
        "#ffffff",
        "url(#a)",
    ]


def test_a_book_without_packages_asks_for_none() -> None:
    family = built_in_family("source-sans")
    (run,) = FontBook({"body": family}, []).runs("א", family, bold=False, italic=False)
    assert run.missing == "א"


@pytest.mark.parametrize(
    ("fallback", "problem"),
    [
        ("[source-serif, nope]", "3:54: error: fonts.body: no font 'nope'; there are source-sans, "),
        (
            "source-serif blod",
            "3:39: error: fonts.body: no weight 'blod' of source-serif; did you mean `bold`?",
        ),
        ("[{font: source-serif, fallback: x}]", "3:40: error: fonts.body: expected a font's name, "),
        ("5", "3:39: error: fonts.body: expected a font's name, "),
    ],
)
def test_a_wrong_fallback_is_told_with_its_place(fallback: str, problem: str, lay_out: LayOut) -> None:
    theme = f"emoji: colour\nfonts:\n  body: {{font: source-sans, fallback: {fallback}}}\n"
    found = lay_out('<text width="60">x</text>', theme=theme)
    assert found.problems[0].startswith(f"g/layouts/theme.yaml:{problem}")
