"""Lengths that depend on where they stand: shares of a box, columns and rows, places of other elements."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from generator.catalog.problems import InputError
from generator.catalog.suggest import did_you_mean
from generator.catalog.units import parse_length
from generator.catalog.wording import code, listed, quote
from generator.layout.geometry import Box

FARTHEST = 10_000
"""Millimetres; no card, board or sheet is as large."""
LONGEST = 200
"""Letters of a sum; with more it is none."""
ROUNDING = 1e-6
"""By so much a template's arithmetic may miss a whole number of columns."""


class Tracks(NamedTuple):
    """The columns of a card, or its rows: how many, the length of one, and what lies between two."""

    number: int
    length: float
    gutter: float
    start: float
    """Where the first one begins."""

    def place(self, index: float) -> float:
        """Where the column behind so many others begins; behind the last one, where that ends."""
        return self.start + index * self.length + min(_whole(index), self.number - 1) * self.gutter

    def size(self, number: float) -> float:
        """The length of so many columns side by side."""
        return number * self.length + max(-_whole(-number) - 1, 0) * self.gutter


def _whole(number: float) -> int:
    """The whole number below."""
    return math.floor(number + ROUNDING) if math.isfinite(number) else 0


class Room(NamedTuple):
    """The box that elements stand in, which their percentages refer to; and the card's columns and rows."""

    width: float
    height: float
    columns: Tracks | None = None
    rows: Tracks | None = None

    def divided(self, columns: int | None, rows: int | None, margin: float, gutter: float) -> Room:
        """The same with columns and rows inside a margin. Raises :class:`InputError` if there is no room."""
        return self._replace(
            columns=_tracks(columns, self.width, margin, gutter, "columns") if columns else None,
            rows=_tracks(rows, self.height, margin, gutter, "rows") if rows else None,
        )

    def inner(self, width: float | None, height: float | None) -> Room:
        """A box inside it, whose columns are as wide and are counted from its own edge."""
        return Room(
            self.width if width is None else width,
            self.height if height is None else height,
            self.columns and self.columns._replace(start=0.0),
            self.rows and self.rows._replace(start=0.0),
        )


def _tracks(count: int, whole: float, margin: float, gutter: float, name: str) -> Tracks:
    length = (whole - 2 * margin - (count - 1) * gutter) / count
    if length <= 0:
        raise InputError(
            f"{count} {name} with a gutter of {gutter:g} mm and a margin of {margin:g} mm need more than "
            f"the {whole:g} mm that there are"
        )
    return Tracks(count, length, gutter, margin)


ACROSS, DOWN = "across", "down"
PLACES: Mapping[str, str] = {
    **dict.fromkeys(("x", "cx", "x1", "x2"), ACROSS),
    **dict.fromkeys(("y", "cy", "y1", "y2"), DOWN),
}
"""The attributes that say where something is, and along which side of its box."""
SIDES: Mapping[str, str] = {**PLACES, "width": ACROSS, "rx": ACROSS, "height": DOWN, "ry": DOWN}
"""Likewise all whose percentages are of one side. Those of the others are of the smaller one."""

Edge = Callable[[Box], float]
SIZES: Mapping[str, Edge] = {"width": lambda box: box.width, "height": lambda box: box.height}
EDGES: Mapping[str, Mapping[str, Edge]] = {
    ACROSS: {
        "left": lambda box: box.x,
        "right": lambda box: box.right,
        "center": lambda box: box.x + box.width / 2,
        "middle": lambda box: box.x + box.width / 2,
        **SIZES,
    },
    DOWN: {
        "top": lambda box: box.y,
        "bottom": lambda box: box.bottom,
        "center": lambda box: box.y + box.height / 2,
        "middle": lambda box: box.y + box.height / 2,
        **SIZES,
    },
}
"""What one may ask of another element's box."""
FOREIGN_EDGES = {"centre": "center", "start": "left", "end": "right", "above": "top", "below": "bottom"}


class Term(NamedTuple):
    """A part of a sum: so many of a unit, or, with a name, an edge of the element with that id."""

    amount: float
    unit: str
    name: str = ""


