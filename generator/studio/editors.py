"""The user's own editor, opened at a line and column of a file of an open game.

A program is started with a list of arguments, never by a shell, and only for who sits at the machine that the
studio runs on.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import threading
from collections.abc import Mapping
from pathlib import Path, PurePath
from typing import NamedTuple
from urllib.parse import quote

from generator.studio.card_desk import plain_path
from generator.studio.files import take_snapshot
from generator.studio.forms import Refused
from generator.studio.project import Project

VARIABLES = ("VISUAL", "EDITOR")
MAX_LINE = 10_000_000
LINK = "vscode://file"
"""What a browser passes on to Visual Studio Code where no program was found."""
BATCH = (".cmd", ".bat")
"""Programs that Windows runs by a shell."""

_GOTO, _COLONS = ("--goto", "{file}:{line}:{column}"), ("{file}:{line}:{column}",)
_JETBRAINS = ("--line", "{line}", "--column", "{column}", "{file}")
_PLUS = ("+{line}:{column}", "{file}")


class Editor(NamedTuple):
    """An editor with a window of its own, and how it takes a place."""

    title: str
    arguments: tuple[str, ...]


EDITORS: Mapping[str, Editor] = {
    "code": Editor("Visual Studio Code", _GOTO),
    "codium": Editor("VSCodium", _GOTO),
    "code-insiders": Editor("Visual Studio Code Insiders", _GOTO),
    "cursor": Editor("Cursor", _GOTO),
    "windsurf": Editor("Windsurf", _GOTO),
    "zed": Editor("Zed", _COLONS),
    "zeditor": Editor("Zed", _COLONS),
    "subl": Editor("Sublime Text", _COLONS),
    "idea": Editor("IntelliJ IDEA", _JETBRAINS),
    "pycharm": Editor("PyCharm", _JETBRAINS),
    "webstorm": Editor("WebStorm", _JETBRAINS),
    "mate": Editor("TextMate", ("-l", "{line}:{column}", "{file}")),
    "bbedit": Editor("BBEdit", ("+{line}:{column}", "{file}")),
    "kate": Editor("Kate", ("-l", "{line}", "-c", "{column}", "{file}")),
    "gedit": Editor("gedit", _PLUS),
    "gnome-text-editor": Editor("Text Editor", _PLUS),
    "geany": Editor("Geany", ("-l", "{line}", "--column", "{column}", "{file}")),
    "gvim": Editor("Vim", ("+call cursor({line},{column})", "{file}")),
    "mvim": Editor("MacVim", ("+call cursor({line},{column})", "{file}")),
    "emacs": Editor("Emacs", _PLUS),
    "notepad++": Editor("Notepad++", ("-n{line}", "-c{column}", "{file}")),
}
"""By their programs; of those that are there the first is taken, unless the environment names one."""


class Found(NamedTuple):
    """A program that opens files, with arguments of the user's own."""

    editor: Editor
    command: tuple[str, ...]

    def at(self, path: Path, line: int, column: int) -> list[str]:
        """The command that opens a file at a place."""
        values = {"file": str(path), "line": str(line), "column": str(column)}
        return [*self.command, *(argument.format(**values) for argument in self.editor.arguments)]


def find_editor(environment: Mapping[str, str]) -> Found | None:
    """The user's editor: the one that the environment names, if it has a window, or one that is there."""
    search = environment.get("PATH")
    for variable in VARIABLES:
        try:
            words = shlex.split(environment.get(variable, ""), posix=os.name == "posix")
        except ValueError:
            continue
        found = _found(words[0], tuple(words[1:]), search) if words else None
        if found is not None:
            return found
    return next((found for name in EDITORS if (found := _found(name, (), search))), None)


def _found(program: str, arguments: tuple[str, ...], search: str | None) -> Found | None:
    editor = EDITORS.get(
        PurePath(program).stem if program.lower().endswith(".exe") else PurePath(program).name
    )
    path = shutil.which(program, path=search) if editor is not None else None
    if editor is None or path is None or path.lower().endswith(BATCH) or "-nw" in arguments:
        return None
    return Found(editor, (path, *arguments))


def file_of(project: Project, shown: str) -> Path:
    """The file of a game that a message names. Raises Refused for any other."""
    path = plain_path(Path(shown)) if shown and "\0" not in shown else None
    folders = [folder.resolve() for folder in project.folders]
    files = set(map(os.path.abspath, take_snapshot(project.folders).states))
    if path is None or str(path) not in files or not path.is_file() or path.is_symlink():
        raise Refused([], "the game has no such file", 404)
    if not any(path.resolve().is_relative_to(folder) for folder in folders):
        raise Refused([], "the file is behind a link that leads out of the game", 403)
    return path


def open_file(path: Path, line: int, column: int, environment: Mapping[str, str]) -> Mapping[str, str]:
    """Opens a file in the user's editor; the editor's name, or a link that may do it."""
    found = find_editor(environment)
    if found is not None:
        try:
            process = subprocess.Popen(
                found.at(path, line, column),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd=path.parent,
                start_new_session=True,
            )
        except OSError as error:
            reason = error.strerror or str(error)
            raise Refused([], f"{found.editor.title} can’t be started: {reason}", 409) from None
        # Nobody waits for it; when it ends, nothing is left of it.
        threading.Thread(target=process.wait, daemon=True).start()
        return {"opened": found.editor.title}
    written = path.as_posix()
    return {"link": f"{LINK}{'' if written.startswith('/') else '/'}{quote(written)}:{line}:{column}"}
