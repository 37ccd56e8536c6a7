"""What an importer is: whose files it takes, and what it makes of one.

An importer is a module of :mod:`generator.importing.formats` with an ``IMPORTER``. The file is data to it:
whatever it is written in, nothing of it is ever run. What it can't take over it notes by line, and goes on.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from generator.catalog.paths import MAX_FILE, decoded, read_bytes, refuse_unprintable, shown_path
from generator.catalog.plugins import find_plugin, plugin_modules
from generator.catalog.problems import MAX_PROBLEMS, InputError, Place, Problem, Problems
from generator.catalog.wording import listed, quote
from generator.catalog.yaml_reader import Marked

PACKAGE = "generator.importing.formats"
_LISTED = 6
"""Lines that a finding names beside the first."""


class Source:
    """A file that is to be imported, and what has been found in it."""

    def __init__(self, path: Path) -> None:
        """Raises :class:`InputError` where the file can't be read."""
        self.path = path
        self.shown = shown_path(path)
        self.data = read_bytes(path, Place(self.shown), MAX_FILE)
        self._found: dict[tuple[str, str | None], list[Place]] = {}

    @cached_property
    def text(self) -> str:
        """The text with plain line ends: UTF-8, UTF-16 with a byte order mark, or what Windows wrote before.

        Raises :class:`InputError` where it is none.
        """
        if self.data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            text = self.data.decode("utf-16", "replace")
        else:
            try:
                text = self.data.decode("utf-8-sig")
            except UnicodeDecodeError:
                # Five bytes are no letters of it; a file that has them is reported as UTF-8 that is broken.
                try:
                    text = self.data.decode("cp1252")
                except UnicodeDecodeError:
                    text = decoded(self.data, self.shown)
        refuse_unprintable(text, self.shown)
        return text.replace("\r\n", "\n").replace("\r", "\n")

    def json(self) -> Marked:
        """The values of JSON with their places. Raises :class:`InputError`; what is only odd is noted."""
        from generator.catalog.json_file import parse_json

        problems = Problems()
        document = parse_json(self.text, self.shown, problems)
        for problem in problems:
            self.note(problem.message, problem.place or self.place(), problem.hint)
        return document

    def place(self, line: int = 0, column: int = 1) -> Place:
        """A place in the file; without a line, the file as a whole."""
        return Place(self.shown, line, column if line else 0)

    def error(self, message: str, place: Place | None = None, hint: str | None = None) -> InputError:
        """What is raised where the file can't be imported at all."""
        return InputError(message, place=place or self.place(), hint=hint)

    def note(self, message: str, place: Place, hint: str | None = None) -> None:
        """A thing that is not taken over. The same thing in many lines is one finding, which names them."""
        self._found.setdefault((message, hint), []).append(place)
        if len(self._found) > MAX_PROBLEMS:
            raise self.error("the rest was not read: nearly nothing of the file is understood", place)

    @property
    def findings(self) -> list[Problem]:
        """What was noted: a warning for each thing, where it came first."""
        return [
            Problem(message + _and_in(places), places[0], "warning", hint=hint)
            for (message, hint), places in self._found.items()
        ]


def _and_in(places: Sequence[Place]) -> str:
    """Where else a thing was found: ``, and in lines 8, 12 and 3 more``."""
    lines = [line for line in dict.fromkeys(place.line for place in places[1:]) if line != places[0].line]
    if not lines:
        return ""
    more = f" and {len(lines) - _LISTED:,} more" if len(lines) > _LISTED else ""
    return f", and in line{'s' if len(lines) > 1 else ''} {', '.join(map(str, lines[:_LISTED]))}{more}"


@dataclass(frozen=True, slots=True)
class ImportedGame:
    """The files of a game that builds, by their paths in its folder; a path in place of content is copied."""

    files: Mapping[str, str | bytes | Path]
    findings: Sequence[Problem] = field(default_factory=list)
    """What was not taken over, by place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Importer:
    """What there is to know of a format."""

    title: str
    """The tool as people know it: ``nanDECK``."""
    says: str
    """What is taken, in a line."""
    suffixes: Sequence[str]
    """How names of its files end, in small letters."""
    recognizes: Callable[[Source], bool]
    """Whether a file with such an ending is one; raises :class:`InputError` at most, as reading it would."""
    read: Callable[[Source], ImportedGame]
    """Makes the game. Raises :class:`InputError`, with the place, for a file that can't be one."""


def importer_names() -> list[str]:
    return list(plugin_modules(PACKAGE))


def find_importer(name: str) -> Importer:
    """The importer of that name. Raises KeyError."""
    module = find_plugin(PACKAGE, name)
    if module is None:
        raise KeyError(name)
    importer: Importer = module.IMPORTER
    return importer


def recognize(source: Source) -> str:
    """The name of the format that a file is in. Raises :class:`InputError` where it is none that is known."""
    suffix = source.path.suffix.lower()
    importers = {name: find_importer(name) for name in importer_names()}
    fitting = [name for name, importer in importers.items() if suffix in importer.suffixes]
    for name in fitting:
        if importers[name].recognizes(source):
            return name
    if fitting:
        titles = listed(importers[name].title for name in fitting)
        raise source.error(
            f"{quote(source.path.name)} does not look like a file of {titles}",
            hint=f"--from {fitting[0]} takes it for one all the same",
        )
    raise source.error(
        f"no importer knows files that end in {quote(suffix)}" if suffix else "the file's name has no ending",
        hint=f"--from FORMAT says what it is: {listed(importers)}",
    )
