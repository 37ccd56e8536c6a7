"""``build --watch``: a saved file is seen, only what it touches is built, and errors end nothing."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from _thread import interrupt_main
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue
from threading import Thread, Timer

import pytest
import yaml
from games import PROJECT, write_game

from generator.catalog.load import load_game
from generator.catalog.paths import noting_files
from generator.catalog.problems import Problems
from generator.cli.commands.build import Watching, keep_building

PATIENCE = 30
"""Seconds until a line that does not come is missed."""
WATCHING = "watching for changes; press Ctrl-C to stop"


class Watch:
    """A running ``gatepress build --watch`` and the lines that it prints."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.lines: Queue[str] = Queue()
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))

    def build(self) -> list[str]:
        """The lines of the next build, up to where the watch goes on."""
        lines: list[str] = []
        while not lines or lines[-1] != WATCHING:
            lines.append(self.lines.get(timeout=PATIENCE))
        return lines[:-1]


@contextmanager
def watching(*arguments: str, cwd: Path, cache: Path | None = None) -> Iterator[Watch]:
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "generator", "build", *arguments, "--watch"],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(PROJECT), "GATEPRESS_CACHE": str(cache or cwd.parent / "cache")},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield Watch(process)
    finally:
        process.kill()
        process.wait()


@pytest.mark.slow
def test_a_saved_file_is_built_through_errors_and_back(tmp_path: Path) -> None:
    game = write_game(tmp_path / "tiny", cards=[{"name": "Knight"}])
    cards, sheet = game / "cards.yaml", tmp_path / "output" / "tiny" / "cards-a4.pdf"
    with watching("tiny", cwd=tmp_path) as watch:
        assert watch.build()[-1] == "1 file, 1 page, 1 card"
        first = sheet.read_bytes()

        cards.write_text("- {name: Night, copies: many}\n")
        broken = watch.build()
        assert broken[0] == "changed: tiny/cards.yaml"
        assert broken[1].startswith(
            "tiny/cards.yaml:1:25: error: copies: expected a whole number, got 'many'"
        )
        assert broken[-1] == "nothing was written"
        assert sheet.read_bytes() == first

        cards.write_text("- {name: Night}\n")
        assert watch.build()[-1] == "1 file, 1 page, 1 card"
        assert sheet.read_bytes() != first

        for width in (9, 19):
            before = sheet.read_bytes()
            layout = f"<card><rect width='{width}' height='9'/></card>\n"
            (game / "layouts" / "card.xml.j2").write_text(layout)
            assert watch.build()[0] == "changed: tiny/layouts/card.xml.j2"
            assert sheet.read_bytes() != before, "a layout that the cards are made with counts too"


def test_output_and_cache_inside_the_game_are_no_change_and_ctrl_c_ends_well(tmp_path: Path) -> None:
    game = write_game(tmp_path / "tiny")
    with watching(".", "--out", "out", cwd=game, cache=game / "cache") as watch:
        watch.build()
        with pytest.raises(Empty):
            watch.lines.get(timeout=1)
        (game / "cards.yaml").write_text("- name: Other\n")
        assert watch.build()[0] == "changed: cards.yaml"
        assert watch.lines.empty()
        watch.process.send_signal(signal.SIGINT)
        assert watch.process.wait(timeout=PATIENCE) == 0


def seen(folder: Path, named: str, *saved: str) -> list[str]:
    """Which of the files a watch takes note of when they come, for a game that lists ``named``."""
    shared = {"size": "poker", "front": "card.xml.j2", "safe": 0}
    game = {"title": "Tiny", "components": {"cards": {**shared, "cards": named}}}
    write_game(folder, game=yaml.safe_dump(game), files={"cards.csv": "name\nKnight\n"})
    watch = Watching(set())
    with noting_files() as watch.read:
        load_game(folder, Problems())
    found = []
    for name in saved:
        path = folder.resolve() / name
        path.parent.mkdir(exist_ok=True)
        path.touch()
        if watch.matters(path):
            found.append(name)
    return found


def test_what_no_build_reads_is_no_change(tmp_path: Path) -> None:
    strays = ["build.log", "notes.txt", "other.csv", "result.json", "nohup.out", "cards-a4.pdf"]
    read = ["cards.csv", "game.yaml", "art/knight.png", "layouts/part.j2", "fonts/Own.TTF"]
    assert seen(tmp_path / "game", "cards.csv", *strays, *read) == read


def test_what_a_build_would_read_is_a_change_when_it_comes(tmp_path: Path) -> None:
    assert seen(tmp_path / "one", "more.csv", "cards.csv", "more.csv") == ["more.csv"]
    assert seen(tmp_path / "many", "lists/*.csv", "lists/a.csv", "b.csv", "lists/c.log") == ["lists/a.csv"]


