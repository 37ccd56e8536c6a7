"""Hold the Gates! at the terminal: both ranks before the gates, the settlement, the hand with its actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from generator.catalog.lines import readable
from generator.catalog.models import Game as Database
from generator.catalog.screen import Column, apart, labels, numbers, table_of
from generator.catalog.wording import join_words, kinds_in_words
from generator.games.hold_the_gates import HoldTheGates
from generator.games.hold_the_gates.config import ATTACKER, OWN, SIDES, RulesConfig, UnitCard
from generator.rules import Game, View
from generator.rules.terminal import Display, MoveExample, Piece, does, how_many, who

_MAX_SENTENCE = 300
"""Letters of what an action does that are shown."""


class HoldTheGatesDisplay(Display):
    def __init__(self, config: RulesConfig) -> None:
        self._config = config
        self.examples = tuple(_examples(config))

    def side(self, seat: int) -> str:
        return f"the {SIDES[seat]}" if seat < len(SIDES) else super().side(seat)

    def piece(self, word: str, owner: int | None) -> Piece:
        del owner
        card_id, *words = word.split() or ("",)
        damage = words[0] if words else "0"
        beside = [other.removeprefix("+") for other in words[1:]]
        return Piece((card_id,), () if damage == "0" else (f"{damage} damage",), beside)

    def draw(self, view: View, width: int) -> Iterator[RenderableType]:
        del width
        hands = [[self._hand(title, cards)] for _, title, cards in self.hands(view) if cards]
        return apart([self._heading(view)], [self._ranks(view)], [self._piles(view)], *hands)

    # The parts of the drawing.

    def _heading(self, view: View) -> Text:
        settlement = self._config.settlement(view["settlement"])
        name, value = readable(settlement.name), settlement.value
        now = "" if view["phase"] == "over" else does(who(self, view["to_act"], view), "are to play a card")
        return Text.assemble(
            (f"Turn {view['turn']} of {self._config.turns}, tier {view['tier']}", "bold"),
            ". ",
            (f"{name}: {view['damage']} of {value} damage", "bold red" if view["damage"] else "bold green"),
            f". {now}".rstrip(),
        )

    def _ranks(self, view: View) -> Grid:
        ranks = [
            [self._unit(unit, side) for unit in side.get("field", ())] or ["-"] for side in view["seats"]
        ]
        sides = [
            Column(self._title(seat, view), style=style) for seat, style in enumerate(("yellow", "cyan"))
        ]
        rows = [
            (f"{row}" if row else "  gates", *cells)
            for row, cells in enumerate(zip_longest(*ranks, fillvalue=""))
        ]
        return table_of([*numbers("  unit"), *sides], rows)

    def _unit(self, written: str, side: View) -> str:
        """A unit with its strength, which effects raise and lower."""
        card_id, damage, *words = written.split()
        card = self._config.unit(card_id)
        beside = [self._config.unit(word.removeprefix("+")) for word in words]
        gates = [self._config.unit(at_gates) for at_gates in side.get("gates", ())]
        strength = self._config.strength(card, (*beside, *gates))
        harm = "" if damage == "0" else f", {damage} damage"
        actions = f" ({', '.join(readable(one.action) for one in beside)})" if beside else ""
        return f"{readable(card.name)} {strength}{_ranged(card)}{harm}{actions}"

    def _title(self, seat: int, view: View) -> str:
        name = SIDES[seat].capitalize()
        return f"{name} (you)" if seat == view["seat"] else name

    def _piles(self, view: View) -> Grid:
        rows = [
            (
                f"  {self._title(seat, view)}",
                *(f"{how_many(side[pile])}" for pile in ("deck", "hand")),
                self._named(side.get("gates", ())),
                self._named(side["discard"]),
            )
            for seat, side in enumerate(view["seats"])
        ]
        return table_of(["  side", *numbers("deck", "hand"), "beside the gates", "discards"], rows)

    def _hand(self, title: str, hand: list[str]) -> Grid:
        rows = []
        for card_id, count in Counter(hand).items():
            card = self._config.unit(card_id)
            name = f"  {readable(card.name)}{f' × {count}' if count > 1 else ''}"
            action = Text.assemble((readable(card.action), "bold"), f": {readable(card.says, _MAX_SENTENCE)}")
            rows.append((name, f"{card.strength}", f"{card.ranged or '-'}", action))
        return table_of([*labels(f"  {title}"), *numbers("strength", "ranged"), "action"], rows)

    def _named(self, cards: Sequence[str]) -> str:
        return kinds_in_words(map(self._name_of, cards), "{count} {card}") or "-"

    def _name_of(self, word: str) -> str:
        """The name of a card, or of the one that stands as a unit."""
        return readable(self._config.unit(word.partition(" ")[0]).name)

    # Words.

    def say(self, move: str, view: View) -> str:
        verb, _, rest = move.partition(" ")
        card_id, _, place = rest.partition(">")
        if card_id not in self._config.ids or view["phase"] == "over":
            return move
        card = self._config.unit(card_id)
        name = readable(card.name)
        if verb == "deploy":
            return f"deploy {name}, strength {card.strength}{_ranged(card)}"
        own = view["to_act"]
        rank = view["seats"][own if card.target == OWN else 1 - own].get("field", ())
        is_there = place and int(place) < len(rank)
        on = f" on {self._name_of(rank[int(place)])}, unit {place}" if is_there else ""
        return f"play {readable(card.action)} of {name}{on}"

    def news(self, before: View, after: View) -> Iterator[str]:
        if before["turn"] != after["turn"] or after["phase"] == "over":
            yield from self._turn_end(before, after)
            return
        for old, new in zip(before["seats"], after["seats"], strict=True):
            stood, stands = (Counter(map(self._name_of, side.get("field", ()))) for side in (old, new))
            for name in (stood - stands).elements():
                yield f"{name} had to withdraw."
        mended = before["damage"] - after["damage"]
        if mended > 0:
            yield f"{mended} damage is taken off the settlement."

    def _turn_end(self, before: View, after: View) -> Iterator[str]:
        settlement = self._config.settlement(after["settlement"])
        harm = after["damage"] - before["damage"]
        through = f"{harm} damage gets through" if harm > 0 else "nobody breaks through"
        bears = f"{readable(settlement.name)} has {after['damage']} of {settlement.value} damage"
        yield f"Battle: {through}. {bears}."
        if after["phase"] == "over":
            return
        if after["tier"] > before["tier"]:
            joining = [readable(card.name) for card in self._config.units if card.tier == after["tier"]]
            yield f"Tier {after['tier']} joins the attacker: {join_words(joining, 'and')}."
        yield f"Turn {after['turn']} begins."
        seat = after["seat"]
        if seat is not None:
            yield f"You draw {self._named(after['seats'][seat]['hand'])}."


def _ranged(card: UnitCard) -> str:
    return f", ranged {card.ranged}" if card.ranged else ""


def _examples(config: RulesConfig) -> Iterator[MoveExample]:
    """How a move of each kind is written, with cards of this game."""
    deployed = next(unit for unit in config.units if unit.side == ATTACKER)
    rank = "the unit goes to the end of your rank; the first stands at the gates"
    yield MoveExample(f"deploy {deployed.id}", rank)
    for unit in [unit for unit in config.units if not unit.target][-1:]:
        yield MoveExample(f"action {unit.id}", "the action of the card, which names no unit")
    for unit in [unit for unit in config.units if unit.target][:1]:
        whose = "an action on a unit, yours or theirs as the card says; 0 is the front"
        yield MoveExample(f"action {unit.id}>1", whose)


def open_display(game: Game, database: Database) -> Display:
    """The display of this game."""
    del database
    assert isinstance(game, HoldTheGates)
    return HoldTheGatesDisplay(game.config)
