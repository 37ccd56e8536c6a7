"""Positions: read from JSON that may be written by hand, and laid out as a seat's view shows them.

Beside the keys that the rules of the game name, a position may have

``choosing``   the seat that chooses in this phase; without it the first that has something to choose
``fell``       at the end: the seats that were eliminated in the last turn
``max_turns``  the limit of turns, where it is not the game's own
``shuffler``   the state of the shuffles; without it seed 0 shuffles

and a seat what it has chosen in this turn: ``general``, ``target`` and ``troops``, and in defence ``laid``,
the cards that lie on each attacking card, and ``pitted``, the pairs that were set against each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.catalog.reader import Reader
from generator.catalog.wording import join_words, pluralize, quote
from generator.games.strongholds.notation import NOTHING
from generator.games.strongholds.rules import StrongholdsState
from generator.games.strongholds.table import DEFENCE, MUSTER, NAME, NOBODY, OVER, PHASES, Cards, Player
from generator.games.strongholds.worlds import (
    Dealer,
    aces_for,
    given_up,
    kept_no_troops,
    laying_order,
)
from generator.rules.positions import (
    read_limit,
    read_phase,
    read_shuffler,
)
from generator.rules.protocol import Position, View
from generator.rules.shuffler import Shuffler

KEYS = ("game", "turn", "phase", "choosing", "seats", "pile", "defeated", "fell", "max_turns", "shuffler")
CHOICES = ("general", "target", "troops", "laid", "pitted")
"""The keys of a seat for what it has chosen."""
SEAT_KEYS = ("royals", "hand", "out", *CHOICES)
DRAWN = "card of hands or piles"


def read_position(state: StrongholdsState, position: Reader) -> None:
    """Fills an empty table that has as many players as the position. Raises BadPosition with all faults."""
    _Reading(state, position).read()


class _Chosen:
    """What a position says that a seat has chosen, by itself and not yet by the rules."""

    __slots__ = ("general", "laid", "pitted", "seat", "target", "troops")

    def __init__(self, seat: Reader) -> None:
        self.seat = seat
        self.general: int = NOBODY
        self.target: int = NOBODY
        self.troops: list[int] = []
        self.laid: list[tuple[Reader, int, int]] = []
        """Place, card, and what it lies on."""
        self.pitted: list[tuple[Reader, int, int]] = []

    def given(self) -> list[str]:
        """Which keys are there."""
        return [key for key in CHOICES if self.seat.has(key)]


class _Reading:
    """A position on its way into an empty state: first what lies where, then what was chosen this turn."""

    def __init__(self, state: StrongholdsState, position: Reader) -> None:
        self.state = state
        self.position = position
        self.cards: Cards = state.cards
        words = self.cards.words
        self.troops = {words[card]: card for card in range(self.cards.first_royal)}
        self.royals = {words[card]: card for card in range(self.cards.first_royal, self.cards.first_ace)}
        self.drawn = {words[card]: card for card in self.cards.drawn}
        self.found: list[tuple[Reader, int]] = []
        """Every card, with its place, so that cards that lie in two places are told."""

    def read(self) -> None:
        state, position = self.state, self.position
        position.only(KEYS)
        position.key("game").word((NAME,), "the name of this game")
        state.phase = read_phase(position.key("phase"), PHASES, MUSTER)
        state.max_turns = read_limit(position.key("max_turns", state.max_turns), state.max_turns)
        state.turn = position.key("turn").whole(1, state.max_turns)
        state.shuffler = read_shuffler(position)
        self._read_piles()
        seats = self._read_seats()
        chosen = [self._read_chosen(seat) for seat in seats]
        self._check_places()
        position.finish()
        self._check_families(seats)
        self._check_standing(seats)
        position.finish()
        self._read_turn(chosen)
        position.finish()

    # What lies where

    def _read_cards(self, given: Reader, known: Mapping[str, int], noun: str) -> list[int]:
        """A list of cards, as their numbers; those that are none are told and left out."""
        numbers: list[int] = []
        for item in given.items():
            card = self._card(item, known, noun)
            if card != NOBODY:
                numbers.append(card)
                self.found.append((item, card))
        return numbers

    def _card(self, given: Reader, known: Mapping[str, int], noun: str) -> int:
        """A card in notation; nobody stands in for anything else, which is told."""
        before = given.error_count
        word = given.word(known, noun)
        return known[word] if given.error_count == before else NOBODY

    def _check_places(self) -> None:
        """Tells every card that was found before, the seats first and then the piles."""
        seen: set[int] = set()
        for place, card in sorted(self.found, key=lambda found: found[0].path[0] != "seats"):
            if card in seen:
                place.error(f"there is one {self.cards.words[card]}, and it lies elsewhere already")
            seen.add(card)

    def _read_piles(self) -> None:
        state = self.state
        state.pile = self._read_cards(self.position.key("pile"), self.drawn, DRAWN)[::-1]
        given = self.position.key("defeated", [])
        state.defeated = self._read_cards(given, self.drawn, DRAWN)
        if state.phase == OVER:
            return
        for item in given.items():
            card = self.drawn.get(item.value) if isinstance(item.value, str) else None
            if card is not None and not self.cards.is_ace(card):
                phase = PHASES[state.phase]
                item.error(f"{item.value}: in {phase} only aces that were given up lie on the defeated pile")

    def _read_seats(self) -> list[Reader]:
        """The seats; for another number of them than may play there is no table, and reading ends."""
        given = self.position.key("seats")
        seats = given.items()
        if len(seats) not in self.cards.families:
            if isinstance(given.value, list | tuple):
                numbers = join_words([str(number) for number in self.cards.families])
                given.error(f"{numbers} play, not {len(seats)}")
            self.position.finish()
        for player, seat in zip(self.state.players, seats, strict=True):
            self._read_seat(player, seat)
        return seats

    def _read_seat(self, player: Player, seat: Reader) -> None:
        before = seat.error_count
        seat.only(SEAT_KEYS)
        player.royals = tuple(self._read_cards(seat.key("royals"), self.royals, "royal"))
        player.hand = tuple(sorted(self._read_cards(seat.key("hand"), self.drawn, DRAWN)))
        player.out = seat.key("out", False).flag()
        if seat.error_count > before:
            return
        if player.out and (player.royals or player.hand or any(seat.has(key) for key in CHOICES)):
            seat.error("a player who is out has no royals and no cards, and chooses nothing")
        elif not player.out and not player.royals:
            seat.error("a player with no living royal is out", "write `out: true`")

    def _check_families(self, seats: list[Reader]) -> None:
        """The royals of a seat are of one family, which is no other seat's."""
        families = self.cards.families[len(seats)]
        by_suit = len({self.cards.all[royal].suit for royal in families[0]}) == 1
        owner: dict[str, int] = {}
        for seat, player in enumerate(self.state.players):
            cards = [self.cards.all[royal] for royal in player.royals]
            found = {card.suit if by_suit else card.colour for card in cards}
            given = seats[seat].key("royals")
            if len(found) > 1:
                common = "suit" if by_suit else "colour"
                given.error(f"with {len(seats)} seats the royals of a seat have one {common}")
                continue
            for family in found:
                other = owner.setdefault(family, seat)
                if other != seat:
                    given.error(f"seat {other} has royals of {family} too: each family is one player's")

    def _check_standing(self, seats: list[Reader]) -> None:
        """Two or more strongholds stand, until the game is over."""
        state, position = self.state, self.position
        standing = len(state.standing())
        if state.phase != OVER:
            if standing < 2:
                stand = f"{pluralize(standing, 'stronghold')} {'stands' if standing == 1 else 'stand'}"
                position.key("seats").error(f"{stand}: the phase is then `over`")
            if position.has("fell"):
                position.key("fell").error("`fell` belongs to a game that is over")
            return
        if standing > 1 and state.turn < state.max_turns:
            played = pluralize(state.max_turns, "turn")
            position.key("phase").error(
                f"the game is not over: {standing} strongholds stand, and {played} are not played"
            )
        fell = position.key("fell", [])
        state.fell = tuple(sorted({item.whole(0, len(seats) - 1) for item in fell.items()}))
        for seat in state.fell:
            if not state.players[seat].out:
                fell.error(f"seat {seat} is not out")
        if standing == 0 and len(state.fell) < 2:
            position.error(
                "nobody stands: `fell` has the seats that were eliminated in the last turn, two or more"
            )

    # What was chosen in this turn, by itself

    def _read_chosen(self, seat: Reader) -> _Chosen:
        """The choices of one seat; what is no card or no seat is told, and what is too early or too late."""
        chosen = _Chosen(seat)
        for key in chosen.given():
            if self.state.phase == OVER:
                seat.key(key).error("the game is over: nothing is chosen")
            elif self.state.phase == MUSTER and key in ("laid", "pitted"):
                seat.key(key).error("nothing is laid or pitted in muster")
        if seat.has("general"):
            chosen.general = self._card(seat.key("general"), self.royals, "royal")
        if seat.has("target"):
            chosen.target = seat.key("target").whole(0, len(self.state.players) - 1)
        if seat.has("troops"):
            chosen.troops = sorted(self._read_cards(seat.key("troops"), self.troops, "troop"))
        if seat.has("laid"):
            self._read_laid(seat.key("laid"), chosen)
        if seat.has("pitted"):
            for pair in seat.key("pitted").items():
                found = [self._card(item, self.troops, "troop") for item in pair.items(2)]
                if len(found) == 2 and NOBODY not in found:
                    chosen.pitted.append((pair, found[0], found[1]))
        return chosen

    def _read_laid(self, given: Reader, chosen: _Chosen) -> None:
        """A list of hand cards for each card that they lie on."""
        if not isinstance(given.value, Mapping):
            given.error(f"expected cards, each with what lies on it, got {quote(given.value)}")
            return
        attackers = {**self.troops, **self.royals}
        for word in given.value:
            lying = given.at(word)
            if word not in attackers:
                lying.error(f"{quote(word)} is neither a troop nor a royal")
                continue
            for card in self._read_cards(lying, self.drawn, DRAWN):
                chosen.laid.append((lying, card, attackers[word]))

    # What was chosen in this turn, by the rules

    def _read_turn(self, chosen: list[_Chosen]) -> None:
        """Takes over what was chosen in the phase that the position is in."""
        state, position = self.state, self.position
        if state.phase == OVER:
            if position.has("choosing"):
                position.key("choosing").error("the game is over: nobody chooses")
            return
        if state.phase == MUSTER:
            state.chooser = self._read_chooser(state.standing())
        for seat in state.standing():
            self._read_muster(seat, chosen[seat])
        if state.phase == MUSTER or position.error_count:
            return
        state.reveal()
        attacked = [seat for seat, player in enumerate(state.players) if player.attackers]
        chooser = self._read_chooser(attacked)
        self._check_drawn(chosen, chooser)
        for seat, of_seat in enumerate(chosen):
            if of_seat.laid or of_seat.pitted:
                self._read_defence(seat, of_seat, attacked, chooser)
        state.chooser = chooser

    def _read_chooser(self, choosers: list[int]) -> int:
        """The seat that chooses in this phase."""
        given = self.position.key("choosing", choosers[0])
        before = given.error_count
        chooser = given.whole(0, len(self.state.players) - 1)
        if given.error_count == before and chooser not in choosers:
            given.error(f"seat {chooser} has nothing to choose in the phase `{PHASES[self.state.phase]}`")
        return chooser if chooser in choosers else choosers[0]

    def _read_muster(self, seat: int, chosen: _Chosen) -> None:
        """A seat before the one that chooses has chosen all, a seat behind it nothing."""
        state = self.state
        player, given = state.players[seat], chosen.seat
        early = state.phase == DEFENCE or seat < state.chooser
        if state.phase == MUSTER and seat > state.chooser:
            for key in chosen.given():
                given.key(key).error(
                    f"seat {state.chooser} chooses first",
                    f"write `choosing: {seat}` when all before it have",
                )
            return
        before = given.error_count
        if chosen.general == NOBODY and (early or chosen.target != NOBODY or given.has("troops")):
            given.error("`general` is missing: it is chosen before everything else")
        elif chosen.target == NOBODY and (early or chosen.troops):
            given.error("`target` is missing: it is chosen before the troops")
        if chosen.general != NOBODY and chosen.general not in player.royals:
            word = self.cards.words[chosen.general]
            given.key("general").error(f"{word} is not a living royal of this seat")
        if chosen.target == seat:
            given.key("target").error(f"seat {seat} can't attack itself")
        elif chosen.target != NOBODY and state.players[chosen.target].out:
            given.key("target").error(f"seat {chosen.target} is out: it can't be attacked")
        if chosen.general == NOBODY or given.error_count > before:
            return
        player.general, player.target, player.troops = chosen.general, chosen.target, tuple(chosen.troops)
        self._check_battalion(player, chosen, early)
        if not early and player.target != NOBODY:
            state.call_battalion(player)

    def _check_battalion(self, player: Player, chosen: _Chosen, early: bool) -> None:
        """As many troops as the general takes; fewer only of a last royal, or if the hand could fill none.

        ``early``: whether all are chosen, and not only the first of them.
        """
        cards = self.cards
        name, full, sent = cards.name[player.general], cards.sends[player.general], len(player.troops)
        place = chosen.seat.key("troops") if chosen.seat.has("troops") else chosen.seat
        takes = f"{pluralize(sent, 'troop')}, and a {name} takes {full}"
        kept = self._troops_kept(player, chosen)
        if sent > full:
            place.error(takes)
        elif len(player.royals) == 1:
            if early and sent == 0 and kept:
                place.error("at least one troop must be sent while there is one in hand")
        elif full > sent + kept and min(cards.sends[royal] for royal in player.royals) <= sent + kept:
            place.error(f"{takes}: too few for this general, but enough for another royal")
        elif early and sent < full and kept:
            place.error(f"{takes}, or all the troops in hand")

    def _check_drawn(self, chosen: list[_Chosen], chooser: int) -> None:
        """Who kept no troop in muster has only troops that were drawn in defence for aces."""
        state = self.state
        aces = given_up(self.cards, state.defeated)
        for seat in state.standing():
            player = state.players[seat]
            troops = self._troops_held(player, chosen[seat])
            if not troops or not kept_no_troops(self.cards, player):
                continue
            aces -= aces_for(troops, state.config.ace_draws)
            if seat > chooser or not player.attackers:
                chosen[seat].seat.key("hand").error(
                    f"{pluralize(troops, 'troop')}, and all were sent in muster",
                    "others are drawn for an ace in one's own defence, which this seat has not begun",
                )
            elif aces < 0:
                chosen[seat].seat.key("hand").error(
                    f"{pluralize(troops, 'troop')}, and all were sent in muster",
                    "others are drawn for aces, which would lie on the defeated pile",
                )

    def _troops_kept(self, player: Player, chosen: _Chosen) -> int:
        """How many troops stayed in the hand in muster, as far as that can be known."""
        if self.state.phase == DEFENCE and self.state.defeated:
            # An ace may have been given up in defence, and troops drawn for it.
            return 0
        return self._troops_held(player, chosen)

    def _troops_held(self, player: Player, chosen: _Chosen) -> int:
        """How many troops are in the hand, or were there before they were laid in defence."""
        laid = [card for _, card, _ in chosen.laid if self.cards.is_troop(card)]
        return len(player.troops_in_hand(self.cards.first_royal)) + len(laid)

    def _read_defence(self, seat: int, chosen: _Chosen, attacked: list[int], chooser: int) -> None:
        """Lays and pits again, in an order that the rules allow if any does."""
        if seat not in attacked:
            chosen.seat.error("nobody attacks this seat: it has no defence")
            return
        if seat > chooser:
            chosen.seat.error(f"seat {chooser} defends first", f"write `choosing: {seat}` when it has")
            return
        state, notation = self.state, self.state.notation
        player = state.players[seat]
        player.take_up([card for _, card, _ in chosen.laid])
        ranked = sorted(chosen.laid, key=lambda lay: laying_order(self.cards, lay[1], lay[2]))
        jokers = [lay for lay in ranked if self.cards.is_joker(lay[1])]
        others = ranked[len(jokers) :]
        state.chooser = seat
        done = [(place, self._lay(card, on)) for place, card, on in jokers]
        done += [(place, notation.pit[one][other]) for place, one, other in chosen.pitted]
        done += [(place, self._lay(card, on)) for place, card, on in others]
        for place, move in done:
            if move == NOTHING:
                place.error("a joker is laid on a general, and a troop can't be pitted against itself")
            elif move not in state.defence_choices(player):
                place.error(f"`{notation.texts[move]}` is not possible: {state.why_not(move)}")
            else:
                state.defend(player, move)

    def _lay(self, card: int, on: int) -> int:
        """The move that lays a card; nothing for a joker on a troop."""
        if self.cards.is_joker(card) and not self.cards.is_royal(on):
            return NOTHING
        return self.state.notation.lay[card] + on


