"""How fast cards become print-ready sheets and games are played, next to other tools. See README.md."""
