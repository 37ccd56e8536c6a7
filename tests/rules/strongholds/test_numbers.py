"""Each number stands once, in the card database: play and all that tells it follow; errors have a place."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from games import PROJECT

from generator.games.strongholds.worlds import StrongholdsState

from ..rule_numbers import Edition, Told, changed, plain
from .tables import position, seat, sent, siege

NAME = "strongholds"
MUSTER = position(
    seat(["KH", "QH"], ["2H", "3C", "AS"]), seat(["KS", "QS", "JS"], ["2S", "3S", "4S"]), pile=["9C", "9D"]
)
FIELD = siege(
    seat(["KH", "QH", "JH"], ["AS"], **sent("JH", 1)),
    seat(["KS", "QS"], ["2S"], **sent("QS", 0, "10S", "9H")),
    choosing=0,
)
"""A Jack alone stands before seat 1, a Queen with troops before seat 0."""


def siege_of(one: int) -> Callable[[Edition], str]:
    """What a seat sees of the field at the terminal."""
    return lambda edition: edition.screen(FIELD, one)


def reason(words: str) -> Callable[[Edition], str]:
    return lambda edition: edition.reason(MUSTER, words)


def in_words(move: str) -> Callable[[Edition], str]:
    """A move as the terminal tells it."""

    def told(edition: Edition) -> str:
        state = edition.game.from_dict(MUSTER)
        if move.startswith("send"):
            state.play("general QH")
        return edition.display.say(move, state.view(0))

    return told


def limit_told(edition: Edition) -> str:
    return edition.game.options[0].help


TABLE = {
    "hand": Told(
        7,
        rulebook=("deals everyone 7, which stay", "until they hold 7 cards", "Fill your hand to 7 cards."),
        faces={
            "reference": ("Fill your hand to 7 cards.",),
            "mats": ("up to 7 cards", "Your hand: 7 cards, hidden"),
            "piles": ("Everyone fills their hand to 7",),
        },
    ),
    "ace.draw": Told(
        3,
        rulebook=("draw 3 cards, or fewer if the pile holds no more. You may not if the pile is empty.",),
        faces={"deck": ("Kill, or draw 3",), "reference": ("draw 3 cards.",)},
        says=((Edition.examples, "an ace for 3 cards"), (in_words("give AS"), "for 3 new cards")),
    ),
    "rulings.max_turns": Told(3, says=((limit_told, "after 3 turns the engine stops"),)),
    "royals.J.health": Told(
        4,
        rulebook=(
            "| Jack | 4 | 1 |",
            "Alone, he is a card of 4.",
            "a Jack is a card of 4 in power",
            "he would have been a card of 4 next to",
            "A 6 on the third leaves 3 to get through",
        ),
        faces={
            "deck": ("1 J 4",),
            "reference": ("A Jack is then a card of 4",),
            "mats": ("1 troop, 4 health.",),
        },
        says=((Edition.examples, "Jack: health 4, takes 1 troop"), (siege_of(1), "seat 0 JH 4 4 - 4")),
    ),
    "royals.Q.health": Told(
        9,
        rulebook=(
            "| Queen | 9 | 2 |",
            "11 power got through",
            "The Queen is the healthiest royal it can",
            "she takes 9 and dies. The 2 left over is less than the King's 7, and is lost. He will",
            "11 − 9 = 2, too little for 7",
        ),
        faces={
            "deck": ("2 Q 9",),
            "reference": ("Q 9 2 Doubles",),
            "mats": ("2 troops, 9 health.",),
        },
        says=((Edition.examples, "Queen: health 9, takes 2 troops"), (siege_of(0), "seat 1 QS - 9")),
    ),
    "royals.Q.sends": Told(
        3,
        rulebook=("| Queen | 6 | 3 |", "3 for a Queen"),
        faces={
            "deck": ("3 Q 6",),
            "reference": ("Q 6 3 Doubles",),
            "mats": ("3 troops, 6 health.", "sent by Queen, King TROOP sent by Queen, King"),
        },
        says=(
            (Edition.examples, "Queen: health 6, takes 3 troops"),
            (in_words("general QH"), "who takes 3 troops"),
        ),
    ),
    "royals.Q.times": Told(
        3,
        rulebook=(
            "| 6 | 2 | Triples troops of her own colour. |",
            "Troops of her colour have triple power.",
            "One triples a red 10 to 30, the other a black 9 to 27.",
            "a card of 3 attacks on. A troop of 3 or more stops it.",
            "30 − 27 = 3",
        ),
        faces={
            "deck": ("Triples",),
            "reference": ("Q 6 2 Triples troops of her own colour.",),
            "mats": ("2 troops, 6 health. Triples troops of her own colour.",),
        },
        says=(
            (Edition.examples, "takes 2 troops; triples troops of her own colour"),
            (in_words("send 2H"), "power 6"),
            (siege_of(0), "QS: 10S (30) 9H"),
            (siege_of(0), "seat 1 10S 30 30 - 30"),
            (siege_of(0), "all 39"),
        ),
    ),
    "royals.K.health": Told(
        8,
        rulebook=(
            "| King | 8 | 3 |",
            "10 power got through",
            "he takes 8 and dies. The 2 left over is less than the Queen's 6",
            "10 − 8 = 2, too little for 6",
        ),
        faces={
            "deck": ("3 K 8",),
            "reference": ("K 8 3 Lifts all.",),
            "mats": ("3 troops, 8 health.",),
        },
        says=((Edition.examples, "King: health 8, takes 3 troops"),),
    ),
    "royals.K.sends": Told(
        4,
        rulebook=(
            "| King | 7 | 4 |",
            "4 for a King",
            "A King, the last of his family, goes out with 9, 4 and 2",
        ),
        faces={
            "deck": ("4 K 7",),
            "reference": ("K 7 4 Lifts all.",),
            "mats": ("4 troops, 7 health.", "TROOP sent by King TROOP sent by King"),
        },
        says=(
            (Edition.examples, "King: health 7, takes 4 troops"),
            (reason("general KH"), "a King takes 4 troops, and the hand has only 2 troops"),
        ),
    ),
}


def test_the_screen_shows_the_power_that_the_engine_reckons_with(tmp_path: Path) -> None:
    """With `times: 3` a Queen's 10 of her colour is a 30 for both: what gets through kills all at home."""
    edition = changed(NAME, tmp_path, {"royals.Q.times": 3})
    state = edition.game.from_dict(FIELD)
    assert isinstance(state, StrongholdsState)
    assert state.power_through(state.players[0]) == 39
    assert edition.display.say("done", state.view(0)) == "lay no more: 39 damage gets through"
    assert edition.display.say("lay 5S>10S", state.view(0)) == "lay 5S on 10S: 25 of 30 left"


