"""Gatepress: from a YAML card database to print-ready sheets."""

__version__ = "0.1.0"
