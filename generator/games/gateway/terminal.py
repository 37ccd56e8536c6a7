"""Gateway at the terminal: districts, players, stacks, a battle under way, the hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from generator.catalog.models import Game as Database
from generator.catalog.screen import Cells, Column, apart, labels, numbers, table_of
from generator.catalog.wording import pluralize, with_copies
from generator.games.gateway import Gateway
from generator.games.gateway.narration import (
    Narrator,
    Side,
    Texts,
    fighters,
    side_name,
    sides,
    stacks,
)
from generator.rules import Game, View
from generator.rules.terminal import Display, MoveExample, does, how_many, who

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
_BONUSES = {
    "attack": "+{} attack",
    "defence": "+{} defence",
    "weaken": "foes deal {} less",
    "rescues": "{} to be rescued",
}
"""What an Army has more until the end of the turn."""
_INDENT = (0, 0, 0, 2)


def open_display(game: Game, database: Database) -> Display:
    """The display of this game."""
    del database
    assert isinstance(game, Gateway)
    return GatewayDisplay(game)


class GatewayDisplay(Display):
    """Draws views of Gateway and tells its moves and what comes of them."""

    def __init__(self, game: Gateway) -> None:
        self._texts = Texts(game)
        self._narrator = Narrator(self._texts, self)
        examples = game.tables.moves.examples
        self.examples = (
            MoveExample(examples["pick"], "a kind of City cards for this game"),
            MoveExample(examples["play"], "play a card from hand, and pay its Power"),
            MoveExample(examples["ability"], "use the ability of district 0, which is yours"),
            MoveExample(
                examples["draft"],
                "buy the top card of a stack; of Runestones by the grade: draft lesser",
            ),
            MoveExample(examples["attack"], "attack district 2 with your whole Army"),
            MoveExample(examples["rune"], "use a Runestone of your Army, and trash it"),
            MoveExample(examples["assign"], "deal 3 damage to the opposing card 0, in order of arrival"),
            MoveExample(examples["horde"], "the seat that plays the Horde in this battle"),
            MoveExample("choose X", "what an effect asks for: a card, a district, a line"),
            MoveExample(examples["done"], "go on: to the next phase, or choose no more"),
            *(MoveExample(name, meaning) for name, meaning in self._texts.glossary()),
        )

    def say(self, move: str, view: View) -> str:
        return self._narrator.say(move, view)

    def news(self, before: View, after: View) -> Iterator[str]:
        yield from self._narrator.news(before, after)

    def draw(self, view: View, width: int) -> Iterator[RenderableType]:
        del width
        return apart(
            [self._heading(view)],
            [self._districts(view)],
            [self._players(view)],
            self._battle(view) if view.get("battle") else (),
            self._effect(view),
            self._stacks(view),
            *self._hands(view),
        )

    # Whose turn it is

    def _heading(self, view: View) -> Text:
        phase = view["phase"]
        if phase == "over":
            return Text(f"Round {view['round']}: the game is over", "bold")
        if phase == "setup":
            kinds = pluralize(view["to_pick"], "kind")
            return Text(f"Setup: {kinds} of City cards to be picked in turn", "bold")
        doing = f"turn of {self.name(view['active'])}"
        if phase == "event":
            events = self._texts.config.round_events
            doing = "the event at its end" if events == 1 else "the events at its end"
        elif view["active"] == view["seat"]:
            doing = "your turn"
        told = Text(f"Round {view['round']}, {doing}", "bold")
        if phase != "event":
            told.append(f": {self._texts.vocabulary.phases[phase]}", "bold")
            told.append(f". {_pools(view)}")
        told.append(f". {pluralize(how_many(view['events']), 'event')} left.")
        return told

    # Districts and players

    def _districts(self, view: View) -> Grid:
        rows = []
        for number, given in enumerate(view["districts"]):
            place = self._texts.districts[given["board"]]
            there = self._there(given, place.says)
            tokens = " ".join(given["tokens"]).upper()
            rows.append((f"{number:>3} {place.name}", tokens, self._holder(given, view), there))
        ability = Column("there, and what its ability gives", ratio=1)
        return table_of(["  district", *labels("tokens", "held by"), ability], rows)

    def _holder(self, given: Mapping[str, Any], view: View) -> str | Text:
        """Who holds a district: a seat, the faction there, or nobody."""
        if given["owner"] is not None:
            return Text(who(self, given["owner"], view), "bold")
        there = fighters(self._texts, given["cards"])
        return self._texts.type_name(there[0].text.card.id) if there else Text("nobody", "dim")

    def _there(self, given: Mapping[str, Any], ability: str) -> Text:
        """Who holds the district or arrives there, and under it the ability."""
        told = Text()
        for key, style in (("cards", ""), ("arrivals", "red")):
            for fighter in fighters(self._texts, given.get(key) or ()):
                points = fighter.text.card.vp
                told.append("; " if told else "")
                told.append(f"{fighter}{f', {points} VP' if points > 1 else ''}", style)
        told.append("\n" if told else "")
        return told.append(ability, "dim")

    def _players(self, view: View) -> Grid:
        active = view["active"] if view["phase"] not in ("over", "setup", "event") else None
        rows: list[Cells] = [
            (
                self.player(seat, view, mark=">" if seat == active else " "),
                f"{given['vp']}",
                *(f"{how_many(given[pile])}" for pile in ("deck", "hand", "discard")),
                self._army(given),
            )
            for seat, given in enumerate(view["seats"])
        ]
        piles = numbers("VP", "deck", "hand", "discards")
        return table_of([*labels("  player"), *piles, Column("Army", ratio=1)], rows)

    def _army(self, given: Mapping[str, Any]) -> Text:
        army = [str(fighter) for fighter in fighters(self._texts, given["army"])]
        texts = [self._texts.cards[one.split()[0]] for one in given["army"]]
        army += [text.name for text in texts if text.is_runestone]
        told = with_copies(army, "{card} × {count}")
        bonus = given.get("bonus") or {}
        told += [_BONUSES[key].format(amount) for key, amount in bonus.items() if amount]
        if given.get("played"):
            told.append(f"played {self._texts.named(given['played'])}")
        return Text("; ".join(told)) if told else Text("-", "dim")

    # What is under way

    def _effect(self, view: View) -> Iterator[RenderableType]:
        """The effect that is being done, if one is."""
        task = view["work"][-1] if view.get("work") else None
        effect = self._texts.effect_of(task["line"], task["at"]) if task else None
        if task and effect:
            owner = f"{self._texts.owner_of(task['line'])}: "
            yield Padding(Text.assemble((owner, "bold"), self._texts.sentence(effect)), _INDENT)

    def _battle(self, view: View) -> Iterator[RenderableType]:
        battle = view["battle"]
        place = self._texts.districts[view["districts"][battle["district"]]["board"]]
        both = sides(self._texts, view)
        told = f"Battle for {place.name}: {_STAGES[battle['stage']]}"
        plays = [self._played_by(side, view) for side in both if side.seat is None]
        yield Padding(Text(". ".join([told, *filter(None, plays)]), "bold red"), _INDENT)
        columns = [
            Column(f"{role}: {side_name(self, self._texts, side, view)}", ratio=1)
            for role, side in zip(("attacker", "defender"), both, strict=True)
        ]
        rows: list[Cells] = [
            (f"{number:>6}", *(str(one) if one else "" for one in row))
            for number, row in enumerate(zip_longest(*(side.fighters for side in both)))
        ]
        if battle["stage"] in ("attacker-deals", "defender-deals"):
            rows.append((" deals", *(_deals(battle, number) for number in range(len(both)))))
        yield table_of([*numbers("  card"), *columns], rows)

    def _played_by(self, side: Side, view: View) -> str:
        """Who decides for Guards or Horde."""
        if side.played_by is None:
            return ""
        subject = who(self, side.played_by, view)
        return does(subject, f"play the {side_name(self, self._texts, side, view)}").removesuffix(".")

    # Stacks and hands

    def _stacks(self, view: View) -> Iterator[RenderableType]:
        if view["phase"] == "drafting" and view["asked"] and not view.get("battle"):
            yield from self._price_list(view)
        else:
            yield self._short_list(view)

    def _short_list(self, view: View) -> Padding:
        """The stacks in a few lines: name, Gold and cards left."""
        told = Text.assemble(("Stacks", "bold"), ", with Gold and cards left: ")
        for number, stack in enumerate(stacks(self._texts, view).values()):
            told.append(", " if number else "")
            told.append(f"{stack.title} {stack.price}/{stack.left}", "" if stack.left else "dim")
        return Padding(told, _INDENT)

    def _price_list(self, view: View) -> Iterator[RenderableType]:
        """The stacks that can be paid for, with all that their top cards say, and the names of the others."""
        rows, others = [], []
        for stack in stacks(self._texts, view).values():
            top = stack.top
            if top is None or not stack.affordable:
                others.append(f"{stack.title} {stack.price}/{stack.left}")
                continue
            facts = map(str, (stack.left, stack.price, top.card.power, top.fights or "-"))
            rows.append((f"  {stack.title}", *facts, top.says))
        yield table_of(
            ["  stack", *numbers("left", "Gold", "Power", "fights"), Column("text", ratio=1)], rows
        )
        if others:
            told = f"Not to be had now, with Gold and cards left: {', '.join(others)}"
            yield Padding(Text(told, "dim"), _INDENT)

    def _hands(self, view: View) -> Iterator[Iterable[RenderableType]]:
        """The hands that are seen, and with each what its seat is looking at."""
        titles = {seat: title for seat, title, _ in self.hands(view)}
        for seat, given in enumerate(view["seats"]):
            shown: list[RenderableType] = []
            if seat in titles and given["hand"]:
                shown.append(self._hand(titles[seat], given["hand"]))
            looked = given.get("looked")
            if isinstance(looked, list) and looked:
                names = [f"{number} {self._texts.cards[card].name}" for number, card in enumerate(looked)]
                shown.append(Text(f"  Looked at, from the top of the deck: {', '.join(names)}"))
            yield shown

    def _hand(self, title: str, ids: Sequence[str]) -> Grid:
        """A hand with all that its cards say."""
        rows = []
        for card_id, copies in Counter(ids).items():
            text = self._texts.cards[card_id]
            name = f"  {text.name}{f' × {copies}' if copies > 1 else ''}"
            rows.append((name, f"{text.card.power}", text.fights or "-", text.says))
        return table_of([f"  {title}", *numbers("Power", "fights"), Column("text", ratio=1)], rows)


def _pools(view: View) -> str:
    """What the player whose turn it is has left: ``Power 1, Gold 3``."""
    told = [f"Power {view['power']}", f"Gold {view['gold']}"]
    if view["drafts"] > 1:
        told.append(f"{view['drafts']} drafts")
    if view["attacks"] > 1:
        told.append(f"{view['attacks']} attacks")
    return ", ".join(told)


def _deals(battle: Mapping[str, Any], number: int) -> str:
    """What a side deals in all, and how much of it is not dealt yet."""
    amount = battle["amounts"][number]
    is_dealing = battle["stage"] == ("attacker-deals", "defender-deals")[number]
    return f"{amount}, {battle['left']} left" if is_dealing else str(amount)
