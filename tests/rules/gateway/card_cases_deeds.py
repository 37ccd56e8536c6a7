"""What a reader does on the desk for each sentence: a few moves of cards by hand, written from the sentence.

What only shows in a battle stands in ``card_cases_battle``; here nothing on the desk moves for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .card_cases_desk import Desk, card_of, number, prints, says
from .card_cases_numbers import attack_of
from .card_cases_print import CHOICE, Sentence

Deed = Callable[[Desk, Sentence], None]
INTO_ARMY = "into your Army"
GRADES = {"Lesser Runestone": "lesser", "Normal Runestone": "normal", "Greater Runestone": "greater"}


def do_all(desk: Desk, sentences: tuple[Sentence, ...]) -> None:
    """The sentences of a card, from the first to the last."""
    for sentence in sentences:
        DEEDS[sentence.word](desk, sentence)


def stack_named(printed: str) -> str:
    """The stack that the cards named lie in, one of them or many."""
    names = {str(card.values["name"]): card_id for card_id, (_, card, _) in prints().items()} | GRADES
    return names[printed] if printed in names else names[printed.removesuffix("s")]


COUNTED: dict[str, Callable[[Desk], int]] = {
    "district you control": lambda desk: len(districts_of(desk, desk.actor)),
    "Runestone in your Army": lambda desk: sum(
        card_of(card).values["type"] == "runestone" for card in desk.mine["army"]
    ),
    "Beard Fish in your Army": lambda desk: desk.mine["army"].count("beard-fish"),
}
"""What is counted before a player, as printed."""


def districts_of(desk: Desk, seat: int | None) -> list[int]:
    """The districts with the seat's marker; of None, those without a marker."""
    return [at for at, district in enumerate(desk.position["districts"]) if district["owner"] == seat]


def clockwise(desk: Desk, first: int) -> Iterator[int]:
    seats = len(desk.position["seats"])
    return ((first + step) % seats for step in range(seats))


def gain(pool: str) -> Deed:
    def deed(desk: Desk, sentence: Sentence) -> None:
        desk.given[pool] += sentence.n

    return deed


def gain_vp(desk: Desk, sentence: Sentence) -> None:
    desk.mine["vp"] += sentence.n


def draw(desk: Desk, sentence: Sentence) -> None:
    for _ in range(sentence.n):
        card = desk.top()
        if card is not None:
            desk.mine["hand"].append(card)


def discard(desk: Desk, sentence: Sentence) -> None:
    hand = desk.mine["hand"]
    everything = len(hand) <= sentence.n
    for _ in range(min(sentence.n, len(hand))):
        card = hand[0] if everything else desk.choose(hand)
        assert card is not None
        hand.remove(card)
        desk.drop(card)


def sift(desk: Desk, sentence: Sentence) -> None:
    deck = desk.mine["deck"]
    assert deck or not desk.mine["discard"], "the reader can't shuffle as the engine does"
    looked, deck[:] = deck[: sentence.n], deck[sentence.n :]
    first = 0
    while True:
        word = desk.choose(map(str, range(first, len(looked))), stop=True)
        if word is None:
            break
        first = int(word)
        desk.drop(looked.pop(first))
    deck[:0] = looked


DISCARDED = "discarded "
"""How a move names a card of the discard pile where one of the hand can be chosen too."""


def cull(desk: Desk, sentence: Sentence, seat: int | None = None) -> None:
    owner = desk.actor if seat is None else seat
    places = desk.seat(owner)
    for _ in range(sentence.n):
        options = {*places["hand"], *(f"{DISCARDED}{card}" for card in places["discard"])}
        word = desk.choose(options, stop=True, seat=owner)
        if word is None:
            return
        card = word.removeprefix(DISCARDED)
        places["hand" if word == card else "discard"].remove(card)
        desk.position["trash"].append(card)


def discard_for_points(desk: Desk, sentence: Sentence) -> None:
    for _ in range(sentence.n):
        card = desk.choose(desk.mine["hand"], stop=True)
        if card is None:
            return
        desk.mine["hand"].remove(card)
        desk.drop(card)
        desk.given["power"] += 1


