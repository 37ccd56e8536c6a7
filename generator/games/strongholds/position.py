"""Positions that may be written by hand, read into a table, with everything that is wrong in them.

Beside the keys that the rules of the game name, a position may have

``choosing``   the seat that chooses in this phase; without it the first that has something to choose
``fell``       at the end: the seats that were eliminated in the last turn
``max_turns``  the limit of turns, where it is not the game's own
``shuffler``   the state of the shuffles; without it seed 0 shuffles

and a seat what it has chosen in this turn: ``general``, ``target`` and ``troops``, and in defence ``laid``,
the cards that lie on each attacking card, and ``pitted``, the pairs that were set against each other.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.catalog.reader import Reader
from generator.catalog.wording import join_words, pluralize
from generator.games.strongholds.notation import NOTHING
from generator.games.strongholds.table import (
    CHOICES,
    DEFENCE,
    MUSTER,
    NAME,
    NOBODY,
    OVER,
    PHASES,
    SECRET,
    Player,
    laying_order,
)
from generator.games.strongholds.worlds import StrongholdsState


def read_position(given: Reader, state: StrongholdsState, *, checked: bool = True) -> None:
    """Fills an empty table that has as many players as the position. Raises BadPosition with all faults.

    If it is not ``checked``, anybody may have chosen anything in muster, and hold any cards.
    """
    _Reading(given, state, checked=checked).read()


class _Reading:
    """A position on its way into an empty table: first what lies where, then what was chosen this turn."""

    def __init__(self, given: Reader, state: StrongholdsState, *, checked: bool) -> None:
        self.state = state
        self.checked = checked
        self.admits = self._note if checked else None
        self.given = given
        self.cards = state.cards
        self.form = state.rules.form
        self.seats: list[Reader] = []
        self.found: list[tuple[Reader, int]] = []
        """Every card, with its place, so that cards that lie in two places are reported."""

    def read(self) -> None:
        """What is said twice or can't be in itself, then what can't be of the table, then of this turn."""
        self._read_table()
        for player, seat in zip(self.state.players, self.seats, strict=True):
            self._read_seat(player, seat)
        self._check_places()
        self.given.finish()
        self._check_families()
        self._check_standing()
        self.given.finish()
        self._read_turn()
        self.given.finish()

    # What lies where

    def _read_table(self) -> None:
        """The phase, the piles, and how many seats there are: of another number reading ends."""
        state, given = self.state, self.given
        given.only(("game", *self.form.keys, "seats"))
        given.key("game").word((NAME,), "the name of this game")
        self.form.read(given, state, "phase", "max_turns", "shuffler")
        state.turn = given.key("turn").whole(1, state.max_turns)
        self.form.read(given, state, "pile", admits=self.admits)
        self.form.read(given, state, "defeated", admits=self._note_defeated if self.checked else None)
        seats = given.key("seats")
        self.seats = seats.items()
        if len(self.seats) not in self.cards.families:
            if isinstance(seats.value, list | tuple):
                numbers = join_words([str(number) for number in self.cards.families])
                seats.error(f"{numbers} play, not {len(self.seats)}")
            given.finish()

    def _note(self, place: Reader, card: int) -> bool:
        self.found.append((place, card))
        return True

    def _note_defeated(self, place: Reader, card: int) -> bool:
        phase = self.state.phase
        if phase != OVER and not self.cards.is_ace(card):
            word, reason = self.cards.words[card], "only aces that were given up lie on the defeated pile"
            place.error(f"{word}: in {PHASES[phase]} {reason}")
        return self._note(place, card)

    def _read_seat(self, player: Player, seat: Reader) -> None:
        """What a seat has, and has chosen: by itself and not yet by the rules."""
        form, phase, before = self.state.rules.seat, self.state.phase, seat.error_count
        chosen = list(filter(seat.has, CHOICES))
        seat.only(form.keys)
        form.read(seat, player, admits=self.admits)
        player.hand = tuple(sorted(player.hand))
        if seat.error_count == before:
            if player.out and (player.royals or player.hand or chosen):
                seat.error("a player who is out has no royals and no cards, and chooses nothing")
            elif not player.out and not player.royals:
                seat.error("a player with no living royal is out", "write `out: true`")
        for key in chosen:
            if phase == OVER:
                seat.key(key).error("the game is over: nothing is chosen")
            elif phase == MUSTER and key in SECRET[DEFENCE]:
                seat.key(key).error("nothing is laid or pitted in muster")
        if chosen:
            form.read(seat, player, *chosen, admits=self.admits, seats=len(self.seats))
            player.troops = tuple(sorted(player.troops))

    # What can't be of the table

    def _check_places(self) -> None:
        """Reports every card that was found before: in a stronghold, then in the field, then in the piles."""
        seen: set[int] = set()
        self.found.sort(key=lambda one: (one[0].path[0] != "seats", not set(CHOICES).isdisjoint(one[0].path)))
        for place, card in self.found:
            if card in seen:
                place.error(f"there is one {self.cards.words[card]}, and it lies elsewhere already")
            seen.add(card)

    def _check_families(self) -> None:
        """The royals of a seat are of one family, which is no other seat's."""
        families = self.cards.families[len(self.seats)]
        trait = "suit" if len({self.cards.all[royal].suit for royal in families[0]}) == 1 else "colour"
        owner: dict[str, int] = {}
        for seat, player in enumerate(self.state.players):
            found = {getattr(self.cards.all[royal], trait) for royal in player.royals}
            given = self.seats[seat].key("royals")
            if len(found) > 1:
                given.error(f"with {len(self.seats)} seats the royals of a seat have one {trait}")
                continue
            for family in found:
                other = owner.setdefault(family, seat)
                if other != seat:
                    given.error(f"seat {other} has royals of {family} too: each family is one player's")

    def _check_standing(self) -> None:
        """Two or more strongholds stand, until the game is over."""
        state, given = self.state, self.given
        standing = len(state.standing())
        if state.phase != OVER:
            if standing < 2:
                stand = f"{pluralize(standing, 'stronghold')} {'stands' if standing == 1 else 'stand'}"
                given.key("seats").error(f"{stand}: the phase is then `over`")
            if given.has("fell"):
                given.key("fell").error("`fell` belongs to a game that is over")
            return
        if standing > 1 and state.turn < state.max_turns:
            played = pluralize(state.max_turns, "turn")
            stand = f"{standing} strongholds stand, and {played} are not played"
            given.key("phase").error(f"the game is not over: {stand}")
        self.form.read(given, state, "fell", seats=len(self.seats))
        for seat in state.fell:
            if not state.players[seat].out:
                given.key("fell").error(f"seat {seat} is not out")
        if standing == 0 and len(state.fell) < 2:
            given.error(
                "nobody stands: `fell` has the seats that were eliminated in the last turn, two or more"
            )

    # What was chosen in this turn, by the rules

    def _read_turn(self) -> None:
        """The table as the choices leave it in the phase that the position is in."""
        state, given = self.state, self.given
        if state.phase == OVER:
            if given.has("choosing"):
                given.key("choosing").error("the game is over: nobody chooses")
            return
        if state.phase == MUSTER:
            self._read_chooser()
        for seat in state.standing() if self.checked else ():
            self._check_muster(seat, state.players[seat])
        if given.error_count:
            return
        if state.phase == MUSTER:
            player = state.players[state.choosing]
            if player.target != NOBODY:
                state.call_battalion(player)
            return
        state.reveal()
        self._read_chooser()
        if self.checked:
            self._check_drawn()
        for seat, player in enumerate(state.players):
            if player.laid or player.pitted:
                self._defend_again(seat, player)

    def _read_chooser(self) -> None:
        """The seat that chooses in this phase."""
        state, choosers = self.state, self.state.choosers()
        given = self.given.key("choosing", choosers[0])
        before = given.error_count
        chooser = given.whole(0, len(state.players) - 1)
        if given.error_count == before and chooser not in choosers:
            given.error(f"seat {chooser} has nothing to choose in the phase `{PHASES[state.phase]}`")
        state.choosing = chooser if chooser in choosers else choosers[0]

    def _check_muster(self, seat: int, player: Player) -> None:
        """A seat before the one that chooses has chosen all, a seat behind it nothing."""
        state, given = self.state, self.seats[seat]
        early = state.phase == DEFENCE or seat < state.choosing
        if state.phase == MUSTER and seat > state.choosing:
            for key in filter(given.has, CHOICES):
                hint = f"write `choosing: {seat}` when all before it have"
                given.key(key).error(f"seat {state.choosing} chooses first", hint)
            return
        before = given.error_count
        if player.general == NOBODY and (early or player.target != NOBODY or given.has("troops")):
            given.error("`general` is missing: it is chosen before everything else")
        elif player.target == NOBODY and (early or player.troops):
            given.error("`target` is missing: it is chosen before the troops")
        if player.general != NOBODY and player.general not in player.royals:
            word = self.cards.words[player.general]
            given.key("general").error(f"{word} is not a living royal of this seat")
        if player.target == seat:
            given.key("target").error(f"seat {seat} can't attack itself")
        elif player.target != NOBODY and state.players[player.target].out:
            given.key("target").error(f"seat {player.target} is out: it can't be attacked")
        if player.general != NOBODY and given.error_count == before:
            self._check_battalion(player, given, early)

    def _check_battalion(self, player: Player, given: Reader, early: bool) -> None:
        """As many troops as the general takes; fewer only of a last royal, or if the hand could fill none.

        ``early``: whether all are chosen, and not only the first of them.
        """
        state, sends = self.state, self.cards.sends
        full, sent = sends[player.general], len(player.troops)
        # An ace may have been given up in defence, and troops drawn for it.
        drawn = state.phase == DEFENCE and state.defeated
        kept = 0 if drawn else state.troops_held(player)
        place = given.key("troops") if given.has("troops") else given
        takes = f"{pluralize(sent, 'troop')}, and a {self.cards.name[player.general]} takes {full}"
        if sent > full:
            place.error(takes)
        elif len(player.royals) == 1:
            if early and sent == 0 and kept:
                place.error("at least one troop must be sent while there is one in hand")
        elif full > sent + kept and min(sends[royal] for royal in player.royals) <= sent + kept:
            place.error(f"{takes}: too few for this general, but enough for another royal")
        elif early and sent < full and kept:
            place.error(f"{takes}, or all the troops in hand")

    def _check_drawn(self) -> None:
        """Who kept no troop in muster has only troops that were drawn in defence for aces."""
        state = self.state
        aces = state.given_up()
        for seat in state.standing():
            player = state.players[seat]
            troops = state.troops_held(player)
            if not troops or not state.kept_no_troops(player):
                continue
            aces -= state.aces_for(troops)
            if seat > state.choosing or not player.attackers:
                hint = "others are drawn for an ace in one's own defence, which this seat has not begun"
            elif aces < 0:
                hint = "others are drawn for aces, which would lie on the defeated pile"
            else:
                continue
            message = f"{pluralize(troops, 'troop')}, and all were sent in muster"
            self.seats[seat].key("hand").error(message, hint)

    def _defend_again(self, seat: int, player: Player) -> None:
        """Lays and pits again, in an order that the rules allow if any does."""
        state, given = self.state, self.seats[seat]
        if not player.attackers:
            given.error("nobody attacks this seat: it has no defence")
            return
        chooser = state.choosing
        if seat > chooser:
            given.error(f"seat {chooser} defends first", f"write `choosing: {seat}` when it has")
            return
        done = list(self._defence(player, given))
        player.take_up(player.laid_cards())
        player.laid = ()
        player.pitted = ()
        state.choosing = seat
        for place, move in done:
            if move == NOTHING:
                place.error("a joker is laid on a general, and a troop can't be pitted against itself")
            elif move not in state.defence_choices(player):
                text = state.notation.texts[move]
                place.error(f"`{text}` is not possible: {state.why_not(move)}")
            else:
                state.defend(player, move)
        state.choosing = chooser

    def _defence(self, player: Player, given: Reader) -> Iterator[tuple[Reader, int]]:
        """The moves of a defence, with their places: jokers, pairs, and the other cards."""
        notation, cards = self.state.notation, self.cards
        ranked = sorted(player.laid, key=lambda lay: laying_order(cards, lay[1], lay[0]))
        jokers = sum(cards.is_joker(card) for _, card in ranked)
        laid = [
            (given.key("laid").at(cards.words[on]), NOTHING)
            if cards.is_joker(card) and not cards.is_royal(on)
            else (given.key("laid").at(cards.words[on]), notation.lay[card][on])
            for on, card in ranked
        ]
        yield from laid[:jokers]
        for at, (one, other) in enumerate(player.pitted):
            yield given.key("pitted").at(at), notation.pit[one][other]
        yield from laid[jokers:]
