"""Faults to plant in Hold the Gates!"""

from __future__ import annotations

from rules.conformance.planting import Mutant

MUTANTS = (
    Mutant(
        "the list of unseen cards ends with the other's hand",
        "rules.py",
        "        return self.rules.form.show(self.to_dict(), seat, asked=self.player == seat)\n",
        "        position = self.to_dict()\n"
        "        hidden = [[*side['deck'], *side['hand']] for side in position['seats']]\n"
        "        view = self.rules.form.show(position, seat, asked=self.player == seat)\n"
        "        view['unseen'][1 - seat] = hidden[1 - seat]\n"
        "        return view\n",
        "views",
    ),
    Mutant(
        "the seed is in the view",
        "rules.py",
        "        return self.rules.form.show(self.to_dict(), seat, asked=self.player == seat)\n",
        "        view = self.rules.form.show(self.to_dict(), seat, asked=self.player == seat)\n"
        "        return {**view, 'lots': self.shuffler.seed}\n",
        "views",
    ),
    Mutant(
        "the own hand is only counted",
        "rules.py",
        "Zone(seen=OWNER, unordered=True",
        "Zone(seen=NOBODY, unordered=True",
        "own",
    ),
    Mutant(
        "hands are determinized as they are listed",
        "rules.py",
        "    shuffler.shuffle(unseen)\n",
        "",
        "worlds",
    ),
    Mutant(
        "the attacker's hand stays in states determinized at once",
        "rules.py",
        "        _deal_anew(world.attacker, seat == ATTACKER, shuffler)\n",
        "        _deal_anew(world.attacker, True, shuffler)\n",
        "dealt",
    ),
    Mutant(
        "the attacker's own hand is dealt anew in states determinized at once",
        "rules.py",
        "        _deal_anew(world.attacker, seat == ATTACKER, shuffler)\n",
        "        _deal_anew(world.attacker, False, shuffler)\n",
        "dealt",
    ),
    Mutant(
        "a state determinized at once goes on with the real shuffles",
        "rules.py",
        "        world.shuffler = shuffler.apart()\n",
        "",
        "dealt",
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
        "            self.side(self.rules.units[kind].side).discard.append(kind)\n",
        "            side.discard.append(kind)\n",
        "cards",
    ),
    Mutant(
        "cards that are gone from hand may still be played",
        "rules.py",
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
        "rules.py",
        "    field: Annotated[list[Unit], Units(",
        "    field: Annotated[list[Unit], SHARED, Units(",
        "clones",
        also=(("rules.py", "import Form, declared", "import SHARED, Form, declared"),),
    ),
    Mutant(
        "clones share the discards",
        "rules.py",
        "    discard: Annotated[list[int], Zone(",
        "    discard: Annotated[list[int], SHARED, Zone(",
        "clones",
        also=(("rules.py", "import Form, declared", "import SHARED, Form, declared"),),
    ),
    Mutant(
        "damage on a unit is not written down",
        "rules.py",
        "words[unit.kind], str(unit.damage)",
        "words[unit.kind], '0'",
        "positions",
        games=400,
    ),
    Mutant(
        "cards are listed by their words' hashes",
        "rules.py",
        "        seats = [form.seats.write(self.attacker), form.seats.write(self.defender)]\n",
        "        seats = [form.seats.write(self.attacker), form.seats.write(self.defender)]\n"
        '        for part in seats:\n            part["discard"].sort(key=hash)\n',
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
        "        self.attacker.discard = self.rules.config.joining(self.tier)\n",
        "        import datetime\n\n"
        "        self.shuffler.made = datetime.date.today().day\n"
        "        self.attacker.discard = self.rules.config.joining(self.tier)\n",
        "chance",
    ),
    Mutant(
        "legal moves are in the order of cards",
        "rules.py",
        "        return rules.legal[len(own.field) * rules.places + len(enemy.field)].among(own.held)\n",
        "        found = rules.legal[len(own.field) * rules.places + len(enemy.field)].among(own.held)\n"
        "        return tuple(sorted(found, key=lambda move: rules.kind[move]))\n",
        "moves",
    ),
    Mutant(
        "actions on different units are called the same",
        "rules.py",
        "        self.kind: list[int] = self.column",
        '        self.texts = [text.replace(">4", ">0") for text in self.texts]\n'
        "        self.kind: list[int] = self.column",
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
