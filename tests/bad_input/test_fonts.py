"""Fonts of a game that are cut off, damaged, of another kind, or no files at all."""

from __future__ import annotations

import os
import socket
import struct
from collections.abc import Callable, Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from forks import run_forked
from games import run_here, write_game

from generator.layout.caches import clear_caches
from generator.layout.fonts import MAX_FONT, built_in_family

from .conftest import Refuse

THEME = "fonts:\n  body: A.ttf\n"
ROLE = "g/layouts/theme.yaml:2:9: error: fonts.body: "
ROLE_WARNING = "g/layouts/theme.yaml:2:9: warning: fonts.body: "
GLYPH = "g/layouts/theme.yaml:2:9: error: "
HINT = "; download or export it again"
DIRECTORY = 12
RECORD = 16
OFFSET = 8
"""Where a table's offset stands in its record."""


@cache
def sans() -> bytes:
    return built_in_family("source-sans").regular.read_bytes()


def record(data: bytes, tag: str) -> int:
    """Where the table's record in the directory begins."""
    return data.index(tag.encode(), DIRECTORY, DIRECTORY + RECORD * int.from_bytes(data[4:6], "big"))


def table(data: bytes, tag: str) -> tuple[int, int]:
    """Where a table begins, and how long it is."""
    return struct.unpack_from(">II", data, record(data, tag) + OFFSET)  # type: ignore[return-value]


def spoilt(tag: str, at: int, new: bytes) -> bytes:
    """Source Sans with some bytes of a table replaced."""
    start = table(sans(), tag)[0] + at
    return sans()[:start] + new + sans()[start + len(new) :]


def shortened(tag: str, length: int) -> bytes:
    at = record(sans(), tag) + OFFSET + 4
    return sans()[:at] + struct.pack(">I", length) + sans()[at + 4 :]


def renamed(tag: str, name: bytes) -> bytes:
    start = record(sans(), tag)
    return sans()[:start] + name + sans()[start + 4 :]


def moved(tag: str, start: int) -> bytes:
    at = record(sans(), tag) + OFFSET
    return sans()[:at] + struct.pack(">I", start) + sans()[at + 4 :]


def swapped(one: str, other: str) -> bytes:
    """Each of two tables where the directory says that the other is."""
    data = bytearray(sans())
    first, second = record(sans(), one) + OFFSET, record(sans(), other) + OFFSET
    data[first : first + 8], data[second : second + 8] = data[second : second + 8], data[first : first + 8]
    return bytes(data)


def glyph_of(letter: str) -> int:
    glyph = built_in_family("source-sans").file(bold=False, italic=False).shape(letter).glyphs[0]
    return glyph.glyph_id


def outline_of(letter: str) -> tuple[int, int]:
    """Where a letter's outline begins in ``glyf``, and where it ends."""
    loca = table(sans(), "loca")[0]
    return struct.unpack_from(">II", sans(), loca + 4 * glyph_of(letter))  # type: ignore[return-value]


def saved(change: Callable[[object], None]) -> bytes:
    """Source Sans after a change by fontTools."""
    from fontTools.ttLib import TTFont

    font = TTFont(BytesIO(sans()))
    change(font)
    file = BytesIO()
    font.save(file)
    return file.getvalue()


def without(*tags: str) -> bytes:
    def remove(font: object) -> None:
        for tag in tags:
            del font[tag]  # type: ignore[attr-defined]

    return saved(remove)


def without_characters() -> bytes:
    def empty(font: object) -> None:
        for one in font["cmap"].tables:  # type: ignore[index]
            if hasattr(one, "cmap"):
                one.cmap = {}

    return saved(empty)


def without_lines() -> bytes:
    """A font all of whose glyphs are blank."""
    start, length = table(sans(), "loca")
    return sans()[:start] + bytes(length) + sans()[start + length :]


def collection() -> bytes:
    from fontTools.ttLib import TTCollection, TTFont

    fonts = TTCollection()
    fonts.fonts = [TTFont(BytesIO(sans())), TTFont(BytesIO(sans()))]
    file = BytesIO()
    fonts.save(file)
    return file.getvalue()


def web_font() -> bytes:
    def pack(font: object) -> None:
        font.flavor = "woff"  # type: ignore[attr-defined]

    return saved(pack)


