"""Training of chains: updates, costs, checkpoints, selection of features."""
