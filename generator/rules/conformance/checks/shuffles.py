"""Piles are shuffled when a game begins, or is dealt again, so that no card can be foretold.

What lies in hidden hands and piles is compared with a determinized world, from every seat in turn: how
often each card lies in each of them, and at each of the first places of a pile. Piles are looked at as far
as cards are taken from them in the games that are played: what lies below may be in whatever order.
``odds.py`` says how much is too much. What all who play can see at once, nobody imagines: that is not
compared.

Where cards that somebody saw come into a pile that nobody sees, the move is made again and again, each time
with another seed. What lies there is then compared between two seeds: how many cards are at the same place,
and how many have the same neighbour. In a shuffled pile these are as many as when the very same cards are
shuffled by the suite. It is the same with hands that are dealt anew in the middle of a game, of which it is
compared how many cards come to the same seat. ``odds.py`` says how many are too many.

An order that comes about by the rules, and that everybody knows, is known to determinized worlds as well;
and what each seat has in hand whenever a game begins, it may get again. What agrees there counts for nothing.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, permutations
from random import Random
from typing import Any

from generator.catalog.reader import Path
from generator.catalog.wording import pluralize
from generator.rules.conformance.card_places import card_lists, card_words, kind_of_place, owned_cards
from generator.rules.conformance.check import Check
from generator.rules.conformance.checks.views import own_hand, plain_cards
from generator.rules.conformance.moment import Moment, at_path, canonical, copied, seats_of, without_chance
from generator.rules.conformance.odds import Foreteller, Hint, Sums
from generator.rules.positions import MAX_SEED, written
from generator.rules.protocol import Position, State
from generator.rules.shuffler import Shuffler

STARTS = 300
"""Games that are only dealt and then compared with a determinized world, of all setups together."""
STEPS = (1, 10, 100, 1_000, 2**8, 2**16, 2**24, 2**32)
"""From a seed to others, which a careless game may take for the same."""
MIN_TIMES = 24
"""Seeds of a setup: when so many deal all otherwise, it is no accident that others deal alike."""
PLACES = 5
"""Of a pile, of which it is counted what lies there: those that are drawn from first."""
LEFT = 6
"""Cards of a pile that are compared for it."""
Piles = dict[Path, list[str]]


@dataclass(slots=True)
class Dealt:
    """What was found out about the games of one setup."""

    setup: Mapping[str, Any]
    depths: dict[Path, int] = field(default_factory=dict)
    """How many cards of a pile were taken in a game; below 0: from its end."""


class Shuffles(Check):
    """Deals many games, and watches what is drawn and shuffled in those that are played."""

    name = "shuffles"
    question = "no card of a shuffled pile can be foretold, and seeds deal otherwise"
    order = 52
    counts_games = True

    def prepare(self) -> None:
        self._setups: dict[str, Dealt] = {}
        self._dealt: Dealt | None = None
        self._first: Piles = {}
        """The piles of which cards were only taken so far, as they were at the beginning."""
        self._before: Piles = {}
        self._position: Position = {}
        self._words: set[str] = set()
        self._deals = Foreteller()
        self._lying: Sums[tuple[str, str]] = Sums()
        """By a place and a card: how much more often it lies there than in determinized worlds."""

    def begin(self, moment: Moment) -> Iterator[str]:
        self._dealt = None
        self._before = {}
        if moment.is_dealt and moment.close:
            setup = {key: value for key, value in moment.origin.setup.items() if key != "seed"}
            self._dealt = self._setups.setdefault(canonical(setup), Dealt(setup))
            self._words = card_words(owned_cards(self.referee, moment.position))
            self._before = piles_of(moment.state, moment.position, moment.seats, self._words)
            self._first = dict(self._before)
            self._position = moment.position
        yield from ()

    def each(self, moment: Moment) -> Iterator[str]:
        if self._dealt is None or not self._before:
            return
        position = moment.position
        for path, before in self._before.items():
            after = at_path(position, path)
            if not isinstance(after, list) or after == before:
                continue
            if path in self._first and position.get("shuffler") != self._position.get("shuffler"):
                # It may be this pile that was shuffled, and what is left looks by accident as it did before.
                del self._first[path]
            elif path in self._first:
                self._measure(path, after)
            self._before[path] = after
        self._position = position
        yield from ()

    def close(self) -> Iterator[str]:
        for dealt in self._setups.values():
            yield from self._deal(dealt, max(MIN_TIMES, STARTS // len(self._setups)))
        sums = len(self._deals) + len(self._lying)
        for place, source, score in self._deals.faults(sums):
            yield (
                f"how {place} lies when a game begins can be foretold {source}: {score.right:,} times of "
                f"{score.made:,}, and that of a determinized world only {score.right_imagined:,} times"
            )
        for (place, card), found in self._lying.too_great(sums):
            yield (
                f"{card} lies more often at {place} when a game begins than in determinized worlds, "
                f"by {found.lead:,.0f} cards in {pluralize(found.times, 'game')}"
            )

    def _measure(self, path: Path, after: list[str]) -> None:
        """Notes how deep a pile has been drawn from, and from which end."""
        assert self._dealt is not None
        whole = self._first[path]
        taken = len(whole) - len(after)
        depth = self._dealt.depths.get(path, 0)
        from_front, from_back = whole[taken:] == after, whole[:-taken] == after
        if taken <= 0 or not (from_front or from_back):
            del self._first[path]
        elif from_front and depth >= 0 and not (from_back and depth == 0):
            self._dealt.depths[path] = max(depth, taken)
        elif from_back and depth <= 0 and not (from_front and depth == 0):
            self._dealt.depths[path] = min(depth, -taken)

    def _deal(self, dealt: Dealt, times: int) -> Iterator[str]:
        """Deals so many games, and the first of them also from seeds that are alike."""
        dice = Random(f"deals {canonical(dealt.setup)}")
        alike: Counter[tuple[int, str, str]] = Counter()
        known: defaultdict[str, set[str]] = defaultdict(set)
        for number in range(times):
            seed = dice.randrange(MAX_SEED // 2) if number % 2 else dice.randrange(2**20)
            state = self.game.start(**{**dealt.setup, "seed": seed})
            position = state.to_dict()
            if number < MIN_TIMES:
                deal = self._deals_of(position, dealt)
                for place, cards in deal.items():
                    known[place].add(cards)
                for step in STEPS:
                    other = self.game.start(**{**dealt.setup, "seed": seed + step}).to_dict()
                    same = deal.items() & self._deals_of(other, dealt).items()
                    alike.update((step, place, cards) for place, cards in same)
            # From every seat in turn: two of them in one game would see the same hand, and count it twice.
            seat = number % seats_of(self.game, dealt.setup, state)
            self._compare(state, seat, position, dealt, dice)
        for step in STEPS:
            for place in known:
                count = sum(alike[step, place, cards] for cards in known[place])
                if len(known[place]) == MIN_TIMES and count >= MIN_TIMES / 2:
                    message = f"a seed and that plus {step:,} deal the same cards at {place}"
                    yield f"{message}, {count} times of {MIN_TIMES}"

    def _deals_of(self, position: Position, dealt: Dealt) -> dict[str, str]:
        """The cards at that end of each pile which no deal takes from; and the position."""
        found = {"the table": without_chance(position)}
        for path, depth in dealt.depths.items():
            cards = at_path(position, path)
            if isinstance(cards, list) and len(cards) >= LEFT:
                found[written(path)] = canonical(cards[-LEFT:] if depth > 0 else cards[:LEFT])
        return found

    def _compare(self, state: State, seat: int, position: Position, dealt: Dealt, dice: Random) -> None:
        """Compares what lies in hidden places, and in what order, with a world determinized for a seat."""
        view = state.view(seat)
        imagined = self.game.determinize(copied(view), seat, Shuffler(dice.randrange(MAX_SEED)))
        world = self.game.from_dict(copied(imagined))
        lists = dict(card_lists(position, self._words))
        there = {path: at_path(imagined, path) for path in lists}
        # Whoever is not asked may not even know that the game has just begun.
        begins = world.player == state.player and all(
            isinstance(cards, list) and len(cards) == len(lists[path]) for path, cards in there.items()
        )
        if not begins or canonical(world.to_dict()) != canonical(imagined):
            return
        for path, cards in lists.items():
            if not isinstance(at_path(view, path), list):
                self._count(written(path), cards, there[path])
        drawn, drawn_there = _drawn(position, dealt), _drawn(imagined, dealt)
        for path, cards in drawn.items():
            for depth, (card, other) in enumerate(zip(cards, drawn_there.get(path, ()), strict=False)):
                if depth < PLACES:
                    self._count(f"place {depth + 1} of {written(path)}", [card], [other])
            hints = [
                Hint(f"from {written(other)}", drawn[other], drawn_there[other])
                for other in drawn.keys() & drawn_there.keys()
                if kind_of_place(other) == kind_of_place(path) and str(other) < str(path)
            ]
            if path in drawn_there:
                self._deals.read(written(path), cards, drawn_there[path], sorted(hints))

    def _count(self, place: str, cards: list[str], imagined: list[str]) -> None:
        real, other = Counter(cards), Counter(imagined)
        for card in sorted(real.keys() | other.keys()):
            self._lying.add((place, card), real[card], other[card])


def piles_of(state: State, position: Position, seats: int, words: set[str]) -> Piles:
    """The lists of cards that no seat sees the cards of."""
    views = [state.view(seat) for seat in range(seats)]
    return {
        path: cards
        for path, cards in card_lists(position, words)
        if not any(isinstance(at_path(view, path), list) for view in views)
        and (cards or all(isinstance(at_path(view, path), int) for view in views))
    }


def _drawn(position: Position, dealt: Dealt) -> dict[Path, list[str]]:
    """The cards of each pile that come out of it in games, the first one first."""
    found = {}
    for path, depth in dealt.depths.items():
        cards = at_path(position, path)
        if isinstance(cards, list):
            found[path] = cards[:depth] if depth > 0 else cards[depth:][::-1]
    return found


EVENTS = 60
"""Moves of a run, for each kind of place, that are made again with other seeds."""
MOST_PAIRS, LEAST_PAIRS = 24, 4
"""Of seeds, for the first of them, and one less for each after it: they may be few."""
MIN_MOVED = 3
"""Cards that come to a pile together, as when a discard pile is shuffled."""
ENDS = 4
"""Places at each end of a pile that are looked at by themselves."""
MAX_HANDS = 6
"""Of players: with more it is not looked for who handed a whole hand on to whom."""

HANDS = "hands"
SAME_HANDS = "the same cards come to the same seats"

Cards = Sequence[str]


class Reshuffles(Check):
    """Makes moves that shuffle again with other seeds."""

    name = "reshuffles"
    question = "what is shuffled or dealt again later in a game differs with every seed"
    order = 53
    states_a_game = 1

    def prepare(self) -> None:
        # Its own: games are played on as they are without this check.
        self._dice = Random(self.name)
        self._words: set[str] = set()
        self._piles: Piles = {}
        self._deals_to_all = False
        """Whether all players are dealt of the same cards."""
        self._before: Position = {}
        self._watches = False
        self._events: Counter[str] = Counter()
        self._sums: Sums[tuple[str, str]] = Sums()
        """By the place, and what it has in common after the same move from two seeds."""
        self._drawn: Sums[tuple[str, str]] = Sums()
        """By the pile, and the list that it was refilled of: which cards are left of these."""
        self._returning: set[str] = set()
        """Lists from which cards come to hands by the rules."""

    def begin(self, moment: Moment) -> Iterator[str]:
        self._watches = moment.close and _made(moment.position) is not None
        if moment.close and not self._watches and not self.notes:
            self.notes.append("passed over: its positions have no `shuffler` with `seed` and `made`")
        self._before = {}
        if self._watches:
            owned = owned_cards(self.referee, moment.position)
            self._words = card_words(owned)
            self._piles = piles_of(moment.state, moment.position, moment.seats, self._words)
            self._deals_to_all = len(owned) == 1 and moment.is_dealt
            self._before = moment.position
        yield from ()

    def each(self, moment: Moment) -> Iterator[str]:
        if not self._watches or not moment.moves:
            return
        before, self._before = self._before, moment.position
        if moment.position is before:
            return
        for path in self._piles:
            kind = kind_of_place(path)
            if self._events[kind] < EVENTS and self._is_refilled(path, before, moment.position):
                self._events[kind] += 1
                self._compare_piles(moment, path, before, 2 * self._pairs(kind))
        may_be_redealt = self._deals_to_all and self._events[HANDS] < EVENTS
        if may_be_redealt and self._is_redealt(moment.seats, before, moment.position):
            self._events[HANDS] += 1
            self._compare_hands(moment, before, 2 * self._pairs(HANDS))
        yield from ()

    def look(self, moment: Moment) -> Iterator[str]:
        """Whether chance comes from the seed itself: then the same lot falls again and again."""
        if moment.state.player is None or _made(moment.position) is None:
            return
        move = moment.dice.choice(moment.state.legal())
        after = [state.to_dict() for state in self._made_again(moment.position, move, 2)]
        drawn = [_made(one) != _made(moment.position) for one in after]
        if not any(drawn) and without_chance(after[0]) != without_chance(after[1]):
            words = moment.state.text(move)
            yield f"`{words}` draws no number from the shuffler, and yet depends on the seed"

    def close(self) -> Iterator[str]:
        sums = len(self._sums) + len(self._drawn)
        drawn = (
            ((place, f"the same cards of {kind} are left"), found)
            for (place, kind), found in self._drawn.too_great(sums)
            if kind not in self._returning
        )
        for (place, what), found in (*self._sums.too_great(sums), *drawn):
            yield (
                f"{place}: after the same move from two seeds {what}, {found.lead:,.0f} times more than by a "
                f"fair shuffle, of {found.times:,}: it is shuffled badly, or not at all"
            )

    def _is_refilled(self, path: Path, before: Position, after: Position) -> bool:
        """Whether a pile that nobody sees got several cards that somebody saw."""
        lay, lies = _pile_at(before, path), _pile_at(after, path)
        if not isinstance(lay, list) or not isinstance(lies, list) or lay == lies:
            return False
        gained = Counter(lies) - Counter(lay)
        return gained.total() >= MIN_MOVED and _shown(gained - self._left_piles(before, after))

    def _left_piles(self, before: Position, after: Position) -> Counter[str]:
        """The cards that are no longer where nobody sees them."""
        return self._unseen(before) - self._unseen(after)

    def _unseen(self, position: Position) -> Counter[str]:
        found = Counter[str]()
        for path in self._piles:
            lying = _pile_at(position, path)
            found.update(lying if isinstance(lying, list) else ())
        return found

    def _is_redealt(self, seats: int, before: Position, after: Position) -> bool:
        """Whether several hands are almost wholly new, of cards that somebody saw, and none was handed on."""
        hands = [(own_hand(before, seat), own_hand(after, seat)) for seat in range(seats)]
        known = [(old, new) for old, new in hands if isinstance(old, list) and isinstance(new, list)]
        if len(known) < len(hands) or sum(len(new) > 2 * len(old) for old, new in known) < 2:
            return False
        gained = [Counter(new) - Counter(old) for old, new in known]
        handed_on = len(hands) > MAX_HANDS or any(
            all(not count - Counter(old) for count, (old, _) in zip(gained, givers, strict=True))
            for givers in permutations(known)
        )
        all_gained = sum(gained, Counter[str]())
        return not handed_on and _shown(all_gained - self._left_piles(before, after))

    def _made_again(self, before: Position, move: int, times: int) -> list[State]:
        """The states after the move, each from another seed."""
        made = []
        for _ in range(times):
            position = copied(before)
            position["shuffler"]["seed"] = self._dice.randint(0, MAX_SEED)
            state = self.game.from_dict(position)
            state.apply(move)
            made.append(state)
        return made

    def _pairs(self, kind: str) -> int:
        return max(MOST_PAIRS - self._events[kind], LEAST_PAIRS)

    def _compare_piles(self, moment: Moment, path: Path, before: Position, times: int) -> None:
        place, seat = kind_of_place(path), self._dice.randrange(moment.seats)
        states = [
            state
            for state in self._made_again(before, moment.moves[-1], times)
            if self._is_refilled(path, before, state.to_dict())
        ]
        positions = [state.to_dict() for state in states]
        found = [_pile_at(position, path) for position in positions]
        worlds = [_pile_at(self._imagined(state, seat), path) for state in states]
        if not all(isinstance(cards, list) for cards in worlds):
            return
        lay = _pile_at(before, path)
        new = _new_part(lay, found)
        for first in range(0, len(states) - 1, 2):
            real, known = ([cards[new] for cards in of[first : first + 2]] for of in (found, worlds))
            if len(real[0]) == len(real[1]) > 1:
                agreed, sure = _alike(*real), _alike(*known)
                lot = _alike(*[self._dice.sample(cards, len(cards)) for cards in real])
                for what in agreed.keys() & sure.keys():
                    self._sums.add((place, what), agreed[what], lot[what], sure[what])
            for kind, source in self._sources(len(lay), before, positions[first]).items():
                self._compare_drawn((place, kind), source, positions[first : first + 2], real, known)

    def _compare_drawn(
        self,
        key: tuple[str, str],
        source: Counter[str],
        positions: Sequence[Position],
        real: Sequence[Cards],
        known: Sequence[Cards],
    ) -> None:
        """Which cards are left in a pile when some have been drawn from it already."""
        left = [Counter(cards) & source for cards in real]
        drawn = [_held(position) & (source - own) for position, own in zip(positions, left, strict=True)]
        both = left[0] + drawn[0]
        if both == left[1] + drawn[1] and len(both) > 1 and all((*left, *drawn)):
            fair = [Counter(self._dice.sample([*both.elements()], own.total())) for own in left]
            known_left = Counter(known[0]) & Counter(known[1]) & both
            self._drawn.add(key, (left[0] & left[1]).total(), (fair[0] & fair[1]).total(), known_left.total())

    def _sources(self, lay: int, before: Position, after: Position) -> dict[str, Counter[str]]:
        """The cards of the lists that piles were refilled of, such as a discard pile, and that are empty now;
        none of a kind that may have come from elsewhere.

        Where cards go from such a list to a hand although a pile of ``lay`` cards was enough to draw from,
        they do so by the rules, and are never compared.
        """
        found: dict[str, Counter[str]] = {}
        others: set[str] = set()
        unseen, drawn = self._unseen(after), _held(after) - _held(before)
        for path, cards in card_lists(before, self._words):
            if path not in self._piles and not at_path(after, path) and Counter(cards) & unseen:
                found.setdefault(kind_of_place(path), Counter()).update(cards)
            else:
                others.update(cards)
        if drawn.total() <= lay:
            self._returning.update(kind for kind, cards in found.items() if cards & drawn)
            return {}
        return {
            kind: Counter({card: count for card, count in cards.items() if card not in others})
            for kind, cards in found.items()
        }

    def _compare_hands(self, moment: Moment, before: Position, times: int) -> None:
        # Where else a card may have come from, it may have come by the order that nobody knew before.
        unknown = self._unseen(before)
        again = self._made_again(before, moment.moves[-1], times)
        redealt = [state for state in again if self._is_redealt(moment.seats, before, state.to_dict())]
        dealt = [
            [_hands(state.to_dict(), range(moment.seats), unknown) for state in states]
            for states in (redealt, self._begun(moment, len(redealt)))
        ]
        for first in range(0, len(redealt) - 1, 2):
            real, known = (hands[first : first + 2] for hands in dealt)
            fair = [self._dealt_again(hands) for hands in real]
            self._sums.add((HANDS, SAME_HANDS), _shared(*real), _shared(*fair), _shared(*known))

    def _begun(self, moment: Moment, times: int) -> list[State]:
        """New games: what each seat always gets at their beginning, it may get again."""
        setup = moment.origin.setup
        return [self.game.start(**{**setup, "seed": self._dice.randint(0, MAX_SEED)}) for _ in range(times)]

    def _dealt_again(self, hands: Sequence[list[str]]) -> list[list[str]]:
        """Hands of the same sizes, of the same cards."""
        cards = [card for hand in hands for card in hand]
        self._dice.shuffle(cards)
        return [[cards.pop() for _ in hand] for hand in hands]

    def _imagined(self, state: State, seat: int) -> Position:
        return self.game.determinize(
            copied(state.view(seat)), seat, Shuffler(self._dice.randint(0, MAX_SEED))
        )


def _pile_at(position: Position, path: Path) -> Any:
    """What lies at a place, whoever was shown it."""
    return plain_cards(at_path(position, path))


def _made(position: Position) -> int | None:
    """How many numbers the shuffler has given; None where a position does not tell that, or the seed."""
    shuffler: Any = position.get("shuffler")
    known = isinstance(shuffler, dict) and {"seed", "made"} <= shuffler.keys()
    return int(shuffler["made"]) if known else None


def _shown(cards: Counter[str]) -> bool:
    """Whether these are enough, and not all alike, so that their order says something."""
    return cards.total() >= MIN_MOVED and len(cards) > 1


def _new_part(before: Cards, found: Sequence[Cards]) -> slice:
    """The part of a pile that was shuffled: without what lay there before, and still does from every seed."""
    above, below = (
        max(
            (
                left
                for left in range(1, len(before) + 1)
                if all(len(cards) >= left and _end(cards, left, at) in _ends(before, left) for cards in found)
            ),
            default=0,
        )
        for at in (0, 1)
    )
    return slice(above, None) if above >= below else slice(None, -below)


def _end(cards: Cards, count: int, at: int) -> Cards:
    return cards[-count:] if at else cards[:count]


def _ends(cards: Cards, count: int) -> tuple[Cards, Cards]:
    return _end(cards, count, 0), _end(cards, count, 1)


def _alike(one: Cards, other: Cards) -> dict[str, float]:
    """In what two orders agree, and how often."""
    beside = Counter(pairwise(one)) & Counter(pairwise(other))
    found: dict[str, float] = {
        "the same cards are in the same places": sum(map(str.__eq__, one, other)),
        "the same cards lie on each other": beside.total(),
    }
    for depth in range(min(ENDS, len(one), len(other))):
        found[f"the same card lies at place {depth + 1} from the top"] = one[depth] == other[depth]
        found[f"the same card lies at place {depth + 1} from the bottom"] = (
            one[-1 - depth] == other[-1 - depth]
        )
    return found


def _hands(position: Position, seats: Sequence[int], without: Collection[str]) -> list[list[str]]:
    hands = [own_hand(position, seat) for seat in seats]
    return [
        [card for card in hand if card not in without] if isinstance(hand, list) else [] for hand in hands
    ]


def _held(position: Position) -> Counter[str]:
    """What is in all hands."""
    return Counter(card for hand in _hands(position, range(MAX_HANDS), ()) for card in hand)


def _shared(one: Sequence[Cards], other: Sequence[Cards]) -> int:
    """The cards that come to the same hands."""
    return sum((Counter(ours) & Counter(theirs)).total() for ours, theirs in zip(one, other, strict=True))
