"""``diagram``: a picture in the layout language."""

from __future__ import annotations

from dataclasses import replace

from generator.catalog.models import Game
from generator.catalog.problems import InputError
from generator.catalog.sizes import sides_as_size
from generator.layout.elements.card import Card as Root
from generator.layout.faces import Face
from generator.layout.geometry import Box, Matrix, rectangle
from generator.layout.xml import parse_xml, without_marks
from generator.press.pdf.structure import Tag
from generator.press.reading import picture_words
from generator.press.rulebook.blocks import Block
from generator.press.rulebook.pages import Drawing, Picture, Piece, Tagged
from generator.press.rulebook.setting import Typesetter

SLACK = 0.01


def render(setter: Typesetter, block: Block) -> list[Piece]:
    root, width, height = drawn(setter, block)
    refuse_too_large(setter, block, width, height)
    x = block.x + (block.width - width) / 2
    picture = Picture(root, Matrix(e=x), rectangle(Box(x, 0, width, height)))
    shown = picture_tagged(picture, block.tag, setter.database.game)
    return [Piece(height, (shown,), gap=0.8 * setter.look.em, place=block.place)]


def picture_tagged(picture: Picture, tag: Tag | None, game: Game) -> Drawing:
    """A picture with its alternative text; one that says it needs none is mere decoration."""
    words = picture_words(picture.root, game.own)
    return Tagged(Tag("Figure", tag, alt=words), picture) if words else picture


def drawn(setter: Typesetter, block: Block) -> tuple[Root, float, float]:
    """The picture and its size. Raises :class:`InputError` if it can't be drawn; reports its faults."""
    if not block.content.strip():
        raise InputError("the picture is empty", place=block.place)
    before = len(setter.problems.found)
    root = parse_xml(block.content, setter.manuscript.templates.files)
    element = setter.builder.face(root, "")
    if element is None:
        raise InputError("the picture can't be drawn", place=block.place)
    if element.width is None or element.height is None:
        raise InputError("a picture says how large it is", hint='<card width="80" height="40">')
    for number in range(before, len(setter.problems.found)):
        # The builder speaks of cards, and this is none.
        setter.problems.found[number] = setter.problems.found[number]._replace(card=None)
    _inspect(setter, element, element.width, element.height)
    setter.digests.append(without_marks(block.content))
    return element, element.width, element.height


def refuse_too_large(setter: Typesetter, block: Block, width: float, height: float) -> None:
    """A picture is neither scaled nor parted."""
    if width > block.width + SLACK:
        raise InputError(
            f"the picture is {width:g} mm wide, and its column {block.width:.1f} mm",
            place=block.place,
            hint="make it narrower, or write `wide` behind the block's name",
        )
    if height > setter.area.height + SLACK:
        raise InputError(
            f"the picture is {height:g} mm high, and a page holds {setter.area.height:.1f} mm",
            place=block.place,
            hint="make it less high, or split it in two",
        )


def _inspect(setter: Typesetter, element: Root, width: float, height: float) -> None:
    """Reports what it would of a card: small and faint text."""
    parts = [part for part in setter.database.game.components if part.sets and part.sets[0].cards]
    if not parts:
        return
    # A picture is no card of the game, but is looked at like one that is cut all around.
    like = replace(parts[0], kind="cards", size=sides_as_size(width, height), bleed=0, safe=0)
    found = setter.preflight.face(like, Face("", "front", element, ""), parts[0].sets[0].cards[0])
    setter.problems.extend([problem._replace(card=None) for problem in found])
