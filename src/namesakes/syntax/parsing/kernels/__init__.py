"""Hot loops of the parser."""
