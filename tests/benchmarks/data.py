"""The inputs of the benchmark, the same bytes on every machine: pictures, an icon, fonts and card lists.

Everything is drawn from fixed seeds, so that nothing large is kept in the repository:

* ``art/art00.png`` to ``art11.png``: 300 × 300 pixels, RGB, about 127 kB each;
* ``art/big00.png`` to ``big53.png``: 900 × 900 pixels, about 1 MB each (only when asked for: 54 MB);
* ``icon.png``: 48 × 48 pixels, RGBA;
* ``fonts/``: Source Sans Pro (regular, bold) and Source Serif Pro (bold), out of their PyPI packages;
* ``cards_54.csv``, ``cards_540.csv``: so many designs, one copy each; ``cards_5400.csv``: 54 designs, a
  hundred copies each; ``cards_big.csv``: the 54 designs, each with a big picture of its own.

The columns are id, title, art, frame, attack, defence, rules, footer and qty.
Run as ``python -m tests.benchmarks.data FOLDER [--big]``.
"""

import argparse
import csv
import importlib.util
import math
import random
import shutil
from collections.abc import Iterable
from pathlib import Path


def _words(text: str) -> list[str]:
    return text.split()


FONTS = {
    "SourceSansPro-Regular.ttf": "font_source_sans_pro",
    "SourceSansPro-Bold.ttf": "font_source_sans_pro",
    "SourceSerifPro-Bold.ttf": "font_source_serif_pro",
}
SMALL, BIG = 300, 900  # pixels, both ways
PICTURES = 12
DESIGNS = 54
BLOBS = 36  # soft discs in each picture

FRAMES = ("#7d2e3a", "#2d5b84", "#33794b", "#8a6d1f", "#573a86", "#1f7f80", "#86356f", "#4a4a52", "#64802b")
EPITHETS = _words("""
    Amber Ashen Bitter Brazen Cinder Cobalt Dusky Elder Fallow Gloom Hoary Ivory Lantern Marsh Night
    Outer Plague Quarry Rime Salt Tallow Under Velvet Winter Yonder
""")
FOLK = _words("""
    Abbot Basilisk Courier Drake Envoy Ferryman Giant Herald Imp Jackdaw Keeper Leech Mason Nomad
    Ogre Pikeman Quartermaster Raven Sapper Troll Usher Vulture Wyrm
""")
KEYWORDS = _words("Bulwark Charge Drain Evade Forage Grip Hex March Rally Sunder Vigil Ward")
DEEDS = _words("burns buries guards hides mends pierces shifts steals turns wakes")
FILLER = _words("""
    this gate and every soldier beside it may move one step toward the wall unless a rival holds
    more coins than you choose two tokens return them under your deck then look at what is left
    before night falls again for free
""")


def make(folder: Path, *, big: bool = False) -> None:
    """Fill `folder` with the inputs; the 54 big pictures and ``cards_big.csv`` only when `big`."""
    (folder / "art").mkdir(parents=True, exist_ok=True)
    _copy_fonts(folder / "fonts")
    _save_icon(folder / "icon.png")
    for number in range(PICTURES):
        _save_picture(folder / "art" / f"art{number:02d}.png", SMALL, seed=1000 + number)
    _write(folder / "cards_54.csv", _cards(DESIGNS, copies=1))
    _write(folder / "cards_540.csv", _cards(10 * DESIGNS, copies=1))
    _write(folder / "cards_5400.csv", _cards(DESIGNS, copies=100))
    if big:
        for number in range(DESIGNS):
            _save_picture(folder / "art" / f"big{number:02d}.png", BIG, seed=2000 + number)
        own = (
            card | {"art": f"big{number:02d}.png"} for number, card in enumerate(_cards(DESIGNS, copies=1))
        )
        _write(folder / "cards_big.csv", own)


