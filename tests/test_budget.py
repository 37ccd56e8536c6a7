"""A plain build, an unchanged one and one after a change do no more work than was agreed, by counts."""

from __future__ import annotations

import sys

import pytest
import yaml

from tests.budget import AGREED, counted

SLACK = 1.02
"""What a newer patch of Python or of a package may add to a count."""


@pytest.mark.slow
@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="the counts are those of Python 3.11")
def test_no_command_does_more_work_than_agreed() -> None:
    agreed = yaml.safe_load(AGREED.read_text("utf-8"))
    found = counted()
    assert found.keys() == agreed.keys()
    risen = [
        f"{command}: {name} {agreed[command][name]:,} -> {count:,}"
        for command, counts in found.items()
        for name, count in counts.items()
        if count > SLACK * agreed[command][name]
    ]
    assert risen == [], "where it is worth it: `python -m tests.budget`, and a line in the CHANGELOG"
