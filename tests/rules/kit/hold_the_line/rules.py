"""Hold the Line: two armies in five lanes stage in secret, strike in every lane at once, and push the fronts.

The chapters are those of the rulebook, ``cards/hold-the-line/rulebook.md``. Seat 0 chooses first in each
phase, and nothing happens before seat 1 has chosen too.
"""

from generator.rules.kit import (
    NOBODY,
    OWNER,
    SEAT,
    Counter,
    CutShort,
    From,
    Number,
    Place,
    Rules,
    Zone,
)


def of_its_army(card, seat):
    return card.army == ("olive", "sand")[seat]


rules = Rules(
    seats=2,
    phases=("setup", "stage", "target", "over"),
    zones=[
        Zone("deck", of=SEAT, seen=NOBODY, ordered=True, full=True, cards="troops", holds=of_its_army),
        Zone("hand", of=SEAT, seen=OWNER, cards="troops"),
        Zone("discard", of=SEAT, cards="troops"),
        Zone("staged", of=SEAT, seen=OWNER, cards="troops", places="lanes"),
        Zone(
            "troops",
            of=SEAT,
            cards="troops",
            places="lanes",
            marks=[
                Counter("health", start="health", min=1, max="health"),
                Counter("armor", start="armor", max="armor"),
                Counter("aim", max=14),  # 1 for the first card opposite; 0 until it is chosen
            ],
        ),
        # A marker for each lane, on the line where its front stands: 0 is the start, 1 is nearer to seat 1.
        Zone("fronts", cards="fronts", full=True, marks=[Counter("line", min=-3, max=3)]),
    ],
    counters=[Counter("round", max="rulings.max_rounds"), Counter("lane", max=4), Counter("card", max=13)],
    longest=2 * (5 + 100 * (3 + 6)),
)


# Set-up


@rules.setup
def deal(table):
    for deck in table.deck:
        table.shuffle(deck)
        deck.reverse()  # the hand-written game draws from the other end
    for seat in table.seats:
        draw(table, seat, table.rules.hand.first)


def draw(table, seat, full):
    deck, hand, discard = table.deck[seat], table.hand[seat], table.discard[seat]
    while len(hand) < full and (deck or discard):
        if not deck:
            discard.give_all(deck)
            table.shuffle(deck)
            deck.reverse()
        deck.deal(min(full - len(hand), len(deck)), hand)


# 1. Stage


def lane_is_closed(table, lane, card):
    staged = table.staged[table.seat]
    if staged[lane]:
        return f"lane {lane} already has a card in front of it: at most one is staged for each lane"
    if table.phase == "setup" and lane > 0 and not staged[lane - 1]:
        return "setup fills the lanes in order"


@rules.move(
    "stage {lane} {card}",
    phase=("setup", "stage"),
    secret=True,
    lane=Place("staged"),
    card=From("hand"),
    unless=lane_is_closed,
)
def stage(table, lane, card):
    """Lay a card from your hand face down before a lane."""
    staged = table.staged[table.seat]
    table.hand[table.seat].give(card, staged[lane])
    most = table.rules.lanes if table.phase == "setup" else table.rules.staged.max
    if sum(map(len, staged)) == most:
        done(table)


@rules.move("done", phase="stage")
def done(table):
    """Stage no more cards."""
    if table.seat == 0:
        table.pass_turn()
    elif table.phase == "setup":
        deploy(table)
        begin_round(table)
    else:
        table.phase = "target"
        ask(table)


def begin_round(table):
    for seat in table.seats:
        draw(table, seat, table.rules.hand.full)
    table.round += 1
    table.phase = "stage"
    table.seat = 0


# 2. Combat


def ask(table):
    """The next card that strikes one of several opposing cards aims; after the last one all strike."""
    troops = table.troops
    for seat in table.seats:
        own = troops[seat]
        for lane, facing in enumerate(troops[1 - seat]):
            if len(facing) > 1:
                for number, troop in enumerate(own[lane]):
                    if not troop.aim and troop.targets == "one":
                        table.seat, table.lane, table.card = seat, lane, number
                        return
    table.lane = table.card = 0
    combat(table)


