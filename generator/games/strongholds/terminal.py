"""Strongholds at the terminal: royals at home and in the field, what stands before one's walls, the hand.

Every power that is shown is asked of the engine: the table of a view is laid out again as a state.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from generator.catalog.lines import readable
from generator.catalog.models import Game as Database
from generator.catalog.screen import Cell, Cells, apart, labels, numbers, table_of
from generator.catalog.wording import capital, join_words, pluralize
from generator.games.strongholds import Strongholds
from generator.games.strongholds.config import RANKS
from generator.games.strongholds.notation import OPEN
from generator.games.strongholds.table import battalion_powers, laying_order
from generator.rules import Game, View
from generator.rules.terminal import Display, MoveExample, Piece, does, how_many, who

_STYLES = {"red": "red", "black": "cyan"}
_MAX_ABILITY = 200
"""Letters of an ability's text; a longer one is cut."""


def open_display(game: Game, database: Database) -> Display:
    """The display of this game."""
    del database
    assert isinstance(game, Strongholds)
    return StrongholdsDisplay(game)


class Siege:
    """What stands before one stronghold: a state of the engine, in which a view's defence is made again.

    ``moves``: what its owner has laid and pitted, as far as the view does not show it.
    """

    def __init__(self, game: Strongholds, view: View, seat: int, moves: Iterable[str] = ()) -> None:
        number, cards = game.cards.number, game.cards
        self.state = state = game.empty_table(len(view["seats"]))
        self.defender = defender = state.players[seat]
        for player, given in zip(state.players, view["seats"], strict=True):
            player.out = given.get("target") is None
            if not player.out:
                player.general, player.target = number[given["general"]], given["target"]
                player.troops = tuple([number[troop] for troop in given["troops"]])
        state.reveal()
        self.laid, self.pitted = _made(view["seats"][seat], moves)
        lays = [(number[card], number[on]) for on, row in self.laid.items() for card in row]
        lays.sort(key=lambda lay: laying_order(cards, *lay))
        jokers = sum(cards.is_joker(card) for card, _ in lays)
        for card, on in lays[:jokers]:
            state.lay(defender, card, on)
        for one, other in self.pitted:
            state.pit(defender, number[one], number[other])
        # What lies on a card takes off its power, but pitting and jokers set it.
        self.health = state.left[:]
        """How much must be laid on each card to defeat it."""
        self.power = [state.attack_of(card) for card in range(cards.count)]
        """What each card attacks with; 0 for a Queen and a King."""
        for card, on in lays[jokers:]:
            state.lay(defender, card, on)

    @property
    def through(self) -> int:
        """The power of all attackers together that gets through."""
        return self.state.power_through(self.defender)

    def attackers(self) -> Iterator[tuple[int, int]]:
        """The cards before the stronghold, each behind its seat: troops in the order sent, then the
        general."""
        for seat in self.defender.attackers:
            player = self.state.players[seat]
            yield from ((seat, card) for card in (*player.troops, player.general))


def _made(given: Mapping[str, Any], moves: Iterable[str]) -> tuple[dict[str, list[str]], list[list[str]]]:
    """A defence: the cards laid on each card and the pairs pitted, those that show and those of moves."""
    laid = {on: list(cards) for on, cards in given.get("laid", {}).items()}
    pitted = [list(pair) for pair in given.get("pitted", ())]
    for move in moves:
        verb, _, rest = move.partition(" ")
        card, _, on = rest.partition(">")
        if verb == "lay" and card not in laid.get(on, ()):
            laid.setdefault(on, []).append(card)
        elif verb == "pit" and rest.split() not in pitted:
            pitted.append(rest.split())
    return laid, pitted


def attacked(view: View) -> list[int]:
    """The seats whose strongholds are attacked, ascending."""
    return sorted({given["target"] for given in view["seats"] if given.get("target") is not None})


