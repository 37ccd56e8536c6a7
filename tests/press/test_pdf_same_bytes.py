"""The same input gives the same bytes; the printed content hash follows what is printed, nothing else."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from games import run, write_game

from generator.layout.fonts import built_in_family

from .pdf_games import build_game, build_one, replaced


def picture(red: int) -> bytes:
    """A PNG of one pixel."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    rows = zlib.compress(bytes([0, red, 0, 0]))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


SVG = '<svg viewBox="0 0 8 8"><path d="M0 0h8v8z" fill="red"/></svg>'
CARVED = "extends: woodcut\nhatch: {gap: 1.5, width: 0.7, angle: -38, flat: [skin, sun, hair, coat, metal]}\n"
ICON = '<svg viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>'
FRONT = """\
<card><rect width="63.5" height="88.9" fill="linear(90, ink, white)"/>
<image href="{{ art }}" x="5" y="30" width="10" height="10"/>
<image href="shape.svg" x="25" y="30" width="10" height="10" opacity="0.5"/>
<icon name="own" x="40" y="30" width="8" height="8" fill="ink"/>
<figure x="5" y="50" width="30" height="24" style="carved" name="Ann"/>
<g opacity="0.5"><rect width="9" height="9"/><circle r="7"/></g>
<text x="4" y="4" width="55"><b>{{ name }}</b> <i>costs</i> {{ text|rich }}</text></card>
"""


def rich_game(folder: Path) -> Path:
    """A game that uses all whose order could depend on anything: fonts, art, icons, gradients, figures."""
    return write_game(
        folder,
        cards=[
            {"name": f"Card {number}", "text": "one {sword} **two**", "copies": number % 3 + 1, "art": art}
            for number, art in enumerate(["a.png", "b.png"] * 5)
        ],
        front=FRONT,
        back='<card><text width="60" font="title">{{ game.title }}</text></card>',
        theme={"palette": {"ink": "#203040"}, "fonts": {"title": "source-serif"}},
        files={
            "art/a.png": picture(10),
            "art/b.png": picture(20),
            "art/shape.svg": SVG,
            "icons/own.svg": ICON,
            "layouts/figures/styles/carved.yaml": CARVED,
        },
    )


@pytest.mark.slow
def test_two_runs_in_other_places_and_processes_give_the_same_bytes(tmp_path: Path) -> None:
    """Another hash seed, working directory, output folder, and another copy of the game."""
    files = []
    for seed in ("0", "1", "7"):
        place = tmp_path / f"place-{seed}"
        place.mkdir()
        game = rich_game(tmp_path / f"copy-{seed}" / "tiny")
        options = ("--out", tmp_path / f"out-{seed}", "--paper", "a4", "--paper", "letter")
        done = run("build", game, *options, cwd=place, environment={"PYTHONHASHSEED": seed})
        assert done.code == 0, done.output
        made = sorted((tmp_path / f"out-{seed}").rglob("*.pdf"))
        files.append({path.name: path.read_bytes() for path in made})
    assert len(files[0]) == 2
    assert files[0] == files[1] == files[2]


def test_building_again_and_building_more_beside_it_change_nothing(tmp_path: Path) -> None:
    game = rich_game(tmp_path / "tiny")
    alone = build_one(game, papers="letter").pdf.path.read_bytes()
    build_game(game, papers="a4")
    assert build_one(game, papers="letter").pdf.path.read_bytes() == alone


def content(game: Path) -> str:
    """The hash that is printed; picture files are read anew, as another run of the command does."""
    from generator.layout.pictures import read_picture

    read_picture.cache_clear()
    return build_one(game).written.content


def new_art(game: Path) -> None:
    (game / "art/a.png").write_bytes(picture(11))


@pytest.mark.parametrize(
    "change",
    [
        replaced("cards.yaml", "Card 3", "Card three"),
        replaced("cards.yaml", "**two**", "*two*"),
        replaced("cards.yaml", "copies: 1", "copies: 2"),
        replaced("cards.yaml", "a.png", "b.png"),
        replaced("layouts/card.xml.j2", 'height="9"', 'height="9.5"'),
        replaced("layouts/back.xml.j2", 'width="60"', 'width="59"'),
        replaced("layouts/theme.yaml", "#203040", "#203041"),
        replaced("layouts/theme.yaml", "source-serif", "source-serif black"),
        replaced("art/shape.svg", "red", "blue"),
        replaced("icons/own.svg", "h8v8", "h8v7"),
        replaced("game.yaml", "title: Tiny", "title: Small"),
        replaced("game.yaml", "size: poker", "size: tarot"),
        new_art,
    ],
    ids=[
        "name",
        "markup",
        "copies",
        "other art",
        "front",
        "back",
        "palette",
        "font",
        "svg",
        "icon",
        "text on the back",
        "size",
        "pixels",
    ],
)
def test_the_content_hash_changes_with_what_is_printed(
    tmp_path: Path, change: Callable[[Path], None]
) -> None:
    game = rich_game(tmp_path / "tiny")
    before = content(game)
    change(game)
    assert content(game) != before


def test_the_content_hash_changes_with_a_font_of_the_game(tmp_path: Path) -> None:
    hashes = set()
    for weight in ("light", "black"):
        data = built_in_family(f"source-sans {weight}").regular.read_bytes()
        theme = {"fonts": {"body": "Own.ttf"}}
        game = write_game(tmp_path / weight / "tiny", theme=theme, files={"fonts/Own.ttf": data})
        hashes.add(content(game))
    assert len(hashes) == 2


@pytest.mark.parametrize(
    "change",
    [
        replaced("cards.yaml", "- name: Card 0", "# the first\n- name: Card 0"),
        replaced("cards.yaml", "name: Card 4", "name: 'Card 4'  # the fifth"),
        replaced("game.yaml", "title: Tiny", "# mine\ntitle: Tiny\ndesigner: Somebody"),
        replaced("layouts/theme.yaml", "palette:", "# colours\npalette:"),
    ],
    ids=["comment", "quotes", "designer", "theme comment"],
)
def test_the_content_hash_stays_where_nothing_else_is_printed(
    tmp_path: Path, change: Callable[[Path], None]
) -> None:
    game = rich_game(tmp_path / "tiny")
    before = content(game)
    change(game)
    assert content(game) == before


def test_paper_and_marks_do_not_change_the_content_hash(tmp_path: Path) -> None:
    """It says which state of the game a sheet shows, so A4 and Letter sheets of one state agree."""
    game = rich_game(tmp_path / "tiny")
    first = build_one(game).written.content
    assert build_one(game, papers="letter", marks="lines", backs="duplex-short").written.content == first
