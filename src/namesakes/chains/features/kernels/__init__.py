"""Hot loops of the comparisons."""
