"""Why a move is not legal now, in a sentence that names the rule."""

from __future__ import annotations

from generator.catalog.wording import pluralize
from generator.games.strongholds.moves import (
    DONE,
    GIVES,
    LAYS,
    NAMES_GENERAL,
    NAMES_TARGET,
    PITS,
    SENDS,
)
from generator.games.strongholds.player import NOBODY, Player
from generator.games.strongholds.table import COVERED, MUSTER, OVER, PITTED, UNTOUCHED, Table


def refusal(table: Table, move: int) -> str:
    """The reason against a move that is not among ``table.choices``."""
    if table.phase == OVER:
        return "the game is over"
    does, card = table.moves.does[move], table.moves.card[move]
    player = table.players[table.chooser]
    if does == GIVES:
        return _against_giving(table, player, card)
    if table.phase != MUSTER:
        if does in (NAMES_GENERAL, NAMES_TARGET, SENDS):
            return "it is the defence: generals, targets and troops are chosen in muster"
        return _against_laying(table, player, move) if does == LAYS else _against_pitting(table, player, move)
    if does in (LAYS, PITS):
        return "it is muster: attackers are met in defence, when all have chosen"
    if does == NAMES_GENERAL:
        return _against_general(table, player, card)
    if player.general == NOBODY:
        return "a general is chosen first"
    if does == NAMES_TARGET:
        return _against_target(table, player, card)
    if player.target == NOBODY:
        return "the target is chosen first, then the troops"
    if move == DONE:
        return _against_few_troops(table, player)
    return f"no {table.cards.words[card]} in hand"


def _against_giving(table: Table, player: Player, ace: int) -> str:
    if ace not in player.hand:
        return f"no {table.cards.words[ace]} in hand"
    if table.phase == MUSTER and player.general != NOBODY:
        return "aces are given up before the general is chosen, and in defence"
    return "the draw pile is empty: there is nothing to draw for an ace"


def _against_general(table: Table, player: Player, general: int) -> str:
    cards = table.cards
    if player.general != NOBODY:
        return f"the general is chosen: {cards.words[player.general]}"
    if general not in player.royals:
        return f"{cards.words[general]} is no living royal of yours"
    held = pluralize(len(player.troops_in_hand(cards.first_royal)), "troop")
    name, sends = cards.name[general], cards.sends[general]
    return f"a {name} takes {pluralize(sends, 'troop')}, the hand has {held}: enough for another royal"


def _against_target(table: Table, player: Player, seat: int) -> str:
    if player.target != NOBODY:
        return f"the target is chosen: seat {player.target}"
    if seat >= len(table.players):
        return f"there is no seat {seat}: the seats are 0 to {len(table.players) - 1}"
    if seat == table.chooser:
        return "nobody attacks the own stronghold"
    return f"seat {seat} is out: its stronghold has fallen"


def _against_few_troops(table: Table, player: Player) -> str:
    if len(player.royals) == 1:
        return "a last royal may take fewer troops, but at least one"
    sends = table.cards.sends[player.general]
    name = table.cards.name[player.general]
    return f"a {name} takes {pluralize(sends, 'troop')}, a full battalion: {player.missing} more to send"


def _against_laying(table: Table, player: Player, move: int) -> str:
    cards = table.cards
    card, on = table.moves.card[move], table.moves.on[move]
    word = cards.words[on]
    if card not in player.hand:
        return f"no {cards.words[card]} in hand"
    attacker = _attacker_with(table, player, on)
    if attacker is None:
        return f"{word} does not attack your stronghold"
    if cards.is_joker(card):
        if table.condition[on] != UNTOUCHED:
            return f"something lies on {word}: a joker is laid before anything else, and one is enough"
        return f"a joker comes before anything is laid on the troops of {word}, and before they are pitted"
    if table.left[on] == 0:
        if table.condition[on] == PITTED:
            return f"{word} was pitted and is defeated: nothing is laid on it"
        return f"{word} is defeated already: nothing is laid on it"
    standing = [
        cards.words[troop]
        for troop in attacker.troops
        if table.left[troop] and table.condition[troop] != PITTED
    ]
    left = ", ".join(standing)
    return f"{word} may be laid on when all of the general's troops are defeated or pitted: {left} left"


def _attacker_with(table: Table, player: Player, card: int) -> Player | None:
    """The attacker of a player whose general or troop the card is."""
    for seat in player.attackers:
        attacker = table.players[seat]
        if card == attacker.general or card in attacker.troops:
            return attacker
    return None


def _against_pitting(table: Table, player: Player, move: int) -> str:
    one, other = table.moves.card[move], table.moves.on[move]
    words = table.cards.words
    owners = [_attacker_with(table, player, troop) for troop in (one, other)]
    for troop, owner in zip((one, other), owners, strict=True):
        if owner is None:
            return f"{words[troop]} does not attack your stronghold"
    if owners[0] is owners[1]:
        pair = f"{words[one]} and {words[other]}"
        return f"{pair} are of the same attacker: troops of different attackers are pitted"
    for troop in (one, other):
        if table.condition[troop] == PITTED:
            return f"{words[troop]} is pitted already: each troop is pitted once"
        if table.condition[troop] == COVERED:
            return f"something lies on {words[troop]}: only troops with nothing on them are pitted"
    return "these troops can't be pitted"
