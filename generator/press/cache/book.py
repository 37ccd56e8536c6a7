"""What a rulebook follows from: every file in the game's folders, for it may draw on any."""

from __future__ import annotations

import hashlib
from pathlib import Path

from generator.press.cache.key import loaded_parts
from generator.press.cache.program import program_digest
from generator.press.cache.store import OWN_NAME
from generator.press.rulebook.job import BookJob


def book_key(job: BookJob) -> str:
    """Changes with the program, the paper, what was read of the game, and anything in its folders."""
    digest = hashlib.sha256(program_digest().encode())
    # A file may be saved after the game was read, and before it is looked at here.
    for part in (job.rulebook, job.paper, job.low_ink, Path.cwd(), *loaded_parts(job.game)):
        digest.update(repr(part).encode("utf-8", "backslashreplace") + b"\0")
    for folder in (job.game.folder, *job.game.layout_folders):
        digest.update(str(folder.resolve()).encode("utf-8", "backslashreplace"))
        for path in sorted(folder.rglob("*")):
            if path.is_symlink():
                # What is behind it has a path of its own in these folders; from elsewhere nothing is read.
                digest.update(f"{path} {path.readlink()}\0".encode("utf-8", "backslashreplace"))
            if _matters(path) and path.is_file():
                digest.update(f"{path.relative_to(folder)}\0".encode("utf-8", "backslashreplace"))
                digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:40]


def _matters(path: Path) -> bool:
    """False for what a build itself may write there, and for the history that Git keeps."""
    return path.suffix != ".pdf" and ".git" not in path.parts and OWN_NAME.fullmatch(path.name) is None
