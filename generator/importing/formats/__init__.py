"""The formats that are imported: each module is one, with an ``IMPORTER``."""