@pytest.mark.parametrize("percent", [0.1, 1, 10, 30, 50, 65, 80, 90, 97, 99.9])
def test_a_font_that_is_cut_off(refuse: Refuse, percent: float) -> None:
    (told,) = refuse(theme=THEME, files={"fonts/A.ttf": sans()[: int(len(sans()) * percent / 100)]})
    assert told.startswith((f"{ROLE}the font A.ttf is damaged: it ends ", f"{ROLE}A.ttf is not a TrueType"))
    assert told.endswith(HINT)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        pytest.param(
            lambda: b"",
            f"the font A.ttf is empty{HINT}",
            id="empty",
        ),
        pytest.param(
            lambda: sans()[:40],
            f"A.ttf is not a TrueType or OpenType font: it ends in its table directory{HINT}",
            id="cut off in the directory",
        ),
        pytest.param(
            lambda: renamed("glyf", b"gl\x93f"),
            f"A.ttf is not a TrueType or OpenType font: its table directory makes no sense{HINT}",
            id="a table's name that is not ASCII",
        ),
        pytest.param(
            lambda: renamed("GPOS", b"\xff\xfe\0\1"),
            f"A.ttf is not a TrueType or OpenType font: its table directory makes no sense{HINT}",
            id="a needless table's name that is not ASCII",
        ),
        pytest.param(
            lambda: renamed("hhea", b"head"),
            f"A.ttf is not a TrueType or OpenType font: its table directory makes no sense{HINT}",
            id="two tables of one name",
        ),
        pytest.param(
            lambda: moved("glyf", 0xFFFFFF00),
            f"the font A.ttf is damaged: it ends before the end of its table glyf{HINT}",
            id="a table beyond the end",
        ),
        pytest.param(
            lambda: without("hmtx"),
            f"the font A.ttf is damaged: its table hmtx is missing{HINT}",
            id="no widths",
        ),
        pytest.param(
            lambda: without("cmap"),
            f"the font A.ttf is damaged: its table cmap is missing{HINT}",
            id="no cmap",
        ),
        pytest.param(
            without_characters,
            "the font A.ttf has no letters; its table cmap names no glyph",
            id="an empty cmap",
        ),
        pytest.param(
            without_lines,
            "the font A.ttf has no letters; none of its glyphs has an outline",
            id="blank glyphs only",
        ),
        pytest.param(
            lambda: without("glyf", "loca"),
            "A.ttf has no outlines; fonts are .ttf or .otf files with outlines",
            id="no outlines, as in fonts of bitmaps",
        ),
        pytest.param(
            lambda: renamed("glyf", b"CFF2"),
            "A.ttf has variable PostScript outlines; fonts are .ttf or .otf files with outlines",
            id="variable PostScript outlines",
        ),
        pytest.param(
            collection,
            "A.ttf is a collection of 2 fonts; name one of them: A.ttf#1 (Source Sans Pro), "
            "A.ttf#2 (Source Sans Pro)",
            id="a collection",
        ),
        pytest.param(web_font, "A.ttf is packed for the web; convert it to .ttf", id="a web font"),
        pytest.param(
            lambda: spoilt("head", 12, b"\0\0\0\0"),
            f"the font A.ttf is damaged: its table head makes no sense{HINT}",
            id="a wrong magic number",
        ),
        pytest.param(
            lambda: spoilt("head", 18, b"\0\0"),
            f"the font A.ttf is damaged: its table head makes no sense{HINT}",
            id="no units in the em",
        ),
        pytest.param(
            lambda: spoilt("maxp", 4, b"\xff\xff"),
            f"the font A.ttf is damaged: its table loca is too short for its glyphs{HINT}",
            id="more glyphs than there are",
        ),
        pytest.param(
            lambda: spoilt("hhea", 34, b"\xff\xff"),
            f"the font A.ttf is damaged: its table hmtx is too short for its glyphs{HINT}",
            id="more widths than there are",
        ),
        pytest.param(
            lambda: shortened("hmtx", 400),
            f"the font A.ttf is damaged: its table hmtx is too short for its glyphs{HINT}",
            id="fewer widths than it says",
        ),
        pytest.param(
            lambda: spoilt("maxp", 0, b"\0\0\0\0"),
            f"the font A.ttf is damaged: no glyphs can be taken out of it{HINT}",
            id="an unknown version of maxp",
        ),
        pytest.param(
            lambda: swapped("head", "hhea"),
            f"the font A.ttf is damaged: its table head is too short{HINT}",
            id="two tables in each other's place",
        ),
        pytest.param(
            lambda: sans() + bytes(MAX_FONT),
            "the font A.ttf can't be opened: the file is larger than 32 MiB",
            id="too large",
        ),
    ],
)
def test_a_font_that_is_of_no_use(refuse: Refuse, data: Callable[[], bytes], told: str) -> None:
    assert refuse(theme=THEME, files={"fonts/A.ttf": data()}) == [ROLE + told]


