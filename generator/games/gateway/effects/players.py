"""Effects on the player who has the card: pools, cards, and the Army until the end of the turn."""

from __future__ import annotations

from typing import ClassVar

from generator.games.gateway.battle import count_of
from generator.games.gateway.board import Board
from generator.games.gateway.config import (
    ACTIONS,
    ALWAYS,
    ARMY,
    ATTACK,
    ATTACK_PHASES,
    CARDS_LOOKED_AT,
    DEFENCE,
    LINES,
    NUMBER,
    NUMBER_CARD_TO,
    NUMBER_OF,
    OUTSIDE_BATTLE,
    WHILE_ALIVE,
    Effect,
    EffectWord,
)
from generator.games.gateway.effects.action import (
    Action,
    Instant,
    UpTo,
    cull,
    cull_options,
    discard_chosen,
    first_of_each,
)
from generator.games.gateway.pieces import Task
from generator.games.gateway.tables import DONE

# Gold, Power Points, drafts, attacks, Victory Points


class Gain(Instant):
    """You have more of something in this turn."""

    pool: ClassVar[str]

    def amount(self, board: Board, seat: int) -> int:
        """How much more; by default the number."""
        del board, seat
        return self.number

    def do(self, board: Board, seat: int) -> None:
        if board.own_turn(seat):
            setattr(board, self.pool, getattr(board, self.pool) + self.amount(board, seat))


class GainGold(Gain):
    """Your Gold pool grows."""

    word: ClassVar = EffectWord("gain-gold", NUMBER, ACTIONS)
    pool: ClassVar = "gold"


class GoldForEach(Gain):
    """Your Gold pool grows for each of what is counted now."""

    word: ClassVar = EffectWord("gold-for-each", NUMBER_OF, ACTIONS)
    pool: ClassVar = "gold"

    def __init__(self, effect: Effect) -> None:
        super().__init__(effect)
        self.of = effect.of

    def amount(self, board: Board, seat: int) -> int:
        of = board.tables.counted(self.of)
        return self.number * count_of(board, of, seat, board.players[seat].army)


class GainPoints(Gain):
    """Your Power Point pool grows."""

    word: ClassVar = EffectWord("gain-points", NUMBER, ACTIONS)
    pool: ClassVar = "power"


class GainDrafts(Gain):
    """In Drafting you may buy more cards from the same pool of Gold."""

    word: ClassVar = EffectWord("gain-drafts", NUMBER, ACTIONS)
    pool: ClassVar = "drafts"


class GainAttacks(Gain):
    """You have more Attack phases in this turn."""

    word: ClassVar = EffectWord(
        "gain-attacks",
        NUMBER,
        OUTSIDE_BATTLE,
        endless=(
            ("battle", "each battle would pay for the next attack"),
            ("killed", "each death would pay for another attack"),
        ),
        raises=ATTACK_PHASES,
    )
    pool: ClassVar = "attacks"


class GainVp(Instant):
    """You take Victory Points."""

    word: ClassVar = EffectWord("gain-vp", NUMBER, ACTIONS)

    def do(self, board: Board, seat: int) -> None:
        board.gain_vp(seat, self.number)


class ChooseOne(Action):
    """You choose one of the lines, and its effects are done in order."""

    word: ClassVar = EffectWord("choose-one", LINES, ACTIONS)

    def run(self, board: Board, task: Task) -> tuple[int, ...]:
        lines = board.tables.lines.choices[task.line][task.at]
        return board.ask(task.seat, board.tables.moves.choose_number[: len(lines)])

    def answer(self, board: Board, task: Task, move: int) -> None:
        lines = board.tables.lines.choices[task.line][task.at]
        task.finish()
        board.push(lines[board.tables.moves.number[move]], task.seat, task.place)


# Cards of hand, deck, discard pile and stacks


class Draw(Instant):
    """The top cards of your deck come into your hand."""

    word: ClassVar = EffectWord("draw", NUMBER, ACTIONS)

    def do(self, board: Board, seat: int) -> None:
        board.draw(board.players[seat], self.number)


class Discard(Action):
    """You choose cards of your hand, one after the other, or all if there are no more; they are discarded.

    A step is a card.
    """

    word: ClassVar = EffectWord("discard", NUMBER, ACTIONS)

    def run(self, board: Board, task: Task) -> tuple[int, ...]:
        hand = board.players[task.seat].hand
        left = self.number - task.step
        if left > 0 and hand.size > left:
            return board.ask(task.seat, board.tables.choose.among(hand.kinds))
        if left > 0:
            board.discard_all(board.players[task.seat], hand)
        task.finish()
        return ()

    def answer(self, board: Board, task: Task, move: int) -> None:
        discard_chosen(board, board.players[task.seat], move)
        task.step += 1


class DiscardForPoints(UpTo):
    """Up to so many cards of your hand are discarded for a Power Point each."""

    word: ClassVar = EffectWord("discard-for-points", NUMBER, ACTIONS)

    def options(self, board: Board, seat: int) -> tuple[int, ...]:
        return board.tables.choose_or_stop.among(board.players[seat].hand.kinds)

    def take(self, board: Board, seat: int, move: int) -> None:
        discard_chosen(board, board.players[seat], move)
        if board.own_turn(seat):
            board.power += 1


