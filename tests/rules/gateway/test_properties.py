"""What holds in every game of Gateway, however it is played."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from games import PROJECT, bundled_game
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.rules import Game, IllegalMove, Shuffler, State, load

SEEDS = st.integers(0, 10**6)
PARTS = ("base", "helpers", "runestones", "city", "guards", "horde", "events")
"""The components whose cards the referee counts."""


@cache
def game() -> Game:
    return load(str(PROJECT / "cards" / "gateway"))


def random_game(seed: int) -> Iterator[State]:
    """The states of a game in which everybody chooses by lot; it is the same object, moved on."""
    lots = Shuffler(seed + 1)
    setups = game().setups()
    state = game().start(**{**setups[seed % len(setups)], "seed": seed})
    yield state
    while state.player is not None:
        state.apply(state.legal()[lots.below(len(state.legal()))])
        yield state


def some(states: Iterator[State], step: int) -> Iterator[State]:
    """Every so manieth state, and the last."""
    state = None
    for number, state in enumerate(states):
        if number % step == 0:
            yield state
    assert state is not None
    yield state


def all_cards() -> Counter[str]:
    """What is in the box by the card lists, without the engine's reading of them."""
    found: Counter[str] = Counter()
    for component in bundled_game("gateway").components:
        if component.id in PARTS:
            for card in (card for card_set in component.sets for card in card_set.cards):
                found[card.id] += card.copies
    return found


@settings(max_examples=12, deadline=None)
@given(SEEDS)
def test_no_card_is_lost_or_made(seed: int) -> None:
    referee = game().referee()
    box = all_cards()
    for state in some(random_game(seed), 7):
        owned = referee.cards(state.to_dict())
        assert sum((Counter(cards) for cards in owned.values()), Counter()) == box


@pytest.mark.slow
@settings(max_examples=4, deadline=None)
@given(SEEDS)
def test_a_written_state_is_read_as_the_same(seed: int) -> None:
    for state in random_game(seed):
        written = json.loads(json.dumps(state.to_dict()))
        read = game().from_dict(written)
        assert json.dumps(read.to_dict()) == json.dumps(state.to_dict())
        assert (read.player, read.legal()) == (state.player, state.legal())
        if state.over:
            assert read.result() == state.result()


@settings(max_examples=6, deadline=None)
@given(SEEDS)
def test_a_state_read_again_is_played_on_alike(seed: int) -> None:
    lots = Shuffler(seed)
    for number, state in enumerate(random_game(seed)):
        if number % 29 == 0:
            twin = game().from_dict(json.loads(json.dumps(state.to_dict())))
            other = state.clone()
            for _ in range(40):
                if other.player is None:
                    break
                move = other.legal()[lots.below(len(other.legal()))]
                twin.apply(move)
                other.apply(move)
            assert twin.to_dict() == other.to_dict()


@settings(max_examples=4, deadline=None)
@given(SEEDS)
def test_views_show_what_lies_open_and_nothing_else(seed: int) -> None:
    for state in some(random_game(seed), 11):
        position = state.to_dict()
        for seat, own in enumerate(position["seats"]):
            view = state.view(seat)
            assert view["seat"] == seat
            assert view["asked"] == (state.player == seat)
            assert "shuffler" not in view
            shown = view["seats"][seat]
            assert shown["hand"] == own["hand"]
            assert [shown["deck"], view["events"], view["horde"], view["guard"]] == [
                len(own["deck"]),
                len(position["events"]),
                len(position["horde"]),
                len(position["guard"]),
            ]
            for other, (seen, there) in enumerate(zip(view["seats"], position["seats"], strict=True)):
                if other != seat:
                    assert seen["hand"] == len(there["hand"])
                    assert isinstance(seen.get("looked", 0), int)
            for grade in ("lesser", "normal", "greater"):
                stack = position["stacks"][grade]
                assert view["stacks"][grade] == {"top": stack[0] if stack else None, "cards": len(stack)}


