"""The user's printers: how the back of a sheet is moved, turned, skewed and scaled to lie behind its front.

They are kept in a YAML file of the user's. On another paper, or turned over another edge, a printer is off in
another way: each is a calibration of its own.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from generator.catalog.keys import Key, Kind, Part, check_part, list_of, mapping_of, one_of, part_of, simple
from generator.catalog.press_settings import MAX_SHIFT, NO_PRINTER, TURNED, Correction, Turned
from generator.catalog.problems import InputError, Problems
from generator.catalog.sizes import PAPERS, Size, paper
from generator.catalog.suggest import did_you_mean
from generator.catalog.units import parse_pair
from generator.catalog.wording import listed, quote
from generator.catalog.yaml_reader import MarkedDict, MarkedList, read_mapping

MAX_TURN = 3.0
"""Degrees: paper that is fed worse than this jams."""
MIN_SCALE, MAX_SCALE = 0.95, 1.05
"""Paper shrinks by some thousandths as it is heated; a print "fitted to the page" is off by more."""
SAME_PAPER = 0.5
"""Millimetres that sides of one paper may differ by, in one figure and another."""
MAX_NAME = 40


class Calibration(NamedTuple):
    """What was found for one paper, turned over one edge."""

    paper: Size
    backs: Turned
    correction: Correction

    def is_for(self, sheet: Size, backs: str) -> bool:
        off = max(abs(self.paper.width - sheet.width), abs(self.paper.height - sheet.height))
        return self.backs == backs and off < SAME_PAPER


@dataclass(frozen=True, slots=True)
class Printer:
    """A printer by the name that the user has given it."""

    name: str
    calibrations: tuple[Calibration, ...] = ()

    def correction(self, sheet: Size, backs: str) -> Correction | None:
        """For back pages of that paper, turned over that edge; None where that was not calibrated."""
        found = (one.correction for one in self.calibrations if one.is_for(sheet, backs))
        return next(found, None)

    def with_calibration(self, calibration: Calibration) -> Printer:
        """In place of the one for the same paper and edge, or behind the others."""
        others = [one for one in self.calibrations if not one.is_for(calibration.paper, calibration.backs)]
        return replace(self, calibrations=(*others, calibration))


@dataclass(frozen=True, slots=True)
class Printers:
    """All printers, and the name of the one that sheets are for unless the command says otherwise."""

    printers: tuple[Printer, ...] = ()
    default: str | None = None

    def find(self, name: str) -> Printer:
        """Raises :class:`InputError` where there is none of that name, whatever its case."""
        for printer in self.printers:
            if _folded(printer.name) == _folded(name):
                return printer
        names = [printer.name for printer in self.printers]
        hint = did_you_mean(name, names) or (
            f"there are {listed(names)}" if names else "`gatepress calibrate` prints the page to begin with"
        )
        raise InputError(f"no printer is called {quote(name)}", hint=hint)

    def with_printer(self, printer: Printer) -> Printers:
        """With one more, or in place of the one of its name; it is the default from now on."""
        others = [one for one in self.printers if _folded(one.name) != _folded(printer.name)]
        printers = sorted([*others, printer], key=lambda one: one.name.casefold())
        return Printers(tuple(printers), printer.name)

    def without(self, printer: Printer) -> Printers:
        """Who removes the default is left without one."""
        printers = tuple(one for one in self.printers if one != printer)
        return Printers(printers, None if self.default == printer.name else self.default)


def _folded(name: str) -> str:
    """What two names of one printer have in common."""
    return " ".join(name.split()).casefold()


# Values, as the command and the file give them

_NAME = re.compile(r"[^\W_][\w .+-]*")
_DEGREES = re.compile(r"\s*([-+]?(?:\d+(?:\.\d*)?|\.\d+))\s*(?:°|deg|degrees?)?\s*", re.ASCII)
_FACTOR = re.compile(r"\s*(\d+(?:\.\d*)?|\.\d+)\s*(%?)\s*", re.ASCII)
_LONGEST = 40
"""Letters of a number."""


def parse_name(value: object) -> str:
    """A printer's name: letters, digits, blanks and ``. + - _``. Raises :class:`InputError`."""
    name = " ".join(value.split()) if isinstance(value, str) else ""
    if name.casefold() == NO_PRINTER:
        raise InputError("no printer can be called none: that asks for sheets that are not corrected")
    if len(name) > MAX_NAME or not _NAME.fullmatch(name):
        raise InputError(
            f"expected a printer's name, got {quote(value)}",
            hint=f"at most {MAX_NAME} letters, digits, blanks and . + - _, such as `office`",
        )
    return name


