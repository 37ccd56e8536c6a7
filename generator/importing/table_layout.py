"""A first layout for a table of cards: every column finds a place by what stands in it."""

from __future__ import annotations

import json
import keyword
import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import NamedTuple

from generator.catalog.card_words import CARD_WORDS
from generator.catalog.paths import names_picture
from generator.layout.theme import DEFAULT_PACK

NAME_HEADINGS = ("name", "title", "card", "card name", "cardname", "hero", "item")
"""What columns with the names of cards are called, the likeliest first."""
NOT_SHOWN = frozenset({*CARD_WORDS, "duplication", "duplicates", "dup", "#", "amount", "number", "num", "x"})
"""Headings of what is no part of a card's look."""
TEXT_HEADINGS = frozenset({"text", "rules", "effect", "ability", "description", "flavour", "flavor"})
"""What columns with the texts of cards are called; nobody needs to read that on the card."""
MAX_BADGES = 4
MAX_BADGE = 4
"""Letters of a number that fits into a circle."""
SHORT = 28
"""Letters of a text that is shown in one line, behind its heading."""
MAX_KINDS = 8
"""Kinds of cards that have a colour each, in the theme of the template."""
HEADER, WINDOW = 18, 41
"""Down to where the title reaches, and the picture below it; millimetres."""
LETTERS, LINE = 34, 4.6
"""Of a line of the stack: how many letters it has, and how many millimetres it is high."""
SHRINKS = 1.3
"""How much more of it there may be than has room, since the type becomes smaller."""
MAX_ROWS = 400
"""Rows that are looked at."""
ICON = re.compile(r"\{([A-Za-z][\w-]*)\}")
MAX_ICONS = 40
DISC = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">
  <circle cx="12" cy="12" r="10" fill="{fill}"/>
  <circle cx="12" cy="12" r="6" fill="none" stroke="#ffffff" stroke-width="1.5"/>
</svg>
"""
DISC_COLOURS = ("#b8862b", "#2f6d93", "#a8362a", "#56743a", "#5b4a7d", "#76706a")
TAKEN = frozenset(
    {
        "card",
        "cards",
        "deck",
        "component",
        "game",
        "theme",
        "side",
        "number",
        "copy",
        "copies",
        "data",
        "low_ink",
    }
)
"""Names that templates have for other things."""


class Column(NamedTuple):
    """A column of the table, and what stands in it."""

    heading: str
    values: Sequence[str]
    """Those that are not blank."""

    @property
    def is_number(self) -> bool:
        return bool(self.values) and all(re.fullmatch(r"[-+]?\d+(\.\d+)?", value) for value in self.values)

    @property
    def is_picture(self) -> bool:
        return bool(self.values) and all(map(names_picture, self.values))

    @property
    def is_kind(self) -> bool:
        """Whether it says of what kind the cards are: a few words, each on several cards."""
        kinds = set(self.values)
        is_short = self.longest <= SHORT and not self.is_number and not self.is_marked_up
        return is_short and 2 <= len(kinds) <= MAX_KINDS and len(kinds) <= 0.7 * len(self.values)

    @property
    def is_marked_up(self) -> bool:
        """Whether something in it may be bold, italic or an icon."""
        return any("{" in value or "*" in value for value in self.values)

    @property
    def longest(self) -> int:
        return max(map(len, self.values), default=0)

    @property
    def expression(self) -> str:
        """How a template asks for it."""
        name = self.heading.replace(" ", "_")
        if (
            re.fullmatch(r"[A-Za-z_]\w*", name, re.ASCII)
            and not keyword.iskeyword(name)
            and name not in TAKEN
        ):
            return name
        return f"card[{json.dumps(self.heading, ensure_ascii=False)}]"


class TableLayout(NamedTuple):
    """The elements of a layout, and which column has the cards' names; None if it is called so already."""

    elements: str
    name_column: str | None


def columns_of(rows: Iterable[Mapping[str, object]], headings: Sequence[str] = ()) -> list[Column]:
    """The columns of a table's first rows, in their order."""
    found: dict[str, list[str]] = {heading: [] for heading in headings}
    for _, row in zip(range(MAX_ROWS), rows, strict=False):
        for heading, value in row.items():
            if isinstance(value, str | int | float) and str(value).strip():
                found.setdefault(str(heading), []).append(str(value).strip())
    return [Column(heading, tuple(values)) for heading, values in found.items() if values]


