"""The pictures of docs/layout.md: texts of other languages on a card, and by Chromium beside it.

``python -m tests.languages_picture`` builds and draws them; it takes Debian's ``chromium``.
"""

from __future__ import annotations

import html
import re
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageOps

from generator.layout.fonts import package_folder

# Where pytest finds them, too.
sys.path.insert(0, str(Path(__file__).resolve().parent))

from games import run, write_game
from studio.browser import opened_browser

DOCS = Path(__file__).resolve().parent.parent / "docs"
KARUTA = DOCS / "pictures" / "sample" / "karuta.otf"
WIDTH, HEIGHT = 63.5, 88.9
MARGIN, STEP = 4.0, 20.5
DPI = 220
FRAME = (190, 190, 190)
GAP = 24
PARAGRAPHS = (
    "כאשר מושכים את <b>Gate Keeper</b>, משליכים אותו (ומושכים 2 קלפים).",
    "يسحب اللاعب 3 بطاقات، ثم يلعب بطاقة واحدة (أو لا شيء).",
    "When <i>שומר השער</i> comes into play, draw 2 cards; then השחקן מימין plays.",
    "קבוצה A מול קבוצה B: 2–1, 50% מהקלפים [ראו עמ' 12].",
)
POEM = (
    "<ruby>秋<rt>あき</rt></ruby>の<ruby>田<rt>た</rt></ruby>の<br/>かりほの<ruby>庵<rt>いほ</rt></ruby>の<br/>"
    "<ruby>苫<rt>とま</rt></ruby>をあらみ<br/>わが<ruby>衣手<rt>ころもで</rt></ruby>は<br/>"
    "<ruby>露<rt>つゆ</rt></ruby>にぬれつつ"
)
NOTE = "<tcy>12</tcy>月「カード」は、Age 3ー手日（<ruby>天皇<rt>てんのう</rt></ruby>）。"


class Text(NamedTuple):
    """A text on the card, in mm and points."""

    content: str
    x: float
    y: float
    width: float
    height: float | None
    size: float
    is_vertical: bool = False

    @property
    def element(self) -> str:
        height = "" if self.height is None else f' height="{self.height}"'
        writing = ' writing="vertical"' if self.is_vertical else ""
        box = f'x="{self.x}" y="{self.y}" width="{self.width}"{height} size="{self.size}"'
        return f"<text {box}{writing}>{self.content}</text>"

    @property
    def paragraph(self) -> str:
        content = re.sub(r"&lt;(/?\w+/?)&gt;", r"<\1>", html.escape(self.content, quote=False))
        content = content.replace("<tcy>", '<span style="text-combine-upright: all">')
        content = content.replace("</tcy>", "</span>")
        mode = "vertical-rl" if self.is_vertical else "horizontal-tb"
        height = "auto" if self.height is None else f"{self.height}mm"
        box = f"left: {self.x}mm; top: {self.y}mm; width: {self.width}mm; height: {height}"
        return f'<p dir=auto style="{box}; font-size: {self.size}pt; writing-mode: {mode}">{content}</p>'


class Font(NamedTuple):
    """A font's files, and how a theme names it."""

    name: str
    upright: Path
    slanted: Path

    @property
    def faces(self) -> str:
        return "".join(
            f"@font-face {{font-family: R; font-weight: 400 700; font-style: {style}; "
            f"src: url({file.as_uri()})}}"
            for style, file in (("normal", self.upright), ("italic", self.slanted))
        )


def draw(folder: Path, font: Font, texts: Sequence[Text]) -> Image.Image:
    """The card at the left, the browser's page at the right."""
    parts = (_ours(folder, font, texts), _theirs(folder, font, texts))
    shown = [ImageOps.expand(part, 1, FRAME) for part in parts]
    picture = Image.new("RGB", (sum(part.width for part in shown) + GAP, shown[0].height), "white")
    picture.paste(shown[0], (0, 0))
    picture.paste(shown[1], (shown[0].width + GAP, 0))
    return picture


def _pixels(length: float) -> int:
    return round(length / 25.4 * DPI)


def _ours(folder: Path, font: Font, texts: Sequence[Text]) -> Image.Image:
    theme = {"fonts": {"title": font.name, "body": font.name}}
    front = f"<card>{''.join(text.element for text in texts)}</card>"
    files = {f"fonts/{KARUTA.name}": KARUTA.read_bytes()}
    game = write_game(folder / "game", front=front, theme=theme, files=files)
    done = run("export", game.name, "--to", "png", "--corners", "square", "--dpi", str(DPI), cwd=folder)
    assert done.code == 0, done.output
    (file,) = (folder / "output").rglob("knight*.png")
    return Image.open(file).convert("RGB").resize((_pixels(WIDTH), _pixels(HEIGHT)))


def _theirs(folder: Path, font: Font, texts: Sequence[Text]) -> Image.Image:
    style = "body {margin: 0} p {position: absolute; margin: 0; line-height: 1.2; font-family: R}"
    shown = "".join(text.paragraph for text in texts)
    page_file, picture = folder / "page.html", folder / "page.png"
    head = f"<!doctype html><meta charset=utf-8><style>{font.faces}{style}</style>"
    page_file.write_text(head + shown, "utf-8")
    with opened_browser() as browser:
        size = {"width": round(WIDTH / 25.4 * 96), "height": round(HEIGHT / 25.4 * 96)}
        page = browser.new_page(viewport=size, device_scale_factor=DPI / 96)
        page.goto(page_file.as_uri())
        page.evaluate("document.fonts.ready")
        page.screenshot(path=picture)
    return Image.open(picture).convert("RGB").resize((_pixels(WIDTH), _pixels(HEIGHT)))


def _pictures() -> dict[str, tuple[Font, list[Text]]]:
    files = package_folder("fontpkg_rubik") / "files"
    rubik = Font("rubik", files / "Rubik[wght].ttf", files / "Rubik-Italic[wght].ttf")
    width = WIDTH - 2 * MARGIN
    paragraphs = [
        Text(content, MARGIN, MARGIN + number * STEP, width, None, 10)
        for number, content in enumerate(PARAGRAPHS)
    ]
    poem = [Text(POEM, 14, 8, 44, 60, 13, True), Text(NOTE, 4, 8, 8, 76, 8, True)]
    return {
        "languages.png": (rubik, paragraphs),
        "columns.png": (Font(KARUTA.name, KARUTA, KARUTA), poem),
    }


if __name__ == "__main__":
    for name, (font, texts) in _pictures().items():
        with tempfile.TemporaryDirectory() as folder:
            draw(Path(folder), font, texts).quantize(32).save(DOCS / name, optimize=True)
