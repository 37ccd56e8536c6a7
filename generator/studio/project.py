"""A game in the studio: as it was last read without a mistake, and what is wrong with it now."""

from __future__ import annotations

import hashlib
import json
import math
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from generator.catalog.bundle import GAME_FILE
from generator.catalog.load import load_game
from generator.catalog.models import Card, CardSet, Component, Game
from generator.catalog.paths import FilesRead, noting_files, shown_path
from generator.catalog.problems import Place, Problem, Problems
from generator.layout.caches import clear_caches
from generator.layout.faces import Face, FaceRenderer, Side
from generator.press.kinds import inspect_component, trim_of
from generator.press.preflight.inspector import Preflight
from generator.press.rasterizer import Rasterizer
from generator.press.renewal import is_text, keeps_faces, renewed
from generator.press.sheet_job import own_files
from generator.studio.files import Snapshot, game_folders, take_snapshot


def sides_of(component: Component) -> tuple[Side, ...]:
    return ("front",) if component.back is None else ("front", "back")


@dataclass(frozen=True, slots=True, eq=False)
class ShownCard:
    """A card as the gallery shows it. ``number`` counts its list's cards from 1."""

    edition: Edition = field(repr=False)
    component: Component
    cards: CardSet
    card: Card
    number: int

    @property
    def sides(self) -> tuple[Side, ...]:
        """Which faces it has."""
        return sides_of(self.component)

    def look(self, side: Side) -> str:
        """The digest of a face, which changes when its picture does. The face is laid out for it; that of
        one that can't be is empty."""
        face = self.edition.face(self, side)
        return "" if face is None else self.edition.look(face)

    @property
    def back_look(self) -> str | None:
        """The digest of its back; None if it has none."""
        return self.look("back") if "back" in self.sides else None

    @property
    def key(self) -> str:
        """The card in an address: ``component/cards/card``."""
        return f"{self.component.id}/{self.cards.id}/{self.card.id}"

    @property
    def name(self) -> str:
        values = self.card.values
        return str(values.get("name") or values.get("title") or self.card.id)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with its faces, as far as it was inspected."""
        return self.edition.findings.get(self.key, ())


@dataclass(slots=True, eq=False)
class Edition:
    """A game as it was read at a moment. Its faces are laid out one at a time, when they are asked for."""

    game: Game
    renderer: FaceRenderer
    files: Snapshot
    read: FilesRead
    """Those of the files that hold the game."""
    lock: threading.RLock = field(repr=False)
    findings: dict[str, tuple[Problem, ...]] = field(default_factory=dict, repr=False)
    """Of each card that was inspected, by its key."""
    cards: tuple[ShownCard, ...] = field(init=False)
    by_key: Mapping[str, ShownCard] = field(init=False, repr=False)
    revision: str = field(init=False)
    """Changes whenever a file of the game does."""
    _appearance: str = field(init=False)
    """A digest of what all faces show in the same way: colours, fonts, icons, sizes."""
    _frugal: FaceRenderer | None = None
    """What lays faces out for little ink, once it was asked for."""

    def __post_init__(self) -> None:
        self.cards = tuple(
            ShownCard(self, component, cards, card, number)
            for component in self.game.components
            for cards in component.sets
            for number, card in enumerate(cards.cards, 1)
        )
        self.by_key = {shown.key: shown for shown in self.cards}
        self.revision = self.files.digest
        self._appearance = _appearance(self.renderer)

    def find(self, component: str, cards: str, card: str) -> ShownCard | None:
        return self.by_key.get(f"{component}/{cards}/{card}")

    def face(self, shown: ShownCard, side: Side, *, low_ink: bool = False) -> Face | None:
        """A face of a card, laid out before or now; None if it can't be, as :attr:`problems` say."""
        with self.lock:
            renderer = self._low_ink() if low_ink else self.renderer
            return renderer.face(shown.component, shown.cards, shown.card, side, shown.number)

    def changed_since(self, before: Edition) -> frozenset[Path]:
        """The files that were saved, as far as they concern the game."""
        return self.files.changed_since(before.files, self.read.concerns)

    def look(self, face: Face) -> str:
        """The digest of what a face shows."""
        return hashlib.sha256(f"{self._appearance} {face.digest}".encode()).hexdigest()[:16]

    @property
    def problems(self) -> Problems:
        """What was found so far, while it was read and while cards were laid out."""
        return self.renderer.problems

    def _low_ink(self) -> FaceRenderer:
        if self._frugal is None:
            # What is wrong was said of the usual faces.
            templates = self.renderer.templates
            self._frugal = FaceRenderer.of(self.game, Problems(), low_ink=True, templates=templates)
        return self._frugal


