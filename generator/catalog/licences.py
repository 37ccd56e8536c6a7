"""Licences of art, fonts and icons: SPDX expressions, and what each licence allows and asks for.

Which identifiers and expressions there are is known by :mod:`packaging.licenses`, which has the list of
https://spdx.org/licenses/. What a licence means for a game that is printed, given away or sold stands here,
for those under which pictures, fonts and icons are published.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from generator.catalog.models import Game, LicenceEntry
from generator.catalog.problems import InputError
from generator.catalog.suggest import did_you_mean, vocabulary
from generator.catalog.wording import code, join_words, quote

Use = Literal["share", "sale", "change"]
"""What an entry may allow beyond its licence: giving copies away, selling them, changing the work."""

PROPRIETARY = "LicenseRef-Proprietary"
"""All rights reserved: forbids whatever the entry does not allow."""
OWN_LICENCE = "LicenseRef-"
MAX_EXPRESSION = 200
"""Letters of an SPDX expression."""
MAX_URL = 500


class Terms(NamedTuple):
    """What a licence allows, and what it asks for. None: not known here."""

    share: bool | None = None
    sale: bool | None = None
    change: bool | None = None
    names_maker: bool = False
    """Whether the maker must be named."""


_FREE = Terms(share=True, sale=True, change=True)
_NOTICE = _FREE._replace(names_maker=True)
_RESERVED = Terms(share=False, sale=False, change=False)
_UNKNOWN = Terms()
_WORST_FIRST = (False, None, True)

_TERMS: Mapping[str, Terms] = {
    **dict.fromkeys(
        ("0BSD", "CC0-1.0", "CC-PDDC", "CC-PDM-1.0", "MIT-0", "PDDL-1.0", "Unlicense", "WTFPL"), _FREE
    ),
    **dict.fromkeys(
        (
            *("Apache-1.1", "Apache-2.0", "BSD-1-Clause", "BSD-2-Clause", "BSD-3-Clause", "BSL-1.0", "FTL"),
            *("ISC", "MIT", "OFL-1.0", "OFL-1.0-RFN", "OFL-1.0-no-RFN", "OFL-1.1", "OFL-1.1-RFN"),
            *("OFL-1.1-no-RFN", "PSF-2.0", "Ubuntu-font-1.0", "X11", "Zlib", "libpng-2.0", "Bitstream-Vera"),
            *("LAL-1.2", "LAL-1.3", "MPL-1.1", "MPL-2.0", "OGL-UK-3.0", "ODbL-1.0"),
        ),
        _NOTICE,
    ),
    PROPRIETARY: _RESERVED,
}
_COPYLEFT_FAMILY = re.compile(r"(?:A?GPL|LGPL|GFDL)-\d")
_CREATIVE_COMMONS = re.compile(r"CC-BY((?:-(?:NC|ND|SA))*)-\d")

NAMES: Mapping[str, str] = {
    "Apache-2.0": "Apache License 2.0",
    "CC0-1.0": "Creative Commons Zero 1.0",
    "CC-PDDC": "public domain",
    "CC-PDM-1.0": "public domain",
    "LAL-1.3": "Free Art License 1.3",
    "MIT": "MIT License",
    "OFL-1.1": "SIL Open Font License 1.1",
    "Ubuntu-font-1.0": "Ubuntu Font Licence 1.0",
    PROPRIETARY: "all rights reserved",
}
"""What some licences are called in a sentence; the others by their identifiers, which are as well known."""

_WORDS: Mapping[str, str] = {
    "allrightsreserved": PROPRIETARY,
    "proprietary": PROPRIETARY,
    "copyrighted": PROPRIETARY,
    "publicdomain": "CC-PDM-1.0",
}
"""What is no identifier and means one all the same, in small letters and without what stands between."""
_FOREIGN = vocabulary(
    {
        "Apache-2.0": "apache apache2",
        "BSD-3-Clause": "bsd",
        "CC0-1.0": "cc0",
        "CC-BY-4.0": "ccby",
        "CC-BY-SA-4.0": "ccbysa",
        "CC-BY-NC-4.0": "ccbync",
        "CC-BY-ND-4.0": "ccbynd",
        "CC-BY-NC-SA-4.0": "ccbyncsa",
        "CC-BY-NC-ND-4.0": "ccbyncnd",
        "LAL-1.3": "freeart",
        "GPL-3.0-or-later": "gpl",
        "GPL-2.0-only": "gpl2",
        "GPL-3.0-only": "gpl3",
        "OFL-1.1": "ofl silofl openfontlicense",
        "Ubuntu-font-1.0": "ufl",
    }
)
_BETWEEN = re.compile(r"[\s_.-]+")
_TOKEN = re.compile(r"[()]|[^\s()]+")


def parse_expression(value: object) -> str:
    """An SPDX expression as SPDX writes it: ``cc-by-4.0 or MIT`` becomes ``CC-BY-4.0 OR MIT``.

    ``all rights reserved`` and the like stand for ``LicenseRef-Proprietary``. Raises :class:`InputError`.
    """
    if not isinstance(value, str) or not value.strip():
        raise InputError(
            f"expected a licence's SPDX identifier, got {quote(value)}", hint="for example CC-BY-4.0"
        )
    text = value.strip()
    meant = _WORDS.get(_BETWEEN.sub("", text).casefold())
    if meant:
        return meant
    # Reading the list of identifiers takes a while, and few games name licences.
    from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression

    try:
        if len(text) > MAX_EXPRESSION:
            raise InvalidLicenseExpression
        return str(canonicalize_license_expression(text))
    except InvalidLicenseExpression:
        raise _refused(text) from None


def _refused(text: str) -> InputError:
    from packaging.licenses._spdx import LICENSES

    known = [entry["id"] for entry in LICENSES.values()]
    words = [word for word in _TOKEN.findall(text) if word.upper() not in ("AND", "OR", "WITH", "(", ")")]
    # Of `CC BY 4.0` the words are one identifier with blanks in it.
    whole = _BETWEEN.sub("-", text)
    if whole.lower() in LICENSES:
        return InputError(
            f"unknown licence {quote(text)}", hint=f"did you mean `{LICENSES[whole.lower()]['id']}`?"
        )
    example = "SPDX expressions read `MIT OR CC-BY-4.0`"
    unknown = next((word for word in words if not _is_known(word)), None)
    if unknown is None:
        return InputError(f"{quote(text)} is no SPDX licence expression", hint=example)
    if len(words) > 1 and not re.search(r"\b(AND|OR|WITH)\b", text, re.IGNORECASE):
        hint = did_you_mean(whole, known, _FOREIGN) or example
        return InputError(f"{quote(text)} is no SPDX licence expression", hint=hint)
    where = "spdx.org/licenses lists them; one of your own is called LicenseRef-NAME"
    return InputError(
        f"unknown licence {quote(unknown)}", hint=did_you_mean(unknown, known, _FOREIGN) or where
    )


def _is_known(word: str) -> bool:
    from packaging.licenses._spdx import EXCEPTIONS, LICENSES

    name = word.lower().removesuffix("+")
    return name in LICENSES or name in EXCEPTIONS or name.startswith(OWN_LICENCE.lower())


def parse_url(value: object) -> str:
    """The address of a page. Raises :class:`InputError`."""
    hint = "an address begins with https://; words go into `note`"
    if not isinstance(value, str) or len(value) > MAX_URL:
        raise InputError(f"expected a web address, got {quote(value)}", hint=hint)
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(value)
        host = parts.hostname or ""
        is_sound = parts.scheme in ("http", "https") and "." in host.strip(".") and parts.port != 0
    except ValueError:
        is_sound = False
    if not is_sound or re.search(r"\s", value):
        raise InputError(f"{quote(value)} is not a web address", hint=hint)
    return value


def licence_name(expression: str) -> str:
    """What a licence is called in a sentence."""
    return re.sub(r"[^\s()]+", lambda word: _said(word[0]), expression)


def _said(word: str) -> str:
    if word in ("AND", "OR", "WITH"):
        return word.lower()
    own = word.removeprefix(OWN_LICENCE)
    return NAMES.get(word) or (own.replace("-", " ") if own != word else word)


def licence_address(identifier: str) -> str | None:
    """The page with the text of a licence; None for one of somebody's own."""
    if identifier.startswith(OWN_LICENCE):
        return None
    return f"https://spdx.org/licenses/{identifier}.html"


