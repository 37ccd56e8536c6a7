"""The example turn of the rulebook, played: every card and every number in it is the engine's."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from generator.press.rulebook.manuscript import Database
from generator.rules import IllegalMove

from ..rule_numbers import standing
from .tables import choices, play, seat, table

EDITION = standing("battle-gate")
SHOWN = Database(EDITION.database)


@cache
def scenes() -> list[dict[str, Any]]:
    return EDITION.scenes()


def kind(name: str) -> str:
    """What the engine calls a card: its class's letter and its power."""
    values = SHOWN.card(name)
    return f"{str(values['class'])[0].upper()}{values['power']}"


def row(scene: int, number: int) -> list[dict[str, Any]]:
    """The cards of a row, as the rulebook shows them."""
    cards: list[dict[str, Any]] = scenes()[scene]["rows"][number]["cards"]
    return cards


def kinds(scene: int, number: int) -> list[str]:
    return [kind(card["show"]) for card in row(scene, number) if "show" in card]


def told(scene: int) -> str:
    text: str = scenes()[scene]["text"]
    return text


def test_the_example_turn_is_played_as_it_is_told() -> None:
    ben_field, ada_field = kinds(0, 0), kinds(0, 1)
    drawn_hand = kinds(1, 0)
    (boost,) = (kind(name) for card in row(3, 1) for name in card.get("laid", ()))
    (answer,) = (kind(name) for card in row(3, 0) for name in card.get("laid", ()))
    ada = seat(" ".join([*drawn_hand[:2], "M1 M1"]), " ".join(drawn_hand[2:]), " ".join(ada_field))
    ben = seat("M1 M2 M3 M4", f"{answer} M1 M1 S1", " ".join(ben_field))
    state = table(ada, ben)

    assert "up to two cards" in told(0)
    with pytest.raises(IllegalMove, match="up to 2 cards may be drawn"):
        state.play("draw 3")
    state.play("draw 2")
    hands = [player["hand"] for player in state.to_dict()["seats"]]
    assert sorted(hands[0]) == sorted(drawn_hand)
    assert "now holds five. Ben holds four." in told(0)
    assert [len(hand) for hand in hands] == [5, 4]

    view = state.view(0)
    assert view["seats"][0]["allowance"] == {"cards": 2, "power": 5}
    assert "2 cards with 5 power in all" in told(1)
    with pytest.raises(IllegalMove, match="5 power left, S6 needs 6"):
        state.play("field S6")
    assert "Smith Garrow alone would cost her 6" in told(1)
    (fielded,) = (kind(card["show"]) for card in row(1, 0) if card.get("note") == "plays")
    state.play(f"field {fielded}")
    assert state.view(0)["seats"][0]["allowance"] == {"cards": 1, "power": 2}
    assert "leaves her 1 card and 2 power" in told(1)
    assert state.view(1)["seats"][1]["allowance"] == {"cards": 1, "power": 4}
    assert "Ben has no assassin in play: 1 card, 4 power." in told(1)

    state.play("done")
    with pytest.raises(IllegalMove, match="Minions never attack"):
        state.play("attack M4>1")
    play(state, *(f"attack {attacker}>1" for attacker in kinds(2, 1)))
    blocks = [(number, card["show"]) for number, card in enumerate(row(2, 0)) if "show" in card]
    play(state, *(f"block {kind(name)}>{number}" for number, name in blocks))
    assert powers(state.view(0)) == scenes()[2]["between"]

    play(state, f"boost {boost}>0")
    assert powers(state.view(0))[0] == scenes()[3]["between"][0]
    boosted = scenes()[2]["between"][1].split(" against ")
    assert scenes()[3]["between"][1] == f"{boosted[0]} against {int(boosted[1]) + int(answer[1:])}"
    play(state, f"boost {answer}>1")
    # Neither has anything left to boost with, so that nobody is asked again: combat is over.
    after = state.to_dict()
    survivors = {
        number: [kind(c["show"]) for c in row(4, number) if c.get("mark") != "out"] for number in (0, 1)
    }
    assert after["seats"][1]["field"] == survivors[0]
    assert sorted(after["seats"][0]["field"]) == sorted([*survivors[1], kind("shoeing-tom")])
    assert len(after["seats"][1]["deck"]) == 4 - len(row(5, 0))
    assert f"discards the top {['no', 'one', 'two', 'three'][len(row(5, 0))]} cards" in told(5)

    assert sorted(after["seats"][0]["discard"]) == sorted(kinds(5, 1))
    (back,) = (kind(card["show"]) for card in row(5, 1) if "note" in card)
    assert after["phase"] == "recover"
    assert f"recover {back}" in choices(state)
    state.play(f"recover {back}")
    assert "It is Ben’s turn." in told(5)
    assert state.player == 1


def powers(view: Any) -> list[str]:
    """``5 against 3``, or the power of an attack that nobody stops."""
    found = []
    for attack in view["attacks"]:
        strength = sum(int(card[1:]) for card in [attack["card"], *attack["boosts"]])
        defence = sum(int(card[1:]) for card in [*attack["blocks"], *attack["block_boosts"]])
        found.append(f"{strength} against {defence}" if attack["blocks"] else str(strength))
    return found
