"""Engines: where the work runs, from texts to what is asked for."""