def opposite(table):
    return range(len(table.troops[1 - table.seat][table.lane]))


def nobody_there(table, at):
    cards = len(table.troops[1 - table.seat][table.lane])
    if at >= cards:
        return f"no card {at} opposite in lane {table.lane}: {cards}, counted from 0"


@rules.move("target {at}", phase="target", secret=True, at=Number(0, 13), among=opposite, unless=nobody_there)
def target(table, at):
    """Choose which opposing card is struck."""
    table.troops[table.seat][table.lane][table.card].aim = at + 1
    ask(table)


def combat(table):
    first, second = table.troops
    taken = {}
    for rows, opposite in ((first, second), (second, first)):
        for row, facing in zip(rows, opposite):
            if row and facing:
                strike(row, facing, taken)
    takes = table.rules.armor.takes
    for troop, (ordinary, piercing) in taken.items():
        suffer(troop, ordinary, piercing, takes)
    for rows, discard in zip(table.troops, table.discard):
        for row in rows:
            if row:
                fall(row, discard)
    push(table)
    deploy(table)
    if losers([front.line for front in table.fronts]) or table.round == table.rules.rulings.max_rounds:
        table.phase = "over"
    else:
        begin_round(table)


def strike(row, facing, taken):
    """Adds up the damage that cards in a lane do to those that face them, ordinary and piercing."""
    for troop in row:
        damage, pierces = strength(troop), troop.pierces
        aim = troop.aim
        for other in facing if troop.targets == "each" else (facing[aim - 1 if aim else 0],):
            ordinary, piercing = taken.get(other, (0, 0))
            taken[other] = (ordinary, piercing + damage) if pierces else (ordinary + damage, piercing)


def strength(troop):
    """Damage is added up from numbers, and from what the card has left of its health and armor."""
    damage = 0
    for term in troop.damage:
        damage += getattr(troop, term) if isinstance(term, str) else term
    return damage


def fall(row, discard):
    """Nobody aims any more; cards without health are discarded."""
    for troop in row[:]:
        troop.aim = 0
        if troop.health < 1:
            row.give(troop, discard)


def suffer(troop, ordinary, piercing, takes):
    """Each armor stops so much ordinary damage; what is too little for the next one is lost."""
    broken = min(troop.armor, ordinary // takes)
    if broken == troop.armor:
        troop.health -= ordinary - broken * takes
    troop.armor -= broken
    troop.health -= piercing


# 3. Deploy


def push(table):
    for lane, front in enumerate(table.fronts):
        for seat, way in ((0, 1), (1, -1)):
            if table.staged[seat][lane] and pushes(table, seat, lane):
                front.line += way * table.rules.push


def pushes(table, seat, lane):
    """Whether a card that is staged there pushes the front."""
    if table.troops[1 - seat][lane]:
        return False
    return table.troops[seat][lane] or not table.staged[1 - seat][lane]


def deploy(table):
    for seat in table.seats:
        for staged, row in zip(table.staged[seat], table.troops[seat]):
            if staged:
                staged.give_all(row)


# The end


def losers(lines):
    """A lane pushed past their red line, or all lanes on it: that seat loses."""
    beaten = (min(lines) < -2 or max(lines) == -2, max(lines) > 2 or min(lines) == 2)
    return [seat for seat in (0, 1) if beaten[seat]]


@rules.over
def over(table):
    if table.phase == "over":
        beaten = losers([front.line for front in table.fronts])
        return (
            f"the line of seat {beaten[0]} is broken" if beaten else CutShort("a draw: all rounds are over")
        )


@rules.winners
def winners(table):
    beaten = losers([front.line for front in table.fronts])
    return [1 - beaten[0]] if len(beaten) == 1 else [0, 1]


@rules.recount
def unbeaten(position, cards):
    """Seats whose red line holds in every lane, and in some lane stands behind the front."""
    near = {0: [front["line"] for front in position["fronts"]]}
    near[1] = [-line for line in near[0]]
    holding = [
        seat
        for seat in (0, 1)
        if all(line >= -2 for line in near[seat]) and any(line != -2 for line in near[seat])
    ]
    return holding or [0, 1]
