"""What MakePlayingCards makes, and the shops that share its templates: Printer's Studio and BoardGamesMaker.

Only sizes whose canvas was read from the upload page are here: it checks pixels, and they are 36 to a side
beyond the trim, less than the eighth of an inch that the pages tell.
"""

from __future__ import annotations

from generator.catalog.units import INCH
from generator.export.services.product import Product, Service

SAFE = 72
"""Pixels from the canvas's edge."""
BRACKETS = (18, 36, 55, 72, 90, 108, 126, 144, 162, 180, 198, 216, 234, 396, 504, 612)
"""How many cards a deck may have that is paid for; the next larger holds an order."""
MAX_CARDS = BRACKETS[-1]


def _deck(name: str, width: float, height: float, canvas: tuple[int, int]) -> Product:
    return Product(name, ("cards",), round(width * INCH, 3), round(height * INCH, 3), canvas, SAFE)


MAKE_PLAYING_CARDS = Service(
    "MakePlayingCards",
    (
        _deck("poker", 2.5, 3.5, (822, 1122)),
        _deck("bridge", 2.25, 3.5, (747, 1122)),
        _deck("tarot", 2.75, 4.75, (897, 1497)),
        _deck("domino", 1.75, 3.5, (597, 1122)),
        _deck("business", 2.0, 3.5, (672, 1122)),
        _deck("micro", 1.25, 1.75, (447, 597)),
    ),
)


def bracket(cards: int) -> int:
    """The smallest deck that holds so many cards, at most :data:`MAX_CARDS`."""
    return next(size for size in BRACKETS if size >= cards)
