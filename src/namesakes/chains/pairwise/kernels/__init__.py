"""Hot loops of the likelihood of pairs."""
