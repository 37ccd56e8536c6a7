"""The objects of Tabletop Simulator as its saved objects have them: decks, tiles, tokens, bags.

A unit of its space is about an inch; x goes to the right, z away from the player, y up.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from generator.catalog.units import INCH

Object = dict[str, Any]
"""An object, ready to be written as JSON."""

TABLE = 1.5
"""Height at which objects appear, so that they fall on any table."""
CARD_HEIGHT = 80.0
"""Millimetres of a card's longer side at scale 1: as wide as its picture then makes it."""
TILE_SIDE = 2.0
"""Units of a tile's side at scale 1."""
TOKEN_SIDE = 3.7
"""Units of the longer side of a token's picture at scale 1."""
THICKNESS = 0.1
"""Of tokens and boards, in units: like punched board."""
MERGE_DISTANCE = 5.0
"""Pixels that the outline of a cut-out token may miss its picture by."""
BAG_SIDE, BOOK_SIDE = 2.5, 6.0
"""Units that a bag and a rulebook take on the table."""

CARD_TYPES = {"rounded": 0, "rect": 1, "hex": 3, "circle": 4}
TILE_TYPES = {"rect": 0, "hex": 1, "circle": 2, "rounded": 3}
Corners = Literal["rounded", "rect", "hex", "circle"]


@dataclass(slots=True)
class Guids:
    """Six hex digits for each object, which follow from what it is; no two are the same."""

    taken: set[str] = field(default_factory=set)

    def of(self, *names: object) -> str:
        """The id of the object with these names: the same in every export, unless another has taken it."""
        attempt = 0
        while True:
            text = "\0".join(map(str, (*names, *([attempt] if attempt else []))))
            found = hashlib.sha256(text.encode()).hexdigest()[:6]
            if found not in self.taken:
                self.taken.add(found)
                return found
            attempt += 1


class Label(NamedTuple):
    """What an object says of itself: its name, and what a click shows."""

    guid: str
    name: str
    text: str = ""
    notes: str = ""
    """For scripts: the id of what it shows."""
    tags: tuple[str, ...] = ()


class Sheet(NamedTuple):
    """A picture of cards in a grid: a deck has one or several."""

    face: str
    back: str
    columns: int
    rows: int
    has_backs: bool
    """Whether ``back`` is a sheet of the same grid, and not one back for all."""
    corners: Corners


class TableCard(NamedTuple):
    """A card of a deck: the key of its sheet, and its slot there."""

    label: Label
    key: int
    slot: int

    @property
    def id(self) -> int:
        return self.key * 100 + self.slot


def deck(
    label: Label, cards: Sequence[TableCard], sheets: Mapping[int, Sheet], width: float, height: float
) -> Object:
    """A deck face down, or a single card face up; ``width`` and ``height`` of a card in mm."""
    scale = max(width, height) / CARD_HEIGHT
    is_sideways = width > height
    if len(cards) == 1:
        card = cards[0]
        return _card(card, sheets, scale, is_sideways)
    return {
        **_object("DeckCustom", label, scale, scale, turned=True),
        "SidewaysCard": is_sideways,
        "HideWhenFaceDown": True,
        "DeckIDs": [card.id for card in cards],
        "CustomDeck": {str(key): _sheet(sheet) for key, sheet in sheets.items()},
        "ContainedObjects": [_card(card, sheets, scale, is_sideways, turned=True) for card in cards],
    }


def _card(
    card: TableCard, sheets: Mapping[int, Sheet], scale: float, is_sideways: bool, *, turned: bool = False
) -> Object:
    return {
        **_object("Card", card.label, scale, scale, turned=turned),
        "Hands": True,
        "HideWhenFaceDown": True,
        "SidewaysCard": is_sideways,
        "CardID": card.id,
        "CustomDeck": {str(card.key): _sheet(sheets[card.key])},
    }


