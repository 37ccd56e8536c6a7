"""The pictures of docs/layout.md and its pages, made from the examples they stand under.

``python -m tests.docs_pictures`` draws them.

Every fenced ``xml`` block is a card of the small game whose other files the page shows as well. It is built
by the press like any other and rasterised at the size of its trim.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from PIL import Image, ImageDraw

from generator.catalog.load import load_game
from generator.catalog.problems import Problem, Problems
from generator.catalog.sizes import PAPERS
from generator.press.build import Written, build
from generator.press.request import PrintRequest
from generator.press.sheet_job import plan_jobs

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGE = DOCS / "layout.md"
PAGES = (PAGE, DOCS / "stacks.md", DOCS / "board-macros.md")
"""Those with examples; the first has the game that all of them belong to."""
PICTURES = DOCS / "pictures"
ART = Path("sample/landscape.png")
"""The art of the examples, below the pictures' folder."""
ART_SCALE = 3
"""Pixels for each unit of the drawing: enough for every size that the examples print it in."""
GAME = "hill-forts"
DPI = 110
FRAME = (190, 190, 190)

FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LABEL = re.compile(r"^`([\w./-]+)`:\n\n\Z", re.MULTILINE)
PICTURE = re.compile(r"\s*!\[[^\]]+\]\(pictures/([\w-]+)\.png\)")
SIZE = re.compile(r'<card width="([\d.]+)" height="([\d.]+)"')


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block of a page, with the file name above it and the picture below it, if there are any."""

    language: str
    text: str
    line: int
    file: str | None
    picture: str | None


def blocks(page: str) -> Iterator[Block]:
    """The fenced blocks of a Markdown page in order."""
    for match in FENCE.finditer(page):
        label = LABEL.search(page[: match.start()])
        picture = PICTURE.match(page[match.end() :])
        line = page.count("\n", 0, match.start()) + 1
        yield Block(match[1], match[2], line, label and label[1], picture and picture[1])


def text_of_pages() -> str:
    """All pages with examples, one after the other."""
    return "\n".join(page.read_text("utf-8") for page in PAGES)


def write_files(page: str, folder: Path) -> None:
    """Writes every block that has a file name above it, below ``folder``."""
    for block in blocks(page):
        if block.file is not None:
            path = folder / block.file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, "utf-8")


@dataclass(frozen=True, slots=True)
class Example:
    """An ``xml`` block of the page as a component of the game."""

    name: str
    block: Block

    @property
    def template(self) -> str:
        return f"{self.name}.xml.j2"

    def component(self, like: dict[str, Any]) -> dict[str, Any]:
        """``like`` with the example as its layout, in the size that its root gives."""
        size = SIZE.match(self.block.text)
        own = {"size": [float(size[1]), float(size[2])]} if size else {}
        return {**like, **own, "front": self.template, "bleed": 0}


def examples(page: str) -> list[Example]:
    """The ``xml`` blocks of the page, named after their pictures, or after their lines without one."""
    return [
        Example(block.picture or f"line-{block.line}", block)
        for block in blocks(page)
        if block.language == "xml"
    ]


def build_examples(page: str, folder: Path) -> tuple[list[Written], list[Problem]]:
    """The PDF of each example, one page of the size of its trim, and what went wrong with them."""
    game = folder / GAME
    write_files(page, folder)
    file = yaml.safe_load((game / "game.yaml").read_text("utf-8"))
    (like,) = file["components"].values()
    found = examples(page)
    file["components"] = {example.name: example.component(like) for example in found}
    (game / "game.yaml").write_text(yaml.safe_dump(file), "utf-8")
    for example in found:
        (game / "layouts" / example.template).write_text(example.block.text, "utf-8")
    (game / "art").mkdir()
    landscape().save(game / "art" / ART.name)

    problems = Problems()
    loaded = load_game(game, problems)
    if loaded is None:
        return [], list(problems)
    jobs = plan_jobs(loaded, PrintRequest(PAPERS["a4"], {"backs": "pod"}))
    return build(jobs, folder / "output", problems, lambda _: None), list(problems)


def pictures(written: list[Written]) -> dict[str, Image.Image]:
    """The first page of each file at :data:`DPI` by component, in a thin frame that shows the trim."""
    from pypdfium2 import PdfDocument

    drawn = {}
    for file in written:
        with PdfDocument(file.path) as document:
            image = document[0].render(scale=DPI / 72).to_pil().convert("RGB")
        ImageDraw.Draw(image).rectangle((0, 0, image.width - 1, image.height - 1), outline=FRAME)
        drawn[file.component] = image
    return drawn


def landscape() -> Image.Image:
    """A hill fort under a low sun: art that is plainly cut, or plainly stretched."""
    size, fine = (240, 150), 6
    image = Image.new("RGB", size)
    sky = ImageDraw.Draw(image)
    for y in range(size[1]):
        sky.line((0, y, size[0], y), fill=(150 + y // 2, 190 + y // 4, 215 - y // 5))
    image = image.resize((size[0] * fine, size[1] * fine))
    draw = ImageDraw.Draw(image)

    def ellipse(left: int, top: int, right: int, bottom: int, fill: tuple[int, int, int]) -> None:
        draw.ellipse((left * fine, top * fine, right * fine, bottom * fine), fill)

    def box(left: int, top: int, right: int, bottom: int, fill: tuple[int, int, int]) -> None:
        draw.rectangle((left * fine, top * fine, right * fine - 1, bottom * fine - 1), fill)

    ellipse(165, 25, 205, 65, (247, 214, 120))
    for x in range(34, 94, 6):
        box(x, 42, x + 4, 60, (84, 62, 46))
    box(30, 54, 98, 110, (122, 92, 66))
    box(58, 48, 72, 110, (50, 36, 28))
    ellipse(-90, 68, 170, 260, (122, 148, 92))
    ellipse(70, 85, 330, 300, (98, 126, 74))
    ellipse(-60, 110, 200, 330, (74, 98, 60))
    return image.resize((size[0] * ART_SCALE, size[1] * ART_SCALE), Image.Resampling.BOX)


def main() -> None:
    """Draws all pictures of the pages anew. Exit status 1 and nothing written if an example has a problem."""
    page = text_of_pages()
    with tempfile.TemporaryDirectory() as folder:
        written, problems = build_examples(page, Path(folder))
        if problems:
            raise SystemExit("\n".join(str(problem) for problem in problems))
        drawn = pictures(written)
    (PICTURES / ART).parent.mkdir(parents=True, exist_ok=True)
    landscape().save(PICTURES / ART, optimize=True)
    shown = {example.name for example in examples(page) if example.block.picture}
    for old in PICTURES.glob("*.png"):
        if old.stem not in shown:
            old.unlink()
    for name in sorted(shown):
        drawn[name].save(PICTURES / f"{name}.png", optimize=True)
    print(f"{len(shown)} pictures in {PICTURES}")


if __name__ == "__main__":
    main()
