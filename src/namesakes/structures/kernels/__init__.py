"""Hot loops of the decoders and counters."""
