"""What studies are asked for: bounds and words that commands and the forms of the studio share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from generator.catalog.keys import simple
from generator.catalog.press_settings import Setting, whole_number
from generator.catalog.problems import InputError, MissingExtraError

MAX_SEATS = 16
"""More than any game has."""
MAX_SEED = 2**63 - 1
"""The rules engine takes none above."""

MAX_GAMES = 10**7
"""Of one combination of numbers."""
MAX_BUDGET = 1_000_000
MAX_TRIALS = 10_000
WORDS = simple(str, type="string")
SWEEP: Mapping[str, Setting] = {
    "bots": Setting(
        WORDS,
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
    "deck": Setting(WORDS, "A deck for each contestant in turn, which goes with it from seat to seat."),
    "set": Setting(
        WORDS, "Values to try: rules.hand=4,5 or CARD.FIELD=1,2, or an option's; several give a grid."
    ),
}
"""Of a sweep."""
TUNE: Mapping[str, Setting] = {
    **SWEEP,
    "target": Setting(
        WORDS, "What to aim for: 'seat0=0.5±0.03', 'draws<0.1', 'length in 8..12'; may be repeated."
    ),
    "free": Setting(WORDS, "A number that may change: rules.hand=3..7, CARD.FIELD=1..9; may be repeated."),
    "trials": Setting(whole_number(1, MAX_TRIALS), "Combinations to try at most."),
    "games": Setting(whole_number(2, MAX_GAMES), "Games of each trial."),
    "check-games": Setting(
        whole_number(2, MAX_GAMES),
        "Games to check the best with, on other deals.",
        default_help="4 times as many",
    ),
    "seed": SWEEP["seed"]._replace(help="The same seed finds the same numbers."),
}
"""Of the search for numbers."""
BALANCE: Mapping[str, Setting] = {
    **SWEEP,
    "bots": SWEEP["bots"]._replace(help="Who plays; most measures use only the first."),
    "games": Setting(
        whole_number(2, 10**8),
        "The most games in a match.",
        default_help="100; 1000 between random bots",
    ),
    "players": SWEEP["players"]._replace(default_help="the game's minimum"),
    "seed": SWEEP["seed"]._replace(help="The same seed plays the same games."),
    "deck": Setting(WORDS, "A deck to measure; may be repeated.", default_help="all that come with the game"),
    "set": Setting(
        WORDS, "An option of the game, or a change to its database: rules.hand=6; may be repeated."
    ),
    "budget": Setting(
        whole_number(2, MAX_BUDGET),
        "The top of the skill ladder, in iterations of search; each rung below is half of it.",
    ),
    "until": Setting(WORDS, "Stop a match early, when 'width<0.02' or 'seat0 width<0.02'."),
    "assert": Setting(
        WORDS,
        "'seat0 in 0.45..0.55': exit with 1 if it is wrong, with 3 if these games can't tell;"
        " may be repeated.",
    ),
}
"""Of a balance study."""
QUESTIONS: Mapping[str, str] = {
    "seats": "Is it fair?",
    "course": "Is there a runaway leader? Where do games get dull?",
    "players": "Is it fair for each number of players?",
    "setups": "Is it fair in each setup?",
    "bots": "Does skill count?",
    "strategies": "Is there a best strategy?",
    "decks": "Which deck beats which?",
    "ladder": "How much does thinking longer help?",
    "cards": "What is each card worth?",
}
"""What a balance study asks by its measures."""


class WrongOptionError(InputError):
    """What can't be made of an option, by whose name a command and a form report it; empty: of several."""

    def __init__(self, message: str, option: str, hint: str | None = None) -> None:
        super().__init__(message, hint=hint)
        self.option = option


@contextmanager
def reading_option(option: str) -> Iterator[None]:
    """Whatever is wrong in the block is wrong with that option: :class:`WrongOptionError`."""
    try:
        yield
    except (MissingExtraError, WrongOptionError):
        raise
    except InputError as error:
        place = f"{error.place}: " if error.place else ""
        raise WrongOptionError(place + error.message, option, error.hint) from None


def options_and_changes(settings: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The settings that are options of the game, and those that change its card database, ``rules.hand=6``:
    their path has a dot, a slash or a bracket, and no option's name has."""
    changes = tuple(text for text in settings if any(mark in text.partition("=")[0] for mark in "./["))
    return tuple(text for text in settings if text not in changes), changes
