"""Battle Gate's printed decks: legal by the game's own numbers, and each with a character of its own."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from math import comb
from pathlib import Path
from typing import Any

import pytest
from games import bundled_game

from generator.catalog.models import Card, Component, Game
from generator.layout.fonts import ICON_FONTS
from generator.layout.icons import PACKS

FOLDER = Path(__file__).resolve().parent.parent / "cards" / "battle-gate"
DECKS = sorted(file.stem for file in (FOLDER / "decks").glob("*.yaml"))


def battle_gate() -> Game:
    return bundled_game("battle-gate")


def rules() -> Any:
    """The game's numbers, as game.yaml gives them."""
    return battle_gate().rules


def component(name: str) -> Component:
    (found,) = (part for part in battle_gate().components if part.id == name)
    return found


def entries(deck: str) -> tuple[Card, ...]:
    """The cards as listed, each once however many copies it has."""
    (found,) = (cards.cards for cards in component("decks").sets if cards.id == deck)
    return found


def printed(deck: str) -> list[Card]:
    """The cards as they come out of the box, one for each copy."""
    return [card for card in entries(deck) for _ in range(card.copies)]


def power(card: Card) -> int:
    value = card.values["power"]
    assert type(value) is int
    return value


def share(deck: str, kind: str) -> float:
    """How much of the deck, from 0 to 1, is of one class."""
    cards = printed(deck)
    return sum(card.values["class"] == kind for card in cards) / len(cards)


def average_power(deck: str) -> float:
    cards = printed(deck)
    return sum(map(power, cards)) / len(cards)


@cache
def icon_names(prefix: str) -> frozenset[str]:
    return frozenset(json.loads((ICON_FONTS / f"{prefix}.json").read_text(encoding="utf-8")))


def is_icon(art: str) -> bool:
    """Whether it is in one of the packs, or one of the game's own."""
    prefix, dot, name = art.partition(".")
    if dot:
        return prefix in PACKS and name in icon_names(prefix)
    return (FOLDER.parent.parent / "layouts" / "battle-gate" / "icons" / f"{art}.svg").is_file()


def test_six_decks_come_with_the_game() -> None:
    assert sorted(cards.id for cards in component("decks").sets) == DECKS
    assert len(DECKS) == 6


@pytest.mark.parametrize("deck", DECKS)
def test_deck_spends_its_points_exactly(deck: str) -> None:
    assert sum(map(power, printed(deck))) == rules()["points"]


@pytest.mark.parametrize("deck", DECKS)
def test_deck_is_of_a_legal_size(deck: str) -> None:
    allowed = rules()["cards"]
    assert allowed["min"] <= len(printed(deck)) <= allowed["max"]


@pytest.mark.parametrize("deck", DECKS)
def test_every_card_has_a_legal_power_and_class(deck: str) -> None:
    powers, classes = rules()["power"], rules()["classes"]
    wrong = [
        card.id
        for card in entries(deck)
        if not powers["min"] <= power(card) <= powers["max"] or card.values["class"] not in classes
    ]
    assert wrong == []


@pytest.mark.parametrize("deck", DECKS)
def test_deck_holds_every_class(deck: str) -> None:
    assert {card.values["class"] for card in entries(deck)} == set(rules()["classes"])


@pytest.mark.parametrize("deck", DECKS)
def test_every_card_says_something_short_about_its_character(deck: str) -> None:
    wrong = [card.id for card in entries(deck) if not 40 <= len(str(card.values["text"]).strip()) <= 130]
    assert wrong == []


def test_no_name_or_text_is_used_twice_in_all_decks() -> None:
    cards = [card for deck in DECKS for card in entries(deck)]
    for key in ("name", "text"):
        uses = Counter(str(card.values[key]).casefold() for card in cards)
        assert [value for value, count in uses.items() if count > 1] == []


@pytest.mark.parametrize("deck", DECKS)
def test_every_character_has_a_picture(deck: str) -> None:
    missing = [
        card.id
        for card in entries(deck)
        if not card.values.get("figure") and not is_icon(str(card.values.get("art")))
    ]
    assert missing == []


def test_no_two_characters_of_all_decks_look_alike() -> None:
    pictures = Counter(
        repr(card.values.get("figure") or card.values.get("art")) for deck in DECKS for card in entries(deck)
    )
    assert [picture for picture, count in pictures.items() if count > 1] == []


@pytest.mark.parametrize("deck", DECKS)
def test_deck_can_open_as_first_player_and_as_another(deck: str) -> None:
    """On turn one a player fields one card, of a power up to the number of cards drawn."""
    weakest = min(map(power, printed(deck)))
    assert weakest <= rules()["first_turn"]["first_player"]
    assert weakest <= rules()["first_turn"]["others"]


@pytest.mark.parametrize("deck", [deck for deck in DECKS if deck != "retired-pantheon"])
def test_first_player_mostly_draws_an_opener(deck: str) -> None:
    """Only the elite deck may often have to wait: that is the price of its sixes."""
    drawn = rules()["first_turn"]["first_player"]
    cards = printed(deck)
    too_strong = sum(power(card) > drawn for card in cards)
    assert 1 - comb(too_strong, drawn) / comb(len(cards), drawn) >= 0.75


def test_hedgerow_rising_is_a_cheap_swarm() -> None:
    cards = printed("hedgerow-rising")
    assert len(cards) >= 60
    assert sum(power(card) <= 2 for card in cards) / len(cards) >= 0.85


def test_retired_pantheon_is_a_small_elite() -> None:
    assert average_power("retired-pantheon") == max(map(average_power, DECKS))
    assert len(printed("retired-pantheon")) == min(len(printed(deck)) for deck in DECKS)
    assert all(card.copies == 1 for card in entries("retired-pantheon"))


def test_night_shift_lives_on_its_minions() -> None:
    assert share("night-shift", "minion") > 0.5
    assert share("night-shift", "minion") == max(share(deck, "minion") for deck in DECKS)


def test_carnival_knives_are_mostly_assassins() -> None:
    assert share("carnival-knives", "assassin") > 0.5
    assert average_power("carnival-knives") < 3


def test_five_a_side_has_five_cards_of_each_power_it_uses() -> None:
    counts = Counter(map(power, printed("five-a-side")))
    assert set(counts.values()) == {5}
    assert len(counts) == 5
    assert min(share("five-a-side", kind) for kind in rules()["classes"]) >= 0.2


def test_long_siege_puts_its_points_into_walls_and_engines_behind_a_cheap_crew() -> None:
    cards = printed("long-siege")
    heavy = [card for card in cards if power(card) >= 4 and card.values["class"] != "assassin"]
    assert sum(map(power, heavy)) > rules()["points"] / 2
    assert sum(power(card) <= 3 for card in cards) >= len(cards) / 2


def test_blank_cards_leave_every_box_open_but_a_preset_class() -> None:
    (blanks,) = component("blanks").sets
    assert all(card.values["name"] is None and card.values["power"] is None for card in blanks.cards)
    presets = [card.values["class"] for card in blanks.cards]
    assert presets.count(None) == 1
    assert {preset for preset in presets if preset is not None} == set(rules()["classes"])


@pytest.mark.parametrize("deck", DECKS)
def test_the_deck_sheet_has_room_for_the_deck(deck: str) -> None:
    """A line for each entry, and a box of the power curve for each card."""
    (sheet,) = component("deck-sheet").sets[0].cards
    curve: Counter[object] = Counter()
    for card in entries(deck):
        curve[card.values["power"]] += card.copies
    assert len(entries(deck)) <= sheet.values["rows"]
    assert max(curve.values()) <= sheet.values["boxes"]
