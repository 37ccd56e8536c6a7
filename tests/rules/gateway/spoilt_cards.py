"""Slips of the pen in the card lists of Gateway, and what is said to each."""

from __future__ import annotations

CASES: dict[str, tuple[str, str, str, str | None, str]] = {
    "unknown effect": (
        "city.yaml",
        "played: [{gain-points: 2}]",
        "played: [{gain-pionts: 2}]",
        "gain-pionts",
        "effects.played.0: 'gain-pionts' is not an effect (card magic-orb); did you mean `gain-points`?",
    ),
    "unknown trigger": (
        "city.yaml",
        "{played: [{gain-points: 2}]}",
        "{payed: [{gain-points: 2}]}",
        "payed",
        "effects: 'payed' is not a trigger (card magic-orb); did you mean `played`?",
    ),
    "trigger of other cards": (
        "city.yaml",
        "{played: [{gain-points: 2}]}",
        "{arrives: [{reinforce: 2}]}",
        "arrives",
        "effects: `arrives` never happens on a card of type asset (card magic-orb); it has `played`",
    ),
    "unknown keyword": (
        "city.yaml",
        "keywords: {guardbane: 2}",
        "keywords: {gardbane: 2}",
        "gardbane",
        "keywords: 'gardbane' is not a keyword (card red-templar); did you mean `guardbane`?",
    ),
    "keyword without its number": (
        "city.yaml",
        "keywords: {guardbane: 2}",
        "keywords: {guardbane: true}",
        "true",
        "keywords.guardbane: expected a whole number, got true (card red-templar)",
    ),
    "keyword with a number too much": (
        "base.yaml",
        "keywords: {vanguard: true}",
        "keywords: {vanguard: 3}",
        "3",
        "keywords.vanguard: expected true, got 3 (card defender); vanguard takes no number",
    ),
    "keyword of other cards": (
        "guard.yaml",
        "keywords: {bulwark: 2}",
        "keywords: {fleeting: true}",
        "fleeting",
        "keywords: fleeting does nothing on a card of type guard (card lamplit-watch)",
    ),
    "vanguard and veiled": (
        "base.yaml",
        "keywords: {vanguard: true}",
        "keywords: {vanguard: true, veiled: true}",
        "{vanguard",
        "keywords: Vanguard takes damage before the others, Veiled after them (card defender); "
        "a card has one of them",
    ),
    "unknown count": (
        "city.yaml",
        "{gold-for-each: {n: 1, of: districts}}",
        "{gold-for-each: {n: 1, of: distrits}}",
        "distrits",
        "effects.played.1.gold-for-each.of: 'distrits' is not a countable thing (card astrolabe-sage); "
        "did you mean `districts`?",
    ),
    "kin of a player's card": (
        "city.yaml",
        "{gold-for-each: {n: 1, of: districts}}",
        "{gold-for-each: {n: 1, of: kin}}",
        "kin",
        "effects.played.1.gold-for-each.of: only Guards and Horde count their kin, got 'kin' "
        "(card astrolabe-sage)",
    ),
    "unknown gift": (
        "city.yaml",
        "card: beard-fish, to: army",
        "card: beard-fisch, to: army",
        "beard-fisch",
        "effects.played.0.gain-card.card: 'beard-fisch' is not a card that can be given (card fishmancer); "
        "did you mean `beard-fish`?",
    ),
    "unknown place": (
        "city.yaml",
        "card: beard-fish, to: army",
        "card: beard-fish, to: hand",
        "hand",
        "effects.played.0.gain-card.to: 'hand' is not a place for a card (card fishmancer); "
        "expected army or discard",
    ),
    "a part is missing": (
        "city.yaml",
        "gain-card: {n: 2, card: beard-fish, to: army}",
        "gain-card: {card: beard-fish, too: army}",
        "too",
        "effects.played.0.gain-card: unknown key `too` (card fishmancer); did you mean `to`?",
    ),
    "negative cost": (
        "city.yaml",
        "cost: 5\n    power: 2\n    attack: 5",
        "cost: -5\n    power: 2\n    attack: 5",
        "-5",
        "cost: expected at least 0, got -5 (card blunderbuss-mage)",
    ),
    "negative amount": (
        "base.yaml",
        "played: [{gain-gold: 1}]",
        "played: [{gain-gold: -1}]",
        "-1",
        "effects.played.0.gain-gold: expected 1 to 99, got -1 (card merchant)",
    ),
    "amount of nothing": (
        "districts.yaml",
        "weaken: 3",
        "weaken: 0",
        "0",
        "ability.0.weaken: expected 1 to 99, got 0 (card sailmakers-bridge)",
    ),
    "a word for a number": (
        "base.yaml",
        "played: [{gain-gold: 1}]",
        "played: [{gain-gold: one}]",
        "one",
        "effects.played.0.gain-gold: gain-gold takes a whole number, as in `draw: 2`; got 'one' "
        "(card merchant)",
    ),
    "a number for letters": (
        "events.yaml",
        "{spawn-horde: [c]}",
        "{spawn-horde: 2}",
        "2",
        "effects.0.spawn-horde: spawn-horde takes a list of district tokens, as in `spawn-horde: [a, b]`; "
        "got 2 (card smoke-over-the-canal)",
    ),
    "an unknown token": (
        "events.yaml",
        "{spawn-horde: [c]}",
        "{spawn-horde: [q]}",
        "q",
        "effects.0.spawn-horde.0: 'q' is not a token (card smoke-over-the-canal); "
        "expected a, b, c, d, e or f",
    ),
    "a free space": (
        "events.yaml",
        "{spawn-horde: [c]}",
        "{spawn-horde: [x]}",
        "x]",
        "effects.0.spawn-horde.0: an event never names a free space (card smoke-over-the-canal)",
    ),
    "a choice without lines": (
        "base.yaml",
        "[[{gain-gold: 2}], [{gain-points: 1}]]",
        "[{gain-gold: 2}, {gain-points: 1}]",
        "[{gain-gold",
        "effects.played.0.choose-one: choose-one takes a list of lists of effects, as in "
        "`choose-one: [[{draw: 2}], [{gain-gold: 2}]]`; got a list (card saloran-cart)",
    ),
    "a choice of one": (
        "base.yaml",
        "[[{gain-gold: 2}], [{gain-points: 1}]]",
        "[[{gain-gold: 2}]]",
        "[[",
        "effects.played.0.choose-one: a choice is between two lines or more (card saloran-cart)",
    ),
    "nothing behind a trigger": (
        "base.yaml",
        "played: [{gain-gold: 1}]",
        "played: []",
        "[]",
        "effects.played: the list of effects is empty (card merchant); leave the key out",
    ),
    "an effect of events": (
        "base.yaml",
        "played: [{gain-gold: 1}]",
        "played: [{all-cull: 1}]",
        "all-cull",
        "effects.played.0: all-cull does not go under `played` (card merchant); it goes under `event`",
    ),
    "an effect of battles in Deployment": (
        "districts.yaml",
        "weaken: 3",
        "strike: 3",
        "strike",
        "ability.0: strike does not go under `ability` (card sailmakers-bridge); "
        "it goes under `battle` or `used`",
    ),
    "an unknown type": (
        "base.yaml",
        "name: Merchant\n    type: asset",
        "name: Merchant\n    type: assset",
        "assset",
        "type: expected one of insurgent, asset, runestone, guard, horde; got 'assset' (card merchant); "
        "did you mean `asset`?",
    ),
    "a type of another component": (
        "base.yaml",
        "name: Merchant\n    type: asset",
        "name: Merchant\n    type: horde",
        "horde",
        "type: 'horde' is not a card type allowed here (card merchant); expected insurgent or asset",
    ),
    "an Insurgent without attack": (
        "base.yaml",
        "attack: 2\n    defence: 2",
        "defence: 2",
        None,
        "attack: `attack` is missing (card rebel)",
    ),
    "a Merchant who fights": (
        "base.yaml",
        "name: Merchant",
        "name: Merchant\n    attack: 3",
        "3",
        "attack: this type of card has no attack, got 3 (card merchant); leave it out",
    ),
    "a Runestone at another price": (
        "runestones/lesser.yaml",
        "{id: lesser-ward,",
        "{cost: 4, id: lesser-ward,",
        "4",
        "cost: 4, and all Lesser Runestones cost 3 (card lesser-ward)",
    ),
    "guards that bring guards for ever": (
        "guard.yaml",
        "{name: City Guard, copies: 12,",
        "{name: City Guard, effects: {arrives: [{reinforce: 2}]}, copies: 12,",
        "[{reinforce: 2",
        "effects.arrives: would loop for ever: 24 guard cards bring 27 others as they arrive, so only the "
        "end of the deck stops them (card city-guard); let fewer of them reinforce, or by less",
    ),
    "spawning on arrival": (
        "horde.yaml",
        "{arrives: [{reinforce: 1}]}",
        "{arrives: [{spawn-guard: [a]}]}",
        "spawn-guard",
        "effects.arrives.0: spawn-guard under `arrives` would loop for ever: each arrival would bring on "
        "the next (card drueggar-packmother); it goes under `event`",
    ),
    "battles that pay for battles": (
        "city.yaml",
        "effects: {battle: [{blind: 1}]}",
        "effects: {battle: [{gain-attacks: 1}]}",
        "gain-attacks",
        "effects.battle.0: gain-attacks under `battle` would loop for ever: each battle would pay for the "
        "next attack (card witchmasker); it goes under `played`, `conquest`, `used` or `ability`",
    ),
    "the dead that wake the dead": (
        "city.yaml",
        "killed: [{others-discard-to: 4}]",
        "killed: [{revive: 4}]",
        "revive",
        "effects.killed.0: revive under `killed` would loop for ever: the dead would bring each other back "
        "(card pamphleteer); it goes under `played`, `battle`, `conquest`, `used` or `ability`",
    ),
    "an effect without a meaning": (
        "game.yaml",
        "    gain-vp:\n      takes: number",
        "    steal-vp:\n      takes: number",
        None,
        "rules.effects.steal-vp: the effect steal-vp has no meaning in the engine; the engine would not "
        "know what to do",
    ),
    "an effect without a sentence": (
        "game.yaml",
        '      one: "Gain 1 {gold}."\n',
        "",
        None,
        "rules.effects.gain-gold: `one` is missing",
    ),
    "a sentence that leaves the number out": (
        "game.yaml",
        'many: "Draw {n} cards."',
        'many: "Draw cards."',
        '"Draw',
        "rules.effects.draw.many: expected `{n}` once, found it 0 times",
    ),
    "a sentence that leaves out what is counted": (
        "game.yaml",
        'one: "Gain 1 {gold} for each {of}."',
        'one: "Gain 1 {gold} for each."',
        '"Gain',
        "rules.effects.gold-for-each.one: expected `{of}` once, found it 0 times",
    ),
    "an effect that takes something else": (
        "game.yaml",
        "    draw:\n      takes: number",
        "    draw:\n      takes: tokens",
        None,
        "rules.effects.draw.takes: in the engine, draw takes a whole number, as in `draw: 2`; "
        "write `takes: number`",
    ),
    "more districts than boards": (
        "game.yaml",
        "districts: 6",
        "districts: 16",
        None,
        "rules.setups.1.districts: 16 are needed, and there are 10",
    ),
    "a first game with an unknown card": (
        "game.yaml",
        "first_game_adds: [orb-keeper, spellbones]",
        "first_game_adds: [orb-keeper, spellbines]",
        None,
        "rules.setups.1.first_game: no City card named spellbines",
    ),
    "a starter deck larger than the box": (
        "game.yaml",
        "starter: {merchant: 7,",
        "starter: {merchant: 12,",
        "12",
        "rules.starter.merchant: 3 players need 36, and there are 33",
    ),
    "a negative hand": (
        "game.yaml",
        "hand: 6",
        "hand: -6",
        "-6",
        "rules.hand: expected 1 to 20, got -6",
    ),
}
"""For each slip a file, what stands there, what is written instead, at what of it the fault is pointed (None:
only at the file), and what is said after the place."""
