"""Björkelund & Kuhn 2014: latent antecedents and non-local features."""
