"""How a game is set up: districts, tokens, Guards, events, stacks, City kinds, starter decks."""

from __future__ import annotations

from generator.games.gateway.board import GUARDS, HORDES, SETUP, Board
from generator.games.gateway.deployment import begin_turn
from generator.games.gateway.numbers import GUARD, HORDE
from generator.games.gateway.script import Script
from generator.games.gateway.spawning import join
from generator.games.gateway.table import new_district


def lay_out(board: Board, script: Script) -> None:
    """Everything that comes before the City kinds are chosen."""
    board.phase = SETUP
    lay_districts(board)
    shuffle_foes(board)
    post_guards(board, script)
    stack_events(board)
    for stack, row in enumerate(board.tables.numbers.stacks):
        if row.for_sale and not row.city:
            lay_stack(board, stack)
    deal_starters(board)


def lay_districts(board: Board) -> None:
    """Boards by chance; the tokens are dealt one by one clockwise, until all lie there."""
    numbers = board.tables.numbers
    boards = list(range(len(numbers.districts)))
    board.shuffler.shuffle(boards)
    tokens = list(range(len(numbers.tokens)))
    board.shuffler.shuffle(tokens)
    districts = numbers.setup_for(len(board.players)).districts
    for at in range(districts):
        dealt = tuple([numbers.tokens[token] for token in tokens[at::districts]])
        board.districts.append(new_district(boards[at], dealt))
    board.find_spots()


def shuffle_foes(board: Board) -> None:
    numbers = board.tables.numbers
    for faction, of_type in ((GUARDS, GUARD), (HORDES, HORDE)):
        deck = board.foes[faction].deck
        for kind in numbers.cards_of(of_type):
            deck += [kind] * numbers.cards[kind].copies
        board.shuffler.shuffle(deck)


def post_guards(board: Board, script: Script) -> None:
    """A Guard on each board; what it says on arrival is done before the next one is dealt."""
    for at in range(len(board.districts)):
        join(board, at, GUARDS)
        while board.work:
            script.run(board, board.work[-1])


def stack_events(board: Board) -> None:
    """Each pile shuffled, the first on top of the second on top of the third."""
    events = board.tables.numbers.events
    for pile in sorted({event.pile for event in events}, reverse=True):
        cards = [at for at, event in enumerate(events) if event.pile == pile]
        board.shuffler.shuffle(cards)
        board.events += cards


def lay_stack(board: Board, stack: int) -> None:
    """Lays out a stack with all of its cards, and the helper cards that belong to it."""
    numbers = board.tables.numbers
    row = numbers.stacks[stack]
    board.supply.lay(stack, sum([numbers.cards[kind].copies for kind in row.kinds]))
    if row.mixed:
        order = board.supply.order[stack]
        for kind in row.kinds:
            order += [kind] * numbers.cards[kind].copies
        board.shuffler.shuffle(order)
    for helper in row.helpers:
        if not board.supply.laid[helper]:
            lay_stack(board, helper)


def deal_starters(board: Board) -> None:
    """The starter deck of each player comes out of the stacks."""
    for player in board.players:
        for stack, cards in board.tables.numbers.starter:
            for _ in range(cards):
                player.deck.append(board.take_from_stack(stack))


# Choosing the City kinds by turns


def picks(board: Board) -> tuple[int, ...]:
    """Any kind that is not in the game yet. The starting player begins."""
    tables = board.tables
    kinds = tables.numbers.setup_for(len(board.players)).kinds
    seat = (board.first + kinds - board.to_pick) % len(board.players)
    open_to = 0
    for stack in tables.city:
        if not board.supply.laid[stack]:
            open_to |= 1 << stack
    return board.ask(seat, tables.pick.options(open_to))


def pick(board: Board, move: int) -> None:
    lay_stack(board, board.tables.moves.number[move])
    board.to_pick -= 1


def begin_play(board: Board) -> None:
    """All is chosen: decks are shuffled, first hands drawn, and the first turn begins."""
    for player in board.players:
        board.shuffler.shuffle(player.deck)
        board.draw(player, board.tables.numbers.hand)
    board.round = 1
    begin_turn(board, board.first)
