"""Rush et al. 2012: corpus-level consistency by dual decomposition."""
