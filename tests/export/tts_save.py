"""Reads a saved object of Tabletop Simulator as the game would, and says what the game could not use."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from PIL import Image

from generator.export import tts_objects
from generator.export.targets.tts import HERE

Object = dict[str, Any]
SCHEMAS = Path(tts_objects.__file__).parent / "schemas"
IN_GAME = 25.4
"""Millimetres of a unit."""


@cache
def validator(name: str) -> Draft202012Validator:
    schema = json.loads((SCHEMAS / f"{name}.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def read(path: Path) -> Object:
    """A saved object in which nothing is wrong, when its folder is put in, as the guide says."""
    text = path.read_text("utf-8").replace(HERE, path.absolute().parent.as_posix().lstrip("/"))
    save: Object = json.loads(text)
    assert [f"{error.json_path}: {error.message}" for error in validator("tts").iter_errors(save)] == []
    assert faults(save) == []
    return save


def objects(things: list[Object]) -> Iterator[Object]:
    """All objects, those in decks and bags and those that others may become too."""
    for thing in things:
        yield thing
        yield from objects(thing.get("ContainedObjects", []))
        yield from objects(list(thing.get("States", {}).values()))


def file_of(url: str) -> Path:
    assert url.startswith("file:///"), url
    return Path("/" + url.removeprefix("file:///"))


def faults(save: Object) -> list[str]:
    """What no schema can say."""
    found = []
    guids = [thing["GUID"] for thing in objects(save["ObjectStates"])]
    if len(set(guids)) < len(guids):
        found.append("two objects have one GUID")
    for thing in objects(save["ObjectStates"]):
        name = f"{thing['GUID']} {thing['Name']}"
        for key, sheet in thing.get("CustomDeck", {}).items():
            found += [f"{name}, sheet {key}: {fault}" for fault in _sheet_faults(sheet)]
        for card_id in [*thing.get("DeckIDs", []), *([thing["CardID"]] if "CardID" in thing else [])]:
            sheet = thing["CustomDeck"].get(str(card_id // 100))
            if sheet is None or card_id % 100 >= sheet["NumWidth"] * sheet["NumHeight"]:
                found.append(f"{name}: no slot for card {card_id}")
        if "DeckIDs" in thing:
            inside = [card["CardID"] for card in thing["ContainedObjects"]]
            if inside != thing["DeckIDs"]:
                found.append(f"{name}: the deck's ids are not those of its cards")
        image = thing.get("CustomImage", {})
        urls = [url for url in (image.get("ImageURL"), image.get("ImageSecondaryURL")) if url]
        urls += [thing["CustomPDF"]["PDFUrl"]] if "CustomPDF" in thing else []
        found += [f"{name}: {url} is not there" for url in urls if not file_of(url).is_file()]
    return [*found, *_overlaps(save["ObjectStates"])]


@cache
def _pixels(path: Path) -> tuple[str, tuple[int, int]]:
    with Image.open(path) as picture:
        picture.load()
        return picture.mode, picture.size


def _sheet_faults(sheet: Object) -> Iterator[str]:
    for url, is_grid in ((sheet["FaceURL"], True), (sheet["BackURL"], sheet["UniqueBack"])):
        path = file_of(url)
        if not path.is_file():
            yield f"{url} is not there"
            continue
        mode, (width, height) = _pixels(path)
        if mode != "RGB":
            yield f"{path.name} is in {mode}"
        if is_grid and (width % sheet["NumWidth"] or height % sheet["NumHeight"]):
            yield f"{path.name} of {width} × {height} has no whole slots"


def footprint(thing: Object) -> tuple[float, float]:
    """What an object takes on the table, in units."""
    scale = thing["Transform"]
    if thing["Name"] in ("DeckCustom", "Card"):
        long, short = 80 / IN_GAME * scale["scaleZ"], 56 / IN_GAME * scale["scaleX"]
        return (long, short) if thing["SidewaysCard"] else (short, long)
    if thing["Name"] == "Custom_Tile":
        return 2 * scale["scaleX"], 2 * scale["scaleZ"]
    return {"Bag": (2.0, 2.0), "Custom_PDF": (4.0, 5.0), "Custom_Token": (0.5, 0.5)}[thing["Name"]]


def _overlaps(things: list[Object]) -> Iterator[str]:
    placed = [
        (thing, thing["Transform"]["posX"], thing["Transform"]["posZ"], footprint(thing)) for thing in things
    ]
    for number, (one, x, z, (width, depth)) in enumerate(placed):
        for other, x2, z2, (width2, depth2) in placed[:number]:
            if abs(x - x2) < (width + width2) / 2 and abs(z - z2) < (depth + depth2) / 2:
                yield f"{one['Nickname']} lies on {other['Nickname']}"
