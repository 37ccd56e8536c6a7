"""Themes: a palette, font roles and an icon pack, read from YAML."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from generator.catalog.problems import InputError, Problems
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import code, quote
from generator.catalog.yaml_reader import MarkedDict, read_yaml
from generator.layout.colour import Colour, parse_colour
from generator.layout.fonts import Family, FontBook, built_in_family, open_font
from generator.layout.icons import PACKS, IconBook

KEYS = ("palette", "low-ink", "fonts", "icons")
PALETTE, LOW_INK = "palette", "low-ink"
STYLES = ("regular", "bold", "italic", "bold-italic")
DEFAULT_FONTS: Mapping[str, str] = {"body": "source-sans", "title": "source-serif bold"}
DEFAULT_PACK = "mdi6"

FindFile = Callable[[str], Path]


class Theme(NamedTuple):
    """The names that layouts use for colours, fonts and icons."""

    palette: Mapping[str, Colour]
    fonts: FontBook
    icons: IconBook
    values: Mapping[str, object]
    """The file as it was written, with the palette in use, for templates (``theme.palette.ink``)."""


def load_theme(
    path: Path | None,
    find_file: FindFile,
    icon_folders: Sequence[Path],
    problems: Problems,
    *,
    low_ink: bool = False,
) -> Theme:
    """Reads a theme file; without one, the plain theme. Problems are collected, never raised.

    ``low_ink``: the colours of the section of that name take the place of the palette's.
    """
    data = read_yaml(path, problems) if path else None
    if data is not None and not isinstance(data, MarkedDict):
        problems.error("a theme is a mapping of palette, fonts and icons", data.place)
        data = None
    if data is None:
        data = MarkedDict()
    for key in data:
        if key not in KEYS:
            problems.error(
                f"unknown key {code(key)} in a theme",
                data.place_of_key(key),
                hint=did_you_mean(str(key), KEYS),
            )
    full, thrifty = _section(data, PALETTE, problems), _section(data, LOW_INK, problems)
    palette = _palettes(full, thrifty, problems, low_ink=low_ink)
    roles = _roles(_section(data, "fonts", problems), find_file, problems)
    pack = str(data.get("icons", DEFAULT_PACK))
    if pack not in PACKS:
        problems.error(
            f"no icon pack {quote(pack)}",
            data.place_of("icons"),
            field="icons",
            hint=did_you_mean(pack, PACKS) or "the packs are " + ", ".join(PACKS),
        )
        pack = DEFAULT_PACK
    fallback = [*roles.values(), *(built_in_family(name) for name in ("source-sans", "source-serif"))]
    values = {key: value for key, value in data.items() if key != LOW_INK}
    if low_ink and thrifty:
        values[PALETTE] = {**full, **thrifty}
    return Theme(palette, FontBook(roles, fallback), IconBook(pack, icon_folders), values)


def _section(data: MarkedDict, key: str, problems: Problems) -> MarkedDict:
    section = data.get(key)
    if section is None:
        return MarkedDict()
    if not isinstance(section, MarkedDict):
        problems.error("expected a mapping of names", data.place_of(key), field=key)
        return MarkedDict()
    return section


def _palettes(
    full: MarkedDict, thrifty: MarkedDict, problems: Problems, *, low_ink: bool
) -> dict[str, Colour]:
    """The colours in use. Both sections are read, so that each is sound whichever is printed."""
    for name in thrifty:
        if name not in full:
            problems.error(
                f"the palette has no colour {code(name)}",
                thrifty.place_of_key(name),
                field=f"{LOW_INK}.{name}",
                hint=did_you_mean(name, full) or "low-ink gives colours of the palette another value",
            )
    palette: dict[str, Colour] = {}
    saving: dict[str, Colour] = {}
    for name, value in full.items():
        colour = _colour(value, palette, full, f"{PALETTE}.{name}", problems)
        own = colour
        if name in thrifty:
            own = _colour(thrifty[name], saving, thrifty, f"{LOW_INK}.{name}", problems)
        elif isinstance(value, str) and value in saving:
            # A colour that stands for another one goes with it.
            own = saving[str(value)]
        if colour is not None:
            palette[name] = colour
        if own is not None:
            saving[name] = own
    return saving if low_ink else palette


def _colour(
    value: object, palette: Mapping[str, Colour], section: MarkedDict, field: str, problems: Problems
) -> Colour | None:
    try:
        if value is None:
            raise InputError(
                "there is no colour", hint='put it in quotes, "#222222": a bare # begins a comment'
            )
        return parse_colour(str(value), palette)
    except InputError as error:
        problems.extend([error.at(section.place_of(field.partition(".")[2]), field=field)])
        return None


def _roles(section: MarkedDict, find_file: FindFile, problems: Problems) -> dict[str, Family]:
    roles = {name: built_in_family(text) for name, text in DEFAULT_FONTS.items()}
    for name, value in section.items():
        try:
            roles[str(name)] = _family(value, find_file)
        except InputError as error:
            problems.extend([error.at(section.place_of(name), field=f"fonts.{name}")])
    return roles


def _family(value: object, find_file: FindFile) -> Family:
    if isinstance(value, str):
        if not value.lower().endswith((".ttf", ".otf")):
            return built_in_family(value)
        value = {"regular": value}
    if not isinstance(value, Mapping) or "regular" not in value or not set(value) <= set(STYLES):
        raise InputError(
            "expected a font's name, a .ttf file, or a mapping with `regular` and perhaps "
            "`bold`, `italic`, `bold-italic`"
        )
    files = {style: find_file(str(file)) for style, file in value.items()}
    for file in files.values():
        open_font(file)
    regular = files["regular"]
    bold = files.get("bold", regular)
    italic = files.get("italic", regular)
    return Family(regular, bold, italic, files.get("bold-italic", bold))
