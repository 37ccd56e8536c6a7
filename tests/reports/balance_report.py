"""A made-up balance study: what a real one tells, with numbers that nobody measured."""

from __future__ import annotations

import math
import random

from generator.reports.document import (
    Block,
    Callout,
    Column,
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
    Band,
    Cell,
    HeatMatrix,
    IntervalPlot,
    IntervalRow,
    NumberForm,
    Reference,
)
from generator.reports.line_charts import (
    Bin,
    Estimate,
    Histogram,
    Line,
    LineChart,
    Milestone,
    Step,
    StepCurve,
)

DECKS = ("Five-a-side", "Gatekeepers", "Night Watch", "Siege Train of the Northern Shrine", "Wild Hunt")
CARDS = (
    """\
Ash Templar, Banner Bearer, Bell Tower, Black Ferryman, Bridge Captain, Cinder Wolf, City Watch, Cloud
Piercer, Court Assassin, Dawn Rider, Drawbridge, Ember Mage, Falconer, Fog of the Marshes, Gate of the
Seven Honourable Merchants and Their Guild, Glass Knight, Grave Digger, Harbour Chain, Healer, Iron Ram,
Jester, King's Herald, Lamp Lighter, Ladder Crew, Mason, Night Archer, Oath Keeper, Oil Cauldron, Pike
Wall, Portcullis, Quartermaster, Red Templar, River Guide, Sapper, Scout, Shield Maiden, Spy, Standard
of <b>Ash</b> & Bone, Trebuchet, Warden
""".replace("\n", " ")
    .strip()
    .split(", ")
)
INTERVAL = "95 % interval"


def wilson(wins: float, games: int, z: float = 1.96) -> tuple[float, float, float]:
    """The share, and the interval around it."""
    share = wins / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return share, middle - half, middle + half


def balance_report() -> Report:
    source = random.Random(16)
    return Report(
        "Is Battle Gate balanced?",
        "A balance study of five decks under search of 200 iterations",
        [
            Callout(
                Verdict.BAD,
                "**Seat 1 wins 43.9 %**, less than its share: all of the interval, 42.8 to 45.0 %,"
                " lies outside of the band from 45 to 55 %.",
            ),
            Callout(
                Verdict.WARN,
                "**Night Watch wins 58.3 %** against the field. It stays below 60 %, but its"
                " interval, 56.6 to 60.0 %, leaves no doubt that it is the strongest.",
            ),
            Callout(
                Verdict.GOOD,
                "**Skill decides:** with each doubling of the budget a player wins 7.4 points more,"
                " and after five doublings 7 games of 8.",
            ),
            Callout(Verdict.GOOD, "No game was cut short, and 0.4 % ended in a draw."),
        ],
        [
            Fact("Game", "Battle Gate 1.2, two players"),
            Fact("Bots", "search:200 in both seats"),
            Fact("Games", "8,000 (4,000 deals, each played with both seatings)"),
            Fact("Seed", "20261123"),
            Fact(
                "Digest",
                "sha256:9f2c1d0e5b7a4c3386d1e20f9ab47c55d8e6f7012b3c4d5e6f708192a3b4c5d6",
                is_code=True,
            ),
            Fact(
                "Command",
                "gatepress balance battle-gate --games 8000 --bots search:200,search:200 --deck"
                " five-a-side --deck gatekeepers --deck night-watch --seed 20261123 --out balance.pdf",
                is_code=True,
            ),
        ],
        [
            Section("Seats", seats()),
            Section("Decks", decks(source)),
            Section("Luck and skill", ladder()),
            Section("The course of a game", course(source)),
            Section("Cards", cards(source)),
            Section("Method and limits", method()),
        ],
    )


def seats() -> list[Block]:
    first, second = wilson(3512, 8000), wilson(4488, 8000)
    return [
        Paragraph(
            "Both seats play every deal, so that luck of the cards favours neither. **The second player has "
            "the edge:** who moves first commits fighters before the other one has shown any."
        ),
        Figure(
            IntervalPlot(
                "Seat 2 wins 56 %, more than its share",
                "win rate",
                INTERVAL,
                [IntervalRow("Seat 1", *first, True), IntervalRow("Seat 2", *second, True)],
                reference=Reference(0.5, "an even share"),
                band=Band(0.45, 0.55, "target"),
                note="full points: the interval leaves out an even share; a draw counts one half",
            ),
            "The difference of 12 points is the same for all five decks, within what chance explains.",
        ),
    ]


def decks(source: random.Random) -> list[Block]:
    strength = dict(zip(DECKS, (0.0, -0.1, 0.268, -0.3, 0.04), strict=True))
    cells: list[list[Cell | None]] = []
    for row in DECKS:
        cells.append([])
        for column in DECKS:
            if row == column:
                cells[-1].append(None)
                continue
            odds = strength[row] - strength[column] + source.uniform(-0.08, 0.08)
            share = 1 / (1 + math.exp(-odds))
            cells[-1].append(Cell(share, abs(share - 0.5) > 0.035))
    field = [
        IntervalRow(
            deck, *wilson(3200 / (1 + math.exp(-1.25 * strength[deck])), 3200), abs(strength[deck]) > 0.07
        )
        for deck in DECKS
    ]
    return [
        Paragraph("Each pair of decks met in 800 games, half of them with either deck in seat 1."),
        Figure(
            IntervalPlot(
                "Night Watch wins most games, Siege Train fewest",
                "win rate against the field",
                INTERVAL,
                field,
                reference=Reference(0.5, "even"),
                band=Band(0.4, 0.6, "target"),
                note="full points: the interval leaves out 50 %",
            )
        ),
        Figure(
            HeatMatrix(
                "Night Watch beats every other deck",
                "wins",
                "against",
                DECKS,
                DECKS,
                cells,
                marked="differs from 50 % after Holm's correction for 10 pairs",
            ),
            "Read along a row: how often its deck wins against that of the column, in per cent.",
        ),
    ]


