"""Faults to plant in Hold the Gates!"""

from __future__ import annotations

from rules.conformance.planting import Mutant

MUTANTS = (
    Mutant(
        "the list of unseen cards ends with the other's hand",
        "position.py",
        "unseen.append(sorted_ids(hidden, config.ids))",
        "unseen.append([config.ids[kind] for kind in hidden])",
        "views",
    ),
    Mutant(
        "the seed is in the view",
        "position.py",
        '        "seat": seat,\n',
        '        "lots": state.shuffler.seed,\n        "seat": seat,\n',
        "views",
    ),
    Mutant(
        "the own hand is only counted",
        "position.py",
        "        if owner != seat:\n",
        "        if owner >= 0:\n",
        "own",
    ),
    Mutant(
        "hands are determinized as they are listed",
        "position.py",
        "    shuffler.shuffle(order)\n",
        "",
        "worlds",
    ),
    Mutant(
        "drawn cards stay in the deck",
        "rules.py",
        "    del deck[-count:]\n",
        "    del deck[1 - count :]\n",
        "cards",
    ),
    Mutant(
        "cards at the gates vanish at the end of a turn",
        "rules.py",
        "            side.discard += side.gates\n",
        "",
        "cards",
    ),
    Mutant(
        "a card beside a unit goes to the unit's owner",
        "rules.py",
        "            self.side(self.rules.owner[kind]).discard.append(kind)\n",
        "            side.discard.append(kind)\n",
        "cards",
    ),
    Mutant(
        "cards that are gone from hand may still be played",
        "position.py",
        "            self.held &= ~(1 << kind)\n",
        "            self.held |= 1 << kind\n",
        "play",
    ),
    Mutant(
        "the winner takes the consolation",
        "rules.py",
        "scores = (config.attacker_wins, config.defender_consoles * self.tier)",
        "scores = (config.defender_consoles * self.tier, config.attacker_wins)",
        "results",
    ),
    Mutant(
        "the King's Army helps the attacker",
        "rules.py",
        "(config.attacker_consoles, config.kings_army), (DEFENDER,), reason",
        "(config.attacker_consoles, config.kings_army), (ATTACKER,), reason",
        "results",
        60,
    ),
    Mutant(
        "clones share their units",
        "position.py",
        "[unit.clone() for unit in self.field]",
        "self.field[:]",
        "clones",
    ),
    Mutant("clones share the discards", "position.py", "self.discard[:]", "self.discard", "clones"),
    Mutant(
        "damage on a unit is not written down",
        "position.py",
        "{ids[unit.kind]} {unit.damage}",
        "{ids[unit.kind]} 0",
        "positions",
    ),
    Mutant(
        "cards are listed by their words' hashes",
        "position.py",
        "for kind in sorted(cards)]",
        "for kind in sorted(cards, key=lambda kind: hash(ids[kind]))]",
        "repeats",
    ),
    Mutant(
        "the discards are shuffled in the order in which they came",
        "rules.py",
        "deck = sorted(side.deck + side.discard)",
        "deck = side.deck + side.discard",
        "positions",
        60,
    ),
    Mutant(
        "it takes the day for a seed",
        "rules.py",
        "        self.attacker.discard = self.rules.tiers[1][:]\n",
        "        import datetime\n\n"
        "        self.shuffler.made = datetime.date.today().day\n"
        "        self.attacker.discard = self.rules.tiers[1][:]\n",
        "chance",
    ),
    Mutant(
        "legal moves are in the order of cards",
        "rules.py",
        "        return rules.legal[len(own.field) * rules.places + len(enemy.field)].among(own.held)\n",
        "        found = rules.legal[len(own.field) * rules.places + len(enemy.field)].among(own.held)\n"
        "        return tuple(sorted(found, key=lambda move: rules.notation.kind[move]))\n",
        "moves",
    ),
    Mutant(
        "actions on different units are called the same",
        "notation.py",
        'f"action {unit.id}>{place}")',
        'f"action {unit.id}>{place % 4}")',
        "words",
    ),
    Mutant(
        "it crashes in the last turn",
        "rules.py",
        "            self.turn += 1\n",
        "            self.turn += 1\n            assert self.turn != 12\n",
        "play",
        60,
    ),
    Mutant(
        "the King's Army never comes",
        "rules.py",
        "            if self.turn >= self.rules.config.turns:\n",
        "            self.turn -= self.turn >= self.rules.config.turns\n            if self.turn < 0:\n",
        "play",
        60,
    ),
)
