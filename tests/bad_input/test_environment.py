"""Odd surroundings: the environment, the current folder, full disks, locales, and names of folders."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from forks import run_forked
from games import Result, run, run_here, run_in_shell, write_game

needs_unix = pytest.mark.skipif(os.name == "nt", reason="the shell's ulimit and open folders are of Unix")


def shell(folder: Path, before: str, arguments: str, **environment: str) -> Result:
    """Runs the command in a shell that has done something before."""
    done = run_in_shell(folder, f"{before}; gatepress {arguments}", **environment)
    assert "Traceback" not in done.output
    return done


# A date for the files


@pytest.mark.parametrize(
    "date",
    ["soon", "-1", "1e9", "12.5", "0x10", "1_000", "１２", "32503680000", "9" * 20, "9" * 5000, "2026-11-22"],
)
@pytest.mark.parametrize("command", ["build g", "build g --contact", "diff g other"])
def test_a_date_that_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, date: str, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", date)
    write_game(tmp_path / "g")
    write_game(tmp_path / "other", cards=[{"name": "Rook"}])
    done = run_here(*command.split())
    assert done.code == 1
    (told,) = done.problems
    expected = "expected the seconds since 1970, 0 to 32503679999, got '"
    assert told.startswith(f"error: SOURCE_DATE_EPOCH: {expected}")
    assert "nothing was written" in done.stderr
    assert not Path("output").exists()


@pytest.mark.parametrize(("date", "year"), [("0", "1970"), (" 1700000000 ", "2023"), ("32503679999", "2999")])
def test_a_date_is_that_of_the_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, date: str, year: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GATEPRESS_CACHE", str(tmp_path / "cache"))
    folder = write_game(tmp_path / "g")
    for given in ("", date, ""):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", given)
        assert run_here("build", folder).code == 0
        with pikepdf.open("output/g/cards-a4.pdf") as pdf:
            # What is kept from an earlier run has the date of that.
            assert str(pdf.docinfo.get("/CreationDate", ""))[2:6] == (year if given else "")


@pytest.mark.parametrize("command", ["build g --only rulebook", "check g --vision"])
def test_a_date_that_is_none_is_reported_of_every_document(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "soon")
    folder = write_game(tmp_path / "g", files={"rulebook.md": "# Rook\n\nTake a card.\n"})
    with (folder / "game.yaml").open("a") as file:
        file.write("rulebook: {size: 9}\n")
    done = run_here(*command.split())
    assert done.code == 1
    assert "error: SOURCE_DATE_EPOCH: expected" in done.output
    assert not Path("output").exists()


# The current folder

COMMANDS = (
    "build {game}",
    "check {game}",
    "deck build",
    "deck new",
    "deck print five-a-side",
    "hands five-a-side --samples 100",
    "play hold-the-gates --watch --opponent random",
    "diff {game} {game}",
    "rules check hold-the-gates --games 1",
    "--help",
)


@needs_unix
@pytest.mark.parametrize("command", COMMANDS)
def test_a_current_folder_that_is_gone(tmp_path: Path, command: str) -> None:
    (tmp_path / "gone").mkdir()
    game = write_game(tmp_path / "g")
    done = shell(tmp_path / "gone", "rmdir ../gone", command.format(game=game))
    said = [line for line in done.stderr.splitlines() if "getcwd" not in line]
    assert said == ["the current folder can't be used: No such file or directory; change to another"]
    assert (done.code, done.stdout) == (1, "")


@needs_unix
def test_the_version_is_told_anywhere(tmp_path: Path) -> None:
    (tmp_path / "gone").mkdir()
    done = shell(tmp_path / "gone", "rmdir ../gone", "--version")
    assert done.code == 0
    assert done.stdout.startswith("gatepress ")


# Full disks


@needs_unix
@pytest.mark.parametrize("blocks", [0, 1])
@pytest.mark.parametrize(
    "command",
    [
        "deck build d.xlsx --force",
        "deck build d.yaml --cards 34 --force",
        "build g --no-cache",
        "build g --contact",
        "diff g other",
    ],
)
def test_a_full_disk_is_told_and_leaves_all_as_it_was(tmp_path: Path, command: str, blocks: int) -> None:
    """No file can be larger than that many blocks of 512 bytes."""
    write_game(tmp_path / "g")
    write_game(tmp_path / "other", cards=[{"name": "Rook"}])
    (tmp_path / "temporary").mkdir()
    for name in ("d.xlsx", "d.yaml"):
        (tmp_path / name).write_text("old")
    before = sorted(path.relative_to(tmp_path) for path in tmp_path.rglob("*"))
    temporary = str(tmp_path / "temporary")
    # Python would leave the first blocks of a module's bytecode as if they were all.
    own = {"TMPDIR": temporary, "GATEPRESS_CACHE": "", "PYTHONDONTWRITEBYTECODE": "1"}
    done = shell(tmp_path, f"ulimit -f {blocks}", command, **own)
    assert done.code == 1
    assert "can't be" in done.stderr or "can't write to output: File too large" in done.stderr
    assert sorted(path.relative_to(tmp_path) for path in tmp_path.rglob("*")) == before
    assert (tmp_path / "d.xlsx").read_text() == (tmp_path / "d.yaml").read_text() == "old"


# Sizes, homes and other variables


@pytest.mark.slow
@pytest.mark.parametrize(
    "environment",
    [
        {"COLUMNS": "²", "LINES": "²"},
        {"TERM": "no-such-terminal", "LANG": "xx_YY.odd", "LC_ALL": "odd", "TZ": ":odd"},
        {"RL_pageCompression": "odd", "RL_invariant": "odd", "RL_defaultPageSize": "odd"},
    ],
    ids=" ".join,
)
def test_odd_variables_change_nothing(tmp_path: Path, environment: dict[str, str], plain: str) -> None:
    """Among them those that Python and its packages read as they start."""
    check_nothing_changes(tmp_path, run, environment, plain)


@pytest.mark.parametrize(
    "environment",
    [
        {"COLUMNS": "abc", "LINES": "abc"},
        {"COLUMNS": "0", "LINES": "-1"},
        {"COLUMNS": "9" * 5000, "LINES": ""},
        {"HOME": "", "XDG_CACHE_HOME": ""},
        {"HOME": "home", "XDG_CACHE_HOME": "cache"},
        {"XDG_CACHE_HOME": "/dev/null"},
        {"GATEPRESS_CACHE": "/dev/null/cache", "TMPDIR": "/nowhere"},
    ],
    ids=" ".join,
)
def test_odd_variables_that_are_read_later_change_nothing(
    tmp_path: Path, environment: dict[str, str], plain: str
) -> None:
    check_nothing_changes(tmp_path, run_forked, environment, plain)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What `deck stats` prints in ordinary surroundings."""
    return run("deck", "stats", "five-a-side", cwd=tmp_path_factory.mktemp("plain")).stdout