class Sift(Action):
    """You look at the top cards of your deck, discard any of them, and put the rest back in their order.

    ``times`` is 1 once the cards are lifted; the step is the first of them that may still be discarded.
    """

    word: ClassVar = EffectWord("sift", NUMBER, ACTIONS, raises=CARDS_LOOKED_AT)

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
            return
        at = board.tables.moves.number[move]
        board.discard(player, player.looked.pop(at))
        task.step = at

    def shows_cards(self, task: Task) -> bool:
        return task.times > 0


class Cull(UpTo):
    """Up to so many cards of your hand or discard pile leave the game."""

    word: ClassVar = EffectWord("cull", NUMBER, ACTIONS)

    def options(self, board: Board, seat: int) -> tuple[int, ...]:
        return cull_options(board, seat)

    def take(self, board: Board, seat: int, move: int) -> None:
        cull(board, seat, move)


class GainCard(Instant):
    """The top cards of a stack go into your Army or on your discard pile, as long as there are any."""

    word: ClassVar = EffectWord("gain-card", NUMBER_CARD_TO, ACTIONS)

    def __init__(self, effect: Effect) -> None:
        super().__init__(effect)
        self.stack = effect.gift
        self.to_army = effect.to == ARMY

    def do(self, board: Board, seat: int) -> None:
        player = board.players[seat]
        for _ in range(min(self.number, board.supply.left.counts[self.stack])):
            kind = board.take_from_stack(self.stack)
            if self.to_army:
                board.enlist(player, kind)
            else:
                board.discard(player, kind)


class Revive(Action):
    """You choose an Insurgent of your discard pile that costs no more; it goes into your Army."""

    word: ClassVar = EffectWord(
        "revive",
        NUMBER,
        WHILE_ALIVE,
        endless=(("killed", "the dead would bring each other back"),),
        wants_best=True,
    )

    def run(self, board: Board, task: Task) -> tuple[int, ...]:
        kinds = board.players[task.seat].discard.among(board.tables.insurgents_up_to(self.number))
        if kinds == 0:
            task.finish()
            return ()
        return board.ask(task.seat, board.tables.choose.among(kinds))

    def answer(self, board: Board, task: Task, move: int) -> None:
        player = board.players[task.seat]
        kind = board.tables.moves.number[move]
        player.discard.take(kind)
        board.enlist(player, kind)
        task.finish()


class Recall(UpTo):
    """Up to so many Insurgents of your discard pile come into your hand."""

    word: ClassVar = EffectWord("recall", NUMBER, ACTIONS, wants_best=True)

    def options(self, board: Board, seat: int) -> tuple[int, ...]:
        kinds = board.players[seat].discard.among(board.tables.insurgents)
        return board.tables.choose_or_stop.among(kinds)

    def take(self, board: Board, seat: int, move: int) -> None:
        player = board.players[seat]
        kind = board.tables.moves.number[move]
        player.discard.take(kind)
        player.hand.add(kind)


# The Army, until the end of the turn


class MoreOfBonus(Instant):
    """The Army has more of a bonus until the end of the turn."""

    bonus: ClassVar[str]

    def do(self, board: Board, seat: int) -> None:
        board.players[seat].gain(self.bonus, self.number)


class ArmyAttack(MoreOfBonus):
    """Your Army deals more damage, if it has an Insurgent."""

    word: ClassVar = EffectWord("army-attack", NUMBER, ACTIONS)
    bonus: ClassVar = "attack"


class ArmyDefence(MoreOfBonus):
    """Each Insurgent of your Army has more defence, also one that comes later."""

    word: ClassVar = EffectWord("army-defence", NUMBER, WHILE_ALIVE, raises=DEFENCE)
    bonus: ClassVar = "defence"


class Weaken(MoreOfBonus):
    """Whoever fights your Army deals less damage."""

    word: ClassVar = EffectWord("weaken", NUMBER, ACTIONS)
    bonus: ClassVar = "weaken"


class Rescue(MoreOfBonus):
    """The next of your Insurgents that are killed come into your hand."""

    word: ClassVar = EffectWord("rescue", NUMBER, ACTIONS)
    bonus: ClassVar = "rescues"


class DoubleAttack(Action):
    """The attack of different Insurgents of your Army, which you choose, counts twice.

    A step is a card. One whose attack is taken away or doubled already can't be chosen.
    """

    word: ClassVar = EffectWord("double-attack", NUMBER, ACTIONS, wants_best=True)

    def run(self, board: Board, task: Task) -> tuple[int, ...]:
        army = board.players[task.seat].army
        open_to = [at for at, times in enumerate(army.times) if times == 1]
        left = self.number - task.step
        if left < len(open_to) and left > 0:
            return board.ask(task.seat, first_of_each(board, army, open_to))
        if left > 0:
            for at in open_to:
                army.count(at, 2)
        task.finish()
        return ()

    def answer(self, board: Board, task: Task, move: int) -> None:
        board.players[task.seat].army.count(board.tables.moves.number[move], 2)
        task.step += 1


class AttackForEach(Action):
    """The card's attack is higher for each of what is counted when amounts are read.

    It is never done: ``battle.attack_of`` reads it from ``Tables.attack_each``.
    """

    word: ClassVar = EffectWord("attack-for-each", NUMBER_OF, ALWAYS, raises=ATTACK)
