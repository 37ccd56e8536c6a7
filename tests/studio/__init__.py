"""The studio, asked over HTTP and looked at in a browser."""