def parse_shift(value: object) -> float:
    """Millimetres, which may be negative. Raises :class:`InputError`."""
    if isinstance(value, list | tuple | dict):
        raise InputError(f"expected a length, got {quote(value)}", hint="write for example `-0.3 mm`")
    shift = parse_pair([value, 0])[0]
    if abs(shift) > MAX_SHIFT:
        raise InputError(
            f"{shift:g} mm is more than any printer is off",
            hint=f"from -{MAX_SHIFT:g} to {MAX_SHIFT:g} mm; a bare number is in mm",
        )
    return shift


def parse_turn(value: object) -> float:
    """Degrees, clockwise. Raises :class:`InputError`."""
    degrees = _plain_number(value)
    if isinstance(value, str) and len(value) <= _LONGEST and (match := _DEGREES.fullmatch(value)):
        degrees = float(match[1])
    if degrees is None:
        raise InputError(f"expected degrees, got {quote(value)}", hint="write for example `-0.15`")
    if abs(degrees) > MAX_TURN:
        raise InputError(
            f"a turn of {degrees:g} degrees is more than any printer is off",
            hint=f"from -{MAX_TURN:g} to {MAX_TURN:g} degrees",
        )
    return degrees


def parse_scale(value: object) -> tuple[float, float]:
    """One factor, or ``across x down``; ``99.8 %`` is 0.998. Raises :class:`InputError`."""
    parts: list[object] = [value]
    if isinstance(value, list | tuple):
        parts = list(value)
    elif isinstance(value, str):
        parts = list(re.split(r"[x×*]", value))
    if len(parts) not in (1, 2):
        raise InputError(f"expected a scale, got {quote(value)}", hint="write for example `1.002`")
    factors = [_factor(part) for part in parts]
    return factors[0], factors[-1]


def _factor(value: object) -> float:
    factor = _plain_number(value)
    if isinstance(value, str) and len(value) <= _LONGEST and (match := _FACTOR.fullmatch(value)):
        factor = float(match[1]) / (100 if match[2] else 1)
    if factor is None:
        raise InputError(
            f"expected a scale, got {quote(value)}", hint="write for example `1.002` or `1.002 x 0.999`"
        )
    if not MIN_SCALE <= factor <= MAX_SCALE:
        raise InputError(
            f"a scale of {factor:g} is more than any printer is off",
            hint=f"from {MIN_SCALE:g} to {MAX_SCALE:g}; 1 is true to size",
        )
    return factor


def _plain_number(value: object) -> float | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    # A whole number of a thousand digits is no float.
    if is_number and isinstance(value, int):
        value = max(-1e9, min(1e9, value))
    return float(value) if isinstance(value, int | float) and is_number and math.isfinite(value) else None


def _paper(value: object) -> Size:
    if not isinstance(value, str):
        raise InputError(f"expected a paper, got {quote(value)}", hint="write for example `a4`")
    return paper(value)


# The file


class CalibrationFile(Part):
    """What makes back pages on a paper fall behind their fronts."""

    paper = Key(simple(_paper), ..., "The paper's name or size, as the sheet has it.")
    backs = Key(one_of(*TURNED), ..., "The edge that the paper is turned over.")
    dx = Key(simple(parse_shift), 0.0, "How far back pages are moved to the right. Default 0 mm.")
    dy = Key(simple(parse_shift), 0.0, "How far they are moved down. Default 0 mm.")
    rotate = Key(simple(parse_turn), 0.0, "How far they are turned clockwise. Default 0 degrees.")
    scale = Key(simple(parse_scale), (1.0, 1.0), "A factor, or two, across and down. Default 1.")
    skew = Key(simple(parse_turn), 0.0, "How far upright lines lean to the right. Default 0 degrees.")


