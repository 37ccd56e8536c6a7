"""Strongholds at the terminal: royals at home and in the field, what stands before one's walls, the hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from generator.catalog.wording import pluralize
from generator.games.strongholds.terminal import news, words
from generator.games.strongholds.terminal.cards import Cards
from generator.games.strongholds.terminal.siege import (
    Attacker,
    attacked,
    attackers_of,
    defence_of,
    powers,
)
from generator.rules import View
from generator.rules.terminal import Display, MoveExample, who

_DOING = {"muster": "muster", "defence": "defence", "over": "the game is over"}


class StrongholdsDisplay(Display):
    def __init__(self, cards: Cards) -> None:
        self._cards = cards
        drawn = pluralize(cards.drawn_for_ace, "card")
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
            *(words.explained(cards, rank) for rank in cards.ranks),
        )

    def is_open(self, move: str) -> bool:
        return move.startswith("give ")

    def draw(self, view: View, width: int) -> Iterator[RenderableType]:
        del width
        yield Text(self._heading(view), "bold")
        yield Text()
        yield self._players(view)
        if view["phase"] == "muster" and view["asked"]:
            yield from self._generals(view)
        if view["phase"] == "defence":
            for seat in attacked(view):
                if seat == view["seat"] or view["seat"] is None:
                    yield Text()
                    yield self._siege(view, seat)
        yield Text()
        yield self._piles(view)
        for seat, given in enumerate(view["seats"]):
            if isinstance(given["hand"], list) and not given.get("out"):
                whose = "Your hand" if seat == view["seat"] else f"Hand of {self.name(seat)}"
                yield Text.assemble("  ", (f"{whose}: ", "bold"), self._cards.drawn(given["hand"]))

    # The parts of the drawing.

    def _heading(self, view: View) -> str:
        return f"Turn {view['turn']}: {_DOING.get(view['phase'], view['phase'])}"

    def _players(self, view: View) -> Grid:
        grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
        grid.add_column("  player", no_wrap=True)
        grid.add_column("at home")
        grid.add_column("hand", justify="right")
        grid.add_column("attacks", no_wrap=True)
        grid.add_column("with")
        for seat, given in enumerate(view["seats"]):
            name = f"  {self.name(seat)}{' (you)' if seat == view['seat'] else ''}"
            if given.get("out"):
                grid.add_row(name, Text("out of the game", "dim"))
                continue
            target = given.get("target")
            grid.add_row(
                name,
                self._cards.drawn(at_home(given), "nobody"),
                str(_count(given["hand"])),
                "" if target is None else who(self, target, view),
                self._sent(given) if given.get("general") else "",
            )
        return grid

    def _generals(self, view: View) -> Iterator[RenderableType]:
        """What one's royals would do in the field, until one of them is chosen."""
        own = view["seats"][view["seat"]]
        if own.get("general"):
            return
        grid = Grid.grid(padding=(0, 2, 0, 0))
        for rank in self._cards.ranks:
            royals = [royal for royal in own["royals"] if self._cards[royal].rank == rank]
            if royals:
                grid.add_row(
                    Text("  ").append_text(self._cards.drawn(royals)), words.leads(self._cards, rank)
                )
        yield Text()
        yield grid

    def _sent(self, given: dict[str, Any]) -> Text:
        """The general, and the troops with the power that the general gives them: ``QH: 10H (20)  3C``."""
        general, troops = given["general"], given.get("troops") or []
        told = Text.assemble(self._cards.one(general), ":" if troops else "")
        for troop, power in zip(troops, powers(self._cards, general, troops), strict=True):
            told.append("  " if len(told) > len(general) + 1 else " ")
            told.append_text(self._cards.one(troop))
            told.append(f" ({power})" if power != self._cards[troop].power else "")
        return told

    def _siege(self, view: View, seat: int) -> Grid:
        """What stands before a stronghold, with what its owner has laid on it up to now."""
        whose = "your stronghold" if seat == view["seat"] else f"the stronghold of {self.name(seat)}"
        attackers = attackers_of(self._cards, view, seat, defence_of(view["seats"][seat]))
        grid = Grid(
            box=None,
            pad_edge=False,
            padding=(0, 2, 0, 0),
            header_style="bold",
            title=f"  Before {whose}",
            title_justify="left",
            title_style="bold",
        )
        for header in ("  from", "card", "power", "health", "laid on it", "gets through"):
            is_number = header in ("power", "health", "gets through")
            grid.add_column(header, justify="right" if is_number else "left", no_wrap=is_number)
        for attacker in attackers:
            grid.add_row(*self._attacker(attacker))
        through = sum(attacker.through for attacker in attackers)
        grid.add_row("  all", "", "", "", "", Text(str(through), "bold red" if through else "bold green"))
        return grid

    def _attacker(self, attacker: Attacker) -> Sequence[str | Text]:
        laid = self._cards.drawn(attacker.laid)
        fate = "defeated" if attacker.is_defeated else str(attacker.through)
        if attacker.pitted:
            laid = Text.assemble("pitted against ", self._cards.one(attacker.pitted))
            if attacker.laid:
                laid = Text("  ").join([laid, self._cards.drawn(attacker.laid)])
            fate = fate if attacker.power else "-"
        return (
            f"  {self.name(attacker.seat)}",
            self._cards.one(attacker.card),
            str(attacker.power or "-"),
            str(attacker.health or "-"),
            laid,
            Text(fate, "" if attacker.through else "dim"),
        )

    def _piles(self, view: View) -> Text:
        defeated = self._cards.drawn(view["defeated"])
        return Text.assemble(
            f"  Draw pile: {pluralize(_count(view['pile']), 'card')}   ", "Defeated: ", defeated
        )

    # Words.

    def say(self, move: str, view: View) -> str:
        return words.say(self, self._cards, move, view)

    def turns_up(self, before: View, after: View) -> bool:
        return (before["turn"], before["phase"]) != (after["turn"], after["phase"])

    def turned_up(self, moves: Sequence[tuple[int, str]], before: View, after: View) -> Iterator[str]:
        if after["phase"] == "defence":
            yield from news.musters(self, self._cards, after)
        elif before["phase"] == "defence":
            yield from news.defences(self, self._cards, moves, before, after)
        else:
            yield from super().turned_up(moves, before, after)

    def news(self, before: View, after: View) -> Iterator[str]:
        yield from news.losses(self, self._cards, before, after)


def at_home(given: dict[str, Any]) -> list[str]:
    """The living royals of a seat but for the general that is in the field."""
    return [royal for royal in given["royals"] if royal != given.get("general")]


def _count(cards: int | list[str]) -> int:
    return cards if isinstance(cards, int) else len(cards)
