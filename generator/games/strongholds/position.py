"""Positions: read from JSON that may be written by hand, and dealt anew behind a seat's view.

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
from typing import Any, Final

from generator.catalog.reader import Reader
from generator.catalog.wording import join_words, pluralize, quote
from generator.games.strongholds.notation import DONE, GIVES, NOTHING
from generator.games.strongholds.rules import StrongholdsState
from generator.games.strongholds.table import DEFENCE, MUSTER, NAME, NOBODY, OVER, PHASES, Cards, Player
from generator.rules.positions import (
    position_reader,
    read_limit,
    read_phase,
    read_shuffler,
    shuffler_position,
)
from generator.rules.protocol import Position, View
from generator.rules.shuffler import Shuffler

KEYS = ("game", "turn", "phase", "choosing", "seats", "pile", "defeated", "fell", "max_turns", "shuffler")
CHOICES = ("general", "target", "troops", "laid", "pitted")
"""The keys of a seat for what it has chosen."""
SEAT_KEYS = ("royals", "hand", "out", *CHOICES)
DRAWN = "card of hands or piles"

MAX_DEALS: Final = 40
"""Deals that are tried until the others can have chosen what the view shows; nearly always the first does."""


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
            card = self.drawn.get(str(item.value))
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

    def _troops_kept(self, player: Player, chosen: _Chosen) -> int:
        """How many troops stayed in the hand in muster, as far as that can be known."""
        if self.state.phase == DEFENCE and self.state.defeated:
            # An ace may have been given up in defence, and troops drawn for it.
            return 0
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


def laying_order(cards: Cards, card: int, on: int) -> tuple[bool, bool, int, bool, int]:
    """Sorts cards as they can have been laid: jokers (after them troops are pitted), then on troops, then on
    generals, and on each card the small numbers first and an ace last."""
    return (not cards.is_joker(card), cards.is_royal(on), on, cards.is_ace(card), cards.power[card])


class Determinizer:
    """Positions that could be behind a seat's view.

    The hidden cards are dealt at random, and then the others choose at random what they may have chosen by
    now: by the rules, from the beginning of the phase to a moment at which the seat would see what it sees.
    """

    __slots__ = ("cards", "empty", "seat", "shuffler", "view")

    def __init__(self, empty: StrongholdsState, view: View, seat: int, shuffler: Shuffler) -> None:
        self.empty = empty
        """An empty table for so many players as the view has; it is copied and filled."""
        self.cards: Cards = empty.cards
        self.view = view
        self.seat = seat
        self.shuffler = shuffler

    def position(self) -> Position:
        """One of them. Hands in which nobody else could be the one that is asked are dealt again."""
        dealt = self._deal()
        if self.view["phase"] == "over":
            return dealt
        for _ in range(MAX_DEALS):
            state = self._play(dealt)
            if state is not None:
                found = state.to_dict()
                found["shuffler"] = dealt["shuffler"]
                return found
            dealt = self._deal()
        return dealt

    def _deal(self) -> Position:
        """A position at the beginning of the phase: own cards as they were then, all others at random."""
        view = self.view
        unseen = [self.cards.number[word] for word in view["unseen"]]
        self.shuffler.shuffle(unseen)
        seats: list[dict[str, Any]] = []
        for owner, shown in enumerate(view["seats"]):
            if owner == self.seat:
                hand = [self.cards.number[word] for word in [*shown["hand"], *self._own_secret()]]
            else:
                hand = unseen[: shown["hand"]]
                del unseen[: shown["hand"]]
            words = self.cards.texts(tuple(sorted(hand)))
            seat = {"royals": list(shown["royals"]), "hand": words, "out": shown["out"]}
            if view["phase"] == "defence" and not shown["out"]:
                seat.update({key: shown[key] for key in ("general", "target", "troops")})
            seats.append(seat)
        position: Position = {"game": NAME, "turn": view["turn"], "phase": view["phase"], "seats": seats}
        position["pile"] = self.cards.texts(tuple(unseen))
        position["defeated"] = list(view["defeated"])
        for key in ("fell", "max_turns"):
            if key in view:
                position[key] = view[key]
        position["shuffler"] = shuffler_position(self.shuffler.apart())
        return position

    def _own_secret(self) -> list[str]:
        """The cards that this seat has sent or laid in this phase."""
        own = self.view["seats"][self.seat]
        if self.view["phase"] == "muster":
            return list(own.get("troops", ()))
        return [card for cards in own.get("laid", {}).values() for card in cards]

    def _play(self, dealt: Position) -> StrongholdsState | None:
        """The phase up to a moment that fits the view; None if there is none with these cards."""
        state = self.empty.clone()
        read_position(state, position_reader(dealt))
        turn, phase = state.turn, state.phase
        state.advance()
        fitting: list[StrongholdsState] = []
        while state.player is not None and (state.turn, state.phase) == (turn, phase):
            if state.player == self.seat:
                if self.view["asked"]:
                    self._choose_again(state)
                    return state if state.player == self.seat else None
                if not self.view["done"]:
                    break
                self._choose_again(state)
                if state.player == self.seat:
                    state.apply(DONE)
                continue
            if self._may_be_asked(state):
                fitting.append(state.clone())
            state.apply(self._any_choice(state))
        return fitting[self.shuffler.below(len(fitting))] if fitting else None

    def _may_be_asked(self, state: StrongholdsState) -> bool:
        """Whether the seat that is asked now could be asked while this seat sees what it sees."""
        if self.view["asked"] or state.player is None:
            return False
        if self.view["done"]:
            return state.player > self.seat
        return state.player < self.seat or not self._takes_part(state)

    def _takes_part(self, state: StrongholdsState) -> bool:
        """Whether this seat chooses something in this phase."""
        player = state.players[self.seat]
        return not player.out if self.view["phase"] == "muster" else player.attackers != ()

    def _any_choice(self, state: StrongholdsState) -> int:
        """One of the legal moves but giving up an ace, which everyone would have seen."""
        secret = [move for move in state.legal() if state.notation.does[move] != GIVES]
        return secret[self.shuffler.below(len(secret))]

    def _choose_again(self, state: StrongholdsState) -> None:
        """Makes those choices of this seat that its view tells; forced ones are made already."""
        for text in self._own_choices():
            move = state.parse(text)
            if state.player == self.seat and move in state.legal():
                state.apply(move)

    def _own_choices(self) -> list[str]:
        """The moves of this seat in this phase, in an order in which they can be made."""
        own = self.view["seats"][self.seat]
        if self.view["phase"] == "muster":
            texts = [f"general {own['general']}"] if "general" in own else []
            texts += [f"target {own['target']}"] if "target" in own else []
            return texts + [f"send {troop}" for troop in own.get("troops", ())]
        cards = self.cards
        lays = [
            (cards.number[card], cards.number[on])
            for on, lying in own.get("laid", {}).items()
            for card in lying
        ]
        lays.sort(key=lambda lay: laying_order(cards, lay[0], lay[1]))
        texts = [f"lay {cards.words[card]}>{cards.words[on]}" for card, on in lays]
        jokers = sum(cards.is_joker(card) for card, _ in lays)
        pits = [f"pit {one} {other}" for one, other in own.get("pitted", ())]
        return texts[:jokers] + pits + texts[jokers:]
