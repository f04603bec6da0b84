"""How an encoder learns: corpora as examples, losses, the run and what it measures."""
