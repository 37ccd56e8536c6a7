"""Battle Gate at the terminal: fields, piles, attacks with what is laid against and onto them, the hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from generator.catalog.lines import readable
from generator.catalog.models import Game as Database
from generator.catalog.wording import pluralize, with_article
from generator.deck.files import deck_component
from generator.deck.kinds import class_marks, kind_name
from generator.games.battle_gate import BattleGate
from generator.games.battle_gate.config import RulesConfig, number_word
from generator.games.battle_gate.table import from_left
from generator.rules import Game, View
from generator.rules.terminal import Display, MoveExample, Piece, kinds_in_words, who

_STYLES = ("cyan", "yellow", "magenta")
_NAMED_PLACES = {"field": "field", "discard": "discards", "hand": "hand"}
_MAX_NAME = 32
"""Letters of a card's name."""
_PHASES = {
    "draw": "draw",
    "field": "field",
    "attack": "attack",
    "defend": "defence",
    "boost": "boosts",
    "damage": "damage",
    "recover": "recovery",
}


class GateDisplay(Display):
    def __init__(self, config: RulesConfig, database: Database) -> None:
        self.examples = _examples(config)
        marks = class_marks(config.classes)
        self._printed = _printed(database, marks)
        self._bundled = list(config.decks)
        self._classes = {mark: name for name, mark in marks.items()}
        self._styles = {mark: _STYLES[number % len(_STYLES)] for number, mark in enumerate(marks.values())}

    def draw(self, view: View, width: int) -> Iterator[RenderableType]:
        yield self._heading(view)
        yield Text()
        yield self._players(view)
        if view.get("attacks"):
            yield Text()
            yield self._attacks(view)
        for seat, given in enumerate(view["seats"]):
            if isinstance(given["hand"], list) and not given["out"]:
                yield Text()
                yield (
                    self._named(seat, given, view, width)
                    if seat in self.names
                    else self._hand(seat, given, view)
                )

    def piece(self, word: str, owner: int | None) -> Piece:
        """One of the cards of that kind in the seat's deck, or of that name where the deck is one's own."""
        if owner is None:
            return Piece(())
        deck = self.decks[owner] if owner < len(self.decks) else self._bundled[owner % len(self._bundled)]
        if isinstance(deck, str):
            return Piece(self._printed.get((deck, word), ()))
        named = self.names.get(owner)
        names = named.cards.get(word, ()) if named is not None else ()
        return Piece([card for name in names for card in self._printed.get((name, word), ())])

    def owner(self, way: Sequence[str | int], view: View) -> int | None:
        if way[0] != "attacks" or len(way) < 3:
            return super().owner(way, view)
        is_sent = way[2] in ("card", "boosts")
        return int(view["active"] if is_sent else view["attacks"][way[1]]["target"])

    # The parts of the drawing.

    def _heading(self, view: View) -> Text:
        if view["phase"] == "over":
            return Text(f"Turn {view['turn']}: the game is over", "bold")
        whose = who(self, view["active"], view)
        phase = _PHASES.get(view["phase"], view["phase"])
        turn = "your turn" if whose == "you" else f"turn of {whose}"
        heading = Text.assemble((f"Turn {view['turn']}, {turn}: {phase}", "bold"))
        owed = [
            f"{who(self, seat, view)} must still discard {pluralize(damage, 'card')}"
            for seat, damage in enumerate(view.get("damage") or ())
            if damage
        ]
        if owed:
            heading.append(f". {'; '.join(owed)}", "bold red")
        if view.get("recoveries"):
            heading.append(f". {pluralize(view['recoveries'], 'card')} may still be taken back")
        return heading

    def _players(self, view: View) -> Grid:
        grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
        grid.add_column("  player", no_wrap=True)
        grid.add_column("deck", justify="right")
        grid.add_column("hand", justify="right")
        grid.add_column("field", ratio=1)
        grid.add_column("discards", ratio=1)
        for seat, given in enumerate(view["seats"]):
            turn = ">" if seat == view["active"] and view["phase"] != "over" else " "
            name = f"{turn} {self.name(seat)}{' (you)' if seat == view['seat'] else ''}"
            if given["out"]:
                grid.add_row(name, "", "", Text("out of the game", "dim"), "")
                continue
            field, discard = self._cards(given["field"]), self._cards(given["discard"])
            grid.add_row(name, str(_count(given["deck"])), str(_count(given["hand"])), field, discard)
        return grid

    def _attacks(self, view: View) -> Grid:
        grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
        for header in ("  attack", "card and boosts", "at", "power", "blocked by, boosts", "power"):
            grid.add_column(header, justify="right" if header in ("  attack", "power") else "left")
        for number, attack in enumerate(view["attacks"]):
            sent, laid = [attack["card"], *attack["boosts"]], [*attack["blocks"], *attack["block_boosts"]]
            grid.add_row(
                str(number),
                self._sum(sent, view["active"]),
                who(self, attack["target"], view),
                str(_power(sent)),
                self._sum(laid, attack["target"]) if laid else Text("nobody", "dim"),
                str(_power(laid)) if laid else "-",
            )
        return grid

    def _sum(self, cards: Sequence[str], seat: int) -> Text:
        """Cards of a seat that add up."""
        return Text(" + ").join([self._card(card, seat) for card in cards])

    def _hand(self, seat: int, given: Mapping[str, Any], view: View) -> Text:
        whose = "Your hand" if seat == view["seat"] else f"Hand of {self.name(seat)}"
        may = _allowance(given)
        cards = self._cards(given["hand"])
        return Text.assemble("  ", (f"{whose}: ", "bold"), cards, (f"   {may}" if may else "", "dim"))

    def _named(self, seat: int, given: Mapping[str, Any], view: View, width: int) -> Grid:
        """All cards of a seat that lie open or are in its hand, by name; no name is broken in two."""
        whose = "Your" if seat == view["seat"] else f"{self.name(seat).capitalize()}’s"
        grid = Grid.grid(padding=(0, 1, 0, 0))
        labels = {place: f"  {whose} {word}:" for place, word in _NAMED_PLACES.items()}
        room = width - max(map(len, labels.values())) - 1
        for place, label in labels.items():
            if place != "hand" and not given[place]:
                continue
            cards = [self._counted(card, count, seat) for card, count in Counter(given[place]).items()]
            lines = _filled(cards, room) if cards else [Text("-", "dim")]
            may = _allowance(given) if place == "hand" else ""
            lines += [Text(may, "dim")] if may else []
            grid.add_row(Text(label, "bold"), Text("\n").join(lines))
        return grid

    def _cards(self, cards: Sequence[str]) -> Text:
        """Cards by kind with their number, each in the colour of its class."""
        counted = [self._counted(card, count) for card, count in Counter(cards).items()]
        return Text("  ").join(counted) if counted else Text("-", "dim")

    def _counted(self, card: str, count: int, seat: int | None = None) -> Text:
        number = (f"x{count}" if count > 1 else "", "dim")
        return Text.assemble(self._card(card), number, self._name_after(card, seat))

    def _card(self, card: str, seat: int | None = None) -> Text:
        return Text.assemble((card, self._styles.get(card[:1], "")), self._name_after(card, seat))

    def _name_after(self, card: str, seat: int | None) -> str:
        name = self._card_name(card, seat)
        return f" {name}" if name else ""

    def _card_name(self, card: str, seat: int | None) -> str:
        """What a seat's card is called, with all names where cards are alike; nothing if it is not known."""
        own = None if seat is None else self.names.get(seat)
        return "" if own is None else readable(" or ".join(own.cards.get(card, ())), _MAX_NAME)

    # Words.

    def say(self, move: str, view: View) -> str:
        verb, _, rest = move.partition(" ")
        card, _, at = rest.partition(">")
        match verb:
            case "draw":
                return f"draw {pluralize(int(rest), 'card')}"
            case "field":
                return f"field {self._in_words(card, view)}"
            case "attack":
                return f"send {self._in_words(card, view)} at {who(self, int(at), view)}"
            case "block":
                return f"block {self._attack(int(at), view)} with {self._in_words(card, view)}"
            case "boost":
                # Whoever has not the turn boosts a defence.
                side = "" if view.get("player") == view["active"] else "the defence against "
                return f"boost {side}{self._attack(int(at), view)} with {self._in_words(card, view)}"
            case "discard":
                return f"discard {self._in_words(card, view)} from hand"
            case "recover":
                return f"take {self._in_words(card, view)} back from the discard pile"
            case "done":
                return _ENDS.get(view["phase"], "go on")
        return "boost nothing"

    def _attack(self, number: int, view: View) -> str:
        """``attack 0 (S4)``; of one that is not there only its number."""
        attacks = view.get("attacks") or ()
        if number >= len(attacks):
            return f"attack {number}"
        attack = attacks[number]
        cards = " + ".join([attack["card"], *attack["boosts"]])
        return f"attack {number} ({cards})"

    def _in_words(self, card: str, view: View) -> str:
        """``a soldier of 4 (Gate Giant)``, the card of whoever is to move."""
        class_name = self._classes.get(card[:1], "card")
        name = self._card_name(card, _to_move(view))
        return f"{with_article(class_name)} of {card[1:]}{f' ({name})' if name else ''}"

    def news(self, before: View, after: View) -> Iterator[str]:
        for seat, (old, new) in enumerate(zip(before["seats"], after["seats"], strict=True)):
            yield from self._changes(seat, who(self, seat, after), old, new, before)
        if after["phase"] != "over" and before["turn"] != after["turn"]:
            whose = who(self, after["active"], after)
            yield f"Turn {after['turn']}: {'your turn' if whose == 'you' else f'the turn of {whose}'}."

    def _changes(
        self, seat: int, name: str, old: Mapping[str, Any], new: Mapping[str, Any], before: View
    ) -> Iterator[str]:
        """What befell a player beside the move itself, which the table shows anyway."""
        subject = f"{name[:1].upper()}{name[1:]}"
        is_you = name == "you"
        if new["out"] and not old["out"]:
            yield f"{subject} {'are' if is_you else 'is'} out of the game."
            return
        fallen = Counter(old["field"]) - Counter(new["field"])
        if fallen:
            cards = self._list(fallen, seat)
            yield f"{subject} {'lose' if is_you else 'loses'} {cards} in combat."
        deck = _count(old["deck"]) - _count(new["deck"])
        discarded = len(new["discard"]) - len(old["discard"])
        milled = min(deck, discarded - sum(fallen.values()))
        if milled > 0 and before["phase"] in ("attack", "defend", "boost"):
            cards = pluralize(milled, "card")
            yield f"{subject} {'discard' if is_you else 'discards'} {cards} from the deck."
        if is_you and isinstance(new["hand"], list) and deck > max(milled, 0):
            drawn = Counter(new["hand"]) - Counter(old["hand"])
            if drawn:
                yield f"You draw {self._list(drawn, seat)}."

    def _list(self, cards: Counter[str], seat: int) -> str:
        """``M1 Scarecrow, 2 × S4 Gate Giant``."""
        return kinds_in_words([f"{card}{self._name_after(card, seat)}" for card in cards.elements()])


