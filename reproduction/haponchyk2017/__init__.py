"""Haponchyk & Moschitti 2017: losses learned from the evaluation measure."""
