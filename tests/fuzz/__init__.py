"""Fuzzing: inputs spoiled at random, many more than a test run has time for. Each module has a ``main``."""
