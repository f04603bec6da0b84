"""Documents: the untouched text, and what is known of it as arrays."""
