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
from generator.catalog.keys import Part, Schema, part_schema
from generator.catalog.label_sheets import LabelSheetFile
from generator.catalog.problems import InputError
from generator.catalog.translation_file import TranslationFile
from generator.catalog.writing import make_folder, write_file

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def _schema(name: str, part: type[Part]) -> Schema:
    return {"$schema": _DIALECT, "title": f"Gatepress {name}", **part_schema(part)}


def _card_file_schema() -> Schema:
    return {
        "$schema": _DIALECT,
        "title": "Gatepress card list",
        "description": "A list of cards, or a mapping with `cards` and what they have in common.",
        "anyOf": [{"$ref": "#/$defs/Cards"}, part_schema(CardListFile)],
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


def _card_properties() -> Schema:
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


def schemas() -> dict[str, Schema]:
    """The JSON Schemas (draft 2020-12) by the names of their files."""
    return {
        "game.schema.json": _schema("game", GameFile),
        "cards.schema.json": _card_file_schema(),
        "label-sheet.schema.json": _schema("label sheet", LabelSheetFile),
        "translation.schema.json": _schema("translation", TranslationFile),
    }


def schema_text(schema: Schema) -> str:
    """A schema as it is written to its file."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def write_schemas(folder: Path) -> None:
    """Writes the schemas to ``folder``, which is made if it is missing."""
    make_folder(folder)
    for name, schema in schemas().items():
        write_file(folder / name, schema_text(schema).encode())


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m generator.catalog.schema FOLDER")
    try:
        write_schemas(Path(sys.argv[1]))
    except InputError as error:
        sys.exit(str(error.at(None)))
