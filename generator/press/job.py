"""What a build prints: any kind of job, what its print follows from, and what comes of it."""

from __future__ import annotations

import errno
import hashlib
import os
import re
import stat
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cache
from itertools import chain, count
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar, TypeVarTuple

import generator
from generator.catalog.bundle import bundled_root
from generator.catalog.models import Card, CardSet, Component, Game
from generator.catalog.paths import BRINGS_FONTS, DATE_VARIABLE, MIB
from generator.catalog.press_settings import Correction
from generator.catalog.problems import UNDRAWABLE, Problem, Problems
from generator.catalog.sizes import Size
from generator.catalog.units import EXACT
from generator.catalog.wording import is_device
from generator.catalog.writing import is_scratch

if TYPE_CHECKING:
    from generator.layout.faces import FaceRenderer, Side
    from generator.layout.geometry import Outline
    from generator.press.inks import Inks
    from generator.press.preflight.inspector import Preflight

PRINTING_PACKAGES = (
    "font-source-sans-pro",
    "font-source-serif-pro",
    "jinja2",
    "markdown-it-py",
    "markupsafe",
    "pillow",
    "pypdfium2",
    "reportlab",
    "resvg-py",
    "uharfbuzz",
)
"""The packages that have a say in what a page looks like; besides these, all that bring fonts."""

PRINTING_ROOMS = ("catalog", "layout", "press")
"""The rooms of the program that have one: nothing in them imports from the others."""

LITTLE = 2.0
"""Millimetres of bleed that a cut by hand needs."""
KEY_LENGTH = 40
"""Hex digits of a print's key."""
OWN_NAME = re.compile(rf"\.?([0-9a-f]{{{KEY_LENGTH}}})[.-].+")
"""Names of what the cache keeps. Its folder may be any that the user names, and hold other things."""
Progress = Callable[[int], None]
"""Called with the number of cards done since the last call."""


class Kept(Protocol):
    """What earlier runs have printed."""

    digests: Digests

    def find(self, job: PrintJob, key: str) -> Sheets | None:
        """The sheets of a job by their key, if nothing that they follow from has changed."""

    def find_note(self, name: str) -> dict[str, Any] | None:
        """What was noted under a name that is like a key."""


class PrintContext(NamedTuple):
    """What the jobs of a game share while they are printed or checked."""

    renderer: FaceRenderer
    preflight: Preflight
    problems: Problems
    progress: Progress
    inks: Inks
    """What colours are painted with."""
    cache: Kept | None = None
    """Where earlier prints are kept."""


def cannot_print(problems: Problems) -> bool:
    """Whether nothing will be printed, whatever becomes of the art: then it need not be drawn in full."""
    return problems.has_errors and any(
        found.severity == "error" and found.code != UNDRAWABLE for found in problems.found
    )


class TwoSided(NamedTuple):
    """A paper, the edge that it is turned over, and what the user's printer needs for its back pages."""

    paper: Size
    backs: str
    correction: Correction | None


class PagePlan(NamedTuple):
    """What can be known of a file's pages before it is printed."""

    pages: int = 0
    """How many; 0 where only the printing shows it, or that something fits no page."""
    two_sided: TwoSided | None = None
    """How the sheets are printed on both sides; None: each has one side, or its backs are not behind."""


class PrintJob(Protocol):
    """One file that a build writes. A new kind of file is a new class like this one."""

    @property
    def game(self) -> Game: ...

    @property
    def path(self) -> Path:
        """Where it is written inside the output folder; for PNG files, their folder."""

    @property
    def dpi(self) -> int | None:
        """Of the PNG files that its pages are written as; None: it is written as PDF."""

    @property
    def places(self) -> Sequence[Path]:
        """Where its files come inside the output folder, as far as that is known before it is printed."""

    def pngs(self, sheets: Sheets) -> Sequence[PagePng]:
        """The PNG files that its pages are written as."""

    @property
    def is_whole(self) -> bool:
        """Whether nothing was left out because only a selection is wanted."""

    @property
    def component(self) -> str:
        """What the report calls that which is printed."""

    @property
    def subject(self) -> object:
        """What it prints of its game; jobs that have it in common, as on several papers, lay out the same."""

    @property
    def count(self) -> int:
        """How many cards are laid out for it."""

    @property
    def beside(self) -> Path | None:
        """Where files are looked for before the game's folders; None: nowhere else."""

    @property
    def low_ink(self) -> bool: ...

    def page_plan(self) -> PagePlan:
        """Plans the pages, without a look at the layouts."""

    def cache_key(self, digests: Digests) -> str:
        """A digest of what the print follows from; files that have a say may be among the dependencies."""

    def is_unchanged(self, then: Dependencies, digests: Digests) -> bool:
        """Whether the files that an earlier print of this key depended on are the same now."""

    def print(self, context: PrintContext, path: Path) -> Printed | None:
        """Prints into the file ``path``; None if something is wrong, here or before."""

    def check(self, context: PrintContext) -> None:
        """Reports all that is wrong with it, and prints nothing."""