def identifiers(expression: str) -> list[str]:
    """The licences that an expression names, each once."""
    words = _TOKEN.findall(re.sub(r"WITH\s+\S+", "", expression))
    return list(dict.fromkeys(word for word in words if word not in ("(", ")", "AND", "OR")))


def terms_of(expression: str) -> Terms:
    """What an expression as :func:`parse_expression` gives it allows: of ``A OR B`` the better of both."""
    words = _TOKEN.findall(re.sub(r"\s+WITH\s+\S+", "", expression))
    return _alternatives(words)


def _alternatives(words: list[str]) -> Terms:
    terms = _together(words)
    while words and words[0] == "OR":
        words.pop(0)
        terms = _combined(terms, _together(words), is_choice=True)
    return terms


def _together(words: list[str]) -> Terms:
    terms = _one(words)
    while words and words[0] == "AND":
        words.pop(0)
        terms = _combined(terms, _one(words), is_choice=False)
    return terms


def _one(words: list[str]) -> Terms:
    word = words.pop(0)
    if word != "(":
        return _terms_of_one(word)
    terms = _alternatives(words)
    words.pop(0)
    return terms


def _terms_of_one(identifier: str) -> Terms:
    known = _TERMS.get(identifier)
    if known is not None:
        return known
    commons = _CREATIVE_COMMONS.match(identifier)
    if commons:
        marks = commons[1].split("-")
        return Terms(True, "NC" not in marks, "ND" not in marks, True)
    return _NOTICE if _COPYLEFT_FAMILY.match(identifier) else _UNKNOWN


