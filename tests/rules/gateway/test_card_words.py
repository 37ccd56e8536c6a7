"""The vocabulary of Gateway's cards: each word is printed and understood as the data has it, none besides.

What the data says is played beside the engine by its witness (``tests/rules/witness``), card by card.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from games import PROJECT, bundled_game
from printed import component_of, printed, renderer_of

from generator.catalog.load import load_game
from generator.catalog.models import Card, Game
from generator.catalog.problems import Problems
from generator.games.gateway.board import Board
from generator.games.gateway.config import NUMBER, Effect, EffectWord
from generator.games.gateway.effects import WORDS, instant
from generator.rules import BadDatabase, load

from .card_print import (
    CARDS,
    CHOICE,
    KEYWORDS,
    LEADS,
    PRINTED,
    SENTENCES,
    NotUnderstood,
    Sentence,
    cards_of,
    prints,
    read_print,
    read_sentence,
)

RULES: Any = bundled_game("gateway").rules
FILLED = {"of": "district you control", "card": "Rebels", "to": "into your Army", "tokens": "A, B"}


def given(card: Card) -> dict[str, list[dict[str, Any]]]:
    """The effects of a card's data, by trigger."""
    if "ability" in card.values:
        return {"ability": card.values["ability"]}  # type: ignore[dict-item]
    effects: Any = card.values.get("effects") or {}
    return effects if isinstance(effects, dict) else {"event": effects}


def as_data(sentence: Sentence) -> dict[str, Any]:
    """What the data must say for the sentence to be printed."""
    if sentence.word == CHOICE:
        return {CHOICE: [[as_data(each) for each in line] for line in sentence.lines]}
    takes = RULES["effects"][sentence.word]["takes"]
    if takes == "tokens":
        return {sentence.word: sentence.what.lower().split(", ")}
    if takes == "number-of":
        (of,) = (count for count, words in RULES["counts"].items() if words["one"] == sentence.what)
        return {sentence.word: {"n": sentence.n, "of": of}}
    if takes == "number-card-to":
        (card,) = (gift for gift, words in RULES["gifts"].items() if sentence.what in words.values())
        (to,) = (place for place, words in RULES["places"].items() if words["words"] == sentence.to)
        return {sentence.word: {"n": sentence.n, "card": card, "to": to}}
    return {sentence.word: sentence.n}


@pytest.mark.parametrize("card_id", cards_of(bundled_game("gateway"), *PRINTED))
def test_the_printed_words_are_the_data_s(card_id: str) -> None:
    """All that the engine plays is printed, in its order and with its numbers, and nothing else."""
    _, card, print_ = prints()[card_id]
    data = given(card)
    assert set(print_.said) == set(data)
    for trigger, sentences in print_.said.items():
        assert [as_data(sentence) for sentence in sentences] == data[trigger]
    keywords: Any = card.values.get("keywords") or {}
    assert print_.keywords == {word: int(number) for word, number in keywords.items()}


def sentences_of(word: str) -> Iterator[tuple[int, str]]:
    """The sentences of an effect for 1 and for 2, filled in, as a card would print them."""
    for number, text in ((1, RULES["effects"][word]["one"]), (2, RULES["effects"][word]["many"])):
        filled = text.replace("{n}", str(number))
        for name, words in FILLED.items():
            filled = filled.replace(f"{{{name}}}", "Rebel" if (name, number) == ("card", 1) else words)
        yield number, filled


@pytest.mark.parametrize("word", [word for word in RULES["effects"] if word != CHOICE])
def test_both_sentences_of_an_effect_are_understood_as_this_effect_with_its_number(word: str) -> None:
    for number, text in sentences_of(word):
        sentence, rest = read_sentence(text)
        takes = RULES["effects"][word]["takes"]
        assert (sentence.word, rest) == (word, "")
        assert takes == "tokens" or sentence.n == number


def test_the_words_of_data_engine_and_tests_are_the_same() -> None:
    """Of effects, keywords and triggers none is in one place only."""
    words = set(RULES["effects"])
    assert words == {*SENTENCES, CHOICE}
    assert words == set(WORDS)
    assert set(RULES["keywords"]) == set(KEYWORDS)
    assert set(RULES["triggers"]) == {*LEADS.values(), "played", "always", "ability", "event"}
    leads = {trigger: lead for lead, trigger in LEADS.items()}
    assert {name: rule["lead"] for name, rule in RULES["triggers"].items() if rule["lead"]} == leads


