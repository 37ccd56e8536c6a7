"""What happens in Strongholds beside the moves themselves: cards turned up, damage, royals that die."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from generator.catalog.wording import join_words
from generator.games.strongholds.terminal.cards import Cards
from generator.games.strongholds.terminal.siege import (
    Defence,
    attacked,
    attackers_of,
    defence_of,
    powers,
)
from generator.rules import View
from generator.rules.terminal import Display, who


def musters(display: Display, cards: Cards, after: View) -> Iterator[str]:
    """Who sends what at whom, when all generals are turned up."""
    for seat, given in enumerate(after["seats"]):
        if seat == after["seat"] or not given.get("general"):
            continue
        general, troops = given["general"], given.get("troops") or []
        strengths = powers(cards, general, troops)
        sent = [
            f"{troop} ({power})" if power != cards[troop].power else troop
            for troop, power in zip(troops, strengths, strict=True)
        ]
        led = f" with {join_words(sent, 'and')}" if sent else ", alone"
        yield f"{_name(display, seat)} attacks {who(display, given['target'], after)}: {general}{led}."


def defences(
    display: Display, cards: Cards, moves: Sequence[tuple[int, str]], before: View, after: View
) -> Iterator[str]:
    """What every defender has laid, and what gets through."""
    for seat in attacked(before):
        defence = _made(before["seats"][seat], [move for by, move in moves if by == seat])
        is_own = seat == after["seat"]
        name = "You" if is_own else _name(display, seat)
        told = [*_laid(defence), *(f"pits {' against '.join(pair)}" for pair in defence.pitted)]
        # One's own cards have been told of when they were laid.
        if told and not is_own and after["seat"] is not None:
            yield f"{name} {join_words(told, 'and')}."
        through = sum(one.through for one in attackers_of(cards, before, seat, defence))
        walls = "your walls" if is_own else f"the walls of {display.name(seat)}"
        yield f"{f'{through} damage' if through else 'Nothing'} gets through {walls}."


def _made(given: dict[str, Any], moves: Sequence[str]) -> Defence:
    """A defence: what shows of it already, and the moves that were made."""
    shown = defence_of(given)
    laid = {on: list(cards) for on, cards in shown.laid.items()}
    pitted = [list(pair) for pair in shown.pitted]
    for move in moves:
        verb, _, rest = move.partition(" ")
        card, _, on = rest.partition(">")
        if verb == "lay" and card not in laid.get(on, ()):
            laid.setdefault(on, []).append(card)
        elif verb == "pit" and rest.split() not in pitted:
            pitted.append(rest.split())
    return Defence(laid, pitted)


def _laid(defence: Defence) -> list[str]:
    """``lays 8D and 5H on 7H``."""
    return [f"lays {join_words(list(cards), 'and')} on {on}" for on, cards in defence.laid.items()]


def losses(display: Display, cards: Cards, before: View, after: View) -> Iterator[str]:
    """Royals that died, strongholds that fell, cards drawn, the next turn."""
    for seat, (old, new) in enumerate(zip(before["seats"], after["seats"], strict=True)):
        is_own = seat == after["seat"]
        if new.get("out") and not old.get("out"):
            yield f"{'Your stronghold' if is_own else f'The stronghold of {display.name(seat)}'} has fallen."
            continue
        dead = [royal for royal in old["royals"] if royal not in new["royals"]]
        if dead:
            name, verb = ("You", "lose") if is_own else (_name(display, seat), "loses")
            yield f"{name} {verb} {join_words([cards.named(royal) for royal in dead], 'and')}."
        if is_own:
            yield from _drawn(old, new)
    if before["turn"] != after["turn"]:
        yield f"Turn {after['turn']} begins."


def _drawn(old: dict[str, Any], new: dict[str, Any]) -> Iterator[str]:
    """What has come into one's hand; troops that came home were one's own before."""
    drawn = Counter(new["hand"]) - Counter([*old["hand"], *(old.get("troops") or ())])
    if drawn:
        yield f"You draw {join_words(list(drawn), 'and')}."


def _name(display: Display, seat: int) -> str:
    name = display.name(seat)
    return f"{name[:1].upper()}{name[1:]}"
