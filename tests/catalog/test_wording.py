"""The words of messages, and ids and names of files made of a user's words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.catalog.wording import (
    as_sentence,
    excerpts,
    fault_of_name,
    file_slug,
    join_words,
    lacking,
    listed,
    name_id,
    one_line,
    ordinal,
    quote,
    slug,
    spell_number,
    spoken,
    visible,
    with_article,
)


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (None, "nothing"),
        (True, "true"),
        (False, "false"),
        ("it's", '"it\'s"'),
        ("x" * 40, f"'{'x' * 40}'"),
        ("x" * 41, f"'{'x' * 39}…'"),
        (2.5, "2.5"),
        (-(10**18) + 1, "-999999999999999999"),
        (10**18, "a very large number"),
        ([1], "a list"),
        ({"a": 1}, "a mapping"),
    ],
)
def test_a_value_is_quoted_as_the_user_knows_it(value: object, told: str) -> None:
    assert quote(value) == told


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Größe\t⚔\n漢", "Größe\t⚔\n漢"),
        ("\x1b[31mred\x07", "\\x1b[31mred\\x07"),
        ("a\u202eb\u200bc\u2028d\u2029e\ud800", "a\\u202eb\\u200bc\\u2028d\\u2029e\\ud800"),
        ("نمی\u200cخواهم 👩\u200d🚀", "نمی\u200cخواهم 👩\u200d🚀"),
        ("a\u200db", "a\\u200db"),
    ],
)
def test_text_does_nothing_to_a_terminal_but_stand_there(text: str, shown: str) -> None:
    assert visible(text) == shown
    assert one_line(text) == shown.replace("\n", "\\n").replace("\t", "\\t")


def test_what_is_listed() -> None:
    assert listed(["a4", 3]) == "a4, 3"
    assert listed(range(20)).endswith("18, 19")
    assert listed(range(1021), "; ").endswith("18; 19; and 1,001 more")
    assert (join_words(()), join_words(["a"])) == ("none", "a")
    assert join_words(["a", "b", "c"], "and") == "a, b and c"
    assert (lacking("♠"), lacking("♠\u0301")) == ("'♠' (U+2660)", "2 of its letters: ♠ U+0301")
    assert lacking("♠" * 1041).endswith("♠ and 1,001 more")


def test_numbers_in_words() -> None:
    assert [spell_number(number) for number in (0, 12, 13, 1000)] == ["zero", "twelve", "13", "1,000"]
    assert [ordinal(number) for number in (1, 12, 13, 21, 22, 33, 44)] == [
        *("first", "twelfth", "13th", "21st", "22nd", "33rd", "44th")
    ]
    assert [ordinal(number) for number in (111, 112, 113, 121, 1002)] == [
        *("111th", "112th", "113th", "121st", "1,002nd")
    ]


def test_sentences() -> None:
    assert [as_sentence(text) for text in ("Draw", "Draw!", "**Draw.**")] == ["Draw.", "Draw!", "**Draw.**"]
    assert [with_article(noun) for noun in ("card", "effect", "the name")] == [
        "a card",
        "an effect",
        "the name",
    ]


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("Miller's Toll (2nd)", "millers-toll-2nd"),
        ("--", ""),
        ("Łódź", "lodz"),
        ("Smørrebrød", "smorrebrod"),
        ("Đoković", "dokovic"),
        ("Sigurður Þór", "sigurdur-thor"),
        ("Æsir, Œuvre", "aesir-oeuvre"),
        ("Kırık Straße", "kirik-strasse"),
        ("城", ""),
    ],
)
def test_ids_are_made_of_letters_that_every_keyboard_has(text: str, made: str) -> None:
    assert slug(text) == made


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("My Game", "my-game"),
        ("Ça va", "ca-va"),
        ("城 Z", "城-z"),
        ("城 z 2", "城-z-2"),
        ("", "game"),
        ("AUX", "aux-game"),
    ],
)
def test_a_folder_gives_a_game_its_id(name: str, made: str) -> None:
    assert name_id(name, "game") == made


def test_names_that_no_letter_can_be_kept_of_are_told_apart() -> None:
    one, other = name_id("!!!", "game"), name_id("???", "game")
    assert one != other
    assert one.startswith("game-")


@given(st.text(max_size=12), st.integers(1, 30))
def test_what_is_made_of_any_text_can_be_a_file_everywhere(text: str, times: int) -> None:
    made = file_slug(text * times, "card")
    assert fault_of_name(made) is None
    assert fault_of_name(f"{made}.png") is None
    assert len(made.encode()) <= 110


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("a.png", None),
        ("é" * 127, None),
        ("é" * 128, "too long"),
        (". ", "no file can have"),
        ("a:b", "':' in its name"),
        ("a\x7f", "in its name"),
        ("a.", "ends in a dot"),
        ("a ", "ends in a dot or a space"),
        ("Com¹.txt", "keeps for a device"),
        ("com10", None),
        ("NUL .txt", "keeps for a device"),
        ("conin$", "keeps for a device"),
    ],
)
def test_what_no_file_can_be_called(name: str, fault: str | None) -> None:
    told = fault_of_name(name)
    assert told is None if fault is None else fault in (told or "")


@pytest.mark.parametrize(
    ("name", "called"),
    [("cost", "cost"), ("Card No", "Card_No"), ("2nd (side)", "_2nd_side"), ("Größe", "Größe"), ("!", "")],
)
def test_what_a_template_calls_a_field(name: str, called: str) -> None:
    assert spoken(name) == called


@pytest.mark.parametrize(
    ("old", "new", "shown"),
    [
        ("Draw a card.", "Draw two cards.", ("Draw a card.", "Draw two cards.")),
        ("When played, draw a card.", "When played, draw 2 cards.", ("… draw a card.", "… draw 2 cards.")),
        (
            "Draw a card and rest it.",
            "Draw 2 cards and rest it.",
            ("Draw a card and …", "Draw 2 cards and …"),
        ),
        ("Stay here now", "Stay now", ("Stay here now", "Stay now")),
    ],
)
def test_of_two_texts_the_words_that_differ(old: str, new: str, shown: tuple[str, str]) -> None:
    assert excerpts(old, new) == shown
