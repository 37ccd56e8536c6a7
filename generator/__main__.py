"""``python -m generator`` is the ``gatepress`` command."""

from generator.cli import main

main()
