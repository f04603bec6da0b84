"""Huang et al. 2009b: KARC, kernelised fuzzy relational clustering."""
