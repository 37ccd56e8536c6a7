"""SVG art that is wrong, or that hangs, crashes or swells what draws it."""

from __future__ import annotations

import base64
import gzip
import os
import signal
import struct
import subprocess
import sys
import time
import zlib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from forks import run_forked
from games import PROJECT, run_here, write_game

from .conftest import Refuse, check_refused

HREF = "g/layouts/card.xml.j2:2:1: error: <image href>: "
NAMES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
LAYOUT = '<card>\n<image href="a.svg" width="20" height="20"/>\n</card>'
DIAGRAM = LAYOUT.replace("<card>", '<card width="30" height="30">')
BY_CARD = LAYOUT.replace("a.svg", "{{ art }}")
EXPORT = "simplify its filters and masks, or export it as PNG at 300 dpi of its printed size"
SQUARE = '<rect width="24" height="24" {}/>'
MASKS = (
    "".join(
        f'<mask id="m{number}"><g mask="url(#m{number + 1})">{SQUARE.format("")}</g></mask>'
        for number in range(3_000)
    )
    + '<mask id="m3000"/>'
)
HANGS = '<filter id="f"><feTurbulence baseFrequency="0.5" numOctaves="9999999"/></filter>' + SQUARE.format(
    'filter="url(#f)"'
)
CRASHES = MASKS + SQUARE.format('mask="url(#m0)"')
SWELLS = 'width="1" height="100000000"'
ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="where memory is bounded")


def svg(inside: str, root: str = "", view_box: str = "0 0 24 24") -> bytes:
    return f'<svg {NAMES} viewBox="{view_box}" {root}>{inside}</svg>'.encode()


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


