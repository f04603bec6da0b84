"""Hot loops of the conditional random field."""
