"""What the fields of a game allow: the values that come out, and what is said of the others."""

from __future__ import annotations

import pytest

from .game_folder import GameFolder


@pytest.mark.parametrize(
    ("declared", "written", "value"),
    [
        ("text", "007", "007"),
        ("text", "12", "12"),
        ("text", "true", "true"),
        ("whole", "'12'", 12),
        ("whole", "3.0", 3),
        ("number", "'2.50'", 2.5),
        ("number", "3", 3),
        ("yes-no", "no", False),
        ("yes-no", "Y", True),
        ("yes-no", "1", True),
        ("{type: choice, of: [red, 5]}", "5", "5"),
        ("list", "fire", ["fire"]),
        ("list", "[a, 1]", ["a", 1]),
        ("colour", "'#8a2be2'", "#8a2be2"),
        ("colour", "gold", "gold"),
        ("image", "mdi6.sword", "mdi6.sword"),
        ("any", "{a: 1}", {"a": 1}),
        ("{type: whole, min: 1, max: 9}", "9", 9),
        ("{type: whole, default: 4}", "~", 4),
        ("text", "~", None),
        ("{}", "x", "x"),
    ],
)
def test_declared_field(game: GameFolder, declared: str, written: str, value: object) -> None:
    game.declare(f"{{field: {declared}}}")
    game.write("cards.yaml", f"- id: a\n  field: {written}\n")
    assert game.values("field") == [value]


def test_images_are_looked_for_in_the_game_and_its_art(game: GameFolder) -> None:
    game.declare("{art: image}")
    game.write("art/a.png", b"png")
    game.write("b.svg", b"svg")
    game.write("cards.yaml", "- {id: a, art: a.png}\n- {id: b, art: b.svg}\n- {id: c, art: art/a.png}\n")
    assert game.values("art") == ["a.png", "b.svg", "art/a.png"]


FIELD = "my-game/cards.yaml:2:10: error: field: "


@pytest.mark.parametrize(
    ("declared", "written", "sentence"),
    [
        ("whole", "five", FIELD + "expected a whole number, got 'five' (card a)"),
        ("whole", "2.5", FIELD + "expected a whole number, got 2.5 (card a)"),
        ("whole", "true", FIELD + "expected a whole number, got true (card a)"),
        ("whole", ".inf", FIELD + "expected a whole number, got inf (card a)"),
        ("whole", "'9999999999999999'", FIELD + "the number '9999999999999999' is too large (card a)"),
        ("number", ".nan", FIELD + "expected a number, got nan (card a)"),
        ("number", "[1]", FIELD + "expected a number, got a list (card a)"),
        ("any", ".inf", FIELD + "expected a value, got inf (card a)"),
        ("text", "[a]", FIELD + "expected text, got a list (card a)"),
        ("yes-no", "maybe", FIELD + "expected yes or no, got 'maybe' (card a)"),
        ("list", "{a: 1}", FIELD + "expected a list, got a mapping (card a)"),
        (
            "colour",
            "'#12'",
            FIELD + "expected a colour, got '#12' (card a); `#` is followed by 3, 4, 6 or 8 hex digits",
        ),
        (
            "{type: choice, of: [minion, soldier]}",
            "solider",
            FIELD + "expected one of minion, soldier; got 'solider' (card a); did you mean `soldier`?",
        ),
        ("{type: whole, min: 1}", "0", FIELD + "expected at least 1, got 0 (card a)"),
        ("{type: number, max: 2.5}", "3", FIELD + "expected at most 2.5, got 3 (card a)"),
        ("{type: text, max: 2}", "abc", FIELD + "expected at most 2 letters, got 3 (card a)"),
        ("{type: list, min: 1}", "[]", FIELD + "expected at least 1 item, got 0 (card a)"),
        ("{type: text, required: true}", "~", "my-game/cards.yaml:2:10: error: `field` is missing (card a)"),
        ("image", "none.png", FIELD + "no file named 'none.png' in my-game (card a)"),
        ("image", "../x.png", FIELD + "the path '../x.png' leaves the game's folder (card a)"),
        ("image", "/x.png", FIELD + "the path '/x.png' is not relative to the game's folder (card a)"),
    ],
)
def test_wrong_value(game: GameFolder, declared: str, written: str, sentence: str) -> None:
    game.declare(f"{{field: {declared}}}")
    game.write("cards.yaml", f"- id: a\n  field: {written}\n")
    assert game.problems() == [sentence]
