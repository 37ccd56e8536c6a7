"""Tabletop Playground: a game as a package of templates with their textures."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, NamedTuple

from generator.catalog.wording import file_slug
from generator.export.file_formats import save_png
from generator.export.printed_faces import CardCopy, FaceList, camera
from generator.export.target import ExportedFile, ExportOrder, Target
from generator.export.virtual import (
    THUMBNAIL_DPI,
    CardSheet,
    Gallery,
    Picture,
    TableOptions,
    draw_thumbnail,
    is_rounded,
    list_name,
    piece_names,
    pieces_in_words,
    shown_faces,
)

Model = Literal["Rounded", "Square", "Round", "Hexagonal"]
SEPARATE_BACK = -2
"""The index of a back that is a picture of its own."""
CARD_THICKNESS, BOARD_THICKNESS = 0.05, 0.2
"""Centimetres."""


class _Template(NamedTuple):
    """Something that players take out of the package, as it is written."""

    guid: str
    what: str
    """``deck``, ``token`` or ``board``."""
    values: Mapping[str, Any]


def _guid(*names: object) -> str:
    """32 hex digits that follow from what has them."""
    return hashlib.sha256("\0".join(map(str, names)).encode()).hexdigest()[:32].upper()


def _groups(faces: FaceList) -> Iterator[FaceList]:
    """The cards of a list that make a template: those with the same back; of tokens and boards, copies."""
    groups: dict[tuple[str, str], list[CardCopy]] = {}
    for copy in faces.copies:
        card = "" if faces.component.kind == "cards" else copy.front.card.id
        groups.setdefault((copy.back.look if copy.back else "", card), []).append(copy)
    for copies in groups.values():
        fronts = dict.fromkeys(copy.front for copy in copies)
        backs = dict.fromkeys(copy.back for copy in copies if copy.back is not None)
        yield replace(faces, fronts=tuple(fronts), backs=tuple(backs), copies=tuple(copies))


def _templates(order: ExportOrder[TableOptions], gallery: Gallery, faces: FaceList) -> Iterator[_Template]:
    """A list's templates: one for each back that its cards have, and for each picture that holds them."""
    _warn_of_shape(order, faces)
    names = piece_names(faces)
    sheets = [
        (group, sheet, [place.slot for place in plan.places if place.sheet == sheet.number])
        for group in _groups(faces)
        for plan in (gallery.plan(group),)
        for sheet in plan.sheets
    ]
    for number, (group, sheet, slots) in enumerate(sheets, 1):
        back = gallery.plain_back()
        if group.backs:
            back = gallery.single(group, group.backs[0], f"back-{number}", "the back of all")
        front = gallery.sheet(group, sheet, name=f"cards-{number}")
        title = _title(group, sheet, names, number if len(sheets) > 1 else None)
        path = (order.game.id, list_name(faces.component, faces.cards), sheet.slots[0].front.name)
        guid = _guid(*path)
        made = _values(group, sheet, slots, names, (front, back), order.options)
        values = {**_COMMON, **made, "GUID": guid, "Name": title, "Metadata": "/".join(path)}
        yield _Template(guid, _WHAT[faces.component.kind], values)


def _title(faces: FaceList, sheet: CardSheet, names: Mapping[str, str], number: int | None) -> str:
    """The card's own name where the template has only one of several, else the list's."""
    shown = {names[copy.front.card.id] for copy in sheet.slots}
    if len(shown) == 1 and (number is not None or faces.component.kind != "cards"):
        return shown.pop()
    return faces.title if number is None else f"{faces.title} {number}"


