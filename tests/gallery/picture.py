"""The contact sheet of the gallery, docs/gallery.png: ``python -m tests.gallery.picture``.

A few faces of every deck, drawn by the press in the size they have, all to one scale but for boards.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from PIL import Image, ImageDraw

from tests.games import run_here

FOLDER = Path(__file__).resolve().parent
DOCS = FOLDER.parent.parent / "docs"
PAGE, PICTURE = DOCS / "gallery.md", DOCS / "gallery.png"
DPI = 150
WIDTH, HEIGHT, GAP = 1400, 178, 12
"""Pixels: of the sheet, of a row of faces, and between them."""
GROUND = (229, 226, 218)
CORNER = 0.03
"""Of a face's shorter side."""
COUNTERS = (
    *("salt-mage", "salt-bow", "salt-drake", "fort", "cinder-pike", "cinder-horse"),
    *("cinder-drake", "cinder-mage", "salt-siege", "fire", "gold", "cinder-guard"),
)


class Shown(NamedTuple):
    """A face on the sheet, or several small ones in two rows: PNG files that the press makes of a deck."""

    name: str
    files: tuple[str, ...]
    """Below ``output/NAME``."""


def _shown(name: str, folder: str, *faces: str) -> tuple[Shown, ...]:
    return tuple(Shown(name, (f"{folder}/{face}.png",)) for face in faces)


DECKS: tuple[Shown, ...] = (
    *_shown("outlined-titles", "bottles", "laughing-gas", "fools-gold"),
    *_shown("star-map", "map", "reach"),
    *_shown("rpg-cards", "cards", "storm-in-a-bottle", "borrowed-shadow", "storm-in-a-bottle-back"),
    *_shown("hexhex-board", "board", "river"),
    *_shown("inline-coins", "cards", "lime-street-baker", "timber-yard"),
    *_shown("playing-cards", "deck", "hearts-q", "spades-a", "diamonds-7", "spades-k", "joker-red"),
    *_shown("image-folder", "tideline", "shore-crab", "moonrise"),
    Shown("counters", tuple(f"counters/{name}.png" for name in COUNTERS)),
    *_shown("spreadsheet", "trade-cards", "baltic-oak", "smoked-eel"),
    *_shown("dominoes", "tiles", "6-6", "3-5"),
    *_shown("weathervane", "cards", "gale-1", "sun-7", "frost-8"),
    *_shown("march-ice", "fish", "perch", "pike", "night-frost"),
    *_shown("march-ice", "gear", "rope"),
    *_shown("button-box", "buttons", "round-amber", "pearl-moss"),
    *_shown("button-box", "ribbons", "sky-ribbon"),
    *_shown("briar-ridge", "board", "ridge"),
)


def main() -> None:
    """Draws the sheet anew."""
    with TemporaryDirectory() as folder:
        faces = [_face(shown, Path(folder)) for shown in DECKS]
    _sheet(faces).quantize(256, kmeans=3, dither=Image.Dither.NONE).save(PICTURE, optimize=True)
    print(f"{len(faces)} faces in {PICTURE}")


def _face(shown: Shown, out: Path) -> Image.Image:
    folder = out / shown.name
    if not folder.exists():
        done = run_here(
            "build", FOLDER / shown.name, "--form", "png", "--bleed", "0", "--dpi", DPI, "--out", out
        )
        assert done.code == 0, done.output
    if len(shown.files) == 1:
        return _rounded(_scaled(folder / shown.files[0], HEIGHT))
    small = [_rounded(_scaled(folder / file, (HEIGHT - GAP // 2) // 2)) for file in shown.files]
    columns = -(-len(small) // 2)
    step_x, step_y = small[0].width + GAP // 2, small[0].height + GAP // 2
    block = Image.new("RGB", (columns * step_x - GAP // 2, HEIGHT), GROUND)
    for index, face in enumerate(small):
        block.paste(face, (index % columns * step_x, index // columns * step_y))
    return block


def _scaled(file: Path, height: int) -> Image.Image:
    image = Image.open(file).convert("RGBA")
    return image.resize((round(image.width * height / image.height), height), Image.Resampling.LANCZOS)


def _rounded(image: Image.Image) -> Image.Image:
    mask = Image.new("L", (image.width * 4, image.height * 4))
    radius = round(min(mask.size) * CORNER)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, mask.width - 1, mask.height - 1), radius, 255)
    sheet = Image.new("RGB", image.size, GROUND)
    mask = mask.resize(image.size, Image.Resampling.LANCZOS)
    sheet.paste(
        image.convert("RGB"), mask=Image.composite(mask, Image.new("L", image.size), image.getchannel("A"))
    )
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
