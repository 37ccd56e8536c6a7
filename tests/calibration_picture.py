"""The picture of docs/calibration.md: the calibration page of a printer that is off, held against the light.

``python -m tests.calibration_picture`` prints, misprints and draws it.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import pypdfium2
from PIL import Image, ImageChops, ImageOps

from generator.catalog.sizes import PAPERS
from tests.games import run
from tests.press.misprint import Misprint, misprinted

PICTURE = Path(__file__).resolve().parent.parent / "docs" / "calibration.png"
PRINTER = Misprint(0.7, -0.4, 0.25, 0.998, 1.001)
DPI = 300
PER_MM = DPI / 25.4
CUT = (7.0, 115.0, 36.0, 177.0)
"""What is shown large: both scales of the left edge, in mm from the left and from the top."""
HEIGHT = 760
"""Pixels."""
FRAME = (190, 190, 190)
THROUGH = 130
"""How dark the darkest of the back is through the paper; 0 is black."""
GAP = 16


def draw(folder: Path) -> Image.Image:
    """The page, and beside it an edge of it."""
    done = run("calibrate", cwd=folder)
    assert done.code == 0, done.output
    (file,) = (folder / "output").iterdir()
    document = pypdfium2.PdfDocument(file)
    front, back = (page.render(scale=DPI / 72).to_pil().convert("L") for page in document)
    moved = Image.fromarray(misprinted(np.asarray(back), PRINTER, PAPERS["a4"]))
    behind = ImageOps.mirror(moved).point(lambda grey: THROUGH + grey * (255 - THROUGH) // 255)
    page = ImageChops.darker(front, behind)
    edge = page.crop(tuple(round(side * PER_MM) for side in CUT))
    shown = [
        ImageOps.expand(part.resize((round(part.width * HEIGHT / part.height), HEIGHT)), 1, FRAME)
        for part in (page.convert("RGB"), edge.convert("RGB"))
    ]
    picture = Image.new("RGB", (sum(part.width for part in shown) + GAP, shown[0].height), "white")
    picture.paste(shown[0], (0, 0))
    picture.paste(shown[1], (shown[0].width + GAP, 0))
    return picture


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        draw(Path(name)).quantize(32).save(PICTURE, optimize=True)
