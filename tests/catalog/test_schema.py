"""The JSON Schemas: committed as written, and of one mind with the loader."""

from __future__ import annotations

from pathlib import Path

import jsonschema
import pytest

from generator.catalog.bundle import bundled_games, find_game
from generator.catalog.game_file import ComponentFile, FieldFile, GameFile, PressFile
from generator.catalog.keys import Part
from generator.catalog.label_sheets import FOLDER
from generator.catalog.problems import Problems
from generator.catalog.schema import schema_text, schemas
from generator.catalog.yaml_reader import parse_yaml, read_yaml

COMMITTED = Path(__file__).parents[2] / "docs" / "schema"

GAME = """\
title: Sample
year: 2015
players: 2-4
rules: {points: 100}
components:
  decks:
    size: [63.5, 88.9]
    bleed: 3 mm
    cards: decks/*.yaml
    front: card.xml.j2
    fields: {name: text, power: {type: whole, min: 1, max: 6}}
    press: {gap: 0, backs: none}
"""


SCHEMAS = schemas()
GAME_SCHEMA, CARDS_SCHEMA = SCHEMAS["game.schema.json"], SCHEMAS["cards.schema.json"]


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_committed_schema_is_what_is_made_and_is_a_schema(name: str) -> None:
    assert (COMMITTED / name).read_text(encoding="utf-8") == schema_text(SCHEMAS[name])
    jsonschema.Draft202012Validator.check_schema(SCHEMAS[name])


def errors(schema: dict[str, object], text: str) -> list[str]:
    document = parse_yaml(text, "f", Problems())
    return [error.json_path for error in jsonschema.Draft202012Validator(schema).iter_errors(document)]


def test_a_game_fits() -> None:
    assert errors(GAME_SCHEMA, GAME) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("title: Sample", "title: ~"),
        ("2-4", "[2, 4]"),
        ("2015", "10000"),
        ("3 mm", "-1"),
        ("max: 6", "max: six"),
        ("name: text", "name: {required: maybe}"),
        ("name: text", "name: {of: red}"),
        ("title: Sample", "titel: Sample"),
        ("year: 2015", "year: soon"),
        ("decks:", "My Decks:"),
        ("[63.5, 88.9]", "[63.5]"),
        ("type: whole", "type: hole"),
        ("name: text", "name: txet"),
        ("gap: 0", "gpa: 0"),
        ("    front: card.xml.j2\n", ""),
    ],
)
def test_a_wrong_game_does_not_fit(old: str, new: str) -> None:
    assert old in GAME
    assert errors(GAME_SCHEMA, GAME.replace(old, new)) != []


def test_an_optional_key_may_say_nothing() -> None:
    game = GAME.replace("2015", "~").replace("2-4", "~").replace("{points: 100}", "~")
    assert errors(GAME_SCHEMA, game.replace("{gap: 0, backs: none}", "~")) == []


@pytest.mark.parametrize("part", [GameFile, ComponentFile, FieldFile, PressFile])
def test_an_editor_can_tell_what_every_key_is_for(part: type[Part]) -> None:
    text = schema_text(GAME_SCHEMA)
    for key in part.KEYS.values():
        assert f'"{key.name}": {{' in text
        assert f'"description": "{key.doc}"' in text


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("- {name: A, copies: 2}", True),
        ("name: x\ncards: [{id: a}]", True),
        ("name: x", False),
        ("cardz: [{id: a}]", False),
        ("- {copies: -1}", False),
        ("- {copies: many}", False),
        ("cards: []", False),
        ("defaults: {id: a}\ncards: [{id: a}]", False),
    ],
)
def test_card_lists(text: str, fits: bool) -> None:
    assert (errors(CARDS_SCHEMA, text) == []) is fits


@pytest.mark.parametrize("name", bundled_games())
def test_every_bundled_game_fits(name: str) -> None:
    problems = Problems()
    document = read_yaml(find_game(name) / "game.yaml", problems)
    assert list(problems) == []
    jsonschema.validate(document, GAME_SCHEMA, jsonschema.Draft202012Validator)


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.yaml")), ids=lambda file: file.stem)
def test_every_label_sheet_fits_its_schema(file: Path) -> None:
    assert errors(SCHEMAS["label-sheet.schema.json"], file.read_text("utf-8")) == []
