"""Inputs spoiled at random, many more than a test run has time for: fonts, pictures and positions."""