def _combined(one: Terms, other: Terms, *, is_choice: bool) -> Terms:
    """What two licences allow and ask for together; of a choice, what is asked for can be avoided."""
    allowed, asked = (max, all) if is_choice else (min, any)
    share, sale, change = (
        allowed(pair, key=_WORST_FIRST.index) for pair in zip(one[:3], other[:3], strict=True)
    )
    return Terms(share, sale, change, asked((one.names_maker, other.names_maker)))


def is_allowed(expression: str, allows: Iterable[Use], use: Use) -> bool | None:
    """Whether a work may be put to a use; ``allows``: what its maker allows besides. None: nobody knows."""
    # Who may sell copies may give them away.
    granted = set(allows) | ({"share"} if "sale" in allows else set())
    return True if use in granted else getattr(terms_of(expression), use)


def require_maker(expression: str, by: object) -> None:
    """Raises :class:`InputError` where a licence asks for the maker's name and there is none."""
    if not by and terms_of(expression).names_maker:
        raise InputError(
            f"{code('by')} is missing: {join_words(identifiers(expression), 'and')} asks for the maker's name"
        )


# In words


def credit_line(entry: LicenceEntry, what: str) -> str:
    """A sentence that names the maker of some files; ``what`` they are: ``Pictures``."""
    title = f" “{entry.title}”" if entry.title else ""
    by = f" by {entry.by}" if entry.by else ""
    note = f". {entry.note.rstrip('.')}" if entry.note else ""
    source = f", {entry.source}" if entry.source else ""
    return f"{what}{title}{by} ({licence_name(entry.licence)}{source}){note}."


def rights_of(game: Game) -> str:
    """What the metadata of a file say of whose it is: the game's own rights, then those of its art.

    Empty for a game that says nothing of licences.
    """
    if game.licence is None and not game.licences:
        return ""
    years = f"© {game.year}" if game.year else "©"
    own = [f"{years} {game.designer}"] if game.designer else []
    own += [licence_name(game.licence)] if game.licence else []
    lines = [credit_line(entry, "Art") for entry in game.licences]
    return " ".join([", ".join(own) + "." if own else "", *lines]).strip()
