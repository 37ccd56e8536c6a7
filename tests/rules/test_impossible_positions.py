"""Positions that can't be and moves that are refused: what no scenario of the bundled games has."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest

from generator.rules import BadPosition, IllegalMove, Shuffler, load, playable_games

from .test_position_docs import faults as schema_faults

Values = dict[str, Any]
GONE = object()
"""In place of a value: the key is left out."""

_BUSY = {"deck": ["M1", "M2"], "hand": ["A1", "M1"], "field": ["S3", "M2", "A2"], "discard": []}
BATTLE_GATE: Values = {
    **{"game": "battle-gate", "turn": 9, "active": 0, "first": 0, "phase": "field"},
    "seats": [{**_BUSY, "started": True, "out": False}] * 2,
}
GATEWAY: Values = {
    **{"game": "gateway", "round": 3, "active": 1, "first": 0, "phase": "deployment"},
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
BATTLE: Values = {
    **{"district": 1, "spawned": False, "attacker": 1, "defender": None, "players": [1, 0]},
    "stage": "attacker-declares",
}
FIGHT: Values = {"phase": "attack", "work": [{"line": "fight"}], "battle": BATTLE}
HOLD_THE_GATES: Values = {
    **{"game": "hold-the-gates", "turn": 1, "tier": 1, "phase": "preparation", "to_act": 0},
    **{"settlement": "village", "seats": [{"hand": ["grunt", "grunt"], "field": ["armoured-grunt 0"]}, {}]},
}
HOLD_THE_LINE: Values = {
    **{"game": "hold-the-line", "round": 3, "phase": "stage"},
    "lanes": [{"front": 0, "troops": [[], []]}] * 5,
    "seats": [{"deck": [], "hand": ["tank"], "discard": []}] * 2,
}
SETUP: Values = {
    **{"round": 0, "phase": "setup", "seats.0.deck": ["tank"], "seats.1.deck": ["tank"]},
    **{"seats.0.hand": ["infantry"] * 7, "seats.1.hand": ["infantry"] * 7},
}
COMBAT: Values = {
    **{"phase": "target", "seats.0.targets": [], "seats.1.targets": []},
    "lanes.0.troops": [["tank 3/2", "anti-armor 3/1"], ["infantry 5/0", "infantry 5/0"]],
}
STRONGHOLDS: Values = {
    **{"game": "strongholds", "turn": 4, "phase": "defence", "pile": []},
    "seats": [
        {"royals": ["KH", "QH"], "hand": ["2C"], "general": "QH", "target": 1, "troops": ["6C", "9H"]},
        {"royals": ["KS", "QS", "JS"], "hand": ["8D"], "general": "JS", "target": 0, "troops": ["4C"]},
    ],
}
HOME: Values = {
    "phase": "muster",
    "seats.0": {"royals": ["KH", "QH"], "hand": ["2C", "3C", "4C"]},
    "seats.1": {"royals": ["KS", "QS", "JS"], "hand": ["2D", "3D"]},
}
OVER: Values = {**HOME, "phase": "over", "seats.1": {"royals": [], "hand": [], "out": True}}
DEFENDS: Values = {"choosing": 1}

BASES = {base["game"]: base for base in (BATTLE_GATE, GATEWAY, HOLD_THE_GATES, HOLD_THE_LINE, STRONGHOLDS)}

FAULTS: dict[str, list[tuple[Values, str]]] = {
    "battle-gate": [
        (
            {"phase": "boost", "attacks": [{"card": "S3", "target": 1, "boosts": ["A1"] * 3}]},
            "its 3 boosts are more than its allowance",
        ),
        (
            {"seats.0.allowance": {"cards": 0, "power": 0}},
            "no cards fielded this turn can have left this",
        ),
        ({"seats.1.allowance": {"cards": 1, "power": 2}}, "leave it 2 cards and 2 power"),
    ],
    "gateway": [
        ({"round": 1}, "past: 2 events by now, and one is drawn at the end of each round: 0"),
        ({"districts.1.tokens": ["x"]}, "districts[3].tokens[1]: 3 free spaces, and the game has 2"),
        ({"districts.1.arrivals": ["city-guard"]}, "districts[1].arrivals: cards arrive in the event phase"),
        ({"seats.0.hand": [3]}, "seats[0].hand[0]: 3 is not a card"),
        ({"seats.0.army": ["lesser-ward 1"]}, "seats[0].army[0]: a Runestone can't be damaged"),
        ({"seats.0.army": [""]}, "seats[0].army[0]: expected a card and the damage on it, got ''"),
        ({"seats.0.discard": ["beard-fish"]}, "seats[0].discard[0]: Beard Fish is Fleeting: it goes back to"),
        ({"seats.0.played": ["merchant"]}, "seats[0].played: seat 0 has none in the deployment phase"),
        ({"seats.1.looked": ["rebel"]}, "seats[1].looked: seat 1 has none in the deployment phase"),
        ({"stacks.knight-valdus": 5}, "stacks.knight-valdus: 6 knight-valdus with this, and the game has 5"),
        ({"stacks.lesser": ["lesser-ward"] * 3}, "stacks.lesser[2]: 4 lesser-ward with this, and the game"),
        ({"events": ["warlords-bell", "curfew"]}, "events[1]: an event of pile II lies over those of pile I"),
        ({"past": ["warlords-bell"]}, "events[0]: an event of pile II lies over those of pile III"),
        ({"trash": ["drueggar-hulk"]}, "trash[0]: drueggar-hulk is of type horde"),
        ({"to_pick": 3}, "to_pick: the deployment phase has none"),
        ({"holder": 0}, "holder: the deployment phase has none"),
        ({"ending": "goal"}, "ending: the deployment phase has none"),
        ({"battle": BATTLE}, "battle: the deployment phase has none"),
        ({"phase": "event", "power": 1}, "power: the event phase has none"),
        ({"phase": "setup"}, "round: no round has begun in the setup phase; write 0"),
        ({"phase": "over", "ending": "goal"}, "ending: nobody has the Victory Points that win"),
        ({"phase": "over", "ending": "horde"}, "ending: the Horde does not hold every district"),
        ({"phase": "over", "ending": "districts"}, "ending: no player, who would be `holder`, holds every"),
        ({"phase": "over", "ending": "events"}, "ending: there are events left"),
        (
            {"phase": "over", "ending": "events", "events": [], "seats.0.vp": 21},
            "ending: the game has ended before by `goal`",
        ),
        ({"phase": "attack", "battle": BATTLE}, "work: expected `fight` once with a battle, and never witho"),
        ({"work": [{"line": "fight"}]}, "work: expected `fight` once with a battle, and never without"),
        ({"work": [{"line": "bury"}]}, "work: cards are killed in a battle only"),
        ({"work": [{"line": "rebel sings"}]}, "work[0].line: 'rebel sings' is not a line of effects"),
        ({**FIGHT, "battle.attacker": 0}, "battle.attacker: it is the turn of seat 1, who alone attacks"),
        ({**FIGHT, "battle.defender": 0}, "battle.defender: the district is nobody's"),
        ({**FIGHT, "battle.district": 0}, "battle.defender: the district is that of seat 0"),
        ({**FIGHT, "battle.district": 4}, "battle.district: expected 0 to 3, got 4"),
        ({**FIGHT, "battle.spawned": True}, "battle.spawned: a battle is spawned by an event, and only by"),
        ({**FIGHT, "battle.players": [0, 0]}, "battle.players[0]: seat 1 plays its own Army"),
        (
            {**FIGHT, "battle.players": [1, None]},
            "battle.players[1]: somebody plays this side once both",
        ),
        ({**FIGHT, "battle.stage": "truce"}, "battle.stage: 'truce' is not a stage of a battle"),
        (
            {**FIGHT, "battle.stage": "attacker-deals", "battle.amounts": [9, 6], "battle.left": 9},
            "battle.left: 9 damage is left, and the cards to be dealt it take 5",
        ),
    ],
    "hold-the-gates": [
        ({"seats.0.deck": ["catapult"]}, "seats[0].deck[0]: catapult joins at tier 5, and this is tier 1"),
        (
            {"seats.0.field": ["grunt 0 grunt"]},
            "seats[0].field[0]: expected `+` and the id of a card beside the unit, got 'grunt'",
        ),
        ({"phase": "over"}, "to_act: nobody is to act when the game is over"),
        (
            {"phase": "over", "to_act": GONE},
            "the game is not over: the settlement stands, and the King's",
        ),
    ],
    "hold-the-line": [
        ({"lanes.1.troops": [[], [7]]}, "lanes[1].troops[1][0]: 7 is not a troop at a front; expected its k"),
        (
            {"seats.0.hand": [], "seats.0.staged": ["infantry"] * 4 + [None]},
            "seats[0].staged: 4 cards staged, at most 3 may be",
        ),
        (
            {"seats.1.hand": [], "seats.1.staged": ["tank", None, None, None, None]},
            "seats[1].staged: seat 0 stages first; write `choosing: 1` when it has",
        ),
        ({"seats.0.targets": []}, "seats[0].targets: targets are chosen in the phase `target`"),
        ({"phase": "over"}, "lanes: the game is not over: there is no gap, no rout, and 100 rounds"),
        ({**SETUP, "seats.0.discard": ["tank"]}, "seats[0].discard: before setup is done no card can have"),
        (
            {
                **SETUP,
                "seats.0.hand": ["infantry"] * 6,
                "seats.0.staged": [None, "infantry"] + [None] * 3,
            },
            "seats[0].staged: setup fills the lanes in order, from lane 0",
        ),
        ({**SETUP, "choosing": 1}, "seats[0]: seat 1 chooses when seat 0 has a card in front of each lane"),
        ({**COMBAT, "seats.0.targets": ["0 0>2"]}, "seats[0].targets[0]: '0 0>2' is not a choice"),
        ({**COMBAT, "seats.0.targets": ["0 1>0"]}, "seats[0].targets[0]: '0 1>0' is not a choice"),
        ({**COMBAT, "seats.1.targets": ["0 0>0"]}, "seats[1].targets: 1 target, and 0 are chosen here"),
        ({**COMBAT, "choosing": 1}, "seats[0]: seat 1 chooses when seat 0 has: 2 targets missing"),
    ],
    "strongholds": [
        (
            {**DEFENDS, "seats.1.laid": {"QH": ["7D"]}},
            "seats[1].laid.QH: `lay 7D>QH` is not possible: QH can be laid on when all of the general's "
            "troops are defeated or pitted: 9H, 6C still to be met",
        ),
        (
            {**DEFENDS, "seats.1.laid": {"6C": ["6D", "7D"]}},
            "seats[1].laid.6C: `lay 7D>6C` is not possible: 6C is already defeated: nothing more is laid on",
        ),
        (
            {**DEFENDS, "seats.1.laid": {"5C": ["6D"]}},
            "seats[1].laid.5C: `lay 6D>5C` is not possible: 5C does not attack your stronghold",
        ),
        (
            {**DEFENDS, "seats.1.pitted": [["6C", "9H"]]},
            "seats[1].pitted[0]: `pit 9H 6C` is not possible: 9H and 6C belong to the same attacker",
        ),
        (
            {"seats.1.laid": {"6C": ["3D"]}},
            "seats[1]: seat 0 defends first; write `choosing: 1` when it has",
        ),
        (
            {"seats.0.hand": [], "seats.0.general": "KH", "seats.1.hand": []},
            "seats[0].troops: 2 troops, and a King takes 3: too few for this general, but enough for another",
        ),
        (
            {**HOME, "seats.0.general": "KH", "seats.0.troops": ["6C"]},
            "seats[0]: `target` is missing: it is chosen before the troops",
        ),
        (
            {**OVER, "seats.0": OVER["seats.1"]},
            "nobody stands: `fell` has the seats that were eliminated in the last turn, two or more",
        ),
        ({**OVER, "fell": [0]}, "fell: seat 0 is not out"),
        ({**OVER, "choosing": 0}, "choosing: the game is over: nobody chooses"),
        ({**OVER, "seats.0.general": "KH"}, "seats[0].general: the game is over: nothing is chosen"),
    ],
}

ATTACK: Values = {"phase": "attack", "attacks": [{"card": "S3", "target": 1}]}
FORMS: list[tuple[str, Values, dict[str, list[Any]]]] = [
    (
        "battle-gate",
        {},
        {
            "game": ["battle"],
            "turn": [0],
            "active": [4],
            "phase": ["combat", "damage", "defend"],
            "seats": [[{}], [{}, {"gold": 1}], [{}, {"out": True, "hand": ["S1"]}]],
            "seats.1": [{"started": False, "field": ["S1"]}],
            "seats.1.hand": [["S7"]],
            "wind": ["north"],
            "attacks": [[]],
            "player": [0],
            "passes": [0],
            "recoveries": [0],
            "damage": [[0, 0]],
            "shuffler": [{"made": 1}],
        },
    ),
    ("battle-gate", {"phase": "draw"}, {"seats.1.allowance": [{"cards": 1, "power": 1}]}),
    ("battle-gate", ATTACK, {"attacks.0.card": ["M1"], "attacks.0.blocks": [["S1"]]}),
    ("battle-gate", {**ATTACK, "phase": "defend"}, {"attacks.0.boosts": [["A1"]]}),
    ("battle-gate", {**ATTACK, "phase": "boost"}, {"attacks.0.block_boosts": [["A1"]]}),
    (
        "hold-the-line",
        {},
        {
            "game": ["hold the line"],
            "round": [0],
            "phase": ["setup", "combat"],
            "choosing": [2],
            "lanes": [[{"front": 0}] * 4, [{"front": 3}] * 5, [{"troops": [[], []]}] * 5],
            "lanes.1.troops": [[[]], [["tank"], []], [["infantry 6/0"], []], [["anti-armor 3/2"], []]],
            "seats": [[{"deck": [], "hand": ["tank"]}]],
            "seats.0.hand": [["cavalry"], ["infantry"] * 6],
            "seats.0.targets": [[]],
            "seats.0.staged": [[None]],
            "max_rounds": [0],
            "wind": ["north"],
        },
    ),
    ("hold-the-line", {"phase": "over"}, {"choosing": [1]}),
    (
        "hold-the-gates",
        {},
        {
            "game": ["hold-the-line"],
            "turn": [13],
            "tier": [0],
            "phase": ["battle", "over"],
            "to_act": [None],
            "settlement": ["castle"],
            "damage": [3],
            "seats.0.hand": [["militia"]],
            "seats.0.field": [["grunt"], ["grunt 0 +shaman"]],
            "seats.0.gates": [["grunt"]],
            "seats.1": [{"hand": ["grunt"]}, {"field": ["militia 0 +archers"]}, {"out": True}],
            "seats.1.hand": [["militia"] * 6],
            "wind": ["north"],
        },
    ),
    ("hold-the-gates", {"settlement": "shrine"}, {"damage": [1]}),
    (
        "gateway",
        {},
        {
            "game": ["strongholds"],
            "round": [0],
            "active": [2],
            "first": [-1],
            "phase": ["cleanup", "setup", "over"],
            "seats": [[{}], [{}, {}, {}]],
            "seats.1.hand": [["city-guard"]],
            "seats.1.army": [["merchant"], ["lesser-flame 1"], ["rebel 1 dazed"]],
            "seats.1.discard": [["beard-fish"]],
            "seats.1.played": [["rebel"]],
            "seats.1.vp": [-1, 20],
            "seats.1.bonus": [{"luck": 1}],
            "districts": [GATEWAY["districts"][:3]],
            "districts.0": [{"board": "the-docks"}],
            "districts.0.tokens": [["g"]],
            "districts.0.owner": [3],
            "districts.0.cards": [["rebel"], ["city-guard"]],
            "districts.1.arrivals": [["city-guard"]],
            "stacks.beard-fish": [11],
            "stacks.rebels": [1],
            "stacks.lesser": [3, ["normal-fog"]],
            "events": [["rain"]],
            "horde": [["city-guard"]],
            "trash": [["city-guard"]],
            "to_pick": [3],
            "power": [-1],
            "used": [1],
            "ending": ["goal"],
            "battle": [{}],
            "work": [[{"line": "rebel sings"}], [{}]],
            "shuffler": [{"made": 1}],
            "wind": ["north"],
        },
    ),
    ("gateway", {"phase": "event"}, {"gold": [1]}),
    ("gateway", {"phase": "drafting"}, {"holder": [1]}),
    (
        "strongholds",
        HOME,
        {
            "game": ["stronghold"],
            "turn": [0],
            "phase": ["siege", "defence"],
            "choosing": [4],
            "seats": [[HOME["seats.0"]], [{"royals": ["K" + suit], "hand": []} for suit in "HSC"]],
            "seats.0": [{"royals": ["KH"]}, {"royals": [], "hand": ["7H"], "out": True}],
            "seats.0.royals": [["KH", "KH"], ["10H"], []],
            "seats.0.hand": [["QH"], ["1H"], ["7H", "7H"]],
            "seats.0.target": [1],
            "seats.0.general": ["10H"],
            "pile": [["KH"]],
            "defeated": [["7D"]],
            "fell": [[1]],
            "max_turns": [0],
            "wind": ["north"],
        },
    ),
    ("strongholds", OVER, {"choosing": [0]}),
    (
        "strongholds",
        DEFENDS,
        {
            "seats.1.laid": [
                {"9C": ["*R"]},
                {"QH": ["*R", "*B"]},
                {"AS": ["5S"]},
                {"9H": ["KH"]},
            ],
            "seats.1.pitted": [[["8H"]], [["8H", "8H"]], [["8H", "QD"]]],
            "seats.1.troops": [["AS"], ["2S", "3S", "4S", "5S"]],
            "seats.1.target": [4],
            "seats.1.general": [None],
        },
    ),
]
"""What can't be by its form alone: the schemas know of it too."""


