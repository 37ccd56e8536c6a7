"""Each card of Gateway fights, and deals and takes what is printed on it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import pytest

from .card_cases_battle import (
    ARMY_WALL,
    AT,
    ATTACKER,
    DEFENDER,
    GUARD_WALL,
    HORDE_WALL,
    Outcome,
    Script,
    arena,
    fight,
    to_the_attack,
)
from .card_cases_deeds import do_all
from .card_cases_desk import Desk, card_of, number, pools, prints, says
from .card_cases_numbers import attack_of, damage_by, defence_of
from .card_cases_print import Sentence

FISH = "beard-fish"
INSURGENTS = [card for card, (_, values, _) in prints().items() if values.values.get("type") == "insurgent"]
NEUTRAL = [card for card, (component, _, _) in prints().items() if component in ("guards", "horde")]
WALLS = {"horde": HORDE_WALL, "guard": GUARD_WALL, "player": ARMY_WALL}


@pytest.mark.parametrize("foes", WALLS)
@pytest.mark.parametrize("card", INSURGENTS)
def test_an_insurgent_that_attacks_deals_what_it_says(card: str, foes: str) -> None:
    own = (card, FISH, FISH)
    runes = ("lesser-coin", "lesser-spark")
    done = fight(arena(own, WALLS[foes], foes, runes=runes))
    expected = damage_by(own, attacks=True, foes=foes, runestones=len(runes) + 1)
    assert done.suffered(DEFENDER) == expected


@pytest.mark.parametrize("card", INSURGENTS)
def test_an_insurgent_that_defends_deals_what_it_says(card: str) -> None:
    own = (card, FISH, FISH)
    done = fight(arena(ARMY_WALL, own, "player", foe_runes=("lesser-coin", "lesser-spark")))
    assert done.suffered(ATTACKER) == damage_by(own, attacks=False, runestones=2)


@pytest.mark.parametrize("card", NEUTRAL)
def test_a_guard_or_horde_card_that_defends_deals_what_it_says(card: str) -> None:
    faction = str(card_of(card).values["type"])
    for here in ((card,), (card, card)) if card_of(card).copies > 1 else ((card,),):
        done = fight(arena(ARMY_WALL, here, faction))
        assert done.suffered(ATTACKER) == damage_by(here, attacks=False)


@pytest.mark.parametrize("missing", [0, 1])
@pytest.mark.parametrize("card", INSURGENTS + NEUTRAL)
def test_a_card_that_defends_dies_of_exactly_its_defence(card: str, missing: int) -> None:
    """It is attacked by as many Beard Fish as its defence, or one fewer; it may blind some of them."""
    kind = str(card_of(card).values["type"])
    dealt = defence_of(card, attacks=False, more=own_defence(card)) - missing
    fish = [FISH] * (dealt + own_blinding(card))
    done = fight(arena(fish, (card,), "player" if kind == "insurgent" else kind))
    assert done.lost(DEFENDER) == (Counter() if missing else Counter([card]))
    if missing:
        assert done.suffered(DEFENDER) == dealt
    assert_it_went(card, done.before, done.after, killed=not missing)
    assert done.after["seats"][0]["vp"] == (0 if missing else number(card_of(card), "vp"))
    assert done.after["districts"][AT]["owner"] == (done.before["districts"][AT]["owner"] if missing else 0)


def own_defence(card: str) -> int:
    """What the card's own battle effect adds to the defence of its Army."""
    return sum(sentence.n for sentence in says(card).of("battle") if sentence.word == "army-defence")


def own_blinding(card: str) -> int:
    return sum(sentence.n for sentence in says(card).of("battle") if sentence.word == "blind")


def assert_it_went(card: str, before: dict[str, Any], after: dict[str, Any], *, killed: bool) -> None:
    """A killed card lies where its type and keywords send it."""
    kind, keywords = str(card_of(card).values["type"]), says(card).keywords
    if kind in ("guard", "horde"):
        assert after.get(f"{kind}_discard", []) == ([card] if killed else [])
        return
    seat = after["seats"][1]
    to_hand = killed and "returning" in keywords
    to_stack = killed and "fleeting" in keywords
    assert seat["hand"].count(card) == int(to_hand)
    assert seat["discard"].count(card) == int(killed and not to_hand and not to_stack)
    if to_stack:
        assert after["stacks"][card] - before["stacks"][card] >= 1


