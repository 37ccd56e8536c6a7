"""Fonts of installed packages, found by name, or by the letters that a font of the theme lacks.

A package ``fontpkg-NAME`` lists its family and its licence. Others just have files: their names say the rest.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import uharfbuzz as hb

from generator.catalog.paths import BRINGS_FONTS, MIB, read_bytes
from generator.catalog.problems import InputError, Place, Problems
from generator.catalog.suggest import did_you_mean
from generator.layout.fonts import (
    BUILT_IN,
    DAMAGED,
    FONT_PACKAGE,
    Family,
    built_in_family,
)
from generator.layout.fonts import WEIGHTS as BUILT_IN_WEIGHTS

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

    name: str
    """As themes call it."""
    distribution: str
    """As it is installed: ``fontpkg-lora``."""
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
    def files(self) -> list[Path]:
        """From upright to italic, from light to heavy."""
        styles = (self.upright, self.italic)
        found = (
            [style.variable, *(style.by_weight[weight] for weight in sorted(style.by_weight))]
            for style in styles
        )
        return [file for files in found for file in files if file is not None]

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
        f"no font {text.strip()!r}",
        hint=did_you_mean(name, known)
        or f"there are {', '.join(known)}; others are given by file, or come with a package fontpkg-NAME",
    )


def installed() -> list[str]:
    """The fonts of all installed packages."""
    return sorted({*_listed_names(), *_unlisted()})


def _listed_names() -> set[str]:
    found = (path for folder in sys.path for path in Path(folder).glob(f"{FONT_PACKAGE}*/{LISTING}"))
    return {path.parent.name.removeprefix(FONT_PACKAGE).replace("_", "-") for path in found}


@cache
def find_package(name: str) -> Package | None:
    """The package that has a font, without running its code. Raises :class:`InputError` for a damaged one."""
    if not NAME.fullmatch(name):
        return None
    module = FONT_PACKAGE + name.replace("-", "_")
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        return _unlisted().get(name)
    folder = Path(spec.origin).parent
    try:
        return _listed(folder)
    except (ValueError, KeyError, TypeError, AttributeError):
        raise InputError(f"the package fontpkg-{name} is damaged", hint="install it again") from None


@cache
def package_of(file: Path) -> Package | None:
    """The package that a font's file comes from, if any."""
    folder = next((folder for folder in file.parents if folder.name.startswith(FONT_PACKAGE)), None)
    if folder is not None:
        return find_package(folder.name.removeprefix(FONT_PACKAGE).replace("_", "-"))
    if not any(BRINGS_FONTS.search(folder.name) for folder in file.parents[:2]):
        return None
    return next((package for package in _unlisted().values() if file in package.files), None)


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
    name = folder.name.removeprefix(FONT_PACKAGE).replace("_", "-")
    return Package(
        name,
        f"fontpkg-{name}",
        folder,
        data["family"],
        licence,
        upright,
        italic,
        *weights,
        data["license"],
        by,
        source,
    )


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
    return _at_weights(package, WEIGHTS[weight], BOLDER.get(WEIGHTS[weight], 900))


def family_like(name: str, like: Family) -> Family:
    """A family as light or heavy as another one. Raises :class:`InputError` as :func:`named_family` does."""
    package = find_package(name)
    return as_heavy_as(named_family(name), like) if package is None else _at_weights(package, *_weights(like))


def as_heavy_as(other: Family, like: Family) -> Family:
    """A family in the weights of another one, as far as it has them."""
    package = package_of(other.regular)
    if package is not None:
        return _at_weights(package, *_weights(like))
    name = next((name for name, (folder, _) in BUILT_IN.items() if folder in other.regular.parts), None)
    if name is None:
        return other
    plain, _ = _weights(like)
    nearest = min(BUILT_IN_WEIGHTS, key=lambda weight: (abs(WEIGHTS[weight] - plain), weight != "regular"))
    return built_in_family(f"{name} {nearest}")


