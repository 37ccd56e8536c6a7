"""What the words on cards do: each word is a line of ``WORDS``, which says all that there is to know of it.

A new word is a line there, and an entry under ``rules.effects`` in the YAML. "You" is the player who has the
card; of an event, the starting player, who draws it. Several players are asked clockwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from generator.games.gateway.battle import (
    attack_of,
    count_of,
    join,
    killed_in,
    put_damage,
    reinforce,
    spawn,
    troop_of,
)
from generator.games.gateway.board import OVER, Board
from generator.games.gateway.config import (
    ACTIONS,
    ALWAYS,
    ARMY,
    ARRIVALS,
    AT_EVENTS,
    ATTACK,
    ATTACK_PHASES,
    CARDS_LOOKED_AT,
    DEFENCE,
    IN_BATTLE,
    LINES,
    NUMBER,
    NUMBER_CARD_TO,
    NUMBER_OF,
    ON_ARRIVAL,
    OUTSIDE_BATTLE,
    TOKEN_LIST,
    WHILE_ALIVE,
    Effect,
    EffectWord,
)
from generator.games.gateway.pieces import BURY, NOBODY, Battle, Task, Troop
from generator.games.gateway.tables import DONE, GUARDS, HORDES, up_to


class Action:
    """One effect of one line on a card, with its numbers.

    How far it has come is kept in the task, never in the action: all states of a game share the actions.
    """

    def __init__(self, effect: Effect) -> None:
        self.effect = effect
        self.number = effect.number
        """The number on the card; 0 for a word that takes none."""

    def run(self, board: Board, task: Task) -> tuple[int, ...]:
        """Does the next step and gives nothing, or gives what ``board.player`` may choose from.

        It calls ``task.finish()`` once all is done, and is run again as long as it has not. What it pushes
        on the stack of work is done before that.
        """
        raise NotImplementedError

    def answer(self, board: Board, task: Task, move: int) -> None:
        """Does what was chosen."""
        raise NotImplementedError

    def max_steps(self, board: Board) -> int:
        """How many steps it can have behind it; by default one for each of the number."""
        del board
        return self.number

    def shows_cards(self, task: Task) -> bool:
        """Whether the player is looking at cards of the deck."""
        del task
        return False


Deed = Callable[[Board, int, Effect], None]
"""Does all of an effect for the seat that it calls "you"."""


class Instant(Action):
    """An effect that asks for nothing and is done at once."""

    def __init__(self, do: Deed, effect: Effect) -> None:
        super().__init__(effect)
        self.do = do

    def run(self, board: Board, task: Task) -> tuple[int, ...]:
        task.finish()
        self.do(board, task.seat, self.effect)
        return ()


def instant(do: Deed) -> Callable[[Effect], Action]:
    return partial(Instant, do)


def gain_for_each(board: Board, seat: int, effect: Effect) -> None:
    """Gold for each of what is counted now."""
    count = count_of(board, board.tables.counted(effect.of), seat, board.players[seat].army)
    board.gain(seat, "gold", effect.number * count)


def gain_card(board: Board, seat: int, effect: Effect) -> None:
    """The top cards of a stack, as long as there are any."""
    player = board.players[seat]
    for _ in range(min(effect.number, board.supply.left.counts[effect.gift])):
        kind = board.take_from_stack(effect.gift)
        if effect.to == ARMY:
            board.enlist(player, kind)
        else:
            board.discard(player, kind)


def gain_bonus(bonus: str) -> Callable[[Effect], Action]:
    """The Army has more of a bonus until the end of the turn."""
    return instant(lambda board, seat, effect: board.players[seat].gain(bonus, effect.number))


def vp_for_all(points: Callable[[int, int], int]) -> Callable[[Effect], Action]:
    """Each player takes Victory Points, until somebody has reached the goal.

    ``points``: how many, by the number on the card and the districts with the player's marker.
    """

    def do(board: Board, seat: int, effect: Effect) -> None:
        for _ in board.players:
            board.gain_vp(seat, points(effect.number, board.count_held(seat)))
            if board.phase == OVER:
                break
            seat = board.left_of(seat)

    return instant(do)


# Choices

Take = Callable[[Board, int, int], None]
"""What happens to what a seat has chosen by a move."""


class ChooseOne(Action):
    """You choose one of the lines, and its effects are done in order."""

    def run(self, board: Board, task: Task) -> tuple[int, ...]:
        return board.ask(task.seat, board.tables.moves.choose_number[: len(self.effect.choices)])

    def answer(self, board: Board, task: Task, move: int) -> None:
        lines = board.tables.lines.choices[task.line][task.at]
        task.finish()
        board.push(lines[board.tables.moves.number[move]], task.seat, task.place)


class UpTo(Action):
    """Up to so many cards, chosen one after the other. A step is a card."""

    def __init__(self, options: Callable[[Board, int], tuple[int, ...]], take: Take, effect: Effect) -> None:
        """``options``: to stop, and each card that a seat may choose."""
        super().__init__(effect)
        self.options = options
        self.take = take

    def run(self, board: Board, task: Task) -> tuple[int, ...]:
        options = self.options(board, task.seat)
        if task.step == self.number or len(options) == 1:
            task.finish()
            return ()
        return board.ask(task.seat, options)

    def answer(self, board: Board, task: Task, move: int) -> None:
        if move == DONE:
            task.finish()
        else:
            self.take(board, task.seat, move)
            task.step += 1


def hand_or_stop(board: Board, seat: int) -> tuple[int, ...]:
    return board.tables.choose_or_stop.among(board.players[seat].hand.kinds)


def discard_chosen(board: Board, seat: int, move: int) -> None:
    """Discards the card of the hand that was chosen."""
    player, kind = board.players[seat], board.tables.moves.number[move]
    player.hand.take(kind)
    board.discard(player, kind)


def discard_for_point(board: Board, seat: int, move: int) -> None:
    discard_chosen(board, seat, move)
    board.gain(seat, "power", 1)


def cull_options(board: Board, seat: int) -> tuple[int, ...]:
    """To stop, each kind in the hand, and each in the discard pile."""
    discarded = board.tables.choose_discarded.among(board.players[seat].discard.kinds)
    return hand_or_stop(board, seat) + discarded


def cull(board: Board, seat: int, move: int) -> None:
    """Takes the card chosen out of the game."""
    player, kind = board.players[seat], board.tables.moves.number[move]
    pile = player.discard if board.tables.moves.verbs[move] == "choose discarded" else player.hand
    pile.take(kind)
    board.trash.append(kind)


def fallen_or_stop(board: Board, seat: int) -> tuple[int, ...]:
    """To stop, and each Insurgent in the discard pile."""
    kinds = board.players[seat].discard.among(board.tables.insurgents)
    return board.tables.choose_or_stop.among(kinds)


def recall(board: Board, seat: int, move: int) -> None:
    player, kind = board.players[seat], board.tables.moves.number[move]
    player.discard.take(kind)
    player.hand.add(kind)


class Each(Action):
    """So many different things, chosen one after the other; all of them if there are no more.

    A step is one of them.
    """

    def __init__(self, things: Callable[[Board, int], Things], take: Take, effect: Effect) -> None:
        """``things``: what a seat may choose from."""
        super().__init__(effect)
        self.things = things
        self.take = take

    def run(self, board: Board, task: Task) -> tuple[int, ...]:
        left = self.number - task.step
        if left > 0:
            things = self.things(board, task.seat)
            if left < len(things):
                return board.ask(task.seat, first_of_each(things))
            for move, _ in things:
                self.take(board, task.seat, move)
        task.finish()
        return ()

    def answer(self, board: Board, task: Task, move: int) -> None:
        self.take(board, task.seat, move)
        task.step += 1


Things = list[tuple[int, object]]
"""The moves that choose things, ascending, and with each what it looks like."""


def first_of_each(things: Things) -> tuple[int, ...]:
    """The moves to be offered: of things that are alike in everything only the first."""
    offered: dict[object, int] = {}
    for move, look in things:
        offered.setdefault(look, move)
    return tuple(offered.values())


def on_table(board: Board, troop: Troop, numbers: Iterable[int]) -> Things:
    """The cards of a troop with these numbers."""
    choose = board.tables.moves.choose_number
    return [(choose[at], (troop.cards[at], troop.damage[at], troop.times[at])) for at in numbers]


def in_hand(board: Board, seat: int) -> Things:
    return [(board.tables.moves.choose[kind], kind) for kind in board.players[seat].hand.cards()]


def with_single_attack(board: Board, seat: int) -> Things:
    """Insurgents of the Army, unless their attack is taken away or doubled already."""
    army = board.players[seat].army
    return on_table(board, army, [at for at, times in enumerate(army.times) if times == 1])


def double(board: Board, seat: int, move: int) -> None:
    """The attack counts twice until the end of the turn."""
    board.players[seat].army.count(board.tables.moves.number[move], 2)


def other_troop(board: Board, seat: int) -> Troop:
    """The other side of the battle."""
    battle = board.battle
    assert battle is not None
    return troop_of(board, battle, other_side(battle, seat))


def other_side(battle: Battle, seat: int) -> int:
    """The number of the side that fights a player's Army."""
    return 1 if battle.seats[0] == seat else 0


