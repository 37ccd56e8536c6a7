"""The build as a checker: what is printable but not good, measured on the very layout that is printed."""
