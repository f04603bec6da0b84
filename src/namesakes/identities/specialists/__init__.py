"""Similarity specialists: each compares two profiles in one respect, or sleeps."""
