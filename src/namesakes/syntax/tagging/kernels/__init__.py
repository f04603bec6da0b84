"""Hot loops of the tagger."""