REFUSALS: dict[str, list[tuple[Values, str, str]]] = {
    "battle-gate": [
        (
            {"phase": "draw", "seats.0.deck": ["M1"]},
            "draw 2",
            "the deck has 1 card left, fewer than",
        ),
        ({}, "filed S3", "did you mean `field`"),
        ({}, "field S9", "reads like `field S4`"),
        ({}, "FIELD  s4", "write it as `field S4`"),
        ({}, "", "a move begins with"),
    ],
    "gateway": [({}, "draft rebl", "did you mean `rebel`")],
    "hold-the-gates": [
        ({}, "action grunt>7", "there is no unit 7: a line has places 0 to 4"),
        ({}, "deploy", "did you mean `deploy grunt`?"),
        ({}, "deploy grnt", "'grnt' is not a kind of unit; did you mean `grunt`"),
        ({}, "deploy militia", "no militia in hand: it is a card of the defender"),
        ({}, "action grunt>1", "there is no own unit 1: only unit 0 stands"),
    ],
    "hold-the-line": [
        (COMBAT, "target 0 0>14", "there is no card 14: the cards are 0 to 13"),
        (COMBAT, "target 0 2>0", "no card 2 in lane 0: you have 2 cards there, counted from 0"),
    ],
}


def changed(game: str, changes: Values) -> Values:
    """The game's position with other values at these places."""
    position = json.loads(json.dumps(BASES[game]))
    for path, value in changes.items():
        *way, last = (int(step) if step.isdigit() else step for step in path.split("."))
        holder: Any = position
        for step in way:
            holder = holder[step]
        if value is GONE:
            del holder[last]
        else:
            holder[last] = deepcopy(value)
    return position


