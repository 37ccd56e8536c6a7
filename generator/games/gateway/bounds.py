"""How large anything can get in the game, from its numbers: what moves there are follows from it."""

from __future__ import annotations

from generator.games.gateway.numbers import GUARD, HORDE, INSURGENT, Card, Effects, Numbers


def most_in_a_troop(numbers: Numbers) -> int:
    """Cards that can stand on one side of a battle: all of a type there are."""
    return max(
        sum(card.copies for card in numbers.cards if card.type == of) for of in (INSURGENT, GUARD, HORDE)
    )


def most_numbers(numbers: Numbers) -> int:
    """Things on the table that may be counted through: cards of a side, districts, looked-at cards."""
    looked_at = max((_most(numbers, "sift")), default=0)
    districts = max(setup.districts for setup in numbers.setups)
    return max(most_in_a_troop(numbers), districts, looked_at)


def most_damage(numbers: Numbers) -> int:
    """Damage that one card can take: its defence, and all that may be added to it in one turn."""
    own = max(card.defence + card.keywords.bulwark for card in numbers.cards)
    battles = most_battles(numbers)
    added = 0
    for card in numbers.cards:
        triggers = card.triggers
        once = triggers.played + triggers.used + triggers.conquest
        added += card.copies * _sum(once, "army-defence")
        added += card.copies * battles * _sum(triggers.battle, "army-defence")
    boards = [_sum(board.ability, "army-defence") for board in numbers.districts]
    return own + added + max(boards, default=0)


def most_battles(numbers: Numbers) -> int:
    """Battles that one Army can fight in one turn, or at the end of one round."""
    spawned = max(
        sum(len(effect.tokens) for effect in event.effects if effect.tokens) for event in numbers.events
    )
    return max(most_attacks(numbers), spawned)


def most_attacks(numbers: Numbers) -> int:
    """Attack phases of one turn."""
    boards = [_sum(board.ability, "gain-attacks") for board in numbers.districts]
    cards = sum(card.copies * _sum(_all(card), "gain-attacks") for card in numbers.cards)
    return numbers.attacks + cards + max(boards, default=0)


def _all(card: Card) -> Effects:
    triggers = card.triggers
    return triggers.played + triggers.used + triggers.conquest + triggers.battle + triggers.killed


def _most(numbers: Numbers, word: str) -> list[int]:
    """The numbers with which a word stands anywhere."""
    lines = [_all(card) for card in numbers.cards] + [board.ability for board in numbers.districts]
    lines += [event.effects for event in numbers.events]
    return [_sum(line, word) for line in lines]


def _sum(effects: Effects, word: str) -> int:
    """The numbers that stand behind a word, with all that one may choose from."""
    total = 0
    for effect in effects:
        if effect.word == word:
            total += effect.number
        for chosen in effect.choices:
            total += _sum(chosen, word)
    return total


def longest_game(numbers: Numbers) -> int:
    """A bound on the decisions of a game, far above what happens: every card of the box is played, bought,
    chosen and asked about in every turn, and every card is dealt damage in every battle."""
    cards = sum(card.copies for card in numbers.cards)
    seats = numbers.setups[-1].players
    turn = 6 * cards + most_battles(numbers) * 4 * most_in_a_troop(numbers)
    return numbers.setups[-1].kinds + len(numbers.events) * (seats + 1) * turn
