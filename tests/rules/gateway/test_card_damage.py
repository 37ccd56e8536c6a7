"""The attacker's damage in Gateway, divided in every way that the words on the defending cards allow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

import pytest

from generator.rules import State

from .card_cases_battle import AT, DEFENDER, Outcome, Script, arena, to_the_attack
from .card_cases_desk import card_of, damage_of, game, name_of, prints, says
from .card_cases_numbers import attack_of, defence_of

FISH = "beard-fish"
PLAIN = {
    "insurgent": ("rebel", "gate-smugglers", "blunderbuss-mage"),
    "guard": ("city-guard", "city-guard"),
    "horde": ("drueggar-raider", "drueggar-raider"),
}
FIGHTERS = [card for card, (_, values, _) in prints().items() if values.values.get("type") in PLAIN]


def more_defence(cards: Sequence[str]) -> int:
    return sum(each.n for card in cards for each in says(card).of("battle") if each.word == "army-defence")


def room_of(cards: Sequence[str]) -> list[int]:
    return [defence_of(card, attacks=False, more=more_defence(cards)) for card in cards]


def splits(cards: Sequence[str], damage: int) -> set[tuple[int, ...]]:
    """All ways to divide the damage over defending cards that their print allows."""
    room = room_of(cards)
    full = min(damage, sum(room))
    return {
        split
        for split in product(*(range(each + 1) for each in room))
        if sum(split) == full and _in_order(cards, split, room)
    }


def _in_order(cards: Sequence[str], split: tuple[int, ...], room: list[int]) -> bool:
    killed = [dealt == each for dealt, each in zip(split, room, strict=True)]
    for card, dealt in zip(cards, split, strict=True):
        words = says(card).keywords
        before = [
            each for each, other in zip(killed, cards, strict=True)
            if ("vanguard" in says(other).keywords and "vanguard" not in words)
            or ("veiled" in words and "veiled" not in says(other).keywords)
        ]  # fmt: skip
        if dealt and not all(before):
            return False
    return True


def dealings(state: State) -> Iterator[State]:
    """The battle under way, ended in each way in which seat 0 can deal its damage."""
    if state.to_dict().get("battle") is None:
        yield state
        return
    words = [state.text(move) for move in state.legal()]
    free = state.player == 0 and words[0].startswith("assign ")
    for word in words if free else ["done"] if "done" in words else words[-1:]:
        next_state = state.clone()
        next_state.play(word)
        yield from dealings(next_state)


@pytest.mark.parametrize("damage", [2, 4, 5])
@pytest.mark.parametrize("card", FIGHTERS)
def test_damage_can_be_dealt_in_all_ways_that_the_words_allow_and_no_other(card: str, damage: int) -> None:
    kind = str(card_of(card).values["type"])
    cards = (card, *[each for each in PLAIN[kind] if each != card][:2])
    blinded = sum(each.n for each in says(card).of("battle") if each.word == "blind")
    state = game().from_dict(
        arena([FISH] * (damage + blinded), cards, "player" if kind == "insurgent" else kind)
    )
    to_the_attack(state, Script())
    state.play(f"attack {AT}")
    found = {marks(cards, Outcome(state.to_dict(), end.to_dict())) for end in dealings(state)}
    assert found == {by_kind(cards, split) for split in splits(cards, damage)}


Marks = tuple[tuple[str, int], ...]


def by_kind(cards: Sequence[str], split: Sequence[int]) -> Marks:
    """The damage of each card, whatever the order of cards of a kind."""
    return tuple(sorted(zip(cards, split, strict=True)))


def marks(cards: Sequence[str], done: Outcome) -> Marks:
    """The damage that each card took; one that is gone took what kills it."""
    left = [(name_of(card), damage_of(card)) for card in done.army(done.after, DEFENDER)]
    room = dict(zip(cards, room_of(cards), strict=True))
    gone = Counter(cards) - Counter(name for name, _ in left)
    return tuple(sorted(left + [(card, room[card]) for card in gone.elements()]))


def test_the_tables_of_this_file_hold_plain_cards() -> None:
    for cards in PLAIN.values():
        assert not any(says(card).keywords for card in cards)
    assert attack_of(FISH, attacks=True) == defence_of(FISH, attacks=True) == 1