def _faults() -> list[Any]:
    return [
        pytest.param(game, *case, id=f"{game}-{case[1]}") for game, cases in FAULTS.items() for case in cases
    ]


@pytest.mark.parametrize(("game", "changes", "fault"), _faults())
def test_an_impossible_position_is_refused_with_the_reason(game: str, changes: Values, fault: str) -> None:
    with pytest.raises(BadPosition) as caught:
        load(game).from_dict(changed(game, changes))
    assert any(fault in str(each) for each in caught.value.faults), str(caught.value)


@pytest.mark.parametrize(("game", "around", "values"), FORMS)
def test_schema_and_engine_refuse_what_can_not_be_by_its_form(
    game: str, around: Values, values: dict[str, list[Any]]
) -> None:
    assert schema_faults(game, changed(game, {})) == []
    for path, each in values.items():
        for value in each:
            position = changed(game, {**around, path: value})
            assert schema_faults(game, position), (path, value)
            with pytest.raises(BadPosition):
                load(game).from_dict(position)


@pytest.mark.parametrize("game", BASES)
def test_the_position_without_the_changes_is_read_and_all_faults_of_one_are_reported(game: str) -> None:
    position = load(game).from_dict(changed(game, {})).to_dict()
    assert load(game).from_dict(position).to_dict() == position
    with pytest.raises(BadPosition) as caught:
        load(game).from_dict(
            changed(game, {"phase": "tea", "wind": "north", "seats.0.hand": ["no such card"]})
        )
    assert len(caught.value.faults) == 3


