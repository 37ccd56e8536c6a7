"""What a rulebook follows from: every file in the game's folders, for it may draw on any."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from generator.press.cache.program import program_digest
from generator.press.rulebook.job import BookJob

READ = frozenset(
    [".yaml", ".yml", ".md", ".j2", ".csv", ".xlsx", ".svg", ".png", ".jpg", ".jpeg", ".ttf", ".otf"]
)
"""Endings of the files that a game consists of."""


def book_key(job: BookJob) -> str:
    """Changes with the program, the paper, and anything in the game's folders."""
    digest = hashlib.sha256(program_digest().encode())
    for part in (job.rulebook, job.paper, job.low_ink, Path.cwd()):
        digest.update(repr(part).encode("utf-8", "backslashreplace") + b"\0")
    for folder in (job.game.folder, *job.game.layout_folders):
        digest.update(str(folder.resolve()).encode("utf-8", "backslashreplace"))
        for path in _files(folder):
            digest.update(f"{path.relative_to(folder)}\0".encode("utf-8", "backslashreplace"))
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:40]


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() in READ and path.is_file():
            yield path
