"""Rules: check that games follow them and keep hidden cards hidden."""

EXAMPLES = ("gatepress rules check battle-gate",)