def icons_for(columns: Iterable[Column]) -> dict[str, str]:
    """A drawing for each icon that a text names and no pack has: a disc, to be replaced."""
    from generator.layout.icons import open_pack

    known = open_pack(DEFAULT_PACK).characters
    texts = [value for column in columns if not column.is_number for value in column.values]
    named = dict.fromkeys(name for text in texts for name in ICON.findall(text) if name not in known)
    return {
        f"{name}.svg": DISC.format(fill=DISC_COLOURS[index % len(DISC_COLOURS)])
        for index, name in enumerate(list(named)[:MAX_ICONS])
    }


def lay_out(columns: Sequence[Column]) -> TableLayout:
    """A poker card that shows every column.

    The name stands above, the kind of a card gives it a colour, numbers are in circles at the foot. Between
    them is a picture, or the name's initial where there is room for it, and the rest in a stack.
    """
    shown = [column for column in columns if column.heading.casefold() not in NOT_SHOWN]
    name = _name_column(shown)
    rest = [column for column in shown if column is not name]
    pictures = [column for column in rest if column.is_picture]
    picture = pictures.pop(0) if pictures else None
    badges = [c for c in rest if c.is_number and c.longest <= MAX_BADGE][:MAX_BADGES]
    kind = next((column for column in rest if column.is_kind), None)
    apart = {id(column) for column in (picture, kind, *pictures, *badges)}
    others = [column for column in rest if id(column) not in apart]
    is_named = name is not None and name.heading.casefold() == "name"
    called = Column("name", name.values) if name is not None and not is_named else name
    bottom = 68 if badges else 83
    # The picture takes what the text leaves.
    rest_of_stack = 6 + max(_height(others), 3 * LINE) if others or pictures else 0
    foot = max(WINDOW, round(bottom - rest_of_stack))
    room = SHRINKS * (bottom - WINDOW - 4)
    has_picture = picture is not None or (not pictures and _height(others) <= room)
    if not has_picture:
        foot = HEADER
    lines = [
        *_colour(kind),
        *_title(called),
        *(_window(picture, called, foot) if has_picture else ()),
        *(_pill(kind, foot) if kind else ()),
        *_stack(pictures, others, foot + (5 if kind else 3), bottom),
        *_badges(badges),
    ]
    return TableLayout(
        "\n".join(f"  {line}" for line in lines), None if name is None or is_named else name.heading
    )


def _name_column(columns: Sequence[Column]) -> Column | None:
    """By its heading, or else the first with a text of its own for each card."""
    by_heading = {column.heading.casefold(): column for column in reversed(columns)}
    found = next((by_heading[heading] for heading in NAME_HEADINGS if heading in by_heading), None)
    texts = [column for column in columns if not column.is_number and not column.is_picture]
    distinct = [c for c in texts if c.longest <= 2 * SHORT and len(set(c.values)) > 0.8 * len(c.values)]
    return found or next(iter([*distinct, *texts, *columns]), None)


