"""``docs/playing.md`` keeps its word: the example prints what it shows, every option and order is told."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from games import PROJECT, run_here

from generator.cli.play.session import COMMANDS
from generator.rules import load, playable_games
from tests.cli.playing import play_json

DOCS = (PROJECT / "docs" / "playing.md").read_text("utf-8")
FILES = re.findall(r"^`(\S+)`\n\n```\w*\n(.*?)```", DOCS, re.DOTALL | re.MULTILINE)
SHOWN = re.findall(r"^```console\n\$ gatepress ([^\n]*)\n(.*?)```", DOCS, re.DOTALL | re.MULTILINE)


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES:
        Path(name).write_text(text, "utf-8")


def test_the_example_prints_what_is_shown() -> None:
    ((command, output),) = SHOWN
    done = run_here(*shlex.split(command))
    assert done.code == 0
    assert done.stdout == output


def test_the_example_of_a_fault() -> None:
    text = Path("siege.yaml").read_text("utf-8")
    Path("siege.yaml").write_text(text.replace("settlement: village", "settlement: vilage"))
    (told,) = re.findall(r"^siege\.yaml:\d+.*$", DOCS, re.MULTILINE)
    assert run_here("play", "--from", "siege.yaml").stderr.splitlines()[0] == told


def test_every_option_is_told() -> None:
    helped = re.findall(r"^ +(--[a-z-]+) ", run_here("play", "--help").stdout, re.MULTILINE)
    told = re.findall(r"^\| `(--[a-z-]+)` \|", DOCS, re.MULTILINE)
    assert sorted(told) == sorted(helped)


def test_every_order_is_told() -> None:
    assert set(re.findall(r"^\| `(?:(\w+)(?: FILE)?)` \| ", DOCS, re.MULTILINE)) >= set(COMMANDS)


def test_the_options_of_the_games_are_told() -> None:
    for name in playable_games():
        row = re.search(rf"^\| `{name}` \|.*$", DOCS, re.MULTILINE)
        assert row is not None, name
        for option in load(name).options:
            assert option.name in row[0]


def test_the_keys_of_json_are_told() -> None:
    told = play_json("--from", "siege.yaml", "--moves", "moves.txt")
    section = DOCS[DOCS.index("\n## JSON") :]
    assert re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE) == list(told)
    assert all(f"`{key}`" in section for key in told["result"])
