"""Keys of game.yaml that do not fit: each is told on its own, and the others are used."""

from __future__ import annotations

import pytest

from .game_folder import GAME, GameFolder

HERE = "my-game/game.yaml:"


def test_what_fits_is_used_and_what_does_not_is_told_all_at_once(game: GameFolder) -> None:
    game.write("cards.yaml", "- {id: a}\n")
    game.write(
        "game.yaml", "version: [1]\nyear: 10000\ndesigner: Ada\nscource: x\ncredits: [~, Bob, {}]\n" + GAME
    )
    loaded, problems = game.load()
    assert problems == [
        HERE + "1:10: error: version: expected text, got a list",
        HERE + "2:7: error: year: expected a whole number from 0 to 9999, got 10000",
        HERE + "4:1: error: unknown key `scource`; did you mean `source`?",
        HERE + "5:11: error: credits.0: expected text, got nothing",
        HERE + "5:19: error: credits.2: expected text, got a mapping",
    ]
    assert loaded is not None
    assert (loaded.title, loaded.version, loaded.year, loaded.designer) == ("Tiny", "0.1", None, "Ada")
    assert loaded.credits == ()
    assert [component.id for component in loaded.components] == ["decks"]


def test_a_game_without_a_usable_title_goes_by_its_folder(game: GameFolder) -> None:
    game.write("cards.yaml", "- {id: a}\n")
    game.write("game.yaml", GAME.replace("Tiny", "{}"))
    loaded, problems = game.load()
    assert problems == [HERE + "1:8: error: title: expected text, got a mapping"]
    assert loaded is not None
    assert loaded.title == "My Game"


def test_the_cards_of_a_component_that_cannot_be_used_are_still_checked(game: GameFolder) -> None:
    game.write("cards.yaml", "- {id: a, copies: many}\n")
    game.write("game.yaml", "title: x\ncomponents:\n  decks:\n    cards: cards.yaml\n    safe: ~\n")
    loaded, problems = game.load()
    assert problems == [
        "my-game/cards.yaml:1:19: error: copies: expected a whole number, got 'many' (card a)",
        HERE + "4:5: error: components.decks: `size` is missing",
        HERE + "4:5: error: components.decks: `front` is missing",
        HERE + "5:11: error: components.decks.safe: expected a length, got nothing; write for example `3 mm`",
    ]
    assert loaded is not None
    assert loaded.components == ()


@pytest.mark.parametrize("key", ["title", "back", "fields", "defaults", "press"])
def test_an_optional_key_may_say_nothing(game: GameFolder, key: str) -> None:
    game.write("cards.yaml", "- {id: a}\n")
    game.write("game.yaml", f"{GAME}    {key}:\n")
    loaded = game.sound()
    (decks,) = loaded.components
    assert (decks.title, decks.back, decks.press) == ("Decks", None, {})


def test_every_wrong_key_of_every_field_is_told_at_its_place(game: GameFolder) -> None:
    game.write("cards.yaml", "- {id: a, anything: goes}\n")
    game.declare("{a: {mni: 1, min: x, of: [[1], 2, ~]}, b: 5, c: {type: [x], required: ~}, d: {help: ok}}")
    at = HERE + "7:"
    assert game.problems() == [
        at + "18: error: components.decks.fields.a: unknown key `mni`; did you mean `min`?",
        at + "31: error: components.decks.fields.a.min: expected a number, got 'x'",
        at + "39: error: components.decks.fields.a.of.0: expected text, got a list",
        at + "47: error: components.decks.fields.a.of.2: expected text, got nothing",
        at + "55: error: components.decks.fields.b: expected keys and values, got 5",
        at
        + "68: error: components.decks.fields.c.type: expected one of text, whole, number, yes-no, choice, "
        "list, image, colour, figure, any; got a list",
        at + "83: error: components.decks.fields.c.required: expected true or false, got nothing",
    ]


def test_what_an_alias_repeats_is_told_where_the_wrong_word_stands(game: GameFolder) -> None:
    game.write("cards.yaml", "- {id: a}\n")
    game.declare("{a: &A {type: hole}, b: *A}")
    hole = "expected one of text, whole, number, yes-no, choice, list, image, colour, figure, any; got 'hole'"
    assert game.problems() == [
        f"{HERE}7:27: error: components.decks.fields.{name}.type: {hole}; did you mean `whole`?"
        for name in "ab"
    ]
