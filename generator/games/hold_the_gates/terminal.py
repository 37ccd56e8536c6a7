"""Hold the Gates! at the terminal: both ranks before the gates, the settlement, the hand with its actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from generator.catalog.lines import readable
from generator.catalog.models import Game as Database
from generator.catalog.wording import join_words, pluralize
from generator.rules import Game, View
from generator.rules.terminal import Display, MoveExample, who

_SIDES = ("the attacker", "the defender")
_LONGEST = 300


class _Card(NamedTuple):
    """A unit's words and numbers, as the card database has them."""

    name: str
    tier: int
    """When it joins the attacker; 0 for a defender."""
    strength: int
    ranged: int
    action: str
    says: str
    """What the action does."""
    effect: str
    amount: int


class _Unit(NamedTuple):
    """A unit that stands before the gates."""

    card: _Card
    strength: int
    """With all effects."""
    damage: int
    beside: tuple[_Card, ...]
    """The cards that lie beside it."""


class SiegeDisplay(Display):
    examples = (
        MoveExample("deploy grunt", "the unit goes to the end of your rank; the first stands at the gates"),
        MoveExample("action archers", "the card's action; its target, if it has one, is not yours to name"),
        MoveExample(
            "action militia>1", "an action on a unit, yours or theirs as the card says; 0 is the front"
        ),
    )

    def __init__(
        self, cards: Mapping[str, _Card], settlements: Mapping[str, tuple[str, int]], turns: int
    ) -> None:
        self._cards = cards
        self._settlements = settlements
        self._turns = turns

    def name(self, seat: int) -> str:
        return _SIDES[seat] if seat < len(_SIDES) else super().name(seat)

    def draw(self, view: View, width: int) -> Iterator[RenderableType]:
        del width
        yield self._heading(view)
        yield Text()
        yield self._ranks(view)
        yield Text()
        yield self._piles(view)
        for seat, side in enumerate(view["seats"]):
            if isinstance(side["hand"], list) and side["hand"]:
                yield Text()
                yield self._hand(seat, side["hand"], view)

    # The parts of the drawing.

    def _heading(self, view: View) -> Text:
        name, value = self._settlements[view["settlement"]]
        now = "" if view["phase"] == "over" else f" {self._to_act(view)} to play a card."
        return Text.assemble(
            (f"Turn {view['turn']} of {self._turns}, tier {view['tier']}", "bold"),
            ". ",
            (f"{name}: {view['damage']} of {value} damage", "bold red" if view["damage"] else "bold green"),
            f".{now}",
        )

    def _to_act(self, view: View) -> str:
        name = who(self, view["to_act"], view)
        return "You are" if name == "you" else f"{name[:1].upper()}{name[1:]} is"

    def _ranks(self, view: View) -> Grid:
        ranks = [self._rank(view, seat) for seat in range(len(_SIDES))]
        grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
        grid.add_column("  unit", justify="right", no_wrap=True)
        for seat, style in enumerate(("yellow", "cyan")):
            grid.add_column(self._title(seat, view), style=style)
        for row in range(max(1, *map(len, ranks))):
            cells = [self._cell(rank, row) for rank in ranks]
            grid.add_row("  gates" if row == 0 else f"{row}", *cells)
        return grid

    def _title(self, seat: int, view: View) -> str:
        name = self.name(seat).removeprefix("the ").capitalize()
        return f"{name} (you)" if seat == view["seat"] else name

    def _cell(self, rank: list[_Unit], row: int) -> str:
        if row >= len(rank):
            return "-" if row == 0 else ""
        unit = rank[row]
        ranged = f", ranged {unit.card.ranged}" if unit.card.ranged else ""
        damage = f", {unit.damage} damage" if unit.damage else ""
        beside = f" ({', '.join(card.action for card in unit.beside)})" if unit.beside else ""
        return f"{unit.card.name} {unit.strength}{ranged}{damage}{beside}"

    def _piles(self, view: View) -> Grid:
        grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
        for header in ("  side", "deck", "hand", "beside the gates", "discards"):
            grid.add_column(header, justify="right" if header in ("deck", "hand") else "left")
        for seat, side in enumerate(view["seats"]):
            grid.add_row(
                f"  {self._title(seat, view)}",
                _count(side["deck"]),
                _count(side["hand"]),
                self._named(side.get("gates", [])),
                self._named(side["discard"]),
            )
        return grid

    def _hand(self, seat: int, hand: list[str], view: View) -> Grid:
        grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
        whose = "Your hand" if seat == view["seat"] else f"Hand of {self.name(seat)}"
        grid.add_column(f"  {whose}", no_wrap=True)
        grid.add_column("strength", justify="right")
        grid.add_column("ranged", justify="right")
        grid.add_column("action")
        for card_id, count in Counter(hand).items():
            card = self._cards[card_id]
            copies = f" × {count}" if count > 1 else ""
            action = Text.assemble((card.action, "bold"), f": {card.says}")
            grid.add_row(f"  {card.name}{copies}", str(card.strength), str(card.ranged or "-"), action)
        return grid

    # What the view says of units.

    def _rank(self, view: View, seat: int) -> list[_Unit]:
        """The units of a side with their strength, which effects raise and lower."""
        side = view["seats"][seat]
        lift = sum(self._cards[card_id].amount for card_id in side.get("gates", ()))
        return [self._unit(written, lift) for written in side.get("field", ())]

    def _unit(self, written: str, lift: int) -> _Unit:
        card_id, damage, *beside = written.split()
        card = self._cards[card_id]
        cards = tuple(self._cards[word.removeprefix("+")] for word in beside)
        changes = sum(-other.amount if other.effect == "weaken" else other.amount for other in cards)
        return _Unit(card, max(0, card.strength + lift + changes), int(damage), cards)

    def _named(self, cards: list[str]) -> str:
        counts = Counter(self._cards[card_id].name for card_id in cards)
        return ", ".join(name if count == 1 else f"{count} {name}" for name, count in counts.items()) or "-"

    # Words.

    def say(self, move: str, view: View) -> str:
        verb, _, rest = move.partition(" ")
        card_id, _, place = rest.partition(">")
        card = self._cards.get(card_id)
        if card is None or view["phase"] == "over":
            return move
        if verb == "deploy":
            ranged = f", ranged {card.ranged}" if card.ranged else ""
            return f"deploy {card.name}, strength {card.strength}{ranged}"
        return f"play {card.action} of {card.name}{self._on(card, place, view)}"

    def _on(self, card: _Card, place: str, view: View) -> str:
        """On which unit an action is played."""
        if not place:
            return ""
        own = view["to_act"]
        rank = self._rank(view, own if card.effect == "strengthen" else 1 - own)
        return f" on {rank[int(place)].card.name}, unit {place}" if int(place) < len(rank) else ""

    def news(self, before: View, after: View) -> Iterator[str]:
        if before["turn"] == after["turn"] and after["phase"] != "over":
            yield from self._withdrawals(before, after)
            harm = after["damage"] - before["damage"]
            if harm < 0:
                yield f"{pluralize(-harm, 'damage').removesuffix('s')} is taken off the settlement."
            return
        yield from self._turn_end(before, after)

    def _withdrawals(self, before: View, after: View) -> Iterator[str]:
        for old, new in zip(before["seats"], after["seats"], strict=True):
            stood, stands = (Counter(map(_card_id, side.get("field", ()))) for side in (old, new))
            for card_id in (stood - stands).elements():
                yield f"{self._cards[card_id].name} withdraws."

    def _turn_end(self, before: View, after: View) -> Iterator[str]:
        name, value = self._settlements[after["settlement"]]
        harm = after["damage"] - before["damage"]
        through = f"{harm} damage gets through" if harm > 0 else "nobody breaks through"
        yield f"Battle: {through}. {name} bears {after['damage']} of {value}."
        if after["phase"] == "over":
            return
        if after["tier"] > before["tier"]:
            joining = [card.name for card in self._cards.values() if card.tier == after["tier"]]
            yield f"Tier {after['tier']} joins the attacker: {join_words(joining, 'and')}."
        yield f"Turn {after['turn']} begins."
        seat = after["seat"]
        if seat is not None:
            yield f"You draw {self._named(after['seats'][seat]['hand'])}."


