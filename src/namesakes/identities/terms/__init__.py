"""Terms: what specialists count and weigh, as sparse matrices."""