@pytest.mark.parametrize(
    ("game", "changes", "move", "message"),
    [(game, *case) for game, cases in REFUSALS.items() for case in cases],
)
def test_a_move_is_refused_with_the_reason(game: str, changes: Values, move: str, message: str) -> None:
    state = load(game).from_dict(changed(game, changes))
    before = state.to_dict()
    with pytest.raises(IllegalMove) as caught:
        state.play(move)
    assert message in str(caught.value)
    assert state.to_dict() == before


JUNK: list[Any] = [None, -1, 0, 1, 2, 7, 10**30, True, "", "²", "rebel", "grunt 9", "+shaman", "fight", "KH",
                   [], [None], [[]], ["x"], [["KH"]], {}, {"KH": ["2C"]}, {"KH": 3}]  # fmt: skip


def spoilt(position: Any, lots: Shuffler) -> Any:
    """The position with one value in it taken out, doubled or replaced."""
    spots: list[tuple[Any, Any]] = []

    def gather(value: Any) -> None:
        for key in value if isinstance(value, dict) else range(len(value)):
            spots.append((value, key))
            if isinstance(value[key], dict | list):
                gather(value[key])

    position = json.loads(json.dumps(position))
    gather(position)
    holder, key = spots[lots.below(len(spots))]
    other = lots.below(len(JUNK) + 2)
    if other < len(JUNK):
        holder[key] = JUNK[other]
    elif other == len(JUNK):
        del holder[key]
    elif isinstance(holder, list):
        holder.append(deepcopy(holder[key]))
    else:
        holder[f"{key}x"] = holder[key]
    return position


@pytest.mark.parametrize("name", playable_games())
def test_a_spoilt_position_is_refused_or_played_on(name: str) -> None:
    """Whatever a slip of the pen makes of a position, the engine does not stumble over it later."""
    game, lots = load(name), Shuffler(11)
    setups = game.setups()
    refused = 0
    for seed in range(12):
        state = game.start(**{**setups[seed % len(setups)], "seed": seed})
        while state.player is not None:
            if lots.below(6) == 0:
                try:
                    other = game.from_dict(spoilt(state.to_dict(), lots))
                except BadPosition:
                    refused += 1
                else:
                    for _ in range(40):
                        if other.player is not None:
                            other.apply(other.legal()[lots.below(len(other.legal()))])
                    assert game.from_dict(other.to_dict()).to_dict() == other.to_dict()
            state.apply(state.legal()[lots.below(len(state.legal()))])
    assert refused > 20
