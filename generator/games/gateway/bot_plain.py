"""How a turn of Gateway is played plainly: everything is played, the dearest card bought, and a district
attacked that falls, or at least one at which something is won."""

from __future__ import annotations

from generator.games.gateway.board import ATTACK, DEPLOYMENT, DRAFTING
from generator.games.gateway.config import ASSET, INSURGENT, Card
from generator.games.gateway.pieces import NOBODY, District, Player
from generator.games.gateway.rules import Gateway, GatewayState
from generator.games.gateway.tables import DONE

_RUNESTONE = 0.6
"""What a Runestone is worth for each point of its Gold: it works only once."""
_LEAST_BOUGHT = 2.0
"""What a card must be worth to be bought."""
_CONQUEST, _PER_VP, _PER_LOSS = 4.0, 3.0, 0.5
"""What a district, a Victory Point, and Gold in cards that would be lost count when an attack is weighed."""


class PlainTurn:
    """Makes one choice after the other, by what a card costs and how it fights."""

    def __init__(self, game: Gateway) -> None:
        tables = game.tables
        self._tables = tables
        self._verbs = tables.moves.verbs
        self._number = tables.moves.number
        self._named = {move for row in (tables.moves.choose, tables.moves.choose_discarded) for move in row}
        self.values = [_value(card) for card in game.config.cards]
        """What it is worth to own a card of each kind."""
        self._play_first = [_play_first(card) for card in game.config.cards]

    def choice(self, state: GatewayState) -> int:
        """What the seat that decides would do."""
        options = state.options
        if state.board.work:
            return self._for_work(state, options)
        if state.board.phase == DEPLOYMENT:
            return self._deploy(options)
        if state.board.phase == DRAFTING:
            return self._draft(state, options)
        if state.board.phase == ATTACK:
            return self._attack(state, options)
        return options[0]

    def _deploy(self, options: tuple[int, ...]) -> int:
        """The card to be played first, then an ability; Runestones are kept."""
        plays = [move for move in options if self._verbs[move] == "play"]
        if plays:
            return max(plays, key=lambda move: self._play_first[self._number[move]])
        abilities = [move for move in options if self._verbs[move] == "ability"]
        return abilities[-1] if abilities else DONE

    def _draft(self, state: GatewayState, options: tuple[int, ...]) -> int:
        best, most = DONE, _LEAST_BOUGHT
        for move in options:
            if move != DONE:
                worth = self.values[self._top(state, self._number[move])]
                if worth > most:
                    best, most = move, worth
        return best

    def _top(self, state: GatewayState, stack: int) -> int:
        """The kind that is bought from a stack."""
        order = state.board.supply.order.get(stack)
        return order[-1] if order else self._tables.config.stacks[stack].kinds[0]

    # Work

    def _for_work(self, state: GatewayState, options: tuple[int, ...]) -> int:
        verb = self._verbs[options[-1]]
        if verb == "assign":
            return options[-1]
        if verb != "choose":
            return options[0]
        task = state.board.work[-1]
        wants_best = task.line < 0 or self._tables.lines.effects[task.line][task.at].word.wants_best
        named = [move for move in options if move in self._named]
        if not named:
            # Numbers of cards on the table, districts and lines: the first is as good as any.
            return options[1] if options[0] == DONE and wants_best else options[0]
        if wants_best:
            return max(named, key=lambda move: self.values[self._number[move]])
        worst = min(named, key=lambda move: self.values[self._number[move]])
        is_free = options[0] == DONE
        return DONE if is_free and self.values[self._number[worst]] >= 1 else worst

    # Attack

    def _attack(self, state: GatewayState, options: tuple[int, ...]) -> int:
        best, most = DONE, 0.0
        army = state.board.players[state.board.active]
        for move in options:
            if move != DONE:
                gain = self._gain(state, army, state.board.districts[self._number[move]])
                if gain > most:
                    best, most = move, gain
        return best

    def _gain(self, state: GatewayState, army: Player, district: District) -> float:
        """What an attack brings, less what it costs; by the numbers printed on the cards."""
        tables = self._tables
        others = district.troop.cards
        defence = 0
        if district.owner != NOBODY:
            defender = state.board.players[district.owner]
            others = defender.army.cards
            defence = defender.defence
        if not others:
            return _CONQUEST
        mine = sum(tables.attack[kind] + tables.charge[kind] for kind in army.army.cards) + army.attack
        walls = [tables.defence[kind] + tables.bulwark[kind] + defence for kind in others]
        gain = _CONQUEST if mine >= sum(walls) else 0.0
        left = mine
        for wall, kind in sorted(zip(walls, others, strict=True)):
            if wall > left:
                break
            left -= wall
            gain += _PER_VP * tables.vp[kind] if district.owner == NOBODY else _PER_LOSS * self.values[kind]
        theirs = max(sum(tables.attack[kind] for kind in others) - army.weaken, 0)
        return gain - _PER_LOSS * self._lost(army, theirs)

    def _lost(self, army: Player, damage: int) -> float:
        """The worth of the Insurgents that so much damage kills, the cheapest first."""
        lost = 0.0
        walls = [(self._tables.defence[kind] + army.defence, kind) for kind in army.army.cards]
        for wall, kind in sorted(walls):
            if wall > damage:
                break
            damage -= wall
            lost += self.values[kind]
        return lost


def _value(card: Card) -> float:
    """Gold is what a card is worth, but the starter's are worth little and a Runestone is used up."""
    if card.grade:
        return _RUNESTONE * card.cost
    return card.cost or (0.5 if card.type == ASSET else 1.0)


def _play_first(card: Card) -> tuple[bool, bool, float]:
    """Assets for nothing come first, then other cards for nothing, then the dearest."""
    is_free = card.power == 0
    return is_free, is_free and card.type != INSURGENT, _value(card)
