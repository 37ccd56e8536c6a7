"""The moves of the game: small numbers, and the words of the rules for them."""

from __future__ import annotations

from typing import Final

from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, quote
from generator.games.gateway.bounds import most_damage, most_in_a_troop, most_numbers
from generator.games.gateway.numbers import ASSET, INSURGENT, RUNESTONE, Numbers
from generator.rules.protocol import IllegalMove

DONE: Final = 0
ONLY_DONE: Final = (DONE,)
NO_MOVE: Final = -1
"""In place of a move that there is not: no Guard is ever played."""

EXAMPLES: Final = {
    "done": "done",
    "play": "play merchant",
    "ability": "ability 0",
    "attack": "attack 2",
    "draft": "draft rebel",
    "rune": "rune lesser-flame",
    "assign": "assign 0 3",
    "horde": "horde 2",
    "choose": "choose rebel",
    "pick": "pick red-templar",
}
"""Each verb of the notation, with a move of it."""


class Moves:
    """Every move there is, whoever may make it when, in the order of their numbers."""

    __slots__ = (
        "ability",
        "assign",
        "attack",
        "choose",
        "choose_discarded",
        "choose_number",
        "count",
        "draft",
        "horde",
        "number",
        "pick",
        "play",
        "rune",
        "second",
        "texts",
        "verbs",
    )

    count: int
    texts: list[str]
    verbs: list[str]
    """The first word of each move."""
    number: list[int]
    """The kind, stack, district, seat or other number that a move is about; 0 for ``done``."""
    second: list[int]
    """How much damage a move assigns; 1 if it chooses a card of the discard pile by name; else 0."""
    play: list[int]
    """The move for a kind …"""
    ability: list[int]
    """… a district …"""
    attack: list[int]
    draft: list[int]
    """… a stack …"""
    rune: list[int]
    assign: list[tuple[int, ...]]
    """… a card of the other side and an amount of damage …"""
    horde: list[int]
    """… a seat …"""
    choose: list[int]
    """… a kind …"""
    choose_discarded: list[int]
    """… a kind in the discard pile, where cards of the hand could be meant too …"""
    choose_number: tuple[int, ...]
    """… a number: of a card on the table, a district, a line of effects …"""
    pick: list[int]
    """… and a stack of City cards."""

    def __init__(self, numbers: Numbers) -> None:
        self.texts = []
        self.verbs = []
        self.number = []
        self.second = []
        self._add("done", "done", 0, 0)
        names = [card.id for card in numbers.cards]
        stacks = [stack.id for stack in numbers.stacks]
        playable = [card.type in (INSURGENT, ASSET, RUNESTONE) for card in numbers.cards]
        runes = [card.type == RUNESTONE for card in numbers.cards]
        districts = range(max(setup.districts for setup in numbers.setups))
        amounts = range(most_damage(numbers) + 1)
        self.play = self._named("play", names, playable)
        self.ability = [self._add("ability", f"ability {at}", at, 0) for at in districts]
        self.attack = [self._add("attack", f"attack {at}", at, 0) for at in districts]
        self.draft = self._named("draft", stacks, [stack.for_sale for stack in numbers.stacks])
        self.rune = self._named("rune", names, runes)
        self.assign = [
            tuple([self._add("assign", f"assign {at} {damage}", at, damage) for damage in amounts])
            for at in range(most_in_a_troop(numbers))
        ]
        seats = range(numbers.setups[-1].players)
        self.horde = [self._add("horde", f"horde {seat}", seat, 0) for seat in seats]
        self.choose = self._named("choose", names, playable)
        self.choose_discarded = self._named("choose discarded", names, playable, second=1)
        self.choose_number = tuple(
            [self._add("choose", f"choose {at}", at, 0) for at in range(most_numbers(numbers))]
        )
        self.pick = self._named("pick", stacks, [stack.city for stack in numbers.stacks])
        self.count = len(self.texts)

    def _named(self, words: str, names: list[str], exists: list[bool], second: int = 0) -> list[int]:
        """A move for each name that is marked."""
        verb = words.split()[0]
        return [
            self._add(verb, f"{words} {name}", at, second) if there else NO_MOVE
            for at, (name, there) in enumerate(zip(names, exists, strict=True))
        ]

    def _add(self, verb: str, text: str, number: int, second: int) -> int:
        self.texts.append(text)
        self.verbs.append(verb)
        self.number.append(number)
        self.second.append(second)
        return len(self.texts) - 1


class Words:
    """The notation read: the move of each text."""

    __slots__ = ("_moves",)

    def __init__(self, moves: Moves) -> None:
        self._moves = {text.casefold(): move for move, text in enumerate(moves.texts)}

    def parse(self, text: str) -> int:
        """The move of a text; blanks and capitals may be as they like. Raises IllegalMove with a hint."""
        plain = " ".join(text.split()).casefold()
        move = self._moves.get(plain)
        if move is None:
            raise IllegalMove(f"{quote(text)} is no move; {self._hint(plain)}")
        return move

    def _hint(self, text: str) -> str:
        """What may have been meant by words that are no move."""
        verb = text.partition(" ")[0]
        if verb not in EXAMPLES:
            return did_you_mean(verb, EXAMPLES) or f"a move begins with {join_words(list(EXAMPLES))}"
        known = [move for move in self._moves if move.startswith(f"{verb} ") and not move[-1].isdigit()]
        return did_you_mean(text, known) or f"a move of this kind reads like `{EXAMPLES[verb]}`"
