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
from generator.games.gateway.narration import Narrator
from generator.rules import Game, View
from generator.rules.terminal import Display, MoveExample, does, how_many, who

_MEANINGS = {
    "pick": "a kind of City cards for this game",
    "play": "play a card from hand, and pay its Power",
    "ability": "use the ability of district 0, which is yours",
    "draft": "buy the top card of a stack; of Runestones by the grade: draft lesser",
    "attack": "attack district 2 with your whole Army",
    "rune": "use a Runestone of your Army, and trash it",
    "assign": "deal 3 damage to the opposing card 0, in order of arrival",
    "horde": "the seat that plays the Horde in this battle",
    "choose": "what an effect asks for: a card, a district, a line",
    "done": "go on: to the next phase, or choose no more",
}
"""What the example of each kind of move does."""
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


class GatewayDisplay(Narrator):
    """Draws views of Gateway."""

    not_laid = frozenset({"battle", "work"})
    seat_keys = frozenset({"owner"})

    def __init__(self, game: Gateway) -> None:
        super().__init__(game)
        examples = {**game.tables.moves.examples, "choose": "choose X"}
        self.examples = [
            *[MoveExample(examples[verb], meaning) for verb, meaning in _MEANINGS.items()],
            *[MoveExample(name, meaning) for name, meaning in self.texts.glossary()],
        ]

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
            events = self.texts.config.round_events
            doing = "the event at its end" if events == 1 else "the events at its end"
        elif view["active"] == view["seat"]:
            doing = "your turn"
        words = Text(f"Round {view['round']}, {doing}", "bold")
        if phase != "event":
            words.append(f": {self.texts.vocabulary.phases[phase]}", "bold")
            words.append(f". {_pools(view)}")
        return words.append(f". {pluralize(how_many(view['events']), 'event')} left.")

    # Districts and players

    def _districts(self, view: View) -> Grid:
        rows: list[Cells] = [
            (
                f"{number:>3} {self.texts.place(view, number).name}",
                " ".join(given["tokens"]).upper(),
                self._holder(given, view),
                self._there(given),
            )
            for number, given in enumerate(view["districts"])
        ]
        ability = Column("there, and what its ability gives", ratio=1)
        return table_of(["  district", *labels("tokens", "held by"), ability], rows)

    def _holder(self, given: Mapping[str, Any], view: View) -> str | Text:
        """Who holds a district: a seat, the faction there, or nobody."""
        if given["owner"] is not None:
            return Text(who(self, given["owner"], view), "bold")
        there = self.texts.fighters(given["cards"])
        return self.texts.type_name(there[0]) if there else Text("nobody", "dim")

    def _there(self, given: Mapping[str, Any]) -> Text:
        """Who holds the district or arrives there, and under it the ability."""
        there = [
            Text(f"{one}, {one.text.card.vp} VP" if one.text.card.vp > 1 else str(one), style)
            for key, style in (("cards", ""), ("arrivals", "red"))
            for one in self.texts.fighters(given.get(key) or ())
        ]
        ability = Text(self.texts.districts[given["board"]].says, "dim")
        return Text("\n").join([Text("; ").join(there), ability] if there else [ability])

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
        army = [str(fighter) for fighter in self.texts.fighters(given["army"])]
        texts = [self.texts.cards[one.split()[0]] for one in given["army"]]
        army += [text.name for text in texts if text.is_runestone]
        words = with_copies(army, "{card} × {count}")
        bonus = given.get("bonus") or {}
        words += [_BONUSES[key].format(amount) for key, amount in bonus.items() if amount]
        if given.get("played"):
            words.append(f"played {self.texts.named(given['played'])}")
        return Text("; ".join(words)) if words else Text("-", "dim")

    # What is under way

    def _effect(self, view: View) -> Iterator[RenderableType]:
        """The effect that is being done, if one is."""
        under_way = self.texts.under_way(view)
        if under_way:
            owner, effect = under_way
            yield Padding(Text.assemble((f"{owner}: ", "bold"), self.texts.sentence(effect)), _INDENT)

    def _battle(self, view: View) -> Iterator[RenderableType]:
        battle = view["battle"]
        place = self.texts.place(view, battle["district"])
        both = self.texts.sides(view)
        words = f"Battle for {place.name}: {_STAGES[battle['stage']]}"
        plays = [
            does(who(self, side.played_by, view), f"play the {self.side_name(side, view)}").removesuffix(".")
            for side in both
            if side.seat is None and side.played_by is not None
        ]
        yield Padding(Text(". ".join([words, *plays]), "bold red"), _INDENT)
        columns = [
            Column(f"{role}: {self.side_name(side, view)}", ratio=1)
            for role, side in zip(("attacker", "defender"), both, strict=True)
        ]
        rows: list[Cells] = [
            (f"{number:>6}", *(str(one) if one else "" for one in row))
            for number, row in enumerate(zip_longest(*(side.fighters for side in both)))
        ]
        if battle["stage"] in ("attacker-deals", "defender-deals"):
            rows.append((" deals", *(_deals(battle, number) for number in range(len(both)))))
        yield table_of([*numbers("  card"), *columns], rows)

    # Stacks and hands

    def _stacks(self, view: View) -> Iterator[RenderableType]:
        """The stacks in a few lines; in Drafting those that can be paid for, with all that their top cards
        say, and the names of the others."""
        stacks = self.texts.stacks(view).values()
        if view["phase"] != "drafting" or not view["asked"] or view.get("battle"):
            words = Text.assemble(("Stacks", "bold"), ", with Gold and cards left: ")
            names = [Text(str(stack), "" if stack.left else "dim") for stack in stacks]
            yield Padding(words + Text(", ").join(names), _INDENT)
            return
        rows: list[Cells] = [
            (
                f"  {stack.title}",
                str(stack.left),
                stack.price,
                f"{top.card.power}",
                top.fights or "-",
                top.says,
            )
            for stack in stacks
            if stack.affordable and (top := stack.top)
        ]
        headings = numbers("left", "Gold", "Power", "fights")
        yield table_of(["  stack", *headings, Column("text", ratio=1)], rows)
        others = ", ".join([str(stack) for stack in stacks if not stack.affordable])
        if others:
            words = Text(f"Not available now, with Gold and cards left: {others}", "dim")
            yield Padding(words, _INDENT)

    def _hands(self, view: View) -> Iterator[Iterable[RenderableType]]:
        """The hands that are seen, and with each what its seat is looking at."""
        titles = {seat: title for seat, title, _ in self.hands(view)}
        for seat, given in enumerate(view["seats"]):
            shown: list[RenderableType] = []
            if seat in titles and given["hand"]:
                shown.append(self._hand(titles[seat], given["hand"]))
            looked = given.get("looked")
            if isinstance(looked, list) and looked:
                names = [f"{number} {self.texts.cards[card].name}" for number, card in enumerate(looked)]
                shown.append(Text(f"  Looked at, from the top of the deck: {', '.join(names)}"))
            yield shown

    def _hand(self, title: str, ids: Sequence[str]) -> Grid:
        """A hand with all that its cards say."""
        rows: list[Cells] = []
        for card_id, copies in Counter(ids).items():
            text = self.texts.cards[card_id]
            name = f"  {text.name}{f' × {copies}' if copies > 1 else ''}"
            rows.append((name, f"{text.card.power}", text.fights or "-", text.says))
        return table_of([f"  {title}", *numbers("Power", "fights"), Column("text", ratio=1)], rows)


def _pools(view: View) -> str:
    """What the player whose turn it is has left: ``Power 1, Gold 3``."""
    more = [f"{view[key]} {key}" for key in ("drafts", "attacks") if view[key] > 1]
    return ", ".join([f"Power {view['power']}", f"Gold {view['gold']}", *more])


def _deals(battle: Mapping[str, Any], number: int) -> str:
    """What a side deals in all, and how much of it is not dealt yet."""
    amount = battle["amounts"][number]
    is_dealing = battle["stage"] == ("attacker-deals", "defender-deals")[number]
    return f"{amount}, {battle['left']} left" if is_dealing else str(amount)