def make_edition(
    game: Game,
    files: Snapshot,
    read: FilesRead,
    problems: Problems,
    lock: threading.RLock,
    before: Edition | None,
) -> Edition:
    """The game as it was read. Templates and faces of ``before`` are used where nothing changed."""
    changed = None if before is None else files.changed_since(before.files, read.concerns)
    renderer = renewed(game, problems, None if before is None else before.renderer, changed)
    return Edition(game, renderer, files, read, lock)


def changed_cards(edition: Edition, before: Edition) -> list[ShownCard] | None:
    """The cards whose values are not those of before; None where something else changed, too."""
    if not keeps_faces(edition.game, before.game, edition.changed_since(before)):
        return None
    return [
        shown
        for shown in edition.cards
        if (old := before.by_key.get(shown.key)) is None
        or (old.number, old.card.values) != (shown.number, shown.card.values)
    ]


def _appearance(renderer: FaceRenderer) -> str:
    digest = hashlib.sha256(json.dumps(renderer.theme.values, default=str, sort_keys=True).encode())
    for component in renderer.game.components:
        digest.update(repr(trim_of(component)).encode())
    for path in own_files(renderer):
        try:
            known = path.stat()
        except OSError:
            continue
        digest.update(f"{path} {known.st_mtime_ns} {known.st_size}".encode())
    return digest.hexdigest()


TRIED_FIRST = 3
"""Cards that are laid out before anybody is shown a new edition, to see whether it can be.

Where no edition was shown before, which a mistake would keep from being shown, one is enough."""
BREATH = 0.005
"""Seconds that the inspection waits at a time while pictures are drawn."""
LULL = 0.1
"""Seconds between a picture and the next in which a browser may be about to ask for it."""


class Saved(NamedTuple):
    """What came of reading a game again."""

    edition: Edition | None
    """The new edition; None where something is wrong, and the last sound one stays."""
    changed: tuple[str, ...] | None
    """The keys of the cards that were changed; None: any may look different."""


TEMPLATE = ".j2"


class Loaded(NamedTuple):
    """A game as somebody has read it, for whoever finds its files in the same state."""

    states: Mapping[str, tuple[int, int, int]]
    game: Game
    problems: Problems
    read: FilesRead


class Waiting:
    """Counts those who wait for something, in whatever threads.

    It takes ``lull`` seconds without any until nobody counts as waiting.
    """

    def __init__(self, lull: float = 0.0) -> None:
        self._count = 0
        self._lull = lull
        self._until = -math.inf
        self._lock = threading.Lock()

    def __bool__(self) -> bool:
        return self._count > 0 or time.monotonic() < self._until

    def __enter__(self) -> None:
        with self._lock:
            self._count += 1

    def __exit__(self, *exception: object) -> None:
        with self._lock:
            self._count -= 1
            self._until = time.monotonic() + self._lull


