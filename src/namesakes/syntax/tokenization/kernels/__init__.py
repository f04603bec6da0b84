"""Hot loops of the tokenizer and the sentence splitter."""
