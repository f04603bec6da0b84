"""Who is the same across documents, and who only bears the same name."""
