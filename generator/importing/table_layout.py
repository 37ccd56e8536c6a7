"""A first layout for a table of cards: every column finds a place by what stands in it."""

from __future__ import annotations

import json
import keyword
import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import NamedTuple

from generator.catalog.card_words import COPIES_WORDS
from generator.catalog.paths import names_picture
from generator.layout.theme import DEFAULT_PACK

NAME_HEADINGS = ("name", "title", "card", "card name", "cardname", "hero", "item")
"""What columns with the names of cards are called, the likeliest first."""
NOT_SHOWN = frozenset(
    {"id", *COPIES_WORDS, "duplication", "duplicates", "dup", "#", "amount", "number", "num", "x"}
)
"""Headings of what is no part of a card's look."""
MAX_BADGES = 4
MAX_BADGE = 4
"""Letters of a number that fits into a circle."""
SHORT = 28
"""Letters of a text that is shown in one line, behind its heading."""
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
    """A poker card that shows every column: the name above, numbers in circles, the rest in a stack."""
    shown = [column for column in columns if column.heading.casefold() not in NOT_SHOWN]
    name = _name_column(shown)
    rest = [column for column in shown if column is not name]
    pictures = [column for column in rest if column.is_picture]
    badges = [c for c in rest if c.is_number and c.longest <= MAX_BADGE][:MAX_BADGES]
    others = [column for column in rest if column not in badges and column not in pictures]
    is_named = name is not None and name.heading.casefold() == "name"
    called = Column("name", name.values) if name is not None and not is_named else name
    lines = [*_title(called), *_stack(pictures, others, has_badges=bool(badges)), *_badges(badges)]
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


def _title(name: Column | None) -> list[str]:
    if name is None:
        return []
    shown = "{{ " + name.expression + " }}"
    return [
        '<text x="7" y="6.5" width="49.5" height="10" font="title" size="15" valign="middle" fill="ink">'
        f"{shown}</text>",
        '<rect x="7" y="17.4" width="49.5" height="0.4" fill="accent"/>',
    ]


def _stack(pictures: Sequence[Column], others: Sequence[Column], *, has_badges: bool) -> list[str]:
    """Pictures, then what is short with its heading, then paragraphs."""
    short = [column for column in others if column.longest <= SHORT]
    long = [column for column in others if column.longest > SHORT]
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
            f'<property name="{_literal(column.heading)}" name-fill="accent">{shown}</property>{{% endif %}}'
        )
    if short and long:
        parts.append('<rule stroke="accent" stroke-width="0.15"/>')
    for column in long:
        parts.append(f"<text>{{{{ {column.expression}|rich }}}}</text>")
    if not parts:
        return []
    height = 47 if has_badges else 62
    return [
        f'<stack x="7" y="20" width="49.5" height="{height}" gap="1.2" size="9.5" fill="ink">',
        *[f"  {part}" for part in parts],
        "</stack>",
    ]


def _badges(badges: Sequence[Column]) -> list[str]:
    """Circles side by side at the foot, with their headings under them."""
    lines = []
    for index, column in enumerate(badges):
        x = 31.75 + 13 * (index - (len(badges) - 1) / 2)
        shown = f"{{{{ {column.expression} }}}}"
        heading = _literal(column.heading)
        lines += [
            f"{{% if {column.expression} is not none %}}",
            f'<circle cx="{x:g}" cy="73.2" r="4.2" fill="accent"/>',
            f'<text x="{x - 4.2:g}" y="69" width="8.4" height="8.4" size="12" align="center" '
            f'valign="middle" wrap="none" fill="light"><b>{shown}</b></text>',
            f'<text x="{x - 6.4:g}" y="78" width="12.8" height="3.6" size="6.5" align="center" '
            f'valign="middle" wrap="none" fill="ink">{heading}</text>',
            "{% endif %}",
        ]
    return lines


def _literal(text: str) -> str:
    """Text that is in a template what it is."""
    if any(sign in text for sign in ("{{", "{%", "{#")):
        return "{{ " + json.dumps(text, ensure_ascii=False) + " }}"
    return escape(text)
