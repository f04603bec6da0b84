"""The ensemble of specialists: from profiles to similarities."""
