"""A game whose true win rates are known: one card of twenty decides who wins, whatever anybody does."""

from __future__ import annotations

from pathlib import Path

RULES = '''\
from generator.rules.kit import NOBODY, Rules, Word, Zone

rules = Rules(seats=(2,), zones=[Zone("deck", seen=NOBODY, ordered=True, full=True), Zone("open")])


@rules.setup
def deal(table):
    table.shuffle(table.deck)


@rules.move("call {word}", word=Word("left", "right"))
def call(table, word):
    """Say something; the card decides."""
    table.open.append(table.deck.draw())


@rules.over
def over(table):
    return "a card is open" if table.open else None


@rules.winners
def winners(table):
    number, drawn = table.open[-1].number, table.rules.drawn
    if number <= drawn:
        return [0, 1]
    return [0] if number <= drawn + table.rules.mine else [1]
'''
GAME = """\
title: Even
rules:
  mine: &mine 14   # so many of the twenty cards win for seat 0
  drawn: 0         # and so many for both
  again: *mine
components:
  cards: {size: poker, front: card.xml.j2, safe: 0, press: {backs: none}, cards: cards.yaml}
"""
CARDS = "".join(f"- {{id: c{number}, number: {number}}}  # card {number}\n" for number in range(1, 21))


def write_even(folder: Path) -> Path:
    """Writes the game; ``rules.mine`` of 20 cards win for seat 0, the next ``rules.drawn`` first for both."""
    (folder / "layouts").mkdir(parents=True)
    (folder / "layouts" / "card.xml.j2").write_text("<card/>\n", "utf-8")
    for name, text in (("rules.py", RULES), ("game.yaml", GAME), ("cards.yaml", CARDS)):
        (folder / name).write_text(text, "utf-8")
    return folder
