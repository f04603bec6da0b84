"""From scores to chains."""
