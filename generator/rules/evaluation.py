"""What a game provides for bots and studies: how to evaluate a state, and what hands are drawn from.

A game has both in its ``bot.py``, as ``open_evaluator(game)`` (which may give None: then it has none) and,
where it needs one, ``open_deal(game)``.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from generator.catalog.wording import with_article
from generator.rules.errors import RulesError, blame, words_of_move
from generator.rules.loading import part_of_game
from generator.rules.protocol import Game, Result, Sides, State
from generator.rules.watch import pulse

WIN = 1000.0
"""The evaluation of a game won by one seat alone; for a lost game it is ``-WIN``. States of a game that
is still going on are well between the two."""


class Evaluator:
    """Evaluates the states of one game."""

    scale: float | None = None
    """An evaluation higher by so much makes the odds of winning e times as good: one divided by the slope
    of a logistic regression on games between bots. ``search`` then takes an evaluation for a chance of
    winning, and does not play simulated games to their ends; None where nobody knows."""

    def moment(self, state: State) -> tuple[int, ...]:
        """What `quiesce` needs to know of the state before a move, such as its turn; by default nothing."""
        del state
        return ()

    def quiesce(self, state: State, moment: tuple[int, ...], seat: int) -> State:
        """Plays what is under way to a quiet position that can be evaluated, in the plainest way; by default
        nothing.

        A choice made of several small moves is only worth something once it has had its effect: an attack
        that nobody has answered yet is neither good nor bad. ``state`` may be changed; ``moment`` is
        that of the state before the move that is tried out, ``seat`` the one that tries it.
        """
        del moment, seat
        return state

    def evaluate(self, state: State, seat: int) -> float:
        """How good the state is for the seat; higher is better, between -``WIN`` and ``WIN``."""
        raise NotImplementedError

    def outlook(self, state: State, seat: int) -> str:
        """The reasons for the evaluation in words; by default none."""
        del state, seat
        return ""


class Playout(Evaluator):
    """Random playouts, evaluated by their results: for a game without an evaluator of its own.

    Raises RulesError for a game that does not end, or leaves a seat no choice.
    """

    def __init__(self, game: Game, chance: Random) -> None:
        self._game = game
        self._chance = chance
        self._most = most_decisions(game)
        self.decisions = 0
        """How many were made at random, in all games."""

    def quiesce(self, state: State, moment: tuple[int, ...], seat: int) -> State:
        del moment, seat
        chance = self._chance
        mover = move = None
        watched = pulse() if self._game.folder is not None else None
        try:
            for made in range(self._most + 1):
                mover = state.player
                if mover is None:
                    self.decisions += made
                    return state
                legal = state.legal()
                if not legal:
                    raise RulesError(f"`legal` gives no move, and seat {mover} is to choose one")
                move = chance.choice(legal)
                if watched is not None:
                    watched.making(state, mover, move)
                state.apply(move)
                move = None
        except BaseException:
            if move is None:
                raise
            with blame(self._game.folder, words_of_move(state, move), mover):
                raise
        raise RulesError(f"played at random, {too_long(self._game)}")

    def evaluate(self, state: State, seat: int) -> float:
        del state, seat
        raise ValueError("a game that is played out is evaluated by its result")


def play_out(state: State, chance: Random) -> None:
    """Plays the state to the end of its game, every legal move as likely. Nothing is checked: for the rules
    of the bundled games, and where a game was found to end before."""
    draw = chance.random
    while state.player is not None:
        legal = state.legal()
        state.apply(legal[int(draw() * len(legal))])


def most_decisions(game: Game) -> int:
    """The decisions after which a game is taken to go on for ever: ``longest``, and where options may have
    raised its limit on turns a hundred times as many."""
    return 100 * game.longest if game.options else game.longest


def too_long(game: Game) -> str:
    """The sentence for a game that does not end."""
    return f"the game goes on after {most_decisions(game):,} decisions; its `longest` is {game.longest:,}"


def evaluator_for(game: Game, chance: Random) -> Evaluator:
    """The evaluator of a game: its own, or random playouts with ``chance``."""
    bot = part_of_game(game, "bot", "open_evaluator")
    opened = getattr(bot, "open_evaluator", None)
    evaluator: Evaluator | None = opened(game) if opened is not None else None
    return Playout(game, chance) if evaluator is None else evaluator


def evaluate_result(result: Result, seat: int, game: Game | None = None) -> float:
    """The evaluation of a game that has ended: a win that others than partners share counts for less, and
    defeat as a loss. ``game``: whose rules may declare partners; without it each seat plays for itself.

    Raises RulesError for what is no result.
    """
    if not isinstance(result, Result):
        raise RulesError(f"`result` gives {with_article(type(result).__name__)}, and not a Result")
    if seat not in result.winners:
        return -WIN
    sides = game.sides(len(result.scores)) if game is not None else ()
    rivals = (len(sides) or len(result.scores)) - 1
    beaten = rivals + 1 - _winning(result, sides)
    return WIN * beaten / rivals if rivals else WIN


def _winning(result: Result, sides: Sides) -> int:
    """How many sides won."""
    return sum(side[0] in result.winners for side in sides) if sides else len(result.winners)


def win_shares(result: Result, sides: Sides = ()) -> list[float]:
    """What each seat has of the win: sides that win together share it, and each seat has that of its side
    whole; nobody has any where all lose."""
    share = 1.0 / _winning(result, sides) if result.winners else 0.0
    return [share if seat in result.winners else 0.0 for seat in range(len(result.scores))]


class Source(NamedTuple):
    """Cards of which a first hand holds so many, each of them as likely as any other."""

    cards: Sequence[str]
    drawn: int


class Deal:
    """The cards that a first hand is drawn from, and which of them are counted together."""

    def sources(self, state: State, seat: int, drawn: int) -> Sequence[Source] | None:
        """What a first hand of so many cards is drawn from, in a game that just started; None where that is
        not known for sure, so that nothing exact can be said of the hand."""
        return [Source(self.deck(state, seat), drawn)]

    def deck(self, state: State, seat: int) -> Sequence[str]:
        """All cards that the seat's first hand could have been drawn from, in a game that just started."""
        unseen = state.view(0)["unseen"]
        # At the beginning another seat has seen none of them.
        cards: list[str] = state.view((seat + 1) % len(unseen))["unseen"][seat]
        return cards

    def kinds(self, card: str) -> Sequence[str]:
        """The names under which a card is counted; by default its own."""
        return (card,)


class UnknownDeal(Deal):
    """For rules that an author wrote by hand: nobody can follow how they deal."""

    def sources(self, state: State, seat: int, drawn: int) -> None:
        del state, seat, drawn


def deal_for(game: Game) -> Deal:
    """What the first hands of a game are drawn from: of a bundled game by default each seat's own deck."""
    bot = part_of_game(game, "bot", "open_deal")
    if bot is not None and hasattr(bot, "open_deal"):
        deal: Deal = bot.open_deal(game)
        return deal
    return Deal() if game.folder is None else UnknownDeal()
