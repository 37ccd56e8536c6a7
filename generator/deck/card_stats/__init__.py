"""What a card list is made of, in numbers, before any play: any list, whatever its fields are called."""
