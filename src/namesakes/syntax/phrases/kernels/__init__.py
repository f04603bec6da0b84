"""Hot loops over trees."""
