"""Views of a cast: a table for a terminal, CSV, JSON, and a page."""
