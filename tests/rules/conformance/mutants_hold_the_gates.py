"""Faults to plant in Hold the Gates!"""

from __future__ import annotations

from rules.conformance.planting import Mutant

MUTANTS = (
    Mutant(
        "the list of unseen cards ends with the other's hand",
        "hidden.py",
        "unseen.append(sorted_ids(hidden, table.kinds))",
        "unseen.append([table.kinds.ids[kind] for kind in hidden])",
        "views",
    ),
    Mutant(
        "the seed is in the view",
        "hidden.py",
        '        "seat": seat,\n',
        '        "lots": table.shuffler.seed,\n        "seat": seat,\n',
        "views",
    ),
    Mutant(
        "the own hand is only counted",
        "hidden.py",
        "        if owner != seat:\n",
        "        if owner >= 0:\n",
        "own",
    ),
    Mutant(
        "hands are imagined as they are listed",
        "hidden.py",
        "    shuffler.shuffle(order)\n",
        "",
        "worlds",
    ),
    Mutant(
        "drawn cards stay in the deck",
        "table.py",
        "        del self.deck[-count:]\n",
        "        del self.deck[1 - count :]\n",
        "cards",
    ),
    Mutant(
        "cards at the gates vanish at the end of a turn",
        "table.py",
        "        self.discard += self.gates\n",
        "",
        "cards",
    ),
    Mutant(
        "a card beside a unit goes to the unit's owner",
        "table.py",
        "            self.side(self.kinds.owner[kind]).discard.append(kind)\n",
        "            side.discard.append(kind)\n",
        "cards",
    ),
    Mutant(
        "cards that are gone from hand may still be played",
        "table.py",
        "            self.held &= ~(1 << kind)\n",
        "            self.held |= 1 << kind\n",
        "play",
    ),
    Mutant(
        "the winner takes the consolation",
        "play.py",
        "scores = (numbers.attacker_wins, numbers.defender_consoles * self.tier)",
        "scores = (numbers.defender_consoles * self.tier, numbers.attacker_wins)",
        "results",
    ),
    Mutant(
        "the King's Army helps the attacker",
        "play.py",
        "(0, numbers.kings_army), (DEFENDER,), reason",
        "(0, numbers.kings_army), (ATTACKER,), reason",
        "results",
        60,
    ),
    Mutant(
        "clones share their units",
        "table.py",
        "[unit.clone() for unit in self.field]",
        "self.field[:]",
        "clones",
    ),
    Mutant("clones share the discards", "table.py", "self.discard[:]", "self.discard", "clones"),
    Mutant(
        "damage on a unit is not written down",
        "position.py",
        "[kinds.ids[unit.kind], str(unit.damage), *beside]",
        '[kinds.ids[unit.kind], "0", *beside]',
        "positions",
    ),
    Mutant(
        "cards are listed by their words' hashes",
        "position.py",
        "for kind in sorted(cards)]",
        "for kind in sorted(cards, key=lambda kind: hash(kinds.ids[kind]))]",
        "repeats",
    ),
    Mutant(
        "the discards are shuffled in the order in which they came",
        "table.py",
        "deck = sorted(self.deck + self.discard)",
        "deck = self.deck + self.discard",
        "positions",
        60,
    ),
    Mutant(
        "it takes the day for a seed",
        "play.py",
        "        self.attacker.discard = self.kinds.tiers[1][:]\n",
        "        import datetime\n\n"
        "        self.shuffler.made = datetime.date.today().day\n"
        "        self.attacker.discard = self.kinds.tiers[1][:]\n",
        "chance",
    ),
    Mutant(
        "legal moves are in the order of cards",
        "moves.py",
        "            self._options[asked] = known\n",
        "            known = tuple(sorted(known, key=lambda move: self.kind[move]))\n"
        "            self._options[asked] = known\n",
        "moves",
    ),
    Mutant(
        "actions on different units are called the same",
        "moves.py",
        'f"action {word}>{place}")',
        'f"action {word}>{place % 4}")',
        "words",
    ),
    Mutant(
        "it crashes in the last turn",
        "play.py",
        "            self.turn += 1\n",
        "            self.turn += 1\n            assert self.turn != 12\n",
        "play",
        60,
    ),
    Mutant(
        "the King's Army never comes",
        "play.py",
        "return self.turn >= self.rules.numbers.turns",
        "self.turn -= self.turn >= self.rules.numbers.turns\n        return False",
        "play",
        60,
    ),
)
