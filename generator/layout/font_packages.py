"""Fonts of installed packages ``fontpkg-NAME``: a family each, with its licence, found by name."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from generator.catalog.paths import MIB, read_bytes
from generator.catalog.problems import InputError
from generator.catalog.suggest import did_you_mean
from generator.layout.fonts import BUILT_IN, DAMAGED, FONT_PACKAGE, Family, built_in_family

NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LISTING = "metadata.json"
"""In each package: the family's name, its licence and its files."""
WEIGHTS = {
    "thin": 100,
    "extralight": 200,
    "light": 300,
    "regular": 400,
    "medium": 500,
    "semibold": 600,
    "bold": 700,
    "extrabold": 800,
    "black": 900,
}
"""By the names that themes use, the numbers that fonts have for them (OpenType specification, table OS/2)."""
BOLDER = {100: 400, 200: 400, 300: 600, 400: 700, 500: 700}
"""The weight of ``<b>`` in a lighter one; in all others it is the heaviest."""
LICENCES = {
    "OFL-1.1": "SIL Open Font License 1.1",
    "Apache-2.0": "Apache License 2.0",
    "UFL-1.0": "Ubuntu Font Licence 1.0",
}


class Style(NamedTuple):
    """The files of upright letters, or of italics."""

    by_weight: dict[int, Path]
    variable: Path | None
    """A file that has all weights between two."""


class Package(NamedTuple):
    """A family as its package lists it."""

    folder: Path
    family: str
    licence: str
    upright: Style
    italic: Style
    lightest: int
    heaviest: int
    spdx: str
    """The licence's SPDX identifier."""
    by: str
    """Whose it is, as the package says it."""
    source: str | None

    @property
    def name(self) -> str:
        """As themes call it."""
        return self.folder.name.removeprefix(FONT_PACKAGE).replace("_", "-")

    def weights(self) -> list[str]:
        if self.upright.variable:
            return [name for name, weight in WEIGHTS.items() if self.lightest <= weight <= self.heaviest]
        return [name for name, weight in WEIGHTS.items() if weight in self.upright.by_weight]


def named_family(text: str) -> Family:
    """``"source-serif black"``, built in, or ``"cinzel bold"`` of an installed package.

    Raises :class:`InputError` for a font that is not there, and a weight that it lacks.
    """
    name, _, weight = text.strip().partition(" ")
    if name in BUILT_IN:
        return built_in_family(text)
    package = find_package(name)
    if package:
        return _family(package, name, weight.strip() or "regular")
    known = [*BUILT_IN, *installed()]
    raise InputError(
        f"no font {name!r}",
        hint=did_you_mean(name, known)
        or f"there are {', '.join(known)}; others are given by file, or come with a package fontpkg-NAME",
    )


def installed() -> list[str]:
    """The fonts of all installed packages."""
    found = (path for folder in sys.path for path in Path(folder).glob(f"{FONT_PACKAGE}*/{LISTING}"))
    return sorted({path.parent.name.removeprefix(FONT_PACKAGE).replace("_", "-") for path in found})


@cache
def find_package(name: str) -> Package | None:
    """The package that has a font, without running its code. Raises :class:`InputError` for a damaged one."""
    if not NAME.fullmatch(name):
        return None
    module = FONT_PACKAGE + name.replace("-", "_")
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        return None
    folder = Path(spec.origin).parent
    try:
        return _listed(folder)
    except (ValueError, KeyError, TypeError, AttributeError):
        raise InputError(f"the package fontpkg-{name} is damaged", hint="install it again") from None


def package_of(file: Path) -> Package | None:
    """The package that a font's file comes from, if any."""
    folder = next((folder for folder in file.parents if folder.name.startswith(FONT_PACKAGE)), None)
    return find_package(folder.name.removeprefix(FONT_PACKAGE).replace("_", "-")) if folder else None


def _listed(folder: Path) -> Package:
    data = json.loads(read_bytes(folder / LISTING, None, MIB))
    styles = {"normal": Style({}, None), "italic": Style({}, None)}
    for file in data["files"]:
        path, style = folder / file["path"], styles[file["style"]]
        if file["variable"]:
            styles[file["style"]] = style._replace(variable=path)
        else:
            style.by_weight[int(file["weight"])] = path
    axis = next((axis for axis in data["axes"] if axis["tag"] == "wght"), {"min": 400, "max": 400})
    licence = LICENCES.get(data["license"], data["license"])
    upright, italic = styles.values()
    weights = int(axis["min"]), int(axis["max"])
    by, source = _maker(data.get("copyright") or "", data.get("source") or {})
    return Package(folder, data["family"], licence, upright, italic, *weights, data["license"], by, source)


def _maker(copyright: str, source: Mapping[str, str]) -> tuple[str, str | None]:
    """Of "Copyright 2020 The Cinzel Project Authors (https://…)" the names, and the address of its source."""
    address = _ADDRESS.search(copyright)
    names = _YEARS.sub("", _NOT_NAMES.sub("", copyright)).strip(" .,")
    return names, address[1] if address else source.get("repo")


_ADDRESS = re.compile(r"\((https?://[^)\s]+)\)")
_YEARS = re.compile(r"^\s*copyright\s*(?:\(c\)|©)?[\s\d,–-]*(?:by )?", re.IGNORECASE)
_NOT_NAMES = re.compile(
    r"\s*\((?:https?://|\S+@)[^)]*\)|,? with reserved font name.*", re.IGNORECASE | re.DOTALL
)
"""Addresses, and what is said of the font's name."""


def _family(package: Package, name: str, weight: str) -> Family:
    known = package.weights()
    if weight not in known:
        raise InputError(
            f"no weight {weight!r} of {name}", hint=did_you_mean(weight, known) or ", ".join(known) or DAMAGED
        )
    plain, bold = WEIGHTS[weight], BOLDER.get(WEIGHTS[weight], 900)
    if package.upright.variable:
        italic = package.italic.variable or package.upright.variable
        bold = min(bold, package.heaviest)
        return Family(package.upright.variable, package.upright.variable, italic, italic, cuts=(plain, bold))
    upright = package.upright.by_weight
    italics = package.italic.by_weight or upright
    return Family(
        _nearest(upright, plain), _nearest(upright, bold), _nearest(italics, plain), _nearest(italics, bold)
    )


def _nearest(files: dict[int, Path], wanted: int) -> Path:
    return files[min(files, key=lambda weight: (abs(weight - wanted), -weight))]
