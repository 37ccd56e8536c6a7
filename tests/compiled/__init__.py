"""The rules compiled with mypyc: how they are built, and whether they play the same games."""
