"""Archives of strangers: what is in them stays in them, and what is wrong is told by name."""

from __future__ import annotations

import os
import random
import stat
import struct
import tempfile
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
from games import Result, run_here
from hypothesis import given
from hypothesis import strategies as st

from generator.catalog import archive
from generator.catalog.archive import entry_path
from generator.catalog.problems import InputError

GAME = {
    "g/game.yaml": "title: Tiny\ncomponents:\n  cards: {size: poker, cards: cards.yaml, front: card.xml.j2, "
    "safe: 0, press: {backs: none}}\n",
    "g/cards.yaml": "- {id: knight, name: Knight}\n",
    "g/layouts/card.xml.j2": '<card><text width="60">{{ name }}</text></card>\n',
}
Pack = Callable[..., Path]


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for temporary files, which is empty after every run; the current folder is another."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    (tmp_path / "here").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    monkeypatch.chdir(tmp_path / "here")
    return folder


@pytest.fixture
def pack() -> Pack:
    """Writes ``f.zip`` with a game in it and what is given; entries are as their ``ZipInfo`` says."""

    def write(*more: tuple[zipfile.ZipInfo, bytes], files: Mapping[str, str] = GAME) -> Path:
        path = Path("f.zip")
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
            for name, text in files.items():
                file.writestr(name, text)
            for info, content in more:
                file.writestr(info, content)
        return path

    return write


def entry(name: str, content: bytes = b"x", **attributes: Any) -> tuple[zipfile.ZipInfo, bytes]:
    info = zipfile.ZipInfo(name)
    info.filename = info.orig_filename = name
    for attribute, value in attributes.items():
        setattr(info, attribute, value)
    return info, content


def check_refused(result: Result, *words: str) -> None:
    """Status 1, one sentence that names the archive, and nothing left: neither output nor temporary files."""
    assert result.code == 1, result.output
    assert "Traceback" not in result.output
    (line,) = result.problems
    assert line.startswith("f.zip: error: ") or "f.zip" in line, line
    for word in words:
        assert word in line
    assert list(Path(tempfile.gettempdir()).iterdir()) == []
    assert not Path("output").exists()


def outside(tmp_path: Path) -> set[str]:
    return {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*")}


def test_a_game_in_an_archive_is_built_and_nothing_is_left(pack: Pack, temporary: Path) -> None:
    result = run_here("build", pack(), "--no-cache")
    assert result.code == 0, result.output
    assert Path("output/g/cards-a4.pdf").is_file()
    assert list(temporary.iterdir()) == []


def test_a_game_at_the_top_of_an_archive_is_called_like_the_archive(pack: Pack) -> None:
    result = run_here("build", pack(files={name.removeprefix("g/"): text for name, text in GAME.items()}))
    assert result.code == 0, result.output
    assert Path("output/f/cards-a4.pdf").is_file()


def test_problems_are_told_at_their_places_in_the_archive(pack: Pack) -> None:
    files = {**GAME, "g/cards.yaml": "- {id: knight, name: Knight}\n- {name: Knight, copies: many}\n"}
    result = run_here("check", pack(files=files))
    assert result.code == 1
    assert "f.zip/g/cards.yaml:2:26: error: copies: expected a whole number, got 'many'" in result.stdout
    assert "temporary" not in result.output


def test_a_layout_is_told_at_its_place_in_the_archive(pack: Pack) -> None:
    result = run_here("build", pack(files={**GAME, "g/layouts/card.xml.j2": "<card><txt/></card>"}))
    assert result.problems[0].startswith("f.zip/g/layouts/card.xml.j2:1:7: error: ")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("../evil.yaml", "leads out of the archive"),
        ("g/../../evil.yaml", "leads out of the archive"),
        ("/etc/evil.yaml", "not relative to the archive"),
        ("C:/evil.yaml", "not relative to the archive"),
        ("c:evil.yaml", "not relative to the archive"),
        ("~/evil.yaml", "not relative to the archive"),
        ("g\\..\\..\\evil.yaml", "has a backslash in its name"),
        *((f"g/art/{name}", "Windows keeps for a device") for name in ("CON.png", "nul", "COM1.txt", "COM¹")),
        *((f"g/{name}/a.png", "Windows keeps for a device") for name in ("aux", "Lpt9.x", "aux .png")),
        *((f"g/art/{name}", "which Windows leaves out") for name in ("moss.", "moss.png ", "a ")),
        *((f"g/art/a{sign}b.png", "no file can have on Windows") for sign in ':*?"<>|'),
        ("g/evil\n.yaml", "has a name that no file can have"),
        ("g/" + "e" * 300 + ".yaml", "has a name that is too long"),
        ("g/" + "e/" * 300 + "x.yaml", "has a name that is too long"),
        ("", "has a name that no file can have"),
        ("./", "has a name that no file can have"),
    ],
)
def test_a_name_that_leads_elsewhere_is_refused(pack: Pack, tmp_path: Path, name: str, words: str) -> None:
    path = pack(entry(name))
    before = outside(tmp_path)
    check_refused(run_here("build", path), "the entry ", words)
    assert outside(tmp_path) == before


