"""Hold the Gates!: its cards, tokens and numbers are those of the rules, and all of it prints."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
import pytest
from games import bundled_game, run_here

from generator.catalog.models import Card, Component, Game

FOLDER = Path(__file__).resolve().parent.parent / "cards" / "hold-the-gates"

DEFENDERS = {
    "Militia Captain": (2, 6, 0, "Rally"),
    "Militia": (3, 5, 0, "Brace"),
    "Archers": (2, 3, 3, "Volley"),
    "Townsfolk": (3, 2, 0, "Mend"),
}
"""Copies, strength, ranged value and action."""

ATTACKERS = {
    "Grunt": (1, 4, 2, 0, "Shove"),
    "Skirmishers": (1, 2, 1, 1, "Harry"),
    "Armoured Grunt": (1, 2, 3, 0, "Shield"),
    "Shaman": (1, 2, 1, 1, "Hex"),
    "Berserkers": (2, 2, 4, 0, "Frenzy"),
    "Chieftain": (3, 2, 5, 0, "Warcry"),
    "Turncoat": (4, 2, 4, 0, "Betray"),
    "Catapult": (5, 2, 1, 3, "Bombard"),
    "Warbeasts": (6, 2, 7, 0, "Trample"),
}
"""Tier, copies, strength, ranged value and action."""

ACTIONS = {
    "Rally": ("strengthen-all", 1, None),
    "Brace": ("strengthen", 2, None),
    "Volley": ("hit-ranks", 1, 2),
    "Mend": ("mend", 1, None),
    "Shove": ("strengthen", 1, None),
    "Harry": ("hit", 1, None),
    "Shield": ("strengthen", 2, None),
    "Hex": ("weaken", 1, None),
    "Frenzy": ("hit-front", 2, None),
    "Warcry": ("strengthen-all", 1, None),
    "Betray": ("drive-off", None, None),
    "Bombard": ("hit", 2, None),
    "Trample": ("hit-all", 1, None),
}
"""Effect, how much, and how many units from the gates on."""


def hold_the_gates() -> Game:
    return bundled_game("hold-the-gates")


def component(name: str) -> Component:
    (found,) = (part for part in hold_the_gates().components if part.id == name)
    return found


def cards(component_id: str = "cards") -> list[Card]:
    return [card for card_set in component(component_id).sets for card in card_set.cards]


def of_side(side: str) -> list[Card]:
    return [card for card in cards() if card.values["side"] == side]


def copies(found: list[Card]) -> int:
    return sum(card.copies for card in found)


def rules() -> Any:
    return hold_the_gates().rules


def test_33_cards_are_10_defenders_20_attackers_and_3_settlements() -> None:
    assert copies(cards()) == 33
    assert [copies(of_side(side)) for side in ("defender", "attacker", "settlement")] == [10, 20, 3]


def test_defenders_have_the_values_of_the_rules() -> None:
    printed = {
        card.values["name"]: (
            card.copies,
            card.values["strength"],
            card.values["ranged"],
            card.values["action"],
        )
        for card in of_side("defender")
    }
    assert printed == DEFENDERS


def test_attackers_have_the_tiers_and_values_of_the_rules() -> None:
    printed = {
        card.values["name"]: (
            card.values["tier"],
            card.copies,
            card.values["strength"],
            card.values["ranged"],
            card.values["action"],
        )
        for card in of_side("attacker")
    }
    assert printed == ATTACKERS


def test_every_action_does_what_the_rules_say() -> None:
    printed = {
        card.values["action"]: (card.values["effect"], card.values["amount"], card.values["ranks"])
        for card in of_side("defender") + of_side("attacker")
    }
    assert printed == ACTIONS


def test_settlements_fall_with_the_sources_damage() -> None:
    values = {card.values["name"]: card.values["value"] for card in of_side("settlement")}
    assert values == {"City": 5, "Village": 3, "Shrine": 1}


def test_values_that_the_draft_leaves_open_are_marked_and_no_others() -> None:
    marked = {card.values["name"] for card in cards() if card.prototype}
    assert marked == {*DEFENDERS, *ATTACKERS}


def test_the_attacker_begins_with_ten_cards_and_two_join_at_each_tier() -> None:
    joining = [
        copies([card for card in of_side("attacker") if card.values["tier"] == tier]) for tier in range(1, 7)
    ]
    assert joining == [10, 2, 2, 2, 2, 2]


def test_the_board_shows_a_unit_of_each_tier_in_its_place() -> None:
    tier_of = {card.id: card.values["tier"] for card in of_side("attacker")}
    assert [tier_of[unit] for unit in rules()["tiers"]] == [1, 2, 3, 4, 5, 6]


def test_turns_and_scores_are_those_of_the_rules() -> None:
    numbers = rules()
    assert (numbers["hand"], numbers["turns"], numbers["turns_per_tier"]) == (5, 12, 2)
    assert (numbers["attacker_wins"], numbers["defender_consoles"], numbers["kings_army"]) == (13, 2, 15)


def test_which_actions_ask_for_a_unit_and_which_cards_stay() -> None:
    """As the notation has it: a target for own or enemy units, and continuing cards beside unit or gates."""
    effects = rules()["effects"]
    asks = {action: effects[effect].get("target") for action, (effect, _, _) in ACTIONS.items()}
    assert {action for action, whom in asks.items() if whom == "own"} == {"Brace", "Shove", "Shield"}
    assert {action for action, whom in asks.items() if whom == "enemy"} == {"Harry", "Hex", "Bombard"}
    stays = {action: effects[effect].get("lasts") for action, (effect, _, _) in ACTIONS.items()}
    assert {action for action, where in stays.items() if where == "gates"} == {"Rally", "Warcry"}
    assert {action for action, where in stays.items() if where == "unit"} == {
        "Brace",
        "Shove",
        "Shield",
        "Hex",
    }


def test_25_damage_tokens_a_turn_marker_a_board_and_a_reference_card_for_each_side() -> None:
    assert {card.id: card.copies for card in cards("tokens")} == {"damage": 25, "turn": 1}
    assert component("tokens").kind == "tokens"
    assert copies(cards("board")) == 1
    assert [card.values["player"] for card in cards("aids")] == ["attacker", "defender"]


@pytest.mark.slow
@pytest.mark.usefixtures("kept_sheets")
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_everything_prints(paper: str, tmp_path: Path) -> None:
    done = run_here("build", FOLDER, "--paper", paper, "--out", tmp_path)
    assert done.code == 0, done.output
    written = {file.name for file in (tmp_path / "hold-the-gates").iterdir()}
    assert {f"cards-{paper}-duplex-long.pdf", f"board-{paper}.pdf"} <= written


def test_the_box_is_made_for_the_33_cards_and_both_reference_cards() -> None:
    holds = component("box").box_contents
    assert holds is not None
    assert holds.cards == 33 + 2


@pytest.mark.slow
def test_another_value_of_a_settlement_changes_card_and_rulebook(tmp_path: Path) -> None:
    for room in ("cards", "layouts"):
        shutil.copytree(FOLDER.parent.parent / room / FOLDER.name, tmp_path / room / FOLDER.name)
    card_list = tmp_path / "cards" / FOLDER.name / "cards.yaml"
    card_list.write_text(
        card_list.read_text(encoding="utf-8").replace("value: 5", "value: 4"), encoding="utf-8"
    )
    done = run_here("build", card_list.parent, "--no-cache", "--out", tmp_path / "out")
    assert done.code == 0, done.output
    assert "the City falls with 4 damage" in words_of(tmp_path / "out" / FOLDER.name / "rulebook-a4.pdf")
    assert "victory check with 4 or more." in words_of(
        tmp_path / "out" / FOLDER.name / "cards-a4-duplex-long.pdf"
    )


def words_of(path: Path) -> str:
    with pdfium.PdfDocument(path) as document:
        return " ".join(" ".join(page.get_textpage().get_text_range().split()) for page in document)