@cache
def black_png(side: int) -> bytes:
    """One bit for a pixel, so that a file of some kilobytes decodes to gigabytes."""
    # Rows that refer to nothing before them are packed once; the sum of so many zeros is known.
    packer, rows = zlib.compressobj(9, wbits=-15), bytes(100 * (1 + side // 8))
    block, times = packer.compress(rows) + packer.flush(zlib.Z_FULL_FLUSH), side // 100
    total = struct.pack(">HH", len(rows) * times % 65_521, 1)
    packed = b"\x78\xda" + block * times + packer.flush() + total
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


def embedded(data: bytes, kind: str = "image/png", tag: str = "image", name: str = "xlink:href") -> str:
    return f'<{tag} width="9" height="9" {name}="data:{kind};base64,{base64.b64encode(data).decode()}"/>'


def nested(times: int) -> bytes:
    """An SVG in an SVG in an SVG …"""
    data = svg("<text>a</text>")
    for _ in range(times):
        data = svg(embedded(data, "image/svg+xml"))
    return data


SIDES = "a viewBox is four numbers up to 1,000,000, the last two above 0: 0 0 100 100"


@pytest.mark.parametrize("inside", ['<rect width="3" height="3"/>', "<text>plain or not</text>"])
@pytest.mark.parametrize(
    ("view_box", "told"),
    [
        ("a b c d", "has a wrong viewBox: 'a b c d'"),
        ("none", "has a wrong viewBox: 'none'"),
        ("0 0 24", "has a wrong viewBox: '0 0 24'"),
        ("0 0 24 24 24", "has a wrong viewBox: '0 0 24 24 24'"),
        ("0 0 24px 24px", "has a wrong viewBox: '0 0 24px 24px'"),
        ("0 0 nan 24", "has a wrong viewBox: '0 0 nan 24'"),
        ("0 0 inf 24", "has a wrong viewBox: '0 0 inf 24'"),
        ("0 0 1e300 1e300", "has a wrong viewBox: '0 0 1e300 1e300'"),
        ("0 0 0 24", "has no size: its viewBox is '0 0 0 24'"),
        ("0 0 24 0", "has no size: its viewBox is '0 0 24 0'"),
        ("0 0 -24 24", "has no size: its viewBox is '0 0 -24 24'"),
        pytest.param("x" * 9_000, f"has a wrong viewBox: '{'x' * 39}…'", id="long"),
    ],
)
def test_a_wrong_view_box_names_its_svg(refuse: Refuse, inside: str, view_box: str, told: str) -> None:
    found = refuse(front=LAYOUT, files={"art/a.svg": svg(inside, 'width="9" height="9"', view_box)})
    assert found == [f"{HREF}the picture a.svg {told} (card knight); {SIDES}"]


@pytest.mark.parametrize(
    ("view_box", "told"),
    [("a b", "has a wrong viewBox: 'a b'"), ("0 0 0 9", "has no size: its viewBox is '0 0 0 9'")],
)
@pytest.mark.parametrize("layout", ['<icon name="a" width="9" height="9"/>', '<text><icon name="a"/></text>'])
def test_a_wrong_view_box_names_its_icon(refuse: Refuse, layout: str, view_box: str, told: str) -> None:
    icon = f'<svg viewBox="{view_box}"><path d="M0 0H9V9Z"/></svg>'
    layout = layout.replace("<text>", '<text width="9">')
    (found,) = refuse(front=f"<card>\n{layout}\n</card>", files={"icons/a.svg": icon})
    assert found.startswith("g/layouts/card.xml.j2:2:")
    assert f"the picture a.svg {told} (card knight)" in found


@pytest.mark.parametrize(
    ("data", "told"),
    [
        pytest.param(
            svg(embedded(black_png(30_000))),
            "the picture a.svg holds one of more than 30 million pixels (card knight); "
            "scale it to 300 dpi of its printed size",
            id="a picture of gigabytes",
        ),
        pytest.param(
            svg("<filter id='f'>" + embedded(black_png(12_000), tag="feImage", name="href") + "</filter>"),
            "the picture a.svg holds one of more than 30 million pixels (card knight); "
            "scale it to 300 dpi of its printed size",
            id="in a filter",
        ),
        pytest.param(
            svg(embedded(black_png(6_000), "image/jpeg")),
            "the picture a.svg holds one of more than 30 million pixels (card knight); "
            "scale it to 300 dpi of its printed size",
            id="called by another name",
        ),
        pytest.param(
            svg(embedded(svg(embedded(black_png(30_000))), "image/svg+xml")),
            "the picture embedded in a.svg holds one of more than 30 million pixels (card knight); "
            "scale it to 300 dpi of its printed size",
            id="in an embedded SVG",
        ),
        pytest.param(
            svg('<image href="data:image/svg+xml,%3Csvg%3E%3Cimage href=%22/etc/passwd%22/%3E%3C/svg%3E"/>'),
            "the picture embedded in a.svg needs another file: '/etc/passwd' (card knight); "
            "embed it in the SVG",
            id="an embedded SVG that shows a file",
        ),
        pytest.param(
            svg(embedded(gzip.compress(svg(HANGS)), "image/svg+xml")),
            "the picture a.svg holds a compressed picture (card knight); embed it as plain SVG",
            id="an embedded SVG, compressed",
        ),
        pytest.param(
            nested(6),
            "the picture embedded in a.svg holds pictures nested more than 5 deep (card knight)",
            id="SVG in SVG",
        ),
        pytest.param(
            svg("<g/>" * 600_000),
            "the picture a.svg has more than 500,000 elements (card knight); "
            "export it as PNG at 300 dpi of its printed size",
            id="elements without measure",
        ),
        pytest.param(
            b"<!DOCTYPE svg [<!ATTLIST g a CDATA 'x'>]>" + svg("<g/>"),
            "the picture a.svg declares entities (card knight); save it as plain SVG",
            id="attributes for all elements",
        ),
        *(
            pytest.param(
                f'<?xml version="1.0" encoding="{name}"?>'.encode() + svg("<text>a</text>"),
                f"the picture a.svg is not well-formed SVG: {told} (card knight)",
                id=f"encoding {name}",
            )
            for name, told in [
                ("foo", "unknown encoding: foo"),
                ("utf-7", "multi-byte encodings are not supported"),
            ]
        ),
        pytest.param(
            b'<html><svg viewBox="0 0 4 4"/></html>',
            "the picture a.svg does not begin as SVG does (card knight); "
            'its first element is <svg xmlns="http://www.w3.org/2000/svg">',
            id="a web page",
        ),
        pytest.param(
            svg("<text>a</text>", view_box="0 0 1 20000"),
            "the picture a.svg measures 1 × 20000, more than 10,000 to 1 (card knight); "
            "give its <svg> a viewBox as large as the drawing",
            id="a thread",
        ),
        pytest.param(
            f'<svg {NAMES} width="1e400" height="1e400"><text>a</text></svg>'.encode(),
            "the picture a.svg has no size (card knight); give its <svg> a viewBox",
            id="infinite",
        ),
    ],
)
def test_a_file_that_is_refused_before_it_is_drawn(refuse: Refuse, data: bytes, told: str) -> None:
    assert refuse(front=LAYOUT, files={"art/a.svg": data}) == [HREF + told]


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.press.rasterizer.SECONDS", 0.6)


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Every process that is started; none of them may be left."""
    started: list[subprocess.Popen[bytes]] = []

    class Noted(subprocess.Popen):  # type: ignore[type-arg]
        def __init__(self, *arguments: Any, **named: Any) -> None:
            super().__init__(*arguments, **named)
            started.append(self)

    monkeypatch.setattr(subprocess, "Popen", Noted)
    yield started
    assert [process.returncode for process in started if process.returncode is None] == []


def told(reason: str, card: str = "knight", picture: str = "a.svg") -> str:
    return f"{HREF}the picture {picture} can't be drawn: {reason} (card {card}); {EXPORT}"


OVERDUE = "it takes more than 1 seconds"
TOO_LARGE = "it takes more than 1 GB of memory"


@pytest.mark.slow
@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    "inside",
    [
        pytest.param(HANGS, id="octaves"),
        pytest.param(
            '<filter id="f"><feMorphology radius="9"/></filter>' + SQUARE.format('filter="url(#f)"'),
            id="morphology",
        ),
        pytest.param(embedded(svg(HANGS), "image/svg+xml"), id="embedded"),
        pytest.param(400 * embedded(black_png(5_400)), id="many pictures"),
        pytest.param(
            "<style>" + "rect{fill:red}" * 9_000 + "</style>" + "<rect/>" * 9_000, id="style sheets"
        ),
    ],
)
def test_art_that_takes_too_long(
    refuse: Refuse, processes: list[subprocess.Popen[bytes]], inside: str
) -> None:
    assert refuse(front=LAYOUT, files={"art/a.svg": svg(inside)}) == [told(OVERDUE)]
    assert len(processes) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="a crash has another name there")
def test_art_that_crashes_what_draws_it(refuse: Refuse, processes: list[subprocess.Popen[bytes]]) -> None:
    (found,) = refuse(front=LAYOUT, files={"art/a.svg": svg(CRASHES)})
    assert found in (told("drawing it crashes (SIGSEGV)"), told("drawing it crashes (SIGBUS)"))
    assert len(processes) == 1


def test_art_that_makes_what_draws_it_panic(refuse: Refuse) -> None:
    inside = '<rect width="9" height="9" stroke="red" stroke-width="1e5" transform="scale(1e6)"/>'
    assert refuse(front=LAYOUT, files={"art/a.svg": svg(inside)}) == [
        told("drawing it crashes (exit status 1)")
    ]


@ON_LINUX
def test_art_that_takes_the_memory(refuse: Refuse, processes: list[subprocess.Popen[bytes]]) -> None:
    assert refuse(front=LAYOUT, files={"art/a.svg": svg("<text>a</text>", SWELLS)}) == [told(TOO_LARGE)]
    assert len(processes) == 1


@pytest.mark.slow
def test_references_that_multiply(refuse: Refuse) -> None:
    groups = "".join(
        f'<g id="u{number + 1}"><use href="#u{number}"/><use href="#u{number}" x="1"/></g>'
        for number in range(60)
    )
    data = svg(f'<defs><text id="u0">a</text>{groups}</defs><use href="#u60"/>')
    (found,) = refuse(front=LAYOUT, files={"art/a.svg": data})
    assert found.startswith(f"{HREF}the picture a.svg can't be drawn: ")


MANY: Mapping[str, Any] = {
    "cards": [{"name": name, "art": f"{name.lower()}.svg"} for name in ("Knight", "Bishop", "Rook", "Queen")],
    "files": {
        "art/knight.svg": svg(HANGS),
        "art/bishop.svg": svg(CRASHES),
        "art/rook.svg": svg('<text>sound</text><rect filter="blur(1)" width="9" height="9"/>'),
        "art/queen.svg": svg(HANGS + "<text>otherwise</text>"),
    },
}


def check_many(found: list[str]) -> None:
    assert len(found) == 3
    assert found[0] == told(OVERDUE, "knight", "knight.svg")
    assert found[1].startswith(f"{HREF}the picture bishop.svg can't be drawn: drawing it crashes (")
    assert found[2] == told(OVERDUE, "queen", "queen.svg")


@pytest.mark.slow
@pytest.mark.usefixtures("impatient", "processes")
def test_all_art_that_can_not_be_drawn_is_told_at_once(refuse: Refuse) -> None:
    check_many(refuse(front=BY_CARD, **MANY))


@pytest.mark.slow
@pytest.mark.usefixtures("impatient", "processes")
def test_it_is_told_beside_errors_of_another_kind(refuse: Refuse) -> None:
    layout = BY_CARD.replace("</card>", '{% if name == "Rook" %}<rect fill="blurple"/>{% endif %}</card>')
    found = refuse(front=layout, **MANY)
    check_many([line for line in found if "can't be drawn" in line])
    assert any("blurple" in line for line in found)


@pytest.mark.slow
@pytest.mark.usefixtures("impatient", "processes")
def test_a_check_tells_it_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_game(tmp_path / "g", front=BY_CARD, **MANY)
    done = run_here("check", "g")
    assert done.code == 1
    check_many([line for line in done.stdout.splitlines() if "can't be drawn" in line])


@pytest.mark.slow
@pytest.mark.usefixtures("impatient", "processes")
def test_a_contact_sheet_tells_it_too(refuse: Refuse) -> None:
    check_many(refuse(front=BY_CARD, arguments=["--contact"], **MANY))


@pytest.mark.slow
@pytest.mark.usefixtures("impatient", "processes")
def test_a_comparison_tells_it_too(tmp_path: Path, out: Path) -> None:
    write_game(tmp_path / "old" / "g", front=LAYOUT, files={"art/a.svg": svg("<text>sound</text>")})
    write_game(tmp_path / "g", front=LAYOUT, files={"art/a.svg": svg(HANGS)})
    result = run_here("diff", "old/g", "g", "--out", "out")
    check_refused(result, out)
    assert told(OVERDUE) in result.stderr


@pytest.mark.slow
@pytest.mark.usefixtures("impatient", "processes")
@pytest.mark.parametrize(
    ("block", "place"),
    [
        (f"```diagram\n{DIAGRAM}\n```", "g/rulebook.md:"),
        ("```card\nshow: knight\n```", HREF),
    ],
    ids=["diagram", "card"],
)
def test_a_rulebook_tells_it_too(refuse: Refuse, block: str, place: str) -> None:
    parts = {"cards": {"size": "poker", "cards": "cards.yaml", "front": "card.xml.j2", "safe": 0}}
    (found,) = refuse(
        game=yaml.safe_dump({"title": "G", "rulebook": {}, "components": parts}),
        front=LAYOUT,
        files={"rulebook.md": f"# G\n\n{block}\n", "art/a.svg": svg(HANGS)},
        arguments=["--only", "rulebook"],
    )
    assert found.startswith(place)
    assert f"<image href>: the picture a.svg can't be drawn: {OVERDUE}" in found


@pytest.mark.slow
@pytest.mark.usefixtures("impatient", "processes")
def test_nobody_waits_for_every_picture_of_a_hopeless_deck(refuse: Refuse) -> None:
    """After three that hang, the others are told without being tried."""
    names = [f"Card {number}" for number in range(40)]
    cards = [{"name": name, "art": f"{number}.svg"} for number, name in enumerate(names)]
    files = {f"art/{number}.svg": svg(f"<title>{number}</title>{HANGS}") for number in range(40)}
    found = refuse(front=BY_CARD, cards=cards, files=files)
    assert sum("it takes more than 1 seconds" in line for line in found) == 3
    # Of many that are alike some are told.
    assert sum("3 others took too long before" in line for line in found) > 5


@pytest.mark.slow
@pytest.mark.usefixtures("impatient")
def test_the_command_ends_in_time(tmp_path: Path) -> None:
    write_game(tmp_path / "g", front=LAYOUT, files={"art/a.svg": svg(HANGS)})
    done = run_forked("build", "g", "--no-cache", cwd=tmp_path, timeout=120)
    assert done.code == 1
    assert done.problems == [told(OVERDUE)]
    assert "Traceback" not in done.output


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_ends_what_draws_too(tmp_path: Path) -> None:
    write_game(tmp_path / "g", front=LAYOUT, files={"art/a.svg": svg(HANGS)})
    command = [sys.executable, "-m", "generator", "build", "g", "--no-cache"]
    environment = {**os.environ, "PYTHONPATH": str(PROJECT)}
    with subprocess.Popen(
        command, cwd=tmp_path, env=environment, stderr=subprocess.PIPE, start_new_session=True
    ) as process:
        deadline = time.monotonic() + 60
        while len(members(process.pid)) < 2 and time.monotonic() < deadline:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60)[1].count(b"Traceback") == 0
    assert process.returncode == 130
    assert members(process.pid) == []


def members(session: int) -> list[int]:
    """The processes of a session."""
    listed = subprocess.run(
        ["ps", "-A", "-o", "pid=,sess=" if sys.platform == "linux" else "pid=,pgid="],
        capture_output=True,
        text=True,
        check=True,
    )
    rows = [line.split() for line in listed.stdout.splitlines()]
    return [int(pid) for pid, owner in rows if owner == str(session)]
