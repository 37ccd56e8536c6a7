"""Game folders and files in a directory of their own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from .game_folder import GameFolder


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GameFolder:
    monkeypatch.chdir(tmp_path)
    return GameFolder(Path("my-game"))


@pytest.fixture
def file(tmp_path: Path) -> Callable[[str | bytes], Path]:
    def write(content: str | bytes) -> Path:
        path = tmp_path / "file"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write
