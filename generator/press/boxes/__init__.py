"""Tuck boxes: where to cut, fold and glue, and how they are laid on pages."""
