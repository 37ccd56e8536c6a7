"""Deck lists of Cockatrice."""

from __future__ import annotations

from pathlib import Path

from importing.imported import import_file

DECK = """<?xml version="1.0" encoding="UTF-8"?>
<cockatrice_deck version="1">
    <deckname>Elves &amp; Co</deckname>
    <zone name="main">
        <card number="4" name="Mossy Elf" setShortName="M19" collectorNumber="314"/>
        <card number="3" name="Fire // Ice {{ x }}"/>
        <oops/>
    </zone>
    <zone name="side"><card number="1" name="Mist"/></zone>
</cockatrice_deck>
"""


def test_cards_of_all_zones_are_printed_with_their_names_and_copies(tmp_path: Path) -> None:
    made = import_file(tmp_path, "elves.cod", DECK)
    assert made.game.title == "Elves & Co"
    copies = {name: card.copies for name, card in made.cards().items()}
    assert copies == {"Mossy Elf": 4, "Fire // Ice {{ x }}": 3, "Mist": 1}
    assert made.words("Fire // Ice {{ x }}")[0] == "Fire // Ice {{ x }}"
    assert made.words("Mossy Elf") == ["Mossy Elf", "Set M19", "Collector 314"]
    assert made.findings == [f"{tmp_path}/elves.cod:7:9: warning: an entry without a name is left out"]


def test_a_file_in_utf_16_is_read(tmp_path: Path) -> None:
    deck = DECK.replace("UTF-8", "UTF-16").replace("Mist", "Nebel in Köln").replace("<oops/>", "")
    made = import_file(tmp_path, "elves.cod", deck.encode("utf-16"))
    assert "Nebel in Köln" in made.cards()
    assert made.findings == []