_ENDS = {
    "field": "field no more cards",
    "attack": "declare no more attacks",
    "defend": "block no more",
    "recover": "take back no more cards",
}


def _to_move(view: View) -> int:
    """The seat that decides: whoever has the turn, except in combat and over damage."""
    active: int = view["active"]
    if "player" in view:
        return int(view["player"])
    owed = view.get("damage") or []
    return next((seat for seat in from_left(active, len(owed)) if owed[seat]), active)


def _allowance(given: Mapping[str, Any]) -> str:
    """What a player may still do with the hand in this turn."""
    allowance = given.get("allowance") or {"cards": 0}
    if not allowance["cards"]:
        return ""
    return f"may still play {pluralize(allowance['cards'], 'card')}, {allowance['power']} power in all"


def _filled(cards: Sequence[Text], room: int) -> list[Text]:
    """Cards in lines of so many columns; a card that is wider has a line of its own."""
    lines = [cards[0]]
    for card in cards[1:]:
        longer = Text.assemble(lines[-1], "  ", card)
        if longer.cell_len <= room:
            lines[-1] = longer
        else:
            lines.append(card)
    return lines


def _count(cards: int | list[str]) -> int:
    return cards if isinstance(cards, int) else len(cards)


def _power(cards: Sequence[str]) -> int:
    return sum(int(card[1:]) for card in cards)


