"""A match that is played: its set-up, undo, advice and record, files it is read from, and its replay."""
