"""The rulebook's turn in pictures, played: what it says is what happens."""

from __future__ import annotations

from tests.rules.rule_numbers import standing

POSITION = {
    "game": "hold-the-gates",
    "turn": 1,
    "tier": 1,
    "phase": "preparation",
    "to_act": 0,
    "settlement": "village",
    "damage": 0,
    "seats": [
        {
            "hand": ["armoured-grunt", "grunt", "grunt", "shaman", "skirmishers"],
            "deck": ["armoured-grunt", "grunt", "grunt", "shaman", "skirmishers"],
            "discard": [],
            "field": [],
        },
        {
            "hand": ["militia", "archers", "townsfolk", "townsfolk", "militia-captain"],
            "deck": ["militia", "militia", "archers", "townsfolk", "militia-captain"],
            "discard": [],
            "field": [],
        },
    ],
}


def test_the_turn_in_pictures_is_what_the_rules_make_of_it() -> None:
    edition = standing("hold-the-gates")
    book = edition.rulebook()
    state = edition.game.from_dict(POSITION)

    for move in ("deploy armoured-grunt", "deploy militia", "action grunt>0", "action archers"):
        state.play(move)
    assert state.to_dict()["seats"][0]["field"] == ["armoured-grunt 1 +grunt"]
    assert "which now has 4." in book
    assert "would hit two enemies; there is only one, and it gets 1 damage" in book

    for move in ("deploy grunt", "deploy townsfolk", "action shaman>0", "action militia-captain"):
        state.play(move)
    assert state.to_dict()["seats"][1]["gates"] == ["militia-captain"]
    assert "the Militia have 5, the Townsfolk 3" in book
    screen = edition.display.draw(state.view(0), 100)
    assert {"Militia 5 (Hex)", "Townsfolk 3"} <= {cell for table in screen for cell in cells_of(table)}

    state.play("action skirmishers>0")
    assert state.to_dict()["seats"][1]["field"] == ["militia 1 +shaman", "townsfolk 0"]
    state.play("deploy townsfolk")

    # The battle is fought, and the next turn begins.
    after = state.to_dict()
    assert (after["turn"], after["damage"]) == (2, 0)
    assert "the Armoured Grunt gets 5 damage and the Militia 4" in book
    assert "so nobody breaks through" in book
    discards = [sorted(seat["discard"]) for seat in after["seats"]]
    assert discards[0] == sorted(POSITION["seats"][0]["hand"])  # type: ignore[index]
    assert discards[1] == sorted(POSITION["seats"][1]["hand"])  # type: ignore[index]


def test_breaking_through_is_counted_as_in_the_rulebook() -> None:
    edition = standing("hold-the-gates")
    seats = [
        {"hand": [], "deck": ["grunt"], "field": ["chieftain 0", "grunt 0"], "gates": ["chieftain"]},
        {"hand": ["townsfolk"], "deck": ["militia"], "discard": [], "field": []},
    ]
    state = edition.game.from_dict(
        {**POSITION, "turn": 5, "tier": 3, "to_act": 1, "settlement": "city", "seats": seats}
    )
    state.play("action townsfolk")
    assert state.to_dict()["damage"] == 9
    assert state.result().scores == (13, 6)
    book = edition.rulebook()
    assert "They put 6 and 3 damage on the settlement, 9 in all: even the City falls." in book
    assert "the scores are 13 for the attacker and 6 for the defender" in book


def cells_of(table: object) -> list[str]:
    """The words in a table of the terminal."""
    columns = getattr(table, "columns", ())
    return [str(cell) for column in columns for cell in column.cells]
