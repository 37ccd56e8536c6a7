"""Mutants of fonts and pictures, each built into a small game: no crash, no hang, no flood of memory."""
