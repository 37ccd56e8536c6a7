"""The numbers come from the card database; what is wrong there is told in its place."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from games import PROJECT

from generator.rules import BadDatabase, Game, load

from .tables import seat, sent, siege


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    copy = tmp_path / "cards" / "strongholds"
    shutil.copytree(PROJECT / "cards" / "strongholds", copy)
    return copy


def changed(folder: Path, file: str, old: str, new: str) -> Game:
    path = folder / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    return load(str(folder))


def after_a_siege(game: Game, *troops: str) -> list[str]:
    """Who lives of a King, a Queen and two Jacks after a Queen with these troops, one Jack in the field."""
    attacker = seat(["QH"], **sent("QH", 1, *troops))
    defender = seat(["KS", "QS", "JS", "JC"], ["2S", "3S"], **sent("JC", 0, "4S"))
    state = game.from_dict(siege(attacker, defender, choosing=1))
    state.play("done")
    living: list[str] = state.to_dict()["seats"][1]["royals"]
    return living


def test_a_stronger_queen_is_played_by(folder: Path) -> None:
    game = changed(folder, "game.yaml", "times: 2", "times: 3")
    # 6 and 6: the King, and then a Jack by the 5 that are left.
    assert after_a_siege(game, "2H", "2D") == ["QS", "JC"]


def test_another_health_is_played_by(folder: Path) -> None:
    game = changed(folder, "game.yaml", "health: 7", "health: 8")
    assert after_a_siege(game, "2H", "2C") == ["KS", "JS", "JC"]
    assert after_a_siege(game, "2H", "2D") == ["QS", "JS", "JC"]


def test_another_hand_is_dealt_and_drawn_up_to(folder: Path) -> None:
    game = changed(folder, "game.yaml", "hand: 6 ", "hand: 4 ")
    seats: list[dict[str, Any]] = game.start(1, seats=4).to_dict()["seats"]
    assert [len(held["hand"]) for held in seats] == [4] * 4


def test_an_ace_may_draw_more(folder: Path) -> None:
    game = changed(folder, "game.yaml", "ace: {draw: 2}", "ace: {draw: 3}")
    seats = [seat(["KH", "QH"], ["AH", "2C", "3C"]), seat(["KS", "QS"], ["2D", "3D"])]
    start = {
        "game": "strongholds",
        "turn": 1,
        "phase": "muster",
        "seats": seats,
        "pile": ["4S", "5S", "6S", "7S"],
    }
    state = game.from_dict(start)
    state.play("give AH")
    assert state.to_dict()["seats"][0]["hand"] == ["4S", "5S", "6S", "2C", "3C"]


GAME = "game.yaml"
DECK = "deck.yaml"
QUEEN = "  - {id: QS, name: Queen of Spades, kind: royal, suit: spades, rank: Q, colour: black}\n"
JACK = "kind: royal, suit: spades, rank: J"
ACE = "kind: ace, suit: spades, rank: A"
JOKER = "kind: joker, colour: red"


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        (GAME, "times: 2, ", "", r"game.yaml:\d+:\d+: rules.royals.Q: `times` is missing"),
        (GAME, "sends: 1,", "sends: 2,", r"game.yaml:\d+:\d+: rules.royals.J.sends: a Jack has"),
        (GAME, "{name: Jack,", "{times: 2, name: Jack,", "rules.royals.J.times: only a Queen"),
        (GAME, "seats: [2, 4]", "seats: [2, 3, 4]", "rules.families: .* missing for 3 seats"),
        (GAME, "{2: colour,", "{2: suit,", "rules.families.2: expected a suit for each"),
        (GAME, "hand: 6 ", "hand: 11 ", "44 cards are dealt of 42"),
        (GAME, "red: [hearts, diamonds]", "red: [hearts]", "rules.colours: expected each suit once"),
        (GAME, "max_turns: 200", "max_turns: 0", "rules.rulings.max_turns: expected 1"),
        (DECK, "rank: K, colour: red", "rank: K, colour: black", "colour: hearts are not black .card KH"),
        (DECK, JACK, JACK.replace("royal", "ace"), "kind: a card of rank J is a royal, got 'ace' .card JS"),
        (DECK, QUEEN, "", "the Queen of spades is missing"),
        (DECK, 'rank: "3", power: 3', 'rank: "2", power: 3', "2S stands 2 times in the deck"),
        (DECK, ACE, f"{ACE}, power: 4", "only a troop has a number"),
        (DECK, 'rank: "2", power: 2', 'rank: "2"', "a troop needs its number, got nothing"),
        (DECK, JOKER, JOKER.replace("joker,", "joker, suit: hearts,"), "a joker has no suit"),
    ],
)
def test_what_can_not_be_played_by_is_told_with_its_place(
    folder: Path, file: str, old: str, new: str, told: str
) -> None:
    with pytest.raises(BadDatabase, match=told):
        changed(folder, file, old, new)
