"""Icons that are pictures, and SVG with something in it that is not drawn."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import yaml
from effort import effort
from games import run_here, write_game
from PIL import Image

from generator.layout.caches import clear_caches
from generator.layout.icons import IconBook

from .conftest import Refuse

X = 'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"'
LINE = '<card>\n<text y="5" width="50" size="9">Pay <icon name="coin"/> now</text>\n</card>'
BOX = '<card>\n<icon name="coin" x="9" y="9" width="9" height="9"/>\n</card>'
RICH = '<card>\n<text y="5" width="50" size="9">{{ text | rich }}</text>\n</card>'
ICON = "g/layouts/card.xml.j2:2:1: error: <icon name>: "
TEXT = "g/layouts/card.xml.j2:2:1: error: "
DRAWN = "turn texts into paths, and the rest into plain shapes, or export it as PNG"


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    """Files of one path differ from test to test."""
    clear_caches()
    yield
    clear_caches()


def png(width: int = 64, height: int = 64, mode: str = "RGBA") -> bytes:
    data = BytesIO()
    Image.new(mode, (width, height), "#c09020").save(data, "PNG")
    return data.getvalue()


def svg(inside: str) -> str:
    return f"<svg {X}>{inside}</svg>"


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"\x89PNG\r\n\x1a\nrest", "the picture coin.png is a broken PNG: it ends too early"),
        (png()[:-30], "the picture coin.png is a broken PNG: it ends too early"),
        (b"", "the picture coin.png is empty"),
        (b"GIF89a", "the picture coin.png is a broken GIF"),
        pytest.param(
            png(70_000, 1, "L"),
            "the picture coin.png has 70000 × 1 pixels, more than 65,535 in a row",
            id="long",
        ),
        pytest.param(
            png(11_000, 10_000, "1"),
            "the picture coin.png has 11000 × 10000 pixels, more than 100 million",
            id="huge",
        ),
        pytest.param(
            b"\x89PNG\r\n\x1a\n" + bytes(26 * 1024 * 1024), "the picture coin.png is 26 MiB, more", id="heavy"
        ),
    ],
)
def test_a_broken_icon_is_told_wherever_it_stands(refuse: Refuse, data: bytes, told: str) -> None:
    (in_box,) = refuse(front=BOX, files={"icons/coin.png": data})
    assert in_box.startswith(f"{ICON}{told}")
    (in_line,) = refuse(front=LINE, files={"icons/coin.png": data})
    assert in_line.startswith(f"{TEXT}{told}")


@pytest.mark.parametrize("front", [LINE, BOX])
def test_an_icon_whose_pixels_end_early(refuse: Refuse, front: str) -> None:
    data = BytesIO()
    Image.effect_noise((64, 64), 90).convert("RGB").save(data, "JPEG")
    scan = data.getvalue()
    cut = scan[: len(scan) // 2] + b"\xff\xd9"
    (found,) = refuse(front=front, files={"icons/coin.jpg": cut})
    assert found.startswith(f"{ICON}the picture coin.jpg is a broken JPEG: ")


def test_one_broken_icon_on_many_cards_is_told_once(refuse: Refuse) -> None:
    cards = [{"name": f"Card {number}", "text": "{coin}"} for number in range(30)]
    (found,) = refuse(front=RICH, cards=cards, files={"icons/coin.png": b"nothing"})
    assert (
        "coin.png is not a PNG, JPEG, SVG, WebP, GIF, BMP or TIFF picture (card card-0 and 29 others)"
        in found
    )


def test_a_missing_icon_is_suggested_among_pictures_too(refuse: Refuse) -> None:
    cards = [{"name": "Knight", "text": "{doubloom} {doubloon.png}"}]
    found = refuse(front=RICH, cards=cards, files={"icons/doubloon.png": png()}, arguments=("--strict",))
    assert found[0].endswith(" (card knight); did you mean `doubloon`?")
    assert found[1].endswith(" (card knight); an icon goes without its ending: `doubloon`")


def test_many_unknown_icons_take_no_time(tmp_path: Path) -> None:
    """Each has a suggestion, and each is looked for once."""
    book = IconBook(["mdi6"], [tmp_path])
    names = [f"shield-crossed-{number}" for number in range(100)]
    with effort(10_000_000):
        for name in names * 20:
            with pytest.raises(Exception, match="no icon"):
                book.icon(name)


def test_a_link_out_of_the_game_is_no_icon(refuse: Refuse, tmp_path: Path) -> None:
    (tmp_path / "secret.png").write_bytes(png())
    (tmp_path / "g" / "icons").mkdir(parents=True)
    (tmp_path / "g" / "icons" / "coin.png").symlink_to(tmp_path / "secret.png")
    (found,) = refuse(front=LINE)
    assert "coin.png" in found
    assert "leaves the game's folder through a link" in found


def test_an_icon_as_wide_as_no_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_game(tmp_path / "g", front=LINE, files={"icons/coin.png": png(6000, 60)})
    done = run_here("build", "g", "--out", "out")
    assert done.code == 0
    assert any("too wide for its box" in line for line in done.problems)


def test_a_gradient_for_an_icon_of_lines(refuse: Refuse) -> None:
    front = BOX.replace("<icon ", '<icon fill="linear(0, #f00, #00f)" ')
    lines = svg('<path d="M2 2 L20 20" stroke="currentColor" fill="none"/>')
    (found,) = refuse(front=front, files={"icons/coin.svg": lines})
    assert (
        "the icon coin is drawn in lines, which take no gradient (card knight); give it one colour" in found
    )


UNDRAWN = [
    ("<foreignObject/>", "<foreignObject>"),
    ("<flowRoot><flowPara>a</flowPara></flowRoot>", "<flowRoot>"),
    ('<rect width="9" height="9"><animate attributeName="x"/></rect>', "<animate>"),
    ("<script>1</script>", "<script>"),
    ("<meshgradient/>", "<meshgradient>"),
    ('<use href="#nothing"/>', '<use href="#nothing">'),
    ('<rect width="9" height="9" fill="url(#no)"/>', 'fill="url(#no)"'),
    ('<rect width="9" height="9" filter="url(#no)"/>', 'filter="url(#no)"'),
    ('<rect width="9" height="9" mask="url(#no)"/>', 'mask="url(#no)"'),
    ('<rect width="9" height="9" style="fill: var(--c)"/>', "fill: var(--c)"),
    ('<rect width="9" height="9" fill="purpel"/>', 'fill="purpel"'),
    ('<rect width="9" height="9" fill="oklch(50% 0.4 59)"/>', 'fill="oklch(50% 0.4 59)"'),
    ('<rect width="9" height="9" style="transform: translate(2px, 2px)"/>', "transform: translate(2px, 2px)"),
    (
        '<rect style="width: 9px; height: 9px"/>',
        "width in the style of <rect>, height in the style of <rect>",
    ),
    ('<path d="M0 0 L9 9 nonsense"/>', '<path d="M0 0 L9 9 nonsense">'),
    (
        '<path d="M0 0H9" stroke="red" vector-effect="non-scaling-stroke"/>',
        'vector-effect="non-scaling-stroke"',
    ),
    ('<rect width="9" height="9" clip-path="circle(4)"/>', 'clip-path="circle(4)"'),
    ("<style>@media print {rect{fill:red}}</style>", "@media in <style>"),
    ('<style>@import "a.css"; rect{fill:red}</style>', "@import in <style>"),
    ('<style>@charset "utf-8"; @media print {rect{fill:red}}</style>', "@media in <style>"),
    ("<style>rect:not(.a){fill:red}</style>", ":not in <style>"),
    ('<text y="9" font-family="Comic Sans MS">Hi</text>', "<text> in the font 'Comic Sans MS'"),
    ("<style>.a{font-family:'Old One'}</style><text class='a'>Hi</text>", "<text> in the font \"'Old One'\""),
    ('<text y="9">\u91d1</text>', "'\u91d1' in <text>"),
    ('<image width="9" height="9" href="data:image/png;base64,AAAA"/>', "an embedded picture that is broken"),
]


@pytest.mark.parametrize(("inside", "told"), UNDRAWN, ids=[told for _, told in UNDRAWN])
def test_what_an_svg_has_that_is_not_drawn_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, inside: str, told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    seen = '<circle r="3" fill="red"/>' + inside
    front = '<card><image href="a.svg" width="9" height="9"/></card>'
    write_game(tmp_path / "g", front=front, files={"art/a.svg": svg(seen)})
    done = run_here("check", "g")
    (found,) = [line for line in done.stdout.splitlines() if "warning" in line and "a.svg" in line]
    assert (
        f"warning: not all of the picture a.svg is drawn as it says: {told} (card knight); {DRAWN}" in found
    )


def test_an_icon_tells_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    files = {"icons/coin.svg": svg('<circle r="9" fill="red"/><foreignObject/>')}
    cards = [{"name": f"Card {number}", "text": "{coin} and {coin}"} for number in range(9)]
    write_game(tmp_path / "g", front=RICH, cards=cards, files=files)
    done = run_here("build", "g", "--out", "out")
    assert done.code == 0
    (found,) = done.problems
    assert (
        "not all of the picture coin.svg is drawn as it says: <foreignObject> (card card-0 and 8 others)"
        in found
    )


@pytest.mark.parametrize(
    "inside",
    [
        '<title>a</title><desc>b</desc><metadata/><x:y xmlns:x="http://x"/><rect width="9" height="9"/>',
        '<switch><foreignObject/><g><rect width="9" height="9"/></g></switch>',
        '<text y="9" font-family="Arial, sans-serif">Hi</text>',
        '<style>rect:hover{fill:red} g > rect:first-child{fill:blue}</style><rect width="9" height="9"/>',
        '<defs><linearGradient id="g"/></defs><path d="M0 0H9" fill="url(#g)" style="stroke:#f00a"/>',
        '<rect width="9" height="9" style="-inkscape-x:1;clip-path:none;fill:hsl(10,50%,50%)"/>',
    ],
)
def test_what_is_drawn_or_missed_by_nobody_is_not_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, inside: str
) -> None:
    monkeypatch.chdir(tmp_path)
    front = '<card><image href="a.svg" width="9" height="9"/></card>'
    write_game(tmp_path / "g", front=front, files={"art/a.svg": svg(inside)})
    done = run_here("check", "g")
    assert "0 errors, 0 warnings" in done.output


def test_art_that_draws_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    front = '<card><image href="a.svg" width="9" height="9"/></card>'
    write_game(tmp_path / "g", front=front, files={"art/a.svg": svg('<rect width="9"/>')})
    assert "the picture a.svg draws nothing" in run_here("check", "g").output


def test_art_of_another_namespace_is_refused(refuse: Refuse) -> None:
    art = '<svg xmlns="http://example.org" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
    (found,) = refuse(
        front='<card><image href="a.svg" width="9" height="9"/></card>', files={"art/a.svg": art}
    )
    assert 'does not begin as SVG does (card knight); its first element is <svg xmlns="http://www.w3' in found


def test_a_black_icon_that_can_not_take_a_colour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    masked = svg(
        '<mask id="m"><rect width="24" height="24" fill="#fff"/></mask>'
        '<rect width="9" height="9" mask="url(#m)"/>'
    )
    write_game(tmp_path / "g", front=BOX, files={"icons/coin.svg": masked})
    (found,) = run_here("build", "g", "--out", "out").problems
    assert "the icon coin.svg has `mask`, so it is always printed in black (card knight); " in found


def many(count: int, part: str) -> str:
    return svg("".join(part.format(number) for number in range(count)))


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(many(40_000, '<rect width="1" height="1" fill="no{}"/>'), id="colours"),
        pytest.param(many(40_000, "<tag{}/>"), id="tags"),
        pytest.param(many(40_000, '<use href="#{}"/>'), id="references"),
        pytest.param(svg("<style>" + "@a{" * 90_000 + "</style><rect/>"), id="nested rules"),
        pytest.param(svg("<style>" + "a{}" * 50_000 + "</style><rect/>"), id="rules"),
        pytest.param(svg("<style>" + "@a{}" * 100_000 + "</style><rect/>"), id="at-rules"),
        pytest.param(svg("<style>/*" * 1 + "/*" * 300_000 + "</style><rect/>"), id="comments"),
        pytest.param(svg(f'<path d="M0 0 {"x" * 900_000}"/>'), id="path data"),
        pytest.param(svg(f'<text y="9">{"".join(map(chr, range(0x4E00, 0x6000)))}</text>'), id="letters"),
        pytest.param(
            svg(
                '<g id="u0"><rect width="1" height="1"/></g>'
                + "".join(f'<g id="u{n + 1}"><use href="#u{n}"/><use href="#u{n}"/></g>' for n in range(9))
            ),
            id="uses",
        ),
        pytest.param(svg(f'<g style="{"fill:red;" * 90_000}"><rect width="1" height="1"/></g>'), id="style"),
    ],
)
def test_neither_a_hang_nor_a_flood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data: str) -> None:
    monkeypatch.chdir(tmp_path)
    front = '<card><image href="a.svg" width="9" height="9"/></card>'
    write_game(tmp_path / "g", front=front, files={"art/a.svg": data})
    with effort(10_000_000):
        done = run_here("check", "g")
    assert "Traceback" not in done.output
    assert len(done.output) < 3000


def book(text: str, **files: Any) -> dict[str, Any]:
    parts = {"cards": {"size": "poker", "cards": "cards.yaml", "front": "card.xml.j2", "safe": 0}}
    return {
        "game": yaml.safe_dump({"title": "G", "rulebook": {}, "components": parts}),
        "files": {"rulebook.md": text, **files},
    }


@pytest.mark.parametrize("text", ["# G\n\nPay {coin}.\n", '# G\n\n```icons\ncoin: "Money."\n```\n'])
def test_a_rulebook_tells_of_its_pictures(
    refuse: Refuse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    (found,) = refuse(**book(text, **{"icons/coin.png": b"nothing"}), arguments=["--only", "rulebook"])
    assert found.startswith("g/rulebook.md:")
    assert "coin.png is not a PNG, JPEG, SVG, WebP, GIF, BMP or TIFF picture" in found
    (tmp_path / "g" / "icons" / "coin.png").unlink()
    write_game(tmp_path / "g", **book(text, **{"icons/coin.svg": svg('<circle r="9" fill="red"/><set/>')}))
    monkeypatch.chdir(tmp_path)
    done = run_here("build", "g", "--only", "rulebook", "--out", "out2")
    (found,) = [line for line in done.problems if "coin.svg" in line]
    assert found.startswith("g/rulebook.md:3" if "Pay" in text else "g/rulebook.md:4")
    assert "not all of the picture coin.svg is drawn as it says: <set>" in found


def test_an_embedded_picture_of_another_format(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    data = BytesIO()
    Image.new("RGB", (9, 9)).save(data, "BMP")
    packed = base64.b64encode(data.getvalue()).decode()
    inside = f'<image width="9" height="9" href="data:image/bmp;base64,{packed}"/>'
    front = '<card><image href="a.svg" width="9" height="9"/></card>'
    write_game(tmp_path / "g", front=front, files={"art/a.svg": svg(inside)})
    assert "is drawn as it says: an embedded picture (BMP) (card" in run_here("check", "g").output
