"""Cache folders in which somebody else has been."""

from __future__ import annotations

import os
import socket
import stat
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from forks import run_forked
from games import Result, run_here, write_game

HUGE = 5 * 1024**3
PIPES = hasattr(os, "mkfifo")


def sparse(path: Path) -> None:
    """A file of 5 GiB that takes no room."""
    with path.open("wb") as file:
        file.truncate(HUGE)


def listening(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(os.path.relpath(path))


ODD: dict[str, Callable[[Path], None]] = {"of 5 GiB": sparse, "a folder": Path.mkdir}
if PIPES:
    ODD |= {
        "a pipe": os.mkfifo,
        "a socket": listening,
        "endless": lambda path: path.symlink_to("/dev/zero"),
        "a link to itself": lambda path: path.symlink_to(path.name),
    }


def build(folder: Path) -> Result:
    """In a process of its own, for that the build comes to an end is half of the test."""
    cache = {"GATEPRESS_CACHE": str(folder / "cache")}
    done = run_forked("build", "g", cwd=folder, environment=cache)
    assert done.code == 0, done.output
    return done


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache with the sheets of the game ``g``, in the current directory."""
    monkeypatch.chdir(tmp_path)
    write_game(tmp_path / "g")
    build(tmp_path)
    assert len(list((tmp_path / "cache").iterdir())) == 2
    return tmp_path / "cache"


@pytest.mark.parametrize("suffix", ["json", "pdf"])
@pytest.mark.parametrize("kind", ODD)
def test_what_this_never_writes_is_not_read(cache: Path, kind: str, suffix: str) -> None:
    (entry,) = cache.glob(f"*.{suffix}")
    entry.unlink()
    ODD[kind](entry)
    printed = cache.parent / "output" / "g" / "cards-a4.pdf"
    before = printed.read_bytes()
    # Of an unchanged file in its place nothing that was kept is needed.
    printed.unlink()
    build(cache.parent)
    assert printed.read_bytes() == before
    # A folder may hold somebody's files; everything else is replaced by what belongs there.
    assert stat.S_ISDIR(entry.lstat().st_mode) if kind == "a folder" else stat.S_ISREG(entry.lstat().st_mode)
    assert {path.suffix for path in cache.iterdir()} == {".json", ".pdf"}, "nothing half-written is left"
    assert max(path.stat().st_size for path in cache.iterdir()) < 100_000


@pytest.mark.skipif(not PIPES, reason="there are no such links")
def test_a_link_is_replaced_and_what_it_leads_to_stays(cache: Path) -> None:
    (note,) = cache.glob("*.json")
    other = cache.parent / "mine.json"
    note.rename(other)
    note.symlink_to(other)
    before = other.read_bytes(), other.stat().st_mtime_ns
    build(cache.parent)
    assert not note.is_symlink()
    assert (other.read_bytes(), other.stat().st_mtime_ns) == before


@pytest.mark.skipif(not PIPES, reason="there are no pipes")
def test_what_nobody_asks_for_is_tidied_up(cache: Path) -> None:
    """By the next sheets that are kept. It counts for nothing: the good ones beside it stay."""
    good = set(cache.iterdir())
    os.mkfifo(cache / f"{'0' * 40}.json")
    sparse(cache / f"{'1' * 40}.pdf")
    (cache / f"{'2' * 40}.pdf").mkdir()
    write_game(cache.parent / "g", cards=[{"name": "Another"}])
    build(cache.parent)
    left = set(cache.iterdir())
    assert left >= {*good, cache / f"{'2' * 40}.pdf"}
    assert len(left) == len(good) + 1 + 2
    assert all(path.is_dir() or path.is_file() for path in left)


MADE_UP = (
    b"{}",
    b"[]",
    b"null",
    b'{"dependencies": {}}',
    b'{"dependencies": {"theme": 5}}',
    b'{"dependencies": [[]]}',
    b"[" * 5000,
)
"""Notes whose checksum is right, and nothing else."""


def test_a_note_that_was_made_up(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GATEPRESS_CACHE", str(cache))
    (note,) = cache.glob("*.json")
    for body in MADE_UP:
        note.write_bytes(sha256(body).hexdigest().encode() + b"\n" + body)
        done = run_here("build", "g")
        assert done.code == 0, done.output
        assert note.read_bytes().partition(b"\n")[2] != body, "it is replaced"


@pytest.mark.skipif(not PIPES, reason="there are no pipes")
def test_what_is_no_file_among_the_games_icons(tmp_path: Path) -> None:
    game = write_game(tmp_path / "g", files={"icons/a.svg": "<svg/>"})
    os.mkfifo(game / "icons" / "pipe.svg")
    (game / "icons" / "folder.svg").mkdir()
    build(tmp_path)
    done = build(tmp_path)
    assert "1 file" in done.output
