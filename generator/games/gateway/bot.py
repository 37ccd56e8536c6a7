"""Gateway: Victory Points, districts, the Army, and the cards that a player owns.

The turn under way is played to its end plainly, and evaluated then: everything is played, the dearest card
bought, and a district attacked that falls, or at least one at which something is won. Cards count the more,
the more rounds are left to draw them in. The nearer the Horde is to holding every district, the worse for
everyone.

Opening hands are drawn from the starter deck, of which one Runestone is not known: it counts by its grade.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from generator.catalog.wording import pluralize
from generator.games.gateway import Gateway
from generator.games.gateway.battle import ATTACKER, DEFENDER
from generator.games.gateway.board import ATTACK, DEPLOYMENT, DRAFTING, EVENT
from generator.games.gateway.config import ASSET, INSURGENT, Card
from generator.games.gateway.pieces import NOBODY, Player
from generator.games.gateway.rules import GatewayState
from generator.games.gateway.tables import DONE, HORDES
from generator.rules import Game, State
from generator.rules.evaluation import Deal, Evaluator

# What a position is worth, in points of which a Victory Point is ten

_VP = 10.0
"""What the game is won by: all other weights are set against it."""
_DISTRICT = 8.0
"""Nearly a Victory Point: it has an ability, and who holds all may win by that, but it can be lost again."""
_ATTACK, _DEFENCE = 1.0, 0.6
"""The worth of a point of the Army: attack wins districts and points, defence only keeps what there is."""
_RUNESTONE_IN_ARMY = 2.0
"""As much as a small Insurgent, for it works in one battle."""
_CARD = 1.2
"""The worth of a point of a card's own worth, at the beginning of the game; at its end nothing."""
_JUNK = 1.0
"""How much a card in the deck spoils it: one that is worth less had better be trashed."""
_HORDE = 60.0
"""What it costs everyone when the Horde holds every district but one: more than any district is worth."""
_HORDE_GROWTH = 4
"""With this power of its share of the districts the danger grows: a few districts held hurt nobody."""

# What it is worth to own a card, in Gold

_RUNESTONE = 0.6
"""For each point of a Runestone's Gold: it works only once."""
_FREE_ASSET, _FREE_INSURGENT = 0.5, 1.0
"""Cards without a price, such as Merchants: one that stays in the Army is worth more."""
_MIN_BOUGHT = 2.0
"""What a card must be worth more than to be bought: anything less only makes the deck thicker."""
_KEPT = 1.0
"""A card worth as much is not given up where nobody must."""

# What counts when an attack is weighed, in Gold too

_CONQUEST = 4.0
"""A district: as much as a card of middling price."""
_PER_VP = 3.0
"""A Victory Point for a Guard or Horde."""
_PER_LOSS = 0.5
"""Each Gold in Insurgents that would be lost, on either side: half, as they go only to the discard pile."""


def open_evaluator(game: Game) -> Evaluator:
    """The evaluator of this game's states."""
    assert isinstance(game, Gateway)
    return GatewayEvaluator(game)


def open_deal(game: Game) -> Deal:
    """The starter decks of this game."""
    assert isinstance(game, Gateway)
    return StarterDeck(game)


