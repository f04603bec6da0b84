"""The network in PyTorch: BERT's layers, heads, antecedents, and all of it together."""
