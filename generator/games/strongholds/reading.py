"""Reader a position that may be written by hand: a state, or all the reasons why it can't be one."""

from __future__ import annotations

from generator.catalog.reader import Reader
from generator.catalog.wording import join_words, pluralize
from generator.games.strongholds.places import Places
from generator.games.strongholds.player import Player
from generator.games.strongholds.position import NAME
from generator.games.strongholds.reading_turn import CHOICES, read_chosen, read_turn
from generator.games.strongholds.siege import Siege
from generator.games.strongholds.table import MUSTER, OVER, PHASES, Table
from generator.rules.positions import read_limit, read_phase, read_shuffler

KEYS = ("game", "turn", "phase", "choosing", "seats", "pile", "defeated", "fell", "max_turns", "shuffler")
SEAT_KEYS = ("royals", "hand", "out", *CHOICES)


def read_position(table: Siege, position: Reader) -> None:
    """Fills an empty table that has as many players as the position. Raises BadPosition with all faults."""
    position.only(KEYS)
    position.key("game").word((NAME,), "name of this game")
    table.phase = read_phase(position.key("phase"), PHASES, MUSTER)
    table.max_turns = read_limit(position.key("max_turns", table.max_turns), table.max_turns)
    table.turn = position.key("turn").whole(1, table.max_turns)
    table.shuffler = read_shuffler(position)
    places = Places(table.cards)
    _read_piles(table, position, places)
    seats = _read_seats(table, position, places)
    chosen = [read_chosen(table, seat, places) for seat in seats]
    places.check()
    position.finish()
    _check_families(table, seats)
    _check_standing(table, position, seats)
    position.finish()
    read_turn(table, position, chosen)
    position.finish()


def _read_piles(table: Table, position: Reader, places: Places) -> None:
    table.pile = places.read(position.key("pile"), places.drawn, "card of hands and piles")[::-1]
    given = position.key("defeated", [])
    table.defeated = places.read(given, places.drawn, "card of hands and piles")
    if table.phase != OVER:
        for item in given.items():
            card = places.drawn.get(str(item.value))
            if card is not None and not table.cards.is_ace(card):
                phase = PHASES[table.phase]
                item.error(f"{item.value}: in {phase} only aces that were given up lie on the defeated pile")


def _read_seats(table: Table, position: Reader, places: Places) -> list[Reader]:
    """The seats; for another number of them than may play there is no table, and reading ends."""
    given = position.key("seats")
    seats = given.items()
    if len(seats) not in table.cards.families:
        if isinstance(given.value, list | tuple):
            numbers = join_words([str(number) for number in table.cards.families])
            given.error(f"{numbers} play, not {len(seats)}")
        position.finish()
    for player, seat in zip(table.players, seats, strict=True):
        _read_seat(player, seat, places)
    return seats


def _read_seat(player: Player, seat: Reader, places: Places) -> None:
    before = seat.error_count
    seat.only(SEAT_KEYS)
    player.royals = tuple(places.read(seat.key("royals"), places.royals, "royal"))
    player.hand = tuple(sorted(places.read(seat.key("hand"), places.drawn, "card of hands and piles")))
    player.out = seat.key("out", False).flag()
    if seat.error_count > before:
        return
    if player.out and (player.royals or player.hand or any(seat.has(key) for key in CHOICES)):
        seat.error("a player who is out has no royals and no cards, and chooses nothing")
    elif not player.out and not player.royals:
        seat.error("a player with no living royal is out", "write `out: true`")


def _check_families(table: Table, seats: list[Reader]) -> None:
    """The royals of a seat are of one family, which is no other seat's."""
    families = table.cards.families[len(seats)]
    by_suit = len({table.cards.all[royal].suit for royal in families[0]}) == 1
    owner: dict[str, int] = {}
    for seat, player in enumerate(table.players):
        cards = [table.cards.all[royal] for royal in player.royals]
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


def _check_standing(table: Table, position: Reader, seats: list[Reader]) -> None:
    """Two or more strongholds stand, until the game is over."""
    standing = len(table.standing())
    if table.phase != OVER:
        if standing < 2:
            stand = f"{pluralize(standing, 'stronghold')} {'stands' if standing == 1 else 'stand'}"
            position.key("seats").error(f"{stand}: the phase is then `over`")
        if position.has("fell"):
            position.key("fell").error("who fell last is told when the game is over")
        return
    if standing > 1 and table.turn < table.max_turns:
        played = pluralize(table.max_turns, "turn")
        position.key("phase").error(
            f"the game is not over: {standing} strongholds stand, and {played} are not played"
        )
    fell = position.key("fell", [])
    table.fell = tuple(sorted({item.whole(0, len(seats) - 1) for item in fell.items()}))
    for seat in table.fell:
        if not table.players[seat].out:
            fell.error(f"seat {seat} is not out")
    if standing == 0 and len(table.fell) < 2:
        position.error(
            "nobody stands: `fell` has the seats that were eliminated in the last turn, two or more"
        )
