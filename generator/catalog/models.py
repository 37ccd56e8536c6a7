"""The shape of game.yaml, and the game as it is after loading.

``GameFile`` and its parts are pydantic models: they check the file and are the source of its JSON Schema.
``Game`` and its parts are what the other rooms work with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal, Protocol, runtime_checkable

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema
from pydantic.config import JsonDict
from pydantic_core import PydanticCustomError

from generator.catalog.lengths import parse_length, parse_size
from generator.catalog.paths import relative_name
from generator.catalog.problems import Place, Refused
from generator.catalog.sizes import COMPONENT_SIZES, Size
from generator.catalog.wording import shown

REFUSED = "refused"
"""The pydantic error type under which a Refused of ours travels; its context has ``text`` and ``hint``."""


def _check(parse: Callable[[object], object]) -> BeforeValidator:
    """A validator from a parser that raises Refused."""

    def validate(value: object) -> object:
        try:
            return parse(value)
        except Refused as refused:
            context = {"text": refused.message, "hint": refused.hint or ""}
            raise PydanticCustomError(REFUSED, "{text}", context) from None

    return BeforeValidator(validate)


def _text(value: object) -> str:
    if isinstance(value, str) and value.strip():
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    raise Refused(f"expected text, got {shown(value)}")


def _file_name(value: object) -> str:
    if not isinstance(value, str):
        raise Refused(f"expected a file name, got {shown(value)}")
    return relative_name(value)


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
        raise Refused(f"expected a number, got {shown(value)}")
    return float(value)


def _field_mapping(value: object) -> object:
    """A field's type alone stands for ``{type: …}``."""
    return {"type": value} if isinstance(value, str) else value