@pytest.mark.parametrize("missing", [0, 1])
@pytest.mark.parametrize("card", INSURGENTS)
def test_an_insurgent_that_attacks_dies_of_exactly_its_defence(card: str, missing: int) -> None:
    defence = defence_of(card, attacks=True, more=own_defence(card))
    foes = defence - missing + own_blinding(card)
    done = fight(arena((card,), [FISH] * foes, "player"))
    assert (card in done.lost(ATTACKER)) == (missing == 0)
    if missing:
        assert done.suffered(ATTACKER) == defence - missing


LASTING = {"army-attack", "army-defence", "weaken", "strike", "blind", "double-attack"}
"""Sentences that show in a battle; what `rescue` says has a test of its own."""
ON_TARGETS = {"strike": "foes", "blind": "foes", "double-attack": "own"}
"""Sentences for which somebody is chosen, and on which side."""
IN_BATTLE_ONLY = {"strike", "blind"}
OWN = ("defender", "defender", "clockwork-ram")
HORDE = ("drueggar-raider", "drueggar-breaker", "drueggar-hulk", "drueggar-hulk")
REBELS = ("defender", "defender", "clockwork-ram", "rebel")


@dataclass(frozen=True, slots=True)
class Source:
    """A card that says something about battles, and when it says it."""

    card: str
    trigger: str
    moment: str
    """``deployment``, ``attacking`` or ``defending``: when it is used, or where it fights."""

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        return says(self.card).of(self.trigger)

    @property
    def own(self) -> tuple[str, ...]:
        return (*OWN, self.card) if self.trigger == "battle" else OWN

    @property
    def foes(self) -> tuple[str, ...]:
        return REBELS if self.moment == "defending" else HORDE

    def fight(self, script: Script) -> Outcome:
        """The battle of OWN with this source."""
        rune = self.trigger == "used"
        script.runes = (self.card,) if rune and self.moment != "deployment" else ()
        if self.moment == "defending":
            return fight(arena(REBELS, self.own, "player", foe_runes=(self.card,) * rune), script)
        board = self.card if self.trigger == "ability" else "portal-court"
        deeds = {"used": f"rune {self.card}", "ability": "ability 0"}
        deed = (deeds[self.trigger],) if self.moment == "deployment" else ()
        return fight(arena(self.own, HORDE, "horde", runes=(self.card,) * rune, board=board), script, deed)


MOMENTS = {
    "used": ("deployment", "attacking", "defending"),
    "ability": ("deployment",),
    "battle": ("attacking", "defending"),
}


def sources(words: set[str]) -> list[Any]:
    return [
        pytest.param(Source(card, trigger, moment), id=f"{card}, {moment}")
        for card, (_, _, print_) in prints().items()
        for trigger, moments in MOMENTS.items()
        if {sentence.word for sentence in print_.of(trigger)} & words
        for moment in moments
    ]


@dataclass(slots=True)
class Reckoning:
    """What both sides suffer in a battle of ``own`` with ``foes``, added up from what is printed."""

    own: tuple[str, ...]
    foes: tuple[str, ...]
    attacks: bool
    faction: str
    more: dict[str, int] = field(default_factory=Counter)
    """By the sentence, what an Army has more and the other side less."""
    struck: Counter[int] = field(default_factory=Counter)
    blinded: set[int] = field(default_factory=set)
    doubled: set[int] = field(default_factory=set)

    def hear(self, sentence: Sentence, targets: list[int]) -> None:
        """A sentence is said, for these cards."""
        if sentence.word == "strike":
            self.struck[targets[0]] += sentence.n
        elif sentence.word in ("blind", "double-attack"):
            assert len(set(targets)) == sentence.n
            (self.blinded if sentence.word == "blind" else self.doubled).update(targets)
        else:
            self.more[sentence.word] += sentence.n

    def defence(self, foe: int) -> int:
        return defence_of(self.foes[foe], attacks=not self.attacks)

    def dead(self) -> set[int]:
        return {foe for foe, damage in self.struck.items() if damage >= self.defence(foe)}

    def foes_suffer(self) -> int:
        here = self.own
        each = [
            attack_of(card, attacks=self.attacks, foes=self.faction, here=here, runestones=1) for card in here
        ]
        dealt = sum(amount * (1 + (at in self.doubled)) for at, amount in enumerate(each))
        taken = {at: min(damage, self.defence(at)) for at, damage in self.struck.items()}
        room = sum(self.defence(at) - taken.get(at, 0) for at in range(len(self.foes)))
        return sum(taken.values()) + min(room, dealt + self.more["army-attack"])

    def own_suffer(self) -> int:
        here = [card for at, card in enumerate(self.foes) if at not in self.dead()]
        dealt = sum(
            attack_of(card, attacks=not self.attacks, here=here)
            for at, card in enumerate(self.foes)
            if at not in self.blinded | self.dead()
        )
        room = sum(
            defence_of(card, attacks=self.attacks, more=self.more["army-defence"]) for card in self.own
        )
        return min(room, max(0, dealt - self.more["weaken"]))


