"""A game as it was read at a moment, and its cards, which are laid out when somebody looks at them."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from generator.catalog.bundle import GAME_FILE
from generator.catalog.models import Card, CardSet, Component, Game
from generator.catalog.problems import Problem, Problems
from generator.layout.faces import Face, FaceRenderer, Side
from generator.layout.templates import Templates
from generator.press.component_edges import trim_of
from generator.press.sheet_job import own_files
from generator.studio.files import Snapshot

TEMPLATE_SUFFIX = ".j2"


class FaceKey(NamedTuple):
    """What a face is asked for by, as it stands in an address."""

    component: str
    cards: str
    card: str
    side: Side
    copy: int = 1


@dataclass(frozen=True, slots=True)
class Looks(Mapping[Side, str]):
    """The digest of each face of a card: it changes when the picture does.

    A face is laid out when its digest is asked for; that of one that can't be is empty.
    """

    sides: Sequence[Side]
    digest: Callable[[Side], str] = field(repr=False)

    def __getitem__(self, side: Side) -> str:
        if side not in self.sides:
            raise KeyError(side)
        return self.digest(side)

    def __contains__(self, side: object) -> bool:
        return side in self.sides

    def __iter__(self) -> Iterator[Side]:
        return iter(self.sides)

    def __len__(self) -> int:
        return len(self.sides)


@dataclass(frozen=True, slots=True, eq=False)
class ShownCard:
    """A card as the gallery shows it. ``number`` counts its list's cards from 1."""

    component: Component
    cards: CardSet
    card: Card
    number: int
    looks: Mapping[Side, str]
    """The digest of each face: it changes when the picture does."""
    findings: dict[str, tuple[Problem, ...]] = field(repr=False)
    """Of all cards of the edition by :attr:`key`; each when it was inspected."""

    @property
    def key(self) -> str:
        """The card in an address: ``component/cards/card``."""
        return f"{self.component.id}/{self.cards.id}/{self.card.id}"

    @property
    def name(self) -> str:
        """What the card is called."""
        values = self.card.values
        return str(values.get("name") or values.get("title") or self.card.id)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with its faces, as far as it was inspected."""
        return self.findings.get(self.key, ())


@dataclass(frozen=True, slots=True, eq=False)
class Edition:
    """A game as it was read at a moment. Its faces are laid out one at a time, when they are asked for."""

    game: Game
    renderer: FaceRenderer
    cards: tuple[ShownCard, ...]
    revision: str
    """Changes whenever a file of the game does."""
    files: Snapshot
    appearance: str
    """A digest of what all faces show in the same way: colours, fonts, icons, sizes."""
    lock: threading.RLock = field(repr=False)
    findings: dict[str, tuple[Problem, ...]] = field(repr=False)
    """Of each card that was inspected, by its key."""
    by_key: Mapping[str, ShownCard] = field(repr=False)
    frugal: list[FaceRenderer] = field(default_factory=list, repr=False)
    """What lays faces out for little ink, once it was asked for."""

    def find(self, component: str, cards: str, card: str) -> ShownCard | None:
        """The card of that name; None if there is none."""
        return self.by_key.get(f"{component}/{cards}/{card}")

    def face(self, shown: ShownCard, side: Side, copy: int = 1, *, low_ink: bool = False) -> Face | None:
        """A face of a card, laid out before or now; None if it can't be, which :attr:`problems` tells."""
        with self.lock:
            renderer = self._low_ink() if low_ink else self.renderer
            return renderer.face(shown.component, shown.cards, shown.card, side, shown.number, copy)

    def look(self, face: Face) -> str:
        """The digest of what a face shows."""
        return hashlib.sha256(f"{self.appearance} {face.digest}".encode()).hexdigest()[:16]

    @property
    def problems(self) -> Problems:
        """What was found so far, while it was read and while cards were laid out."""
        return self.renderer.problems

    def _low_ink(self) -> FaceRenderer:
        if not self.frugal:
            # What is wrong was told of the usual faces.
            self.frugal.append(
                FaceRenderer.of(self.game, Problems(), low_ink=True, templates=self.renderer.templates)
            )
        return self.frugal[0]


