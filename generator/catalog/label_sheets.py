"""Sheets whose slots are where somebody else has put them: label sheets, and sprues of one's own.

A sheet is a YAML file: its paper, the size of a slot, and where the slots are. The bundled ones are the
files in ``sheets/``, found by their names. All in mm from the paper's top left corner, y down.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from generator.catalog.keys import (
    LENGTH,
    TEXT,
    Key,
    Kind,
    Part,
    Schema,
    check_part,
    list_of,
    one_of,
    one_or_more,
    optional,
    part_of,
    simple,
    whole_number,
)
from generator.catalog.paths import file_inside
from generator.catalog.problems import InputError, Place, Problems
from generator.catalog.sizes import Size, paper, parse_size
from generator.catalog.suggest import did_you_mean
from generator.catalog.units import parse_pair
from generator.catalog.wording import quote
from generator.catalog.yaml_reader import MarkedDict, MarkedList, place_in, read_mapping, read_yaml

FOLDER = Path(__file__).parent / "sheets"
SUFFIXES = (".yaml", ".yml")
MAX_SLOTS = 1000
"""A sprue of half-inch counters on 13 x 19 in has 900."""
MIN_SLOT = 5.0
"""Side of the smallest slot in mm: no smaller card is printed."""
EXACT = 0.02
"""Millimetres by which slots may overlap or leave the paper: no maker's figures have more places."""


class Spot(NamedTuple):
    """The box of a slot as it lies on the paper, and its turn in degrees, clockwise."""

    x: float
    y: float
    width: float
    height: float
    turn: int

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2


@dataclass(frozen=True, slots=True)
class LabelSheet:
    """A sheet as it was read and checked."""

    name: str
    title: str
    paper: Size
    slot: Size
    """A slot that is not turned."""
    is_round: bool
    corner: float
    """The radius that a slot's corners are cut to."""
    spots: tuple[Spot, ...]
    """In the order in which they are filled."""


def _pair(value: object) -> tuple[float, float]:
    first, second = parse_pair(value)
    if min(first, second) < 0:
        raise InputError(f"a place on the paper cannot be negative, got {first:g}, {second:g} mm")
    return first, second


def _turn(value: object) -> int:
    if value in (0, 90, 180, 270) and not isinstance(value, bool | float):
        return int(str(value))
    raise InputError(f"expected a turn of 0, 90, 180 or 270 degrees, got {quote(value)}")


def _paper(value: object) -> Size:
    if isinstance(value, str):
        return paper(value)
    return parse_size(value)


def _side(value: object) -> Size:
    size = parse_size(value)
    if min(size.width, size.height) < MIN_SLOT:
        raise InputError(
            f"a slot of {size.width:g} x {size.height:g} mm is too small",
            hint=f"each side must be {MIN_SLOT:g} mm or more",
        )
    return size


def _listed(value: object) -> Spot:
    """A slot of the list; its size is that of all."""
    if isinstance(value, list) and len(value) in (2, 3):
        return Spot(*_pair(value[:2]), 0.0, 0.0, _turn(value[2]) if len(value) == 3 else 0)
    raise InputError(
        f"expected a slot such as [10, 25] or [10, 25, 90], got {quote(value)}",
        hint="how far its top left corner is to the right and down, and its turn",
    )


_SLOTS = whole_number(1, MAX_SLOTS)
_TURN = simple(_turn, enum=[0, 90, 180, 270])
_LENGTHS: Schema = {
    "anyOf": [{"type": "string"}, {"type": "array", "items": LENGTH.schema, "minItems": 2, "maxItems": 2}]
}
_PAIR = simple(_pair, **_LENGTHS, examples=["12 x 10.5 mm"])
_PAPER = simple(_paper, **_LENGTHS, examples=["a4", "200 x 300 mm"])
_SLOT_SIZE = simple(_side, **_LENGTHS, examples=["poker", "3.5 x 2 in"])
_SLOT = simple(
    _listed,
    type="array",
    minItems=2,
    maxItems=3,
    items={"type": ["number", "string"]},
    examples=[[10, 25, 90]],
)


class GridFile(Part):
    """Slots in columns and rows."""

    columns = Key(_SLOTS, ..., "How many slots are side by side.")
    rows = Key(_SLOTS, ..., "How many slots are one below the other.")
    first = optional(
        _PAIR, "The top left corner of the first slot. Default: the grid is in the paper's middle."
    )
    pitch = optional(_PAIR, "From one slot to the next, across x down. Default: the slots touch.")
    turn = Key(_TURN, 0, "How far the slots are turned, in degrees clockwise. Default 0.")


def _at_most(kind: Kind[list[Any]]) -> Kind[list[Any]]:
    """A list that is not even looked through if it is too long."""

    def parse(value: object) -> list[Any]:
        if isinstance(value, list) and len(value) > MAX_SLOTS:
            raise InputError(f"a sheet has {MAX_SLOTS:,} slots at most, got {len(value):,}")
        return kind.parse(value)

    return Kind(parse, {**kind.schema, "maxItems": MAX_SLOTS})


