"""Gatepress: print-ready cards, tokens, boards, boxes and rulebooks from YAML or a spreadsheet."""

__version__ = "0.1.0"
