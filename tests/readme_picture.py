"""Draws the README's picture from the real cards: ``python -m tests.readme_picture``."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pypdfium2
from PIL import Image, ImageDraw

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "games.png"
DPI = 76
BLEED = 3 / 25.4 * DPI
CORNER = 3 / 25.4 * DPI
GAP = 14
ROW = 6
GROUND = (236, 232, 222)
SHADE = (205, 199, 184)


class Shown(NamedTuple):
    """A card to be shown: its game, its card list and its id; ``back``: the other side of it."""

    game: str
    cards: str
    card: str
    back: bool = False


SHOWN = (
    Shown("battle-gate", "five-a-side", "smith-garrow"),
    Shown("battle-gate", "carnival-knives", "sugar-urchin"),
    Shown("strongholds", "deck", "QH"),
    Shown("strongholds", "deck", "AS"),
    Shown("hold-the-gates", "cards", "archers"),
    Shown("hold-the-gates", "cards", "catapult"),
    Shown("gateway", "city", "fishmancer"),
    Shown("gateway", "horde", "drueggar-warlord"),
    Shown("gateway", "greater", "greater-flame"),
    Shown("hold-the-line", "troops", "olive-tank"),
    Shown("hold-the-line", "troops", "sand-infantry"),
    Shown("strongholds", "deck", "QH", back=True),
)


def main() -> None:
    with TemporaryDirectory() as folder:
        faces = [_face(shown, Path(folder) / str(number)) for number, shown in enumerate(SHOWN)]
    _sheet(faces).quantize(160, dither=Image.Dither.NONE).save(PICTURE, optimize=True)


def _sheet(faces: Sequence[Image.Image]) -> Image.Image:
    width, height = faces[0].size
    rows = -(-len(faces) // ROW)
    sheet = Image.new("RGB", (ROW * (width + GAP) + GAP, rows * (height + GAP) + GAP), GROUND)
    for number, face in enumerate(faces):
        row, column = divmod(number, ROW)
        x, y = GAP + column * (width + GAP), GAP + row * (height + GAP)
        mask = _rounded((width, height))
        sheet.paste(SHADE, (x + 3, y + 4), mask)
        sheet.paste(face.resize((width, height), Image.Resampling.LANCZOS), (x, y), mask)
    return sheet


def _face(shown: Shown, folder: Path) -> Image.Image:
    """One side of a card, cut at its trim."""
    chosen = ["--only", shown.cards, "--select", shown.card, "--form", "pod", "--out", str(folder)]
    subprocess.run(
        [sys.executable, "-m", "generator", "build", shown.game, *chosen],
        cwd=ROOT,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    path = min(folder.rglob("*.pdf"))
    with pypdfium2.PdfDocument(path) as document:
        # Pages come as back, front, back, front.
        return _trimmed(document[0 if shown.back else 1])


def _trimmed(page: pypdfium2.PdfPage) -> Image.Image:
    image = page.render(scale=DPI / 72).to_pil().convert("RGB")
    edge = round(BLEED)
    return image.crop((edge, edge, image.width - edge, image.height - edge))


def _rounded(size: tuple[int, int]) -> Image.Image:
    large = Image.new("L", (size[0] * 4, size[1] * 4), 0)
    ImageDraw.Draw(large).rounded_rectangle((0, 0, large.width - 1, large.height - 1), CORNER * 4, fill=255)
    return large.resize(size, Image.Resampling.LANCZOS)


if __name__ == "__main__":
    main()
