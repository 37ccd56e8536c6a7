"""Tabletop Playground: packages whose templates and textures fit together."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from games import run_here, write_game
from PIL import Image

from .tts_save import validator

FRONT = '<card><rect x="-3" y="-3" width="400" height="400" fill="{{ colour }}"/></card>'
BACK = '<card><rect x="-3" y="-3" width="400" height="400" fill="{{ behind }}"/></card>'
RED = {"id": "red", "name": "Red", "colour": "red", "behind": "black"}
LIME = {"id": "lime", "name": "Lime", "colour": "lime", "behind": "black"}
BLUE = {"id": "blue", "name": "Blue", "colour": "blue", "behind": "gray"}


def package(game: str, name: str) -> list[dict[str, Any]]:
    """The templates of a package in which nothing is wrong."""
    done = run_here("export", game, "--to", "ttp", "--dpi", "40")
    assert done.code == 0, done.output
    folder = Path("output", game, "ttp", name)
    schema = validator("ttp")
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    assert schema.evolve(schema=schema.schema["$defs"]["manifest"]).is_valid(manifest)
    templates = []
    for path in sorted((folder / "Templates").iterdir()):
        template = json.loads(path.read_text("utf-8"))
        assert [f"{error.json_path}: {error.message}" for error in schema.iter_errors(template)] == []
        assert path.stem == template["GUID"]
        slots = template["NumHorizontal"] * template["NumVertical"]
        assert set(template["CardNames"]) == set(template["CardMetadata"])
        assert {str(slot) for slot in template["Indices"]} == set(template["CardNames"])
        assert max(template["Indices"]) < slots
        for texture in (template["FrontTexture"], template["BackTexture"]):
            with Image.open(folder / "Textures" / texture) as picture:
                assert picture.mode == "RGB"
        with Image.open(folder / "Textures" / template["FrontTexture"]) as front:
            assert front.width % template["NumHorizontal"] == front.height % template["NumVertical"] == 0
            cell = front.width / template["NumHorizontal"], front.height / template["NumVertical"]
            assert cell[0] / cell[1] == pytest.approx(template["Width"] / template["Height"], rel=0.05)
        templates.append(template)
    assert len({template["GUID"] for template in templates}) == len(templates)
    return templates


def test_cards_with_one_back_are_a_deck(here: Path) -> None:
    write_game(here / "deck", cards=[{**RED, "copies": 2}, LIME, BLUE], front=FRONT, back=BACK)
    by_name = {template["Name"]: template for template in package("deck", "tiny")}
    assert set(by_name) == {"Cards 1", "Blue"}
    assert by_name["Cards 1"]["Indices"] == [0, 0, 1]
    assert by_name["Cards 1"]["CardNames"] == {"0": "Red", "1": "Lime"}
    assert (by_name["Cards 1"]["Width"], by_name["Cards 1"]["Height"]) == (6.35, 8.89)
    textures = Path("output/deck/ttp/tiny/Textures")
    for name, colour in (("Cards 1", (0, 0, 0)), ("Blue", (128, 128, 128))):
        with Image.open(textures / by_name[name]["BackTexture"]) as back:
            shown = back.getpixel((20, 20))
        assert isinstance(shown, tuple)
        assert all(abs(one - other) < 20 for one, other in zip(shown, colour, strict=True))


@pytest.mark.parametrize(("shape", "model"), [("circle", "Round"), ("hex", "Hexagonal"), ("rect", "Square")])
def test_tokens_have_their_shape(here: Path, shape: str, model: str) -> None:
    component = {"kind": "tokens", "shape": shape, "size": "20 x 20 mm"}
    write_game(here / "deck", cards=[{**RED, "copies": 5}, LIME], front=FRONT, component=component)
    tokens = package("deck", "tiny")
    assert {token["Model"] for token in tokens} == {model}
    assert all(token["PrimaryColor"] == {"R": 255, "G": 255, "B": 255} for token in tokens), "no tint"
    assert sorted(len(token["Indices"]) for token in tokens) == [1, 5]


def test_a_shape_that_there_is_no_model_for_is_told(here: Path) -> None:
    component = {"kind": "tokens", "shape": [[0, 0], [20, 0], [10, 20]], "size": "20 x 20 mm"}
    write_game(here / "deck", cards=[RED], front=FRONT, component=component)
    done = run_here("export", "deck", "--to", "ttp")
    assert done.code == 0
    assert "warning: components.cards: Tabletop Playground has no model of this shape" in done.stderr


@pytest.mark.slow
def test_a_bundled_game_as_it_is() -> None:
    templates = package("hold-the-line", "hold-the-line")
    assert sum(len(template["Indices"]) for template in templates) == 30 + 48 + 16 + 5 + 1


@pytest.mark.slow
def test_a_large_bundled_game() -> None:
    assert package("gateway", "gateway")
