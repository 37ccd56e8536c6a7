"""The printing conditions that an output intent can name without a profile: those of the ICC's registry."""

from __future__ import annotations

from collections.abc import Mapping

from generator.catalog.keys import Kind, simple
from generator.catalog.problems import InputError
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import listed, quote

REGISTRY = "http://www.color.org"
CONDITIONS: Mapping[str, str] = {
    "FOGRA39": "Offset on coated paper, ISO 12647-2:2004 (Europe)",
    "FOGRA47": "Offset on uncoated white paper, ISO 12647-2:2004 (Europe)",
    "FOGRA51": "Offset on premium coated paper, ISO 12647-2:2013 (Europe)",
    "FOGRA52": "Offset on wood-free uncoated paper, ISO 12647-2:2013 (Europe)",
    "CGATS TR 001": "Web offset, SWOP (North America)",
    "CGATS TR 003": "Web offset on paper of grade 3, SWOP 2006 (North America)",
    "CGATS TR 005": "Web offset on paper of grade 5, SWOP 2006 (North America)",
    "CGATS TR 006": "Sheet-fed offset on coated paper, GRACoL 2006 (North America)",
    "CGATS21-2-CRPC6": "Offset on premium coated paper, GRACoL 2013 (North America)",
    "JC200103": "Sheet-fed offset on coated paper, Japan Color 2001",
}
"""By its name in the registry: what it is, and where it is usual."""
DEFAULT = "FOGRA39"


def _parse(value: object) -> str:
    known = {_folded(name): name for name in CONDITIONS}
    found = known.get(_folded(str(value)))
    if found is None:
        raise InputError(
            f"no printing condition {quote(value)}",
            hint=did_you_mean(str(value), CONDITIONS) or f"there are {listed(CONDITIONS)}",
        )
    return found


def _folded(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalnum())


CONDITION: Kind[str] = simple(_parse, type="string", examples=[DEFAULT, "CGATS TR 001"])
