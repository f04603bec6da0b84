"""Constituent trees: their heads, the dependencies that follow from these, and the noun phrases in them."""
