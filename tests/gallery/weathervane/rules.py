"""Weathervane: tricks for 3 or 4. Whoever wins one keeps a card of it, whose weather is trump in the next."""

from generator.rules.kit import NOBODY, OWNER, SEAT, Counter, Different, From, Rules, Sum, Value, Zone

rules = Rules(
    seats=(3, 4),
    zones=[
        Zone("deck", seen=NOBODY, ordered=True, full=True),
        Zone("trick", ordered=True),
        Zone("blown_away"),
        Zone("hand", of=SEAT, seen=OWNER),
        Zone("kept", of=SEAT),
    ],
    counters=[Counter("leader", max=3), Counter("points", of=SEAT)],
    values=[Value("wind", "suit"), Value("led", "suit")],
    phases=("play", "keep"),
    scores=[Sum("kept", "points"), Different("kept", "suit", worth="kinds")],
)


@rules.setup
def deal(table):
    """All cards are dealt. There is no wind yet."""
    table.shuffle(table.deck)
    table.deck.deal(len(table.deck) // len(table.seats), *table.hand)


def must_follow(table, card):
    """Whoever has a card of the weather that was led must play one."""
    if card.suit != table.led and any(held.suit == table.led for held in table.hand[table.seat]):
        return f"{table.led} was led, and you have {table.led}: follow it"


@rules.move("play {card}", card=From("hand"), unless=must_follow, phase="play")
def play(table, card):
    """Play a card to the trick; the card that leads it says which weather the others must follow."""
    table.hand[table.seat].give(card, table.trick)
    table.led = table.led or card.suit
    table.pass_turn()
    if len(table.trick) == len(table.seats):
        best = max(table.trick, key=lambda card: strength(table, card))
        table.seat = (table.leader + table.trick.index(best)) % len(table.seats)
        table.phase = "keep"


def strength(table, card):
    """The wind beats the weather that was led, and that beats the others; then the higher number wins."""
    return card.suit == table.wind, card.suit == table.led, card.rank


@rules.move("keep {card}", card=From("trick"), phase="keep")
def keep(table, card):
    """Keep a card from the trick you won, and turn the wind to its weather; the rest are blown away."""
    before = weathers(table.kept[table.seat])
    table.trick.give(card, table.kept[table.seat])
    after = weathers(table.kept[table.seat])
    table.points[table.seat] += card.points + table.rules.kinds[after] - table.rules.kinds[before]
    table.trick.give_all(table.blown_away)
    table.wind = card.suit
    table.led = None
    table.leader = table.seat
    table.phase = "play"


def weathers(kept):
    return len({card.suit for card in kept})


@rules.over
def over(table):
    if table.phase == "play" and not any(table.hand) and not table.trick:
        return "all the cards have been played"


@rules.scored
def points(table):
    """They were counted as each card was kept."""
    return table.points


@rules.impossible
def uneven(table):
    """Positions written by hand may be wrong: this says when."""
    have_played = [(seat - table.leader) % len(table.seats) < len(table.trick) for seat in table.seats]
    if len({len(table.hand[seat]) + have_played[seat] for seat in table.seats}) > 1:
        yield "whoever has played to the trick has one card fewer than the others; otherwise hands are equal"
