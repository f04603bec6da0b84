"""What notebooks show of documents, chains, people and casts: small, quiet, without scripts, and nothing is fetched."""
