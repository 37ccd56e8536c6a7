"""Card impact finds the card that is better, calls no other one better, and says what it can't tell."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest
from games import run_here

from generator.sim.balance.impact import ImpactReport, _side, blanks_of, measure_impact
from generator.sim.study.games import Games
from generator.sim.study.plan import ChosenDeck, Contestant, Plan
from generator.sim.study.store import Store
from generator.sim.study.table import open_table
from generator.sim.study.workers import Crew

from .test_draws import write_lottery
from .tiny import plan_of, write_duel


def impact(plan: Plan, deals: int) -> ImpactReport:
    return measure_impact(plan, deals, Crew(), lambda _: None)


@pytest.mark.slow
def test_a_planted_card_is_found_first_and_no_other_is_called_better(tmp_path: Path) -> None:
    """Of equal signs none is worth more than another, so that only the card that beats all of them is."""
    report = impact(plan_of(write_duel(tmp_path / "duel", planted=True), 0), 96)
    first, *others = report.cards
    assert first.blanked.card == "dynamite"
    assert first.holders == ("seat 0",)
    assert first.matters
    assert first.difference.low > 0
    assert first.beside is not None
    assert (first.beside.yardstick, first.beside.peers) == ("all", 6)
    stands_out = [card.name for card in report.cards if card.beside and card.beside.comparison.differs]
    assert stands_out == ["dynamite"]
    assert len(others) == 12
    assert any(card.difference.value != 0 for card in others)
    assert not any(card.matters for card in others)
    # Cards that show the blank's sign have nothing to lose.
    assert {one.blanked.card for one in report.unmeasured} == {
        f"{side}-rock-{number}" for side in ("left", "right") for number in (1, 2, 3)
    }


@pytest.mark.slow
def test_the_same_study_gives_the_same_report() -> None:
    plan = plan_of("hold-the-gates", 0)
    first, again = (json.dumps(impact(plan, 2).to_dict(), allow_nan=False) for _ in range(2))
    assert first == again


@pytest.mark.slow
def test_decks_are_measured_by_their_contestants() -> None:
    """The card goes with its deck from seat to seat; cards of decks that nobody plays are not in play."""
    decks = [ChosenDeck(name, name) for name in ("five-a-side", "night-shift")]
    plan = Plan("battle-gate", "battle-gate", tuple(Contestant("random", deck) for deck in decks), 0)
    report = impact(plan, 1)
    holders = {card.holders for card in report.cards}
    assert holders == {("random, five-a-side",), ("random, night-shift",)}
    assert {card.blanked.component for card in report.cards} == {"decks"}
    # Decks are paid by the power of their cards.
    assert {card.beside.yardstick for card in report.cards if card.beside} <= {"cost", "line"}
    reasons = {one.reason for one in report.unmeasured}
    assert reasons == {"It has nothing that a blank has not.", "No seat of these games plays with it."}


@pytest.mark.parametrize(
    ("holders", "expected"),
    [((0,), [1, 0, 0.5]), ((0, 2), [1, 0, 0.5]), ((0, 1), [1, 1, 1]), ((1,), [0, 1, 0.5])],
)
def test_a_card_has_the_win_of_its_side_once(holders: tuple[int, ...], expected: list[float]) -> None:
    """Of two pairs, 0 with 2 and 1 with 3: a holder, and partners who both hold it, have what they win."""
    points = np.array([[1, 0, 1, 0], [0, 1, 0, 1], [0.5, 0.5, 0.5, 0.5]])
    games = SimpleNamespace(
        plan=SimpleNamespace(contestants=[SimpleNamespace(deck=None)]),
        number=3,
        points=points,
        sides=((0, 2), (1, 3)),
        by_deal=list,
    )
    assert _side(cast(Games, games), holders) == expected


@pytest.mark.slow
def test_a_game_without_a_blank_is_offered_the_line_that_mends_it(tmp_path: Path) -> None:
    folder = write_duel(tmp_path / "duel", planted=False)
    text = (folder / "game.yaml").read_text("utf-8").replace("blank:\n      sign: rock", "back: null")
    assert "blank" not in text
    (folder / "game.yaml").write_text(text, "utf-8")
    cards = (folder / "cards.yaml").read_text("utf-8").replace("  sign:", "  power: 7\n  cost: 2\n  sign:")
    (folder / "cards.yaml").write_text(cards.replace("power: 7", "power: 3\n  text: Hit", 1), "utf-8")
    run = ("balance", str(folder), "--measure", "cards", "--bots", "random", "--games", "2")
    refused = run_here(*run)
    assert refused.code == 1
    assert "game.yaml:" in refused.stderr
    assert "no component of Tiny says what a blank card is" in refused.stderr
    line = "blank: { power: 3, text: null }"
    assert f"add `{line}` under `cards`" in " ".join(refused.stderr.split())
    (folder / "game.yaml").write_text(text.replace("back: null", line), "utf-8")
    assert run_here(*run).code == 0


def test_a_blank_changes_what_a_card_has_and_leaves_the_rest() -> None:
    blanks = {one.card: one for one in blanks_of(open_table(plan_of("hold-the-gates", 0)))}
    assert list(map(str, blanks["archers"].changes)) == [
        "cards/archers.strength=1",
        "cards/archers.ranged=0",
        'cards/archers.effect="nothing"',
    ]
    # A settlement has neither strength nor effect.
    assert [str(change) for change in blanks["village"].changes] == []


@pytest.mark.parametrize(
    ("game", "card"),
    [
        ("hold-the-gates", "militia"),
        ("hold-the-line", "olive-tank"),
        ("strongholds", "10H"),
        ("gateway", "fishmancer"),
        ("gateway", "merchant"),
        ("gateway", "lesser-flame"),
        ("gateway", "city-guard"),
        ("gateway", "drueggar-hulk"),
    ],
)
def test_bundled_games_are_played_with_blanks(game: str, card: str) -> None:
    """Their blanks are data like cards: the database loads with them, and a game comes to its end."""
    from generator.sim.sweeps.arms import plan_with

    from .tiny import study

    plan = plan_of(game, 2)
    blank = next(one for one in blanks_of(open_table(plan)) if one.card == card)
    assert blank.changes
    assert study(plan_with(plan, blank.changes)).store.count() == 2


@pytest.mark.slow
@pytest.mark.parametrize("shape", ["blanks", "drawn"])
def test_games_are_kept_and_gone_on_with(tmp_path: Path, shape: str) -> None:
    """With a blank in the place of each card, or one match where all draw from the same cards."""
    game, kept = tmp_path / "game", tmp_path / "kept"
    plan = plan_of(write_duel(game, planted=True) if shape == "blanks" else write_lottery(game, 9), 0)
    played = 0

    def stop(games: int) -> None:
        nonlocal played
        played += games
        if played > 40:
            raise KeyboardInterrupt

    undisturbed = impact(plan, 6)
    with pytest.raises(KeyboardInterrupt):
        measure_impact(plan, 6, Crew(), stop, kept)
    # Each blank is a study, with a crew of its own.
    found = measure_impact(plan, 6, Crew(2 if shape == "drawn" else 1), lambda _: None, kept)
    assert json.dumps(found.to_dict()) == json.dumps(undisturbed.to_dict())
    assert counted(kept) == found.games
    again: list[int] = []
    measure_impact(plan, 6, Crew(), again.append, kept)
    assert counted(kept) == sum(again) == found.games
    last = sorted(kept.glob("cards-*"))[-1]
    shown = run_here("replay", last, "3", "--game", game, "--json")
    assert shown.code == 0, shown.output


def counted(folder: Path) -> int:
    found = 0
    for file in folder.glob("cards-*/study.db"):
        with Store.open(file) as store:
            found += store.count()
    return found
