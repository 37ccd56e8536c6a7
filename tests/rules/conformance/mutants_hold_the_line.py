"""Faults to plant in Hold the Line."""

from __future__ import annotations

from rules.conformance.planting import Mutant

MUTANTS = (
    Mutant(
        "the second seat pushes only with survivors",
        "rules.py",
        "                if army.rows[lane] or enemy.staged[lane] == NO_CARD:\n",
        "                if army.rows[lane] or enemy.staged[lane] == NO_CARD and army is first:\n",
        "symmetry",
    ),
    Mutant(
        "of the second seat's cards only the first strikes in a crowd",
        "rules.py",
        "self._left_of(row, opposing, second_targets)",
        "self._left_of(row, opposing[:1], second_targets)",
        "symmetry",
    ),
    Mutant(
        "the second seat may stage only before four lanes",
        "rules.py",
        "            return self.rules.staging[army.free][army.hand.kinds]\n",
        "            free = army.free & (15 if self.choosing else 31)\n"
        "            return self.rules.staging[free][army.hand.kinds]\n",
        "symmetry",
    ),
    Mutant(
        "both seats find it good where the front is near the second",
        "bot.py",
        "front * toward",
        "front",
        "symmetry",
    ),
    Mutant(
        "fronts stay where they are when the seats change",
        "__init__.py",
        '{"front": -lane["front"], "troops"',
        '{"front": lane["front"], "troops"',
        "symmetry",
    ),
    Mutant(
        "how many cards the other has staged is seen too early",
        "rules.py",
        "        if self.phase == TARGET and laid:\n",
        '        other["hand"] -= 0 if self.phase == TARGET else len(laid)\n'
        "        if self.phase == TARGET and laid:\n",
        "views",
    ),
    Mutant(
        "cards that lie face down are seen",
        "rules.py",
        "[None if card is None else FACE_DOWN for card in staged]",
        "staged",
        "views",
    ),
    Mutant(
        "the order of the deck is seen",
        "rules.py",
        "        view = self.rules.form.show(position, seat, asked=self.player == seat)\n",
        '        deck = position["seats"][seat]["deck"]\n'
        "        view = self.rules.form.show(position, seat, asked=self.player == seat)\n"
        '        view["unseen"][seat] = deck\n',
        "views",
    ),
    Mutant(
        "own staged cards are not seen",
        "rules.py",
        "        view = self.rules.form.show(position, seat, asked=self.player == seat)\n",
        "        view = self.rules.form.show(position, seat, asked=self.player == seat)\n"
        '        if "staged" in (own := view["seats"][seat]):\n'
        '            own["staged"] = [None] * len(own["staged"])\n',
        "own",
    ),
    Mutant(
        "hidden cards are dealt in order",
        "rules.py",
        "        shuffler.shuffle(cards)\n",
        "",
        "worlds",
    ),
    Mutant(
        "in states determinized at once the other has chosen the targets that it really has",
        "rules.py",
        "            army.targets = [question[shuffler.below(len(question))] "
        "for question in army.questions[:chosen]]\n",
        "            del chosen\n",
        "dealt",
        60,
    ),
    Mutant(
        "where the other's cards really lie makes a difference to how they are dealt",
        "rules.py",
        "        unseen.sort()\n",
        "",
        "dealt",
    ),
    Mutant(
        "in a state determinized at once the other is asked for what it really may do",
        "rules.py",
        "        if is_asked:\n            world.advance()\n",
        "",
        "dealt",
    ),
    Mutant(
        "whoever surrounds the other loses",
        "rules.py",
        "loser, winner = lost[0], 1 - lost[0]\n",
        "loser, winner = 1 - lost[0], lost[0]\n",
        "results",
    ),
    Mutant(
        "a draw has no points",
        "rules.py",
        'Result((1, 1), (0, 1), f"a draw: {limit',
        'Result((0, 0), (0, 1), f"a draw: {limit',
        "results",
    ),
    Mutant(
        "fallen cards of a crowd vanish",
        "rules.py",
        "            if troop is None:\n",
        "            if troop is None and at > 0:\n                continue\n            if troop is None:\n",
        "cards",
    ),
    Mutant(
        "a staged card stays in hand",
        "rules.py",
        "            army.hand.take(kind)\n",
        "            if kind < 2:\n                army.hand.take(kind)\n",
        "cards",
    ),
    Mutant(
        "clones share the targets",
        "rules.py",
        "    targets: list[int]\n",
        "    targets: Annotated[list[int], SHARED]\n",
        "clones",
    ),
    Mutant(
        "clones share the shuffler",
        "rules.py",
        "    shuffler: Annotated[Shuffler, Shuffles()]\n",
        "    shuffler: Annotated[Shuffler, SHARED, Shuffles()]\n",
        "clones",
    ),
    Mutant(
        "it is not written down who chooses",
        "rules.py",
        "state.choosing and state.phase != OVER",
        "state.choosing and state.phase == TARGET",
        "positions",
    ),
    Mutant(
        "the discards are shuffled by the machine's own chance",
        "rules.py",
        "                shuffler.shuffle(self.deck)\n",
        "                __import__('random').shuffle(self.deck)\n",
        "chance",
    ),
    Mutant(
        "the clock ends the game",
        "rules.py",
        "or self.round >= self.max_rounds:",
        "or self.round >= self.max_rounds or __import__('time').monotonic() < 0:",
        "chance",
    ),
    Mutant("a forced choice is asked", "rules.py", "if len(choices) > 1:", "if choices:", "moves"),
    Mutant(
        "choices come in any order",
        "rules.py",
        "for (at, kind), move in stage.items() if",
        "for (at, kind), move in [*stage.items()][::-1] if",
        "moves",
    ),
    Mutant(
        "another lane is read than is written",
        "rules.py",
        '        self.lane: list[int] = self.column("lane")',
        '        self.texts = [text.replace("stage 4", "stage 3") for text in self.texts]\n'
        '        self.lane: list[int] = self.column("lane")',
        "words",
    ),
    Mutant(
        "refused without a reason",
        "rules.py",
        '        return f"no {rules.config.words[rules.kind[move]]} in hand"',
        '        return ""',
        "refusals",
    ),
    Mutant(
        "done is said once too often",
        "rules.py",
        '            return "the game is over"\n',
        '            return "the game is over"\n        self.round += move == DONE\n',
        "refusals",
    ),
    Mutant(
        "it crashes where a gap is torn",
        "rules.py",
        "                    self.fronts[lane] += lines\n",
        "                    self.fronts[lane] += lines\n"
        "                    (1, 2, 3, 4, 5)[self.fronts[lane] + 2]\n",
        "play",
        100,
    ),
)
