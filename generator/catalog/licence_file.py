"""What game.yaml says of licences: its own, and those of its pictures, fonts and icons."""

from __future__ import annotations

from generator.catalog.keys import Key, Part, list_of, one_of, optional, part_of, simple
from generator.catalog.paths import relative_name
from generator.catalog.problems import InputError
from generator.catalog.wording import quote


def _text(value: object) -> str:
    if isinstance(value, str) and value.strip():
        return value
    raise InputError(f"expected text, got {quote(value)}")


def _file_name(value: object) -> str:
    if not isinstance(value, str):
        raise InputError(f"expected a file name, got {quote(value)}")
    return relative_name(value)


_TEXT = simple(_text, type="string")
_FILE_NAME = simple(_file_name, type="string")


def _expression(value: object) -> str:
    from generator.catalog.licences import parse_expression

    return parse_expression(value)


def _url(value: object) -> str:
    from generator.catalog.licences import parse_url

    return parse_url(value)


def _patterns_of_files(value: object) -> list[str]:
    """The name or pattern of files, or a list of them."""
    patterns = _FILE_NAMES.parse(value) if isinstance(value, list) else [_FILE_NAME.parse(value)]
    if not patterns:
        raise InputError("the list is empty", hint="write the files that are meant, for example `art/*.png`")
    return list(dict.fromkeys(patterns))


def _uses(value: object) -> list[str]:
    return _USES.parse(value) if isinstance(value, list) else [_USE.parse(value)]


_FILE_NAMES = list_of(_FILE_NAME)
_USE = one_of("share", "sale", "change", foreign={"sell": "sale", "selling": "sale", "adapt": "change"})
_USES = list_of(_USE)
LICENCE = simple(_expression, type="string", examples=["CC-BY-4.0", "MIT OR OFL-1.1", "LicenseRef-Own"])


class LicenceFile(Part):
    """Who made some of the game's pictures, fonts or icons, and what their licence allows."""

    __slots__ = ()
    FOREIGN = {"author": "by", "artist": "by", "allow": "allows"}  # noqa: RUF012 - nobody changes it

    files = Key(
        simple(_patterns_of_files, anyOf=[{"type": "string"}, {**_FILE_NAMES.schema, "minItems": 1}]),
        ...,
        "A file's name or pattern, or a list: art/*.png. Of several entries for a file the first counts.",
    )
    title = optional(_TEXT, "What the work is called.")
    by = optional(_TEXT, "Who made it.")
    source = optional(simple(_url, type="string", format="uri"), "The web address where it is from.")
    licence = Key(LICENCE, ..., "The licence's SPDX identifier or expression, or LicenseRef-NAME.")
    allows = optional(
        simple(_uses, anyOf=[_USE.schema, _USES.schema]),
        "What the maker allows besides: share (give copies away), sale, change.",
    )
    note = optional(_TEXT, "Anything else that the credits are to say.")


_ENTRY = part_of(LicenceFile)


def _licence_entry(value: object) -> LicenceFile:
    from generator.catalog.licences import require_maker

    entry = _ENTRY.parse(value)
    require_maker(entry.licence, entry.by)
    return entry


LICENCE_ENTRY = simple(_licence_entry, **_ENTRY.schema)
