"""Explanations: why a decision was made."""
