"""Faults to plant in the rules files of the sample games of the gallery."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.conformance.planting import Mutant

SCENARIOS = "scenarios"
"""The check of a fault that leaves a game sound, but another one than the rulebook describes."""


def _rules(fault: str, old: str, new: str, check: str, games: int = 20) -> Mutant:
    return Mutant(fault, "rules.py", old, new, check, games)


WEATHERVANE = (
    _rules("everybody sees the others' hands", "of=SEAT, seen=OWNER", "of=SEAT", "views"),
    _rules("nobody sees a hand, not even its owner", "seen=OWNER", "seen=NOBODY", "own"),
    _rules(
        "hands are seen by all but their owner",
        "of=SEAT, seen=OWNER",
        'of=SEAT, seen="others"',
        "own",
    ),
    _rules(
        "what the next seat holds says what may be played",
        "for held in table.hand[table.seat])",
        "for held in table.hand[table.after(table.seat)])",
        "own",
    ),
    _rules(
        "a card can be played too early, before the trick is taken",
        'unless=must_follow, phase="play")',
        "unless=must_follow)",
        "play",
    ),
    _rules(
        "the rest of the trick is lost",
        "table.trick.give_all(table.blown_away)",
        "table.trick.clear()",
        "cards",
    ),
    _rules(
        "points for weathers are counted with each card anew",
        " - table.rules.kinds[before]",
        "",
        "results",
    ),
    _rules("the deck is not shuffled", "    table.shuffle(table.deck)\n", "", "shuffles"),
    Mutant(
        "the wind is kept outside of the table",
        "rules.py",
        "    return card.suit == table.wind, card.suit == table.led",
        "    return card.suit == WIND[0], card.suit == table.led",
        "clones",
        also=(
            ("rules.py", "    table.wind = card.suit\n", "    table.wind = WIND[0] = card.suit\n"),
            ("rules.py", "def weathers(kept)", "WIND = [None]\n\n\ndef weathers(kept)"),
        ),
    ),
    _rules(
        "the wind turns as a set of words happens to lie in memory",
        "    table.trick.give_all(table.blown_away)\n    table.wind = card.suit\n",
        "    table.wind = next(iter({card.suit for card in (card, *table.trick)}))\n"
        "    table.trick.give_all(table.blown_away)\n",
        "repeats",
    ),
    _rules(
        "a card that follows suit beats the wind",
        "card.suit == table.wind, card.suit == table.led",
        "card.suit == table.led, card.suit == table.wind",
        SCENARIOS,
    ),
)

MARCH_ICE = (
    _rules(
        "the die is thrown by Python's own chance",
        "table.roll(6)",
        "__import__('random').randint(1, 6)",
        "chance",
    ),
    _rules(
        "what sinks is lost",
        "table.basket.give_all(table.sunk)",
        "table.basket.clear()",
        "cards",
    ),
    _rules("a fish is drawn and stays in the lake", "table.lake.draw()", "table.lake[0]", "cards"),
    _rules(
        "gear that is used stays in hand",
        "table.hand[table.seat].give(card, table.used)",
        "table.used.append(card)",
        "cards",
    ),
    _rules(
        "sunk fish come back, and the lake is not shuffled",
        "        table.sunk.give_all(table.lake)\n        table.shuffle(table.lake)\n",
        "        table.sunk.give_all(table.lake)\n",
        "reshuffles",
        60,
    ),
    _rules("days are not counted", "        table.days -= 1\n", "        pass\n", "play"),
    _rules("the cup is won without a pike", "own == max(pike) > 0", "own == max(pike)", "results"),
    _rules(
        "what the rope saves is not counted",
        "        land(table)\n    else",
        "        table.basket.give_all(table.landed[table.seat])\n        end_turn(table)\n    else",
        "results",
        60,
    ),
    _rules(
        "gear can be used too early, on the shore",
        'unless=unusable, phase="ice")',
        "unless=unusable)",
        SCENARIOS,
    ),
    _rules(
        "the lake lies open",
        'cards="fish", seen=NOBODY',
        'cards="fish"',
        SCENARIOS,
    ),
)

BUTTON_BOX = (
    _rules(
        "a button that is taken stays in the market",
        "table.market.give(card, table.hand[table.seat])",
        "table.hand[table.seat].append(card)",
        "cards",
    ),
    _rules(
        "a row can be sewn too early, without a button",
        "    if len(of_colour(table.hand[table.seat], colour)) < table.rules.row.min:\n",
        "    if False:\n",
        "cycles",
    ),
    _rules(
        "buttons can no longer be taken when the bag is empty",
        'card=From("market"))',
        'card=From("market"), unless=lambda table, _: "" if table.bag else "the bag is empty")',
        "play",
        60,
    ),
    _rules(
        "an empty bag is drawn from",
        "min(table.rules.rummage, len(table.bag))",
        "table.rules.rummage",
        "play",
        40,
    ),
    _rules(
        "the points of ribbons are forgotten",
        "            table.points[table.seat] += ribbon.points\n",
        "",
        "results",
    ),
    _rules(
        "buttons in hand are forgotten",
        " + table.rules.loose * len(table.hand[seat])",
        "",
        "results",
    ),
    Mutant(
        "who ends the game is kept outside of the table",
        "rules.py",
        "        table.last = table.seat\n",
        "        table.last = LAST[0] = table.seat\n",
        "repeats",
        also=(
            ("rules.py", "    if table.last == table.seat:\n", "    if LAST[0] == table.seat:\n"),
            ("rules.py", "def of_colour(cards", "LAST = [None]\n\n\ndef of_colour(cards"),
        ),
    ),
    _rules(
        "a ribbon is won too late, with four buttons",
        "len(row) >= table.rules.row.ribbon",
        "len(row) > table.rules.row.ribbon",
        SCENARIOS,
    ),
)

SAMPLES: Mapping[str, Sequence[Mutant]] = {
    "weathervane": WEATHERVANE,
    "march-ice": MARCH_ICE,
    "button-box": BUTTON_BOX,
}
