"""One card, checked: what is told about its layout."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from games import run_here, write_game

Told = Callable[..., list[str]]
PLACE = "g/layouts/card.xml.j2:"


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Told:
    """What ``gatepress check`` tells of a game with one card, line by line, without its closing line.

    The front is given as lines inside ``<card>``, so that the first one is line 2 of the template.
    Places are told from the template's line on: ``2:1: warning: …``.
    """
    monkeypatch.chdir(tmp_path)

    def check(*lines: str, **given: Any) -> list[str]:
        component = {"safe": 3, "press": {"backs": "none"}} | given.pop("component", {})
        front = "\n".join(["<card>", *lines, "</card>"])
        shutil.rmtree(tmp_path / "g", ignore_errors=True)
        # By its whole path: what was read of a picture is remembered by it, for all tests.
        folder = write_game(tmp_path / "g", front=front, component=component, **given)
        done = run_here("check", folder)
        *found, closing = done.stdout.splitlines()
        assert closing.endswith(("warning", "warnings")), done.output
        return [line.removeprefix(PLACE) for line in found]

    return check


@pytest.fixture
def font_file() -> Callable[[str], bytes]:
    """A font file of this weight, for a game to bring along."""
    from generator.layout.fonts import built_in_family

    family = built_in_family("source-sans")
    return lambda weight: (family.bold if weight == "Bold" else family.regular).read_bytes()
