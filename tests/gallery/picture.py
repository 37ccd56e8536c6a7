"""The contact sheet of the gallery, docs/gallery.png: ``python -m tests.gallery.picture``.

A few faces of every deck, drawn by the press in the size they have, all to one scale but for boards.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from games import run_here
from PIL import Image, ImageDraw

FOLDER = Path(__file__).resolve().parent
DOCS = FOLDER.parent.parent / "docs"
PAGE, PICTURE = DOCS / "gallery.md", DOCS / "gallery.png"
DPI = 150
WIDTH, HEIGHT, GAP = 1400, 178, 12
"""Pixels: of the sheet, of a row of faces, and between them."""
GROUND = (229, 226, 218)
CORNER = 0.03
"""Of a face's shorter side."""


class Shown(NamedTuple):
    """A face on the sheet: its deck, and the PNG file that the press makes of it, below ``output/NAME``."""

    name: str
    file: str


DECKS: tuple[Shown, ...] = ()


def main() -> None:
    """Draws the sheet anew."""
    with TemporaryDirectory() as folder:
        faces = [_face(shown, Path(folder)) for shown in DECKS]
    _sheet(faces).quantize(200, dither=Image.Dither.NONE).save(PICTURE, optimize=True)
    print(f"{len(faces)} faces in {PICTURE}")


def _face(shown: Shown, out: Path) -> Image.Image:
    folder = out / shown.name
    if not folder.exists():
        done = run_here("build", FOLDER / shown.name, "--form", "png", "--bleed", "0", "--dpi", DPI, "--out", out)
        assert done.code == 0, done.output
    image = Image.open(folder / shown.file).convert("RGBA")
    scale = HEIGHT / image.height
    return _rounded(image.resize((round(image.width * scale), HEIGHT), Image.Resampling.LANCZOS))


def _rounded(image: Image.Image) -> Image.Image:
    mask = Image.new("L", (image.width * 4, image.height * 4))
    radius = round(min(mask.size) * CORNER)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, mask.width - 1, mask.height - 1), radius, 255)
    sheet = Image.new("RGB", image.size, GROUND)
    mask = mask.resize(image.size, Image.Resampling.LANCZOS)
    sheet.paste(image.convert("RGB"), mask=Image.composite(mask, Image.new("L", image.size), image.getchannel("A")))
    return sheet


def _sheet(faces: list[Image.Image]) -> Image.Image:
    """The faces in rows, each row as wide as the sheet."""
    rows: list[list[Image.Image]] = [[]]
    for face in faces:
        if _breadth([*rows[-1], face]) > WIDTH:
            rows.append([])
        rows[-1].append(face)
    sheet = Image.new("RGB", (WIDTH, len(rows) * (HEIGHT + GAP) + GAP), GROUND)
    for number, row in enumerate(rows):
        free = WIDTH - sum(face.width for face in row)
        x = between = free / (len(row) + 1)
        for face in row:
            sheet.paste(face, (round(x), GAP + number * (HEIGHT + GAP)))
            x += face.width + between
    return sheet


def _breadth(row: list[Image.Image]) -> int:
    return sum(face.width for face in row) + GAP * (len(row) + 1)


if __name__ == "__main__":
    main()
