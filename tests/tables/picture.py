"""The five games on their tables, seen from above, and all of them together: the layouts are in ``scene/``.

The press prints every card, token, board and box as PNG, then the tables that these pictures lie on.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from PIL import Image

from generator.catalog.boxes import Net
from generator.catalog.bundle import bundled_games
from generator.catalog.load import load_game
from generator.catalog.models import Component, Game
from generator.catalog.problems import Problem, Problems
from generator.catalog.sizes import PAPERS
from generator.press.build import build
from generator.press.job import PrintJob
from generator.press.planning import plan_jobs
from generator.press.request import RULEBOOK, PrintRequest
from generator.press.rulebook.job import plan_book

ROOT = Path(__file__).resolve().parent.parent.parent
SCENE = Path(__file__).resolve().parent / "scene"
DOCS = ROOT / "docs"
TABLES = DOCS / "pictures" / "tables"
POSTER = DOCS / "games.png"
WIDTH, ROW_WIDTH = 1600, 1200
"""In pixels, of a table and of a row of cards."""
ROW = "-cards"
"""What the name of a row ends in."""
FINE = 2
"""How much larger it is drawn first, so that the edges of turned cards are smooth."""
COLOURS = 256
MOST_BYTES = 900_000
FACE_DPI = 210
"""The press warns of pictures under 200."""


@dataclass(frozen=True, slots=True)
class Tables:
    """Each table by its name, and what went wrong with them."""

    pictures: Mapping[str, Image.Image]
    problems: tuple[Problem, ...]


def names() -> list[str]:
    """Each game has a table and a row of cards; then comes the poster."""
    return [*(game + end for game in bundled_games() for end in ("", ROW)), POSTER.stem]


def width(name: str) -> int:
    return ROW_WIDTH if name.endswith(ROW) else WIDTH


def place(name: str) -> Path:
    return POSTER if name == POSTER.stem else TABLES / f"{name}.png"


def draw(folder: Path, shown: Iterable[str], fine: float = FINE) -> Tables:
    """Prints the faces of all games into ``folder`` and lays the tables ``shown`` with them."""
    problems = Problems()
    scene = folder / "scene"
    shutil.copytree(SCENE, scene)
    boxes: dict[str, Any] = {}
    for name in bundled_games():
        game = load_game(ROOT / "cards" / name, problems)
        if game is None:
            return Tables({}, tuple(problems))
        print_faces(game, scene / "art")
        boxes[name] = {
            part.id: box_front(part, scene / "art" / name / part.id)
            for part in game.components
            if part.box_contents
        }
    return lay(scene, shown, boxes, folder / "output", problems, fine)


def mentioned(game: Game) -> tuple[str, ...]:
    """The parts of a game that the scene may show; one that is missing there is a problem of the scene."""
    text = "\n".join(path.read_text("utf-8") for path in sorted(SCENE.rglob("*")) if path.is_file())
    words = set(re.findall(r"[\w-]+", text))
    parts = [
        part.id
        for part in game.components
        if part.box_contents or not words.isdisjoint((part.id, *(cards.id for cards in part.sets)))
    ]
    return (*parts, RULEBOOK) if f"{game.id}/{RULEBOOK}" in text else tuple(parts)


def print_faces(game: Game, out: Path) -> None:
    request = PrintRequest(PAPERS["a4"], {"form": "png", "dpi": FACE_DPI, "bleed": 0.0}, only=mentioned(game))
    jobs: list[PrintJob] = [*plan_jobs(game, request)]
    if (book := plan_book(game, request)) is not None:
        jobs.append(book)
    # What the press has to say about a game's own cards is told by `gatepress check`.
    build(jobs, out, Problems(), lambda _: None)


def box_front(component: Component, folder: Path) -> dict[str, Any]:
    """Cuts the front out of the spread box, and measures the box in mm."""
    assert component.box_contents
    net = Net(component.box_contents)
    front, side = net.panels["front"], net.panels["left"]
    scale = FACE_DPI / 25.4
    with Image.open(folder / f"{component.id}.png") as flat:
        spread = flat.convert("RGB")
    edges = (front.x, front.y, front.right, front.bottom)
    spread.crop(tuple(round(edge * scale) for edge in edges)).save(folder / "front.png")
    colour = spread.getpixel((round((side.x + 2) * scale), round((side.y + 2) * scale)))
    return {
        "front": f"{folder.parent.name}/{folder.name}/front.png",
        "width": front.width,
        "height": front.height,
        "depth": net.depth,
        "colour": "#{:02x}{:02x}{:02x}".format(*colour),
    }


def lay(
    scene: Path,
    shown: Iterable[str],
    boxes: Mapping[str, Any],
    out: Path,
    problems: Problems,
    fine: float,
) -> Tables:
    """Prints the tables, each with the sizes of the boxes that stand on it."""
    file = yaml.safe_load((scene / "game.yaml").read_text("utf-8"))
    for component in file["components"].values():
        component["cards"] = [dict(card, boxes=boxes) for card in component["cards"]]
    (scene / "game.yaml").write_text(yaml.safe_dump(file), "utf-8")
    game = load_game(scene, problems)
    if game is None:
        return Tables({}, tuple(problems))
    drawn = {}
    for name in shown:
        (component,) = (part for part in game.components if part.id == name)
        dpi = width(name) * fine / component.size.width * 25.4
        request = PrintRequest(PAPERS["a4"], {"form": "png", "dpi": round(dpi)}, only=(name,))
        for written in build(plan_jobs(game, request), out, problems, lambda _: None):
            (path,) = written.path.glob("*.png")
            with Image.open(path) as large:
                size = (width(name), round(width(name) * large.height / large.width))
                drawn[name] = large.convert("RGB").resize(size, Image.Resampling.LANCZOS)
    return Tables(drawn, tuple(problems))


def save(picture: Image.Image, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    few = picture.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few.save(path, optimize=True)
