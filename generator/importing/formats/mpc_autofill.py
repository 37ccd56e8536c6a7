"""Orders of MPC-autofill: XML that says which picture is on the front and back of each slot."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import PurePosixPath

from generator.catalog.problems import Place
from generator.catalog.wording import quote
from generator.importing.drawing import Drawing, field
from generator.importing.importer import ImportedGame, Importer, Source
from generator.importing.new_game import MAX_CARDS, Component, NewGame
from generator.importing.xml_tree import Element, read_xml

_SLOTS = re.compile(r"\[?\s*\d{1,9}(\s*,\s*\d{1,9})*\s*,?\s*\]?", re.ASCII)
_FOLDERS = ("cards",)
"""Where the desktop tool puts what it downloads."""


class _Order:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.game = NewGame(source)
        self.names: dict[int, str] = {}
        """What the card in each slot is called."""

    def sides(self, element: Element | None) -> dict[int, str]:
        """The picture in each slot."""
        found: dict[int, str] = {}
        for card in element.all("card") if element is not None else ():
            picture = self._picture(card)
            for slot in self._slots(card):
                found[slot] = picture
                self.names.setdefault(slot, card.words("query") or PurePosixPath(picture).stem)
        return found

    def _slots(self, card: Element) -> list[int]:
        written = card.words("slots")
        place = (card.first("slots") or card).place
        if not _SLOTS.fullmatch(written):
            raise self.source.error(
                f"expected numbers of slots with commas between, got {quote(written)}", place
            )
        slots = [int(number) for number in re.findall(r"\d+", written)]
        if max(slots) >= MAX_CARDS:
            raise self.source.error(f"expected slots below {MAX_CARDS:,}, got {max(slots)}", place)
        return slots

    def _picture(self, card: Element) -> str:
        own, name = card.words("id"), card.words("name")
        if not name:
            name = own.replace("\\", "/").rpartition("/")[2]
            name = name if PurePosixPath(name).suffix else f"{name}.png"
        return self._found(name, own, card.place)

    def _found(self, name: str, own: str, place: Place) -> str:
        """The picture by its name, or by that with the id in brackets that a download has."""
        path = PurePosixPath(name)
        return self.game.picture(name, place, others=[f"{path.stem} ({own}){path.suffix}"], folders=_FOLDERS)

    def common_back(self, root: Element) -> str | None:
        element = root.first("cardback")
        own = element.text.strip() if element is not None else ""
        return self._found(f"{own}.png", own, element.place) if element is not None and own else None


def read(source: Source) -> ImportedGame:
    root = read_xml(source)
    if root.tag != "order":
        raise source.error(f"expected <order>, got <{root.tag}>", root.place)
    order = _Order(source)
    fronts, backs = order.sides(root.first("fronts")), order.sides(root.first("backs"))
    common = order.common_back(root)
    if not fronts:
        raise source.error("the order has no fronts", root.place)
    for slot in sorted(backs.keys() - fronts.keys()):
        source.note(f"slot {slot} has a back and no front", root.place)
    cards = Counter((order.names[slot], fronts[slot], backs.get(slot, common)) for slot in sorted(fronts))
    game = order.game
    values = [
        {"name": name, "copies": copies, "front": front, "back": back}
        for (name, front, back), copies in cards.items()
    ]
    has_backs = any(back for _, _, back in cards)
    file = game.cards("cards", values)
    back = game.layout("back", _face("back")) if has_backs else None
    game.add(Component("cards", "poker", file, game.layout("front", _face("front")), back))
    return game.finished()


def _face(side: str) -> Drawing:
    """The picture over the card and its bleed, for which such pictures are made."""
    drawing = Drawing()
    with drawing.when(side):
        drawing.add("image", href=field(side), x=-3, y=-3, width="100% + 6", height="100% + 6", fit="cover")
    return drawing


IMPORTER = Importer(
    title="MPC-autofill",
    says="an order's cards, with the pictures of their fronts and backs that are in the folder or its cards/",
    suffixes=(".xml",),
    recognizes=lambda source: "<order" in source.text and "<fronts" in source.text,
    read=read,
)
