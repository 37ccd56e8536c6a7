"""Faults planted in games: the real source with one passage changed, as a package of its own.

The package is copied as source, so that the fault is there too in another process, and where the modules of
the real one are compiled.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from shutil import copytree

from games import PROJECT

from generator.rules import Opener, Report, check_game

GAMES = PROJECT / "generator" / "games"
SAMPLES = PROJECT / "tests" / "gallery"
_OPENING = '''\
"""How the suite and other processes get this game."""

from games import bundled_game

from generator.catalog.problems import Problems
from {package} import open_game


def opened():
    problems = Problems()
    game = open_game(bundled_game({name!r}), problems)
    assert not problems, list(problems)
    return game
'''
_numbers = count(1)


@dataclass(frozen=True, slots=True)
class Mutant:
    """A passage of a game's source that is replaced, and who ought to notice."""

    fault: str
    """What is wrong, in words; it names the test."""
    file: str
    """By its path in the package."""
    old: str
    """Stands exactly once in the file."""
    new: str
    check: str
    """The name of the check that ought to find it."""
    games: int = 20
    """Games that are played at most; it stops with the first finding."""
    also: tuple[tuple[str, str, str], ...] = ()
    """Further passages that belong to the fault: file, old and new."""

    @property
    def passages(self) -> tuple[tuple[str, str, str], ...]:
        """All passages that are replaced: file, old and new."""
        return ((self.file, self.old, self.new), *self.also)


def suspect(source: Path, opener: str, mutant: Mutant | None, folder: Path) -> Opener:
    """Copies a package, with the fault if there is one, and says how to open it there.

    ``source``: the package; ``opener``: a function or class of it, by module and name. The folder must be on
    the path.
    """
    package = f"suspect_{next(_numbers)}"
    home = ".".join(source.relative_to(PROJECT).parts)
    copies = folder / package
    copies.mkdir()
    for file in source.rglob("*.py"):
        name = file.relative_to(source).as_posix()
        text = file.read_text("utf-8")
        for at, old, new in mutant.passages if mutant is not None else ():
            if name == at:
                assert text.count(old) == 1, f"{text.count(old)} times in {name}: {old}"
                text = text.replace(old, new)
        (copies / name).parent.mkdir(parents=True, exist_ok=True)
        (copies / name).write_text(text.replace(home, package), "utf-8")
    for at, _, _ in mutant.passages if mutant is not None else ():
        assert (copies / at).is_file(), at
    module, _, name = opener.rpartition(".")
    return Opener(f"{package}.{module}" if module else package, name)


def suspect_game(name: str, mutant: Mutant | None, folder: Path) -> Opener:
    """One of the games of the house, with the fault if there is one."""
    source = GAMES / name.replace("-", "_")
    opener = suspect(source, "opening_of_a_suspect.opened", mutant, folder)
    package = opener.module.partition(".")[0]
    text = _OPENING.format(package=package, name=name)
    (folder / package / "opening_of_a_suspect.py").write_text(text, "utf-8")
    return opener


def caught(opener: Opener, mutant: Mutant) -> Report:
    """What the one check says that ought to find the fault."""
    return check_game(
        opener.open(), mutant.games, seed=3, only=[mutant.check], stop_at_first=True, opener=opener
    )


def clear_suspects() -> None:
    """Takes the copied packages out of memory."""
    for name in [name for name in sys.modules if name.startswith("suspect_")]:
        del sys.modules[name]


def suspect_sample(name: str, mutant: Mutant | None, folder: Path) -> Opener:
    """One of the sample games of the gallery, with the fault in its rules file if there is one, and how it is
    opened."""
    home = folder / name
    copytree(SAMPLES / name, home)
    for at, old, new in mutant.passages if mutant is not None else ():
        text = (home / at).read_text("utf-8")
        assert text.count(old) == 1, f"{text.count(old)} times in {at}: {old}"
        (home / at).write_text(text.replace(old, new), "utf-8")
    return Opener("generator.rules.loading", "load", (str(home),))
