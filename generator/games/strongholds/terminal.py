"""Strongholds at the terminal: royals at home and in the field, what stands before one's walls, the hand.

Every power that is shown is asked of the engine: the table of a view is laid out again as a state.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from generator.catalog.lines import readable
from generator.catalog.models import Game as Database
from generator.catalog.screen import Cell, Cells, apart, labels, numbers, table_of
from generator.catalog.wording import capital, join_words, pluralize
from generator.games.strongholds import Strongholds
from generator.games.strongholds.config import ACE, COMPONENT, JOKER, RANKS, PlayingCard, Royal, card_word
from generator.games.strongholds.notation import OPEN
from generator.games.strongholds.table import battalion_powers, laying_order
from generator.games.strongholds.worlds import StrongholdsState
from generator.rules import Game, View
from generator.rules.terminal import Display, MoveExample, Piece, does, how_many, who

_STYLES = {"red": "red", "black": "cyan"}
_MAX_ABILITY = 200
"""Letters of an ability's text; a longer one is cut."""
_PHASES = {"muster": "muster", "defence": "defence", "over": "the game is over"}


def open_display(game: Game, database: Database) -> Display:
    """The display of this game."""
    assert isinstance(game, Strongholds)
    return StrongholdsDisplay(game, database)


def _printed(database: Database) -> dict[str, str]:
    """The id of each playing card by its word."""
    keys = ("kind", "suit", "rank", "colour")
    return {
        card_word(*(str(card.values.get(key) or "") for key in keys)): card.id
        for card in database.cards_in(COMPONENT)
    }


# Cards and sieges, as the engine has them


class CardNames:
    """All cards by their notation, ``7H``, ``QS``, ``*R``: in colour, and in words."""

    def __init__(self, game: Strongholds) -> None:
        self.game = game
        self.cards = game.cards
        self.config = game.config
        self.number = game.cards.number

    def __getitem__(self, card: str) -> PlayingCard:
        return self.cards.all[self.number[card]]

    def royal(self, card: str) -> Royal:
        """What the royal of that card is and does."""
        return self.config.royals[self[card].rank]

    def leads(self, rank: str) -> str:
        """``King: health 7, takes 3 troops; gives all troops the power of the highest``."""
        royal = self.config.royals[rank]
        ability = readable(royal.ability, _MAX_ABILITY)
        troops = pluralize(royal.sends, "troop")
        does = f"{ability[:1].lower()}{ability[1:]}"
        return f"{readable(royal.name)}: health {royal.health}, takes {troops}; {does}"

    def powers(self, general: str, troops: Sequence[str]) -> list[int]:
        """The power of each troop under this general, whose ability nobody has taken away."""
        leader = self.number[general]
        numbers = tuple([self.number[troop] for troop in troops])
        return battalion_powers(self.cards, leader, numbers, self.cards.ability[leader])

    def named(self, card: str) -> str:
        """``the Seven of Hearts (7H)``; a card that is none of the game's stays as it is written."""
        return f"the {readable(self[card].name)} ({card})" if card in self.number else card

    def drawn(self, cards: Iterable[str], nothing: str = "-") -> Text:
        """Cards in a row, each in its colour."""
        row = Text("  ").join(map(self.one, cards))
        return row if row else Text(nothing, "dim")

    def one(self, card: str) -> Text:
        return Text(card, _STYLES.get(self[card].colour, "") if card in self.number else "")


class Defence(NamedTuple):
    """What a defender has laid and pitted up to now."""

    laid: Mapping[str, Sequence[str]]
    pitted: Sequence[Sequence[str]]


def defence_of(given: Mapping[str, Any]) -> Defence:
    """What a seat of a view has done in its defence."""
    return Defence(given.get("laid") or {}, given.get("pitted") or ())


