"""Choi & Cardie 2007: structured local training and biased potentials."""
