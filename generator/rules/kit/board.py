"""Boards: spaces by their names, which lie beside which, how far apart, in what lines; a pile on each.

A rules file declares the board of a zone by the words with which a layout draws it (docs/board-macros.md), so
that both can read them in game.yaml.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain, compress
from typing import Any, ClassVar, NoReturn, Self

from generator.catalog.spaces import (
    LABELS,
    MAX_RADIUS,
    SHIFTS,
    Place,
    axial,
    hexagon,
    in_lines,
    rows_of,
    space_name,
)
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import quote
from generator.rules.errors import RulesError
from generator.rules.kit.cards import Card, Numbers, Piece, Pile
from generator.rules.kit.declarations import Plan, check_flag, check_word, named_number, number_of

MAX_SPACES = 1_000
"""Of a board: a Go board has 361."""
SIZES = ("side", "x", "y", "width", "height", "gap")
"""What says in game.yaml how large the spaces are printed, and nothing to the rules."""
_AROUND: Mapping[str, Place] = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
_AROUND_CORNERS: Mapping[str, Place] = {
    "n": (0, -1),
    "ne": (1, -1),
    "e": (1, 0),
    "se": (1, 1),
    "s": (0, 1),
    "sw": (-1, 1),
    "w": (-1, 0),
    "nw": (-1, -1),
}
_FLAT: Mapping[str, Place] = {
    "n": (0, -1),
    "ne": (1, -1),
    "se": (1, 0),
    "s": (0, 1),
    "sw": (-1, 1),
    "nw": (-1, 0),
}
_POINTED: Mapping[str, Place] = {
    "ne": (1, -1),
    "e": (1, 0),
    "se": (0, 1),
    "sw": (-1, 1),
    "w": (-1, 0),
    "nw": (0, -1),
}
"""The directions, clockwise, as they are printed; of hexagons in axial coordinates."""

Ground = Mapping[str, Sequence[str]] | str | None
"""Kinds of ground with the spaces that they are on; or what that is called under ``rules:`` in game.yaml."""
NO_GROUND: Mapping[str, str] = {}


# What a game asks


class Spaces(Plan):
    """The spaces of a board by their names, in order, and all that is asked about them."""

    place_of: Mapping[str, Place] | None = None
    """Where each is drawn, by columns and rows, of which that is in halves in which they are shifted; None
    where that is not known."""
    directions: Sequence[str] = ()
    """The names of those in which one goes straight on."""

    def __init__(self, zone: str, beside: Mapping[str, Iterable[str]]) -> None:
        """``beside``: each space with its neighbours."""
        self.zone = zone
        self.beside = {space: tuple(around) for space, around in beside.items()}
        self.names = tuple(self.beside)
        self.grounds: Mapping[str, str] = NO_GROUND
        self.by_ground: Mapping[str, tuple[str, ...]] = {}
        self._far: dict[str, dict[str, int]] = {}

    def settled(self, zone: str, rules: Numbers, data: Mapping[str, object]) -> Spaces:
        del zone, rules, data
        return self

    def neighbours(self, space: str) -> tuple[str, ...]:
        """The spaces beside it."""
        try:
            return self.beside[space]
        except (KeyError, TypeError):
            self.missing(space)

    def distance(self, space: str, other: str) -> int | None:
        """In how many steps one comes from a space to another; None where no way leads there."""
        try:
            return self._far[space][other]
        except (KeyError, TypeError):
            pass
        for one in (space, other):
            self.neighbours(one)
        if space not in self._far:
            self._far[space] = self._steps_from(space, len(self.names), ())
        return self._far[space].get(other)

    def reach(self, space: str, steps: int, without: Iterable[str] = ()) -> tuple[str, ...]:
        """The spaces that one comes to in so many steps or fewer, the nearest first, itself not among them.

        ``without``: spaces that can't be entered.
        """
        if type(steps) is not int:
            raise RulesError(f"`reach` needs a whole number of steps, not {quote(steps)}")
        without = (without,) if isinstance(without, str) else tuple(without)
        try:
            known = self.beside.keys() >= set(without)
        except TypeError:
            known = False
        if not known:
            for one in without:
                self.neighbours(one)
        return tuple(self._steps_from(space, steps, without))[1:]

    def _steps_from(self, space: str, most: int, without: Iterable[str]) -> dict[str, int]:
        self.neighbours(space)
        beside, far, closed = self.beside, {space: 0}, {space, *without}
        last: Sequence[str] = (space,)
        for steps in range(1, most + 1):
            found: list[str] = []
            for one in last:
                for other in beside[one]:
                    if other not in closed:
                        closed.add(other)
                        far[other] = steps
                        found.append(other)
            if not found:
                break
            last = found
        return far

    def line(self, space: str, other: str) -> tuple[str, ...]:
        """The spaces in a straight line between two; the same ones in both directions."""
        raise self._not_straight(space, other)

    def rays(self, space: str) -> Mapping[str, tuple[str, ...]]:
        """The spaces straight on to the edge in each direction, by its name: ``n``, ``se`` …"""
        raise self._not_straight(space)

    def rows(self, length: int) -> Sequence[tuple[str, ...]]:
        """All straight rows of so many spaces."""
        del length
        raise self._not_straight()

    def _not_straight(self, *spaces: str) -> RulesError:
        del spaces
        return RulesError(f"`{self.zone}` is a graph: it has no straight lines")

    def ground(self, space: str) -> str | None:
        """What kind of ground a space has; None for none of those that were named."""
        self.neighbours(space)
        return self.grounds.get(space)

    def on_ground(self, kind: str) -> tuple[str, ...]:
        """The spaces with that kind of ground."""
        if not isinstance(kind, str) or kind not in self.by_ground:
            check_word(kind, self.by_ground, f"ground of `{self.zone}`:")
        return self.by_ground[kind]

    def missing(self, space: object) -> NoReturn:
        """Raises RulesError for what is no space."""
        raise RulesError(self.refusal(space))

    def refusal(self, space: object) -> str:
        """What there is to say of what is no space."""
        hint = did_you_mean(space, self.names) if isinstance(space, str) else None
        known = f"there are {self.names[0]} to {self.names[-1]}"
        return f"there is no space {quote(space)} on `{self.zone}`; {hint or known}"

    def lay_ground(self, given: Ground, rules: Numbers) -> Spaces:
        """Notes what ground there is. Raises RulesError for spaces that are not there, or named twice."""
        kinds: Any = _from_yaml(rules, given) if isinstance(given, str) else given or {}
        if not isinstance(kinds, Mapping):
            raise RulesError(
                f"the ground of `{self.zone}` is given as `kind: [space, …]`, not {quote(kinds)}"
            )
        found: dict[str, str] = {}
        for kind, spaces in kinds.items():
            for space in _several(spaces):
                name = space_name(space)
                if name not in self.beside:
                    raise RulesError(f"the ground `{kind}`: {self.refusal(name)}")
                if found.setdefault(name, str(kind)) != str(kind):
                    raise RulesError(
                        f"the ground of {name} on `{self.zone}` is both `{found[name]}` and `{kind}`"
                    )
        self.grounds = found
        self.by_ground = {
            kind: tuple([space for space in self.names if found.get(space) == kind])
            for kind in map(str, kinds)
        }
        return self


class GridSpaces(Spaces):
    """Squares or hexagons: whole coordinates, and steps that are the same from everywhere."""

    def __init__(
        self, zone: str, at: Mapping[str, Place], steps: Mapping[str, Place], *, is_hex: bool
    ) -> None:
        self._at = at
        self._space_at = {place: space for space, place in at.items()}
        self._steps = steps
        self.directions = tuple(steps)
        self._is_hex = is_hex
        around = {
            space: [
                self._space_at[x + dx, y + dy]
                for dx, dy in steps.values()
                if (x + dx, y + dy) in self._space_at
            ]
            for space, (x, y) in at.items()
        }
        super().__init__(zone, around)
        self._lines: dict[tuple[str, str], tuple[str, ...]] = {}
        self._rows: dict[int, tuple[tuple[str, ...], ...]] = {}

    @cached_property
    def _rays(self) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
        return {
            space: {name: self._ray(space, step) for name, step in self._steps.items()}
            for space in self.names
        }

    def _ray(self, space: str, step: Place) -> tuple[str, ...]:
        (x, y), (dx, dy) = self._at[space], step
        found: list[str] = []
        while (x + dx, y + dy) in self._space_at:
            x, y = x + dx, y + dy
            found.append(self._space_at[x, y])
        return tuple(found)

    def rays(self, space: str) -> Mapping[str, tuple[str, ...]]:
        try:
            return self._rays[space]
        except (KeyError, TypeError):
            self.missing(space)

    def rows(self, length: int) -> Sequence[tuple[str, ...]]:
        if type(length) is not int or length < 1:
            raise RulesError(f"`rows` needs a length of 1 or more, not {quote(length)}")
        if length not in self._rows:
            half = list(self._steps)[: len(self._steps) // 2]
            found = [
                (space, *self._rays[space][name][: length - 1])
                for space in self.names
                for name in half
                if len(self._rays[space][name]) >= length - 1
            ]
            # A single space is a row in every direction.
            self._rows[length] = tuple(dict.fromkeys(found))
        return self._rows[length]

    def line(self, space: str, other: str) -> tuple[str, ...]:
        try:
            return self._lines[space, other]
        except (KeyError, TypeError):
            pass
        for one in (space, other):
            self.neighbours(one)
        here, there = self._at[space], self._at[other]
        # Worked out from one end, it is the same from the other.
        found = self._between(min(here, there), max(here, there))
        self._lines[space, other] = tuple(found if here <= there else reversed(found))
        return self._lines[space, other]

    def _between(self, start: Place, end: Place) -> list[str]:
        (x, y), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
        count = max(abs(dx), abs(dy), abs(dx + dy) if self._is_hex else 0)
        found: list[str] = []
        for step in range(1, count):
            # Where the line runs between two spaces it takes the one to the same side of it always; at the
            # edge of the board that may be none, and it takes the other.
            sides = (
                self._nearest(x * count + dx * step, y * count + dy * step, count, side) for side in (1, -1)
            )
            space = next((self._space_at[place] for place in sides if place in self._space_at), None)
            if space is not None:
                found.append(space)
        return found

    def _nearest(self, x: int, y: int, parts: int, side: int) -> Place:
        """The place nearest to a point whose coordinates are given in so many parts of a whole."""
        # Moved by so little that it only decides where the point lies just between two.
        whole = parts * 1000
        fx, fy = x * 1000 + side, y * 1000 + 2 * side
        rx, ry = _rounded(fx, whole), _rounded(fy, whole)
        if not self._is_hex:
            return rx, ry
        rz = _rounded(-fx - fy, whole)
        off_x, off_y = abs(rx * whole - fx), abs(ry * whole - fy)
        off_z = abs(rz * whole + fx + fy)
        if off_x > off_y and off_x > off_z:
            return -ry - rz, ry
        return (rx, -rx - rz) if off_y > off_z else (rx, ry)


def _rounded(number: int, whole: int) -> int:
    return (2 * number + whole) // (2 * whole)


# What a rules file declares


class Squares(Plan):
    """A board of squares, by the words of ``square_grid``: so many ``columns`` and ``rows``; or what holds
    these words under ``rules:`` in game.yaml.

        Zone("field", board=Squares(8, 8))
        table.field["c4"].append(piece)

    Neighbours have a side in common, with ``diagonal`` also a corner.
    """

    def __init__(
        self,
        columns: int | str,
        rows: int | str | None = None,
        *,
        diagonal: bool = False,
        label: str = "A1",
        upward: bool = False,
        ground: Ground = None,
    ) -> None:
        check_flag(diagonal, "diagonal")
        check_flag(upward, "upward")
        self._given: dict[str, object] = {
            "columns": columns,
            "rows": rows,
            "label": label,
            "upward": upward,
        }
        self._diagonal, self._ground = diagonal, ground

    def settled(self, zone: str, rules: Numbers, data: Mapping[str, object]) -> Spaces:
        del data
        given = _words(zone, self._given, rules)
        columns, rows = _size(given, rules)
        places = rows_of(columns, rows)
        at = {
            name: (column, rows - 1 - row if given["upward"] else row)
            for name, (column, row) in _named(places, given["label"]).items()
        }
        spaces = GridSpaces(zone, at, _AROUND_CORNERS if self._diagonal else _AROUND, is_hex=False)
        spaces.place_of = {name: (2 * x, y) for name, (x, y) in at.items()}
        return spaces.lay_ground(self._ground, rules)


class Hexes(Plan):
    """A board of hexagons, by the words of ``hex_grid``: ``columns`` and ``rows``, or a ``radius``; or what
    holds these words under ``rules:`` in game.yaml.

        Zone("field", board=Hexes(radius=3))
    """

    def __init__(
        self,
        columns: int | str | None = None,
        rows: int | str | None = None,
        *,
        radius: int | str | None = None,
        flat: bool = True,
        shift: str = "even",
        label: str = "0101",
        ground: Ground = None,
    ) -> None:
        check_flag(flat, "flat")
        self._given: dict[str, object] = {
            "columns": columns,
            "rows": rows,
            "radius": radius,
            "flat": flat,
            "shift": shift,
            "label": label,
        }
        self._ground = ground

    def settled(self, zone: str, rules: Numbers, data: Mapping[str, object]) -> Spaces:
        del data
        given = _words(zone, self._given, rules)
        check_word(given["shift"], SHIFTS, "shift:")
        flat, even = bool(given["flat"]), given["shift"] == "even"
        if given["radius"] is None:
            named = rows_of(*_size(given, rules))
            places = [axial(column, row, flat, even) for column, row in named]
        else:
            if given["columns"] is not None or given["rows"] is not None:
                raise RulesError("a board of hexagons has `radius`, or `columns` and `rows`, not both")
            radius = number_of(rules, given["radius"])
            if not 1 <= radius <= MAX_RADIUS:
                raise RulesError(f"`radius` is {radius}, which is not in 1 to {MAX_RADIUS}")
            places = list(hexagon(radius))
            named = in_lines(places, flat)
        names = list(_named(named, given["label"]))
        at = dict(zip(names, places, strict=True))
        spaces = GridSpaces(zone, at, _FLAT if flat else _POINTED, is_hex=True)
        spaces.place_of = {name: (x, 2 * y + x) if flat else (2 * x + y, y) for name, (x, y) in at.items()}
        return spaces.lay_ground(self._ground, rules)


class Graph(Plan):
    """A board of named spaces with ways between them: each space with its neighbours, or the name of a table
    under ``data:`` in game.yaml with the columns that ``star_map`` draws, ``name`` and ``links``.

        Zone("ships", board=Graph({"sol": ["vega"], "vega": ["sol"]}))
    """

    def __init__(self, links: Mapping[str, Iterable[str]] | str, *, ground: Ground = None) -> None:
        self._links, self._ground = links, ground

    def settled(self, zone: str, rules: Numbers, data: Mapping[str, object]) -> Spaces:
        links: Any = _links_in(self._links, data) if isinstance(self._links, str) else self._links
        if links == {}:
            raise RulesError(f"`{zone}` has no space: give each space with its neighbours")
        if not isinstance(links, Mapping):
            raise RulesError(f"`{zone}` is given as each space with its neighbours, not as {quote(links)}")
        beside: dict[str, dict[str, None]] = {}
        for space in links:
            if not space_name(space) or space_name(space) in beside:
                raise RulesError(
                    f"`{zone}` can't have a space {quote(space)}: it has no name, or another has it"
                )
            beside[space_name(space)] = {}
        for space, others in links.items():
            for other in _several(others):
                name, near = space_name(space), space_name(other)
                check_word(near, beside, f"space beside {name}:")
                beside[name][near] = beside[near][name] = None
        _check_count(len(beside))
        return Spaces(zone, beside).lay_ground(self._ground, rules)


def _links_in(table: str, data: Mapping[str, object]) -> Mapping[str, object]:
    """The spaces of a table with their neighbours."""
    check_word(table, data, "table under `data:` in game.yaml:")
    rows = data[table]
    if not isinstance(rows, list) or not all(isinstance(row, Mapping) and row.get("name") for row in rows):
        raise RulesError(f"the table `{table}` needs a row for each space, with its `name` and `links`")
    found: dict[str, object] = {}
    for row in rows:
        links = row.get("links") or ()
        found[str(row["name"])] = [*filter(str.strip, links.split(";"))] if isinstance(links, str) else links
    if len(found) < len(rows):
        raise RulesError(f"two rows of the table `{table}` have the same `name`")
    return found


def _several(given: Any) -> Sequence[Any]:
    """One thing, many or none, as a list; a set in an order that is always the same."""
    if given is None:
        return []
    if isinstance(given, set | frozenset):
        return sorted(given, key=str)
    return list(given) if isinstance(given, list | tuple | dict) else [given]


def _from_yaml(rules: Numbers, name: str) -> Any:
    """A value under ``rules:``, groups of them as mappings."""
    value = named_number(rules, name)
    return value.as_mapping() if isinstance(value, Numbers) else value


def _words(zone: str, given: Mapping[str, object], rules: Numbers) -> dict[str, Any]:
    """What a grid is declared with, in game.yaml where its words are there."""
    if not isinstance(given["columns"], str) or given["rows"] is not None:
        return dict(given)
    found = _from_yaml(rules, given["columns"])
    if not isinstance(found, Mapping):
        raise RulesError(f"`{zone}` needs `rows`, or the name of what holds its size in game.yaml")
    for word in found:
        check_word(word, (*given, *SIZES), f"word for the grid `rules.{given['columns']}`:")
    return {**given, "columns": None, **{word: found[word] for word in found if word in given}}


def _size(given: Mapping[str, Any], rules: Numbers) -> Place:
    for word in ("columns", "rows"):
        if given[word] is None:
            raise RulesError(f"a board needs its `{word}`")
    columns, rows = number_of(rules, given["columns"]), number_of(rules, given["rows"])
    if columns < 1 or rows < 1:
        raise RulesError(f"a board of {columns} × {rows} spaces has none")
    _check_count(columns * rows)
    return columns, rows


def _check_count(count: int) -> None:
    if count > MAX_SPACES:
        raise RulesError(f"a board of {count:,} spaces: there are at most {MAX_SPACES:,}")


def _named(places: Sequence[Place], label: object) -> dict[str, Place]:
    """The spaces as they are printed, in small letters."""
    _check_count(len(places))
    known = [one for one in LABELS if one != "none"]
    check_word(label, known, "label such as")
    write = LABELS[str(label)]
    return {write(*place, number).lower(): place for number, place in enumerate(places, start=1)}


# What lies on the table


class Board(dict[str, Pile]):
    """The piles of a zone with a board, by their spaces: ``table.field["c4"]``. It has all of them always.

    What is asked about the spaces themselves is asked here too: ``table.field.neighbours("c4")``.
    """

    __slots__ = ()

    name: ClassVar[str]
    """Of its zone."""
    kind: ClassVar[type[Any]]
    spaces: ClassVar[Spaces]
    neighbours: ClassVar[Callable[[str], tuple[str, ...]]]
    distance: ClassVar[Callable[[str, str], int | None]]
    reach: ClassVar[Callable[..., tuple[str, ...]]]
    line: ClassVar[Callable[[str, str], tuple[str, ...]]]
    rays: ClassVar[Callable[[str], Mapping[str, tuple[str, ...]]]]
    rows: ClassVar[Callable[[int], Sequence[tuple[str, ...]]]]
    ground: ClassVar[Callable[[str], str | None]]
    on_ground: ClassVar[Callable[[str], tuple[str, ...]]]

    @classmethod
    def empty(cls) -> Self:
        """One with nothing on it."""
        board = cls()
        for space in cls.spaces.names:
            pile = cls.kind()
            pile.space = space
            dict.__setitem__(board, space, pile)
        return board

    def occupied(self) -> list[str]:
        """The spaces on which something lies."""
        return list(compress(self, self.values()))

    def pieces(self) -> list[Any]:
        """All that lies on it, in the order of the spaces."""
        return list(chain.from_iterable(self.values()))

    def __missing__(self, space: object) -> NoReturn:
        if isinstance(space, Card | Piece):
            raise self.which()
        self.spaces.missing(space)

    def __contains__(self, thing: object) -> bool:
        if isinstance(thing, Card | Piece):
            raise self.which()
        return super().__contains__(thing)

    def which(self) -> RulesError:
        """What there is to say to whoever takes the board for a pile, or puts something in a pile's place."""
        space = self.spaces.names[0]
        message = (
            f'`{self.name}` has a pile on each space: change one of those, as in `{self.name}["{space}"]`'
        )
        return RulesError(message)

    def _refuse(self, *given: object, **named: object) -> NoReturn:
        del given, named
        raise self.which()

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __getattr__(self, name: str) -> NoReturn:
        if hasattr(Pile, name):
            raise self.which()
        raise AttributeError(f"a board has no {name}", name=name, obj=self)


ASKED = ("neighbours", "distance", "reach", "line", "rays", "rows", "ground", "on_ground")


def board_type(name: str, pile: type[Pile], spaces: Spaces) -> type[Board]:
    """The class of a zone's boards."""
    asked = {question: getattr(spaces, question) for question in ASKED}
    return type("Board", (Board,), {"__slots__": (), "name": name, "kind": pile, "spaces": spaces, **asked})
