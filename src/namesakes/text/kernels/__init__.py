"""Hot loops over texts' bytes and integers."""
