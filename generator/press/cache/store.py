"""The cache folder: finished sheets with a note of what they were made of."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

from generator.catalog.problems import Place, Problem
from generator.layout.faces import Studio
from generator.press.cache.key import job_key
from generator.press.cache.made_of import Digests, MadeOf, is_unchanged, made_of
from generator.press.job import Job
from generator.press.printing import Faces, Sheets

MOST_BYTES = 512 * 1024 * 1024
"""Of all sheets that are kept; beyond it the ones not used for longest go."""


class Cache:
    """Finished sheets by what they follow from. Nothing in the folder is trusted: all of it is checked.

    Where the folder can't be written to, nothing is kept, and every build is done from scratch.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._digests = Digests()
        self._begun = time.time_ns()

    def find(self, job: Job) -> Sheets | None:
        """The sheets of a job that was built before, if nothing that they follow from has changed."""
        key = job_key(job)
        note, path = self._paths(key)
        try:
            told = _read(note.read_bytes())
            if told is None or not is_unchanged(job, _made_of(told["made_of"]), self._digests):
                return None
            if _file_digest(path) != told["digest"]:
                return None
            sheets = _sheets(told, path)
            os.utime(note)
        except (OSError, ValueError):
            # Missing or damaged: built again, and so replaced.
            return None
        return sheets

    def keep(self, job: Job, studio: Studio, faces: Faces, sheets: Sheets) -> None:
        """Copies the sheets that were just built into the cache."""
        note, path = self._paths(job_key(job))
        try:
            made = made_of(job, studio, faces, sheets.problems, self._digests)
            if self._digests.newest >= self._begun:
                # Saved while it was printed: nobody knows which of the two was read.
                return
            self._folder.mkdir(parents=True, exist_ok=True)
            self._replace(path, sheets.path.read_bytes())
            self._replace(note, _written(made, sheets))
        except OSError:
            # A full disk or a file that went meanwhile costs the next build some time, and this one nothing;
            # what was half kept does not pass the checks of `find`.
            return

    def shrink(self) -> None:
        """Removes what was not used for longest until the rest is within bounds."""
        try:
            notes = sorted(
                self._folder.glob("*.json"), key=lambda note: note.stat().st_mtime_ns, reverse=True
            )
            total = 0
            for note in notes:
                path = note.with_suffix(".pdf")
                total += path.stat().st_size if path.exists() else 0
                if total > MOST_BYTES:
                    note.unlink(missing_ok=True)
                    path.unlink(missing_ok=True)
        except OSError:
            # Another run is tidying up too.
            return

    def _paths(self, key: str) -> tuple[Path, Path]:
        return self._folder / f"{key}.json", self._folder / f"{key}.pdf"

    def _replace(self, path: Path, data: bytes) -> None:
        handle, name = tempfile.mkstemp(dir=self._folder, prefix=".new-")
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(name).replace(path)


def _file_digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _written(made: MadeOf, sheets: Sheets) -> bytes:
    told = {
        "made_of": asdict(made),
        "digest": _file_digest(sheets.path),
        "pages": sheets.pages,
        "cards": sheets.cards,
        "content": sheets.content,
        "problems": sheets.problems,
    }
    body = json.dumps(told).encode()
    return _checksum(body) + b"\n" + body


def _read(data: bytes) -> dict[str, Any] | None:
    """What a note says; None where it is not as it was written."""
    checksum, _, body = data.partition(b"\n")
    if checksum != _checksum(body):
        return None
    told: dict[str, Any] = json.loads(body)
    return told


def _checksum(body: bytes) -> bytes:
    return hashlib.sha256(body).hexdigest().encode()


def _made_of(told: dict[str, Any]) -> MadeOf:
    def found(value: list[str] | None) -> tuple[str, str] | None:
        return None if value is None else (value[0], value[1])

    return MadeOf(
        theme=found(told["theme"]),
        told_in=told["told_in"],
        **{
            name: {key: found(value) for key, value in told[name].items()}
            for name in ("templates", "theme_files", "card_files", "icons", "data")
        },
    )


def _sheets(told: dict[str, Any], path: Path) -> Sheets:
    problems = tuple(_problem(*values) for values in told["problems"])
    return Sheets(path, told["pages"], told["cards"], told["content"], problems)


def _problem(message: str, place: list[Any] | None, *rest: Any) -> Problem:
    return Problem(message, Place(*place) if place else None, *rest)
