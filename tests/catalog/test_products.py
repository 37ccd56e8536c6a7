"""Cards that are made of lists of values, and the tables of a game that are no cards."""

from __future__ import annotations

from .conftest import GameFolder

HEAD = """\
title: Tiny
data:
  suits:
    - {id: hearts, name: Hearts, sign: H, colour: red}
    - {id: spades, name: Spades, sign: S}
  moons: moons.csv
  costs: {red: 3}
components:
  decks:
    size: poker
    front: card.xml.j2
    cards:
"""


def deck(game: GameFolder, cards: str) -> list[dict[str, object]]:
    """The values of the cards in order, of a game that has no problems."""
    game.write("game.yaml", HEAD + "".join(f"      {line}\n" for line in cards.splitlines()))
    game.write("moons.csv", "moon,days\nIo,1.8\nEuropa,\n")
    loaded = game.sound()
    (cards_of,) = loaded.components[0].sets
    fields = [dict(card.values) for card in cards_of.cards]
    for values in fields:
        del values["prototype"]
    return fields


def test_a_product_has_a_card_for_each_combination_in_order(game: GameFolder) -> None:
    cards = deck(game, "product: {suit: [hearts, spades], rank: [A, 2, 3]}")
    assert [card["id"] for card in cards] == [
        *("hearts-a", "hearts-2", "hearts-3"),
        *("spades-a", "spades-2", "spades-3"),
    ]
    assert cards[1] == {"id": "hearts-2", "name": "hearts 2", "suit": "hearts", "rank": 2, "copies": 1}


def test_what_is_said_of_a_value_its_cards_have_too(game: GameFolder) -> None:
    """Its id is the field's value, its name stands in the pattern, all else are fields."""
    cards = deck(
        game,
        """\
product: {suit: data.suits, rank: [{id: A, name: Ace, copies: 2}, 10]}
name: "{rank} of {suit} ({suit.sign})"
""",
    )
    assert cards[0] == {
        "id": "hearts-a",
        "name": "Ace of Hearts (H)",
        "suit": "hearts",
        "rank": "A",
        "sign": "H",
        "colour": "red",
        "copies": 2,
    }
    assert cards[3]["name"] == "10 of Spades (S)"
    assert cards[3]["colour"] is None


def test_rows_of_a_file_and_keys_of_a_mapping_are_values_too(game: GameFolder) -> None:
    cards = deck(game, "product: {moon: moons, colour: {red: {hex: f00}, blue: }}")
    assert [card["id"] for card in cards] == ["io-red", "io-blue", "europa-red", "europa-blue"]
    assert [card.get("days") for card in cards] == [1.8, 1.8, None, None]
    assert [card.get("hex") for card in cards] == ["f00", None, "f00", None]


def test_cards_beside_a_product_left_out_and_changed(game: GameFolder) -> None:
    cards = deck(
        game,
        """\
- product: {suit: [hearts, spades], rank: [1, 2]}
  except: [hearts-1, {suit: spades, rank: 1}]
  change: {spades-2: {name: Two, copies: 3}}
  text: The same on all.
- {name: Joker, copies: 2}""",
    )
    assert [(card["name"], card["copies"]) for card in cards] == [("hearts 2", 1), ("Two", 3), ("Joker", 2)]
    assert [card.get("text") for card in cards] == ["The same on all.", "The same on all.", None]


def test_pairs_have_each_two_values_once(game: GameFolder) -> None:
    cards = deck(game, "pairs: [0, 1, 2, 3, 4, 5, 6]\nas: [low, high]")
    assert len(cards) == 28
    assert [(card["low"], card["high"]) for card in cards[:8]] == [(0, n) for n in range(7)] + [(1, 1)]
    assert cards[8]["id"] == "1-2"
    apart = deck(game, "pairs: [0, 1, 2, 3]\nas: [one, other]\ndoubles: false")
    assert [card["id"] for card in apart] == ["0-1", "0-2", "0-3", "1-2", "1-3", "2-3"]


def test_the_fields_of_paired_values_are_told_apart(game: GameFolder) -> None:
    cards = deck(game, 'pairs: suits\nas: [left, right]\nname: "{left} and {right}"')
    assert cards[1]["name"] == "Hearts and Spades"
    assert (cards[1]["left_sign"], cards[1]["right_sign"], cards[1]["left_colour"]) == ("H", "S", "red")


def test_signs_and_symbols_have_ids(game: GameFolder) -> None:
    cards = deck(game, 'product: {n: [-1, 0, 1, "+2", "♥", true]}')
    assert [card["id"] for card in cards] == ["minus-1", "0", "1", "plus-2", "n-5", "true"]
    assert cards[0]["n"] == -1


def test_a_card_may_have_a_field_called_product(game: GameFolder) -> None:
    assert [card["product"] for card in deck(game, "[{product: Butter}, {product: Salt}]")] == [
        "Butter",
        "Salt",
    ]


def test_data_are_rows_with_all_columns_or_whatever_yaml_holds(game: GameFolder) -> None:
    deck(game, "[{name: A}]")
    loaded, _ = game.load()
    assert loaded is not None
    assert loaded.data["moons"] == [{"moon": "Io", "days": 1.8}, {"moon": "Europa", "days": None}]
    assert loaded.data["costs"] == {"red": 3}


def test_products_may_stand_between_files(game: GameFolder) -> None:
    game.write("game.yaml", HEAD + "      [heroes.yaml, {product: {n: [1, 2]}}]\n")
    game.write("moons.csv", "moon\nIo\n")
    game.write("heroes.yaml", "[{name: Ann}]")
    loaded = game.sound()
    assert [(part.id, len(part.cards)) for part in loaded.components[0].sets] == [("heroes", 1), ("decks", 2)]
