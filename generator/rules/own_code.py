"""Imports Python files of a designer's own: rules beside a game.yaml, and bots.

The folder of the file becomes a package without a file of its own, so that ``from .helpers import …`` finds
``helpers.py`` there. All of it is read anew whenever it is imported, and nothing is written into the folder.
"""

from __future__ import annotations

import importlib
import linecache
import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from zlib import crc32

from generator.catalog.plugins import BEFORE_OWN_CODE
from generator.rules.watch import FOLDER, pulse

OWN = "own_"
"""What the names of all such packages begin with."""


def own_package(prefix: str, folder: Path) -> str:
    """What the package of a folder is called; ``prefix`` begins with ``OWN`` and says what it is read for."""
    return f"{prefix}{crc32(str(folder.resolve()).encode()):08x}"


def import_own(file: Path, package: str) -> ModuleType:
    """The module in a file, with whatever it imports of its folder, all of it read anew.

    What the code raises while it is imported comes through as it is.
    """
    begin_own_code()
    told = pulse()
    if told is not None:
        told.own(file)
    if not any(isinstance(finder, _OwnModules) for finder in sys.meta_path):
        sys.meta_path.insert(0, _OwnModules())
    for known in [known for known in sys.modules if known == package or known.startswith(f"{package}.")]:
        del sys.modules[known]
    module = ModuleType(package, "The folder of a game.")
    module.__path__ = [str(file.parent)]
    sys.modules[package] = module
    # Else a traceback would quote an earlier version.
    linecache.checkcache()
    return importlib.import_module(f"{package}.{file.stem}")


def begin_own_code() -> None:
    """Code of a user's own is about to run in this process: where this is a command, it is watched from here on.

    Whoever has work at hand that can't go on in another process calls it before.
    """
    if pulse() is not None:
        return
    if os.environ.get(FOLDER):
        from generator.rules.pulse import join_as_told

        join_as_told()
        return
    before = BEFORE_OWN_CODE.get()
    if before is not None:
        before()


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
