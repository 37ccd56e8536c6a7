"""Keeps finished sheets, so that what did not change is not built again."""
