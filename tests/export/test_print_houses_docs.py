"""``docs/print-houses.md`` keeps its word: its commands run, its options and conditions are all there are."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from games import PROJECT, run_here

from generator.catalog.press_settings import key_of
from generator.export.print_house import CONDITIONS
from generator.export.target import find_target
from generator.layout.colour import parse_colour

DOCS = (PROJECT / "docs" / "print-houses.md").read_text("utf-8")
COMMANDS = re.findall(r"^\$ gatepress (.*)$", DOCS, re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_runs(command: str) -> None:
    """On a few cards, so that it does not take long."""
    few = ["--select", "*infantry*"] if "--only" in command else ["--only", "reference"]
    done = run_here(*shlex.split(command), *few)
    assert done.code == 0, done.output
    assert len(list(Path("output").rglob("*.pdf"))) == 1


def test_there_is_something_to_run() -> None:
    assert len(COMMANDS) == 4


def test_every_option_is_told() -> None:
    told = re.findall(r"^\| `--([a-z-]+)` \|", DOCS, re.MULTILINE)
    assert sorted(told) == sorted(map(key_of, find_target("pdfx").settings))


def test_every_condition_is_told() -> None:
    (row,) = re.findall(r"^\| `--intent` \|(.*)$", DOCS, re.MULTILINE)
    assert set(re.findall(r"`([^`]+)`", row)) == set(CONDITIONS)


@pytest.mark.parametrize("written", sorted(set(re.findall(r"cmyk\([^)]*\)", DOCS))))
def test_colours_are_colours(written: str) -> None:
    assert parse_colour(written, {}).cmyk
