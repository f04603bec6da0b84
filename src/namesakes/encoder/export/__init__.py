"""A trained network in files: graphs, weights in few bits, smaller vocabularies."""
