"""What a model sees of a pair of mentions: candidates, comparisons, and the templates over them."""
