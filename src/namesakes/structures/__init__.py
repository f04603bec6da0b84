"""Decoders, counters and solvers that know no language: they take and return integers and arrays."""
