"""Views: what was found, shown to people."""
