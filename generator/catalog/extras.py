"""Packages that only a part of Gatepress needs, and the extra of the installation that brings each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.util import find_spec

from generator.catalog.problems import MissingExtraError

EXTRAS: Mapping[str, Sequence[str]] = {
    "cluster": ("distributed",),
    "exports": ("ezdxf", "pikepdf"),
    "studies": ("scipy",),
    "thai": ("icu4py",),
    "translations": ("babel", "pyphen"),
    "tune": ("optuna",),
}
"""The packages of each extra that are imported, as pyproject.toml has them."""


def require(extra: str, purpose: str, instead: str = "") -> None:
    """Raises :class:`MissingExtraError`, with the line to type, where packages of the extra are missing.

    ``purpose`` is what needs it, ``instead`` what also helps.
    """
    missing = [package for package in EXTRAS[extra] if find_spec(package) is None]
    if missing:
        hint = f"install it with `pip install 'gatepress[{extra}]'`{instead and f', or {instead}'}"
        message = f"{purpose} needs packages that are not installed ({', '.join(missing)})"
        raise MissingExtraError(message, hint=hint)