class Relative(NamedTuple):
    """A length that follows from where it stands. The same text may stand in many places."""

    text: str
    terms: tuple[Term, ...]
    is_size: bool = False
    """Whether it can't be less than 0."""

    def resolve(self, attribute: str, room: Room, box_of: Callable[[str], Box]) -> float:
        """In mm. Raises :class:`InputError` for what is not there, and for lengths out of bounds."""
        side = SIDES.get(attribute)
        columns = rows = 0.0
        value = 0.0
        for amount, unit, name in self.terms:
            if name:
                value += amount * _edge(unit, attribute, side)(box_of(name))
            elif unit == "%":
                value += amount / 100 * _whole_side(room, side)
            elif unit == COLUMN:
                columns += amount
            elif unit == ROW:
                rows += amount
            else:
                value += amount
        is_place = attribute in PLACES
        if any(unit == COLUMN and not name for _, unit, name in self.terms):
            value += _length_of(room.columns, columns, "columns", is_place)
        if any(unit == ROW and not name for _, unit, name in self.terms):
            value += _length_of(room.rows, rows, "rows", is_place)
        return self._checked(value)

    def _checked(self, value: float) -> float:
        if not abs(value) <= FARTHEST:
            raise InputError(f"{quote(self.text)} is too far away")
        if self.is_size and value < 0:
            if value < -ROUNDING:
                raise InputError(
                    f"expected a length of 0 or more, got {quote(self.text)}, which is {value:.4g} mm here"
                )
            return 0.0
        return value


def _whole_side(room: Room, side: str | None) -> float:
    if side is None:
        return min(room.width, room.height)
    return room.width if side is ACROSS else room.height


def _length_of(tracks: Tracks | None, number: float, name: str, is_place: bool) -> float:
    if tracks is None:
        raise InputError(
            f"the card has no {name}", hint=f'say how many in the layout\'s first tag: <card {name}="12">'
        )
    return tracks.place(number) if is_place else tracks.size(number)


def _edge(word: str, attribute: str, side: str | None) -> Edge:
    edges = SIZES if side is None else EDGES[side]
    edge = edges.get(word)
    if edge is None:
        raise InputError(
            f"{code(attribute)} can't be the {word} of something", hint=f"there are {listed(list(edges))}"
        )
    return edge


COLUMN, ROW = "col", "row"
_UNITS = {"%": "%", **dict.fromkeys(("col", "cols"), COLUMN), **dict.fromkeys(("row", "rows"), ROW)}
_SIGN = r"\s*([-+])\s*"
_AMOUNT = r"(?P<amount>(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?)\s*(?P<unit>%|[a-z]{2,4}|\"|″)?"
_TERM = rf"{_AMOUNT}(?=\s*(?:[-+]|$))|(?P<edge>[a-z]+)\s+of\s+#?(?P<name>\S+)"
_IS_SUM = r"%|\bof\b|\d\s*(?:col|row)|[^\se]\s*[-+]"
EXAMPLES = "write for example `3`, `50%`, `100% - 6` or `right of title + 2`"


def read_length(text: str) -> float | Relative:
    """A length with a unit, a share, or a sum of such. Raises :class:`InputError`."""
    text = text.strip()
    try:
        return -parse_length(text[1:]) if text.startswith("-") else parse_length(text)
    except InputError:
        if len(text) > LONGEST or not re.search(_IS_SUM, text, re.IGNORECASE):
            raise
    terms = tuple(_terms(text))
    if all(term.unit == "mm" for term in terms):
        return sum(term.amount for term in terms)
    return Relative(text, terms)


def _terms(text: str) -> list[Term]:
    # Compiled here: most layouts have none of this.
    signs, parts = re.compile(_SIGN), re.compile(_TERM, re.IGNORECASE | re.ASCII)
    terms: list[Term] = []
    at = 0
    while at < len(text) or not terms:
        sign = signs.match(text, at)
        if sign is None and terms:
            raise InputError(f"expected + or - between lengths, got {quote(text)}", hint=EXAMPLES)
        at = sign.end() if sign else at
        match = parts.match(text, at)
        if match is None:
            raise _no_length(re.split(r"\s[-+]\s", text[at:])[0], text)
        terms.append(_term(match, -1 if sign and sign[1] == "-" else 1))
        at = match.end()
    return terms


def _no_length(wrong: str, text: str) -> InputError:
    if not wrong:
        return InputError(f"expected a length at the end of {quote(text)}", hint=EXAMPLES)
    inside = "" if wrong == text else f" in {quote(text)}"
    hint = EXAMPLES
    if "(" in wrong:
        hint = "a sum is written without calc()"
    elif re.search(r"\d,\d", wrong):
        hint = "write decimals with a point, not a comma"
    return InputError(f"expected a length, got {quote(wrong)}{inside}", hint=hint)


def _term(match: re.Match[str], sign: int) -> Term:
    if match["name"]:
        word = match["edge"].lower()
        known = EDGES[ACROSS].keys() | EDGES[DOWN].keys()
        if word not in known:
            raise InputError(
                f"expected an edge such as right or bottom, got {quote(match['edge'])}",
                hint=did_you_mean(word, sorted(known), FOREIGN_EDGES),
            )
        return Term(sign, word, match["name"])
    unit = _UNITS.get((match["unit"] or "").lower())
    if unit is not None:
        return Term(sign * float(match["amount"]), unit)
    return Term(sign * parse_length(match[0].strip()), "mm")