@dataclass(slots=True)
class Project:
    """A game's folder. One thread at a time reads it; one at a time lays out and draws its cards."""

    folder: Path
    language: str | None = None
    edition: Edition | None = None
    """As it was last read without an error."""
    problems: tuple[Problem, ...] = ()
    """What is wrong with it now."""
    lock: threading.RLock = field(default_factory=threading.RLock)
    """Held while a card is laid out or drawn; the games of a studio have it in common."""
    reading: threading.RLock = field(default_factory=threading.RLock)
    """Held while the game is read or inspected."""
    files: Snapshot | None = None
    """As they were last read."""
    read_files: FilesRead = field(default_factory=FilesRead)
    """Those of them that were."""
    for_pictures: Waiting = field(default_factory=lambda: Waiting(LULL))
    """Those who wait for a picture: the inspection lets them go first."""
    for_reading: Waiting = field(default_factory=Waiting)
    """Those who wait for the game to be read again: the inspection of what it was stops."""
    when_cleared: list[Callable[[], None]] = field(default_factory=list)
    """Called when a font, picture or icon was saved, so that nothing drawn with another is used."""
    at_hand: Loaded | None = None
    """The game as it was read to see whether an edit is sound: then it is not read once more."""
    _read_last: Loaded | None = None
    """The game as it was read last, where nothing was wrong with it."""
    _sound: Edition | None = None
    """The last edition of which all faces were laid out without an error."""
    _preflight: Preflight | None = None
    """What inspects faces, and remembers them for the next edition."""
    _preflighted: Edition | None = None

    @property
    def id(self) -> str:
        return self.folder.resolve().name

    @property
    def folders(self) -> tuple[Path, ...]:
        return game_folders(self.folder)

    @property
    def title(self) -> str:
        """What the game is called, without laying anything out; its id if it can't be read."""
        if self.edition is not None:
            return self.edition.game.title
        game = self._loaded(Problems())
        return self.id if game is None else game.title

    @property
    def has_errors(self) -> bool:
        return any(problem.severity == "error" for problem in self.problems)

    @property
    def is_inspected(self) -> bool:
        """Whether all faces of the edition were laid out and inspected."""
        return self.edition is not None and self.edition is self._sound

    @property
    def is_outdated(self) -> bool:
        """Whether files that concern the game are others than when it was last read."""
        known = self.files
        return known is None or bool(
            take_snapshot(self.folders).changed_since(known, self.read_files.concerns)
        )

    def close(self) -> None:
        """Ends what inspects pictures, and the inspection."""
        with self.for_reading:
            self.reading.acquire()
        try:
            if self._preflight is not None:
                self._preflight.rasterizer.close()
                self._preflight = None
        finally:
            self.reading.release()

    def read(self) -> None:
        """Reads the game again, all of it. Where anything is wrong, the last good edition stays."""
        with self.reading:
            self.files = None
            self.refresh()
            self.inspect()

    def read_first(self) -> bool:
        """Reads the game if it was not before; returns whether it was read now. It is not inspected."""
        with self.reading:
            if self.files is not None:
                return False
            self.refresh()
            return True

    def refresh(self) -> Saved | None:
        """Reads what was saved since the last time; None where nothing was.

        Cards are laid out when they are asked for, so what is wrong with them shows with :meth:`inspect`.
        """
        with self.for_reading:
            self.reading.acquire()
        try:
            files = take_snapshot(self.folders)
            changed = (
                None if self.files is None else files.changed_since(self.files, self.read_files.concerns)
            )
            if changed is not None and not changed:
                self.files = files
                return None
            self._forget(changed)
            known = self._known(files, changed)
            # Whatever goes wrong in between, it is tried again.
            self.files = self.at_hand = self._read_last = None
            saved = self._read(files, known)
            self.files = files
            return saved
        finally:
            self.reading.release()

    def inspect(self) -> bool:
        """Lays out and inspects all faces; whether it came to an end before the game is to be read again.

        An edition with errors gives way to the last that was sound.
        """
        with self.reading:
            edition = self.edition
            if edition is None or self.is_inspected:
                return True
            preflight = self._preflight_for(edition)
            found = Problems()
            found.extend(edition.problems.found)
            for component in edition.game.components:
                found.extend(inspect_component(component))
            for shown in edition.cards:
                if self.for_reading:
                    return False
                while self.for_pictures:
                    time.sleep(BREATH)
                edition.findings[shown.key] = self._findings(edition, preflight, shown)
                found.extend(edition.findings[shown.key])
            found.extend(edition.problems.found)
            self.problems = tuple(found.merged())
            if found.has_errors:
                self.edition = self._sound
            else:
                self._sound = edition
            return True

    def _known(self, files: Snapshot, changed: frozenset[Path] | None) -> Loaded | None:
        """The game, where it need not be read again: somebody just has, or only templates were written."""
        known, before = self.at_hand, self.files
        if known is not None and known.states == files.states and self.language is None:
            return known
        if before is None or changed is None or self._read_last is None:
            return None

        def is_template(path: Path) -> bool:
            was_there = str(path) in before.states and str(path) in files.states
            return was_there and path.suffix == TEMPLATE and not self.read_files.names(path)

        return self._read_last if all(map(is_template, changed)) else None

    def _read(self, files: Snapshot, known: Loaded | None) -> Saved:
        before, problems = self.edition, Problems()
        if known is None:
            with noting_files() as self.read_files:
                game = self._loaded(problems)
            if game is None or problems.has_errors:
                self.problems = tuple(problems.merged())
                return Saved(None, None)
            known = Loaded(files.states, game, Problems(), self.read_files)
            known.problems.extend(problems.found)
        else:
            problems.extend(known.problems.found)
        game, self.read_files, self._read_last = known.game, known.read, known
        edition = make_edition(game, files, self.read_files, problems, self.lock, before)
        cards = None if before is None else changed_cards(edition, before)
        for shown in _first(edition, cards)[: 1 if before is None else TRIED_FIRST]:
            for side in shown.sides:
                edition.face(shown, side)
        if edition.problems.has_errors:
            self.problems = tuple(edition.problems.merged())
            return Saved(None, None)
        if self.has_errors or before is None:
            self.problems = tuple(edition.problems.merged())
        self.edition = edition
        return Saved(edition, None if cards is None else tuple(shown.key for shown in cards))

    def _loaded(self, problems: Problems) -> Game | None:
        if not (self.folder / GAME_FILE).is_file():
            is_there = self.folder.is_dir()
            message = "there is no game.yaml here" if is_there else "the folder is no longer there"
            hint = "as soon as it is back, the game is read again"
            problems.error(message, Place(shown_path(self.folder)), hint=hint)
            return None
        with problems.reporting():
            return load_game(self.folder, problems, language=self.language)
        return None

    def _forget(self, changed: frozenset[Path] | None) -> None:
        """Drops what was kept of fonts, pictures and drawings, unless none of them was saved."""
        game = None if self.edition is None else self.edition.game
        if changed is not None and game is not None and all(is_text(path, game) for path in changed):
            return
        with self.lock:
            clear_caches()
            for clear in self.when_cleared:
                clear()

    def _preflight_for(self, edition: Edition) -> Preflight:
        """One that remembers the faces of the edition before, where the same layout is the same face."""
        known, before = self._preflighted, self._preflight
        if before is not None and known is edition:
            return before
        if (
            before is None
            or known is None
            or not keeps_faces(edition.game, known.game, edition.changed_since(known))
        ):
            self.close()
            preflight = Preflight.of(Rasterizer(draft=True))
        else:
            preflight = Preflight.of(before.rasterizer)
            preflight.take_over(before, edition.renderer.memory.faces.values())
        self._preflight, self._preflighted = preflight, edition
        return preflight

    def _findings(self, edition: Edition, preflight: Preflight, shown: ShownCard) -> tuple[Problem, ...]:
        found: list[Problem] = []
        with self.lock:
            before = len(edition.problems.found)
            for side in shown.sides:
                face = edition.face(shown, side)
                if face is not None:
                    found += face.problems
                    found += preflight.face(shown.component, face, shown.card)
            found += edition.problems.found[before:]
        return tuple(dict.fromkeys(found))


def _first(edition: Edition, cards: list[ShownCard] | None) -> list[ShownCard]:
    """Cards that show most surely whether there is a mistake in what was saved."""
    if cards is not None:
        return cards
    firsts: dict[str, ShownCard] = {}
    for shown in edition.cards:
        firsts.setdefault(shown.component.id, shown)
    return list(firsts.values())