def _height(others: Sequence[Column]) -> float:
    """About how many millimetres of the stack these columns fill."""
    return sum(LINE * -(-column.longest // LETTERS) for column in others)


def _colour(kind: Column | None) -> list[str]:
    """Says which colour of the theme a card has."""
    if kind is None:
        return ['{% set colour = "accent" %}']
    colours = {value: f"kind-{number}" for number, value in enumerate(dict.fromkeys(kind.values), 1)}
    chosen = json.dumps(colours, ensure_ascii=False)
    return [f'{{% set colour = {chosen}.get({kind.expression}|string, "accent") %}}']


def _title(name: Column | None) -> list[str]:
    header = f'<rect x="-3" y="-3" width="69.5" height="{HEADER + 3}" fill="{{{{ colour }}}}"/>'
    if name is None:
        return [header]
    return [
        header,
        '<text x="5" y="4" width="53.5" height="11" font="title" size="17" align="center" valign="middle" '
        f'fill="light">{{{{ {name.expression} }}}}</text>',
    ]


def _window(picture: Column | None, name: Column | None, foot: int) -> list[str]:
    """The picture below the title, or the first letter of the name in a disc before rays."""
    height, middle = foot - HEADER, (foot + HEADER) / 2
    lines = [
        f'<rect id="window" x="-3" y="{HEADER}" width="69.5" height="{height}" fill="{{{{ colour }}}}" '
        'opacity="0.25"/>'
    ]
    if picture is not None:
        lines.append(
            f"{{% if {picture.expression} %}}"
            f'<image href="{{{{ {picture.expression} }}}}" x="4" y="{HEADER + 1}" width="55.5" '
            f'height="{height - 2}" fit="contain"/>{{% endif %}}'
        )
    elif name is not None:
        lines += [
            '<g clip-path="#window">{% for turn in range(0, 360, 20) %}',
            f'<path d="M31.75 {middle:g} l-4 -60 h8 Z" fill="light" opacity="0.4" '
            f'transform="rotate({{{{ turn }}}} 31.75 {middle:g})"/>',
            "{% endfor %}</g>",
            f'<circle cx="31.75" cy="{middle:g}" r="9.5" fill="{{{{ colour }}}}" stroke="light" '
            'stroke-width="1"/>',
            f"{{% if {name.expression} %}}"
            f'<text x="22.75" y="{middle - 8:g}" width="18" height="16" font="title" size="34" '
            'align="center" valign="middle" wrap="none" fill="light">'
            f"{{{{ ({name.expression}|string)[0]|upper }}}}</text>"
            "{% endif %}",
        ]
    return [*lines, f'<rect x="-3" y="{foot - 0.8:g}" width="69.5" height="0.8" fill="{{{{ colour }}}}"/>']


def _pill(kind: Column, y: int) -> list[str]:
    """What kind of card it is, on the line below the picture or the title."""
    return [
        f"{{% if {kind.expression} is not none %}}",
        f'<rect x="16.75" y="{y - 3}" width="30" height="5.6" rx="2.8" fill="{{{{ colour }}}}" '
        'stroke="paper" stroke-width="0.6"/>',
        f'<text x="18.75" y="{y - 3}" width="26" height="5.6" size="7.5" align="center" valign="middle" '
        f'wrap="none" fill="light">{{{{ {kind.expression} }}}}</text>',
        "{% endif %}",
    ]


def _stack(pictures: Sequence[Column], others: Sequence[Column], top: int, bottom: int) -> list[str]:
    """Pictures, then what is short with its heading, then paragraphs."""
    long = [c for c in others if c.longest > SHORT or c.heading.casefold() in TEXT_HEADINGS]
    short = [column for column in others if column not in long]
    parts = []
    for column in pictures:
        parts.append(
            f"{{% if {column.expression} %}}"
            f'<image href="{{{{ {column.expression} }}}}" height="26" fit="contain"/>{{% endif %}}'
        )
    for column in short:
        shown = f"{{{{ {column.expression}{'|rich' if column.is_marked_up else ''} }}}}"
        parts.append(
            f"{{% if {column.expression} is not none %}}"
            f'<property name="{_literal(column.heading)}" name-fill="{{{{ colour }}}}">{shown}'
            "</property>{% endif %}"
        )
    if short and long:
        shown = " or ".join(f"{column.expression} is not none" for column in short)
        parts.append(f'{{% if {shown} %}}<rule stroke="{{{{ colour }}}}" stroke-width="0.2"/>{{% endif %}}')
    for column in long:
        parts.append(f"<text>{{{{ {column.expression}|rich }}}}</text>")
    if not parts:
        return []
    return [
        f'<stack x="6" y="{top}" width="51.5" height="{bottom - top}" gap="1.2" size="9.5" '
        'valign="middle" fill="ink">',
        *[f"  {part}" for part in parts],
        "</stack>",
    ]


def _badges(badges: Sequence[Column]) -> list[str]:
    """Circles side by side at the foot, with their headings under them."""
    if not badges:
        return []
    lines = ['<rect x="-3" y="75" width="69.5" height="16.9" fill="{{ colour }}" opacity="0.18"/>']
    for index, column in enumerate(badges):
        x = 31.75 + 13 * (index - (len(badges) - 1) / 2)
        shown = f"{{{{ {column.expression} }}}}"
        heading = _literal(column.heading)
        lines += [
            f"{{% if {column.expression} is not none %}}",
            f'<circle cx="{x:g}" cy="74.4" r="4.8" fill="{{{{ colour }}}}" stroke="paper" '
            'stroke-width="0.6"/>',
            f'<text x="{x - 4.2:g}" y="70.2" width="8.4" height="8.4" font="title" size="14" align="center" '
            f'valign="middle" wrap="none" fill="light">{shown}</text>',
            f'<text x="{x - 6.4:g}" y="79.6" width="12.8" height="4" size="7" align="center" '
            f'valign="middle" wrap="none" fill="ink">{heading}</text>',
            "{% endif %}",
        ]
    return lines


def _literal(text: str) -> str:
    """Text that is in a template what it is."""
    if any(sign in text for sign in ("{{", "{%", "{#")):
        return "{{ " + json.dumps(text, ensure_ascii=False) + " }}"
    return escape(text)