def with_attack(board: Board, seat: int) -> Things:
    """Cards of the other side of a battle that have an attack."""
    battle = board.battle
    if battle is None:
        return []
    troop, side = other_troop(board, seat), other_side(battle, seat)
    there = [at for at in range(len(troop.cards)) if attack_of(board, battle, side, at) > 0]
    return on_table(board, troop, there)


def blind(board: Board, seat: int, move: int) -> None:
    """The card has no attack until the end of the turn."""
    other_troop(board, seat).count(board.tables.moves.number[move], 0)


def empty_districts(board: Board, seat: int) -> Things:
    """Those without a marker and without Guards and Horde."""
    del seat
    return [
        (board.tables.moves.choose_number[at], at)
        for at, district in enumerate(board.districts)
        if district.owner == NOBODY and not district.troop.cards and not district.arrivals.cards
    ]


def claim(board: Board, seat: int, move: int) -> None:
    """The player's marker goes there."""
    board.districts[board.tables.moves.number[move]].owner = seat


class Strike(Action):
    """You choose a card of the other side; it takes damage at once, and is killed if that suffices."""

    def run(self, board: Board, task: Task) -> tuple[int, ...]:
        if board.battle is not None:
            troop = other_troop(board, task.seat)
            if troop.cards:
                return board.ask(task.seat, first_of_each(on_table(board, troop, range(len(troop.cards)))))
        task.finish()
        return ()

    def answer(self, board: Board, task: Task, move: int) -> None:
        task.finish()
        battle = board.battle
        assert battle is not None
        at = board.tables.moves.number[move]
        put_damage(battle, other_troop(board, task.seat), at, self.number)
        if at in killed_in(board, battle, other_side(battle, task.seat)):
            board.work.append(Task(BURY))


