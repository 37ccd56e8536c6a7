"""A game folder as it was at a git revision, written into a temporary folder.

Files come out as a checkout would write them (line ends, what Git LFS keeps on this machine); the repository,
its index and its working tree are not touched. The repository may be somebody else's: its objects are read as
data, by a repository of our own beside it, and no program that its settings name is ever run.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from generator.catalog.bundle import GAME_FILE
from generator.catalog.paths import shown_path
from generator.catalog.problems import InputError, Problem
from generator.catalog.wording import name_id, quote
from generator.catalog.writing import reason_of, scratch_folder
from generator.export.file_formats import sha256_of

SHORT = 7
"""Digits of a revision's hash that are shown."""
MAX_SECONDS = 120.0
"""For one command of git; a repository whose files are pipes would keep it waiting for ever."""
_KEPT_VARIABLES = (
    "GIT_CEILING_DIRECTORIES",
    "GIT_CONFIG_GLOBAL",
    "GIT_CONFIG_NOSYSTEM",
    "GIT_CONFIG_SYSTEM",
    "GIT_DISCOVERY_ACROSS_FILESYSTEM",
    "GIT_EXEC_PATH",
)
"""What the user may set for git in the environment. All else comes from a hook that runs this, leads to
its repository, or names programs."""
_FOR_EVERY_COMMAND = {
    "LC_ALL": "C",
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
}
"""A folder's name may begin with a colon, no command may wait for an answer, and none may reach elsewhere."""
_SETTINGS = (
    "core.fsmonitor=false",
    f"core.hooksPath={os.devnull}",
    "credential.helper=",
    "gc.auto=0",
    "maintenance.auto=false",
    "protocol.allow=never",
    "safe.bareRepository=explicit",
)
"""They go before those of any file."""
_NO_SETTINGS = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
"""Also the user's own may name programs, for files that somebody else's attributes choose."""
_OF_A_CHECKOUT = r"^core\.(autocrlf|eol|longpaths|precomposeunicode|symlinks)$"
"""The settings that say how a checkout writes files, and name no program."""
_LFS_POINTER = re.compile(
    rb"version https://git-lfs\.github\.com/spec/v1\n(?:ext-.*\n)*oid sha256:([0-9a-f]{64})\nsize \d+\n"
)
"""What Git LFS leaves in the place of a large file."""
_MAX_POINTER = 1024
"""Bytes: no pointer is longer."""


@dataclass(frozen=True, slots=True)
class Revision:
    """A commit of the repository that a game folder lies in. ``name`` is what the user calls it."""

    name: str
    commit: str
    place: Path
    """The game's folder as it is now, links followed."""
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
    if not place.is_relative_to(top.resolve()):
        raise InputError(f"the working tree of its repository does not hold {shown_path(folder)}")
    inside = PurePosixPath(place.relative_to(top.resolve()).as_posix())
    return Revision(name, commit, place, top, inside)


@contextmanager
def unpacked(revision: Revision) -> Iterator[Unpacked]:
    """The game's files at that revision, and the layouts beside ``cards/``, until the end of the block.

    Raises :class:`InputError` where the revision has no such game.
    """
    with ExitStack() as stack:
        try:
            folder = Path(tempfile.gettempdir()).resolve()
            holder = stack.enter_context(scratch_folder(folder))
            # A game's id is its folder's name, and that may be the repository's.
            root = holder / "tree" / (revision.top.name or "game")
            root.mkdir(parents=True)
            reader = _open_reader(revision, holder, root)
            files = reader.files()
            if os.fsencode(revision.folder / GAME_FILE) not in files:
                raise InputError(
                    f"the revision {quote(revision.name)} has no game in {_named(revision)}",
                    hint="the folder came later, or had another name then",
                )
            reader.write(files)
        except OSError as error:
            raise InputError(f"no temporary files can be written: {reason_of(error)}") from None
        yield Unpacked(revision, root, root / revision.folder)


def _named(revision: Revision) -> str:
    return "the repository's top folder" if revision.folder == PurePosixPath() else str(revision.folder)


def _top(folder: Path, place: Path) -> str:
    found = _git(place, "rev-parse", "--show-toplevel")
    if found.returncode == 0:
        return os.fsdecode(found.stdout.removesuffix(b"\n"))
    if b"not a git repository" in found.stderr:
        raise InputError(f"{shown_path(folder)} is not in a git repository")
    raise InputError(f"git can't read the repository of {shown_path(folder)}: {_reason(found)}")


def _parts(revision: Revision) -> list[str]:
    """The game's folder, and what its layouts may be taken from."""
    folder = revision.folder
    if folder.parent.name != "cards":
        return [str(folder)] if folder != PurePosixPath() else []
    layouts = folder.parent.parent / "layouts"
    return [str(folder), str(layouts / name_id(folder.name, "game")), str(layouts / "shared")]


