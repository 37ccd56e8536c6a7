"""A state of Battle Gate as the protocol has it: the procedure, with words, views and positions."""

from __future__ import annotations

from generator.games.battle_gate.board import OVER, Board
from generator.games.battle_gate.hidden import view_of
from generator.games.battle_gate.play import Play
from generator.games.battle_gate.position import position_of
from generator.games.battle_gate.refusals import why_not
from generator.rules.protocol import Position, Result, View, one_winner


class BattleGateState(Play):
    """A game of Battle Gate under way."""

    __slots__ = ()

    def text(self, move: int) -> str:
        return self.tables.words.texts[move]

    def parse(self, text: str) -> int:
        return self.tables.words.parse(text)

    def why_not(self, move: int) -> str:
        return why_not(self, move)

    def clone(self) -> BattleGateState:
        players = [player.clone() for player in self.players]
        copy = BattleGateState(self.tables, players, self.first, self.max_turns, self.shuffler)
        self.copy_to(copy)
        return copy

    def view(self, seat: int) -> View:
        return view_of(self, seat)

    def to_dict(self) -> Position:
        return position_of(self)

    def result(self) -> Result:
        return result_of(self)


def result_of(board: Board) -> Result:
    """How a game ended. Raises ValueError while it goes on."""
    if board.phase != OVER:
        raise ValueError("the game is not over")
    winners = tuple([seat for seat, player in enumerate(board.players) if not player.out])
    scores = one_winner(len(board.players), winners)
    if len(winners) == 1:
        return Result(scores, winners, f"seat {winners[0]} is the last one remaining")
    return Result(scores, winners, f"a draw: nobody had won after {board.turn} turns", cut_short=True)
