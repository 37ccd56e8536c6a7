"""Draws the README's picture from the real cards: ``python -m tests.readme_picture``."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2
from PIL import Image, ImageDraw

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "battle-gate.png"
CARDS = ("smith-garrow", "mrs-pell-landlady", "sugar-urchin", "odd-bone", "ants-of-the-third-crumb")
DPI = 110
BLEED = 3 / 25.4 * DPI
CORNER = 3 / 25.4 * DPI
GAP = 18
GROUND = (236, 232, 222)
SHADE = (205, 199, 184)


def main() -> None:
    with TemporaryDirectory() as folder:
        faces = _faces(Path(folder))
    width, height = faces[0].size
    sheet = Image.new("RGB", (len(faces) * (width + GAP) + GAP, height + 2 * GAP), GROUND)
    for number, face in enumerate(faces):
        x = GAP + number * (width + GAP)
        mask = _rounded(face.size)
        sheet.paste(SHADE, (x + 3, GAP + 4), mask)
        sheet.paste(face, (x, GAP), mask)
    sheet.quantize(128, dither=Image.Dither.NONE).save(PICTURE, optimize=True)


def _faces(folder: Path) -> list[Image.Image]:
    """The cards and the back, cut at their trim."""
    options = ["--only", "decks", "--backs", "pod"]
    options += [word for card in CARDS for word in ("--select", card)]
    subprocess.run(
        [sys.executable, "-m", "generator", "build", "battle-gate", *options, "--out", str(folder)],
        cwd=ROOT,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    found: dict[str, Image.Image] = {}
    back = None
    for path in sorted(folder.rglob("*.pdf")):
        with pypdfium2.PdfDocument(path) as document:
            # Pages come as back, front, back, front; copies look alike.
            back = _trimmed(document[0])
            found[path.name] = _trimmed(document[1])
    assert back is not None
    assert len(found) == len(CARDS)
    return [*found.values(), back]


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
