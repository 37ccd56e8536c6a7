"""Faults to plant in Hold the Line."""

from __future__ import annotations

from rules.conformance.planting import Mutant

MUTANTS = (
    Mutant(
        "how many cards the other has staged is seen too early",
        "hidden.py",
        '"hand": army.hand.size + army.staged_count',
        '"hand": army.hand.size',
        "views",
    ),
    Mutant(
        "cards that lie face down are seen",
        "hidden.py",
        "[None if kind == NOBODY else FACE_DOWN for kind in army.staged]",
        "[None if kind == NOBODY else table.moves.words[kind] for kind in army.staged]",
        "views",
    ),
    Mutant(
        "the order of the deck is seen",
        "hidden.py",
        "    return sorted(cards)\n",
        "    return cards\n",
        "views",
    ),
    Mutant(
        "own staged cards are not seen",
        "hidden.py",
        '        seat["staged"] = written_staged(table, army)\n',
        '        seat["staged"] = [None] * len(army.staged)\n',
        "own",
    ),
    Mutant(
        "hidden cards are imagined in order",
        "hidden.py",
        "        self.shuffler.shuffle(numbers)\n",
        "",
        "worlds",
    ),
    Mutant(
        "whoever surrounds the other loses",
        "ending.py",
        "winner = 1 - lost[0]\n",
        "winner = lost[0]\n",
        "results",
    ),
    Mutant(
        "a draw has no points",
        "ending.py",
        'Result((1, 1), (0, 1), f"a draw: {',
        'Result((0, 0), (0, 1), f"a draw: {',
        "results",
    ),
    Mutant(
        "fallen cards of a crowd vanish",
        "army.py",
        "            if left is None:\n",
        "            if left is None and ordinary[at] > 8:\n"
        "                continue\n"
        "            if left is None:\n",
        "cards",
    ),
    Mutant(
        "a staged card stays in hand",
        "army.py",
        "        self.hand.take(kind)\n",
        "        if kind < 2:\n            self.hand.take(kind)\n",
        "cards",
    ),
    Mutant(
        "clones share the targets", "army.py", "copy.aims = self.aims[:]", "copy.aims = self.aims", "clones"
    ),
    Mutant("clones share the shuffler", "play.py", "self.shuffler.clone()", "self.shuffler", "clones"),
    Mutant(
        "it is not written down who chooses",
        "position.py",
        "    if table.chooser and table.phase != OVER:\n",
        "    if table.chooser and table.phase == TARGET:\n",
        "positions",
    ),
    Mutant(
        "the discards are shuffled by the machine's own chance",
        "army.py",
        "                shuffler.shuffle(self.deck)\n",
        "                __import__('random').shuffle(self.deck)\n",
        "chance",
    ),
    Mutant(
        "the clock ends the game",
        "play.py",
        "or self.round >= self.max_rounds:",
        "or self.round >= self.max_rounds or __import__('time').monotonic() < 0:",
        "chance",
    ),
    Mutant("a forced choice is asked", "play.py", "if len(choices) > 1:", "if choices:", "moves"),
    Mutant(
        "choices come in any order",
        "moves.py",
        "            [(DONE, *self._stagings(free, held)) for held",
        "            [(*self._stagings(free, held), DONE) for held",
        "moves",
    ),
    Mutant(
        "another lane is read than is written",
        "moves.py",
        "lane, word = int(found[1]), str(found[2])",
        "lane, word = min(int(found[1]), 3), str(found[2])",
        "words",
    ),
    Mutant(
        "refused without a reason",
        "refusals.py",
        '    return f"no {table.moves.words[kind]} in hand"',
        '    return ""',
        "refusals",
    ),
    Mutant(
        "done is said once too often",
        "refusals.py",
        "    if table.phase == OVER:\n",
        "    table.round += move == DONE\n    if table.phase == OVER:\n",
        "refusals",
    ),
    Mutant(
        "it crashes where a gap is torn",
        "play.py",
        "                self.fronts[lane] += 1\n",
        "                self.fronts[lane] += 1\n                (1, 2, 3, 4, 5)[self.fronts[lane] + 2]\n",
        "play",
        100,
    ),
)
