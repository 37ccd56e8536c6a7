"""Compiled rules play the same games as plain ones; where nothing can be compiled, that is said."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from games import PROJECT

from compiled import build as compiling
from compiled.build import KIT, CannotCompileError, build, folder_for, modules
from compiled.digest import OF_THE_KIT
from generator.rules import playable_games

COMPILED = folder_for(0)
"""Kept between runs: to compile takes about half a minute even without optimising."""
GAMES = 9
"""Of each game, in both."""


@pytest.fixture
def no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without a C compiler."""
    monkeypatch.setenv("CC", "no-such-compiler")


def reason_not_to() -> str:
    """Compiles the rules, if that was not done since they changed; why not, where that can't be done."""
    try:
        build(COMPILED, level=0)
    except CannotCompileError as reason:
        return str(reason)
    return ""


@pytest.mark.slow
def test_compiled_and_plain_rules_play_the_same_games() -> None:
    """Where there is no C compiler there is nothing to compare; then that must be the reason."""
    if reason := reason_not_to():
        assert reason.startswith("there is no C compiler"), reason
        return
    kind, *plain = digests(PROJECT)
    assert kind == "plain"
    kind, *compiled = digests(COMPILED, PROJECT)
    assert kind == "compiled"
    assert compiled == plain
    assert len(plain) == len(playable_games()) + len(OF_THE_KIT)


def digests(*path: Path) -> list[str]:
    """What ``digest.py`` prints, with these folders first on the path for modules."""
    done = subprocess.run(
        [sys.executable, "-P", "-m", "tests.compiled.digest", str(GAMES)],
        cwd=PROJECT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, path))},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return done.stdout.splitlines()


@pytest.mark.slow
@pytest.mark.usefixtures("no_compiler")
def test_without_a_compiler_it_says_so_and_leaves_nothing(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.compiled.build", str(tmp_path / "compiled")],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("Nothing was compiled: there is no C compiler")
    assert "no-such-compiler" in done.stderr
    assert done.stderr.endswith("All games are played all the same, by the rules as plain Python.\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_what_was_compiled_serves_until_a_source_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stale modules are never taken over; unchanged ones are, into a new copy of everything else."""
    compilations = []

    def compile_one(names: list[str], folder: Path, level: int) -> None:
        compilations.append(level)
        (folder / Path(names[0]).with_suffix(compiling.ENDING)).write_text("compiled")

    monkeypatch.setattr(compiling, "_compile", compile_one)
    target, edited = tmp_path / "compiled", tmp_path / "sources"
    for folder in compiling.COPIED:
        compiling.copy(PROJECT / folder, edited / folder)
    monkeypatch.setattr(compiling, "PROJECT", edited)
    build(target)
    (edited / "generator" / "cli" / "new.py").write_text("")
    build(target)
    assert (target / "generator" / "cli" / "new.py").is_file()
    assert len(list(target.rglob(f"*{compiling.ENDING}"))) == 1
    assert compilations == [3]
    build(target, level=0)
    with (edited / "generator" / "rules" / "protocol.py").open("a") as source:
        source.write("\n")
    build(target, level=0)
    assert compilations == [3, 0, 0]
    assert {path.name for path in tmp_path.iterdir()} == {"compiled", "sources"}


def test_the_modules_are_found_and_not_listed() -> None:
    names = {path.relative_to(PROJECT / "generator").as_posix() for path in modules()}
    assert {"rules/shuffler.py", "rules/protocol.py", "rules/positions.py", *KIT} <= names
    for game in playable_games():
        package = f"games/{game.replace('-', '_')}"
        plain = ("__init__", "bot", "config", "narration", "terminal")
        assert f"{package}/rules.py" in names
        assert not names & {f"{package}/{name}.py" for name in plain}


def test_nothing_compiled_lies_among_the_sources() -> None:
    """It would win silently over a source that was edited since."""
    assert list((PROJECT / "generator").rglob(f"*{compiling.ENDING}")) == []
