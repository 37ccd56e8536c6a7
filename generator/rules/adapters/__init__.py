"""Our games in the form that other people's tools play: OpenSpiel's and PettingZoo's.

Each adapter is a module that needs an optional extra, and nothing else imports it.
"""