def discard_down(desk: Desk, seat: int, left: int) -> None:
    hand = desk.seat(seat)["hand"]
    while len(hand) > left:
        card = desk.choose(hand, seat=seat)
        assert card is not None
        hand.remove(card)
        desk.drop(card, seat)


def others_discard_to(desk: Desk, sentence: Sentence) -> None:
    for seat in list(clockwise(desk, desk.actor))[1:]:
        discard_down(desk, seat, sentence.n)


def gain_card(desk: Desk, sentence: Sentence) -> None:
    stack = stack_named(sentence.what)
    to = desk.mine["army"] if sentence.to == INTO_ARMY else desk.mine["discard"]
    for _ in range(sentence.n):
        card = take(desk.position["stacks"], stack)
        if card is not None:
            to.append(card)


def take(stacks: dict[str, Any], stack: str) -> str | None:
    """The top card of a stack, taken off; None if it is empty."""
    if not stacks[stack]:
        return None
    if isinstance(stacks[stack], list):
        card: str = stacks[stack].pop(0)
        return card
    stacks[stack] -= 1
    return stack


def insurgents(cards: list[str]) -> list[str]:
    return [card for card in cards if card_of(card).values["type"] == "insurgent"]


def revive(desk: Desk, sentence: Sentence) -> None:
    pile = desk.mine["discard"]
    card = desk.choose(card for card in insurgents(pile) if number(card_of(card), "cost") <= sentence.n)
    if card is not None:
        pile.remove(card)
        desk.mine["army"].append(card)


def recall(desk: Desk, sentence: Sentence) -> None:
    pile = desk.mine["discard"]
    for _ in range(sentence.n):
        card = desk.choose(insurgents(pile), stop=True)
        if card is None:
            return
        pile.remove(card)
        desk.mine["hand"].append(card)


def claim(desk: Desk, sentence: Sentence) -> None:
    for _ in range(sentence.n):
        districts = desk.position["districts"]
        free = [at for at in districts_of(desk, None) if not districts[at]["cards"]]
        at = desk.choose(map(str, free))
        if at is not None:
            districts[int(at)]["owner"] = desk.actor


def choose_one(desk: Desk, sentence: Sentence) -> None:
    line = desk.choose(map(str, range(len(sentence.lines))))
    do_all(desk, sentence.lines[int(line or 0)])


def gold_for_each(desk: Desk, sentence: Sentence) -> None:
    desk.given["gold"] += sentence.n * COUNTED[sentence.what](desk)


def shows_in_battle(desk: Desk, sentence: Sentence) -> None:
    """Nothing moves until there is a battle."""


def double_attack(desk: Desk, sentence: Sentence) -> None:
    """Insurgents of the Army are chosen by their number; of those that are alike the first is offered."""
    left = list(enumerate(insurgents(desk.mine["army"])))
    for _ in range(sentence.n):
        first = {card: str(at) for at, card in reversed(left)}
        word = desk.choose(first.values())
        left = [(at, card) for at, card in left if str(at) != word]


def reinforce(desk: Desk, sentence: Sentence) -> None:
    raise AssertionError(f"only what arrives is reinforced, see `put`: {sentence} of seat {desk.actor}")


def spawn(faction: str) -> Deed:
    def deed(desk: Desk, sentence: Sentence) -> None:
        for letter in sentence.what.lower().split(", "):
            put(desk, faction, district_of(desk, letter))

    return deed


def district_of(desk: Desk, letter: str) -> int:
    (at,) = (at for at, district in enumerate(desk.position["districts"]) if letter in district["tokens"])
    return at


def put(desk: Desk, faction: str, at: int) -> None:
    """The top card of a faction's deck on a district; what it says; and then it may have to fight."""
    if not desk.position[faction]:
        return
    district = desk.position["districts"][at]
    card: str = desk.position[faction].pop(0)
    foes = [each for each in district["cards"] if card_of(each).values["type"] != faction]
    district["cards"].append(card)
    for sentence in says(card).of("arrives"):
        for _ in range(sentence.n):
            put(desk, faction, at)
    if foes:
        clash(desk, at, card, foes)
    if district["owner"] is not None:
        meet_fish(desk, at, card)


