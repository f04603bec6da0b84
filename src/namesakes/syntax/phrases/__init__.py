"""Noun phrases and clauses, derived from dependency trees."""
