"""Integrations: Namesakes in other people's programs."""
