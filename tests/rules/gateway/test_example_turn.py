"""The rulebook's turn in pictures, played: what it says is what happens."""

from __future__ import annotations

from tests.rules.rule_numbers import standing

MERCHANTS = ["merchant"] * 3
POSITION = {
    "game": "gateway",
    "round": 4,
    "active": 0,
    "first": 0,
    "phase": "deployment",
    "seats": [
        {
            "deck": ["merchant", "merchant", "rebel", "rebel"],
            "hand": [*MERCHANTS, "rebel", "magic-orb", "blunderbuss-mage"],
            "discard": ["merchant", "merchant", "rebel"],
            "army": ["rebel", "lesser-flame"],
            "vp": 1,
        },
        {"deck": ["merchant"] * 4, "hand": [*MERCHANTS, *["rebel"] * 3], "discard": [], "army": [], "vp": 1},
    ],
    "districts": [
        {"board": "nine-tides-harbour", "tokens": ["a", "e"], "owner": 0, "cards": []},
        {
            "board": "the-foundry",
            "tokens": ["b", "f"],
            "owner": None,
            "cards": ["alarm-ringer", "elite-guard", "city-guard"],
        },
        {"board": "portal-court", "tokens": ["c", "x"], "owner": 1, "cards": []},
        {"board": "ash-gardens", "tokens": ["d", "x"], "owner": None, "cards": ["lamplit-watch"]},
    ],
    "stacks": {"merchant": 19, "rebel": 15, "red-templar": 5},
    "events": ["two-fronts", "warlords-bell"],
    "past": ["changing-of-the-watch", "smoke-over-the-canal", "the-chancellor-speaks"],
    "horde": ["drueggar-raider"],
    "guard": ["lamplit-watch"],
    "horde_discard": [],
    "guard_discard": ["city-guard"],
    "trash": [],
}


def test_the_turn_in_pictures_is_what_the_rules_make_of_it() -> None:
    edition = standing("gateway")
    book = edition.rulebook()
    state = edition.game.from_dict(POSITION)

    for move in ("magic-orb", "blunderbuss-mage", "rebel"):
        state.play(f"play {move}")
        if move == "magic-orb":
            assert f"so she has {state.to_dict()['power']}: just enough for the Mage (2)" in book
    assert state.to_dict()["power"] == 0
    for _ in MERCHANTS:
        state.play("play merchant")
    assert f"The Merchants cost nothing and give {state.to_dict()['gold']} gold" in book
    state.play("ability 0")
    assert f"for 2 more: {state.to_dict()['gold']} in all" in book
    state.play("done")
    state.play("draft red-templar")
    assert "She buys a Red Templar for 5 gold" in book
    assert state.to_dict()["gold"] == 0
    assert state.to_dict()["stacks"]["red-templar"] == 4

    state.play("attack 1")
    state.play("rune lesser-flame")
    state.play("choose 0")
    assert "Ada deals only 2 + 5 + 2 = 9" in book
    assert "2 damage kills the Alarm Ringer before it strikes" in book
    while state.to_dict().get("work"):
        state.apply(state.legal()[0])
    after = state.to_dict()
    assert after["districts"][1] == {**POSITION["districts"][1], "owner": 0, "cards": []}  # type: ignore[index]
    assert after["trash"] == ["lesser-flame"]
    assert "deal 4 + 2 = 6 in return and kill all three" in book
    assert after["seats"][0]["army"] == []
    gained = after["seats"][0]["vp"] - 1
    assert f"She takes 1 + 2 + 1 = {gained} vp" in book

    while state.to_dict()["active"] == 0:
        state.play("done")
    ada = state.to_dict()["seats"][0]
    assert "draws 6: the 4 left in her deck and, after shuffling her discard pile, 2 more" in book
    assert (len(ada["hand"]), ada["discard"]) == (6, [])
    assert len(ada["deck"]) == 4 + 6 + 3 + 1 + 1 - 6
