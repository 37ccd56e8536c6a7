"""Zip files whose bytes follow from what is in them: no dates, no order of a file system, no permissions."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

DATE = (1980, 1, 1, 0, 0, 0)
"""The first that the format knows."""
REGULAR = 0o100644 << 16
"""The attributes of a file that everybody may read, and its owner write."""
UNIX = 3
LEVEL = 9
CHUNK = 1024 * 1024


class Member(NamedTuple):
    """A file in an archive: its path there, and its content or the file that has it."""

    path: str
    content: bytes | Path

    @property
    def size(self) -> int:
        return len(self.content) if isinstance(self.content, bytes) else self.content.stat().st_size

    @property
    def sha256(self) -> str:
        if isinstance(self.content, bytes):
            return hashlib.sha256(self.content).hexdigest()
        with self.content.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()


def write_zip(path: Path, members: Sequence[Member]) -> None:
    """Writes an archive with the members in the order of their paths. Raises OSError."""
    from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

    with ZipFile(path, "w", ZIP_DEFLATED, compresslevel=LEVEL, strict_timestamps=True) as archive:
        for member in sorted(members):
            info = ZipInfo(member.path, DATE)
            info.compress_type = ZIP_DEFLATED
            info.create_system = UNIX
            info.external_attr = REGULAR
            info.file_size = member.size
            with archive.open(info, "w") as packed:
                if isinstance(member.content, bytes):
                    packed.write(member.content)
                    continue
                with member.content.open("rb") as file:
                    while chunk := file.read(CHUNK):
                        packed.write(chunk)