def count_steps(jobs: Iterable[PrintJob]) -> int:
    """What the progress counts: cards that are laid out, and PNG files that are drawn."""
    return sum(job.count + (0 if job.dpi is None else job.page_plan().pages) for job in jobs)


class ShownFace(NamedTuple):
    """A face that has a page of its own."""

    name: str
    """What its file is called, without the end."""
    side: Side
    look: str
    """A digest of what it shows."""
    card: str
    """The card's id."""
    copy: int
    """The number of the copy; of copies that look alike, that of the first."""


def face_names(cards: CardSet, *, numbered: bool) -> Mapping[tuple[str, int, Side], str]:
    """What the file of each face is called, by the card's id and the copy's number, whichever are chosen.

    All fronts come first, then their backs. No two names are the same, also where the case of letters makes
    no difference, and none is a device's on Windows. ``numbered``: whether copies of a card differ.
    """
    names: dict[tuple[str, int, Side], str] = {}
    taken: set[str] = set()
    ends: Mapping[Side, str] = {"front": "", "back": "-back"}
    for side, end in ends.items():
        for card in cards.cards:
            has_numbers = numbered and card.copies > 1
            for copy in range(1, card.copies + 1 if has_numbers else 2):
                wanted = f"{card.id}-{copy}{end}" if has_numbers else card.id + end
                # Windows looks only at what is before the first dot.
                head, dot, tail = wanted.partition(".") if is_device(wanted) else (wanted, "", "")
                free = chain((wanted,), (f"{head}-{number}{dot}{tail}" for number in count(2)))
                name = next(name for name in free if name.lower() not in taken and not is_device(name))
                names[card.id, copy, side] = name
                taken.add(name.lower())
    return names


class BleedExtent(NamedTuple):
    """What a file's cards have of bleed (mm), and what a gap of twice the bleed would give."""

    least: float
    """On the side that has the least."""
    full: float
    """As much as is printed where there is room."""
    is_meant: bool = False
    """Whether there is nothing to report: a gap of 0 was asked for, or edges are white."""
    gap: float = 0.0
    """The gap that gives them more; 0: none does."""
    then: float = 0.0
    """The least bleed with that gap."""
    more_pages: int = 0

    @property
    def is_little(self) -> bool:
        """Whether it is worth reporting."""
        return self.least < min(LITTLE, self.full) - EXACT and not self.is_meant


class Sheets(NamedTuple):
    """A finished PDF and what is known of it. ``cards`` counts copies."""

    path: Path
    pages: int
    cards: int
    content: str
    """The hash printed on the sheets."""
    problems: tuple[Problem, ...]
    """Warnings; what has errors is not finished."""
    size: Size
    """Of each page."""
    faces: tuple[ShownFace, ...] = ()
    """What each page shows, where that is a single face."""
    bled: BleedExtent | None = None
    """The bleed of its cards, where several of them share a sheet."""


class PagePng(NamedTuple):
    """A page (from 0) that is written as a PNG file."""

    page: int
    path: Path
    """Inside the output folder."""
    look: str = ""
    """A digest of what it shows; empty where only the file as a whole has one."""
    cut: Outline | None = None
    """All around it is transparent, in mm on the page; None: nothing is."""


def numbered_pngs(folder: Path, pages: int) -> list[PagePng]:
    """``page-01.png`` …: in the order of the pages by name too."""
    digits = len(str(pages))
    return [PagePng(page, folder / f"page-{page + 1:0{digits}}.png") for page in range(pages)]


class Recall(NamedTuple):
    """Another name, like a key, by which a print may be found, and what is noted with it."""

    name: str
    values: dict[str, Any]


class Printed(NamedTuple):
    """What was just printed."""

    sheets: Sheets
    dependencies: Callable[[Digests], Dependencies]
    """What it was made with. Raises OSError or InputError where a file has gone meanwhile."""
    recall: Recall | None = None
    """By what else it may be found in the cache."""


