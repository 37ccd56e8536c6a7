"""What targets of print services share: products, what fits them, checks, and pictures on canvases."""
