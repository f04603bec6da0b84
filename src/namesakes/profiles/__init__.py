"""What a text says of a person, an organisation or a place."""
