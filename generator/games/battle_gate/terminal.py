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
from generator.catalog.screen import Column, Listed, apart, labels, numbers, table_of
from generator.catalog.wording import kinds_in_words, pluralize, spell_number, with_article
from generator.deck.files import deck_component
from generator.deck.model import class_marks, kind_name
from generator.games.battle_gate import BattleGate
from generator.games.battle_gate.config import RulesConfig
from generator.rules import Game, View
from generator.rules.terminal import Display, MoveExample, Piece, does, how_many, who

_STYLES = ("cyan", "yellow", "magenta")
_NAMED_PLACES = {"field": "field", "discard": "discards", "hand": "hand"}
_MAX_NAME = 32
"""Letters of a card's name."""
_PHASES = {
    "defend": "defence",
    "boost": "boosts",
    "damage": "damage",
    "recover": "recovery",
}


class GateDisplay(Display):
    seat_keys = frozenset({"target"})

    def __init__(self, config: RulesConfig, database: Database) -> None:
        self.examples = _examples(config)
        marks = class_marks(config.limits.classes)
        self._printed = _printed(database, marks)
        self._bundled = list(config.decks)
        self._classes = {mark: name for name, mark in marks.items()}
        self._styles = {mark: _STYLES[number % len(_STYLES)] for number, mark in enumerate(marks.values())}

    def draw(self, view: View, width: int) -> Iterator[RenderableType]:
        del width
        hands = [
            [self._named(seat, view) if seat in self.names else self._hand(title, cards, seat, view)]
            for seat, title, cards in self.hands(view)
        ]
        attacks = [self._attacks(view)] if view.get("attacks") else []
        return apart([self._heading(view)], [self._players(view)], attacks, *hands)

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
        phase = _PHASES.get(view["phase"], view["phase"])
        heading = Text.assemble((f"Turn {view['turn']}, {self._whose_turn('turn', view)}: {phase}", "bold"))
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
        piles = [Column(place, ratio=1) for place in ("field", "discards")]
        rows = [self._player(seat, given, view) for seat, given in enumerate(view["seats"])]
        return table_of([*labels("  player"), *numbers("deck", "hand"), *piles], rows)

    def _player(self, seat: int, given: Mapping[str, Any], view: View) -> Iterator[str | Text]:
        yield self.player(seat, view, mark=">" if seat == view["active"] and view["phase"] != "over" else " ")
        if given["out"]:
            yield from ("", "", Text("out of the game", "dim"))
        else:
            yield from (f"{how_many(given['deck'])}", f"{how_many(given['hand'])}")
            yield from (self._cards(given["field"]), self._cards(given["discard"]))

    def _attacks(self, view: View) -> Grid:
        attacker = [*numbers("  attack"), "card and boosts", "at", *numbers("power")]
        rows = []
        for number, attack in enumerate(view["attacks"]):
            sent, laid = [attack["card"], *attack["boosts"]], [*attack["blocks"], *attack["block_boosts"]]
            target = attack["target"]
            row = (f"{number}", self._sum(sent, view["active"]), who(self, target, view), _power(sent))
            rows.append((*row, self._sum(laid, target), _power(laid)))
        return table_of([*attacker, "blocked by, boosts", *numbers("power")], rows)

    def _sum(self, cards: Sequence[str], seat: int) -> Text:
        """Cards of a seat that add up."""
        if not cards:
            return Text("nobody", "dim")
        return Text(" + ").join([self._card(card, seat) for card in cards])

    def _hand(self, title: str, cards: Sequence[str], seat: int, view: View) -> Text:
        may = _allowance(view, seat, "   ")
        return Text.assemble("  ", (f"{title}: ", "bold"), self._cards(cards), may)

    def _named(self, seat: int, view: View) -> Grid:
        """All cards of a seat that lie open or are in its hand, by name."""
        given = view["seats"][seat]
        whose = "Your" if seat == view["seat"] else f"{self.name(seat).capitalize()}’s"
        rows = []
        for place, word in _NAMED_PLACES.items():
            cards = [self._counted(card, count, seat) for card, count in Counter(given[place]).items()]
            lines = [cards or [Text("-", "dim")], *([[_allowance(view, seat)]] if place == "hand" else [])]
            if cards or place == "hand":
                rows.append((Text(f"  {whose} {word}:", "bold"), Listed(*filter(any, lines), between="  ")))
        return table_of([*labels(""), ""], rows, gap=1)

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
            name = who(self, seat, after)
            for change in self._changes(seat, old, new, before, is_own=seat == after["seat"]):
                yield does(name, change)
        if after["phase"] != "over" and before["turn"] != after["turn"]:
            yield f"Turn {after['turn']}: {self._whose_turn('the turn', after)}."

    def _whose_turn(self, turn: str, view: View) -> str:
        whose = who(self, view["active"], view)
        return "your turn" if whose == "you" else f"{turn} of {whose}"

    def _changes(
        self, seat: int, old: Mapping[str, Any], new: Mapping[str, Any], before: View, *, is_own: bool
    ) -> Iterator[str]:
        """What befell a player beside the move itself, which the table shows anyway."""
        if new["out"] and not old["out"]:
            yield "are out of the game"
            return
        fallen = Counter(old["field"]) - Counter(new["field"])
        if fallen:
            yield f"lose {self._list(fallen, seat)} in combat"
        deck = how_many(old["deck"]) - how_many(new["deck"])
        milled = min(deck, len(new["discard"]) - len(old["discard"]) - fallen.total())
        if milled > 0 and before["phase"] in ("attack", "defend", "boost"):
            yield f"discard {pluralize(milled, 'card')} from the deck"
        if is_own and isinstance(new["hand"], list) and deck > max(milled, 0):
            drawn = Counter(new["hand"]) - Counter(old["hand"])
            if drawn:
                yield f"draw {self._list(drawn, seat)}"

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
    seats = len(owed)
    return next((at % seats for at in range(active + 1, active + seats) if owed[at % seats]), active)


def _allowance(view: View, seat: int, before: str = "") -> Text:
    """What a player may still do with the hand in this turn."""
    may = view["seats"][seat].get("allowance") or {"cards": 0}
    words = f"{before}may still play {pluralize(may['cards'], 'card')}, {may.get('power')} power in all"
    return Text(words if may["cards"] else "", "dim")


def _power(cards: Sequence[str]) -> str:
    return f"{sum(int(card[1:]) for card in cards)}" if cards else "-"


def _examples(config: RulesConfig) -> tuple[MoveExample, ...]:
    draw = config.draw.in_words("your soldiers in play")
    recover = spell_number(config.recover.per_card)
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
