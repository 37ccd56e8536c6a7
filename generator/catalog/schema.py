"""JSON Schemas of game.yaml and the files beside it, for editors that complete and check while typing.

``python -m generator.catalog.schema docs/schema`` writes the files.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from generator.catalog.card_words import COPIES_WORDS
from generator.catalog.cards import MAX_COPIES
from generator.catalog.game_file import CardListFile, GameFile
from generator.catalog.keys import part_schema
from generator.catalog.label_sheets import LabelSheetFile
from generator.catalog.problems import InputError
from generator.catalog.translation_file import TranslationFile
from generator.catalog.writing import make_folder, write_file

_DIALECT = "https://json-schema.org/draft/2020-12/schema"

GAME_SCHEMA_FILE = "game.schema.json"
CARDS_SCHEMA_FILE = "cards.schema.json"
SHEET_SCHEMA_FILE = "label-sheet.schema.json"
TRANSLATION_SCHEMA_FILE = "translation.schema.json"


def game_schema() -> dict[str, object]:
    """The JSON Schema (draft 2020-12) of a game.yaml."""
    return {"$schema": _DIALECT, "title": "Gatepress game", **part_schema(GameFile)}


def label_sheet_schema() -> dict[str, object]:
    """The JSON Schema of a label sheet or sprue."""
    return {"$schema": _DIALECT, "title": "Gatepress label sheet", **part_schema(LabelSheetFile)}


def translation_schema() -> dict[str, object]:
    """The JSON Schema of a translation, `i18n/LANG.yaml`."""
    return {"$schema": _DIALECT, "title": "Gatepress translation", **part_schema(TranslationFile)}


def card_file_schema() -> dict[str, object]:
    """The JSON Schema (draft 2020-12) of a card list in YAML."""
    return {
        "$schema": _DIALECT,
        "title": "Gatepress card list",
        "description": "A list of cards, or a mapping with `cards` and what they have in common.",
        "anyOf": [
            {"$ref": "#/$defs/Cards"},
            part_schema(CardListFile),
        ],
        "$defs": {
            "Cards": {"type": "array", "items": {"$ref": "#/$defs/Card"}, "minItems": 1},
            "Card": {
                "type": "object",
                "description": "A card; every other key is a field of the game.",
                "properties": _card_properties(),
            },
            "Defaults": {
                "type": "object",
                "description": "Values for cards that do not give one.",
                "not": {"anyOf": [{"required": ["id"]}, {"required": ["extends"]}]},
            },
        },
    }


def _card_properties() -> dict[str, object]:
    copies = {"type": "integer", "minimum": 0, "maximum": MAX_COPIES}
    return {
        "id": {
            "type": ["string", "integer"],
            "description": "The card's stable id. Default: its name in small letters and hyphens.",
        },
        **{
            word: {**copies, "description": "How many copies are printed. Default 1."}
            for word in COPIES_WORDS
        },
        "extends": {
            "type": ["string", "integer"],
            "description": "The id of a card of the same set whose fields this one takes over.",
        },
        "prototype": {
            "type": "boolean",
            "description": "Whether the card's values were chosen here, not taken from the source.",
        },
    }


def write_schemas(folder: Path) -> None:
    """Writes the schemas to ``folder``, which is made if it is missing."""
    make_folder(folder)
    schemas = {
        GAME_SCHEMA_FILE: game_schema(),
        CARDS_SCHEMA_FILE: card_file_schema(),
        SHEET_SCHEMA_FILE: label_sheet_schema(),
        TRANSLATION_SCHEMA_FILE: translation_schema(),
    }
    for name, schema in schemas.items():
        write_file(folder / name, schema_text(schema).encode())


def schema_text(schema: dict[str, object]) -> str:
    """A schema as it is written to its file."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m generator.catalog.schema FOLDER")
    try:
        write_schemas(Path(sys.argv[1]))
    except InputError as error:
        sys.exit(str(error.at(None)))