@settings(max_examples=4, deadline=None)
@given(SEEDS)
def test_imagined_worlds_look_the_same_and_are_not(seed: int) -> None:
    dice = Shuffler(seed)
    for state in some(random_game(seed), 17):
        for seat in range(len(state.to_dict()["seats"])):
            view = state.view(seat)
            world = game().determinize(json.loads(json.dumps(view)), seat, dice)
            before = {key: value for key, value in world.items() if key != "shuffler"}
            read = game().from_dict(world)
            after = {key: value for key, value in read.to_dict().items() if key != "shuffler"}
            if before == after:  # else a forced move was made at once
                assert read.view(seat) == view
            hidden = sorted(view["unseen"]["seats"][1 - seat] if seat < 2 else view["unseen"]["horde"])
            if seat < 2:
                cards = world["seats"][1 - seat]
                assert sorted(cards["deck"] + cards["hand"] + cards.get("looked", [])) == hidden


def test_worlds_differ_wherever_something_is_hidden() -> None:
    dice = Shuffler(5)
    view = game().start(3, seats=3).view(0)
    worlds = [game().determinize(view, 0, dice) for _ in range(12)]

    def kinds(of: Any) -> int:
        return len({json.dumps(of(world)) for world in worlds})

    assert kinds(lambda world: world["seats"][1]["hand"]) > 3
    assert kinds(lambda world: world["seats"][0]["deck"]) > 3
    assert kinds(lambda world: world["seats"][0]["hand"]) == 1
    for pile in ("events", "horde", "guard"):
        assert kinds(lambda world, pile=pile: world[pile]) > 3
    for grade in ("lesser", "normal", "greater"):
        assert kinds(lambda world, grade=grade: world["stacks"][grade]) > 3
        assert kinds(lambda world, grade=grade: world["stacks"][grade][0]) == 1
    piles = {card.id: card.values["pile"] for card in _events()}
    for world in worlds:
        order = [piles[event] for event in world["events"]]
        assert order == sorted(order, key=("I", "II", "III").index)


def _events() -> list[Any]:
    (events,) = [component for component in bundled_game("gateway").components if component.id == "events"]
    return [card for card_set in events.sets for card in card_set.cards]


@settings(max_examples=3, deadline=None)
@given(SEEDS)
def test_every_legal_move_applies_and_others_are_refused_with_a_reason(seed: int) -> None:
    lots = Shuffler(seed)
    for state in some(random_game(seed), 41):
        before = state.to_dict()
        for move in state.legal():
            after = state.clone()
            after.play(state.text(move))
            assert after.to_dict() != before
        for _ in range(60):
            move = lots.below(game().moves)
            if move not in state.legal():
                with pytest.raises(IllegalMove) as caught:
                    state.play(state.text(move))
                assert len(str(caught.value)) > 12
        assert state.to_dict() == before


@settings(max_examples=3, deadline=None)
@given(SEEDS)
def test_a_clone_is_played_on_without_changing_what_it_came_from(seed: int) -> None:
    kept = [(state.clone(), state.to_dict()) for state in some(random_game(seed), 19)]
    for state, written in kept:
        lots = Shuffler(seed)
        clone = state.clone()
        for _ in range(30):
            if clone.player is None:
                break
            clone.apply(clone.legal()[lots.below(len(clone.legal()))])
        assert state.to_dict() == written


@settings(max_examples=20, deadline=None)
@given(SEEDS)
def test_whoever_is_asked_has_a_choice_and_games_end_in_time(seed: int) -> None:
    decisions = -1
    for state in random_game(seed):
        legal = state.legal()
        assert list(legal) == sorted(set(legal))
        assert (len(legal) >= 2) == (state.player is not None)
        decisions += 1
    assert decisions <= game().longest


@settings(max_examples=30, deadline=None)
@given(SEEDS)
def test_the_referee_finds_the_same_winners(seed: int) -> None:
    for state in random_game(seed):
        if state.over:
            result = state.result()
            assert game().referee().outcome(state.to_dict()) == (result.scores, result.winners)


def test_texts_are_unique_and_parsed_back() -> None:
    state = game().start(1)
    texts = [state.text(move) for move in range(game().moves)]
    assert len(set(texts)) == len(texts)
    assert [state.parse(text) for text in texts] == list(range(game().moves))


def test_a_seed_decides_the_game() -> None:
    first = [state.to_dict() for state in random_game(7)]
    assert [state.to_dict() for state in random_game(7)] == first
    assert [state.to_dict() for state in random_game(7 + len(game().setups()))] != first
