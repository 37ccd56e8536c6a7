"""How fast a card database becomes print-ready sheets, next to three other tools. See README.md."""