def make_edition(
    game: Game,
    files: Snapshot,
    problems: Problems,
    lock: threading.RLock,
    before: Edition | None,
) -> Edition:
    """The game as it was read. Templates and faces of ``before`` are used where nothing changed."""
    changed = None if before is None else files.changed_since(before.files)
    templates = _templates(game, before, changed)
    renderer = FaceRenderer.of(game, problems, templates=templates)
    if before is not None and changed is not None and keeps_faces(game, before, changed):
        _keep_faces(renderer, before.renderer)
    findings: dict[str, tuple[Problem, ...]] = {}
    made: list[Edition] = []

    def digest_of(shown: ShownCard, side: Side) -> str:
        face = made[0].face(shown, side)
        return "" if face is None else made[0].look(face)

    cards = tuple(_shown_cards(game, digest_of, findings))
    by_key = {shown.key: shown for shown in cards}
    appearance = _appearance(renderer)
    made.append(Edition(game, renderer, cards, files.digest, files, appearance, lock, findings, by_key))
    return made[0]


def card_files(game: Game) -> frozenset[Path]:
    """The files that hold cards and nothing else."""
    found = (cards.file for component in game.components for cards in component.sets)
    return frozenset(path.absolute() for path in found if path is not None)


def is_text(path: Path, game: Game) -> bool:
    """Whether a file is none of those that are kept by path while a run lasts: fonts, pictures, figures."""
    return (
        path.suffix in (TEMPLATE_SUFFIX, ".md", ".py")
        or path.name == GAME_FILE
        or path.absolute() in card_files(game)
    )


def keeps_faces(game: Game, before: Edition, changed: frozenset[Path]) -> bool:
    """Whether a face that has the same layout as one before is that one: only lists of cards changed."""
    own = card_files(game) & card_files(before.game)
    return (
        not game.words.is_translation
        and all(path.absolute() in own for path in changed)
        and [_made_of(component) for component in game.components]
        == [_made_of(component) for component in before.game.components]
    )


def changed_cards(edition: Edition, before: Edition) -> list[ShownCard] | None:
    """The cards whose values are not those of before; None where something else changed, too."""
    if not keeps_faces(edition.game, before, edition.files.changed_since(before.files)):
        return None
    return [shown for shown in edition.cards if not _is_same(shown, before.by_key.get(shown.key))]


def _is_same(shown: ShownCard, before: ShownCard | None) -> bool:
    return before is not None and shown.number == before.number and shown.card.values == before.card.values


def _made_of(component: Component) -> object:
    """What the faces and findings of a component depend on, apart from its cards."""
    return component.id, component.kind, trim_of(component), component.safe, component.front, component.back


def _templates(game: Game, before: Edition | None, changed: frozenset[Path] | None) -> Templates:
    # A translation takes down which of its words were asked for.
    if before is None or changed is None or game.words.is_translation:
        return Templates.of(game.layout_folders, game.words)
    known = before.renderer.templates
    is_same = (
        before.game.layout_folders == game.layout_folders
        and before.game.words == game.words
        and not any(path.suffix == TEMPLATE_SUFFIX for path in changed)
    )
    return known if is_same else Templates.of(game.layout_folders, game.words, known.files)


def _keep_faces(renderer: FaceRenderer, before: FaceRenderer) -> None:
    """Those without a problem: the place of a problem may have moved."""
    renderer.faces.update({key: face for key, face in before.faces.items() if not face.problems})
    renderer.card_files.update(before.card_files)


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


def _shown_cards(
    game: Game, digest: Callable[[ShownCard, Side], str], findings: dict[str, tuple[Problem, ...]]
) -> Iterator[ShownCard]:
    for component in game.components:
        sides: Sequence[Side] = ("front",) if component.back is None else ("front", "back")
        for cards in component.sets:
            for number, card in enumerate(cards.cards, 1):
                yield _shown(component, cards, card, number, sides, digest, findings)


def _shown(
    component: Component,
    cards: CardSet,
    card: Card,
    number: int,
    sides: Sequence[Side],
    digest: Callable[[ShownCard, Side], str],
    findings: dict[str, tuple[Problem, ...]],
) -> ShownCard:
    looks = Looks(sides, lambda side: digest(shown, side))
    shown = ShownCard(component, cards, card, number, looks, findings)
    return shown
