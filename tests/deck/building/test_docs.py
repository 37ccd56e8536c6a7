"""docs/building-decks.md keeps its word: its commands print what it shows, and it names every option."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from games import PROJECT, run_here

DOCS = (PROJECT / "docs" / "building-decks.md").read_text("utf-8")
FILES = re.findall(r"^`([\w.-]+)`:\n\n```\w+\n(.*?)```", DOCS, re.DOTALL | re.MULTILINE)
SHOWN = re.findall(r"^\$ gatepress (.*)\n((?:(?!\$ |```).*\n)*)", DOCS, re.MULTILINE)


@pytest.mark.slow
def test_the_commands_print_what_is_shown() -> None:
    for name, text in FILES:
        Path(name).write_text(text, "utf-8")
    assert len(FILES) == 2
    assert len(SHOWN) > 10
    for command, shown in SHOWN:
        printed = run_here(*shlex.split(command)).output
        # A long deck is shown by its beginning.
        begin, dots, _ = shown.partition("  …\n")
        assert printed.startswith(begin) if dots else printed == shown, command


def test_every_option_is_explained() -> None:
    options = set(re.findall(r"--[a-z-]+", run_here("deck", "build", "--help").stdout)) - {"--help"}
    assert len(options) > 12
    table = set(re.findall(r"^\| `(--[a-z-]+)", DOCS, re.MULTILINE))
    assert table == options


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", DOCS):
        assert (PROJECT / "docs" / target).exists(), target
    headings = {
        re.sub(r"[^\w -]", "", line.lower()).strip().replace(" ", "-")
        for line in re.findall(r"^#+ (.*)$", DOCS, re.MULTILINE)
    }
    for anchor in re.findall(r"\]\(#([^)]+)\)", DOCS):
        assert anchor in headings
