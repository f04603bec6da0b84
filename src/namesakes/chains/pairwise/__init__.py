"""Pairwise conditional random fields (Choi & Cardie 2007)."""
