"""A game folder as it was at a git revision, written into a temporary folder.

Files come out as a checkout would write them (line ends, filters such as LFS), without touching the
repository, its index or its working tree.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from generator.catalog.bundle import GAME_FILE
from generator.catalog.paths import shown_path
from generator.catalog.problems import InputError, Problem
from generator.catalog.wording import quote, slug

SHORT = 7
"""Digits of a revision's hash that are shown."""
_OF_A_REPOSITORY = (
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_COMMON_DIR",
    "GIT_OBJECT_DIRECTORY",
    "GIT_PREFIX",
)
"""What git tells the hooks it runs; it would lead to their repository instead of the game's."""
_FOR_EVERY_COMMAND = {"LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0", "GIT_LITERAL_PATHSPECS": "1"}
"""A folder's name may begin with a colon, and no command may wait for an answer."""


@dataclass(frozen=True, slots=True)
class Revision:
    """A commit of the repository that a game folder lies in. ``name`` is what the user calls it."""

    name: str
    commit: str
    top: Path
    """The repository's working tree."""
    folder: PurePosixPath
    """The game's folder in it."""

    @property
    def label(self) -> str:
        short = self.commit[:SHORT]
        return self.name if self.commit.startswith(self.name) else f"{self.name} ({short})"


@dataclass(frozen=True, slots=True)
class Unpacked:
    """The revision's files. ``root`` stands for the repository's working tree."""

    revision: Revision
    root: Path
    folder: Path

    def as_named(self, problem: Problem) -> Problem:
        """The problem with paths as git writes them (``v1.0:cards/my-game/cards.yaml``)."""
        place = problem.place
        return problem._replace(
            message=self._renamed(problem.message),
            hint=problem.hint and self._renamed(problem.hint),
            place=place and place._replace(file=self._renamed(place.file)),
        )

    def _renamed(self, text: str) -> str:
        for root in dict.fromkeys((self.root.as_posix(), shown_path(self.root))):
            text = text.replace(f"{root}/", f"{self.revision.name}:").replace(root, f"{self.revision.name}:")
        return text


def find_revision(name: str, folder: Path) -> Revision:
    """The revision called ``name`` of the repository around a game's folder.

    Raises :class:`InputError`: git is missing, there is no repository, no such revision.
    """
    if not name or "\0" in name:
        raise InputError(f"there is no revision named {quote(name)}")
    place = folder.resolve()
    top = Path(_top(folder, place))
    # The hash is all that later commands are given: a name could be taken for one of their options.
    found = _git(place, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
    commit = found.stdout.decode("ascii", "replace").strip()
    # "^HEAD", all that HEAD has not, passes for a revision too.
    if found.returncode or commit.startswith("^"):
        raise InputError(f"the repository of {shown_path(folder)} has none named {quote(name)}")
    return Revision(name, commit, top, PurePosixPath(place.relative_to(top.resolve()).as_posix()))


@contextmanager
def unpacked(revision: Revision) -> Iterator[Unpacked]:
    """The game's files at that revision, and the layouts beside ``cards/``, until the end of the block.

    Raises :class:`InputError` where the revision has no such game.
    """
    holder = Path(tempfile.mkdtemp(prefix="gatepress-")).resolve()
    try:
        # A game's id is its folder's name, and that may be the repository's.
        root = holder / "tree" / (revision.top.name or "game")
        root.mkdir(parents=True)
        files = _files(revision)
        if os.fsencode(revision.folder / GAME_FILE) not in files:
            raise InputError(
                f"the revision {quote(revision.name)} has no game in {_named(revision)}",
                hint="the folder came later, or had another name then",
            )
        _write(revision, files, holder / "index", root)
        yield Unpacked(revision, root, root / revision.folder)
    finally:
        shutil.rmtree(holder, ignore_errors=True)


def _named(revision: Revision) -> str:
    return "the repository's top folder" if revision.folder == PurePosixPath() else str(revision.folder)


def _top(folder: Path, place: Path) -> str:
    found = _git(place, "rev-parse", "--show-toplevel")
    if found.returncode == 0:
        return os.fsdecode(found.stdout.removesuffix(b"\n"))
    said = found.stderr.decode("utf-8", "replace").strip()
    if "not a git repository" in said:
        raise InputError(f"{shown_path(folder)} is not in a git repository")
    raise InputError(f"git can't read the repository of {shown_path(folder)}: {_first_line(said)}")


def _files(revision: Revision) -> set[bytes]:
    """The paths that a comparison needs, as git keeps them."""
    listed = _done(
        revision,
        "ls-tree",
        "-r",
        "-z",
        "--name-only",
        "--full-tree",
        revision.commit,
        "--",
        *_parts(revision),
    )
    return {path for path in listed.split(b"\0") if path}


def _parts(revision: Revision) -> list[str]:
    """The game's folder, and what its layouts may be taken from."""
    folder = revision.folder
    if folder.parent.name != "cards":
        return [str(folder)] if folder != PurePosixPath() else []
    layouts = folder.parent.parent / "layouts"
    return [str(folder), str(layouts / slug(folder.name)), str(layouts / "shared")]


def _write(revision: Revision, files: set[bytes], index: Path, root: Path) -> None:
    own_index = {"GIT_INDEX_FILE": str(index)}
    _done(revision, "read-tree", revision.commit, environment=own_index)
    _done(
        revision,
        "checkout-index",
        "--quiet",
        "--stdin",
        "-z",
        f"--prefix={root}/",
        given=b"\0".join(sorted(files)),
        environment=own_index,
    )


def _done(
    revision: Revision, *arguments: str, given: bytes = b"", environment: dict[str, str] | None = None
) -> bytes:
    """What a git command that must succeed prints."""
    done = _git(revision.top, *arguments, given=given, environment=environment)
    if done.returncode:
        said = _first_line(done.stderr.decode("utf-8", "replace"))
        raise InputError(f"git can't read the revision {quote(revision.name)}: {said}")
    return done.stdout


def _git(
    place: Path, *arguments: str, given: bytes = b"", environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    program = shutil.which("git")
    if program is None:
        raise InputError("git is not installed")
    inherited = {name: value for name, value in os.environ.items() if name not in _OF_A_REPOSITORY}
    command: Sequence[str] = (program, "-C", str(place), *arguments)
    return subprocess.run(
        command,
        env={**inherited, **_FOR_EVERY_COMMAND, **(environment or {})},
        input=given,
        capture_output=True,
        check=False,
    )


def _first_line(text: str) -> str:
    lines = text.strip().splitlines()
    return lines[0].removeprefix("fatal: ") if lines else "it gives no reason"
