"""Faults to plant in Battle Gate."""

from __future__ import annotations

from rules.conformance.planting import Mutant

SHOWN = "        return self.shared.form.show(self.to_dict(), seat, asked=self.player == seat)\n"
"""What makes the view of a seat."""

MUTANTS = (
    Mutant(
        "players defend in the order of their seats, not from the attacker's left",
        "rules.py",
        "[seat for seat in self.others[self.active] if seat in attacked]",
        "[seat for seat in sorted(self.others[self.active]) if seat in attacked]",
        "symmetry",
    ),
    Mutant(
        "whoever sits first draws one card more",
        "rules.py",
        "limit = shared.draw_limit[player.in_play[shared.soldier]]",
        "limit = shared.draw_limit[player.in_play[shared.soldier]] + (not self.active)",
        "symmetry",
    ),
    Mutant(
        "the first seat shares in every win",
        "rules.py",
        "winners = tuple([seat for seat, player in enumerate(self.players) if not player.out])",
        "winners = tuple([seat for seat, player in enumerate(self.players) if not player.out or not seat])",
        "symmetry",
    ),
    Mutant(
        "the others' strength counts by their seats",
        "bot.py",
        "return strengths[seat] - sum(others) / len(others)",
        "return strengths[seat] - others[0]",
        "symmetry",
    ),
    Mutant(
        "an attack names the same seat when all have moved up",
        "notation.py",
        "(self.number[move] + by) % seats",
        "self.number[move]",
        "symmetry",
    ),
    Mutant(
        "the list of unseen cards has the own deck in its order",
        "rules.py",
        SHOWN,
        f"        view = {SHOWN.removeprefix('        return ')}"
        '        view["unseen"][seat] = self.shared.words(self.players[seat].deck)\n'
        "        return view\n",
        "views",
    ),
    Mutant(
        "the shuffler is in the view",
        "rules.py",
        SHOWN,
        f"        view = {SHOWN.removeprefix('        return ')}"
        '        return {**view, "shuffler": self.to_dict()["shuffler"]}\n',
        "views",
    ),
    Mutant("the own hand is only counted", "notation.py", "Zone(seen=OWNER", "Zone(seen=NOBODY", "own"),
    Mutant(
        "determinized decks are not shuffled",
        "rules.py",
        "            shuffler.shuffle(hidden)\n",
        "",
        "shuffles",
    ),
    Mutant(
        "a determinized hand loses a card",
        "rules.py",
        "player.hand.add_all(hidden[:in_hand])",
        "player.hand.add_all(hidden[: max(in_hand - 1, 1)])",
        "worlds",
    ),
    Mutant(
        "in a state determinized at once whoever is asked keeps the hand",
        "rules.py",
        "            in_hand = 0 if number == seat else player.hand.size\n",
        "            in_hand = 0 if number in (seat, self.player) else player.hand.size\n",
        "dealt",
    ),
    Mutant(
        "where cards really lie makes a difference to how they are dealt at once",
        "rules.py",
        "            hidden.sort()  # where",
        "            # where",
        "dealt",
    ),
    Mutant(
        "whoever is asked may still do what the real hand allows",
        "rules.py",
        "            world.advance()",
        "            pass",
        "dealt",
    ),
    Mutant(
        "decks are shuffled by the machine's own chance",
        "__init__.py",
        "    shuffler.shuffle(cards)\n",
        "    import random\n\n    random.shuffle(cards)\n",
        "chance",
    ),
    Mutant(
        "the machine's own chance again, as another process notices",
        "__init__.py",
        "    shuffler.shuffle(cards)\n",
        "    import random\n\n    random.shuffle(cards)\n",
        "repeats",
    ),
    Mutant(
        "the discard pile lies in the order of a set of words",
        "rules.py",
        "        if self.phase in ALLOWING:\n",
        '        for seat in seats:\n            seat["discard"].sort(key=hash)\n'
        "        if self.phase in ALLOWING:\n",
        "repeats",
        4,
    ),
    Mutant("a defeated card vanishes", "notation.py", "        self.discard.add(kind)\n", "", "cards"),
    Mutant(
        "a recovered card stays in the discard pile too",
        "rules.py",
        "        player.discard.take(kind)\n",
        "",
        "cards",
    ),
    Mutant(
        "cards are fielded that are not in hand",
        "rules.py",
        "player.hand.kinds & shared.up_to[player.power]",
        "shared.up_to[player.power]",
        "cards",
    ),
    Mutant(
        "the losers win",
        "rules.py",
        "winners = tuple([seat for seat, player in enumerate(self.players) if not player.out])",
        "winners = tuple([seat for seat, player in enumerate(self.players) if player.out])",
        "results",
        40,
    ),
    Mutant(
        "it crashes when five cards are owed",
        "rules.py",
        "        owed = self.damage[seat] - discarded\n",
        "        owed = self.damage[seat] - discarded\n        assert owed != 5\n",
        "play",
        100,
    ),
    Mutant(
        "legal moves are not in order",
        "rules.py",
        "        return self.options\n",
        "        return self.options[::-1]\n",
        "moves",
    ),
    Mutant(
        "a forced move is asked",
        "rules.py",
        "            if len(options) != 1:\n",
        "            if len(options) != 1 or move < 2:\n",
        "moves",
    ),
    Mutant("two moves have the same words", "notation.py", '"discard {card}"', '"recover {card}"', "words"),
    Mutant(
        "clones share the hand",
        "notation.py",
        "hand: Annotated[Pile",
        "hand: Annotated[Pile, SHARED",
        "clones",
    ),
    Mutant(
        "clones share the attacks",
        "rules.py",
        "attacks: Annotated[list[Attack]",
        "attacks: Annotated[list[Attack], SHARED",
        "clones",
    ),
    Mutant(
        "the power that may still be played is not written down",
        "rules.py",
        '"power": player.power}',
        '"power": player.hand.size}',
        "positions",
    ),
    Mutant(
        "it says that games are shorter than they are",
        "__init__.py",
        "self.longest = config.max_turns * _max_decisions(config)",
        "self.longest = config.max_turns",
        "play",
        60,
    ),
    Mutant(
        "a legal draw is refused",
        "rules.py",
        "        player.started = True\n",
        "        if move == self.shared.draw[2]:\n            raise ValueError(move)\n"
        "        player.started = True\n",
        "play",
    ),
)