class Attacker(NamedTuple):
    """A card before a stronghold."""

    seat: int
    card: str
    is_general: bool
    power: int
    """What it attacks with; 0 for a Queen and a King."""
    health: int
    """How much must be laid on it to defeat it."""
    laid: tuple[str, ...]
    pitted: str | None
    """The troop that it has been set against."""
    left: int
    """How much of its health is left."""
    through: int
    """How much of its power gets through."""


class Siege:
    """What stands before one stronghold: a state of the engine, in which a view's defence is made again."""

    def __init__(self, names: CardNames, view: View, seat: int, defence: Defence) -> None:
        self._names = names
        self._defence = defence
        self.state: StrongholdsState = names.game.empty_table(len(view["seats"]))
        self.defender = self.state.players[seat]
        number = names.number
        for player, given in zip(self.state.players, view["seats"], strict=True):
            player.out = not given.get("general") or given.get("target") is None
            if not player.out:
                player.general, player.target = number[given["general"]], given["target"]
                player.troops = tuple([number[troop] for troop in given.get("troops") or ()])
        self.state.reveal()
        lays = [(number[card], number[on]) for on, cards in defence.laid.items() for card in cards]
        lays.sort(key=lambda lay: laying_order(names.cards, lay[0], lay[1]))
        jokers = [lay for lay in lays if names.cards.is_joker(lay[0])]
        for card, on in jokers:
            self.state.lay(self.defender, card, on)
        for one, other in defence.pitted:
            self.state.pit(self.defender, number[one], number[other])
        # What lies on a card takes off its power, but pitting and jokers set it.
        self._health = self.state.left[:]
        self._attack = [self.state.attack_of(card) for card in range(names.cards.count)]
        for card, on in lays[len(jokers) :]:
            self.state.lay(self.defender, card, on)

    @property
    def through(self) -> int:
        """The power of all attackers together that gets through."""
        return self.state.power_through(self.defender)

    def attackers(self) -> Iterator[Attacker]:
        """Of each attacker the troops in the order sent, then the general."""
        for seat in self.defender.attackers:
            player = self.state.players[seat]
            for card in player.troops:
                yield self._attacker(seat, card, is_general=False)
            yield self._attacker(seat, player.general, is_general=True)

    def attacker(self, card: str) -> Attacker | None:
        """The attacking card; None if it does not attack this stronghold."""
        return next((attacker for attacker in self.attackers() if attacker.card == card), None)

    def lay(self, card: str, on: str) -> None:
        """Lays one card more."""
        self.state.lay(self.defender, self._names.number[card], self._names.number[on])

    def pit(self, one: str, other: str) -> None:
        """Pits one pair more."""
        self.state.pit(self.defender, self._names.number[one], self._names.number[other])

    def _attacker(self, seat: int, number: int, *, is_general: bool) -> Attacker:
        card = self._names.cards.words[number]
        rivals = [other for pair in self._defence.pitted if card in pair for other in pair if other != card]
        return Attacker(
            seat,
            card,
            is_general,
            self._attack[number],
            self._health[number],
            tuple(self._defence.laid.get(card, ())),
            rivals[0] if rivals else None,
            self.state.left[number],
            self.state.attack_of(number),
        )


def attacked(view: View) -> list[int]:
    """The seats whose strongholds are attacked, ascending."""
    return sorted({given["target"] for given in view["seats"] if given.get("target") is not None})


# The screen


