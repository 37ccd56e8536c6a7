"""The table that a game is played on, as `table` in game.yaml says: board or mats, and what lies where."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from generator.catalog.game_file import AreaFile, TableFile, ZoneFile
from generator.catalog.models import ANY_KEY, Component, TableArea, TableBox, TableLayout, TableZone, Way
from generator.catalog.problems import Place, Problems
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import code, listed, quote
from generator.catalog.yaml_reader import MarkedDict, MarkedList, place_in

_WAY = re.compile(r"[^\s.]+(\.[^\s.]+)*")
_MARGIN = 1.0
"""Mm that a box may reach over the edge, where somebody rounded."""


def read_layouts(
    root: MarkedDict, parts: Sequence[TableFile], components: Sequence[Component], problems: Problems
) -> tuple[TableLayout, ...]:
    """What game.yaml says under `table`; whatever can't be so is reported."""
    given = root["table"]
    found = []
    for number, part in enumerate(parts):
        way: tuple[str | int, ...] = ("table", number) if isinstance(given, MarkedList) else ("table",)
        reader = _Reading(root, {component.id: component for component in components}, problems)
        middle = reader.area(part.middle, (*way, "middle"), is_seat=False) if part.middle else None
        seat = reader.area(part.seat, (*way, "seat"), is_seat=True) if part.seat else None
        if part.middle is None and part.seat is None:
            reader.error("neither `middle` nor `seat` says what lies where", way)
        found.append(TableLayout(tuple(part.seats or ()), part.upright, middle, seat))
    return tuple(found)


class _Reading:
    def __init__(self, root: MarkedDict, components: Mapping[str, Component], problems: Problems) -> None:
        self._root = root
        self._components = components
        self._problems = problems

    def error(self, message: str, way: Way, hint: str | None = None) -> None:
        self._problems.error(message, self._place(way), field=".".join(map(str, way)), hint=hint)

    def _place(self, way: Way) -> Place:
        return place_in(self._root, way)

    def area(self, part: AreaFile, way: Way, *, is_seat: bool) -> TableArea | None:
        piece = self._piece(part.ground, (*way, "ground")) if part.ground else None
        ground = piece and (piece[0], piece[1] or self._cards(piece[0])[0])
        size = part.size or (self._components[ground[0]].size if ground else None)
        if size is None:
            if not part.ground:
                hint = "write for example `size: 600 x 300 mm`, or the board that lies there as `ground`"
                self.error("how large it is, is not said", way, hint)
            return None
        area = TableArea(size.width, size.height, ground, part.at or (0.0, 0.0), ())
        zones = [self._zone(name, zone, area, (*way, "zones", name)) for name, zone in part.zones.items()]
        if is_seat and (wrong := next((zone for zone in zones if zone.way[0] == "seats"), None)) is not None:
            name = ".".join(wrong.way)
            self.error(
                f"the zones of a seat are named as seen from it, got {quote(name)}",
                (*way, "zones", name),
                f"write {code('.'.join(wrong.way[2:]) or 'hand')}, or put it under `middle`",
            )
        return area._replace(zones=tuple(zones))

    def _piece(self, name: str, way: Way) -> tuple[str, str] | None:
        """The component and the card of ``COMPONENT/CARD``; no card where none is named."""
        component_id, _, card_id = name.partition("/")
        if self._component(component_id, way) is None:
            return None
        cards = self._cards(component_id)
        if card_id and card_id not in cards:
            hint = did_you_mean(card_id, cards) or f"it has {listed(cards)}"
            self.error(f"{code(component_id)} has no {quote(card_id)}", way, hint)
            return None
        return (component_id, card_id) if cards else None

    def _cards(self, component_id: str) -> list[str]:
        return [card.id for part in self._components[component_id].sets for card in part.cards]

    def _component(self, name: str, way: Way) -> Component | None:
        component = self._components.get(name)
        if component is None:
            hint = did_you_mean(name, self._components) or f"the components are {listed([*self._components])}"
            self.error(f"there is no component {quote(name)}", way, hint)
        return component

    def _zone(self, name: str, part: ZoneFile, area: TableArea, way: Way) -> TableZone:
        if not _WAY.fullmatch(name) or name.count(ANY_KEY) > 1:
            hint = "write its keys with dots between, for example `lanes.*.troops.0`"
            self.error(f"{quote(name)} names no place of a position", way, hint)
        kinds = [kind for kind in (part.box, part.boxes, part.hexes, part.squares) if kind is not None]
        if (part.by is None) != (part.boxes is None) or len(kinds) != 1:
            hint = "write `box: [4, 94, 66.5, 92]`, or `by: class` and a box for each value under `boxes`"
            self.error("a zone has a box, boxes by a field, or a grid of spaces", way, hint)
        piece = self._piece(part.piece, (*way, "piece")) if part.piece is not None else None
        boxes = {value: TableBox(*box) for value, box in (part.boxes or {}).items()}
        own = TableBox(*part.box) if part.box else None
        for key, box in [("box", own), *((f"boxes.{value}", box) for value, box in boxes.items())]:
            if box is not None and not _is_inside(box, area):
                size = f"{area.width:g} x {area.height:g} mm"
                hint = "a larger `size`, with `at` for the board in it, leaves room around the board"
                self.error(f"the box lies outside of what is {size} large", (*way, *key.split(".", 1)), hint)
        return TableZone(
            tuple(name.split(".")), own, part.by, boxes, part.next, part.lies, part.step, part.turn,
            piece, part.shift, self._grid(part, way), part.before,
        )  # fmt: skip

    def _grid(self, part: ZoneFile, way: Way) -> tuple[str, Mapping[str, object]] | None:
        """The function that draws a board, and its words: those that layout and rules read, too."""
        given, key = (part.hexes, "hexes") if part.hexes is not None else (part.squares, "squares")
        if given is None:
            return None
        words: object = given
        if isinstance(given, str):
            rules = self._root.get("rules")
            words = rules.get(given) if isinstance(rules, Mapping) else None
        if not isinstance(words, Mapping):
            hint = "write `columns` and `rows` there, and let the layout and the rules read them, too"
            self.error(
                f"there is no {quote(given)} under `rules` that says how the spaces lie", (*way, key), hint
            )
            return None
        x, y = part.at or (0.0, 0.0)
        return key, {**{str(word): value for word, value in words.items()}, "x": x, "y": y}


def _is_inside(box: TableBox, area: TableArea) -> bool:
    least = -_MARGIN
    return (
        least <= box.x
        and least <= box.y
        and box.x + box.width <= area.width + _MARGIN
        and box.y + box.height <= area.height + _MARGIN
    )
