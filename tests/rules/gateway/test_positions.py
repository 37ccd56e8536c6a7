"""Positions that can't be are refused, with every fault in its place."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from generator.rules import BadPosition, Shuffler, State

from .test_properties import game, random_game

Change = Callable[[dict[str, Any]], object]

POSITION: dict[str, Any] = {
    "game": "gateway",
    "round": 3,
    "active": 1,
    "first": 0,
    "phase": "deployment",
    "seats": [
        {"deck": ["merchant", "rebel"], "hand": ["rebel"], "army": ["defender", "lesser-ward"], "vp": 4},
        {"deck": ["merchant"], "hand": ["saloran-cart", "rebel"], "army": ["knight-valdus"], "vp": 2},
    ],
    "districts": [
        {"board": "portal-court", "tokens": ["a", "x"], "owner": 0},
        {"board": "the-foundry", "tokens": ["b", "e"], "cards": ["elite-guard", "city-guard"]},
        {"board": "ash-gardens", "tokens": ["c", "f"], "cards": ["drueggar-raider"]},
        {"board": "rampart-row", "tokens": ["d", "x"]},
    ],
    "stacks": {"merchant": 19, "rebel": 12, "knight-valdus": 4, "lesser": ["lesser-coin", "lesser-echo"]},
    "events": ["curfew", "warlords-bell"],
    "past": ["first-blood", "changing-of-the-watch"],
    "horde": ["drueggar-hulk", "drueggar-raider"],
    "guard": ["city-guard", "lamplit-watch"],
}


def faults_of(given: dict[str, Any]) -> list[str]:
    with pytest.raises(BadPosition) as caught:
        game().from_dict(given)
    return [str(fault) for fault in caught.value.faults]


def district(number: int, **changed: Any) -> Change:
    return lambda p: p["districts"][number].update(changed)


def seat(number: int, **changed: Any) -> Change:
    return lambda p: p["seats"][number].update(changed)


def stacks(**changed: Any) -> Change:
    return lambda p: p["stacks"].update({name.replace("_", "-"): cards for name, cards in changed.items()})


def top(**changed: Any) -> Change:
    return lambda p: p.update(changed)


CITY_KINDS = (
    *("fishmancer", "magic-orb", "red-templar", "witchmasker", "orb-keeper", "spellbones"),
    *("gate-smugglers", "clockwork-ram"),
)
"""Eight kinds beside Knight Valdus."""
BATTLE = {
    "district": 1,
    "spawned": False,
    "attacker": 1,
    "defender": None,
    "players": [1, 0],
    "stage": "attacker-declares",
}
FIGHT = {"phase": "attack", "work": [{"line": "fight"}]}


def battle(**changed: Any) -> Change:
    return lambda p: p.update(FIGHT, battle={**BATTLE, **changed})


def work(*tasks: dict[str, Any]) -> Change:
    return top(work=list(tasks))


def test_it_is_read_and_completed() -> None:
    state = game().from_dict(deepcopy(POSITION))
    written = state.to_dict()
    assert (written["power"], written["gold"], written["drafts"], written["attacks"]) == (1, 0, 1, 1)
    assert written["districts"][0] == {"board": "portal-court", "tokens": ["a", "x"], "owner": 0, "cards": []}
    assert written["stacks"]["normal"] == []
    assert written["stacks"]["saloran-cart"] == 0
    assert "fishmancer" not in written["stacks"]
    assert state.player == 1


def test_a_kind_that_is_sold_out_is_in_the_game_if_a_card_of_it_lies_anywhere() -> None:
    given = deepcopy(POSITION)
    del given["stacks"]["knight-valdus"]
    assert game().from_dict(given).to_dict()["stacks"]["knight-valdus"] == 0


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (top(game="chess"), "game: 'chess' is not the name of this game"),
        (top(wind="north"), "wind: unknown key"),
        (top(phase="cleanup"), "phase: 'cleanup' is not a phase; expected setup, deployment"),
        (top(round=0), "round: expected 1 to 16, got 0"),
        (top(round=1), "past: 2 events by now, and one is drawn at the end of each round: 0"),
        (top(active=2), "active: expected 0 to 1, got 2"),
        (lambda p: p["seats"].pop(), "seats: expected 2 or 3 seats, got 1"),
        (lambda p: p["districts"].pop(), "districts: expected 4 items, got 3"),
        (
            district(0, board="the-fondry"),
            "districts[0].board: 'the-fondry' is not a district board; did you",
        ),
        (district(0, board="the-foundry"), "districts[1].board: 2 of this board, and the game has 1"),
        (district(3, tokens=["x"]), "districts: every letter lies on a board, and d on none"),
        (district(3, tokens=["d", "x", "x"]), "districts[3].tokens: 3 tokens: they are dealt one by one"),
        (
            lambda p: [row.update(owner=None, cards=["drueggar-raider"]) for row in p["districts"]],
            "districts: the Horde holds every district, so the game is over",
        ),
        (district(3, tokens=["g"]), "districts[3].tokens[0]: 'g' is not a district token"),
        (district(3, tokens=["a"]), "districts[3].tokens[0]: 2 token as, and the game has 1"),
        (district(1, tokens=["x"]), "districts[3].tokens[1]: 3 free spaces, and the game has 2"),
        (district(0, owner=2), "districts[0].owner: expected 0 to 1, got 2"),
        (
            district(0, cards=["city-guard"]),
            "districts[0].owner: a district with Guards or Horde is nobody's, and this is seat 0's",
        ),
        (
            district(1, cards=["city-guard", "drueggar-hulk"]),
            "districts[1].cards: Guards and Horde do not hold a district together",
        ),
        (
            district(1, cards=["rebel"]),
            "districts[1].cards[0]: rebel is of type insurgent; in a district lie",
        ),
        (district(1, cards=["city-guard 3"]), "districts[1].cards[0]: 3 damage, and 3 kill it"),
        (district(1, cards=["city-guard 1 dazed"]), "is not a card followed by its damage; for example"),
        (
            district(1, arrivals=["city-guard"]),
            "districts[1].arrivals: cards arrive in the event phase only",
        ),
        (district(1, holder=1), "districts[1].holder: unknown key"),
        (seat(0, vp=-1), "seats[0].vp: expected 0 to 999, got -1"),
        (seat(0, vp=20), "seats[0].vp: with 20 Victory Points the game is over"),
        (seat(0, hand=["rebl"]), "seats[0].hand[0]: 'rebl' is not a card; did you mean `rebel`?"),
        (seat(0, hand=["city-guard"]), "seats[0].hand[0]: city-guard is of type guard"),
        (seat(0, hand=[3]), "seats[0].hand[0]: 3 is not a card"),
        (seat(0, army=["merchant"]), "seats[0].army[0]: merchant is of type asset; in an Army lie cards of"),
        (seat(0, army=["defender 4"]), "seats[0].army[0]: 4 damage, and 4 kill it"),
        (seat(0, army=["lesser-ward 1"]), "seats[0].army[0]: a Runestone can't be damaged"),
        (seat(0, army=[""]), "seats[0].army[0]: expected a card and the damage on it, got ''"),
        (
            seat(0, discard=["beard-fish"]),
            "seats[0].discard[0]: Beard Fish is Fleeting: it goes back to its stack, to no discard pile",
        ),
        (seat(0, played=["merchant"]), "seats[0].played: seat 0 has none in the deployment phase"),
        (seat(1, played=["rebel"]), "seats[1].played[0]: rebel is of type insurgent; in play lie cards of"),
        (seat(1, looked=["rebel"]), "seats[1].looked: seat 1 has none in the deployment phase"),
        (seat(0, bonus={"luck": 1}), "seats[0].bonus.luck: unknown key"),
        (seat(0, bonus={"attack": -2}), "seats[0].bonus.attack: expected 0 to 999, got -2"),
        (seat(0, lane=1), "seats[0].lane: unknown key"),
        (stacks(beard_fish=11), "stacks.beard-fish: expected 0 to 10, got 11"),
        (stacks(knight_valdus=5), "stacks.knight-valdus: 6 knight-valdus with this, and the game has 5"),
        (stacks(lesser=["normal-fog"]), "stacks.lesser[0]: normal-fog is of another stack"),
        (
            stacks(lesser=["lesser-ward"] * 3),
            "stacks.lesser[2]: 4 lesser-ward with this, and the game has 3",
        ),
        (
            lambda p: p["stacks"].update(dict.fromkeys(CITY_KINDS, 2)),
            "stacks: 9 kinds of City cards lie somewhere, and 2 players have 8",
        ),
        (stacks(lesser=3), "stacks.lesser: expected a list, got 3"),
        (stacks(rebell=3), "stacks.rebell: unknown key; did you mean `rebel`?"),
        (top(horde=["city-guard"]), "horde[0]: city-guard is of type guard; in the horde deck lie cards of"),
        (top(guard=["elite-guard"] * 5), "guard[4]: 6 elite-guard with this, and the game has 5"),
        (top(events=["curfew", "curfew"]), "events[1]: 2 of this event, and the game has 1"),
        (top(past=["curfew"]), "events[0]: 2 of this event, and the game has 1"),
        (
            top(events=["warlords-bell", "curfew"]),
            "events[1]: an event of pile II lies over those of pile III",
        ),
        (top(past=["warlords-bell"]), "events[0]: an event of pile II lies over those of pile III"),
        (top(events=["rain"]), "events[0]: 'rain' is not an event"),
        (top(trash=["drueggar-hulk"]), "trash[0]: drueggar-hulk is of type horde"),
        (top(power=-1), "power: expected 0 to 999, got -1"),
        (top(used=2), "used: expected true or false, got 2"),
        (top(to_pick=3), "to_pick: the deployment phase has none"),
        (top(holder=0), "holder: the deployment phase has none"),
        (top(ending="goal"), "ending: the deployment phase has none"),
        (top(battle=BATTLE), "battle: the deployment phase has none"),
        (top(phase="event", power=1), "power: the event phase has none"),
        (top(phase="setup"), "round: no round has begun in the setup phase; write 0"),
        (top(phase="over"), "ending"),
        (top(phase="over", ending="goal"), "ending: nobody has the Victory Points that win"),
        (top(phase="over", ending="horde"), "ending: the Horde does not hold every district"),
        (top(phase="over", ending="districts"), "ending: no player, who would be `holder`, holds every"),
        (
            lambda p: p.update(phase="over", ending="events", events=[]) or p["seats"][0].update(vp=21),
            "ending: the game has ended before by `goal`",
        ),
        (top(phase="over", ending="events"), "ending: there are events left"),
        (top(phase="attack", battle=BATTLE), "work: expected `fight` once with a battle, and never without"),
        (work({"line": "fight"}), "work: expected `fight` once with a battle, and never without"),
        (work({"line": "bury"}), "work: cards are killed in a battle only"),
        (work({"line": "rebel sings"}), "work[0].line: 'rebel sings' is not a line of effects"),
        (work({"line": "orb-keeper played", "at": 2}), "work[0].at: expected 0 to 1, got 2"),
        (work({"line": "orb-keeper played", "step": 3}), "work[0].step: expected 0 to 2, got 3"),
        (work({"line": "curfew event", "step": 3}), "work[0].step: expected 0 to 2, got 3"),
        (work({"line": "orb-keeper played", "seat": 2}), "work[0].seat: expected 0 to 1, got 2"),
        (battle(district=4), "battle.district: expected 0 to 3, got 4"),
        (battle(attacker=0), "battle.attacker: it is the turn of seat 1, who alone attacks"),
        (battle(defender=0), "battle.defender: the district is nobody's"),
        (battle(district=0), "battle.defender: the district is that of seat 0"),
        (battle(spawned=True), "battle.spawned: a battle is spawned by an event, and only by one"),
        (battle(players=[0, 0]), "battle.players[0]: seat 1 plays its own Army"),
        (battle(players=[1, None]), "battle.players[1]: somebody plays this side once both declare"),
        (battle(stage="truce"), "battle.stage: 'truce' is not a stage of a battle"),
        (
            battle(stage="attacker-deals", amounts=[9, 6], left=9),
            "battle.left: 9 damage is left, and the cards to be dealt it take 5",
        ),
        (battle(amounts=[-1, 2]), "battle.amounts[0]: expected 0 to 999, got -1"),
    ],
)
def test_an_impossible_position_is_refused(change: Change, fault: str) -> None:
    given = deepcopy(POSITION)
    change(given)
    assert [told for told in faults_of(given) if fault in told], faults_of(given)


def test_all_faults_are_told_at_once() -> None:
    given = deepcopy(POSITION)
    for change in (
        district(3, tokens=["g"]),
        stacks(beard_fish=11),
        district(0, cards=["city-guard"]),
        seat(0, vp=-1),
        top(phase="cleanup"),
    ):
        change(given)
    told = " ".join(faults_of(given))
    for place in (
        "districts[3].tokens[0]",
        "stacks.beard-fish",
        "districts[0].owner",
        "seats[0].vp",
        "phase",
    ):
        assert f"{place}: " in told


def spoilt(position: Any, lots: Shuffler) -> Any:
    """The position with one value in it taken out, doubled or replaced."""
    position = deepcopy(position)
    spots: list[tuple[Any, Any]] = []

    def gather(value: Any) -> None:
        for key in value if isinstance(value, dict) else range(len(value)):
            spots.append((value, key))
            if isinstance(value[key], dict | list):
                gather(value[key])

    gather(position)
    holder, key = spots[lots.below(len(spots))]
    others: list[Any] = [None, -1, 0, 1, 2, 7, 10**6, "rebel", "city-guard 2", "fight", [], {}, True, ["x"]]
    other = lots.below(len(others) + 2)
    if other < len(others):
        holder[key] = others[other]
    elif other == len(others):
        del holder[key]
    elif isinstance(holder, list):
        holder.append(deepcopy(holder[key]))
    else:
        holder[f"{key}x"] = holder[key]
    return position


def test_a_spoilt_position_is_refused_or_played_to_its_end() -> None:
    """Whatever a slip of the pen makes of a position, the engine does not stumble over it later."""
    lots = Shuffler(11)
    refused = 0
    for seed in range(6):
        for number, state in enumerate(random_game(seed)):
            if number % 9 == 0:
                given = spoilt(state.to_dict(), lots)
                try:
                    read = game().from_dict(json.loads(json.dumps(given)))
                except BadPosition:
                    refused += 1
                else:
                    play_on(read, lots)
    assert refused > 20


def play_on(state: State, lots: Shuffler) -> None:
    for _ in range(120):
        if state.player is None:
            return
        state.apply(state.legal()[lots.below(len(state.legal()))])
    assert game().from_dict(json.loads(json.dumps(state.to_dict()))).to_dict() == state.to_dict()