class StrongholdsDisplay(Display):
    """Draws views of Strongholds and tells its moves and what comes of them."""

    def __init__(self, game: Strongholds, database: Database) -> None:
        self._names = CardNames(game)
        self._printed = _printed(database)
        self._notation = game.notation
        self._ace_draws = game.config.ace_draws
        drawn = pluralize(self._ace_draws, "card")
        self.examples = (
            MoveExample("give AS", f"give up an ace for {drawn}: before your general, or in your defence"),
            MoveExample("general QH", "the royal that leads your attack in this turn"),
            MoveExample("target 1", "the seat whose stronghold you attack"),
            MoveExample("send 7H", "a troop that goes along; one for each move"),
            MoveExample(
                "lay 8D>7H", "lay a troop or ace from hand on an attacking card, a joker on a general"
            ),
            MoveExample("pit 7H 9C", "set troops of two attackers against each other"),
            MoveExample("done", "send no more troops, or lay no more"),
            *(MoveExample(rank, self._names.leads(rank)) for rank in RANKS),
        )

    def is_open(self, move: str) -> bool:
        return self._notation.does[self._notation.parse(move)] in OPEN

    def piece(self, word: str, owner: int | None) -> Piece:
        del owner
        return Piece([self._printed[word]] if word in self._printed else [])

    def draw(self, view: View, width: int) -> Iterator[RenderableType]:
        del width
        sieges = [
            [self._siege(view, seat)]
            for seat in (attacked(view) if view["phase"] == "defence" else ())
            if view["seat"] in (seat, None)
        ]
        hands = [
            Text.assemble("  ", (f"{title}: ", "bold"), self._names.drawn(cards))
            for _, title, cards in self.hands(view)
        ]
        return apart(
            [Text(f"Turn {view['turn']}: {_PHASES.get(view['phase'], view['phase'])}", "bold")],
            [self._players(view)],
            self._generals(view),
            *sieges,
            [self._piles(view), *hands],
        )

    def _players(self, view: View) -> Grid:
        columns = [*labels("  player"), "at home", *numbers("hand"), *labels("attacks"), "with"]
        return table_of(
            columns, (self._player(seat, given, view) for seat, given in enumerate(view["seats"]))
        )

    def _player(self, seat: int, given: Mapping[str, Any], view: View) -> Iterator[Cell]:
        yield self.player(seat, view)
        if given.get("out"):
            yield Text("out of the game", "dim")
            return
        at_home = [royal for royal in given["royals"] if royal != given.get("general")]
        target = given.get("target")
        yield self._names.drawn(at_home, "nobody")
        yield f"{how_many(given['hand'])}"
        yield "" if target is None else who(self, target, view)
        yield self._sent(given) if given.get("general") else ""

    def _generals(self, view: View) -> Iterator[RenderableType]:
        """What one's royals would do in the field, until one of them is chosen."""
        if view["phase"] != "muster" or not view["asked"]:
            return
        own = view["seats"][view["seat"]]
        if not own.get("general"):
            royals = {rank: [one for one in own["royals"] if self._names[one].rank == rank] for rank in RANKS}
            rows = [
                (Text("  ").append_text(self._names.drawn(held)), self._names.leads(rank))
                for rank, held in royals.items()
                if held
            ]
            yield table_of(["", ""], rows)

    def _sent(self, given: Mapping[str, Any]) -> Text:
        """The general, and the troops with the power that the general gives them: ``QH: 10H (20)  3C``."""
        troops = [
            Text.assemble(self._names.one(troop), f" ({power})" if power else "")
            for troop, power in self._troops(given).items()
        ]
        general = Text.assemble(self._names.one(given["general"]), ": " if troops else "")
        return general.append_text(Text("  ").join(troops))

    def _troops(self, given: Mapping[str, Any]) -> dict[str, int | None]:
        """The troops of a seat, with the power of those whose general changes it."""
        troops = given.get("troops") or []
        powers = self._names.powers(given["general"], troops)
        return {
            troop: power if power != self._names[troop].power else None
            for troop, power in zip(troops, powers, strict=True)
        }

    def _siege(self, view: View, seat: int) -> Grid:
        """What stands before a stronghold, with what its owner has laid on it up to now."""
        whose = "your stronghold" if seat == view["seat"] else f"the stronghold of {self.name(seat)}"
        siege = Siege(self._names, view, seat, defence_of(view["seats"][seat]))
        through = Text(f"{siege.through}", "bold red" if siege.through else "bold green")
        columns = [
            "  from", "card", *numbers("power", "health"), "laid on it", *numbers("gets through"),
        ]  # fmt: skip
        rows = [*map(self._attacker, siege.attackers()), ("  all", "", "", "", "", through)]
        return table_of(columns, rows, f"  Before {whose}")

    def _attacker(self, attacker: Attacker) -> Cells:
        laid = self._names.drawn(attacker.laid)
        fate = f"{attacker.through}" if attacker.left else "defeated"
        if attacker.pitted:
            pitted = Text.assemble("pitted against ", self._names.one(attacker.pitted))
            laid = Text("  ").join([pitted, laid] if attacker.laid else [pitted])
            fate = fate if attacker.power else "-"
        return (
            f"  {self.name(attacker.seat)}",
            self._names.one(attacker.card),
            f"{attacker.power or '-'}",
            f"{attacker.health or '-'}",
            laid,
            Text(fate, "" if attacker.through else "dim"),
        )

    def _piles(self, view: View) -> Text:
        pile = pluralize(how_many(view["pile"]), "card")
        return Text.assemble(f"  Draw pile: {pile}   Defeated: ", self._names.drawn(view["defeated"]))

    # Moves in words

    def say(self, move: str, view: View) -> str:
        verb, _, rest = move.partition(" ")
        names = self._names
        match verb:
            case "give":
                return f"give up {names.named(rest)} for {pluralize(self._ace_draws, 'new card')}"
            case "general":
                return (
                    f"lead with {names.named(rest)}, who takes {pluralize(names.royal(rest).sends, 'troop')}"
                )
            case "target":
                return f"attack {self._stronghold(view, int(rest))}"
            case "send":
                return f"send {rest}{self._boosted(view, rest)}"
            case "lay":
                card, _, on = rest.partition(">")
                return f"lay {card} on {on}{self._effect(view, card, on)}"
            case "pit":
                first, _, second = rest.partition(" ")
                return f"pit {first} against {second}{self._difference(view, first, second)}"
            case "done":
                return "send no more" if view["phase"] == "muster" else f"lay no more{self._open(view)}"
        return move

    def _stronghold(self, view: View, seat: int) -> str:
        """``seat 1, where KS and JS live``."""
        royals = view["seats"][seat]["royals"] if seat < len(view["seats"]) else ()
        live = f", where {' '.join(royals)} {'lives' if len(royals) == 1 else 'live'}" if royals else ""
        return f"{who(self, seat, view)}{live}"

    def _boosted(self, view: View, troop: str) -> str:
        """The power of a troop that does not count its number."""
        own: dict[str, Any] = {} if view["seat"] is None else view["seats"][view["seat"]]
        if own.get("general") is None:
            return ""
        power = self._troops({**own, "troops": [*(own.get("troops") or ()), troop]})[troop]
        return f", power {power}" if power else ""

    def _effect(self, view: View, card: str, on: str) -> str:
        """What laying a card does: ``: 12 of 20 left``."""
        siege = self._siege_with(view, on)
        if siege is None:
            return ""
        kind = self._names[card].kind
        if kind == JOKER:
            return ": the ability is off"
        siege.lay(card, on)
        attacker = siege.attacker(on)
        assert attacker is not None
        if kind == ACE or attacker.left == 0:
            return ": killed" if attacker.is_general else ": defeated"
        if not attacker.power:
            return f": {attacker.left} short of killing"
        return f": {attacker.left} of {attacker.health} left"

    def _difference(self, view: View, first: str, second: str) -> str:
        """What is left of two troops: ``: 2 attack on as 10H``."""
        siege = self._siege_with(view, first)
        if siege is None or siege.attacker(second) is None:
            return ""
        siege.pit(first, second)
        for attacker in siege.attackers():
            if attacker.card in (first, second) and attacker.left:
                return f": {attacker.left} attack on as {attacker.card}"
        return ": nothing is left"

    def _open(self, view: View) -> str:
        """What gets through to one's own stronghold."""
        seat = view["seat"]
        if seat is None:
            return ""
        through = Siege(self._names, view, seat, defence_of(view["seats"][seat])).through
        return f": {through} damage gets through"

    def _siege_with(self, view: View, card: str) -> Siege | None:
        """The siege in which a card attacks, as the defender has left it; None where the view has none."""
        for given in view["seats"]:
            if card == given.get("general") or card in (given.get("troops") or ()):
                target = given.get("target")
                if target is not None:
                    return Siege(self._names, view, target, defence_of(view["seats"][target]))
        return None

    # What has happened beside the moves

    def turns_up(self, before: View, after: View) -> bool:
        return (before["turn"], before["phase"]) != (after["turn"], after["phase"])

    def turned_up(self, moves: Sequence[tuple[int, str]], before: View, after: View) -> Iterator[str]:
        if after["phase"] == "defence":
            yield from self._musters(after)
        elif before["phase"] == "defence":
            yield from self._defences(moves, before, after)
        else:
            yield from super().turned_up(moves, before, after)

    def _musters(self, after: View) -> Iterator[str]:
        """Who sends what at whom, when all generals are turned up."""
        for seat, given in enumerate(after["seats"]):
            if seat != after["seat"] and given.get("general"):
                sent = [
                    f"{troop} ({power})" if power else troop for troop, power in self._troops(given).items()
                ]
                led = f" with {join_words(sent, 'and')}" if sent else ", alone"
                target = who(self, given["target"], after)
                yield does(self.name(seat), f"attack {target}: {given['general']}{led}")

    def _defences(self, moves: Sequence[tuple[int, str]], before: View, after: View) -> Iterator[str]:
        """What every defender has laid, and what gets through."""
        for seat in attacked(before):
            defence = _made(before["seats"][seat], [move for by, move in moves if by == seat])
            is_own = seat == after["seat"]
            told = [
                *(f"lays {join_words(list(cards), 'and')} on {on}" for on, cards in defence.laid.items()),
                *(f"pits {' against '.join(pair)}" for pair in defence.pitted),
            ]
            # One's own cards have been told of when they were laid.
            if told and not is_own and after["seat"] is not None:
                yield f"{capital(self.name(seat))} {join_words(told, 'and')}."
            through = Siege(self._names, before, seat, defence).through
            walls = "your walls" if is_own else f"the walls of {self.name(seat)}"
            yield f"{f'{through} damage' if through else 'Nothing'} gets through {walls}."

    def news(self, before: View, after: View) -> Iterator[str]:
        """Royals that died, strongholds that fell, cards drawn, the next turn."""
        for seat, (old, new) in enumerate(zip(before["seats"], after["seats"], strict=True)):
            is_own = seat == after["seat"]
            if new.get("out") and not old.get("out"):
                yield f"{'Your stronghold' if is_own else f'The stronghold of {self.name(seat)}'} has fallen."
                continue
            dead = [self._names.named(royal) for royal in old["royals"] if royal not in new["royals"]]
            if dead:
                yield does(who(self, seat, after), f"lose {join_words(dead, 'and')}")
            if is_own:
                yield from _drawn(old, new)
        if before["turn"] != after["turn"]:
            yield f"Turn {after['turn']} begins."


def _made(given: Mapping[str, Any], moves: Sequence[str]) -> Defence:
    """A defence: what shows of it already, and the moves that were made."""
    shown = defence_of(given)
    laid = {on: list(cards) for on, cards in shown.laid.items()}
    pitted = [list(pair) for pair in shown.pitted]
    for move in moves:
        verb, _, rest = move.partition(" ")
        card, _, on = rest.partition(">")
        if verb == "lay" and card not in laid.get(on, ()):
            laid.setdefault(on, []).append(card)
        elif verb == "pit" and rest.split() not in pitted:
            pitted.append(rest.split())
    return Defence(laid, pitted)


def _drawn(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    """What has come into one's hand; troops that came home were one's own before."""
    drawn = Counter(new["hand"]) - Counter([*old["hand"], *(old.get("troops") or ())])
    if drawn:
        yield f"You draw {join_words(list(drawn), 'and')}."
