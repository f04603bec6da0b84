"""Hot loops of the specialists."""
