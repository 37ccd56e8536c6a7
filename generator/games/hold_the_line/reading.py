"""Reader a position that may be written by hand: a state, or all the reasons why it can't be one."""

from __future__ import annotations

from generator.catalog.reader import Reader
from generator.catalog.wording import pluralize, quote
from generator.games.hold_the_line.army import Army
from generator.games.hold_the_line.ending import losers
from generator.games.hold_the_line.position import NAME
from generator.games.hold_the_line.table import OVER, PHASES, SETUP, STAGE, TARGET, Table
from generator.games.hold_the_line.troops import Troop
from generator.rules.positions import read_limit, read_phase, read_shuffler, too_many

KEYS = ("game", "round", "phase", "choosing", "lanes", "seats", "max_rounds", "shuffler")
SEAT_KEYS = ("deck", "hand", "discard", "staged", "targets")


def read_position(table: Table, position: Reader) -> None:
    """Lays the cards of a position on an empty table. Raises BadPosition with all that is wrong."""
    position.only(KEYS)
    position.key("game").word((NAME,), "name of this game")
    table.phase = read_phase(position.key("phase"), PHASES, STAGE)
    table.max_rounds = read_limit(position.key("max_rounds", table.max_rounds), table.max_rounds)
    _read_round(table, position.key("round"))
    table.chooser = position.key("choosing", 0).whole(0, 1)
    if table.chooser and table.phase == OVER:
        position.key("choosing").error("the game is over: nobody chooses")
    table.shuffler = read_shuffler(position)
    _read_lanes(table, position.key("lanes"))
    seats = position.key("seats").items(len(table.armies))
    for army, seat in zip(table.armies, seats, strict=False):
        _read_seat(table, army, seat)
    position.finish()
    if table.phase == TARGET:
        _read_all_targets(table, seats)
    else:
        for seat in seats:
            if seat.has("targets"):
                seat.key("targets").error("targets are chosen in the phase `target`")
    _check_choices(table, seats)
    position.finish()


def _read_round(table: Table, given: Reader) -> None:
    if table.phase == SETUP:
        table.round = 0
        if given.value != 0:
            given.error("setup is before the first round: expected 0")
    else:
        table.round = given.whole(1, table.max_rounds)


def _read_lanes(table: Table, given: Reader) -> None:
    before = given.error_count
    lanes = given.items(table.numbers.lanes)[: table.numbers.lanes]
    for lane, reading in enumerate(lanes):
        reading.only(("front", "troops"))
        table.fronts[lane] = _read_front(table, reading.key("front"))
        rows = reading.key("troops", [[], []])
        for army, row in zip(table.armies, rows.items(len(table.armies)), strict=False):
            army.rows[lane] = tuple(_read_row(table, row))
            if table.phase == SETUP and army.rows[lane]:
                row.error("before setup is done no card is at the front")
    if given.error_count == before:
        _check_end(table, given)


def _read_front(table: Table, given: Reader) -> int:
    """The front of a lane: on one of the lines, in setup at the start, at the end also past the last."""
    if table.phase == SETUP:
        if given.value != 0:
            given.error("in setup all fronts stand at the start: expected 0")
        return 0
    most = table.numbers.reach + 1 if table.phase == OVER else table.numbers.reach
    before = given.error_count
    front = given.whole(-most, most)
    return front if given.error_count == before else 0


def _check_end(table: Table, given: Reader) -> None:
    lost = losers(table.fronts, table.numbers.reach)
    if table.phase != OVER and lost:
        # A single front past red is refused in its place, so this is the other way to lose.
        given.error(f"a rout: all lanes stand on seat {lost[0]}'s red line", "the phase is then `over`")
    if table.phase == OVER and not lost and table.round < table.max_rounds:
        limit = pluralize(table.max_rounds, "round")
        given.error(f"the game is not over: there is no gap, no rout, and {limit} are not played")


def _read_row(table: Table, given: Reader) -> list[Troop]:
    row: list[Troop] = []
    for item in given.items():
        troop = table.troops.by_text.get(item.value) if isinstance(item.value, str) else None
        if troop is None:
            _refuse_troop(table, item)
        else:
            row.append(troop)
    return row


def _refuse_troop(table: Table, item: Reader) -> None:
    """Says what a troop would be: of the kind that is named, or in general."""
    word = item.value.partition(" ")[0] if isinstance(item.value, str) else ""
    for kind in table.numbers.kinds:
        if kind.word == word:
            form = f"{word} HEALTH/ARMOR, with 1 to {kind.health} health and 0 to {kind.armor} armor left"
            item.error(f"{quote(item.value)} is no troop at a front", f"expected {form}")
            return
    fresh = table.troops.fresh[0].text
    form = f"expected its kind, health left / armor left, like {fresh!r}"
    item.error(f"{quote(item.value)} is no troop at a front", form)