def test_a_name_with_a_null_byte_is_refused(pack: Pack) -> None:
    path = pack(entry("g/evil@.yaml"))
    path.write_bytes(path.read_bytes().replace(b"evil@.", b"evil\0."))
    check_refused(run_here("build", path), "has a name that no file can have")


@pytest.mark.parametrize(
    ("mode", "words"),
    [
        (stat.S_IFLNK, "is a link"),
        (stat.S_IFIFO, "is not a regular file"),
        (stat.S_IFCHR, "is not a regular file"),
        (stat.S_IFBLK, "is not a regular file"),
        (stat.S_IFSOCK, "is not a regular file"),
    ],
)
def test_links_and_devices_are_refused(pack: Pack, mode: int, words: str) -> None:
    link = entry("g/art", b"/etc/passwd", create_system=3, external_attr=(mode | 0o777) << 16)
    check_refused(run_here("build", pack(link)), "the entry 'g/art'", words)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("g/Cards.yaml", "the entries 'g/cards.yaml' and 'g/Cards.yaml' would be one file"),
        ("g/cards.yaml/x.png", "is a file by one entry and a folder by another"),
        ("g/layouts", "is a file by one entry and a folder by another"),
    ],
)
def test_two_entries_for_one_place_are_refused(pack: Pack, name: str, words: str) -> None:
    check_refused(run_here("build", pack(entry(name))), words)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_an_entry_that_is_there_twice_is_refused(pack: Pack) -> None:
    check_refused(run_here("build", pack(entry("g/cards.yaml"))), "'g/cards.yaml' is in the archive twice")


def test_letters_that_file_systems_take_for_the_same_are_one_place(pack: Pack) -> None:
    composed, apart = "g/\u00e9.yaml", "g/e\u0301.yaml"
    check_refused(run_here("build", pack(entry(composed), entry(apart))), "would be one file")


def test_an_encrypted_entry_is_refused(pack: Pack) -> None:
    path = pack()
    data = bytearray(path.read_bytes())
    at = data.index(b"PK\x01\x02")
    data[at + 8] |= 1
    path.write_bytes(bytes(data))
    check_refused(run_here("build", path), "is encrypted", "pack it again without a password")


def test_rare_methods_are_refused(pack: Pack) -> None:
    path = pack(entry("g/x.yaml", compress_type=zipfile.ZIP_LZMA))
    check_refused(run_here("build", path), "'g/x.yaml' is packed by a method that few programs know")


def test_a_name_in_an_old_code_page_is_refused_and_utf_8_without_a_word_is_read(pack: Pack) -> None:
    for written, is_sound in (("é".encode(), True), (b"\x82!", False)):
        path = pack(entry("g/@@.png"))
        path.write_bytes(path.read_bytes().replace(b"@@", written))
        if is_sound:
            assert run_here("build", path).code == 0
            Path("output/g/cards-a4.pdf").unlink()
            Path("output/g").rmdir()
            Path("output").rmdir()
        else:
            check_refused(run_here("build", path), "has a name that is not UTF-8")


def test_a_bomb_is_refused_before_it_is_unpacked(pack: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "PLAIN", 1_000_000)
    bomb = entry("g/bomb.yaml", bytes(3_000_000), compress_type=zipfile.ZIP_DEFLATED)
    check_refused(run_here("build", pack(bomb)), "'g/bomb.yaml' unpacks to more than 200 times its size")


def test_an_entry_that_is_larger_than_it_says_is_stopped(pack: Pack) -> None:
    path = pack(entry("g/bomb.yaml", b"x" * 50_000, compress_type=zipfile.ZIP_DEFLATED))
    data = path.read_bytes()
    path.write_bytes(data.replace(struct.pack("<L", 50_000), struct.pack("<L", 10)))
    check_refused(run_here("build", path), "'g/bomb.yaml' is")


@pytest.mark.parametrize(
    ("limit", "value", "words"),
    [
        ("MAX_ENTRIES", 2, "more than 2 files are in the archive"),
        ("MAX_DIRECTORY", 100, "more than 10,000 files are in the archive"),
        ("MAX_ENTRY", 20, "is larger than 0 MiB"),
        ("MAX_TOTAL", 50, "the archive unpacks to 0 MiB"),
        ("MAX_ARCHIVE", 50, "the archive is larger than 0 MiB"),
    ],
)
def test_no_archive_is_larger_than_a_game(
    pack: Pack, monkeypatch: pytest.MonkeyPatch, limit: str, value: int, words: str
) -> None:
    monkeypatch.setattr(archive, limit, value)
    check_refused(run_here("build", pack()), words)


