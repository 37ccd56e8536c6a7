"""Battle Gate's rules sheet: two pages on either paper, with the numbers of the game's data."""

from __future__ import annotations

from pathlib import Path

import pytest
from games import run_here

from .books import pages_of


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("more", [(), ("--low-ink",)])
def test_the_rules_are_one_sheet(tmp_path: Path, paper: str, more: tuple[str, ...]) -> None:
    arguments = ("--only", "rulebook", "--no-cache", "--paper", paper, "--out", tmp_path, *more)
    result = run_here("build", "battle-gate", *arguments)
    assert (result.code, result.stderr) == (0, "")
    (file,) = (tmp_path / "battle-gate").iterdir()
    front, back = pages_of(file)
    for fact in ("exactly 100 points", "17 to 100 cards", "from 1 to 6", "2 to 4 players", "ages 12 and up"):
        assert fact in front
    for fact in (
        "3 for the player who begins, 4 for everyone else",
        "1 + your soldiers in play",
        "1 + own assassins in play",
        "total power up to the cards in own hand",
        "by Marc Wolff, 2015",
    ):
        assert fact in back