def _at_weights(package: Package, plain: int, bold: int) -> Family:
    if package.upright.variable:
        italic = package.italic.variable or package.upright.variable
        plain, bold = (min(max(weight, package.lightest), package.heaviest) for weight in (plain, bold))
        return Family(package.upright.variable, package.upright.variable, italic, italic, cuts=(plain, bold))
    upright = package.upright.by_weight
    italics = package.italic.by_weight or upright
    return Family(
        _nearest(upright, plain), _nearest(upright, bold), _nearest(italics, plain), _nearest(italics, bold)
    )


def _nearest(files: dict[int, Path], wanted: int) -> Path:
    return files[min(files, key=lambda weight: (abs(weight - wanted), -weight))]


# Packages that list nothing: font-lato, pylopdf-fonts-jp, noto-cjk-sans-jp-regular


FILE_NAME = re.compile(r"(?P<family>[^-\[]+(?:-[a-z]{2})?)(?:-(?P<style>[A-Za-z]+))?(?:\[[\w,]+\])?$")
STYLE = re.compile(rf"(?P<weight>{'|'.join(WEIGHTS)}|variable|)(?P<slant>italic|it|oblique|)", re.IGNORECASE)
SUFFIXES = (".ttf", ".otf")
MAX_FILES = 200
"""Of fonts in one package that are looked at."""
TEXT_FILES = ("LICENSE", "LICENSE.txt", "OFL.txt", "LICENCE", "COPYING")
OFL = re.compile(r"\bOFL\b|SIL Open Font License")


@cache
def _unlisted() -> Mapping[str, Package]:
    """The families of other packages whose names say that they bring fonts, by name."""
    found: dict[str, Package] = {}
    for place in sys.path:
        try:
            folders = sorted(path for path in Path(place).iterdir() if BRINGS_FONTS.search(path.name))
        except OSError:
            # An archive, or nothing.
            continue
        for folder in folders:
            is_known = folder.name.startswith(FONT_PACKAGE) or folder.name in _BUILT_IN_FOLDERS
            if not is_known and (folder / "__init__.py").is_file():
                for package in _unlisted_in(folder):
                    found.setdefault(package.name, package)
    return found


_BUILT_IN_FOLDERS = {folder for folder, _ in BUILT_IN.values()}


def _unlisted_in(folder: Path) -> Iterator[Package]:
    """The families of a package, by the names of its files."""
    styles: dict[str, dict[bool, Style]] = {}
    found = (path for place in (folder, folder / "files", folder / "fonts") for path in place.glob("*.?tf"))
    for path in sorted(path for path in found if path.suffix.lower() in SUFFIXES)[:MAX_FILES]:
        parts = FILE_NAME.match(path.stem)
        style = STYLE.fullmatch(parts["style"] or "") if parts else None
        if parts is None or style is None:
            continue
        by_slant = styles.setdefault(parts["family"], {slant: Style({}, None) for slant in (False, True)})
        slanted, weight = bool(style["slant"]), style["weight"].lower()
        if weight == "variable" or path.stem.endswith("]"):
            by_slant[slanted] = by_slant[slanted]._replace(variable=path)
        else:
            by_slant[slanted].by_weight.setdefault(WEIGHTS[weight or "regular"], path)
    for family, by_slant in sorted(styles.items()):
        if by_slant[False].variable or by_slant[False].by_weight:
            yield _package(folder, family, by_slant[False], by_slant[True])


