"""Themes: a palette, font roles and an icon pack, read from YAML."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.catalog.paths import FONT_SUFFIXES, note_file
from generator.catalog.problems import MISSING_FILE, InputError, Place, Problems
from generator.catalog.suggest import did_you_mean, vocabulary
from generator.catalog.wording import code, quote
from generator.catalog.yaml_reader import MarkedDict, MarkedList, read_yaml
from generator.layout.colour import UNREAD, Colour, Palette, parse_colour
from generator.layout.fonts import (
    DAMAGED,
    Family,
    FontBook,
    FontFile,
    built_in_family,
    face_number,
    open_own_font,
)
from generator.layout.icons import PACKS, IconBook

if TYPE_CHECKING:
    from generator.layout.icon_sets import IconSet

KEYS = ("palette", "low-ink", "fonts", "icons", "icon-words", "emoji")
PALETTE, LOW_INK, FONTS, ICON_WORDS, EMOJI = "palette", "low-ink", "fonts", "icon-words", "emoji"
STYLES = ("regular", "bold", "italic", "bold-italic")
FACE, FONT, FALLBACK = "face", "font", "fallback"
"""What else a font role may have: which font of a collection, a font's name, and what lends it letters."""
COLLECTIONS = (".ttc", ".otc")
IN_COLOURS, ONE_TONE = "colour", "one-tone"
DEFAULT_FONTS: Mapping[str, str] = {"body": "source-sans", "title": "source-serif bold"}
DEFAULT_PACK = "mdi6"

FindFile = Callable[[str], Path]


class Theme(NamedTuple):
    """The names that layouts use for colours, fonts and icons."""

    palette: Palette
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
    is_lost: bool = False,
    language: str = "",
) -> Theme:
    """Reads a theme file; without one, the plain theme. Problems are collected, never raised.

    ``low_ink``: the colours of the section of that name take the place of the palette's. ``is_lost``: there
    is a theme, but its file was not found. What could not be read has stand-ins: of a layout that names it
    nothing more is reported.
    """
    found = _read_theme(path, problems)
    is_lost = is_lost or (path is not None and found is None)
    data = found or MarkedDict()
    for key in data:
        if key not in KEYS:
            problems.error(
                f"unknown key {code(key)} in a theme",
                data.place_of_key(key),
                hint=_key_hint(str(key), data[key]),
            )
    full, thrifty = _section(data, PALETTE, problems), _section(data, LOW_INK, problems)
    palette = _palettes(full, thrifty, problems, low_ink=low_ink)
    has_palette, has_fonts = (not is_lost and _is_section(data.get(key)) for key in (PALETTE, FONTS))
    if not has_palette:
        palette[UNREAD] = None
    roles = _roles(_section(data, FONTS, problems), find_file, problems)
    packs = _icons(data, find_file, problems)
    emoji = data.get(EMOJI, IN_COLOURS)
    if emoji not in (IN_COLOURS, ONE_TONE):
        problems.error(
            f"emoji are {IN_COLOURS} or {ONE_TONE}, not {quote(emoji)}",
            data.place_of(EMOJI),
            field=EMOJI,
            hint=did_you_mean(str(emoji), (IN_COLOURS, ONE_TONE)) or None,
        )
    lent = [family for role in roles.values() for family in role.fallback]
    fallback = [*roles.values(), *lent, *map(built_in_family, ("source-sans", "source-serif"))]
    values = {key: value for key, value in data.items() if key != LOW_INK}
    if full or (low_ink and thrifty):
        chosen = {**full, **thrifty} if low_ink else full
        values[PALETTE] = {name: _plain(value) for name, value in chosen.items()}
    if not has_palette:
        values[PALETTE] = _AnyName()
    book = FontBook(
        roles if has_fonts else _AnyRole(roles),
        fallback,
        partial(_installed, language),
        _like,
        emoji == ONE_TONE,
    )
    words = _icon_words(_section(data, ICON_WORDS, problems), problems)
    return Theme(palette, book, IconBook(packs, icon_folders, words=words), values)


def _installed(language: str, script: str, letters: str, like: Family) -> Sequence[Family]:
    from generator.layout.font_packages import covering

    return covering(language, script, letters, like)


def _like(other: Family, family: Family) -> Family:
    from generator.layout.font_packages import as_heavy_as

    return as_heavy_as(other, family)


FOREIGN_KEYS = vocabulary(
    {
        "palette": "colors color swatches",
        "fonts": "font typography fontfamily typefaces",
        "icons": "iconpack iconset",
        "icon-words": "iconlabels iconnames",
        "low-ink": "inksaving",
    }
)
"""What other themes call the sections."""


def _key_hint(key: str, value: object) -> str | None:
    if key in DEFAULT_FONTS:
        return f"it belongs under `{FONTS}`"
    if isinstance(value, str) and value.startswith("#"):
        return f"a colour belongs under `{PALETTE}`"
    return did_you_mean(key, KEYS, FOREIGN_KEYS)


class _AnyName(dict[str, str]):
    """Stands for a palette that could not be read: a template finds any name in it."""

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str)

    def __missing__(self, name: str) -> str:
        return name


