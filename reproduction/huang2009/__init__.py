"""What both papers of Huang et al. 2009 share."""
