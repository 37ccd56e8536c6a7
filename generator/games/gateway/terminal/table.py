"""Gateway at the terminal: districts, players, stacks, a battle under way, the hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from generator.catalog.wording import pluralize
from generator.games.gateway.terminal import market, moves, news
from generator.games.gateway.terminal.cards import Cards
from generator.games.gateway.terminal.parts import (
    Side,
    count,
    fighters,
    runestones,
    shown,
    side_name,
    sides,
)
from generator.rules import View
from generator.rules.terminal import Display, MoveExample, does, who

_STAGES = {
    "begin": "somebody is to play the Horde",
    "attacker-declares": "the attacker declares",
    "attacker-cards": "the attacker declares",
    "defender-declares": "the defender declares",
    "defender-cards": "the defender declares",
    "attacker-deals": "the attacker deals damage",
    "defender-deals": "the defender deals damage",
    "aftermath": "the dead are taken off",
    "conquest": "the district is taken",
}


class GatewayDisplay(Display):
    def __init__(self, cards: Cards) -> None:
        self._cards = cards
        self.examples = (
            MoveExample("pick red-templar", "a kind of City cards for this game"),
            MoveExample("play merchant", "play a card from hand, and pay its Power"),
            MoveExample("ability 0", "use the ability of district 0, which is yours"),
            MoveExample(
                "draft rebel", "buy the top card of a stack; of Runestones by the grade: draft lesser"
            ),
            MoveExample("attack 2", "attack district 2 with your whole Army"),
            MoveExample("rune lesser-flame", "use a Runestone of your Army, and trash it"),
            MoveExample("assign 0 3", "deal 3 damage to the opposing card 0, in order of arrival"),
            MoveExample("horde 2", "the seat that plays the Horde in this battle"),
            MoveExample("choose X", "what an effect asks for: a card, a district, a line"),
            MoveExample("done", "go on: to the next phase, or choose no more"),
            *(
                MoveExample(str(rule["name"]), cards.words.reminder(name))
                for name, rule in cards.keywords.items()
            ),
        )

    def draw(self, view: View, width: int) -> Iterator[RenderableType]:
        del width
        yield self._heading(view)
        yield Text()
        yield self._districts(view)
        yield Text()
        yield self._players(view)
        if view.get("battle"):
            yield Text()
            yield from self._battle(view)
        yield from self._effect(view)
        yield Text()
        yield from self._stacks(view)
        yield from self._hands(view)

    # The parts of the drawing.

    def _heading(self, view: View) -> Text:
        phase = view["phase"]
        if phase == "over":
            return Text(f"Round {view['round']}: the game is over", "bold")
        if phase == "setup":
            kinds = pluralize(view.get("to_pick", 0), "kind")
            return Text(f"Setup: {kinds} of City cards to be picked by turns", "bold")
        doing = f"turn of {self.name(view['active'])}"
        if phase == "event":
            doing = "the event at its end"
        elif view["active"] == view["seat"]:
            doing = "your turn"
        told = Text(f"Round {view['round']}, {doing}", "bold")
        if phase != "event":
            told.append(f": {self._phase(phase)}", "bold")
            told.append(f". {self._pools(view)}")
        told.append(f". {pluralize(count(view['events']), 'event')} left.")
        return told

    def _phase(self, phase: str) -> str:
        return next((name for name in self._cards.phases if name.lower() == phase), phase)

    def _pools(self, view: View) -> str:
        """What the player whose turn it is has left: ``Power 1, Gold 3``."""
        told = [f"Power {view.get('power', 0)}", f"Gold {view.get('gold', 0)}"]
        if view.get("drafts", 1) > 1:
            told.append(f"{view['drafts']} drafts")
        if view.get("attacks", 1) > 1:
            told.append(f"{view['attacks']} attacks")
        return ", ".join(told)

    def _districts(self, view: View) -> Grid:
        grid = market.grid()
        grid.add_column("  district")
        grid.add_column("tokens", no_wrap=True)
        grid.add_column("held by", no_wrap=True)
        grid.add_column("there, and what its ability gives", ratio=1)
        for number, given in enumerate(view["districts"]):
            place = self._cards.district(given["board"])
            owner = given["owner"]
            held = Text("nobody", "dim") if owner is None else Text(who(self, owner, view), "bold")
            grid.add_row(
                Text(f"{number:>3} {place.name}"),
                " ".join(given["tokens"]).upper(),
                held if owner is not None or not given["cards"] else self._faction(given),
                self._there(given, place.says),
            )
        return grid

    def _faction(self, given: Mapping[str, Any]) -> str:
        """Who holds a district without a marker: ``Horde``."""
        return self._cards.types.get(self._cards[given["cards"][0].split()[0]].type, "")

    def _there(self, given: Mapping[str, Any], ability: str) -> Text:
        """Who holds the district or arrives there, and under it the ability."""
        told = Text()
        for key, style in (("cards", ""), ("arrivals", "red")):
            for fighter in fighters(self._cards, given.get(key) or ()):
                vp = f", {fighter.card.vp} VP" if fighter.card.vp > 1 else ""
                told.append("; " if told else "")
                told.append(f"{shown(fighter)}{vp}", style)
        told.append("\n" if told else "")
        return told.append(ability, "dim")

    def _players(self, view: View) -> Grid:
        grid = market.grid()
        grid.add_column("  player", no_wrap=True)
        for header in ("VP", "deck", "hand", "discards"):
            grid.add_column(header, justify="right", no_wrap=True)
        grid.add_column("Army", ratio=1)
        for seat, given in enumerate(view["seats"]):
            is_active = seat == view["active"] and view["phase"] not in ("over", "setup", "event")
            name = f"{'>' if is_active else ' '} {self.name(seat)}{' (you)' if seat == view['seat'] else ''}"
            numbers = (
                given.get("vp", 0),
                count(given["deck"]),
                count(given["hand"]),
                count(given["discard"]),
            )
            grid.add_row(name, *map(str, numbers), self._army(given))
        return grid

    def _army(self, given: Mapping[str, Any]) -> Text:
        army = [shown(fighter) for fighter in fighters(self._cards, given["army"])]
        army += [self._cards[one.split()[0]].name for one in runestones(self._cards, given["army"])]
        told = [
            f"{name} × {army.count(name)}" if army.count(name) > 1 else name for name in dict.fromkeys(army)
        ]
        bonus = given.get("bonus") or {}
        words = {
            "attack": "+{} attack",
            "defence": "+{} defence",
            "weaken": "foes deal {} less",
            "rescues": "{} to be rescued",
        }
        told += [words[key].format(amount) for key, amount in bonus.items() if amount and key in words]
        if given.get("played"):
            told.append(f"played {self._cards.named(given['played'])}")
        return Text("; ".join(told)) if told else Text("-", "dim")

    def _effect(self, view: View) -> Iterator[RenderableType]:
        """The effect that is being done, if one is."""
        work = view.get("work") or []
        if work and " " in work[-1]["line"]:
            owner, does = self._cards.asks(work[-1]["line"], work[-1].get("at", 0))
            yield Text()
            yield Padding(Text.assemble((f"{owner}: ", "bold"), does), (0, 0, 0, 2))

    def _battle(self, view: View) -> Iterator[RenderableType]:
        battle = view["battle"]
        place = self._cards.district(view["districts"][battle["district"]]["board"])
        both = sides(self._cards, view)
        told = f"Battle for {place.name}: {_STAGES[battle['stage']]}"
        plays = [self._played_by(side, view) for side in both if side.seat is None]
        yield Padding(Text(". ".join([told, *filter(None, plays)]), "bold red"), (0, 0, 0, 2))
        grid = market.grid()
        grid.add_column("  card", justify="right", no_wrap=True)
        for side in both:
            role = "defender" if side.is_defender else "attacker"
            grid.add_column(f"{role}: {side_name(self, self._cards, side, view)}", ratio=1)
        for number in range(max(len(side.fighters) for side in both)):
            cells = (shown(side.fighters[number]) if number < len(side.fighters) else "" for side in both)
            grid.add_row(f"{number:>6}", *cells)
        if battle["stage"] in ("attacker-deals", "defender-deals"):
            amounts = battle["amounts"]
            grid.add_row(
                " deals", *(self._deals(view, number, amount) for number, amount in enumerate(amounts))
            )
        yield grid

    def _played_by(self, side: Side, view: View) -> str:
        """Who decides for Guards or Horde."""
        if side.played_by is None:
            return ""
        subject = who(self, side.played_by, view)
        plays = does(subject, f"play the {side_name(self, self._cards, side, view)}")
        return plays.removesuffix(".")

    def _deals(self, view: View, number: int, amount: int) -> str:
        """What a side deals in all, and how much of it is not dealt yet."""
        is_dealing = view["battle"]["stage"] == ("defender-deals" if number else "attacker-deals")
        left = view["battle"].get("left", 0)
        return f"{amount}, {left} left" if is_dealing else str(amount)

    def _stacks(self, view: View) -> Iterator[RenderableType]:
        if view["phase"] == "drafting" and view["asked"] and not view.get("battle"):
            yield from market.price_list(self._cards, view)
        else:
            yield market.short_list(self._cards, view)

    def _hands(self, view: View) -> Iterator[RenderableType]:
        for seat, given in enumerate(view["seats"]):
            if isinstance(given["hand"], list) and given["hand"]:
                yield Text()
                whose = "Your hand" if seat == view["seat"] else f"Hand of {self.name(seat)}"
                yield market.hand(self._cards, whose, given["hand"])
            looked = given.get("looked")
            if isinstance(looked, list) and looked:
                names = ", ".join(f"{number} {self._cards[card].name}" for number, card in enumerate(looked))
                yield Text(f"  Looked at, from the top of the deck: {names}")

    # Words.

    def say(self, move: str, view: View) -> str:
        return moves.say(self, self._cards, move, view)

    def news(self, before: View, after: View) -> Iterator[str]:
        yield from news.news(self, self._cards, before, after)
