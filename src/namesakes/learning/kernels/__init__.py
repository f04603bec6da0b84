"""Hot loops over weights and feature indices."""