def clash(desk: Desk, at: int, newcomer: str, foes: list[str]) -> None:
    """One card that says nothing fights another one, damage staying, until one is dead."""
    assert len(foes) == 1
    assert len(desk.position["districts"][at]["cards"]) == 2
    fighters = (newcomer, foes[0])
    assert not any(says(card).keywords or says(card).said for card in fighters), "the reader would err"
    if desk.state.player is not None and "horde 1" in desk.legal():
        desk.play("horde 1")
    left = {card: number(card_of(card), "defence") for card in fighters}
    while min(left.values()) > 0:
        left[newcomer] -= number(card_of(foes[0]), "attack")
        left[foes[0]] -= number(card_of(newcomer), "attack")
    for card in fighters:
        if left[card] <= 0:
            desk.position["districts"][at]["cards"].remove(card)
            desk.position[f"{card_of(card).values['type']}_discard"].append(card)


def meet_fish(desk: Desk, at: int, newcomer: str) -> None:
    """A card that arrives attacks an Army of Beard Fish, of which each deals 1 damage and dies of 1.

    They fight until the card is dead, which gives its Victory Points, or no fish are left. Damage stays.
    """
    district = desk.position["districts"][at]
    owner = desk.seat(district["owner"])
    assert set(owner["army"]) == {"beard-fish"}
    desk.deal()
    suffered = 0
    while suffered < number(card_of(newcomer), "defence") and owner["army"]:
        suffered += len(owner["army"])
        for _ in range(min(len(owner["army"]), attack_of(newcomer, attacks=True))):
            owner["army"].remove("beard-fish")
            desk.position["stacks"]["beard-fish"] += 1
    if suffered >= number(card_of(newcomer), "defence"):
        district["cards"].remove(newcomer)
        desk.position[f"{card_of(newcomer).values['type']}_discard"].append(newcomer)
        owner["vp"] += number(card_of(newcomer), "vp")
    if not owner["army"]:
        district["owner"] = None


def horde_grows(desk: Desk, sentence: Sentence) -> None:
    for at, district in enumerate(desk.position["districts"]):
        if any(card_of(card).values["type"] == "horde" for card in district["cards"]):
            for _ in range(sentence.n):
                put(desk, "horde", at)


def all_discard_to(desk: Desk, sentence: Sentence) -> None:
    for seat in clockwise(desk, desk.position["first"]):
        discard_down(desk, seat, sentence.n)


def all_cull(desk: Desk, sentence: Sentence) -> None:
    for seat in clockwise(desk, desk.position["first"]):
        cull(desk, sentence, seat)


def all_vp_for_each_district(desk: Desk, sentence: Sentence) -> None:
    for number_, seat in enumerate(desk.position["seats"]):
        seat["vp"] += sentence.n * len(districts_of(desk, number_))


def underdog_vp(desk: Desk, sentence: Sentence) -> None:
    for number_, seat in enumerate(desk.position["seats"]):
        seat["vp"] += 0 if districts_of(desk, number_) else sentence.n


DEEDS: dict[str, Deed] = {
    "gain-gold": gain("gold"),
    "gain-points": gain("power"),
    "gain-drafts": gain("drafts"),
    "gain-attacks": gain("attacks"),
    "gain-vp": gain_vp,
    "draw": draw,
    "discard": discard,
    "sift": sift,
    "cull": cull,
    "discard-for-points": discard_for_points,
    "others-discard-to": others_discard_to,
    "gain-card": gain_card,
    "revive": revive,
    "recall": recall,
    "army-attack": shows_in_battle,
    "army-defence": shows_in_battle,
    "weaken": shows_in_battle,
    "strike": shows_in_battle,
    "blind": shows_in_battle,
    "rescue": shows_in_battle,
    "double-attack": double_attack,
    "claim": claim,
    CHOICE: choose_one,
    "gold-for-each": gold_for_each,
    "attack-for-each": shows_in_battle,
    "reinforce": reinforce,
    "spawn-horde": spawn("horde"),
    "spawn-guard": spawn("guard"),
    "horde-grows": horde_grows,
    "all-discard-to": all_discard_to,
    "all-cull": all_cull,
    "all-vp-for-each-district": all_vp_for_each_district,
    "underdog-vp": underdog_vp,
}
"""For each effect what its sentence says is done."""