def check_nothing_changes(
    folder: Path, start: Callable[..., Result], environment: dict[str, str], plain: str
) -> None:
    write_game(folder / "g")
    done = start("build", "g", cwd=folder, environment=environment)
    assert (done.code, done.stderr) == (0, "")
    assert sorted(path.name for path in folder.iterdir()) == ["g", "output"]
    stats = start("deck", "stats", "five-a-side", cwd=folder, environment=environment)
    assert stats.code == 0, stats.stderr
    assert stats.stdout == plain


# Letters

ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.mark.parametrize("arguments", [(), ("--json",)])
def test_a_locale_without_letters_costs_none(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    write_game(tmp_path / "g", cards=[{"name": "Ölberg 東 🐉", "id": "a"}])
    write_game(tmp_path / "other", cards=[{"name": "Œuvre → Tor", "id": "a"}])
    done = run("diff", "g", "other", "--no-pdf", *arguments, cwd=tmp_path, environment=ASCII)
    assert done.code == 0, done.stderr
    assert "Ölberg 東 🐉" in done.stdout
    assert "Œuvre → Tor" in done.stdout


def test_errors_keep_their_letters_too(tmp_path: Path) -> None:
    done = run("build", "Ölberg", cwd=tmp_path, environment=ASCII)
    assert done.code == 1
    write_game(tmp_path / "g", cards=[{"name": "Ölberg", "färbe": "x"}], component={"fields": {"a": "text"}})
    done = run("build", "g", cwd=tmp_path, environment=ASCII)
    assert done.code == 1
    assert "färbe" in done.stderr


@pytest.mark.parametrize(
    "names", [("🐉", "!!!"), ("Дракон", "Рыцарь"), ("Дракон 2", "Рыцарь 2"), ("???", "!?!")]
)
def test_games_of_any_names_have_folders_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, names: tuple[str, str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in names:
        write_game(Path(name))
    together = json.loads(run_here("build", *names, "--out", "together", "--json").stdout)["files"]
    assert len({file["file"] for file in together}) == 2
    for name, file in zip(names, together, strict=True):
        alone = json.loads(run_here("build", name, "--out", "alone", "--json").stdout)["files"]
        assert [one["game"] for one in alone] == [file["game"]]
    assert len(list(Path("alone").rglob("*.pdf"))) == 2


@pytest.mark.slow
def test_decks_of_any_names_have_files_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("🐉", "!!!", "Дракон"):
        Path(f"{name}.yaml").write_text("cards:\n  - {name: Ann, class: minion, power: 3}\n")
        assert run_here("deck", "print", f"{name}.yaml").code == 0
    assert len(list(Path("output").rglob("*.pdf"))) == 3


@pytest.mark.parametrize("taken", [("contact",), ("contact", "contact-sheet"), ("rulebook",)])
def test_a_contact_sheet_replaces_no_cards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, taken: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    component = {"size": "poker", "front": "card.xml.j2", "safe": 0, "press": {"backs": "none"}}
    components = {name: component | {"cards": f"{name}.yaml"} for name in taken}
    files = {f"{name}.yaml": "- name: Knight\n" for name in taken}
    write_game(Path("g"), game={"title": "Tiny", "components": components}, files=files)
    assert run_here("build", "g").code == 0
    cards = {path: path.read_bytes() for path in Path("output/g").iterdir()}
    assert run_here("build", "g", "--contact").code == 0
    assert {path: path.read_bytes() for path in cards} == cards
    assert len(list(Path("output/g").iterdir())) == len(taken) + 1
