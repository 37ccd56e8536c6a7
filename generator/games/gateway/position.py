"""A state of Gateway written down, as a seat sees it, and dealt anew from what a seat sees.

What the rules ask of a position is always there. Keys that only some moments need are written in those:
the turn's pools while a turn is played, the battle while one is fought, the effects that are under way.

Hidden are hands, the order of face-down piles, and that of the Runestones under the top one. What lies in the
piles is open: every card that went there was seen. So whoever counts knows which are left.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from generator.games.gateway.board import (
    ATTACK,
    DEPLOYMENT,
    DRAFTING,
    ENDINGS,
    EVENT,
    OVER,
    PHASES,
    SETUP,
    Board,
)
from generator.games.gateway.config import GRADES
from generator.games.gateway.pieces import BURY, FIGHT, NOBODY, Battle, District, Player, Supply, Task, Troop
from generator.games.gateway.tables import GUARDS, HORDES, Tables
from generator.rules.positions import shuffler_position
from generator.rules.protocol import Position, View
from generator.rules.rotation import rotate_list, rotate_seat, rotate_seats
from generator.rules.shuffler import Shuffler

GAME: Final = "gateway"
TURN: Final = (DEPLOYMENT, DRAFTING, ATTACK)
"""The phases of a turn in which something is decided."""
STAGES: Final = (
    "begin",
    "attacker-declares",
    "attacker-cards",
    "defender-declares",
    "defender-cards",
    "attacker-deals",
    "defender-deals",
    "aftermath",
    "conquest",
)
"""The words for the stages of a battle, by their numbers."""
COUNTS: Final = {0: "blinded", 2: "doubled"}
"""How often a card's attack counts, where it is not once."""
FIGHT_WORD: Final = "fight"
BURY_WORD: Final = "bury"
BONUSES: Final = ("attack", "defence", "weaken", "rescues")


def write_position(board: Board) -> Position:
    """The whole state as JSON values, hidden cards too."""
    tables = board.tables
    position: Position = {
        "game": GAME,
        "round": board.round,
        "active": board.active,
        "first": board.first,
        "phase": PHASES[board.phase],
        "seats": [_seat(player, tables) for player in board.players],
        "districts": [_district(district, tables) for district in board.districts],
        "stacks": _stacks(board.supply, tables),
        "events": [tables.events[event] for event in reversed(board.events)],
        "horde": _ids(reversed(board.foes[HORDES].deck), tables),
        "guard": _ids(reversed(board.foes[GUARDS].deck), tables),
        "horde_discard": _ids(board.foes[HORDES].discard, tables),
        "guard_discard": _ids(board.foes[GUARDS].discard, tables),
        "past": [tables.events[event] for event in board.past],
        "trash": _ids(board.trash, tables),
    }
    position.update(_moment(board))
    position["shuffler"] = shuffler_position(board.shuffler)
    return position


def _ids(kinds: Iterable[int], tables: Tables) -> list[str]:
    names = tables.names
    return [names[kind] for kind in kinds]


def _seat(player: Player, tables: Tables) -> dict[str, Any]:
    seat: dict[str, Any] = {
        "deck": _ids(reversed(player.deck), tables),
        "hand": _ids(player.hand.cards(), tables),
        "discard": _ids(player.discard.cards(), tables),
        "army": [*_troop(player.army, tables), *_ids(player.runes.cards(), tables)],
        "vp": player.vp,
    }
    if player.played.size:
        seat["played"] = _ids(player.played.cards(), tables)
    if player.looked:
        seat["looked"] = _ids(player.looked, tables)
    bonus = (player.attack, player.defence, player.weaken, player.rescues)
    if any(bonus):
        seat["bonus"] = dict(zip(BONUSES, bonus, strict=True))
    return seat


def _troop(troop: Troop, tables: Tables) -> list[str]:
    """For example ``["rebel", "defender 2", "witchmasker 0 blinded"]``."""
    rows = zip(troop.cards, troop.damage, troop.times, strict=True)
    return [_fighter(tables.names[kind], damage, times) for kind, damage, times in rows]


def _fighter(card: str, damage: int, times: int) -> str:
    if times in COUNTS:
        return f"{card} {damage} {COUNTS[times]}"
    return f"{card} {damage}" if damage else card


