"""Nothing is ever written through a link, by no command and no target, whichever there are."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import typer
from deck.own_formats import own_game
from export.every_target import write_whole_game
from games import Result, run_here

from generator.cli.app import app
from generator.export.target import target_names

pytestmark = pytest.mark.skipif(os.name == "nt", reason="links need a privilege on Windows")

PLAYED = "hold-the-gates"
TRACE = "ran"
"""The file that the rules of the games write when they are run."""


class Line(NamedTuple):
    """A command line that writes, in a folder where there are the games `tiny` and `grove`."""

    command: str
    arguments: str
    first: tuple[str, ...] = ()
    """What is done before."""
    out: str = "."
    """The folder that is named, which may be a link."""

    def run(self) -> Result:
        return run_here(*self.command.split(), *self.arguments.split())


SIMULATE = f"{PLAYED} --games 4 --bots random --out out/study"
LINES = (
    Line("build", "tiny --out out", out="out"),
    Line("build", "tiny --out out --form png", out="out"),
    Line("build", "tiny --out out --form png-sheets --no-cache", out="out"),
    Line("build", "tiny --out out --contact", out="out"),
    *(Line("export", f"tiny --to {name} --out out", out="out") for name in target_names()),
    Line("export", "tiny --to tts --folder table", out="table"),
    Line("check", "tiny --vision --out out", out="out"),
    Line("diff", "tiny other/tiny --print --out out", out="out"),
    Line("calibrate", "--out out", out="out"),
    Line("calibrate", "--printer office --dx 0.4"),
    Line("deck print", "grove/woods.yaml --game grove --out out", out="out"),
    Line("deck build", "new.yaml --game grove --force"),
    Line("deck build", "new.csv --game grove --force"),
    Line("deck new", "new.yaml --game grove"),
    Line("import", "elves.cod begun"),
    Line("new", "begun"),
    Line("translate", "tiny de"),
    Line("play", f"{PLAYED} --watch --opponent random --seed 6 --log log.json"),
    Line("simulate", SIMULATE, out="out/study"),
    Line("simulate", f"{PLAYED} --games 4 --bots random --csv games.csv"),
    Line("replay", "out/study 1 --out log.json", (f"simulate {SIMULATE}",)),
    Line("balance", f"{PLAYED} --measure seats --games 4 --bots random --out out", out="out"),
    Line("balance", f"{PLAYED} --measure seats --games 4 --bots random --report r.html --report r.pdf"),
    Line("sweep", f"{PLAYED} --set militia.strength=3,4 --games 4 --bots random --csv s.csv --plots s.pdf"),
    Line("sweep", f"{PLAYED} --set militia.strength=3,4 --games 4 --bots random --plots s.png"),
    Line("sweep", f"{PLAYED} --set militia.strength=3,4 --games 4 --bots random --out out", out="out"),
    Line("stats", "hold-the-line --plots s.pdf"),
    Line("stats", "hold-the-line --plots s.png"),
    Line(
        "tune",
        f"{PLAYED} --target seat0=0.1±0.01 --free militia.strength=1..2 --games 20 --trials 3 "
        "--check-games 4 --bots random --patch patch.yaml",
    ),
    Line(
        "tune",
        f"{PLAYED} --target seat0=0.1±0.01 --free militia.strength=1..2 --games 4 --bots random --out out",
        out="out",
    ),
)
QUICK = ("calibrate", "deck", "diff", "import", "new", "play", "replay", "translate")
WRITE_NOTHING = (
    *(
        "credits",
        "deck check",
        "deck diff",
        "deck stats",
        "docs",
        "fonts",
        "hands",
        "rate",
        "rules check",
        "rules show",
    ),
    "studio",  # Of the studio: tests/studio.
)
READ_ONLY = {"--format", "--from", "--moves", "--replay", "--scenarios", "file", "study", "files", "folder"}
"""Files and folders that are read wherever they are named, and arguments that the lines have."""


def commands(group: Any = None, way: str = "") -> Iterator[tuple[str, Any]]:
    group = group or typer.main.get_command(app)
    for name in group.list_commands(None):
        command = group.get_command(None, name)
        if hasattr(command, "list_commands"):
            yield from commands(command, f"{way}{name} ")
        else:
            yield f"{way}{name}", command


def test_every_command_that_writes_is_here_with_every_file_that_it_names() -> None:
    known = dict(commands())
    assert known.keys() == {line.command for line in LINES} | set(WRITE_NOTHING)
    for name, command in known.items():
        words = " ".join(line.arguments for line in LINES if line.command == name).split()
        files = {one.opts[0] for one in command.params if one.type.name in ("path", "file", "directory")}
        assert files - READ_ONLY <= set(words), name


def prepare(folder: Path, line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.mkdir()
    write_whole_game(folder / "tiny")
    write_whole_game(folder / "other", ids=("goblin", "dwarf"))
    (folder / "other").rename(folder / "older")
    shutil.copytree(folder / "tiny", folder / "other" / "tiny")
    (folder / "older/cards.yaml").replace(folder / "other/tiny/cards.yaml")
    own_game(folder / "grove", "grove")
    (folder / "grove/woods.yaml").write_text("cards: {moss: 1, fox: 3, bear: 3, rain: 2, frost: 1}\n")
    for game in ("tiny", "other/tiny", "grove"):
        (folder / game / "rules.py").write_text(f"open({str(folder / TRACE)!r}, 'w').close()\n")
    (folder / "table").mkdir()
    elves = '<cockatrice_deck><zone name="main"><card name="Elf"/></zone></cockatrice_deck>'
    (folder / "elves.cod").write_text(elves)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("GATEPRESS_CONFIG", str(folder / "config"))
    monkeypatch.setenv("GATEPRESS_CACHE", "")
    for words in line.first:
        assert run_here(*words.split()).code == 0


def files_in(folder: Path) -> dict[str, tuple[int, int, int]]:
    """Each file with what a write would change; links are not followed."""
    return {
        path.relative_to(folder).as_posix(): (
            path.lstat().st_ino,
            path.lstat().st_mtime_ns,
            path.lstat().st_size,
        )
        for path in sorted(folder.rglob("*"))
        if path.is_symlink() or path.is_file()
    }


def put_file(link: Path, elsewhere: Path, was: Path) -> None:
    """A link to a file that the command would write over."""
    shutil.copyfile(was, elsewhere)
    os.utime(elsewhere, (10**9, 10**9))
    link.symlink_to(elsewhere)


def put_nothing(link: Path, elsewhere: Path, was: Path) -> None:
    del was
    link.symlink_to(elsewhere)


def put_folder(link: Path, elsewhere: Path, was: Path) -> None:
    del was
    elsewhere.mkdir()
    link.symlink_to(elsewhere)


@pytest.mark.parametrize(
    "line",
    [
        line
        if line is LINES[0] or line.command.startswith(QUICK)
        else pytest.param(line, marks=pytest.mark.slow)
        for line in LINES
    ],
    ids=lambda line: f"{line.command} {line.arguments}",
)
def test_no_command_writes_through_a_link(
    line: Line, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = tmp_path / "first"
    prepare(first, line, monkeypatch)
    before = files_in(first)
    done = line.run()
    written = sorted(files_in(first).keys() - before.keys())
    assert written, done.output
    assert TRACE not in written, "it has run a game's rules, though it does not play that game"
    assert not list(first.rglob(".gatepress-*"))
    # Whatever lies between the folder that was named and the files.
    inside = {above for name in written for above in Path(name).parents if Path(line.out) in above.parents}
    named = {Path(one) for one in ("tiny", "config", "begun", "begun/layouts", "out", "out/study")}
    ways: Mapping[str, tuple[Callable[[Path, Path, Path], None], list[str]]] = {
        "file": (put_file, written),
        "one": (put_file, written[len(written) // 2 :][:1]),
        "nothing": (put_nothing, written),
        "folder": (put_folder, sorted(path.as_posix() for path in inside - named)),
    }
    for kind, (put, places) in ways.items():
        tops = [one for one in places if not any(Path(other) in Path(one).parents for other in places)]
        if not tops or (kind == "one" and len(written) == 1):
            continue
        folder, elsewhere = tmp_path / kind, tmp_path / f"{kind} elsewhere"
        prepare(folder, line, monkeypatch)
        elsewhere.mkdir()
        for number, name in enumerate(tops):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            put(folder / name, elsewhere / str(number), first / name)
        before, precious = files_in(folder), files_in(elsewhere)
        done = line.run()
        assert (done.code, files_in(elsewhere)) == (1, precious), (kind, done.output)
        assert files_in(folder) == before, (kind, done.output)
        if line.command not in ("import", "new"):
            assert "this is a link, so nothing was written; remove it, or name another" in done.output
            assert any(name in done.output for name in tops), done.output
