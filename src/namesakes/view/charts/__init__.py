"""Charts: pictures of decisions, thresholds, times and company, as SVG by hand and in lines for a terminal."""