class _AnyRole(dict[str, Family]):
    """Stands for fonts that could not be read: a layout finds any role in it."""

    def get(self, name: str, default: Any = None) -> Any:
        del default
        return super().get(name, self["body"])


def _read_theme(path: Path | None, problems: Problems) -> MarkedDict | None:
    data = read_yaml(path, problems) if path else None
    if data is None or isinstance(data, MarkedDict):
        return data
    problems.error("a theme is a mapping of palette, fonts and icons", data.place)
    return None


def _is_section(given: object) -> bool:
    return given is None or isinstance(given, MarkedDict)


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
) -> dict[str, Colour | None]:
    """The colours in use; None for wrong ones. Both sections are read, so that each is sound in any case."""
    for name in thrifty:
        if name not in full:
            problems.error(
                f"the palette has no colour {code(name)}",
                thrifty.place_of_key(name),
                field=f"{LOW_INK}.{name}",
                hint=did_you_mean(name, full) or "low-ink gives colours of the palette another value",
            )
    palette: dict[str, Colour | None] = {}
    saving: dict[str, Colour | None] = {}
    for name, value in full.items():
        colour = _colour(value, palette, full, f"{PALETTE}.{name}", problems)
        own = colour
        if name in thrifty:
            own = _colour(thrifty[name], saving, thrifty, f"{LOW_INK}.{name}", problems)
        elif isinstance(value, str) and value in saving:
            # A colour that stands for another one goes with it.
            own = saving[str(value)]
        palette[name], saving[name] = colour, own
    used = saving if low_ink else palette
    # A template may also write what stands in the theme: `fill="{{ theme.palette.ink }}"`.
    wrong = [
        str(_plain(section[name]))
        for section in (full, thrifty)
        for name in section
        if used.get(name, True) is None
    ]
    return {**dict.fromkeys(wrong), **used}


def _colour(
    value: object, palette: Palette, section: MarkedDict, field: str, problems: Problems
) -> Colour | None:
    try:
        if value is None:
            raise InputError(
                "there is not a colour", hint='put it in quotes, "#222222": a bare # begins a comment'
            )
        return parse_colour(_written(value), palette)
    except InputError as error:
        problems.add(error, section.place_of(field.partition(".")[2]), field=field)
        return None


def _written(value: object) -> str:
    """A colour as layouts write it; ``{rgb: …, cmyk: […]}`` in one word. Raises :class:`InputError`."""
    if not isinstance(value, Mapping):
        return str(value)
    example = 'write for example `{rgb: "#cc9900", cmyk: [0, 25, 80, 10]}`'
    if "cmyk" not in value or not set(value) <= {"rgb", "cmyk"}:
        raise InputError("expected the screen's and the print house's colour", hint=example)
    inks = value["cmyk"]
    if isinstance(inks, str):
        inks = re.split(r"\s*,\s*|\s+", inks.strip())
    if not isinstance(inks, Sequence) or len(inks) != 4 or not all(map(_is_share, inks)):
        raise InputError(f"expected four numbers from 0 to 100, got {quote(inks)}", hint=example)
    cmyk = " ".join(str(ink).removesuffix("%") for ink in inks)
    if "rgb" not in value:
        return f"cmyk({cmyk})"
    rgb = parse_colour(str(value["rgb"]), {})
    digits = "".join(f"{round(255 * channel):02x}" for channel in rgb[:4])
    return f"cmyk({cmyk} / #{digits})"


def _is_share(ink: object) -> bool:
    if isinstance(ink, bool):
        return False
    match = re.fullmatch(r"(\d{1,3}(?:\.\d{1,6})?)%?", str(ink))
    return match is not None and float(match[1]) <= 100


def _plain(value: object) -> object:
    """A colour for templates, in one word; a wrong one as it is written, for it was reported."""
    try:
        return _written(value) if isinstance(value, Mapping) else value
    except InputError:
        return str(value)


def _roles(section: MarkedDict, find_file: FindFile, problems: Problems) -> dict[str, Family]:
    roles = {name: built_in_family(text) for name, text in DEFAULT_FONTS.items()}
    for name, value in section.items():
        place, field = section.place_of(name), f"fonts.{name}"
        try:
            roles[str(name)] = family = _role(value, place, find_file)
        except InputError as error:
            problems.add(error, place, field=field)
            roles.setdefault(str(name), roles["body"])
            continue
        for one in (family, *family.fallback):
            if one.place is not None:
                _warn_of_changes(_files_of(one), place, field, problems)
    return roles


def _icons(data: MarkedDict, find_file: FindFile, problems: Problems) -> list[str | IconSet]:
    """The packs and files of icons, in the order in which bare names are looked for."""
    given = data.get("icons", DEFAULT_PACK)
    found: list[str | IconSet] = []
    for index, value in enumerate(given if isinstance(given, MarkedList) else [given]):
        name = str(value)
        try:
            found.append(_pack(name, find_file))
        except InputError as error:
            place = given.place_of(index) if isinstance(given, MarkedList) else data.place_of("icons")
            problems.add(error, place, field="icons")
            found.append(name)
    return found or [DEFAULT_PACK]


