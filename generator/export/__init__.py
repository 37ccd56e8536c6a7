"""What is made of laid-out cards besides sheets: comparisons of two versions of a game."""

from __future__ import annotations
