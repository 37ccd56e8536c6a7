"""The picture of docs/layout.md: paragraphs from right to left on a card, and by Chromium beside it.

``python -m tests.languages_picture`` builds and draws it; it takes Debian's ``chromium``.
"""

from __future__ import annotations

import html
import re
import sys
import tempfile
from pathlib import Path

from PIL import Image, ImageOps

from generator.layout.fonts import package_folder

# Where pytest finds them, too.
sys.path.insert(0, str(Path(__file__).resolve().parent))

from games import run, write_game
from studio.browser import opened_browser

PICTURE = Path(__file__).resolve().parent.parent / "docs" / "languages.png"
WIDTH, HEIGHT = 63.5, 88.9
MARGIN, STEP = 4.0, 20.5
SIZE = 10
DPI = 220
FRAME = (190, 190, 190)
GAP = 24
PARAGRAPHS = (
    "כאשר מושכים את <b>Gate Keeper</b>, משליכים אותו (ומושכים 2 קלפים).",
    "يسحب اللاعب 3 بطاقات، ثم يلعب بطاقة واحدة (أو لا شيء).",
    "When <i>שומר השער</i> comes into play, draw 2 cards; then השחקן מימין plays.",
    "קבוצה A מול קבוצה B: 2–1, 50% מהקלפים [ראו עמ' 12].",
)


def draw(folder: Path) -> Image.Image:
    """The card at the left, the browser's page at the right."""
    shown = [ImageOps.expand(part, 1, FRAME) for part in (_ours(folder), _theirs(folder))]
    picture = Image.new("RGB", (sum(part.width for part in shown) + GAP, shown[0].height), "white")
    picture.paste(shown[0], (0, 0))
    picture.paste(shown[1], (shown[0].width + GAP, 0))
    return picture


def _pixels(length: float) -> int:
    return round(length / 25.4 * DPI)


def _ours(folder: Path) -> Image.Image:
    width = WIDTH - 2 * MARGIN
    texts = "".join(
        f'<text x="{MARGIN}" y="{MARGIN + number * STEP}" width="{width}" size="{SIZE}">{paragraph}</text>'
        for number, paragraph in enumerate(PARAGRAPHS)
    )
    theme = {"fonts": {"title": "rubik", "body": "rubik"}}
    game = write_game(folder / "game", front=f"<card>{texts}</card>", theme=theme)
    done = run("export", game.name, "--to", "png", "--corners", "square", "--dpi", str(DPI), cwd=folder)
    assert done.code == 0, done.output
    (file,) = (folder / "output").rglob("knight*.png")
    return Image.open(file).convert("RGB").resize((_pixels(WIDTH), _pixels(HEIGHT)))


def _theirs(folder: Path) -> Image.Image:
    files = package_folder("fontpkg_rubik") / "files"
    faces = "".join(
        f"@font-face {{font-family: R; font-weight: 400 700; font-style: {style}; src: url({file.as_uri()})}}"
        for style, file in (
            ("normal", files / "Rubik[wght].ttf"),
            ("italic", files / "Rubik-Italic[wght].ttf"),
        )
    )
    style = (
        f"body {{margin: 0}} p {{position: absolute; left: {MARGIN}mm; width: {WIDTH - 2 * MARGIN}mm; "
        f"margin: 0; font: {SIZE}pt/1.2 R}}"
    )
    shown = "".join(
        f'<p dir=auto style="top: {MARGIN + number * STEP}mm">'
        + re.sub(r"&lt;(/?[bi])&gt;", r"<\1>", html.escape(paragraph, quote=False))
        + "</p>"
        for number, paragraph in enumerate(PARAGRAPHS)
    )
    page_file, picture = folder / "page.html", folder / "page.png"
    page_file.write_text(f"<!doctype html><meta charset=utf-8><style>{faces}{style}</style>{shown}", "utf-8")
    with opened_browser() as browser:
        size = {"width": round(WIDTH / 25.4 * 96), "height": round(HEIGHT / 25.4 * 96)}
        page = browser.new_page(viewport=size, device_scale_factor=DPI / 96)
        page.goto(page_file.as_uri())
        page.evaluate("document.fonts.ready")
        page.screenshot(path=picture)
    drawn = Image.open(picture).convert("RGB")
    return drawn.resize((_pixels(WIDTH), _pixels(HEIGHT)))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        draw(Path(name)).quantize(32).save(PICTURE, optimize=True)
