"""What ends at the trim of a poker card, 63.5 × 88.9 mm, with a bleed of 3 mm."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from .conftest import Told

SIZE = "width='63.5' height='88.9'"
WHOLE = "x='-3' y='-3' width='69.5' height='94.9'"
HINT = "draw it 3 mm beyond the trim, or write `bleed-from: mirror` under `press`"


def picture(*colour: int) -> bytes:
    file = BytesIO()
    mode = "RGBA" if len(colour) == 4 else "RGB"
    Image.new(mode, (700, 980), colour).save(file, "PNG")
    return file.getvalue()


def test_a_picture_that_ends_at_the_trim_is_told_once_for_all_sides(told: Told) -> None:
    lines = told(f"<image href='a.png' {SIZE} fit='fill'/>", files={"art/a.png": picture(90, 60, 30)})
    assert lines == [
        "2:1: warning: the picture ends at the trim on all sides: a cut that slips shows white "
        f"(card knight); {HINT}"
    ]


@pytest.mark.parametrize(
    ("box", "where"),
    [
        ("x='-3' y='0' width='69.5' height='40'", "at the trim at the top"),
        ("x='-3' y='-3' width='66.5' height='94.9'", "at the trim at the right"),
        ("x='-3' y='0.08' width='69.5' height='92'", "at the trim at the top"),
        ("x='0' y='0' width='69.5' height='94.9'", "at the trim at the left and top"),
        ("x='-1' y='-3' width='69.5' height='94.9'", "1.0 mm beyond the trim at the left"),
        # Less than half of a side, or clear of the trim.
        ("x='10' y='0' width='30' height='20'", None),
        ("x='2' y='2' width='59.5' height='84.9'", None),
        ("x='0' y='10' width='20' height='40'", None),
        (WHOLE.replace("'-3' y", "'-2.95' y"), None),
    ],
)
def test_fills(told: Told, box: str, where: str | None) -> None:
    box = box if "width" in box else WHOLE
    lines = told(f"<rect {box} fill='#336699'/>")
    assert [line.split(" ends ")[1].split(":")[0] for line in lines] == ([where] if where else [])


@pytest.mark.parametrize(
    "sound",
    [
        # Something else is printed beyond.
        f"<rect {WHOLE} fill='#222222'/><rect {SIZE} fill='#336699'/>",
        f"<rect {SIZE} fill='#336699'/><rect {WHOLE} fill='#222222' opacity='0.5'/>",
        # White on white paper, lines, and what is not to be seen.
        f"<rect {SIZE} fill='white'/>",
        f"<rect {SIZE} fill='none' stroke='black'/>",
        f"<rect {SIZE} fill='#336699' opacity='0'/>",
        f"<rect {SIZE} fill='#336699'/><rect {WHOLE} fill='white'/>",
        f"<image href='a.png' {SIZE} fit='fill'/>",
    ],
)
def test_what_is_not_told(told: Told, sound: str) -> None:
    files = {"art/a.png": picture(90, 60, 30, 0)} if "a.png" in sound else {}
    assert told(sound, files=files) == []


def test_only_the_lowest_is_told(told: Told) -> None:
    (line,) = told(
        f"<rect {SIZE} fill='#336699'/>", "<rect x='0' y='0' width='63.5' height='10' fill='#663300'/>"
    )
    assert line.startswith("2:1: ")


def test_what_lies_in_a_translucent_group_is_told_too(told: Told) -> None:
    (line,) = told(f"<g opacity='0.5'><rect {SIZE} fill='#336699'/><circle cx='9' cy='9' r='3'/></g>")
    assert "the <rect> ends at the trim on all sides" in line


@pytest.mark.parametrize(
    "component",
    [
        {"bleed": 0},
        {"press": {"backs": "none", "bleed-from": "mirror"}},
        {"press": {"backs": "none", "bleed-from": "edge"}},
        {"press": {"backs": "none", "bleed": 0}},
        {"kind": "tokens", "shape": "circle", "size": "63.5 x 63.5 mm", "safe": 0},
    ],
)
def test_where_no_bleed_is_asked_of_the_layout(told: Told, component: dict[str, Any]) -> None:
    assert told(f"<rect {SIZE} fill='#336699'/>", component=component) == []
