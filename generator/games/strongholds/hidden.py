"""Hidden information: what a seat may know.

Until all have chosen, nothing that a seat sends or lays shows to the others: those cards still count among
its hand, and who has chosen already does not show either. An ace given up is open at once, and so are the
sizes of the hand and the pile after it.
"""

from __future__ import annotations

from typing import Any

from generator.games.strongholds.player import Player
from generator.games.strongholds.position import (
    NAME,
    written_defence,
    written_muster,
    written_royals,
)
from generator.games.strongholds.table import DEFENCE, MUSTER, OVER, PHASES, Table
from generator.rules.protocol import View


def view_of(table: Table, seat: int) -> View:
    """What the seat may know. ``unseen`` has the cards that lie hidden from it, in pile and hands;
    ``done`` says whether it has chosen everything in this phase."""
    view: View = {
        "game": NAME,
        "turn": table.turn,
        "phase": PHASES[table.phase],
        "seat": seat,
        "asked": table.player == seat,
        "done": _has_chosen(table, seat),
        "seats": [
            _own(table, player) if owner == seat else _other(table, player)
            for owner, player in enumerate(table.players)
        ],
        "pile": len(table.pile),
        "defeated": table.cards.texts(tuple(sorted(table.defeated))),
        "unseen": table.cards.texts(tuple(sorted(_unseen(table, seat)))),
    }
    if table.phase == OVER:
        view["fell"] = list(table.fell)
    if table.max_turns != table.cards.max_turns:
        view["max_turns"] = table.max_turns
    return view


def _has_chosen(table: Table, seat: int) -> bool:
    """Whether it was this seat's turn to choose in this phase, and no longer is."""
    player = table.players[seat]
    if table.phase == MUSTER:
        return seat < table.chooser and not player.out
    return table.phase == DEFENCE and seat < table.chooser and player.attackers != ()


def _own(table: Table, player: Player) -> dict[str, Any]:
    return {
        **written_royals(table, player),
        **written_muster(table, player),
        **written_defence(table, player),
    }


def _other(table: Table, player: Player) -> dict[str, Any]:
    """Sent troops count among the hand before the reveal, and laid cards before the end of the defence."""
    shown = written_royals(table, player)
    if table.phase == DEFENCE:
        shown.update(written_muster(table, player))
    shown["hand"] = len(player.hand) + len(_secret(table, player))
    return shown


def _secret(table: Table, player: Player) -> list[int]:
    """The cards that left a player's hand without the others' knowledge."""
    return list(player.troops) if table.phase == MUSTER else table.laid(player)


def _unseen(table: Table, seat: int) -> list[int]:
    cards = table.pile[:]
    for owner, player in enumerate(table.players):
        if owner != seat:
            cards += player.hand
            cards += _secret(table, player)
    return cards
