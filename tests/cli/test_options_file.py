"""``--options FILE``: what a command is given in a file, what goes before it, and what is wrong there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from games import run_here, write_game

BAD = """\
papr: a4
paper: [letter, 12]
gap: wide
backs: sideways
only: {cards: true}
low-ink: 1
out: [a, b]
json: true
strict: null
"""


@pytest.fixture(autouse=True)
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_game(
        tmp_path / "g", cards=[{"name": "Oak"}], front="<card><text width='50'>{{ name }}</text></card>"
    )
    monkeypatch.chdir(tmp_path)


def built(*arguments: str) -> list[str]:
    done = run_here("build", "g", "--no-cache", "--json", *arguments)
    assert done.code == 0, done.output
    return [Path(file["file"]).name for file in json.loads(done.stdout)["files"]]


def test_the_command_line_goes_before_the_file() -> None:
    Path("o.yaml").write_text("paper: [a4, letter]\nbacks: none\nmerge: false\ngap: 2\n")
    assert built("--options", "o.yaml") == ["cards-a4.pdf", "cards-letter.pdf"]
    assert built("--options", "o.yaml", "--paper", "a3") == ["cards-a3.pdf"]
    Path("o.json").write_text('{"paper": "letter"}')
    assert built("--options", "o.json") == ["cards-letter.pdf"]


def test_all_that_is_wrong_in_it_is_reported_at_once() -> None:
    Path("bad.yaml").write_text(BAD)
    done = run_here("build", "g", "--options", "bad.yaml")
    assert done.code == 1
    hint = "; `gatepress build --help` describes the options"
    assert done.stderr.splitlines() == [
        "bad.yaml:1:1: error: papr: there is no such option; did you mean `paper`?",
        "bad.yaml:3:6: error: gap: expected a length, got 'wide'; write for example `3 mm`",
        "bad.yaml:4:8: error: backs: 'sideways' is not one of none, duplex-long, duplex-short, gutterfold",
        f"bad.yaml:5:7: error: only: expected text or a number, got a mapping{hint}",
        f"bad.yaml:6:10: error: low-ink: expected true or false, got 1{hint}",
        f"bad.yaml:7:6: error: out: expected one value, got a list{hint}",
        "bad.yaml:8:1: error: json: this is given on the command line",
    ]
    assert not Path("output").exists()


def test_what_the_command_refuses_has_its_place_unless_it_was_typed() -> None:
    """Whether a paper is one, or options contradict each other, shows when the command looks at them."""
    Path("o.yaml").write_text("# of the printer\npaper: a44\n")
    done = run_here("build", "g", "--options", "o.yaml")
    assert done.code == 1
    assert done.stderr.startswith("o.yaml:2:8: error: paper: unknown paper 'a44'")
    typed = run_here("build", "g", "--options", "o.yaml", "--paper", "a55")
    assert typed.code == 2
    assert "Invalid value for --paper" in typed.stderr


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "o.yaml: error: the file does not exist"),
        ("- seed\n", "o.yaml:1:1: error: expected keys and values, got a list; write for example `seed: 7`"),
        ("games: 0\nseed: x\n", "o.yaml:1:8: error: games: 0 is not in the range 1<=x<=1000000000"),
        ("games: 2\nworkers: true\n", "o.yaml:2:10: error: workers: expected text or a number, got true"),
        ('csv: "a\\0b"\n', r"o.yaml:1:6: error: csv: expected text or a number, got 'a\x00b'"),
    ],
)
def test_files_that_are_none_and_bounds(text: str | None, message: str) -> None:
    if text is not None:
        Path("o.yaml").write_text(text)
    done = run_here("simulate", "hold-the-line", "--options", "o.yaml")
    assert done.code == 1
    assert done.stderr.startswith(message)
