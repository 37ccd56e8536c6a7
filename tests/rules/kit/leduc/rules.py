"""Leduc poker: six cards, two rounds of bets; a pair with the card on the board wins, else the rank."""

from generator.rules.kit import NOBODY, OWNER, SEAT, Counter, Rules, Value, Zone

rules = Rules(
    seats=2,
    zones=[
        Zone("deck", seen=NOBODY, ordered=True, full=True),
        Zone("board"),
        Zone("hand", of=SEAT, seen=OWNER),
    ],
    counters=[
        Counter("round", start=1, min=1, max=2),
        Counter("raises", max="raises"),
        Counter("stake", start="ante", min="ante", max=13),
    ],
    values=[Value("folded", (None, 0, 1)), Value("done", (False, True))],
    longest=8,
)


@rules.setup
def deal(table):
    table.shuffle(table.deck)
    table.deck.deal(1, *table.hand)


def bet(table):
    return table.rules.bet.first if table.round == 1 else table.rules.bet.second


def nothing_owed(table):
    if table.raises == 0:
        return "nobody has raised: no need to fold"


def raised_enough(table):
    if table.raises == table.rules.raises:
        return f"{table.rules.raises} raises a round, and no more"


@rules.move("fold", unless=nothing_owed)
def fold(table):
    table.stake += bet(table) * (table.raises - 1)
    table.folded = table.seat


@rules.move("call")
def call(table):
    if table.raises == 0 and table.seat == 0:
        table.pass_turn()
        return
    table.stake += bet(table) * table.raises
    table.raises = 0
    table.seat = 0
    if table.round == 1:
        table.round = 2
        table.deck.deal(1, table.board)
    else:
        table.done = True


@rules.move("raise", unless=raised_enough)
def raise_(table):
    table.raises += 1
    table.pass_turn()


@rules.over
def over(table):
    if table.folded is not None:
        return "the other seat folded"
    if table.done:
        return "both show their cards"


def strength(table, seat):
    card = table.hand[seat][0]
    return card == table.board[0], card.rank


@rules.scored
def chips(table):
    if table.folded is not None:
        won = -table.stake if table.folded == 0 else table.stake
    else:
        mine, theirs = strength(table, 0), strength(table, 1)
        won = 0 if mine == theirs else table.stake if mine > theirs else -table.stake
    return won, -won


@rules.recount
def paid(position, cards):
    """What the one pays the other: each seat's card is worth more than those before it in a row."""
    row = ["jack", "queen", "king", *position["board"]]
    worth = [max(at for at, card in enumerate(row) if card == held["hand"][0]) for held in position["seats"]]
    if position["folded"] is not None:
        worth[position["folded"]] = -1
    return [position["stake"] * ((mine > other) - (mine < other)) for mine, other in (worth, worth[::-1])]
