"""Chains: which mentions of one document stand for the same person or thing."""
