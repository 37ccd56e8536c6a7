"""The cache folder: finished sheets with a note of what they depend on."""

from __future__ import annotations

import hashlib
import json
import os
import re
import tempfile
import time
from pathlib import Path
from typing import Any

from generator.catalog.problems import InputError, Place, Problem
from generator.press.job import KEY_LENGTH, Dependencies, Digests, Found, Printed, PrintJob, Sheets

MAX_BYTES = 512 * 1024 * 1024
"""Of all sheets that are kept; beyond it the ones not used for longest go."""
OWN_NAME = re.compile(rf"\.?([0-9a-f]{{{KEY_LENGTH}}})[.-].+")
"""Names of what this keeps. The folder may be any that the user names, and hold other things."""


class Cache:
    """Finished sheets by what they follow from, for one build: each file that it asks about is read once.

    Nothing in the folder is trusted, all of it is checked. Where the folder can't be written to, nothing is
    kept, and every build is done from scratch.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._digests = Digests()
        self._begun = time.time_ns()

    def find(self, job: PrintJob, key: str) -> Sheets | None:
        """The sheets of a job that was built before, if nothing that they follow from has changed."""
        note, path = self._paths(key)
        try:
            values = _read(note.read_bytes())
            if values is None or not job.is_unchanged(_dependencies(values["dependencies"]), self._digests):
                return None
            if _file_digest(path) != values["digest"]:
                return None
            sheets = _sheets(values, path)
            os.utime(note)
        except (OSError, ValueError):
            # Missing or damaged: built again, and so replaced.
            return None
        return sheets

    def keep(self, job: PrintJob, key: str, printed: Printed) -> None:
        """Copies the sheets that were just built into the cache."""
        try:
            dependencies = printed.dependencies(self._digests)
            if self._digests.newest >= self._begun or job.cache_key() != key:
                # Saved while it was printed: nobody knows which of the two was read.
                return
            note, path = self._paths(key)
            self._folder.mkdir(parents=True, exist_ok=True)
            self._replace(path, printed.sheets.path.read_bytes())
            self._replace(note, _written(dependencies, printed.sheets))
        except (OSError, InputError):
            # A full disk or a file that went meanwhile costs the next build some time, and this one nothing;
            # what was half kept does not pass the checks of `find`.
            return

    def shrink(self) -> None:
        """Removes what was not used for longest until the rest is within bounds."""
        try:
            total = 0
            for files in self._last_used_first():
                total += sum(path.stat().st_size for path in files)
                if total > MAX_BYTES:
                    for path in files:
                        path.unlink(missing_ok=True)
        except OSError:
            # Another run is tidying up too.
            return

    def _last_used_first(self) -> list[list[Path]]:
        """The files of each job, also what a run that broke off has left; none that others keep there."""
        found: dict[str, list[Path]] = {}
        for path in self._folder.iterdir():
            own = OWN_NAME.fullmatch(path.name)
            if own is not None:
                found.setdefault(own[1], []).append(path)
        return sorted(
            found.values(), key=lambda files: max(path.stat().st_mtime_ns for path in files), reverse=True
        )

    def _paths(self, key: str) -> tuple[Path, Path]:
        return self._folder / f"{key}.json", self._folder / f"{key}.pdf"

    def _replace(self, path: Path, data: bytes) -> None:
        handle, name = tempfile.mkstemp(dir=self._folder, prefix=f".{path.stem}-")
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(name).replace(path)


def _file_digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _written(dependencies: Dependencies, sheets: Sheets) -> bytes:
    values = {
        "dependencies": dependencies._asdict(),
        "digest": _file_digest(sheets.path),
        "pages": sheets.pages,
        "cards": sheets.cards,
        "content": sheets.content,
        "problems": sheets.problems,
    }
    body = json.dumps(values).encode()
    return _checksum(body) + b"\n" + body


def _read(data: bytes) -> dict[str, Any] | None:
    """What a note says; None where it is not as it was written."""
    checksum, _, body = data.partition(b"\n")
    if checksum != _checksum(body):
        return None
    values: dict[str, Any] = json.loads(body)
    return values


def _checksum(body: bytes) -> bytes:
    return hashlib.sha256(body).hexdigest().encode()


def _dependencies(values: dict[str, Any]) -> Dependencies:
    def found(value: list[str] | None) -> Found:
        return None if value is None else (value[0], value[1])

    files = {name: value for name, value in values.items() if isinstance(value, dict)}
    return Dependencies(
        theme=found(values["theme"]),
        reported_in=values["reported_in"],
        **{name: {key: found(value) for key, value in named.items()} for name, named in files.items()},
    )


def _sheets(values: dict[str, Any], path: Path) -> Sheets:
    problems = tuple(_problem(*problem) for problem in values["problems"])
    return Sheets(path, values["pages"], values["cards"], values["content"], problems)


def _problem(message: str, place: list[Any] | None, *rest: Any) -> Problem:
    return Problem(message, Place(*place) if place else None, *rest)
