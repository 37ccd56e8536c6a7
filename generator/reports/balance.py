"""A balance study as a report: answers, for each few charts with titles that say what is seen, the method."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from generator.catalog.wording import join_words, listed, pluralize
from generator.reports.balance_course import cards, choices, leads, length
from generator.reports.document import (
    Block,
    Callout,
    Fact,
    Figure,
    Note,
    Paragraph,
    Report,
    Section,
    Table,
    Verdict,
    columns,
)
from generator.reports.interval_charts import (
    PERCENT,
    PERCENT_POINTS,
    Cell,
    HeatMatrix,
    IntervalPlot,
    IntervalRow,
    NumberForm,
    Reference,
)
from generator.reports.line_charts import Estimate, Line, LineChart
from generator.sim.balance.arms import Measure
from generator.sim.balance.findings import (
    CARDS,
    DECKS,
    DULL_TURNS,
    LENGTH,
    SKILL,
    STRATEGY,
    Finding,
    fair_question,
    is_always_first,
    leader_question,
    leaning,
)
from generator.sim.balance.playing import MatchFigures
from generator.sim.balance.study import Balance, seat_names
from generator.sim.bot_specs import parse_bot_spec
from generator.sim.statistics.intervals import INTERVAL, LEVEL, games_for
from generator.sim.statistics.ladder import DOUBLINGS
from generator.sim.statistics.spoken import FINE, percent

VERDICTS = {"good": Verdict.GOOD, "caution": Verdict.WARN, "bad": Verdict.BAD, "open": Verdict.OPEN}
ELO = NumberForm(0, "", is_signed=True)
_WHOLE = NumberForm(0, "%", 100.0)
_SHOWN_LEAST = 0.005
"""Of a mix: what is rarer is left out."""


def report_of(balance: Balance, found: Sequence[Finding], command: str) -> Report:
    """The report of a study; ``command`` is the one that repeats it."""
    asked = balance.asked
    sections = [
        (fair_question(balance), chain(_seats(balance), _players(balance), _setups(balance))),
        (DECKS, _decks(balance)),
        (CARDS, cards(balance)),
        (LENGTH, length(balance)),
        (leader_question(balance), leads(balance)),
        (SKILL, chain(_bots(balance), _ladder(balance))),
        (STRATEGY, _strategies(balance)),
        (DULL_TURNS, choices(balance)),
        ("Method and limits", _method(balance)),
    ]
    return Report(
        f"Is {asked.game.title} balanced?",
        f"{pluralize(balance.games, 'game')} between bots, most by {parse_bot_spec(asked.bot).in_words}",
        [Callout(VERDICTS[finding.tone], finding.text, finding.question) for finding in found],
        list(_facts(balance, command)),
        [
            Section(heading, blocks)
            for heading, blocks in ((name, list(made)) for name, made in sections)
            if blocks
        ],
    )


def _facts(balance: Balance, command: str) -> Iterator[Fact]:
    asked, versions = balance.asked, balance.versions
    yield Fact("Game", f"{asked.game.title}, {pluralize(asked.seats, 'player')}")
    yield Fact("Bots", ", ".join(parse_bot_spec(bot).in_words for bot in asked.bots))
    games = f"{balance.games:,} of {balance.games_asked:,} that were asked for"
    yield Fact("Games", games)
    yield Fact("Master seed", str(asked.seed))
    yield Fact("Gatepress", versions.gatepress)
    yield Fact("Rules and bots", f"sha256 {versions.program[:16]}", is_code=True)
    yield Fact("Cards and numbers", f"sha256 {versions.cards[:16]}", is_code=True)
    for name, digest in balance.deck_digests.items():
        yield Fact(f"Deck {name}", f"sha256 {digest}", is_code=True)
    for change in asked.changes:
        yield Fact("Changed", change, is_code=True)
    for name, value in asked.options:
        yield Fact("Option", f"{name}={value}", is_code=True)
    for check in balance.checks:
        yield Fact(f"Claim: {check.verdict}", check.assertion.text, is_code=True)
    yield Fact("To repeat it", command, is_code=True)


# Seats


def _seats(balance: Balance) -> Iterator[Block]:
    main = balance.main
    rows = []
    for figures in balance.of("seats"):
        rows += _seat_rows(balance, figures, figures.arm.subject)
    worth = "" if main.all_are_one_side else " What is left is the worth of the seat, and chance."
    yield Paragraph(
        f"Every deal is played {_times(main.arm.plan.seats)}, and everybody sits in every seat of it once, "
        f"with the same bot in all seats.{worth}"
    )
    if balance.asked.decks:
        played = [contestant.deck.name for contestant in main.arm.plan.contestants if contestant.deck]
        yield Paragraph(f"The decks are {join_words(played, 'and')}; each plays from every seat as often.")
    yield Figure(
        IntervalPlot(
            _seats_title(balance),
            "share of wins",
            INTERVAL,
            rows,
            reference=_even_share(main),
            note=""
            if main.all_are_one_side
            else "full points: the interval leaves out an even share; a win that k share counts 1/k",
        )
    )
    yield from _who_is_first(balance)


def _times(count: int) -> str:
    return {1: "once", 2: "twice", 3: "three times", 4: "four times"}.get(count, f"{count} times")


def _seat_rows(balance: Balance, figures: MatchFigures, where: str) -> list[IntervalRow]:
    shares = balance.shares_of_seats(figures)
    return [IntervalRow.of(f"{one.name}, {where}", one.share, is_marked=one.differs) for one in shares]


def _all_win(figures: MatchFigures) -> str:
    who = "all win" if len(figures.seats) > 1 else "seat 0 wins"
    return f"{who} {percent(figures.seats[0].value)}"


def _even_share(figures: MatchFigures) -> Reference | None:
    return None if figures.all_are_one_side else Reference(figures.fair, "an even share")


def _seats_title(balance: Balance) -> str:
    main = balance.main
    first = main.first_apart
    if main.all_are_one_side:
        return f"With {main.arm.subject}, {_all_win(main)}"
    if first is not None and not first.holds(0.0):
        return f"Who decides first wins {'more' if first.value > 0 else 'less'} than an even share"
    if not leaning(main):
        return f"No seat wins more than its share with {main.arm.subject}, as far as these games tell"
    best = max(range(len(main.seats)), key=lambda seat: main.seats[seat].value)
    return f"With {main.arm.subject}, {balance.seat_names[best]} wins {percent(main.seats[best].value)}"


def _who_is_first(balance: Balance) -> Iterator[Block]:
    main = balance.main
    if main.first_player is None or main.all_are_one_side:
        return
    if is_always_first(main):
        yield Note(
            f"{balance.seat_names[main.asked_first.index(main.games)]} decides first in every game: the "
            "worth of that seat and of being first can't be told apart."
        )
        return
    counts = [
        f"{name} in {count:,}"
        for name, count in zip(balance.seat_names, main.asked_first, strict=True)
        if count
    ]
    yield Note(
        "“Who decides first” is the seat that has the first turn, or where a game knows none, that is asked "
        "for the first decision: "
        f"with {main.arm.subject} {join_words(counts, 'and')} of {main.games:,} games."
    )


# Other mirror matches


def _players(balance: Balance) -> Iterator[Block]:
    for figures in balance.of("players"):
        if figures.arm.plan.seats == balance.asked.seats:
            continue  # is shown by the bots of all seats
        names = seat_names(balance.asked.game, figures.arm.plan.seats, figures.arm.plan.options)
        off = leaning(figures)
        best = max(range(len(names)), key=lambda seat: figures.seats[seat].value)
        says = f"{names[best]} wins most" if off else "no seat wins more than its share"
        says = _all_win(figures) if figures.all_are_one_side else says
        yield Figure(
            IntervalPlot(
                f"With {pluralize(figures.arm.plan.seats, 'player')} {says}",
                "share of wins",
                INTERVAL,
                _seat_rows(balance, figures, pluralize(figures.arm.plan.seats, "player")),
                reference=_even_share(figures),
            ),
            f"{figures.games:,} games; {percent(figures.cut_short.value)} cut short, "
            f"{percent(figures.draws.value)} without a single winner.",
        )


def _setups(balance: Balance) -> Iterator[Block]:
    found = balance.of("setups")
    if not found:
        return
    seat = balance.seat_names[0]
    shown: Sequence[MatchFigures] = sorted(
        found, key=lambda one: (balance.asked.bots.index(one.arm.plan.contestants[0].bot), one.seats[0].value)
    )
    if balance.asked.game.symmetric:
        yield _setup_endings(shown)
        return
    mine = [one for one in shown if one.arm.plan.contestants[0].bot == balance.asked.bot]
    low, high = mine[0], mine[-1]
    yield Figure(
        IntervalPlot(
            f"With {balance.asked.bot}, {seat} wins {_WHOLE.text(low.seats[0].value)} at the {_setup(low)} "
            f"and {_WHOLE.text(high.seats[0].value)} at the {_setup(high)}",
            f"share of wins of {seat}",
            INTERVAL,
            [
                IntervalRow.of(
                    f"{_setup(one)}, {one.arm.plan.contestants[0].bot}",
                    one.seats[0],
                    is_marked=not one.seats[0].holds(one.fair),
                )
                for one in shown
            ],
            reference=Reference(found[0].fair, "an even share"),
            note="full points: the interval leaves out an even share",
        ),
        "Where bots disagree, how well the game is played decides more than the setup does.",
    )


def _setup(figures: MatchFigures) -> str:
    return figures.arm.subject.partition("=")[2]


def _setup_endings(found: Sequence[MatchFigures]) -> Table:
    """Setups of a game whose seats are alike: who is first, and how the games end."""
    rows = [
        (
            one.arm.subject,
            one.arm.plan.contestants[0].bot,
            f"{one.games:,}",
            "–" if one.first_player is None else PERCENT_POINTS.text(one.first_player.value),
            "–"
            if one.first_player is None
            else PERCENT_POINTS.range(one.first_player.low, one.first_player.high),
            percent(one.draws.value),
            f"{one.length.value:.1f}",
        )
        for one in found
    ]
    heads = columns(("Setup", "Bot"), ("Games", "First, beyond even", INTERVAL, "No single winner", "Length"))
    return Table("The setups", heads, rows, "Length: turns, or decisions in a game that counts no turns.")


# Matches of unlike contestants


def _bots(balance: Balance) -> Iterator[Block]:
    # Partners of another strength win no less than a bot does.
    found = [one for one in balance.of("bots") if not one.all_are_one_side]
    if not found:
        return
    best = max(balance.bots, key=lambda bot: balance.bots[bot].value)
    fair = found[0].fair
    rows = [
        IntervalRow.of(
            f"{one.arm.subject} against {one.arm.against}", one.subject, is_marked=not one.subject.holds(fair)
        )
        for one in found
    ]
    yield Figure(
        IntervalPlot(
            f"{best} wins most" if any(row.is_marked for row in rows) else "No bot was found to be better",
            "share of wins of the first-named",
            INTERVAL,
            rows,
            reference=Reference(fair, "as good as the others"),
        ),
        "A game in which better play does not win is luck, or too hard for these bots.",
    )


def _decks(balance: Balance) -> Iterator[Block]:
    matrix = balance.matrix
    if matrix is None:
        return
    titles = {name: deck.name for name, deck in balance.asked.decks.items()}
    order = matrix.ranking
    names = [titles[matrix.names[at]] for at in order]
    found = {(cell.row, cell.column): cell for cell in matrix.cells}
    cells: list[list[Cell | None]] = []
    for row in order:
        cells.append([])
        for column in order:
            one, two = matrix.names[row], matrix.names[column]
            cell = found.get((one, two))
            turned = found.get((two, one))
            if cell is not None:
                cells[-1].append(Cell(cell.share.value, cell.comparison.differs))
            elif turned is not None:
                cells[-1].append(Cell(1 - turned.share.value, turned.comparison.differs))
            else:
                cells[-1].append(None)
    games = balance.of("decks")[0].games
    apart = sum(cell.comparison.differs for cell in matrix.cells)
    yield Paragraph(
        f"Every deck meets every other one in {pluralize(games, 'game')}: each deal twice, with the decks in "
        f"either seat, played by {balance.asked.bot}. All pairs have the same deals."
    )
    best = matrix.field[order[0]]
    yield Figure(
        IntervalPlot(
            f"{names[0]} wins most against the field, {names[-1]} least",
            "share of wins against all others",
            INTERVAL,
            [
                IntervalRow.of(name, matrix.field[at], is_marked=not matrix.field[at].holds(0.5))
                for name, at in zip(names, order, strict=True)
            ],
            reference=Reference(0.5, "even"),
            note="full points: the interval leaves out 50 %",
        ),
        "The best and the worst of several look better and worse than they are: they were chosen for it. "
        f"The interval of the best, {PERCENT.range(best.low, best.high)} %, does not know that.",
    )
    yield Figure(
        HeatMatrix(
            f"{apart} of {pluralize(len(matrix.cells), 'pair')} certainly {'is' if apart == 1 else 'are'} "
            "uneven",
            "deck",
            "against",
            names,
            names,
            cells,
            marked=f"certainly not 50 %, though {pluralize(len(matrix.cells), 'pair')} were looked at",
        ),
        "Read along a row: how often its deck wins against that of the column, in per cent.",
    )
    mix = [
        f"{titles[name]} {_WHOLE.text(share)}"
        for name, share in sorted(zip(matrix.names, matrix.nash, strict=True), key=lambda pair: -pair[1])
        if share >= _SHOWN_LEAST
    ]
    yield Paragraph(
        "**Whom to expect at a table of strangers:** the mix that no choice of deck beats is "
        f"{join_words(mix, 'and')}. {percent(matrix.circular)} of all triples of decks go in a circle, in "
        "which each beats one and loses to one; among decks that beat each other at random it is 25 %. Both "
        "follow from the measured shares, with all their chance."
    )


def _strategies(balance: Balance) -> Iterator[Block]:
    found = sorted(balance.strategies, key=lambda one: one.comparison.alone.value)
    if not found:
        return
    costly = [one for one in found if one.comparison.differs and one.comparison.alone.value < 0]
    title = (
        f"{costly[0].name} costs most: {PERCENT_POINTS.text(costly[0].comparison.alone.value)}"
        if costly
        else "No move was found to be needed"
    )
    yield Paragraph(
        f"{balance.asked.bot} plays itself, but one of the two makes some moves never, whenever it has "
        "others. What that costs is what those moves are worth to it."
    )
    yield Figure(
        IntervalPlot(
            title,
            "share of wins beyond an even one",
            INTERVAL,
            [
                IntervalRow.of(one.name, one.comparison.alone, is_marked=one.comparison.differs)
                for one in found
            ],
            PERCENT_POINTS,
            Reference(0.0, "as good as making them all"),
            note=f"full points: certainly a difference, though {len(found):,} were looked at",
        ),
        "; ".join(f"{one.name}: {one.says}" for one in found) + ".",
    )


def _ladder(balance: Balance) -> Iterator[Block]:
    ladder = balance.ladder
    if ladder is None:
        return
    rungs = ladder.rungs
    title = (
        f"A bot that thinks twice as long wins {_WHOLE.text(rungs[-1].share.value)} at the top of the ladder"
        if ladder.per_doubling.low > 0
        else "Thinking twice as long was not found to win more"
    )
    points = [Estimate(2 * rung.budget, rung.share.value, rung.share.low, rung.share.high) for rung in rungs]
    fair = 0.5 if balance.asked.plays_together else balance.of("ladder")[0].fair
    if len(points) > 1:
        yield Figure(
            LineChart(
                title,
                "continuations tried out before each move",
                "share of wins against half as many",
                [Line("", points)],
                reference=Reference(fair, "thinking longer is of no use"),
                is_doubling=True,
                note=f"shaded: {INTERVAL}",
            ),
            "A ladder that stays above the line to its end says that stronger players are still to come, "
            "and that these figures are a lower bound of what the game rewards.",
        )
    rows = [
        (
            f"{one.arm.subject} against {one.arm.against}" if one.arm.against else one.arm.subject,
            f"{one.games:,}",
            percent(one.subject.value),
            PERCENT.range(one.subject.low, one.subject.high),
        )
        for one in balance.of("ladder")
    ]
    heads = columns(["Match"], ["Games", "Share of wins", INTERVAL])
    yield Table("Rung by rung", heads, rows, "The share is that of the first-named.")
    eight, luck = ladder.eightfold, ladder.luck
    yield Paragraph(
        f"Thinking twice as long is worth {ELO.text(ladder.per_doubling.value)} points of Elo on average "
        f"({ELO.range(ladder.per_doubling.low, ladder.per_doubling.high)}; 100 points win 64 of 100 games), "
        f"so thinking {2**DOUBLINGS} times as long wins {percent(eight.value)} of games between two "
        f"({PERCENT.range(eight.low, eight.high)})."
    )
    yield Paragraph(
        f"**What {percent(luck.value)} luck means:** a coin says which of two bots thinks {2**DOUBLINGS} "
        f"times as long. That explains {percent(ladder.skill.value)} of how results scatter, of their "
        f"variance; the rest, {PERCENT.range(luck.low, luck.high)} %, is luck, or skill that these bots "
        "don't have."
    )


# Method


_LEFT_OUT: dict[Measure, str] = {
    "seats": "seats",
    "course": "the course of games",
    "players": "other numbers of players",
    "setups": "setups",
    "bots": "bots against each other",
    "decks": "decks against each other",
    "strategies": "strategies",
    "ladder": "the skill ladder",
    "cards": "what single cards are worth",
}


def _method(balance: Balance) -> Iterator[Block]:
    asked, main = balance.asked, balance.main
    yield Note(
        "**Games.** All matches are dealt from one seed. Each deal is played once for every rotation of the "
        "contestants through the seats, so that luck of the deal and of the seat cancels out between them. "
        "The games of a deal hang together; the deal, not the game, is the unit of every interval."
    )
    yield Note(
        f"**Intervals.** Shares have intervals of {100 * LEVEL:.0f} % over deals, which hold near 0 and "
        "100 % too (Gaffke 2005). Differences between strategies and decks "
        "have paired intervals; of many that are compared one is marked only where chance would mark any of "
        "them in no more than 5 of 100 studies (Holm 1979). An interval "
        f"shows how far chance may have moved a figure: of a hundred true ones, {100 * (1 - LEVEL):.0f} lie "
        f"outside. ±{_WHOLE.text(FINE)} takes some {games_for(FINE):,} deals of one game each; deals that "
        "are played from every seat take fewer."
    )
    if balance.rule is not None:
        stopped = sum(one.stopped for one in balance.played)
        yield Note(
            f"**Stopping.** Matches that compare seats or bots end when “{balance.rule.text}”, {stopped} of "
            f"{len(balance.played)} before all their games. The intervals of their shares hold at all looks "
            "together (Bonferroni 1936) and are wider. Paired differences always play all games."
        )
    capped = [one for one in balance.of("seats") if one.cut_short.value > 0]
    limits = [option for option in asked.game.options if option.name.startswith("max_")]
    limit = (
        "; ".join(option.help for option in limits) or "the rules set no limit on turns that can be chosen"
    )
    hits = (
        join_words([f"{percent(one.cut_short.value)} with {one.arm.subject}" for one in capped], "and")
        if capped
        else "none was hit by it"
    )
    yield Note(f"**Games cut short.** {limit[:1].upper()}{limit[1:]}. Of the games between equals: {hits}.")
    yield Note(f"**Bots are not people.** {_strength(balance)}")
    if balance.timed_bots:
        yield Note(
            f"**Bots by the clock.** {join_words(balance.timed_bots, 'and')} think for a time and not for a "
            "number of iterations: on another machine, or another day, the same command gives other games."
        )
    if main.lost_by_all:
        even = "" if main.all_are_one_side else f" An even share is {percent(main.fair)} for that reason."
        yield Note(f"**Games that all lose** count for nobody: {main.lost_by_all:,} of {main.games:,}.{even}")
    reasons = balance.left_out
    missing = [_LEFT_OUT[measure] for measure, reason in reasons.items() if reason is None]
    if missing:
        yield Note(f"**Not measured:** {listed(missing)}. The option --measure has them measured.")


def _strength(balance: Balance) -> str:
    known = [
        f"{one.arm.subject} wins {percent(one.subject.value)} against {one.arm.against}"
        for one in balance.of("bots")
    ]
    here = f"Here {'; '.join(known)}. " if known else ""
    search = (
        ""
        if any(parse_bot_spec(bot).name == "search" for bot in balance.asked.bots)
        else (" No bot of this study searches: one that does, such as search:200, may turn a figure round.")
    )
    return (
        f"{here}Whatever a bot can't use looks worthless here, and what it can't answer looks too strong. A "
        f"figure that stays the same as bots get better is one to rely on.{search}"
    )
