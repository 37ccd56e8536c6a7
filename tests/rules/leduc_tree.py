"""Compares a Leduc poker of the protocol with OpenSpiel's, position by position over the whole tree."""

from __future__ import annotations

from typing import Any

from generator.rules import Game, State


class TreeComparison:
    """Walks both trees at once and counts what it has compared."""

    def __init__(self, game: Game) -> None:
        self._referee = game.referee()
        self.positions: set[str] = set()
        self.ends = 0

    def same_from(self, ours: State, theirs: Any, third: int) -> None:
        """Player, legal moves, their words, end, returns, and the referee's outcome, from here on.

        ``third``: the number of the card that OpenSpiel lays on the table.
        """
        if theirs.is_chance_node():
            theirs = theirs.child(third)
        self.positions.add(theirs.history_str())
        if theirs.is_terminal():
            self.ends += 1
            assert (ours.player, ours.legal()) == (None, ())
            assert list(ours.result().scores) == theirs.returns()
            assert self._referee.outcome(ours.to_dict()) == (ours.result().scores, ours.result().winners)
            return
        assert ours.player == theirs.current_player()
        assert list(ours.legal()) == theirs.legal_actions()
        assert [ours.text(move) for move in ours.legal()] == [
            theirs.action_to_string(move).lower() for move in theirs.legal_actions()
        ]
        for move in ours.legal():
            after = ours.clone()
            after.apply(move)
            self.same_from(after, theirs.child(move), third)
