"""Faults to plant in Strongholds."""

from __future__ import annotations

from rules.conformance.planting import Mutant

MUTANTS = (
    Mutant(
        "how many cards the others have sent or laid is seen too early",
        "rules.py",
        "len(player.hand) + len(self.secret_cards(player))",
        "len(player.hand)",
        "views",
    ),
    Mutant(
        "generals are seen before all have chosen",
        "rules.py",
        "        if self.phase == DEFENCE:\n            shown.update(player.write_muster(self.cards))\n",
        "        shown.update(player.write_muster(self.cards))\n",
        "views",
    ),
    Mutant(
        "what the others have pitted is seen too early",
        "rules.py",
        "            shown.update(player.write_muster(self.cards))\n",
        "            shown.update(player.write_muster(self.cards))\n"
        '            shown.update(pitted=player.write_defence(self.cards).get("pitted", []))\n',
        "views",
    ),
    Mutant(
        "the order of the pile is seen",
        "rules.py",
        "self.cards.texts(tuple(sorted(self.unseen_by(seat))))",
        "self.cards.texts(tuple(self.unseen_by(seat)))",
        "views",
    ),
    Mutant(
        "the own hand is only counted",
        "rules.py",
        "self.write_seat(player) if owner == seat else self.write_opponent(player)",
        "self.write_opponent(player)",
        "own",
    ),
    Mutant(
        "what the seat itself has laid is not seen",
        "rules.py",
        "self.write_seat(player) if owner == seat else",
        "{**player.write_cards(self.cards), **player.write_muster(self.cards)} if owner == seat else",
        "own",
    ),
    Mutant(
        "hidden cards are dealt anew in order",
        "position.py",
        "        self.shuffler.shuffle(unseen)\n",
        "",
        "worlds",
    ),
    Mutant(
        "the last that fall lose",
        "rules.py",
        "winners = tuple(standing or self.fell)",
        "winners = tuple(standing or self.fell[:1])",
        "results",
        150,
    ),
    Mutant(
        "those that were out long ago share the tie",
        "rules.py",
        "winners = tuple(standing or self.fell)",
        "winners = tuple(standing if len(standing) == 1 else range(len(self.players)))",
        "results",
        100,
    ),
    Mutant(
        "cards laid in defence vanish",
        "rules.py",
        "        self.defeated += player.laid_cards()\n",
        "",
        "cards",
    ),
    Mutant(
        "an ace that is given up stays in hand too",
        "rules.py",
        "        player.lay_down(ace)\n",
        "",
        "cards",
    ),
    Mutant(
        "a stronghold that falls has a royal of another player",
        "rules.py",
        "                player.royals = ()\n",
        "                player.royals = (self.cards.first_royal,)\n",
        "cards",
    ),
    Mutant(
        "clones share the pile", "rules.py", "copy.pile = self.pile[:]", "copy.pile = self.pile", "clones"
    ),
    Mutant(
        "clones share the powers in the field",
        "rules.py",
        "            copy.left = self.left[:]\n",
        "",
        "clones",
    ),
    Mutant("clones share the shuffler", "rules.py", "self.shuffler.clone()", "self.shuffler", "clones"),
    Mutant(
        "it is not written down who chooses",
        "rules.py",
        '        if self.phase != OVER:\n            position["choosing"]',
        '        if self.phase == OVER:\n            position["choosing"]',
        "positions",
    ),
    Mutant(
        "pairs are not written down",
        "table.py",
        "        if self.pitted:\n",
        "        if len(self.pitted) > 5:\n",
        "positions",
        60,
    ),
    Mutant(
        "the pile is read upside down",
        "position.py",
        "self.drawn, DRAWN)[::-1]\n",
        "self.drawn, DRAWN)\n",
        "positions",
    ),
    Mutant(
        "the defeated pile is shuffled by the machine's own chance",
        "rules.py",
        "        self.pile += sorted(self.defeated)\n",
        "        self.pile += sorted(self.defeated)\n        __import__('random').shuffle(self.pile)\n",
        "chance",
    ),
    Mutant("a forced choice is asked", "rules.py", "if len(choices) != 1:", "if True:", "moves"),
    Mutant(
        "generals come in falling order",
        "rules.py",
        "        able.sort()\n",
        "        able.sort(reverse=True)\n",
        "moves",
    ),
    Mutant(
        "a pair is read with a comma only",
        "notation.py",
        "super().__init__(self._made, EXAMPLES, turned)",
        "super().__init__([text.replace(' 9', ', 9') for text in self._made], EXAMPLES, turned)\n"
        "        self.texts = self._made",
        "words",
    ),
    Mutant(
        "refused without a reason",
        "notation.py",
        '            return f"{word} does not attack your stronghold"\n',
        '            return ""\n',
        "refusals",
    ),
    Mutant(
        "whoever asks for another general loses the turn",
        "notation.py",
        "        if does == NAMES_GENERAL:\n",
        "        if does == NAMES_GENERAL:\n            self.player.general = card\n",
        "refusals",
    ),
    Mutant(
        "it crashes where a King goes alone",
        "rules.py",
        "    elif ability == LIFTS and powers:\n",
        "    elif ability == LIFTS:\n",
        "play",
        6000,
    ),
)
