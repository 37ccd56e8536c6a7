"""How games go, and what becomes of their cards: the sections of a balance report on the games themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.catalog.wording import listed, pluralize
from generator.reports.document import Block, Callout, Figure, Note, Paragraph, Table, Verdict, columns
from generator.reports.interval_charts import (
    PERCENT,
    PERCENT_POINTS,
    IntervalPlot,
    IntervalRow,
    NumberForm,
    Reference,
)
from generator.reports.line_charts import Bin, Histogram, Milestone, Step, StepCurve
from generator.sim.balance.arms import RANDOM
from generator.sim.balance.card_figures import BIAS, CardFigures, WinRate
from generator.sim.balance.draws import CAVEAT, DrawnCard
from generator.sim.balance.figures import Course
from generator.sim.balance.impact import CardImpact, ImpactReport
from generator.sim.balance.playing import MatchFigures
from generator.sim.balance.study import Balance
from generator.sim.balance.trace import DECIDED, TENTHS
from generator.sim.statistics.intervals import INTERVAL, Interval, Spread
from generator.sim.statistics.spoken import percent

_WHOLE = NumberForm(0, "%", 100.0)
_ENDINGS = 8
"""Ways to end that are named; the others are added up."""
MANY_UNUSED = 0.5
"""Of the ways in which a move could be made, the share that nobody chose from which on it is named."""
_RARE = 3
"""Forms of moves that are named."""
_FEWEST_BARS = 3
"""Of a histogram: fewer are named in a sentence."""
_CARDS = 60
"""Cards in the table; ``--json`` has them all."""


def length(balance: Balance) -> Iterator[Block]:
    """How long games are, and how they end."""
    yield from _length(balance.main)
    yield _durations(balance)
    yield _endings(balance.main)


def leads(balance: Balance) -> Iterator[Block]:
    """Who is ahead when."""
    main = balance.main
    if main.course.course is None:
        return
    if is_random_apart(balance):
        yield Callout(
            Verdict.WARN,
            f"Random play favours other seats here than {main.arm.subject} does. The estimates below "
            "are of random play: trust them less than usual.",
        )
    yield from _leads(main.course.course, main)


def choices(balance: Balance) -> Iterator[Block]:
    """How much there is to choose, and what nobody chooses."""
    main = balance.main
    yield _choices(balance)
    if lines := list(_rhythm(main)):
        yield Paragraph(" ".join(lines))
    if main.course.never_made:
        yield Callout(
            Verdict.WARN,
            f"In {pluralize(main.course.traced, 'game')} that were looked into nobody ever made these moves: "
            f"{listed(main.course.never_made)}.",
        )


def is_random_apart(balance: Balance) -> bool:
    """Whether games between random bots are won by other seats than those of the main bot."""
    return not balance.main.all_are_one_side and any(
        one.low > two.high or two.low > one.high
        for figures in balance.of("seats")
        if figures.arm.subject == RANDOM
        for one, two in zip(balance.main.seats, figures.seats, strict=True)
    )


def _length(figures: MatchFigures) -> Iterator[Block]:
    length = figures.course.length
    spread, noun = (length.turns, "turns") if length.turns else (length.decisions, "decisions")
    if len(spread.bars) < _FEWEST_BARS:
        ends = f"{spread.least:g}" if spread.least == spread.most else f"{spread.least:g} or {spread.most:g}"
        yield Paragraph(
            f"Every game with {figures.arm.subject} lasts {ends} {noun}, on average {spread.mean.as_mean}."
        )
        return
    yield Figure(
        Histogram(
            f"9 of 10 games with {figures.arm.subject} last {spread.p5:g} to {spread.p95:g} {noun}",
            noun,
            "games",
            [Bin(bar.low - 0.5, bar.high - 0.5, bar.count) for bar in spread.bars],
            [Milestone(spread.p50, f"median {spread.p50:g}")],
        ),
        f"The mean is {spread.mean.as_mean}, the standard deviation {spread.sd:.1f}; the shortest game has "
        f"{spread.least:g}, the longest {spread.most:g}.",
    )


def _durations(balance: Balance) -> Table:
    rows = [
        (
            figures.arm.subject,
            f"{figures.games:,}",
            "–" if figures.course.length.turns is None else f"{figures.course.length.turns.mean.value:.1f}",
            f"{figures.course.length.decisions.mean.value:.1f}",
            percent(figures.draws.value),
            percent(figures.cut_short.value),
        )
        for figures in balance.of("seats")
    ]
    heads = columns(["In every seat"], ("Games", "Turns", "Choices", "No single winner", "Cut short"))
    note = "Turns and choices: of a game, on average. Cut short: by the engine's limit on turns."
    return Table("Games in numbers", heads, rows, note)


def _choices(balance: Balance) -> Table:
    rows = []
    for figures in balance.of("seats"):
        choice = figures.course.choice
        shares = (
            "–" if share is None else f"{percent(share.value)} ({PERCENT.range(share.low, share.high)})"
            for share in (choice.forced_moves, choice.forced_turns)
        )
        rows.append((figures.arm.subject, f"{choice.legal.value:.1f}", f"{choice.legal_most:,}", *shares))
    titles = ("Moves to choose from", "At most", "Forced moves", "Turns without a choice")
    note = (
        "A choice has two moves or more; what the rules leave no choice about is a forced move. In "
        f"parentheses: the {INTERVAL}. –: not measured, or not known of this game; turns are looked at by "
        "--measure course."
    )
    return Table("How much there is to choose", columns(["In every seat"], titles), rows, note)


def _endings(figures: MatchFigures) -> Table:
    endings = figures.course.endings
    rows = [
        (
            f"{ending.reason}{' (cut short)' if ending.cut_short else ''}",
            percent(ending.share.value),
            PERCENT.range(ending.share.low, ending.share.high),
        )
        for ending in endings[:_ENDINGS]
    ]
    if len(endings) > _ENDINGS:
        rest = sum(ending.share.value for ending in endings[_ENDINGS:])
        rows.append((f"{len(endings) - _ENDINGS:,} other ways", percent(rest), ""))
    heads = columns(["As the rules tell it"], ["Games", INTERVAL])
    return Table(f"How games with {figures.arm.subject} end", heads, rows)


def _rhythm(figures: MatchFigures) -> Iterator[str]:
    """How long one waits, how choice grows or shrinks, and how much of it is used."""
    choice, waiting = figures.course.choice, figures.course.waiting
    if waiting is not None:
        yield (
            f"**Waiting:** between two decisions of its own a seat waits for {waiting.mean.as_mean} of "
            f"others; in half of the games for no more than {waiting.longest.p50:g}."
        )
    if choice.legal_by_tenth:
        first, middle, last = (choice.legal_by_tenth[tenth].value for tenth in (0, TENTHS // 2, -1))
        yield (
            f"**Choice:** a decision has {first:.1f} moves at the beginning, {middle:.1f} in the middle and "
            f"{last:.1f} at the end of a game."
        )
    rare = sorted(
        (move for move in figures.course.moves if move.unused >= MANY_UNUSED), key=lambda move: -move.unused
    )
    if rare:
        parts = [f"{move.form} in {move.used:,} of {move.different:,} ways" for move in rare[:_RARE]]
        yield f"**Used least:** {listed(parts)}."


def _leads(found: Course, figures: MatchFigures) -> Iterator[Block]:
    """When games are decided, and how often the lead changes."""
    noun = "turn" if figures.course.length.turns else "decision"
    if found.settled is not None:
        half = next((part for part, share in found.settled_by if share >= 0.5), 1.0)
        open_long = f"Most games are open to their last {noun}"
        settled = f"Half of the games are settled when {_WHOLE.text(half)} of their {noun}s are over"
        yield Figure(
            StepCurve(
                settled if half < 1 else open_long,
                f"part of the game's {noun}s, in %",
                "games settled",
                [Step(100 * part, share) for part, share in found.settled_by],
                [Milestone(100 * half, "half of the games")],
                note="settled: from then on the later winner wins more than "
                f"{_WHOLE.text(DECIDED)} at random play",
            ),
            f"The point of no return is {noun} {_spread(found.settled)}. An early one makes the rest "
            "of a game a formality; one at the very end makes all before it a prelude.",
        )
    lines = [f"The lead changes {found.lead_changes.mean.as_mean} times in a game."]
    lines.append(f"At half time somebody leads in {_share(found.led_at_half)} of games.")
    if found.comebacks is not None:
        lines.append(f"**Comebacks:** of those games {_share(found.comebacks)} are won by another.")
    if found.behind is not None:
        lines.append(f"The later winner is behind in {_share(found.behind)} of the turns.")
    if found.drama is not None:
        lines.append(
            f"**Drama:** over all turns it is {100 * found.drama.value:.1f} points behind on average."
        )
    lines.append(
        f"**Turning points:** in {found.turning_points.mean.as_mean} {noun}s of a game somebody's chances "
        f"change by more than {100 * found.lead:.0f} points."
    )
    if found.played_out is not None:
        lines.append(
            f"**Played out:** {_share(found.played_out)} of the {noun}s come after a game is decided."
        )
    yield Paragraph(" ".join(lines))
    yield Note(
        f"Who is ahead is estimated at the beginning of each {noun} of {pluralize(found.games, 'game')}: "
        f"{found.playouts} games are played on at random, from what the seats may know. A lead is "
        f"{100 * found.lead:.0f} points or more. Random play judges a position roughly: where it favours "
        "other seats than the bots do, these figures do so too."
    )


def _spread(spread: Spread) -> str:
    return f"{spread.mean.value:.1f} on average, {spread.p5:g} to {spread.p95:g} in 9 games of 10"


def _share(interval: Interval) -> str:
    return f"{percent(interval.value)} ({100 * interval.low:.0f} to {100 * interval.high:.0f} %)"


def cards(balance: Balance) -> Iterator[Block]:
    """What each card is worth, what becomes of it, and how those do who hold it."""
    if balance.impact is not None:
        yield from _impact(balance.impact)
    report = balance.main.cards
    if report is None:
        return
    for text in report.untold:
        yield Note(text)
    for found, what in ((report.never_drawn, "never drawn"), (report.never_played, "drawn and never played")):
        if found:
            names = listed([_name(card) for card in found])
            games = pluralize(report.traced, "traced game")
            yield Callout(Verdict.WARN, f"In {games}, {what}: {names}.")
    if not report.cards:
        return
    shown = sorted(report.cards, key=_gain)[:_CARDS]
    titles = ("Drawn", "Played", "Dead in hand", "Wins when drawn", "Beyond the rest", INTERVAL)
    rows = [_card_row(card) for card in shown]
    note = (
        f"{len(report.cards) - len(shown):,} more are in the JSON." if len(report.cards) > len(shown) else ""
    )
    yield Table(
        "Cards, and how those do who draw them",
        columns(["Card"], titles),
        rows,
        f"Dead: still in hand at the end. Each interval is by itself: of twenty cards that do nothing, one "
        f"leaves out 0. {note}".rstrip(),
    )
    yield Note(f"**Selection.** {BIAS}")


def _impact(impact: ImpactReport) -> Iterator[Block]:
    """What each card is worth, beside a blank or beside the pile, and beside its peers."""
    draws = impact.draws
    found: Sequence[CardImpact | DrawnCard] = impact.cards if draws is None else draws.cards
    if draws is None:
        text = (
            "The same deals are played twice: with a card, and with a blank in the place of all its copies. "
            "The wins that its side then loses are what the card is worth, whoever happened to draw it."
        )
        axis, zero = "share of wins of its side beyond that with a blank", "as good as a blank"
    else:
        text = (
            f"All seats draw from the same cards. In {pluralize(draws.games, 'game')} each draw is set "
            "against what the pile gives on average: what a copy is worth is how much more often those win "
            "who chance gave more of it."
        )
        axis, zero = "share of wins of a seat that draws it, beyond another card", "as good as the pile"
    if found:
        yield Paragraph(text)
        out = [one for one in found if one.beside is not None and one.beside.comparison.differs]
        yield Figure(
            IntervalPlot(
                f"{pluralize(len(out), 'card')} of {len(found)} "
                f"{'differs' if len(out) == 1 else 'differ'} from what its peers are worth",
                axis,
                INTERVAL,
                [IntervalRow.of(one.name, one.difference, is_marked=one in out) for one in found],
                PERCENT_POINTS,
                Reference(0.0, zero),
                note="full points: not worth what its peers are, after correction for "
                f"{pluralize(len(found), 'card')}",
            ),
            "Intervals hold for all cards together. The peers of a card are those of the same component and "
            "cost, or all of its component where cards have no cost.",
        )
    if draws is not None:
        yield Note(f"**What it shows.** {CAVEAT}")
        if draws.rare:
            yield Note(f"**Drawn too seldom to say:** {listed(draws.rare)}.")
    reasons: dict[str, list[str]] = {}
    for one in impact.unmeasured:
        reasons.setdefault(one.reason, []).append(one.blanked.name)
    for reason, names in reasons.items():
        yield Note(f"**Not measured:** {listed(names)}. {reason}")


def _name(card: CardFigures) -> str:
    return card.card if card.whose == "all" else f"{card.card} ({card.whose})"


def _gain(card: CardFigures) -> float:
    difference = card.when_drawn.difference
    return 1.0 if difference is None else -difference.value


def _card_row(card: CardFigures) -> tuple[str, ...]:
    drawn: WinRate = card.when_drawn
    beyond = drawn.difference
    return (
        _name(card),
        f"{card.drawn:,}",
        "–" if card.played is None else f"{card.played:,}",
        percent(card.dead_rate.value) if card.dead_rate.n else "–",
        percent(drawn.rate.value) if drawn.rate.n else "–",
        "–" if beyond is None else f"{100 * beyond.value:+.1f}".replace("-", "−"),
        "–" if beyond is None else f"{100 * beyond.low:+.1f} to {100 * beyond.high:+.1f}".replace("-", "−"),
    )
