"""Plays the engines of Battle Gate and Gateway beside their witnesses, until they disagree.

``python -m tests.rules.witness [--games 5000] [--first 0] [--only gateway]``

The same numbers play the same games. Exit status 1, with the first disagreement, if there is one.
"""

from __future__ import annotations

import argparse
import sys

from .games import GAMES
from .mirror import Disagreement, Tally, play


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.rules.witness", description=__doc__.splitlines()[0]
    )
    parser.add_argument("--games", type=int, default=1000, help="how many of each game")
    parser.add_argument("--first", type=int, default=0, help="the number of the first one")
    parser.add_argument("--only", choices=GAMES, help="one game alone")
    asked = parser.parse_args()
    for name in [asked.only] if asked.only else GAMES:
        tally = Tally()
        try:
            for number in range(asked.first, asked.first + asked.games):
                play(GAMES[name], number, tally)
        except Disagreement as found:
            print(f"{name}, game {number}: {found}", file=sys.stderr)
            return 1
        print(f"{name}: {tally.games} games, {tally.decisions} decisions and {tally.views} views are alike.")
        for what, count in sorted(tally.came_up.items(), key=lambda item: item[1]):
            print(f"{count:9} {what}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
