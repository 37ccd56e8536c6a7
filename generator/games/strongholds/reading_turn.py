"""Reader what was chosen in this turn: musters, and in defence the cards laid and the troops pitted."""

from __future__ import annotations

from collections.abc import Mapping

from generator.catalog.reader import Reader
from generator.catalog.wording import pluralize, quote
from generator.games.strongholds.moves import NOTHING
from generator.games.strongholds.places import Places
from generator.games.strongholds.player import NOBODY, Player
from generator.games.strongholds.refusals import refusal
from generator.games.strongholds.siege import Siege
from generator.games.strongholds.table import DEFENCE, MUSTER, OVER, PHASES, Table

CHOICES = ("general", "target", "troops", "laid", "pitted")
"""The keys of a seat for what it has chosen."""


class Chosen:
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


def read_chosen(table: Table, seat: Reader, places: Places) -> Chosen:
    """Reads the keys of one seat; what is no card or no seat is noted, and what is too early or too late."""
    chosen = Chosen(seat)
    for key in chosen.given():
        if table.phase == OVER:
            seat.key(key).error("the game is over: nothing is chosen")
        elif table.phase == MUSTER and key in ("laid", "pitted"):
            seat.key(key).error("nothing is laid or pitted in muster")
    if seat.has("general"):
        chosen.general = _card(seat.key("general"), places.royals, "royal")
    if seat.has("target"):
        chosen.target = seat.key("target").whole(0, len(table.players) - 1)
    if seat.has("troops"):
        chosen.troops = sorted(places.read(seat.key("troops"), places.troops, "troop"))
    if seat.has("laid"):
        _read_laid(seat.key("laid"), chosen, places)
    if seat.has("pitted"):
        for pair in seat.key("pitted").items():
            found = [_card(item, places.troops, "troop") for item in pair.items(2)]
            if len(found) == 2 and NOBODY not in found:
                chosen.pitted.append((pair, found[0], found[1]))
    return chosen


def _card(given: Reader, known: Mapping[str, int], noun: str) -> int:
    """A card in notation; nobody stands in for anything else, which is noted."""
    before = given.error_count
    word = given.word(known, noun)
    return known[word] if given.error_count == before else NOBODY


def _read_laid(given: Reader, chosen: Chosen, places: Places) -> None:
    """A list of hand cards for each card that they lie on."""
    if not isinstance(given.value, Mapping):
        given.error(f"expected cards, each with what lies on it, got {quote(given.value)}")
        return
    attackers = {**places.troops, **places.royals}
    for word in given.value:
        lying = given.at(word)
        if word not in attackers:
            lying.error(f"{quote(word)} is no troop and no royal")
            continue
        for card in places.read(lying, places.drawn, "card of hands and piles"):
            chosen.laid.append((lying, card, attackers[word]))


def read_turn(table: Siege, position: Reader, chosen: list[Chosen]) -> None:
    """Takes over what was chosen in the phase that the position is in."""
    if table.phase == OVER:
        if position.has("choosing"):
            position.key("choosing").error("the game is over: nobody chooses")
        return
    if table.phase == MUSTER:
        table.chooser = _read_chooser(table, position, table.standing())
    for seat in table.standing():
        _read_muster(table, seat, chosen[seat])
    if table.phase == MUSTER or position.error_count:
        return
    table.reveal()
    attacked = [seat for seat, player in enumerate(table.players) if player.attackers]
    chooser = _read_chooser(table, position, attacked)
    for seat, of_seat in enumerate(chosen):
        if of_seat.laid or of_seat.pitted:
            _read_defence(table, seat, of_seat, attacked, chooser)
    table.chooser = chooser


def _read_chooser(table: Table, position: Reader, choosers: list[int]) -> int:
    """The seat that chooses in this phase."""
    given = position.key("choosing", choosers[0])
    before = given.error_count
    chooser = given.whole(0, len(table.players) - 1)
    if given.error_count == before and chooser not in choosers:
        given.error(f"seat {chooser} has nothing to choose in the phase `{PHASES[table.phase]}`")
    return chooser if chooser in choosers else choosers[0]


