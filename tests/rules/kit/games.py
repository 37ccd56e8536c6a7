"""Games of the kit that are also written by hand: Leduc poker, and Hold the Line with its own cards."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from generator.catalog.load import load_game
from generator.catalog.problems import Problems
from generator.rules.conformance.other_process import Opener
from generator.rules.kit import Rules
from generator.rules.kit.opening import open_game
from generator.rules.kit.state import KitGame
from generator.rules.loading import load

# The benchmarks import this module by another name.
from .hold_the_line import rules as hold_the_line_rules

HERE = Path(__file__).resolve().parent
BUNDLED = HERE.parents[2] / "cards"


def opened(rules: Rules, folder: Path) -> KitGame:
    """The game of a rules file with the card database of a folder."""
    problems = Problems()
    database = load_game(folder, problems)
    # The table that the folder lays is that of its own rules, whose zones have other names.
    database = database and replace(database, tables=())
    game = open_game(rules, database, problems) if database is not None else None
    assert isinstance(game, KitGame), "\n".join(map(str, problems))
    return game


def leduc() -> KitGame:
    """Leduc poker by the kit."""
    game = load(str(HERE / "leduc"))
    assert isinstance(game, KitGame)
    return game


def hold_the_line() -> KitGame:
    """Hold the Line by the kit, with the cards that the hand-written game has."""
    return opened(hold_the_line_rules.rules, BUNDLED / "hold-the-line")


def opener(name: str) -> Opener:
    """How another process gets one of them."""
    return Opener(__name__, name)
