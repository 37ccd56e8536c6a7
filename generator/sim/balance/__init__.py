"""What a balance study plays, measures and finds: plain results, which nothing here draws or prints."""
