"""Battle Gate's rules: four pages on either paper, with the numbers of the game's data."""

from __future__ import annotations

from pathlib import Path

import pytest
from games import run_here

from .books import pages_of


@pytest.mark.slow
@pytest.mark.usefixtures("kept_sheets")
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("more", [(), ("--low-ink",)])
def test_the_rules_are_four_pages(tmp_path: Path, paper: str, more: tuple[str, ...]) -> None:
    arguments = ("--only", "rulebook", "--paper", paper, "--out", tmp_path, *more)
    result = run_here("build", "battle-gate", *arguments)
    assert (result.code, result.stderr) == (0, "")
    (file,) = (tmp_path / "battle-gate").iterdir()
    pages = pages_of(file)
    assert len(pages) == 4
    told = {
        0: (
            "2 to 4 players",
            "ages 12 and up",
            "how many of your 100 points it costs",
            "exactly 100 points",
            "17 to 100 cards",
            "from 1 to 6",
        ),
        1: (
            "The Carnival Knives 37 cards: 9 minions, 9 soldiers, 19 assassins.",
            "the others choose from the rest",
        ),
        2: (
            "3 for the player who begins, 4 for everyone else",
            "1 + your soldiers in play",
            "1 + their assassins in play",
            "total power up to the cards in hand",
        ),
        3: ("5 against 3", "by Marc Wolff, 2015"),
    }
    for page, facts in told.items():
        for fact in facts:
            assert fact in pages[page]
