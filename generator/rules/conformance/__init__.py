"""Does a game keep to the protocol, and its secrets to itself? ``check_game`` plays it and reports."""

from __future__ import annotations

from generator.rules.conformance.findings import Finding, Report
from generator.rules.conformance.other_process import Opener
from generator.rules.conformance.run import check_game, check_names

__all__ = ["Finding", "Opener", "Report", "check_game", "check_names"]