def _read_muster(table: Siege, seat: int, chosen: Chosen) -> None:
    """A seat before the one that chooses has chosen all, a seat behind it nothing."""
    player, given = table.players[seat], chosen.seat
    early = table.phase == DEFENCE or seat < table.chooser
    if table.phase == MUSTER and seat > table.chooser:
        for key in chosen.given():
            given.key(key).error(
                f"seat {table.chooser} chooses first", f"write `choosing: {seat}` when all before it have"
            )
        return
    before = given.error_count
    if chosen.general == NOBODY and (early or chosen.target != NOBODY or given.has("troops")):
        given.error("`general` is missing: it is chosen before everything else")
    elif chosen.target == NOBODY and (early or chosen.troops):
        given.error("`target` is missing: it is chosen before the troops")
    if chosen.general != NOBODY and chosen.general not in player.royals:
        word = table.cards.words[chosen.general]
        given.key("general").error(f"{word} is no living royal of this seat")
    if chosen.target == seat:
        given.key("target").error(f"seat {seat} can't attack itself")
    elif chosen.target != NOBODY and table.players[chosen.target].out:
        given.key("target").error(f"seat {chosen.target} is out: it can't be attacked")
    if chosen.general == NOBODY or given.error_count > before:
        return
    player.general, player.target, player.troops = chosen.general, chosen.target, tuple(chosen.troops)
    _check_battalion(table, player, chosen, early)
    if not early and player.target != NOBODY:
        table.call_battalion(player)


def _check_battalion(table: Siege, player: Player, chosen: Chosen, early: bool) -> None:
    """As many troops as the general takes; fewer only of a last royal, or if the hand could fill none.

    ``early``: whether all are chosen, and not only the first of them.
    """
    cards = table.cards
    name, full, sent = cards.name[player.general], cards.sends[player.general], len(player.troops)
    place = chosen.seat.key("troops") if chosen.seat.has("troops") else chosen.seat
    takes = f"{pluralize(sent, 'troop')}, and a {name} takes {full}"
    kept = _troops_kept(table, player, chosen)
    if sent > full:
        place.error(takes)
    elif len(player.royals) == 1:
        if early and sent == 0 and kept:
            place.error("at least one troop goes along while the hand has one")
    elif full > sent + kept and min(cards.sends[royal] for royal in player.royals) <= sent + kept:
        place.error(f"{takes}: too few for this general, enough for another royal")
    elif early and sent < full and kept:
        place.error(f"{takes}, or all that the hand holds")


def _troops_kept(table: Siege, player: Player, chosen: Chosen) -> int:
    """How many troops stayed in the hand in muster, as far as that can be known."""
    if table.phase == DEFENCE and table.defeated:
        # An ace may have been given up in defence, and troops drawn for it.
        return 0
    laid = [card for _, card, _ in chosen.laid if table.cards.is_troop(card)]
    return len(player.troops_in_hand(table.cards.first_royal)) + len(laid)


def _read_defence(table: Siege, seat: int, chosen: Chosen, attacked: list[int], chooser: int) -> None:
    """Lays and pits again, in an order that the rules allow if any does: jokers, pairs, troops, generals, and
    on each card the small numbers first and an ace last."""
    if seat not in attacked:
        chosen.seat.error("nobody attacks this seat: it has no defence")
        return
    if seat > chooser:
        chosen.seat.error(f"seat {chooser} defends first", f"write `choosing: {seat}` when it has")
        return
    cards, moves = table.cards, table.moves
    player = table.players[seat]
    player.take_up([card for _, card, _ in chosen.laid])
    ranked = sorted(
        chosen.laid,
        key=lambda lay: (
            not cards.is_joker(lay[1]),
            cards.is_royal(lay[2]),
            lay[2],
            cards.is_ace(lay[1]),
            cards.power[lay[1]],
        ),
    )
    jokers = [lay for lay in ranked if cards.is_joker(lay[1])]
    others = ranked[len(jokers) :]
    table.chooser = seat
    done = [(place, _lay(table, card, on)) for place, card, on in jokers]
    done += [(place, moves.pit[one][other]) for place, one, other in chosen.pitted]
    done += [(place, _lay(table, card, on)) for place, card, on in others]
    for place, move in done:
        if move == NOTHING:
            place.error("a joker is laid on a general, and a troop can't be pitted against itself")
        elif move not in table.defence_choices(player):
            place.error(f"`{moves.texts[move]}` is not possible: {refusal(table, move)}")
        else:
            table.do_defence(player, move)


def _lay(table: Siege, card: int, on: int) -> int:
    """The move that lays a card; nothing for a joker on a troop."""
    if table.cards.is_joker(card) and not table.cards.is_royal(on):
        return NOTHING
    return table.moves.lay[card] + on
