"""``gatepress deck check``: every rule that a deck breaks, in words and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from games import run_here, write_game
from hypothesis import given
from hypothesis import strategies as st

from generator.deck.check import judge
from generator.deck.format import DeckFormat

from .deck_files import GOOD, Row, check, check_yaml, deck

CLASSES = ("minion", "soldier", "assassin")
BUNDLED = (
    *("carnival-knives", "five-a-side", "hedgerow-rising", "long-siege"),
    *("night-shift", "retired-pantheon"),
)


def test_a_legal_deck_takes_one_line() -> None:
    Path("deck.yaml").write_text(GOOD)
    done = run_here("deck", "check", "deck.yaml")
    assert (done.code, done.output) == (0, "My Deck: legal, 35 cards, 100 points\n")


@pytest.mark.slow
def test_the_games_own_decks_are_legal_by_name() -> None:
    done = run_here("deck", "check", *BUNDLED)
    assert done.code == 0
    assert done.stdout.splitlines()[0] == "The Carnival Knives: legal, 37 cards, 100 points"
    assert done.stdout.endswith("\n\n6 of 6 decks are legal\n")
    assert done.stdout.count(": legal, ") == 6


def test_what_breaks_a_rule_stands_under_its_sentence() -> None:
    Path("deck.yaml").write_text(
        "name: Rough\ncards:\n"
        "  - {name: Ogre, class: soldier, power: 7, copies: 13}\n"
        "  - {name: Elf, class: archer, power: six}\n"
    )
    done = run_here("deck", "check", "deck.yaml")
    assert done.code == 1
    assert done.stdout == (
        "Rough: not legal, 14 cards\n"
        "\n"
        "  points  A deck spends exactly 100 points. A card costs its power.\n"
        "          91 points spent, plus 1 card whose power can't be counted: at least 3 unspent\n"
        "\n"
        "  cards   A deck has 17 to 100 cards.\n"
        "          14 cards, 3 too few\n"
        "\n"
        "  power   A card's power is a whole number from 1 to 6.\n"
        "          deck.yaml:3:41: Ogre (13 copies): power 7 is more than 6\n"
        "          deck.yaml:4:39: Elf: the power is 'six', not a number\n"
        "\n"
        "  class   A card has one class: minion, soldier or assassin.\n"
        "          deck.yaml:4:24: Elf: unknown class 'archer'\n"
    )


def test_json_of_one_deck_is_an_object() -> None:
    told = check_yaml(GOOD.replace("copies: 15", "copies: 14").replace("soldier", "solider"))
    assert told.code == 1
    assert told.verdict == {
        "deck": "My Deck",
        "legal": False,
        "points": 98,
        "cards": 34,
        "violations": [
            {
                "rule": "points",
                "severity": "error",
                "card": None,
                "quantity": None,
                "message": "98 points, 2 unspent",
                "file": "deck.yaml",
                "line": None,
                "column": None,
            },
            {
                "rule": "class",
                "severity": "error",
                "card": "Ogre",
                "quantity": 10,
                "message": "unknown class 'solider'; did you mean `soldier`?",
                "file": "deck.yaml",
                "line": 3,
                "column": 25,
            },
        ],
    }


def test_json_of_several_decks_is_a_list() -> None:
    done = run_here("deck", "check", "night-shift", "nowhere.yaml", "--json")
    assert done.code == 1
    assert [
        (told["deck"], told["legal"], told["points"], told["cards"]) for told in json.loads(done.stdout)
    ] == [
        ("The Night Shift", True, 100, 36),
        ("nowhere.yaml", False, None, None),
    ]


@pytest.mark.slow
def test_one_bad_deck_among_good_ones() -> None:
    Path("deck.yaml").write_text(GOOD.replace("copies: 15", "copies: 16"))
    done = run_here("deck", "check", "five-a-side", "deck.yaml", "night-shift")
    assert done.code == 1
    assert done.stdout == (
        "The Five-a-Side: legal, 25 cards, 100 points\n"
        "\n"
        "My Deck: not legal, 36 cards, 102 points\n"
        "\n"
        "  points  A deck spends exactly 100 points. A card costs its power.\n"
        "          102 points, 2 over\n"
        "\n"
        "The Night Shift: legal, 36 cards, 100 points\n"
        "\n"
        "2 of 3 decks are legal\n"
    )


@pytest.mark.parametrize(
    ("copies", "options", "code", "told"),
    [
        (14, [], 1, [("error", "98 points, 2 unspent")]),
        (14, ["--allow-unspent"], 0, [("warning", "98 points, 2 unspent")]),
        (16, ["--allow-unspent"], 1, [("error", "102 points, 2 over")]),
        (15, ["--points", "103"], 1, [("error", "100 points, 3 unspent")]),
        (15, ["--points", "97"], 1, [("error", "100 points, 3 over")]),
        (25, ["--points", "120"], 0, []),
    ],
)
def test_points(copies: int, options: list[str], code: int, told: list[tuple[str, str]]) -> None:
    found = check_yaml(GOOD.replace("copies: 15", f"copies: {copies}"), *options)
    assert found.code == code
    assert [(v["severity"], v["message"]) for v in found.verdict["violations"]] == told


def test_the_sentences_have_the_formats_numbers() -> None:
    Path("house.yaml").write_text(
        "points: 60\npower: {min: 2, max: 9}\ncards: {min: 20, max: 20}\nclasses: [Knight, Mage]\n"
    )
    Path("deck.yaml").write_text("[{name: Rook, class: rook, power: 1}]")
    done = run_here("deck", "check", "deck.yaml", "--format", "house.yaml")
    assert [line.strip() for line in done.stdout.splitlines() if line.endswith(".")] == [
        "points  A deck spends exactly 60 points. A card costs its power.",
        "cards   A deck has exactly 20 cards.",
        "power   A card's power is a whole number from 2 to 9.",
        "class   A card has one class: knight or mage.",
    ]


def test_a_missing_class_is_a_warning() -> None:
    told = check_yaml("[{name: Ogre, class: Soldier, power: 5, copies: 20}]")
    assert told.code == 0
    assert told.verdict["legal"] is True
    assert told.of("classes") == ["no minion in the deck", "no assassin in the deck"]


def test_no_class_is_missed_while_one_is_misspelt() -> None:
    assert check_yaml(GOOD.replace("assassin", "asassin")).rules == ["class"]


def test_cards_may_share_a_name() -> None:
    assert check_yaml(GOOD.replace("Goblin", "Ogre").replace("Owl", "Ogre")).code == 0


@pytest.mark.parametrize(
    ("power", "told"),
    [
        ("five", []),  # 94 known points: one more card may make it 100
        ("five, copies: 2", []),
        ("five, copies: 7", ["94 points spent, plus 7 cards whose power can't be counted: at least 1 over"]),
    ],
)
def test_points_without_a_power_are_judged_as_far_as_they_are_known(power: str, told: list[str]) -> None:
    text = GOOD.replace("copies: 10}", "copies: 9}", 1)
    found = check_yaml(f"{text}  - {{name: Elf, class: minion, power: {power}}}\n")
    assert found.of("points") == told
    assert found.rules[-1] == "power"
    assert found.verdict["points"] is None


def test_points_far_from_the_budget_whatever_the_unknown_power() -> None:
    found = check_yaml("[{name: Ogre, class: soldier, power: 5, copies: 18}, {name: Elf, class: minion}]")
    assert found.of("points") == [
        "90 points spent, plus 1 card whose power can't be counted: at least 4 unspent"
    ]
    assert found.of("power") == ["Elf: the power is missing"]


def test_totals_are_not_judged_where_a_card_could_not_be_read() -> None:
    text = GOOD + "  - {name: Elf, class: minion, power: 9, copies: many}\n"
    told = check_yaml(text)
    assert told.rules == ["file", "power"]
    assert (told.verdict["points"], told.verdict["cards"]) == (None, None)
    done = run_here("deck", "check", "deck.yaml")
    assert "Points and cards are counted once the whole file can be read." in done.stdout


def test_what_can_be_read_is_judged_beside_what_cannot() -> None:
    told = check_yaml("- {name: Elf, class: minion, power: 9}\n- {name: Imp, clas: minion, power: 1}\n- 7\n")
    assert told.of("file") == [
        "Imp: unknown field `clas`; did you mean `class`?",
        "expected a card (keys and values), got 7",
    ]
    assert told.of("power") == ["Elf: power 9 is more than 6"]
    assert told.of("class") == ["Imp: the class is missing"]


def test_many_bad_cards_are_counted() -> None:
    Path("deck.csv").write_text("name,class,power\n" + "Imp,minion,9\n" * 30)
    done = run_here("deck", "check", "deck.csv")
    assert "deck.csv:2:3: 30 cards (Imp): power 9 is more than 6\n" in done.stdout
    assert len(check("deck.csv").of("power")) == 30
    check_yaml(
        "".join(f"- {{name: Imp {number}, clas: minion, power: 1, copies: 7}}\n" for number in range(9))
    )
    names = ", ".join(f"Imp {number}" for number in range(6))
    told = run_here("deck", "check", "deck.yaml").stdout
    assert f"deck.yaml:1:17: 9 cards ({names} and 3 more): unknown field `clas`" in told


def test_another_game_judges_by_its_own_numbers(tmp_path: Path) -> None:
    rules = {
        "points": 10,
        "cards": {"min": 2, "max": 5},
        "power": {"min": 2, "max": 5},
        "classes": ["dog", "cat"],
        "first_turn": {"first_player": 1, "others": 1},
    }
    folder = write_game(
        tmp_path / "pets",
        game=json.dumps(
            {
                "title": "Pets",
                "rules": rules,
                "components": {
                    "cards": {"size": "poker", "cards": "*.csv", "front": "card.xml.j2", "deck": True}
                },
            }
        ),
        files={"mine.csv": "name,class,power,copies\nRex,dog,5,1\nTom,cat,5,1\n"},
    )
    assert check("mine", "--game", str(folder)).verdict["legal"] is True
    told = check_yaml("[{name: Rex, class: dog, power: 6, copies: 2}]", "--game", str(folder))
    assert told.of("points") == ["12 points, 2 over"]
    assert told.of("power") == ["Rex: power 6 is more than 5"]
    assert told.of("classes") == ["no cat in the deck"]


SMALL = DeckFormat(12, 2, 12, 1, 4, CLASSES, 3, 4)
"""Few enough points that decks at random are often legal."""

_cards = st.builds(
    Row,
    st.sampled_from(["Ogre", "Ogre", "ogre", "Elf", "משמר", "🐉"]),
    st.sampled_from([*CLASSES, "Minion", " SOLDIER "]),
    st.integers(1, 4),
    st.integers(1, 3),
)
_odd_cards = st.builds(
    Row,
    st.sampled_from(["Ogre", "", "  ", None, "\u200b", 7]),
    st.sampled_from([*CLASSES, "sorcerer", "", None, "minion soldier", 5, ["minion"]]),
    st.sampled_from(
        [-1, 0, 1, 2, 3, 4, 5, 2.0, 2.5, "six", "no", "3", None, True, float("inf"), float("nan")]
    ),
    st.integers(1, 3),
)
_decks = st.lists(_cards, max_size=5) | st.lists(_cards | _odd_cards, max_size=5)


def is_legal(rows: list[Row], limits: DeckFormat, *, allow_unspent: bool) -> bool:
    """The definition, card by card."""
    cards = [row for row in rows for _ in range(row.copies)]
    for card in cards:
        if str(card.name or "").strip() in ("", "\u200b"):
            return False
        if not isinstance(card.class_name, str) or card.class_name.strip().lower() not in limits.classes:
            return False
        if isinstance(card.power, bool | str) or card.power not in range(
            limits.min_power, limits.max_power + 1
        ):
            return False
    spent = sum(int(str(card.power).removesuffix(".0")) for card in cards)
    right = spent <= limits.points if allow_unspent else spent == limits.points
    return right and limits.min_cards <= len(cards) <= limits.max_cards


@given(_decks, st.booleans())
def test_legal_is_what_the_definition_says(rows: list[Row], allow_unspent: bool) -> None:
    verdict = judge(deck(rows), SMALL, allow_unspent=allow_unspent)
    assert verdict.legal == is_legal(rows, SMALL, allow_unspent=allow_unspent)


@given(st.lists(_cards, min_size=1, max_size=6), st.integers(-3, 3))
def test_exactly_what_the_cards_cost_is_legal(rows: list[Row], off: int) -> None:
    """Decks that are legal by construction, and up to three points off."""
    cost = sum(int(str(row.power)) * row.copies for row in rows)
    limits = DeckFormat(max(1, cost + off), 1, 100, 1, 4, CLASSES, 3, 4)
    verdict = judge(deck(rows), limits)
    assert verdict.legal == (limits.points == cost)
    assert verdict.points == cost