_CALIBRATIONS: Kind[list[CalibrationFile]] = list_of(part_of(CalibrationFile))


class PrintersFile(Part):
    """The user's printers."""

    default: Key[Any] = Key(simple(parse_name), None, "The printer that sheets are for.")
    printers = Key(mapping_of(_CALIBRATIONS), ..., "The calibrations of each printer, by its name.")


def read_printers(path: Path, problems: Problems) -> Printers:
    """What is in the file; none where there is no file. If anything is wrong with it, that is reported."""
    # A link that leads nowhere is no missing file: sheets would be printed without what is in it.
    if not path.exists() and not path.is_symlink():
        return Printers()
    before = len(problems.found)
    root = read_mapping(path, problems)
    if root is None:
        return Printers()
    part, _ = check_part(PrintersFile, root, problems, stand_ins={"printers": {}})
    if problems.has_errors_since(before):
        return Printers()
    found = Printers(tuple(_printers(part, root, problems)), part.default)
    if part.default is not None:
        with problems.reporting(root.place_of("default"), field="default"):
            found = replace(found, default=found.find(part.default).name)
    return Printers() if problems.has_errors_since(before) else found


def _printers(part: PrintersFile, root: MarkedDict, problems: Problems) -> Iterator[Printer]:
    given = root["printers"]
    assert isinstance(given, MarkedDict), "mapping_of has seen to it"
    seen: set[str] = set()
    for key, entries in part.printers.items():
        place, field = given.place_of_key(key), f"printers.{key}"
        try:
            name = parse_name(key)
        except InputError as error:
            problems.add(error, place, field=field)
            continue
        if _folded(name) in seen:
            problems.error("there is another printer of this name", place, field=field)
        seen.add(_folded(name))
        printer, listed_entries = Printer(name), given[key]
        assert isinstance(listed_entries, MarkedList), "list_of has seen to it"
        for number, entry in enumerate(entries):
            if printer.correction(entry.paper, entry.backs) is not None:
                problems.error(
                    f"{entry.paper.name}, {entry.backs} is there twice",
                    listed_entries.place_of(number),
                    field=f"{field}.{number}",
                    hint="remove one of them",
                )
            correction = Correction(entry.dx, entry.dy, entry.rotate, entry.scale, entry.skew)
            printer = printer.with_calibration(Calibration(entry.paper, _turned(entry.backs), correction))
        yield printer


def _turned(word: str) -> Turned:
    return next(turned for turned in TURNED if turned == word)


HEAD = """\
# Printers that `gatepress calibrate` has saved: what makes back pages fall behind their fronts.
# dx to the right and dy down in mm, rotate clockwise in degrees, scale across and down,
# skew upright lines to the right in degrees.
"""


def as_yaml(printers: Printers) -> str:
    """The text of the file."""
    lines = [HEAD.rstrip("\n")]
    if printers.default is not None:
        lines.append(f"default: {json.dumps(printers.default, ensure_ascii=False)}")
    lines.append("printers:" if printers.printers else "printers: {}")
    for printer in printers.printers:
        lines.append(f"  {json.dumps(printer.name, ensure_ascii=False)}:")
        for one in printer.calibrations:
            dx, dy, rotate, (across, down), skew = one.correction.rounded()
            lines += [
                f"    - paper: {json.dumps(paper_in_file(one.paper))}",
                f"      backs: {one.backs}",
                f"      dx: {_figures(dx)}",
                f"      dy: {_figures(dy)}",
                f"      rotate: {_figures(rotate)}",
                f"      scale: [{_figures(across)}, {_figures(down)}]",
                f"      skew: {_figures(skew)}",
            ]
    return "\n".join(lines) + "\n"


def paper_in_file(sheet: Size) -> str:
    """What the reader reads the same paper from."""
    words = sheet.name.casefold().split()
    return sheet.name if words and words[0] in PAPERS else f"{sheet.width:g} x {sheet.height:g} mm"


def _figures(value: float) -> str:
    return f"{value:.5f}".rstrip("0").rstrip(".")
