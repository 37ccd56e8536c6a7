"""What scenarios can't say of a Gateway game just set up: what lies in decks whose order is by chance."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest
from games import PROJECT, bundled_game

from generator.catalog.problems import InputError
from generator.rules import Game, load

FIRST_GAME = {
    2: {
        "blunderbuss-mage",
        "fishmancer",
        "knight-valdus",
        "magic-orb",
        "mobile-wizard-tower",
        "red-templar",
        "traveling-wizards",
        "witchmasker",
    }
}
FIRST_GAME[3] = FIRST_GAME[2] | {"orb-keeper", "spellbones"}
KINDS = {2: 8, 3: 10}
SEEDS = range(1, 31)


@cache
def rules() -> Game:
    return load(str(PROJECT / "cards" / "gateway"))


def cards_of(name: str) -> dict[str, Any]:
    components = bundled_game("gateway").components
    sets = [each for component in components if component.id == name for each in component.sets]
    return {card.id: card for each in sets for card in each.cards}


def started(seed: int, seats: int, **options: Any) -> dict[str, Any]:
    return rules().start(seed, seats, **options).to_dict()


def city_kinds(position: dict[str, Any]) -> set[str]:
    return set(position["stacks"]) & set(cards_of("city"))


@pytest.mark.parametrize("seats", [2, 3])
def test_everyone_starts_with_seven_merchants_four_rebels_and_a_lesser_runestone(seats: int) -> None:
    runes = set()
    for seed in SEEDS:
        for seat in started(seed, seats)["seats"]:
            cards = Counter(seat["deck"] + seat["hand"])
            assert (cards.pop("merchant"), cards.pop("rebel")) == (7, 4)
            (rune,) = cards.elements()
            runes.add(rune)
    assert runes == {card for card in cards_of("runestones") if card.startswith("lesser")}


def test_events_of_pile_one_come_first_and_those_of_pile_three_last() -> None:
    piles = {event: card.values["pile"] for event, card in cards_of("events").items()}
    orders = set()
    for seed in SEEDS:
        events = started(seed, 2)["events"]
        assert [piles[event] for event in events] == ["I"] * 5 + ["II"] * 5 + ["III"] * 5
        assert set(events) == set(piles)
        orders.add(tuple(events))
    assert len(orders) == len(SEEDS)


@pytest.mark.parametrize("seats", [2, 3])
def test_each_district_has_a_board_of_its_own_and_the_eight_tokens_lie_on_them(seats: int) -> None:
    for seed in SEEDS:
        districts = started(seed, seats)["districts"]
        assert len({district["board"] for district in districts}) == len(districts)
        tokens = [token for district in districts for token in district["tokens"]]
        assert sorted(tokens) == ["a", "b", "c", "d", "e", "f", "x", "x"]


@pytest.mark.parametrize("seats", [2, 3])
def test_the_first_game_has_its_kinds_and_no_others(seats: int) -> None:
    assert city_kinds(started(4, seats)) == FIRST_GAME[seats]
    assert city_kinds(started(4, seats, city="first-game")) == FIRST_GAME[seats]


@pytest.mark.parametrize("seats", [2, 3])
def test_the_randomizer_deals_as_many_kinds_as_the_players_need_and_any_may_come_up(seats: int) -> None:
    met: set[str] = set()
    for seed in SEEDS:
        position = started(seed, seats, city="random")
        kinds = city_kinds(position)
        assert len(kinds) == KINDS[seats]
        assert all(position["stacks"][kind] == 5 for kind in kinds)
        assert ("beard-fish" in position["stacks"]) == ("fishmancer" in kinds)
        met |= kinds
    assert met == set(cards_of("city"))


def test_runestones_that_were_dealt_are_missing_from_their_stack() -> None:
    position = started(6, 3)
    dealt = [card for seat in position["seats"] for card in seat["deck"] + seat["hand"]]
    lesser = Counter(position["stacks"]["lesser"]) + Counter(
        card for card in dealt if card.startswith("lesser")
    )
    assert set(lesser.values()) == {3}


def test_players_pick_by_turns_until_the_last_kind_is_chosen() -> None:
    state = rules().start(seed=2, seats=3, city="pick")
    asked = []
    while state.to_dict()["phase"] == "setup":
        asked.append(state.player)
        state.apply(state.legal()[0])
    assert asked == [0, 1, 2] * 3 + [0]
    assert all(len(seat["hand"]) == 6 for seat in state.to_dict()["seats"])


def test_a_list_of_kinds_says_how_many_play() -> None:
    kinds = ["rooftop-archers", "bridge-warden", "red-templar", "magic-orb", "orb-keeper", "spellbones"]
    state = rules().start(city=[*kinds, "witchmasker", "gate-smugglers"])
    assert len(state.to_dict()["seats"]) == 2
    with pytest.raises(InputError, match="takes 10 kinds of City cards, got 6 kinds"):
        rules().start(seats=3, city=kinds)
    with pytest.raises(InputError, match="no City card 'witchmaker'") as error:
        rules().start(city=[*kinds, "witchmaker", "gate-smugglers"])
    assert "witchmasker" in (error.value.hint or "")
    with pytest.raises(InputError, match="each kind may be named once"):
        rules().start(city=["spellbones"] * 8)