# A seat's view


def determinize(table: StrongholdsState, view: View, seat: int, shuffler: Shuffler) -> Position:
    """A position that could be behind a seat's view. ``table``: an empty one for as many players, which is
    filled."""
    number = table.cards.number
    dealer = Dealer(table, seat, shuffler)
    dealer.unseen = [number[word] for word in view["unseen"]]
    dealer.held = [
        len(shown["hand"]) if at == seat else shown["hand"] for at, shown in enumerate(view["seats"])
    ]
    dealer.asked, dealer.done = view["asked"], view["done"]
    _lay_out(table, view, seat)
    return dealer.world().to_dict()


def _lay_out(table: StrongholdsState, view: View, seat: int) -> None:
    """Lays an empty table out as the view has it, without the cards that it hides."""
    number = table.cards.number
    table.turn, table.phase = view["turn"], PHASES.index(view["phase"])
    table.max_turns = view.get("max_turns", table.max_turns)
    table.defeated = [number[word] for word in view["defeated"]]
    table.fell = tuple(view.get("fell", ()))
    for player, shown in zip(table.players, view["seats"], strict=True):
        player.royals = tuple([number[word] for word in shown["royals"]])
        player.out = shown["out"]
        if "general" in shown:
            player.general = number[shown["general"]]
        if "target" in shown:
            player.target = shown["target"]
            player.troops = tuple(sorted([number[word] for word in shown["troops"]]))
    shown, player = view["seats"][seat], table.players[seat]
    laid = [card for cards in shown.get("laid", {}).values() for card in cards]
    player.hand = tuple(sorted([number[word] for word in [*shown["hand"], *laid]]))
    if table.phase == DEFENCE:
        table.reveal()
        _defend_again(table, player, shown)
    elif table.phase == MUSTER and view["asked"] and player.target != NOBODY:
        table.call_battalion(player)


def _defend_again(table: StrongholdsState, player: Player, shown: Mapping[str, Any]) -> None:
    """Lays and pits what a seat's own view tells, in an order that the rules allow."""
    number, words, cards = table.cards.number, table.cards.words, table.cards
    lays = [(number[card], number[on]) for on, lying in shown.get("laid", {}).items() for card in lying]
    lays.sort(key=lambda lay: laying_order(cards, lay[0], lay[1]))
    texts = [f"lay {words[card]}>{words[on]}" for card, on in lays]
    jokers = sum(cards.is_joker(card) for card, _ in lays)
    pits = [f"pit {one} {other}" for one, other in shown.get("pitted", ())]
    for text in (*texts[:jokers], *pits, *texts[jokers:]):
        table.defend(player, table.parse(text))
