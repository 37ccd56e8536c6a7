"""docs/decks.md keeps its word: its commands give what it shows, and it names every rule and option."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from games import PROJECT, run_here

from generator.deck.rules import RULES

from .deck_files import battle_gate_format

DOCS = (PROJECT / "docs" / "decks.md").read_text("utf-8")
FILES = re.findall(r"^`([\w.-]+)`:\n\n```\w+\n(.*?)```", DOCS, re.DOTALL | re.MULTILINE)
SHOWN = re.findall(r"^\$ gatepress (.*)\n((?:(?!\$ |```).*\n)*)", DOCS, re.MULTILINE)


@pytest.mark.slow
def test_the_commands_print_what_is_shown() -> None:
    for name, text in FILES:
        Path(name).write_text(text, "utf-8")
    assert len(SHOWN) > 5
    for command, shown in SHOWN:
        assert run_here(*shlex.split(command)).output == shown, command


def test_every_rule_is_explained() -> None:
    table = dict(re.findall(r"^\| `(\w+)` \| (?:error|warning) \| (.*) \|$", DOCS, re.MULTILINE))
    assert list(table) == [rule.id for rule in RULES]
    for rule in RULES:
        begin = re.split(r"[.,:]", rule.sentence(battle_gate_format()))[0]
        assert table[rule.id].startswith(begin)


@pytest.mark.parametrize("command", ["check", "new"])
def test_every_option_is_explained(command: str) -> None:
    (section,) = re.findall(
        r"^## {} decks?\n(.*?)^## ".format({"check": "Checking", "new": "Starting a"}[command]),
        DOCS,
        re.DOTALL | re.MULTILINE,
    )
    options = set(re.findall(r"--\w[\w-]+", run_here("deck", command, "--help").stdout)) - {"--help"}
    assert options
    assert options <= set(re.findall(r"--\w[\w-]+", section))


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", DOCS):
        assert (PROJECT / "docs" / target).exists(), target
