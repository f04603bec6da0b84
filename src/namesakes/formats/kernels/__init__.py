"""Hot loops over the bytes of files."""