def _sheet(sheet: Sheet) -> Object:
    return {
        "FaceURL": sheet.face,
        "BackURL": sheet.back,
        "NumWidth": sheet.columns,
        "NumHeight": sheet.rows,
        # Else the last slot is shown instead of a card's back in a hand.
        "BackIsHidden": True,
        "UniqueBack": sheet.has_backs,
        "Type": CARD_TYPES[sheet.corners],
    }


def tile(
    label: Label, front: str, back: str, width: float, height: float, corners: Corners, *, stacks: bool
) -> Object:
    """A piece of board, round or with straight edges; ``width`` and ``height`` in mm."""
    across, down = (side / INCH / TILE_SIDE for side in (width, height))
    return {
        **_object("Custom_Tile", label, across, down),
        "CustomImage": {
            **_image(front, back),
            "CustomTile": {
                "Type": TILE_TYPES[corners],
                "Thickness": THICKNESS,
                "Stackable": stacks,
                "Stretch": True,
            },
        },
    }


def token(label: Label, front: str, longest: float) -> Object:
    """A piece of any outline, cut along its picture's transparency; ``longest`` side of the picture in mm."""
    scale = longest / INCH / TOKEN_SIDE
    return {
        **_object("Custom_Token", label, scale, scale),
        "CustomImage": {
            **_image(front),
            "CustomToken": {
                "Thickness": THICKNESS,
                "MergeDistancePixels": MERGE_DISTANCE,
                "StandUp": False,
                "Stackable": True,
            },
        },
    }


def _image(front: str, back: str = "") -> Object:
    return {"ImageURL": front, "ImageSecondaryURL": back, "ImageScalar": 1.0, "WidthScale": 0.0}


def with_back(thing: Object, back: Object) -> Object:
    """A thing that becomes another one when it is given its second state: the other side of a token."""
    return {**thing, "States": {"2": back}}


def bag(label: Label, things: Sequence[Object]) -> Object:
    return {
        **_object("Bag", label, 1.0, 1.0),
        "MaterialIndex": -1,
        "MeshIndex": -1,
        "Number": 0,
        "Bag": {"Order": 0},
        "ContainedObjects": list(things),
    }


def book(label: Label, url: str) -> Object:
    """A PDF that lies open on the table."""
    return {
        **_object("Custom_PDF", label, 1.0, 1.0),
        "CustomPDF": {"PDFUrl": url, "PDFPassword": "", "PDFPage": 0, "PDFPageOffset": 0},
    }


def _object(name: str, label: Label, x: float, z: float, *, turned: bool = False) -> Object:
    """What all objects have. ``turned``: face down."""
    return {
        "GUID": label.guid,
        "Name": name,
        "Transform": {
            "posX": 0.0,
            "posY": TABLE,
            "posZ": 0.0,
            "rotX": 0.0,
            "rotY": 180.0,
            "rotZ": 180.0 if turned else 0.0,
            "scaleX": round(x, 5),
            "scaleY": 1.0,
            "scaleZ": round(z, 5),
        },
        "Nickname": label.name,
        "Description": label.text,
        "GMNotes": label.notes,
        "Tags": list(label.tags),
        "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
        "LayoutGroupSortIndex": 0,
        "Value": 0,
        "Locked": False,
        "Grid": True,
        "Snap": True,
        "IgnoreFoW": False,
        "MeasureMovement": False,
        "DragSelectable": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "GridProjection": False,
        "HideWhenFaceDown": False,
        "Hands": False,
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
    }


def moved(thing: Object, x: float, z: float) -> Object:
    """The object at another place on the table."""
    return {**thing, "Transform": {**thing["Transform"], "posX": round(x, 4), "posZ": round(z, 4)}}


def saved_object(things: Iterable[Object]) -> Object:
    """A saved object: a save of which only the objects matter."""
    return {
        "SaveName": "",
        "GameMode": "",
        "Gravity": 0.5,
        "PlayArea": 0.5,
        "Date": "",
        "Table": "",
        "Sky": "",
        "Note": "",
        "Rules": "",
        "TabStates": {},
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        "VersionNumber": "",
        "ObjectStates": list(things),
    }