Asked = TypeVarTuple("Asked")
Result = TypeVar("Result")
Found = list[str] | None
"""A file's path and digest; None where there was no such file."""
Finder = Callable[[Sequence[Path], str], Path | None]
KITS = "figures"
"""The kind of dependency that is a whole folder of parts: any of them may have a say in a figure."""


class Dependencies(NamedTuple):
    """Every file that had a say in a print."""

    files: Mapping[str, Mapping[str, Found]] = {}
    """By its kind, and the name that it was asked for."""
    reported_in: str = ""
    """The directory from which the job's findings name files; empty where there are none."""
    other_cards: str = ""
    """A digest of all cards of the game, where the layout asks for those of any component; else empty."""

    def newest(self) -> int:
        """When the last of the files was changed or put in its place, in nanoseconds. Raises OSError."""
        paths = {found[0] for files in self.files.values() for found in files.values() if found is not None}
        paths.update(
            f"{folder}/{name}"
            for kit in self.files.get(KITS, ())
            for folder, _, names in os.walk(kit)
            for name in names
        )
        known = [os.stat(path) for path in paths]  # noqa: PTH116 - a path of its own for each takes as long as the look
        # A file that was moved or copied here keeps the time of its last change, not that of its coming.
        return max((max(status.st_mtime_ns, status.st_ctime_ns) for status in known), default=0)


class Digests:
    """Digests of files, each looked for and read once; OSError for what is no regular file.

    ``before``: earlier ones. Of a file that has certainly not changed since then, its digest is taken.
    """

    def __init__(self, before: Digests | None = None) -> None:
        self._known: dict[object, Any] = {}
        self._digests: dict[str, str] = {}
        self._files: dict[str, tuple[tuple[int, ...], str]] = {}
        """What was known of each file before it was read, and its digest."""
        self._begun = time.time_ns()
        self._before = before

    def once(self, look: Callable[[*Asked], Result], *asked: *Asked) -> Result:
        """What ``look`` finds, which is asked once."""
        key = look, *asked
        if key not in self._known:
            self._known[key] = look(*asked)
        found: Result = self._known[key]
        return found

    def found(self, path: Path | None) -> Found:
        return None if path is None else self._found(str(path.absolute()))

    def _found(self, path: str) -> Found:
        if path not in self._digests:
            self._digests[path] = self._digest(path)
        return [path, self._digests[path]]

    def inside(self, folder: Path) -> list[object]:
        """What is found of every file in a folder, and in those below it."""
        return self.once(self._inside, str(folder.absolute()))

    def found_inside(self, folder: Path) -> Found:
        """A folder with one digest of all that is in it."""
        return [str(folder.absolute()), self.once(self._digest_inside, folder)]

    def _digest_inside(self, folder: Path) -> str:
        return digest_of(self.inside(folder))

    def _inside(self, folder: str) -> list[object]:
        parts: list[object] = []
        waiting = [folder]
        while waiting:
            try:
                with os.scandir(waiting.pop()) as entries:
                    inside = sorted(entries, key=attrgetter("name"))
            except OSError:
                # Nothing can be read of it, by the build either.
                continue
            for entry in inside:
                path, name = entry.path, entry.name
                if entry.is_symlink():
                    # What is behind it has a path of its own here; from elsewhere nothing is read.
                    parts.append((path, str(Path(path).readlink())))
                if entry.is_dir(follow_symlinks=False):
                    # Neither the history that Git keeps nor what a build itself is writing has a say.
                    if name != ".git" and not is_scratch(Path(name)):
                        waiting.append(path)
                # A build may have written its own files there.
                elif not name.endswith(".pdf") and not OWN_NAME.fullmatch(name) and entry.is_file():
                    parts.append(self._found(path))
        return parts

    def finder(self, find: Finder, folders: tuple[Path, ...]) -> Callable[[str], Found]:
        """What ``find`` finds in the folders by a name, each of which it is asked for once."""
        return self.once(self._finder, find, folders)

    def _finder(self, find: Finder, folders: tuple[Path, ...]) -> Callable[[str], Found]:
        return cache(lambda name: self.found(find(folders, name)))

    def _digest(self, path: str) -> str:
        status = regular_status(path)
        times = status.st_mtime_ns, status.st_ctime_ns
        if path.startswith(_bundled_layouts()):
            # It is part of the program, and known as that is.
            return _look_of(status)
        known = status.st_dev, status.st_ino, status.st_size, *times
        before = self._before
        then: tuple[int, ...] = ()
        found = ""
        if before is not None and max(times) < before._begun - JUST_NOW:
            then, found = before._files.get(path, (then, found))
        if then != known:
            found = file_digest(path, status)
        self._files[path] = known, found
        return found


