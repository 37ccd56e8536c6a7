"""What holds for the files of every target, whichever there are."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from generator.export.target import target_names

from .every_target import export_to, files_in, write_whole_game


@pytest.mark.parametrize("name", target_names())
def test_the_same_game_in_another_folder_gives_the_same_bytes(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for folder in (tmp_path / "one", tmp_path / "an" / "other one"):
        write_whole_game(folder / "tiny")
        monkeypatch.chdir(folder)
        done = export_to(name, folder / "tiny", folder / "out")
        assert done.code == 0, done.output
        found.append(files_in(folder / "out"))
    one, other = found
    assert one.keys() == other.keys()
    assert [path for path in one if one[path] != other[path]] == []
    assert [path for path, content in one.items() if os.fsencode(tmp_path) in content] == []
