"""Tiny games written into a folder, and the command line run on them.

``from games import write_game, run`` works from every test folder that is a package: pytest then puts
``tests/`` on the path.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import yaml

import generator
from generator.catalog.load import load_game
from generator.catalog.models import Game
from generator.catalog.problems import Problems

PROJECT = Path(__file__).resolve().parent.parent
IMPORTED_FROM = str(Path(generator.__file__).resolve().parents[1])
"""Where the modules under test lie: in the project, or in a copy of it that is compiled."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a run of the command left behind. ``output`` is both streams together."""

    code: int
    stdout: str
    stderr: str

    @property
    def output(self) -> str:
        return self.stdout + self.stderr

    @property
    def problems(self) -> list[str]:
        """The lines of the report that each tell one problem, without how many more there are."""
        lines = [line for line in self.stderr.splitlines() if not line.startswith("… and ")]
        ends = [index for index, line in enumerate(lines) if line.endswith((" warning", " warnings"))]
        told = lines[: ends[-1]] if ends else lines
        return [line for line in told if " left out here; " not in line]


def write_game(
    folder: Path,
    *,
    game: str | Mapping[str, Any] | None = None,
    cards: str | Sequence[Mapping[str, Any]] | None = None,
    front: str | None = None,
    back: str | None = None,
    theme: str | Mapping[str, Any] | None = None,
    component: Mapping[str, Any] | None = None,
    files: Mapping[str, str | bytes] | None = None,
) -> Path:
    """Writes a game that builds as it is, but for what is given here; returns its folder.

    It has one component ``cards`` of poker size with one card ``knight``, no back and no safe zone: nothing
    to warn of. ``front``, ``back`` and the
    layout files of ``files`` are the templates' whole text; ``component`` adds to or replaces the
    component's keys; ``files`` holds further files by their path inside the folder. Texts are written
    as they are, mappings and lists as YAML.
    """
    described: dict[str, Any] = {"size": "poker", "cards": "cards.yaml", "front": "card.xml.j2", "safe": 0}
    texts: dict[str, str | bytes] = {
        "cards.yaml": _as_yaml([{"name": "Knight"}] if cards is None else cards),
        "layouts/card.xml.j2": front or '<card><text width="60">{{ name }}</text></card>\n',
    }
    head: dict[str, Any] = {"title": "Tiny"}
    if back is None:
        described["press"] = {"backs": "none"}
    else:
        described["back"] = "back.xml.j2"
        texts["layouts/back.xml.j2"] = back
    if theme is not None:
        head["theme"] = "theme.yaml"
        texts["layouts/theme.yaml"] = _as_yaml(theme)
    texts["game.yaml"] = _as_yaml(
        game or {**head, "components": {"cards": described | dict(component or {})}}
    )
    for name, content in {**texts, **(files or {})}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def read_game(folder: Path, problems: Problems | None = None) -> Game:
    """A game that can be loaded; ``problems`` has what is wrong with it all the same."""
    game = load_game(folder, Problems() if problems is None else problems)
    assert game is not None
    return game


@cache
def bundled_game(name: str) -> Game:
    """A game that comes along; nothing may be wrong with it."""
    problems = Problems()
    game = load_game(PROJECT / "cards" / name, problems)
    assert not problems, "\n".join(map(str, problems))
    assert game is not None
    return game


def run(
    *arguments: str | Path,
    cwd: Path,
    timeout: float = 60,
    environment: Mapping[str, str] | None = None,
) -> Result:
    """Runs ``gatepress`` with these arguments in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "generator", *map(str, arguments)],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": IMPORTED_FROM, **(environment or {})},
        capture_output=True,
        timeout=timeout,
        check=False,
        text=True,
        encoding="utf-8",
    )
    return Result(done.returncode, done.stdout, done.stderr)


def run_in_shell(folder: Path, command: str, **environment: str) -> Result:
    """Runs a shell's command line, in which ``gatepress`` stands for the command, without standard input."""
    gatepress = f"exec {shlex.quote(sys.executable)} -m generator"
    done = subprocess.run(
        ["sh", "-c", command.replace("gatepress", gatepress, 1)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": IMPORTED_FROM, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=120,
        text=True,
        check=False,
    )
    return Result(done.returncode, done.stdout, done.stderr)


_IMPATIENT = """
import threading
class Timer:
    def __init__(self, after, function): self.start, self.cancel = function, lambda: None
threading.Timer = Timer
from generator.cli import main
main()
"""
"""Runs ``gatepress`` as if any time that it waits for had passed at once."""


def run_on_terminal(
    *arguments: str, cwd: Path | None = None, only_errors: bool = False, impatient: bool = False
) -> tuple[int, str]:
    """Runs ``gatepress`` on a terminal of 80 columns: its exit status, and what it writes there.

    With ``only_errors`` standard output goes elsewhere. ``impatient``: what is shown after a while is shown
    at once.
    """
    import pty

    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, *(("-c", _IMPATIENT) if impatient else ("-m", "generator")), *arguments],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": IMPORTED_FROM, "TERM": "xterm", "COLUMNS": "80"},
        stdout=subprocess.DEVNULL if only_errors else slave,
        stderr=slave,
    )
    os.close(slave)
    found = b""
    while True:
        try:
            part = os.read(master, 65536)
        except OSError:  # Linux tells the end of a terminal's other side like this.
            break
        if not part:
            break
        found += part
    os.close(master)
    return process.wait(timeout=60), found.decode("utf-8", "replace")


def run_here(*arguments: str | Path, typed: str | None = None) -> Result:
    """Runs ``gatepress`` inside this process, in the current directory: much quicker than :func:`run`.

    ``typed`` is its standard input. An exception that reaches the user as a traceback reaches the test too.
    """
    from typer import testing

    from generator.cli.app import app
    from generator.layout.caches import clear_caches

    # A user's next run is another process: a picture that lies where another test had one is not that one.
    clear_caches()
    # The commands are the same in every run, and to make one takes as long as a small game.
    with patch.object(testing, "_get_command", _commands):
        done = testing.CliRunner().invoke(app, [*map(str, arguments)], typed, catch_exceptions=False)
    return Result(done.exit_code, done.stdout, done.stderr)


@cache
def _commands(app: Any) -> Any:
    """What stands on the command line; each command is loaded when it is first run."""
    from typer.main import get_command

    return get_command(app)


def _as_yaml(content: object) -> str:
    return (
        content if isinstance(content, str) else yaml.safe_dump(content, sort_keys=False, allow_unicode=True)
    )