@cache
def _bundled_layouts() -> str:
    """How the paths of the layouts begin that come with Gatepress: those of its games, and those for all."""
    return f"{bundled_root() / 'layouts'}{os.sep}"


def _look_of(status: os.stat_result) -> str:
    """What changes with every edit of a file that nobody passes off as another."""
    return f"{status.st_size} {status.st_mtime_ns}"


JUST_NOW = 10_000_000_000
"""Nanoseconds, several steps of the coarsest clock of a file system: what changed so lately is read again."""
MAX_READ = 64 * MIB
"""No file that has a say in a print may be larger: card lists, pictures and fonts have lower bounds."""


def file_digest(path: Path | str, known: os.stat_result | None = None) -> str:
    """SHA-256 of a file, in hex; of one that is too large to be read, that of its size and time.

    ``known``: what :func:`regular_status` said of it. Raises OSError for what is no regular file: reading a
    pipe or a device might never end.
    """
    known = known or regular_status(path)
    if known.st_size > MAX_READ:
        return hashlib.sha256(_look_of(known).encode()).hexdigest()
    return sha256_of(path)


def sha256_of(path: Path | str) -> str:
    """Of all that is in a file, in hex."""
    digest = hashlib.sha256()
    # `hashlib.file_digest` makes ready for a large file first, which takes longer than reading a small one.
    with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - a path of its own takes as long as the reading
        while read := file.read(MIB // 4):
            digest.update(read)
    return digest.hexdigest()


def regular_status(path: Path | str, *, follow_symlinks: bool = True) -> os.stat_result:
    """What is known of a regular file. Raises OSError for anything else."""
    known = os.stat(path, follow_symlinks=follow_symlinks)  # noqa: PTH116 - as above
    if not stat.S_ISREG(known.st_mode):
        raise OSError(errno.EINVAL, "not a regular file", str(path))
    return known


NOT_PRINTED = {
    Game: ("rulebook", "components", "file", "folder", "layout_folders"),
    Component: ("sets", "source"),
    CardSet: ("cards", "file"),
    Card: ("sources",),
}
"""What no sheet shows, or what is distinguished in another way. Whatever is not named here counts."""


def values_of(thing: Game | Component | CardSet | Card) -> list[object]:
    """What was read of a thing, as far as it may be printed."""
    return [*_PRINTED[type(thing)](thing)]


_PRINTED = {
    kind: attrgetter(*(own.name for own in fields(kind) if own.name not in left_out))
    for kind, left_out in NOT_PRINTED.items()
}


def digest_of(parts: Iterable[object]) -> str:
    """The key of a print that follows from these parts, whose ``repr`` has all of them, and the program."""
    date = os.environ.get(DATE_VARIABLE, "")
    digest = hashlib.sha256(f"{program_digest()} {date}".encode("utf-8", "backslashreplace"))
    for part in parts:
        digest.update(repr(part).encode("utf-8", "backslashreplace") + b"\0")
    return digest.hexdigest()[:KEY_LENGTH]


@cache
def program_digest() -> str:
    """Changes with every version of Gatepress and what it prints with, and every file of it that prints."""
    digest = hashlib.sha256(f"{generator.__version__} {sys.version_info[:2]}".encode())
    for name in _installed(PRINTING_PACKAGES):
        digest.update(f"{name} ".encode())
    house = str(Path(generator.__file__).parent)
    files = [
        f"{folder}/{name}"
        for room in PRINTING_ROOMS
        for folder, _, names in os.walk(f"{house}/{room}", followlinks=True)
        for name in names
        if name.endswith(".py")
    ]
    # Reading them all would take longer than printing a deck; an edit changes size or time.
    looks = [f"{path[len(house) :]} {_look_of(os.stat(path))}" for path in sorted(files)]  # noqa: PTH116 - as above
    digest.update("\n".join(looks).encode())
    return digest.hexdigest()


def _installed(packages: Collection[str]) -> Iterator[str]:
    """The name and version of each of the packages, in every place that Python imports from.

    ``importlib.metadata`` finds no more, and loads forty modules for it.
    """
    for place in sys.path:
        try:
            names = sorted(os.listdir(place or "."))  # noqa: PTH208 - names are all that is compared
        except OSError:
            # An archive, or nothing.
            continue
        # Where an installer notes what it installed: ``markdown_it_py-4.0.0.dist-info``.
        for name in (name for name in names if name.endswith("-info")):
            package = name.partition("-")[0].lower().replace("_", "-")
            if package in packages or BRINGS_FONTS.search(package):
                yield name
