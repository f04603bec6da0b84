"""Synthetic data of any size: documents, people and their names, and texts about them."""
