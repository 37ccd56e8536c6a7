"""The blank card of a component: checked as cards are, each problem with its place."""

from __future__ import annotations

import pytest

from .game_folder import GAME, GameFolder

POWER, SIGN = "{type: whole, min: 1, max: 6}", "{type: choice, of: [a, b]}"
FIELDS = f"    fields: {{name: {{required: true}}, power: {POWER}, sign: {SIGN}}}\n"
HERE = "my-game/game.yaml:"


def write(game: GameFolder, blank: str, fields: str = FIELDS) -> None:
    game.write("cards.yaml", "- {name: Ox, power: 5, sign: b}\n")
    game.write("game.yaml", f"{GAME}{fields}    blank: {blank}\n")


def test_a_blank_has_values_of_the_fields_types(game: GameFolder) -> None:
    write(game, '{power: "2", sign: null}')
    loaded = game.sound()
    assert loaded.components[0].blank == {"power": 2, "sign": None}


def test_without_one_a_component_has_none(game: GameFolder) -> None:
    game.write("cards.yaml", "- {name: Ox}\n")
    loaded = game.sound()
    assert loaded.components[0].blank is None


def test_all_that_is_wrong_with_a_blank_is_told_at_once(game: GameFolder) -> None:
    write(game, "{power: 0, sing: a, sign: c, name: null, copies: 0}")
    assert game.problems() == [
        HERE + "8:20: error: components.decks.blank.power: expected at least 1, got 0",
        HERE + "8:23: error: components.decks.blank.sing: unknown field `sing`; did you mean `sign`?",
        HERE + "8:38: error: components.decks.blank.sign: expected one of a, b; got 'c'",
        HERE + "8:47: error: components.decks.blank.name: every card must have `name`",
        HERE + "8:53: error: components.decks.blank.copies: a blank keeps the `copies` of the card",
    ]


def test_without_declared_fields_those_of_the_cards_are_known(game: GameFolder) -> None:
    write(game, "{power: 1, strength: 1}", fields="")
    assert game.problems() == [
        HERE + "7:23: error: components.decks.blank.strength: unknown field `strength`"
    ]


@pytest.mark.parametrize("given", ["3", "[power]", "none"])
def test_a_blank_is_a_mapping(game: GameFolder, given: str) -> None:
    write(game, given)
    _, problems = game.load()
    assert len(problems) == 1
    assert problems[0].startswith(HERE + "8:12: error: components.decks.blank: expected keys and values")
