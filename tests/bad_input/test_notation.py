"""Moves that are written nearly right: refused, with the right spelling where it is plain what was meant."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import cache
from random import Random

import pytest

from generator import rules
from generator.rules import Game, IllegalMove, State

GAMES = ("battle-gate", "hold-the-gates", "hold-the-line", "strongholds", "gateway")
SAMPLE = 60
"""Moves of each game that are spoiled in each way."""
EDITS = 1_000
"""Random edits for each game."""
ALPHABET = "acdghklmnorstx0123459>*-+ \t\n\xa0\u2003\u200b\u212a\u0131\u0130\u017f٣５ＫＤ\u0301'._,"


@cache
def state_of(name: str) -> State:
    return rules.load(name).start(seed=7)


@cache
def moves_of(name: str) -> list[str]:
    """Some moves of every verb, spread over all."""
    game: Game = rules.load(name)
    state = state_of(name)
    texts = [state.text(move) for move in range(game.moves)]
    verbs = {text.partition(" ")[0] for text in texts}
    picked: list[str] = []
    for verb in sorted(verbs):
        of_verb = [text for text in texts if text.partition(" ")[0] == verb]
        picked += of_verb[:: max(1, len(of_verb) * len(verbs) // SAMPLE)]
    return picked


@pytest.mark.parametrize("name", GAMES)
def test_every_move_is_read_as_it_is_written_in_capitals_or_small_letters(name: str) -> None:
    state = state_of(name)
    for move in range(rules.load(name).moves):
        text = state.text(move)
        for spelling in (text, text.upper(), text.lower(), text.swapcase(), text.title()):
            assert state.parse(spelling) == move


def digit_of_another_script(text: str) -> str:
    return "".join(chr(0x0660 + int(letter)) if letter.isdecimal() else letter for letter in text)


def wide(text: str) -> str:
    return "".join(chr(ord(letter) + 0xFEE0) if letter.isalnum() else letter for letter in text)


def before_numbers(mark: str) -> Callable[[str], str]:
    def spoil(text: str) -> str:
        starts = [at for at in range(len(text)) if text[at].isdigit() and not text[at - 1].isalnum()]
        return text[: starts[-1]] + mark + text[starts[-1] :] if starts else text

    return spoil


CARELESS: dict[str, Callable[[str], str]] = {
    "a blank before it": lambda text: f" {text}",
    "a blank after it": lambda text: f"{text} ",
    "a line end after it": lambda text: f"{text}\n",
    "a carriage return after it": lambda text: f"{text}\r",
    "two blanks": lambda text: text.replace(" ", "  "),
    "tabs": lambda text: text.replace(" ", "\t"),
    "no-break spaces": lambda text: text.replace(" ", "\xa0"),
    "wide spaces": lambda text: text.replace(" ", "\u3000"),
    "a blank before >": lambda text: text.replace(">", " >"),
    "a blank after >": lambda text: text.replace(">", "> "),
    "no-break spaces around >": lambda text: text.replace(">", "\xa0>\xa0"),
    "an invisible space": lambda text: f"{text[:2]}\u200b{text[2:]}",
    "a byte order mark": lambda text: f"\ufeff{text}",
    "a zero before a number": before_numbers("0"),
    "zeros before a number": before_numbers("000"),
    "a plus before a number": before_numbers("+"),
    "digits of another script": digit_of_another_script,
    "wide letters and digits": wide,
    "a Kelvin sign": lambda text: text.replace("K", "\u212a").replace("k", "\u212a"),
    "a long s": lambda text: text.replace("s", "\u017f"),
    "a dotless i": lambda text: text.replace("i", "\u0131"),
    "a dotted I": lambda text: text.upper().replace("I", "\u0130"),
    "a sharp s": lambda text: text.replace("ss", "ß"),
    "a mark above a letter": lambda text: unicodedata.normalize("NFC", f"{text[0]}\u0301{text[1:]}"),
    "a ligature": lambda text: text.replace("fi", "\ufb01").replace("st", "\ufb06"),
}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("spoil", CARELESS.values(), ids=CARELESS)
def test_another_spelling_is_refused_and_the_right_one_is_told(
    name: str, spoil: Callable[[str], str]
) -> None:
    state = state_of(name)
    spoiled = {spoil(text): text for text in moves_of(name) if spoil(text).lower() != text.lower()}
    for spelling, text in spoiled.items():
        with pytest.raises(IllegalMove) as refused:
            state.play(spelling)
        assert str(refused.value).startswith("there is no move ")
        assert str(refused.value).endswith(f"; write it as `{text}`")


@pytest.mark.parametrize("name", GAMES)
def test_random_edits_are_refused_or_make_another_move(name: str) -> None:
    state, dice = state_of(name), Random(f"edits {name}")
    for _ in range(EDITS):
        text = dice.choice(moves_of(name))
        spelling = text
        for _ in range(dice.choice((1, 1, 2))):
            at, letter = dice.randrange(len(spelling) + 1), dice.choice(ALPHABET)
            spelling = spelling[:at] + dice.choice(("", letter)) + spelling[at + dice.choice((0, 1)) :]
        try:
            move = state.parse(spelling)
        except IllegalMove:
            continue
        # Troops may be pitted either way round.
        words = spelling.lower().split(" ")
        turned = " ".join([words[0], *reversed(words[1:])]) if words[0] == "pit" else spelling
        assert state.text(move).lower() in (spelling.lower(), turned)
        assert spelling.isascii()


@pytest.mark.parametrize(
    ("name", "spelling", "told"),
    [
        ("strongholds", "lay 3H\xa0>6C", r"there is no move 'lay 3H\xa0>6C'; write it as `lay 3H>6C`"),
        ("strongholds", "lay 5D >6C", "there is no move 'lay 5D >6C'; write it as `lay 5D>6C`"),
        ("strongholds", "general \u212aD", r"there is no move 'general \u212aD'; write it as `general KD`"),
        ("hold-the-line", "tARGET 0 10>00", "there is no move 'tARGET 0 10>00'; write it as `target 0 10>0`"),
        ("strongholds", "target ٣", r"there is no move 'target \u0663'; write it as `target 3`"),
        ("hold-the-gates", "action volley > 0", "there is no move"),
        ("hold-the-gates", "action archers >0", "names no unit: write `action archers`"),
    ],
)
def test_what_only_looks_right_is_shown_as_what_it_is(name: str, spelling: str, told: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        state_of(name).parse(spelling)
    assert told in str(refused.value)


def test_in_a_position_too_a_card_has_one_spelling() -> None:
    game = rules.load("hold-the-gates")
    position = game.start(seed=7).to_dict()
    position["seats"][0].update(hand=[], field=["grunt 1"], deck=[])
    assert game.from_dict(position).to_dict()["seats"][0]["field"] in (["grunt 1"], [])
    for spelling in (
        "grunt  1",
        "grunt 01",
        "grunt\xa01",
        " grunt 1",
        "grunt 1 ",
        "grunt ١",
        "grunt +1",
        "Grunt 1",
    ):
        position["seats"][0]["field"] = [spelling]
        with pytest.raises(rules.BadPosition, match=r"seats\[0\]\.field\[0\]"):
            game.from_dict(position)
