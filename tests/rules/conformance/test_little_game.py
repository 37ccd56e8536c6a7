"""The suite on a little game: it passes, and each planted fault is caught by the check for such faults."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.rules import check_game
from generator.rules.conformance import check_names
from rules.conformance.little_game import Peaks
from rules.conformance.planting import Mutant, caught, suspect

FILE = "little_game.py"
MUTANTS = [
    Mutant(
        "it says that its seats are alike, and can't rotate them",
        FILE,
        '        self.title = "Peaks"\n',
        '        self.title = "Peaks"\n        self.symmetric = True\n',
        "symmetry",
    ),
    Mutant(
        "a card vanishes",
        FILE,
        "        self.discard.extend(cards)\n",
        "        self.discard.extend(cards[1:])\n",
        "cards",
    ),
    Mutant(
        "a card is made",
        FILE,
        "        self.laid[seat] = rank\n",
        "        self.laid[seat] = rank\n        self.hands[seat] += [0] * (self.round == 3)\n",
        "cards",
    ),
    Mutant(
        "a round gives more points than there are",
        FILE,
        "self.scores[self.laid.index(highest)] += 1\n",
        "self.scores[self.laid.index(highest)] += 2\n",
        "always",
    ),
    Mutant(
        "the other hand is seen",
        FILE,
        'theirs["hand"] = len(theirs["hand"]) + (theirs.pop("laid") is not None)',
        'theirs["hand"] = theirs.pop("laid") and 0 or theirs["hand"]',
        "views",
    ),
    Mutant(
        "the deck's top is seen",
        FILE,
        'seen["deck"] = len(self.deck)',
        'seen["deck"] = len(self.deck); seen["next"] = self.deck[:1]',
        "views",
    ),
    Mutant(
        "who has laid is seen",
        FILE,
        '(theirs.pop("laid") is not None)',
        '(theirs.pop("laid") is not None); theirs["ready"] = self.laid[other] is None',
        "views",
    ),
    Mutant("the shuffler is seen", FILE, 'del seen["shuffler"], ', "del ", "views"),
    Mutant(
        "the seed is seen",
        FILE,
        'del seen["shuffler"], ',
        'seen["lot"] = str(self.shuffler.seed); del seen["shuffler"], ',
        "views",
    ),
    Mutant("it is not seen who is asked", FILE, '"asked": self.player == seat}', '"asked": False}', "views"),
    Mutant(
        "the own hand is not seen",
        FILE,
        "if other != seat:\n                # Who",
        "if True:\n                # Who",
        "own",
    ),
    Mutant(
        "a state that is determinized at once keeps the others' hands",
        FILE,
        "                self.hands[other] = sorted(hand)\n",
        "                hidden += hand\n",
        "dealt",
    ),
    Mutant(
        "a state that is determinized at once is a clone",
        FILE,
        "            asked = world.deal_anew(seat, shuffler)\n",
        "            asked = world.player\n",
        "dealt",
    ),
    Mutant(
        "how the deck lies makes a difference to the states that are determinized at once",
        FILE,
        "        hidden.sort()\n",
        "",
        "dealt",
    ),
    Mutant(
        "a state that is determinized at once shares a list with the original",
        FILE,
        "            world = self.clone()\n",
        "            world = self.clone()\n            world.discard = self.discard\n",
        "dealt",
    ),
    Mutant(
        "a state that is determinized at once knows the shuffles to come",
        FILE,
        "        self.shuffler = shuffler.apart()\n",
        "        shuffler.apart()\n",
        "dealt",
    ),
    Mutant(
        "a card gets lost in states that are determinized at once",
        FILE,
        "        self.deck = hidden\n",
        "        self.deck = hidden[1:]\n",
        "dealt",
    ),
    Mutant(
        "in a state that is determinized at once others are asked as they really are",
        FILE,
        "            asked = seat if self.player == seat else other_asked(",
        "            asked = self.player if shuffler else other_asked(",
        "dealt",
    ),
    Mutant(
        "the own hand is forgotten in imagining",
        FILE,
        "seats.append(dict(theirs))",
        'seats.append({**theirs, "hand": sorted(theirs["hand"])[:1] * len(theirs["hand"])})',
        "worlds",
    ),
    Mutant("worlds are all alike", FILE, "shuffler.shuffle(order)", "order.sort()", "worlds"),
    Mutant(
        "the deck is the same in all worlds",
        FILE,
        '"deck": hidden, "sh',
        '"deck": sorted(hidden), "sh',
        "worlds",
        60,
    ),
    Mutant(
        "a shared hand in clones", FILE, "[hand.copy() for hand in self.hands]", "list(self.hands)", "clones"
    ),
    Mutant(
        "a shared deck in clones", FILE, "copy.deck = self.deck.copy()", "copy.deck = self.deck", "clones"
    ),
    Mutant("a shared shuffler in clones", FILE, "self.shuffler.clone()", "self.shuffler", "clones"),
    Mutant("clones forget the scores", FILE, "self.scores.copy()", "[0] * len(self.scores)", "clones"),
    Mutant("a position without the scores", FILE, '"score": score}\n', '"score": 0}\n', "positions"),
    Mutant(
        "a position without the shuffles",
        FILE,
        "shuffler_position(self.shuffler),",
        '{"seed": 1},',
        "positions",
    ),
    Mutant("a position that is shared", FILE, '"deck": cards(self.deck)', '"deck": self.deck', "positions"),
    Mutant(
        "unknown keys are read",
        FILE,
        'given.only(("game", "phase", "round", "player", "seats", "deck", "discard", "shuffler"))\n',
        "given.finish()\n",
        "positions",
    ),
    Mutant(
        "moves out of order",
        FILE,
        "sorted(set(self.hands[self.player]))",
        "sorted(set(self.hands[self.player]))[::-1]",
        "moves",
    ),
    Mutant(
        "a move twice",
        FILE,
        "tuple(sorted(set(self.hands[self.player])))",
        "tuple(self.hands[self.player])",
        "moves",
    ),
    Mutant("forced moves are asked", FILE, "len(set(self.hands[waiting[0]])) > 1", "self.hands", "moves"),
    Mutant(
        "a legal move can't be made",
        FILE,
        "        assert self.player is not None\n",
        "        assert self.player is not None\n        assert move != 4 or self.round < 3\n",
        "moves",
    ),
    Mutant("refused without a reason", FILE, 'return f"no {move + 1} in hand"', 'return ""', "refusals"),
    Mutant(
        "the reason against a move names who has the card",
        FILE,
        'return f"no {move + 1} in hand"',
        'return f"no {move + 1} in hand; {[move in hand for hand in self.hands]}"',
        "channels",
    ),
    Mutant("one word for two moves", FILE, '{rank + 1}"', '{max(rank, 1)}"', "words"),
    Mutant("nonsense is read", FILE, "if text not in WORDS:", "if not text:", "words"),
    Mutant(
        "words are read otherwise later",
        FILE,
        "return WORDS.index(text)\n",
        "return max(WORDS.index(text) - self.round // 3, 0)\n",
        "records",
    ),
    Mutant(
        "randomness",
        FILE,
        "        highest = max(cards)\n",
        "        highest = max(cards)\n        import random\n        random.random()\n",
        "chance",
    ),
    Mutant(
        "the clock",
        FILE,
        "        highest = max(cards)\n",
        "        highest = max(cards)\n        from time import time\n        time()\n",
        "chance",
    ),
    Mutant(
        "something that outlives a game",
        FILE,
        "        shuffler.shuffle(deck)\n",
        "        self.longest += 1\n        shuffler.made = self.longest\n        shuffler.shuffle(deck)\n",
        "repeats",
    ),
    Mutant(
        "the order of a set of words",
        FILE,
        "        shuffler.shuffle(deck)\n",
        "        deck = [NAMES[name] for name in set(NAMES)] * COPIES\n        shuffler.shuffle(deck)\n",
        "repeats",
    ),
    Mutant(
        "the other hand is told to bots, and dealt by them",
        FILE,
        'seen["deck"] = len(self.deck)',
        'seen["deck"] = len(self.deck); seen["told"] = cards(max(self.hands))',
        "exchanges",
    ),
    Mutant(
        "a view lends the scores",
        FILE,
        'seen["deck"] = len(self.deck)',
        'seen["deck"] = len(self.deck); seen["points"] = self.scores',
        "loans",
    ),
    Mutant(
        "opening hands are exchanged",
        FILE,
        'enumerate(state.to_dict()["seats"])]',
        'enumerate(state.to_dict()["seats"][::-1])]',
        "openings",
    ),
    Mutant(
        "a card too many is read", FILE, "if any(count > COPIES ", "if any(count > COPIES + 1 ", "surplus"
    ),
    Mutant(
        "a card can be laid and taken up again",
        FILE,
        "        self.lay(self.player, move)\n",
        "        if self.hands[self.player].count(move) > 1 and self.round == 2:\n            return\n"
        "        self.lay(self.player, move)\n",
        "cycles",
    ),
    Mutant(
        "the deck is only cut",
        FILE,
        "        shuffler.shuffle(deck)\n",
        "        at = shuffler.below(len(deck))\n        deck = deck[at:] + deck[:at]\n",
        "shuffles",
    ),
    Mutant(
        "whether the deck is turned over is in the seed",
        FILE,
        "        highest = max(cards)\n",
        "        highest = max(cards)\n        self.deck = self.deck[:: 1 - self.shuffler.seed % 2 * 2]\n",
        "reshuffles",
    ),
    Mutant("the loser wins", FILE, "if score == most)", "if score != most) or (0,)", "results"),
    Mutant("wrong scores", FILE, "Result(tuple(self.scores)", "Result(tuple(self.scores[::-1])", "results"),
    Mutant("no reason", FILE, 'f"{most} points are the most"', '""', "results"),
    Mutant(
        "a rare crash",
        FILE,
        "        if cards.count(highest) == 1:\n",
        "        if sum(cards) == 2:\n            raise KeyError(1)\n        if cards.count(highest) == 1:\n",
        "play",
        200,
    ),
    Mutant("it never ends", FILE, "self.discard.extend(cards)", "self.deck.extend(cards)", "play"),
]


@pytest.mark.slow
def test_the_game_itself_passes() -> None:
    report = check_game(Peaks(), games=20)
    assert report.ok, str(report)
    assert report.notes == []
    assert report.totals.games == 20
    # Its seats are not alike: they draw from one deck by turns.
    assert [tally.name for tally in report.checks if not tally.made] == ["symmetry"]


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.fault)
def test_a_planted_fault_is_caught(mutant: Mutant, nursery: Path) -> None:
    opener = suspect(Path(__file__).parent, "little_game.Peaks", mutant, nursery)
    report = caught(opener, mutant)
    assert [finding.check for finding in report.findings][:1] == [mutant.check], str(report)


def test_every_check_has_a_fault_to_catch() -> None:
    """A check that nothing can fail is no check; one only notes what it finds."""
    assert {mutant.check for mutant in MUTANTS} == set(check_names()) - {"tells"}