_LENGTH_SCHEMA: JsonDict = {
    "anyOf": [{"type": "number", "minimum": 0}, {"type": "string"}],
    "examples": ["3 mm"],
}
_SIZE_SCHEMA: JsonDict = {
    "anyOf": [
        {"enum": list(COMPONENT_SIZES)},
        {"type": "string"},
        {"type": "array", "items": _LENGTH_SCHEMA, "minItems": 2, "maxItems": 2},
    ],
    "examples": ["poker", "63.5 x 88.9 mm"],
}
_CARDS_SCHEMA: JsonDict = {
    "anyOf": [
        {"type": "string"},
        {"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "object"}]}, "minItems": 1},
    ],
    "examples": ["cards.yaml", "decks/*.yaml"],
}

FieldType = Literal["text", "whole", "number", "yes-no", "choice", "list", "image", "colour", "any"]

Text = Annotated[str, _check(_text), WithJsonSchema({"type": ["string", "number"]})]
FileName = Annotated[str, _check(_file_name), WithJsonSchema({"type": "string"})]
Number = Annotated[float, _check(_number), WithJsonSchema({"type": "number"})]
Length = Annotated[float, _check(parse_length), WithJsonSchema(_LENGTH_SCHEMA)]
SizeValue = Annotated[Size, _check(parse_size), WithJsonSchema(_SIZE_SCHEMA)]
COMPONENT_ID = r"^[a-z0-9]+(-[a-z0-9]+)*$"
ComponentId = Annotated[str, Field(pattern=COMPONENT_ID)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)


class FieldFile(_Part):
    """A declared field: what its values are, and what is allowed."""

    type: FieldType = Field("any", description="What the field's values are.")
    of: list[Text] | None = Field(None, description="For a choice: the values to choose from.")
    min: Number | None = Field(
        None, description="The smallest number; for text and lists the smallest number of letters or items."
    )
    max: Number | None = Field(
        None, description="The largest number; for text and lists the largest number of letters or items."
    )
    required: bool = Field(False, strict=True, description="Whether every card must say it.")
    default: Any = Field(None, description="The value for cards that do not say.")
    help: Text | None = Field(None, description="What the field is for.")


class PressFile(_Part):
    """How a component's sheets are printed unless the command says otherwise."""

    backs: Text | None = Field(None, description="How backs are printed, for example none or gutterfold.")
    marks: Text | None = Field(None, description="Which marks stand around the cards.")
    gap: Length | None = Field(None, description="Space between two cards on the sheet.")
    margin: Length | None = Field(None, description="The edge of the sheet that is left white.")
    bleed: Length | None = Field(None, description="How much of the bleed is printed around each card.")


class ComponentFile(_Part):
    """Cards, tokens or boards of one size that share a layout."""

    title: Text | None = Field(None, description="Default: the component's id in title case.")
    size: SizeValue = Field(description="The trim: a size's name, `width x height`, or a list of both in mm.")
    bleed: Length = Field(3.0, description="How far the layout draws beyond the trim. Default 3 mm.")
    safe: Length = Field(3.0, description="The safe zone inside the trim. Default 3 mm.")
    cards: Any = Field(
        description="A card list's file, a pattern, a list of these, or the cards themselves.",
        json_schema_extra=_CARDS_SCHEMA,
    )
    front: FileName = Field(description="The front's template, in a layout folder.")
    back: FileName | None = Field(None, description="The back's template, in a layout folder.")
    fields: dict[str, Annotated[FieldFile, BeforeValidator(_field_mapping)]] | None = Field(
        None,
        description="The fields a card may have. Without it a card may have any.",
    )
    defaults: dict[str, Any] | None = Field(None, description="Values for cards that do not say.")
    press: PressFile | None = Field(None, description="Press settings of this component's sheets.")


class GameHead(_Part):
    """What game.yaml says about the game as a whole."""

    title: Text = Field(description="The game's title.")
    version: Text = Field("0.1", description="The version, as text. Default 0.1.")
    designer: Text | None = Field(None, description="Who designed the game.")
    year: Annotated[int, Field(ge=0, le=9999, strict=True)] | None = Field(
        None, description="The year of the rules."
    )
    source: Text | None = Field(None, description="Where the rules and values come from.")
    players: Text | None = Field(None, description="How many play: a number, or text such as 2-4.")
    credits: list[Text] | None = Field(None, description="Who else is to be thanked.")
    rules: dict[str, Any] | None = Field(
        None, description="The game's numbers, as the layouts and tools need them."
    )
    theme: FileName | None = Field(None, description="A theme file in a layout folder.")


class GameFile(GameHead):
    """A game: its title and source, its numbers, and its components."""

    # The loader checks head and components one by one; only the JSON Schema needs the whole.
    model_config = ConfigDict(defer_build=True)

    components: Annotated[dict[ComponentId, ComponentFile], Field(min_length=1)] = Field(
        description="What is printed: a component's id (a-z, 0-9 and hyphens) and its description.",
        json_schema_extra={"additionalProperties": False},
    )


@runtime_checkable
class Source(Protocol):
    """A mapping that knows where its values stand: a YAML mapping or a table's row."""

    @property
    def place(self) -> Place: ...

    def place_of(self, key: str) -> Place: ...

    def place_of_key(self, key: str) -> Place: ...

    def __contains__(self, key: object, /) -> bool: ...

    def __getitem__(self, key: str, /) -> object: ...

    def __iter__(self) -> Iterator[str]: ...

    def keys(self) -> Iterable[str]: ...

    def get(self, key: str, /) -> object: ...


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A card as it is printed, with all that it inherits.

    ``values`` holds every field that is given or declared, and ``id``, ``copies`` and ``prototype``.
    """

    id: str
    copies: int
    values: Mapping[str, object]
    prototype: bool
    sources: tuple[Source, ...] = field(repr=False)
    """Where its values come from, the card itself first, then what it extends, then the defaults."""

    @property
    def place(self) -> Place:
        """Where the card begins in its file."""
        return self.sources[0].place

    def place_of(self, name: str) -> Place:
        """Where the value of field ``name`` stands, wherever it is inherited from; else the card's place."""
        for source in self.sources:
            if name in source:
                return source.place_of(name)
        return self.place


@dataclass(frozen=True, slots=True, eq=False)
class CardSet:
    """The cards of one file, or those listed in game.yaml itself (``file`` is None)."""

    id: str
    name: str
    text: str | None
    component_id: str
    cards: tuple[Card, ...]
    file: Path | None


@dataclass(frozen=True, slots=True)
class PressDefaults:
    """What a component says about its sheets; None where it says nothing. Lengths in mm."""

    backs: str | None = None
    marks: str | None = None
    gap: float | None = None
    margin: float | None = None
    bleed: float | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Component:
    """Cards of one size and layout. ``bleed`` and ``safe`` in mm."""

    id: str
    title: str
    size: Size
    bleed: float
    safe: float
    front: str
    back: str | None
    sets: tuple[CardSet, ...]
    press: PressDefaults
    source: Source = field(repr=False)

    @property
    def place(self) -> Place:
        return self.source.place

    def place_of(self, key: str) -> Place:
        """Where game.yaml gives ``key`` (``front``, ``press.gap`` …); else the component's place."""
        return place_of_path(self.source, key.split("."))


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """A game folder, loaded. ``layout_folders`` are in the order in which templates are looked for."""

    id: str
    title: str
    version: str
    designer: str | None
    year: int | None
    source: str | None
    players: str | None
    credits: tuple[str, ...]
    rules: Mapping[str, object]
    theme: str | None
    components: tuple[Component, ...]
    folder: Path
    layout_folders: tuple[Path, ...]
    file: Source = field(repr=False)
    """game.yaml as it was read, for places."""

    def place_of(self, key: str) -> Place:
        """Where game.yaml gives ``key`` (``theme``, ``rules.points`` …)."""
        return place_of_path(self.file, key.split("."))


def place_of_path(source: Source, keys: list[str]) -> Place:
    """The place of the value at ``keys``, or of the nearest mapping around it."""
    place = source.place
    inner: object = source
    for key in keys:
        if not isinstance(inner, Source) or key not in inner:
            break
        place, inner = inner.place_of(key), inner[key]
    return place
