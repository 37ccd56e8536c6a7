"""Gateway's stacks and hands on the terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from generator.games.gateway.terminal.cards import Card, Cards
from generator.rules import View


class Stack(NamedTuple):
    """A stack beside the districts."""

    name: str
    left: int
    top: Card | None
    """What may be drafted; None for an empty stack."""
    grade: str
    """Of Runestones, of which only the top card is known; empty for other stacks."""
    for_sale: bool

    @property
    def price(self) -> str:
        """The Gold for its top card; a dash where there is none to be bought."""
        return str(self.top.cost) if self.top and self.for_sale else "-"

    @property
    def title(self) -> str:
        """``Rebel``; ``Rune of Flame (lesser)``."""
        return f"{self.top.name} ({self.grade})" if self.grade and self.top else self.name


def stacks(cards: Cards, view: View) -> Iterator[Stack]:
    """All stacks of the game, in the order of the view."""
    for name, lies in view["stacks"].items():
        if isinstance(lies, Mapping):
            top, left, grade = lies["top"], lies["cards"], name
        else:
            top, left, grade = (name if lies else None), lies, ""
        card = None if top is None else cards[top]
        yield Stack(cards.stack(name), left, card, grade, name not in cards.helpers)


def short_list(cards: Cards, view: View) -> Padding:
    """The stacks in a few lines: name, Gold and cards left."""
    told = Text.assemble(("Stacks", "bold"), ", with Gold and cards left: ")
    for number, stack in enumerate(stacks(cards, view)):
        told.append(", " if number else "")
        told.append(f"{stack.title} {stack.price}/{stack.left}", "" if stack.left else "dim")
    return Padding(told, (0, 0, 0, 2))


def price_list(cards: Cards, view: View) -> Iterator[RenderableType]:
    """The stacks that can be paid for, with all that their top cards say, and the names of the others."""
    table = grid()
    table.add_column("  stack")
    for header in ("left", "Gold", "Power", "fights"):
        table.add_column(header, justify="right", no_wrap=True)
    table.add_column("text", ratio=1)
    gold = view.get("gold", 0)
    others = []
    for stack in stacks(cards, view):
        card = stack.top
        if card is None or not stack.for_sale or card.cost > gold:
            others.append(f"{stack.title} {stack.price}/{stack.left}")
            continue
        numbers = (stack.left, card.cost, card.power, card.fights or "-")
        table.add_row(f"  {stack.title}", *map(str, numbers), card.says)
    yield table
    if others:
        yield Padding(
            Text(f"Not to be had now, with Gold and cards left: {', '.join(others)}", "dim"), (0, 0, 0, 2)
        )


def hand(cards: Cards, title: str, ids: Sequence[str]) -> Grid:
    """A hand with all that its cards say."""
    table = grid()
    table.add_column(f"  {title}")
    table.add_column("Power", justify="right", no_wrap=True)
    table.add_column("fights", justify="right", no_wrap=True)
    table.add_column("text", ratio=1)
    for card_id, copies in Counter(ids).items():
        card = cards[card_id]
        times = f" × {copies}" if copies > 1 else ""
        table.add_row(f"  {card.name}{times}", str(card.power), card.fights or "-", card.says)
    return table


def grid() -> Grid:
    """An empty table as all tables of the game look."""
    return Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
