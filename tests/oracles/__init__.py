"""Brute force: slow answers that are right by their shortness."""