def _read_seat(table: Table, army: Army, seat: Reader) -> None:
    seat.only(SEAT_KEYS)
    kinds = {word: kind for kind, word in enumerate(table.moves.words)}
    army.deck = seat.key("deck").cards(kinds, "kind of troop")[::-1]
    for kind in seat.key("hand").cards(kinds, "kind of troop"):
        army.hand.add(kind)
    for kind in seat.key("discard", []).cards(kinds, "kind of troop"):
        army.discard.add(kind)
    if seat.has("staged"):
        _read_staged(table, army, seat.key("staged"), kinds)
    _check_cards(table, army, seat)
    _check_hand(table, army, seat)
    if table.phase == SETUP and army.discard.size:
        seat.key("discard").error("before setup is done no card can have fallen")


def _read_staged(table: Table, army: Army, given: Reader, kinds: dict[str, int]) -> None:
    items = given.items(table.numbers.lanes)[: table.numbers.lanes]
    for lane, item in enumerate(items):
        if item.value is None:
            continue
        before = item.error_count
        word = item.word(kinds, "kind of troop")
        if item.error_count == before:
            army.hand.add(kinds[word])
            army.stage(lane, kinds[word])
    if table.phase == OVER and army.staged_count:
        given.error("at the end all staged cards are deployed")
    elif table.phase == SETUP:
        if any(item.value is not None for item in items[army.staged_count :]):
            given.error("setup fills the lanes in order, from lane 0")
    elif army.staged_count > table.numbers.most_staged:
        given.error(
            f"{pluralize(army.staged_count, 'card')} staged, at most {table.numbers.most_staged} may be"
        )


def _check_cards(table: Table, army: Army, seat: Reader) -> None:
    """No army has more cards of a kind than the game."""
    counts = [army.hand.counts[kind] + army.discard.counts[kind] for kind in range(len(table.moves.words))]
    for kind in army.deck:
        counts[kind] += 1
    for kind in army.staged:
        if kind >= 0:
            counts[kind] += 1
    for row in army.rows:
        for troop in row:
            counts[troop.kind] += 1
    for kind, card in enumerate(table.numbers.kinds):
        if counts[kind] > card.copies:
            seat.error(too_many(f"{card.word} card", counts[kind], card.copies))


def _check_hand(table: Table, army: Army, seat: Reader) -> None:
    """What was drawn is in hand or staged: before setup exactly the first hand, later at most a full one."""
    numbers = table.numbers
    drawn = army.hand.size + army.staged_count
    if not seat.has("hand"):
        return
    if table.phase == SETUP and drawn != numbers.first_hand:
        seat.key("hand").error(f"{_drawn(army)}; before setup each draws {numbers.first_hand}")
    elif table.phase != SETUP and drawn > numbers.full_hand:
        seat.key("hand").error(f"{_drawn(army)}; a hand is drawn up to {numbers.full_hand}")


def _drawn(army: Army) -> str:
    staged = f" and {army.staged_count} staged" if army.staged_count else ""
    return f"{pluralize(army.hand.size, 'card')}{staged}"


def _read_all_targets(table: Table, seats: list[Reader]) -> None:
    first, second = table.armies
    first.ask(second, table.moves)
    second.ask(first, table.moves)
    for army, seat in zip(table.armies, seats, strict=True):
        if seat.has("targets"):
            _read_targets(table, army, seat.key("targets"))


def _read_targets(table: Table, army: Army, given: Reader) -> None:
    """The answers to the questions of a seat, in their order."""
    items = given.items()
    if len(items) > len(army.questions):
        given.error(f"{pluralize(len(items), 'target')}, and {len(army.questions)} are chosen here")
    for question, item in zip(army.questions, items, strict=False):
        answers = {table.moves.aim_text(move): move for move in question}
        before = item.error_count
        word = item.word(answers, "choice for the card that is asked here")
        if item.error_count == before:
            army.aims.append(answers[word])


def _check_choices(table: Table, seats: list[Reader]) -> None:
    """Seat 1 chooses when seat 0 has chosen everything, and not before."""
    if table.chooser == 0:
        late, given = table.armies[1], seats[1]
        if table.phase in (SETUP, STAGE) and late.staged_count:
            given.key("staged").error("seat 0 stages first", "write `choosing: 1` when it has")
        if table.phase == TARGET and late.aims:
            given.key("targets").error("seat 0 chooses first", "write `choosing: 1` when it has")
        return
    early = table.armies[0]
    if table.phase == SETUP and early.staged_count < table.numbers.lanes:
        seats[0].error("seat 1 chooses when seat 0 has a card before each lane")
    if table.phase == TARGET and len(early.aims) < len(early.questions):
        missing = pluralize(len(early.questions) - len(early.aims), "target")
        seats[0].error(f"seat 1 chooses when seat 0 has: {missing} missing")
