"""Reconciliation: which entry of somebody's table of known people each person of a store is."""
