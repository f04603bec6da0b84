"""Clusterers: from similarities to identities."""
