"""Each card of Gateway is played, and what happens is what its printed words say.

The words are read from the printed face (``card_cases_print``). What they mean is done by hand on a desk
beside the engine (``card_cases_desk``, ``card_cases_deeds``), or measured in battles, which see in
``test_cards_in_battle``.
"""

from __future__ import annotations

from typing import Any

import pytest

from .card_cases_deeds import DEEDS, do_all
from .card_cases_desk import Desk, card_of, number, paying, pools, prints, says
from .card_cases_print import CHOICE, Sentence
from .card_cases_tables import end_of_round, turn

CHOOSING = ("first", "last", "stop")
ASKS = {
    CHOICE,
    "discard",
    "sift",
    "cull",
    "discard-for-points",
    "revive",
    "recall",
    "claim",
    "others-discard-to",
}
"""Sentences that leave a choice: each card with one of them is played in all of these ways."""


def ways(trigger: str, *components: str) -> list[Any]:
    """Each card of the components, with each way to choose if it leaves a choice at this trigger."""
    found = []
    for card_id, (component, _, print_) in prints().items():
        if component in components:
            words = {sentence.word for sentence in print_.of(trigger)}
            for choosing in CHOOSING if words & ASKS else CHOOSING[:1]:
                found.append(pytest.param(card_id, choosing, id=f"{card_id}, {choosing}"))
    return found


def in_deployment(desk: Desk) -> None:
    """The turn as it stands: what a player may still do is what the cards gave."""
    assert desk.differences() == []
    left = {"power": 1, "gold": 0, "drafts": 1, "attacks": 1}
    left = {pool: amount + desk.given[pool] for pool, amount in left.items()}
    told = pools(desk.state.to_dict())
    assert told == left
    assert_power_is_worth(desk, left["power"])
    if desk.state.to_dict()["phase"] == "deployment":
        desk.play("done")
    assert_gold_is_worth(desk, left["gold"], left["drafts"])
    assert_attacks(desk, left["attacks"])


def assert_power_is_worth(desk: Desk, power: int) -> None:
    """Exactly the cards of the hand that cost no more can be played."""
    payable = {f"play {card}" for card in desk.mine["hand"] if number(card_of(card), "power") <= power}
    assert {word for word in desk.legal() if word.startswith("play ")} == payable


def assert_gold_is_worth(desk: Desk, gold: int, drafts: int) -> None:
    """Exactly the cards that cost no more can be drafted, so often; a Merchant is free."""
    stacks = desk.position["stacks"]
    prices = {stack: number(card_of(stack if not isinstance(left, list) else left[0]), "cost")
              for stack, left in stacks.items() if left and stack != "beard-fish"}  # fmt: skip
    for _ in range(drafts):
        wanted = {f"draft {stack}" for stack, price in prices.items() if price <= gold}
        assert desk.legal() == wanted | {"done"}
        desk.play("draft merchant")
    assert desk.state.to_dict()["phase"] == "attack"


def assert_attacks(desk: Desk, attacks: int) -> None:
    """So many empty districts can be taken, each in an Attack phase of its own."""
    for _ in range(attacks):
        districts = desk.state.to_dict()["districts"]
        free = [at for at, district in enumerate(districts) if district["owner"] is None]
        if not free:
            return
        assert desk.state.player == 0
        assert f"attack {free[0]}" in desk.legal()
        desk.play(f"attack {free[0]}")
    assert desk.state.to_dict()["active"] == 1


@pytest.mark.parametrize(("card", "choosing"), ways("played", "base", "city", "runestones"))
def test_a_card_that_is_played_does_what_it_says(card: str, choosing: str) -> None:
    desk = Desk(turn(card, "magic-orb"), choosing)
    for each in ("magic-orb", card):
        desk.play(f"play {each}")
        paying(desk, each)
        do_all(desk, says(each).of("played"))
    in_deployment(desk)


@pytest.mark.parametrize(("card", "choosing"), ways("used", "runestones"))
def test_a_runestone_that_is_used_does_what_it_says_and_is_trashed(card: str, choosing: str) -> None:
    desk = Desk(turn(army=(card,)), choosing)
    desk.play(f"rune {card}")
    desk.mine["army"].remove(card)
    desk.position["trash"].append(card)
    do_all(desk, says(card).of("used"))
    in_deployment(desk)


