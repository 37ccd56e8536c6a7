"""Charts and reports: what they are, how they are written, and those of studies."""
