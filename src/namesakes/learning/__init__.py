"""Learners that know no language: hashed weights, updates, and models as data."""