def _examples(config: RulesConfig) -> tuple[MoveExample, ...]:
    draw = config.draw.in_words("your soldiers in play")
    recover = number_word(config.recover.per_card)
    return (
        MoveExample("draw 2", f"draw this many cards, up to {draw}"),
        MoveExample("field S4", "play a card from hand to the field, within your allowance"),
        MoveExample("attack S4>1", "send a soldier or assassin in play at the player in seat 1"),
        MoveExample("block M2>0", "lay a soldier or minion in play against attack 0; several add up"),
        MoveExample("boost A3>0", "add an assassin from hand to attack 0, or to your defence against it"),
        MoveExample("discard S1", "give up a card from hand for damage that the deck can't take"),
        MoveExample("recover A6", f"take a card from your discard pile, {recover} for each minion in play"),
        MoveExample("done", "end the phase"),
        MoveExample("pass", "boost nothing now"),
    )


def _printed(database: Database, marks: Mapping[str, str]) -> dict[tuple[str, str], list[str]]:
    """The cards of each kind in a deck that comes along, and those of each kind and name, once for a copy."""
    found: dict[tuple[str, str], list[str]] = {}
    for cards in deck_component(database).sets:
        for card in cards.cards:
            name, class_name, power = (card.values.get(key) for key in ("name", "class", "power"))
            kind = kind_name(str(class_name), power if isinstance(power, int) else None, marks)
            for group in (cards.id, str(name)):
                found.setdefault((group, kind), []).extend([f"{cards.id}/{card.id}"] * card.copies)
    return found


def open_display(game: Game, database: Database) -> Display:
    """How the game is drawn, with the classes and numbers of its database."""
    assert isinstance(game, BattleGate)
    return GateDisplay(game.config, database)
