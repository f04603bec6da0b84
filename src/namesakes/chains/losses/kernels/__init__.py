"""Hot loops of loss-augmented search."""