def _card_id(unit: str) -> str:
    """The card of a unit as the position writes it."""
    return unit.partition(" ")[0]


def _count(cards: int | list[str]) -> str:
    return str(cards if isinstance(cards, int) else len(cards))


def open_display(game: Game, database: Database) -> Display:
    """The display, with the names and actions of the card database."""
    del game
    effects = database.rules["effects"]
    assert isinstance(effects, Mapping)
    given = [card.values for part in database.components for cards in part.sets for card in cards.cards]
    units = [values for values in given if values.get("side") in ("attacker", "defender")]
    cards = {str(values["id"]): _card(values, effects) for values in units}
    settlements = {
        str(values["id"]): (readable(str(values["name"])), int(str(values["value"])))
        for values in given
        if values.get("side") == "settlement"
    }
    return SiegeDisplay(cards, settlements, int(str(database.rules["turns"])))


def _card(values: Mapping[str, object], effects: Mapping[str, Mapping[str, str]]) -> _Card:
    effect = str(values["effect"])
    amount = int(str(values.get("amount") or 0))
    words = {"amount": amount, "ranks": values.get("ranks"), "strength": "strength", "damage": "damage"}
    says = effects[effect]["says"].format(**words).replace("**", "")
    return _Card(
        readable(str(values["name"])),
        int(str(values.get("tier") or 0)),
        int(str(values["strength"])),
        int(str(values["ranged"])),
        readable(str(values["action"])),
        readable(says, _LONGEST),
        effect,
        amount,
    )
