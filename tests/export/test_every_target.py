"""What holds for the files of every target, whichever there are."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from generator.catalog.wording import fault_of_name
from generator.export.target import target_names

from .every_target import export_to, files_in, write_whole_game


@pytest.mark.parametrize("name", target_names())
def test_the_same_game_in_another_folder_gives_the_same_bytes(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for folder in (tmp_path / "one", tmp_path / "an" / "other one"):
        write_whole_game(folder / "tiny")
        for file in (folder / "tiny").iterdir():
            # What printers get bears the date of the game's files.
            os.utime(file, (10**9, 10**9))
        monkeypatch.chdir(folder)
        done = export_to(name, folder / "tiny", folder / "out")
        assert done.code == 0, done.output
        found.append(files_in(folder / "out"))
    one, other = found
    assert one.keys() == other.keys()
    assert [path for path in one if one[path] != other[path]] == []
    assert [path for path, content in one.items() if os.fsencode(tmp_path) in content] == []


LONG = "Long " * 60


@pytest.mark.slow
@pytest.mark.parametrize("name", target_names())
def test_every_system_can_have_the_files_whatever_the_user_calls_things(name: str, tmp_path: Path) -> None:
    for number, (folder, title) in enumerate([("aux", "Nul."), ("l" * 240, LONG)]):
        game = write_whole_game(tmp_path / str(number) / folder, title, ("con", "COM1.x", "lpt1.", "d" * 80))
        described = (game / "game.yaml").read_text("utf-8")
        lists = "    cards: [cards.yaml, prn.yaml, nul.csv, " + "q" * 240 + ".csv]"
        (game / "game.yaml").write_text(described.replace("    cards: cards.yaml", lists), "utf-8")
        (game / "prn.yaml").write_text("- {id: aux, name: Aux}")
        (game / "nul.csv").write_text("id,name\nnul,Nul\n")
        (game / ("q" * 240 + ".csv")).write_text("id,name\nprn,Prn\n")
        done = export_to(name, game, tmp_path / "out")
        if name == "zip":
            # What is packed is called as the game calls it.
            assert done.code == 1
            assert "aux" in done.stderr or "nul" in done.stderr
            continue
        assert done.code == 0, done.output
    found = [part for path in files_in(tmp_path / "out") for part in Path(path).parts]
    assert [part for part in found if fault_of_name(part) is not None] == []
