"""Hot loops over the terms of profiles."""
