"""Characters: whom a text is about, what they are called, what they say, and whom they meet."""