class StrongholdsDisplay(Display):
    """Draws views of Strongholds and describes its moves and what comes of them."""

    def __init__(self, game: Strongholds) -> None:
        self._game = game
        self._cards = game.cards
        self._number = game.cards.number
        drawn = pluralize(game.config.ace_draws, "card")
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
            *(MoveExample(rank, self._leads(rank)) for rank in RANKS),
        )

    def is_open(self, move: str) -> bool:
        notation = self._game.notation
        return notation.does[notation.parse(move)] in OPEN

    def piece(self, word: str, owner: int | None) -> Piece:
        del owner
        return Piece([self._cards.all[self._number[word]].id] if word in self._number else [])

    # Cards

    def _leads(self, rank: str) -> str:
        """``King: health 7, takes 3 troops; gives all troops the power of the highest``."""
        royal = self._game.config.royals[rank]
        ability = readable(royal.ability, _MAX_ABILITY)
        does = f"{ability[:1].lower()}{ability[1:]}"
        troops = pluralize(royal.sends, "troop")
        return f"{readable(royal.name)}: health {royal.health}, takes {troops}; {does}"

    def _named(self, card: str) -> str:
        """``the Seven of Hearts (7H)``; a card that is none of the game's stays as it is written."""
        if card not in self._number:
            return card
        return f"the {readable(self._cards.all[self._number[card]].name)} ({card})"

    def _row(self, cards: Iterable[str], nothing: str = "-") -> Text:
        """Cards in a row, each in its colour."""
        return Text("  ").join(map(self._one, cards)) or Text(nothing, "dim")

    def _one(self, card: str) -> Text:
        known = card in self._number
        return Text(card, _STYLES.get(self._cards.colour[self._number[card]], "") if known else "")

    # The table

    def draw(self, view: View, width: int) -> Iterator[RenderableType]:
        del width
        sieges = [
            [self._siege(view, seat)]
            for seat in (attacked(view) if view["phase"] == "defence" else ())
            if view["seat"] in (seat, None)
        ]
        hands = [
            Text.assemble("  ", (f"{title}: ", "bold"), self._row(cards))
            for _, title, cards in self.hands(view)
        ]
        phase = "the game is over" if view["phase"] == "over" else view["phase"]
        return apart(
            [Text(f"Turn {view['turn']}: {phase}", "bold")],
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
        yield self._row(at_home, "nobody")
        yield f"{how_many(given['hand'])}"
        yield "" if target is None else who(self, target, view)
        yield self._sent(given) if given.get("general") else ""

    def _generals(self, view: View) -> Iterator[RenderableType]:
        """What one's royals would do in the field, until one of them is chosen."""
        if view["phase"] != "muster" or not view["asked"]:
            return
        own = view["seats"][view["seat"]]
        if not own.get("general"):
            held = {rank: [one for one in own["royals"] if one.startswith(rank)] for rank in RANKS}
            rows = ((Text("  ") + self._row(held[rank]), self._leads(rank)) for rank in RANKS if held[rank])
            yield table_of(["", ""], rows)

    def _sent(self, given: Mapping[str, Any]) -> Text:
        """The general, and the troops with the power that the general gives them: ``QH: 10H (20)  3C``."""
        troops = [
            Text.assemble(self._one(troop), f" ({power})" if power else "")
            for troop, power in self._troops(given).items()
        ]
        general = Text.assemble(self._one(given["general"]), ": " if troops else "")
        return general.append_text(Text("  ").join(troops))

    def _troops(self, given: Mapping[str, Any]) -> dict[str, int | None]:
        """The troops of a seat, with the power of those whose general changes it."""
        cards, troops = self._cards, given.get("troops", [])
        general, sent = self._number[given["general"]], tuple([self._number[troop] for troop in troops])
        powers = battalion_powers(cards, general, sent, cards.ability[general])
        return {
            troop: None if power == cards.power[card] else power
            for troop, card, power in zip(troops, sent, powers, strict=True)
        }

    def _siege(self, view: View, seat: int) -> Grid:
        """What stands before a stronghold, with what its owner has laid on it up to now."""
        whose = "your stronghold" if seat == view["seat"] else f"the stronghold of {self.name(seat)}"
        siege = Siege(self._game, view, seat)
        through = Text(f"{siege.through}", "bold red" if siege.through else "bold green")
        columns = [
            "  from", "card", *numbers("power", "health"), "laid on it", *numbers("gets through"),
        ]  # fmt: skip
        rows = [self._attacker(siege, by, card) for by, card in siege.attackers()]
        return table_of(columns, [*rows, ("  all", "", "", "", "", through)], f"  Before {whose}")

    def _attacker(self, siege: Siege, seat: int, number: int) -> Cells:
        card, power, through = self._cards.words[number], siege.power[number], siege.state.attack_of(number)
        on_it = [self._row(siege.laid[card])] if card in siege.laid else []
        fate = f"{through}" if siege.state.left[number] else "defeated"
        for one, other in siege.pitted:
            if card in (one, other):
                on_it.insert(0, Text("pitted against ") + self._one(other if card == one else one))
                fate = fate if power else "-"
        return (
            f"  {self.name(seat)}",
            self._one(card),
            f"{power or '-'}",
            f"{siege.health[number] or '-'}",
            Text("  ").join(on_it) or Text("-", "dim"),
            Text(fate, "" if through else "dim"),
        )

    def _piles(self, view: View) -> Text:
        pile = pluralize(how_many(view["pile"]), "card")
        return Text.assemble(f"  Draw pile: {pile}   Defeated: ", self._row(view["defeated"]))

    # Moves in words

    def say(self, move: str, view: View) -> str:
        verb, _, rest = move.partition(" ")
        match verb:
            case "give":
                drawn = pluralize(self._game.config.ace_draws, "new card")
                return f"give up {self._named(rest)} for {drawn}"
            case "general":
                troops = pluralize(self._cards.sends[self._number[rest]], "troop")
                return f"lead with {self._named(rest)}, who takes {troops}"
            case "target":
                return f"attack {self._stronghold(view, int(rest))}"
            case "send":
                return f"send {self._named(rest)}{self._boosted(view, rest)}"
            case "lay":
                card, _, on = rest.partition(">")
                return f"lay {card} on {on}{self._effect(view, card, on)}"
            case "pit":
                first, _, second = rest.partition(" ")
                return f"pit {first} against {second}{self._difference(view, first, second)}"
            case "done" if view["phase"] == "muster":
                return "send no more"
            case "done":
                seat = view["seat"]
                through = (
                    "" if seat is None else f": {Siege(self._game, view, seat).through} damage gets through"
                )
                return f"lay no more{through}"
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
        power = self._troops({**own, "troops": [*own.get("troops", ()), troop]})[troop]
        return f", power {power}" if power else ""

    def _effect(self, view: View, card: str, on: str) -> str:
        """What laying a card does: ``: 12 of 20 left``."""
        siege = self._siege_with(view, on)
        if siege is None:
            return ""
        laid, under = self._number[card], self._number[on]
        if self._cards.is_joker(laid):
            return ": the ability is off"
        siege.state.lay(siege.defender, laid, under)
        left = siege.state.left[under]
        if left == 0:
            return ": killed" if self._cards.is_royal(under) else ": defeated"
        return (
            f": {left} of {siege.health[under]} left" if siege.power[under] else f": {left} short of killing"
        )

    def _difference(self, view: View, first: str, second: str) -> str:
        """What is left of two troops: ``: 2 attack on as 10H``."""
        siege = self._siege_with(view, first)
        pair = self._number[first], self._number[second]
        if siege is None or siege.state.attacker_with(siege.defender, pair[1]) is None:
            return ""
        siege.state.pit(siege.defender, *pair)
        for word, card in zip((first, second), pair, strict=True):
            if left := siege.state.left[card]:
                return f": {left} attack on as {word}"
        return ": nothing is left"

    def _siege_with(self, view: View, card: str) -> Siege | None:
        """The siege in which a card attacks, as the defender has left it; None where the view has none."""
        for given in view["seats"]:
            if given.get("target") is not None and card in (given["general"], *given["troops"]):
                return Siege(self._game, view, given["target"])
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
            siege = Siege(self._game, before, seat, [move for by, move in moves if by == seat])
            is_own = seat == after["seat"]
            changes = [
                *(f"lays {join_words(cards, 'and')} on {on}" for on, cards in siege.laid.items()),
                *(f"pits {' against '.join(pair)}" for pair in siege.pitted),
            ]
            # One's own cards were mentioned when they were laid.
            if changes and not is_own and after["seat"] is not None:
                yield f"{capital(self.name(seat))} {join_words(changes, 'and')}."
            through = f"{siege.through} damage" if siege.through else "Nothing"
            yield f"{through} gets through {'your walls' if is_own else f'the walls of {self.name(seat)}'}."

    def news(self, before: View, after: View) -> Iterator[str]:
        """Royals that died, strongholds that fell, cards drawn, the next turn."""
        for seat, (old, new) in enumerate(zip(before["seats"], after["seats"], strict=True)):
            is_own = seat == after["seat"]
            if new.get("out") and not old.get("out"):
                yield f"{'Your stronghold' if is_own else f'The stronghold of {self.name(seat)}'} has fallen."
                continue
            dead = [self._named(royal) for royal in old["royals"] if royal not in new["royals"]]
            if dead:
                yield does(who(self, seat, after), f"lose {join_words(dead, 'and')}")
            if is_own:
                # Troops that came home were one's own before.
                drawn = Counter(new["hand"]) - Counter([*old["hand"], *old.get("troops", ())])
                if drawn:
                    yield f"You draw {join_words(list(drawn), 'and')}."
        if before["turn"] != after["turn"]:
            yield f"Turn {after['turn']} begins."
