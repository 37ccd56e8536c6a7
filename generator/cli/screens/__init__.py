"""What commands show as tables and charts: in colour on a terminal, plain everywhere else."""
