"""A rulebook that is to be printed on a paper."""

from __future__ import annotations

import fnmatch
from dataclasses import dataclass
from pathlib import Path

from generator.catalog.models import Game, Rulebook
from generator.catalog.sizes import Size
from generator.press.choice import RULEBOOK
from generator.press.job import Wishes, paper_name


@dataclass(frozen=True, slots=True)
class BookJob:
    """A game's rulebook for one paper."""

    game: Game
    rulebook: Rulebook
    paper: Size
    low_ink: bool = False

    @property
    def name(self) -> str:
        end = "-low-ink" if self.low_ink else ""
        return f"{RULEBOOK}-{paper_name(self.paper)}{end}.pdf"

    @property
    def path(self) -> Path:
        """Where it is written inside the output folder."""
        return Path(self.game.id, self.name)


def plan_book(game: Game, wishes: Wishes) -> BookJob | None:
    """The game's rulebook, if it has one and it is asked for. Who selects cards wants no rulebook."""
    if game.rulebook is None or wishes.select:
        return None
    if wishes.only and not any(fnmatch.fnmatchcase(RULEBOOK, pattern) for pattern in wishes.only):
        return None
    return BookJob(game, game.rulebook, wishes.paper, wishes.low_ink)
