"""Words in the finished file: every font embedded and subset, every word copied out as it was written."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from games import write_game
from own_fonts import own_font
from PIL import ImageChops

from generator.layout.fonts import built_in_family

from .pdf_games import build_one
from .pdf_measure import Pdf

PAGE = '<card><text x="4" y="4" width="55" size="10">{{ text|rich }}</text></card>'


def fonts(pdf: Pdf) -> list[Any]:
    """Every font dictionary of the file that text can be set in, reachable or not."""
    return [
        thing
        for thing in pdf.raw.objects
        if isinstance(thing, pikepdf.Dictionary)
        and thing.get("/Type") == "/Font"
        and not str(thing.get("/Subtype")).startswith("/CIDFont")
    ]


def printed(tmp_path: Path, text: str, front: str = PAGE, **given: Any) -> str:
    game = write_game(tmp_path, cards=[{"name": "a", "text": text}], front=front)
    (page,) = build_one(game, form="pod", **given).pdf.texts()
    return page


def test_every_font_is_an_embedded_subset_with_a_way_back_to_text(tmp_path: Path) -> None:
    front = """\
    <card><text width="60"><b>Bold</b> <i>italic</i> <b><i>both</i></b> plain</text>
    <text y="20" width="60" font="title">Title {{ "→" }} <span font="body">x</span></text></card>"""
    pdf = build_one(write_game(tmp_path, front=front)).pdf
    found = fonts(pdf)
    assert len(found) >= 5
    for font in found:
        assert re.fullmatch(r"/[A-Z]{6}\+SourceS[A-Za-z-]+", str(font.BaseFont))
        assert font.Subtype == "/Type0"
        (descendant,) = font.DescendantFonts
        assert descendant.BaseFont == font.BaseFont
        assert descendant.FontDescriptor.FontName == font.BaseFont
        program = descendant.FontDescriptor.FontFile2.read_bytes()
        assert program[:4] == b"\x00\x01\x00\x00"
        assert 500 < len(program) < 40_000, "a subset, not the whole file"
        assert len(program) == int(descendant.FontDescriptor.FontFile2.Length1)
        assert b"beginbfchar" in font.ToUnicode.read_bytes()
    assert b"Helvetica" not in pdf.path.read_bytes()
    assert {str(font.BaseFont)[8:] for font in found} >= {
        "SourceSansPro-Regular",
        "SourceSansPro-Bold",
        "SourceSansPro-It",
        "SourceSansPro-BoldIt",
        "SourceSerifPro-Bold",
    }


def test_a_glyph_is_as_wide_in_the_file_as_in_the_font(tmp_path: Path) -> None:
    """Readers that select text, and printers that substitute, go by these widths."""
    from fontTools.ttLib import TTFont

    game = write_game(tmp_path, cards=[{"name": "a", "text": "Wim 1, illi."}], front=PAGE)
    pdf = build_one(game, form="pod").pdf
    (font,) = fonts(pdf)
    widths: dict[int, float] = {}
    entries = list(font.DescendantFonts[0].W)
    for first, values in zip(entries[::2], entries[1::2], strict=True):
        widths |= {int(first) + offset: float(value) for offset, value in enumerate(values)}
    source = TTFont(built_in_family("source-sans").regular)
    order, cmap, metrics = source.getGlyphOrder(), source.getBestCmap(), source["hmtx"].metrics
    for character in "Wim 1,l.":
        name = cmap[ord(character)]
        assert widths[order.index(name)] == pytest.approx(metrics[name][0] * 1000 / source["head"].unitsPerEm)


@pytest.mark.parametrize(
    "text",
    [
        "AVATAR Yeti To Wave LTV P. A",
        "difficult office fluffy affix flag ffi",
        "Ça déjà Zoë Ångström Łódź straße ŠČŘŽ",
        "Привет Ελλάδα",
        "“quotes” – dash — … 1/2 ½ × ≥ €",
        "x₂ y²",
    ],
)
def test_words_are_copied_as_they_were_written(tmp_path: Path, text: str) -> None:
    assert " ".join(printed(tmp_path, text).split()) == text


@pytest.mark.parametrize("size", ["6", "9.25", "24"])
def test_bold_and_italic_inside_a_line_leave_words_whole(tmp_path: Path, size: str) -> None:
    front = f'<card><text x="2" width="400" height="20" size="{size}">{{{{ text|rich }}}}</text></card>'
    text = printed(tmp_path, "Gain **two** gold, *then* pay **one**. **First** strike", front)
    assert text.strip() == "Gain two gold, then pay one. First strike"


def test_justified_and_widely_set_words_stay_whole(tmp_path: Path) -> None:
    front = """\
    <card><text x="4" y="4" width="30" size="9" align="justify">{{ text }}</text>
    <text x="4" y="60" width="55" size="7" letter-spacing="1">Widely set words</text></card>"""
    words = "Banks of earth and a ditch raised by hands that left no name"
    assert printed(tmp_path, words, front).split() == [*words.split(), "Widely", "set", "words"]


def test_of_several_readings_of_a_glyph_the_plain_one_is_given(tmp_path: Path) -> None:
    """In many fonts the fixed and the common space are one glyph; whoever searches text means the latter."""
    game = write_game(
        tmp_path,
        cards=[{"name": "a", "text": "100\u00a0points then more\u00a0cards"}],
        front=PAGE,
        theme={"fonts": {"body": "Own.ttf"}},
        files={"fonts/Own.ttf": font_with_one_space()},
    )
    pdf = build_one(game, form="pod").pdf
    (font,) = fonts(pdf)
    readings = re.findall(rb"<\w{4}> <(\w+)>", font.ToUnicode.read_bytes())
    assert b"0020" in readings
    assert b"00A0" not in readings
    assert pdf.texts()[0].strip() == "100 points then more cards"


def font_with_one_space() -> bytes:
    from fontTools.ttLib import TTFont

    font = TTFont(built_in_family("source-sans").regular)
    for table in font["cmap"].tables:
        if 0xA0 in table.cmap:
            table.cmap[0xA0] = table.cmap[0x20]
    data = BytesIO()
    font.save(data)
    return data.getvalue()


@pytest.mark.parametrize("text", ["x\u0302 then xenon", "X\u0302\u0301 then Xx\u0323 x"])
def test_an_accent_without_a_letter_of_its_own_leaves_the_plain_letter_plain(
    tmp_path: Path, text: str
) -> None:
    assert text.split("then")[1] in printed(tmp_path, text)
    assert "x\u0302 x" in printed(tmp_path / "both", "x\u0302 x")


def test_one_accent_is_raised_over_another(tmp_path: Path) -> None:
    once, twice = (ink_box(tmp_path / name, name) for name in ("x\u0302", "x\u0302\u0302"))
    assert once[3] - once[1] + 20 < twice[3] - twice[1]
    assert abs(once[3] - twice[3]) <= 1


def test_letters_behind_an_accent_stand_where_they_stand_without_it(tmp_path: Path) -> None:
    """A mark that is set back over its letter must not pull the rest of the word with it."""
    plain, accented = (ink_box(tmp_path / name, name) for name in ("xHH", "x\u0302HH"))
    assert abs(plain[2] - accented[2]) <= 1


def ink_box(folder: Path, text: str) -> tuple[int, int, int, int]:
    """The pixels at 300 dpi that ``text`` covers when it is printed in 30 pt."""
    front = '<card><text x="4" y="15" width="55" size="30">{{ text }}</text></card>'
    game = write_game(folder, cards=[{"name": "a", "text": text}], front=front)
    raster = build_one(game, form="pod").pdf.raster(0, 300).convert("L")
    box = raster.point(lambda value: 255 - value).getbbox()
    assert box is not None
    return box


def test_a_font_of_the_game_is_embedded_as_well(tmp_path: Path) -> None:
    data = built_in_family("source-serif black").regular.read_bytes()
    game = write_game(
        tmp_path,
        front='<card><text width="60" font="own">Own words</text></card>',
        theme={"fonts": {"own": "Own.ttf"}},
        files={"fonts/Own.ttf": data},
    )
    pdf = build_one(game, form="pod").pdf
    (font,) = fonts(pdf)
    assert str(font.BaseFont).endswith("+SourceSerifPro-Black")
    assert pdf.texts()[0].strip() == "Own words"


def test_a_page_without_words_embeds_no_font(tmp_path: Path) -> None:
    game = write_game(tmp_path, front='<card><rect width="5" height="5"/></card>')
    assert fonts(build_one(game, form="pod").pdf) == []


OTF = built_in_family("source-serif").regular.with_suffix(".otf")


def with_cids(data: bytes) -> bytes:
    """The font with CIDs in the place of glyph names, none of which is the number of its glyph."""
    from fontTools.cffLib import FDArrayIndex, FDSelect, FontDict
    from fontTools.ttLib import TTFont

    font = TTFont(BytesIO(data))
    cff = font["CFF "].cff
    top = cff.topDictIndex[0]
    order = font.getGlyphOrder()
    names = [".notdef", *(f"cid{2 * number + 7:05d}" for number in range(1, len(order)))]
    top.ROS = ("Adobe", "Identity", 0)
    top.CIDCount = 2 * len(order) + 8
    strings = top.CharStrings
    strings.charStrings = dict(zip(names, (strings.charStrings[name] for name in order), strict=True))
    top.charset = names
    part = FontDict()
    part.Private = top.Private
    part.FontName = "Part"
    top.FDArray = FDArrayIndex()
    top.FDArray.append(part)
    top.FDSelect = FDSelect()
    top.FDSelect.format = 3
    top.FDSelect.gidArray = [0] * len(order)
    strings.fdArray, strings.fdSelect = top.FDArray, top.FDSelect
    del top.Private
    top.rawDict.pop("Encoding", None)
    mapping = dict(zip(order, names, strict=True))
    for table in font["cmap"].tables:
        table.cmap = {code: mapping[name] for code, name in table.cmap.items()}
    font["hmtx"].metrics = {mapping[name]: value for name, value in font["hmtx"].metrics.items()}
    for tag in set(font.keys()) - {
        "cmap",
        "hmtx",
        "CFF ",
        "head",
        "hhea",
        "maxp",
        "name",
        "OS/2",
        "post",
        "GlyphOrder",
    }:
        del font[tag]
    font["post"].formatType = 3.0
    font.setGlyphOrder(names)
    saved = BytesIO()
    font.save(saved)
    return saved.getvalue()


@pytest.mark.parametrize("make", [lambda data: data, with_cids], ids=["names", "CIDs"])
def test_postscript_outlines_print_as_those_of_truetype(
    tmp_path: Path, make: Callable[[bytes], bytes]
) -> None:
    text = "Fiends off a 12-foot quay"
    drawn = {}
    for name, data in (
        ("own.otf", make(OTF.read_bytes())),
        ("own.ttf", OTF.with_suffix(".ttf").read_bytes()),
    ):
        game = write_game(
            tmp_path / name,
            cards=[{"name": "a", "text": text}],
            front=PAGE,
            theme={"fonts": {"body": name}},
            files={f"fonts/{name}": data},
        )
        pdf = build_one(game, form="pod").pdf
        (drawn[name],) = pdf.rasters(100)
        if name == "own.otf":
            assert pdf.texts()[0].split() == text.split()
            (font,) = fonts(pdf)
            descriptor = font.DescendantFonts[0].FontDescriptor
            assert "/FontFile3" in descriptor
    difference = ImageChops.difference(*(image.convert("L").resize((60, 84)) for image in drawn.values()))
    assert difference.getextrema()[1] < 40
    assert min(image.convert("L").getextrema()[0] for image in drawn.values()) < 60


def test_a_letter_of_several_glyphs_is_copied_as_the_letter(tmp_path: Path) -> None:
    """HarfBuzz sets the vowel of a Thai word as a ring and a vowel, which stand elsewhere by themselves."""
    water, letters = "น้ำ", "น้ำาํ"
    folder = write_game(
        tmp_path / "g",
        cards=[{"name": f"{water} นา {water}"}],
        theme={"fonts": {"body": "Thai.ttf"}},
        files={"fonts/Thai.ttf": own_font(f"{letters} ")},
    )
    assert build_one(folder).pdf.texts()[0].startswith(f"{water} นา {water}")
