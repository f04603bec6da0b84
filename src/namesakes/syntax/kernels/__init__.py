"""Hot loops of tokenizer, tagger, parser and names."""