def _values(
    faces: FaceList,
    sheet: CardSheet,
    slots: Sequence[int],
    names: Mapping[str, str],
    textures: tuple[Picture, Picture],
    options: TableOptions,
) -> dict[str, Any]:
    """What sets a template apart from others of its kind. ``slots``: its cards', in the order of the deck."""
    component = faces.component
    front, back = (picture.file.path.name for picture in textures)
    is_card = component.kind == "cards"
    return {
        "Tags": [component.id],
        "FrontTexture": front,
        "BackTexture": back,
        "BackIndex": SEPARATE_BACK,
        "NumHorizontal": sheet.grid.columns,
        "NumVertical": sheet.grid.rows,
        "Width": round(component.size.width / 10, 4),
        "Height": round(component.size.height / 10, 4),
        "Thickness": CARD_THICKNESS if is_card else BOARD_THICKNESS,
        "HiddenInHand": is_card,
        "UsedWithCardHolders": is_card,
        "CanStack": component.kind != "board",
        "Model": _model(faces, options),
        "Indices": list(slots),
        "CardNames": {str(slot): names[copy.front.card.id] for slot, copy in enumerate(sheet.slots)},
        "CardMetadata": {str(slot): copy.front.card.id for slot, copy in enumerate(sheet.slots)},
        "CardTags": {},
    }


def _warn_of_shape(order: ExportOrder[TableOptions], faces: FaceList) -> None:
    component = faces.component
    if component.shape.kind == "polygon":
        order.problems.warning(
            "Tabletop Playground has no model of this shape, so that it becomes a rectangle",
            component.place_of("shape"),
            field=f"components.{component.id}",
            hint="draw the ground beyond the trim, or make it a circle or hex",
        )


def _model(faces: FaceList, options: TableOptions) -> Model:
    component = faces.component
    kind = component.shape.kind
    if kind == "circle":
        return "Round"
    if kind == "hex":
        return "Hexagonal"
    return "Rounded" if is_rounded(faces, options) else "Square"


_WHAT = {"cards": "deck", "tokens": "token", "board": "board"}
_COMMON: Mapping[str, Any] = {
    "Type": "Card",
    "CollisionType": "Regular",
    "Friction": 0.7,
    "Restitution": 0,
    "Density": 0.5,
    "SurfaceType": "Cardboard",
    "Roughness": 1,
    "Metallic": 0,
    "PrimaryColor": {"R": 255, "G": 255, "B": 255},
    "SecondaryColor": {"R": 0, "G": 0, "B": 0},
    "Flippable": True,
    "AutoStraighten": False,
    "ShouldSnap": True,
    "ScriptName": "",
    "Blueprint": "",
    "Models": [],
    "Collision": [],
    "SnapPointsGlobal": False,
    "SnapPoints": [],
    "ZoomViewDirection": {"X": 0, "Y": 0, "Z": 0},
    "HiddenTexture": "",
    "HiddenIndex": -1,
    "UsePrimaryColorForSide": False,
    "FrontTextureOverrideExposed": False,
    "AllowFlippedInStack": False,
    "MirrorBack": True,
    "EmissiveFront": False,
}


def _export(order: ExportOrder[TableOptions]) -> list[ExportedFile]:
    lists = shown_faces(order)
    if order.problems.has_errors or not lists:
        return []
    package = file_slug(order.game.title, order.game.id)
    with camera() as shots:
        gallery = Gallery(order, order.options, shots, folder=f"{package}/Textures/")
        templates = [template for faces in lists for template in _templates(order, gallery, faces)]
        thumbnail = draw_thumbnail(lists, shots, order.options.corner or 0.0)
    game = order.game
    manifest = {"Name": game.title, "Version": game.version, "GUID": _guid(game.id)}
    says = pieces_in_words(order, [template.what for template in templates])
    files = [_written(order, f"{package}/manifest.json", manifest, says)]
    for template in templates:
        says = f"{template.what}: {template.values['Name']}"
        files.append(_written(order, f"{package}/Templates/{template.guid}.json", template.values, says))
    if thumbnail is not None:
        file = order.new_file(f"{package}/Thumbnails/{package}.png")
        save_png(thumbnail, file.file, THUMBNAIL_DPI)
        files.append(file._replace(says="a picture of the game"))
    return [*files, *gallery.files]


def _written(
    order: ExportOrder[TableOptions], name: str, values: Mapping[str, Any], says: str
) -> ExportedFile:
    file = order.new_file(name, says=says)
    file.file.write_text(json.dumps(values, ensure_ascii=False, indent=1) + "\n", "utf-8")
    return file


TARGET = Target(
    title="Tabletop Playground",
    says="a package of decks, tokens and boards with their textures",
    export=_export,
    options=TableOptions,
    purpose="share",
    press=("dpi",),
)
