"""What is made: four decks of the same card."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Case:
    """A deck: its name, its card list, how many cards it prints and on how many A4 pages of nine."""

    name: str
    cards_file: str
    cards: int
    pages: int
    about: str


CASES = (
    Case("54", "cards_54.csv", 54, 6, "54 designs"),
    Case("540", "cards_540.csv", 540, 60, "540 designs"),
    Case("5400", "cards_5400.csv", 5400, 600, "54 designs, 100 copies of each"),
    Case("big", "cards_big.csv", 54, 6, "54 designs, each with a picture of 1 MB"),
)
