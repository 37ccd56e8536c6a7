"""Briar Ridge: a skirmish on hexagons for 2. Slingers need a line of sight; briars stop feet and eyes."""

from generator.rules.kit import SEAT, Counter, Hexes, Rules, Space, Tally, Zone

SIDES = ("fox", "badger")
SPACE = Space("field")
MARKS = [Counter("hits", start="hits", max="hits"), Counter("acted", max=1)]

rules = Rules(
    seats=2,
    zones=[Zone("reserve", full=True), Zone("field", board=Hexes("field", ground="ground"), marks=MARKS)],
    counters=[Counter("round", start=1), Counter("actions", start="actions"), Counter("points", of=SEAT)],
    scores=[Tally("points")],
)


@rules.setup
def line_up(table):
    for card in table.cards.values():
        for space in card.begins:
            table.reserve.give(card, table.field[space.lower()])


def rested(table):
    """The pieces of whoever decides that have not acted in this turn."""
    return [piece for piece in table.field.pieces() if is_own(table, piece) and not piece.acted]


def is_own(table, piece):
    return piece.side == SIDES[table.seat]


def unable(table, start, end):
    if not any(piece.space == start for piece in rested(table)):
        return f"no counter of yours on {start} is still to act in this turn"


def ends(table, piece):
    """The spaces that a piece can march to: round briars and other pieces."""
    shut = {*table.field.occupied(), *table.field.on_ground("briar")}
    return table.field.reach(piece.space, piece.steps, without=shut)


def marches(table):
    return [(piece.space, end) for piece in rested(table) for end in ends(table, piece)]


def too_far(table, start, end):
    if end not in ends(table, table.field[start][0]):
        return f"{end} cannot be reached from {start}"


@rules.move("march {start} to {end}", start=SPACE, end=SPACE, among=marches, unless=[unable, too_far])
def march(table, start, end):
    """March with a counter of yours that has not acted, at most its steps."""
    table.field[start].give(table.field[start][0], table.field[end])
    act(table, end)


def unseen(table, start, end):
    """What is against a blow: nobody to strike, too great a distance, or what stands between."""
    field, piece = table.field, table.field[start][0]
    if not field[end] or is_own(table, field[end][0]):
        return f"there is nobody to strike on {end}"
    reach = piece.reach + (piece.reach > 1 and field.ground(start) == "hill")
    if field.distance(start, end) > reach:
        return f"{end} is further than {reach} from {start}"
    for space in field.line(start, end):
        if field[space] or field.ground(space) == "briar":
            return f"{space} is in the line of sight"


def blows(table):
    others = [piece.space for piece in table.field.pieces() if not is_own(table, piece)]
    starts = [piece.space for piece in rested(table)]
    return [(start, end) for start in starts for end in others if not unseen(table, start, end)]


@rules.move("strike {start} at {end}", start=SPACE, end=SPACE, among=blows, unless=[unable, unseen])
def strike(table, start, end):
    """Strike with a counter of yours that has not acted: a throw of more than the distance hits."""
    thrown, target = table.roll(), table.field[end][0]
    table.tell(f"throw a {thrown}", table.seat)
    if thrown > table.field.distance(start, end):
        target.hits -= 1
    if target.hits == 0:
        table.points[table.seat] += target.card.hits
        table.field[end].give(target, table.reserve)
    act(table, start)


def act(table, space):
    table.field[space][0].acted = 1
    table.actions -= 1
    if table.actions == 0:
        rest(table)


@rules.move("rest")
def rest(table):
    """End your turn: each spring that you hold is worth a point."""
    for piece in table.field.pieces():
        piece.acted = 0
        if is_own(table, piece) and table.field.ground(piece.space) == "spring":
            table.points[table.seat] += 1
    table.actions = table.rules.actions
    table.pass_turn()
    table.round += table.seat == 0


@rules.over
def over(table):
    if len({piece.side for piece in table.field.pieces()}) < 2:
        return "one side is driven off"
    if max(table.points) >= table.rules.points:
        return "the springs are won"
    if table.round > table.rules.rounds:
        return "night falls"
