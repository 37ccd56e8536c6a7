"""A file of printers with nonsense in it is told by place; nothing is printed, or saved over it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from games import run_here, write_game

SQUARE = '<card><rect x="-3" y="-3" width="69.5" height="94.9" fill="#aa3311"/></card>'
ENTRY = "printers:\n  office:\n    - paper: a4\n      backs: duplex-long\n"


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stands beside a game; the file that printers are kept in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GATEPRESS_CONFIG", "settings")
    Path("settings").mkdir()
    write_game(tmp_path / "g", front=SQUARE, back=SQUARE)
    return Path("settings", "printers.yaml")


WRONG = [
    (ENTRY + "      dx: .nan\n", "5:11: printers.office.0.dx: expected a length, got nan"),
    (ENTRY + "      dx: 1e9\n", "5:11: printers.office.0.dx: a length cannot be more than 2000 mm"),
    (
        ENTRY + "      dy: 40 mm\n",
        "5:11: printers.office.0.dy: 40 mm is more than any printer is off; from -10",
    ),
    (ENTRY + "      dy: [1]\n", "5:11: printers.office.0.dy: expected a length, got a list"),
    (ENTRY + "      rotate: 90\n", "5:15: printers.office.0.rotate: a turn of 90 degrees is more than any"),
    (ENTRY + "      rotate: yes\n", "5:15: printers.office.0.rotate: expected degrees, got"),
    (ENTRY + "      skew: 4\n", "5:13: printers.office.0.skew: a turn of 4 degrees is more than any"),
    (ENTRY + f"      rotate: {'9' * 400}\n", "5:15: the number '999"),
    (
        ENTRY + "      scale: 3\n",
        "5:14: printers.office.0.scale: a scale of 3 is more than any printer is off",
    ),
    (ENTRY + "      scale: [1, 1, 1]\n", "5:14: printers.office.0.scale: expected a scale, got a list"),
    (ENTRY + "      scale: []\n", "5:14: printers.office.0.scale: expected a scale"),
    (ENTRY + "      scale: {x: 1}\n", "5:14: printers.office.0.scale: expected a scale"),
    (ENTRY + "      angle: 1\n", "5:7: printers.office.0: unknown key `angle`"),
    (ENTRY + "      rotat: 1\n", "5:7: printers.office.0: unknown key `rotat`; did you mean `rotate`?"),
    (ENTRY + "      dx: 1\n      dx: 2\n", "6:7: "),
    (ENTRY + "    - {paper: 210x297mm, backs: duplex-long}\n", "5:7: printers.office.1: 210 x 297 mm"),
    (ENTRY + "  OFFICE: []\n", "5:3: printers.OFFICE: there is another printer of this name"),
    (ENTRY + "  none: []\n", "5:3: printers.none: no printer can be called none"),
    (ENTRY + "default: home\n", "5:10: default: no printer is called 'home'; there are office"),
    (ENTRY + "default: [a]\n", "5:10: default: expected a printer's name"),
    (
        "printers:\n  office:\n    - paper: a44\n      backs: duplex-long\n",
        "3:14: printers.office.0.paper: unknown",
    ),
    (
        "printers:\n  office:\n    - paper: a4\n      backs: none\n",
        "4:14: printers.office.0.backs: expected one of",
    ),
    ("printers:\n  office:\n    - paper: a4\n", "printers.office.0: `backs` is missing"),
    ("printers:\n  office: {paper: a4}\n", "2:11: printers.office: expected a list"),
    ("printers: [a4]\n", "1:11: printers: expected keys and values"),
    ("printer: {}\n", "1:1: unknown key `printer`; did you mean `printers`?"),
    ("- a4\n", "1:1: expected keys and values, got a list"),
    ("", "the file is empty"),
    ("{", "settings/printers.yaml:"),
    ("\0", "settings/printers.yaml"),
]


@pytest.mark.parametrize(("text", "told"), WRONG)
def test_nonsense_is_told_by_its_place(file: Path, text: str, told: str) -> None:
    file.write_text(text)
    for command in (("build", "g"), ("calibrate", "--list"), ("calibrate", "--printer", "p", "--dx", "1")):
        done = run_here(*command)
        assert done.code == 1, done.output
        assert told in done.stderr.replace(": error: ", ": ")
        assert "settings/printers.yaml" in done.stderr
    assert not Path("output").exists()
    assert file.read_text() == text
    assert run_here("build", "g", "--printer", "none").code == 0, "sheets can be printed without it"


def test_all_is_told_at_once(file: Path) -> None:
    file.write_text(ENTRY + "      dx: far\n      scale: 0\n      rotate: 40\n  ../x: []\n")
    done = run_here("build", "g")
    assert done.stderr.count("settings/printers.yaml:") == 3
    assert "expected a length, got 'far'" in done.stderr


def test_a_folder_in_the_file_s_place_is_told(file: Path) -> None:
    file.mkdir()
    for command in (("build", "g"), ("calibrate", "--printer", "p", "--dx", "1")):
        done = run_here(*command)
        assert (done.code, "settings/printers.yaml" in done.stderr) == (1, True)
    assert list(Path("settings").iterdir()) == [file]


@pytest.mark.parametrize("target", ["nowhere", "printers.yaml"])
def test_a_link_that_leads_nowhere_is_told(file: Path, target: str) -> None:
    file.symlink_to(target)
    for command in (("build", "g"), ("calibrate", "--list"), ("calibrate", "--printer", "p", "--dx", "1")):
        done = run_here(*command)
        told = "this is a link" if "--dx" in command else "settings/printers.yaml: error: the file "
        assert (done.code, told in done.stderr) == (1, True)
    assert not Path("output").exists()


def test_a_file_in_the_folder_s_place_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("there").write_text("")
    monkeypatch.setenv("GATEPRESS_CONFIG", "there")
    done = run_here("calibrate", "--printer", "p", "--dx", "1")
    assert (done.code, "can't write to there" in done.stderr) == (1, True)


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is read-only for root")
def test_a_folder_that_is_read_only_is_told(file: Path) -> None:
    file.parent.chmod(0o500)
    done = run_here("calibrate", "--printer", "p", "--dx", "1")
    file.parent.chmod(0o700)
    assert done.code == 1
    assert "Permission denied" in done.stderr
    assert not file.exists()


def test_a_disk_that_is_full_leaves_the_file_as_it_was(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run_here("calibrate", "--printer", "p", "--dx", "1").code == 0
    before = file.read_bytes()

    def full(path: Path, content: bytes) -> int:
        del path, content
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    done = run_here("calibrate", "--printer", "q", "--dx", "1")
    assert done.code == 1
    assert "No space left on device" in done.stderr
    assert file.read_bytes() == before
    assert list(file.parent.iterdir()) == [file]
