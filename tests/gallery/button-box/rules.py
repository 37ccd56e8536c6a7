"""Button Box: collect buttons, for 2 to 4, and sew them on in rows of one colour, soon or when long."""

from generator.rules.kit import (
    NOBODY,
    OWNER,
    SEAT,
    Counter,
    Each,
    Field,
    From,
    Most,
    Rules,
    Sets,
    Sum,
    Value,
    Zone,
)

rules = Rules(
    seats=(2, 3, 4),
    zones=[
        Zone("bag", cards="buttons", seen=NOBODY, ordered=True, full=True),
        Zone("market", cards="buttons"),
        Zone("ribbons", cards="ribbons", full=True),
        Zone("hand", cards="buttons", of=SEAT, seen=OWNER),
        Zone("coat", cards="buttons", of=SEAT),
        Zone("won", cards="ribbons", of=SEAT),
    ],
    counters=[Counter("points", of=SEAT)],
    values=[Value("last", (None, 0, 1, 2, 3))],  # the seat whose turn began the last round
    scores=[
        Sets("coat", "colour", worth="rows"),
        Sum("won", "points"),
        Most("coat", worth="pearls", where={"kind": "pearl"}),
        Each("hand", worth="loose"),
    ],
)


@rules.setup
def prepare(table):
    table.shuffle(table.bag)
    table.bag.deal(table.rules.hand, *table.hand)
    table.bag.deal(table.rules.market, table.market)


@rules.move("take {card}", card=From("market"))
def take(table, card):
    """Take a button from the market, which is refilled from the bag."""
    table.market.give(card, table.hand[table.seat])
    if table.bag:
        table.market.append(table.bag.draw())
    end_turn(table)


def bag_is_empty(table):
    if not table.bag:
        return "the bag is empty"


@rules.move("rummage", unless=bag_is_empty)
def rummage(table):
    """Draw buttons from the bag, blind."""
    table.bag.deal(min(table.rules.rummage, len(table.bag)), table.hand[table.seat])
    end_turn(table)


def cannot_sew(table, colour):
    if of_colour(table.coat[table.seat], colour):
        return f"your coat already has a row of {colour}"
    if len(of_colour(table.hand[table.seat], colour)) < table.rules.row.min:
        return f"a row needs at least {table.rules.row.min} buttons of one colour"


@rules.move("sew {colour}", colour=Field("colour"), unless=cannot_sew)
def sew(table, colour):
    """Sew on all your buttons of one colour; its first long row wins the ribbon."""
    row = of_colour(table.hand[table.seat], colour)
    for button in row:
        table.hand[table.seat].give(button, table.coat[table.seat])
    worth = table.rules.rows
    table.points[table.seat] += worth[min(len(row), len(worth) - 1)]
    if len(row) >= table.rules.row.ribbon:
        for ribbon in of_colour(table.ribbons, colour):
            table.ribbons.give(ribbon, table.won[table.seat])
            table.points[table.seat] += ribbon.points
    end_turn(table)


def of_colour(cards, colour):
    return [card for card in cards if card.colour == colour]


def end_turn(table):
    """When a coat has enough rows or the bag is empty, each of the others has one more turn."""
    rows = len({button.colour for button in table.coat[table.seat]})
    if table.last is None and (rows >= table.rules.coat or not table.bag):
        table.last = table.seat
    table.pass_turn()


@rules.over
def over(table):
    if table.last == table.seat:
        return "the bag is empty" if not table.bag else f"a coat has {table.rules.coat} rows"


@rules.scored
def count(table):
    """Rows and ribbons were counted when they were sewn on; now the pearls, and what is left in hand."""
    pearls = [sum(button.kind == "pearl" for button in coat) for coat in table.coat]
    most = max(pearls)
    totals = []
    for seat in table.seats:
        cup = table.rules.pearls if pearls[seat] == most > 0 else 0
        totals.append(table.points[seat] + cup + table.rules.loose * len(table.hand[seat]))
    return totals
