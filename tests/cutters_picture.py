"""The picture of docs/cutters.md: a sheet with registration marks, and the lines of its cut file over it.

``python -m tests.cutters_picture`` draws it.
"""

from __future__ import annotations

import io
import tempfile
from pathlib import Path

import pypdfium2
import resvg_py
from PIL import Image, ImageOps

from tests.games import run

PICTURE = Path(__file__).resolve().parent.parent / "docs" / "cutters.png"
ASKED = ("hold-the-line", "--registration", "silhouette")
SHEETS = ("troops-a4-duplex-long-silhouette", "tokens-a4-duplex-long-silhouette", "tuck-box-a4-silhouette")
DPI = 48
FRAME = (190, 190, 190)
GAP = 12
THICK = {'stroke-width="0.1"': 'stroke-width="0.9"', "#000000": "#0088ff", "#ff0000": "#ff00cc"}
"""So that the lines show on the art."""


def draw(folder: Path) -> Image.Image:
    """The sheets side by side, made in the folder."""
    for command in (("build", *ASKED), ("export", *ASKED, "--to", "cut", "--corner", "3mm")):
        done = run(*command, cwd=folder)
        assert done.code == 0, done.output
    pages = [_page(folder / "output" / ASKED[0], sheet) for sheet in SHEETS]
    width = sum(page.width + GAP for page in pages) - GAP
    picture = Image.new("RGB", (width, pages[0].height), "white")
    left = 0
    for page in pages:
        picture.paste(page, (left, 0))
        left += page.width + GAP
    return picture


def _page(folder: Path, sheet: str) -> Image.Image:
    page = pypdfium2.PdfDocument(folder / f"{sheet}.pdf")[0].render(scale=DPI / 72).to_pil().convert("RGBA")
    drawing = sorted((folder / "cut").glob(f"{sheet}*.svg"))[-1].read_text("utf-8")
    for thin, thick in THICK.items():
        drawing = drawing.replace(thin, thick)
    lines = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=drawing, dpi=DPI))))
    page.alpha_composite(lines.convert("RGBA").resize(page.size))
    return ImageOps.expand(page.convert("RGB"), 1, FRAME)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        draw(Path(name)).quantize(96).save(PICTURE, optimize=True)
