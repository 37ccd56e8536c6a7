"""Each number of Gateway's rules stands in its game.yaml: play follows it, and so does what is told of it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from generator.catalog.problems import InputError
from generator.rules import BadPosition, State
from rules.rule_numbers import Edition, Told, changed

from ..test_impossible_positions import GATEWAY as POSITION

FIRST_GAME = (
    *("blunderbuss-mage", "fishmancer", "knight-valdus", "magic-orb", "mobile-wizard-tower"),
    *("red-templar", "traveling-wizards"),
)
"""Seven of the kinds of City cards for two."""


def screen(edition: Edition) -> str:
    """What a seat sees at the beginning of its turn."""
    return edition.screen(POSITION)


def event_screen(edition: Edition) -> str:
    """What the starting player sees in the event that ends a round, asked for a card to trash."""
    work = [{"line": "ash-gardens ability", "seat": 0, "place": 0, "at": 0, "step": 0, "times": 0}]
    seats = [{**POSITION["seats"][0], "discard": ["merchant"]}, POSITION["seats"][1]]
    past = [*POSITION["past"], "tremor-in-the-vault"]
    return edition.screen({**POSITION, "phase": "event", "past": past, "seats": seats, "work": work})


def pick_screen(edition: Edition) -> str:
    """What is seen while two or three players, the most there may be, pick the kinds of City cards."""
    told = []
    for seats in edition.game.seats:
        view = edition.game.start(1, seats=seats, city="pick").view(0)
        told.append(f"{seats} players: {' '.join(map(str, edition.display.draw(view, 80)))}")
    return " ".join(told)


def ability_refused(edition: Edition) -> str:
    """Why an ability may not be used after as many as the rules give."""
    used: Any = True if edition.database.rules["abilities"] == 1 else [1, 2]
    return edition.reason({**POSITION, "active": 0, "used": used}, "ability 0")


def too_dear(edition: Edition) -> str:
    """Why a card for three Power Points may not be played from what a turn begins with."""
    seat = {**POSITION["seats"][1], "hand": ["saloran-cart", "duchess-of-hollow-street"], "army": []}
    return edition.reason(
        {**POSITION, "seats": [POSITION["seats"][0], seat]}, "play duchess-of-hollow-street"
    )


def faults(edition: Edition, **given: Any) -> str:
    """What is wrong with a position; nothing if it can be."""
    try:
        edition.game.from_dict({**POSITION, **given})
    except BadPosition as bad:
        return str(bad)
    return ""


def faults_of_a_winner(edition: Edition) -> str:
    return faults(edition, seats=[{**POSITION["seats"][0], "vp": 30}, POSITION["seats"][1]])


def faults_of_past_events(edition: Edition) -> str:
    past = [event.id for event in edition.database.cards_in("events")][:5]
    return faults(edition, past=past, events=[])


def faults_of_three_seats(edition: Edition) -> str:
    return faults(edition, seats=[*POSITION["seats"], {"deck": [], "vp": 0}])


def faults_of_four_seats(edition: Edition) -> str:
    return faults(edition, seats=[{"deck": [], "vp": 0}] * 5)


def points_told(edition: Edition) -> str:
    """What is told of a Victory Point that somebody gained."""
    before, after = (edition.game.from_dict(POSITION).view(0) for _ in range(2))
    after["seats"][0]["vp"] += 1
    return " ".join(edition.display.news(before, after))


def kinds_refused(edition: Edition) -> str:
    """What is said of too few City cards, for as many players as there may be."""
    told = []
    for seats in edition.game.seats:
        with pytest.raises(InputError) as caught:
            edition.game.start(1, seats=seats, city="red-templar,fishmancer")
        told.append(str(caught.value))
    return " ".join(told)


def ends_at_nine_points(edition: Edition) -> bool:
    """Whether a seat wins with its 9th Victory Point, for a Guard; random games hardly come so far."""
    attacker = {**POSITION["seats"][0], "army": ["rebel"] * 5, "vp": 8}
    districts = [*POSITION["districts"]]
    districts[1] = {**districts[1], "cards": ["city-guard"]}
    given = {"phase": "attack", "active": 0, "seats": [attacker, POSITION["seats"][1]]}
    state = edition.game.from_dict({**POSITION, **given, "districts": districts})
    state.play("attack 1")
    finish_work(state)
    return state.over


TABLE: dict[str, Told] = {
    "hand": Told(
        7,
        rulebook=("draws 7 cards", "and draw 7 cards. Whenever", "your Army. Draw 7 cards."),
        faces={"reference": ("Draw 7 cards.",)},
    ),
    "power_points": Told(
        2,
        rulebook=("You get 2 power", "Get 2 power. Play cards"),
        faces={"reference": ("Get 2",)},
        says=((screen, "Power 2, Gold 0"), (too_dear, "2 Power Points left")),
    ),
    "abilities": Told(
        2,
        rulebook=(
            "you may use the abilities of two of them",
            "What they give lasts until",
            "of your cards and your districts.",
            "You may use the abilities of 2 districts you control.",
        ),
        faces={"reference": ("You may use the abilities of 2 districts you control.",)},
        says=((ability_refused, "only 2 districts may be used in a turn"),),
    ),
    "drafts": Told(
        2,
        rulebook=("Buy up to 2 cards, or none.", "for up to 2 cards, more if", "They go to your discard"),
        faces={"reference": ("for up to 2 cards, more if a card or district says so. They go to",)},
        says=((screen, "2 drafts"),),
    ),
    "attacks": Told(
        2,
        rulebook=(
            "you may attack two districts that are not yours, one after the other.",
            "You may attack 2 districts with your whole Army.",
        ),
        faces={"reference": ("You may attack 2 districts with your whole Army.",)},
        says=((screen, "2 attacks"),),
    ),
    "guards": Told(
        2,
        rulebook=(
            "Deal two Guards face up onto each board. If one says what",
            "each with 2 Guards and its tokens",
        ),
    ),
    "round_events": Told(
        2,
        rulebook=(
            "the starting player draws two events, one after the other, and does what they say, line by",
            "Each event counts as one turn for damage",
        ),
        faces={"reference": ("draw 2 Events.",)},
        says=(
            (event_screen, "Round 3, the events at its end"),
            (faults_of_past_events, "2 are drawn at the end of each round: 4"),
        ),
    ),
    "victory_points": Told(
        9,
        play=ends_at_nine_points,
        rulebook=("first with 9 vp wins", "9 win the game", "a player has 9 vp"),
        faces={"reference": ("End of the game: 9",)},
        says=(
            (points_told, "You gain 1 VP: 5 of 9."),
            (faults_of_a_winner, "with 9 Victory Points the game is over"),
        ),
    ),
    "starter.merchant": Told(6, rulebook=("Everyone takes 6 Merchants, 4 Rebels",)),
    "starter.rebel": Told(5, rulebook=("7 Merchants, 5 Rebels and the",)),
    "starter.lesser": Told(
        2, rulebook=("Deal 2 Lesser Runestones to each player", "and the Lesser Runestones, shuffles")
    ),
    "setups.0.players": Told(
        3,
        also={"setups.1.players": 4},
        rulebook=("| 3 players | 4 players", "With 3 players every board"),
        says=((faults_of_four_seats, "expected 3 or 4 seats, got 5"),),
    ),
    "setups.1.players": Told(
        4,
        rulebook=("| 2 players | 4 players", "With 4 some get two", "with four players also"),
        says=((faults_of_three_seats, "expected 2 or 4 seats, got 3"),),
    ),
    "setups.0.districts": Told(
        5,
        rulebook=("random | 5 | 6", "With 2 players some boards get two tokens, some one."),
        says=((faults, "expected 5 items, got 4"),),
    ),
    "setups.1.districts": Told(4, rulebook=("random | 4 | 4", "With 3 every board gets two:")),
    "setups.0.kinds": Told(
        7,
        also={"setups.0.first_game": list(FIRST_GAME)},  # type: ignore[dict-item]
        rulebook=("City cards | 7 | 10", "7 stacks of City cards"),
        says=(
            (pick_screen, "2 players: Setup: 7 kinds of City cards"),
            (kinds_refused, "with 2 players takes 7 kinds"),
        ),
    ),
    "setups.1.kinds": Told(
        9,
        also={"setups.1.first_game_adds": ["orb-keeper"]},  # type: ignore[dict-item]
        rulebook=("City cards | 8 | 9",),
        says=(
            (pick_screen, "3 players: Setup: 9 kinds of City cards"),
            (kinds_refused, "with 3 players takes 9 kinds"),
        ),
    ),
}


def test_each_district_is_dealt_so_many_guards(tmp_path: Path) -> None:
    state = changed("gateway", tmp_path, {"guards": 2}).game.start(1)
    guards = [len(district["cards"]) for district in state.to_dict()["districts"]]
    assert min(guards) == 2


def test_so_many_abilities_of_different_districts_are_used_in_a_turn(tmp_path: Path) -> None:
    game = changed("gateway", tmp_path, {"abilities": 2}).game
    districts: list[Any] = [dict(district) for district in POSITION["districts"]]
    districts[3]["owner"] = districts[0]["owner"]
    given = {**POSITION, "active": 0, "power": 0, "districts": districts}
    state = game.from_dict(given)
    assert abilities(state) == ["ability 0", "ability 3"]
    state.play("ability 0")
    finish_work(state)
    assert (abilities(state), state.to_dict()["used"]) == (["ability 3"], [0])
    assert game.from_dict(state.to_dict()).to_dict() == state.to_dict()
    state.play("ability 3")
    finish_work(state)
    assert abilities(state) == []
    with pytest.raises(BadPosition, match=r"used: expected at most 2 of them, got 3"):
        game.from_dict({**given, "used": [0, 1, 3]})


def abilities(state: State) -> list[str]:
    return [text for move in state.legal() if (text := state.text(move)).startswith("ability")]


def finish_work(state: State) -> None:
    while "work" in state.to_dict():
        state.apply(state.legal()[0])


def test_so_many_events_are_drawn_at_the_end_of_a_round(tmp_path: Path) -> None:
    game = changed("gateway", tmp_path, {"round_events": 2}).game
    state = game.start(5)
    drawn: Counter[int] = Counter()
    while state.player is not None:
        position = state.to_dict()
        drawn[position["round"]] = len(position["past"])
        assert game.from_dict(position).to_dict() == position
        state.apply(state.legal()[-1])
    assert len(drawn) > 1
    assert all(2 * (number - 1) <= past <= 2 * number for number, past in drawn.items())


def test_one_of_a_thing_is_told_as_one(tmp_path: Path) -> None:
    edition = changed(
        "gateway", tmp_path, {"hand": 1, "starter.merchant": 1, "starter.rebel": 1, "power_points": 0}
    )
    book = edition.rulebook()
    for passage in (
        "takes 1 Merchant, 1 Rebel and the Lesser Runestone, shuffles",
        "and draws 1 card.",
        "and draw 1 card. Whenever",
        "Draw 1 card.",
        "Get 0 power.",
    ):
        assert passage in book
    assert "Draw 1 card." in edition.faces("reference")


def test_without_guards_none_are_dealt(tmp_path: Path) -> None:
    book = changed("gateway", tmp_path, {"guards": 0}).rulebook()
    assert "separately into two face-down piles. 4." in book
    assert "district boards, each with its tokens" in book


def test_the_screen_asks_the_engine_what_kills_a_card(tmp_path: Path) -> None:
    """Bulwark, a bonus of the turn and damage all count, as in the engine's own moves."""
    edition = changed("gateway", tmp_path, {})
    attacker = {**POSITION["seats"][0], "army": ["rebel"] * 4}
    districts = [*POSITION["districts"]]
    districts[3] = {**districts[3], "owner": 1}
    for bonus in (0, 1):
        army = ["bridge-warden 1", "rebel", "rebel"]
        defender = {**POSITION["seats"][1], "army": army, "bonus": {"defence": bonus}}
        given = {"phase": "attack", "active": 0, "seats": [attacker, defender], "districts": districts}
        state = edition.game.from_dict({**POSITION, **given})
        state.play("attack 3")
        *others, most = [state.text(move) for move in state.legal()]
        assert most == f"assign 0 {6 + bonus}"
        view = state.view(0)
        assert edition.display.say(most, view).endswith("damage to Bridge Warden (card 0), which kills it")
        assert not any("kills" in edition.display.say(other, view) for other in others)
