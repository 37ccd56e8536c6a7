"""Lines into a box: shrunk until they fit, aligned, and each letter at its place."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from generator.catalog.problems import MISSING_GLYPH, Place, Problem
from generator.catalog.units import POINT
from generator.catalog.wording import lacking
from generator.layout.fonts import FontFile, Shaped
from generator.layout.geometry import Box, Matrix
from generator.layout.icons import Icon
from generator.layout.text import breaks
from generator.layout.text.block import Edge, Finish, PlacedIcon, Rule, Shadow, Span, TextBlock
from generator.layout.text.lines import (
    Line,
    beginning,
    broken,
    hyphenated,
    letters_of,
    rejoined,
    with_atoms,
    wrap,
)
from generator.layout.text.words import LINE, Atom, Effects, Ruby, Style, Word, WordMaker

STEP = 0.25
"""Text shrinks in steps of this many points."""
SHIFTS = {
    "left": 0.0,
    "start": 0.0,
    "justify": 0.0,
    "center": 0.5,
    "right": 1.0,
    "end": 1.0,
    "top": 0.0,
    "middle": 0.5,
    "bottom": 1.0,
}
"""Which share of the free space lies before the text."""


class TextBox(NamedTuple):
    """What a text element asks for; lengths in mm, sizes in points."""

    x: float
    y: float
    width: float
    height: float | None
    size: float
    min_size: float
    leading: float | None
    """Distance of baselines in points at full size; None: 1.2 sizes."""
    align: str
    valign: str
    wrap: bool
    ellipsis: bool = False
    """Whether what does not fit at the smallest size is left out, with an ellipsis in its place."""
    hang: float = 0.0
    """How far lines but the first are moved in, in sizes; for text that begins where its lines do."""
    is_rtl: bool = False
    """Whether its lines begin at the right; so does what is moved in."""
    hangs_punctuation: bool = False
    """Whether a full stop or comma of Chinese or Japanese may stand beyond the end of its line."""


class Setting(NamedTuple):
    """Lines at a size (points), with the height and width (mm) that they take."""

    size: float
    lines: Sequence[Line]
    height: float
    width: float


class Fitted(NamedTuple):
    """Text in its box, and what did not go well."""

    block: TextBlock
    too_high: float
    """How far the lines reach beyond the box's height, in mm; 0 if they fit."""
    too_wide: float
    """How far the widest line reaches beyond the box's width, in mm; 0 if it fits."""
    missing: str
    """Characters that no font has."""
    advice: str = ""
    """What would let its lines end elsewhere."""


def fit(
    words: Sequence[Word],
    box: TextBox,
    cap_height: float,
    maker: WordMaker,
    language: str | None = None,
) -> Fitted:
    """Sets words into a box, at the largest size of quarter-point steps at which they fit.

    ``cap_height`` of the box's font, in sizes: a single line is centred by its capitals.
    Words of a ``language`` are hyphenated before they shrink. At the smallest size a word that is wider
    than the box is broken; what is still too high is drawn all the same, so that no letter is lost, and
    reported in the result; a box may ask for an ellipsis instead.
    """
    whole, setting = words, _best_setting(words, box)
    if language and box.wrap and (setting.size < box.size or _beyond(setting.width, box.width)):
        whole, setting = words, _ = _set_hyphenated(words, setting, box, maker, language)
    if box.wrap and _beyond(setting.width, box.width):
        words, setting = _set_broken(whole, box, setting.size, maker)
    if box.ellipsis and not _fits(setting, box):
        words, setting = _set_shortened(whole, box, setting.size, maker)
    if maker.has_hyphens:
        setting = setting._replace(lines=[rejoined(line, maker) for line in setting.lines])
    too_high, too_wide = _beyond(setting.height, box.height), _beyond(setting.width, box.width)
    return Fitted(
        _place(setting, box, cap_height, maker),
        too_high,
        too_wide,
        _missing(words) if maker.missing else "",
        _advice(whole, box) if too_high or too_wide else "",
    )


