"""What studies found, as reports and charts."""
