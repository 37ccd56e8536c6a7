"""What a sheet follows from, less the files it is made with: one digest for each print job."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from generator.catalog.models import Game
from generator.press.cache.program import program_digest
from generator.press.job import Job


def job_key(job: Job) -> str:
    """Changes with the program, the game's and the cards' data, and the press's options."""
    digest = hashlib.sha256(program_digest().encode())
    for part in _parts(job):
        digest.update(repr(part).encode("utf-8", "backslashreplace") + b"\0")
    return digest.hexdigest()[:40]


def _parts(job: Job) -> Iterator[object]:
    component, cards = job.component, job.cards
    yield from _game_parts(job.game)
    yield component.id, component.title, component.size, component.bleed, component.safe
    yield component.front, component.back, component.press
    yield cards.id, cards.name, cards.text
    yield [(card.id, card.copies, card.values) for card in cards.cards]
    yield [(number, card.id) for number, card in job.printed]
    yield job.options, job.note, str(_resolved(job.beside))


def _game_parts(game: Game) -> Iterator[object]:
    yield game.id, game.title, game.version, game.designer, game.year, game.source, game.players
    yield game.credits, game.rules, game.theme
    yield str(_resolved(game.folder)), [str(_resolved(folder)) for folder in game.layout_folders]


def _resolved(folder: Path | None) -> Path | None:
    return folder.absolute().resolve() if folder else None