class Sift(Action):
    """You look at the top cards of your deck, discard any of them, and put the rest back in their order.

    ``times`` is 1 once the cards are lifted; the step is the first of them that may still be discarded.
    """

    def run(self, board: Board, task: Task) -> tuple[int, ...]:
        player = board.players[task.seat]
        if task.times == 0:
            task.times = 1
            if board.refill(player):
                for _ in range(min(self.number, len(player.deck))):
                    player.looked.append(player.deck.pop())
        looked = len(player.looked)
        if task.step < looked:
            return board.ask(task.seat, (DONE, *board.tables.moves.choose_number[task.step : looked]))
        while player.looked:
            player.deck.append(player.looked.pop())
        task.finish()
        return ()

    def answer(self, board: Board, task: Task, move: int) -> None:
        player = board.players[task.seat]
        if move == DONE:
            task.step = len(player.looked)
        else:
            task.step = board.tables.moves.number[move]
            board.discard(player, player.looked.pop(task.step))

    def shows_cards(self, task: Task) -> bool:
        return task.times > 0


class Revive(Action):
    """You choose an Insurgent of your discard pile that costs no more; it goes into your Army."""

    def run(self, board: Board, task: Task) -> tuple[int, ...]:
        kinds = board.players[task.seat].discard.among(up_to(self.number, board.tables.revivable))
        if kinds:
            return board.ask(task.seat, board.tables.choose.among(kinds))
        task.finish()
        return ()

    def answer(self, board: Board, task: Task, move: int) -> None:
        player, kind = board.players[task.seat], board.tables.moves.number[move]
        player.discard.take(kind)
        board.enlist(player, kind)
        task.finish()