def _package(folder: Path, family: str, upright: Style, italic: Style) -> Package:
    spoken = " ".join(_CAMEL.findall(family.replace("_", " "))) or family
    name = re.sub(r"[^a-z0-9]+", "-", spoken.lower()).strip("-")
    notes = _notes(folder)
    is_free = OFL.search(notes) is not None
    stated = re.search(r"^License(?:-Expression)?: *(\S.{,60})$", notes, re.MULTILINE)
    spdx = "OFL-1.1" if is_free else stated[1].strip() if stated else ""
    copyright = re.search(
        r"^.{,20}copyright (?:\(c\)|©)?\s*\d{4}.{,200}$", notes, re.MULTILINE | re.IGNORECASE
    )
    by, source = _maker(copyright[0] if copyright else "", {})
    lightest, heaviest = _weights_of(upright.variable) if upright.variable else (400, 400)
    distribution = folder.name.replace("_", "-")
    licence = LICENCES.get(spdx, spdx)
    return Package(
        name, distribution, folder, spoken, licence, upright, italic, lightest, heaviest, spdx, by, source
    )


_CAMEL = re.compile(r"[A-Z]{3}[a-z]{2}(?![a-z])|[A-Z]+(?![a-z])|[A-Z][a-z]+|[a-z]+|\d+")


def texts_of(folder: Path) -> list[Path]:
    """The files beside a package's code that say what it is, and under which licence."""
    names = ("METADATA", *TEXT_FILES, *(f"licenses/{name}" for name in TEXT_FILES))
    return [file for file in (folder / name for name in names) if file.is_file()]


def _notes(folder: Path) -> str:
    """What a package says of itself, and its licence."""
    infos = sorted(folder.parent.glob(f"{folder.name}-*.dist-info"))
    files = [file for place in (*infos, folder) for file in texts_of(place)]
    texts = [read_bytes(file, None, MIB) for file in files if file.stat().st_size < MIB]
    return "\n".join(text.decode("utf-8", "replace") for text in texts)


def _weights_of(file: Path) -> tuple[int, int]:
    """Of a variable font, the lightest and the heaviest."""
    font = raw_font(file)
    axes = font.face.axis_infos if font is not None else ()
    axis = next((axis for axis in axes if axis.tag == "wght"), None)
    return (400, 400) if axis is None else (int(axis.min_value), int(axis.max_value))


# By the letters that they have


@cache
def raw_font(file: Path) -> hb.Font | None:
    """A font as it is, before any of it is checked: it says which letters it has. None: it can't be read."""
    try:
        return hb.Font(hb.Face(hb.Blob.from_file_path(str(file))))
    except (OSError, hb.HarfBuzzError):
        return None


def all_packages(problems: Problems | None = None) -> Iterator[Package]:
    """Every family of an installed package, by name; what is damaged is reported, if anybody asks."""
    for name in installed():
        try:
            package = find_package(name)
        except InputError as error:
            if problems is not None:
                problems.warning(error.message, Place(f"fontpkg-{name}"), hint=error.hint)
            continue
        if package is not None:
            yield package


def has_any(package: Package, letters: str) -> bool:
    """Whether its upright letters have one of these."""
    font = raw_font(package.files[0])
    return font is not None and any(font.get_nominal_glyph(ord(letter)) is not None for letter in letters)


def covering(language: str, code: str, letters: str, like: Family) -> Sequence[Family]:
    """The families of packages for letters of a script, each as light or heavy as another one."""
    # Few texts have letters that the fonts of their theme lack.
    from generator.layout.scripts import SCRIPTS

    script = next((one for one in SCRIPTS if code in one.codes), None)
    found = _having(language, code, script.sample if script else letters)
    return [_at_weights(package, *_weights(like)) for package in found]


@cache
def _having(language: str, code: str, letters: str) -> Sequence[Package]:
    from generator.layout.scripts import in_order

    having = [package for package in all_packages() if package.weights() and has_any(package, letters)]
    order = in_order({package.distribution for package in having}, code, language)
    return sorted(having, key=lambda package: (order.index(package.distribution), package.name))


def _weights(family: Family) -> tuple[int, int]:
    """Of plain and of bold letters."""
    fonts = (family.file(bold=bold, italic=False).font for bold in (False, True))
    plain, bold = (int(font.get_style_value(hb.StyleTag.WEIGHT)) or 400 for font in fonts)
    return plain, bold
