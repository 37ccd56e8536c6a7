"""The colours that the checker sees beneath a text are those of the printed PDF."""

from __future__ import annotations

import math
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from games import read_game, write_game
from PIL import Image

from generator.catalog.models import Component
from generator.catalog.problems import Problems
from generator.catalog.sizes import paper
from generator.layout.faces import FaceRenderer
from generator.press.build import build
from generator.press.planning import plan_jobs
from generator.press.preflight.findings.contrast import Ground, find
from generator.press.preflight.geometry import moved_box
from generator.press.preflight.inspector import Memory, RecordingCanvas
from generator.press.preflight.scene import Scene, extent, hexadecimal, points_along
from generator.press.request import PrintRequest

DPI = 400
PIXEL = 25.4 / DPI
BLEED = 3.0
TOLERANCE, OF_PICTURES = 3, 8
"""Of 255 for each channel. Pictures are looked at in small."""
CLEAN = 0.6
"""At least this share of a text's points lies away from edges, where pixels are no mixture."""
WORDS = "Old walls keep their secrets, and so does the gate."
TEXT = f"<text x='8' y='20' width='47' size='8' leading='13'>{WORDS} {WORDS}</text>"

CASES = {
    "gradient down": "<rect x='4' y='9' width='55' height='40' fill='linear(90, #204060, #fec 60%, white)'/>",
    "gradient aslant": "<rect x='4' y='9' width='55' height='40' rx='9' fill='linear(35, #802010, #ee4)'/>",
    "gradient round": "<circle cx='30' cy='30' r='24' fill='radial(30% 40%, white 10%, #305020 80%)'/>",
    "gradient in a curve": "<path d='M5 10 C5 70 60 70 58 10 Z' fill='linear(0, black, white)'/>",
    "translucent layers": (
        "<rect x='4' y='10' width='55' height='12' fill='#d02020'/>"
        "<circle cx='30' cy='25' r='12' fill='#2020d0' opacity='0.4'/>"
        "<g opacity='0.7'><rect x='4' y='26' width='40' height='20' fill='#108010'/>"
        "<rect x='20' y='24' width='40' height='20' fill='#f0c010' opacity='0.5'/></g>"
    ),
    "translucent colours": (
        "<rect x='4' y='8' width='55' height='14' fill='#d02020'/>"
        "<circle cx='30' cy='25' r='12' fill='rgba(32, 32, 208, 0.4)' stroke='#fff8' stroke-width='3'/>"
        "<icon name='mdi6.castle' x='40' y='16' width='20' height='20' fill='rgb(0 80 0 / 60%)'/>"
        "<rect x='4' y='26' width='40' height='20' fill='#10801080' opacity='0.5'/>"
    ),
    "fading gradients": (
        "<rect x='2' y='8' width='60' height='44' fill='steelblue'/>"
        "<rect x='4' y='10' width='50' height='20' fill='linear(90, white, transparent)'/>"
        "<circle cx='30' cy='32' r='14' fill='radial(#000, #f008 60%, #ff00)'/>"
        "<rect x='40' y='14' width='20' height='30' fill='linear(0, #0f08, #00f8)'/>"
    ),
    "gradients on lines": (
        "<g transform='translate(3 2) rotate(8 30 30)'>"
        "<circle cx='30' cy='28' r='14' fill='none' stroke='linear(0, gold, navy)' stroke-width='9'/></g>"
        "<line x1='4' y1='18' x2='58' y2='18' stroke='linear(0, crimson, white)' stroke-width='6'/>"
        "<polyline points='4,40 30,30 58,40' stroke='linear(0, teal, #0880)' stroke-width='8'/>"
    ),
    "clips": (
        "<circle id='c' display='none' cx='30' cy='28' r='14'/>"
        "<g clip-path='#c' transform='rotate(20 30 28) scale(1 0.8)'>"
        "<rect x='0' y='0' width='60' height='60' fill='linear(0, #ff8000, #0080ff)'/></g>"
    ),
    "uses": (
        "<g id='tile' display='none'><rect width='8' height='8' fill='#306090'/>"
        "<circle cx='4' cy='4' r='3' fill='#e0d0a0'/></g>"
        "{% for y in range(3) %}{% for x in range(6) %}"
        "<use href='#tile' x='{{ 6 + x * 9 }}' y='{{ 18 + y * 9 }}' transform='rotate({{ x * 7 }} 30 30)'/>"
        "{% endfor %}{% endfor %}"
    ),
    "strokes and dashes": (
        "<path d='M5 22 C20 5 40 45 58 20' fill='none' stroke='#a01060' stroke-width='4'/>"
        "<line x1='5' y1='29' x2='58' y2='29' stroke='#1060a0' stroke-width='5' stroke-dasharray='6 3 2'/>"
        "<circle cx='30' cy='32' r='9' fill='#d0e0f0' stroke='#40a040' stroke-width='3'/>"
    ),
    "holes": (
        "<path fill-rule='evenodd' fill='#402060' "
        "d='M5 12 H58 V45 H5 Z M12 16 H50 V28 H12 Z M20 30 H40 V40 H20 Z'/>"
        "<icon name='mdi6.castle' x='20' y='16' width='24' height='24' fill='#c0a040'/>"
    ),
    "picture": "<image href='a.png' x='2' y='8' width='60' height='40' fit='cover' focus-x='0.2'/>",
    "turned picture": (
        "<g transform='rotate(25 30 30)' opacity='0.8'>"
        "<image href='a.png' x='2' y='8' width='56' height='44' fit='fill'/></g>"
    ),
    "clear picture": "<image href='b.png' x='2' y='8' width='60' height='40' fit='fill'/>",
    "drawing": "<image href='a.svg' x='2' y='8' width='60' height='40' fit='cover'/>",
}