def _district(district: District, tables: Tables) -> dict[str, Any]:
    written: dict[str, Any] = {
        "board": tables.config.districts[district.board].id,
        "tokens": list(district.tokens),
        "owner": _seat_or_null(district.owner),
        "cards": _troop(district.troop, tables),
    }
    if district.arrivals.cards:
        written["arrivals"] = _troop(district.arrivals, tables)
    return written


def _seat_or_null(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def _stacks(supply: Supply, tables: Tables) -> dict[str, Any]:
    """How many cards each stack in the game has; of Runestones which, from the top."""
    return {
        stack.id: _ids(reversed(supply.order[number]), tables) if stack.mixed else supply.left.counts[number]
        for number, stack in enumerate(tables.config.stacks)
        if supply.laid[number]
    }


def _moment(board: Board) -> dict[str, Any]:
    """What only this moment of the game needs."""
    moment: dict[str, Any] = {}
    if board.phase == SETUP:
        moment["to_pick"] = board.to_pick
    if board.phase in TURN:
        moment["power"] = board.power
        moment["gold"] = board.gold
        moment["drafts"] = board.drafts
        moment["attacks"] = board.attacks
        moment["used"] = _used(board)
    if board.phase == EVENT and board.to_draw > 0:
        moment["to_draw"] = board.to_draw
    if board.phase in (EVENT, OVER) and board.holder != NOBODY:
        moment["holder"] = board.holder
    if board.phase == OVER:
        moment["ending"] = ENDINGS[board.ending]
        return moment
    if board.battle is not None:
        moment["battle"] = _battle(board.battle)
    if board.work:
        moment["work"] = [_task(task, board) for task in board.work]
    return moment


def _used(board: Board) -> bool | list[int]:
    """Whether the one ability of the turn was used; where the rules give more, those of which districts."""
    if board.tables.config.abilities == 1:
        return board.abilities == 0
    return [at for at in range(len(board.districts)) if board.used >> at & 1]


def _battle(battle: Battle) -> dict[str, Any]:
    attacker, defender = battle.seats
    return {
        "district": battle.district,
        "spawned": battle.spawned,
        "attacker": _seat_or_null(attacker),
        "defender": _seat_or_null(defender),
        "players": [_seat_or_null(seat) for seat in battle.played_by],
        "stage": STAGES[battle.stage],
        "at": battle.at,
        "amounts": battle.amounts.copy(),
        "left": battle.left,
        "dealt": battle.dealt,
        "again": battle.again,
    }


def _task(task: Task, board: Board) -> dict[str, Any]:
    words = {FIGHT: FIGHT_WORD, BURY: BURY_WORD}
    return {
        "line": words[task.line] if task.line in words else board.tables.lines.names[task.line],
        "seat": task.seat,
        "place": task.place,
        "at": task.at,
        "step": task.step,
        "times": task.times,
    }


# What a seat sees

PILES: Final = ("events", "horde", "guard")
"""The face-down piles in the middle."""
OF_VIEWS: Final = ("unseen", "seat", "asked", "to_act")
"""What a view has and a position has not."""


def view_of(board: Board, seat: int) -> View:
    """The position without what is hidden from a seat.

    ``unseen`` has the cards that lie there: for each seat, each face-down pile and each grade of Runestones,
    in the order of the card list. ``to_act`` is the seat that decides.
    """
    order = board.tables.order.__getitem__
    view = write_position(board)
    del view["shuffler"]
    unseen: dict[str, Any] = {"seats": [_hide(given, seat == at) for at, given in enumerate(view["seats"])]}
    for pile in PILES:
        unseen[pile] = view[pile]
        view[pile] = len(view[pile])
    for grade in GRADES:
        cards = view["stacks"][grade]
        unseen[grade] = cards[1:]
        view["stacks"][grade] = {"top": cards[0] if cards else None, "cards": len(cards)}
    for pile in (*PILES, *GRADES):
        unseen[pile] = sorted(unseen[pile], key=order)
    unseen["seats"] = [sorted(cards, key=order) for cards in unseen["seats"]]
    view.update(unseen=unseen, seat=seat, asked=board.player == seat, to_act=board.player)
    return view


def _hide(given: dict[str, Any], own: bool) -> list[str]:
    """Replaces what is hidden of a seat's cards by how many there are; gives those cards."""
    hidden: list[str] = []
    for pile in ("deck",) if own else ("deck", "hand", "looked"):
        if pile in given:
            hidden += given[pile]
            given[pile] = len(given[pile])
    return hidden


def determinize(seen: View, tables: Tables, shuffler: Shuffler, *, with_choice: bool = False) -> Position:
    """A position that could be the one behind a view: what it leaves unseen is dealt anew.

    ``with_choice``: whoever is asked has a card that can be paid for in hand, and one of another kind.
    """
    position: Position = {key: _copied(value) for key, value in seen.items() if key not in OF_VIEWS}
    unseen = seen["unseen"]
    for seat, (given, cards) in enumerate(zip(position["seats"], unseen["seats"], strict=True)):
        dealt = _shuffled(cards, shuffler)
        if with_choice and seat == seen["to_act"]:
            dealt = _choice_first(dealt, given.get("looked", 0), seen.get("power", 0), tables)
        _deal(given, dealt, cards)
    for pile in ("horde", "guard"):
        position[pile] = _shuffled(unseen[pile], shuffler)
    position["events"] = _stacked(unseen["events"], tables, shuffler)
    for grade in GRADES:
        top = position["stacks"][grade]["top"]
        shown = [] if top is None else [top]
        position["stacks"][grade] = [*shown, *_shuffled(unseen[grade], shuffler)]
    position["shuffler"] = shuffler_position(shuffler.apart())
    return position


def _copied(value: Any) -> Any:
    """A copy of JSON values, of which lists and mappings are all that can change."""
    if isinstance(value, dict):
        return {key: _copied(inner) for key, inner in value.items()}
    return [_copied(inner) for inner in value] if isinstance(value, list) else value


def _shuffled(cards: Sequence[str], shuffler: Shuffler) -> list[str]:
    order = list(range(len(cards)))
    shuffler.shuffle(order)
    return [cards[number] for number in order]


def _choice_first(cards: list[str], looked: int, power: int, tables: Tables) -> list[str]:
    """The cards in their order, but behind those that are ``looked`` at, where the hand begins, one that can
    be paid for with these Power Points, and one of another kind, if there are such cards."""
    first = next((card for card in cards if tables.power[tables.number[card]] <= power), cards[0])
    other = next((card for card in cards if card != first), None)
    chosen = [first] if other is None else [first, other]
    rest = cards.copy()
    for card in chosen:
        rest.remove(card)
    return [*rest[:looked], *chosen, *rest[looked:]]


def _deal(given: dict[str, Any], cards: list[str], listed: Sequence[str]) -> None:
    """Puts cards where a seat has so many that are hidden; a hand lies in the order of the card list."""
    for pile in ("looked", "hand", "deck"):
        if isinstance(given.get(pile), int):
            count = given[pile]
            dealt, cards = cards[:count], cards[count:]
            given[pile] = sorted(dealt, key=listed.index) if pile == "hand" else dealt


def _stacked(events: Sequence[str], tables: Tables, shuffler: Shuffler) -> list[str]:
    """Events in any order, but those of I over those of II over those of III."""
    piles = {event: tables.config.events[copies[0]].pile for event, copies in tables.event_copies.items()}
    return sorted(_shuffled(events, shuffler), key=piles.__getitem__)


# Rotated


def rotate(position: Position, by: int) -> Position:
    """A position or a view with everybody ``by`` seats further."""
    count = len(position["seats"])
    rotated = rotate_seats(position, by, ("active", "first", "holder", "seat", "to_act"), ())
    rotated["districts"] = [
        {**district, "owner": rotate_seat(district["owner"], by, count)} for district in position["districts"]
    ]
    if "unseen" in position:
        unseen = position["unseen"]
        rotated["unseen"] = {**unseen, "seats": rotate_list(unseen["seats"], by)}
    if "battle" in position:
        battle = dict(position["battle"])
        for side in ("attacker", "defender"):
            battle[side] = rotate_seat(battle[side], by, count)
        battle["players"] = [rotate_seat(seat, by, count) for seat in battle["players"]]
        rotated["battle"] = battle
    if "work" in position:
        rotated["work"] = [_rotate_task(task, by, count) for task in position["work"]]
    return rotated


def _rotate_task(task: dict[str, Any], by: int, count: int) -> dict[str, Any]:
    """Effects are somebody's; fights and burials have seat 0 whoever is in them."""
    if task["line"] in (FIGHT_WORD, BURY_WORD):
        return task
    return {**task, "seat": rotate_seat(task["seat"], by, count)}
