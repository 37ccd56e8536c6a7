"""Lanterns on a string: hang them up, and take the string down when two alike light up side by side.

On your turn, hang a lantern from your hand at the end of the string, and draw another. It may not be the
same colour as the last one there, unless all of yours are. If it has as much light as that one, you take the
whole string down; a full string falls, and nobody gets it. When the last lantern is drawn, the round is
played to its end, and the most light taken wins.

Two seats are even, whether bots play well or at random. Of three, the second wins less than a third: can you
find out why? `gatepress balance --players 3`.

To change first: the numbers under `rules:` in game.yaml; the cards in cards.yaml; what counts at the end, in
`scores` and `points` below. Then look at it: `gatepress play`, `gatepress rules check`.
"""

from generator.rules.kit import NOBODY, OWNER, SEAT, From, Rules, Sum, Zone

rules = Rules(
    seats=(2, 3, 4),
    zones=[
        # Where cards are. `full`: all of them are here when the game is set up.
        Zone("deck", seen=NOBODY, ordered=True, full=True),
        Zone("string", ordered=True),  # seen by all, since nothing else is said
        Zone("fallen"),
        Zone("hand", of=SEAT, seen=OWNER),  # of=SEAT: each player has one
        Zone("taken", of=SEAT),
    ],
    # What counts at the end. There are also Each, Sets, Different, Most and Tally, for example
    # Each("taken", {"colour": "gold"}, 2): two points for each gold lantern.
    scores=[Sum("taken", "light")],
)


@rules.setup
def deal(table):
    table.shuffle(table.deck)
    table.deck.deal(table.rules.hand, *table.hand)  # table.rules: the numbers in game.yaml
    table.deck.deal(table.rules.hung, table.string)


def same_colour(table, card):
    """Why a move may not be made, in a sentence; nothing, if it may."""
    if not table.string:
        return None
    last = table.string[-1]
    others = [other for other in table.hand[table.seat] if other.colour != last.colour]
    if card.colour == last.colour and others:
        return f"the last lantern is {last.colour} too, and you have another colour"
    return None


@rules.move("hang {card}", card=From("hand"), unless=same_colour)
def hang(table, card):
    """Hang a lantern from your hand at the end of the string, and draw another."""
    hand = table.hand[table.seat]  # table.seat: whose turn it is
    is_match = bool(table.string) and table.string[-1].light == card.light
    hand.give(card, table.string)
    if is_match:
        table.string.give_all(table.taken[table.seat])
    elif len(table.string) == table.rules.string:
        table.string.give_all(table.fallen)
    if table.deck:
        hand.append(table.deck.draw())
    table.pass_turn()


@rules.over
def over(table):
    """Asked after every move: the sentence that says why the game is over, or nothing."""
    # Only when it is the first player's turn again: then all have had as many turns.
    return "the last lantern is drawn" if not table.deck and table.seat == 0 else None


@rules.scored
def points(table):
    """The same points as `scores`, counted again: `gatepress rules check` reports it if the two differ."""
    return [sum(card.light for card in cards) for cards in table.taken]
