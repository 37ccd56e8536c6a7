"""What is wrong in a bundled game's card database is reported in its place, with card and field."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from games import PROJECT

from generator.catalog.problems import Problems
from generator.rules import BadDatabase, load
from generator.rules.loading import read_game

CASES: dict[str, dict[str, dict[str, str]]] = {
    "gateway/city.yaml": {
        "played: [{gain-points: 2}]": {
            "played: [{^gain-pionts: 2}]": "effects.played.0: 'gain-pionts' is not an effect (card "
            "magic-orb); did you mean `gain-points`?",
        },
        "{played: [{gain-points: 2}]}": {
            "{^payed: [{gain-points: 2}]}": "effects: 'payed' is not a trigger (card magic-orb); did you "
            "mean `played`?",
            "{^arrives: [{reinforce: 2}]}": "effects: `arrives` never happens on a card of type asset "
            "(card magic-orb); it has `played`",
        },
        "keywords: {guardbane: 2}": {
            "keywords: {^gardbane: 2}": "keywords: 'gardbane' is not a keyword (card red-templar); did you "
            "mean `guardbane`?",
            "keywords: {guardbane: ^true}": "keywords.guardbane: expected a whole number, got true (card "
            "red-templar)",
        },
        "{gold-for-each: {n: 1, of: districts}}": {
            "{gold-for-each: {n: 1, of: ^distrits}}": "effects.played.1.gold-for-each.of: 'distrits' is "
            "not a countable thing (card astrolabe-sage); did you mean `districts`?",
            "{gold-for-each: {n: 1, of: ^kin}}": "effects.played.1.gold-for-each.of: only Guards and Horde "
            "count their kin, got 'kin' (card astrolabe-sage)",
        },
        "card: beard-fish, to: army": {
            "card: ^beard-fisch, to: army": "effects.played.0.gain-card.card: 'beard-fisch' is not a card "
            "that can be given (card fishmancer); did you mean `beard-fish`?",
            "card: beard-fish, to: ^hand": "effects.played.0.gain-card.to: 'hand' is not a place for a "
            "card (card fishmancer); expected army or discard",
        },
        "gain-card: {n: 2, card: beard-fish, to: army}": {
            "gain-card: {card: beard-fish, ^too: army}": "effects.played.0.gain-card: unknown key `too` "
            "(card fishmancer); did you mean `to`?",
        },
        "cost: 5\n    power: 2\n    attack: 5": {
            "cost: ^-5\n    power: 2\n    attack: 5": "cost: expected at least 0, got -5 (card "
            "blunderbuss-mage)",
        },
        "effects: {battle: [{blind: 1}]}": {
            "effects: {battle: [{^gain-attacks: 1}]}": "effects.battle.0: gain-attacks under `battle` "
            "would loop for ever: each battle would pay for the next attack (card witchmasker); it goes "
            "under `played`, `conquest`, `used` or `ability`",
        },
        "killed: [{others-discard-to: 4}]": {
            "killed: [{^revive: 4}]": "effects.killed.0: revive under `killed` would loop for ever: the "
            "dead would bring each other back (card pamphleteer); it goes under `played`, `battle`, "
            "`conquest`, `used` or `ability`",
        },
    },
    "gateway/base.yaml": {
        "keywords: {vanguard: true}": {
            "keywords: {vanguard: ^3}": "keywords.vanguard: expected true, got 3 (card defender); vanguard "
            "takes no number",
            "keywords: ^{vanguard: true, veiled: true}": "keywords: Vanguard takes damage before the "
            "others, Veiled after them (card defender); a card has one of them",
        },
        "played: [{gain-gold: 1}]": {
            "played: [{gain-gold: ^-1}]": "effects.played.0.gain-gold: expected 1 to 99, got -1 (card "
            "merchant)",
            "played: [{gain-gold: ^one}]": "effects.played.0.gain-gold: gain-gold takes a whole number, as "
            "in `draw: 2`; got 'one' (card merchant)",
            "played: ^[]": "effects.played: the list of effects is empty (card merchant); leave the key out",
            "played: [{^all-cull: 1}]": "effects.played.0: all-cull does not go under `played` (card "
            "merchant); it goes under `event`",
        },
        "[[{gain-gold: 2}], [{gain-points: 1}]]": {
            "^[{gain-gold: 2}, {gain-points: 1}]": "effects.played.0.choose-one: choose-one takes a list "
            "of lists of effects, as in `choose-one: [[{draw: 2}], [{gain-gold: 2}]]`; got a list (card "
            "saloran-cart)",
            "^[[{gain-gold: 2}]]": "effects.played.0.choose-one: a choice is between two lines or more "
            "(card saloran-cart)",
            "&again [^*again, *again]": "`*again` is inside the value it repeats",
        },
        "name: Merchant\n    type: asset": {
            "name: Merchant\n    type: ^assset": "type: expected one of insurgent, asset, runestone, "
            "guard, horde; got 'assset' (card merchant); did you mean `asset`?",
            "name: Merchant\n    type: ^horde": "type: 'horde' is not a card type allowed here (card "
            "merchant); expected insurgent or asset",
        },
        "attack: 2\n    defence: 2": {"defence: 2": "attack: `attack` is missing (card rebel)"},
        "name: Merchant": {
            "name: Merchant\n    attack: ^3": "attack: this type of card has no attack, got 3 (card "
            "merchant); leave it out",
        },
    },
    "gateway/guard.yaml": {
        "keywords: {bulwark: 2}": {
            "keywords: {^fleeting: true}": "keywords: fleeting does nothing on a card of type guard (card "
            "lamplit-watch)",
        },
        "copies: 12,": {
            "effects: {arrives: ^[{reinforce: 2}]}, copies: 12,": "effects.arrives: would loop for ever: "
            "24 guard cards bring 27 others as they arrive, so only the end of the deck stops them "
            "(card city-guard); let fewer of them reinforce, or by less",
        },
    },
    "gateway/districts.yaml": {
        "weaken: 3": {
            "weaken: ^0": "ability.0.weaken: expected 1 to 99, got 0 (card sailmakers-bridge)",
            "^strike: 3": "ability.0: strike does not go under `ability` (card sailmakers-bridge); it goes "
            "under `battle` or `used`",
        },
    },
    "gateway/events.yaml": {
        "{spawn-horde: [c]}": {
            "{spawn-horde: ^2}": "effects.0.spawn-horde: spawn-horde takes a list of district tokens, as "
            "in `spawn-horde: [a, b]`; got 2 (card smoke-over-the-canal)",
            "{spawn-horde: [^q]}": "effects.0.spawn-horde.0: 'q' is not a token (card "
            "smoke-over-the-canal); expected a, b, c, d, e or f",
            "{spawn-horde: [^x]}": "effects.0.spawn-horde.0: an event never names a free space (card "
            "smoke-over-the-canal)",
        },
    },
    "gateway/runestones/lesser.yaml": {
        "{id: lesser-ward,": {
            "{cost: ^4, id: lesser-ward,": "cost: 4, and all Lesser Runestones cost 3 (card lesser-ward)",
        },
    },
    "gateway/horde.yaml": {
        "{arrives: [{reinforce: 1}]}": {
            "{arrives: [{^spawn-guard: [a]}]}": "effects.arrives.0: spawn-guard under `arrives` would loop "
            "for ever: each arrival would bring on the next (card drueggar-packmother); it goes under "
            "`event`",
        },
    },
    "gateway/game.yaml": {
        "    gain-vp:\n      takes: number": {
            "    steal-vp:\n      takes: number": "rules.effects.steal-vp: the effect steal-vp has no "
            "meaning in the engine; the engine would not know what to do",
        },
        '      one: "Gain 1 {gold}."\n': {"": "rules.effects.gain-gold: `one` is missing"},
        'many: "Draw {n} cards."': {
            'many: ^"Draw cards."': "rules.effects.draw.many: expected `{n}` once, found it 0 times",
        },
        'one: "Gain 1 {gold} for each {of}."': {
            'one: ^"Gain 1 {gold} for each."': "rules.effects.gold-for-each.one: expected `{of}` once, "
            "found it 0 times",
        },
        "    draw:\n      takes: number": {
            "    draw:\n      takes: tokens": "rules.effects.draw.takes: in the engine, draw takes a whole "
            "number, as in `draw: 2`; write `takes: number`",
        },
        "districts: 6": {"districts: 16": "rules.setups.1.districts: 16 are needed, and there are 10"},
        "first_game_adds: [orb-keeper, spellbones]": {
            "first_game_adds: [orb-keeper, spellbines]": "rules.setups.1.first_game: no City card named "
            "spellbines",
        },
        "starter: {merchant: 7,": {
            "starter: {merchant: ^12,": "rules.starter.merchant: 3 players need 36, and there are 33",
        },
        "hand: 6": {"hand: ^-6": "rules.hand: expected 1 to 20, got -6"},
    },
    "hold-the-gates/game.yaml": {
        "  kings_army: 15 ": {"  # ": "`kings_army` is missing"},
        "  hand: 5 ": {"  hand: many ": "rules.hand: expected a whole number, got 'many'"},
        "tiers: [grunt, berserkers, chieftain, turncoat, catapult, warbeasts]": {
            "tiers: [grunt, berserkers, chieftain, turncoat, catapult]": "tier: expected 1 to 5, got 6 "
            "(card warbeasts)",
        },
        "tiers: [grunt, berserkers, chieftain": {
            "tiers: [grunt, chieftain, berserkers": "rules.tiers.1: 'chieftain' is not an attacker of tier "
            "2; one of them is berserkers",
        },
        "usual_settlement: village": {
            "usual_settlement: vilage": "rules.usual_settlement: 'vilage' is not a settlement; did you "
            "mean `village`?",
        },
        "lasts: gates\n    weaken:": {
            "target: own\n      lasts: gates\n    weaken:": "effect: strengthen-all names no unit, so it "
            "can't have a `target` (card militia-captain)",
            "\n    weaken:": "effect: strengthen-all does something only with `lasts: gates` (card "
            "militia-captain)",
        },
    },
    "hold-the-gates/cards.yaml": {
        "action: Frenzy, effect: hit-front, amount: 2": {
            "action: Frenzy, effect: hit-front": "amount: expected a whole number, got nothing (card "
            "berserkers)",
        },
        "ranged: 3, action: Volley, effect: hit-ranks, amount: 1, ranks: 2": {
            "ranged: 3, action: Volley, effect: hit-ranks, amount: 1": "ranks: expected a whole number, "
            "got nothing (card archers)",
        },
        "tier: 2, copies: 2, strength: 4": {
            "copies: 2, strength: 4": "tier: expected a whole number, got nothing (card berserkers)",
        },
    },
    "hold-the-line/game.yaml": {
        "takes: 2": {
            "takes: 0": "rules.armor.takes: expected 1 to 60, got 0",
            "takes: 2, take: 3": "rules.armor: unknown key `take`",
        },
        ", max_rounds: 100": {"": "rules.rulings: `max_rounds` is missing"},
        "lanes: 5": {"lanes: 8": "rules.hand.first: setup needs a card"},
        "push: 1": {"push: 3": "rules.push: expected 1 to 2, got 3"},
        "start: green": {"start: red": "rules.lines: expected as many"},
        "first: 7": {"first: 15": "rules.hand.first: an army has 14 cards"},
    },
    "hold-the-line/troops.yaml": {
        "army: sand, copies: 8": {"army: sand, copies: 9": "copies: not as in the olive army"},
        "army: sand, copies: 4": {"army: sand, copies: 4, health: 2": "health: not as in the olive army"},
        "army: sand, copies: 2": {
            "army: olive, copies: 2": "a second card of the kind tank in the olive army",
        },
        "damage: [4]": {"damage: [speed]": "damage: expected a list of"},
    },
    "strongholds/game.yaml": {
        "times: 2, ": {"": "rules.royals.Q: `times` is missing"},
        "sends: 1,": {"sends: 2,": "rules.royals.J.sends: a Jack has"},
        "{name: Jack,": {"{times: 2, name: Jack,": "rules.royals.J.times: only a Queen"},
        "{2: colour,": {
            "{2: colour, 3: suit,": "rules.families.3: expected a suit for each of 3",
            "{2: suit,": "rules.families.2: expected a suit for each",
        },
        "    J: {name": {"    X: {name": "rules.royals: expected J, Q and K"},
        "ace: {draw: 2}": {"ace: {draws: 2}": "rules.ace: unknown key `draws`"},
        "hand: 6 ": {"hand: 11 ": "44 cards are dealt of 42"},
        "red: [hearts, diamonds]": {"red: [hearts]": "rules.colours: expected each suit once"},
        "max_turns: 200": {"max_turns: 0": "rules.rulings.max_turns: expected 1"},
    },
    "strongholds/deck.yaml": {
        "rank: K, colour: red": {"rank: K, colour: black": "colour: hearts are not black (card KH"},
        "kind: royal, suit: spades, rank: J": {
            "kind: ace, suit: spades, rank: J": "kind: a card of rank J is a royal, got 'ace' (card JS",
        },
        "  - {id: QS, name: Queen of Spades, kind: royal, suit: spades, rank: Q, colour: black}\n": {
            "": "no card here has `suit`",
        },
        'rank: "3", power: 3': {'rank: "2", power: 3': "2S stands 2 times in the deck"},
        "kind: ace, suit: spades, rank: A": {
            "kind: ace, suit: spades, rank: A, power: 4": "only a troop has a number",
        },
        'rank: "2", power: 2': {'rank: "2"': "a troop needs its number, got nothing"},
        "kind: joker, colour: red": {"kind: joker, suit: hearts, colour: red": "a joker has no suit"},
    },
}
"""For each file what stands there, what is written instead, and what is said to it. ``^`` stands before
what the fault points at; without it any place will do."""


def copy_of(game: str, folder: Path) -> Path:
    return Path(shutil.copytree(PROJECT / "cards" / game, folder / "cards" / game))


def spoil(path: Path, old: str, new: str) -> tuple[int, int] | None:
    """Puts ``new`` in place of ``old``; the line and column that it marks."""
    before, found, after = path.read_text("utf-8").partition(old)
    assert found
    path.write_text(before + new.replace("^", "") + after, "utf-8")
    ahead, marked, _ = (before + new).partition("^")
    return (ahead.count("\n") + 1, len(ahead) - ahead.rfind("\n")) if marked else None


@pytest.mark.parametrize(
    ("place", "old", "new", "said"),
    [(place, old, new, said) for place, olds in CASES.items() for old, cases in olds.items()
     for new, said in cases.items()],
)  # fmt: skip
def test_it_is_reported_in_its_place(tmp_path: Path, place: str, old: str, new: str, said: str) -> None:
    game, _, file = place.partition("/")
    at = spoil(copy_of(game, tmp_path) / file, old, new)
    with pytest.raises(BadDatabase) as caught:
        load(str(tmp_path / "cards" / game))
    [reported] = [line for line in str(caught.value).splitlines() if said in line] or [str(caught.value)]
    assert (f"{file}:{at[0]}:{at[1]}: error: {said}" if at else said) in reported
    assert re.search(r"\.yaml:\d+:\d+: error: ", reported)


def test_all_is_reported_at_once(tmp_path: Path) -> None:
    folder = copy_of("gateway", tmp_path)
    spoil(folder / "city.yaml", "played: [{gain-points: 2}]", "played: [{gain-pionts: 2}]")
    spoil(folder / "base.yaml", "played: [{gain-gold: 1}]", "played: [{gain-gold: -1}]")
    spoil(folder / "events.yaml", "{spawn-horde: [c]}", "{spawn-horde: [q]}")
    spoil(folder / "game.yaml", "starter: {merchant: 7,", "starter: {merchant: 12,")
    with pytest.raises(BadDatabase) as caught:
        load(str(folder))
    for file in ("base", "city", "events", "game"):
        assert f"{file}.yaml:" in str(caught.value)


def test_an_effect_that_the_engine_does_not_know_is_reported_with_the_card(tmp_path: Path) -> None:
    folder = copy_of("hold-the-gates", tmp_path)
    spoil(folder / "game.yaml", "mend, drive-off, nothing]}", "mend, drive-off, nothing, poison]}")
    spoil(folder / "cards.yaml", "effect: drive-off", "effect: poison")
    with pytest.raises(BadDatabase, match=r"cards.yaml:17.* effect: 'poison' is not an effect") as caught:
        load(str(folder))
    assert "(card turncoat); expected strengthen, strengthen-all, weaken" in str(caught.value)


def test_a_deck_that_does_not_last_whole_tiers_is_warned_of(tmp_path: Path) -> None:
    folder = copy_of("hold-the-gates", tmp_path)
    spoil(folder / "game.yaml", "  hand: 5 ", "  hand: 4 ")
    problems = Problems()
    assert read_game(str(folder), problems) is not None
    assert "the defender's 10 cards are not 2 hands of 4" in str(next(iter(problems)))
