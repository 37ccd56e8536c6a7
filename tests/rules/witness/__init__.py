"""Second engines for Battle Gate and Gateway, written from the rule texts alone, and what compares them."""
