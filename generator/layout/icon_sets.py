"""Icon sets in the JSON of Iconify, such as that of game-icons.net: a file is read when an icon is wanted."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from generator.catalog.licences import parse_expression, parse_url
from generator.catalog.paths import MIB, is_there, read_bytes, shown_path
from generator.catalog.problems import InputError, Place, Problems
from generator.catalog.suggest import near_name
from generator.catalog.wording import quote
from generator.layout.geometry import FARTHEST
from generator.layout.pictures import Picture, picture_of_part
from generator.layout.svg_file import NAMESPACE

MAX_BYTES = 64 * MIB
"""Of the 200 sets of Iconify, but for the largest of emoji, none has more than half of that."""
MAX_ALIASES = 10
"""Names that stand for one another in a row."""
SIDE = 16.0
"""How wide and high icons are where the file does not say."""
SIDES = ("left", "top", "width", "height")


class Info(NamedTuple):
    """Whose icons they are, as far as the file says it."""

    title: str
    by: str | None
    licence: str | None
    """An SPDX expression."""
    source: str | None

    @property
    def line(self) -> str:
        """For a colophon."""
        by = f" by {self.by}" if self.by else ""
        return f"{self.title}{by}{f', {self.licence}' if self.licence else ''}"


@dataclass(frozen=True, slots=True)
class IconSet:
    """A file of icons, which is read when one of them is asked for."""

    path: Path

    @property
    def name(self) -> str:
        """``game-icons``, which names in layouts may begin with; ``icons.json`` is called like its folder."""
        return self.path.parent.name if self.path.stem == "icons" else self.path.stem

    @property
    def beside(self) -> Path:
        """Where it may be said whose icons they are, as in Iconify's packages."""
        return self.path.with_name("info.json")

    def picture(self, name: str) -> Picture | None:
        """An icon; None for one that there is not. Raises :class:`InputError` for what is no icon or set."""
        content = self._content
        if name not in content["icons"] and name not in content["aliases"]:
            return None
        try:
            return picture_of_part(self.path, name, _svg(_entry(content, name)))
        except ValueError as error:
            raise InputError(f"the icon {quote(name)} of {self.path.name} has {error}") from None

    def hint(self, name: str) -> str | None:
        """A name that may have been meant."""
        return near_name(name, [*self._content["icons"], *self._content["aliases"]])

    @property
    def _content(self) -> Mapping[str, Any]:
        status = self.path.stat() if is_there(self.path) else None
        return _read(self.path, status and (status.st_mtime_ns, status.st_size))

    def info(self, problems: Problems) -> Info:
        """From the file, or from the one beside it; what can't be read is reported."""
        said: object = None
        with problems.reporting():
            content = self._content
            said = content.get("info")
            if said is None and is_there(self.beside):
                other = _mapping(_json(self.beside))
                said = other if other.get("prefix") == content.get("prefix") else None
        said = _mapping(said)
        author, licence = _mapping(said.get("author")), _mapping(said.get("license"))
        title = said.get("name")
        by = author.get("name")
        return Info(
            title if isinstance(title, str) else self.name,
            by if isinstance(by, str) else None,
            _sound(parse_expression, licence.get("spdx")),
            _sound(parse_url, author.get("url")),
        )


def _sound(parse: Any, value: object) -> str | None:
    """What is no licence or address is as good as none: the file is somebody else's."""
    try:
        return str(parse(value))
    except InputError:
        return None


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _json(path: Path) -> Any:
    shown = shown_path(path)
    try:
        return json.loads(read_bytes(path, Place(shown), MAX_BYTES))
    except json.JSONDecodeError as error:
        place = Place(shown, error.lineno, error.colno)
        raise InputError(f"this is not JSON: {error.msg}", place=place) from None
    except (ValueError, RecursionError):
        # An encoding that nothing reads, a number of thousands of digits, or lists in lists in lists.
        raise InputError("this is not JSON that can be read", place=Place(shown)) from None


@lru_cache(maxsize=4)
def _read(path: Path, status: object) -> Mapping[str, Any]:
    del status  # the file is read again when it has changed
    content = _mapping(_json(path))
    icons, aliases = content.get("icons"), content.get("aliases", {})
    if not isinstance(icons, dict) or not isinstance(aliases, dict):
        raise InputError(
            "this is not an icon set: it has no `icons` with names",
            place=Place(shown_path(path), 1, 1),
            hint="`gatepress docs layout` says where there are some",
        )
    return {**content, "aliases": aliases}


def _entry(content: Mapping[str, Any], name: str) -> dict[str, Any]:
    """What the file says of an icon; of a name that stands for another both count.

    Raises :class:`ValueError` for one that stands for none.
    """
    found: dict[str, Any] = {"rotate": 0, "hFlip": False, "vFlip": False}
    for _ in range(MAX_ALIASES):
        own = content["icons"].get(name)
        said = _mapping(content["aliases"].get(name) if own is None else own)
        turned = said.get("rotate", 0)
        found["rotate"] += turned if isinstance(turned, int) else 0
        for flip in ("hFlip", "vFlip"):
            found[flip] ^= said.get(flip) is True
        found = {**said, **found}
        if own is not None:
            return {**{side: content[side] for side in SIDES if side in content}, **found}
        name = str(said.get("parent"))
    raise ValueError("no icon that it stands for")


def _svg(entry: Mapping[str, Any]) -> bytes:
    """An icon as a file. Raises :class:`ValueError` for one that is none."""
    body = entry.get("body")
    if not isinstance(body, str):
        raise ValueError("no `body`")
    defaults = (0.0, 0.0, SIDE, SIDE)
    left, top, width, height = (
        _number(entry.get(side), side, default) for side, default in zip(SIDES, defaults, strict=True)
    )
    ways = []
    if entry["hFlip"]:
        ways.append(f"translate({2 * left + width:g} 0) scale(-1 1)")
    if entry["vFlip"]:
        ways.append(f"translate(0 {2 * top + height:g}) scale(1 -1)")
    turns, x, y = entry["rotate"] % 4, left + width / 2, top + height / 2
    if turns:
        ways.insert(0, f"rotate({90 * turns} {x:g} {y:g})")
    if turns % 2:
        left, top, width, height = x - height / 2, y - width / 2, height, width
    if ways:
        body = f'<g transform="{" ".join(ways)}">{body}</g>'
    spaces = f'xmlns="{NAMESPACE}" xmlns:xlink="http://www.w3.org/1999/xlink"'
    text = f'<svg {spaces} viewBox="{left:g} {top:g} {width:g} {height:g}">{body}</svg>'
    return text.encode("utf-8", "replace")


def _number(value: Any, side: str, default: float) -> float:
    if value is None:
        return default
    is_number = isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= FARTHEST
    if not is_number or (side in ("width", "height") and value <= 0):
        raise ValueError(f"{quote(value)} for its `{side}`")
    return float(value)