def test_every_word_is_on_a_card_that_is_played() -> None:
    said = {word for _, _, print_ in prints().values() for word in print_.words()}
    assert said == set(RULES["effects"])
    assert {word for _, _, print_ in prints().values() for word in print_.keywords} == set(RULES["keywords"])
    assert {when for _, _, print_ in prints().values() for when in print_.said} == set(RULES["triggers"])


def test_every_list_of_cards_is_here() -> None:
    """A component that is added must join those that are played."""
    game = bundled_game("gateway")
    with_effects = {part.id for part in game.components for listed in part.sets for card in listed.cards
                    if "effects" in card.values or "ability" in card.values}  # fmt: skip
    assert with_effects == {*CARDS, "events", "districts", "randomizers"}
    assert {*cards_of(game, "randomizers")} == {*cards_of(game, "city")}


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The card database, to spoil it."""
    for folder in ("cards", "layouts"):
        shutil.copytree(PROJECT / folder / "gateway", tmp_path / folder / "gateway")
    return tmp_path / "cards" / "gateway"


def spoil(folder: Path, file: str, old: str, new: str) -> None:
    path = folder / file
    text = path.read_text("utf-8")
    assert text.count(old) == 1, f"{text.count(old)} times in {file}: {old}"
    path.write_text(text.replace(old, new), "utf-8")


def loaded(folder: Path) -> Game:
    problems = Problems()
    game = load_game(folder, problems)
    assert game is not None, "\n".join(map(str, problems))
    return game


NEW_WORD = """  effects:
    juggle:
      takes: number
      icon: ph.cards-fill
      one: "Juggle 1 card."
      many: "Juggle {n} cards."
      does: The cards go up and come down.
    gain-gold:
"""


def test_a_word_without_an_engine_meaning_is_refused(copy: Path) -> None:
    spoil(copy, "game.yaml", "  effects:\n    gain-gold:\n", NEW_WORD)
    with pytest.raises(BadDatabase, match="the effect juggle has no meaning in the engine"):
        load(str(copy))


def juggle(board: Board, seat: int, effect: Effect) -> None:
    """A new word: everybody's hands are not enough, so points are gained."""
    board.gain_vp(seat, effect.number)


def test_a_new_word_is_a_line_and_an_entry_in_the_database(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoil(copy, "game.yaml", "  effects:\n    gain-gold:\n", NEW_WORD)
    spoil(copy, "base.yaml", "{gain-gold: 1}", "{juggle: 3}")
    monkeypatch.setitem(WORDS, "juggle", EffectWord("juggle", NUMBER, ("played",), instant(juggle)))
    state = load(str(copy)).start(1)
    state.play("play merchant")
    assert state.to_dict()["seats"][0]["vp"] == 3


def test_a_word_without_a_sentence_is_refused(copy: Path) -> None:
    spoil(copy, "game.yaml", '      one: "Draw 1 card."\n', "")
    with pytest.raises(BadDatabase, match="`one` is missing"):
        load(str(copy))


def test_a_sentence_that_these_tests_do_not_know_is_not_passed_over(copy: Path) -> None:
    spoil(copy, "game.yaml", "  effects:\n    gain-gold:\n", NEW_WORD)
    spoil(copy, "base.yaml", "{gain-gold: 1}", "{juggle: 3}")
    game = loaded(copy)
    text = printed(renderer_of(game), component_of(game, "base"), cards_of(game, "base")["merchant"])
    with pytest.raises(NotUnderstood, match="Juggle 3 cards"):
        read_print(text)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('many: "Draw {n} cards."', 'many: "Draw {n} cards, then {n} more."'),
        ('many: "Draw {n} cards."', 'many: "Draw some cards."'),
        ('text: "+{n} {attack} against the Horde."', 'text: "+1 {attack} against the Horde."'),
    ],
    ids=["says more", "without the number", "another number in the reminder"],
)
def test_a_sentence_that_says_something_else_is_found(copy: Path, old: str, new: str) -> None:
    spoil(copy, "game.yaml", old, new)
    game = loaded(copy)
    renderer, city = renderer_of(game), component_of(game, "city")
    texts = [printed(renderer, city, card) for card in cards_of(game, "city").values()]
    with pytest.raises(NotUnderstood):
        list(map(read_print, texts))
