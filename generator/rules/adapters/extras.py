"""What is said where an optional extra is not installed."""

from __future__ import annotations


class MissingExtra(ImportError):  # noqa: N818 - it is what happened
    """Raised where an adapter is imported without the package that it adapts to."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(f"{package} is not installed; `pip install 'gatepress[{extra}]'` brings it")
