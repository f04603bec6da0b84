"""The hot loops of chains."""