def hills(mode: str) -> bytes:
    """A soft picture: neighbouring pixels differ little, so that its size on the page does not matter."""
    image = Image.new("RGBA", (300, 200))
    image.putdata(
        [
            (
                int(128 + 120 * math.sin(x / 40)),
                int(128 + 120 * math.cos(y / 35)),
                int(255 * x / 300),
                255 if mode == "RGB" else int(255 * y / 200),
            )
            for y in range(200)
            for x in range(300)
        ]
    )
    data = BytesIO()
    image.convert(mode).save(data, "PNG")
    return data.getvalue()


SVG = """\
<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 30 20'>
<defs><linearGradient id='g'><stop offset='0' stop-color='#102030'/><stop offset='1' stop-color='#e0f0ff'/>
</linearGradient></defs><rect width='30' height='20' fill='url(#g)'/>
<circle cx='15' cy='10' r='5' fill='#a04020'/></svg>
"""
FILES: dict[str, str | bytes] = {"art/a.png": hills("RGB"), "art/b.png": hills("RGBA"), "art/a.svg": SVG}


class Spot(NamedTuple):
    """A point of the card where a letter stands, and the ground that the checker sees there."""

    x: float
    y: float
    ground: tuple[int, ...]


def seen(folder: Path) -> list[Spot]:
    scene = recorded(folder)
    found = []
    for words in scene.texts:
        ground = Ground.of(words, moved_box(extent(words.block), words.frame.matrix))
        for span in words.block.spans:
            for x, y in points_along(span):
                at = words.frame.matrix.apply(x, y)
                colour = ground.at(*at, span.fill).ground
                found.append(Spot(*at, tuple(round(channel * 255) for channel in colour[:3])))
    return found


def recorded(folder: Path) -> Scene:
    problems = Problems()
    game = read_game(folder, problems)
    (component,) = game.components
    return scene_of(component, FaceRenderer.of(game, problems))


def scene_of(component: Component, renderer: FaceRenderer) -> Scene:
    (cards,) = component.sets
    face = renderer.face(component, cards, cards.cards[0], "front", 1)
    assert face is not None, renderer.problems.found
    scene, memory = Scene(component), Memory()
    RecordingCanvas(scene, memory, memory.root).element(face.root)
    return scene


def printed(folder: Path) -> Any:
    """The card as the PDF shows it, with its bleed."""
    import pypdfium2

    problems = Problems()
    game = read_game(folder, problems)
    jobs = plan_jobs(game, PrintRequest(paper("a4"), {"form": "pod"}))
    (written,) = build(jobs, folder / "output", problems, lambda _: None)
    assert not problems.has_errors, list(problems)
    with pypdfium2.PdfDocument(written.path) as document:
        return document[0].render(scale=DPI / 72).to_pil().convert("RGB")


def around(image: Any, spot: Spot) -> list[tuple[int, ...]]:
    """The nine pixels about a point."""
    x, y = int((spot.x + BLEED) / PIXEL), int((spot.y + BLEED) / PIXEL)
    return [image.getpixel((x + dx, y + dy)) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]


@pytest.mark.parametrize("case", CASES)
def test_the_ground_is_the_one_in_the_pdf(case: str, tmp_path: Path) -> None:
    """Compared at every point that the checker looks at, with the letters left out of the PDF."""
    folder = tmp_path / "g"
    files = {name: content for name, content in FILES.items() if name.split("/")[1] in CASES[case]}
    write_game(folder, front=f"<card>{CASES[case]}{TEXT}</card>", files=files)
    spots = seen(folder)
    assert len(spots) > 60
    assert len({spot.ground for spot in spots}) > 1, "one colour everywhere proves little"
    write_game(folder, front=f"<card>{CASES[case]}</card>", files=files)
    image = printed(folder)
    clean, tolerance = 0, OF_PICTURES if files else TOLERANCE
    for spot in spots:
        pixels = around(image, spot)
        if all(max(channel) - min(channel) <= tolerance for channel in zip(*pixels, strict=True)):
            clean += 1
            off = [abs(a - b) for a, b in zip(pixels[4], spot.ground, strict=True)]
            assert max(off) <= tolerance, (spot, pixels[4])
    assert clean >= CLEAN * len(spots)


@pytest.mark.parametrize(
    "text",
    [
        "<text x='8' y='20' width='47' size='16' opacity='0.6' fill='#103060'>HHHHHH</text>",
        "<text x='8' y='20' width='47' size='16' fill='rgb(16 48 96 / 60%)'>HHHHHH</text>",
        "<g opacity='0.5'><rect x='5' y='15' width='50' height='20' fill='#c0c0a0'/>"
        "<text x='8' y='20' width='47' size='16' fill='#103060'>HHHHHH</text></g>",
    ],
)
def test_a_faded_letter_has_the_colour_of_the_pdf(text: str, tmp_path: Path) -> None:
    """The colours told are both found in the print: the letters' as its darkest."""
    folder = write_game(
        tmp_path / "g",
        front=f"<card><rect x='2' y='10' width='60' height='40' fill='#80a0a0'/>{text}</card>",
    )
    (problem,) = find(recorded(folder))
    image = printed(folder).crop([int((side + BLEED) / PIXEL) for side in (6, 18, 50, 30)])
    darkest = min(image.getcolors(1_000_000), key=lambda counted: sum(counted[1]))[1]
    told = problem.message.split("(")[1].split(" on ")[0]
    exact = hexadecimal(tuple(channel / 255 for channel in darkest))  # type: ignore[arg-type]
    assert max(abs(int(told[i : i + 2], 16) - int(exact[i : i + 2], 16)) for i in (1, 3, 5)) <= TOLERANCE
