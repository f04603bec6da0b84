"""From raw text to tokens, sentences, tags, lemmas, trees and names."""