def ladder() -> list[Block]:
    budgets = [25, 50, 100, 200, 400, 800]
    search = [
        Estimate(budget, *wilson(400 * (0.5 + 0.42 * (1 - math.exp(-0.42 * step))), 400))
        for step, budget in enumerate(budgets)
    ]
    plain = [
        Estimate(budget, *wilson(400 * (0.5 + 0.25 * (1 - math.exp(-0.3 * step))), 400))
        for step, budget in enumerate(budgets)
    ]
    rows = [
        (f"{point.x:,.0f}", "400", PERCENT.text(point.value), PERCENT.range(point.low, point.high))
        for point in search
    ]
    return [
        Figure(
            LineChart(
                "Each doubling of the budget wins more games",
                "iterations for each move",
                "win rate",
                [Line("", search)],
                reference=Reference(0.5, "as good as the opponent"),
                is_doubling=True,
                note="against search of 25 iterations; shaded: 95 % interval",
            )
        ),
        Figure(
            LineChart(
                "Where decks are open, skill counts for less",
                "iterations for each move",
                "win rate",
                [Line("own decks", search), Line("one common deck", plain)],
                reference=Reference(0.5, "even"),
                is_doubling=True,
            ),
            "The gain flattens: a ladder that rises to the end would mean that stronger players are"
            " still to come.",
        ),
        Table(
            "Win rate by budget, against 25 iterations",
            columns((), ("Iterations", "Games", "Win rate", INTERVAL)),
            rows,
            "Each row: 200 deals, both seatings.",
            frozenset({3}),
        ),
    ]


def course(source: random.Random) -> list[Block]:
    lengths = [max(4, round(source.gauss(13, 3.2))) for _ in range(4000)]
    bins = [
        Bin(turn - 0.5, turn + 0.5, lengths.count(turn)) for turn in range(min(lengths), max(lengths) + 1)
    ]
    steps = [Step(turn, 1 / (1 + math.exp(-(turn - 8) / 1.6))) for turn in range(1, 20)]
    steps.append(Step(20, 1.0))
    chances = [
        Estimate(turn, *wilson(800 * (0.5 + 0.4 * (1 - math.exp(-turn / 6))), 800)) for turn in range(1, 21)
    ]
    return [
        Figure(
            Histogram(
                "Half of all games end between turn 11 and turn 15",
                "turns",
                "games",
                bins,
                [
                    Milestone(11, "a quarter is over"),
                    Milestone(13, "median 13"),
                    Milestone(18, "95 % are over"),
                ],
            )
        ),
        Figure(
            StepCurve(
                "Half of all games are decided by turn 8",
                "turn",
                "games decided",
                steps,
                [Milestone(8, "half"), Milestone(13, "19 of 20")],
                note="decided: from here on the later winner always has a chance above 90 %",
            )
        ),
        Figure(
            LineChart(
                "Who leads after ten turns wins 4 games of 5",
                "turn",
                "the leader's win rate",
                [Line("", chances)],
                form=NumberForm(0, "%", 100),
            )
        ),
    ]


def cards(source: random.Random) -> list[Block]:
    impacts = []
    for number, name in enumerate(CARDS):
        value = 0.061 if number == 8 else -0.044 if number == 20 else source.gauss(0, 0.009)
        half = source.uniform(0.013, 0.022)
        impacts.append(IntervalRow(name, value, value - half, value + half, number in (8, 20)))
    impacts.sort(key=lambda row: -row.value)
    rows = [
        (
            row.label,
            f"{source.randint(180, 4000):,}",
            PERCENT.text(0.5 + row.value / 2),
            PERCENT_POINTS.text(row.value),
            PERCENT_POINTS.range(row.low, row.high),
            f"{source.uniform(0, 30):.0f}\N{NO-BREAK SPACE}%",
            "yes" if row.is_marked else "",
        )
        for row in impacts
    ]
    return [
        Paragraph(
            "The figure that tells cause from company: the same deals are played again with the card "
            "replaced by a blank, and the difference is taken pair by pair. **Court Assassin** is worth 6.1 "
            "points, **Jester** costs its owner 4.4."
        ),
        Figure(
            IntervalPlot(
                "Court Assassin wins games, Jester loses them",
                "difference of the win rate with the card",
                INTERVAL,
                impacts,
                PERCENT_POINTS,
                Reference(0.0, "as good as a blank"),
                note="full points: differs from a blank after Holm's correction for 40 cards",
            )
        ),
        Table(
            "All cards by their impact",
            [
                *columns(
                    ["Card"],
                    ["Games drawn", "Win rate when drawn", "Against a blank", INTERVAL, "Dead in hand"],
                ),
                Column("Differs", "center"),
            ],
            rows,
            "Dead in hand: of the turns in which the card was held, those in which it could not be played.",
            frozenset(number for number, row in enumerate(impacts) if row.is_marked),
        ),
        Callout(
            Verdict.WARN,
            "Two cards were never played in 8,000 games: **Fog of the Marshes** and **Lamp Lighter**.",
        ),
    ]


def method() -> list[Block]:
    return [
        Note(
            "Win rates have Wilson score intervals (Wilson 1927); paired differences have intervals of"
            " Student's t over"
            " deals. Many comparisons are corrected by Holm's method. A draw counts one half for each player."
        ),
        Note(
            "What bots do is not what people do: a card that search of 200 iterations cannot use may be "
            "strong in the hands of somebody who plans further ahead. Repeat the study with a larger budget "
            "before you print."
        ),
    ]
