"""The game that comes of a source: its files as a person would write them."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path, PurePosixPath

from generator.catalog.paths import PICTURE_SUFFIXES, file_inside, is_there
from generator.catalog.problems import InputError, Place
from generator.catalog.sizes import COMPONENT_SIZES, parse_size
from generator.catalog.wording import fault_of_name, file_slug, name_id, quote, spoken, title_case
from generator.deck.write import in_yaml, value_as_yaml
from generator.importing.drawing import Drawing, cleaned, number
from generator.importing.importer import ImportedGame, Source
from generator.layout.templates import MAX_TEMPLATE_BYTES

MAX_CARDS = 10_000
"""Different cards that a source may have."""
MAX_COMPONENTS = 500
_THEME = "layouts/theme.yaml"
_NEARLY = 0.06
"""By how many mm a size may differ from the one that has a name."""
_LONGEST_NAME, _LONGEST_PATH = 60, 200
_LONG_LIST = 90
"""Letters of a list that is written on one line."""
_BLOCK = re.compile(r"[^\s\x00-\x1f#].*(?:\n[^\s\x00-\x1f].*|\n)*")
"""Text of several lines that YAML holds as it is below a ``|``."""


@dataclass(slots=True)
class Component:
    """A component of the new game."""

    name: str
    """Becomes its id."""
    size: str
    """As in game.yaml: of :meth:`NewGame.size`."""
    cards: object
    """What game.yaml says: a file that was written, a mapping, or the cards themselves."""
    front: str | None = None
    back: str | None = None
    more: Mapping[str, object] = field(default_factory=dict)
    """Further keys, such as ``kind`` or ``bleed``."""


class NewGame:
    """Collects the files of a game; all that is written into them comes from the source and is cleaned."""

    def __init__(self, source: Source, title: str | None = None) -> None:
        self.source = source
        self.title = cleaned(title or "").strip() or title_case(source.path.stem)
        self.palette: dict[str, str] = {}
        self.fonts: dict[str, str] = {}
        self._components: dict[str, Component] = {}
        self._files: dict[str, str | bytes | Path] = {}
        self._missing: set[str] = set()

    def size(self, width: float, height: float, place: Place) -> str:
        """A size in mm as game.yaml has it, by its name if it has one. Raises :class:`InputError`."""
        try:
            parse_size([width, height])
        except InputError as error:
            raise self.source.error(error.message, place) from None
        for turned, (first, second) in (("", (width, height)), (" landscape", (height, width))):
            for name, size in COMPONENT_SIZES.items():
                if max(abs(first - size.width), abs(second - size.height)) < _NEARLY:
                    return name + turned
        return f"{number(width)} x {number(height)} mm"

    def new_name(self, name: str, stand_in: str, *, folder: str = "", suffix: str = "") -> str:
        """A free name for a component or file: an id, with a number behind it if there is one already."""
        plain = name_id(cleaned(name)[:_LONGEST_NAME], stand_in)
        if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", plain):
            plain = stand_in
        count, found = 1, f"{folder}{plain}{suffix}"
        while found in self._components or found in self._files:
            count += 1
            found = f"{folder}{plain}-{count}{suffix}"
        return found

    def add(self, component: Component) -> str:
        """Adds a component under an id of its name, which is returned."""
        if len(self._components) >= MAX_COMPONENTS:
            raise self.source.error(f"the file has more than {MAX_COMPONENTS} layouts or decks")
        own = self.new_name(component.name, "cards")
        self._components[own] = component
        return own

    def write(self, path: str, content: str | bytes) -> str:
        """Writes any file; its path."""
        self._files[path] = content
        return path

    def layout(self, name: str, drawing: Drawing) -> str:
        """Writes a layout, and returns what a component calls it."""
        path, text = self.new_name(name, "card", folder="layouts/", suffix=".xml.j2"), str(drawing)
        if len(text.encode()) > MAX_TEMPLATE_BYTES:
            raise self.source.error(f"the layout {quote(name)} would be larger than a layout may be")
        self.write(path, text)
        return path.removeprefix("layouts/")

    def cards(self, name: str, cards: Sequence[Mapping[str, object]]) -> str:
        """Writes cards as YAML, and returns the file's name. Values that are None are left out."""
        self._refuse_flood(len(cards))
        path = self.new_name(name, "cards", suffix=".yaml")
        return self.write(path, "".join(map(_card, cards)) or "[]\n")

    def table(self, name: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
        """Writes cards as CSV, and returns the file's name."""
        text = StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(distinct(columns))
        for count, row in enumerate(rows, 1):
            self._refuse_flood(count)
            writer.writerow(["" if value is None else cleaned(str(value)) for value in row])
        return self.write(self.new_name(name, "cards", suffix=".csv"), text.getvalue())

    def _refuse_flood(self, count: int) -> None:
        if count > MAX_CARDS:
            raise self.source.error(f"the file has more than {MAX_CARDS:,} different cards")

    def picture(
        self, name: str, place: Place, *, others: Sequence[str] = (), folders: Sequence[str] = ()
    ) -> str:
        """Takes a picture along, and returns what a layout or card calls it.

        It is looked for beside the source and in ``folders`` there, under its name or one of ``others``. One
        that is not there is noted, and shown as a box until it is put into ``art/``.
        """
        wanted = PurePosixPath(cleaned(name).strip().replace("\\", "/"))
        steps = [step for step in wanted.parts if step not in ("/", ".", "..") and not step.endswith(":")]
        is_inside = len(steps) == len(wanted.parts)
        called = "/".join(steps if is_inside else steps[-1:])
        if not called or len(called.encode()) > _LONGEST_PATH or any(map(fault_of_name, steps)):
            called = file_slug(wanted.stem[:_LONGEST_NAME], "picture") + wanted.suffix[:5]
        path = f"art/{called}"
        if path in self._files or path in self._missing:
            return called
        hint: str | None = f"put it into art/ of the game as {quote(called)}"
        if wanted.suffix.lower() not in PICTURE_SUFFIXES:
            fault, hint = f"{quote(name)} is not a picture that can be printed", None
        elif (file := self.beside(*([called] if is_inside else []), *others, folders=folders)) is not None:
            self._files[path] = file
            return called
        elif is_inside:
            fault = f"there is no picture {quote(name)} beside the file"
        else:
            fault = f"the picture {quote(name)} does not lie in the folder of the file, and is not copied"
        self._missing.add(path)
        self.source.note(fault, place, hint)
        return called

    def beside(self, *names: str, folders: Sequence[str] = ()) -> Path | None:
        """The first of these files that is in the source's folder, or in ``folders`` there; None: none is."""
        for folder in ("", *folders):
            for name in names:
                with suppress(InputError):
                    base = self.source.path.parent / folder
                    return file_inside(base, _as_spelt(base, name.strip().replace("\\", "/")))
        return None

    def finished(self) -> ImportedGame:
        """All files; raises :class:`InputError` where nothing is to be printed."""
        if not self._components:
            raise self.source.error("nothing in the file can be printed")
        if self.palette or self.fonts:
            self._files[_THEME] = self._theme()
        return ImportedGame({"game.yaml": self._game_yaml(), **self._files}, self.source.findings)

    def _game_yaml(self) -> str:
        lines = [f"# Made of {cleaned(self.source.path.name)} by `gatepress import`."]
        lines.append(f"title: {in_yaml(self.title)}")
        if _THEME in self._files:
            lines.append("theme: theme.yaml")
        lines.append("components:")
        for own, component in self._components.items():
            lines.append(f"  {own}:")
            lines.append(f"    size: {component.size}")
            keys: dict[str, object] = {"front": component.front, "back": component.back, **component.more}
            if component.back is None and "press" not in keys and keys.get("kind") != "board":
                keys["press"] = {"backs": "none"}
            keys["cards"] = component.cards
            lines += [f"    {key}: {flow(value)}" for key, value in keys.items() if value is not None]
        return "\n".join([*lines, ""])

    def _theme(self) -> str:
        lines = []
        for key, values in (("palette", self.palette), ("fonts", self.fonts)):
            if values:
                lines.append(f"{key}:")
                lines += [f"  {name}: {in_yaml(value)}" for name, value in values.items()]
        return "\n".join([*lines, ""])


def _as_spelt(base: Path, name: str) -> str:
    """The file's name with the capitals that it has here: on Windows, where it comes from, others will do."""
    path = PurePosixPath(name)
    if ".." in path.parts or is_there(base / path):
        return name
    with suppress(OSError):
        for entry in (base / path.parent).iterdir():
            if entry.name.casefold() == path.name.casefold():
                return (path.parent / entry.name).as_posix()
    return name


def distinct(columns: Iterable[str]) -> list[str]:
    """Headings that layouts can tell from one another: the second of a name has a number behind it."""
    found: dict[str, str] = {}
    for at, column in enumerate(columns, 1):
        name = cleaned(column).strip() if spoken(cleaned(column)) else f"column {at}"
        count = 1
        while (own := spoken(name if count == 1 else f"{name} {count}")) in found:
            count += 1
        found[own] = name if count == 1 else f"{name} {count}"
    return list(found.values())


def flow(value: object) -> str:
    """A value on one line of YAML: ``{from: goods.csv, columns: {copies: Qty}}``."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{flow(key)}: {flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(flow, value)) + "]"
    if isinstance(value, str):
        plain = in_yaml(cleaned(value))
        return (
            plain if plain.startswith('"') or not set(plain) & set(",?!&") else value_as_yaml([plain])[1:-1]
        )
    return number(value) if isinstance(value, float) else value_as_yaml(value)


def _card(values: Mapping[str, object]) -> str:
    """A card as an item of a list."""
    given = {key: value for key, value in values.items() if value is not None}
    return "- " + "  ".join(f"{in_yaml(cleaned(key))}: {_field(value)}\n" for key, value in given.items())


def _field(value: object) -> str:
    text = cleaned(value) if isinstance(value, str) else ""
    if "\n" in text and _BLOCK.fullmatch(text):
        sign = "|" if text.endswith("\n") else "|-"
        return f"{sign}\n    " + text.rstrip("\n").replace("\n", "\n    ").replace("\n    \n", "\n\n")
    if isinstance(value, list) and len(flow(value)) > _LONG_LIST:
        return "".join(f"\n    - {flow(item)}" for item in value)
    return flow(value)
