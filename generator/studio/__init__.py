"""The studio: a local web page over the same functions that the command line calls."""
