"""Tokens, sentences and paragraphs of raw text."""