def test_a_folder_is_a_change_when_something_in_it_is(tmp_path: Path) -> None:
    seen(tmp_path / "game", "cards.csv", "logs/a.log", "art/b.png")
    watch = Watching(set())
    assert [watch.matters(tmp_path / "game" / name) for name in ("logs", "art", "gone")] == [
        False,
        True,
        True,
    ]


@pytest.mark.slow
def test_a_folder_that_goes_and_comes_back_is_watched_again(tmp_path: Path) -> None:
    game = write_game(tmp_path / "tiny")
    with watching("tiny", cwd=tmp_path) as watch:
        watch.build()
        game.rename(tmp_path / "away")
        assert "no game or folder named 'tiny'" in "".join(watch.build())
        (tmp_path / "away").rename(game)
        assert watch.build()[-1] == "1 file, 1 page, 1 card"
        (game / "cards.yaml").write_text("- {name: Night}\n- {name: Knight}\n")
        assert watch.build()[-1] == "1 file, 1 page, 2 cards"


@pytest.mark.parametrize("is_removed", [True, False], ids=["removed", "renamed"])
def test_a_folder_that_takes_the_place_of_another_is_watched(tmp_path: Path, *, is_removed: bool) -> None:
    """While a build is under way, so that the names are the same before and after."""
    game = write_game(tmp_path / "tiny")
    builds: list[str] = []

    def build() -> list[Path]:
        builds.append((game / "cards.yaml").read_text("utf-8"))
        if len(builds) == 1:
            if is_removed:
                shutil.rmtree(game)
            else:
                game.rename(tmp_path / "old")
            write_game(game, cards="second")
        elif builds[-1] == "second":
            (game / "cards.yaml").write_text("third", "utf-8")
        elif builds[-1] == "third":
            raise KeyboardInterrupt
        return [game]

    missed = Timer(PATIENCE, interrupt_main)
    missed.start()
    forgotten: list[object] = []
    keep_building([game], build, forget=forgotten.append)
    missed.cancel()
    assert builds[-1] == "third"
    assert forgotten.count(None) == 2, "of the new folder nobody knows what is the same"


def test_a_game_that_is_not_there_is_not_waited_for(tmp_path: Path) -> None:
    with watching("nowhere", cwd=tmp_path) as watch:
        assert watch.process.wait(timeout=PATIENCE) == 1
        assert "no game or folder named 'nowhere'" in watch.lines.get(timeout=PATIENCE)


def test_of_what_was_told_before_only_the_number_is_told_again(tmp_path: Path) -> None:
    """Whatever is put in above it; what is mended is told too."""
    game = write_game(tmp_path / "tiny", cards="- {name: Night, copies: many}\n- {name: Day, copies: few}\n")
    cards = game / "cards.yaml"
    with watching("tiny", cwd=tmp_path) as watch:
        assert [line.partition("got ")[2] for line in watch.build()[:2]] == [
            "'many' (card night)",
            "'few' (card day)",
        ]

        cards.write_text(
            "# new\n- {name: Night, copies: many}\n- {name: Day, copies: x}\n- {name: A, copies: y}\n"
        )
        assert watch.build() == [
            "changed: tiny/cards.yaml",
            "mended: 1 error, 0 warnings",
            "as before: 1 error, 0 warnings",
            "tiny/cards.yaml:3:23: error: copies: expected a whole number, got 'x' (card day)",
            "tiny/cards.yaml:4:21: error: copies: expected a whole number, got 'y' (card a)",
            "2 errors, 0 warnings",
            "nothing was written",
        ]

        cards.write_text("- {name: Night}\n")
        lines = watch.build()
        assert lines[1] == "mended: 3 errors, 0 warnings"
        assert lines[-1] == "1 file, 1 page, 1 card"


@pytest.mark.slow
def test_pictures_in_the_game_s_own_folder_are_no_change(tmp_path: Path) -> None:
    """A user stands in the game's folder, and there the output goes."""
    folder = write_game(tmp_path / "game")
    with watching("--form", "png", "--dpi", "20", cwd=folder) as watch:
        assert watch.build()[0].startswith("output/game/cards/")
        with pytest.raises(Empty):
            watch.lines.get(timeout=1.5)
        (folder / "cards.yaml").write_text("- {name: Squire}\n")
        lines = watch.build()
        assert lines[0] == "changed: cards.yaml"
        assert lines[-2].startswith(
            "removed, since nothing shows it any longer: output/game/cards/knight.png"
        )
        with pytest.raises(Empty):
            watch.lines.get(timeout=1.5)
