"""``docs/hands.md`` keeps its word: its commands print what it shows, and it tells of every option."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from games import PROJECT, run_here

DOCS = (PROJECT / "docs" / "hands.md").read_text("utf-8")
FILES = re.findall(r"^`(\S+\.yaml)`\n\n```yaml\n(.*?)```", DOCS, re.DOTALL | re.MULTILINE)
SHOWN = re.findall(r"^```console\n\$ gatepress ([^\n]*)\n(.*?)```", DOCS, re.DOTALL | re.MULTILINE)
OPTIONS = re.findall(
    r"^`gatepress ((?:deck )?\w+) \[OPTIONS\][^\n]*\n(.*?)(?=^## )", DOCS, re.DOTALL | re.MULTILINE
)


@pytest.mark.parametrize(("command", "output"), SHOWN)
def test_a_command_prints_what_is_shown(
    command: str, output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES:
        Path(name).write_text(text, "utf-8")
    done = run_here(*shlex.split(command))
    assert done.code == 0
    assert done.stdout == output or not output


@pytest.mark.parametrize(("command", "section"), OPTIONS)
def test_every_option_is_told(command: str, section: str) -> None:
    helped = re.findall(r"^ +(--[a-z-]+) ", run_here(*command.split(), "--help").stdout, re.MULTILINE)
    told = re.findall(r"^\| `(--[a-z-]+)` \|", section, re.MULTILINE)
    assert sorted(told) == sorted(helped)


def test_there_is_something_to_hold_it_to() -> None:
    assert [command for command, _ in OPTIONS] == ["deck stats", "hands", "deck diff"]
    assert len(SHOWN) == 7