# Arrivals. A step is a card, a letter or a district; battles that a card causes come before the next one


class Reinforce(Action):
    """The top cards of the faction's deck are put on the same district, one after the other."""

    def run(self, board: Board, task: Task) -> tuple[int, ...]:
        if task.step == self.number:
            task.finish()
        else:
            task.step += 1
            tables = board.tables
            reinforce(board, task.place, tables.faction[tables.lines.of_kind[task.line]])
        return ()


class Spawn(Action):
    """For each letter in its order, the top card of a deck is put on the district with that token."""

    def __init__(self, faction: int, effect: Effect) -> None:
        super().__init__(effect)
        self.faction = faction
        self.letters = effect.tokens

    def run(self, board: Board, task: Task) -> tuple[int, ...]:
        if task.step == len(self.letters):
            task.finish()
            return ()
        at = board.spots.get(self.letters[task.step], NOBODY)
        task.step += 1
        if at != NOBODY:
            spawn(board, at, self.faction)
        return ()

    def max_steps(self, board: Board) -> int:
        del board
        return len(self.letters)


class HordeGrows(Action):
    """Clockwise from the first district laid, each with Horde gets the top cards of the Horde deck.

    ``times`` counts the cards of this district.
    """

    def run(self, board: Board, task: Task) -> tuple[int, ...]:
        if task.step == len(board.districts):
            task.finish()
        elif task.times < self.number and board.faction_in(board.districts[task.step]) == HORDES:
            task.times += 1
            join(board, task.step, HORDES)
        else:
            task.to_step(task.step + 1)
        return ()

    def max_steps(self, board: Board) -> int:
        return len(board.districts)


# Several players. A step is a player


class DiscardDown(Action):
    """Players with more cards in hand choose what to discard until so many are left."""

    def __init__(self, skipped: int, effect: Effect) -> None:
        """``skipped``: how many players, from "you" on, are not asked."""
        super().__init__(effect)
        self.skipped = skipped

    def run(self, board: Board, task: Task) -> tuple[int, ...]:
        while task.step < len(board.players) - self.skipped:
            seat = self.seat(board, task)
            hand = board.players[seat].hand
            if hand.size > self.number:
                return board.ask(seat, board.tables.choose.among(hand.kinds))
            task.step += 1
        task.finish()
        return ()

    def seat(self, board: Board, task: Task) -> int:
        """Who is to discard."""
        return (task.seat + task.step + self.skipped) % len(board.players)

    def answer(self, board: Board, task: Task, move: int) -> None:
        discard_chosen(board, self.seat(board, task), move)

    def max_steps(self, board: Board) -> int:
        return len(board.players)


class AllCull(Action):
    """Each player, up to so many ``times``, chooses a card of hand or discard pile; it leaves the game."""

    def run(self, board: Board, task: Task) -> tuple[int, ...]:
        seats = len(board.players)
        while task.step < seats:
            seat = (task.seat + task.step) % seats
            options = cull_options(board, seat)
            if task.times < self.number and len(options) > 1:
                return board.ask(seat, options)
            task.to_step(task.step + 1)
        task.finish()
        return ()

    def answer(self, board: Board, task: Task, move: int) -> None:
        if move == DONE:
            task.to_step(task.step + 1)
        else:
            cull(board, (task.seat + task.step) % len(board.players), move)
            task.times += 1

    def max_steps(self, board: Board) -> int:
        return len(board.players)


# The words: what each takes, at which triggers it may stand, and what it does

NEXT_ARRIVAL: Final = (("arrives", "each arrival would bring on the next"),)
NEXT_ATTACK: Final = (
    ("battle", "each battle would pay for the next attack"),
    ("killed", "each death would pay for another attack"),
)
NEXT_REVIVAL: Final = (("killed", "the dead would bring each other back"),)


def gain(pool: str) -> Callable[[Effect], Action]:
    return instant(lambda board, seat, effect: board.gain(seat, pool, effect.number))


