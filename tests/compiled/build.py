"""Compiles the rules modules, unchanged, with mypyc.

``python -m tests.compiled.build [FOLDER]``; exit status 1 if nothing can be compiled here, with the reason.

What is compiled lies in a folder of its own, ``build/compiled``, with a copy of everything else; whoever puts
that folder first on the path for modules plays by it. Nothing compiled ever lies among the sources: there it
would win silently over a file that was edited since. Each build copies the sources anew, and takes over what
was compiled before only if no file that it depends on has changed.
"""

from __future__ import annotations

import ast
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from generator.rules.fields import given_to, written_clone

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parents[1]
TARGET = PROJECT / "build" / "compiled"
COPIED = ("generator", "cards", "layouts")
BEST = 3
"""The C compiler's highest level."""
PLAIN = ("__init__", "bot", "config", "database", "narration", "terminal")
"""Modules and packages of a game that stay Python: no game's speed depends on them."""
INTERPRETED = ("rules/elements.py", "rules/fields.py")
"""What games build on, and uses at run time what is known of their types: it stays Python."""
KIT = ("rules/kit/position.py", "rules/kit/state.py")
"""What every game of the kit goes through at each move. Tables stay Python, like the rules files that read
their attributes: that is faster."""
SEARCHING = ("sim/tree.py",)
"""What bots that search spend their time in."""
DEPENDS_ON = ("generator/games", "generator/rules", "generator/deck", "generator/catalog", "generator/sim")
"""Games import nothing else of the house."""
ENDING = sysconfig.get_config_var("EXT_SUFFIX") or ".so"
STAMP = "compiled-from.txt"
TRIAL = "#include <Python.h>\nPyMODINIT_FUNC PyInit_trial(void) { return NULL; }\n"
SETUP = """
import setuptools, sys
setuptools.setup(name="trial", ext_modules=[setuptools.Extension("trial", ["trial.c"])], packages=[])
"""


class CannotCompileError(Exception):
    """Raised where nothing can be compiled; says why, in a sentence."""


def folder_for(level: int) -> Path:
    """Where is kept what was compiled with that level: tests optimise nothing, and take turns with nobody."""
    return TARGET if level == BEST else TARGET.with_name(f"{TARGET.name}-for-tests")


def main() -> int:
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET
    start = time.perf_counter()
    try:
        count = build(target)
    except CannotCompileError as reason:
        print(f"Nothing was compiled: {reason}.", file=sys.stderr)
        print("All games are played all the same, by the rules as plain Python.", file=sys.stderr)
        return 1
    shown = os.path.relpath(target)
    print(f"{count} modules of the rules are compiled in {shown} ({time.perf_counter() - start:.0f} s).")
    print(f"To play by them: PYTHONPATH={shown} gatepress …; after a change of the rules, compile again.")
    return 0


def build(target: Path = TARGET, level: int = BEST) -> int:
    """Fills the folder with a copy of the sources and the compiled modules; how many these are.

    ``level``: how hard the C compiler tries, from 0 (a third of the time) to 3. Raises CannotCompileError.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="compiling-", dir=target.parent) as name:
        fresh = Path(name) / "fresh"
        for folder in COPIED:
            copy(PROJECT / folder, fresh / folder)
        names = [path.relative_to(fresh).as_posix() for path in modules(fresh)]
        for module in names:
            spell_out(fresh / module)
        stamp = f"{source_digest(fresh)} at level {level}"
        if _stamp_of(target) == stamp:
            _take_over(target, fresh)
        else:
            _compile(names, fresh, level)
        (fresh / STAMP).write_text(stamp)
        if target.exists():
            target.replace(Path(name) / "old")
        fresh.replace(target)
    return len(names)


def copy(folder: Path, to: Path) -> None:
    """Copies a folder without what Python has made of it."""
    shutil.copytree(folder, to, ignore=shutil.ignore_patterns("__pycache__", f"*{ENDING}"))


def modules(folder: Path = PROJECT) -> Iterator[Path]:
    """The modules to compile: every one of a game that takes part in playing, and what they build on."""
    house = folder / "generator"
    games = [
        path
        for path in sorted(house.glob("games/*/**/*.py"))
        if not path.stem.startswith(PLAIN) and path.parent.name not in PLAIN
    ]
    yield from _foundation(house / "rules", games)
    yield from games
    yield from [house / name for name in (*KIT, *SEARCHING)]


def _foundation(rules: Path, games: Sequence[Path]) -> list[Path]:
    """The modules of ``rules/`` that these import, and those that these import in turn."""
    found: set[Path] = set()
    waiting = list(games)
    while waiting:
        names = {rules / f"{name}.py" for name in _imported(waiting.pop(), "generator.rules.")}
        plain = {rules.parent / name for name in INTERPRETED}
        new = {path for path in names if path.is_file()} - found - plain
        found |= new
        waiting += new
    return sorted(found)


def _imported(path: Path, package: str) -> Iterator[str]:
    """The modules of a package that a file imports, by the names that they have in it."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            yield node.module.removeprefix(package)