@dataclass(frozen=True, slots=True)
class _Reader:
    """A repository of our own that has the other's objects, and none of its settings, hooks or references."""

    revision: Revision
    root: Path
    """Where the files are written."""
    objects: Path
    """The other repository's."""
    settings: Sequence[str]
    environment: Mapping[str, str]

    def files(self) -> set[bytes]:
        """The paths that a comparison needs, as git keeps them."""
        named = ("ls-tree", "-r", "-z", "--name-only", "--full-tree", self.revision.commit, "--")
        listed = self._done(*named, *_parts(self.revision))
        return {path for path in listed.split(b"\0") if path}

    def write(self, files: Iterable[bytes]) -> None:
        paths = sorted(files)
        self._done("read-tree", self.revision.commit)
        options = ("--quiet", "--stdin", "-z", f"--prefix={self.root}/")
        self._done("checkout-index", *options, given=b"\0".join(paths))
        for path in paths:
            _fill_in(self.root / os.fsdecode(path), self.root, self.objects.parent / "lfs" / "objects")

    def _done(self, *arguments: str, given: bytes = b"") -> bytes:
        done = _git(self.root, *arguments, given=given, settings=self.settings, environment=self.environment)
        if done.returncode:
            raise InputError(f"git can't read the revision {quote(self.revision.name)}: {_reason(done)}")
        return done.stdout


def _open_reader(revision: Revision, holder: Path, root: Path) -> _Reader:
    # A relative path begins at the folder that git was called for.
    found = _git(revision.place, "rev-parse", "--git-path", "objects")
    objects = revision.place / os.fsdecode(found.stdout.removesuffix(b"\n"))
    environment = {
        "GIT_DIR": str(holder / "git"),
        "GIT_WORK_TREE": str(root),
        "GIT_INDEX_FILE": str(holder / "index"),
        "GIT_OBJECT_DIRECTORY": str(objects),
        **_NO_SETTINGS,
    }
    kind = "sha256" if len(revision.commit) == hashlib.sha256().digest_size * 2 else "sha1"
    reader = _Reader(revision, root, objects, _checkout_settings(revision.place), environment)
    options = ("--quiet", "--bare", "--template=", f"--object-format={kind}")
    made = _git(holder, "init", *options, "git", environment=_NO_SETTINGS)
    if made.returncode:
        raise InputError(f"git can't make a temporary repository: {_reason(made)}")
    return reader


def _checkout_settings(place: Path) -> list[str]:
    """The repository's and the user's settings that say how files are written, as git's option takes them."""
    listed = _git(place, "config", "--null", "--get-regexp", _OF_A_CHECKOUT).stdout
    settings = (setting.partition("\n") for setting in os.fsdecode(listed).split("\0") if setting)
    # A name without a value is true.
    return [f"{name}={value}" if line else name for name, line, value in settings]


def _fill_in(path: Path, root: Path, objects: Path) -> None:
    """Puts a file that Git LFS keeps on this machine in the place of its pointer."""
    if path.is_symlink() or not path.is_file() or path.stat().st_size > _MAX_POINTER:
        return
    found = _LFS_POINTER.fullmatch(path.read_bytes())
    if found is None or not path.resolve().is_relative_to(root):
        return
    name = found[1].decode()
    kept = objects / name[:2] / name[2:4] / name
    if kept.is_file() and sha256_of(kept) == name:
        shutil.copyfile(kept, path)


def _git(
    place: Path,
    *arguments: str,
    given: bytes = b"",
    settings: Sequence[str] = (),
    environment: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[bytes]:
    program = shutil.which("git")
    # Some platforms look in the current directory first, which may be that of somebody else's game.
    if program is None or not Path(program).is_absolute():
        raise InputError("git is not installed")
    inherited = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("GIT_") or name in _KEPT_VARIABLES
    }
    options = [word for setting in (*settings, *_SETTINGS) for word in ("-c", setting)]
    try:
        return subprocess.run(
            [program, "--no-pager", *options, "-C", str(place), *arguments],
            env={**inherited, **_FOR_EVERY_COMMAND, **(environment or {})},
            input=given,
            capture_output=True,
            check=False,
            timeout=MAX_SECONDS,
        )
    except subprocess.TimeoutExpired:
        raise InputError(f"git was not done after {MAX_SECONDS:.0f} seconds") from None


def _reason(failed: subprocess.CompletedProcess[bytes]) -> str:
    lines = failed.stderr.decode("utf-8", "replace").strip().splitlines()
    return lines[0].removeprefix("fatal: ") if lines else "it gives no reason"