class GatewayEvaluator(Evaluator):
    """Plays a turn to its end, and counts what everyone has."""

    scale = 44.0

    def __init__(self, game: Gateway) -> None:
        self._plain = PlainTurn(game)
        self._fights = [
            _ATTACK * card.attack + _DEFENCE * card.defence if card.type == INSURGENT else _RUNESTONE_IN_ARMY
            for card in game.config.cards
        ]
        self._events = len(game.config.events)

    def moment(self, state: State) -> tuple[int, ...]:
        assert isinstance(state, GatewayState)
        return state.round, state.active, state.phase == EVENT

    def quiesce(self, state: State, moment: tuple[int, ...], seat: int) -> State:
        del seat
        assert isinstance(state, GatewayState)
        while state.player is not None and self.moment(state) == moment:
            state.apply(self._plain.choice(state))
        return state

    def evaluate(self, state: State, seat: int) -> float:
        assert isinstance(state, GatewayState)
        late = len(state.past) / self._events
        strengths = [
            self._strength(player, _CARD * (1 - late)) + _DISTRICT * state.count_held(number)
            for number, player in enumerate(state.players)
        ]
        others = [strength for number, strength in enumerate(strengths) if number != seat]
        # How near the city is to its fall.
        held = sum(state.faction_in(district) == HORDES for district in state.districts)
        danger = _HORDE * float((held / (len(state.districts) - 1)) ** _HORDE_GROWTH)
        return strengths[seat] - sum(others) / len(others) - danger

    def _strength(self, player: Player, per_card: float) -> float:
        """What a seat has but for its districts."""
        values = self._plain.values
        worth = _VP * player.vp
        for kind in (*player.army.cards, *player.army.runes.cards()):
            worth += self._fights[kind]
            worth += per_card * values[kind]
        for cards in (player.deck[::-1], player.hand.cards(), player.discard.cards(), player.played.cards()):
            for kind in cards:
                worth += per_card * (values[kind] - _JUNK)
        return worth

    def outlook(self, state: State, seat: int) -> str:
        assert isinstance(state, GatewayState)
        parts = []
        for number, player in enumerate(state.players):
            name = "you" if number == seat else f"seat {number}"
            parts.append(f"{name} {player.vp} VP and {pluralize(state.count_held(number), 'district')}")
        return f"after this turn {', '.join(parts)}"


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
        if state.work:
            return self._for_work(state, options)
        if state.phase == DEPLOYMENT:
            return self._deploy(options)
        if state.phase == DRAFTING:
            return _best(options, lambda move: self._drafted(state, move), _MIN_BOUGHT)
        if state.phase == ATTACK:
            return _best(options, lambda move: self._attacked(state, move), 0.0)
        return options[0]

    def _deploy(self, options: tuple[int, ...]) -> int:
        """The card to be played first, then an ability; Runestones are kept."""
        plays = [move for move in options if self._verbs[move] == "play"]
        if plays:
            return max(plays, key=lambda move: self._play_first[self._number[move]])
        abilities = [move for move in options if self._verbs[move] == "ability"]
        return abilities[-1] if abilities else DONE

    def _drafted(self, state: GatewayState, move: int) -> float:
        """What it is worth to own the top card of a stack."""
        stack = self._number[move]
        order = state.supply.order.get(stack)
        return self.values[order[-1] if order else self._tables.config.stacks[stack].kinds[0]]

    # Battles and the effects of cards

    def _for_work(self, state: GatewayState, options: tuple[int, ...]) -> int:
        verb = self._verbs[options[-1]]
        if verb == "assign":
            return options[-1]
        if verb == "horde":
            first, seats = state.first, len(state.players)
            return min(options, key=lambda move: (self._number[move] - first) % seats)
        if not verb.startswith("choose"):
            return options[0]
        task = state.work[-1]
        wants_best = task.line < 0 or self._tables.lines.effects[task.line][task.at].word.wants_best
        named = [move for move in options if move in self._named]
        if not named:
            # Numbers of cards on the table, districts and lines: the first is as good as any.
            return options[1] if options[0] == DONE and wants_best else options[0]
        if wants_best:
            return max(named, key=lambda move: self.values[self._number[move]])
        worst = min(named, key=lambda move: self.values[self._number[move]])
        is_free = options[0] == DONE
        return DONE if is_free and self.values[self._number[worst]] >= _KEPT else worst

    # Attack

    def _attacked(self, state: GatewayState, move: int) -> float:
        """What an attack brings, less what it costs; by the numbers printed on the cards."""
        tables = self._tables
        attacker, district = state.players[state.active], state.districts[self._number[move]]
        others, defence = district.troop.cards, 0
        if district.owner != NOBODY:
            defender = state.players[district.owner]
            others, defence = defender.army.cards, defender.bonus.defence
        if not others:
            return _CONQUEST
        army, bonus = attacker.army.cards, attacker.bonus
        mine = sum(tables.attack[kind] + tables.charge[kind] for kind in army) + bonus.attack
        theirs = max(sum(tables.attack[kind] for kind in others) - bonus.weaken, 0)
        toughness = tables.toughness[DEFENDER]
        gain = _CONQUEST if mine >= sum(toughness[kind] + defence for kind in others) else 0.0
        for kind in self._killed(others, DEFENDER, defence, mine):
            gain += _PER_VP * tables.vp[kind] if district.owner == NOBODY else _PER_LOSS * self.values[kind]
        lost = self._killed(army, ATTACKER, bonus.defence, theirs)
        return gain - _PER_LOSS * sum([self.values[kind] for kind in lost], 0.0)

    def _killed(self, cards: Sequence[int], side: int, bonus: int, damage: int) -> Iterator[int]:
        """The cards that so much damage kills, the weakest first."""
        for wall, kind in sorted((self._tables.toughness[side][kind] + bonus, kind) for kind in cards):
            damage -= wall
            if damage < 0:
                break
            yield kind


def _best(options: Sequence[int], worth: Callable[[int], float], minimum: float) -> int:
    """The move that is worth most, if more than the minimum; else ``done``."""
    best, most = DONE, minimum
    for move in options:
        if move != DONE:
            value = worth(move)
            if value > most:
                best, most = move, value
    return best


def _value(card: Card) -> float:
    """Gold is what a card is worth, but the starter's are worth little and a Runestone is used up."""
    if card.grade:
        return _RUNESTONE * card.cost
    return card.cost or (_FREE_ASSET if card.type == ASSET else _FREE_INSURGENT)


def _play_first(card: Card) -> tuple[bool, bool, float]:
    """Assets for nothing come first, then other cards for nothing, then the dearest."""
    is_free = card.power == 0
    return is_free, is_free and card.type != INSURGENT, _value(card)


class StarterDeck(Deal):
    """Each seat draws from its own starter deck."""

    def __init__(self, game: Gateway) -> None:
        self._names = game.tables.names
        self._grades = {card.id: f"{card.grade} runestone" for card in game.config.cards if card.grade}

    def deck(self, state: State, seat: int) -> Sequence[str]:
        assert isinstance(state, GatewayState)
        player = state.players[seat]
        return [self._names[kind] for kind in sorted([*player.deck, *player.hand.cards()])]

    def kinds(self, card: str) -> Sequence[str]:
        return (self._grades.get(card, card),)
