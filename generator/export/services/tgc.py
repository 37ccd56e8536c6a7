"""What The Game Crafter makes, with the canvases of its templates."""

from __future__ import annotations

from collections.abc import Iterator

from generator.catalog.shapes import ShapeKind
from generator.catalog.units import INCH
from generator.export.services.product import Product, Service

SAFE = 75
"""Pixels from the canvas's edge, of every product."""


def _inches(
    name: str, kind: str, width: float, height: float, canvas: tuple[int, int], shape: ShapeKind = "rect"
) -> Product:
    return Product(name, (kind,), round(width * INCH, 3), round(height * INCH, 3), canvas, SAFE, shape)


def _decks() -> Iterator[Product]:
    yield _inches("PokerDeck", "cards", 2.5, 3.5, (825, 1125))
    yield Product("EuroPokerDeck", ("cards",), 63.0, 88.0, (825, 1125), SAFE)
    yield _inches("BridgeDeck", "cards", 2.25, 3.5, (750, 1125))
    yield Product("USGameDeck", ("cards",), 56.0, 87.0, (750, 1125), SAFE)
    yield Product("MintTinDeck", ("cards",), 52.0, 87.0, (750, 1125), SAFE)
    yield _inches("MiniDeck", "cards", 1.75, 2.5, (600, 825))
    yield _inches("MicroDeck", "cards", 1.25, 1.75, (450, 600))
    yield _inches("DominoDeck", "cards", 1.75, 3.5, (600, 1125))
    yield _inches("TarotDeck", "cards", 2.75, 4.75, (900, 1500))
    yield _inches("JumboDeck", "cards", 3.5, 5.5, (1125, 1725))
    yield _inches("SquareDeck", "cards", 3.5, 3.5, (1125, 1125))
    yield _inches("SmallSquareDeck", "cards", 2.5, 2.5, (825, 825))
    yield Product("EuroSquareDeck", ("cards",), 70.0, 70.0, (900, 900), SAFE)
    yield _inches("BusinessDeck", "cards", 2.0, 3.5, (675, 1125))
    yield _inches("TradingDeck", "cards", 2.5, 3.5, (825, 1125))
    yield _inches("FoilPokerDeck", "cards", 2.5, 3.5, (825, 1125))


def _pads() -> Iterator[Product]:
    # Sheets are not cut, so that all of the canvas is printed.
    yield _inches("Document", "cards", 8.5, 11.0, (2550, 3300))
    yield _inches("SmallScorePad", "cards", 3.5, 5.5, (1125, 1725))
    yield _inches("MediumScorePad", "cards", 4.5, 8.0, (1425, 2475))
    yield _inches("LargeScorePad", "cards", 8.0, 10.0, (2475, 3075))


def _tokens() -> Iterator[Product]:
    shapes: tuple[tuple[str, ShapeKind], ...] = (("Circle", "circle"), ("Square", "rect"))
    for name, shape in shapes:
        yield _inches(f"Small{name}Chit", "tokens", 0.5, 0.5, (225, 225), shape)
        yield _inches(f"Medium{name}Chit", "tokens", 0.75, 0.75, (300, 300), shape)
        yield _inches(f"Large{name}Chit", "tokens", 1.0, 1.0, (375, 375), shape)
        yield _inches(f"Mini{name}Tile", "tokens", 1.25, 1.25, (450, 450), shape)
    yield _inches("SmallSquareTile", "tokens", 2.0, 2.0, (675, 675))
    yield _inches("MediumSquareTile", "tokens", 2.5, 2.5, (825, 825))
    yield _inches("LargeSquareTile", "tokens", 3.5, 3.5, (1125, 1125))
    yield _inches("DominoChit", "tokens", 1.0, 2.0, (375, 675))
    yield _inches("DominoTile", "tokens", 2.0, 4.0, (675, 1275))
    # From corner to corner, and from flat to flat.
    yield _inches("MiniHexTile", "tokens", 1.25, 1.08, (450, 450), "hex")
    yield _inches("SmallHexTile", "tokens", 2.0, 1.75, (675, 600), "hex")
    yield _inches("MediumHexTile", "tokens", 2.5, 2.2, (825, 750), "hex")
    yield _inches("LargeHexTile", "tokens", 3.75, 3.25, (1200, 1050), "hex")
    yield _inches("HexDeck", "tokens", 3.75, 3.25, (1200, 1050), "hex")
    yield _inches("CircleDeck", "tokens", 3.5, 3.5, (1125, 1125), "circle")


def _boards() -> Iterator[Product]:
    for end in ("Board", "Mat"):
        yield _inches(f"Quarter{end}", "board", 5.0, 5.0, (1575, 1575))
        yield _inches(f"Square{end}", "board", 8.0, 8.0, (2475, 2475))
        yield _inches(f"LargeSquare{end}", "board", 10.0, 10.0, (3075, 3075))
        yield _inches(f"Half{end}", "board", 5.0, 10.0, (1575, 3075))
        yield _inches(f"Strip{end}", "board", 2.0, 10.0, (675, 3075))
        yield _inches(f"BiFold{end}", "board", 9.0, 18.0, (2775, 5475))
        yield _inches(f"QuadFold{end}", "board", 18.0, 18.0, (5475, 5475))
        yield _inches(f"SixFold{end}", "board", 27.0, 18.0, (8175, 5475))


def _booklets() -> Iterator[Product]:
    yield _inches("SmallBooklet", "rulebook", 2.5, 3.5, (825, 1125))
    yield _inches("MediumBooklet", "rulebook", 3.5, 5.0, (1125, 1575))
    yield _inches("LargeBooklet", "rulebook", 5.0, 8.0, (1575, 2475))
    yield _inches("JumboBooklet", "rulebook", 8.0, 10.0, (2475, 3075))


THE_GAME_CRAFTER = Service("The Game Crafter", (*_decks(), *_pads(), *_tokens(), *_boards(), *_booklets()))
