"""Whole novels: how well chains are characters, and who speaks."""