def _copy_fonts(folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    for name, package in FONTS.items():
        spec = importlib.util.find_spec(package)
        if spec is None or spec.origin is None:
            raise SystemExit(f"the package {package.replace('_', '-')} is not installed")
        shutil.copyfile(Path(spec.origin).parent / "files" / name, folder / name)


def _save_picture(path: Path, side: int, seed: int) -> None:
    """Soft discs over a colour gradient, under a grain like a scan's: the grain makes the PNG this large."""
    import numpy as np
    from PIL import Image

    rng = np.random.default_rng(seed)
    along = np.linspace(0, 1, side)[:, None]
    top, bottom = ((1 - along) * rng.uniform(40, 215, 3) + along * rng.uniform(40, 215, 3) for _ in range(2))
    picture = (1 - along[..., None]) * top + along[..., None] * bottom
    for _ in range(BLOBS):
        radius = side * rng.uniform(0.03, 0.2)
        x, y = rng.uniform(0, side, 2)
        left, right = max(0, int(x - 1.2 * radius)), min(side, int(x + 1.2 * radius) + 1)
        top, bottom = max(0, int(y - radius)), min(side, int(y + radius) + 1)
        distance = np.hypot(np.arange(left, right) - x, 1.3 * (np.arange(top, bottom)[:, None] - y)) / radius
        cover = ((1 - distance) * 6).clip(0, 1)[..., None]
        part = picture[top:bottom, left:right]
        part += (rng.uniform(0, 255, 3) - part) * cover
    grain = rng.integers(-6, 7, (side, side, 1))
    Image.fromarray((picture + grain).clip(0, 255).astype("uint8"), "RGB").save(path)


def _save_icon(path: Path) -> None:
    """A yellow star on a red disc, drawn four times as large and scaled down, on a clear ground."""
    from PIL import Image, ImageDraw

    side, centre = 192, 96
    icon = Image.new("RGBA", (side, side), (0, 0, 0, 0))
    pen = ImageDraw.Draw(icon)
    pen.ellipse((4, 4, side - 4, side - 4), fill=(190, 36, 36, 255))
    points = []
    for corner in range(10):
        radius = 76 if corner % 2 == 0 else 31
        angle = math.radians(36 * corner - 90)
        points.append((centre + radius * math.cos(angle), centre + radius * math.sin(angle)))
    pen.polygon(points, fill=(250, 214, 70, 255))
    icon.resize((48, 48), Image.Resampling.LANCZOS).save(path)


def _cards(designs: int, copies: int) -> Iterable[dict[str, str | int]]:
    chance = random.Random(f"cards {designs}")
    for number in range(designs):
        yield {
            "id": number + 1,
            "title": f"{EPITHETS[number % len(EPITHETS)]} {FOLK[number % len(FOLK)]}",
            "art": f"art{number % PICTURES:02d}.png",
            "frame": FRAMES[number % len(FRAMES)],
            "attack": chance.randint(1, 12),
            "defence": chance.randint(1, 12),
            "rules": _rules(chance),
            "footer": f"Sheet bench · first edition · {number + 1:03d}/{designs}",
            "qty": copies,
        }


def _rules(chance: random.Random) -> str:
    """Thirty words with one bold keyword, a dash and one icon, in two sentences: about 170 characters."""
    first, second = chance.choices(FILLER, k=12), chance.choices(FILLER, k=11)
    second[0] = second[0].capitalize()
    opening = f"**{chance.choice(KEYWORDS)}** — When played, it {chance.choice(DEEDS)} {{icon}}"
    return f"{opening} {' '.join(first)}. {' '.join(second[:6])}, {' '.join(second[6:])}."


def _write(path: Path, cards: Iterable[dict[str, str | int]]) -> None:
    rows = list(cards)
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description="Write the inputs of the benchmark into a folder.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--big", action="store_true", help="also the 54 big pictures (54 MB)")
    asked = parser.parse_args()
    make(asked.folder, big=asked.big)


if __name__ == "__main__":
    main()
