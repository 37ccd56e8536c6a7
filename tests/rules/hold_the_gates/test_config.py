"""The configuration: other cards play otherwise, and how games begin."""

from __future__ import annotations

import pytest
from games import bundled_game

from generator import rules
from generator.rules import Game
from generator.rules.terminal import Display, display_for
from tests.cli.drawing import drawn


def display_of(game: Game) -> Display:
    return display_for(game, bundled_game("hold-the-gates"))


def loaded(*changes: str) -> Game:
    return rules.load("hold-the-gates", changes)


def at_the_village(game: Game, hand: str, enemies: list[str]) -> dict[str, object]:
    heading = {"turn": 11, "tier": 6, "phase": "preparation", "to_act": 0, "settlement": "village"}
    seats = [{"hand": [hand, "grunt"]}, {"hand": ["militia"], "field": enemies}]
    state = game.from_dict({**heading, "seats": seats})
    state.play(f"action {hand}")
    return state.to_dict()


def test_another_effect_and_amount_on_a_card_play_accordingly() -> None:
    game = loaded("berserkers.effect=hit-ranks", "berserkers.amount=1", "berserkers.ranks=3")
    end = at_the_village(game, "berserkers", ["militia 0", "archers 0", "archers 0", "townsfolk 0"])
    assert end["seats"][1]["field"] == ["militia 1", "archers 1", "archers 1", "townsfolk 0"]  # type: ignore[index]


def test_another_target_in_the_database_lets_other_units_be_named() -> None:
    game = loaded("rules.effects.hit.target=own")
    state = game.from_dict(
        {
            "turn": 1,
            "tier": 1,
            "phase": "preparation",
            "to_act": 0,
            "settlement": "village",
            "seats": [{"hand": ["skirmishers", "grunt"], "field": ["grunt 1"]}, {"hand": ["militia"]}],
        }
    )
    assert display_of(game).say("action skirmishers>0", state.view(0)) == (
        "play Harry of Skirmishers on Grunt, unit 0"
    )
    state.play("action skirmishers>0")
    assert state.to_dict()["seats"][0]["field"] == []


@pytest.mark.parametrize(("amount", "strength"), [(1, 4), (3, 2), (5, 0)])
def test_the_screen_has_the_strength_of_the_rules(amount: int, strength: int) -> None:
    """A weakened unit of strength 5, which stands as long as there is no damage on it."""
    game = loaded(f"shaman.amount={amount}")
    seats = [{"hand": ["shaman", "grunt"]}, {"hand": ["militia"], "field": ["militia 0", "archers 0"]}]
    heading = {"turn": 1, "tier": 1, "phase": "preparation", "to_act": 0, "settlement": "village"}
    state = game.from_dict({**heading, "seats": seats})
    state.play("action shaman>0")
    standing = state.to_dict()["seats"][1]["field"]
    assert ("militia 0 +shaman" in standing) == (strength > 0)
    screen = drawn(display_of(game), state.view(0))
    assert (f"Militia {strength} (Hex)" in screen) == (strength > 0)


def test_the_opening_shows_five_cards_of_each_side() -> None:
    game = loaded()
    state = game.start(seed=1)
    hands = dict(game.opening(state))
    assert list(hands) == ["Attacker", "Defender"]
    assert [len(hand) for hand in hands.values()] == [5, 5]
    assert list(hands.values()) == [side["hand"] for side in state.to_dict()["seats"]]
