"""What lies on the table, and whose choice it is."""

from __future__ import annotations

from typing import Final

from generator.games.strongholds.cards import Cards
from generator.games.strongholds.moves import LAYS, Moves
from generator.games.strongholds.player import Player
from generator.rules.protocol import State
from generator.rules.shuffler import Shuffler

MUSTER: Final = 0
DEFENCE: Final = 1
OVER: Final = 2
PHASES = ("muster", "defence", "over")
"""The phases in notation. The other steps of a turn need no decision."""

UNTOUCHED: Final = 0
COVERED: Final = 1
"""Something lies on the card."""
PITTED: Final = 2
"""The troop was set against another one: it does not return."""


class Table(State):
    """The whole state of a game, without the rules that move it on."""

    __slots__ = (
        "cards",
        "choices",
        "chooser",
        "condition",
        "defeated",
        "fell",
        "left",
        "max_turns",
        "moves",
        "phase",
        "pile",
        "players",
        "shuffler",
        "turn",
    )

    cards: Cards
    moves: Moves
    shuffler: Shuffler
    max_turns: int
    turn: int
    phase: int
    chooser: int
    """The seat that chooses in this phase."""
    choices: tuple[int, ...]
    """What ``player`` may choose from."""
    players: list[Player]
    pile: list[int]
    """The draw pile; the last is the top card."""
    defeated: list[int]
    """The defeated pile."""
    left: list[int]
    """For each card in the field: how much must still be laid on it to defeat it; 0 if it is defeated. That
    is also the power with which a troop or a Jack gets through. Other cards' numbers mean nothing."""
    condition: list[int]
    """For each card in the field: whether anything was done to it."""
    fell: tuple[int, ...]
    """The seats that were eliminated in the turn that ended the game."""

    def lay_out(self, cards: Cards, moves: Moves, shuffler: Shuffler, max_turns: int, seats: int) -> None:
        """The empty table at the beginning of turn 1."""
        self.cards = cards
        self.moves = moves
        self.shuffler = shuffler
        self.max_turns = max_turns
        self.turn = 1
        self.phase = MUSTER
        self.player = None
        self.chooser = 0
        self.choices = ()
        self.players = []
        for _ in range(seats):
            player = Player()
            player.sit_down()
            self.players.append(player)
        self.pile = []
        self.defeated = []
        self.left = [0] * cards.count
        self.condition = [UNTOUCHED] * cards.count
        self.fell = ()

    def standing(self) -> list[int]:
        """The seats that are not out."""
        return [seat for seat, player in enumerate(self.players) if not player.out]

    def laid(self, player: Player) -> list[int]:
        """The cards of the hand that were laid in this defence, in their order."""
        return [self.moves.card[move] for move in player.defence if self.moves.does[move] == LAYS]

    def draw(self, player: Player, count: int) -> None:
        """Draws from the top of the pile, fewer cards if it has no more."""
        left = max(len(self.pile) - count, 0)
        player.take_up(self.pile[left:])
        del self.pile[left:]

    def give_choices(self, player: Player) -> list[int]:
        """An ace may be given up while there is something to draw for it."""
        cards, give = self.cards, self.moves.give
        if not self.pile or not player.hand or player.hand[-1] < cards.first_ace:
            return []
        return [give[card] for card in player.hand if cards.first_ace <= card < cards.first_joker]

    def give_up(self, player: Player, ace: int) -> None:
        """An ace goes to the defeated pile, and its owner draws."""
        player.lay_down(ace)
        self.defeated.append(ace)
        self.draw(player, self.cards.ace_draws)
