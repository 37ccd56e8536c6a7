"""Our games in the form that other people's tools play: OpenSpiel's and PettingZoo's.

Each adapter is a module that needs an optional extra, and nothing else imports it.
"""

from __future__ import annotations


class MissingExtra(ImportError):  # noqa: N818 - it is what happened
    """Raised where an adapter is imported without the package that it adapts to."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(f"{package} is not installed; `pip install 'gatepress[{extra}]'` brings it")
