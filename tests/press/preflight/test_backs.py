"""Cards whose backs would stay white without anybody having said so."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from games import run_here, write_game

FACE = "<card><rect width='5' height='5'/></card>"

Check = Callable[..., str]


@pytest.fixture
def check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Check:
    monkeypatch.chdir(tmp_path)

    def told(**described: Any) -> str:
        return run_here("check", write_game(tmp_path / "g", front=FACE, **described)).stdout

    return told


@pytest.mark.parametrize("press", [{}, {"backs": "duplex-long"}, {"form": "pod"}, {"marks": "none"}])
def test_a_component_without_a_back_is_told(check: Check, press: dict[str, str]) -> None:
    line, closing = check(component={"press": press}).splitlines()
    place, _, told = line.partition(": ")
    assert re.fullmatch(r"g/game.yaml:\d+:\d+", place)
    assert told == (
        "warning: components.cards: the cards have no back; "
        "add `back:` with a template, or `press: {backs: none}` if the backs stay white"
    )
    assert closing == "0 errors, 1 warning"


def test_a_back_or_a_word_about_it_is_enough(check: Check) -> None:
    assert check(component={"press": {"backs": "none"}}) == "0 errors, 0 warnings\n"
    assert check(back=FACE) == "0 errors, 0 warnings\n"
    assert check(back=FACE, component={"press": {"backs": "none"}}) == "0 errors, 0 warnings\n"
