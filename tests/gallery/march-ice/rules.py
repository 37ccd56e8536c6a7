"""March Ice: fish, dice and nerve for 2 to 4. Every step is a throw, and every big fish cracks the ice."""

from generator.rules.kit import NOBODY, OWNER, SEAT, Counter, From, Most, Rules, Sum, Value, Zone

rules = Rules(
    seats=(2, 3, 4),
    zones=[
        Zone("lake", cards="fish", seen=NOBODY, ordered=True, full=True),
        Zone("shed", cards="gear", seen=NOBODY, ordered=True, full=True),
        Zone("basket", cards="fish"),
        Zone("sunk", cards="fish"),
        Zone("used", cards="gear"),
        Zone("hand", cards="gear", of=SEAT, seen=OWNER),
        Zone("landed", cards="fish", of=SEAT),
    ],
    counters=[
        Counter("days", start="days"),
        Counter("cracks", start="cracks.first", max="cracks.most"),
        Counter("thrown", max=6),
        Counter("points", of=SEAT),
    ],
    values=[Value("roped", (False, True))],
    phases=("shore", "ice"),
    scores=[Sum("landed", "points"), Most("landed", worth="cup", where={"id": "pike"})],
)


@rules.setup
def prepare(table):
    table.shuffle(table.lake)
    table.shuffle(table.shed)
    table.shed.deal(table.rules.gear.first, *table.hand)


@rules.move("mend", phase="shore")
def mend(table):
    """Stay ashore today, and draw gear from the shed."""
    table.shed.deal(min(table.rules.gear.mended, len(table.shed)), table.hand[table.seat])
    end_turn(table)


def fished_out(table):
    if not table.lake:
        return "the lake is fished out"


@rules.move("step", unless=fished_out)
def step(table):
    """Step out onto the ice: throw the die, and draw a fish if it shows more than there are cracks."""
    table.phase = "ice"
    table.thrown = table.roll(6)
    table.tell(f"throw a {table.thrown}", table.seat)
    if table.thrown > table.cracks:
        draw_fish(table)
    elif table.roped:
        land(table)
    else:
        table.basket.give_all(table.sunk)
        end_turn(table)


def draw_fish(table):
    """The top fish of the lake goes into the basket, and the ice cracks or mends."""
    fish = table.lake.draw()
    table.basket.append(fish)
    table.cracks = min(max(table.cracks + fish.cracks, table.rules.cracks.first), table.rules.cracks.most)


def unusable(table, card):
    if card.id == "plank" and table.cracks == table.rules.cracks.first:
        return "the ice has no crack that a plank could cover"
    if card.id == "drill":
        return fished_out(table)


@rules.move("use {card}", card=From("hand"), unless=unusable, phase="ice")
def use(table, card):
    """Use gear: a plank covers cracks, a rope saves the basket, a drill draws a fish without a throw."""
    table.hand[table.seat].give(card, table.used)
    if card.id == "plank":
        table.cracks = max(table.cracks - table.rules.plank, table.rules.cracks.first)
    elif card.id == "rope":
        table.roped = True
    else:
        draw_fish(table)


@rules.move("land", phase="ice")
def land(table):
    """Go ashore, and land everything in the basket."""
    table.points[table.seat] += sum(fish.points for fish in table.basket)
    table.basket.give_all(table.landed[table.seat])
    end_turn(table)


def end_turn(table):
    """The next player's day begins; at night everything that sank swims back into the lake."""
    table.cracks = table.rules.cracks.first
    table.roped = False
    table.phase = "shore"
    table.pass_turn()
    if table.seat == 0:
        table.days -= 1
        table.sunk.give_all(table.lake)
        table.shuffle(table.lake)


@rules.over
def over(table):
    if table.days == 0:
        return "the ice has gone"


@rules.scored
def count(table):
    """Fish were counted when they were landed; whoever has the most pike also gets the cup."""
    pike = [landed.count(table.cards["pike"]) for landed in table.landed]
    cup = [table.rules.cup if own == max(pike) > 0 else 0 for own in pike]
    return [points + extra for points, extra in zip(table.points, cup, strict=True)]
