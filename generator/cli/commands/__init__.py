"""The commands: each module's function ``command`` is one, each package is a group of them."""
