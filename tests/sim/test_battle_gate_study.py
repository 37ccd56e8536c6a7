"""``docs/studies/battle-gate.md``: its commands can be given, and a light form of what it claims holds."""

from __future__ import annotations

import re
import shlex
from typing import Any

import pytest
from games import PROJECT

from generator.cli.app import app
from generator.sim.statistics.comparisons import deal_means
from generator.sim.statistics.intervals import Interval, bounded_mean
from generator.sim.study.plan import ChosenDeck, Contestant, Plan
from generator.sim.study.table import open_table

PAGE = (PROJECT / "docs" / "studies" / "battle-gate.md").read_text("utf-8")
COMMANDS = re.findall(r"^gatepress .*", PAGE, re.MULTILINE)
DECKS = ("five-a-side", "carnival-knives", "retired-pantheon")


def test_the_page_shows_commands() -> None:
    assert len(COMMANDS) >= 4


@pytest.mark.parametrize("line", COMMANDS)
def test_a_command_of_the_page_can_be_given(line: str) -> None:
    from typer.main import get_command

    name, *words = shlex.split(line)[1:]
    group: Any = get_command(app)
    command = group.get_command(
        group.make_context("gatepress", [name, "--help"], resilient_parsing=True), name
    )
    assert command is not None
    context = command.make_context(name, words)
    assert context.params["game"] == "battle-gate"
    changes = context.params.get("changes") or []
    for text in changes:
        path, _, values = text.partition("=")
        for value in values.split(","):
            option = () if "." in path or path == "variant" else ((path, value),)
            change = () if option else (f"{path}={value}",)
            contestants = (Contestant("random", ChosenDeck(DECKS[0], DECKS[0])),) * 2
            open_table(Plan("battle-gate", "battle-gate", contestants, 2, 1, option, change))


def advantage(bot: str, deck: str, deals: int, *changes: str) -> Interval:
    """By how much the first player wins more than half of the games between equal decks."""
    contestants = (Contestant(bot, ChosenDeck(deck, deck)),) * 2
    table = open_table(Plan("battle-gate", "battle-gate", contestants, 2 * deals, 1, (), changes))
    with table.watched(0, 60):
        played = [table.play(number) for number in range(2 * deals)]
    points = [(game.first in game.result.winners) / max(1, len(game.result.winners)) for game in played]
    return bounded_mean(deal_means(points, 2)).scaled(1, -1 / 2)


@pytest.mark.slow
@pytest.mark.parametrize("deck", DECKS)
def test_who_begins_is_behind_and_the_variant_helps(deck: str) -> None:
    usual = advantage("random", deck, 250)
    assert usual.high < 0
    assert usual.high < advantage("random", deck, 250, "rules.first_turn.first_player=4").low
    assert usual.value < advantage("random", deck, 250, "variant=even-start").value < 0.05
