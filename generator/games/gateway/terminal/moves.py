"""The moves of Gateway in words."""

from __future__ import annotations

from typing import Any

from generator.catalog.wording import pluralize
from generator.games.gateway.terminal.cards import Cards
from generator.games.gateway.terminal.market import stacks
from generator.games.gateway.terminal.parts import Side, fighters, shown, sides
from generator.rules import View
from generator.rules.terminal import Display, who

_ENDS = {
    "deployment": "play no more",
    "drafting": "draft no more",
    "attack": "attack nobody",
}
_TAKES = {
    "discard": "discard {}",
    "others-discard-to": "discard {}",
    "all-discard-to": "discard {}",
    "discard-for-points": "discard {} for 1 Power",
    "cull": "trash {}",
    "all-cull": "trash {}",
    "revive": "put {} from the discard pile into the Army",
    "recall": "take {} from the discard pile into the hand",
}
_STRIKES = {
    "strike": "strike {}",
    "blind": "blind {}: its attack is 0 this turn",
    "double-attack": "let the attack of {} count twice this turn",
}


def say(display: Display, cards: Cards, move: str, view: View) -> str:
    """The move in words that begin with a verb, as ``Display.say`` has them."""
    verb, _, rest = move.partition(" ")
    match verb:
        case "pick":
            return _pick(cards, rest)
        case "play":
            return f"play {_described(cards, rest)}"
        case "ability":
            place = cards.district(view["districts"][int(rest)]["board"])
            return f"use {place.name}: {place.says}".removesuffix(".")
        case "draft":
            return _draft(cards, view, rest)
        case "attack":
            return _attack(display, cards, view, int(rest))
        case "rune":
            return f"use {cards[rest].name}: {cards.used(rest)}".removesuffix(".")
        case "assign":
            number, _, amount = rest.partition(" ")
            return _assign(cards, view, int(number), int(amount))
        case "horde":
            return f"let {who(display, int(rest), view)} play the Horde"
        case "choose":
            return _choose(display, cards, view, rest)
        case "done":
            return _done(view)
    return move


def _described(cards: Cards, card_id: str) -> str:
    """``Rebel, 2/2 for 1 Power``; of an asset what it says."""
    card = cards[card_id]
    fights = f", {card.fights}" if card.fights else ""
    cost = f" for {card.power} Power" if card.power else ""
    says = f": {card.says}".removesuffix(".") if card.type == "asset" else ""
    return f"{card.name}{fights}{cost}{says}"


def _pick(cards: Cards, card_id: str) -> str:
    """``pick Red Templar, 5 Gold, 1 Power, 3/3: …``; a kind is chosen by all that it is."""
    card = cards[card_id]
    numbers = [f"{card.cost} Gold", f"{card.power} Power", *([card.fights] if card.fights else [])]
    says = f": {card.says}".removesuffix(".") if card.says else ""
    return f"pick {card.name}, {', '.join(numbers)}{says}"


def _draft(cards: Cards, view: View, name: str) -> str:
    for stack_id, stack in zip(view["stacks"], stacks(cards, view), strict=True):
        if stack_id == name and stack.top:
            return f"draft {stack.title} for {stack.top.cost} Gold"
    return f"draft {cards.stack(name)}"


def _attack(display: Display, cards: Cards, view: View, number: int) -> str:
    given = view["districts"][number]
    name = cards.district(given["board"]).name
    if given["owner"] is not None:
        return f"attack {name}, which {_holds(display, view, given['owner'])}"
    there = ", ".join(f"{one.card.name} {one.card.fights}" for one in fighters(cards, given["cards"]))
    return f"attack {name}: {there}" if there else f"take {name}, where nobody is"


def _holds(display: Display, view: View, seat: int) -> str:
    return "you hold" if seat == view["seat"] else f"{display.name(seat)} holds"


def _assign(cards: Cards, view: View, number: int, amount: int) -> str:
    side = _target(cards, view)
    if side is None or number >= len(side.fighters):
        return f"deal {amount} damage to card {number}"
    name = f"{side.fighters[number].card.name} (card {number})"
    if not amount:
        return f"spare {name}"
    kills = ", which kills it" if amount >= side.needs(number) else ""
    return f"deal {amount} damage to {name}{kills}"


def _target(cards: Cards, view: View) -> Side | None:
    """The side that damage goes to now."""
    battle = view.get("battle")
    if not battle:
        return None
    attacker, defender = sides(cards, view)
    return attacker if battle["stage"].startswith("defender") else defender


def _choose(display: Display, cards: Cards, view: View, chosen: str) -> str:
    work = view.get("work") or []
    line = work[-1]["line"] if work else ""
    if line == "bury":
        return f"save {cards[chosen].name} into the hand"
    if " " not in line:
        return f"choose {chosen}"
    word, value = cards.effect(line, work[-1].get("at", 0))
    if word == "choose-one":
        return f"choose “{cards.words.effects(value[int(chosen)]).removesuffix('.')}”"
    if word == "claim":
        return f"take {cards.district(view['districts'][int(chosen)]['board']).name}"
    if word == "sift":
        return f"discard {_looked(cards, view, work[-1]['seat'], int(chosen))}"
    if word in _STRIKES:
        return _on_fighter(display, cards, view, word, value, work[-1]["seat"], int(chosen))
    pile, _, card_id = chosen.rpartition(" ")
    name = f"{cards[card_id].name}{' from the discard pile' if pile else ''}"
    return _TAKES.get(word, "choose {}").format(name)


def _looked(cards: Cards, view: View, seat: int, number: int) -> str:
    """A card that is looked at; for whoever does not see it, its place."""
    looked = view["seats"][seat].get("looked")
    if isinstance(looked, list) and number < len(looked):
        return cards[looked[number]].name
    return f"card {number} from the top of the deck"


def _on_fighter(
    display: Display, cards: Cards, view: View, word: str, value: Any, seat: int, number: int
) -> str:
    del display
    if word == "double-attack" or not view.get("battle"):
        side = fighters(cards, view["seats"][seat]["army"])
    else:
        attacker, defender = sides(cards, view)
        side = list(defender.fighters if attacker.seat == seat else attacker.fighters)
    name = shown(side[number]) if number < len(side) else f"card {number}"
    told = _STRIKES[word].format(name)
    return f"{told} for {pluralize(value, 'damage').removesuffix('s')}" if word == "strike" else told


def _done(view: View) -> str:
    work = view.get("work") or []
    if work and " " in work[-1]["line"]:
        return "choose no more"
    if view.get("battle"):
        return "use no more Runestones"
    return _ENDS.get(view["phase"], "go on")
