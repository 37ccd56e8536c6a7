"""The adapters, tried by the suites of those whom they adapt to."""
