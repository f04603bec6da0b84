"""Huang et al. 2009a: profile-based cross-document coreference with SEG and DBSCAN."""