@pytest.mark.parametrize("name", ["A.otf", "A.TTC", "A.woff", "A.woff2"])
def test_every_kind_of_font_file_is_looked_at(refuse: Refuse, name: str) -> None:
    told = refuse(theme=f"fonts:\n  body: {name}\n", files={f"fonts/{name}": without("glyf", "loca")})
    assert told == [f"{ROLE}{name} has no outlines; fonts are .ttf or .otf files with outlines"]


@cache
def postscript() -> bytes:
    return built_in_family("source-sans").regular.with_suffix(".otf").read_bytes()


@pytest.mark.parametrize("at", [0, 2, 3, 4, 20, 60, 400, 3000, 20000])
@pytest.mark.parametrize("new", [b"\xff\xff\xff\xff", b"\0\0\0\0"])
def test_damaged_postscript_outlines_print_or_are_refused(tmp_path: Path, at: int, new: bytes) -> None:
    start = table(postscript(), "CFF ")[0] + at
    data = postscript()[:start] + new + postscript()[start + len(new) :]
    game = write_game(tmp_path / "g", theme="fonts:\n  body: A.otf\n", files={"fonts/A.otf": data})
    done = run_forked("build", game, cwd=tmp_path)
    assert done.code in (0, 1)
    assert "Traceback" not in done.output
    assert (done.code == 1) == ("error: " in done.output)


def test_a_style_that_is_damaged_is_told_at_its_own_place(refuse: Refuse) -> None:
    theme = "fonts:\n  body:\n    regular: A.ttf\n    italic: B.ttf\n"
    files = {"fonts/A.ttf": sans(), "fonts/B.ttf": sans()[:-9]}
    (told,) = refuse(theme=theme, files=files)
    assert told.startswith("g/layouts/theme.yaml:4:13: error: fonts.body: the font B.ttf is damaged: ")


def test_all_damaged_fonts_are_told_at_once(refuse: Refuse) -> None:
    theme = "fonts:\n  body: A.ttf\n  title: B.ttf\n"
    told = refuse(theme=theme, files={"fonts/A.ttf": sans()[:-9], "fonts/B.ttf": b""})
    assert [line.partition(" fonts.")[2].partition(":")[0] for line in told] == ["body", "title"]


# Letters that it can't draw


def test_a_letter_whose_outline_is_damaged(refuse: Refuse) -> None:
    """HarfBuzz would draw nothing, so that the letter would be gone from the card."""
    start, end = outline_of("K")
    data = spoilt("glyf", start + 10, b"\xff" * (end - start - 10))
    told = refuse(theme=THEME, files={"fonts/A.ttf": data})
    assert told == [
        f"{ROLE_WARNING}the font A.ttf may be damaged: the checksum of its table glyf is wrong{HINT}",
        f"{GLYPH}the font A.ttf is damaged: the outline of 'K' can't be drawn (card knight){HINT}",
    ]


def test_a_letter_whose_outline_lies_elsewhere(refuse: Refuse) -> None:
    data = spoilt("loca", 4 * glyph_of("K"), b"\x7f\xff\xff\xff")
    assert refuse(theme=THEME, files={"fonts/A.ttf": data})[-1] == (
        f"{GLYPH}the font A.ttf is damaged: the outline of 'K' can't be drawn (card knight){HINT}"
    )


def test_a_letter_without_an_outline(refuse: Refuse) -> None:
    start, _ = outline_of("K")
    data = spoilt("loca", 4 * (glyph_of("K") + 1), struct.pack(">I", start))
    assert refuse(theme=THEME, files={"fonts/A.ttf": data})[-1] == (
        f"{GLYPH}the font A.ttf has an empty glyph for 'K' (card knight); give the text another font"
    )


def test_letters_that_are_not_printed_may_be_damaged(tmp_path: Path) -> None:
    start, end = outline_of("Q")
    data = spoilt("glyf", start + 10, b"\xff" * (end - start - 10))
    game = write_game(tmp_path / "g", theme=THEME, files={"fonts/A.ttf": data})
    done = run_here("build", game, "--no-cache", "--out", tmp_path / "out")
    assert done.code == 0, done.output
    (warning,) = done.problems
    assert "warning: fonts.body: the font A.ttf may be damaged: the checksum of its table glyf" in warning


