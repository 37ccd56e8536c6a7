"""Deck lists as text."""

from __future__ import annotations

from pathlib import Path

from importing.imported import import_file

LIST = """// Made for Tuesday
4 Mossy Elf (M19) 314
2x Fire // Ice

Sideboard
1 Mist
what this line is for nobody knows
SB: 3 [LEA] Frog
"""


def test_a_list_becomes_cards_with_their_copies_and_sections(tmp_path: Path) -> None:
    made = import_file(tmp_path, "tuesday.txt", LIST)
    (component,) = made.game.components
    sets = {cards.id: {card.values["name"]: card.copies for card in cards.cards} for cards in component.sets}
    assert sets == {"cards": {"Mossy Elf": 4, "Fire // Ice": 2}, "sideboard": {"Mist": 1, "Frog": 3}}
    assert made.words("Mossy Elf") == ["Mossy Elf", "Set M19", "Collector 314"]
    assert made.words("Frog") == ["Frog", "Set LEA"]
    assert made.findings == [
        f"{tmp_path}/tuesday.txt:7:1: warning: 'what this line is for nobody knows' names no card"
    ]


def test_a_list_of_windows_is_read(tmp_path: Path) -> None:
    made = import_file(tmp_path, "list.txt", "1 Bär\r\n2 Löwe\r\n".encode("cp1252"))
    assert {name: card.copies for name, card in made.cards().items()} == {"Bär": 1, "Löwe": 2}