def draw(board: Board, seat: int, effect: Effect) -> None:
    board.draw(board.players[seat], effect.number)


def gain_vp(board: Board, seat: int, effect: Effect) -> None:
    board.gain_vp(seat, effect.number)


WORDS: Final = {
    word.name: word
    for word in (
        EffectWord("gain-gold", NUMBER, ACTIONS, gain("gold")),
        EffectWord("gold-for-each", NUMBER_OF, ACTIONS, instant(gain_for_each)),
        EffectWord("gain-points", NUMBER, ACTIONS, gain("power")),
        EffectWord("gain-drafts", NUMBER, ACTIONS, gain("drafts")),
        EffectWord(
            "gain-attacks", NUMBER, OUTSIDE_BATTLE, gain("attacks"), NEXT_ATTACK, raises=ATTACK_PHASES
        ),
        EffectWord("gain-vp", NUMBER, ACTIONS, instant(gain_vp)),
        EffectWord("choose-one", LINES, ACTIONS, ChooseOne),
        EffectWord("draw", NUMBER, ACTIONS, instant(draw)),
        EffectWord("discard", NUMBER, ACTIONS, partial(Each, in_hand, discard_chosen)),
        EffectWord("discard-for-points", NUMBER, ACTIONS, partial(UpTo, hand_or_stop, discard_for_point)),
        EffectWord("sift", NUMBER, ACTIONS, Sift, raises=CARDS_LOOKED_AT),
        EffectWord("cull", NUMBER, ACTIONS, partial(UpTo, cull_options, cull)),
        EffectWord("gain-card", NUMBER_CARD_TO, ACTIONS, instant(gain_card)),
        EffectWord("revive", NUMBER, WHILE_ALIVE, Revive, NEXT_REVIVAL, wants_best=True),
        EffectWord("recall", NUMBER, ACTIONS, partial(UpTo, fallen_or_stop, recall), wants_best=True),
        EffectWord("army-attack", NUMBER, ACTIONS, gain_bonus("attack")),
        EffectWord("army-defence", NUMBER, WHILE_ALIVE, gain_bonus("defence"), raises=DEFENCE),
        EffectWord("weaken", NUMBER, ACTIONS, gain_bonus("weaken")),
        EffectWord("rescue", NUMBER, ACTIONS, gain_bonus("rescues")),
        EffectWord(
            "double-attack", NUMBER, ACTIONS, partial(Each, with_single_attack, double), wants_best=True
        ),
        # Never done: ``battle.attack_of`` reads it from ``Tables.attack_each`` when amounts are read.
        EffectWord("attack-for-each", NUMBER_OF, ALWAYS, Action, raises=ATTACK),
        EffectWord("strike", NUMBER, IN_BATTLE, Strike, wants_best=True),
        EffectWord("blind", NUMBER, IN_BATTLE, partial(Each, with_attack, blind), wants_best=True),
        EffectWord("claim", NUMBER, WHILE_ALIVE, partial(Each, empty_districts, claim)),
        EffectWord("reinforce", NUMBER, ON_ARRIVAL, Reinforce, raises=ARRIVALS),
        EffectWord("spawn-horde", TOKEN_LIST, AT_EVENTS, partial(Spawn, HORDES), NEXT_ARRIVAL),
        EffectWord("spawn-guard", TOKEN_LIST, AT_EVENTS, partial(Spawn, GUARDS), NEXT_ARRIVAL),
        EffectWord("horde-grows", NUMBER, AT_EVENTS, HordeGrows, NEXT_ARRIVAL),
        EffectWord("others-discard-to", NUMBER, ACTIONS, partial(DiscardDown, 1)),
        EffectWord("all-discard-to", NUMBER, AT_EVENTS, partial(DiscardDown, 0)),
        EffectWord("all-cull", NUMBER, AT_EVENTS, AllCull),
        EffectWord(
            "all-vp-for-each-district", NUMBER, AT_EVENTS, vp_for_all(lambda number, held: number * held)
        ),
        EffectWord("underdog-vp", NUMBER, AT_EVENTS, vp_for_all(lambda number, held: 0 if held else number)),
    )
}