@pytest.mark.parametrize("last", [False, True], ids=["first", "last"])
@pytest.mark.parametrize("source", sources(LASTING))
def test_in_battle_a_card_does_what_it_says(source: Source, last: bool) -> None:
    script = Script(last=last)
    done = source.fight(script)
    attacks = source.moment != "defending"
    reckoning = Reckoning(source.own, source.foes, attacks, "horde" if attacks else "player")
    answers = list(map(int, script.chosen))
    for sentence in source.sentences:
        if source.moment == "deployment" and sentence.word in IN_BATTLE_ONLY:
            continue
        needed = sentence.n if sentence.word in ("blind", "double-attack") else 1
        count = needed if sentence.word in ON_TARGETS else 0
        reckoning.hear(sentence, answers[:count])
        answers = answers[count:]
    assert answers == []
    own, foes = (ATTACKER, DEFENDER) if attacks else (DEFENDER, ATTACKER)
    assert done.suffered(foes) == reckoning.foes_suffer()
    assert done.suffered(own, more=reckoning.more["army-defence"]) == reckoning.own_suffer()
    if reckoning.dead():
        assert Counter(source.foes[at] for at in reckoning.dead()) <= done.lost(foes)


@pytest.mark.parametrize("source", sources(set(ON_TARGETS)))
def test_any_card_that_the_sentence_means_can_be_chosen(source: Source) -> None:
    """Of cards that are alike only the first is offered."""
    script = Script()
    source.fight(script)
    chosen: list[int] = []
    asked = iter(script.offered)
    for sentence in source.sentences:
        if sentence.word in ON_TARGETS and not (
            source.moment == "deployment" and sentence.word in IN_BATTLE_ONLY
        ):
            side = source.own if ON_TARGETS[sentence.word] == "own" else source.foes
            for _ in range(1 if sentence.word == "strike" else sentence.n):
                left = [(card, at) for at, card in enumerate(side) if at not in chosen]
                assert next(asked) == {str(at) for at in dict(reversed(left)).values()}
                chosen.append(min(dict(reversed(left)).values()))
    assert list(asked) == []


@pytest.mark.parametrize("own", [("rebel",) * 5, ("rebel", "defender", "defender"), ("rebel",)], ids=len)
@pytest.mark.parametrize("source", sources({"rescue"}))
def test_the_next_insurgents_killed_go_to_the_hand(source: Source, own: tuple[str, ...]) -> None:
    (number_,) = (sentence.n for sentence in source.sentences if sentence.word == "rescue")
    script = Script(runes=(source.card,) if source.moment != "deployment" else ())
    if source.moment == "defending":
        done = fight(arena(("knight-valdus",) * 5, own, "player", foe_runes=(source.card,)), script)
        seat = done.after["seats"][1]
    else:
        deeds = (f"rune {source.card}",) if source.moment == "deployment" else ()
        done = fight(arena(own, HORDE_WALL, "horde", runes=(source.card,)), script, deeds)
        seat = done.after["seats"][0]
    killed = Counter(own)
    assert Counter(seat["hand"]) + Counter(seat["discard"]) == killed
    assert len(seat["hand"]) == min(number_, len(own))


RUNES = [card for card, (component, _, _) in prints().items() if component == "runestones"]


@pytest.mark.parametrize("card", RUNES)
def test_a_runestone_used_in_another_s_turn_gives_no_pools_and_all_the_rest(card: str) -> None:
    """Gold, Power Points, drafts and attacks are gained in one's own turn only."""
    position = arena(ARMY_WALL, ("defender", "rebel"), "player", foe_runes=(card, "lesser-spark"))
    position["seats"][1] |= {"hand": ["merchant"], "discard": ["rebel", "defender", "merchant", "rebel"]}
    desk = Desk(position)
    to_the_attack(desk.state, Script())
    desk.play(f"attack {AT}")
    if desk.state.player == 0:
        desk.play("done")
    desk.actor = 1
    desk.position["seats"][0]["army"].remove("normal-haste")
    desk.position["trash"].append("normal-haste")
    before = pools(desk.state.to_dict())
    desk.play(f"rune {card}")
    desk.mine["army"].remove(card)
    desk.position["trash"].append(card)
    sentences = tuple(each for each in says(card).of("used") if each.word not in LASTING)
    do_all(desk, sentences)
    assert pools(desk.state.to_dict()) == before
    if len(sentences) == len(says(card).of("used")):
        assert desk.differences() == []
        assert "rune lesser-spark" in desk.legal()