def spell_out(path: Path) -> None:
    """Replaces ``@declared`` in a module by what it makes: a method that copies, and a note of the fields.

    mypyc compiles classes as they are written, and forgets the annotations of their attributes.
    """
    source = path.read_text()
    classes = [
        node
        for node in ast.parse(source).body
        if isinstance(node, ast.ClassDef)
        and any(ast.unparse(one).endswith("declared") for one in node.decorator_list)
    ]
    if not classes:
        return
    lines = source.splitlines()
    package = ".".join(path.with_suffix("").parts[path.parts.index("generator") :])
    module = import_module(package)
    notes: list[str] = []
    for node in reversed(classes):
        fields = [
            one for one in node.body if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)
        ]
        hints = {
            one.target.id: ast.unparse(one.annotation) for one in fields if isinstance(one.target, ast.Name)
        }
        copied = written_clone(getattr(module, node.name)) if "def clone" not in ast.unparse(node) else ""
        given = given_to(getattr(module, node.name))
        notes.append(f"register({node.name}, hints({hints!r}, globals(), {node.name}), {given!r})")
        lines[node.end_lineno : node.end_lineno] = ["", *(f"    {line}" for line in copied.splitlines())]
        del lines[node.decorator_list[0].lineno - 1]
    # A class is noted behind those that it builds on.
    lines += ["from generator.rules.fields import hints, register", *reversed(notes)]
    path.write_text("\n".join([*lines, ""]))


def source_digest(folder: Path) -> str:
    """Stands for all that a copy's modules are compiled from: sources, Python, mypyc and this script."""
    digest = hashlib.sha256(f"{sys.version} {ENDING} {_version_of_mypy()}".encode())
    files = [path for room in DEPENDS_ON for path in sorted((folder / room).rglob("*.py"))]
    for path in [*files, *sorted(HERE.glob("*.py"))]:
        digest.update(f"\n{path.parent.name}/{path.name}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _compile(names: list[str], folder: Path, level: int) -> None:
    if not _version_of_mypy():
        raise CannotCompileError("mypyc is not installed; `pip install 'mypy[mypyc]'` brings it")
    _try_compiler(folder.parent)
    command = [sys.executable, str(HERE / "mypyc_setup.py"), str(level), *names]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CannotCompileError(f"mypyc failed\n{done.stdout}{done.stderr}".rstrip())
    shutil.rmtree(folder / "build")


def _try_compiler(folder: Path) -> None:
    """Raises CannotCompileError where no C compiler can build a module for this Python."""
    trial = folder / "trial"
    trial.mkdir()
    (trial / "trial.c").write_text(TRIAL)
    command = [sys.executable, "-c", SETUP, "build_ext", "--inplace"]
    done = subprocess.run(command, cwd=trial, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise CannotCompileError(
            f"there is no C compiler that can build modules for this Python ({last}); "
            "on Debian `apt-get install gcc python3-dev` brings it"
        )


def _take_over(before: Path, fresh: Path) -> None:
    for path in before.rglob(f"*{ENDING}"):
        shutil.copy2(path, fresh / path.relative_to(before))


def _stamp_of(folder: Path) -> str | None:
    path = folder / STAMP
    return path.read_text() if path.is_file() else None


def _version_of_mypy() -> str:
    try:
        return version("mypy")
    except PackageNotFoundError:
        return ""


if __name__ == "__main__":
    sys.exit(main())
