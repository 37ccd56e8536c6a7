"""Names of new characters."""

from __future__ import annotations

import pytest

from generator.deck.building.names import CharacterNames, SeededRandom, deck_name, words
from generator.deck.building.request import Kind
from generator.deck.format import DeckFormat
from generator.deck.rules import MAX_NAME

from ..deck_files import LIMITS as BATTLE_GATE


@pytest.mark.slow
@pytest.mark.parametrize("class_name", ["minion", "soldier", "assassin", "wizard"])
def test_ten_thousand_names_for_each_class_without_a_number(class_name: str) -> None:
    limits = DeckFormat(100, 17, 100, 1, 6, (class_name,), 3, 4)
    names = CharacterNames(limits, SeededRandom(1))
    found = [names.new(Kind(class_name, 1 + number % 6)) for number in range(10_000)]
    assert len({name.casefold() for name in found}) == 10_000
    assert not any(letter.isdigit() for name in found for letter in name)
    assert max(map(len, found)) <= MAX_NAME
    assert not any("  " in name or "{" in name or name != name.strip() for name in found)


def test_when_all_names_are_taken_a_number_tells_them_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.deck.building.names.PATTERNS", (("{given}",),) * 3)
    names = CharacterNames(BATTLE_GATE, SeededRandom(1))
    found = [names.new(Kind("minion", 1)) for _ in range(300)]
    assert len(set(found)) == 300


def test_names_fit_class_and_power() -> None:
    """A weak minion is called after the work of weak minions, never after that of others."""
    vocabularies = words()["classes"]
    for class_name in BATTLE_GATE.classes:
        for power in range(1, 7):
            names = CharacterNames(BATTLE_GATE, SeededRandom(power))
            found = " ".join(names.new(Kind(class_name, power)) for _ in range(100))
            own = vocabularies[class_name]["role"][(power - 1) // 2]
            assert sum(role in found for role in own) > len(own) / 2
            others = {
                role
                for vocabulary in vocabularies.values()
                for roles in vocabulary["role"]
                for role in roles
                if " " in role
            }
            assert not [role for role in others - set(own) if role in found]


def test_a_name_that_a_card_of_the_players_has_is_not_given_again() -> None:
    first = CharacterNames(BATTLE_GATE, SeededRandom(7)).new(Kind("soldier", 3))
    names = CharacterNames(BATTLE_GATE, SeededRandom(7), taken=[first.upper()])
    assert names.new(Kind("soldier", 3)) != first


def test_decks_have_names() -> None:
    assert deck_name(SeededRandom(1)) == "The Goose Market Choir"
    assert len({deck_name(SeededRandom(seed)) for seed in range(500)}) > 150
