"""A game that was read again in the same run: what was worked out before is used where nothing changed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from generator.catalog.bundle import GAME_FILE
from generator.catalog.models import Component, Game
from generator.catalog.problems import Problems
from generator.layout.faces import FaceRenderer
from generator.layout.template_code import KeptCode
from generator.layout.templates import Templates
from generator.press.cache import Cache
from generator.press.job import PrintJob
from generator.press.kinds import trim_of
from generator.press.preflight.inspector import Preflight
from generator.press.rasterizer import Rasterizer

TEMPLATE_SUFFIX = ".j2"


def card_files(game: Game) -> frozenset[Path]:
    """The files that hold cards and nothing else."""
    found = (cards.file for component in game.components for cards in component.sets)
    return frozenset(path.resolve() for path in found if path is not None)


def is_text(path: Path, game: Game) -> bool:
    """Whether a file is none of those that are kept by path while a run lasts: fonts, pictures, figures."""
    return (
        path.suffix in (TEMPLATE_SUFFIX, ".md", ".py")
        or path.name == GAME_FILE
        or path.resolve() in card_files(game)
    )


def keeps_faces(game: Game, before: Game, changed: frozenset[Path]) -> bool:
    """Whether a face that has the same layout as one before is that one: only lists of cards changed."""
    own = card_files(game) & card_files(before)
    return (
        not game.words.is_translation
        and all(path.resolve() in own for path in changed)
        and [_made_of(component) for component in game.components]
        == [_made_of(component) for component in before.components]
    )


def _made_of(component: Component) -> object:
    """What the faces and findings of a component depend on, apart from its cards."""
    return component.id, component.kind, trim_of(component), component.safe, component.front, component.back


def renewed(
    game: Game,
    problems: Problems,
    before: FaceRenderer | None,
    changed: frozenset[Path] | None,
    beside: Path | None = None,
    *,
    low_ink: bool = False,
    kept: KeptCode | None = None,
) -> FaceRenderer:
    """What lays out a game that was read again. ``changed``: the files that were saved since; None: any."""
    templates = None if before is None or changed is None else _templates(game, before, changed, kept)
    renderer = FaceRenderer.of(game, problems, beside, low_ink=low_ink, templates=templates, kept=kept)
    if before is not None and changed is not None and keeps_faces(game, before.game, changed):
        renderer.take_over(before)
    return renderer


def _templates(
    game: Game, before: FaceRenderer, changed: frozenset[Path], kept: KeptCode | None
) -> Templates | None:
    # A translation takes down which of its words were asked for.
    if game.words.is_translation:
        return None
    known = before.templates
    is_same = (
        before.game.layout_folders == game.layout_folders
        and before.game.words == game.words
        and not any(path.suffix == TEMPLATE_SUFFIX for path in changed)
    )
    return known if is_same else Templates.of(game.layout_folders, game.words, known.files, kept)


@dataclass(slots=True)
class _Left:
    """What a build has left of a game."""

    renderer: FaceRenderer
    preflight: Preflight
    changed: set[Path] = field(default_factory=set)
    """The files that were saved since."""


@dataclass(slots=True)
class Before:
    """What the builds of a run have left for the next one."""

    left: dict[tuple[Path, Path | None, bool], _Left] = field(default_factory=dict)

    def note_saved(self, changed: Iterable[Path] | None) -> None:
        """What is left fits no more where these files had a say; None: that may be any file."""
        if changed is None:
            self.left.clear()
            return
        for left in self.left.values():
            left.changed.update(changed)

    def renewed(
        self, job: PrintJob, problems: Problems, rasterizer: Rasterizer, cache: Cache | None
    ) -> tuple[FaceRenderer, Preflight]:
        """What lays out and inspects the faces of a job's game."""
        key = job.game.folder, job.beside, job.low_ink
        before = self.left.get(key)
        renderer = renewed(
            job.game,
            problems,
            None if before is None else before.renderer,
            None if before is None else frozenset(before.changed),
            job.beside,
            low_ink=job.low_ink,
            kept=cache,
        )
        preflight = Preflight.of(rasterizer)
        # A draft finds less.
        if before is not None and not before.preflight.rasterizer.draft:
            preflight.take_over(before.preflight, renderer.memory.faces.values())
        self.left[key] = _Left(renderer, preflight)
        return renderer, preflight
