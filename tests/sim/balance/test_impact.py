"""Card impact finds the card that is better, calls no other one better, and says what it can't tell."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from games import write_game

from generator.catalog.problems import InputError
from generator.sim.balance.impact import ImpactReport, ImpactRequest, blanks_of, measure_impact
from generator.sim.study.plan import ChosenDeck, Contestant, Plan
from generator.sim.study.store import Store
from generator.sim.study.table import open_table
from generator.sim.study.workers import Crew

from .tiny import PAIRS, plan_of, write_duel, write_pairs


def impact(plan: Plan, deals: int, looks: int = 1) -> ImpactReport:
    return measure_impact(plan, ImpactRequest(deals, looks), Crew(), lambda _: None)


@pytest.mark.slow
def test_a_planted_card_is_found_first_and_no_other_is_called_better(tmp_path: Path) -> None:
    """Of equal signs none is worth more than another, so that only the card that beats all of them is."""
    report = impact(plan_of(write_duel(tmp_path / "duel", planted=True), 0), 96)
    first, *others = report.cards
    assert first.blanked.card == "dynamite"
    assert first.holders == ("seat 0",)
    assert first.matters
    assert first.difference.low > 0
    assert len(others) == 12
    assert any(card.difference.value != 0 for card in others)
    assert not any(card.matters for card in others)
    # Cards that show the blank's sign have nothing to lose.
    assert {one.blanked.card for one in report.unmeasured} == {
        f"{side}-rock-{number}" for side in ("left", "right") for number in (1, 2, 3)
    }


@pytest.mark.slow
def test_a_card_that_is_decided_is_not_played_on() -> None:
    """Of differences that can't be more than 1 all are negligible, if 1 is."""
    request = ImpactRequest(80, 2, negligible=1)
    report = measure_impact(plan_of("hold-the-gates", 0), request, Crew(), lambda _: None)
    assert report.stages == (20, 80)
    assert len(report.cards) == 13
    assert {card.deals for card in report.cards} == {20}
    assert report.games == 2 * 20 * (1 + 13)
    # With several looks each has its part of the error.
    assert {card.comparison.alone.level for card in report.cards} == {0.975}


@pytest.mark.slow
def test_the_same_study_gives_the_same_report() -> None:
    plan = plan_of("hold-the-gates", 0)
    first, again = (json.dumps(impact(plan, 2).to_dict(), allow_nan=False) for _ in range(2))
    assert first == again


def test_a_card_that_every_seat_draws_is_not_measured(tmp_path: Path) -> None:
    folder = write_game(
        tmp_path / "pairs",
        cards=[{"name": name, "rank": rank} for rank, name in enumerate(("deuce", "jack", "queen", "ace"))],
        component={"blank": {"rank": 0}},
        files={"rules.py": PAIRS},
    )
    report = impact(plan_of(folder, 0), 1)
    assert not report.cards
    told = {one.blanked.card: one.reason for one in report.unmeasured}
    assert told["deuce"] == "It has nothing that a blank has not."
    assert told["ace"] == "Every seat plays with it, so that it makes none of them win more than another."


@pytest.mark.slow
def test_decks_are_measured_by_their_contestants() -> None:
    """The card goes with its deck from seat to seat; cards of decks that nobody plays are not in play."""
    decks = [ChosenDeck(name, name) for name in ("five-a-side", "night-shift")]
    plan = Plan("battle-gate", "battle-gate", tuple(Contestant("random", deck) for deck in decks), 0)
    report = impact(plan, 1)
    holders = {card.holders for card in report.cards}
    assert holders == {("random, five-a-side",), ("random, night-shift",)}
    assert {card.blanked.component for card in report.cards} == {"decks"}
    reasons = {one.reason for one in report.unmeasured}
    assert reasons == {"It has nothing that a blank has not.", "No seat of these games plays with it."}


def test_a_game_that_does_not_say_what_a_blank_is_is_told_how(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no component of Tiny says what a blank card is") as raised:
        impact(plan_of(write_pairs(tmp_path / "pairs"), 0), 1)
    assert raised.value.hint is not None
    assert "blank: {power: 1}" in raised.value.hint


def test_looks_have_ever_more_deals() -> None:
    assert ImpactRequest(1600).stages() == (100, 400, 1600)
    assert ImpactRequest(100).stages() == (25, 100)
    assert ImpactRequest(30).stages() == (30,)
    assert ImpactRequest(1600, looks=1).stages() == (1600,)


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
def test_games_with_blanks_are_kept_and_gone_on_with(tmp_path: Path) -> None:
    plan, request = plan_of(write_duel(tmp_path / "duel", planted=True), 0), ImpactRequest(6)
    played = 0

    def stop(games: int) -> None:
        nonlocal played
        played += games
        if played > 40:
            raise KeyboardInterrupt

    undisturbed = measure_impact(plan, request, Crew(), lambda _: None)
    with pytest.raises(KeyboardInterrupt):
        measure_impact(plan, request, Crew(), stop, tmp_path / "kept")
    found = measure_impact(plan, request, Crew(), lambda _: None, tmp_path / "kept")
    assert json.dumps(found.to_dict()) == json.dumps(undisturbed.to_dict())
    studies = sorted((tmp_path / "kept").glob("cards-*/study.db"))
    assert len(studies) == 1 + len(found.cards)
    with Store.open(studies[-1]) as store:
        assert store.count() == 12
        assert store.plan.changes
