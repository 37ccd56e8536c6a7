"""The reader of checked values: what it gives, what it reports, and where."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from games import write_game

from generator.catalog.load import load_game
from generator.catalog.models import Card
from generator.catalog.problems import Problems
from generator.catalog.reader import MAX_SUGGESTED, ErrorLog, ProblemLog, Reader, read_field, read_rules
from generator.catalog.yaml_reader import parse_yaml
from generator.rules.positions import BadPosition, position_reader


def of_file(text: str, problems: Problems) -> Reader:
    """A reader of a YAML file with this text."""
    document = parse_yaml(text, "f.yaml", problems)
    return Reader(document, ProblemLog(problems), (), document.place)


def reported(text: str, read: Callable[[Reader], object]) -> tuple[object, list[str]]:
    """What is read from a YAML file, and what is reported of it."""
    problems = Problems()
    return read(of_file(text, problems)), list(map(str, problems))


def faults(position: object, read: Callable[[Reader], object]) -> tuple[object, list[str]]:
    """What is read from a position, and what is reported of it."""
    reader = position_reader(position)
    value = read(reader)
    try:
        reader.finish()
    except BadPosition as bad:
        return value, list(map(str, bad.faults))
    return value, []


def test_sound_values_are_given_as_they_are() -> None:
    text = "n: 3\nyes: true\nword: left\nname: Ogre\nlist: [1, 2]\nmap: {a: 1, b: 2}\ndigits: '12'\n"
    problems = Problems()
    given = of_file(text, problems)
    assert given.key("n").whole(1, 5) == 3
    assert given.key("yes").flag() is True
    assert given.key("word").word(("right", "left"), "side") == "left"
    assert given.key("name").text() == "Ogre"
    assert [item.whole(0, 9) for item in given.key("list").items(2)] == [1, 2]
    assert [(key, value.whole(0, 9)) for key, value in given.key("map").entries()] == [("a", 1), ("b", 2)]
    assert given.key("digits").whole(0, 99) == 12, "digits in quotes count as a number in a file"
    given.only(("n", "yes", "word", "name", "list", "map", "digits"))
    assert (given.error_count, list(problems)) == (0, [])


@pytest.mark.parametrize(
    ("read", "stand_in", "message"),
    [
        (lambda r: r.whole(1, 5), 1, "expected a whole number, got 'x'"),
        (lambda r: r.flag(), False, "expected true or false, got 'x'"),
        (lambda r: r.items(), [], "expected a list, got 'x'"),
        (lambda r: r.entries(), [], "expected keys and values, got 'x'"),
        (lambda r: r.word(("left", "right"), "side"), "left", "'x' is not a side; expected left or right"),
        (lambda r: r.cards({"M1": 0}), [], "expected a list, got 'x'"),
    ],
)
def test_what_does_not_fit_is_reported_at_its_place_and_replaced(
    read: Callable[[Reader], object], stand_in: object, message: str
) -> None:
    value, found = reported("a: {b: x}", lambda r: read(r.key("a").key("b")))
    assert (value, found) == (stand_in, [f"f.yaml:1:8: error: a.b: {message}"])


def test_text_stands_in_for_no_text() -> None:
    assert reported("a: [1]", lambda r: r.key("a").text()) == (
        "",
        ["f.yaml:1:4: error: a: expected text, got a list"],
    )


@pytest.mark.parametrize(("given", "got"), [("0", "0"), ("10001", "10001"), ("-1", "-1")])
def test_numbers_out_of_bounds(given: str, got: str) -> None:
    value, found = reported(f"a: {given}", lambda r: r.key("a").whole(1, 10_000))
    assert (value, found) == (1, [f"f.yaml:1:4: error: a: expected 1 to 10,000, got {got}"])


def test_digits_are_no_number_in_a_position() -> None:
    """A position is written by a program, or in JSON: it knows what a number is."""
    assert faults({"a": "12"}, lambda r: r.key("a").whole(0, 99)) == (
        0,
        ["a: expected a whole number, got '12'"],
    )
    assert faults({"a": True}, lambda r: r.key("a").whole(0, 99))[1] == [
        "a: expected a whole number, got true"
    ]


# Keys


def test_a_missing_key_is_reported_once_and_nothing_inside_it() -> None:
    value, found = reported("a: {c: 1}", lambda r: r.key("a").key("b").key("deep").whole(2, 5))
    assert value == 2
    assert found == ["f.yaml:1:4: error: a: `b` is missing"]


def test_a_default_stands_in_for_a_missing_key() -> None:
    value, found = reported("a: {c: 1}", lambda r: r.key("a").key("b", 4).whole(2, 5))
    assert (value, found) == (4, [])
    problems = Problems()
    of_file("a: {c: 1}", problems).key("a").key("b", None).error("not so")
    assert list(map(str, problems)) == ["f.yaml:1:4: error: a.b: not so"], "it has the place of the mapping"


def test_of_what_is_no_mapping_no_key_is_missing() -> None:
    def read(given: Reader) -> object:
        inner = given.key("a")
        return inner.has("b"), inner.key("b").whole(1, 9), inner.key("c").text(), inner.entries()

    value, found = reported("a: 5", read)
    assert value == (False, 1, "", [])
    assert found == ["f.yaml:1:4: error: a: expected keys and values, got 5"]


def test_unknown_keys_are_reported_with_what_was_meant() -> None:
    _, found = reported("a:\n  hand: 1\n  hnad: 2\n  zzz: 3\n", lambda r: r.key("a").only(("hand", "deck")))
    assert found == [
        "f.yaml:3:3: error: a: unknown key `hnad`; did you mean `hand`?",
        "f.yaml:4:3: error: a: unknown key `zzz`",
    ]


def test_in_a_position_the_path_leads_to_the_unknown_key() -> None:
    position = {"seats": [{"hand": [], "hnad": []}]}
    _, found = faults(position, lambda r: r.key("seats").at(0).only(("hand", "deck")))
    assert found == ["seats[0].hnad: unknown key; did you mean `hand`?"]


def test_a_key_can_be_reported_by_itself() -> None:
    problems = Problems()
    of_file("a:\n  night captain: 1\n", problems).key("a").name_of("night captain").error("is no card")
    assert list(map(str, problems)) == ["f.yaml:2:3: error: a.night captain: is no card"]


# Lists, words and cards


def test_a_list_of_another_length() -> None:
    value, found = reported("a: [1, 2]", lambda r: [item.whole(0, 9) for item in r.key("a").items(3)])
    assert (value, found) == ([1, 2], ["f.yaml:1:4: error: a: expected 3 items, got 2"])


def test_items_have_their_own_places() -> None:
    _, found = reported("a:\n  - 1\n  - x\n", lambda r: [item.whole(0, 9) for item in r.key("a").items()])
    assert found == ["f.yaml:3:5: error: a.1: expected a whole number, got 'x'"]


def test_a_misspelt_word_is_told_the_nearest_one() -> None:
    words = [f"word-{number}" for number in range(MAX_SUGGESTED + 1)]
    _, found = reported("a: wrd-7", lambda r: r.key("a").word(words, "word"))
    assert found == ["f.yaml:1:4: error: a: 'wrd-7' is not a word; did you mean `word-7`?"]
    _, found = reported("a: zzz", lambda r: r.key("a").word(words, "word"))
    assert found == ["f.yaml:1:4: error: a: 'zzz' is not a word"], "so many are not listed"


def test_cards_are_numbers_and_what_is_none_is_left_out() -> None:
    known = {"M1": 0, "M2": 1, "S1": 2}
    value, found = faults(
        {"hand": ["S1", "M1", "Q9", "S1"]}, lambda r: r.key("hand").cards(known, "kind of card")
    )
    assert value == [2, 0, 2]
    assert found == ["hand[2]: 'Q9' is not a kind of card; expected M1, M2 or S1"]


def test_a_part_of_a_value_stands_where_the_value_does() -> None:
    _, found = reported("a: x+y", lambda r: r.key("a").part("y").word(("z",), "letter"))
    assert found == ["f.yaml:1:4: error: a: 'y' is not a letter; expected z"]


def test_a_position_can_be_wrong_where_it_has_no_value() -> None:
    _, found = faults({"seats": []}, lambda r: r.inside("seats", 1).error("the seat is missing"))
    assert found == ["seats[1]: the seat is missing"]


# Sources


def test_errors_are_counted_for_the_whole_source() -> None:
    problems = Problems()
    given = of_file("a: x\nb: y\n", problems)
    before = given.error_count
    given.key("a").whole(0, 1)
    given.key("b").whole(0, 1)
    assert (before, given.error_count, given.key("a").error_count) == (0, 2, 2)


def test_a_log_must_say_what_becomes_of_an_error() -> None:
    with pytest.raises(NotImplementedError):
        Reader("x", ErrorLog()).whole(0, 1)


@pytest.fixture
def in_tmp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_rules_are_read_from_game_yaml(in_tmp: Path) -> None:
    folder = write_game(in_tmp / "g")
    with (folder / "game.yaml").open("a") as file:
        file.write("rules:\n  hand: many\n")
    problems = Problems()
    game = load_game(Path("g"), problems)
    assert game is not None
    rules = read_rules(game, problems)
    assert rules.key("hand").whole(1, 9) == 1
    (found,) = problems
    assert found.place is not None
    assert (found.place.file, found.place.column, found.field) == ("g/game.yaml", 9, "rules.hand")


def test_a_game_without_rules_is_told_so_once(in_tmp: Path) -> None:
    write_game(in_tmp / "g")
    problems = Problems()
    game = load_game(Path("g"), problems)
    assert game is not None
    rules = read_rules(game, problems)
    assert (rules.key("hand").whole(3, 9), rules.entries(), rules.error_count) == (3, [], 1)
    assert [problem.message for problem in problems] == ["Tiny has no rules"]


def card_of(folder: Path, cards: str, problems: Problems) -> Card:
    write_game(folder)
    (folder / "cards.yaml").write_text(cards)
    game = load_game(folder.relative_to(Path.cwd()), problems)
    assert game is not None
    return game.components[0].sets[0].cards[-1]


def test_a_field_of_a_card_knows_its_places_wherever_it_is_inherited_from(in_tmp: Path) -> None:
    problems = Problems()
    card = card_of(
        in_tmp / "g", "defaults: {effects: {gain: 1}}\ncards:\n  - {id: imp, name: Imp}\n", problems
    )
    read_field(card, "effects", problems).only(("lose",))
    assert list(map(str, problems)) == ["g/cards.yaml:1:22: error: effects: unknown key `gain` (card imp)"]
    assert read_field(card, "nothing", problems).value is None
