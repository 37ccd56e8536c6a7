"""The options that targets of print services share."""

from __future__ import annotations

from generator.catalog.keys import simple
from generator.catalog.press_settings import about
from generator.catalog.problems import InputError


def _name(value: object) -> str:
    name = str(value).strip()
    if not name:
        raise InputError("expected a product's name, got ''")
    return name


PRODUCT = about(
    "The product for what has its size, by the service's name.",
    default_help="the usual one of the size",
    kind=simple(_name, type="string"),
)
"""The metadata of a field ``product``: a product's name, which only the service can judge."""
