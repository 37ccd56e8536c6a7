"""Positions: read from JSON that may be written by hand, seen by one seat, and dealt anew from what it sees.

Beside the keys that the rules of the game name, a position may have

``choosing``    1 while seat 1 chooses in a phase, that is, when seat 0 has chosen everything
``max_rounds``  the limit of rounds, where it is not the game's own
``shuffler``    the state of the shuffles; without it seed 0 shuffles

and a seat ``staged``, the kind of card before each lane or null, and in combat ``targets``, the answers so
far: ``"1 0>2"``. All of it is plain data here: ``rules.py`` lays a position out and writes one down.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from generator.catalog.reader import Reader
from generator.catalog.wording import pluralize, quote
from generator.games.hold_the_line.config import SEATS, RulesConfig
from generator.games.hold_the_line.notation import (
    NAME,
    OVER,
    PHASES,
    SETUP,
    STAGE,
    TARGET,
    LineNotation,
    kind_of,
)
from generator.rules.positions import read_limit, read_phase, read_shuffler, shuffler_position, too_many
from generator.rules.protocol import Position, View
from generator.rules.rotation import rotate_list, rotate_seats
from generator.rules.shuffler import Shuffler

KEYS: Final = ("game", "round", "phase", "choosing", "lanes", "seats", "max_rounds", "shuffler")
SEAT_KEYS: Final = ("deck", "hand", "discard", "staged", "targets")
NOBODY: Final = -1
"""Stands in the staging area where no card lies."""

FACE_DOWN: Final = "face down"
"""Stands in a view for a staged card that may be of any kind."""

Losers = Callable[[RulesConfig, list[int]], list[int]]
"""The rule that says which seats have lost with the fronts where they stand."""


# From JSON


class SeatReading:
    """The cards of a seat, by the numbers of their kinds."""

    __slots__ = ("deck", "discard", "hand", "rows", "staged", "targets")

    def __init__(self, lanes: int) -> None:
        self.deck: list[int] = []
        """From its top."""
        self.hand: list[int] = []
        self.discard: list[int] = []
        self.rows: list[list[str]] = [[] for _ in range(lanes)]
        """The troops at the front of each lane, in words."""
        self.staged = [NOBODY] * lanes
        self.targets: list[int] = []

    @property
    def staged_count(self) -> int:
        return len(self.staged) - self.staged.count(NOBODY)


class Reading:
    """What a position says."""

    __slots__ = ("chooser", "fronts", "max_rounds", "phase", "round", "seats", "shuffler")

    def __init__(self, config: RulesConfig, given: Reader) -> None:
        self.phase = read_phase(given.key("phase"), PHASES, STAGE)
        self.max_rounds = read_limit(given.key("max_rounds", config.max_rounds), config.max_rounds)
        self.round = 0
        self.chooser = given.key("choosing", 0).whole(0, SEATS - 1)
        self.shuffler = read_shuffler(given)
        self.fronts = [0] * config.lanes
        self.seats = [SeatReading(config.lanes) for _ in range(SEATS)]


class PositionReader:
    """Reads positions of one game, and checks them by its numbers."""

    __slots__ = ("_config", "_kinds", "_losers", "_notation", "_troops")

    def __init__(self, config: RulesConfig, notation: LineNotation, losers: Losers) -> None:
        self._config = config
        self._notation = notation
        self._losers = losers
        self._kinds = {word: kind for kind, word in enumerate(notation.words)}
        self._troops = {
            f"{kind.word} {health}/{armor}"
            for kind in config.kinds
            for health in range(1, kind.health + 1)
            for armor in range(kind.armor + 1)
        }

    def read(self, given: Reader) -> Reading:
        """What a position says that can be. Raises BadPosition with all that is wrong."""
        given.only(KEYS)
        given.key("game").word((NAME,), "the name of this game")
        reading = Reading(self._config, given)
        self._read_round(reading, given.key("round"))
        if reading.chooser and reading.phase == OVER:
            given.key("choosing").error("the game is over: nobody chooses")
        self._read_lanes(reading, given.key("lanes"))
        seats = given.key("seats").items(SEATS)
        for seat, part in zip(reading.seats, seats, strict=False):
            self._read_seat(reading, seat, part)
        given.finish()
        if reading.phase == TARGET:
            self._read_targets(reading, seats)
        else:
            for part in seats:
                if part.has("targets"):
                    part.key("targets").error("targets are chosen in the phase `target`")
        self._check_choices(reading, seats)
        given.finish()
        return reading

    def _read_round(self, reading: Reading, given: Reader) -> None:
        if reading.phase != SETUP:
            reading.round = given.whole(1, reading.max_rounds)
        elif given.value != 0:
            given.error("setup is before the first round: expected 0")

    # Lanes

    def _read_lanes(self, reading: Reading, given: Reader) -> None:
        before = given.error_count
        lanes = given.items(self._config.lanes)[: self._config.lanes]
        for lane, part in enumerate(lanes):
            part.only(("front", "troops"))
            reading.fronts[lane] = self._read_front(reading, part.key("front"))
            rows = part.key("troops", [[], []]).items(SEATS)
            for seat, row in zip(reading.seats, rows, strict=False):
                seat.rows[lane] = self._read_row(row)
                if reading.phase == SETUP and seat.rows[lane]:
                    row.error("before setup is done no card is at the front")
        if given.error_count == before:
            self._check_end(reading, given)

    def _read_front(self, reading: Reading, given: Reader) -> int:
        """The front of a lane: on one of the lines, in setup at the start, at the end also past the last."""
        if reading.phase == SETUP:
            if given.value != 0:
                given.error("in setup all fronts stand at the start: expected 0")
            return 0
        maximum = self._config.reach + (self._config.push if reading.phase == OVER else 0)
        before = given.error_count
        front = given.whole(-maximum, maximum)
        return front if given.error_count == before else 0

    def _check_end(self, reading: Reading, given: Reader) -> None:
        lost = self._losers(self._config, reading.fronts)
        if reading.phase != OVER and lost:
            # A single front past red is refused in its place, so this is the other way to lose.
            given.error(f"a rout: all lanes stand on seat {lost[0]}'s red line", "the phase is then `over`")
        if reading.phase == OVER and not lost and reading.round < reading.max_rounds:
            limit = pluralize(reading.max_rounds, "round")
            given.error(f"the game is not over: there is no gap, no rout, and {limit} are not played")

    def _read_row(self, given: Reader) -> list[str]:
        row: list[str] = []
        for item in given.items():
            if isinstance(item.value, str) and item.value in self._troops:
                row.append(item.value)
            else:
                self._refuse_troop(item)
        return row

    def _refuse_troop(self, item: Reader) -> None:
        """Says what a troop would be: of the kind that is named, or in general."""
        word = kind_of(item.value) if isinstance(item.value, str) else ""
        fault = f"{quote(item.value)} is not a troop at a front"
        for kind in self._config.kinds:
            if kind.word == word:
                left = f"with 1 to {kind.health} health and 0 to {kind.armor} armor left"
                item.error(fault, f"expected {word} HEALTH/ARMOR, {left}")
                return
        first = self._config.kinds[0]
        fresh = f"{first.word} {first.health}/{first.armor}"
        item.error(fault, f"expected its kind, health left / armor left, like {fresh!r}")

    # Seats

    def _read_seat(self, reading: Reading, seat: SeatReading, given: Reader) -> None:
        given.only(SEAT_KEYS)
        seat.deck = given.key("deck").cards(self._kinds, "kind of troop")
        seat.hand = given.key("hand").cards(self._kinds, "kind of troop")
        seat.discard = given.key("discard", []).cards(self._kinds, "kind of troop")
        if given.has("staged"):
            self._read_staged(reading, seat, given.key("staged"))
        self._check_cards(seat, given)
        self._check_hand(reading, seat, given)
        if reading.phase == SETUP and seat.discard:
            given.key("discard").error("before setup is done no card can have fallen")

    def _read_staged(self, reading: Reading, seat: SeatReading, given: Reader) -> None:
        items = given.items(self._config.lanes)[: self._config.lanes]
        for lane, item in enumerate(items):
            if item.value is None:
                continue
            before = item.error_count
            word = item.word(self._kinds, "kind of troop")
            if item.error_count == before:
                seat.staged[lane] = self._kinds[word]
        count, maximum = seat.staged_count, self._config.max_staged
        if reading.phase == OVER and count:
            given.error("at the end all staged cards are deployed")
        elif reading.phase == SETUP:
            if any(item.value is not None for item in items[count:]):
                given.error("setup fills the lanes in order, from lane 0")
        elif count > maximum:
            given.error(f"{pluralize(count, 'card')} staged, at most {maximum} may be")

    def _check_cards(self, seat: SeatReading, given: Reader) -> None:
        """No army has more cards of a kind than the game."""
        cards = [*seat.deck, *seat.hand, *seat.discard, *seat.staged]
        cards += [self._kinds[kind_of(troop)] for row in seat.rows for troop in row]
        for number, kind in enumerate(self._config.kinds):
            count = cards.count(number)
            if count > kind.copies:
                given.error(too_many(f"{kind.word} card", count, kind.copies))

    def _check_hand(self, reading: Reading, seat: SeatReading, given: Reader) -> None:
        """What was drawn is in hand or staged: before setup a first hand, later at most a full one."""
        if not given.has("hand"):
            return
        first, full = self._config.first_hand, self._config.full_hand
        staged = f" and {seat.staged_count} staged" if seat.staged_count else ""
        told = f"{pluralize(len(seat.hand), 'card')}{staged}"
        drawn = len(seat.hand) + seat.staged_count
        if reading.phase == SETUP and drawn != first:
            given.key("hand").error(f"{told}; before setup each draws {first}")
        elif reading.phase != SETUP and drawn > full:
            given.key("hand").error(f"{told}; a hand is drawn up to {full}")

    # Choices

    def _questions(self, reading: Reading, seat: int) -> list[tuple[int, ...]]:
        """The targets that a seat is asked for, each with what may be chosen."""
        asked = asked_for(reading.seats[seat].rows, reading.seats[1 - seat].rows, self._notation)
        return [self._notation.targets[lane][card][facing] for lane, card, facing in asked]

    def _read_targets(self, reading: Reading, seats: list[Reader]) -> None:
        """The answers to the questions of each seat, in their order."""
        for number, part in enumerate(seats):
            if not part.has("targets"):
                continue
            questions, given = self._questions(reading, number), part.key("targets")
            items = given.items()
            if len(items) > len(questions):
                given.error(f"{pluralize(len(items), 'target')}, and {len(questions)} are chosen here")
            for question, item in zip(questions, items, strict=False):
                answers = {self._notation.target_text(move): move for move in question}
                before = item.error_count
                word = item.word(answers, "choice for the card that is asked here")
                if item.error_count == before:
                    reading.seats[number].targets.append(answers[word])

    def _check_choices(self, reading: Reading, seats: list[Reader]) -> None:
        """Seat 1 chooses when seat 0 has chosen everything, and not before."""
        early, late = reading.seats
        if reading.chooser == 0:
            hint = "write `choosing: 1` when it has"
            if reading.phase in (SETUP, STAGE) and late.staged_count:
                seats[1].key("staged").error("seat 0 stages first", hint)
            if reading.phase == TARGET and late.targets:
                seats[1].key("targets").error("seat 0 chooses first", hint)
            return
        if reading.phase == SETUP and early.staged_count < self._config.lanes:
            seats[0].error("seat 1 chooses when seat 0 has a card before each lane")
        if reading.phase == TARGET:
            missing = len(self._questions(reading, 0)) - len(early.targets)
            if missing > 0:
                told = pluralize(missing, "target")
                seats[0].error(f"seat 1 chooses when seat 0 has: {told} missing")


def asked_for(
    own: list[list[str]], opposing: list[list[str]], notation: LineNotation
) -> list[tuple[int, int, int]]:
    """Which troops of a seat choose a target in combat: the lane, the card, and how many it faces.

    ``Army.ask`` has the same order; it works on troops at a front, and this on what is written of them.
    """
    return [
        (lane, card, len(facing))
        for lane, (row, facing) in enumerate(zip(own, opposing, strict=True))
        if len(facing) > 1
        for card, troop in enumerate(row)
        if kind_of(troop) not in notation.sweeping
    ]


# What a seat may know


def view_of(position: Position, seat: int, player: int | None, words: list[str]) -> View:
    """What the seat may know of a position in which ``player`` is to choose.

    Until both seats have chosen, nothing that one of them chooses shows to the other: its staged cards still
    count among its hand. In combat the other's staged cards lie there face down, and its targets are secret.
    ``unseen`` has for each seat the cards that lie hidden from this one, wherever they are, in the order of
    their kinds.
    """
    view: View = {
        "game": NAME,
        "round": position["round"],
        "phase": position["phase"],
        "seat": seat,
        "asked": player == seat,
        "lanes": position["lanes"],
        "seats": [],
        "unseen": [],
    }
    is_combat = position["phase"] == PHASES[TARGET]
    for owner, cards in enumerate(position["seats"]):
        hidden: list[str] = cards["deck"]
        if owner == seat:
            view["seats"].append({**cards, "deck": len(hidden)})
        else:
            view["seats"].append(_seat_of_other(cards, is_combat))
            hidden = hidden + cards["hand"]
            if "staged" in cards:
                hidden += [card for card in cards["staged"] if card is not None]
        view["unseen"].append(sorted(hidden, key=words.index))
    if "max_rounds" in position:
        view["max_rounds"] = position["max_rounds"]
    return view


def _seat_of_other(cards: dict[str, Any], is_combat: bool) -> dict[str, Any]:
    seat = {"deck": len(cards["deck"]), "hand": len(cards["hand"]), "discard": cards["discard"]}
    if "staged" in cards:
        staged: list[str | None] = cards["staged"]
        if is_combat:
            seat["staged"] = [None if card is None else FACE_DOWN for card in staged]
        else:
            seat["hand"] += len(staged) - staged.count(None)
    return seat


# Changing seats


def rotate(position: Position, by: int) -> Position | None:
    """A position or a view with everybody ``by`` seats further; None where a seat has chosen in secret.

    Seat 0 chooses first, so there is no position in which only seat 1 has chosen.
    """
    if by % SEATS == 0:
        return position
    if "asked" not in position and _has_chosen(position):
        return None
    rotated = rotate_seats(position, by, ("seat",), ("unseen",))
    rotated.pop("choosing", None)
    rotated["lanes"] = [
        {"front": -lane["front"], "troops": rotate_list(lane["troops"], by)} for lane in position["lanes"]
    ]
    return rotated


def _has_chosen(position: Position) -> bool:
    """Whether a seat has chosen anything in a phase that both have not ended yet."""
    phase = position["phase"]
    if phase == PHASES[TARGET]:
        return any(seat["targets"] for seat in position["seats"])
    return "choosing" in position or (
        phase != PHASES[OVER] and any("staged" in seat for seat in position["seats"])
    )


# Dealing the hidden anew

MAX_DEALS: Final = 400
"""Deals in search of a hand with two kinds of cards, which most hands have: mostly the first is one."""


def determinize(config: RulesConfig, notation: LineNotation, view: View, shuffler: Shuffler) -> Position:
    """A position that could be the one behind the view: the hidden cards are dealt at random, and so is what
    the other has chosen, as far as it has by now."""
    words, seat = notation.words, view["seat"]
    other = 1 - seat
    own, theirs = (view["seats"][owner] for owner in (seat, other))
    rows, facing = ([lane["troops"][owner] for lane in view["lanes"]] for owner in (other, seat))
    phase = PHASES.index(view["phase"])
    questions = asked_for(rows, facing, notation) if phase == TARGET else []
    chooser = NOBODY if phase == OVER else seat if view["asked"] else other
    dealer = Dealer(config, phase, seat, chooser, shuffler)
    dealer.own = [words.index(word) for word in view["unseen"][seat]]
    dealer.others = [words.index(word) for word in view["unseen"][other]]
    dealer.in_deck = theirs["deck"]
    dealer.face_down = [card is not None for card in theirs.get("staged", ())] or [False] * config.lanes
    dealer.facing = [count for _, _, count in questions]
    dealer.deal()
    seats: list[dict[str, Any]] = [{}, {}]
    seats[seat] = {**own, "deck": [words[kind] for kind in reversed(dealer.own_deck)]}
    seats[other] = {
        "deck": [words[kind] for kind in reversed(dealer.deck)],
        "hand": [words[kind] for kind in dealer.hand],
        "discard": list(theirs["discard"]),
    }
    if dealer.staged.count(NOBODY) < config.lanes:
        seats[other]["staged"] = [None if kind == NOBODY else words[kind] for kind in dealer.staged]
    if phase == TARGET:
        answers = zip(questions, dealer.answers, strict=False)
        seats[other]["targets"] = [f"{lane} {card}>{answer}" for (lane, card, _), answer in answers]
    position: Position = {"game": NAME, "round": view["round"], "phase": view["phase"]}
    if chooser == 1:
        position["choosing"] = chooser
    position["lanes"] = [
        {"front": lane["front"], "troops": [list(row) for row in lane["troops"]]} for lane in view["lanes"]
    ]
    position["seats"] = seats
    if "max_rounds" in view:
        position["max_rounds"] = view["max_rounds"]
    position["shuffler"] = shuffler_position(dealer.future)
    return position


class Dealer:
    """Deals what a seat can't see. Whoever makes one says what is known, and finds in it what was dealt."""

    __slots__ = (
        "answers",
        "asked",
        "config",
        "deck",
        "face_down",
        "facing",
        "future",
        "hand",
        "has_begun",
        "in_deck",
        "others",
        "own",
        "own_deck",
        "phase",
        "seat",
        "shuffler",
        "staged",
    )

    own: list[int]
    """The kinds in the seat's own deck, ascending."""
    others: list[int]
    """The other's cards that lie hidden, ascending."""
    in_deck: int
    """How many of them are the deck."""
    face_down: list[bool]
    """Before which lanes a card of the other lies face down, in combat."""
    facing: list[int]
    """From how many targets the other chooses with each of the cards that are asked in combat."""

    own_deck: list[int]
    """Here begins what is dealt. Of a deck the last is the top card."""
    deck: list[int]
    hand: list[int]
    """Ascending."""
    staged: list[int]
    answers: list[int]
    """The targets that the other has chosen by now."""
    future: Shuffler

    def __init__(self, config: RulesConfig, phase: int, seat: int, chooser: int, shuffler: Shuffler) -> None:
        """``chooser``: who chooses now; nobody when the game is over."""
        self.config = config
        self.phase = phase
        self.seat = seat
        self.shuffler = shuffler
        self.asked = chooser == seat
        # Seat 1 only begins to choose when seat 0 is no longer asked.
        self.has_begun = not self.asked or seat == 1

    def deal(self) -> None:
        """Deals until the other has a real choice where it must be the one that is asked."""
        self._deal_once()
        if self.phase == SETUP and not self.asked:
            for _ in range(MAX_DEALS):
                if self.hand[0] != self.hand[-1]:
                    break
                self._deal_once()

    def _deal_once(self) -> None:
        if self.seat == 0:
            self._deal_own()
            self._deal_other()
        else:
            self._deal_other()
            self._deal_own()
        self.future = self.shuffler.apart()

    def _deal_own(self) -> None:
        self.own_deck = self.own[:]
        self.shuffler.shuffle(self.own_deck)

    def _deal_other(self) -> None:
        cards = self.others[:]
        self.shuffler.shuffle(cards)
        self.staged = [NOBODY] * self.config.lanes
        if self.phase == TARGET or (self.has_begun and self.phase != OVER):
            self._stage(cards)
        hand = cards[self.in_deck :]
        hand.sort()
        self.hand = hand
        del cards[self.in_deck :]
        self.deck = cards
        self.answers = []
        if self.phase == TARGET:
            for facing in self.facing[: self._chosen_of(len(self.facing))]:
                self.answers.append(self.shuffler.below(facing))

    def _stage(self, cards: list[int]) -> None:
        """Takes the other's staged cards from those that it has drawn: in combat as many as are seen, before
        that as many as it can have."""
        lanes = self.config.lanes
        if self.phase == TARGET:
            for lane in range(lanes):
                if self.face_down[lane]:
                    self.staged[lane] = cards.pop()
        elif self.phase == SETUP:
            for lane in range(self._chosen_of(lanes)):
                self.staged[lane] = cards.pop()
        else:
            free = list(range(lanes))
            maximum = min(self.config.max_staged, lanes, len(cards) - self.in_deck)
            if not self.asked:
                # Whoever still stages has a card left to stage.
                maximum -= 1
            for _ in range(self.shuffler.below(maximum + 1)):
                self.staged[free.pop(self.shuffler.below(len(free)))] = cards.pop()

    def _chosen_of(self, count: int) -> int:
        """How many of its choices, which must all be made, the other has made by now."""
        if not self.has_begun:
            return 0
        return count if self.asked else self.shuffler.below(count)
