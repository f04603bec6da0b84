"""Parts of speech, morphology and lemmas."""