class LabelSheetFile(Part):
    """A label sheet, a sprue, or the template of a cutting machine: where its slots are."""

    title = optional(TEXT, "What it is. Default: the file's name.")
    source = optional(TEXT, "Where the figures come from.")
    also = optional(list_of(TEXT), "Other names of the same sheet.")
    paper = Key(_PAPER, ..., "The paper's name or size.")
    slot = Key(_SLOT_SIZE, ..., "The size of a slot: a size's name or `width x height`.")
    shape = Key(one_of("rect", "circle"), "rect", "The shape of a slot. Default rect.")
    corner = Key(LENGTH, 0.0, "The radius of a slot's corners. Default 0.")
    grid = optional(one_or_more(part_of(GridFile)), "Slots in columns and rows; or a list of such.")
    slots = optional(
        _at_most(list_of(_SLOT)),
        "Slots one by one: how far each one's top left corner is to the right and down, and its turn.",
    )


def sheet_names() -> tuple[str, ...]:
    """The names of the bundled sheets, sorted, without other names of the same sheets."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.yaml")))


@cache
def other_names() -> dict[str, str]:
    """The other names of the bundled sheets, and theirs."""
    found = {}
    for name in sheet_names():
        root = read_yaml(FOLDER / f"{name}.yaml", Problems())
        also = root.get("also") if isinstance(root, MarkedDict) else None
        found.update({str(other): name for other in also} if isinstance(also, list) else {})
    return found


def is_file_name(name: str) -> bool:
    return name.lower().endswith(SUFFIXES)


def known_sheet(name: str) -> str:
    """The name of a sheet that comes along, from any of its names. Raises :class:`InputError`."""
    wanted = "-".join(name.casefold().replace("_", " ").replace("-", " ").split())
    names = sheet_names()
    found = wanted if wanted in names else other_names().get(wanted)
    if found is None:
        known = (*names, *other_names())
        ending = next((one for one in known if one.endswith(f"-{wanted}")), None)
        near = f"did you mean `{ending}`?" if ending else did_you_mean(wanted, names)
        other = "`gatepress docs label-sheets` lists them; a sheet of your own is a file such as `sprue.yaml`"
        hint = near or did_you_mean(wanted, known) or other
        raise InputError(f"no label sheet is called {quote(name)}", hint=hint)
    return found


def find_sheet(name: str, folder: Path, problems: Problems) -> LabelSheet | None:
    """The sheet of that name, or in that file in ``folder``; None if it can't be used, which is reported.

    Raises :class:`InputError` for a name or a file that is not there.
    """
    if is_file_name(name):
        return read_sheet(file_inside(folder, name), problems)
    return read_sheet(FOLDER / f"{known_sheet(name)}.yaml", problems)


def read_sheet(path: Path, problems: Problems) -> LabelSheet | None:
    """The sheet in a file; None if anything is wrong with it, all of which is reported."""
    before = len(problems.found)
    root = read_mapping(path, problems)
    if root is None:
        return None
    part, _ = check_part(LabelSheetFile, root, problems)
    if problems.has_errors_since(before):
        return None
    spots = _Checker(part, root, problems).spots()
    if problems.has_errors_since(before):
        return None
    is_round = part.shape == "circle"
    return LabelSheet(path.stem, part.title or path.stem, part.paper, part.slot, is_round, part.corner, spots)


class _Checker:
    """Lays out the slots of a file whose values are sound one by one; reports what does not go together."""

    def __init__(self, part: LabelSheetFile, root: MarkedDict, problems: Problems) -> None:
        self.part = part
        self.root = root
        self.problems = problems

    def spots(self) -> tuple[Spot, ...]:
        self._check_slot()
        grids, listed = self.part.grid or [], self.part.slots or []
        total = len(listed) + sum(grid.columns * grid.rows for grid in grids)
        if not total:
            self.problems.error("the sheet has no slots", self.root.place, hint="add `grid:` or `slots:`")
        if total > MAX_SLOTS:
            place = self.root.place_of("grid" if grids else "slots")
            message = f"a sheet has {MAX_SLOTS:,} slots at most, this one has {total:,}"
            self.problems.error(message, place, field="grid")
            return ()
        spots: list[Spot] = []
        places: list[tuple[str, Place]] = []
        for number, grid in enumerate(grids):
            steps = ("grid", number) if isinstance(self.root["grid"], MarkedList) else ("grid",)
            if self._check_pitch(grid, steps):
                own = list(_in_grid(grid, self.part.slot, self.part.paper))
                self._check_on_paper(_around(own), f"the grid of {grid.columns} x {grid.rows} slots", steps)
                spots += own
                places += [(_field(steps), place_in(self.root, steps))] * len(own)
        for number, slot in enumerate(listed):
            spot = Spot(slot.x, slot.y, *_turned(self.part.slot, slot.turn), slot.turn)
            self._check_on_paper(spot, "the slot", ("slots", number))
            spots.append(spot)
            places.append((f"slots.{number}", place_in(self.root, ("slots", number))))
        self._check_overlaps(spots, places)
        return tuple(spots)

    def _error(self, message: str, steps: Sequence[str | int], hint: str | None = None) -> None:
        self.problems.error(message, place_in(self.root, steps), field=_field(steps), hint=hint)

    def _check_slot(self) -> None:
        slot, corner = self.part.slot, self.part.corner
        size = f"{slot.width:g} x {slot.height:g} mm"
        if self.part.shape == "circle" and abs(slot.width - slot.height) > EXACT:
            message = f"a circle is as wide as it is high, but the slot is {size}"
            self._error(message, ("slot",), "give both sides the circle's diameter")
        if self.part.shape == "rect" and 2 * corner > min(slot.width, slot.height) + EXACT:
            self._error(f"corners of {corner:g} mm are more than half of {size}", ("corner",))

    def _check_pitch(self, grid: GridFile, steps: Sequence[str | int]) -> bool:
        if grid.pitch is None:
            return True
        is_sound = True
        sides = _turned(self.part.slot, grid.turn)
        for pitch, side, count, across in zip(
            grid.pitch, sides, (grid.columns, grid.rows), ("wide", "high"), strict=True
        ):
            if count > 1 and pitch < side - EXACT:
                self._error(
                    f"the slots overlap: they are {side:g} mm {across}, {pitch:g} mm from one to the next",
                    (*steps, "pitch"),
                    "the pitch counts from edge to same edge, the gap included",
                )
                is_sound = False
        return is_sound

    def _check_on_paper(self, box: Spot, what: str, steps: Sequence[str | int]) -> None:
        size = self.part.paper
        beyond = (
            (-box.x, "left"),
            (-box.y, "top"),
            (box.x + box.width - size.width, "right"),
            (box.y + box.height - size.height, "bottom"),
        )
        farthest, side = max(beyond)
        if farthest > EXACT:
            message = f"{what} goes {round(farthest, 2):g} mm beyond the paper's {side} edge"
            self._error(message, steps, f"the paper is {size.width:g} x {size.height:g} mm")

    def _check_overlaps(self, spots: Sequence[Spot], places: Sequence[tuple[str, Place]]) -> None:
        is_round = self.part.shape == "circle"
        pairs = (
            (a, b) for a, b in neighbours(spots, 0.0) if apart(spots[a], spots[b], is_round=is_round) < -EXACT
        )
        first = min(pairs, default=None)
        if first is not None:
            field, place = places[first[1]]
            one, other = (f"{round(spots[n].x, 2):g}, {round(spots[n].y, 2):g} mm" for n in first)
            self.problems.error(f"the slots at {one} and at {other} overlap", place, field=field)


def _field(steps: Sequence[str | int]) -> str:
    return ".".join(map(str, steps))


def _turned(slot: Size, turn: int) -> tuple[float, float]:
    return (slot.height, slot.width) if turn in (90, 270) else (slot.width, slot.height)


def _in_grid(grid: GridFile, slot: Size, size: Size) -> Iterator[Spot]:
    """The slots row by row."""
    width, height = _turned(slot, grid.turn)
    across, down = grid.pitch or (width, height)
    left, top = grid.first or (
        (size.width - width - (grid.columns - 1) * across) / 2,
        (size.height - height - (grid.rows - 1) * down) / 2,
    )
    for row in range(grid.rows):
        for column in range(grid.columns):
            yield Spot(left + column * across, top + row * down, width, height, grid.turn)


def _around(spots: Iterable[Spot]) -> Spot:
    """The box around slots."""
    spots = list(spots)
    x, y = min(spot.x for spot in spots), min(spot.y for spot in spots)
    right, bottom = max(spot.x + spot.width for spot in spots), max(spot.y + spot.height for spot in spots)
    return Spot(x, y, right - x, bottom - y, 0)


def apart(one: Spot, other: Spot, *, is_round: bool) -> float:
    """How far two slots are from each other, sideways or up and down; below zero: how far they overlap."""
    (x1, y1), (x2, y2) = one.centre, other.centre
    if is_round:
        return math.dist((x1, y1), (x2, y2)) - (one.width + other.width) / 2
    across = abs(x1 - x2) - (one.width + other.width) / 2
    down = abs(y1 - y2) - (one.height + other.height) / 2
    return max(across, down)


def neighbours(spots: Sequence[Spot], reach: float) -> Iterator[tuple[int, int]]:
    """The pairs of slots, by number, that may be no farther apart than ``reach``, each once."""
    side = max((max(spot.width, spot.height) for spot in spots), default=0.0) + reach
    cells: dict[tuple[int, int], list[int]] = {}
    for number, spot in enumerate(spots):
        x, y = spot.centre
        column, row = math.floor(x / side), math.floor(y / side)
        for near_row in (row - 1, row, row + 1):
            for near_column in (column - 1, column, column + 1):
                yield from ((other, number) for other in cells.get((near_column, near_row), ()))
        cells.setdefault((column, row), []).append(number)
