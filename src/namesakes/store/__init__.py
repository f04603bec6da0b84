"""Where people are kept: documents, chains, identities with stable ids, corrections and events in one database."""
