"""Three games with deck formats of their own, as different as card games are, and how to write them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent

from games import write_game

from generator.catalog.load import load_game
from generator.catalog.models import Game
from generator.catalog.problems import Problems
from generator.deck.format import read_format
from generator.deck.limits import DeckFormat

COMPONENT = """\
components:
  cards:
    size: poker
    press: {backs: none}
    safe: 0
    front: card.xml.j2
    cards: cards.yaml
"""

GROVE = """\
title: Grove
format:
  budget: {field: cost}
  size: {min: 10, max: 14}
  copies: {max: 3}
  allow: {rarity: [common, rare]}
  class: type
  quotas:
    - {where: {type: hero}, min: 1, max: 1, says: A deck has one hero.}
    - {where: {type: event}, min: 2}
  draw: {first: 3, others: 4}
"""
GROVE_CARDS = """\
- {id: moss, name: Moss, type: hero, cost: 0, rarity: rare}
- {id: oak, name: Oak, type: hero, cost: 0, rarity: common}
- {id: fox, name: Fox, type: ally, cost: 1, rarity: common}
- {id: bear, name: Bear, type: ally, cost: 4, rarity: rare}
- {id: elk, name: Elk, type: ally, cost: 3, rarity: legendary}
- {id: rain, name: Rain, type: event, cost: 2, rarity: common}
- {id: frost, name: Frost, type: event, cost: 3, rarity: common}
"""
"""A living card game: a hero, at most three of a name, from some rarities."""

RAID = """\
title: Border Raid
format:
  budget: {field: points, total: 100}
  size: {min: 3, max: 12}
  copies: {max: 1, except: {role: [troop, scout]}}
  class: role
  quotas:
    - {where: {role: leader}, min: 1, max: 2}
    - {where: {points: {min: 30}}, max: 1}
  draw: {first: 3}
"""
RAID_CARDS = """\
- {id: thane, name: Thane, role: leader, points: 20}
- {id: captain, name: Captain, role: leader, points: 14}
- {id: levy, name: Levy, role: troop, points: 3}
- {id: guard, name: Guard, role: troop, points: 7}
- {id: rider, name: Rider, role: scout, points: 9}
- {id: troll, name: Troll, role: monster, points: 35}
- {id: wyrm, name: Wyrm, role: monster, points: 60}
"""
"""A skirmish of at most 100 points: leaders, and no two monsters."""

CUBE = """\
title: Cube
format:
  size: 8
  copies: {max: 1, of: title}
  quotas: [{where: {colour: [red, blue]}, min: 4}, {where: {colour: green}, max: 2}]
  draw: {first: 4, others: 5, later: 2}
"""
CUBE_CARDS = "".join(
    f"- {{id: {colour}-{number}, name: {colour.title()} {number}, title: {title}, colour: {colour}}}\n"
    for colour in ("red", "blue", "green")
    for number, title in enumerate((f"{colour} one", f"{colour} two", f"{colour} three", "the same"), start=1)
)
"""Exactly eight cards, one of each title, without costs or classes; each colour has one of the same title."""

NET = """\
title: Net
format:
  budget: {field: cost}
  size: {min: 5, max: 8}
  copies: {max: 3}
  allow: {side or faction: [runner, neutral], keywords: {contains: [Icebreaker, Virtual, Fad, Crime]}}
  class: type
  quotas:
    - {where: {keywords: {contains: Icebreaker}}, min: 1, max: 2}
    - {where: {type or subtype: stealth}, min: 1}
    - {sum: influence, max: 5}
    - {sum: cost, where: {type: program}, min: 2, max: 12}
  draw: {first: 3}
"""
NET_CARDS = """\
- {id: kim, name: Kim, type: hero, side: runner, cost: 0, keywords: [Crime, Natural]}
- {id: fracter, name: Ram, type: program, side: runner, cost: 2, influence: 2, keywords: Icebreaker - Fracter}
- {id: eater, name: Eater, type: program, faction: neutral, cost: 9, influence: 1, keywords: Icebreaker - AI}
- {id: faerie, name: Faerie, type: program, side: runner, cost: 0, influence: 3, keywords: [icebreaker, X]}
- {id: cloak, name: Cloak, type: program, subtype: stealth, side: runner, cost: 1, keywords: "Virtual, Mod"}
- {id: gamble, name: Gamble, type: event, faction: jinteki, cost: 5}
- {id: ai-fad, name: Fad, type: stealth, faction: neutral, cost: 1, influence: , keywords: Fad}
- {id: con, name: Con, type: event, faction: neutral, cost: 1, keywords: Crime}
- {id: lie, name: Lie, type: event, faction: neutral, cost: 1, influence: 1, keywords: Crime}
"""
"""A race for data: keywords in a text, a word in one of two columns, and influence that adds up."""

GAMES: Mapping[str, tuple[str, str]] = {
    "grove": (GROVE, GROVE_CARDS),
    "raid": (RAID, RAID_CARDS),
    "cube": (CUBE, CUBE_CARDS),
    "net": (NET, NET_CARDS),
}


def write_own_game(folder: Path, game: str, cards: str, component: str = COMPONENT) -> Path:
    """Writes a game with this format and these cards; its decks are made of these."""
    return write_game(folder, game=dedent(game) + component, cards=cards)


def own_game(folder: Path, name: str) -> Path:
    """Writes one of the games."""
    return write_own_game(folder, *GAMES[name])


def loaded(folder: Path) -> tuple[Game, DeckFormat]:
    """A game and its format; nothing may be wrong with them."""
    problems = Problems()
    game = load_game(folder, problems)
    assert game is not None
    limits = read_format(game, problems)
    assert not problems, "\n".join(map(str, problems))
    assert limits is not None
    return game, limits
