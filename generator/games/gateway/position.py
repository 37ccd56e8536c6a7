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


MAX_DEALS: Final = 20
"""How often cards are dealt anew to find a deal in which the seat would be asked what it is asked: in most
positions the first is one, and a player who thinks should not wait for a better one."""


def determinize(seen: View, tables: Tables, shuffler: Shuffler, *, with_choice: bool = False) -> Position:
    """A position that could be the one behind a view: what it leaves unseen is dealt anew.

    ``with_choice``: whoever is asked has a card that can be paid for in hand, and one of another kind.
    """
    position: Position = {key: _copied(value) for key, value in seen.items() if key not in OF_VIEWS}
    unseen = seen["unseen"]
    for seat, (given, words) in enumerate(zip(position["seats"], unseen["seats"], strict=True)):
        cards = [tables.number[word] for word in words]
        shuffler.shuffle(cards)
        counts = [given[pile] if isinstance(given.get(pile), int) else 0 for pile in ("looked", "hand")]
        if with_choice and seat == seen["to_act"]:
            cards = _choice_first(cards, counts[0], seen.get("power", 0), tables)
        looked, hand = take_hidden(cards, counts[0], counts[1])
        for pile, dealt in (("looked", looked), ("hand", hand), ("deck", cards)):
            if isinstance(given.get(pile), int):
                given[pile] = _ids(dealt, tables)
    for pile in ("horde", "guard"):
        position[pile] = _shuffled(unseen[pile], shuffler)
    events = _shuffled(unseen["events"], shuffler)
    position["events"] = sorted(events, key=lambda event: tables.pile_of(tables.event_copies[event][0]))
    for grade in GRADES:
        top = position["stacks"][grade]["top"]
        shown = [] if top is None else [top]
        position["stacks"][grade] = [*shown, *_shuffled(unseen[grade], shuffler)]
    position["shuffler"] = shuffler_position(shuffler.apart())
    return position


def deal_anew(board: Board, seat: int, shuffler: Shuffler, *, with_choice: bool = False) -> None:
    """Deals what is hidden from a seat anew, on the board itself, as ``determinize`` does from a view."""
    tables = board.tables
    for number, player in enumerate(board.players):
        cards = player.deck
        looked = hand = 0
        if number != seat:
            looked, hand = len(player.looked), player.hand.size
            cards += player.hand.take_all()
            cards += player.looked
        # In the order of kinds, as in a view: where cards really lay makes no difference.
        cards.sort()
        shuffler.shuffle(cards)
        if number != seat:
            if with_choice and number == board.player:
                power = board.power if board.phase in TURN else 0
                cards = _choice_first(cards, looked, power, tables)
            player.looked, dealt = take_hidden(cards, looked, hand)
            player.hand.add_all(dealt)
        cards.reverse()
        player.deck = cards
    for faction in (HORDES, GUARDS):
        _shuffle_pile(board.foes[faction].deck, shuffler)
    events = board.events
    events.sort()
    shuffler.shuffle(events)
    events.sort(key=tables.pile_of)
    events.reverse()
    for stack in tables.grades:
        row = board.supply.order[stack]
        hidden = row[:-1]
        _shuffle_pile(hidden, shuffler)
        row[:-1] = hidden
    board.shuffler = shuffler.apart()


def _shuffle_pile(cards: list[int], shuffler: Shuffler) -> None:
    """Shuffles cards of which the last is the top one, however they lay before."""
    cards.sort()
    shuffler.shuffle(cards)
    cards.reverse()


def take_hidden(cards: list[int], looked: int, hand: int) -> tuple[list[int], list[int]]:
    """Takes the cards that are looked at and those of a hand, in the order of kinds, out of shuffled ones."""
    count = looked + hand
    looked_at, held = cards[:looked], cards[looked:count]
    held.sort()
    del cards[:count]
    return looked_at, held


def _copied(value: Any) -> Any:
    """A copy of JSON values, of which lists and mappings are all that can change."""
    if isinstance(value, dict):
        return {key: _copied(inner) for key, inner in value.items()}
    return [_copied(inner) for inner in value] if isinstance(value, list) else value


def _shuffled(cards: Sequence[str], shuffler: Shuffler) -> list[str]:
    order = list(range(len(cards)))
    shuffler.shuffle(order)
    return [cards[number] for number in order]


def _choice_first(cards: list[int], looked: int, power: int, tables: Tables) -> list[int]:
    """The cards in their order, but behind those that are ``looked`` at, where the hand begins, one that can
    be paid for with these Power Points, and one of another kind, if there are such cards."""
    first = next((card for card in cards if tables.power[card] <= power), cards[0])
    other = next((card for card in cards if card != first), None)
    chosen = [first] if other is None else [first, other]
    rest = cards.copy()
    for card in chosen:
        rest.remove(card)
    return [*rest[:looked], *chosen, *rest[looked:]]


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
