"""Blocking: which profiles are compared at all."""