def _advice(words: Sequence[Word], box: TextBox) -> str:
    if not box.wrap or breaks.has_dictionary():
        return ""
    texts = [atom.content.text for word in words for atom in word.atoms if isinstance(atom.content, Shaped)]
    if not any(map(breaks.needs_dictionary, texts)):
        return ""
    return (
        f"lines end between its words with `pip install 'gatepress[{breaks.EXTRA}]'`, "
        "or where spaces without width (U+200B) stand between them"
    )


def no_font_has(letters: str, place: Place, *, card: str | None = None, field: str | None = None) -> Problem:
    """The warning of letters in whose place boxes are printed."""
    # A text whose fonts have all of its letters needs nothing that knows of scripts.
    from generator.layout.scripts import package_hint

    one, brought = len(letters) == 1, package_hint(letters)
    install = f", or install a package: {brought}" if brought else ""
    return Problem(
        f"no font has {lacking(letters)}; {'a box is' if one else 'boxes are'} printed instead",
        place,
        "warning",
        card,
        field,
        f"give the theme a font that has {'it' if one else 'them'}{install}",
        code=MISSING_GLYPH,
        subject=letters,
    )


def _missing(words: Sequence[Word]) -> str:
    contents = [atom.content for word in words for atom in word.atoms]
    missing = {c for shaped in contents if isinstance(shaped, Shaped) for c in shaped.missing}
    inside = [_missing(row) for ruby in contents if isinstance(ruby, Ruby) for row, _ in ruby.rows]
    return "".join(sorted(missing.union(*inside)))


def _beyond(needed: float, given: float | None) -> float:
    # A hundredth of a millimetre is rounding, not overflow.
    if given is None or needed <= given + 0.01:
        return 0.0
    return needed - given


def _best_setting(words: Sequence[Word], box: TextBox) -> Setting:
    setting = _set(words, box, box.size)
    if box.size <= box.min_size or _fits(setting, box):
        return setting
    low, high = 0, math.ceil((box.size - box.min_size) / STEP)
    setting = _set(words, box, box.min_size)
    # Text that fits at one size fits at all smaller ones (nearly always), so halving finds the largest.
    while low + 1 < high:
        middle = (low + high) // 2
        tried = _set(words, box, box.size - middle * STEP)
        if _fits(tried, box):
            high, setting = middle, tried
        else:
            low = middle
    return setting


def _fits(setting: Setting, box: TextBox) -> bool:
    return not _beyond(setting.width, box.width) and not _beyond(setting.height, box.height)


def _set(words: Sequence[Word], box: TextBox, size: float) -> Setting:
    limit = box.width / (size * POINT) if box.wrap and size else None
    lines = wrap(words, limit, box.hang, hangs_punctuation=box.hangs_punctuation)
    width = max([line.width for line in lines], default=0.0) * size * POINT
    return Setting(size, lines, _height(lines, box, size), width)


def _set_hyphenated(
    words: Sequence[Word], setting: Setting, box: TextBox, maker: WordMaker, language: str
) -> tuple[Sequence[Word], Setting]:
    """The words, hyphenated where that lets them fit better."""
    parted = list(hyphenated(words, maker, language))
    found = _best_setting(parted, box)
    if _fits(found, box) > _fits(setting, box) or found.size > setting.size:
        return parted, found
    if not _fits(setting, box) and found.width < setting.width:
        return parted, found
    return words, setting


def _set_broken(
    words: Sequence[Word], box: TextBox, size: float, maker: WordMaker
) -> tuple[list[Word], Setting]:
    """The words, those cut that are wider than a line."""
    pieces = list(broken(words, box.width / (size * POINT) - box.hang, maker))
    return pieces, _set(pieces, box, size)


def _set_shortened(
    words: Sequence[Word], box: TextBox, size: float, maker: WordMaker
) -> tuple[Sequence[Word], Setting]:
    """As many letters from the beginning as fit with an ellipsis behind them; maybe none at all."""
    low, high = 0, sum(len(list(letters_of(word, maker))) for word in words)
    best: tuple[Sequence[Word], Setting] = ((), _set((), box, size))
    while low + 1 < high:
        middle = (low + high) // 2
        kept = list(beginning(words, middle, maker, int(box.is_rtl)))
        tried, setting = _set_broken(kept, box, size, maker) if box.wrap else (kept, _set(kept, box, size))
        if _fits(setting, box):
            low, best = middle, (tried, setting)
        else:
            high = middle
    return best