def test_an_archive_without_a_game_and_one_with_two(pack: Pack) -> None:
    check_refused(
        run_here("build", pack(files={"a.txt": "x"})), "has no game.yaml, so there is no game in it"
    )
    check_refused(run_here("build", pack(files={"g/game.yml": "x"})), "rename game.yml to game.yaml")
    two = {**GAME, "h/game.yaml": "title: Other\n"}
    check_refused(run_here("build", pack(files=two)), "2 games are in the archive: g, h")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "the file is empty, not a zip archive"),
        (b"hello", "this is not a zip archive"),
        (b"PK\x03\x04 and so on", "the archive ends too early"),
        (b"PK\x05\x06" + bytes(18), "has no game.yaml"),
    ],
)
def test_what_is_no_archive_is_told(content: bytes, words: str) -> None:
    Path("f.zip").write_bytes(content)
    check_refused(run_here("build", "f.zip"), words)


def test_another_kind_of_archive_is_told() -> None:
    Path("f.zip.7z").write_bytes(b"7z\xbc\xaf")
    check_refused(run_here("build", "f.zip.7z"), "only zip archives are opened", "unpack it")


def test_an_archive_that_is_spoilt_anywhere_ends_in_a_sentence(pack: Pack) -> None:
    """Each byte may be another, and the file may end anywhere: a build, or a refusal, and nothing left."""
    whole = pack().read_bytes()
    chance = random.Random(17)
    for _ in range(60):
        spoilt = bytearray(whole)
        for _ in range(chance.randint(1, 3)):
            spoilt[chance.randrange(len(spoilt))] = chance.randrange(256)
        if chance.random() < 0.3:
            del spoilt[chance.randrange(len(spoilt)) :]
        Path("f.zip").write_bytes(bytes(spoilt))
        result = run_here("check", "f.zip")
        assert result.code in (0, 1)
        assert "Traceback" not in result.output
        assert list(Path(tempfile.gettempdir()).iterdir()) == []


def test_code_in_an_archive_never_runs(pack: Pack) -> None:
    """Neither when it is printed nor when somebody wants to play it."""
    ran = Path("ran").absolute()
    code = f"open({str(ran)!r}, 'w').close()\n"
    path = pack(files={**GAME, "g/rules.py": code, "g/sitecustomize.py": code, "g/layouts/__init__.py": code})
    for command in ("build", "check", "credits"):
        assert run_here(command, path).code == 0, command
    refused = run_here("simulate", path, "--games", "1")
    assert refused.code == 1
    assert "'f.zip' is an archive, and this may run code that is in it" in refused.stderr
    assert not ran.exists()


def test_hidden_files_and_archives_inside_are_not_unpacked(pack: Pack) -> None:
    more = {"__MACOSX/g/game.yaml": "x", "g/.git/config": "x", "g/inner.zip": "PK"}
    assert run_here("build", pack(files={**GAME, **more})).code == 0


def test_an_archive_is_not_watched(pack: Pack) -> None:
    result = run_here("build", pack(), "--watch")
    assert result.code == 2
    assert "an archive does not change; unpack it to work on it" in result.output


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="everything can be read")
def test_an_archive_that_may_not_be_read(pack: Pack) -> None:
    path = pack()
    path.chmod(0)
    check_refused(run_here("build", path), "the archive can't be read: Permission denied")


def test_no_room_for_temporary_files(pack: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    path = pack()
    monkeypatch.setattr(tempfile, "tempdir", "nowhere")
    result = run_here("build", path)
    assert result.code == 1
    assert "no temporary files can be written: No such file or directory" in result.stderr


STEPS = st.text(st.characters(codec="utf-8") | st.sampled_from("./\\:~\0"), max_size=12)


@pytest.mark.slow
@given(st.lists(STEPS, max_size=6).map("/".join))
def test_whatever_an_entry_is_called_it_stays_below(name: str) -> None:
    """A name is refused, or its path has no step that leads up, and is the name without what says nothing."""
    try:
        path = entry_path(name)
    except InputError:
        return
    assert not path.is_absolute()
    assert ".." not in path.parts
    assert path.parts
    base = PurePosixPath("/base")
    assert os.path.normpath(base / path).startswith("/base/")
    assert "\0" not in name
    assert "\\" not in name
    assert [step for step in name.split("/") if step not in ("", ".")] == list(path.parts)
