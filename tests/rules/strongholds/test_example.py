"""The example turn of the rulebook, played: powers, deaths and piles are those of the engine."""

from __future__ import annotations

from functools import cache
from typing import Any

from generator.games.strongholds.worlds import StrongholdsState

from ..rule_numbers import standing
from .tables import game, position, seat

RED, BLACK = [["KH", "KD", "QH", "QD", "JH", "JD"], ["KS", "KC", "QS", "QC", "JS", "JC"]]
TROOPS = [f"{number}{suit}" for suit in "SHCD" for number in range(2, 11)]
OTHERS = ["AH", "AC", "AD", "*R", "*B"]


@cache
def scenes() -> list[dict[str, Any]]:
    """Those of the turn; the examples of King and Jack come before them."""
    found = standing("strongholds").scenes()
    first = next(at for at, scene in enumerate(found) if scene["text"].startswith("**Muster.**"))
    return found[first:]


def row(scene: int, number: int) -> list[dict[str, Any]]:
    cards: list[dict[str, Any]] = scenes()[scene]["rows"][number]["cards"]
    return cards


def names(scene: int, number: int) -> list[str]:
    return [card["show"] for card in row(scene, number)]


def laid(scene: int) -> list[tuple[str, str]]:
    """What a defender lays, and on what."""
    return [(card, place["show"]) for place in row(scene, 0) for card in place.get("laid", ())]


def test_the_example_turn_is_played_as_it_is_told() -> None:
    (king, *his), (queen, *hers) = names(1, 0), names(1, 1)
    ben_keeps, ada_keeps = ["2D"], ["2S"]
    ada = [*hers, *(card for card, _ in laid(3)), *ada_keeps]
    ben = [*his, *(card for card, _ in laid(2)), *ben_keeps]
    assert (len(ada), len(ben)) == (6, 6)
    assert names(0, 0) == names(1, 0)
    assert names(0, 1) == names(1, 1)
    pile = [card for card in [*TROOPS, *OTHERS] if card not in (*ada, *ben)]
    state = game().from_dict(position(seat(RED, ada), seat(BLACK, ben), pile=pile))
    assert isinstance(state, StrongholdsState)

    for general, troops in ((queen, hers), (king, his)):
        state.play(f"general {general}")
        for troop in troops:
            state.play(f"send {troop}")
    assert state.power_through(state.players[0]) == sum(int(card["note"]) for card in row(1, 0)[1:])
    assert state.power_through(state.players[1]) == sum(int(card["note"]) for card in row(1, 1)[1:])

    for scene, one in ((3, 0), (2, 1)):
        assert state.player == one
        for card, on in laid(scene):
            state.play(f"lay {card}>{on}")
        through = state.power_through(state.players[one])
        assert through == sum(int(card["note"]) for card in row(scene, 0) if "note" in card)
        if state.player == one:
            state.play("done")

    after = state.to_dict()
    # One suit above the other.
    family = [card for half in (0, 1) for card in row(4, half)]
    dead = [card["show"] for card in family if card.get("mark") == "out"]
    assert [royal for royal in RED if royal not in after["seats"][0]["royals"]] == dead
    assert sorted(card["show"] for card in family) == sorted(royal for royal in RED if royal != queen)
    assert after["seats"][1]["royals"] == BLACK
    # The defeated pile was shuffled in: what the last picture shows there is in nobody's hand.
    drawn = {one: [card for card in after["seats"][one]["hand"] if card in pile] for one in (0, 1)}
    assert "Ada draws 5 cards and Ben 4" in scenes()[5]["text"]
    assert {one: len(cards) for one, cards in drawn.items()} == {0: 5, 1: 4}
    assert set(after["seats"][1]["hand"]) - set(drawn[1]) == {*ben_keeps, *names(5, 0)[1:]}
    defeated = {*hers, *his[:-1], *(card for scene in (2, 3) for card, _ in laid(scene))}
    assert set(names(5, 1)) == defeated
    assert defeated <= set(after["pile"])
