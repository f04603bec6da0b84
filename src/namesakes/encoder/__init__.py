"""One network over word pieces that scores tags, trees, names, mentions and antecedents for other rooms' decoders.

Training needs the extra `train` (PyTorch), reading a model the extra `accurate` (ONNX Runtime and tokenizers); what is
imported here needs neither until it is called.
"""
