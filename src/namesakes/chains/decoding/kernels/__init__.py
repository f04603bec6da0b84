"""Hot loops of scoring and beam search."""