def _leading(box: TextBox, size: float) -> float:
    """Distance of baselines in mm."""
    if box.leading is None:
        return 1.2 * size * POINT
    return box.leading / box.size * size * POINT


def _height(lines: Sequence[Line], box: TextBox, size: float) -> float:
    if not lines:
        return 0.0
    leading = _leading(box, size)
    first = (lines[0].scale * LINE + lines[0].above) * size * POINT
    return first + sum([_advance(line, leading, size) for line in lines[1:]])


def _advance(line: Line, leading: float, size: float) -> float:
    """How far its baseline lies below the one before, in mm.

    Readings lie in the gap between them, of which half belongs to the line before.
    """
    down = leading * max(line.scale, 1.0)
    if not line.above:
        return down
    return max(down, (down + line.scale * LINE * size * POINT) / 2 + line.above * size * POINT)


def _place(setting: Setting, box: TextBox, cap_height: float, maker: WordMaker) -> TextBlock:
    """The lines at their places in the box."""
    size = setting.size
    shift = 1.0 if box.is_rtl and box.align == "justify" else SHIFTS[box.align]
    top = box.y
    if box.height is not None:
        top += SHIFTS[box.valign] * (box.height - setting.height)
    leading = _leading(box, size)
    spans: list[Span] = []
    icons: list[PlacedIcon] = []
    rules: list[Rule] = []
    baseline = top
    for number, line in enumerate(_from_left(setting.lines) if maker.has_levels else setting.lines):
        if number:
            baseline += _advance(line, leading, size)
        else:
            baseline += (line.scale * (LINE + cap_height) / 2 + line.above) * size * POINT
        free = box.width / POINT - (line.width - _tail(line)) * size
        x = box.x
        if number and box.hang:
            free -= box.hang * size
            x += 0.0 if box.is_rtl else box.hang * size * POINT
        gap = _stretch(line, free) if box.align == "justify" else 0.0
        x += 0.0 if gap else shift * free * POINT
        before = len(spans)
        _place_line(line, x, baseline, size, gap, cap_height, spans, icons)
        if maker.has_effects:
            spans[before:] = _blended(spans[before:])
            rules += _rules(line, x, baseline, size, gap)
    ink = Box(box.x + shift * (box.width - setting.width), top, setting.width, setting.height)
    block = TextBlock(tuple(spans), tuple(icons), size, ink, tuple(rules))
    return _finished(block) if maker.has_effects else block


def _from_left(lines: Iterable[Line]) -> Iterator[Line]:
    """The lines with all that is in them in the order from left to right."""
    from generator.layout.text.bidi import visual

    for line in lines:
        things: list[Atom | Word] = []
        for position, word in enumerate(line.words):
            if position and word.space_style is not None:
                things.append(word)
            things += word.atoms
        found = [_level(thing) for thing in things]
        yield line._replace(words=list(_words_of(visual(things, found)))) if any(found) else line


def _level(thing: Atom | Word) -> int:
    """Of letters or an icon, or of the space in front of a word."""
    style = thing.style if isinstance(thing, Atom) else thing.space_style
    return style.level if style is not None else 0


def _words_of(things: Iterable[Atom | Word]) -> Iterator[Word]:
    """What stands between two spaces, which words stand for."""
    blank, atoms = Word((), 0.0, 1.0, 0.0, None, 0), list[Atom]()
    for thing in things:
        if isinstance(thing, Atom):
            atoms.append(thing)
            continue
        yield with_atoms(blank, atoms)
        blank, atoms = Word((), 0.0, 1.0, thing.space, thing.space_style, 0), []
    yield with_atoms(blank, atoms)


def _tail(line: Line) -> float:
    """The letter-spacing behind the last letter, in sizes: nobody sees it, so it does not count."""
    last = line.words[-1].atoms if line.words else ()
    return last[-1].style.tracking if last else 0.0


def _stretch(line: Line, free: float) -> float:
    """What each space of a justified line gets in addition, in points."""
    spaces = sum(1 for word in line.words[1:] if word.space or word.opens)
    return free / spaces if spaces and free > 0 and not line.last else 0.0


