"""What happens in Gateway beside the moves themselves: events, battles, districts that change hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generator.games.gateway.terminal.cards import Cards
from generator.rules import View
from generator.rules.terminal import Display, who


def news(display: Display, cards: Cards, before: View, after: View) -> Iterator[str]:
    """All of it between two views of the same seat, sentence by sentence."""
    districts = [
        (cards.district(new["board"]).name, old, new)
        for old, new in zip(before["districts"], after["districts"], strict=True)
    ]
    # Only who has the turn takes districts, and the event comes when the turns are over.
    taken = [one for one in districts if one[1]["owner"] != one[2]["owner"] == before["active"]]
    for name, old, new in taken:
        yield from _killed(cards, name, old, new)
        yield from _owner(display, name, old, new, after)
    for event in after["past"][len(before["past"]) :]:
        place = cards.event(event)
        yield f"Event, {place.name}: {place.says}"
    for district in districts:
        name, old, new = district
        if district not in taken:
            yield from _killed(cards, name, old, new)
        arrived = _ids(new, "cards", "arrivals") - _ids(old, "cards", "arrivals")
        if arrived:
            yield f"{cards.named(arrived.elements())} now at {name}."
        if district not in taken:
            yield from _owner(display, name, old, new, after)
    yield from _amounts(before, after)
    for seat in range(len(after["seats"])):
        yield from _player(display, cards, seat, before, after)
    yield from _turns(display, before, after)


def _amounts(before: View, after: View) -> Iterator[str]:
    """Both sides' damage, once they have declared."""
    battle = after.get("battle") or {}
    is_dealing = str(battle.get("stage", "")).endswith("deals")
    was_dealing = str((before.get("battle") or {}).get("stage", "")).endswith("deals")
    if is_dealing and not was_dealing:
        attack, defence = battle["amounts"]
        yield f"The attacker deals {attack} damage, the defender {defence}."


def _killed(cards: Cards, name: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    killed = _ids(old, "cards", "arrivals") - _ids(new, "cards", "arrivals")
    if killed:
        yield f"{cards.named(killed.elements())} killed at {name}."


def _owner(
    display: Display, name: str, old: Mapping[str, Any], new: Mapping[str, Any], after: View
) -> Iterator[str]:
    """Whose a district is now, or no longer."""
    if new["owner"] is not None and new["owner"] != old["owner"]:
        subject = who(display, new["owner"], after)
        yield f"{_capital(subject)} {'hold' if subject == 'you' else 'holds'} {name} now."
    elif new["owner"] != old["owner"]:
        subject = who(display, old["owner"], after)
        yield f"{_capital(subject)} {'lose' if subject == 'you' else 'loses'} {name}."


def _player(display: Display, cards: Cards, seat: int, before: View, after: View) -> Iterator[str]:
    old, new = before["seats"][seat], after["seats"][seat]
    subject = who(display, seat, after)
    is_you = subject == "you"
    name = _capital(subject)
    lost = _insurgents(cards, old) - _insurgents(cards, new)
    if lost:
        yield f"{name} {'lose' if is_you else 'loses'} {cards.named(lost.elements())}."
    gained = new.get("vp", 0) - old.get("vp", 0)
    if gained:
        yield f"{name} {'gain' if is_you else 'gains'} {gained} VP: {new['vp']} of {cards.goal}."
    if is_you and isinstance(new["hand"], list):
        yield from _hand(cards, seat, before, after)


def _hand(cards: Cards, seat: int, before: View, after: View) -> Iterator[str]:
    """What has come into one's hand; all of it once the turn is over, as the old hand is gone then."""
    old, new = before["seats"][seat]["hand"], after["seats"][seat]["hand"]
    had_turn = before["active"] == seat and before["phase"] != "event"
    is_new = had_turn and _turn(before) != _turn(after)
    came: Sequence[str] = new if is_new else list((Counter(new) - Counter(old)).elements())
    if came:
        yield f"Into your hand: {cards.named(came)}."


def _turns(display: Display, before: View, after: View) -> Iterator[str]:
    if after["phase"] in ("over", "event") or _turn(before) == _turn(after):
        return
    if before["round"] != after["round"]:
        yield f"Round {after['round']} begins."
    subject = who(display, after["active"], after)
    yield f"{'Your turn' if subject == 'you' else f'The turn of {subject}'}."


def _turn(view: View) -> tuple[int, int, bool]:
    """Which turn it is; the end of a round is one of its own."""
    return view["round"], view["active"], view["phase"] == "event"


def _ids(given: Mapping[str, Any], *keys: str) -> Counter[str]:
    """Cards without their damage."""
    return Counter(one.split()[0] for key in keys for one in given.get(key) or ())


def _insurgents(cards: Cards, given: Mapping[str, Any]) -> Counter[str]:
    return Counter(
        {card: copies for card, copies in _ids(given, "army").items() if cards[card].type != "runestone"}
    )


def _capital(name: str) -> str:
    return f"{name[:1].upper()}{name[1:]}"