@pytest.mark.parametrize(("board", "choosing"), ways("ability", "districts"))
def test_a_district_that_is_used_does_what_it_says_once(board: str, choosing: str) -> None:
    position = turn()
    (old,) = [at for at, each in enumerate(position["districts"]) if each["board"] == board] or [0]
    position["districts"][old]["board"] = position["districts"][0]["board"]
    position["districts"][0]["board"] = board
    desk = Desk(position, choosing)
    assert {word for word in desk.legal() if word.startswith("ability")} == {"ability 0", "ability 3"}
    desk.play("ability 0")
    do_all(desk, says(board).of("ability"))
    assert not {word for word in desk.legal() if word.startswith("ability")}
    in_deployment(desk)


def letters_of(event: str) -> set[str]:
    """The district tokens at which the event sends somebody."""
    spawns = [each for each in says(event).of("event") if each.word.startswith("spawn-")]
    return {letter for each in spawns for letter in each.what.lower().split(", ")}


def end_round(desk: Desk) -> None:
    """The last player ends the turn and draws a new hand, and the event is drawn."""
    event = desk.position["events"].pop(0)
    desk.play("done")
    last = desk.seat(2)
    last["discard"] += last["hand"]
    last["hand"], last["deck"] = last["deck"][:6], last["deck"][6:]
    do_all(desk, says(event).of("event"))
    desk.position["past"].append(event)


@pytest.mark.parametrize(("event", "choosing"), ways("event", "events"))
def test_an_event_that_is_drawn_does_what_it_says(event: str, choosing: str) -> None:
    desk = Desk(end_of_round(event, letters_of(event)), choosing)
    end_round(desk)
    assert desk.differences() == []


ARRIVALS = {"guard": "the-chancellor-speaks", "horde": "banners-in-the-street"}
"""For each faction an event that brings one card of it."""
FOES = [card for card, (component, _, _) in prints().items() if component in ("guards", "horde")]


@pytest.mark.parametrize("more", [0, 3])
@pytest.mark.parametrize("card", FOES)
def test_a_guard_or_horde_card_that_arrives_does_what_it_says(card: str, more: int) -> None:
    """``more``: how many cards lie under it in its deck."""
    faction = str(card_of(card).values["type"])
    under = {"guard": "city-guard", "horde": "drueggar-raider"}[faction]
    event = ARRIVALS[faction]
    position = end_of_round(event, letters_of(event))
    position[faction] = [card, *[under] * more]
    desk = Desk(position)
    end_round(desk)
    assert desk.differences() == []
    reinforced = sum(sentence.n for sentence in says(card).of("arrives"))
    assert len(position[faction]) - len(desk.state.to_dict()[faction]) == 1 + min(more, reinforced)


@pytest.mark.parametrize("spare", [0, 1])
@pytest.mark.parametrize("card", FOES)
def test_a_guard_or_horde_card_that_arrives_at_a_player_s_fights(card: str, spare: int) -> None:
    """It meets as many Beard Fish as kill it at once, or one fewer."""
    faction = str(card_of(card).values["type"])
    event = ARRIVALS[faction]
    position = end_of_round(event, letters_of(event))
    (letter,) = letters_of(event)
    position["districts"]["abcdef".index(letter)]["owner"] = 0
    fish = number(card_of(card), "defence") - spare
    position["seats"][0]["army"] = ["beard-fish"] * fish
    position["stacks"]["beard-fish"] = 0
    position[faction] = [card]
    desk = Desk(position)
    end_round(desk)
    assert desk.differences() == []


def test_every_choice_has_two_lines_so_that_each_is_chosen() -> None:
    def choices(sentence: Sentence) -> list[Sentence]:
        inner = [found for line in sentence.lines for each in line for found in choices(each)]
        return [sentence, *inner] if sentence.word == CHOICE else inner

    found = [choice for _, _, print_ in prints().values() for part in print_.said.values()
             for sentence in part for choice in choices(sentence)]  # fmt: skip
    assert found
    assert all(len(choice.lines) == 2 for choice in found)


def test_every_word_that_can_ask_is_played_in_all_ways() -> None:
    assert set(DEEDS) >= ASKS