def _icon_words(section: MarkedDict, problems: Problems) -> dict[str, str]:
    """What is read aloud for icons."""
    for name, words in section.items():
        if not isinstance(words, str) or not words.strip():
            message = f"expected what is read aloud for the icon, got {quote(words)}"
            problems.error(
                message, section.place_of(name), field=f"{ICON_WORDS}.{name}", hint="write a word or two"
            )
    return {str(name): " ".join(str(words).split()) for name, words in section.items()}


def _pack(name: str, find_file: FindFile) -> str | IconSet:
    """A pack's prefix, or a file of icons in ``icons/`` or elsewhere. Raises :class:`InputError`."""
    if name in PACKS:
        return name
    if not name.lower().endswith(".json"):
        hint = did_you_mean(name, PACKS) or f"the packs are {', '.join(PACKS)}; a file ends in .json"
        raise InputError(f"no icon pack {quote(name)}", hint=hint)
    # Most games have none.
    from generator.layout.icon_sets import IconSet

    try:
        path = find_file(f"icons/{name}")
    except InputError as error:
        if error.code != MISSING_FILE:
            raise
        path = find_file(name)
    # It is read when an icon of it is wanted, and is looked at again when it has changed.
    note_file(path)
    return IconSet(path)


def _files_of(family: Family) -> dict[str, FontFile]:
    styles = ((bold, italic) for bold in (False, True) for italic in (False, True))
    return {(font := family.file(bold=bold, italic=italic)).path.name: font for bold, italic in styles}


def _warn_of_changes(files: Mapping[str, FontFile], place: Place, field: str, problems: Problems) -> None:
    for name, font in files.items():
        changed = font.tables.changed()
        if changed:
            problems.warning(
                f"the font {name} may be damaged: the checksum of its table {changed[0]} is wrong",
                place,
                field=field,
                hint=DAMAGED,
            )


def _role(value: object, place: Place, find_file: FindFile) -> Family:
    """A role's family, with those that it takes letters from. Raises :class:`InputError`."""
    if not isinstance(value, Mapping) or FALLBACK not in value:
        return _family(value, place, find_file)
    family, given = _family(value, place, find_file), value[FALLBACK]
    found = []
    for number, one in enumerate(given if isinstance(given, list) else [given]):
        try:
            found.append(_lender(one, family, place, find_file))
        except InputError as error:
            if error.place is None and isinstance(given, MarkedList):
                error.place = given.place_of(number)
            elif error.place is None and isinstance(value, MarkedDict):
                error.place = value.place_of(FALLBACK)
            raise
    return family._replace(fallback=tuple(found))


def _lender(value: object, like: Family, place: Place, find_file: FindFile) -> Family:
    """A family that another one takes letters from: of a font with several weights, in those of the other."""
    if not isinstance(value, str) or _is_file(value) or " " in value.strip():
        return _family(value, place, find_file, lends=True)
    from generator.layout.font_packages import family_like

    return family_like(value.strip(), like)


def _is_file(text: str) -> bool:
    return text.partition("#")[0].lower().endswith(FONT_SUFFIXES)


def _family(value: object, place: Place, find_file: FindFile, *, lends: bool = False) -> Family:
    known = {*STYLES, FACE} if lends else {*STYLES, FACE, FALLBACK}
    if isinstance(value, Mapping) and FONT in value and set(value) <= {FONT, *known} - {*STYLES, FACE}:
        value = value[FONT]
    if isinstance(value, str):
        if not _is_file(value):
            # Many games have only the bundled fonts.
            from generator.layout.font_packages import named_family

            return named_family(value)
        value = {"regular": value}
    if not isinstance(value, Mapping) or "regular" not in value or not set(value) <= known:
        raise InputError(
            "expected a font's name, a .ttf file, or a mapping with `regular` and perhaps `bold`, `italic`, "
            "`bold-italic`, or with `font` and `fallback`"
        )
    found = {style: _own_font(value, style, find_file, lends=lends) for style in STYLES if style in value}
    regular = found["regular"]
    bold = found.get("bold", regular)
    italic, bold_italic = found.get("italic", regular), found.get("bold-italic", bold)
    numbers = tuple(number for _, number in (regular, bold, italic, bold_italic))
    faces = () if set(numbers) == {None} else numbers
    return Family(regular[0], bold[0], italic[0], bold_italic[0], place, faces=faces)


def _own_font(
    files: Mapping[str, object], style: str, find_file: FindFile, *, lends: bool
) -> tuple[Path, int | None]:
    """The file of a style, found sound, and which font of it, if it is a collection.

    Raises :class:`InputError` with its own place where it has one.
    """
    try:
        name, _, face = str(files[style]).partition("#")
        if not name.lower().endswith(COLLECTIONS):
            name, face = str(files[style]), ""
        path = find_file(name)
        wanted = face or str(files.get(FACE, ""))
        number = face_number(path, wanted) if wanted else None
        open_own_font(path, number, lends=lends)
    except InputError as error:
        place = files.place_of(style) if isinstance(files, MarkedDict) else None
        raise InputError(error.message, place=place, hint=error.hint, code=error.code) from None
    return path, number
