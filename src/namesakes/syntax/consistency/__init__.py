"""Corpus-level consistency of tags and trees by dual decomposition (Rush et al. 2012)."""