@pytest.mark.parametrize("letter", ["K", "·"])
def test_rulebooks_tell_it_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, letter: str) -> None:
    """The dot stands in the footer only, which is set when the pages are painted."""
    start, end = outline_of(letter)
    data = spoilt("glyf", start + 10, b"\xff" * (end - start - 10))
    game = {
        "title": "Tiny",
        "theme": "theme.yaml",
        "rulebook": {"text": "rules.md"},
        "components": {"cards": {"size": "poker", "cards": "cards.yaml", "front": "card.xml.j2"}},
    }
    files = {"fonts/A.ttf": data, "rules.md": "# Tiny\n\nThe Knight moves.\n", "layouts/theme.yaml": THEME}
    monkeypatch.chdir(tmp_path)
    write_game(tmp_path / "g", game=game, cards=[{"name": "x"}], files=files)
    clear_caches()
    done = run_here("build", "g", "--no-cache")
    assert done.code == 1
    damaged = f"{GLYPH}the font A.ttf is damaged: the outline of {letter!r} can't be drawn{HINT}"
    assert damaged in done.problems
    assert not (tmp_path / "output").exists()


@pytest.mark.parametrize("tag", ["BASE", "DSIG", "GDEF", "GSUB", "OS/2", "name", "post", "gasp", "prep"])
def test_what_no_print_needs_may_be_damaged(tmp_path: Path, tag: str) -> None:
    _, length = table(sans(), tag)
    game = write_game(tmp_path / "g", theme=THEME, files={"fonts/A.ttf": spoilt(tag, 0, b"\xa5" * length)})
    clear_caches()
    done = run_here("build", game, "--no-cache", "--out", tmp_path / "out")
    assert done.code == 0, done.output
    assert all("warning: " in line for line in done.problems)


def test_a_variable_font_prints_as_it_is_by_default(tmp_path: Path) -> None:
    def vary(font: object) -> None:
        from fontTools.ttLib import newTable
        from fontTools.ttLib.tables._f_v_a_r import Axis

        axis = Axis()
        axis.axisTag, axis.axisNameID = "wght", 256
        axis.minValue, axis.defaultValue, axis.maxValue = 200.0, 400.0, 900.0
        font["fvar"] = newTable("fvar")  # type: ignore[index]
        font["fvar"].axes = [axis]  # type: ignore[index]

    game = write_game(tmp_path / "g", theme=THEME, files={"fonts/A.ttf": saved(vary)})
    done = run_here("build", game, "--no-cache", "--out", tmp_path / "out")
    assert (done.code, done.problems) == (0, [])


# What is no file


def odd_files() -> Iterator[pytest.ParameterSet]:
    """Things that are no regular files, each with how it is made and what is told of it."""

    def listening(path: Path) -> None:
        with socket.socket(socket.AF_UNIX) as one:
            one.bind(path.name)

    yield pytest.param(Path.mkdir, "'fonts/A.ttf' is a folder, a file is needed", id="a folder")
    if hasattr(os, "mkfifo"):
        irregular = "the font A.ttf can't be opened: this is not a regular file"
        yield pytest.param(os.mkfifo, irregular, id="a pipe")
        yield pytest.param(listening, irregular, id="a socket")
        loop = "no file named 'A.ttf' in "
        yield pytest.param(lambda path: path.symlink_to(path.name), loop, id="a link to itself")
        for device in ("/dev/zero", "/dev/random", "/dev/null"):
            leaves = "the path 'fonts/A.ttf' leaves the game's folder through a link"
            yield pytest.param(lambda path, to=device: path.symlink_to(to), leaves, id=device)


@pytest.mark.parametrize(("make", "told"), list(odd_files()))
def test_what_is_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make: Callable[[Path], None], told: str
) -> None:
    """In a process of its own, for that the build comes to an end is half of the test."""
    game = write_game(tmp_path / "g", theme=THEME, files={"fonts/read-me.txt": ""})
    monkeypatch.chdir(game / "fonts")
    make(game / "fonts" / "A.ttf")
    for command in ("build", "check"):
        done = run_forked(command, "g", cwd=tmp_path)
        assert done.code == 1, done.output
        assert f"{ROLE}{told}" in done.output
        assert "Traceback" not in done.output
    assert not (tmp_path / "output").exists()