@pytest.mark.slow
def test_a_single_card_is_told_as_one(tmp_path: Path) -> None:
    values = {"hand": 1, "ace.draw": 1, "royals.Q.sends": 1, "rulings.max_turns": 1}
    edition = changed(NAME, tmp_path, values)
    book = edition.rulebook()
    for passage in (
        "deals everyone 1, which stays hidden",
        "until they hold 1 card,",
        "Fill your hand to 1 card.",
        "draw 1 card. You may not if the pile is empty.",
    ):
        assert plain(passage) in book
    assert "draw 1 card." in edition.faces("reference")
    assert "Your hand: 1 card, hidden" in edition.faces("mats")
    assert "1 troop, 6 health." in edition.faces("mats")


def test_the_numbers_of_troops_are_those_of_the_deck(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(PROJECT / "cards" / NAME, tmp_path / "cards" / NAME))
    deck = folder / "deck.yaml"
    lines = deck.read_text("utf-8").splitlines(keepends=True)
    deck.write_text("".join(line for line in lines if 'rank: "2"' not in line), "utf-8")
    (tmp_path / "layouts").symlink_to(PROJECT / "layouts", target_is_directory=True)
    assert "Troops are the cards from 3 to 10." in Edition(folder).rulebook()


@pytest.mark.slow
def test_a_queen_may_multiply_by_a_number_without_a_word(tmp_path: Path) -> None:
    edition = changed("strongholds", tmp_path, {"royals.Q.times": 7})
    assert "Troops of her colour have 7 times their power" in edition.rulebook()
    assert "One multiplies a red 10 to 70" in edition.rulebook()
    assert "Multiplies by 7: troops of her own colour" in edition.faces("reference")
