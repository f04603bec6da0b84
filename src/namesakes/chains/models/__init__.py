"""Scores of antecedents and clusters."""
