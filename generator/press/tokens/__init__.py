"""Tokens: packed on sheets by their shape, with bleed and cut line along it."""
