"""Measurements of our own: accuracy, speed, memory and growth, with peers in the same run."""
