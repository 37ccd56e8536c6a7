"""What studies are asked for: bounds and words that commands and the forms of the studio share."""

from __future__ import annotations

from collections.abc import Mapping

from generator.catalog.keys import simple
from generator.catalog.press_settings import Setting, whole_number

MAX_SEATS = 16
"""More than any game has."""
MAX_SEED = 2**63 - 1
"""The rules engine takes none above."""

MAX_GAMES = 10**7
"""Of one combination of numbers."""
SWEEP: Mapping[str, Setting] = {
    "bots": Setting(
        simple(str, type="string"),
        "Who plays: one bot for all, or one for each contestant. They change seats.",
    ),
    "games": Setting(whole_number(2, MAX_GAMES), "Games of each combination."),
    "players": Setting(
        whole_number(1, MAX_SEATS),
        "Number of players.",
        default_help="as many as bots or decks, else the game's minimum",
    ),
    "seed": Setting(whole_number(0, MAX_SEED), "The same seed deals the same cards."),
    "workers": Setting(whole_number(1, 1024), "Processes that play side by side."),
}
"""Of a sweep."""
BALANCE: Mapping[str, Setting] = {
    **SWEEP,
    "bots": SWEEP["bots"]._replace(help="Who plays; most is measured with the first."),
    "games": Setting(
        whole_number(2, 10**8),
        "Games of each match, at most.",
        default_help="100; 1000 between random bots",
    ),
    "players": SWEEP["players"]._replace(default_help="the game's minimum"),
    "seed": SWEEP["seed"]._replace(help="The same seed plays the same games."),
}
"""Of a balance study."""
QUESTIONS: Mapping[str, str] = {
    "seats": "Is it fair?",
    "course": "Is there a runaway leader? Where do games get dull?",
    "players": "Is it fair for each number of players?",
    "setups": "Is it fair in each setup?",
    "bots": "Does skill count?",
    "strategies": "Is there a best strategy?",
    "ladder": "How much does thinking longer help?",
}
"""What a balance study asks by its measures, but those of decks and of single cards."""
