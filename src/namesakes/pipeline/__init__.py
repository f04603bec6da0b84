"""From text to documents with chains, and from documents to people in a store."""
