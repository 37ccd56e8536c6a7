"""The press settings, each described once: name, allowed values, default and help.

game.yaml (:data:`PressFile`), the options of the command line and the options that sheets are laid out with
(:class:`PressOptions`) all follow from the fields of that one class.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, get_args

from generator.catalog.keys import Kind, Part, one_of, optional, simple
from generator.catalog.problems import InputError
from generator.catalog.sizes import Size
from generator.catalog.units import parse_length
from generator.catalog.wording import quote

Backs = Literal["none", "duplex-long", "duplex-short", "gutterfold", "pod"]
"""Where the backs go: nowhere; on the back page, turned over the long or the short edge; on the same
page across a fold; on pages of their own, one card to a page, as print-on-demand services want it."""

Marks = Literal["crop", "lines", "none"]
"""Ticks around the cards, lines on the trim edges, or nothing."""

PressSettings = Mapping[str, Any]
"""The settings that somebody gives, by name; who says nothing of one leaves it to others."""
NO_SETTINGS: PressSettings = MappingProxyType({})

LENGTH: Kind[float] = simple(
    parse_length, anyOf=[{"type": "number", "minimum": 0}, {"type": "string"}], examples=["3 mm"]
)


def _true_or_false(value: object) -> bool:
    if not isinstance(value, bool):
        raise InputError(f"expected true or false, got {quote(value)}")
    return value


TRUE_OR_FALSE: Kind[bool] = simple(_true_or_false, type="boolean")


class Setting(NamedTuple):
    """What there is to know of a setting besides its name and default."""

    kind: Kind[Any]
    help: str
    words: Sequence[str] = ()
    """What it may be, if it is no length."""
    default_help: str = ""
    """What the default is, in words."""
    is_option: bool = True
    """Whether the command line has an option for it, too."""
    is_flag: bool = False
    """Whether it is either so or not."""


def _about(
    help_text: str, words: Sequence[str] = (), default_help: str = "", *, is_option: bool = True
) -> Mapping[str, Setting]:
    kind = one_of(*words) if words else LENGTH
    return {"setting": Setting(kind, help_text, words, default_help, is_option)}


def _flag(help_text: str) -> Mapping[str, Setting]:
    return {"setting": Setting(TRUE_OR_FALSE, help_text, is_flag=True)}


@dataclass(frozen=True, slots=True)
class PressOptions:
    """How sheets are laid out. All lengths in mm. Raises :class:`InputError` for a length below zero."""

    paper: Size
    backs: Backs = field(default="duplex-long", metadata=_about("How backs are printed.", get_args(Backs)))
    gap: float | None = field(
        default=None,
        metadata=_about("Between cards: a length.", default_help="as wide as fits"),
    )
    """None lets the grid choose the widest that costs no card."""
    bleed: float = field(default=3.0, metadata=_about("Printed beyond the trim: a length."))
    marks: Marks = field(
        default="crop", metadata=_about("Which marks stand around the cards.", get_args(Marks))
    )
    margin: float = field(default=5.0, metadata=_about("What the printer can't reach: a length."))
    """On each side of the paper; 5 mm is a laser printer's usual figure."""
    merge: bool = field(
        default=False, metadata=_flag("Lists of one size share sheets, so that no page is half empty.")
    )
    overlap: float = field(
        default=10.0,
        metadata=_about("What two neighbouring tiles of a board both show: a length.", is_option=False),
    )

    def __post_init__(self) -> None:
        for name, setting in SETTINGS.items():
            value = getattr(self, name)
            is_length = not (setting.words or setting.is_flag) and value is not None
            if is_length and not (math.isfinite(value) and value >= 0):
                raise InputError(f"the {name} is {value:g} mm", hint="it must be 0 mm or more")


def _described(setting: Setting, default: object) -> Setting:
    in_words = setting.default_help or (f"{default:g} mm" if isinstance(default, float) else str(default))
    return setting._replace(default_help=in_words)


SETTINGS: Mapping[str, Setting] = {
    one.name: _described(one.metadata["setting"], one.default) for one in fields(PressOptions) if one.metadata
}
BACKS, MARKS = SETTINGS["backs"].words, SETTINGS["marks"].words

PressFile: type[Part] = type(
    "PressFile",
    (Part,),
    {
        "__slots__": (),
        "__doc__": "How a component's sheets are printed unless the command says otherwise.",
        **{name: optional(setting.kind, setting.help) for name, setting in SETTINGS.items()},
    },
)
"""The part ``press`` of a component in game.yaml."""


def given_settings(part: Part | None) -> PressSettings:
    """The settings that a part ``press`` gives."""
    if part is None:
        return {}
    values = {name: getattr(part, name) for name in SETTINGS}
    return {name: value for name, value in values.items() if value is not None}
