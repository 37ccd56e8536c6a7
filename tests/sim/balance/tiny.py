"""Games of the kit that are small enough to know every figure beforehand, and studies of them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from games import write_game

from generator.sim.balance.trace import Traces, Tracing, collect_traces
from generator.sim.study.plan import Contestant, Plan
from generator.sim.study.store import Store
from generator.sim.study.table import Table, open_table
from generator.sim.study.workers import Crew, play_study

RACE = '''\
"""Six turns; seat 0 is ahead at first. A seat that jumps is ahead; one that waits stays where it is."""

from generator.rules.kit import Counter, Number, Rules, Tally, Zone

rules = Rules(
    seats=2,
    zones=[Zone("pile", full=True)],
    counters=[Counter("turn", start=1), Counter("runs"), Counter("ahead", of="seat")],
    scores=[Tally("ahead")],
)


@rules.setup
def begin(table):
    table.ahead[0] = 1


def go_on(table):
    if table.seat == 1:
        table.runs += 1
        table.turn = min(table.runs + 1, 6)
    table.pass_turn()


@rules.move("wait {steps}", steps=Number(1, 199))
def wait(table, steps):
    """Stay where you are."""
    go_on(table)


@rules.move("jump")
def jump(table):
    """Get ahead."""
    table.ahead[table.seat], table.ahead[1 - table.seat] = 1, 0
    go_on(table)


@rules.over
def over(table):
    return "six turns were run" if table.runs == 6 else None
'''
RUNNERS = '''\
from generator.sim.bots import Bot


class Walker(Bot):
    def choose(self, view, legal):
        return legal[0]


class Jumper(Bot):
    """Jumps in the fifth turn."""

    def choose(self, view, legal):
        return legal[-1] if view["turn"] == 5 else legal[0]
'''

PAIRS = '''\
"""Four cards; each seat draws two and lays one. The higher card wins."""

from generator.rules.kit import NOBODY, OWNER, SEAT, From, Rules, Sum, Zone

rules = Rules(
    seats=2,
    zones=[
        Zone("deck", seen=NOBODY, ordered=True, full=True),
        Zone("hand", of=SEAT, seen=OWNER),
        Zone("laid", of=SEAT),
    ],
    scores=[Sum("laid", "rank")],
)


@rules.setup
def deal(table):
    table.shuffle(table.deck)
    table.deck.deal(2, *table.hand)


@rules.move("lay {card}", card=From("hand"))
def lay(table, card):
    """Lay a card."""
    table.hand[table.seat].give(card, table.laid[table.seat])
    table.pass_turn()


@rules.over
def over(table):
    return "both have laid a card" if all(table.laid) else None
'''

DUEL = '''\
"""Each side draws five of its own cards; they lay one each, five times, and the better sign scores."""

from generator.rules.kit import NOBODY, OWNER, SEAT, Counter, From, Rules, Tally, Zone

BEATS = {"rock": "scissors", "scissors": "paper", "paper": "rock"}


def own(card, seat):
    return card.side == ("left", "right")[seat]


rules = Rules(
    seats=2,
    zones=[
        Zone("deck", of=SEAT, seen=NOBODY, ordered=True, full=True, holds=own),
        Zone("hand", of=SEAT, seen=OWNER, holds=own),
        Zone("laid", of=SEAT, ordered=True, holds=own),
    ],
    counters=[Counter("round", start=1), Counter("points", of=SEAT)],
    scores=[Tally("points")],
)


@rules.setup
def deal(table):
    for seat in table.seats:
        table.shuffle(table.deck[seat])
        table.deck[seat].deal(5, table.hand[seat])


def better(one, other):
    return one == "dynamite" or (other != "dynamite" and BEATS.get(one) == other)


@rules.move("lay {card}", card=From("hand"))
def lay(table, card):
    """Lay a card."""
    table.hand[table.seat].give(card, table.laid[table.seat])
    if table.seat == 1:
        first, second = table.laid[0][-1].sign, table.laid[1][-1].sign
        table.points[0] += better(first, second)
        table.points[1] += better(second, first)
        table.round += 1
    table.pass_turn()


@rules.over
def over(table):
    return "all hands are empty" if not any(table.hand) else None
'''
DUEL_CARDS = [
    {"id": f"{side}-{sign}-{number}", "name": f"{sign} {number}", "side": side, "sign": sign}
    for side in ("left", "right")
    for sign in ("rock", "paper", "scissors")
    for number in (1, 2, 3)
]


def write_race(folder: Path) -> Path:
    return write_game(folder, files={"rules.py": RACE, "runners.py": RUNNERS})


def write_pairs(folder: Path) -> Path:
    cards = [{"name": name, "rank": rank} for rank, name in enumerate(("deuce", "jack", "queen", "ace"))]
    return write_game(folder, cards=cards, files={"rules.py": PAIRS})


def write_duel(folder: Path, *, planted: bool) -> Path:
    """Rock, paper, scissors with equal sides; ``planted``: the left side has a tenth card that beats all."""
    cards = [dict(card) for card in DUEL_CARDS]
    if planted:
        cards.append({"id": "dynamite", "name": "dynamite", "side": "left", "sign": "dynamite"})
    return write_game(folder, cards=cards, component={"blank": {"sign": "rock"}}, files={"rules.py": DUEL})


@dataclass(frozen=True)
class Studied:
    """A study that was played, and what it left behind."""

    table: Table
    store: Store
    traces: Traces | None


def plan_of(folder: Path | str, games: int, *bots: str, seed: int = 1) -> Plan:
    """A plan of the game in a folder, by default with two random bots."""
    name = Path(folder).name
    return Plan(name, str(folder), tuple(map(Contestant, bots or ("random", "random"))), games, seed)


def study(plan: Plan, tracing: Tracing | None = None, crew: Crew | None = None) -> Studied:
    """Plays a plan. The store stays open: it is in memory."""
    table = open_table(plan)
    store = Store.begin(None, plan, table.versions)
    failure = play_study(store, table, crew or Crew(), lambda _: None, tracing)
    assert failure is None, failure
    return Studied(table, store, collect_traces(store.notes()))
