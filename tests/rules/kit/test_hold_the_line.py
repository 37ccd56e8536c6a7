"""Hold the Line by the kit is the game that is written by hand: same deals, same choices, same ends.

Not the same views: in the kit others see how many cards lie in a zone that is hidden from them, and so before
which lanes the first seat has staged while the second one still chooses; and the targets are open.
"""

from __future__ import annotations

from collections import Counter
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console

from generator import rules
from generator.games.hold_the_line.rules import HoldTheLineState
from generator.rules import IllegalMove, check_game
from generator.rules.kit.state import KitState
from generator.rules.terminal import display_for
from rules.kit import games
from rules.kit.hold_the_line import rules as hold_the_line_rules

BY_KIT = games.hold_the_line()
BY_HAND = rules.load("hold-the-line")
GAMES = 100


def same_words(state: KitState, move: int) -> str:
    """A move of the kit's game as the hand-written one has it: without the army, with the card that aims."""
    text, table = state.text(move), state.table
    if text.startswith("target"):
        return text.replace("target ", f"target {table.lane} {table.card}>")
    return text.replace("olive-", "").replace("sand-", "")


def kinds(cards: list[str]) -> list[str]:
    """Cards without their army."""
    return [card.partition("-")[2] for card in cards]


def same_position(position: dict[str, Any]) -> dict[str, Any]:
    """A position of the kit's game in the form of the hand-written one, but for targets."""
    seats = position["seats"]
    same: dict[str, Any] = {"game": "hold-the-line", "round": position["round"], "phase": position["phase"]}
    if position["player"] == 1:
        same["choosing"] = 1
    same["lanes"] = [
        {
            "front": front["line"],
            "troops": [
                [
                    f"{kinds([troop['card']])[0]} {troop['health']}/{troop['armor']}"
                    for troop in held["troops"][lane]
                ]
                for held in seats
            ],
        }
        for lane, front in enumerate(position["fronts"])
    ]
    same["seats"] = []
    for held in seats:
        cards = {name: kinds(held[name]) for name in ("deck", "hand", "discard")}
        if any(held["staged"]):
            cards["staged"] = [kinds(row)[0] if row else None for row in held["staged"]]
        same["seats"].append(cards)
    return {**same, "shuffler": position["shuffler"]}


def without_targets(position: dict[str, Any]) -> dict[str, Any]:
    seats = [{name: cards for name, cards in held.items() if name != "targets"} for held in position["seats"]]
    return {**position, "seats": seats}


def play_both(seed: int, chance: Random, seen: Counter[str]) -> None:
    """The same choices in both, whose positions are compared at every decision."""
    ours, theirs = BY_KIT.start(seed=seed), BY_HAND.start(seed=seed)
    assert isinstance(ours, KitState)
    assert isinstance(theirs, HoldTheLineState)
    while theirs.player is not None:
        assert ours.player == theirs.player
        moves = {same_words(ours, move): move for move in ours.legal()}
        assert sorted(moves) == sorted(map(theirs.text, theirs.legal()))
        assert same_position(ours.to_dict()) == without_targets(theirs.to_dict())
        move = chance.choice(theirs.legal())
        seen[theirs.to_dict()["phase"]] += 1
        ours.apply(moves[theirs.text(move)])
        theirs.apply(move)
    assert ours.player is None
    assert same_position(ours.to_dict()) == without_targets(theirs.to_dict())
    one, other = ours.result(), theirs.result()
    assert (one.scores, one.winners, one.cut_short) == (other.scores, other.winners, other.cut_short)
    seen["cut short" if one.cut_short else f"won by {one.winners}"] += 1


@pytest.mark.slow
def test_every_decision_is_as_in_the_hand_written_game() -> None:
    chance, seen = Random(7), Counter[str]()
    for seed in range(GAMES):
        play_both(seed, chance, seen)
    assert seen["setup"] > 750
    assert seen["stage"] > 1250
    assert seen["target"] > 225
    assert min(seen["won by (0,)"], seen["won by (1,)"]) > 25


def test_refusals_name_the_rule() -> None:
    state = BY_KIT.start(seed=1)
    first = BY_KIT.notation.text(state.legal()[0])
    with pytest.raises(IllegalMove, match="setup fills the lanes in order"):
        state.play(first.replace("stage 0", "stage 1"))
    with pytest.raises(IllegalMove, match="that is a move of the phase stage, and this is setup"):
        state.play("done")
    with pytest.raises(IllegalMove, match="that is a move of the phase target, and this is setup"):
        state.play("target 3")


def test_pieces_carry_marks_within_what_their_cards_say() -> None:
    position = BY_KIT.start(seed=1).to_dict()
    held = position["seats"][0]
    place = next(held[name] for name in ("deck", "hand") if "olive-tank" in held[name])
    place.remove("olive-tank")
    held["troops"][2] = [{"card": "olive-tank", "armor": 3}]
    with pytest.raises(rules.BadPosition) as error:
        BY_KIT.from_dict(position)
    assert str(error.value) == "seats[0].troops[2][0].armor: expected 0 to 2, got 3"
    held["troops"][2] = [{"card": "olive-tank", "armor": 1}]
    written = BY_KIT.from_dict(position).to_dict()
    assert written["seats"][0]["troops"][2] == [{"card": "olive-tank", "health": 3, "armor": 1, "aim": 0}]


@pytest.mark.slow
def test_the_suite_finds_nothing() -> None:
    """In 40 games, in this process and in others; winners are counted once more from the last position."""
    report = check_game(BY_KIT, games=40, opener=games.opener("hold_the_line"))
    assert [finding.message for finding in report.findings] == []
    assert report.notes == []


def test_the_table_is_drawn_with_the_marks_that_have_changed() -> None:
    position = BY_KIT.start(seed=1).to_dict()
    position["seats"][0]["deck"] = []
    position["seats"][0]["hand"] = ["olive-infantry", "olive-anti-armor"]
    position["seats"][0]["troops"][1] = [{"card": "olive-tank", "armor": 0}, {"card": "olive-infantry"}]
    position["fronts"][3]["line"] = -2
    console = Console(width=160, record=True, file=StringIO())
    for part in display_for(BY_KIT, None).draw(BY_KIT.from_dict(position).view(0), 160):
        console.print(part)
    drawn = console.export_text()
    assert "front-3, front-4 (line -2), front-5" in drawn
    assert "1  -            olive-tank (armor 0), olive-infantry  -  " in drawn


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "wrong", "check"),
    [
        ("row.give(troop, discard)", "row.remove(troop)", "cards"),
        ("row.give(troop, discard)", "discard.append(troop)", "cards"),
        ("max(lines) > 2 or", "max(lines) > 1 or", "results"),
        ("return [1 - beaten[0]] if", "return [beaten[0]] if", "results"),
        ("table.shuffle(deck)\n        deck.reverse()", "__import__('random').shuffle(deck)", "chance"),
    ],
)
def test_planted_faults_are_found(line: str, wrong: str, check: str) -> None:
    text = Path(hold_the_line_rules.__file__).read_text(encoding="utf-8")
    assert line in text
    planted: dict[str, Any] = {"__name__": "planted"}
    exec(compile(text.replace(line, wrong), "rules.py", "exec"), planted)
    game = games.opened(planted["rules"], games.BUNDLED / "hold-the-line")
    report = check_game(game, games=60, only=[check])
    assert check in {finding.check for finding in report.findings}
