"""Without declared fields a card may have any, but a slip of the pen must not print too few cards."""

from __future__ import annotations

import pytest

from .game_folder import GameFolder


@pytest.mark.parametrize(
    ("key", "hint"),
    [("Copies", "copies"), ("COUNT", "count"), ("Qty", "qty"), ("Id", "id"), ("Extends", "extends")],
)
def test_a_key_in_capitals_is_refused(game: GameFolder, key: str, hint: str) -> None:
    game.write("cards.yaml", f"- name: Imp\n  {key}: 3\n")
    assert game.problems() == [
        f"my-game/cards.yaml:2:3: error: unknown field `{key}`; write `{hint}` in lower case"
    ]


def test_a_spreadsheets_header_may_have_capitals(game: GameFolder) -> None:
    game.write("game.yaml", (game.folder / "game.yaml").read_text().replace("cards.yaml", "cards.csv"))
    game.write("cards.csv", "name;Copies;Cost\nImp;3;1\n")
    loaded = game.sound()
    (card,) = loaded.components[0].sets[0].cards
    assert (card.copies, card.values["Cost"]) == (3, 1)


@pytest.mark.parametrize(
    ("key", "meant"),
    [("cpies", "copies"), ("copie", "copies"), ("quanity", "quantity"), ("extend", "extends")],
)
def test_a_key_that_is_nearly_one_of_ours_is_told_once(game: GameFolder, key: str, meant: str) -> None:
    game.write("cards.yaml", f"- name: Imp\n  {key}: 3\n- name: Ogre\n  {key}: 2\n")
    assert game.problems() == [
        f"my-game/cards.yaml:2:3: warning: the field `{key}` is taken as one of your own; "
        f"did you mean `{meant}`?"
    ]


@pytest.mark.parametrize(
    "key", ["cost", "class", "cities", "coins", "colour", "type", "extent", "quality", "proto"]
)
def test_fields_of_ones_own_are_left_alone(game: GameFolder, key: str) -> None:
    game.write("cards.yaml", f"- name: Imp\n  {key}: x\n")
    assert game.problems() == []


def test_a_field_that_one_card_has_in_place_of_all_others_is_told(game: GameFolder) -> None:
    game.write(
        "cards.yaml", "- {name: Imp, cost: 1}\n- {nmae: Ogre, cost: 2}\n- {name: Elf, cost: 3, x: 1}\n"
    )
    assert game.problems() == [
        "my-game/cards.yaml:2:4: warning: no other card has `nmae` (card cards-2); did you mean `name`?"
    ]


def test_a_field_that_only_one_card_has_is_left_alone(game: GameFolder) -> None:
    cards = "- {name: Imp, color: a}\n- {name: Ogre, color_front: b, note: c}\n- {name: Elf, color: a}\n"
    game.write("cards.yaml", cards)
    assert game.problems() == []