def _place_line(
    line: Line,
    x: float,
    baseline: float,
    size: float,
    gap: float,
    cap_height: float,
    spans: list[Span],
    icons: list[PlacedIcon],
) -> None:
    """Joins what looks alike into spans, so that a line of one style is painted in one go."""
    unit = size * POINT
    pieces: list[Shaped] = []
    style: Style | None = None
    font: FontFile | None = None
    blank: Shaped | None = None
    start = x
    for position, word in enumerate(line.words):
        if position and word.space_style is not None:
            if font is not None and style is not None:
                # A space belongs to the text before it, so that copied text keeps its words apart.
                if blank is None:
                    blank = font.shape(" ")
                turns = word.space_style.level != style.level
                if turns:
                    # It is read before or behind a word that runs the other way, whatever stands at its left.
                    spans.append(_span(start, baseline, font, size, style, pieces, gap))
                    pieces, style, start = [], word.space_style, x
                pieces.append(blank)
                if turns or word.space_style is not style:
                    spans.append(_span(start, baseline, font, size, style, pieces, gap))
                    pieces, font = [], None
            x += word.space * unit + gap * POINT
        elif gap and position and word.opens:
            if font is not None and style is not None:
                spans.append(_span(start, baseline, font, size, style, pieces, gap))
                pieces, font = [], None
            x += gap * POINT
        for atom in word.atoms:
            content = atom.content
            if not isinstance(content, Shaped):
                if font is not None and style is not None:
                    spans.append(_span(start, baseline, font, size, style, pieces, gap))
                    pieces, font = [], None
                if isinstance(content, Ruby):
                    for row, indent in content.rows:
                        before, own = len(spans), Line(row, 0.0, 0.0, True)
                        _place_line(own, x + indent * unit, baseline, size, 0.0, cap_height, spans, icons)
                    spans[before:] = [span._replace(is_reading=True) for span in spans[before:]]
                else:
                    icons.append(_placed_icon(content, atom.style, x, baseline, size, cap_height))
            else:
                if atom.style is not style or content.font is not font:
                    if font is not None and style is not None:
                        spans.append(_span(start, baseline, font, size, style, pieces, gap))
                    pieces, style, font, blank, start = [], atom.style, content.font, None, x
                pieces.append(content)
            x += atom.width * unit
    if font is not None and style is not None:
        spans.append(_span(start, baseline, font, size, style, pieces, gap))


def _span(
    x: float, baseline: float, font: FontFile, size: float, style: Style, pieces: list[Shaped], gap: float
) -> Span:
    own = size * style.scale
    finish, share = None, 1.0
    if style.effects is not None:
        baseline -= style.effects.rise * size * POINT
        finish, share = _finish(style.effects, size), style.effects.share
    return Span(
        x,
        baseline,
        font,
        own,
        style.fill,
        style.tracking * size,
        tuple(pieces),
        gap / own * 1000,
        finish,
        share,
        level=style.level,
    )


def _placed_icon(
    icon: Icon, style: Style, x: float, baseline: float, size: float, cap_height: float
) -> PlacedIcon:
    """Centres the icon's frame on the middle of the capitals."""
    finish = None
    if style.effects is not None:
        baseline -= style.effects.rise * size * POINT
        cap_height *= style.effects.share
        finish = _finish(style.effects, size)
    unit = style.scale * size * POINT / icon.frame.height
    top = baseline - cap_height / 2 * size * POINT - icon.frame.height / 2 * unit
    matrix = Matrix(unit, 0, 0, unit, x - icon.frame.x * unit, top - icon.frame.y * unit)
    return PlacedIcon(icon, matrix, style.fill, finish, style.level)


# What letters have beyond a plain colour


def _finish(effects: Effects, size: float) -> Finish | None:
    """The effects of a text that came out at ``size`` points; None if its letters are painted plainly."""
    unit = size * POINT
    edge = None
    if effects.stroke is not None and effects.stroke_width:
        edge = Edge(effects.stroke, effects.stroke_width * unit)
    shadows = tuple([Shadow(dx * unit, dy * unit, colour) for dx, dy, colour in effects.shadows])
    if edge is None and not shadows and effects.blend is None:
        return None
    return Finish(edge, shadows, effects.blend)


