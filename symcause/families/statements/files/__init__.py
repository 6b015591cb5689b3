"""Files of the statements family: its own format, and released benchmarks."""
