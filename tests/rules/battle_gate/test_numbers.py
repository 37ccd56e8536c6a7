"""Every number of Battle Gate stands in game.yaml alone: another one there is played, printed and told."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.catalog.problems import InputError, Problems
from generator.deck.format import DeckFormat, read_format
from generator.deck.hands.report import draw_rule, openings
from rules.battle_gate.tables import position, seat
from rules.rule_numbers import Edition, Told, changed, standing

NAME = "battle-gate"
OTHER = seat("M1 " * 30, field="S1")


def deck_format(edition: Edition) -> DeckFormat:
    """What decks are judged by, and hands are drawn by."""
    limits = read_format(edition.database, Problems())
    assert limits is not None
    return limits


def hands_rule(edition: Edition) -> str:
    return draw_rule(openings(deck_format(edition)))


def playable(edition: Edition) -> str:
    """What sample hands need to know of the allowance."""
    return f"power {deck_format(edition).power_per_card} for each card"


def options(edition: Edition) -> str:
    return " ".join(option.help for option in edition.game.options)


def kinds(edition: Edition) -> str:
    """What is told where a deck has a card that is none, and where it has too many."""
    told = []
    for deck in (["S99"], ["S3"] * 200):
        with pytest.raises(InputError) as caught:
            edition.game.start(decks=[deck, deck])
        told.append(f"{caught.value} {caught.value.hint}")
    return " ".join(told)


def own_seat(hand: str = "S6 A1") -> dict[str, Any]:
    """A seat with a card of each class in play."""
    return seat("M1 " * 9, hand=hand, field="M1 S1 A1", discard="M1 M2 M3 M4")


def reason(words: str, phase: str = "draw") -> Callable[[Edition], str]:
    """Why a move is illegal for that seat."""
    return lambda edition: edition.reason(position(own_seat(), OTHER, phase=phase), words)


def screen(phase: str, **keys: Any) -> Callable[[Edition], str]:
    """What it sees at the terminal."""
    return lambda edition: edition.screen(position(own_seat(), OTHER, phase=phase, **keys))


def damaged(edition: Edition) -> str:
    """What the terminal says when an attack of power 3 hits a seat with one card in the deck."""
    seats = seat("M1 " * 9, field="S3"), seat("M1", hand="M1 M2 M1 M2 M1 M2 M1 M2 M1 M2")
    state = edition.game.from_dict(position(*seats, phase="attack"))
    state.play("attack S3>1")
    return edition.screen(state.to_dict())


STEPS = ("reference", "play-mat")
"""Components that tell the turn in a few words."""


def on_steps(passage: str) -> dict[str, tuple[str, ...]]:
    return dict.fromkeys(STEPS, (passage,))


def on_class(gives: str, does: str) -> dict[str, tuple[str, ...]]:
    """What a class gives, on whatever tells of it; ``does`` in the few words of a card."""
    cards = dict.fromkeys(("decks", "blanks", "tuck-box"), (does,))
    return {"reference": (f"Each in play: {gives}",), "play-mat": (f"For each: {gives}",), **cards}


def both(*faces: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    components = {component for places in faces for component in places}
    return {
        component: tuple(passage for places in faces for passage in places.get(component, ()))
        for component in components
    }


TABLE = {
    "points": Told(
        90,
        play=deck_format,
        rulebook=(
            "a deck worth 90 points",
            "exactly 90 points",
            "how many of your 90 points",
            "ready-made decks of 90 points each",
        ),
        faces={"deck-sheet": ("90 points, all of them spent.",)},
    ),
    "cards.min": Told(
        18, play=deck_format, rulebook=("makes 18 to 100",), faces={"deck-sheet": ("makes 18 to 100 cards",)}
    ),
    "cards.max": Told(
        90,
        play=lambda edition: edition.game.moves,
        rulebook=("makes 17 to 90",),
        faces={"deck-sheet": ("makes 17 to 90 cards",)},
        says=((kinds, "a deck has 1 to 90 cards"),),
    ),
    "power.max": Told(
        7,
        play=lambda edition: edition.game.moves,
        rulebook=("number from 1 to 7", "1 to 7: how hard"),
        faces={"deck-sheet": ("number from 1 to 7.",)},
        says=((kinds, "they are M1 to A7"),),
    ),
    "first_turn.first_player": Told(
        2,
        rulebook=("2 for the player who begins",),
        faces=on_steps("first turn: 2 if you begin"),
        says=((hands_rule, "2 for the first player"),),
    ),
    "first_turn.others": Told(
        5,
        rulebook=("5 for everyone else",),
        faces=on_steps("if you begin, else 5"),
        says=((hands_rule, "5 for any other player"),),
    ),
    "draw.base": Told(
        2,
        rulebook=("from 0 up to 2 + your soldiers in play",),
        faces=on_steps("0 to 2 + your soldiers in play"),
        says=(
            (reason("draw 4"), "1 soldier in play: up to 3 cards may be drawn, not 4"),
            (Edition.examples, "up to two more than your soldiers in play"),
            (hands_rule, "On each later turn 2 cards"),
        ),
    ),
    "draw.per_soldier": Told(
        2,
        rulebook=("from 0 up to 1 + 2 × your soldiers in play", "2 more cards to draw"),
        faces=both(
            on_steps("0 to 1 + 2 × your soldiers in play"),
            on_class("draw 2 more cards.", "Attacks, defends · draw +2"),
        ),
        says=(
            (reason("draw 4"), "1 soldier in play: up to 3 cards may be drawn, not 4"),
            (Edition.examples, "up to one, and two for each of your soldiers in play"),
        ),
    ),
    "allowance.base": Told(
        2,
        rulebook=("2 + their assassins in play cards", "she may play 3 cards with 5 power in all"),
        faces=on_steps("cards, up to 2 + assassins in play"),
        says=((screen("field"), "may still play 3 cards"),),
    ),
    "allowance.per_assassin": Told(
        2,
        rulebook=(
            "1 + 2 × their assassins in play cards",
            "2 more cards to play",
            "she may play 3 cards with 5 power in all",
        ),
        faces=both(
            on_steps("cards, up to 1 + 2 × assassins in play"),
            on_class("play 2 more cards.", "Attacks, boosts · play +2"),
        ),
        says=((screen("field"), "may still play 3 cards"),),
    ),
    "allowance.power_per_card": Told(
        2,
        rulebook=(
            "total power up to 2 × the cards in hand. With five cards in hand that is power 10.",
            "2 cards with 10 power in all",
        ),
        faces=both(
            on_steps("power, up to 2 × cards in hand"),
            {"play-mat": ("For each card in it you may play 2 power.",)},
        ),
        says=(
            (screen("field"), "4 power in all"),
            (reason("field S6", "field"), "4 power left, S6 needs 6"),
            (playable, "power 2 for each card"),
        ),
    ),
    "damage.per_power": Told(
        2,
        rulebook=(
            "2 cards for each point of the power of all undefended attacks",
            "discards the top four cards",
        ),
        faces=on_steps("2 cards per undefended point"),
        says=((damaged, "must still discard 5 cards"),),
    ),
    "recover.per_minion": Told(
        2,
        rulebook=("up to 2 for each of your minions in play", "2 discards back"),
        faces=both(
            on_steps("up to 2 × your minions in play"),
            on_class("recover 2 cards.", "Defends · recover +2"),
        ),
        says=(
            (screen("recover"), "2 cards may still be taken back"),
            (Edition.examples, "two for each minion in play"),
        ),
    ),
    "rulings.max_turns": Told(9, says=((options, "after 9 turns the engine stops"),)),
    # Nothing is played by the players' age.
    "age": Told(10, play=Edition.rulebook, rulebook=("ages 10 and up",)),
}


def test_the_weakest_power_changes_play_and_is_told(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="power: expected 2 to 6, got 1"):
        changed(NAME, tmp_path, {"power.min": 2})
    folder = tmp_path / "cards" / NAME
    for file in (folder / "decks").iterdir():
        text = file.read_text("utf-8")
        file.write_text(re.sub(r"power: 1\b", "power: 2", text), "utf-8")
    before, after = standing(NAME), Edition(folder)
    assert after.game.moves < before.game.moves
    for ask, passage in (
        (Edition.rulebook, "number from 2 to 6"),
        (Edition.rulebook, "2 to 6: how hard"),
        (lambda edition: edition.faces("deck-sheet"), "number from 2 to 6."),
        (kinds, "they are M2 to A6"),
    ):
        assert passage not in ask(before)
        assert passage in ask(after)
