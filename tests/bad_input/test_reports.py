"""What a run tells: everything at once, as text or as JSON; and what it does to the output folder."""

from __future__ import annotations

import errno
import json
import os
import tempfile
from pathlib import Path

import pytest
from forks import run_forked
from games import run, run_here, write_game

from .conftest import EARLIER, Refuse, check_refused, contents

GAME = """\
desinger: x
title: Tiny
theme: theme.yaml
components:
  cards:
    size: poker
    cards: [cards.yaml, more.yaml]
    front: card.xml.j2
    back: back.xml.j2
    fields: {name: text, power: whole}
"""
MANY_FAULTS = {
    "game": GAME,
    "cards": "- name: A\n  power: five\n- name: B\n  pwoer: 3\n- name: C\n",
    "front": '<card>\n<rect widht="3" height="x" fill="blu"/>\n<circel r="3"/>\n</card>',
    "back": "<card>\n{{ nmae() }}\n</card>",
    "files": {"more.yaml": "- name: D\n\tpower: 1\n", "layouts/theme.yaml": "palette:\n  ink: bluee\n"},
}


def test_all_problems_of_all_files_are_told_in_one_run(refuse: Refuse) -> None:
    told = refuse(**MANY_FAULTS)
    expected = [
        "g/cards.yaml:2:10: error: power: expected a whole number, got 'five' (card a)",
        "g/cards.yaml:4:3: error: unknown field `pwoer` (card b); did you mean `power`?",
        "g/game.yaml:1:1: error: unknown key `desinger`; did you mean `designer`?",
        "g/layouts/back.xml.j2:2: error: `nmae` is not defined here (card ",
        "g/layouts/card.xml.j2:2:1: error: <rect> has no attribute `widht` (card ",
        "g/layouts/card.xml.j2:2:1: error: <rect height>: expected a length, got 'x' (card ",
        "g/layouts/card.xml.j2:2:1: error: <rect fill>: no colour 'blu' (card ",
        "g/layouts/card.xml.j2:3:1: error: unknown element <circel> (card ",
        "g/layouts/theme.yaml:2:8: error: palette.ink: no colour 'bluee'; ",
        "g/more.yaml:2:1: error: YAML does not allow tabs for indentation; ",
    ]
    assert len(told) == len(expected)
    for line, beginning in zip(told, expected, strict=True):
        assert line.startswith(beginning)


def test_one_fault_of_a_layout_is_told_once_for_all_cards(refuse: Refuse) -> None:
    told = refuse(
        cards=[{"name": f"c{number}"} for number in range(54)],
        front='<card>\n<rect width="3" height="3" fill="blu"/>\n</card>',
    )
    assert told == [
        "g/layouts/card.xml.j2:2:1: error: <rect fill>: no colour 'blu' (card c0 and 53 others); "
        "did you mean `blue`?"
    ]


def test_json_tells_the_same_problems_on_standard_output(tmp_path: Path, out: Path) -> None:
    folder = write_game(tmp_path / "g", **MANY_FAULTS)
    plain = run_here("build", folder, "--out", "out")
    result = run_here("build", folder, "--out", "out", "--json")
    check_refused(result, out)
    told = json.loads(result.stdout)
    assert result.stderr == ""
    assert told["files"] == []
    assert told["errors"] == len(plain.problems) == len(told["problems"])
    for problem, line in zip(told["problems"], plain.problems, strict=True):
        place = ":".join(str(problem[key]) for key in ("file", "line", "column") if problem[key] is not None)
        assert line.startswith(f"{place}: ")
        assert problem["message"] in line
        assert problem["severity"] == "error"


def test_warnings_alone_do_not_hold_the_print_back(tmp_path: Path, out: Path) -> None:
    text = '<card>\n<text width="10" height="3">{{ "word " * 50 }}</text></card>'
    folder = write_game(tmp_path / "g", front=text)
    result = run_here("build", folder, "--out", "out")
    assert result.code == 0
    (told,) = result.problems
    assert told.startswith("g/layouts/card.xml.j2:2:1: warning: the text is ")
    assert "mm too high for its box even at 5.5 pt (card knight)" in told
    assert (out / "g/cards-a4.pdf").read_bytes().startswith(b"%PDF")


def test_an_output_folder_that_was_not_there_is_not_left_behind(tmp_path: Path) -> None:
    folder = write_game(tmp_path / "g", front="<card>")
    assert run_here("build", folder, "--out", tmp_path / "new").code == 1
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("where", ["file", "file/below"])
def test_an_output_folder_that_cannot_be_written(tmp_path: Path, out: Path, where: str) -> None:
    del out
    (tmp_path / "file").write_text("a file, no folder")
    result = run_forked("build", write_game(tmp_path / "g"), "--out", where, cwd=tmp_path)
    assert result.code == 1
    assert result.stderr.startswith(f"error: can't write to {where}: ")
    assert "Traceback" not in result.output
    assert (tmp_path / "file").read_text() == "a file, no folder"


def test_a_folder_in_the_place_of_a_file_stops_the_run(tmp_path: Path, out: Path) -> None:
    path = out / "g/cards-a4.pdf"
    path.unlink()
    path.mkdir()
    result = run_here("build", write_game(tmp_path / "g"), "--out", "out")
    assert result.code == 1
    assert result.problems == ["error: can't write to out: out/g/cards-a4.pdf: this is a folder"]
    assert list(contents(out)) == list(EARLIER)


@pytest.mark.skipif(os.name == "nt", reason="named pipes are of Unix")
def test_all_that_stands_in_the_way_is_told_and_nothing_is_written(tmp_path: Path, out: Path) -> None:
    (out / "g/cards-letter.pdf").mkdir()
    os.mkfifo(out / "g/cards-a3.pdf")
    before = contents(out)
    papers = ("--paper", "a4", "--paper", "letter", "--paper", "a3")
    result = run_here("build", write_game(tmp_path / "g"), "--out", "out", *papers)
    assert result.code == 1
    assert result.problems == [
        "error: can't write to out: out/g/cards-letter.pdf: this is a folder",
        "error: can't write to out: out/g/cards-a3.pdf: this is not a regular file",
    ]
    assert contents(out) == before


def test_a_file_in_the_place_of_a_game_s_folder_is_named(tmp_path: Path, out: Path) -> None:
    (out / "g/cards-a4.pdf").unlink()
    (out / "g").rmdir()
    (out / "g").write_text("a file")
    for arguments in ((), ("--contact",)):
        result = run_here("build", write_game(tmp_path / "g"), "--out", "out", *arguments)
        assert result.code == 1
        assert result.problems == ["error: can't write to out: out/g: this is a file, a folder is needed"]
    assert contents(out) == {"g": b"a file"}


def test_an_output_folder_without_the_right_to_write(
    tmp_path: Path, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Root may write anywhere, so the system's refusal is played."""

    def refuse(*_arguments: object, **_named: object) -> str:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(tempfile, "mkdtemp", refuse)
    result = run_here("build", write_game(tmp_path / "g"), "--out", "out")
    assert result.code == 1
    assert result.stderr.startswith("error: can't write to out: Permission denied")
    check_refused(result, out)


def test_the_report_reaches_a_terminal_that_knows_only_ascii(tmp_path: Path, out: Path) -> None:
    folder = write_game(tmp_path / "g", cards=[{"name": "Ölberg → Tor"}], front="<card>{{ no() }}</card>")
    for arguments in ((), ("--json",)):
        result = run(
            "build",
            folder,
            "--out",
            "out",
            *arguments,
            cwd=tmp_path,
            environment={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        )
        check_refused(result, out)
        assert "`no` is not defined here" in result.output
