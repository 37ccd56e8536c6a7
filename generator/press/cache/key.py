"""What a sheet follows from, less the files it is made with: one digest for each print job."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import fields
from pathlib import Path

from generator.catalog.models import Card, CardSet, Component, Game
from generator.press.cache.program import program_digest
from generator.press.job import Job

NOT_PRINTED = {
    Game: ("rulebook", "components", "file", "folder", "layout_folders"),
    Component: ("sets", "source"),
    CardSet: ("cards", "file"),
    Card: ("sources",),
    Job: ("game", "component", "cards", "printed", "name", "beside"),
}
"""What no sheet shows, or what is told apart in another way. Whatever is not named here counts."""


def job_key(job: Job) -> str:
    """Changes with the program, the game's and the cards' data, and the press's options."""
    digest = hashlib.sha256(program_digest().encode())
    for part in _parts(job):
        digest.update(repr(part).encode("utf-8", "backslashreplace") + b"\0")
    return digest.hexdigest()[:40]


def _parts(job: Job) -> Iterator[object]:
    for thing in (job, job.game, job.component, job.cards):
        yield _values(thing)
    yield _values_of_all(job.cards.cards)
    # A chosen card may be printed with another number of copies than its set has of it.
    yield [number for number, _ in job.printed], _values_of_all(card for _, card in job.printed)
    folders = [job.game.folder, *job.game.layout_folders]
    yield [_real(folder) for folder in folders], job.beside and _real(job.beside)


def loaded_parts(game: Game) -> Iterator[object]:
    """All that was read of a game, whether the files still say so or not."""
    yield _values(game)
    for component in game.components:
        yield _values(component)
        for cards in component.sets:
            yield _values(cards), _values_of_all(cards.cards)


def _values_of_all(cards: Iterable[Card]) -> list[object]:
    return [_values(card) for card in cards]


def _values(thing: Job | Game | Component | CardSet | Card) -> list[object]:
    left_out = NOT_PRINTED[type(thing)]
    return [getattr(thing, field.name) for field in fields(thing) if field.name not in left_out]


def _real(folder: Path) -> str:
    return str(folder.resolve())