def _blended(spans: Sequence[Span]) -> Iterator[Span]:
    """The spans of a line; a gradient that is not the whole text's runs over all that follow each other."""
    for blend, group in groupby(spans, lambda span: span.finish.blend if span.finish else None):
        if blend is None or blend.is_whole:
            yield from group
            continue
        together = list(group)
        area = _around(together)
        yield from (span._replace(finish=_over(span.finish, area)) for span in together)


def _over(finish: Finish | None, area: Box) -> Finish | None:
    """The finish with its gradient, if it has one that has no place yet, running over a box."""
    if finish is None or finish.blend is None or finish.blend.area is not None:
        return finish
    return finish._replace(blend=finish.blend._replace(area=area))


def _around(spans: Sequence[Span]) -> Box:
    """From the top of the first line's capitals to the last line's foot."""
    left, right = min(span.x for span in spans), max(_right(span) for span in spans)
    top = min(span.baseline - span.font.cap_height * span.size * POINT for span in spans)
    return Box(left, top, right - left, max(span.baseline for span in spans) - top)


def _right(span: Span) -> float:
    """The end of its last letter; a space behind it, which is there to be copied, does not count."""
    blank = span.pieces[-1].width * span.size * POINT if span.pieces[-1].text == " " else 0.0
    return span.x + span.width - blank


def _finished(block: TextBlock) -> TextBlock:
    """The block with its gradients in their places, if it has any effect."""
    if not any(mark.finish for mark in block.marks):
        return block
    whole = _around(block.spans) if block.spans else block.ink
    return block._replace(
        spans=tuple([span._replace(finish=_over(span.finish, whole)) for span in block.spans]),
        icons=tuple([icon._replace(finish=_over(icon.finish, whole)) for icon in block.icons]),
        rules=tuple([rule._replace(finish=_over(rule.finish, whole)) for rule in block.rules]),
        is_finished=True,
    )


class _Stretch(NamedTuple):
    """A piece of a line, from left to right in mm."""

    style: Style
    left: float
    right: float


def _rules(line: Line, x: float, baseline: float, size: float, gap: float) -> Iterator[Rule]:
    """The lines under and through a line's words, each in one go as far as it reaches."""
    stretches = list(_stretches(line, x, size, gap))
    for through, ruled in ((False, _underlined), (True, _struck)):
        for style, group in groupby(stretches, ruled):
            if style is None:
                continue
            reached = list(group)
            last = reached[-1]
            right = last.right - last.style.tracking * size * POINT
            yield _rule(style, reached[0].left, right, baseline, size, through=through)


def _underlined(stretch: _Stretch) -> Style | None:
    return stretch.style.effects and stretch.style.effects.underlined


def _struck(stretch: _Stretch) -> Style | None:
    return stretch.style.effects and stretch.style.effects.struck


def _stretches(line: Line, x: float, size: float, gap: float) -> Iterator[_Stretch]:
    unit = size * POINT
    for position, word in enumerate(line.words):
        if position and word.space_style is not None:
            left, x = x, x + word.space * unit + gap * POINT
            yield _Stretch(word.space_style, left, x)
        elif position and word.opens:
            x += gap * POINT
        for atom in word.atoms:
            left, x = x, x + atom.width * unit
            yield _Stretch(atom.style, left, x)


def _rule(style: Style, left: float, right: float, baseline: float, size: float, *, through: bool) -> Rule:
    font = style.family.file(bold=style.bold, italic=style.italic)
    metrics, unit = font.rule(through=through), style.scale * size * POINT
    finish = None
    if style.effects is not None:
        baseline -= style.effects.rise * size * POINT
        finish = _finish(style.effects, size)
    if finish is not None and finish.blend is not None and not finish.blend.is_whole:
        capitals = font.cap_height * unit
        finish = _over(finish, Box(left, baseline - capitals, right - left, capitals))
    top = metrics.top
    if style.is_vertical and not through:
        # Beside a column, on its right.
        top = (LINE + font.cap_height) / 2 + metrics.thickness
    box = Box(left, baseline - top * unit, right - left, metrics.thickness * unit)
    return Rule(box, style.fill, finish)
