"""Tests of what the checker finds on laid out faces."""
