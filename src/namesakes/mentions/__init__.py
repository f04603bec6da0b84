"""Mentions: the words that may stand for somebody or something, and what is known of each."""
