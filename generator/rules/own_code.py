"""Imports Python files of a designer's own: rules beside a game.yaml, and bots.

The folder of the file becomes a package without a file of its own, so that ``from .helpers import …`` finds
``helpers.py`` there. All of it is read anew whenever it is imported, and nothing is written into the folder.
"""

from __future__ import annotations

import importlib
import linecache
import os
import re
import sys
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import Any, ClassVar, TextIO
from zlib import crc32

from generator.catalog.paths import shown_path
from generator.catalog.plugins import BEFORE_OWN_CODE
from generator.catalog.problems import Place, Problem
from generator.catalog.wording import visible
from generator.rules.errors import OWN, RulesError
from generator.rules.watch import FOLDER, pulse

MAX_PRINTED = 100_000
"""Letters that code of a user's own prints in a process."""
_STANDARD_STREAMS = ("stdout", "stderr", "stdin")
_STREAMS = (__name__, "generator.cli.console")
"""The modules of the streams that it prints on."""


def own_package(prefix: str, folder: Path) -> str:
    """What the package of a folder is called; ``prefix`` begins with ``OWN`` and says what it is read for."""
    return f"{prefix}{crc32(str(folder.resolve()).encode()):08x}"


def import_own(file: Path, package: str) -> ModuleType:
    """The module in a file, with whatever it imports of its folder, all of it read anew.

    What the code raises while it is imported comes through as it is.
    """
    begin_own_code()
    watched = pulse()
    if watched is not None:
        watched.own(file)
    if not any(isinstance(finder, _OwnModules) for finder in sys.meta_path):
        sys.meta_path.insert(0, _OwnModules())
    for known in [known for known in sys.modules if known == package or known.startswith(f"{package}.")]:
        del sys.modules[known]
    module = ModuleType(package, "The folder of a game.")
    module.__path__ = [str(file.parent)]
    sys.modules[package] = module
    # Else a traceback would quote an earlier version.
    linecache.checkcache()
    if watched is not None:
        # What was played since another import may have done damage too. But libraries that were loaded
        # meanwhile exchange things as well, as the house does with streams.
        _refuse_damage(but=_STANDARD_STREAMS, only_assigned=True)
    _Standard.remember(file)
    found = importlib.import_module(f"{package}.{file.stem}")
    _refuse_damage()
    return found


def _refuse_damage(but: Collection[str] = (), *, only_assigned: bool = False) -> None:
    damage = damage_by_own_code(but, only_assigned=only_assigned)
    if damage is not None:
        raise RulesError(damage.message, damage.place, hint=damage.hint)


def begin_own_code() -> None:
    """Code of a user's own is about to run in this process: a command is watched from here on."""
    if pulse() is not None:
        return
    if os.environ.get(FOLDER):
        from generator.rules.pulse import join_if_watched

        join_if_watched()
        return
    before = BEFORE_OWN_CODE.get()
    if before is not None:
        before()


# What it may not spoil


class _Standard:
    """What Python's own modules offered before code of a user's own ran: all else needs it as it was."""

    modules: ClassVar[dict[str, dict[str, Any]]] = {}
    files: ClassVar[list[Path]] = []
    """What was imported, in its order."""

    @classmethod
    def remember(cls, file: Path) -> None:
        """Takes note of what there is; ``file`` is about to be imported."""
        cls.files = [*(one for one in cls.files if one != file), file]
        for name, module in list(sys.modules.items()):
            if name.partition(".")[0] in sys.stdlib_module_names:
                cls.modules[name] = {
                    word: value for word, value in vars(module).items() if _stays(word, value)
                }

    @classmethod
    def put_back(cls, but: Collection[str], *, only_assigned: bool) -> Iterator[str]:
        """Puts back what is another now, except for what is called so, and gives its name."""
        for name, words in cls.modules.items():
            module = sys.modules.get(name)
            for word, value in words.items() if module is not None else ():
                if word in but or vars(module).get(word) is value:
                    continue
                if not only_assigned or next(cls.assignments(word), None) is not None:
                    setattr(module, word, value)
                    yield f"{name}.{word}"

    @classmethod
    def assignments(cls, word: str) -> Iterator[Place]:
        """Where the user's files seem to assign to a name, those that were imported last first."""
        return (place for file in reversed(cls.files) for place in _assignments(file, word))


def _stays(word: str, value: object) -> bool:
    """Whether a value of a module is never replaced, while variables may be."""
    return word in _STANDARD_STREAMS or (
        not word.startswith("_") and (callable(value) or isinstance(value, ModuleType))
    )


def damage_by_own_code(but: Collection[str] = (), *, only_assigned: bool = False) -> Problem | None:
    """What code of a user's own has replaced of Python's own modules, which are mended; None: nothing.

    ``but``: names that are not looked at; ``only_assigned``: nor are those to which no line of that code
    seems to assign.

    To be asked after it was imported, and where code of the house fails though nothing is wrong with it.
    """
    replaced = list(_Standard.put_back(but, only_assigned=only_assigned))
    if not replaced:
        return None
    name = replaced[0].removeprefix("builtins.")
    assigned = _Standard.assignments(replaced[0].rpartition(".")[2])
    place = next(assigned, Place(shown_path(_Standard.files[-1])))
    return Problem(
        f"`{name}` is replaced, which the program itself needs", place, hint="give yours another name"
    )


def _assignments(file: Path, name: str) -> Iterator[Place]:
    """Where a file seems to assign to a name of a module."""
    word = re.compile(rf"\b{re.escape(name)}\b")
    for number, line in enumerate(linecache.getlines(str(file)), start=1):
        if word.search(line) and ("=" in line or "setattr" in line or "patch" in line):
            yield Place(shown_path(file), number)


class OwnStream:
    """An output stream on which code of a user's own prints no more than anybody would read.

    What it prints can do nothing to a terminal. All else is that of the stream ``behind`` it.
    """

    def __init__(self, behind: TextIO) -> None:
        self.behind = behind

    def write(self, text: str) -> int:
        """Writes a text, if it is not too much."""
        self.behind.write(visible(within_bounds(text)))
        return len(text)

    def close(self) -> None:
        """Stays open."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self.behind, name)


_PRINTED = Counter[str]()


def within_bounds(text: str) -> str:
    """What is left of a text that is being printed: code of a user's own prints only so much in all."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        name = frame.f_globals.get("__name__", "")
        if name.startswith(OWN):
            break
        if name.startswith("generator.") and name not in _STREAMS:
            return text
        frame = frame.f_back
    if frame is None:
        return text
    before = _PRINTED[OWN]
    _PRINTED[OWN] += len(text)
    if _PRINTED[OWN] <= MAX_PRINTED:
        return text
    left = text[: max(0, MAX_PRINTED - before)]
    if before <= MAX_PRINTED:
        file = shown_path(Path(frame.f_code.co_filename))
        return f"{left}\n{file} prints more than {MAX_PRINTED:,} letters; the rest is left out\n"
    return ""


class _SourceOnly(SourceFileLoader):
    """Reads modules from their source, and neither reads nor writes what Python would keep of it."""

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        code: CodeType = self.source_to_code(self.get_data(path), path)
        return code


class _OwnModules(MetaPathFinder):
    """Finds the modules beside such a file."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith(OWN) or path is None:
            return None
        for folder in path:
            spec = FileFinder(folder, (_SourceOnly, [".py"])).find_spec(fullname, target)
            if spec is not None and spec.loader is not None:
                return spec
        return None
