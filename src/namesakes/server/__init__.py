"""The page and the API over a store."""
